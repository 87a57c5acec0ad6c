// SPDX-License-Identifier: Apache-2.0
// Functions of floats on the CPU. They are computed in double without branches, so that the loops become vector
// instructions, with relative errors below 1e-9: the result is the nearest float but for one in ten thousand, and then
// one of the two nearest. The polynomials interpolate at Chebyshev points.
#include "elementwise_float.hpp"

#include <math.h>

#include "map_cpu.hpp"

#define TUKEY_INLINE inline __attribute__((always_inline))

namespace tukey::cpu {
namespace {

constexpr double inf = HUGE_VAL;
constexpr double magic = 0x1.8p52;  // adding it rounds to an integer, which stands in the low bits
TUKEY_INLINE unsigned long bits_of(double x) { return __builtin_bit_cast(unsigned long, x); }
TUKEY_INLINE double from_bits(unsigned long x) { return __builtin_bit_cast(double, x); }
TUKEY_INLINE double clamp(double x, double low, double high) {
  x = x < low ? low : x;
  return x > high ? high : x;  // NaN stays
}

// 2^t = scale * (1 + part), part with a small relative error.
struct power {
  double scale, part;
};
TUKEY_INLINE power power_of_two(double t) {
  const double k = t + magic, f = t - (k - magic);
  double q = 1.325080551750225e-06;
  q = q * f + 1.5303700711365693e-05;
  q = q * f + 0.00015403475186530786;
  q = q * f + 0.0013333478473685416;
  q = q * f + 0.0096181291352361396;
  q = q * f + 0.055504109063258665;
  q = q * f + 0.24022650695888503;
  q = q * f + 0.69314718055683244;
  return {from_bits((bits_of(k) + 1023) << 52), f * q};
}
constexpr double log2_e = 1.4426950408889634074, ln_2 = 0.69314718055994530942;
TUKEY_INLINE double exp_of(double x) {
  const power p = power_of_two(clamp(x, -110, 95) * log2_e);
  return p.scale * p.part + p.scale;
}
TUKEY_INLINE double expm1_of(double x) {
  const power p = power_of_two(clamp(x, -110, 95) * log2_e);
  return p.scale * p.part + (p.scale - 1);
}
// log(x) = k ln 2 + 2 atanh((m - 1) / (m + 1)) for x = 2^k m, m from sqrt(1/2) to sqrt(2).
TUKEY_INLINE double log_of(double x) {
  constexpr unsigned long root_half = 0x3FE6A09E667F3BCD, bias = 1024ul << 52;
  const unsigned long u = bits_of(x) - root_half + bias;
  const double m = from_bits(bits_of(x) - (u & 0xFFF0000000000000) + bias);
  const double k = from_bits((u >> 52) | 0x4330000000000000) - (0x1p52 + 1024);
  const double s = (m - 1) / (m + 1), z = s * s;
  double p = 0.1166548202588602;
  p = p * z + 0.14275401276638355;
  p = p * z + 0.20000061000408439;
  p = p * z + 0.3333333327715009;
  const double y = k * ln_2 + 2 * (s + s * (z * p));
  const double low = x == 0 ? -inf : __builtin_nan("");
  return x > 0 ? (x == inf ? inf : y) : low;
}

// x = k pi/2 + r for |x| < 10^6.
constexpr double reducible = 1e6;
struct angle {
  double sine, cosine;  // of r
  unsigned long k;
};
TUKEY_INLINE angle reduced(double x) {
  const double k = x * 0.63661977236758134308 + magic, n = k - magic;
  const double r = (x - n * 0x1.921fb544p0) - n * 0x1.0b4611a626331p-34;
  const double z = r * r;
  double s = 2.7249925803059792e-06, c = -2.7300959203901469e-07;
  s = s * z - 0.00019840086735384846;
  s = s * z + 0.0083333318747102082;
  s = s * z - 0.1666666666385529;
  c = c * z + 2.4800600377156728e-05;
  c = c * z - 0.0013888887672016789;
  c = c * z + 0.0416666666643212;
  return {r * (1 + z * s), 1 - z * (0.5 - z * c), bits_of(k)};
}
TUKEY_INLINE double signed_by(double x, unsigned long bit) { return from_bits(bits_of(x) ^ (bit << 63)); }

TUKEY_INLINE double exp2_of(double x) {
  const power p = power_of_two(clamp(x, -160, 130));
  return p.scale * p.part + p.scale;
}
TUKEY_INLINE double log1p_of(double x) {
  const double u = 1 + x, y = log_of(u), lost = x / (u - 1);  // what rounding u took
  const double corrected = u > 0 && u < inf ? y * lost : y;
  return u == 1 ? x : corrected;
}
TUKEY_INLINE double sin_of(double x) {
  const angle a = reduced(x);
  return signed_by(a.k & 1 ? a.cosine : a.sine, a.k >> 1 & 1);
}
TUKEY_INLINE double cos_of(double x) {
  const angle a = reduced(x);
  return signed_by(a.k & 1 ? a.sine : a.cosine, (a.k + 1) >> 1 & 1);
}
TUKEY_INLINE double tan_of(double x) {
  const angle a = reduced(x);
  const bool odd = a.k & 1;
  return signed_by((odd ? a.cosine : a.sine) / (odd ? a.sine : a.cosine), a.k & 1);
}
TUKEY_INLINE double sinh_of(double x) {
  const double e = expm1_of(fabs(x));
  return copysign((e + e / (e + 1)) / 2, x);
}
TUKEY_INLINE double cosh_of(double x) {
  const double e = exp_of(fabs(x));
  return (e + 1 / e) / 2;
}
TUKEY_INLINE double tanh_of(double x) {
  const double e = expm1_of(2 * fabs(x));
  return copysign(e / (e + 2), x);
}

// `limit`: larger arguments, and NaN, are computed one by one.
#define TUKEY_FLOAT(name, limit, ...)                    \
  struct name##_f {                                      \
    static constexpr double most = limit;                \
    static TUKEY_INLINE float of(float value) {          \
      const double x = value;                            \
      return static_cast<float>(__VA_ARGS__);            \
    }                                                    \
    static float alone(float x) { return ::name##f(x); } \
  };
TUKEY_FLOAT(exp, inf, exp_of(x))
TUKEY_FLOAT(exp2, inf, exp2_of(x))
TUKEY_FLOAT(expm1, inf, x == 0 ? x : expm1_of(x))
TUKEY_FLOAT(log, inf, log_of(x))
TUKEY_FLOAT(log2, inf, log_of(x) * log2_e)
TUKEY_FLOAT(log10, inf, log_of(x) * 0.43429448190325182765)
TUKEY_FLOAT(log1p, inf, log1p_of(x))
TUKEY_FLOAT(sin, reducible, sin_of(x))
TUKEY_FLOAT(cos, reducible, cos_of(x))
TUKEY_FLOAT(tan, reducible, tan_of(x))
TUKEY_FLOAT(sinh, inf, sinh_of(x))
TUKEY_FLOAT(cosh, inf, cosh_of(x))
TUKEY_FLOAT(tanh, inf, tanh_of(x))
#undef TUKEY_FLOAT

// Rounding is one instruction, which the compiler may not use everywhere.
#define TUKEY_ROUNDING(name)                                               \
  struct name##_f {                                                        \
    static constexpr double most = inf;                                    \
    template <class T> static TUKEY_INLINE T of(T x) { return ::name(x); } \
    template <class T> static T alone(T x) { return ::name(x); }           \
  };
TUKEY_ROUNDING(floor)
TUKEY_ROUNDING(ceil)
TUKEY_ROUNDING(trunc)
TUKEY_ROUNDING(rint)
#undef TUKEY_ROUNDING

template <class F, class T> TUKEY_INLINE void every(const T* x, T* y, index_t n) {
#pragma GCC ivdep
  for (index_t i = 0; i < n; ++i) y[i] = F::of(x[i]);
}
template <class F, class T> void plain(const T* x, T* y, index_t n) { every<F>(x, y, n); }
#if defined(__x86_64__)
template <class F, class T> __attribute__((target("avx2,fma"))) void with_avx2(const T* x, T* y, index_t n) {
  every<F>(x, y, n);
}
#endif
template <class T> using line = void (*)(const T*, T*, index_t);
template <class F, class T> line<T> best() {
#if defined(__x86_64__)
  static const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (avx2) return with_avx2<F, T>;
#endif
  return plain<F, T>;
}

// Through buffers in the first-level cache: whatever the strides, each element is computed the same way.
template <class F, class T> void run(const detail::loop<2>& l, T* out, const T* in) {
  constexpr index_t piece = 512;
  const line<T> f = best<F, T>();
  for_lines(l, 1 << 13, [&](index_t n, const index_t* at, const index_t* s) {
    T x[piece], y[piece];
    for (index_t done = 0; done < n; done += piece) {
      const index_t count = n - done < piece ? n - done : piece;
      const T* from = in + at[1] + done * s[1];
      T* to = out + at[0] + done * s[0];
      for (index_t i = 0; i < count; ++i) x[i] = from[i * s[1]];
      f(x, y, count);
      if (F::most < inf) {
        const T most = static_cast<T>(F::most);
        bool all = true;
        for (index_t i = 0; i < count; ++i) all &= fabs(x[i]) <= most;
        for (index_t i = 0; !all && i < count; ++i)
          if (!(fabs(x[i]) <= most)) y[i] = F::alone(x[i]);
      }
      for (index_t i = 0; i < count; ++i) to[i * s[0]] = y[i];
    }
  });
}

}  // namespace

