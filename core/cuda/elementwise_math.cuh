// SPDX-License-Identifier: Apache-2.0
// Internal: the kernels of math.hpp, divided among files by element type to compile side by side.
#pragma once

#include "math_backend.hpp"
#include "math_choice.hpp"
#include "tukey/detail/map.cuh"

namespace tukey::cuda {

using namespace pointwise;

template <class T> operand<T> argument(const source<T>& x) { return x.data ? memory(x.data) : scalar(x.value); }

}  // namespace tukey::cuda
