// SPDX-License-Identifier: Apache-2.0
// Internal: the CPU's loops of math.hpp, divided among files by element type to compile side by side.
#pragma once

#include "elementwise_cpu.hpp"
#include "elementwise_float.hpp"
#include "math_backend.hpp"
#include "math_choice.hpp"

namespace tukey::cpu {

using namespace pointwise;
using detail::loop;

template <class F, class = void> struct visits { static constexpr bool value = false; };
template <class F> struct visits<F, decltype(void(F::op))> { static constexpr bool value = true; };
template <class F, class = void> struct grain { static constexpr index_t value = cheap_grain; };
template <class F> struct grain<F, decltype(void(F::heavy))> { static constexpr index_t value = heavy_grain; };

// A functor that holds a choice is asked once for the call.
template <class F, class L, class R, class... A> void map_chosen(const L& l, const F& f, R* out, const A*... in) {
  if constexpr (visits<F>::value)
    f.visit([&](const auto& g) { map(l, g, out, in..., grain<F>::value); });
  else
    map(l, f, out, in..., grain<F>::value);
}

template <class T> void math(MathOp op, const loop<2>& l, T* out, const T* x) {
  if constexpr (std::is_same_v<T, float>) {
    switch (op) {
#define TUKEY_FLOAT(name) \
  case MathOp::name:      \
    return float_function(FloatFunction::name, l, out, x);
      TUKEY_FLOAT(tan)
      TUKEY_FLOAT(sinh)
      TUKEY_FLOAT(cosh)
      TUKEY_FLOAT(tanh)
      TUKEY_FLOAT(exp2)
      TUKEY_FLOAT(expm1)
      TUKEY_FLOAT(log1p)
      TUKEY_FLOAT(log2)
#undef TUKEY_FLOAT
      default:
        break;
    }
  }
  if constexpr (kind_of<T> == kind::real) {
    switch (op) {
      case MathOp::floor:
        return rounding_function(Rounding::floor, l, out, x);
      case MathOp::ceil:
        return rounding_function(Rounding::ceil, l, out, x);
      case MathOp::trunc:
        return rounding_function(Rounding::trunc, l, out, x);
      case MathOp::rint:
        return rounding_function(Rounding::rint, l, out, x);
      default:
        break;
    }
  }
  choose_math<T>(op, [&](const auto& f) { map_chosen(l, f, out, x); });
}
template <class T> void math(MathOp2 op, const loop<3>& l, T* out, const source<T>& a, const source<T>& b) {
  choose_math<T>(op, [&](const auto& f) { map_chosen(l, f, out, address(a), address(b)); });
}
#define TUKEY_MATH(T)                                       \
  template void math(MathOp, const loop<2>&, T*, const T*); \
  template void math(MathOp2, const loop<3>&, T*, const source<T>&, const source<T>&);

}  // namespace tukey::cpu
