// SPDX-License-Identifier: Apache-2.0
// Internal: the element types by number, for type-erased copies, and the conversion of one element.
// Shared by CPU loops and kernels: no std headers.
#pragma once

#include "tukey/cplx.hpp"
#include "tukey/half.hpp"

namespace tukey::detail {

// X(number, kernel type) over the integers (bool first), then over the others.
#define TUKEY_INTEGER_CODES(X)                                                                               \
  X(0, bool)                                                                                                 \
  X(1, signed char) X(2, short) X(3, int) X(4, long) X(5, unsigned char) X(6, unsigned short) X(7, unsigned) \
      X(8, unsigned long)
#define TUKEY_OTHER_CODES(X)                                                                                   \
  X(9, float)                                                                                                  \
  X(10, double) X(11, cplx<float>) X(12, cplx<double>) X(13, half) X(14, bfloat16) X(15, packed_complex<half>) \
      X(16, packed_complex<bfloat16>) X(17, packed_complex<signed char>) X(18, packed_complex<short>)
template <class T> inline constexpr int type_code = -1;
#define TUKEY_CODE(number, type) template <> inline constexpr int type_code<type> = number;
TUKEY_INTEGER_CODES(TUKEY_CODE)
TUKEY_OTHER_CODES(TUKEY_CODE)
#undef TUKEY_CODE
inline constexpr int integer_codes = 9;

// The parts of an element. Storage types become float here, packed integers stay integers.
template <class T> struct element {
  static constexpr bool complex = false;
  using part = T;
  TUKEY_HD static T re(T x) { return x; }
  TUKEY_HD static T im(T) { return T(0); }
};
template <> struct element<half> {
  static constexpr bool complex = false;
  using part = half;
  TUKEY_HD static float re(half x) { return to_float(x); }
  TUKEY_HD static float im(half) { return 0.0f; }
};
template <> struct element<bfloat16> {
  static constexpr bool complex = false;
  using part = bfloat16;
  TUKEY_HD static float re(bfloat16 x) { return to_float(x); }
  TUKEY_HD static float im(bfloat16) { return 0.0f; }
};
template <class T> struct element<cplx<T>> {
  static constexpr bool complex = true;
  using part = T;
  TUKEY_HD static T re(cplx<T> x) { return x.re; }
  TUKEY_HD static T im(cplx<T> x) { return x.im; }
};
template <class T> struct element<packed_complex<T>> {
  static constexpr bool complex = true;
  using part = T;
  TUKEY_HD static auto re(packed_complex<T> x) { return element<T>::re(x.re); }
  TUKEY_HD static auto im(packed_complex<T> x) { return element<T>::re(x.im); }
};

template <class D> struct to_part {
  template <class V> TUKEY_HD static D from(V x) { return static_cast<D>(x); }
};
template <> struct to_part<bool> {
  template <class V> TUKEY_HD static bool from(V x) { return x != V(0); }
};
template <> struct to_part<half> {
  template <class V> TUKEY_HD static half from(V x) { return to_half(static_cast<float>(x)); }
};
template <> struct to_part<bfloat16> {
  template <class V> TUKEY_HD static bfloat16 from(V x) { return to_bfloat16(static_cast<float>(x)); }
};

// S to D as by static_cast, in parts: real to complex has a zero imaginary part, complex to real drops it (to bool:
// whether either part is non-zero), storage types pass through float.
template <class D, class S> struct convert_element {
  TUKEY_HD D operator()(S x) const {
    using to = to_part<typename element<D>::part>;
    if constexpr (element<D>::complex)
      return D{to::from(element<S>::re(x)), to::from(element<S>::im(x))};
    else if constexpr (element<S>::complex && type_code<D> == 0)
      return to::from(element<S>::re(x)) || to::from(element<S>::im(x));
    else
      return to::from(element<S>::re(x));
  }
};

// Fewer loops for the same bits: integers convert to an unsigned type as to the signed one, and a bool reads as 0 or 1.
template <class T> struct integer_traits {
  static constexpr bool integer = false;
  using to_signed = T;
};
#define TUKEY_TRAITS(type, target)          \
  template <> struct integer_traits<type> { \
    static constexpr bool integer = true;   \
    using to_signed = target;               \
  };
TUKEY_TRAITS(signed char, signed char)
TUKEY_TRAITS(short, short)
TUKEY_TRAITS(int, int)
TUKEY_TRAITS(long, long)
TUKEY_TRAITS(unsigned char, signed char)
TUKEY_TRAITS(unsigned short, short)
TUKEY_TRAITS(unsigned, int)
TUKEY_TRAITS(unsigned long, long)
#undef TUKEY_TRAITS
template <bool which, class A, class B> struct choose { using type = A; };
template <class A, class B> struct choose<false, A, B> { using type = B; };
template <class S> using source_for = typename choose<type_code<S> == 0, unsigned char, S>::type;
template <class D, class S>
using target_for = typename choose<integer_traits<typename element<source_for<S>>::part>::integer,
                                   typename integer_traits<D>::to_signed, D>::type;

// What is copied when only the size of an element matters.
struct alignas(16) word16 {
  unsigned long a, b;
};

}  // namespace tukey::detail
