// SPDX-License-Identifier: Apache-2.0
// Types that are stored and converted in registers but never computed in: half, bfloat16 and the packed
// complex samples of digitisers and radios. Included by .cu files, hence no std headers.
#pragma once

#include "tukey/cplx.hpp"
#include "tukey/export.hpp"

namespace tukey {

/// IEEE binary16.
struct TUKEY_EXPORT half {
  unsigned short bits;
};
/// The upper half of an IEEE binary32.
struct TUKEY_EXPORT bfloat16 {
  unsigned short bits;
};
/// Interleaved real and imaginary parts of a storage type: half, bfloat16, int8 or int16.
template <class T>
struct TUKEY_EXPORT packed_complex {
  T re, im;
};

namespace detail {
TUKEY_HD inline unsigned bits_of(float x) {
  union { float f; unsigned u; } v;
  v.f = x;
  return v.u;
}
TUKEY_HD inline float float_of(unsigned u) {
  union { unsigned u; float f; } v;
  v.u = u;
  return v.f;
}
}  // namespace detail

TUKEY_HD inline float to_float(bfloat16 x) { return detail::float_of(unsigned(x.bits) << 16); }
TUKEY_HD inline float to_float(half x) {
  const unsigned sign = (x.bits & 0x8000u) << 16, exponent = (x.bits >> 10) & 31u, mantissa = x.bits & 1023u;
  if (exponent == 31) return detail::float_of(sign | 0x7f800000u | (mantissa << 13));
  if (exponent) return detail::float_of(sign | ((exponent + 112) << 23) | (mantissa << 13));
  const float magnitude = float(mantissa) * 5.9604644775390625e-8f;  // subnormal: mantissa * 2^-24, exact
  return sign ? -magnitude : magnitude;
}
/// Round to nearest even; NaN stays NaN.
TUKEY_HD inline bfloat16 to_bfloat16(float f) {
  const unsigned u = detail::bits_of(f);
  if ((u & 0x7fffffffu) > 0x7f800000u) return {static_cast<unsigned short>((u >> 16) | 64u)};
  return {static_cast<unsigned short>((u + 0x7fffu + ((u >> 16) & 1u)) >> 16)};
}
/// Round to nearest even; beyond 65504 rounds to infinity; NaN stays NaN.
TUKEY_HD inline half to_half(float f) {
  const unsigned u = detail::bits_of(f), sign = (u >> 16) & 0x8000u, a = u & 0x7fffffffu;
  if (a > 0x7f800000u) return {static_cast<unsigned short>(sign | 0x7e00u)};
  if (a >= 0x477ff000u) return {static_cast<unsigned short>(sign | 0x7c00u)};  // >= 65520
  if (a >= 0x38800000u) {                                                      // normal
    const unsigned rounded = a + 0xfffu + ((a >> 13) & 1u);
    return {static_cast<unsigned short>(sign | ((rounded - 0x38000000u) >> 13))};
  }
  // Subnormal: adding 0.5 aligns 2^-24 with the last mantissa bit, so the addition itself rounds to even.
  const float aligned = detail::float_of(a) + 0.5f;
  return {static_cast<unsigned short>(sign | (detail::bits_of(aligned) - 0x3f000000u))};
}

}  // namespace tukey
