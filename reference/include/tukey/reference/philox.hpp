// SPDX-License-Identifier: Apache-2.0
// The random numbers themselves: Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as
// 1, 2, 3", SC11) and the maps from its words to values. The CPU loop and the GPU kernel both include this file,
// because the two must give the same bits: every rounding is written out as fma, one product, one sum, a division or
// a square root, all correctly rounded everywhere; no maths library; compiled without contraction (-ffp-contract=off,
// --fmad=false). Its truth comes from outside: the published Philox vectors, and tests against long double.
// No std headers: a .cu file includes it.
#pragma once

#include <math.h>

#include "tukey/cplx.hpp"
#include "tukey/view.hpp"

#if defined(__CUDACC__)
#define TUKEY_DRAW __host__ __device__ __forceinline__
#else
#define TUKEY_DRAW inline __attribute__((always_inline))
#endif

namespace tukey::philox {

using u32 = unsigned int;
using u64 = unsigned long long;

// Where a call's numbers come from: element i is number position + i of that seed and stream.
struct source {
  u64 seed, stream, position;
};

// The words of number p of kind k are those of the counter (k * 2^60 + p / per_block, stream): kinds never overlap,
// so that a mixture of calls never uses a word twice, and a number depends on its position alone.
enum class kind : u32 {
  words32 = 0,
  words64 = 1,
  normal32 = 2,
  normal64 = 3,
  complex32 = 4,
  complex64 = 5,
  words128 = 6
};
inline constexpr u64 positions = u64(1) << 60;

struct round_keys {
  u32 k0[10], k1[10];
};
inline round_keys keys_of(u64 seed) {
  round_keys k;
  u32 a = u32(seed), b = u32(seed >> 32);
  for (int i = 0; i < 10; ++i) {
    k.k0[i] = a, k.k1[i] = b;
    a += 0x9E3779B9u, b += 0xBB67AE85u;
  }
  return k;
}

struct words {
  u32 w[4];
};
TUKEY_DRAW words block(const round_keys& keys, u32 c0, u32 c1, u32 c2, u32 c3) {
#if defined(__CUDA_ARCH__)
#pragma unroll
#elif !defined(__CUDACC__)
#pragma GCC unroll 10
#endif
  for (int i = 0; i < 10; ++i) {
    const u64 p0 = u64(0xD2511F53u) * c0, p1 = u64(0xCD9E8D57u) * c2;
    const u32 n0 = u32(p1 >> 32) ^ c1 ^ keys.k0[i], n2 = u32(p0 >> 32) ^ c3 ^ keys.k1[i];
    c0 = n0, c1 = u32(p1), c2 = n2, c3 = u32(p0);
  }
  return {{c0, c1, c2, c3}};
}

// Arithmetic that no compiler may regroup.
TUKEY_DRAW float fused(float a, float b, float c) {
#if defined(__CUDA_ARCH__)
  return __fmaf_rn(a, b, c);
#else
  return __builtin_fmaf(a, b, c);
#endif
}
TUKEY_DRAW double fused(double a, double b, double c) {
#if defined(__CUDA_ARCH__)
  return __fma_rn(a, b, c);
#else
  return __builtin_fma(a, b, c);
#endif
}
TUKEY_DRAW float root(float x) {
#if defined(__CUDA_ARCH__)
  return __fsqrt_rn(x);
#else
  return __builtin_sqrtf(x);
#endif
}
TUKEY_DRAW double root(double x) {
#if defined(__CUDA_ARCH__)
  return __dsqrt_rn(x);
#else
  return __builtin_sqrt(x);
#endif
}
TUKEY_DRAW u32 bits_of(float x) { return __builtin_bit_cast(u32, x); }
TUKEY_DRAW u64 bits_of(double x) { return __builtin_bit_cast(u64, x); }
TUKEY_DRAW float float_of(u32 x) { return __builtin_bit_cast(float, x); }
TUKEY_DRAW double double_of(u64 x) { return __builtin_bit_cast(double, x); }

// sqrt(-2 ln u) for u in [2^-32, 1]. u = 2^e m with m in [sqrt(1/2), sqrt(2)), f = m - 1, and -2 ln(1 + f) / f by a
// polynomial near the minimax one (relative error 5e-8).
TUKEY_DRAW float radius(float u) {
  const u32 b = bits_of(u), e = (b - 0x3f3504f3u) & 0xff800000u;  // the exponent, still in place
  const float f = float_of(b - e) - 1.0f;
  float q = -0x1.5d8646p-3f;
  q = fused(q, f, 0x1.243c02p-2f);
  q = fused(q, f, -0x1.32bcb8p-2f);
  q = fused(q, f, 0x1.53846ep-2f);
  q = fused(q, f, -0x1.98b290p-2f);
  q = fused(q, f, 0x1.00038cp-1f);
  q = fused(q, f, -0x1.555796p-1f);
  q = fused(q, f, 0x1.fffffep-1f);
  q = fused(q, f, -2.0f);
  return root(fused(f, q, float(int(e)) * (-0x1.62e430p+0f * 0x1p-23f)));  // -2 ln 2 * 2^-23
}
// The same for double, u in [2^-53, 1): ln m = 2 atanh(s), s = f / (2 + f), as s (2 + s^2 P(s^2)).
TUKEY_DRAW double radius(double u) {
  const u64 b = bits_of(u), e = (b - 0x3fe6a09e667f3bcdull + (u64(1024) << 52)) >> 52;  // exponent + 1024
  const double m = double_of(b - ((e - 1024) << 52));
  const double s = (m - 1.0) / (m + 1.0), z = s * s;
  double p = 0x1.2b584aae78a57p-3;
  p = fused(p, z, 0x1.39fe606542ddep-3);
  p = fused(p, z, 0x1.7462b4ab2ef6bp-3);
  p = fused(p, z, 0x1.c71c62e5800a1p-3);
  p = fused(p, z, 0x1.2492492df148dp-2);
  p = fused(p, z, 0x1.99999999952e2p-2);
  p = fused(p, z, 0x1.5555555555558p-1);
  const double q = fused(p * -2.0, z, -4.0),
               n = double_of(0x4330000000000000ull | e) - (0x1p52 + 1024);  // the exponent
  return root(fused(s, q, n * -0x1.62e42fefa39efp+0));
}

// sin and cos of pi/2 t for |t| <= 1: the cosine as (1 - t^2) times a polynomial, so that it keeps its relative
// accuracy at its zeros.
TUKEY_DRAW void half_turn(float t, float& s, float& c) {
  const float z = t * t;
  float p = 0x1.3e1420p-13f;
  p = fused(p, z, -0x1.32531ep-8f);
  p = fused(p, z, 0x1.4668f0p-4f);
  p = fused(p, z, -0x1.4abbc4p-1f);
  p = fused(p, z, 0x1.921fb6p+0f);
  float q = 0x1.8bf430p-16f;
  q = fused(q, z, -0x1.d4784ep-11f);
  q = fused(q, z, 0x1.472a68p-6f);
  q = fused(q, z, -0x1.de9e5ep-3f);
  q = fused(q, z, 1.0f);
  s = t * p;
  c = fused(-t, t, 1.0f) * q;
}
TUKEY_DRAW void half_turn(double t, double& s, double& c) {
  const double z = t * t;
  double p = 0x1.9d462020fcc78p-38;
  p = fused(p, z, -0x1.6f7acdb8f6580p-31);
  p = fused(p, z, 0x1.e8f3675ee37ddp-25);
  p = fused(p, z, -0x1.e3074dfaf87afp-19);
  p = fused(p, z, 0x1.5078348551854p-13);
  p = fused(p, z, -0x1.32d2cce627c86p-8);
  p = fused(p, z, 0x1.466bc6775aa7dp-4);
  p = fused(p, z, -0x1.4abbce625be52p-1);
  p = fused(p, z, 0x1.921fb54442d18p+0);
  double q = 0x1.1f94ce943d27ap-41;
  q = fused(q, z, -0x1.1e560aad98474p-34);
  q = fused(q, z, 0x1.b267f6e69eed9p-28);
  q = fused(q, z, -0x1.f309e72a40936p-22);
  q = fused(q, z, 0x1.9f05cafefd16ep-16);
  q = fused(q, z, -0x1.d4fcd831141f3p-11);
  q = fused(q, z, 0x1.472be12243485p-6);
  q = fused(q, z, -0x1.de9e64df22ef3p-3);
  q = fused(q, z, 1.0);
  s = t * p;
  c = fused(-t, t, 1.0) * q;
}

// Two standard normals from two words (float) or four (double): radius sqrt(-2 ln u), angle uniform on the circle,
// as half a turn t in [-1, 1) and a sign. Box and Muller, Ann. Math. Stat. 29 (1958) 610.
TUKEY_DRAW void normal_pair(u32 a, u32 b, float& x, float& y) {
  const float u = fused(float(int(a >> 1)), 0x1p-31f, 0x1p-32f);  // in (0, 1], 2^-32 the smallest
  const float r = float_of(bits_of(radius(u)) ^ (b & 0x80000000u));
  float s, c;
  half_turn(float(int(b << 1)) * 0x1p-31f, s, c);
  x = r * c, y = r * s;
}
TUKEY_DRAW void normal_pair(u64 a, u64 b, double& x, double& y) {
  const double u = double_of(0x3ff0000000000000ull | (a >> 12)) - (1.0 - 0x1p-53);  // k 2^-52 + 2^-53, exact
  const double t = fused(double_of(0x3ff0000000000000ull | (b >> 12)), 2.0, -3.0);
  const double r = double_of(bits_of(radius(u)) ^ (b << 63));
  double s, c;
  half_turn(t, s, c);
  x = r * c, y = r * s;
}
TUKEY_DRAW u64 join(u32 low, u32 high) { return u64(high) << 32 | low; }

TUKEY_DRAW u64 multiply_high(u64 a, u64 b) {
#if defined(__CUDA_ARCH__)
  return __umul64hi(a, b);
#else
  __extension__ using wide = unsigned __int128;
  return u64((wide(a) * b) >> 64);
#endif
}

// The draws: what one block of four words becomes. ---------------------------------------------------------------

// low + width u, never above `cap`, u a multiple of 2^-24 (float) or 2^-53 (double) in [0, 1).
struct uniform_float {
  using value = float;
  static constexpr kind words = kind::words32;
  static constexpr int per_block = 4;
  float low, width, cap;
  TUKEY_DRAW float one(u32 w) const {
    const float y = fused(float(int(w >> 8)) * 0x1p-24f, width, low);
    return y < cap ? y : cap;
  }
  TUKEY_DRAW void operator()(u32 a, u32 b, u32 c, u32 d, float* y) const {
    y[0] = one(a), y[1] = one(b), y[2] = one(c), y[3] = one(d);
  }
};
struct uniform_double {
  using value = double;
  static constexpr kind words = kind::words64;
  static constexpr int per_block = 2;
  double low, width, cap;
  TUKEY_DRAW double one(u32 a, u32 b) const {
    const double u = fused(double(int(b >> 5)), 0x1p26, double(int(a >> 6))) * 0x1p-53;  // exact
    const double y = fused(u, width, low);
    return y < cap ? y : cap;
  }
  TUKEY_DRAW void operator()(u32 a, u32 b, u32 c, u32 d, double* y) const { y[0] = one(a, b), y[1] = one(c, d); }
};

struct normal_float {
  using value = float;
  static constexpr kind words = kind::normal32;
  static constexpr int per_block = 4;
  float loc, scale;
  TUKEY_DRAW void operator()(u32 a, u32 b, u32 c, u32 d, float* y) const {
    float n[4];
    normal_pair(a, b, n[0], n[1]);
    normal_pair(c, d, n[2], n[3]);
    for (int i = 0; i < 4; ++i) y[i] = fused(n[i], scale, loc);
  }
};
struct normal_double {
  using value = double;
  static constexpr kind words = kind::normal64;
  static constexpr int per_block = 2;
  double loc, scale;
  TUKEY_DRAW void operator()(u32 a, u32 b, u32 c, u32 d, double* y) const {
    double n[2];
    normal_pair(join(a, b), join(c, d), n[0], n[1]);
    y[0] = fused(n[0], scale, loc), y[1] = fused(n[1], scale, loc);
  }
};
// Circular complex normals; `scale` is that of each part.
struct normal_complex_float {
  using value = cplx<float>;
  static constexpr kind words = kind::complex32;
  static constexpr int per_block = 2;
  cplx<float> loc;
  float scale;
  TUKEY_DRAW void operator()(u32 a, u32 b, u32 c, u32 d, cplx<float>* y) const {
    float n[4];
    normal_pair(a, b, n[0], n[1]);
    normal_pair(c, d, n[2], n[3]);
    for (int i = 0; i < 2; ++i) {
      y[i].re = fused(n[2 * i], scale, loc.re);
      y[i].im = fused(n[2 * i + 1], scale, loc.im);
    }
  }
};
struct normal_complex_double {
  using value = cplx<double>;
  static constexpr kind words = kind::complex64;
  static constexpr int per_block = 1;
  cplx<double> loc;
  double scale;
  TUKEY_DRAW void operator()(u32 a, u32 b, u32 c, u32 d, cplx<double>* y) const {
    double n[2];
    normal_pair(join(a, b), join(c, d), n[0], n[1]);
    y->re = fused(n[0], scale, loc.re), y->im = fused(n[1], scale, loc.im);
  }
};

// low + floor(n x / 2^64) for a 64-bit word x and n < 2^32 values: each has its share to within 2^-32 of it
// (D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019), without the rejection, which
// would tie a number's place to the numbers before it).
template <class T> struct integers_narrow {
  using value = T;
  static constexpr kind words = kind::words64;
  static constexpr int per_block = 2;
  u64 low;  // two's complement
  u32 n;
  TUKEY_DRAW T one(u32 a, u32 b) const { return T(low + ((u64(b) * n + ((u64(a) * n) >> 32)) >> 32)); }
  TUKEY_DRAW void operator()(u32 a, u32 b, u32 c, u32 d, T* y) const { y[0] = one(a, b), y[1] = one(c, d); }
};
// The same from a 128-bit word for any n up to 2^64 (written as 0): to within 2^-64.
template <class T> struct integers_wide {
  using value = T;
  static constexpr kind words = kind::words128;
  static constexpr int per_block = 1;
  u64 low, n;
  TUKEY_DRAW void operator()(u32 a, u32 b, u32 c, u32 d, T* y) const {
    const u64 x = join(c, d), carry = multiply_high(join(a, b), n), part = x * n;
    const u64 high = multiply_high(x, n) + (part + carry < part ? 1 : 0);
    *y = T(low + (n ? high : x));
  }
};

// The draws of a call, made on the host for both backends.
inline uniform_float uniform_draw(float low, float high) {
  return {low, high - low, low < high ? nextafterf(high, low) : low};
}
inline uniform_double uniform_draw(double low, double high) {
  return {low, high - low, low < high ? ::nextafter(high, low) : low};
}
inline normal_float normal_draw(float loc, float scale) { return {loc, scale}; }
inline normal_double normal_draw(double loc, double scale) { return {loc, scale}; }
// Each part of a complex normal has variance scale^2 / 2.
inline normal_complex_float normal_draw(cplx<float> loc, float scale) { return {loc, scale * 0x1.6a09e6p-1f}; }
inline normal_complex_double normal_draw(cplx<double> loc, double scale) { return {loc, scale * 0x1.6a09e667f3bcdp-1}; }

}  // namespace tukey::philox
