// SPDX-License-Identifier: Apache-2.0
// Internal: what every kernel file starts from: checked launches, grid sizes, warp and block reductions by hand
// (cheaper to compile than cooperative groups or CUB).
#pragma once

#include "tukey/cplx.hpp"
#include "tukey/detail/cuda_error.hpp"
#include "tukey/detail/workspace.hpp"
#include "tukey/view.hpp"

namespace tukey::cuda {

inline constexpr unsigned full_warp = 0xffffffffu;

// Multiprocessors of the current device (cached).
inline int multiprocessors() {
  static int counts[64] = {};
  int device = 0;
  TUKEY_CUDA_CHECK(cudaGetDevice(&device));
  int& count = counts[device & 63];
  if (count == 0) TUKEY_CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
  return count;
}

// Blocks for `work` threads' worth of items in a grid-stride loop: enough to fill the device, never past grid limits.
inline unsigned grid_for(index_t work, int block, int blocks_per_sm = 16) {
  const index_t need = (work + block - 1) / block, most = index_t(multiprocessors()) * blocks_per_sm;
  return static_cast<unsigned>(need < 1 ? 1 : (need < most ? need : most));
}

// kernel<<<grid, block, shared, stream>>>(args...), checked. A zero grid is not launched.
template <class... P, class... A>
void launch(void (*kernel)(P...), dim3 grid, dim3 block, size_t shared, CUstream_st* stream, const A&... args) {
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) return;
  kernel<<<grid, block, shared, stream>>>(args...);
  TUKEY_CUDA_CHECK(cudaGetLastError());
}

// Raises a kernel's dynamic shared memory limit where more than 48 KB is asked for.
template <class... P>
void allow_shared(void (*kernel)(P...), size_t bytes) {
  if (bytes > 48 * 1024)
    TUKEY_CUDA_CHECK(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                                          cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
}

__device__ inline index_t global_thread() { return index_t(blockIdx.x) * blockDim.x + threadIdx.x; }
__device__ inline index_t global_threads() { return index_t(gridDim.x) * blockDim.x; }

// Shuffles of any plain type of 4, 8 or 16 bytes (others are padded to words).
template <class T>
__device__ inline T shuffle_down(T value, int delta) {
  constexpr int words = (sizeof(T) + 3) / 4;
  union { T v; unsigned w[words]; } u;
  for (int i = 0; i < words; ++i) u.w[i] = 0;
  u.v = value;
#pragma unroll
  for (int i = 0; i < words; ++i) u.w[i] = __shfl_down_sync(full_warp, u.w[i], delta);
  return u.v;
}

// The combination of all threads' values in thread 0, in a fixed order; `scratch` holds 32 values in shared memory.
// All threads of the block must call it; blockDim.x is a multiple of 32. Ends with a barrier, so scratch is free.
template <class T, class Combine>
__device__ inline T block_reduce(T value, T* scratch, Combine combine) {
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
#pragma unroll
  for (int d = 16; d > 0; d >>= 1) value = combine(value, shuffle_down(value, d));
  if (lane == 0) scratch[warp] = value;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int i = 1; i < warps; ++i) value = combine(value, scratch[i]);
  __syncthreads();
  return value;
}

}  // namespace tukey::cuda
