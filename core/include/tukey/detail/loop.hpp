// SPDX-License-Identifier: Apache-2.0
// Internal: the joint loop of an elementwise operation over its operands, in as few dimensions as possible.
// Included by .cu files: no std headers.
#pragma once

#include "tukey/view.hpp"

namespace tukey::detail {

inline constexpr int max_loop_rank = max_rank + 1;  // copies of misaligned elements add an axis

// N operands of one shape; operand 0 is the output. The last dimension is the innermost.
template <int N> struct loop {
  int rank;
  index_t shape[max_loop_rank];
  index_t strides[N][max_loop_rank];
  index_t offset[N];  // of each operand's first element, from its pointer

  index_t size() const {
    index_t n = 1;
    for (int d = 0; d < rank; ++d) n *= shape[d];
    return n;
  }
  bool is_unit(int operand) const { return rank == 1 && strides[operand][0] == 1; }
};

template <class V> void set_strides(index_t* to, const V& v) {
  for (int d = 0; d < v.rank; ++d) to[d] = v.strides[d];
}
// Loops over operands that have out's shape already.
template <class T, class... V> loop<1 + sizeof...(V)> make_loop(const view<T>& out, const V&... in) {
  loop<1 + sizeof...(V)> l{};
  l.rank = out.rank;
  for (int d = 0; d < out.rank; ++d) l.shape[d] = out.shape[d];
  int k = 0;
  set_strides(l.strides[k++], out);
  (set_strides(l.strides[k++], in), ...);
  return l;
}

// Drops axes of length 1, walks the output forwards, puts its smallest stride innermost and merges axes that one
// stride can walk in every operand. The result has rank 1 at least. For loops without elements: unchanged.
template <int N> void collapse(loop<N>& l) {
  auto magnitude = [](index_t s) { return s < 0 ? -s : s; };
  int rank = 0;
  for (int d = 0; d < l.rank; ++d) {
    if (l.shape[d] == 0) return;
    if (l.shape[d] == 1) continue;
    l.shape[rank] = l.shape[d];
    const bool flip = l.strides[0][d] < 0;
    for (int k = 0; k < N; ++k) {
      index_t s = l.strides[k][d];
      if (flip) l.offset[k] += (l.shape[rank] - 1) * s, s = -s;
      l.strides[k][rank] = s;
    }
    ++rank;
  }
  if (rank == 0) {
    l.rank = 1;
    l.shape[0] = 1;
    for (int k = 0; k < N; ++k) l.strides[k][0] = 1;
    return;
  }
  // Insertion sort, stable: larger output strides first, among equal ones larger input strides.
  auto before = [&](int a, int b) {
    for (int k = 0; k < N; ++k) {
      const index_t x = magnitude(l.strides[k][a]), y = magnitude(l.strides[k][b]);
      if (x != y) return x > y;
    }
    return false;
  };
  for (int i = 1; i < rank; ++i)
    for (int j = i; j > 0 && before(j, j - 1); --j) {
      index_t t = l.shape[j];
      l.shape[j] = l.shape[j - 1], l.shape[j - 1] = t;
      for (int k = 0; k < N; ++k) t = l.strides[k][j], l.strides[k][j] = l.strides[k][j - 1], l.strides[k][j - 1] = t;
    }
  int last = 0;
  for (int d = 1; d < rank; ++d) {
    bool joins = true;
    for (int k = 0; k < N; ++k) joins = joins && l.strides[k][last] == l.strides[k][d] * l.shape[d];
    if (joins) {
      l.shape[last] *= l.shape[d];
    } else {
      ++last;
      l.shape[last] = l.shape[d];
    }
    for (int k = 0; k < N; ++k) l.strides[k][last] = l.strides[k][d];
  }
  l.rank = last + 1;
}

}  // namespace tukey::detail