void float_function(FloatFunction f, const detail::loop<2>& l, float* out, const float* x) {
  switch (f) {
#define TUKEY_FLOAT(name)   \
  case FloatFunction::name: \
    return run<name##_f>(l, out, x);
    TUKEY_FLOAT(exp)
    TUKEY_FLOAT(exp2)
    TUKEY_FLOAT(expm1)
    TUKEY_FLOAT(log)
    TUKEY_FLOAT(log2)
    TUKEY_FLOAT(log10)
    TUKEY_FLOAT(log1p)
    TUKEY_FLOAT(sin)
    TUKEY_FLOAT(cos)
    TUKEY_FLOAT(tan)
    TUKEY_FLOAT(sinh)
    TUKEY_FLOAT(cosh)
    TUKEY_FLOAT(tanh)
#undef TUKEY_FLOAT
  }
}

template <class T> void rounding_function(Rounding f, const detail::loop<2>& l, T* out, const T* x) {
  switch (f) {
    case Rounding::floor:
      return run<floor_f>(l, out, x);
    case Rounding::ceil:
      return run<ceil_f>(l, out, x);
    case Rounding::trunc:
      return run<trunc_f>(l, out, x);
    case Rounding::rint:
      return run<rint_f>(l, out, x);
  }
}
template void rounding_function(Rounding, const detail::loop<2>&, float*, const float*);
template void rounding_function(Rounding, const detail::loop<2>&, double*, const double*);

}  // namespace tukey::cpu
