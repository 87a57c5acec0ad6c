// SPDX-License-Identifier: Apache-2.0
// The rest of NumPy's elementwise mathematics, by the rules of elementwise.hpp: one element type and device, scalars
// on either side, new row-major results, `*_into` forms. Only allclose, array_equal and array_equiv wait for the GPU.
#pragma once

#include <optional>

#include "tukey/detail/math_ops.hpp"
#include "tukey/detail/operators.hpp"
#include "tukey/elementwise.hpp"

namespace tukey {

namespace detail {
template <class T> Array<T> math(MathOp op, const Array<T>& x);
template <class T> void math_into(Array<T>& out, MathOp op, const Array<T>& x);
template <class T> Array<T> math(MathOp2 op, Arg<T> a, Arg<T> b);
template <class T> void math_into(Array<T>& out, MathOp2 op, Arg<T> a, Arg<T> b);
template <class T> Array<bool> test(TestOp op, const Array<T>& x);
template <class T> Array<bool> logical(LogicOp op, Arg<T> a, Arg<T> b);
template <class T> inline constexpr bool is_number_v = !is_stored_only_v<T> && !std::is_same<T, bool>::value;
template <class T> inline constexpr bool is_whole_v = std::is_integral<T>::value && !std::is_same<T, bool>::value;
template <class T> inline constexpr bool is_real_v = is_floating_v<T> && !is_complex_v<T>;
}  // namespace detail

// Functions of one argument ------------------------------------------------------------------------------------------
#define TUKEY_MATH(name, type_check, text)                                                \
  template <class T> Array<T> name(const Array<T>& x) {                                   \
    static_assert(type_check, #name ": " text);                                           \
    return detail::math<T>(detail::MathOp::name, x);                                      \
  }                                                                                       \
  template <class T> void name##_into(Array<T>& out, const detail::same_t<Array<T>>& x) { \
    static_assert(type_check, #name ": " text);                                           \
    detail::math_into<T>(out, detail::MathOp::name, x);                                   \
  }
/// Trigonometric and hyperbolic functions and their inverses. Real arguments outside the domain give NaN; complex
/// ones have C99's branch cuts and special values, as in NumPy.
TUKEY_MATH(tan, is_floating_v<T>, "floating types only")
TUKEY_MATH(asin, is_floating_v<T>, "floating types only")
TUKEY_MATH(acos, is_floating_v<T>, "floating types only")
TUKEY_MATH(atan, is_floating_v<T>, "floating types only")
TUKEY_MATH(sinh, is_floating_v<T>, "floating types only")
TUKEY_MATH(cosh, is_floating_v<T>, "floating types only")
TUKEY_MATH(tanh, is_floating_v<T>, "floating types only")
TUKEY_MATH(asinh, is_floating_v<T>, "floating types only")
TUKEY_MATH(acosh, is_floating_v<T>, "floating types only")
TUKEY_MATH(atanh, is_floating_v<T>, "floating types only")
/// 2^x, e^x - 1, log(1 + x), log to base 2.
TUKEY_MATH(exp2, is_floating_v<T>, "floating types only")
TUKEY_MATH(expm1, is_floating_v<T>, "floating types only")
TUKEY_MATH(log1p, is_floating_v<T>, "floating types only")
TUKEY_MATH(log2, is_floating_v<T>, "floating types only")
/// The real cube root, of negative numbers too.
TUKEY_MATH(cbrt, detail::is_real_v<T>, "float and double only")
/// The modified Bessel function of the first kind and order 0 (Chebyshev series on two intervals).
TUKEY_MATH(i0, detail::is_real_v<T>, "float and double only")
/// sin(pi x) / (pi x), 1 at 0. Exactly 0 at the other real integers, where NumPy has a rounding error.
TUKEY_MATH(sinc, is_floating_v<T>, "floating types only")
/// 1 / x.
TUKEY_MATH(reciprocal, is_floating_v<T>, "floating types only; convert integers with astype<double>()")
/// -1, 0 or 1, NaN for NaN; z / |z| of complex numbers (NumPy 2).
TUKEY_MATH(sign, detail::is_number_v<T>, "numbers only")
/// To the nearest integer, ties to even; of complex numbers each part.
TUKEY_MATH(rint, is_floating_v<T>, "floating types only")
/// Rounding down, up, towards zero. Integers are copied.
TUKEY_MATH(floor, detail::is_number_v<T> && !is_complex_v<T>, "real types only")
TUKEY_MATH(ceil, detail::is_number_v<T> && !is_complex_v<T>, "real types only")
TUKEY_MATH(trunc, detail::is_number_v<T> && !is_complex_v<T>, "real types only")
/// |x| of real floating types (abs takes all types).
TUKEY_MATH(fabs, detail::is_real_v<T>, "float and double only")
/// Radians to degrees and back.
TUKEY_MATH(degrees, detail::is_real_v<T>, "float and double only")
TUKEY_MATH(radians, detail::is_real_v<T>, "float and double only")
/// The distance to the next number away from zero, with x's sign; NaN for infinities.
TUKEY_MATH(spacing, detail::is_real_v<T>, "float and double only")
/// Every bit flipped; of bool, the logical not.
TUKEY_MATH(invert, std::is_integral<T>::value, "integers and bool only")
#undef TUKEY_MATH
template <class T> Array<T> operator~(const Array<T>& x) { return invert(x); }
template <class T> Array<T> fix(const Array<T>& x) { return trunc(x); }
template <class T> Array<T> rad2deg(const Array<T>& x) { return degrees(x); }
template <class T> Array<T> deg2rad(const Array<T>& x) { return radians(x); }
/// A copy (np.positive).
template <class T> Array<T> positive(const Array<T>& x) {
  static_assert(detail::is_number_v<T>, "positive: numbers only");
  return x.copy();
}
template <class T> Array<T> operator+(const Array<T>& x) { return positive(x); }
/// How many bits of |x| are set, as uint8.
template <class T> Array<std::uint8_t> bitwise_count(const Array<T>& x);

/// x rounded to that many decimal places, ties to even: rint(x * 10^decimals) / 10^decimals as in NumPy; negative
/// `decimals` round left of the point. Integers too: those are copied unless decimals < 0.
template <class T> Array<T> round(const Array<T>& x, int decimals = 0);
template <class T> void round_into(Array<T>& out, const detail::same_t<Array<T>>& x, int decimals = 0);

struct NanToNumOptions {
  double nan = 0;                        // what NaN becomes
  std::optional<double> posinf, neginf;  // what infinities become: the largest and the lowest number
};
/// NaN and infinities replaced, in each part of complex numbers (np.nan_to_num). Floating types.
template <class T> Array<T> nan_to_num(const Array<T>& x, const NanToNumOptions& options = {});

template <class T> struct ModfResult { Array<T> fractional, integral; };
/// x = fractional + integral, both with x's sign. float and double.
template <class T> ModfResult<T> modf(const Array<T>& x) {
  static_assert(detail::is_real_v<T>, "modf: float and double only");
  return {detail::math<T>(detail::MathOp::fraction, x), trunc(x)};
}
template <class T> struct FrexpResult {
  Array<T> mantissa;
  Array<std::int32_t> exponent;
};
/// x = mantissa * 2^exponent with |mantissa| in [1/2, 1). 0, NaN and infinities are their mantissa, with exponent 0.
template <class T> FrexpResult<T> frexp(const Array<T>& x);
/// x * 2^exponent. The two broadcast.
template <class T> Array<T> ldexp(const Array<T>& x, const Array<std::int32_t>& exponent);
template <class T> Array<T> ldexp(const Array<T>& x, std::int32_t exponent);

// Functions of two arguments -----------------------------------------------------------------------------------------
#define TUKEY_MATH(name, type_check, text)                                                                     \
  template <class T> Array<T> name(const Array<T>& a, const Array<T>& b) {                                     \
    static_assert(type_check, #name ": " text);                                                                \
    return detail::math<T>(detail::MathOp2::name, a, b);                                                       \
  }                                                                                                            \
  template <class T> Array<T> name(const Array<T>& a, detail::same_t<T> b) {                                   \
    static_assert(type_check, #name ": " text);                                                                \
    return detail::math<T>(detail::MathOp2::name, a, b);                                                       \
  }                                                                                                            \
  template <class T> Array<T> name(detail::same_t<T> a, const Array<T>& b) {                                   \
    static_assert(type_check, #name ": " text);                                                                \
    return detail::math<T>(detail::MathOp2::name, a, b);                                                       \
  }                                                                                                            \
  template <class T>                                                                                           \
  void name##_into(Array<T>& out, const detail::same_t<Array<T>>& a, const detail::same_t<Array<T>>& b) {      \
    static_assert(type_check, #name ": " text);                                                                \
    detail::math_into<T>(out, detail::MathOp2::name, a, b);                                                    \
  }                                                                                                            \
  template <class T> void name##_into(Array<T>& out, const detail::same_t<Array<T>>& a, detail::same_t<T> b) { \
    static_assert(type_check, #name ": " text);                                                                \
    detail::math_into<T>(out, detail::MathOp2::name, a, b);                                                    \
  }
#define TUKEY_IS_REAL (detail::is_number_v<T> && !is_complex_v<T>)
/// The angle of (x, y) = (b, a) in (-pi, pi].
TUKEY_MATH(atan2, detail::is_real_v<T>, "float and double only")
/// sqrt(a^2 + b^2) without overflow.
TUKEY_MATH(hypot, detail::is_real_v<T>, "float and double only")
/// log(e^a + e^b) and log2(2^a + 2^b) without overflow.
TUKEY_MATH(logaddexp, detail::is_real_v<T>, "float and double only")
TUKEY_MATH(logaddexp2, detail::is_real_v<T>, "float and double only")
/// a^b. Integers wrap around. A negative integer exponent throws InvalidArgument where it is a scalar; in an array,
/// where NumPy raises too, the power is truncated to an integer: 0 unless a is 1 or -1 (of 0: 0).
TUKEY_MATH(pow, detail::is_number_v<T>, "numbers only")
/// The remainder with the dividend's sign (C); integers: 0 where b is 0.
TUKEY_MATH(fmod, TUKEY_IS_REAL, "real types only")
/// The remainder with the divisor's sign (Python's %); integers: 0 where b is 0.
TUKEY_MATH(mod, TUKEY_IS_REAL, "real types only")
TUKEY_MATH(remainder, TUKEY_IS_REAL, "real types only")
/// The quotient rounded down; integers: 0 where b is 0.
TUKEY_MATH(floor_divide, TUKEY_IS_REAL, "real types only")
/// |a| with b's sign; the number after a in the direction of b.
TUKEY_MATH(copysign, detail::is_real_v<T>, "float and double only")
TUKEY_MATH(nextafter, detail::is_real_v<T>, "float and double only")
/// 0 for a < 0, b for a = 0, 1 for a > 0.
TUKEY_MATH(heaviside, detail::is_real_v<T>, "float and double only")
/// The larger or smaller of two; where one is NaN, the other.
TUKEY_MATH(fmax, TUKEY_IS_REAL, "real types only")
TUKEY_MATH(fmin, TUKEY_IS_REAL, "real types only")
/// The greatest common divisor and the least common multiple of |a| and |b|.
TUKEY_MATH(gcd, detail::is_whole_v<T>, "integers only")
TUKEY_MATH(lcm, detail::is_whole_v<T>, "integers only")
TUKEY_MATH(bitwise_and, std::is_integral<T>::value, "integers and bool only")
TUKEY_MATH(bitwise_or, std::is_integral<T>::value, "integers and bool only")
TUKEY_MATH(bitwise_xor, std::is_integral<T>::value, "integers and bool only")
/// Shifts by as many bits as the type has, more or a negative number shift all bits out.
TUKEY_MATH(left_shift, detail::is_whole_v<T>, "integers only")
TUKEY_MATH(right_shift, detail::is_whole_v<T>, "integers only")
#undef TUKEY_MATH
#undef TUKEY_IS_REAL

/// % is Python's: the result has the divisor's sign.
TUKEY_ARRAY_OPERATOR(%, mod)
TUKEY_ARRAY_OPERATOR(&, bitwise_and)
TUKEY_ARRAY_OPERATOR(|, bitwise_or)
TUKEY_ARRAY_OPERATOR(^, bitwise_xor)
TUKEY_ARRAY_OPERATOR(<<, left_shift)
TUKEY_ARRAY_OPERATOR(>>, right_shift)

/// a^b in double precision, whatever the types: double, or complex<double> of complex (np.float_power).
template <class T, class U> auto float_power(const Array<T>& a, const Array<U>& b) {
  using D = std::conditional_t<is_complex_v<T> || is_complex_v<U>, std::complex<double>, double>;
  return pow(a.template astype<D>(), b.template astype<D>());
}
template <class T, class U, class = std::enable_if_t<std::is_arithmetic<U>::value>>
auto float_power(const Array<T>& a, U b) {
  using D = std::conditional_t<is_complex_v<T>, std::complex<double>, double>;
  return pow(a.template astype<D>(), D(static_cast<double>(b)));
}
template <class T> struct DivmodResult { Array<T> quotient, remainder; };
/// floor_divide and mod.
template <class T> DivmodResult<T> divmod(const Array<T>& a, const Array<T>& b) {
  return {floor_divide(a, b), mod(a, b)};
}
template <class T> DivmodResult<T> divmod(const Array<T>& a, detail::same_t<T> b) {
  return {floor_divide(a, b), mod(a, b)};
}

/// Values below `low` become `low`, above `high` become `high`, by arrays that broadcast, or on one side only
/// (std::nullopt for none). NaN in any operand gives NaN. Real types.
template <class T>
Array<T> clip(const Array<T>& x, const detail::same_t<Array<T>>& low, const detail::same_t<Array<T>>& high);
template <class T>
Array<T> clip(const Array<T>& x, const std::optional<detail::same_t<T>>& low,
              const std::optional<detail::same_t<T>>& high) {
  if (low && high) return clip(x, *low, *high);
  if (low) return maximum(x, *low);
  return high ? minimum(x, *high) : x.copy();
}

// Logic --------------------------------------------------------------------------------------------------------------
#define TUKEY_MATH(name)                                                \
  template <class T> Array<bool> name(const Array<T>& x) {              \
    static_assert(!is_stored_only_v<T>, #name ": computed types only"); \
    return detail::test<T>(detail::TestOp::name, x);                    \
  }
/// Of complex numbers: both parts finite; either part infinite; either part NaN. Integers are finite.
TUKEY_MATH(isfinite)
TUKEY_MATH(isinf)
TUKEY_MATH(isnan)
/// +inf, -inf; the sign bit, also of -0 and NaN. Real types.
TUKEY_MATH(isposinf)
TUKEY_MATH(isneginf)
TUKEY_MATH(signbit)
/// Whether the imaginary part is not 0, or is.
TUKEY_MATH(iscomplex)
TUKEY_MATH(isreal)
#undef TUKEY_MATH

/// What is not 0 is true, NaN too.
#define TUKEY_MATH(name)                                                        \
  template <class T> Array<bool> name(const Array<T>& a, const Array<T>& b) {   \
    return detail::logical<T>(detail::LogicOp::name, a, b);                     \
  }                                                                             \
  template <class T> Array<bool> name(const Array<T>& a, detail::same_t<T> b) { \
    return detail::logical<T>(detail::LogicOp::name, a, b);                     \
  }                                                                             \
  template <class T> Array<bool> name(detail::same_t<T> a, const Array<T>& b) { \
    return detail::logical<T>(detail::LogicOp::name, a, b);                     \
  }
TUKEY_MATH(logical_and)
TUKEY_MATH(logical_or)
TUKEY_MATH(logical_xor)
#undef TUKEY_MATH
template <class T> Array<bool> logical_not(const Array<T>& x) { return equal(x, T(0)); }
template <class T> Array<bool> operator!(const Array<T>& x) { return logical_not(x); }

struct CloseOptions {
  double rtol = 1e-5, atol = 1e-8;
  bool equal_nan = false;
};
/// |a - b| <= atol + rtol |b|, or both the same infinity; NaN is close to NaN with equal_nan. Floats compute in their
/// own precision, integers in double.
template <class T> Array<bool> isclose(const Array<T>& a, const Array<T>& b, const CloseOptions& options = {});
/// Whether all elements are close. The arrays broadcast. Waits for the GPU: the result is a host value.
template <class T> bool allclose(const Array<T>& a, const Array<T>& b, const CloseOptions& options = {});
/// Whether shapes and elements are equal. Waits for the GPU: the result is a host value.
template <class T> bool array_equal(const Array<T>& a, const Array<T>& b, bool equal_nan = false);
/// Whether the shapes broadcast and the elements are equal. Waits for the GPU: the result is a host value.
template <class T> bool array_equiv(const Array<T>& a, const Array<T>& b);

// Bits and phases ----------------------------------------------------------------------------------------------------
enum class BitOrder { big, little };
struct PackbitsOptions {
  std::optional<int> axis;  // all elements in row-major order by default
  BitOrder bitorder = BitOrder::big;
};
/// Eight elements along the axis, true where not 0, become one byte; the last one is filled with zeros. bool, uint8.
template <class T> Array<std::uint8_t> packbits(const Array<T>& x, const PackbitsOptions& options = {});
struct UnpackbitsOptions {
  std::optional<int> axis;       // all elements in row-major order by default
  std::optional<index_t> count;  // how many bits to keep along the axis, negative: to leave out at the end
  BitOrder bitorder = BitOrder::big;
};
/// The bits of bytes as 0 and 1, eight times as many along the axis.
TUKEY_EXPORT Array<std::uint8_t> unpackbits(const Array<std::uint8_t>& x, const UnpackbitsOptions& options = {});

struct UnwrapOptions {
  std::optional<double> discont;  // the largest jump that stays; half the period, which is also the least
  int axis = -1;
  double period = 6.283185307179586;
};
/// Jumps of more than half a period along the axis replaced by their complement (np.unwrap). float and double.
template <class T> Array<T> unwrap(const Array<T>& x, const UnwrapOptions& options = {});

}  // namespace tukey
