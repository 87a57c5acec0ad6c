// SPDX-License-Identifier: Apache-2.0
// The kernels around cuBLAS's and cuSOLVER's factorizations.
#include "large.hpp"

#include "small.cuh"

namespace tukey::cuda {
namespace {

__global__ void fill_pointers_kernel(void** pointers, char* base, index_t stride, index_t count) {
  for (index_t i = global_thread(); i < count; i += global_threads()) pointers[i] = base + i * stride;
}

// found[b] = 1 where matrix b holds a NaN. All writers write the same.
template <class T> __global__ void find_nan_kernel(const T* a, index_t count, index_t per, int* found) {
  const index_t total = count * per;
  for (index_t i = global_thread(); i < total; i += global_threads())
    if (scalar<T>::is_nan(a[i])) found[i / per] = 1;
}

template <class T>
__global__ void finish_solve_kernel(const int* info, const int* has_nan, T* x, index_t count, index_t per,
                                    Verdict* verdict) {
  const index_t total = count * per;
  for (index_t i = global_thread(); i < total; i += global_threads()) {
    const index_t b = i / per;
    const int failed = info[b];
    if (failed == 0 && has_nan[b] == 0) continue;
    x[i] = scalar<T>::nan();
    if (failed != 0 && i == b * per) atomicMin(verdict, (Verdict(b) << 32) | Verdict(failed));
  }
}

// order[b] = the first leading minor of matrix b that is not positive; all 0x7f bytes where there is none.
inline constexpr int no_order = 0x7f7f7f7f;

template <class T>
__global__ void check_diagonal_kernel(const int* info, const T* c, index_t count, index_t n, int* order) {
  const index_t total = count * n;
  for (index_t k = global_thread(); k < total; k += global_threads()) {
    const index_t b = k / n, i = k - b * n;
    int bad = no_order;
    if (!(scalar<T>::real(c[(b * n + i) * n + i]) > 0)) bad = static_cast<int>(i + 1);
    if (i == 0 && info[b] > 0 && info[b] < bad) bad = info[b];
    if (bad != no_order) atomicMin(&order[b], bad);
  }
}

template <class T>
__global__ void finish_cholesky_kernel(const int* order, T* c, index_t count, index_t n, bool row_upper,
                                       Verdict* verdict) {
  const index_t total = count * n * n;
  for (index_t k = global_thread(); k < total; k += global_threads()) {
    const index_t row = k / n, b = row / n, i = row - b * n, j = k - row * n;
    const int failed = order[b];
    if (failed != no_order) {
      c[k] = scalar<T>::nan();
      if (i == 0 && j == 0) atomicMin(verdict, (Verdict(b) << 32) | Verdict(failed));
    } else if (row_upper ? j < i : j > i) {
      c[k] = scalar<T>::zero();
    }
  }
}

}  // namespace

void fill_pointers(CUstream_st* stream, void** pointers, void* base, index_t stride, index_t count) {
  launch(fill_pointers_kernel, dim3(grid_for(count, 256)), dim3(256), 0, stream, pointers, static_cast<char*>(base),
         stride, count);
}

template <class T> void find_nan(CUstream_st* stream, const T* a, index_t count, index_t per, int* found) {
  TUKEY_CUDA_CHECK(cudaMemsetAsync(found, 0, sizeof(int) * static_cast<size_t>(count), stream));
  launch(find_nan_kernel<T>, dim3(grid_for(count * per, 256)), dim3(256), 0, stream, a, count, per, found);
}

template <class T>
reference::FactorStatus finish_solve(CUstream_st* stream, const int* info, const int* has_nan, T* x, index_t count,
                                     index_t per, bool check) {
  const detail::Workspace word(stream, sizeof(Verdict));
  Verdict* const verdict = word.as<Verdict>();
  reset(stream, verdict);
  launch(finish_solve_kernel<T>, dim3(grid_for(count * per, 256)), dim3(256), 0, stream, info, has_nan, x, count, per,
         verdict);
  return check ? read(stream, verdict) : reference::FactorStatus{};
}

template <class T>
reference::FactorStatus finish_cholesky(CUstream_st* stream, const int* info, T* c, index_t count, index_t n,
                                        bool row_upper, bool check) {
  const detail::Workspace word(stream, sizeof(Verdict)), orders(stream, sizeof(int) * static_cast<size_t>(count));
  Verdict* const verdict = word.as<Verdict>();
  int* const order = orders.as<int>();
  reset(stream, verdict);
  TUKEY_CUDA_CHECK(cudaMemsetAsync(order, 0x7f, sizeof(int) * static_cast<size_t>(count), stream));
  launch(check_diagonal_kernel<T>, dim3(grid_for(count * n, 256)), dim3(256), 0, stream, info, static_cast<const T*>(c),
         count, n, order);
  launch(finish_cholesky_kernel<T>, dim3(grid_for(count * n * n, 256)), dim3(256), 0, stream,
         static_cast<const int*>(order), c, count, n, row_upper, verdict);
  return check ? read(stream, verdict) : reference::FactorStatus{};
}

#define TUKEY_INSTANTIATE(T)                                                                                          \
  template void find_nan<T>(CUstream_st*, const T*, index_t, index_t, int*);                                          \
  template reference::FactorStatus finish_solve<T>(CUstream_st*, const int*, const int*, T*, index_t, index_t, bool); \
  template reference::FactorStatus finish_cholesky<T>(CUstream_st*, const int*, T*, index_t, index_t, bool, bool);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
TUKEY_INSTANTIATE(cplx<float>)
TUKEY_INSTANTIATE(cplx<double>)

}  // namespace tukey::cuda
