// SPDX-License-Identifier: Apache-2.0
// Fused elementwise expressions: one pass over memory for any formula, without run-time compilation.
//
//   Array<float> y = evaluate(lazy(a) * b + sin(lazy(c)));      // one kernel, every operand is read once
//
// lazy(x) makes an expression of an array. Operators and the functions below combine expressions, arrays and scalars
// with NumPy's broadcasting; nothing is computed before evaluate, evaluate_into or a reduction reads the operands.
// An expression keeps its arrays alive, is cheap to copy and may be evaluated any number of times.
//
// Every operation rounds its result as the function of the same name on arrays does (a * b + c is not contracted
// into a fused multiply-add), so that fusing changes no bits. Types: float, double, complex<float>, complex<double>,
// int32 and int64; all parts of one expression have the same precision, real parts mix with complex ones.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "tukey/array.hpp"
#include "tukey/detail/fuse_op.hpp"

namespace tukey {

template <class T> class Expr;
template <class T> class Mask;

namespace detail {
struct ExprNode;
using ExprPtr = std::shared_ptr<const ExprNode>;
template <class T> struct same_expr { using type = Expr<T>; };
template <class T> using same_expr_t = typename same_expr<T>::type;  // not deduced: converts arrays and scalars
template <class T> struct same_mask { using type = Mask<T>; };
template <class T> using same_mask_t = typename same_mask<T>::type;

// T: what is computed with; S: how the array is stored.
template <class T, class S> ExprPtr expr_array(const Array<S>& x);
template <class T> ExprPtr expr_scalar(T value);
TUKEY_EXPORT ExprPtr expr_node(FuseOp op, const char* name, bool complex_result, const ExprPtr& a,
                               const ExprPtr& b = nullptr, const ExprPtr& c = nullptr);
TUKEY_EXPORT const Shape& expr_shape(const ExprPtr& x);
template <class R> Array<R> expr_evaluate(const ExprPtr& x);
template <class R> void expr_evaluate_into(const Array<R>& out, const ExprPtr& x);

template <class T>
inline constexpr bool is_fused_v =
    is_floating_v<T> || std::is_same<T, std::int32_t>::value || std::is_same<T, std::int64_t>::value;
}  // namespace detail

/// An expression with elements of type T. See the top of this file.
template <class T> class Expr {
 public:
  using value_type = T;
  Expr(const Array<T>& x) : node_(detail::expr_array<T, T>(x)) {}
  template <class S, std::enable_if_t<std::is_arithmetic<S>::value, int> = 0>
  Expr(S value) : node_(detail::expr_scalar<T>(T(static_cast<real_t<T>>(value)))) {}
  template <class S, std::enable_if_t<is_complex_v<S> && std::is_same<S, T>::value, int> = 0>
  Expr(S value) : node_(detail::expr_scalar<T>(value)) {}
  /// A real expression where a complex one is expected.
  template <class R, std::enable_if_t<is_complex_v<T> && std::is_same<R, real_t<T>>::value, int> = 0>
  Expr(const Expr<R>& x) : node_(x.node()) {}
  template <class R, std::enable_if_t<is_complex_v<T> && std::is_same<R, real_t<T>>::value, int> = 0>
  Expr(const Array<R>& x) : node_(detail::expr_array<R, R>(x)) {}

  const Shape& shape() const { return detail::expr_shape(node_); }

  friend Expr operator-(const Expr& a) { return of(detail::FuseOp::negative, "negative", a); }
  friend Expr operator+(const Expr& a, const Expr& b) { return of(detail::FuseOp::add, "add", a, b); }
  friend Expr operator-(const Expr& a, const Expr& b) { return of(detail::FuseOp::subtract, "subtract", a, b); }
  friend Expr operator*(const Expr& a, const Expr& b) { return of(detail::FuseOp::multiply, "multiply", a, b); }
  friend Expr operator/(const Expr& a, const Expr& b) {
    static_assert(is_floating_v<T>, "divide: floating types only; read integers by lazy<double>(x)");
    return of(detail::FuseOp::divide, "divide", a, b);
  }
  friend Mask<T> operator==(const Expr& a, const Expr& b) { return compare(detail::FuseOp::equal, "equal", a, b); }
  friend Mask<T> operator!=(const Expr& a, const Expr& b) {
    return compare(detail::FuseOp::not_equal, "not_equal", a, b);
  }
  friend Mask<T> operator<(const Expr& a, const Expr& b) { return ordered(detail::FuseOp::less, "less", a, b); }
  friend Mask<T> operator<=(const Expr& a, const Expr& b) {
    return ordered(detail::FuseOp::less_equal, "less_equal", a, b);
  }
  friend Mask<T> operator>(const Expr& a, const Expr& b) { return ordered(detail::FuseOp::less, "greater", b, a); }
  friend Mask<T> operator>=(const Expr& a, const Expr& b) {
    return ordered(detail::FuseOp::less_equal, "greater_equal", b, a);
  }

  // For the library's own functions.
  explicit Expr(detail::ExprPtr node) : node_(std::move(node)) {}
  const detail::ExprPtr& node() const { return node_; }
  template <class... A> static Expr of(detail::FuseOp op, const char* name, const A&... parts) {
    return Expr(detail::expr_node(op, name, is_complex_v<T>, parts.node()...));
  }

 private:
  static Mask<T> compare(detail::FuseOp op, const char* name, const Expr& a, const Expr& b) {
    return Mask<T>(detail::expr_node(op, name, false, a.node_, b.node_));
  }
  static Mask<T> ordered(detail::FuseOp op, const char* name, const Expr& a, const Expr& b) {
    static_assert(!is_complex_v<T>, "complex numbers have no order");
    return compare(op, name, a, b);
  }
  detail::ExprPtr node_;
};

/// A condition within an expression over T: what comparisons give, for where, evaluate (to Array<bool>) and the
/// operators && || !, which evaluate both sides. An Array<bool> converts to it.
template <class T> class Mask {
 public:
  using value_type = bool;
  Mask(const Array<bool>& x) : node_(detail::expr_array<real_t<T>, bool>(x)) {}
  const Shape& shape() const { return detail::expr_shape(node_); }

  friend Mask operator&&(const Mask& a, const Mask& b) {
    return Mask(detail::expr_node(detail::FuseOp::logical_and, "logical_and", false, a.node_, b.node_));
  }
  friend Mask operator||(const Mask& a, const Mask& b) {
    return Mask(detail::expr_node(detail::FuseOp::logical_or, "logical_or", false, a.node_, b.node_));
  }
  friend Mask operator!(const Mask& a) {
    return Mask(detail::expr_node(detail::FuseOp::logical_not, "logical_not", false, a.node_));
  }

  /// A condition on real values where one within a complex expression is expected, or the other way round.
  template <class U, std::enable_if_t<!std::is_same<U, T>::value && std::is_same<real_t<U>, real_t<T>>::value, int> = 0>
  Mask(const Mask<U>& x) : node_(x.node()) {}

  explicit Mask(detail::ExprPtr node) : node_(std::move(node)) {}
  const detail::ExprPtr& node() const { return node_; }

 private:
  detail::ExprPtr node_;
};

/// An expression of an array. lazy<T>(x) converts as it reads: to float from half, to float and double from each other,
/// bool and the integers up to 32 bits, to int32 and int64 from bool and the integers up to that size, to
/// complex<float> from float, packed_complex<int8_t> and packed_complex<int16_t>, to complex<double> from double.
template <class T> Expr<T> lazy(const Array<T>& x) {
  static_assert(
      detail::is_fused_v<T>,
      "lazy: float, double, complex<float>, complex<double>, int32 or int64; other arrays are converted as they "
      "are read by lazy<float>(x)");
  return Expr<T>(x);
}
template <class T, class S, std::enable_if_t<!std::is_same<T, S>::value, int> = 0> Expr<T> lazy(const Array<S>& x) {
  static_assert(detail::is_fused_v<T>, "lazy<T>: float, double, complex<float>, complex<double>, int32 or int64");
  return Expr<T>(detail::expr_array<T, S>(x));
}

/// Functions of one expression, as their namesakes on arrays.
#define TUKEY_FUSED(name, type_check)                               \
  template <class T> Expr<T> name(const Expr<T>& x) {               \
    static_assert(type_check, #name ": not for this element type"); \
    return Expr<T>::of(detail::FuseOp::name, #name, x);             \
  }
TUKEY_FUSED(negative, true)
TUKEY_FUSED(square, true)
TUKEY_FUSED(sqrt, is_floating_v<T>)
TUKEY_FUSED(exp, is_floating_v<T>)
TUKEY_FUSED(log, is_floating_v<T>)
TUKEY_FUSED(log10, is_floating_v<T>)
TUKEY_FUSED(sin, is_floating_v<T>)
TUKEY_FUSED(cos, is_floating_v<T>)
TUKEY_FUSED(reciprocal, is_floating_v<T>)
TUKEY_FUSED(cbrt, std::is_floating_point<T>::value)
TUKEY_FUSED(exp2, std::is_floating_point<T>::value)
TUKEY_FUSED(expm1, std::is_floating_point<T>::value)
TUKEY_FUSED(log2, std::is_floating_point<T>::value)
TUKEY_FUSED(log1p, std::is_floating_point<T>::value)
TUKEY_FUSED(tan, std::is_floating_point<T>::value)
TUKEY_FUSED(asin, std::is_floating_point<T>::value)
TUKEY_FUSED(acos, std::is_floating_point<T>::value)
TUKEY_FUSED(atan, std::is_floating_point<T>::value)
TUKEY_FUSED(sinh, std::is_floating_point<T>::value)
TUKEY_FUSED(cosh, std::is_floating_point<T>::value)
TUKEY_FUSED(tanh, std::is_floating_point<T>::value)
TUKEY_FUSED(floor, std::is_floating_point<T>::value)
TUKEY_FUSED(ceil, std::is_floating_point<T>::value)
TUKEY_FUSED(trunc, std::is_floating_point<T>::value)
TUKEY_FUSED(rint, std::is_floating_point<T>::value)
TUKEY_FUSED(sign, !is_complex_v<T>)
#undef TUKEY_FUSED
template <class T> Expr<T> conj(const Expr<T>& x) {
  return is_complex_v<T> ? Expr<T>::of(detail::FuseOp::conj, "conj", x) : x;
}
/// From complex to real.
#define TUKEY_FUSED(name, type_check)                               \
  template <class T> Expr<real_t<T>> name(const Expr<T>& x) {       \
    static_assert(type_check, #name ": not for this element type"); \
    return Expr<real_t<T>>::of(detail::FuseOp::name, #name, x);     \
  }
TUKEY_FUSED(abs, true)
TUKEY_FUSED(angle, is_floating_v<T>)
TUKEY_FUSED(norm2, is_floating_v<T>)
TUKEY_FUSED(real, is_complex_v<T>)
TUKEY_FUSED(imag, is_complex_v<T>)
#undef TUKEY_FUSED
template <class T> Mask<T> isnan(const Expr<T>& x) {
  static_assert(std::is_floating_point<T>::value, "isnan: float and double only");
  return Mask<T>(detail::expr_node(detail::FuseOp::isnan, "isnan", false, x.node()));
}
template <class T> Mask<T> isfinite(const Expr<T>& x) {
  static_assert(std::is_floating_point<T>::value, "isfinite: float and double only");
  return Mask<T>(detail::expr_node(detail::FuseOp::isfinite, "isfinite", false, x.node()));
}

/// Functions of two: expressions on both sides, or an array or a scalar on one of them. pow is C's pow.
#define TUKEY_FUSED(name, type_check)                                                  \
  template <class T> Expr<T> name(const Expr<T>& a, const Expr<T>& b) {                \
    static_assert(type_check, #name ": not for this element type");                    \
    return Expr<T>::of(detail::FuseOp::name, #name, a, b);                             \
  }                                                                                    \
  template <class T> Expr<T> name(const Expr<T>& a, const detail::same_expr_t<T>& b) { \
    static_assert(type_check, #name ": not for this element type");                    \
    return Expr<T>::of(detail::FuseOp::name, #name, a, b);                             \
  }                                                                                    \
  template <class T> Expr<T> name(const detail::same_expr_t<T>& a, const Expr<T>& b) { \
    static_assert(type_check, #name ": not for this element type");                    \
    return Expr<T>::of(detail::FuseOp::name, #name, a, b);                             \
  }
TUKEY_FUSED(maximum, !is_complex_v<T>)
TUKEY_FUSED(minimum, !is_complex_v<T>)
TUKEY_FUSED(pow, std::is_floating_point<T>::value)
TUKEY_FUSED(atan2, std::is_floating_point<T>::value)
TUKEY_FUSED(hypot, std::is_floating_point<T>::value)
#undef TUKEY_FUSED
/// Values below `low` become `low`, above `high` become `high`; NaN stays NaN.
template <class T>
Expr<T> clip(const Expr<T>& x, const detail::same_expr_t<T>& low, const detail::same_expr_t<T>& high) {
  return minimum(maximum(x, low), high);
}
/// re + i im of two real expressions.
template <class T> Expr<std::complex<T>> make_complex(const Expr<T>& re, const detail::same_expr_t<T>& im) {
  static_assert(std::is_floating_point<T>::value, "make_complex: float and double only");
  return Expr<std::complex<T>>::of(detail::FuseOp::make_complex, "make_complex", re, im);
}
/// condition ? a : b; at least one of the two is an expression, the other may be an array or a scalar. The condition is
/// a comparison of real or complex expressions of the same precision, or an Array<bool>.
template <class T> Expr<T> where(const detail::same_mask_t<T>& condition, const Expr<T>& a, const Expr<T>& b) {
  return Expr<T>::of(detail::FuseOp::select, "where", condition, a, b);
}
template <class T>
Expr<T> where(const detail::same_mask_t<T>& condition, const Expr<T>& a, const detail::same_expr_t<T>& b) {
  return Expr<T>::of(detail::FuseOp::select, "where", condition, a, b);
}
template <class T>
Expr<T> where(const detail::same_mask_t<T>& condition, const detail::same_expr_t<T>& a, const Expr<T>& b) {
  return Expr<T>::of(detail::FuseOp::select, "where", condition, a, b);
}

/// Computes the expression into a new row-major array of its shape, on the operands' device. Does not wait.
/// Where an expression is too long for one pass (more than 32 operations, 8 arrays or 8 scalars; rarely less), parts of
/// it are computed into temporary arrays first.
/// InvalidArgument: "lazy: ..." where operands are on two devices, where no operand is an array, or where more than
/// 1000 operations hang on one another.
template <class T> Array<T> evaluate(const Expr<T>& x) { return detail::expr_evaluate<T>(x.node()); }
template <class T> Array<bool> evaluate(const Mask<T>& x) { return detail::expr_evaluate<bool>(x.node()); }
/// Computes into an existing array or view of the expression's shape, which may be one of the operands itself, but must
/// not overlap an operand otherwise. Does not wait.
template <class T> void evaluate_into(Array<T>& out, const Expr<T>& x) { detail::expr_evaluate_into<T>(out, x.node()); }
template <class T> void evaluate_into(Array<T>&& out, const Expr<T>& x) {
  detail::expr_evaluate_into<T>(out, x.node());
}
template <class T> void evaluate_into(Array<bool>& out, const Mask<T>& x) {
  detail::expr_evaluate_into<bool>(out, x.node());
}
template <class T> void evaluate_into(Array<bool>&& out, const Mask<T>& x) {
  detail::expr_evaluate_into<bool>(out, x.node());
}

}  // namespace tukey
