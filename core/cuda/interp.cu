// SPDX-License-Identifier: Apache-2.0
// Interpolation on the GPU. A table of buckets says where to search: in shared memory together with the points where
// they fit, built by every block; else in global memory, built by a kernel before.
#include "searching_backend.hpp"
#include "tukey/detail/launch.cuh"

namespace tukey::cuda {

using namespace detail;

namespace {

constexpr int block = 512;
constexpr index_t most_points = 16384;  // in shared memory: their indices take 16 bits
constexpr size_t most_shared = 96 * 1024;

template <class T, int V> struct alignas(sizeof(T) * V < 16 ? sizeof(T) * V : 16) pack { T v[V]; };

template <class R, class F>
__global__ void make_table(const R* xp, const F* fp, index_t n, int count, knot<R, F>* knots, index_t* starts) {
  const buckets<R> bucket(xp, n, count);
  for (index_t i = global_thread(); i < n; i += global_threads()) knots[i] = make_knot(xp, fp, n, i);
  for (index_t b = global_thread(); b <= count; b += global_threads())
    starts[b] = b == 0 ? 0 : b == count ? n : bucket.start(xp, n, static_cast<int>(b));
}

// out = at(x) for all m, V a time; the last m % V singly. x and out are aligned to packs.
template <int V, class R, class F, class At> __device__ void for_places(const R* x, index_t m, F* out, const At& at) {
  constexpr int unroll = 2;
  const index_t packs = m / V, thread = global_thread(), threads = global_threads();
  const auto* from = reinterpret_cast<const pack<R, V>*>(x);
  auto* to = reinterpret_cast<pack<F, V>*>(out);
  for (index_t i = thread; i < packs; i += unroll * threads) {
    pack<R, V> p[unroll];
#pragma unroll
    for (int u = 0; u < unroll; ++u)
      if (i + u * threads < packs) p[u] = from[i + u * threads];
#pragma unroll
    for (int u = 0; u < unroll; ++u)
      if (i + u * threads < packs) {
        pack<F, V> y;
#pragma unroll
        for (int k = 0; k < V; ++k) y.v[k] = at(p[u].v[k]);
        to[i + u * threads] = y;
      }
  }
  if (thread < m - packs * V) out[packs * V + thread] = at(x[packs * V + thread]);
}

template <int V, class R, class F>
__global__ void __launch_bounds__(block)
    interp_shared(const R* xp, const F* fp, int n, int count, const R* x, index_t m, interp_rule<F> rule, F* out) {
  extern __shared__ __align__(16) unsigned char memory[];
  knot<R, F>* knots = reinterpret_cast<knot<R, F>*>(memory);
  R* points = reinterpret_cast<R*>(knots + n);
  unsigned* starts = reinterpret_cast<unsigned*>(points + n);
  for (int i = threadIdx.x; i < n; i += block) {
    points[i] = xp[i];
    knots[i] = make_knot(xp, fp, index_t(n), index_t(i));
  }
  __syncthreads();
  const buckets<R> bucket(points, n, count);
  for (int b = threadIdx.x; b <= count; b += block)
    starts[b] = b == 0 ? 0u : b == count ? unsigned(n) : static_cast<unsigned>(bucket.start(points, n, b));
  __syncthreads();
  // Start and end of a bucket in one word. Each round of the loop reads what no earlier round wrote.
  for (int from = 0; from < count; from += block) {
    const int b = from + static_cast<int>(threadIdx.x);
    const unsigned word = b < count ? starts[b] | starts[b + 1] << 16 : 0;
    __syncthreads();
    if (b < count) starts[b] = word;
  }
  __syncthreads();
  const R first = points[0], last = points[n - 1];
  for_places<V>(x, m, out, [&](R place) {
    return interp_at(knots, index_t(n), first, last, rule, place, [&](R v) {
      const unsigned word = starts[bucket(v)];
      unsigned low = word & 0xffffu, high = word >> 16;
      while (low < high) {
        const unsigned middle = (low + high) / 2;
        if (points[middle] <= v)
          low = middle + 1;
        else
          high = middle;
      }
      return static_cast<index_t>(low > 0 ? low - 1 : 0);
    });
  });
}

template <class R, class F>
__global__ void __launch_bounds__(block)
    interp_global(const R* xp, const knot<R, F>* knots, const index_t* starts, index_t n, int count, const R* x,
                  index_t m, interp_rule<F> rule, F* out) {
  const buckets<R> bucket(xp, n, count);
  const R first = xp[0], last = xp[n - 1];
  for_places<1>(x, m, out, [&](R place) {
    return interp_at(knots, n, first, last, rule, place, [&](R v) {
      const int b = bucket(v);
      return last_at_or_below(xp, starts[b], starts[b + 1], v);
    });
  });
}

template <class T> __global__ void modulo_kernel(const T* x, index_t n, double period, double* out) {
  for (index_t i = global_thread(); i < n; i += global_threads())
    out[i] = detail::modulo(static_cast<double>(x[i]), period);
}
template <class F>
__global__ void repeat_kernel(const index_t* order, const double* xp, const F* fp, index_t n, double period,
                              double* to_xp, F* to_fp) {
  for (index_t i = global_thread(); i < n + 2; i += global_threads())
    repeated_end(order, xp, fp, n, period, i, to_xp, to_fp);
}

size_t shared_limit() {
  int device = 0, bytes = 0;
  TUKEY_CUDA_CHECK(cudaGetDevice(&device));
  TUKEY_CUDA_CHECK(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  return static_cast<size_t>(bytes) < most_shared ? static_cast<size_t>(bytes) : most_shared;
}

template <int V, class R, class F>
void run_shared(CUstream_st* stream, const R* xp, const F* fp, index_t n, const R* x, index_t m,
                const interp_rule<F>& rule, F* out, size_t bytes) {
  allow_shared(interp_shared<V, R, F>, bytes);
  int resident = 0;
  TUKEY_CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, interp_shared<V, R, F>, block, bytes));
  const unsigned grid = grid_for((m + V - 1) / V, block, resident < 1 ? 1 : resident);
  launch(interp_shared<V, R, F>, dim3(grid), dim3(block), bytes, stream, xp, fp, static_cast<int>(n),
         static_cast<int>(2 * n), x, m, rule, out);
}

}  // namespace

