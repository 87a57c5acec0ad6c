// SPDX-License-Identifier: Apache-2.0
// Internal: the elementwise operations and reductions by name. Included by .cu files: no std headers.
#pragma once

namespace tukey::detail {

enum class BinaryOp { add, subtract, multiply, divide, maximum, minimum, logical_and, logical_or };
enum class CompareOp { equal, not_equal, less, less_equal, greater, greater_equal };
enum class UnaryOp { negative, abs, sqrt, exp, log, log10, sin, cos, conj, square };
enum class RealOp { abs, angle, norm2 };  // complex or real in, real out
enum class ReduceOp { sum, mean, max, min, argmax, argmin, any, all };

}  // namespace tukey::detail
