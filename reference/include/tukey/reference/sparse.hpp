// SPDX-License-Identifier: Apache-2.0
// Sparse matrices in compressed rows, and conjugate gradients, on the CPU. Scalars: float, double, long double and
// std::complex of them. Sums of float products run in double.
#pragma once

#include <complex>
#include <cstdint>
#include <functional>
#include <vector>

#include "tukey/export.hpp"
#include "tukey/reference/csr_view.hpp"
#include "tukey/view.hpp"

namespace tukey::reference {

/// Compressed rows from entries in any order: columns ascend in a row, entries of one place are summed in the order
/// given. `indptr` has rows + 1 elements. The first entry outside the shape, or -1.
template <class T, class I>
index_t csr_from_coo(view<const I> rows, view<const I> cols, view<const T> values, index_t m, index_t n,
                     std::int32_t* indptr, std::vector<std::int32_t>& indices, std::vector<T>& data);

TUKEY_EXPORT CsrCheck check_csr(const std::int32_t* indptr, const std::int32_t* indices, index_t rows, index_t cols,
                                index_t nnz);

/// y = a x; x is (cols,) or (cols, k).
template <class T> void spmv(csr_view<T> a, view<const T> x, view<T> y);
/// y = b - a x for contiguous vectors, rounded once to T where T is float or complex<float>.
template <class T> void csr_residual(csr_view<T> a, const T* x, const T* b, T* y);
/// Every entry added at its place of y, which is zeroed first.
template <class T> void csr_to_dense(csr_view<T> a, view<T> y);
template <class T> void csr_diagonal(csr_view<T> a, T* y);

template <class T> struct CgProblem {
  index_t n;
  std::function<void(const T* p, T* q)> apply;         // q = a p
  std::function<void(const T* x, T* r)> residual;      // r = b - a x
  std::function<void(const T* r, T* z)> precondition;  // z = m r; empty: z = r
  const T* b;
  T* x;  // start and result
  double rtol, atol;
  index_t maxiter;
};
struct CgStatus {
  bool converged;
  index_t iterations;
  double residual;  // norm of b - a x, computed from x
};
/// Conjugate gradients (Hestenes and Stiefel 1952). Where the recurrence says "converged" and b - a x does not, it
/// starts again from b - a x, as long as that halves it.
template <class T> CgStatus cg(const CgProblem<T>& problem);

}  // namespace tukey::reference
