// SPDX-License-Identifier: Apache-2.0
// Internal: a scan as a clean problem, and its two backends. Included by .cu files: no std headers.
#pragma once

#include "tukey/cplx.hpp"
#include "tukey/detail/loop.hpp"

struct CUstream_st;

namespace tukey {

namespace detail {

enum class ScanOp { sum, prod, max, min };

struct scan {
  loop<2> kept;  // the other axes: operand 0 is the input, operand 1 the output; the smallest input stride innermost
  index_t rows, count;
  index_t stride_in, stride_out;
  bool columns;  // neighbouring rows lie closer in memory than neighbours along the axis
};

// x and y have the same shape; there are elements.
template <class T, class R> scan make_scan(const view<T>& x, const view<R>& y, int axis) {
  scan s{};
  s.rows = 1;
  for (int d = 0; d < x.rank; ++d) {
    if (d == axis) continue;
    s.kept.shape[s.kept.rank] = x.shape[d];
    s.kept.strides[0][s.kept.rank] = x.strides[d];
    s.kept.strides[1][s.kept.rank] = y.strides[d];
    ++s.kept.rank;
    s.rows *= x.shape[d];
  }
  s.count = x.shape[axis];
  s.stride_in = x.strides[axis], s.stride_out = y.strides[axis];
  collapse(s.kept);
  const index_t kept = s.kept.strides[0][s.kept.rank - 1], along = s.stride_in < 0 ? -s.stride_in : s.stride_in;
  s.columns = s.rows > 1 && s.count > 1 && kept < along;
  return s;
}

}  // namespace detail

// Sums and products go to 64 bits for integers (bool comes as unsigned char), else to T.
namespace cpu {
template <class T> void scan(const detail::scan& s, detail::ScanOp op, bool skip_nan, const T* x, void* y);
}  // namespace cpu

namespace cuda {
// Element types of integers by type_code: 1 to 8, and 5 for bool.
void scan_integer(CUstream_st* stream, const detail::scan& s, detail::ScanOp op, int from, const void* x, int to,
                  void* y);
template <class T>
void scan_floating(CUstream_st* stream, const detail::scan& s, detail::ScanOp op, bool skip_nan, const T* x, T* y);
}  // namespace cuda

}  // namespace tukey
