// SPDX-License-Identifier: Apache-2.0
// Functions of one argument, and ranges, on the GPU.
#include "elementwise_backend.hpp"
#include "functors.hpp"
#include "tukey/detail/map.cuh"

namespace tukey::cuda {

using namespace pointwise;

template <class T> void unary(CUstream_st* stream, UnaryOp op, const loop<2>& l, T* out, const T* x) {
  if constexpr (kind_of<T> == kind::real) {
    switch (op) {
      case UnaryOp::exp:
        return map(stream, l, real_exp<T>{}, out, memory(x));
      case UnaryOp::log:
        return map(stream, l, real_log<T>{}, out, memory(x));
      case UnaryOp::log10:
        return map(stream, l, real_log10<T>{}, out, memory(x));
      case UnaryOp::sin:
        return map(stream, l, real_sin<T>{}, out, memory(x));
      case UnaryOp::cos:
        return map(stream, l, real_cos<T>{}, out, memory(x));
      default:
        break;
    }
  } else if constexpr (kind_of<T> == kind::complex) {
    using R = real_of_t<T>;
    switch (op) {
      case UnaryOp::sqrt:
        return map(stream, l, complex_sqrt<R>{}, out, memory(x));
      case UnaryOp::exp:
        return map(stream, l, complex_exp<R>{}, out, memory(x));
      case UnaryOp::log:
        return map(stream, l, complex_log<R>{}, out, memory(x));
      case UnaryOp::log10:
        return map(stream, l, complex_log10<R>{}, out, memory(x));
      case UnaryOp::sin:
        return map(stream, l, complex_sin<R>{}, out, memory(x));
      case UnaryOp::cos:
        return map(stream, l, complex_cos<R>{}, out, memory(x));
      default:
        break;
    }
  }
  map(stream, l, pointwise::unary<T>{op}, out, memory(x));
}
template <class T> void unary_real(CUstream_st* stream, RealOp op, const loop<2>& l, real_of_t<T>* out, const T* x) {
  switch (op) {
    case RealOp::abs:
      if constexpr (kind_of<T> == kind::complex) map(stream, l, complex_abs<T>{}, out, memory(x));
      return;
    case RealOp::angle:
      return map(stream, l, pointwise::angle<T>{}, out, memory(x));
    case RealOp::norm2:
      return map(stream, l, squared_norm<T>{}, out, memory(x));
  }
}

namespace {
template <class T> __global__ void arange_kernel(T* out, index_t count, T first, T step) {
  for (index_t i = global_thread(); i < count; i += global_threads()) out[i] = ramp<T>(first, step, i);
}
// `last` replaces the value at `last_at`.
template <class T>
__global__ void linspace_kernel(T* out, index_t count, double first, double step, index_t last_at, T last) {
  for (index_t i = global_thread(); i < count; i += global_threads())
    out[i] = i == last_at ? last : static_cast<T>(first + static_cast<double>(i) * step);
}
}  // namespace

template <class T> void arange(CUstream_st* stream, T* out, index_t count, T first, T step) {
  launch(arange_kernel<T>, dim3(grid_for(count, 256)), dim3(256), 0, stream, out, count, first, step);
}
template <class T>
void linspace(CUstream_st* stream, T* out, index_t count, double first, double step, bool has_last, T last) {
  launch(linspace_kernel<T>, dim3(grid_for(count, 256)), dim3(256), 0, stream, out, count, first, step,
         has_last && count > 1 ? count - 1 : index_t(-1), last);
}

#define TUKEY_UNARY(T) template void unary(CUstream_st*, UnaryOp, const loop<2>&, T*, const T*);
TUKEY_KERNEL_INTEGERS(TUKEY_UNARY)
TUKEY_KERNEL_REALS(TUKEY_UNARY)
TUKEY_KERNEL_COMPLEX(TUKEY_UNARY)
#define TUKEY_REAL(T) template void unary_real(CUstream_st*, RealOp, const loop<2>&, real_of_t<T>*, const T*);
TUKEY_KERNEL_REALS(TUKEY_REAL)
TUKEY_KERNEL_COMPLEX(TUKEY_REAL)
#define TUKEY_RANGE(T) template void arange(CUstream_st*, T*, index_t, T, T);
TUKEY_KERNEL_INTEGERS(TUKEY_RANGE)
TUKEY_KERNEL_REALS(TUKEY_RANGE)
TUKEY_KERNEL_COMPLEX(TUKEY_RANGE)
template void linspace(CUstream_st*, float*, index_t, double, double, bool, float);
template void linspace(CUstream_st*, double*, index_t, double, double, bool, double);

}  // namespace tukey::cuda