template <class R, class F>
void interp(CUstream_st* stream, const R* xp, const F* fp, index_t n, const R* x, index_t m, const interp_rule<F>& r,
            F* out) {
  if (n <= most_points) {
    const size_t points = static_cast<size_t>(n);
    const size_t bytes = points * (sizeof(knot<R, F>) + sizeof(R)) + (2 * points + 1) * sizeof(unsigned);
    if (bytes <= shared_limit()) {
      constexpr int V = 16 / sizeof(R);
      const unsigned long place = reinterpret_cast<unsigned long>(x) | reinterpret_cast<unsigned long>(out);
      if (place % 16 == 0) return run_shared<V>(stream, xp, fp, n, x, m, r, out, bytes);
      return run_shared<1>(stream, xp, fp, n, x, m, r, out, bytes);
    }
  }
  const int count = static_cast<int>(2 * n < (index_t(1) << 20) ? 2 * n : index_t(1) << 20);
  const Workspace table(stream, static_cast<size_t>(n) * sizeof(knot<R, F>));
  const Workspace starts(stream, (static_cast<size_t>(count) + 1) * sizeof(index_t));
  auto* knots = table.as<knot<R, F>>();
  launch(make_table<R, F>, dim3(grid_for(n > count ? n : count + 1, 256, 8)), dim3(256), 0, stream, xp, fp, n, count,
         knots, starts.as<index_t>());
  launch(interp_global<R, F>, dim3(grid_for(m, block, 4)), dim3(block), 0, stream, xp, knots, starts.as<index_t>(), n,
         count, x, m, r, out);
}

template <class T> void modulo(CUstream_st* stream, const T* x, index_t n, double period, double* out) {
  launch(modulo_kernel<T>, dim3(grid_for(n, 256, 8)), dim3(256), 0, stream, x, n, period, out);
}
template <class F>
void repeat_ends(CUstream_st* stream, const index_t* order, const double* xp, const F* fp, index_t n, double period,
                 double* to_xp, F* to_fp) {
  launch(repeat_kernel<F>, dim3(grid_for(n + 2, 256, 8)), dim3(256), 0, stream, order, xp, fp, n, period, to_xp, to_fp);
}

#define TUKEY_INSTANTIATE(R, F) \
  template void interp(CUstream_st*, const R*, const F*, index_t, const R*, index_t, const interp_rule<F>&, F*);
TUKEY_INTERPOLATED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
template void modulo(CUstream_st*, const float*, index_t, double, double*);
template void modulo(CUstream_st*, const double*, index_t, double, double*);
template void repeat_ends(CUstream_st*, const index_t*, const double*, const double*, index_t, double, double*,
                          double*);
template void repeat_ends(CUstream_st*, const index_t*, const double*, const cplx<double>*, index_t, double, double*,
                          cplx<double>*);

}  // namespace tukey::cuda
