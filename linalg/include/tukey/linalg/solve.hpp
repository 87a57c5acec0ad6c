// SPDX-License-Identifier: Apache-2.0
// Linear systems and the Cholesky factorization.
#pragma once

#include "tukey/array.hpp"

namespace tukey::linalg {

struct SolveOptions {
  bool check = true;  // throw for a singular matrix; on the GPU that waits
};
/// The solution x of a x = b by LU factorization with partial pivoting (scipy.linalg.solve, np.linalg.solve).
///
/// Shapes: a (..., n, n). b is a vector where it is 1-D: (n,), giving x (..., n). Otherwise it holds matrices:
/// (..., n, k), giving x (..., n, k) (NumPy 2's and SciPy's rule). The leading axes of a and b broadcast.
/// dtypes: float, double and their complex. n = 0 or an empty batch gives an empty x.
/// Errors: InvalidArgument for shapes that do not fit; LinAlgError with batch_index where a pivot is exactly zero:
/// "solve: matrix 1 of the batch is singular" (the first such matrix). Nearly singular matrices are solved without a
/// warning (SciPy warns), NaN and Inf are not looked for (SciPy's check_finite); they come out as NaN.
/// On the GPU the check waits for the result. {.check = false} defers it: nothing waits or throws, and the x of a
/// singular matrix is not finite.
/// Accuracy: |b - a x| <= 8 n eps |a| |x| for all but contrived matrices (pivot growth).
/// Algorithm: up to n = 32 one warp per matrix in registers; larger batches cuBLAS getrfBatched, else cuSOLVER; on
/// the CPU recursive LU (Toledo 1997).
template <class T> Array<T> solve(const Array<T>& a, const Array<T>& b, SolveOptions options = {});

/// The inverse of square matrices, as the solution of a x = 1 (scipy.linalg.inv, np.linalg.inv). To solve a system, call
/// solve: it is faster and more accurate. Shapes: a (..., n, n), result the same. dtypes, errors ("inv: the matrix is
/// singular"), waiting, accuracy and algorithm: as solve.
template <class T> Array<T> inv(const Array<T>& a, SolveOptions options = {});

struct CholeskyOptions {
  bool lower = false;  // SciPy's default is the upper factor (NumPy's is the lower)
  bool check = true;   // throw for a matrix that is not positive definite; on the GPU that waits
};
/// The Cholesky factor of Hermitian positive definite matrices (scipy.linalg.cholesky): upper triangular u with
/// a = u^H u, or with {.lower = true} lower triangular l with a = l l^H. The other triangle is zero.
///
/// Shapes: a (..., n, n), result the same. dtypes: float, double and their complex. Only the triangle named is read,
/// and only the real part of the diagonal.
/// Errors: InvalidArgument where the last two axes differ; LinAlgError with batch_index where a leading minor is not
/// positive, or NaN was met: "cholesky: matrix 1 of the batch is not positive definite (leading minor of order 2)".
/// On the GPU the check waits for the result. {.check = false} defers it: nothing waits or throws, and the factor of
/// such a matrix holds NaN.
/// Accuracy: |a - u^H u| <= 4 n eps |a|.
template <class T> Array<T> cholesky(const Array<T>& a, CholeskyOptions options = {});

}  // namespace tukey::linalg
