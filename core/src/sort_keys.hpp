// SPDX-License-Identifier: Apache-2.0
// Internal: elements as unsigned keys whose order is NumPy's: NaN last, complex numbers by real part, then imaginary
// part. Included by .cu files: no std headers.
//
// A value key is another way to write the element and can be turned back; only -0.0 comes before 0.0 in it. An order
// key is equal for elements that are equal in NumPy's order, and for any two NaN.
#pragma once

#include "tukey/view.hpp"

namespace tukey::sorting {

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long;

enum class Kind : int { u8, i8, u16, i16, u32, i32, u64, i64, f32, f64, c64, c128 };

TUKEY_HD constexpr int bytes_of(Kind k) {
  return k <= Kind::i8 ? 1 : k <= Kind::i16 ? 2 : k <= Kind::i32 || k == Kind::f32 ? 4 : k == Kind::c128 ? 16 : 8;
}
TUKEY_HD constexpr bool is_float(Kind k) { return k == Kind::f32 || k == Kind::f64; }
TUKEY_HD constexpr bool is_complex(Kind k) { return k >= Kind::c64; }

// What depends on the width of a float: the sign, the bits of infinity, and the flipped bits of -infinity.
template <class U> struct float_bits;
template <> struct float_bits<u32> {
  static constexpr u32 sign = 0x80000000u, infinity = 0x7F800000u, lowest = 0x007FFFFFu;
};
template <> struct float_bits<u64> {
  static constexpr u64 sign = 0x8000000000000000ul, infinity = 0x7FF0000000000000ul, lowest = 0x000FFFFFFFFFFFFFul;
};

// -infinity becomes 0, the numbers follow in order, then NaN with the sign bit clear, then NaN with it set.
template <class U> TUKEY_HD inline U float_key(U bits) {
  using F = float_bits<U>;
  return static_cast<U>((bits & F::sign ? ~bits : bits | F::sign) - F::lowest);
}
template <class U> TUKEY_HD inline U float_of_key(U key) {
  using F = float_bits<U>;
  const U k = static_cast<U>(key + F::lowest);
  return k & F::sign ? k ^ F::sign : ~k;
}
template <class U> inline constexpr U zero_key = float_bits<U>::sign - float_bits<U>::lowest;  // of 0.0
template <class U> inline constexpr U minus_zero_key = zero_key<U> - 1;                        // of -0.0
template <class U>
inline constexpr U infinity_key = (float_bits<U>::sign | float_bits<U>::infinity) - float_bits<U>::lowest;
template <class U> inline constexpr U nan_key = static_cast<U>(-1);  // of every NaN, as an order key

template <class U> TUKEY_HD inline bool is_nan_bits(U bits) {
  return (bits & static_cast<U>(~float_bits<U>::sign)) > float_bits<U>::infinity;
}
template <class U> TUKEY_HD inline U float_order_key(U bits) {
  if (is_nan_bits(bits)) return nan_key<U>;
  return float_key(bits == float_bits<U>::sign ? U(0) : bits);
}

// Both words of a complex number's order key. Numbers with a NaN come after all others, in the order: imaginary part
// NaN, real part NaN, both; within each by the part that is a number.
template <class U> struct key_pair { U hi, lo; };
template <class U> TUKEY_HD inline key_pair<U> complex_key(U re, U im) {
  const bool a = is_nan_bits(re), b = is_nan_bits(im);
  if (!a && !b) return {float_order_key(re), float_order_key(im)};
  if (a && b) return {static_cast<U>(infinity_key<U> + 3), U(0)};
  return a ? key_pair<U>{static_cast<U>(infinity_key<U> + 2), float_order_key(im)}
           : key_pair<U>{static_cast<U>(infinity_key<U> + 1), float_order_key(re)};
}

// Elements of at most 32 and of 64 bits, as loaded: value keys and back, and order keys.
TUKEY_HD inline u32 load_word(Kind k, const void* x, index_t i) {
  switch (k) {
    case Kind::u8:
    case Kind::i8:
      return static_cast<const u8*>(x)[i];
    case Kind::u16:
    case Kind::i16:
      return static_cast<const u16*>(x)[i];
    default:
      return static_cast<const u32*>(x)[i];
  }
}
TUKEY_HD inline u32 value_key(Kind k, u32 bits) {
  switch (k) {
    case Kind::i8:
      return bits ^ 0x80u;
    case Kind::i16:
      return bits ^ 0x8000u;
    case Kind::i32:
      return bits ^ 0x80000000u;
    case Kind::f32:
      return float_key(bits);
    default:
      return bits;
  }
}
TUKEY_HD inline u32 bits_of_key(Kind k, u32 key) { return k == Kind::f32 ? float_of_key(key) : value_key(k, key); }
TUKEY_HD inline u32 order_key(Kind k, u32 bits) { return k == Kind::f32 ? float_order_key(bits) : value_key(k, bits); }

TUKEY_HD inline u64 value_key(Kind k, u64 bits) {
  return k == Kind::f64 ? float_key(bits) : k == Kind::i64 ? bits ^ 0x8000000000000000ul : bits;
}
TUKEY_HD inline u64 bits_of_key(Kind k, u64 key) { return k == Kind::f64 ? float_of_key(key) : value_key(k, key); }
TUKEY_HD inline u64 order_key(Kind k, u64 bits) { return k == Kind::f64 ? float_order_key(bits) : value_key(k, bits); }

}  // namespace tukey::sorting
