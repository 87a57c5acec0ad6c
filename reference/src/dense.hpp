// SPDX-License-Identifier: Apache-2.0
// Internal: one strided matrix, and the product that the factorizations are made of.
#pragma once

#include <complex>
#include <type_traits>

#include "tukey/view.hpp"

namespace tukey::reference {

template <class T> struct matrix {
  T* data;
  index_t rows, cols, rs, cs;  // strides in elements, any sign

  T& operator()(index_t i, index_t j) const { return data[i * rs + j * cs]; }
  matrix block(index_t i, index_t j, index_t m, index_t n) const { return {data + i * rs + j * cs, m, n, rs, cs}; }
  matrix<const T> read() const { return {data, rows, cols, rs, cs}; }
  matrix t() const { return {data, cols, rows, cs, rs}; }
};

// c += alpha a b for alpha = 1 or -1. Parallel unless called from a parallel loop.
template <class T> void multiply_add(matrix<T> c, matrix<const T> a, matrix<const T> b, int alpha);

// Matrix i (row-major order of the leading axes) of a view's last two axes.
template <class T> matrix<T> matrix_of(const view<T>& v, index_t i) {
  const int r = v.rank - 2;
  index_t offset = 0;
  for (int d = r - 1; d >= 0; --d) {
    offset += i % v.shape[d] * v.strides[d];
    i /= v.shape[d];
  }
  return {v.data + offset, v.shape[r], v.shape[r + 1], v.strides[r], v.strides[r + 1]};
}
template <class T> index_t matrix_count(const view<T>& v) {
  index_t n = 1;
  for (int d = 0; d < v.rank - 2; ++d) n *= v.shape[d];
  return n;
}

#define TUKEY_FOR_REFERENCE(X) \
  X(float) X(double) X(long double) X(std::complex<float>) X(std::complex<double>) X(std::complex<long double>)

}  // namespace tukey::reference
