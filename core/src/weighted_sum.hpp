// SPDX-License-Identifier: Apache-2.0
// Internal: a sum with one weight for each position along an axis, in one pass.
#pragma once

#include "tukey/array.hpp"

namespace tukey::detail {

template <class T>
Array<T> weighted_sum(const Array<T>& x, const Array<real_t<T>>& weights, int axis, bool keepdims,
                      const char* function);

}  // namespace tukey::detail
