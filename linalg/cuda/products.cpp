// SPDX-License-Identifier: Apache-2.0
// Matrix products by cuBLAS.
#include <algorithm>

#include "backend.hpp"
#include "handles.hpp"

namespace tukey::cuda {
namespace {

#define TUKEY_GEMM(T, C, letter)                                                                                       \
  void gemm(cublasHandle_t h, cublasOperation_t ta, cublasOperation_t tb, index_t m, index_t n, index_t k, const T* a, \
            index_t lda, index_t sa, const T* b, index_t ldb, index_t sb, T* c, index_t ldc, index_t sc,               \
            index_t count) {                                                                                           \
    const T one(1), zero(0);                                                                                           \
    const auto *p = reinterpret_cast<const C*>(a), *q = reinterpret_cast<const C*>(b);                                 \
    const auto *alpha = reinterpret_cast<const C*>(&one), *beta = reinterpret_cast<const C*>(&zero);                   \
    auto* to = reinterpret_cast<C*>(c);                                                                                \
    if (count == 1)                                                                                                    \
      TUKEY_LIBRARY_CHECK(cublas##letter##gemm_64(h, ta, tb, m, n, k, alpha, p, lda, q, ldb, beta, to, ldc));          \
    else                                                                                                               \
      TUKEY_LIBRARY_CHECK(cublas##letter##gemmStridedBatched_64(h, ta, tb, m, n, k, alpha, p, lda, sa, q, ldb, sb,     \
                                                                beta, to, ldc, sc, count));                            \
  }
TUKEY_GEMM(float, float, S)
TUKEY_GEMM(double, double, D)
TUKEY_GEMM(std::complex<float>, cuComplex, C)
TUKEY_GEMM(std::complex<double>, cuDoubleComplex, Z)
#undef TUKEY_GEMM

// A strided matrix as cuBLAS sees it, column-major: the stored matrix or its transpose, and the leading dimension.
struct Layout {
  cublasOperation_t op;
  index_t ld;
};
// Of the transpose of a (rows x cols) matrix with these strides: row-major storage is that transpose.
Layout transposed_layout(index_t rows, index_t cols, index_t rs, index_t cs) {
  if ((cols == 1 || cs == 1) && (rows == 1 || rs >= cols)) return {CUBLAS_OP_N, rows == 1 ? cols : rs};
  return {CUBLAS_OP_T, cols == 1 ? rows : cs};
}

}  // namespace

template <class T> void matmul(detail::StreamState& state, view<const T> a, view<const T> b, view<T> c) {
  const int r = c.rank - 2;
  index_t m = c.shape[r], n = c.shape[r + 1];
  const index_t k = a.shape[r + 1];
  index_t ars = a.strides[r], acs = a.strides[r + 1], brs = b.strides[r], bcs = b.strides[r + 1];
  index_t crs = c.strides[r], ccs = c.strides[r + 1];

  // The leading axes, neighbours merged where one stride walks all three.
  int axes = 0;
  index_t extent[max_rank], sa[max_rank], sb[max_rank], sc[max_rank];
  for (int d = 0; d < r; ++d) {
    const index_t e = c.shape[d];
    if (e == 1) continue;
    const int last = axes - 1;
    if (axes && sa[last] == a.strides[d] * e && sb[last] == b.strides[d] * e && sc[last] == c.strides[d] * e) {
      extent[last] *= e, sa[last] = a.strides[d], sb[last] = b.strides[d], sc[last] = c.strides[d];
    } else {
      extent[axes] = e, sa[axes] = a.strides[d], sb[axes] = b.strides[d], sc[axes] = c.strides[d];
      ++axes;
    }
  }
  // Many matrices times one: more rows of one product.
  if (axes && sb[axes - 1] == 0 && acs == 1 && ccs == 1) {
    const index_t e = extent[axes - 1], next_a = sa[axes - 1], next_c = sc[axes - 1];
    if (m > 1 && next_a == m * ars && next_c == m * crs) {
      m *= e;
      --axes;
    } else if (m == 1 && next_a >= k && next_c >= n) {
      m = e, ars = next_a, crs = next_c;
      --axes;
    }
  }
  // The longest axis is cuBLAS's batch, the others a loop.
  int longest = -1;
  for (int d = 0; d < axes; ++d)
    if (longest < 0 || extent[d] > extent[longest]) longest = d;
  index_t count = 1, stride_a = 0, stride_b = 0, stride_c = 0, loops = 1;
  if (longest >= 0) {
    count = extent[longest], stride_a = sa[longest], stride_b = sb[longest], stride_c = sc[longest];
    for (int d = longest; d + 1 < axes; ++d)
      extent[d] = extent[d + 1], sa[d] = sa[d + 1], sb[d] = sb[d + 1], sc[d] = sc[d + 1];
    --axes;
  }
  for (int d = 0; d < axes; ++d) loops *= extent[d];

  // cuBLAS is column-major: row-major c = a b is computed as c^T = b^T a^T. A column-major c is the transpose of a
  // row-major one, so there the roles are exchanged first.
  const T *left = a.data, *right = b.data;
  if (!((n == 1 || ccs == 1) && (m == 1 || crs >= n))) {
    std::swap(left, right);
    std::swap(stride_a, stride_b);
    for (int d = 0; d < axes; ++d) std::swap(sa[d], sb[d]);
    const index_t old_ars = ars, old_acs = acs;
    ars = bcs, acs = brs, brs = old_acs, bcs = old_ars;
    std::swap(m, n);
    std::swap(crs, ccs);
  }
  const Layout la = transposed_layout(m, k, ars, acs), lb = transposed_layout(k, n, brs, bcs);
  const index_t ldc = m == 1 ? n : crs;

  auto guard = state.lock();
  const cublasHandle_t handle = state.get<CublasHandle>().get();
  for (index_t i = 0; i < loops; ++i) {
    index_t rest = i, oa = 0, ob = 0, oc = 0;
    for (int d = axes - 1; d >= 0; --d) {
      const index_t j = rest % extent[d];
      rest /= extent[d];
      oa += j * sa[d], ob += j * sb[d], oc += j * sc[d];
    }
    gemm(handle, lb.op, la.op, n, m, k, right + ob, lb.ld, stride_b, left + oa, la.ld, stride_a, c.data + oc, ldc,
         stride_c, count);
  }
}

template void matmul<float>(detail::StreamState&, view<const float>, view<const float>, view<float>);
template void matmul<double>(detail::StreamState&, view<const double>, view<const double>, view<double>);
template void matmul<std::complex<float>>(detail::StreamState&, view<const std::complex<float>>,
                                          view<const std::complex<float>>, view<std::complex<float>>);
template void matmul<std::complex<double>>(detail::StreamState&, view<const std::complex<double>>,
                                           view<const std::complex<double>>, view<std::complex<double>>);

}  // namespace tukey::cuda
