// SPDX-License-Identifier: Apache-2.0
// Functions of one argument, and ranges, on the CPU.
#include "elementwise_cpu.hpp"
#include "elementwise_float.hpp"

namespace tukey::cpu {

using namespace pointwise;
using detail::loop;

template <class T> void unary(UnaryOp op, const loop<2>& l, T* out, const T* x) {
  if constexpr (std::is_same_v<T, float>) {
    switch (op) {
      case UnaryOp::exp:
        return float_function(FloatFunction::exp, l, out, x);
      case UnaryOp::log:
        return float_function(FloatFunction::log, l, out, x);
      case UnaryOp::log10:
        return float_function(FloatFunction::log10, l, out, x);
      case UnaryOp::sin:
        return float_function(FloatFunction::sin, l, out, x);
      case UnaryOp::cos:
        return float_function(FloatFunction::cos, l, out, x);
      default:
        break;
    }
  } else if constexpr (kind_of<T> == kind::real) {
    switch (op) {
      case UnaryOp::exp:
        return map(l, real_exp<T>{}, out, x, heavy_grain);
      case UnaryOp::log:
        return map(l, real_log<T>{}, out, x, heavy_grain);
      case UnaryOp::log10:
        return map(l, real_log10<T>{}, out, x, heavy_grain);
      case UnaryOp::sin:
        return map(l, real_sin<T>{}, out, x, heavy_grain);
      case UnaryOp::cos:
        return map(l, real_cos<T>{}, out, x, heavy_grain);
      default:
        break;
    }
  } else if constexpr (kind_of<T> == kind::complex) {
    using R = real_of_t<T>;
    switch (op) {
      case UnaryOp::sqrt:
        return map(l, complex_sqrt<R>{}, out, x, heavy_grain);
      case UnaryOp::exp:
        return map(l, complex_exp<R>{}, out, x, heavy_grain);
      case UnaryOp::log:
        return map(l, complex_log<R>{}, out, x, heavy_grain);
      case UnaryOp::log10:
        return map(l, complex_log10<R>{}, out, x, heavy_grain);
      case UnaryOp::sin:
        return map(l, complex_sin<R>{}, out, x, heavy_grain);
      case UnaryOp::cos:
        return map(l, complex_cos<R>{}, out, x, heavy_grain);
      default:
        break;
    }
  }
  pointwise::unary<T>{op}.visit([&](const auto& f) { map(l, f, out, x, cheap_grain); });
}
template <class T> void unary_real(RealOp op, const loop<2>& l, real_of_t<T>* out, const T* x) {
  switch (op) {
    case RealOp::abs:
      if constexpr (kind_of<T> == kind::complex) map(l, complex_abs<T>{}, out, x, heavy_grain);
      return;
    case RealOp::angle:
      return map(l, pointwise::angle<T>{}, out, x, heavy_grain);
    case RealOp::norm2:
      return map(l, squared_norm<T>{}, out, x, cheap_grain);
  }
}

template <class T> void arange(T* out, index_t count, T first, T step) {
  detail::parallel_ranges(count, cheap_grain, [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) out[i] = ramp<T>(first, step, i);
  });
}
template <class T> void linspace(T* out, index_t count, double first, double step, bool has_last, T last) {
  detail::parallel_ranges(count, cheap_grain, [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) out[i] = static_cast<T>(first + static_cast<double>(i) * step);
  });
  if (has_last && count > 1) out[count - 1] = last;
}

#define TUKEY_UNARY(T) template void unary(UnaryOp, const loop<2>&, T*, const T*);
TUKEY_KERNEL_INTEGERS(TUKEY_UNARY)
TUKEY_KERNEL_REALS(TUKEY_UNARY)
TUKEY_KERNEL_COMPLEX(TUKEY_UNARY)
#define TUKEY_REAL(T) template void unary_real(RealOp, const loop<2>&, real_of_t<T>*, const T*);
TUKEY_KERNEL_REALS(TUKEY_REAL)
TUKEY_KERNEL_COMPLEX(TUKEY_REAL)
#define TUKEY_RANGE(T) template void arange(T*, index_t, T, T);
TUKEY_KERNEL_INTEGERS(TUKEY_RANGE)
TUKEY_KERNEL_REALS(TUKEY_RANGE)
TUKEY_KERNEL_COMPLEX(TUKEY_RANGE)
template void linspace(float*, index_t, double, double, bool, float);
template void linspace(double*, index_t, double, double, bool, double);

}  // namespace tukey::cpu
