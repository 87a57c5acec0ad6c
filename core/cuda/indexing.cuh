// SPDX-License-Identifier: Apache-2.0
// Internal: what indexing's kernels share: places in a row-major walk, words, the first place out of range.
#pragma once

#include "indexing_backend.hpp"
#include "tukey/detail/map.cuh"

namespace tukey::cuda {

using detail::indexed;
using detail::max_indices;
using detail::Range;
using detail::word16;

inline constexpr int index_block = 256;

// Division by a walk's extents, in 32 bits where all places allow that.
struct places {
  index_t count;
  int rank, small;
  fast_divisor by[max_loop_rank];
  index_t shape[max_loop_rank];

  // f(axis, coordinate) for every axis of place i.
  template <class F> __device__ void decode(index_t i, const F& f) const {
    if (small) {
      unsigned rest = static_cast<unsigned>(i);
      for (int d = rank - 1; d > 0; --d) {
        const unsigned q = quotient(rest, by[d]);
        f(d, static_cast<index_t>(rest - q * by[d].d));
        rest = q;
      }
      f(0, static_cast<index_t>(rest));
    } else {
      for (int d = rank - 1; d > 0; --d) {
        const index_t q = i / shape[d];
        f(d, i - q * shape[d]);
        i = q;
      }
      f(0, i);
    }
  }
};
inline places make_places(int rank, const index_t* shape) {
  places p{};
  p.rank = rank;
  p.count = 1;
  for (int d = 0; d < rank; ++d) p.count *= shape[d];
  p.small = p.count < (index_t(1) << 31);
  for (int d = 0; d < rank; ++d) {
    p.shape[d] = shape[d];
    if (p.small && p.count > 0) p.by[d] = make_divisor(static_cast<unsigned>(shape[d]));
  }
  return p;
}
inline dim3 blocks_for(index_t count, int each) {
  const index_t per_block = index_t(index_block) * each;
  return dim3(static_cast<unsigned>((count + per_block - 1) / per_block));
}

// Where a place's elements lie. `bad`: the index out of range, or -1.
struct spot {
  index_t x, y, slot, position;
  int bad;
};
__device__ inline index_t load_index(const indexed::operand& o, index_t at) {
  return o.wide ? static_cast<const index_t*>(o.data)[at] : static_cast<index_t>(static_cast<const int*>(o.data)[at]);
}
__device__ inline spot locate(const indexed& l, const places& p, index_t i) {
  spot s{0, 0, 0, 0, -1};
  index_t at[max_indices];
#pragma unroll
  for (int k = 0; k < max_indices; ++k) at[k] = 0;
  p.decode(i, [&](int d, index_t c) {
    s.x += c * l.x[d], s.y += c * l.y[d], s.slot += c * l.slot[d], s.position += c * l.position[d];
#pragma unroll
    for (int k = 0; k < max_indices; ++k)
      if (k < l.count) at[k] += c * l.index[k].strides[d];
  });
#pragma unroll
  for (int k = 0; k < max_indices; ++k) {
    if (k >= l.count) break;
    index_t j = load_index(l.index[k], at[k]);
    if (!resolve(j, l.index[k].size, l.mode)) {
      if (s.bad < 0) s.bad = k;
      continue;
    }
    s.x += l.flat_rank ? unravel(l, j) : j * l.index[k].stride;
    s.slot += j * l.index[k].slot;
  }
  return s;
}

// The least place out of range; all ones: none.
using first_bad = unsigned long long;
__device__ inline void report(first_bad* first, index_t place, int k) {
  atomicMin(first, static_cast<first_bad>(place) * max_indices + static_cast<first_bad>(k));
}

// body(word type) for a word size.
template <class Body> auto with_word(int word, const Body& body) {
  switch (word) {
    case 1:
      return body(static_cast<unsigned char>(0));
    case 2:
      return body(static_cast<unsigned short>(0));
    case 4:
      return body(0u);
    case 8:
      return body(0ul);
    default:
      return body(word16{});
  }
}

}  // namespace tukey::cuda
