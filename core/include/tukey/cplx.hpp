// SPDX-License-Identifier: Apache-2.0
// cplx<T>: a plain complex number, layout-compatible with std::complex<T>, that kernels compute with.
// Included by .cu files, hence no std headers beyond the C maths functions.
#pragma once

#include <math.h>

#include "tukey/view.hpp"

namespace tukey {

template <class T>
struct cplx {
  T re, im;

  cplx() = default;
  TUKEY_HD constexpr cplx(T r, T i = T(0)) : re(r), im(i) {}
};

template <class T> TUKEY_HD inline cplx<T> operator+(cplx<T> a, cplx<T> b) { return {a.re + b.re, a.im + b.im}; }
template <class T> TUKEY_HD inline cplx<T> operator-(cplx<T> a, cplx<T> b) { return {a.re - b.re, a.im - b.im}; }
template <class T> TUKEY_HD inline cplx<T> operator-(cplx<T> a) { return {-a.re, -a.im}; }
template <class T> TUKEY_HD inline cplx<T> operator*(cplx<T> a, cplx<T> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}
template <class T> TUKEY_HD inline cplx<T> operator*(cplx<T> a, T s) { return {a.re * s, a.im * s}; }
template <class T> TUKEY_HD inline cplx<T> operator*(T s, cplx<T> a) { return {a.re * s, a.im * s}; }
// Smith's scaling: no overflow where the quotient itself does not overflow.
template <class T> TUKEY_HD inline cplx<T> operator/(cplx<T> a, cplx<T> b) {
  if (b.re == T(0) && b.im == T(0)) return {a.re / b.re, a.im / b.re};
  if (fabs(b.re) >= fabs(b.im)) {
    const T r = b.im / b.re, d = b.re + b.im * r;
    return {(a.re + a.im * r) / d, (a.im - a.re * r) / d};
  }
  const T r = b.re / b.im, d = b.re * r + b.im;
  return {(a.re * r + a.im) / d, (a.im * r - a.re) / d};
}
template <class T> TUKEY_HD inline cplx<T> operator/(cplx<T> a, T s) { return {a.re / s, a.im / s}; }
template <class T> TUKEY_HD inline cplx<T>& operator+=(cplx<T>& a, cplx<T> b) { a = a + b; return a; }
template <class T> TUKEY_HD inline cplx<T>& operator-=(cplx<T>& a, cplx<T> b) { a = a - b; return a; }
template <class T> TUKEY_HD inline cplx<T>& operator*=(cplx<T>& a, cplx<T> b) { a = a * b; return a; }
template <class T> TUKEY_HD inline bool operator==(cplx<T> a, cplx<T> b) { return a.re == b.re && a.im == b.im; }
template <class T> TUKEY_HD inline bool operator!=(cplx<T> a, cplx<T> b) { return !(a == b); }

template <class T> TUKEY_HD inline cplx<T> conj(cplx<T> a) { return {a.re, -a.im}; }
TUKEY_HD inline float conj(float a) { return a; }
TUKEY_HD inline double conj(double a) { return a; }
template <class T> TUKEY_HD inline T norm2(cplx<T> a) { return a.re * a.re + a.im * a.im; }
TUKEY_HD inline float norm2(float a) { return a * a; }
TUKEY_HD inline double norm2(double a) { return a * a; }
// CUDA's hypot may round beyond the largest number where the modulus is close to it.
template <class T> TUKEY_HD inline T abs_of(cplx<T> a) {
  const T x = fabs(a.re), y = fabs(a.im), most = x > y ? x : y;
  const T large = sizeof(T) == 4 ? T(0x1p127) : T(0x1p1023);
  if (most >= large && most - most == T(0)) {
    const T ratio = (x > y ? y : x) / most;
    return most * sqrt(1 + ratio * ratio);
  }
  return hypot(x, y);
}

// The real type below a scalar type, and whether it is complex.
template <class T> struct real_of { using type = T; static constexpr bool complex = false; };
template <class T> struct real_of<cplx<T>> { using type = T; static constexpr bool complex = true; };
template <class T> using real_of_t = typename real_of<T>::type;

}  // namespace tukey
