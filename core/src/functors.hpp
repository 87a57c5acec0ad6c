// SPDX-License-Identifier: Apache-2.0
// Internal: the pointwise functions, one definition for CPU loops and kernels. No std headers.
//
// Functors with visit(g) hold a run-time choice of operation; visit calls g with the chosen functor. Functors with
// `heavy` spend longer on arithmetic than on memory.
#pragma once

#include "tukey/cplx.hpp"
#include "tukey/detail/ops.hpp"

#if defined(__CUDACC__)
#define TUKEY_FN __device__ inline
#else
#define TUKEY_FN inline
#endif

namespace tukey::pointwise {

using detail::BinaryOp;
using detail::CompareOp;
using detail::RealOp;
using detail::UnaryOp;

// What a type is, and the unsigned type in which integers wrap around without undefined behaviour.
enum class kind { boolean, integer, real, complex };
template <class T> struct traits;
#define TUKEY_TRAITS(type, what, word)     \
  template <> struct traits<type> {        \
    static constexpr kind is = kind::what; \
    using wrapping = word;                 \
  };
TUKEY_TRAITS(bool, boolean, bool)
TUKEY_TRAITS(signed char, integer, unsigned)
TUKEY_TRAITS(short, integer, unsigned)
TUKEY_TRAITS(int, integer, unsigned)
TUKEY_TRAITS(long, integer, unsigned long)
TUKEY_TRAITS(unsigned char, integer, unsigned)
TUKEY_TRAITS(unsigned short, integer, unsigned)
TUKEY_TRAITS(unsigned, integer, unsigned)
TUKEY_TRAITS(unsigned long, integer, unsigned long)
TUKEY_TRAITS(float, real, float)
TUKEY_TRAITS(double, real, double)
TUKEY_TRAITS(cplx<float>, complex, cplx<float>)
TUKEY_TRAITS(cplx<double>, complex, cplx<double>)
#undef TUKEY_TRAITS
template <class T> inline constexpr kind kind_of = traits<T>::is;
template <class T> inline constexpr bool is_signed = T(-1) < T(0);
template <class T> inline constexpr bool is_signed<cplx<T>> = false;
template <class T> using wrapping_t = typename traits<T>::wrapping;

// The limits that complex functions scale by.
template <class T> struct limits;
template <> struct limits<float> {
  static constexpr float max = 3.40282346638528859812e+38f, min = 1.17549435082228750797e-38f;
  static constexpr float up = 0x1p48f, root_up = 0x1p24f;  // lifts subnormals into the normal range, and its root
  static constexpr float exp_step = 48.0f;                 // exp of twice this does not overflow twice
  static constexpr float exp_max = 88.0f;                  // exp below it is finite
};
template <> struct limits<double> {
  static constexpr double max = 1.79769313486231570815e+308, min = 2.22507385850720138309e-308;
  static constexpr double up = 0x1p108, root_up = 0x1p54;
  static constexpr double exp_step = 400.0;
  static constexpr double exp_max = 709.0;
};

// Arithmetic --------------------------------------------------------------------------------------------------------
template <class T> struct add {
  TUKEY_FN T operator()(T a, T b) const { return T(wrapping_t<T>(a) + wrapping_t<T>(b)); }
};
template <class T> struct subtract {
  TUKEY_FN T operator()(T a, T b) const { return T(wrapping_t<T>(a) - wrapping_t<T>(b)); }
};
template <class T> struct multiply {
  TUKEY_FN T operator()(T a, T b) const { return T(wrapping_t<T>(a) * wrapping_t<T>(b)); }
};
template <class T> struct divide {
  TUKEY_FN T operator()(T a, T b) const { return a / b; }
};
// NaN where either is NaN. Two selections instead of one of two conditions: compilers make vectors of these.
template <class T> struct maximum {
  TUKEY_FN T operator()(T a, T b) const {
    const T larger = a > b ? a : b;
    return a != a ? a : larger;
  }
};
template <class T> struct minimum {
  TUKEY_FN T operator()(T a, T b) const {
    const T smaller = a < b ? a : b;
    return a != a ? a : smaller;
  }
};
struct logical_and {
  TUKEY_FN bool operator()(bool a, bool b) const { return a && b; }
};
struct logical_or {
  TUKEY_FN bool operator()(bool a, bool b) const { return a || b; }
};
template <class T> struct binary {
  BinaryOp op;
  template <class G> TUKEY_FN void visit(const G& g) const {
    if constexpr (kind_of<T> == kind::boolean) {
      op == BinaryOp::logical_and ? g(logical_and{}) : g(logical_or{});
    } else {
      switch (op) {
        case BinaryOp::add:
          return g(add<T>{});
        case BinaryOp::subtract:
          return g(subtract<T>{});
        case BinaryOp::multiply:
          return g(multiply<T>{});
        case BinaryOp::divide:
          if constexpr (kind_of<T> == kind::real || kind_of<T> == kind::complex) g(divide<T>{});
          return;
        case BinaryOp::maximum:
          if constexpr (kind_of<T> != kind::complex) g(maximum<T>{});
          return;
        case BinaryOp::minimum:
          if constexpr (kind_of<T> != kind::complex) g(minimum<T>{});
          return;
        default:
          return;
      }
    }
  }
};

template <class T> struct equal {
  TUKEY_FN bool operator()(T a, T b) const { return a == b; }
};
template <class T> struct not_equal {
  TUKEY_FN bool operator()(T a, T b) const { return a != b; }
};
template <class T> struct less {
  TUKEY_FN bool operator()(T a, T b) const { return a < b; }
};
template <class T> struct less_equal {
  TUKEY_FN bool operator()(T a, T b) const { return a <= b; }
};
// The caller swaps the operands of greater and greater_equal.
template <class T> struct compare {
  CompareOp op;
  template <class G> TUKEY_FN void visit(const G& g) const {
    switch (op) {
      case CompareOp::equal:
        return g(equal<T>{});
      case CompareOp::not_equal:
        return g(not_equal<T>{});
      case CompareOp::less:
        if constexpr (kind_of<T> != kind::complex) g(less<T>{});
        return;
      default:
        if constexpr (kind_of<T> != kind::complex) g(less_equal<T>{});
        return;
    }
  }
};

template <class T> struct select {
  TUKEY_FN T operator()(bool condition, T a, T b) const { return condition ? a : b; }
};
template <class T> struct clip {
  T low, high;
  TUKEY_FN T operator()(T x) const { return minimum<T>{}(maximum<T>{}(x, low), high); }
};

// Functions of one argument that cost little -------------------------------------------------------------------------
template <class T> struct negative {
  TUKEY_FN T operator()(T x) const {
    if constexpr (kind_of<T> == kind::integer)
      return T(wrapping_t<T>(0) - wrapping_t<T>(x));
    else
      return -x;
  }
};
template <class T> struct square {
  TUKEY_FN T operator()(T x) const { return T(wrapping_t<T>(x) * wrapping_t<T>(x)); }
};
template <class T> struct absolute {
  TUKEY_FN T operator()(T x) const {
    if constexpr (kind_of<T> == kind::integer)
      return x < T(0) ? negative<T>{}(x) : x;
    else
      return fabs(x);
  }
};
template <class T> struct conjugate {
  TUKEY_FN T operator()(T x) const { return conj(x); }
};
template <class T> struct square_root {
  TUKEY_FN T operator()(T x) const { return sqrt(x); }
};
template <class T> struct unary {
  UnaryOp op;
  template <class G> TUKEY_FN void visit(const G& g) const {
    switch (op) {
      case UnaryOp::negative:
        return g(negative<T>{});
      case UnaryOp::square:
        return g(square<T>{});
      case UnaryOp::abs:
        if constexpr (is_signed<T>) g(absolute<T>{});
        return;
      case UnaryOp::conj:
        if constexpr (kind_of<T> == kind::complex) g(conjugate<T>{});
        return;
      case UnaryOp::sqrt:
        if constexpr (kind_of<T> == kind::real) g(square_root<T>{});
        return;
      default:
        return;
    }
  }
};

// Real functions ------------------------------------------------------------------------------------------------------
#define TUKEY_REAL_FUNCTION(name, call)                  \
  template <class T> struct name {                       \
    static constexpr bool heavy = true;                  \
    TUKEY_FN T operator()(T x) const { return call(x); } \
  };
TUKEY_REAL_FUNCTION(real_exp, ::exp)
TUKEY_REAL_FUNCTION(real_log, ::log)
TUKEY_REAL_FUNCTION(real_log10, ::log10)
TUKEY_REAL_FUNCTION(real_sin, ::sin)
TUKEY_REAL_FUNCTION(real_cos, ::cos)
#undef TUKEY_REAL_FUNCTION

// Complex functions: C99 Annex G's special values and branch cuts, no spurious overflow -----------------------------
template <class T> struct complex_sqrt {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const {
    T x = z.re, y = z.im;
    if (x == 0 && y == 0) return {T(0), y};
    if (isinf(y)) return {fabs(y), y};
    if (isnan(x)) return {x, x};
    if (isinf(x)) {
      if (x < 0) return {fabs(y - y), copysign(x, y)};
      return {x, copysign(y - y, y)};
    }
    // Powers of two bring both parts where their hypotenuse neither overflows nor loses digits.
    T scale = T(1);
    const T largest = fmax(fabs(x), fabs(y));
    if (largest > limits<T>::max / 4) {
      x *= T(0.25), y *= T(0.25), scale = T(2);
    } else if (largest < limits<T>::min * limits<T>::up) {
      x *= limits<T>::up, y *= limits<T>::up, scale = 1 / limits<T>::root_up;
    }
    const T t = sqrt((fabs(x) + hypot(x, y)) / 2);
    if (x >= 0) return {t * scale, y / (2 * t) * scale};
    return {fabs(y) / (2 * t) * scale, copysign(t, y) * scale};
  }
};

// exp(x) * factor * scale where exp(x) alone may overflow; the factor may be subnormal, scale is 1 or 1/2.
template <class T> TUKEY_FN T exp_times(T x, T factor, T scale) {
  if (x < limits<T>::exp_max) return exp(x) * scale * factor;
  const T step = exp(limits<T>::exp_step);
  return factor * step * exp(x - 2 * limits<T>::exp_step) * (step * scale);
}
// x is in range of a trigonometric function.
template <class T> TUKEY_FN bool finite(T x) { return fabs(x) <= limits<T>::max; }

template <class T> struct complex_exp {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const {
    if (z.im == 0) return {exp(z.re), z.im};
    if (!finite(z.im)) {
      const T undefined = z.im - z.im;
      if (!isinf(z.re)) return {undefined, undefined};
      if (z.re < 0) return {T(0), T(0)};
      return {z.re, undefined};
    }
    const T c = cos(z.im), s = sin(z.im);
    if (isinf(z.re) && z.re > 0) return {copysign(z.re, c), copysign(z.re, s)};
    return {exp_times(z.re, c, T(1)), exp_times(z.re, s, T(1))};
  }
};

// A product that is rounded before it is used: not contracted into a fused multiply-add.
#if defined(__CUDA_ARCH__)
TUKEY_FN float rounded_product(float a, float b) { return __fmul_rn(a, b); }
TUKEY_FN double rounded_product(double a, double b) { return __dmul_rn(a, b); }
#else
template <class T> TUKEY_FN T rounded_product(T a, T b) {
  volatile T p = a * b;
  return p;
}
#endif

template <class T> TUKEY_FN T log_abs(cplx<T> z) {
  T x = fabs(z.re), y = fabs(z.im);
  if (x < y) {
    const T t = x;
    x = y, y = t;
  }
  const T xx = rounded_product(x, x), yy = rounded_product(y, y);
  if (xx + yy >= T(0.5) && xx + yy <= T(2)) {
    // Near |z| = 1: log1p(|z|^2 - 1) / 2 with the difference in twice the working precision. Both subtractions are
    // exact: x^2 is in [1/2, 2], or x^2 and y^2 are at least 1/8 and below 1/2.
    const bool large = xx >= T(0.5);
    const T a = large ? xx - 1 : xx - T(0.5), b = large ? yy : yy - T(0.5);
    const T sum = a + b, back = sum - a;
    const T rest = (a - (sum - back)) + (b - back);
    return log1p(sum + (rest + (fma(x, x, -xx) + fma(y, y, -yy)))) / 2;
  }
  if (x > limits<T>::max / 4 && finite(x)) return log(hypot(x / 4, y / 4)) + T(1.38629436111989061883);
  if (x < limits<T>::min * limits<T>::up && x > 0)
    return log(hypot(x * limits<T>::up, y * limits<T>::up)) - log(limits<T>::up);
  return log(hypot(x, y));
}
template <class T> struct complex_log {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const { return {log_abs(z), atan2(z.im, z.re)}; }
};
template <class T> struct complex_log10 {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const {
    const T scale = T(0.43429448190325182765);
    return {log_abs(z) * scale, atan2(z.im, z.re) * scale};
  }
};

// (f cosh y, g sinh y) for finite y where cosh(y) alone may overflow.
template <class T> TUKEY_FN cplx<T> times_cosh_sinh(T f, T g, T y) {
  if (fabs(y) < limits<T>::exp_max) return {f * cosh(y), g * sinh(y)};
  return {exp_times(fabs(y), f, T(0.5)), exp_times(fabs(y), y < 0 ? -g : g, T(0.5))};
}
// sin(x + iy) = sin x cosh y + i cos x sinh y; cos(x + iy) = cos x cosh y - i sin x sinh y.
template <class T> struct complex_sin {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const {
    const T x = z.re, y = z.im;
    if (x == 0) return {x, sinh(y)};
    if (!finite(x)) return {x - x, y == 0 || isinf(y) ? y : x - x};
    const T s = sin(x), c = cos(x);
    if (y == 0) return {s, c * y};
    if (isinf(y)) return {copysign(fabs(y), s), copysign(y, y < 0 ? -c : c)};
    return times_cosh_sinh(s, c, y);
  }
};
template <class T> struct complex_cos {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const {
    const T x = z.re, y = z.im;
    if (x == 0) return {cosh(y), -x * copysign(T(1), y)};
    if (!finite(x)) {
      if (y == 0) return {x - x, y};
      return {isinf(y) ? fabs(y) : x - x, x - x};
    }
    const T s = sin(x), c = cos(x);
    if (y == 0) return {c, -s * y};
    if (isinf(y)) return {copysign(fabs(y), c), copysign(y, y < 0 ? s : -s)};
    return times_cosh_sinh(c, -s, y);
  }
};

// Complex or real in, real out ---------------------------------------------------------------------------------------
template <class T> struct complex_abs {
  static constexpr bool heavy = true;
  TUKEY_FN real_of_t<T> operator()(T z) const { return abs_of(z); }
};
#if !defined(__CUDACC__)
// In double nothing overflows, and the loop vectorises: three times as fast as hypotf.
template <> struct complex_abs<cplx<float>> {
  float operator()(cplx<float> z) const {
    const double x = z.re, y = z.im;
    const float r = static_cast<float>(sqrt(x * x + y * y));
    return fabs(x) > limits<float>::max || fabs(y) > limits<float>::max ? static_cast<float>(HUGE_VAL) : r;
  }
};
#endif
template <class T> struct angle {
  static constexpr bool heavy = true;
  TUKEY_FN real_of_t<T> operator()(T z) const {
    if constexpr (kind_of<T> == kind::complex)
      return atan2(z.im, z.re);
    else
      return atan2(T(0), z);
  }
};
template <class T> struct squared_norm {
  TUKEY_FN real_of_t<T> operator()(T z) const { return norm2(z); }
};

// first + i * step: integers wrap around, floating types compute in double.
template <class T> TUKEY_FN T ramp(T first, T step, index_t i) {
  if constexpr (kind_of<T> == kind::integer) {
    return T(wrapping_t<T>(first) + wrapping_t<T>(i) * wrapping_t<T>(step));
  } else if constexpr (kind_of<T> == kind::real) {
    return static_cast<T>(static_cast<double>(first) + static_cast<double>(i) * static_cast<double>(step));
  } else {
    using R = real_of_t<T>;
    return {ramp<R>(first.re, step.re, i), ramp<R>(first.im, step.im, i)};
  }
}

}  // namespace tukey::pointwise
