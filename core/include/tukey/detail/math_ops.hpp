// SPDX-License-Identifier: Apache-2.0
// Internal: the functions of math.hpp by name. Included by .cu files: no std headers.
#pragma once

namespace tukey::detail {

// T to T. The first are slow enough to hide memory; from reciprocal on they are not.
enum class MathOp {
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  asinh,
  acosh,
  atanh,
  exp2,
  expm1,
  log1p,
  log2,
  cbrt,
  i0,
  sinc,
  reciprocal,
  sign,
  rint,
  floor,
  ceil,
  trunc,
  fabs,
  degrees,
  radians,
  spacing,
  invert,
  fraction,
  mantissa,
  bit_count
};
enum class MathOp2 {
  atan2,
  hypot,
  logaddexp,
  logaddexp2,
  pow,
  fmod,
  mod,
  floor_divide,
  copysign,
  nextafter,
  heaviside,
  fmax,
  fmin,
  gcd,
  lcm,
  bitwise_and,
  bitwise_or,
  bitwise_xor,
  left_shift,
  right_shift,
  remainder = mod
};
enum class TestOp { isfinite, isinf, isnan, isposinf, isneginf, signbit, iscomplex, isreal };  // to bool
enum class LogicOp { logical_and, logical_or, logical_xor };

}  // namespace tukey::detail
