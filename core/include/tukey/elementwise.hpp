// SPDX-License-Identifier: Apache-2.0
// Elementwise functions and operators with NumPy's broadcasting. Never wait for the GPU.
//
// Both operands have the same element type and device (convert with astype, move with to); either side may be a
// scalar. Results are new row-major arrays. `*_into` write into an existing array or view of the broadcast shape,
// which may be one of the operands itself, but must not overlap an operand otherwise.
#pragma once

#include <type_traits>

#include "tukey/array.hpp"
#include "tukey/detail/operators.hpp"
#include "tukey/detail/ops.hpp"

namespace tukey {

namespace detail {
// An operand: an array, or a scalar that stands for any shape.
template <class T>
struct Arg {
  Arg(const Array<T>& x) : array(&x) {}
  Arg(T x) : scalar(x) {}
  const Array<T>* array = nullptr;
  T scalar{};
};
template <class T> struct same { using type = T; };
template <class T> using same_t = typename same<T>::type;  // not deduced, so that a + 1 works on any Array

template <class T> Array<T> binary(BinaryOp op, Arg<T> a, Arg<T> b);
template <class T> void binary_into(Array<T>& out, BinaryOp op, Arg<T> a, Arg<T> b);
template <class T> Array<bool> compare(CompareOp op, Arg<T> a, Arg<T> b);
template <class T> Array<T> unary(UnaryOp op, const Array<T>& x);
template <class T> void unary_into(Array<T>& out, UnaryOp op, const Array<T>& x);
template <class T> Array<real_t<T>> unary_real(RealOp op, const Array<T>& x);
}  // namespace detail

#define TUKEY_BINARY(name, type_check, text)                                                                  \
  template <class T> Array<T> name(const Array<T>& a, const Array<T>& b) {                                    \
    static_assert(type_check, text);                                                                          \
    return detail::binary<T>(detail::BinaryOp::name, a, b);                                                   \
  }                                                                                                           \
  template <class T> Array<T> name(const Array<T>& a, detail::same_t<T> b) {                                  \
    static_assert(type_check, text);                                                                          \
    return detail::binary<T>(detail::BinaryOp::name, a, b);                                                   \
  }                                                                                                           \
  template <class T> Array<T> name(detail::same_t<T> a, const Array<T>& b) {                                  \
    static_assert(type_check, text);                                                                          \
    return detail::binary<T>(detail::BinaryOp::name, a, b);                                                   \
  }                                                                                                           \
  template <class T>                                                                                          \
  void name##_into(Array<T>& out, const detail::same_t<Array<T>>& a, const detail::same_t<Array<T>>& b) {     \
    static_assert(type_check, text);                                                                          \
    detail::binary_into<T>(out, detail::BinaryOp::name, a, b);                                                \
  }                                                                                                           \
  template <class T> void name##_into(Array<T>& out, const detail::same_t<Array<T>>& a, detail::same_t<T> b) { \
    static_assert(type_check, text);                                                                          \
    detail::binary_into<T>(out, detail::BinaryOp::name, a, b);                                                \
  }
#define TUKEY_IS_NUMBER (!is_stored_only_v<T> && !std::is_same<T, bool>::value)
/// Arithmetic. Integers wrap around; division is for floating types only (use astype<double>() on integers).
TUKEY_BINARY(add, TUKEY_IS_NUMBER, "add: numbers only")
TUKEY_BINARY(subtract, TUKEY_IS_NUMBER, "subtract: numbers only")
TUKEY_BINARY(multiply, TUKEY_IS_NUMBER, "multiply: numbers only")
TUKEY_BINARY(divide, is_floating_v<T>, "divide: floating types only; convert integers with astype<double>()")
/// The larger or smaller of two; NaN where either is NaN (np.maximum). Real types.
TUKEY_BINARY(maximum, TUKEY_IS_NUMBER && !is_complex_v<T>, "maximum: real types only")
TUKEY_BINARY(minimum, TUKEY_IS_NUMBER && !is_complex_v<T>, "minimum: real types only")
#undef TUKEY_BINARY

// The macro also makes the compound assignments.
TUKEY_ARRAY_OPERATOR(+, add)
TUKEY_ARRAY_OPERATOR(-, subtract)
TUKEY_ARRAY_OPERATOR(*, multiply)
TUKEY_ARRAY_OPERATOR(/, divide)

