// SPDX-License-Identifier: Apache-2.0
// Internal: from an operation of math.hpp to its functor: g(functor), once. On the host, for both backends.
#pragma once

#include "complex_functors.hpp"

namespace tukey::pointwise {

template <class T, class G> void choose_math(MathOp op, const G& g) {
  if constexpr (kind_of<T> == kind::real) {
    switch (op) {
      case MathOp::tan:
        return g(real_tan<T>{});
      case MathOp::asin:
        return g(real_asin<T>{});
      case MathOp::acos:
        return g(real_acos<T>{});
      case MathOp::atan:
        return g(real_atan<T>{});
      case MathOp::sinh:
        return g(real_sinh<T>{});
      case MathOp::cosh:
        return g(real_cosh<T>{});
      case MathOp::tanh:
        return g(real_tanh<T>{});
      case MathOp::asinh:
        return g(real_asinh<T>{});
      case MathOp::acosh:
        return g(real_acosh<T>{});
      case MathOp::atanh:
        return g(real_atanh<T>{});
      case MathOp::exp2:
        return g(real_exp2<T>{});
      case MathOp::expm1:
        return g(real_expm1<T>{});
      case MathOp::log1p:
        return g(real_log1p<T>{});
      case MathOp::log2:
        return g(real_log2<T>{});
      case MathOp::cbrt:
        return g(real_cbrt<T>{});
      case MathOp::i0:
        return g(real_i0<T>{});
      case MathOp::sinc:
        return g(real_sinc<T>{});
      case MathOp::mantissa:
        return g(mantissa<T>{});
      default:
        break;
    }
  } else if constexpr (kind_of<T> == kind::complex) {
    using R = real_of_t<T>;
    switch (op) {
      case MathOp::tan:
        return g(complex_tan<R>{});
      case MathOp::asin:
        return g(complex_asin<R>{});
      case MathOp::acos:
        return g(complex_acos<R>{});
      case MathOp::atan:
        return g(complex_atan<R>{});
      case MathOp::sinh:
        return g(complex_sinh<R>{});
      case MathOp::cosh:
        return g(complex_cosh<R>{});
      case MathOp::tanh:
        return g(complex_tanh<R>{});
      case MathOp::asinh:
        return g(complex_asinh<R>{});
      case MathOp::acosh:
        return g(complex_acosh<R>{});
      case MathOp::atanh:
        return g(complex_atanh<R>{});
      case MathOp::exp2:
        return g(complex_exp2<R>{});
      case MathOp::expm1:
        return g(complex_expm1<R>{});
      case MathOp::log1p:
        return g(complex_log1p<R>{});
      case MathOp::log2:
        return g(complex_log2<R>{});
      case MathOp::sinc:
        return g(complex_sinc<R>{});
      default:
        break;
    }
  }
  g(cheap_math<T>{op});
}

template <class T, class G> void choose_math(MathOp2 op, const G& g) {
  if constexpr (kind_of<T> == kind::real) {
    switch (op) {
      case MathOp2::atan2:
        return g(real_atan2<T>{});
      case MathOp2::hypot:
        return g(real_hypot<T>{});
      case MathOp2::logaddexp:
        return g(real_logaddexp<T>{});
      case MathOp2::logaddexp2:
        return g(real_logaddexp2<T>{});
      case MathOp2::pow:
        return g(real_pow<T>{});
      case MathOp2::fmod:
        return g(real_fmod<T>{});
      case MathOp2::mod:
        return g(real_mod<T>{});
      case MathOp2::floor_divide:
        return g(real_floor_divide<T>{});
      default:
        return g(cheap_math2<T>{op});
    }
  } else if constexpr (kind_of<T> == kind::complex) {
    g(complex_pow<real_of_t<T>>{});
  } else if constexpr (kind_of<T> == kind::integer) {
    switch (op) {
      case MathOp2::fmod:
      case MathOp2::mod:
      case MathOp2::floor_divide:
      case MathOp2::pow:
      case MathOp2::gcd:
      case MathOp2::lcm:
        return g(slow_integer_math<T>{op});
      default:
        return g(cheap_math2<T>{op});
    }
  } else {
    g(cheap_math2<T>{op});
  }
}

}  // namespace tukey::pointwise
