// SPDX-License-Identifier: Apache-2.0
// The element types: 13 that are computed with, 6 that are only stored, and the one list of them
// that every explicit instantiation uses.
#pragma once

#include <complex>
#include <cstdint>
#include <type_traits>

#include "tukey/cplx.hpp"
#include "tukey/half.hpp"

namespace tukey {

// X(type) over the element types. Storage types can be created, viewed, copied and converted.
#define TUKEY_FOR_REAL(X) X(float) X(double)
#define TUKEY_FOR_COMPLEX(X) X(std::complex<float>) X(std::complex<double>)
#define TUKEY_FOR_FLOATING(X) TUKEY_FOR_REAL(X) TUKEY_FOR_COMPLEX(X)
#define TUKEY_FOR_INTEGER(X)                                                                                     \
  X(std::int8_t) X(std::int16_t) X(std::int32_t) X(std::int64_t) X(std::uint8_t) X(std::uint16_t) X(std::uint32_t) \
      X(std::uint64_t)
#define TUKEY_FOR_NUMERIC(X) TUKEY_FOR_INTEGER(X) TUKEY_FOR_FLOATING(X)
#define TUKEY_FOR_COMPUTED(X) X(bool) TUKEY_FOR_NUMERIC(X)
#define TUKEY_FOR_STORED(X)                                                                              \
  X(tukey::half) X(tukey::bfloat16) X(tukey::packed_complex<tukey::half>)                                \
      X(tukey::packed_complex<tukey::bfloat16>) X(tukey::packed_complex<std::int8_t>)                    \
          X(tukey::packed_complex<std::int16_t>)
#define TUKEY_FOR_ALL(X) TUKEY_FOR_COMPUTED(X) TUKEY_FOR_STORED(X)

/// The type a kernel sees: std::complex becomes the plain cplx, everything else stays.
template <class T> struct kernel_type { using type = T; };
template <class T> struct kernel_type<std::complex<T>> { using type = cplx<T>; };
template <class T> struct kernel_type<const T> { using type = const typename kernel_type<T>::type; };
template <class T> using kernel_t = typename kernel_type<T>::type;

template <class T> struct is_complex : std::false_type {};
template <class T> struct is_complex<std::complex<T>> : std::true_type {};
template <class T> inline constexpr bool is_complex_v = is_complex<T>::value;

template <class T> struct real_type { using type = T; };
template <class T> struct real_type<std::complex<T>> { using type = T; };
template <class T> struct real_type<packed_complex<T>> { using type = T; };
/// float for complex<float>, double for complex<double>, int8 for packed_complex<int8>, the type itself otherwise.
template <class T> using real_t = typename real_type<T>::type;

template <class T> inline constexpr bool is_stored_only_v = false;
template <> inline constexpr bool is_stored_only_v<half> = true;
template <> inline constexpr bool is_stored_only_v<bfloat16> = true;
template <class T> inline constexpr bool is_stored_only_v<packed_complex<T>> = true;

/// float, double, complex<float> or complex<double>.
template <class T>
inline constexpr bool is_floating_v = std::is_floating_point<real_t<T>>::value && !std::is_same<real_t<T>, long double>::value;

namespace detail {
template <class T> struct dtype_name { static constexpr const char* value = nullptr; };
#define TUKEY_NAME(type, text) \
  template <> struct dtype_name<type> { static constexpr const char* value = text; };
TUKEY_NAME(bool, "bool")
TUKEY_NAME(std::int8_t, "int8")
TUKEY_NAME(std::int16_t, "int16")
TUKEY_NAME(std::int32_t, "int32")
TUKEY_NAME(std::int64_t, "int64")
TUKEY_NAME(std::uint8_t, "uint8")
TUKEY_NAME(std::uint16_t, "uint16")
TUKEY_NAME(std::uint32_t, "uint32")
TUKEY_NAME(std::uint64_t, "uint64")
TUKEY_NAME(float, "float32")
TUKEY_NAME(double, "float64")
TUKEY_NAME(std::complex<float>, "complex64")
TUKEY_NAME(std::complex<double>, "complex128")
TUKEY_NAME(half, "float16")
TUKEY_NAME(bfloat16, "bfloat16")
TUKEY_NAME(packed_complex<half>, "complex32")
TUKEY_NAME(packed_complex<bfloat16>, "complex_bfloat16")
TUKEY_NAME(packed_complex<std::int8_t>, "complex_int8")
TUKEY_NAME(packed_complex<std::int16_t>, "complex_int16")
#undef TUKEY_NAME
}  // namespace detail

/// NumPy's name of an element type: "float32", "complex64", ...
template <class T> inline constexpr const char* dtype_name_v = detail::dtype_name<T>::value;
template <class T> inline constexpr bool is_dtype_v = detail::dtype_name<T>::value != nullptr;

}  // namespace tukey