/// Comparisons, elementwise, to bool. Complex numbers compare for equality only. NaN is unequal to everything.
#define TUKEY_COMPARE(symbol, name, type_check)                                                               \
  template <class T> Array<bool> name(const Array<T>& a, const Array<T>& b) {                                 \
    static_assert(type_check, #name ": this element type has no order");                                      \
    return detail::compare<T>(detail::CompareOp::name, a, b);                                                 \
  }                                                                                                           \
  template <class T> Array<bool> name(const Array<T>& a, detail::same_t<T> b) {                               \
    static_assert(type_check, #name ": this element type has no order");                                      \
    return detail::compare<T>(detail::CompareOp::name, a, b);                                                 \
  }                                                                                                           \
  template <class T> Array<bool> name(detail::same_t<T> a, const Array<T>& b) {                               \
    static_assert(type_check, #name ": this element type has no order");                                      \
    return detail::compare<T>(detail::CompareOp::name, a, b);                                                 \
  }                                                                                                           \
  template <class T> Array<bool> operator symbol(const Array<T>& a, const Array<T>& b) { return name(a, b); }   \
  template <class T> Array<bool> operator symbol(const Array<T>& a, detail::same_t<T> b) { return name(a, b); } \
  template <class T> Array<bool> operator symbol(detail::same_t<T> a, const Array<T>& b) { return name(a, b); }
TUKEY_COMPARE(==, equal, !is_stored_only_v<T>)
TUKEY_COMPARE(!=, not_equal, !is_stored_only_v<T>)
TUKEY_COMPARE(<, less, !is_stored_only_v<T> && !is_complex_v<T>)
TUKEY_COMPARE(<=, less_equal, !is_stored_only_v<T> && !is_complex_v<T>)
TUKEY_COMPARE(>, greater, !is_stored_only_v<T> && !is_complex_v<T>)
TUKEY_COMPARE(>=, greater_equal, !is_stored_only_v<T> && !is_complex_v<T>)
#undef TUKEY_COMPARE

inline Array<bool> logical_and(const Array<bool>& a, const Array<bool>& b) {
  return detail::binary<bool>(detail::BinaryOp::logical_and, a, b);
}
inline Array<bool> logical_or(const Array<bool>& a, const Array<bool>& b) {
  return detail::binary<bool>(detail::BinaryOp::logical_or, a, b);
}

#define TUKEY_UNARY(name, type_check, text)                                                           \
  template <class T> Array<T> name(const Array<T>& x) {                                               \
    static_assert(type_check, text);                                                                  \
    return detail::unary<T>(detail::UnaryOp::name, x);                                                \
  }                                                                                                   \
  template <class T> void name##_into(Array<T>& out, const detail::same_t<Array<T>>& x) {             \
    static_assert(type_check, text);                                                                  \
    detail::unary_into<T>(out, detail::UnaryOp::name, x);                                             \
  }
TUKEY_UNARY(negative, TUKEY_IS_NUMBER, "negative: numbers only")
TUKEY_UNARY(square, TUKEY_IS_NUMBER, "square: numbers only")
/// float, double and their complex. Real arguments outside the domain give NaN; log(0) is -inf.
TUKEY_UNARY(sqrt, is_floating_v<T>, "sqrt: floating types only")
TUKEY_UNARY(exp, is_floating_v<T>, "exp: floating types only")
TUKEY_UNARY(log, is_floating_v<T>, "log: floating types only")
TUKEY_UNARY(log10, is_floating_v<T>, "log10: floating types only")
TUKEY_UNARY(sin, is_floating_v<T>, "sin: floating types only")
TUKEY_UNARY(cos, is_floating_v<T>, "cos: floating types only")
/// The complex conjugate; real arrays are copied.
TUKEY_UNARY(conj, is_floating_v<T>, "conj: floating types only")
#undef TUKEY_UNARY
template <class T> Array<T> operator-(const Array<T>& x) { return negative(x); }

/// |x|: real result for complex input. Integers keep their type (abs of the lowest value wraps, as in NumPy).
template <class T> Array<real_t<T>> abs(const Array<T>& x) {
  static_assert(TUKEY_IS_NUMBER, "abs: numbers only");
  if constexpr (is_complex_v<T>)
    return detail::unary_real<T>(detail::RealOp::abs, x);
  else
    return detail::unary<T>(detail::UnaryOp::abs, x);
}
/// The phase in (-pi, pi], radians; 0 or pi for real input.
template <class T> Array<real_t<T>> angle(const Array<T>& x) {
  static_assert(is_floating_v<T>, "angle: floating types only");
  return detail::unary_real<T>(detail::RealOp::angle, x);
}
/// |x|^2 without a square root.
template <class T> Array<real_t<T>> norm2(const Array<T>& x) {
  static_assert(is_floating_v<T>, "norm2: floating types only");
  return detail::unary_real<T>(detail::RealOp::norm2, x);
}

/// Values below `low` become `low`, above `high` become `high`; NaN stays NaN (np.clip). Real types.
template <class T> Array<T> clip(const Array<T>& x, detail::same_t<T> low, detail::same_t<T> high);
/// condition ? a : b, elementwise, all three broadcast together.
template <class T> Array<T> where(const Array<bool>& condition, detail::Arg<T> a, detail::Arg<T> b);
template <class T> Array<T> where(const Array<bool>& condition, const Array<T>& a, const Array<T>& b) {
  return where<T>(condition, detail::Arg<T>(a), detail::Arg<T>(b));
}
template <class T> Array<T> where(const Array<bool>& condition, const Array<T>& a, detail::same_t<T> b) {
  return where<T>(condition, detail::Arg<T>(a), detail::Arg<T>(b));
}
template <class T> Array<T> where(const Array<bool>& condition, detail::same_t<T> a, const Array<T>& b) {
  return where<T>(condition, detail::Arg<T>(a), detail::Arg<T>(b));
}
/// A complex array of two real ones of the same shape.
template <class T> Array<std::complex<T>> make_complex(const Array<T>& real, const Array<T>& imag) {
  Array<std::complex<T>> z(broadcast_shapes(real.shape(), imag.shape(), "make_complex"), real.device());
  z.real().assign(real);
  z.imag().assign(imag);
  return z;
}
#undef TUKEY_IS_NUMBER

}  // namespace tukey
