// SPDX-License-Identifier: Apache-2.0
// Internal: the backend functions of the sparse module.
#pragma once

#include "tukey/detail/access.hpp"
#include "tukey/detail/context.hpp"
#include "tukey/reference/sparse.hpp"
#include "tukey/sparse/csr.hpp"
#include "types.hpp"

namespace tukey::cuda {

using reference::CsrCheck;
using reference::CsrFault;

/// Sorts the entries by place. Waits, and gives the number of distinct places; `bad` is the first entry outside the
/// shape, or -1.
template <class I>
index_t coo_sort(CUstream_st* stream, view<const I> rows, view<const I> cols, index_t m, index_t n, CooScratch scratch,
                 index_t& bad);
/// Writes the compressed rows of what coo_sort left; waits, and gives the entries of the longest row.
template <class T>
index_t coo_compress(CUstream_st* stream, view<const T> values, index_t m, index_t n, index_t nnz, CooScratch scratch,
                     std::int32_t* indptr, std::int32_t* indices, T* data);
/// Waits.
CsrCheck check_csr(CUstream_st* stream, const std::int32_t* indptr, const std::int32_t* indices, index_t rows,
                   index_t cols, index_t nnz);

template <class T> void spmv(CUstream_st* stream, csr_view<T> a, view<const T> x, view<T> y);
/// For matrices with a few very long rows: cuSPARSE. x and y are contiguous vectors, no extent is 0.
template <class T> void spmv_skewed(detail::StreamState& state, csr_view<T> a, const T* x, T* y);
template <class T> void csr_to_dense(CUstream_st* stream, csr_view<T> a, view<T> y);
template <class T> void csr_diagonal(CUstream_st* stream, csr_view<T> a, T* y);

/// r = b - a x, squares = partial sums of |r|^2.
template <class T> void cg_residual(CUstream_st* stream, csr_view<T> a, const T* b, const CgVectors<T>& v);
/// r = b - q, the same for an operator's product q.
template <class T> void cg_residual(CUstream_st* stream, const T* q, const T* b, const CgVectors<T>& v);
/// Sums `partials` to one number. Waits.
double cg_sum(CUstream_st* stream, index_t n, const double* partials, double* scratch);
/// p = z (r where z is null), rho = r.z; sets the state for a new run.
template <class T>
void cg_start(CUstream_st* stream, const T* z, double bound, index_t iterations, const CgVectors<T>& v);
/// q = a p, curvature = partial sums of p.q.
template <class T> void cg_apply(CUstream_st* stream, csr_view<T> a, T* q, const CgVectors<T>& v);
template <class T> void cg_curvature(CUstream_st* stream, const T* q, const CgVectors<T>& v);
/// x += alpha p, r -= alpha q, squares = partial sums of |r|^2.
template <class T> void cg_update(CUstream_st* stream, const T* q, int parity, const CgVectors<T>& v);
/// p = z + beta p (r where z is null), and the state of the next iteration.
template <class T> void cg_direction(CUstream_st* stream, const T* z, int parity, const CgVectors<T>& v);
/// Waits.
CgState cg_read(CUstream_st* stream, const CgState* state);
/// Partial sums of |x|^2.
template <class T> void cg_squares(CUstream_st* stream, index_t n, const T* x, double* partials);

}  // namespace tukey::cuda
