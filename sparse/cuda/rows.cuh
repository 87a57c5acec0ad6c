// SPDX-License-Identifier: Apache-2.0
// Internal: the kernels that walk the rows of a sparse matrix, with what is done to each row's sum.
#pragma once

#include "scalar.cuh"
#include "types.hpp"

namespace tukey::cuda {

// What becomes of a row's sum s: y = s; y = s with partial sums of Re(conj(other) y); y = other - s with partial sums
// of |y|^2. The last two do nothing when state->done is set (state may be null).
enum class Epilogue { product, curvature, residual };

template <class T> struct RowsProblem {
  csr_view<T> a;
  const T* x;
  index_t x_stride;
  T* y;
  index_t y_stride;
  const T* other;    // contiguous
  double* partials;  // one per block
  const CgState* state;
};

template <class T, Epilogue E>
__device__ inline void finish_row(const RowsProblem<T>& problem, index_t row, wide_t<T> sum, double& partial) {
  if constexpr (E == Epilogue::residual) sum = widen(problem.other[row]) - sum;
  const T y = narrow<T>(sum);
  problem.y[row * problem.y_stride] = y;
  if constexpr (E == Epilogue::curvature) partial += real_dot(widen(problem.other[row]), widen(y));
  if constexpr (E == Epilogue::residual) partial += real_dot(widen(y), widen(y));
}

// Short rows: 256 rows a block. Their entries are loaded and multiplied in order, all lanes side by side, into shared
// memory; then each thread adds its row. Traffic per entry: index, value and an element of x.
template <class T, Epilogue E> __global__ void __launch_bounds__(256) short_rows_kernel(RowsProblem<T> problem) {
  using W = wide_t<T>;
  constexpr int chunk = 16384 / sizeof(W);
  __shared__ W products[chunk];
  __shared__ double scratch[32];
  if (E != Epilogue::product && problem.state && problem.state->done) return;
  const csr_view<T>& a = problem.a;
  double partial = 0;
  for (index_t r0 = index_t(blockIdx.x) * 256; r0 < a.rows; r0 += index_t(gridDim.x) * 256) {
    const index_t last = r0 + 256 < a.rows ? r0 + 256 : a.rows, row = r0 + threadIdx.x;
    const index_t begin = a.indptr[r0], end = a.indptr[last];
    const index_t my_begin = row < last ? a.indptr[row] : end, my_end = row < last ? a.indptr[row + 1] : end;
    W sum = W(0);
    for (index_t c = begin; c < end; c += chunk) {
      const int length = static_cast<int>(end - c < chunk ? end - c : chunk);
      for (int i = threadIdx.x; i < length; i += 256)
        products[i] = widen(a.data[c + i]) * widen(problem.x[a.indices[c + i] * problem.x_stride]);
      __syncthreads();
      const int from = static_cast<int>(my_begin > c ? (my_begin - c < chunk ? my_begin - c : chunk) : 0);
      const int to = static_cast<int>(my_end > c ? (my_end - c < chunk ? my_end - c : chunk) : 0);
      for (int i = from; i < to; ++i) sum += products[i];
      __syncthreads();
    }
    if (row < last) finish_row<T, E>(problem, row, sum, partial);
  }
  if constexpr (E != Epilogue::product) {
    partial = block_reduce(partial, scratch, Add());
    if (threadIdx.x == 0) problem.partials[blockIdx.x] = partial;
  }
}

// Longer rows: `lanes` neighbouring threads a row.
template <class T, Epilogue E, int lanes>
__global__ void __launch_bounds__(256) long_rows_kernel(RowsProblem<T> problem) {
  using W = wide_t<T>;
  __shared__ double scratch[32];
  if (E != Epilogue::product && problem.state && problem.state->done) return;
  const csr_view<T>& a = problem.a;
  const int lane = threadIdx.x % lanes;
  double partial = 0;
  // All lanes of a warp take part in its shuffles, those past the last row with an empty one.
  const index_t rows_per_step = index_t(gridDim.x) * (256 / lanes);
  for (index_t r0 = index_t(blockIdx.x) * (256 / lanes); r0 < a.rows; r0 += rows_per_step) {
    const index_t row = r0 + threadIdx.x / lanes;
    W sum = W(0);
    if (row < a.rows) {
      const index_t end = a.indptr[row + 1];
      for (index_t i = a.indptr[row] + lane; i < end; i += lanes)
        sum += widen(a.data[i]) * widen(problem.x[a.indices[i] * problem.x_stride]);
    }
#pragma unroll
    for (int d = lanes / 2; d > 0; d >>= 1) sum = sum + shuffle_xor(sum, d);
    if (lane == 0 && row < a.rows) finish_row<T, E>(problem, row, sum, partial);
  }
  if constexpr (E != Epilogue::product) {
    partial = block_reduce(partial, scratch, Add());
    if (threadIdx.x == 0) problem.partials[blockIdx.x] = partial;
  }
}

// `blocks`: how many (for partial sums), or 0 for as many as fit the rows.
template <class T, Epilogue E> void launch_rows(CUstream_st* stream, const RowsProblem<T>& problem, unsigned blocks) {
  const csr_view<T>& a = problem.a;
  const index_t mean = a.nnz / (a.rows > 0 ? a.rows : 1);
  auto grid = [&](int threads_per_row) { return dim3(blocks ? blocks : grid_for(a.rows * threads_per_row, 256, 64)); };
  if (mean < 12 && a.longest <= 256)
    launch(short_rows_kernel<T, E>, grid(1), dim3(256), 0, stream, problem);
  else if (mean < 24)
    launch(long_rows_kernel<T, E, 8>, grid(8), dim3(256), 0, stream, problem);
  else
    launch(long_rows_kernel<T, E, 32>, grid(32), dim3(256), 0, stream, problem);
}

}  // namespace tukey::cuda
