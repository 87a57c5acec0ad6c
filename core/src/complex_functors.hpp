// SPDX-License-Identifier: Apache-2.0
// Internal: complex functions with C99 Annex G's branch cuts and special values. No std headers.
//
// tan, sinh, ... of iz are i times tanh, sin, ... of z: one of each pair is worked out, the other exchanges the parts.
#pragma once

#include "math_functors.hpp"

namespace tukey::pointwise {

template <class T> TUKEY_FN cplx<T> exchanged(cplx<T> z) { return {z.im, z.re}; }

template <class T> struct complex_sinh {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const { return exchanged(complex_sin<T>{}(exchanged(z))); }
};
template <class T> struct complex_cosh {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const { return complex_cos<T>{}({z.im, -z.re}); }
};

// Kahan, "Branch cuts for complex elementary functions" (1987): with t = tan y, s = sinh x,
// tanh z = (s sqrt(1 + s^2) (1 + t^2) + i t) / (1 + s^2 (1 + t^2)).
template <class T> struct complex_tanh {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const {
    const T x = z.re, y = z.im;
    if (!finite(x)) {
      if (isnan(x)) return {x, y == 0 ? y : x};
      return {copysign(T(1), x), finite(y) ? copysign(T(0), sin(y) * cos(y)) : T(0)};
    }
    if (!finite(y)) return {x == 0 ? x : y - y, y - y};
    if (fabs(x) > (sizeof(T) == 4 ? T(11) : T(22))) {
      const T e = exp(-fabs(x));
      return {copysign(T(1), x), 4 * sin(y) * cos(y) * e * e};
    }
    const T t = tan(y), beta = 1 + t * t, s = sinh(x), denominator = 1 + beta * s * s;
    return {beta * sqrt(1 + s * s) * s / denominator, t / denominator};
  }
};
template <class T> struct complex_tan {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const { return exchanged(complex_tanh<T>{}(exchanged(z))); }
};

// asin and acos of x + iy, x and y finite and not negative: the angle of each, and the imaginary part of both but for
// its sign. Hull, Fairgrieve, Tang, "Implementing the complex arcsine and arccosine functions using exception
// handling" (1997).
template <class T> struct arc { T sine, cosine, imag; };
template <class T> TUKEY_FN arc<T> arc_of(T x, T y) {
  const T half_pi = T(1.57079632679489661923), log2 = T(0.69314718055994530942);
  const T epsilon = sizeof(T) == 4 ? T(0x1p-23) : T(0x1p-52);
  const T small = sizeof(T) == 4 ? T(0x1p-61) : T(0x1p-509), large = sizeof(T) == 4 ? T(0x1p61) : T(0x1p509);
  const T xp1 = x + 1, xm1 = x - 1;
  if (x < large && y < large && y > small && x > small) {
    const T yy = y * y, r = hypot(xp1, y), s = hypot(xm1, y);
    T a = (r + s) / 2;
    if (a < 1) a = 1;
    const T b = x / a;
    arc<T> f;
    if (b <= T(0.6417)) {
      f.sine = asin(b), f.cosine = acos(b);
    } else {
      const T apx = a + x;
      const T root =
          x <= 1 ? sqrt(apx / 2 * (yy / (r + xp1) + (s - xm1))) : y * sqrt((apx / (r + xp1) + apx / (s + xm1)) / 2);
      f.sine = atan2(x, root), f.cosine = atan2(root, x);
    }
    if (a <= T(1.5)) {
      const T am1 = (yy / (r + xp1) + (x < 1 ? yy / (s - xm1) : s + xm1)) / 2;
      f.imag = log1p(am1 + sqrt(am1 * (a + 1)));
    } else {
      f.imag = log(a + sqrt(a * a - 1));
    }
    return f;
  }
  if (x != 1 && y <= epsilon * fabs(xm1)) {
    if (x < 1) return {asin(x), acos(x), y / sqrt(xp1 * -xm1)};
    if (x < large) {
      const T root = sqrt(xm1 * xp1);
      return {half_pi, y / root, log1p(xm1 + root)};
    }
    return {half_pi, y / x, log2 + log(x)};
  }
  if (y <= small) {  // x is 1
    const T root = sqrt(y);
    return {half_pi - root, root, root};
  }
  if (epsilon * y - 1 >= x) return {x / y, half_pi, log2 + log(y)};
  if (x > 1) {
    const T ratio = x / y;
    return {atan2(x, y), atan2(y, x), log2 + log(y) + log1p(ratio * ratio) / 2};
  }
  const T root = hypot(T(1), y);
  return {x / root, half_pi, log1p(2 * y * (y + root)) / 2};
}
template <class T> struct complex_asinh {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const {
    const T x = fabs(z.re), y = fabs(z.im);
    if (finite(x) && finite(y)) {
      const arc<T> f = arc_of(y, x);
      return {copysign(f.imag, z.re), copysign(f.sine, z.im)};
    }
    if (isinf(x)) {
      if (isnan(y)) return z;
      return {z.re, copysign(isinf(y) ? T(0.78539816339744830962) : T(0), z.im)};
    }
    if (isnan(x)) return {isinf(y) ? y : x, y == 0 ? z.im : x};
    return isinf(y) ? cplx<T>(copysign(y, z.re), copysign(T(1.57079632679489661923), z.im)) : cplx<T>(y, y);
  }
};
template <class T> struct complex_asin {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const { return exchanged(complex_asinh<T>{}(exchanged(z))); }
};
template <class T> struct complex_acos {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const {
    const T pi = T(3.14159265358979323846), x = fabs(z.re), y = fabs(z.im);
    if (finite(x) && finite(y)) {
      const arc<T> f = arc_of(x, y);
      return {signbit(z.re) ? pi - f.cosine : f.cosine, signbit(z.im) ? f.imag : -f.imag};
    }
    if (isnan(x)) return {x, isinf(y) ? -z.im : x};
    if (isnan(y)) {
      if (isinf(x)) return {y, copysign(x, -z.im)};
      return {x == 0 ? pi / 2 : y, y};
    }
    if (isinf(y)) return {isinf(x) ? (z.re < 0 ? pi * T(0.75) : pi / 4) : pi / 2, -z.im};
    return {z.re < 0 ? pi : T(0), copysign(x, -z.im)};
  }
};
template <class T> struct complex_acosh {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const {
    const cplx<T> w = complex_acos<T>{}(z);
    if (isnan(w.re) && isnan(w.im)) return w;
    return {fabs(w.im), isnan(w.re) ? w.re : copysign(w.re, z.im)};
  }
};
// atanh z = log1p(4x / ((1 - x)^2 + y^2)) / 4 + i atan2(2y, (1 - x)(1 + x) - y^2) / 2 for x >= 0.
template <class T> struct complex_atanh {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const {
    const T half_pi = T(1.57079632679489661923), x = fabs(z.re), y = fabs(z.im);
    const T large = sizeof(T) == 4 ? T(0x1p40) : T(0x1p300), small = sizeof(T) == 4 ? T(0x1p-50) : T(0x1p-500);
    if (isnan(x)) return {isinf(y) ? copysign(T(0), z.re) : x, isinf(y) ? copysign(half_pi, z.im) : x};
    if (isnan(y)) return {x == 0 ? z.re : isinf(x) ? copysign(T(0), z.re) : y, y};
    if (isinf(x) || isinf(y)) return {copysign(T(0), z.re), copysign(half_pi, z.im)};
    if (x > large || y > large) {
      const T m = x > y ? x : y, a = x / m, b = y / m;
      return {copysign(a / (a * a + b * b) / m, z.re), copysign(half_pi, z.im)};
    }
    T re;
    if (x == 1 && y < small) {
      re = (T(0.69314718055994530942) - log(y)) / 2;
    } else {
      const T d = 1 - x;
      re = log1p(4 * x / (d * d + y * y)) / 4;
    }
    return {copysign(re, z.re), copysign(atan2(2 * y, (1 - x) * (1 + x) - y * y) / 2, z.im)};
  }
};
template <class T> struct complex_atan {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const { return exchanged(complex_atanh<T>{}(exchanged(z))); }
};

template <class T> struct complex_exp2 {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const { return complex_exp<T>{}(z * T(0.69314718055994530942)); }
};
template <class T> struct complex_log2 {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const { return complex_log<T>{}(z)*T(1.4426950408889634074); }
};
// e^x cos y - 1 = expm1(x) cos y - 2 sin^2(y / 2).
template <class T> struct complex_expm1 {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const {
    if (!finite(z.re) || !finite(z.im) || z.re > 1) return complex_exp<T>{}(z)-cplx<T>(T(1));
    const T s = sin(z.im / 2);
    return {expm1(z.re) * cos(z.im) - 2 * s * s, exp(z.re) * sin(z.im)};
  }
};
template <class T> struct complex_log1p {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const {
    const cplx<T> w(z.re + 1, z.im);
    if (fabs(z.re) < T(0.5) && fabs(z.im) < T(0.5))
      return {log1p(z.re * (2 + z.re) + z.im * z.im) / 2, atan2(w.im, w.re)};
    return {log_abs(w), atan2(w.im, w.re)};
  }
};
template <class T> struct complex_sinc {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> z) const {
    if (z.re == 0 && z.im == 0) return {T(1), T(0)};
    z = z * T(3.14159265358979323846);
    return complex_sin<T>{}(z) / z;
  }
};
// Small whole exponents by multiplication, others by exp(b log a) in double.
template <class T> struct complex_pow {
  static constexpr bool heavy = true;
  TUKEY_FN cplx<T> operator()(cplx<T> a, cplx<T> b) const {
    if (b.re == 0 && b.im == 0) return {T(1), T(0)};
    if (a.re == 0 && a.im == 0) {
      if (b.re > 0 && b.im == 0) return {T(0), T(0)};
      const T undefined = T(HUGE_VAL) - T(HUGE_VAL);
      return {undefined, undefined};
    }
    if (b.im == 0 && fabs(b.re) < 100 && b.re == ::rint(b.re)) {
      int n = static_cast<int>(fabs(b.re));
      cplx<T> base = a, power(T(1));
      bool first = true;
      for (; n; n >>= 1) {
        if (n & 1) power = first ? base : power * base, first = false;
        if (n > 1) base = base * base;
      }
      return b.re < 0 ? cplx<T>(T(1)) / power : power;
    }
    const cplx<double> x(a.re, a.im), y(b.re, b.im);
    const cplx<double> w = complex_exp<double>{}(y * complex_log<double>{}(x));
    return {static_cast<T>(w.re), static_cast<T>(w.im)};
  }
};

}  // namespace tukey::pointwise
