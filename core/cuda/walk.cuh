// SPDX-License-Identifier: Apache-2.0
// Internal: positions of a loop over two operands, of any size.
#pragma once

#include "tukey/detail/map.cuh"

namespace tukey::cuda {

// Positions of a loop with 64-bit offsets; 32-bit divisions where its size allows them.
struct walk {
  int rank;
  bool small;
  index_t second_start;  // the first operand's is in its pointer
  fast_divisor divisor[max_loop_rank];
  index_t shape[max_loop_rank], strides[2][max_loop_rank];

  __device__ void locate(index_t i, index_t& first, index_t& second) const {
    index_t a = 0, b = 0;
    for (int d = rank - 1; d > 0; --d) {
      index_t q;
      if (small)
        q = quotient(static_cast<unsigned>(i), divisor[d]);
      else
        q = i / shape[d];
      const index_t r = i - q * shape[d];
      a += r * strides[0][d];
      b += r * strides[1][d];
      i = q;
    }
    first = a + i * strides[0][0];
    second = second_start + b + i * strides[1][0];
  }
};
inline walk make_walk(const loop<2>& l) {
  walk w{};
  w.rank = l.rank;
  w.second_start = l.offset[1];
  w.small = l.size() < (index_t(1) << 31);
  for (int d = 0; d < l.rank; ++d) {
    w.shape[d] = l.shape[d];
    if (w.small) w.divisor[d] = make_divisor(static_cast<unsigned>(l.shape[d]));
    for (int k = 0; k < 2; ++k) w.strides[k][d] = l.strides[k][d];
  }
  return w;
}

}  // namespace tukey::cuda
