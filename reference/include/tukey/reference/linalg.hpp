// SPDX-License-Identifier: Apache-2.0
// Dense linear algebra on the CPU. Matrices are the last two axes of views of equal rank whose other axes agree
// (broadcast ones have stride 0). Scalars: float, double, long double and std::complex of them.
#pragma once

#include <complex>

#include "tukey/export.hpp"
#include "tukey/reference/factor_status.hpp"
#include "tukey/view.hpp"

namespace tukey::reference {

/// c = a b. Blocked and packed (Goto and van de Geijn 2008); sums of 256 products, added in order.
template <class T> void matmul(view<const T> a, view<const T> b, view<T> c);

/// a x = b by LU with partial pivoting, recursive (Toledo 1997). A matrix with an exactly zero pivot is singular; its
/// part of x is filled with NaN.
template <class T> FactorStatus solve(view<const T> a, view<const T> b, view<T> x);

/// The Cholesky factor of the triangle named, zeros in the other one: a = c c^H (lower) or c^H c. Only that triangle of
/// a is read. A matrix that is not positive definite, or holds NaN there, fails; its part of c is filled with NaN.
template <class T> FactorStatus cholesky(view<const T> a, view<T> c, bool lower);

}  // namespace tukey::reference
