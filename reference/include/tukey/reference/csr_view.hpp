// SPDX-License-Identifier: Apache-2.0
// csr_view<T>: a sparse matrix in compressed rows, by value, and what a check of one found. Included by .cu files,
// hence no std headers.
#pragma once

#include "tukey/view.hpp"

namespace tukey {

/// Row i holds the entries indptr[i] .. indptr[i + 1] - 1 of indices (columns) and data; all are contiguous.
template <class T> struct csr_view {
  index_t rows, cols, nnz;
  index_t longest;  // entries in the longest row
  const int* indptr;
  const int* indices;
  const T* data;
};

namespace reference {

/// What is wrong with compressed rows; `at` says where.
enum class CsrFault { none, start, order, end, column };
struct CsrCheck {
  CsrFault fault = CsrFault::none;
  index_t at = 0;
  index_t longest = 0;  // entries in the longest row
};

}  // namespace reference
}  // namespace tukey
