// SPDX-License-Identifier: Apache-2.0
// Internal: functions of floats that are computed in double, several at a time, and rounding, on the CPU.
#pragma once

#include "tukey/detail/loop.hpp"

namespace tukey::cpu {

enum class FloatFunction { exp, exp2, expm1, log, log2, log10, log1p, sin, cos, tan, sinh, cosh, tanh };
void float_function(FloatFunction f, const detail::loop<2>& l, float* out, const float* x);

enum class Rounding { floor, ceil, trunc, rint };
template <class T> void rounding_function(Rounding f, const detail::loop<2>& l, T* out, const T* x);

}  // namespace tukey::cpu
