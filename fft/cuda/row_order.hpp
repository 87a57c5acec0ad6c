// SPDX-License-Identifier: Apache-2.0
// Internal: how rows lie in memory.
#pragma once

#include "tukey/detail/rows.hpp"

namespace tukey::cuda {

inline index_t magnitude(index_t x) { return x < 0 ? -x : x; }
// Whether neighbours of a row lie closer in memory than neighbouring rows.
inline bool runs_along(const detail::rows& r) {
  return r.rank == 0 || magnitude(r.stride) <= magnitude(r.strides[r.rank - 1]) || r.strides[r.rank - 1] == 0;
}

}  // namespace tukey::cuda
