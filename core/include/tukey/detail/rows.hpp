// SPDX-License-Identifier: Apache-2.0
// Internal: walking a view as 1-D rows along one axis. Included by .cu files: no std headers.
#pragma once

#include "tukey/view.hpp"

namespace tukey::detail {

// The 1-D lines of a view along `axis`: `count` lines of `length` elements `stride` apart; offset(i) is where line
// i starts. Lines are in row-major order of the other axes, so line i of two views whose other extents agree
// correspond.
struct rows {
  index_t count, length, stride;
  int rank;  // of the other axes
  index_t shape[max_rank], strides[max_rank];

  TUKEY_HD index_t offset(index_t i) const {
    index_t o = 0;
    for (int d = rank - 1; d > 0; --d) {
      const index_t q = i / shape[d];
      o += (i - q * shape[d]) * strides[d];
      i = q;
    }
    return rank ? o + i * strides[0] : 0;
  }
};

template <class T>
inline rows rows_along(const view<T>& v, int axis) {
  rows r{1, v.shape[axis], v.strides[axis], 0, {}, {}};
  for (int d = 0; d < v.rank; ++d) {
    if (d == axis) continue;
    const index_t n = v.shape[d], s = v.strides[d];
    r.count *= n;
    if (n == 1) continue;
    // Neighbouring axes that one stride can walk become one, so that offset() divides less.
    if (r.rank && r.strides[r.rank - 1] == s * n) {
      r.shape[r.rank - 1] *= n;
      r.strides[r.rank - 1] = s;
    } else {
      r.shape[r.rank] = n;
      r.strides[r.rank] = s;
      ++r.rank;
    }
  }
  return r;
}

}  // namespace tukey::detail
