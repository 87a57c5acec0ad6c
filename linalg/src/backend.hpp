// SPDX-License-Identifier: Apache-2.0
// Internal: the backend functions of the linalg module. Views of equal rank; the last two axes are the matrix, the
// others agree (broadcast ones have stride 0). Nothing is empty in a call to cuda::.
#pragma once

#include "tukey/detail/access.hpp"
#include "tukey/detail/context.hpp"
#include "tukey/reference/linalg.hpp"

namespace tukey::cuda {

using reference::FactorStatus;

/// c = a b by cuBLAS. Matrices have a BLAS layout (see blas_layout).
template <class T> void matmul(detail::StreamState& state, view<const T> a, view<const T> b, view<T> c);

/// The largest matrix that the kernels for small matrices take.
inline constexpr index_t most_small = 32;
/// a x = b, one warp per matrix, n <= most_small. With `check` waits and tells the first singular matrix.
template <class T>
FactorStatus solve_small(CUstream_st* stream, view<const T> a, view<const T> b, view<T> x, bool check);
/// `lu` is a row-major copy of a, overwritten; `xt` holds the right-hand sides as rows (..., k, n), row-major, and
/// becomes the solution.
template <class T> FactorStatus solve_large(detail::StreamState& state, view<T> lu, view<T> xt, bool check);

template <class T> FactorStatus cholesky_small(CUstream_st* stream, view<const T> a, view<T> c, bool lower, bool check);
/// `c` is a row-major copy of a and becomes the factor.
template <class T> FactorStatus cholesky_large(detail::StreamState& state, view<T> c, bool lower, bool check);

}  // namespace tukey::cuda

namespace tukey::linalg {

// Whether cuBLAS can walk the last two axes: one of them with unit stride, the other without overlap, no axis
// backwards.
template <class T> bool blas_layout(const Array<T>& x) {
  const int r = x.rank();
  for (int d = 0; d < r; ++d)
    if (x.strides()[d] < 0 && x.shape()[d] > 1) return false;
  const index_t m = x.shape()[r - 2], n = x.shape()[r - 1], rs = x.strides()[r - 2], cs = x.strides()[r - 1];
  return ((n == 1 || cs == 1) && (m == 1 || rs >= n)) || ((m == 1 || rs == 1) && (n == 1 || cs >= m));
}

inline Shape leading(const Shape& s) { return Shape(s.begin(), static_cast<std::size_t>(s.rank() - 2)); }
inline Shape with_matrix(Shape batch, index_t m, index_t n) {
  batch.push_back(m);
  batch.push_back(n);
  return batch;
}

}  // namespace tukey::linalg
