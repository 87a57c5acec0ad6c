// SPDX-License-Identifier: Apache-2.0
// Iterative solvers.
#pragma once

#include <functional>
#include <optional>
#include <type_traits>

#include "tukey/sparse/csr.hpp"

namespace tukey::sparse {

/// A linear map of vectors (n,) to vectors (n,), on the device of its argument.
template <class T> using LinearOperator = std::function<Array<T>(const Array<T>&)>;

template <class T> struct CgOptions {
  std::optional<Array<T>> x0 = {};      // start; none: zeros
  double rtol = 1e-5, atol = 0;         // stops when |b - a x| <= max(rtol |b|, atol)
  std::optional<index_t> maxiter = {};  // none: 10 n
  LinearOperator<T> M = {};             // approximates the inverse of a; Hermitian positive definite; none: identity
  bool check = false;                   // throw NotConverged instead of returning info > 0
};
template <class T> struct CgResult {
  Array<T> x;
  index_t info = 0;        // 0: converged; otherwise the number of iterations made, at least 1
  index_t iterations = 0;  // made
  double residual = 0;     // |b - a x|, computed from x (not by the recurrence)
};

/// Solves a x = b for Hermitian positive definite a by conjugate gradients (scipy.sparse.linalg.cg).
///
/// a is n x n (a csr_array, or any function that multiplies by it), b is (n,). Stopping rule and defaults are SciPy's.
/// b = 0 gives zeros. dtypes: float, double and their complex; dot products accumulate in double.
/// Unlike SciPy, success is never claimed by the recurrence alone: b - a x is computed anew (for a csr_array of float
/// in double, rounded once). Where that is too large, the iteration starts again from it; where two such restarts
/// do not halve it, the dtype cannot reach the tolerance, and info > 0 comes back with the residual that was reached.
/// Errors: InvalidArgument for shapes that do not fit; with {.check = true} NotConverged with residual and iterations.
/// On the GPU: waits every few iterations (to poll) and at the end; dot products and coefficients stay on the device,
/// and sums have a fixed order, so the result is the same every time. An operator or M is called on the current stream
/// and may be called a few times more than there are iterations.
/// {.M = ...}: for Jacobi, [d](const Array<T>& r) { return r / d; } with d = a.diagonal().
/// Algorithm: Hestenes and Stiefel (1952).
template <class T> CgResult<T> cg(const csr_array<T>& a, const Array<T>& b, CgOptions<T> options = {});
template <class T>
CgResult<T> cg(const std::enable_if_t<true, LinearOperator<T>>& a, const Array<T>& b, CgOptions<T> options = {});

}  // namespace tukey::sparse
