// SPDX-License-Identifier: Apache-2.0
// Internal: the operations of fused expressions. Included by .cu files: no std headers.
#pragma once

namespace tukey::detail {

enum class FuseOp : unsigned char {
  // One operand.
  load,
  negative,
  abs,
  square,
  sqrt,
  cbrt,
  reciprocal,
  exp,
  exp2,
  expm1,
  log,
  log2,
  log10,
  log1p,
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  floor,
  ceil,
  trunc,
  rint,
  sign,
  isnan,
  isfinite,
  logical_not,
  conj,
  angle,
  norm2,
  real,
  imag,
  // Two.
  add,
  subtract,
  multiply,
  divide,
  maximum,
  minimum,
  pow,
  atan2,
  hypot,
  equal,
  not_equal,
  less,
  less_equal,
  logical_and,
  logical_or,
  make_complex,
  // Three.
  select
};
inline constexpr FuseOp first_binary = FuseOp::add;
enum class FuseReduce : unsigned char { sum, mean, max, min };

}  // namespace tukey::detail
