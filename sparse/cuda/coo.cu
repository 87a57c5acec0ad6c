// SPDX-License-Identifier: Apache-2.0
// Entries in any order to compressed rows, and the check of compressed rows.
#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include "tukey/detail/launch.cuh"
#include "types.hpp"

namespace tukey::cuda {
namespace {

using Word = unsigned long long;  // a smallest index; all ones where there is none

template <class I>
__global__ void keys_kernel(view<const I> rows, view<const I> cols, index_t m, index_t n, index_t* keys, int* order,
                            Word* bad) {
  for (index_t i = global_thread(); i < rows.shape[0]; i += global_threads()) {
    const index_t row = rows.data[i * rows.strides[0]], col = cols.data[i * cols.strides[0]];
    const bool inside = row >= 0 && row < m && col >= 0 && col < n;
    if (!inside) atomicMin(bad, Word(i));
    keys[i] = inside ? row * n + col : 0;
    order[i] = static_cast<int>(i);
  }
}

__global__ void heads_kernel(const index_t* keys, index_t count, int* heads) {
  for (index_t i = global_thread(); i < count; i += global_threads()) heads[i] = i == 0 || keys[i] != keys[i - 1];
}

// The thread of the first of equal places adds them all, in the order given.
template <class T>
__global__ void compress_kernel(view<const T> values, index_t n, CooScratch s, int* indices, T* data) {
  const index_t count = values.shape[0];
  for (index_t i = global_thread(); i < count; i += global_threads()) {
    const index_t key = s.sorted_keys[i];
    if (i > 0 && s.sorted_keys[i - 1] == key) continue;
    T sum = values.data[s.sorted_order[i] * values.strides[0]];
    for (index_t j = i + 1; j < count && s.sorted_keys[j] == key; ++j)
      sum += values.data[s.sorted_order[j] * values.strides[0]];
    const index_t place = s.slot[i] - 1;
    s.keys[place] = key;
    indices[place] = static_cast<int>(key % n);
    data[place] = sum;
  }
}

// indptr[r] = the number of places before row r.
__global__ void indptr_kernel(const index_t* keys, index_t nnz, index_t m, index_t n, int* indptr) {
  for (index_t r = global_thread(); r <= m; r += global_threads()) {
    index_t low = 0, high = nnz;
    while (low < high) {
      const index_t middle = (low + high) / 2;
      if (keys[middle] < r * n)
        low = middle + 1;
      else
        high = middle;
    }
    indptr[r] = static_cast<int>(low);
  }
}

struct Findings {
  Word order, column;  // the first row that falls, the first column outside
  int longest, first, last;
};
__global__ void start_findings_kernel(const int* indptr, index_t rows, Findings* found) {
  *found = Findings{~Word(0), ~Word(0), 0, indptr[0], indptr[rows]};
}
__global__ void check_rows_kernel(const int* indptr, index_t rows, Findings* found) {
  for (index_t r = global_thread(); r < rows; r += global_threads()) {
    const int begin = indptr[r], end = indptr[r + 1];
    if (end < begin)
      atomicMin(&found->order, Word(r));
    else if (end - begin > found->longest)
      atomicMax(&found->longest, end - begin);
  }
}
__global__ void check_columns_kernel(const int* indices, index_t nnz, index_t cols, Findings* found) {
  for (index_t i = global_thread(); i < nnz; i += global_threads())
    if (indices[i] < 0 || indices[i] >= cols) atomicMin(&found->column, Word(i));
}

template <class T> T fetch(CUstream_st* stream, const T* from) {
  T value{};
  TUKEY_CUDA_CHECK(cudaMemcpyAsync(&value, from, sizeof(T), cudaMemcpyDeviceToHost, stream));
  TUKEY_CUDA_CHECK(cudaStreamSynchronize(stream));
  return value;
}

constexpr int block = 256;

}  // namespace

template <class I>
index_t coo_sort(CUstream_st* stream, view<const I> rows, view<const I> cols, index_t m, index_t n, CooScratch s,
                 index_t& bad) {
  const index_t count = rows.shape[0];
  const detail::Workspace word(stream, sizeof(Word));
  TUKEY_CUDA_CHECK(cudaMemsetAsync(word.data(), 0xff, sizeof(Word), stream));
  launch(keys_kernel<I>, dim3(grid_for(count, block)), dim3(block), 0, stream, rows, cols, m, n, s.keys, s.order,
         word.as<Word>());
  int bits = 1;
  while (bits < 63 && (index_t(1) << bits) < m * n) ++bits;
  size_t sort_bytes = 0, scan_bytes = 0;
  const Word* const keys = reinterpret_cast<const Word*>(s.keys);
  Word* const sorted = reinterpret_cast<Word*>(s.sorted_keys);
  TUKEY_CUDA_CHECK(cub::DeviceRadixSort::SortPairs(nullptr, sort_bytes, keys, sorted, s.order, s.sorted_order, count, 0,
                                                   bits, stream));
  TUKEY_CUDA_CHECK(cub::DeviceScan::InclusiveSum(nullptr, scan_bytes, s.order, s.slot, count, stream));
  const detail::Workspace scratch(stream, sort_bytes > scan_bytes ? sort_bytes : scan_bytes);
  TUKEY_CUDA_CHECK(cub::DeviceRadixSort::SortPairs(scratch.data(), sort_bytes, keys, sorted, s.order, s.sorted_order,
                                                   count, 0, bits, stream));
  launch(heads_kernel, dim3(grid_for(count, block)), dim3(block), 0, stream, static_cast<const index_t*>(s.sorted_keys),
         count, s.order);
  TUKEY_CUDA_CHECK(cub::DeviceScan::InclusiveSum(scratch.data(), scan_bytes, s.order, s.slot, count, stream));
  const Word first_bad = fetch(stream, word.as<Word>());
  bad = first_bad == ~Word(0) ? -1 : static_cast<index_t>(first_bad);
  return fetch(stream, s.slot + count - 1);
}

template <class T>
index_t coo_compress(CUstream_st* stream, view<const T> values, index_t m, index_t n, index_t nnz, CooScratch s,
                     int* indptr, int* indices, T* data) {
  launch(compress_kernel<T>, dim3(grid_for(values.shape[0], block)), dim3(block), 0, stream, values, n, s, indices,
         data);
  launch(indptr_kernel, dim3(grid_for(m + 1, block)), dim3(block), 0, stream, static_cast<const index_t*>(s.keys), nnz,
         m, n, indptr);
  const detail::Workspace word(stream, sizeof(Findings));
  launch(start_findings_kernel, dim3(1), dim3(1), 0, stream, static_cast<const int*>(indptr), m, word.as<Findings>());
  launch(check_rows_kernel, dim3(grid_for(m, block)), dim3(block), 0, stream, static_cast<const int*>(indptr), m,
         word.as<Findings>());
  return fetch(stream, word.as<Findings>()).longest;
}

reference::CsrCheck check_csr(CUstream_st* stream, const int* indptr, const int* indices, index_t rows, index_t cols,
                              index_t nnz) {
  using reference::CsrFault;
  const detail::Workspace word(stream, sizeof(Findings));
  launch(start_findings_kernel, dim3(1), dim3(1), 0, stream, indptr, rows, word.as<Findings>());
  launch(check_rows_kernel, dim3(grid_for(rows, block)), dim3(block), 0, stream, indptr, rows, word.as<Findings>());
  launch(check_columns_kernel, dim3(grid_for(nnz, block)), dim3(block), 0, stream, indices, nnz, cols,
         word.as<Findings>());
  const Findings found = fetch(stream, word.as<Findings>());
  if (found.first != 0) return {CsrFault::start, 0, 0};
  if (found.order != ~Word(0)) return {CsrFault::order, static_cast<index_t>(found.order), 0};
  if (found.last != nnz) return {CsrFault::end, rows, 0};
  if (found.column != ~Word(0)) return {CsrFault::column, static_cast<index_t>(found.column), 0};
  return {CsrFault::none, 0, found.longest};
}

template index_t coo_sort<int>(CUstream_st*, view<const int>, view<const int>, index_t, index_t, CooScratch, index_t&);
template index_t coo_sort<index_t>(CUstream_st*, view<const index_t>, view<const index_t>, index_t, index_t, CooScratch,
                                   index_t&);
#define TUKEY_INSTANTIATE(T) \
  template index_t coo_compress<T>(CUstream_st*, view<const T>, index_t, index_t, index_t, CooScratch, int*, int*, T*);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
TUKEY_INSTANTIATE(cplx<float>)
TUKEY_INSTANTIATE(cplx<double>)

}  // namespace tukey::cuda
