// SPDX-License-Identifier: Apache-2.0
// The passes around a cuFFT call: pad, convert and scale rows, fill in the conjugate half, frequencies.
#include "fft_rows.hpp"
#include "row_order.hpp"
#include "tukey/detail/launch.cuh"
#include "tukey/detail/rows.hpp"

namespace tukey::cuda {
namespace {

using detail::rows;

template <class T> __device__ void convert(T from, T& to) { to = from; }
template <class T> __device__ void convert(T from, cplx<T>& to) { to = cplx<T>(from); }
template <class T> __device__ void convert(cplx<T> from, T& to) { to = from.re; }

// in[j] of a row that starts at `row`: padded, scaled, and real where it must be.
template <class In> struct Load {
  const In* data;
  rows at;
  index_t have;  // elements that exist
  real_of_t<In> scale;
  index_t real_length;

  __device__ In operator()(index_t row, index_t j) const {
    if (j >= have) return In(0);
    return value(data[row + j * at.stride], j);
  }
  static __device__ void make_real(float&) {}
  static __device__ void make_real(double&) {}
  template <class T> static __device__ void make_real(cplx<T>& v) { v.im = T(0); }
  __device__ In value(In v, index_t j) const {
    if (real_length > 0 && (j == 0 || 2 * j == real_length)) make_real(v);
    return v * scale;
  }
};

// Threads run along the dimension in which memory is contiguous: the rows' own (`along`), or across rows. Each
// thread handles `steps` elements along the other one, or along the same one where there is a single row.
template <class In, class Out, int fast_steps, int slow_steps>
__global__ void copy_rows_kernel(Load<In> load, Out* out, rows to, bool along) {
  const index_t fast = along ? to.length : to.count, slow = along ? to.count : to.length;
  const index_t fast_tile = index_t(blockDim.x) * fast_steps, slow_tile = index_t(blockDim.y) * slow_steps;
  const index_t fast_tiles = (fast + fast_tile - 1) / fast_tile;
  const index_t tiles = fast_tiles * ((slow + slow_tile - 1) / slow_tile);
  for (index_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const index_t f0 = tile % fast_tiles * fast_tile + threadIdx.x, s0 = tile / fast_tiles * slow_tile + threadIdx.y;
    In value[fast_steps * slow_steps];
    bool inside[fast_steps * slow_steps];
#pragma unroll
    for (int a = 0; a < fast_steps; ++a)
#pragma unroll
      for (int b = 0; b < slow_steps; ++b) {
        const index_t f = f0 + a * index_t(blockDim.x), s = s0 + b * index_t(blockDim.y);
        const index_t i = along ? s : f, j = along ? f : s;
        inside[a * slow_steps + b] = f < fast && s < slow;
        if (inside[a * slow_steps + b]) value[a * slow_steps + b] = load(load.at.offset(i), j);
      }
#pragma unroll
    for (int a = 0; a < fast_steps; ++a)
#pragma unroll
      for (int b = 0; b < slow_steps; ++b) {
        if (!inside[a * slow_steps + b]) continue;
        const index_t f = f0 + a * index_t(blockDim.x), s = s0 + b * index_t(blockDim.y);
        const index_t i = along ? s : f, j = along ? f : s;
        Out v;
        convert(value[a * slow_steps + b], v);
        out[to.offset(i) + j * to.stride] = v;
      }
  }
}

// One side is contiguous along the rows, the other across them: 32 x 32 tiles turn in shared memory.
constexpr int tile_size = 32, tile_rows = 8;
template <class In, class Out> __global__ void turn_rows_kernel(Load<In> load, Out* out, rows to, bool load_along) {
  __shared__ In tile[tile_size][tile_size + 1];
  const index_t row_tiles = (to.count + tile_size - 1) / tile_size;
  const index_t tiles = row_tiles * ((to.length + tile_size - 1) / tile_size);
  for (index_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    const index_t i0 = t % row_tiles * tile_size, j0 = t / row_tiles * tile_size;
    for (int k = threadIdx.y; k < tile_size; k += tile_rows) {
      const int ti = load_along ? k : threadIdx.x, tj = load_along ? threadIdx.x : k;
      if (i0 + ti < to.count && j0 + tj < to.length) tile[ti][tj] = load(load.at.offset(i0 + ti), j0 + tj);
    }
    __syncthreads();
    for (int k = threadIdx.y; k < tile_size; k += tile_rows) {
      const int ti = load_along ? threadIdx.x : k, tj = load_along ? k : threadIdx.x;
      if (i0 + ti < to.count && j0 + tj < to.length) {
        Out v;
        convert(tile[ti][tj], v);
        out[to.offset(i0 + ti) + (j0 + tj) * to.stride] = v;
      }
    }
    __syncthreads();
  }
}

template <class T>
__global__ void mirror_rows_kernel(const cplx<T>* in, rows from, cplx<T>* out, rows to, bool along, bool rewrite,
                                   T scale, bool conjugate) {
  const index_t n = to.length, half = from.length;
  const index_t fast = along ? half : to.count, slow = along ? to.count : half;
  const index_t fast_tiles = (fast + blockDim.x - 1) / blockDim.x, slow_tiles = (slow + blockDim.y - 1) / blockDim.y;
  for (index_t tile = blockIdx.x; tile < fast_tiles * slow_tiles; tile += gridDim.x) {
    const index_t f = tile % fast_tiles * blockDim.x + threadIdx.x, s = tile / fast_tiles * blockDim.y + threadIdx.y;
    if (f >= fast || s >= slow) continue;
    const index_t i = along ? s : f, k = along ? f : s;
    cplx<T> v = in[from.offset(i) + k * from.stride] * scale;
    if (conjugate) v = conj(v);
    cplx<T>* row = out + to.offset(i);
    if (rewrite) row[k * to.stride] = v;
    if (k > 0 && k < n - k) row[(n - k) * to.stride] = conj(v);
  }
}

template <class T>
__global__ void frequencies_kernel(T* out, index_t count, index_t stride, index_t positive, index_t n, double step) {
  for (index_t i = global_thread(); i < count; i += global_threads())
    out[i * stride] = T(double(i < positive ? i : i - n) * step);
}

// 256 threads, as wide as the fast dimension needs.
dim3 block_for(index_t fast) {
  unsigned x = 8;
  while (x < 256 && x < fast) x *= 2;
  return dim3(x, 256 / x);
}
index_t ceil_div(index_t a, index_t b) { return (a + b - 1) / b; }

}  // namespace

template <class In, class Out>
void copy_rows(CUstream_st* stream, view<const In> in, view<Out> out, int axis, real_of_t<In> scale,
               index_t real_length) {
  const rows to = detail::rows_along(out, axis), from = detail::rows_along(in, axis);
  if (to.count == 0 || to.length == 0) return;
  const Load<In> load{in.data, from, from.length < to.length ? from.length : to.length, scale, real_length};
  const bool load_along = runs_along(from), store_along = runs_along(to);
  if (load_along != store_along && to.count > 1 && to.length > 1) {
    const index_t tiles = ceil_div(to.count, tile_size) * ceil_div(to.length, tile_size);
    launch(turn_rows_kernel<In, Out>, dim3(grid_for(tiles, 1)), dim3(tile_size, tile_rows), 0, stream, load, out.data,
           to, load_along);
    return;
  }
  const index_t fast = store_along ? to.length : to.count, slow = store_along ? to.count : to.length;
  const dim3 block = block_for(fast);
  if (slow == 1) {
    const index_t tiles = ceil_div(fast, 4 * index_t(block.x));
    launch(copy_rows_kernel<In, Out, 4, 1>, dim3(grid_for(tiles, 1)), block, 0, stream, load, out.data, to,
           store_along);
  } else {
    const index_t tiles = ceil_div(fast, block.x) * ceil_div(slow, 4 * index_t(block.y));
    launch(copy_rows_kernel<In, Out, 1, 4>, dim3(grid_for(tiles, 1)), block, 0, stream, load, out.data, to,
           store_along);
  }
}

template <class T>
void mirror_rows(CUstream_st* stream, view<const cplx<T>> in, view<cplx<T>> out, int axis, T scale, bool conjugate) {
  const rows to = detail::rows_along(out, axis), from = detail::rows_along(in, axis);
  if (to.count == 0 || to.length == 0) return;
  const bool along = runs_along(to), rewrite = in.data != out.data || scale != T(1) || conjugate;
  const index_t fast = along ? from.length : to.count, slow = along ? to.count : from.length;
  const dim3 block = block_for(fast);
  const index_t tiles = ceil_div(fast, block.x) * ceil_div(slow, block.y);
  launch(mirror_rows_kernel<T>, dim3(grid_for(tiles, 1)), block, 0, stream, in.data, from, out.data, to, along, rewrite,
         scale, conjugate);
}

template <class T> void frequencies(CUstream_st* stream, view<T> out, index_t positive, index_t n, double step) {
  const index_t count = out.shape[0];
  if (count == 0) return;
  launch(frequencies_kernel<T>, dim3(grid_for(count, 256)), dim3(256), 0, stream, out.data, count, out.strides[0],
         positive, n, step);
}

#define TUKEY_INSTANTIATE(T)                                                                  \
  template void copy_rows(CUstream_st*, view<const T>, view<T>, int, T, index_t);             \
  template void copy_rows(CUstream_st*, view<const T>, view<cplx<T>>, int, T, index_t);       \
  template void copy_rows(CUstream_st*, view<const cplx<T>>, view<T>, int, T, index_t);       \
  template void copy_rows(CUstream_st*, view<const cplx<T>>, view<cplx<T>>, int, T, index_t); \
  template void mirror_rows(CUstream_st*, view<const cplx<T>>, view<cplx<T>>, int, T, bool);  \
  template void frequencies(CUstream_st*, view<T>, index_t, index_t, double);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)

}  // namespace tukey::cuda
