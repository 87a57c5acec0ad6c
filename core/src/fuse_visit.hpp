// SPDX-License-Identifier: Apache-2.0
// Internal: the functions behind the operations of fused expressions, one definition for CPU loops and kernels.
// No std headers.
#pragma once

#include "element.hpp"
#include "functors.hpp"
#include "fuse_program.hpp"

namespace tukey::fused {

using detail::FuseOp;
using pointwise::kind;
using pointwise::kind_of;

// A result as an element of the machine: truth as 1 or 0, real numbers with a zero imaginary part.
template <class T, class R> TUKEY_FN T lift(R r) {
  if constexpr (kind_of<T> == kind::complex && kind_of<R> != kind::complex)
    return T{static_cast<real_of_t<T>>(r), real_of_t<T>(0)};
  else
    return static_cast<T>(r);
}
// The number that truth and real operations of a machine read.
template <class T> TUKEY_FN real_of_t<T> real_part(T x) {
  if constexpr (kind_of<T> == kind::complex)
    return x.re;
  else
    return x;
}

#define TUKEY_FUNCTION(name, expression)                       \
  template <class T> struct name {                             \
    TUKEY_FN auto operator()(T x) const { return expression; } \
  };
TUKEY_FUNCTION(identity, x)
TUKEY_FUNCTION(reciprocal, T(1) / x)
TUKEY_FUNCTION(cbrt_of, ::cbrt(x))
TUKEY_FUNCTION(exp2_of, ::exp2(x))
TUKEY_FUNCTION(expm1_of, ::expm1(x))
TUKEY_FUNCTION(log2_of, ::log2(x))
TUKEY_FUNCTION(log1p_of, ::log1p(x))
TUKEY_FUNCTION(tan_of, ::tan(x))
TUKEY_FUNCTION(asin_of, ::asin(x))
TUKEY_FUNCTION(acos_of, ::acos(x))
TUKEY_FUNCTION(atan_of, ::atan(x))
TUKEY_FUNCTION(sinh_of, ::sinh(x))
TUKEY_FUNCTION(cosh_of, ::cosh(x))
TUKEY_FUNCTION(tanh_of, ::tanh(x))
TUKEY_FUNCTION(floor_of, ::floor(x))
TUKEY_FUNCTION(ceil_of, ::ceil(x))
TUKEY_FUNCTION(trunc_of, ::trunc(x))
TUKEY_FUNCTION(rint_of, ::rint(x))
TUKEY_FUNCTION(sign_of, x != x ? x : T((x > T(0)) - (x < T(0))))
TUKEY_FUNCTION(is_nan, x != x)
TUKEY_FUNCTION(is_finite, fabs(x) <= pointwise::limits<T>::max)
TUKEY_FUNCTION(not_of, x == T(0))
TUKEY_FUNCTION(real_of, x.re)
TUKEY_FUNCTION(imag_of, x.im)
TUKEY_FUNCTION(square_of, pointwise::square<T>{}(x))
#undef TUKEY_FUNCTION
#define TUKEY_FUNCTION(name, expression)                            \
  template <class T> struct name {                                  \
    TUKEY_FN auto operator()(T x, T y) const { return expression; } \
  };
TUKEY_FUNCTION(pow_of, ::pow(x, y))
TUKEY_FUNCTION(atan2_of, ::atan2(x, y))
TUKEY_FUNCTION(hypot_of, ::hypot(x, y))
TUKEY_FUNCTION(and_of, x != T(0) && y != T(0))
TUKEY_FUNCTION(or_of, x != T(0) || y != T(0))
#undef TUKEY_FUNCTION
template <class T> struct complex_of {
  TUKEY_FN T operator()(T x, T y) const { return {x.re, y.re}; }
};

// Calls g.one(f) or g.two(f) with the function of an operation on T, integers or real numbers.
template <class T, class G> TUKEY_FN void visit_real(FuseOp op, const G& g) {
  using namespace pointwise;
  switch (op) {
    case FuseOp::load:
      return;
    case FuseOp::negative:
      return g.one(negative<T>{});
    case FuseOp::abs:
      return g.one(absolute<T>{});
    case FuseOp::square:
      return g.one(square<T>{});
    case FuseOp::sign:
      return g.one(sign_of<T>{});
    case FuseOp::logical_not:
      return g.one(not_of<T>{});
    case FuseOp::add:
      return g.two(add<T>{});
    case FuseOp::subtract:
      return g.two(subtract<T>{});
    case FuseOp::multiply:
      return g.two(multiply<T>{});
    case FuseOp::maximum:
      return g.two(maximum<T>{});
    case FuseOp::minimum:
      return g.two(minimum<T>{});
    case FuseOp::equal:
      return g.two(equal<T>{});
    case FuseOp::not_equal:
      return g.two(not_equal<T>{});
    case FuseOp::less:
      return g.two(less<T>{});
    case FuseOp::less_equal:
      return g.two(less_equal<T>{});
    case FuseOp::logical_and:
      return g.two(and_of<T>{});
    case FuseOp::logical_or:
      return g.two(or_of<T>{});
    default:
      break;
  }
  if constexpr (kind_of<T> == kind::real) {
    switch (op) {
      case FuseOp::sqrt:
        return g.one(square_root<T>{});
      case FuseOp::reciprocal:
        return g.one(reciprocal<T>{});
      case FuseOp::cbrt:
        return g.one(cbrt_of<T>{});
      case FuseOp::exp:
        return g.one(real_exp<T>{});
      case FuseOp::exp2:
        return g.one(exp2_of<T>{});
      case FuseOp::expm1:
        return g.one(expm1_of<T>{});
      case FuseOp::log:
        return g.one(real_log<T>{});
      case FuseOp::log2:
        return g.one(log2_of<T>{});
      case FuseOp::log10:
        return g.one(real_log10<T>{});
      case FuseOp::log1p:
        return g.one(log1p_of<T>{});
      case FuseOp::sin:
        return g.one(real_sin<T>{});
      case FuseOp::cos:
        return g.one(real_cos<T>{});
      case FuseOp::tan:
        return g.one(tan_of<T>{});
      case FuseOp::asin:
        return g.one(asin_of<T>{});
      case FuseOp::acos:
        return g.one(acos_of<T>{});
      case FuseOp::atan:
        return g.one(atan_of<T>{});
      case FuseOp::sinh:
        return g.one(sinh_of<T>{});
      case FuseOp::cosh:
        return g.one(cosh_of<T>{});
      case FuseOp::tanh:
        return g.one(tanh_of<T>{});
      case FuseOp::floor:
        return g.one(floor_of<T>{});
      case FuseOp::ceil:
        return g.one(ceil_of<T>{});
      case FuseOp::trunc:
        return g.one(trunc_of<T>{});
      case FuseOp::rint:
        return g.one(rint_of<T>{});
      case FuseOp::isnan:
        return g.one(is_nan<T>{});
      case FuseOp::isfinite:
        return g.one(is_finite<T>{});
      case FuseOp::angle:
        return g.one(pointwise::angle<T>{});
      case FuseOp::norm2:
        return g.one(squared_norm<T>{});
      case FuseOp::divide:
        return g.two(divide<T>{});
      case FuseOp::pow:
        return g.two(pow_of<T>{});
      case FuseOp::atan2:
        return g.two(atan2_of<T>{});
      case FuseOp::hypot:
        return g.two(hypot_of<T>{});
      default:
        break;
    }
  }
}
template <class T, class G> TUKEY_FN void visit_complex(FuseOp op, const G& g) {
  using namespace pointwise;
  using R = real_of_t<T>;
  switch (op) {
    case FuseOp::negative:
      return g.one(negative<T>{});
    case FuseOp::abs:
      return g.one(complex_abs<T>{});
    case FuseOp::square:
      return g.one(square<T>{});
    case FuseOp::sqrt:
      return g.one(complex_sqrt<R>{});
    case FuseOp::reciprocal:
      return g.one(reciprocal<T>{});
    case FuseOp::exp:
      return g.one(complex_exp<R>{});
    case FuseOp::log:
      return g.one(complex_log<R>{});
    case FuseOp::log10:
      return g.one(complex_log10<R>{});
    case FuseOp::sin:
      return g.one(complex_sin<R>{});
    case FuseOp::cos:
      return g.one(complex_cos<R>{});
    case FuseOp::conj:
      return g.one(conjugate<T>{});
    case FuseOp::angle:
      return g.one(pointwise::angle<T>{});
    case FuseOp::norm2:
      return g.one(squared_norm<T>{});
    case FuseOp::real:
      return g.one(real_of<T>{});
    case FuseOp::imag:
      return g.one(imag_of<T>{});
    case FuseOp::add:
      return g.two(add<T>{});
    case FuseOp::subtract:
      return g.two(subtract<T>{});
    case FuseOp::multiply:
      return g.two(multiply<T>{});
    case FuseOp::divide:
      return g.two(divide<T>{});
    case FuseOp::equal:
      return g.two(equal<T>{});
    case FuseOp::not_equal:
      return g.two(not_equal<T>{});
    case FuseOp::make_complex:
      return g.two(complex_of<T>{});
    default:
      break;
  }
}

// The same for every machine: functions of real operands within a complex one see the real parts.
template <class G> struct on_real_parts {
  const G& g;
  template <class F> struct wrap {
    F f;
    template <class T> TUKEY_FN auto operator()(T x) const { return f(x.re); }
    template <class T> TUKEY_FN auto operator()(T x, T y) const { return f(x.re, y.re); }
  };
  template <class F> TUKEY_FN void one(const F& f) const { g.one(wrap<F>{f}); }
  template <class F> TUKEY_FN void two(const F& f) const { g.two(wrap<F>{f}); }
};
template <class T, class G> TUKEY_FN void visit(const fuse_instruction& i, const G& g) {
  if constexpr (kind_of<T> == kind::complex) {
    if (i.real)
      visit_real<real_of_t<T>>(i.op, on_real_parts<G>{g});
    else
      visit_complex<T>(i.op, g);
  } else {
    visit_real<T>(i.op, g);
  }
}

// Calls g.template stored<S>() with the type of an array's elements by its number: those that a T machine reads.
template <class T, class G> TUKEY_FN void visit_stored(int type, const G& g) {
  using R = real_of_t<T>;
  switch (type) {
    case detail::type_code<bool>:
      return g.template stored<bool>();
    case detail::type_code<signed char>:
      return g.template stored<signed char>();
    case detail::type_code<unsigned char>:
      return g.template stored<unsigned char>();
    case detail::type_code<short>:
      return g.template stored<short>();
    case detail::type_code<unsigned short>:
      return g.template stored<unsigned short>();
    case detail::type_code<int>:
      return g.template stored<int>();
    case detail::type_code<long>:
      if constexpr (sizeof(R) == 8 && kind_of<R> == kind::integer) g.template stored<long>();
      return;
    case detail::type_code<float>:
      if constexpr (kind_of<R> == kind::real) g.template stored<float>();
      return;
    case detail::type_code<double>:
      if constexpr (kind_of<R> == kind::real) g.template stored<double>();
      return;
    case detail::type_code<half>:
      if constexpr (kind_of<R> == kind::real && sizeof(R) == 4) g.template stored<half>();
      return;
    case detail::type_code<packed_complex<signed char>>:
      if constexpr (kind_of<T> == kind::complex && sizeof(R) == 4) g.template stored<packed_complex<signed char>>();
      return;
    case detail::type_code<packed_complex<short>>:
      if constexpr (kind_of<T> == kind::complex && sizeof(R) == 4) g.template stored<packed_complex<short>>();
      return;
    default:
      if constexpr (kind_of<T> == kind::complex) g.template stored<T>();
      return;
  }
}
// The same for what a T machine writes: its type, its real type and bool.
template <class T, class G> TUKEY_FN void visit_written(int type, const G& g) {
  if (type == detail::type_code<T>) return g.template stored<T>();
  if (type == detail::type_code<bool>) return g.template stored<bool>();
  if constexpr (kind_of<T> == kind::complex) g.template stored<real_of_t<T>>();
}
// An element of the machine as it is written.
template <class D, class T> TUKEY_FN D lower(T x) {
  if constexpr (kind_of<D> == kind::boolean)
    return real_part(x) != real_of_t<T>(0);
  else if constexpr (kind_of<D> == kind::complex)
    return x;
  else
    return real_part(x);
}

// A program's constant as an element of the machine.
template <class T> inline T constant_of(const fuse_program& p, int i) {
  if constexpr (kind_of<T> == kind::integer)
    return static_cast<T>(p.integer[i]);
  else if constexpr (kind_of<T> == kind::complex)
    return T{static_cast<real_of_t<T>>(p.re[i]), static_cast<real_of_t<T>>(p.im[i])};
  else
    return static_cast<T>(p.re[i]);
}
inline int stored_size(int type) {
  switch (type) {
#define TUKEY_SIZE(number, type) \
  case number:                   \
    return sizeof(type);
    TUKEY_INTEGER_CODES(TUKEY_SIZE)
    TUKEY_OTHER_CODES(TUKEY_SIZE)
#undef TUKEY_SIZE
    default:
      return 0;
  }
}

}  // namespace tukey::fused
