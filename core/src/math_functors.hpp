// SPDX-License-Identifier: Apache-2.0
// Internal: the pointwise functions of math.hpp, one definition for CPU loops and kernels. No std headers.
#pragma once

#include "functors.hpp"
#include "tukey/detail/math_ops.hpp"

namespace tukey::pointwise {

using detail::LogicOp;
using detail::MathOp;
using detail::MathOp2;
using detail::TestOp;

// Real functions of one argument -------------------------------------------------------------------------------------
#define TUKEY_REAL_FUNCTION(name, call)                  \
  template <class T> struct name {                       \
    static constexpr bool heavy = true;                  \
    TUKEY_FN T operator()(T x) const { return call(x); } \
  };
TUKEY_REAL_FUNCTION(real_tan, ::tan)
TUKEY_REAL_FUNCTION(real_asin, ::asin)
TUKEY_REAL_FUNCTION(real_acos, ::acos)
TUKEY_REAL_FUNCTION(real_atan, ::atan)
TUKEY_REAL_FUNCTION(real_sinh, ::sinh)
TUKEY_REAL_FUNCTION(real_cosh, ::cosh)
TUKEY_REAL_FUNCTION(real_tanh, ::tanh)
TUKEY_REAL_FUNCTION(real_asinh, ::asinh)
TUKEY_REAL_FUNCTION(real_acosh, ::acosh)
TUKEY_REAL_FUNCTION(real_atanh, ::atanh)
TUKEY_REAL_FUNCTION(real_exp2, ::exp2)
TUKEY_REAL_FUNCTION(real_expm1, ::expm1)
TUKEY_REAL_FUNCTION(real_log1p, ::log1p)
TUKEY_REAL_FUNCTION(real_log2, ::log2)
TUKEY_REAL_FUNCTION(real_cbrt, ::cbrt)
#undef TUKEY_REAL_FUNCTION

// sin(pi x) / (pi x): the argument is reduced before it is multiplied with pi.
template <class T> struct real_sinc {
  static constexpr bool heavy = true;
  TUKEY_FN T operator()(T x) const {
    if (x == 0) return T(1);
    T r = x - 2 * rint(x / 2);  // in [-1, 1], exact
    if (fabs(r) > T(0.5)) r = copysign(T(1), r) - r;
    return sin(T(3.14159265358979323846) * r) / (T(3.14159265358979323846) * x);
  }
};

// I0 by Chebyshev series: e^-x I0(x) on [0, 8], e^-x sqrt(x) I0(x) beyond. Coefficients by interpolation at 40
// Chebyshev points in 50 digits.
template <int N> TUKEY_FN double chebyshev(const double (&c)[N], double x) {
  double b0 = 0, b1 = 0;
#if defined(__CUDACC__)
#pragma unroll
#endif
  for (int k = N - 1; k > 0; --k) {
    const double b = 2 * x * b0 - b1 + c[k];
    b1 = b0, b0 = b;
  }
  return x * b0 - b1 + c[0];
}
TUKEY_FN double i0_small(double x) {
  static constexpr double c[] = {
      3.38397637204738033e-01, -3.04682672343198402e-01, 1.71620901522208769e-01, -9.49010970480476390e-02,
      4.93052842396707117e-02, -2.37374148058994705e-02, 1.05464603945949979e-02, -4.32430999505057593e-03,
      1.63947561694133574e-03, -5.76375574538582356e-04, 1.88502885095841649e-04, -5.75419501008210397e-05,
      1.64484480707288956e-05, -4.41673835845875052e-06, 1.11738753912010366e-06, -2.67079385394061193e-07,
      6.04699502254191863e-08, -1.30002500998624805e-08, 2.65982372468238660e-09, -5.18979560163526271e-10,
      9.67580903537323697e-11, -1.72682629144155587e-11, 2.95505266312963988e-12, -4.85644678311192896e-13,
      7.67618549860493607e-14, -1.16853328779934514e-14, 1.71539128555513307e-15, -2.43127984654795490e-16,
      3.33079451882223839e-17, -4.41534164647933951e-18};
  return chebyshev(c, x);
}
TUKEY_FN double i0_large(double x) {
  static constexpr double c[] = {
      4.02245205507054393e-01,  3.36911647825569429e-03,  6.88975834691682454e-05,  2.89137052083475665e-06,
      2.04891858946906384e-07,  2.26666899049817804e-08,  3.39623202570838651e-09,  4.94060238822497006e-10,
      1.18891471078464390e-11,  -3.14991652796324165e-11, -1.32158118404477133e-11, -1.79417853150680615e-12,
      7.18012445138366601e-13,  3.85277838274214259e-13,  1.54008621752140996e-14,  -4.15056934728722224e-14,
      -9.55484669882830731e-15, 3.81168066935262083e-15,  1.77256013305652454e-15,  -3.42548561967714208e-16,
      -2.82762398051664577e-16, 3.46122286769565793e-17,  4.46562142030207778e-17,  -4.83050448596401048e-18,
      -7.23318048804384428e-18, 9.92147541565703770e-19,  1.19365089094186928e-18};
  return chebyshev(c, x);
}
template <class T> struct real_i0 {
  static constexpr bool heavy = true;
  TUKEY_FN T operator()(T value) const {
    const double x = fabs(static_cast<double>(value));
    if (x <= 8) return static_cast<T>(exp(x) * i0_small(x / 4 - 1));
    if (isinf(x)) return static_cast<T>(x);
    // e^x may overflow where I0 does not.
    const double half = exp(x / 2);
    return static_cast<T>(half * (i0_large(16 / x - 1) / sqrt(x)) * half);
  }
};

template <class T> TUKEY_FN bool is_negative(T x) {
  if constexpr (is_signed<T>) return x < T(0);
  return false;
}

// Cheap functions of one argument ------------------------------------------------------------------------------------
template <class T> struct reciprocal {
  TUKEY_FN T operator()(T x) const {
    if constexpr (kind_of<T> == kind::complex) {
      using R = real_of_t<T>;
      if (x.re == 0 && x.im == 0) return {R(NAN), R(NAN)};  // as NumPy, whose quotient 1 / 0 is another one
    }
    return T(1) / x;
  }
};
template <class T> struct sign {
  TUKEY_FN T operator()(T x) const {
    if constexpr (kind_of<T> == kind::complex) {
      using R = real_of_t<T>;
      const R size = abs_of(x);
      if (isnan(size)) return {size, size};
      if (isinf(size)) {
        const bool re = isinf(x.re), im = isinf(x.im);
        if (re && im) return {x.re - x.re, x.re - x.re};
        return {re ? copysign(R(1), x.re) : R(0), im ? copysign(R(1), x.im) : R(0)};
      }
      if (size == 0) return {R(0), R(0)};
      return {x.re / size, x.im / size};
    } else if constexpr (kind_of<T> == kind::real) {
      return x > 0 ? T(1) : x < 0 ? T(-1) : x == 0 ? T(0) : x;
    } else if constexpr (is_signed<T>) {
      return T((x > 0) - (x < 0));
    } else {
      return T(x > 0);
    }
  }
};
template <class T> struct round_even {
  TUKEY_FN T operator()(T x) const {
    if constexpr (kind_of<T> == kind::complex)
      return {::rint(x.re), ::rint(x.im)};
    else
      return ::rint(x);
  }
};
#define TUKEY_REAL_FUNCTION(name, call)               \
  template <class T> struct name {                    \
    TUKEY_FN T operator()(T x) const { return call; } \
  };
TUKEY_REAL_FUNCTION(round_down, ::floor(x))
TUKEY_REAL_FUNCTION(round_up, ::ceil(x))
TUKEY_REAL_FUNCTION(round_to_zero, ::trunc(x))
TUKEY_REAL_FUNCTION(to_degrees, x* T(57.295779513082320877))
TUKEY_REAL_FUNCTION(to_radians, x* T(0.017453292519943295769))
TUKEY_REAL_FUNCTION(step_away, ::nextafter(x, x < 0 ? -T(HUGE_VAL) : T(HUGE_VAL)) - x)
// The part behind the point, with x's sign.
TUKEY_REAL_FUNCTION(fraction, ::copysign(isinf(x) ? T(0) : x - ::trunc(x), x))
#undef TUKEY_REAL_FUNCTION
template <class T> struct mantissa {
  static constexpr bool heavy = true;
  TUKEY_FN T operator()(T x) const {
    int unused;
    return ::frexp(x, &unused);
  }
};
template <class T> struct exponent {
  static constexpr bool heavy = true;
  TUKEY_FN int operator()(T x) const {
    if (!finite(x)) return 0;
    int e;
    ::frexp(x, &e);
    return e;
  }
};
template <class T> struct invert {
  TUKEY_FN T operator()(T x) const {
    if constexpr (kind_of<T> == kind::boolean)
      return !x;
    else
      return T(~x);
  }
};
template <class T> struct bit_count {
  TUKEY_FN unsigned char operator()(T value) const {
    const unsigned long x =
        static_cast<unsigned long>(is_negative(value) ? negative<T>{}(value) : value) & (~0ul >> (64 - 8 * sizeof(T)));
#if defined(__CUDACC__)
    return static_cast<unsigned char>(sizeof(T) == 8 ? __popcll(x) : __popc(static_cast<unsigned>(x)));
#else
    return static_cast<unsigned char>(__builtin_popcountl(x));
#endif
  }
};
template <class T> struct round_to {
  double factor;  // a power of ten
  bool multiply;  // by the factor before rounding, else divide
  TUKEY_FN T operator()(T x) const {
    if constexpr (kind_of<T> == kind::complex) {
      const round_to<real_of_t<T>> part{factor, multiply};
      return {part(x.re), part(x.im)};
    } else if constexpr (kind_of<T> == kind::real) {
      const T f = T(factor);
      return multiply ? ::rint(x * f) / f : ::rint(x / f) * f;
    } else {
      return T(static_cast<long>(::rint(static_cast<double>(x) / factor) * factor));
    }
  }
};
template <class T> struct replace_nan {
  T nan, posinf, neginf;
  TUKEY_FN T operator()(T x) const { return isnan(x) ? nan : isinf(x) ? (x > 0 ? posinf : neginf) : x; }
};
template <class T> struct replace_nan<cplx<T>> {
  T nan, posinf, neginf;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const {
    const replace_nan<T> part{nan, posinf, neginf};
    return {part(z.re), part(z.im)};
  }
};
// What T has of these, chosen at run time.
template <class T> struct cheap_math {
  MathOp op;
  template <class G> TUKEY_FN void visit(const G& g) const {
    if constexpr (kind_of<T> == kind::boolean) {
      g(invert<T>{});
    } else if constexpr (kind_of<T> == kind::integer) {
      op == MathOp::sign ? g(sign<T>{}) : g(invert<T>{});
    } else if constexpr (kind_of<T> == kind::complex) {
      switch (op) {
        case MathOp::reciprocal:
          return g(reciprocal<T>{});
        case MathOp::rint:
          return g(round_even<T>{});
        default:
          return g(sign<T>{});
      }
    } else {
      switch (op) {
        case MathOp::reciprocal:
          return g(reciprocal<T>{});
        case MathOp::sign:
          return g(sign<T>{});
        case MathOp::rint:
          return g(round_even<T>{});
        case MathOp::floor:
          return g(round_down<T>{});
        case MathOp::ceil:
          return g(round_up<T>{});
        case MathOp::trunc:
          return g(round_to_zero<T>{});
        case MathOp::fabs:
          return g(absolute<T>{});
        case MathOp::degrees:
          return g(to_degrees<T>{});
        case MathOp::radians:
          return g(to_radians<T>{});
        case MathOp::spacing:
          return g(step_away<T>{});
        case MathOp::fraction:
          return g(fraction<T>{});
        default:
          return;
      }
    }
  }
};

// Real functions of two arguments ------------------------------------------------------------------------------------
#define TUKEY_REAL_FUNCTION(name, call)                    \
  template <class T> struct name {                         \
    static constexpr bool heavy = true;                    \
    TUKEY_FN T operator()(T a, T b) const { return call; } \
  };
TUKEY_REAL_FUNCTION(real_atan2, ::atan2(a, b))
TUKEY_REAL_FUNCTION(real_hypot, abs_of(cplx<T>(a, b)))
TUKEY_REAL_FUNCTION(real_pow, ::pow(a, b))
TUKEY_REAL_FUNCTION(real_fmod, ::fmod(a, b))
#undef TUKEY_REAL_FUNCTION
template <class T> struct real_logaddexp {
  static constexpr bool heavy = true;
  TUKEY_FN T operator()(T a, T b) const {
    const T d = a - b;
    if (a == b) return a + T(0.69314718055994530942);  // infinities too
    if (isnan(d)) return d;
    return (d > 0 ? a : b) + ::log1p(::exp(-fabs(d)));
  }
};
template <class T> struct real_logaddexp2 {
  static constexpr bool heavy = true;
  TUKEY_FN T operator()(T a, T b) const {
    const T d = a - b;
    if (a == b) return a + T(1);
    if (isnan(d)) return d;
    return (d > 0 ? a : b) + T(1.4426950408889634074) * ::log1p(::exp2(-fabs(d)));
  }
};
template <class T> struct real_mod {
  static constexpr bool heavy = true;
  TUKEY_FN T operator()(T a, T b) const {
    const T r = ::fmod(a, b);
    if (b == 0) return r;
    if (r == 0) return ::copysign(T(0), b);
    return (b < 0) != (r < 0) ? r + b : r;
  }
};
template <class T> struct real_floor_divide {
  static constexpr bool heavy = true;
  TUKEY_FN T operator()(T a, T b) const {
    if (b == 0) return a / b;
    const T r = ::fmod(a, b);
    T q = (a - r) / b;
    if (r != 0 && (b < 0) != (r < 0)) q -= 1;
    if (q == 0) return ::copysign(T(0), a / b);
    const T down = ::floor(q);
    return q - down > T(0.5) ? down + 1 : down;
  }
};
template <class T> struct copy_sign {
  TUKEY_FN T operator()(T a, T b) const { return ::copysign(a, b); }
};
template <class T> struct next_after {
  TUKEY_FN T operator()(T a, T b) const { return ::nextafter(a, b); }
};
template <class T> struct heaviside {
  TUKEY_FN T operator()(T a, T b) const { return a > 0 ? T(1) : a < 0 ? T(0) : a == 0 ? b : a; }
};
template <class T> struct larger_number {
  TUKEY_FN T operator()(T a, T b) const { return a >= b || b != b ? a : b; }
};
template <class T> struct smaller_number {
  TUKEY_FN T operator()(T a, T b) const { return a <= b || b != b ? a : b; }
};
template <class T> struct scale_by_power {  // ldexp
  static constexpr bool heavy = true;
  TUKEY_FN T operator()(T x, int e) const { return ::ldexp(x, e); }
};

// Integers -----------------------------------------------------------------------------------------------------------
// The divisors 0, and -1 of the lowest value, are undefined in C.
template <class T> struct integer_fmod {
  static constexpr bool heavy = true;
  TUKEY_FN T operator()(T a, T b) const {
    if (b == T(0)) return T(0);
    if constexpr (is_signed<T>)
      if (b == T(-1)) return T(0);
    return T(a % b);
  }
};
template <class T> struct integer_mod {
  static constexpr bool heavy = true;
  TUKEY_FN T operator()(T a, T b) const {
    const T r = integer_fmod<T>{}(a, b);
    if constexpr (is_signed<T>) return T(r != 0 && (r < 0) != (b < 0) ? r + b : r);
    return r;
  }
};
template <class T> struct integer_floor_divide {
  static constexpr bool heavy = true;
  TUKEY_FN T operator()(T a, T b) const {
    if (b == T(0)) return T(0);
    if constexpr (is_signed<T>) {
      if (b == T(-1)) return negative<T>{}(a);
      const T q = T(a / b);
      return T((a < 0) != (b < 0) && q * b != a ? q - 1 : q);
    }
    return T(a / b);
  }
};
template <class T> struct integer_pow {
  static constexpr bool heavy = true;
  TUKEY_FN T operator()(T a, T b) const {
    using W = wrapping_t<T>;
    if constexpr (is_signed<T>)
      if (b < 0) return a == T(1) ? T(1) : a == T(-1) ? T(b & 1 ? -1 : 1) : T(0);
    W base = W(a), power = 1;
    for (W e = W(b); e; e >>= 1) {
      if (e & 1) power *= base;
      base *= base;
    }
    return T(power);
  }
};
template <class T> TUKEY_FN wrapping_t<T> magnitude(T x) {
  const wrapping_t<T> w = wrapping_t<T>(x);
  return is_negative(x) ? wrapping_t<T>(0) - w : w;
}
template <class W> TUKEY_FN W common_divisor(W a, W b) {
  while (b) {
    const W r = a % b;
    a = b, b = r;
  }
  return a;
}
template <class T> struct integer_gcd {
  static constexpr bool heavy = true;
  TUKEY_FN T operator()(T a, T b) const { return T(common_divisor(magnitude(a), magnitude(b))); }
};
template <class T> struct integer_lcm {
  static constexpr bool heavy = true;
  TUKEY_FN T operator()(T a, T b) const {
    const auto x = magnitude(a), y = magnitude(b), d = common_divisor(x, y);
    return d ? T(x / d * y) : T(0);
  }
};
// One kernel for all of them: these spend their time in divisions.
template <class T> struct slow_integer_math {
  static constexpr bool heavy = true;
  MathOp2 op;
  template <class G> TUKEY_FN void visit(const G& g) const {
    switch (op) {
      case MathOp2::fmod:
        return g(integer_fmod<T>{});
      case MathOp2::mod:
        return g(integer_mod<T>{});
      case MathOp2::floor_divide:
        return g(integer_floor_divide<T>{});
      case MathOp2::pow:
        return g(integer_pow<T>{});
      case MathOp2::gcd:
        return g(integer_gcd<T>{});
      default:
        return g(integer_lcm<T>{});
    }
  }
};

template <class T> struct bits_and {
  TUKEY_FN T operator()(T a, T b) const { return T(a & b); }
};
template <class T> struct bits_or {
  TUKEY_FN T operator()(T a, T b) const { return T(a | b); }
};
template <class T> struct bits_xor {
  TUKEY_FN T operator()(T a, T b) const { return T(a ^ b); }
};
template <class T> struct shift_left {
  TUKEY_FN T operator()(T a, T b) const { return wrapping_t<T>(b) < 8 * sizeof(T) ? T(wrapping_t<T>(a) << b) : T(0); }
};
template <class T> struct shift_right {
  TUKEY_FN T operator()(T a, T b) const {
    return wrapping_t<T>(b) < 8 * sizeof(T) ? T(a >> b) : T(is_negative(a) ? -1 : 0);
  }
};
// Cheap functions of two arguments, chosen at run time.
template <class T> struct cheap_math2 {
  MathOp2 op;
  template <class G> TUKEY_FN void visit(const G& g) const {
    if constexpr (kind_of<T> == kind::real) {
      switch (op) {
        case MathOp2::copysign:
          return g(copy_sign<T>{});
        case MathOp2::nextafter:
          return g(next_after<T>{});
        case MathOp2::heaviside:
          return g(heaviside<T>{});
        case MathOp2::fmax:
          return g(larger_number<T>{});
        default:
          return g(smaller_number<T>{});
      }
    } else {
      switch (op) {
        case MathOp2::bitwise_and:
          return g(bits_and<T>{});
        case MathOp2::bitwise_or:
          return g(bits_or<T>{});
        case MathOp2::bitwise_xor:
          return g(bits_xor<T>{});
        case MathOp2::left_shift:
          if constexpr (kind_of<T> == kind::integer) g(shift_left<T>{});
          return;
        default:
          if constexpr (kind_of<T> == kind::integer) g(shift_right<T>{});
          return;
      }
    }
  }
};

// To bool ------------------------------------------------------------------------------------------------------------
#define TUKEY_TEST(name, real_part, combine)       \
  template <class T> struct name {                 \
    TUKEY_FN bool operator()(T x) const {          \
      if constexpr (kind_of<T> == kind::complex) { \
        const name<real_of_t<T>> f;                \
        return f(x.re) combine f(x.im);            \
      } else {                                     \
        return real_part;                          \
      }                                            \
    }                                              \
  };
TUKEY_TEST(is_finite, fabs(x) <= limits<T>::max, &&)
TUKEY_TEST(is_inf, fabs(x) > limits<T>::max, ||)
TUKEY_TEST(is_nan, x != x, ||)
#undef TUKEY_TEST
template <class T> struct is_posinf {
  TUKEY_FN bool operator()(T x) const { return x > limits<T>::max; }
};
template <class T> struct is_neginf {
  TUKEY_FN bool operator()(T x) const { return x < -limits<T>::max; }
};
template <class T> struct sign_bit {
  TUKEY_FN bool operator()(T x) const { return ::copysign(T(1), x) < 0; }
};
template <class T> struct has_imag {
  TUKEY_FN bool operator()(T x) const { return x.im != 0; }
};
template <class T> struct has_no_imag {
  TUKEY_FN bool operator()(T x) const { return x.im == 0; }
};
template <class T> struct test {
  TestOp op;
  template <class G> TUKEY_FN void visit(const G& g) const {
    switch (op) {
      case TestOp::isfinite:
        return g(is_finite<T>{});
      case TestOp::isinf:
        return g(is_inf<T>{});
      case TestOp::isnan:
        return g(is_nan<T>{});
      case TestOp::isposinf:
        if constexpr (kind_of<T> == kind::real) g(is_posinf<T>{});
        return;
      case TestOp::isneginf:
        if constexpr (kind_of<T> == kind::real) g(is_neginf<T>{});
        return;
      case TestOp::signbit:
        if constexpr (kind_of<T> == kind::real) g(sign_bit<T>{});
        return;
      case TestOp::iscomplex:
        if constexpr (kind_of<T> == kind::complex) g(has_imag<T>{});
        return;
      case TestOp::isreal:
        if constexpr (kind_of<T> == kind::complex) g(has_no_imag<T>{});
        return;
    }
  }
};
template <class T> struct both_true {
  TUKEY_FN bool operator()(T a, T b) const { return (a != T(0)) & (b != T(0)); }
};
template <class T> struct either_true {
  TUKEY_FN bool operator()(T a, T b) const { return (a != T(0)) | (b != T(0)); }
};
template <class T> struct one_true {
  TUKEY_FN bool operator()(T a, T b) const { return (a != T(0)) != (b != T(0)); }
};
template <class T> struct logic {
  LogicOp op;
  template <class G> TUKEY_FN void visit(const G& g) const {
    switch (op) {
      case LogicOp::logical_and:
        return g(both_true<T>{});
      case LogicOp::logical_or:
        return g(either_true<T>{});
      case LogicOp::logical_xor:
        return g(one_true<T>{});
    }
  }
};
// Integers as doubles, as NumPy compares them.
template <class T> struct in_double { using type = double; };
template <> struct in_double<float> { using type = float; };
template <class T> struct in_double<cplx<T>> { using type = cplx<T>; };
template <class T> struct close_to {
  double rtol, atol;
  bool equal_nan;
  TUKEY_FN bool operator()(T a, T b) const {
    using D = typename in_double<T>::type;
    using R = real_of_t<D>;
    const D x = D(a), y = D(b);
    const bool near = size(x - y) <= R(atol) + R(rtol) * size(y) && is_finite<D>{}(y);
    return near || x == y || (equal_nan && is_nan<D>{}(x) && is_nan<D>{}(y));
  }
  template <class R> static TUKEY_FN R size(R x) { return fabs(x); }
  template <class R> static TUKEY_FN R size(cplx<R> x) { return abs_of(x); }
};

template <class T> struct clip_between {
  TUKEY_FN T operator()(T x, T low, T high) const { return minimum<T>{}(maximum<T>{}(x, low), high); }
};

// What unwrap adds from b on, where b follows a: a multiple of the period.
template <class T> struct phase_jump {
  T period, discont;
  TUKEY_FN T operator()(T b, T a) const {
    const T d = b - a, half = period / 2;
    T wrapped = real_mod<T>{}(d + half, period) - half;
    if (wrapped == -half && d > 0) wrapped = half;
    return fabs(d) < discont ? T(0) : ::rint((wrapped - d) / period) * period;
  }
};

}  // namespace tukey::pointwise
