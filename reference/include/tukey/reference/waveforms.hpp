// SPDX-License-Identifier: Apache-2.0
// The waveforms at one time, as functors: the CPU's loop and the kernels run the same ones. Golden values cover them.
// Included by .cu files: no std headers.
#pragma once

#include <math.h>

#include "tukey/cplx.hpp"
#include "tukey/view.hpp"

namespace tukey::reference::waveforms {

// The rounded product, never fused with a sum that follows: product_error relies on it.
TUKEY_HD inline double product(double a, double b) {
#if defined(__CUDA_ARCH__)
  return __dmul_rn(a, b);
#elif defined(__FP_FAST_FMA)
  return fma(a, b, 0.0);
#else
  return a * b;
#endif
}
TUKEY_HD inline void sincos_turns(double turns, double& s, double& c) {
  turns -= rint(turns);
#if defined(__CUDA_ARCH__)
  sincospi(2 * turns, &s, &c);
#else
  const double angle = 6.283185307179586 * turns;
  s = sin(angle), c = cos(angle);
#endif
}

inline constexpr int max_coefficients = 64;

// The phase of a sweep, in turns less the whole ones.
struct Sweep {
  enum Kind { polynomial, logarithmic, hyperbolic };
  int kind, count;                                       // of the coefficients
  double high[max_coefficients], low[max_coefficients];  // highest power first, each the sum of two doubles
  double scale, rate;  // logarithmic: scale (e^(rate t) - 1); hyperbolic: scale ln|1 + rate t|
  double start;        // turns at t = 0

  // In double; with Twice in twice that precision where the phase is a polynomial.
  template <bool Twice> TUKEY_HD double operator()(double t) const {
    double h = 0, l = 0;
    if (kind == polynomial) {
      for (int i = 0; i < count; ++i) {
        const double p = product(h, t);
        if (Twice) l = fma(h, t, -p) + l * t;
        const double sum = p + high[i], back = sum - p;
        if (Twice) l += (p - (sum - back)) + (high[i] - back) + low[i];
        h = sum;
      }
    } else if (kind == logarithmic) {
      h = scale * expm1(rate * t);
    } else {
      const double x = rate * t;
      h = scale * (x > -1 ? log1p(x) : log(fabs(1 + x)));
    }
    return (h - rint(h)) + l + start;
  }
};

// Each functor is given the place in the (row-major) result, the time and a parameter of that place.
template <class T> struct Chirp {
  T* y;
  Sweep sweep;
  TUKEY_HD void operator()(index_t i, double t, double) const {
    double s, c;
    sincos_turns(sweep.template operator()<sizeof(T) == 8>(t), s, c);
    y[i] = T(c);
  }
};
template <class T> struct ComplexChirp {
  cplx<T>* y;
  Sweep sweep;
  TUKEY_HD void operator()(index_t i, double t, double) const {
    double s, c;
    sincos_turns(sweep.template operator()<sizeof(T) == 8>(t), s, c);
    y[i] = cplx<T>(T(c), T(s));
  }
};

// t modulo the double 2 pi, in [0, 2 pi): exact.
TUKEY_HD inline double within_period(double t) {
  const double period = 6.283185307179586, r = fmod(t, period);
  return r < 0 ? r + period : r;
}
template <class T> struct Sawtooth {
  T* y;
  TUKEY_HD void operator()(index_t i, double t, double width) const {
    const double pi = 3.141592653589793, r = within_period(t);
    if (!(width >= 0 && width <= 1))
      y[i] = T(NAN);
    else if (r < width * 2 * pi)
      y[i] = T(r / (pi * width) - 1);
    else
      y[i] = T((pi * (width + 1) - r) / (pi * (1 - width)));
  }
};
template <class T> struct Square {
  T* y;
  TUKEY_HD void operator()(index_t i, double t, double duty) const {
    const double r = within_period(t);
    y[i] = !(duty >= 0 && duty <= 1) || r != r ? T(NAN) : r < duty * 6.283185307179586 ? T(1) : T(-1);
  }
};
template <class T> struct GaussPulse {
  T *in_phase, *quadrature, *envelope;  // null: not asked for
  double fc, a;                         // the envelope is e^(-a t^2)
  TUKEY_HD void operator()(index_t i, double t, double) const {
    const double env = exp(-a * t * t), turns = product(fc, t), rest = fma(fc, t, -turns);
    double s, c;
    sincos_turns((turns - rint(turns)) + rest, s, c);
    in_phase[i] = T(env * c);
    if (quadrature) quadrature[i] = T(env * s);
    if (envelope) envelope[i] = T(env);
  }
};

}  // namespace tukey::reference::waveforms
