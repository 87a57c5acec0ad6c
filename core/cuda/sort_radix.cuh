// SPDX-License-Identifier: Apache-2.0
// Internal: one row by CUB's radix sort (Onesweep: Adinets, Merrill, 2022). It treats -0.0 as 0.0 and is stable; NaN
// with the sign bit set come first and are moved to the end.
#pragma once

#include <cub/device/device_radix_sort.cuh>

#include "sort_block.cuh"

namespace tukey::cuda {

// Sorted floats whose first element is NaN: the NaN before the numbers go behind them. `moved` receives the rotated
// row, and `count` how many were in front.
template <class U> __global__ void rotate_nan(const U* y, U* moved, index_t* count, index_t n) {
  __shared__ index_t front;
  if (threadIdx.x == 0) {
    index_t found = 0, step = 1;
    while (step < n) step *= 2;
    const auto before = [&](index_t i) { return is_nan_bits(y[i]) && (y[i] & float_bits<U>::sign) != 0; };
    if (before(0))
      for (; step > 0; step /= 2)
        if (found + step <= n && before(found + step - 1)) found += step;
    front = found;
    if (blockIdx.x == 0) *count = found;
  }
  __syncthreads();
  if (front == 0) return;
  for (index_t i = global_thread(); i < n; i += global_threads())
    moved[i] = y[i < n - front ? i + front : i - (n - front)];
}
template <class U> __global__ void take_rotated(U* y, const U* moved, const index_t* count, index_t n) {
  if (*count == 0) return;
  for (index_t i = global_thread(); i < n; i += global_threads()) y[i] = moved[i];
}

template <class K> void radix_sort_values(CUstream_st* stream, index_t n, const void* x, void* y) {
  constexpr bool floating = K(0.5) != K(0);
  const K* from = static_cast<const K*>(x);
  K* to = static_cast<K*>(y);
  size_t bytes = 0;
  TUKEY_CUDA_CHECK(cub::DeviceRadixSort::SortKeys(nullptr, bytes, from, to, n, 0, int(sizeof(K) * 8), stream));
  // The scratch memory is used again for what NaN need: a row and a count.
  const size_t row = (static_cast<size_t>(n) * sizeof(K) + 255) & ~size_t(255);
  const detail::Workspace scratch(stream, floating && bytes < row + 256 ? row + 256 : bytes);
  TUKEY_CUDA_CHECK(cub::DeviceRadixSort::SortKeys(scratch.data(), bytes, from, to, n, 0, int(sizeof(K) * 8), stream));
  if constexpr (floating) {
    using U = std::conditional_t<sizeof(K) == 4, u32, u64>;
    U* moved = scratch.as<U>();
    index_t* count = reinterpret_cast<index_t*>(scratch.as<char>() + row);
    const unsigned grid = grid_for(n, 256, 8);
    launch(rotate_nan<U>, dim3(grid), dim3(256), 0, stream, static_cast<const U*>(y), moved, count, n);
    launch(take_rotated<U>, dim3(grid), dim3(256), 0, stream, static_cast<U*>(y), static_cast<const U*>(moved),
           static_cast<const index_t*>(count), n);
  }
}

__device__ inline void load_key(Kind k, const void* x, index_t i, u32& key) { key = order_key(k, load_word(k, x, i)); }
__device__ inline void load_key(Kind k, const void* x, index_t i, u64& key) {
  key = order_key(k, static_cast<const u64*>(x)[i]);
}
template <class K>
__global__ void make_keys(Kind kind, bool descending, const void* x, const index_t* start, K* keys, u32* index,
                          index_t n) {
  for (index_t i = global_thread(); i < n; i += global_threads()) {
    K key;
    load_key(kind, x, start ? start[i] : i, key);
    keys[i] = descending ? ~key : key;
    index[i] = static_cast<u32>(i);
  }
}
template <class K> __global__ void widen_index(const u32* index, const index_t* start, index_t* out, index_t n) {
  for (index_t i = global_thread(); i < n; i += global_threads())
    out[i] = start ? start[index[i]] : static_cast<index_t>(index[i]);
}
template <class K>
void radix_argsort(CUstream_st* stream, Kind kind, bool descending, index_t n, const void* x, const index_t* start,
                   index_t* out) {
  // Keys of 8 and 16 bits have no higher digits; flipped ones sort by the low digits alone.
  const int bits = bytes_of(kind) * 8;
  const size_t row = (static_cast<size_t>(n) * sizeof(K) + 255) & ~size_t(255);
  const size_t indices = (static_cast<size_t>(n) * sizeof(u32) + 255) & ~size_t(255);
  // The output's memory serves as one of the index buffers.
  const detail::Workspace memory(stream, 2 * row + indices);
  char* at = memory.as<char>();
  cub::DoubleBuffer<K> keys(reinterpret_cast<K*>(at), reinterpret_cast<K*>(at + row));
  cub::DoubleBuffer<u32> index(reinterpret_cast<u32*>(at + 2 * row), reinterpret_cast<u32*>(out));
  size_t bytes = 0;
  TUKEY_CUDA_CHECK(cub::DeviceRadixSort::SortPairs(nullptr, bytes, keys, index, n, 0, bits, stream));
  const detail::Workspace scratch(stream, bytes);
  const unsigned grid = grid_for(n, 256, 8);
  launch(make_keys<K>, dim3(grid), dim3(256), 0, stream, kind, descending, x, start, keys.Current(), index.Current(),
         n);
  TUKEY_CUDA_CHECK(cub::DeviceRadixSort::SortPairs(scratch.data(), bytes, keys, index, n, 0, bits, stream));
  const u32* result = index.Current();
  if (result == reinterpret_cast<u32*>(out)) {  // to be read before it is overwritten
    u32* copy = index.Alternate();
    TUKEY_CUDA_CHECK(
        cudaMemcpyAsync(copy, result, static_cast<size_t>(n) * sizeof(u32), cudaMemcpyDeviceToDevice, stream));
    result = copy;
  }
  launch(widen_index<K>, dim3(grid), dim3(256), 0, stream, result, start, out, n);
}

}  // namespace tukey::cuda
