// SPDX-License-Identifier: Apache-2.0
// Detrending. Short rows: one block a row, three passes over it (mean, slope, difference). Long rows are cut into
// chunks: one launch sums x and t x of each chunk (the sum of t is 0, so the mean need not be known), a second adds up
// its row's sums, always in the same order, and subtracts.
#include "detrend_backend.hpp"
#include "tukey/detail/launch.cuh"
#include "tukey/detail/rows.hpp"

namespace tukey::cuda {
namespace {

__device__ inline double wide(float x) { return x; }
__device__ inline double wide(double x) { return x; }
template <class T> __device__ inline cplx<double> wide(cplx<T> x) { return {x.re, x.im}; }
template <class T> struct narrow {
  static __device__ T from(double x) { return T(x); }
};
template <class T> struct narrow<cplx<T>> {
  static __device__ cplx<T> from(cplx<double> x) { return {T(x.re), T(x.im)}; }
};

// The sum of all threads' values, in every thread.
template <class A>
__device__ A block_sum(A value, A* scratch, A* total) {
  const A sum = block_reduce(value, scratch, [](A a, A b) { return a + b; });
  if (threadIdx.x == 0) *total = sum;
  __syncthreads();
  const A result = *total;
  __syncthreads();  // before the next sum overwrites it
  return result;
}

template <class T, bool linear>
__global__ void kernel(const T* x, T* y, detail::rows from, detail::rows to) {
  using A = decltype(wide(T()));
  __shared__ A scratch[32];
  __shared__ A total;
  const index_t n = from.length;
  const double middle = double(n - 1) / 2;
  for (index_t row = blockIdx.x; row < from.count; row += gridDim.x) {
    const T* p = x + from.offset(row);
    T* q = y + to.offset(row);
    A sum = A(0);
    for (index_t k = threadIdx.x; k < n; k += blockDim.x) sum = sum + wide(p[k * from.stride]);
    const A mean = block_sum(sum, scratch, &total) / double(n);
    A slope = A(0);
    if (linear && n > 1) {
      A moment = A(0);
      for (index_t k = threadIdx.x; k < n; k += blockDim.x)
        moment = moment + (wide(p[k * from.stride]) - mean) * (double(k) - middle);
      slope = block_sum(moment, scratch, &total) * (12 / (double(n) * (double(n) * double(n) - 1)));
    }
    for (index_t k = threadIdx.x; k < n; k += blockDim.x)
      q[k * to.stride] = narrow<T>::from(wide(p[k * from.stride]) - mean - slope * (double(k) - middle));
  }
}

constexpr int chunk_block = 256;

template <class A>
struct Sums {
  A x, tx;
};

template <class T, class A>
__global__ void sum_chunks(const T* x, Sums<A>* sums, detail::rows from, index_t chunk, index_t chunks) {
  __shared__ A scratch[32];
  __shared__ A total;
  const double middle = double(from.length - 1) / 2;
  for (index_t tile = blockIdx.x; tile < from.count * chunks; tile += gridDim.x) {
    const index_t row = tile / chunks, start = (tile - row * chunks) * chunk;
    const index_t stop = start + chunk < from.length ? start + chunk : from.length;
    const T* p = x + from.offset(row);
    A sum = A(0), moment = A(0);
    for (index_t k = start + threadIdx.x; k < stop; k += chunk_block) {
      const A value = wide(p[k * from.stride]);
      sum = sum + value;
      moment = moment + value * (double(k) - middle);
    }
    sum = block_sum(sum, scratch, &total);
    moment = block_sum(moment, scratch, &total);
    if (threadIdx.x == 0) sums[tile] = {sum, moment};
  }
}

template <class T, class A>
__global__ void subtract_trend(const T* x, T* y, const Sums<A>* sums, detail::rows from, detail::rows to, index_t chunk,
                               index_t chunks, bool linear) {
  __shared__ A scratch[32];
  __shared__ A total;
  const index_t n = from.length;
  const double middle = double(n - 1) / 2;
  for (index_t tile = blockIdx.x; tile < from.count * chunks; tile += gridDim.x) {
    const index_t row = tile / chunks, start = (tile - row * chunks) * chunk;
    const index_t stop = start + chunk < n ? start + chunk : n;
    A sum = A(0), moment = A(0);
    for (index_t c = threadIdx.x; c < chunks; c += chunk_block) {
      sum = sum + sums[row * chunks + c].x;
      moment = moment + sums[row * chunks + c].tx;
    }
    const A mean = block_sum(sum, scratch, &total) / double(n);
    moment = block_sum(moment, scratch, &total);
    const A slope = linear ? moment * (12 / (double(n) * (double(n) * double(n) - 1))) : A(0);
    const T* p = x + from.offset(row);
    T* q = y + to.offset(row);
    for (index_t k = start + threadIdx.x; k < stop; k += chunk_block)
      q[k * to.stride] = narrow<T>::from(wide(p[k * from.stride]) - mean - slope * (double(k) - middle));
  }
}

}  // namespace

template <class T>
void detrend(CUstream_st* stream, const view<const T>& x, const view<T>& y, int axis, bool linear) {
  const detail::rows from = detail::rows_along(x, axis), to = detail::rows_along(y, axis);
  if (from.length > 8192 && from.count < 4 * index_t(multiprocessors())) {
    using A = decltype(wide(T()));
    const index_t least = (from.length + 1023) / 1024, chunk = least < 4096 ? 4096 : least;
    const index_t chunks = (from.length + chunk - 1) / chunk, tiles = from.count * chunks;
    detail::Workspace sums(stream, static_cast<size_t>(tiles) * sizeof(Sums<A>));
    const unsigned grid = grid_for(tiles, 1, 8);
    launch(sum_chunks<T, A>, grid, chunk_block, 0, stream, x.data, sums.as<Sums<A>>(), from, chunk, chunks);
    launch(subtract_trend<T, A>, grid, chunk_block, 0, stream, x.data, y.data, sums.as<Sums<A>>(), from, to, chunk,
           chunks, linear);
    return;
  }
  const int block = from.length <= 256 ? 32 : from.length <= 4096 ? 128 : 512;
  launch(linear ? kernel<T, true> : kernel<T, false>, grid_for(from.count, 1, 32), block, 0, stream, x.data, y.data,
         from, to);
}

#define TUKEY_INSTANTIATE(T) template void detrend<T>(CUstream_st*, const view<const T>&, const view<T>&, int, bool);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
TUKEY_INSTANTIATE(cplx<float>)
TUKEY_INSTANTIATE(cplx<double>)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::cuda
