// SPDX-License-Identifier: Apache-2.0
// Internal: a run of entries of an axis as a view.
#pragma once

#include "tukey/array.hpp"

namespace tukey::detail {

// The entries [begin, end) of an axis; 0 <= begin <= end <= its length.
template <class T> Array<T> part(const Array<T>& x, int axis, index_t begin, index_t end) {
  Layout layout = x.layout();
  layout.shape[axis] = end - begin;
  return Array<T>(x.storage(), begin < x.shape()[axis] ? x.origin() + begin * x.strides()[axis] : x.origin(), layout);
}

}  // namespace tukey::detail
