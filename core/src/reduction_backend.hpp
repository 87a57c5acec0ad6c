// SPDX-License-Identifier: Apache-2.0
// Internal: a reduction as a clean problem, and its two backends. Included by .cu files: no std headers.
#pragma once

#include "loop.hpp"
#include "tukey/cplx.hpp"

struct CUstream_st;

namespace tukey {

namespace detail {

// For each of `rows` results, `count` elements. Both loops are collapsed: their innermost axis has the smallest
// stride in the input.
struct reduction {
  loop<2> kept;     // operand 0: the input, operand 1: the output
  loop<2> reduced;  // operand 0: the input, operand 1: the index that argmax gives
  index_t rows, count;
  bool columns;  // neighbouring results lie closer in memory than neighbouring elements of one result
};

// axis < 0: over all axes. The output is row-major over the kept axes.
template <class T> reduction make_reduction(const view<T>& x, int axis) {
  reduction r{};
  r.rows = r.count = 1;
  for (int d = x.rank - 1; d >= 0; --d) {
    const bool reduce = axis < 0 || d == axis;
    loop<2>& l = reduce ? r.reduced : r.kept;
    index_t& size = reduce ? r.count : r.rows;
    l.shape[l.rank] = x.shape[d];
    l.strides[0][l.rank] = x.strides[d];
    l.strides[1][l.rank] = size;
    ++l.rank;
    size *= x.shape[d];
  }
  if (r.rows * r.count == 0) return r;
  collapse(r.kept);
  collapse(r.reduced);
  const index_t kept = r.kept.strides[0][r.kept.rank - 1], reduced = r.reduced.strides[0][r.reduced.rank - 1];
  r.columns = r.rows > 1 && r.count > 1 && kept < reduced;
  return r;
}

}  // namespace detail

// rows and count are positive. sum: `out` has the widened type; mean: double for integers, else T.
namespace cpu {
template <class T> void sum(const detail::reduction& r, const T* x, void* out, bool mean);
template <class T> void extreme(const detail::reduction& r, const T* x, T* out, bool smallest);
template <class T> void locate(const detail::reduction& r, const T* x, index_t* out, bool smallest);
}  // namespace cpu

namespace cuda {
template <class T> void sum(CUstream_st* stream, const detail::reduction& r, const T* x, void* out, bool mean);
template <class T> void extreme(CUstream_st* stream, const detail::reduction& r, const T* x, T* out, bool smallest);
template <class T>
void locate(CUstream_st* stream, const detail::reduction& r, const T* x, index_t* out, bool smallest);
}  // namespace cuda

}  // namespace tukey
