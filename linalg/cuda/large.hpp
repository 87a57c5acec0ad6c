// SPDX-License-Identifier: Apache-2.0
// Internal: the kernels around cuBLAS's and cuSOLVER's factorizations. T is a kernel scalar. All data is contiguous.
#pragma once

#include "tukey/reference/factor_status.hpp"
#include "tukey/view.hpp"

struct CUstream_st;

namespace tukey::cuda {

/// pointers[i] = base + i stride, in bytes.
void fill_pointers(CUstream_st* stream, void** pointers, void* base, index_t stride, index_t count);

/// found[b] = whether matrix b (of `per` elements) holds a NaN: cuSOLVER's LU can lose one (n = 50 on an H200).
template <class T> void find_nan(CUstream_st* stream, const T* a, index_t count, index_t per, int* found);

/// The x (count x per) of matrices with info > 0 or a NaN becomes NaN. With `check` waits and tells the first singular
/// one.
template <class T>
reference::FactorStatus finish_solve(CUstream_st* stream, const int* info, const int* has_nan, T* x, index_t count,
                                     index_t per, bool check);

/// Zeroes the triangle that the factorization (column-major) left as it was; a matrix with info > 0 or a diagonal that
/// is not positive becomes NaN. `row_upper`: the factor, seen row-major, is upper triangular.
template <class T>
reference::FactorStatus finish_cholesky(CUstream_st* stream, const int* info, T* c, index_t count, index_t n,
                                        bool row_upper, bool check);

}  // namespace tukey::cuda
