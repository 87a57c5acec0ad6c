// SPDX-License-Identifier: Apache-2.0
// Products of sparse matrices with vectors and dense matrices, and their conversion to dense.
#include "rows.cuh"

namespace tukey::cuda {
namespace {

// y = a x for matrices x: `lanes` neighbouring threads walk a row together, each for its own columns of x. Eight float
// products are added before the sum is widened.
template <class T, int lanes>
__global__ void __launch_bounds__(256) spmm_kernel(csr_view<T> a, view<const T> x, view<T> y) {
  using W = wide_t<T>;
  const index_t columns = y.shape[1], step = global_threads() / lanes;
  const int lane = threadIdx.x % lanes;
  for (index_t row = global_thread() / lanes; row < a.rows; row += step) {
    const index_t begin = a.indptr[row], end = a.indptr[row + 1];
    for (index_t j = lane; j < columns; j += lanes) {
      const T* const column = x.data + j * x.strides[1];
      W sum = W(0);
      for (index_t i = begin; i < end; i += 8) {
        const int count = static_cast<int>(end - i < 8 ? end - i : 8);
        T part = T(0);
#pragma unroll
        for (int u = 0; u < 8; ++u)
          if (u < count) part += a.data[i + u] * column[a.indices[i + u] * x.strides[0]];
        sum += widen(part);
      }
      y.data[row * y.strides[0] + j * y.strides[1]] = narrow<T>(sum);
    }
  }
}

template <class T> __global__ void zero_kernel(view<T> y) {
  const index_t columns = y.shape[1], total = y.shape[0] * columns;
  for (index_t i = global_thread(); i < total; i += global_threads())
    y.data[i / columns * y.strides[0] + i % columns * y.strides[1]] = T(0);
}
template <class T> __global__ void dense_kernel(csr_view<T> a, view<T> y) {
  for (index_t row = global_thread(); row < a.rows; row += global_threads())
    for (index_t i = a.indptr[row]; i < a.indptr[row + 1]; ++i)
      y.data[row * y.strides[0] + a.indices[i] * y.strides[1]] += a.data[i];
}
template <class T> __global__ void diagonal_kernel(csr_view<T> a, T* y) {
  const index_t n = a.rows < a.cols ? a.rows : a.cols;
  for (index_t row = global_thread(); row < n; row += global_threads()) {
    T sum = T(0);
    for (index_t i = a.indptr[row]; i < a.indptr[row + 1]; ++i)
      if (a.indices[i] == row) sum += a.data[i];
    y[row] = sum;
  }
}

}  // namespace

template <class T> void spmv(CUstream_st* stream, csr_view<T> a, view<const T> x, view<T> y) {
  if (x.rank == 1) {
    const RowsProblem<T> problem{a, x.data, x.strides[0], y.data, y.strides[0], nullptr, nullptr, nullptr};
    return launch_rows<T, Epilogue::product>(stream, problem, 0);
  }
  const index_t k = y.shape[1];
  auto grid = [&](int lanes) { return dim3(grid_for(a.rows * lanes, 256, 64)); };
  if (k <= 4)
    launch(spmm_kernel<T, 4>, grid(4), dim3(256), 0, stream, a, x, y);
  else if (k <= 16)
    launch(spmm_kernel<T, 16>, grid(16), dim3(256), 0, stream, a, x, y);
  else
    launch(spmm_kernel<T, 32>, grid(32), dim3(256), 0, stream, a, x, y);
}

template <class T> void csr_to_dense(CUstream_st* stream, csr_view<T> a, view<T> y) {
  launch(zero_kernel<T>, dim3(grid_for(a.rows * a.cols, 256)), dim3(256), 0, stream, y);
  launch(dense_kernel<T>, dim3(grid_for(a.rows, 256)), dim3(256), 0, stream, a, y);
}

template <class T> void csr_diagonal(CUstream_st* stream, csr_view<T> a, T* y) {
  launch(diagonal_kernel<T>, dim3(grid_for(a.rows, 256)), dim3(256), 0, stream, a, y);
}

#define TUKEY_INSTANTIATE(T)                                                \
  template void spmv<T>(CUstream_st*, csr_view<T>, view<const T>, view<T>); \
  template void csr_to_dense<T>(CUstream_st*, csr_view<T>, view<T>);        \
  template void csr_diagonal<T>(CUstream_st*, csr_view<T>, T*);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
TUKEY_INSTANTIATE(cplx<float>)
TUKEY_INSTANTIATE(cplx<double>)

}  // namespace tukey::cuda
