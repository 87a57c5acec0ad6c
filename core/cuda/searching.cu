// SPDX-License-Identifier: Apache-2.0
// Binary searches on the GPU, among keys in shared memory where they fit; and sets from sorted arrays: count what
// each piece keeps, add the counts up, copy to where they say.
#include "searching_backend.hpp"
#include "tukey/detail/launch.cuh"

namespace tukey::cuda {

using namespace detail;

namespace {

constexpr index_t most_shared = 32 * 1024;

// The keys as at(i), from shared memory if `staged`.
template <class K> struct keys_of {
  const K* data;
  const index_t* sorter;
  index_t n;
  __device__ K operator()(index_t i) const {
    if (!sorter) return data[i];
    const index_t k = sorter[i];
    return data[k < 0 ? 0 : k >= n ? n - 1 : k];
  }
};
template <class K> __device__ const keys_of<K> stage(keys_of<K> keys, bool staged, void* memory) {
  if (!staged) return keys;
  K* own = static_cast<K*>(memory);
  for (index_t i = threadIdx.x; i < keys.n; i += blockDim.x) own[i] = keys(i);
  __syncthreads();
  return {own, nullptr, keys.n};
}

template <class K, class T>
__global__ void search_kernel(keys_of<K> given, bool staged, const T* values, index_t m, search_rule r, index_t* out) {
  extern __shared__ __align__(16) unsigned char memory[];
  const keys_of<K> keys = stage(given, staged, memory);
  for (index_t i = global_thread(); i < m; i += global_threads()) {
    const index_t place = insertion_point(keys, keys.n, static_cast<K>(values[i]), r.right);
    out[i] = r.reversed ? keys.n - place : place;
  }
}
template <class T>
__global__ void contains_kernel(keys_of<T> given, bool staged, const T* values, index_t m, bool invert, bool* out) {
  extern __shared__ __align__(16) unsigned char memory[];
  const keys_of<T> keys = stage(given, staged, memory);
  for (index_t i = global_thread(); i < m; i += global_threads()) {
    const T value = values[i];
    const index_t place = insertion_point(keys, keys.n, value, false);
    out[i] = (place < keys.n && keys(place) == value) != invert;
  }
}
// Few values are not worth the copying of many keys.
template <class K> bool stages(index_t n, index_t m) {
  return n * static_cast<index_t>(sizeof(K)) <= most_shared && m >= 4 * n;
}

// Sets. ----------------------------------------------------------------------------------------------------------

constexpr int select_block = 256;
constexpr int per_thread = select_piece / select_block;
static_assert(per_thread * select_block == select_piece && per_thread <= 32);

template <class T> __device__ bool same(T a, T b, bool equal_nan) {
  return a == b || (equal_nan && is_nan(a) && is_nan(b));
}
template <class T> struct stays_in_run {
  const T* x;
  run_problem p;
  __device__ bool operator()(index_t i) const {
    const T value = x[i];
    const bool as_before = i > 0 && same(x[i - 1], value, p.equal_nan);
    if (p.rule == run_rule::first) return !as_before;
    const bool as_after = i + 1 < p.n && same(value, x[i + 1], p.equal_nan);
    return p.rule == run_rule::repeated ? as_after : !as_before && !as_after;
  }
};
struct is_true {
  const unsigned char* mask;
  __device__ bool operator()(index_t i) const { return mask[i] != 0; }
};

// A piece is read in rows of one element a thread, so that threads side by side read side by side.
template <class Stays>
__global__ void __launch_bounds__(select_block) count_kernel(Stays stays, index_t n, index_t pieces, index_t* counts) {
  __shared__ int scratch[32];
  for (index_t p = blockIdx.x; p < pieces; p += gridDim.x) {
    int count = 0;
#pragma unroll 4
    for (int k = 0; k < per_thread; ++k) {
      const index_t i = p * select_piece + k * select_block + threadIdx.x;
      if (i < n) count += stays(i);
    }
    count = block_reduce(count, scratch, [](int a, int b) { return a + b; });
    if (threadIdx.x == 0) counts[p] = count;
  }
}
// The inclusive scan of this thread's value over the block; `total` of all.
template <class I> __device__ I block_scan(I value, I* warp_sums, I& total) {
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    const I other = __shfl_up_sync(full_warp, value, d);
    if (lane >= d) value += other;
  }
  __syncthreads();
  if (lane == 31) warp_sums[warp] = value;
  __syncthreads();
  I before = 0;
  total = 0;
  for (int w = 0; w < warps; ++w) {
    if (w < warp) before += warp_sums[w];
    total += warp_sums[w];
  }
  return value + before;
}
// Running totals in place, by one block.
__global__ void __launch_bounds__(1024) add_up(index_t* counts, index_t pieces) {
  __shared__ long long warp_sums[32];
  long long before = 0, total;
  for (index_t from = 0; from < pieces; from += blockDim.x) {
    const index_t i = from + threadIdx.x;
    const long long value = block_scan<long long>(i < pieces ? counts[i] : 0, warp_sums, total);
    if (i < pieces) counts[i] = before + value;
    before += total;
  }
}
// take(i, kept, to): `to` is where element i goes if kept, and one more than where the last kept one went.
template <class Stays, class Take>
__device__ void place_elements(const Stays& stays, index_t n, index_t pieces, const index_t* after, const Take& take) {
  __shared__ int warp_counts[2][32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (index_t p = blockIdx.x; p < pieces; p += gridDim.x) {
    index_t to = p > 0 ? after[p - 1] : 0;
    for (int k = 0; k < per_thread; ++k) {
      const index_t row = p * select_piece + k * select_block, i = row + threadIdx.x;
      if (row >= n) break;
      const bool kept = i < n && stays(i);
      const unsigned votes = __ballot_sync(full_warp, kept);
      if (lane == 0) warp_counts[k & 1][warp] = __popc(votes);
      __syncthreads();  // two rows take turns with the counts: one barrier a row is enough
      int before = 0, total = 0;
#pragma unroll
      for (int w = 0; w < select_block / 32; ++w) {
        const int count = warp_counts[k & 1][w];
        before += w < warp ? count : 0;
        total += count;
      }
      if (i < n) take(i, kept, to + before + __popc(votes & ((1u << lane) - 1)));
      to += total;
    }
    __syncthreads();
  }
}
template <class T>
__global__ void __launch_bounds__(select_block)
    place_runs(stays_in_run<T> stays, index_t pieces, const index_t* after, T* out, run_results r) {
  place_elements(stays, stays.p.n, pieces, after, [&](index_t i, bool kept, index_t to) {
    if (kept) {
      out[to] = stays.x[i];
      if (r.starts) r.starts[to] = i;
      if (r.indices) r.indices[to] = stays.p.permutation[i];
    }
    if (r.inverse) r.inverse[stays.p.permutation[i]] = kept ? to : to - 1;
  });
}
template <class T>
__global__ void __launch_bounds__(select_block)
    place_true(is_true stays, index_t n, index_t pieces, const index_t* after, const T* x, T* out) {
  place_elements(stays, n, pieces, after, [&](index_t i, bool kept, index_t to) {
    if (kept) out[to] = x[i];
  });
}
template <class T> __global__ void gather_kernel(const T* x, index_t n, const index_t* at, index_t m, T* out) {
  for (index_t i = global_thread(); i < m; i += global_threads()) {
    const index_t k = at[i];
    out[i] = x[k < 0 ? 0 : k >= n ? n - 1 : k];
  }
}
__global__ void lengths_kernel(const index_t* starts, index_t m, index_t n, index_t* out) {
  for (index_t i = global_thread(); i < m; i += global_threads()) out[i] = (i + 1 < m ? starts[i + 1] : n) - starts[i];
}

unsigned grid_of(index_t pieces) { return static_cast<unsigned>(pieces < (1 << 24) ? pieces : 1 << 24); }
template <class Stays> void count(CUstream_st* stream, const Stays& stays, index_t n, index_t* after) {
  const index_t pieces = select_pieces(n);
  launch(count_kernel<Stays>, dim3(grid_of(pieces)), dim3(select_block), 0, stream, stays, n, pieces, after);
  launch(add_up, dim3(1), dim3(1024), 0, stream, after, pieces);
}

}  // namespace

template <class K, class T>
void search(CUstream_st* stream, const K* keys, index_t n, const index_t* sorter, const T* values, index_t m,
            const search_rule& r, index_t* out) {
  const bool staged = stages<K>(n, m);
  launch(search_kernel<K, T>, dim3(grid_for(m, 256, 8)), dim3(256), staged ? static_cast<size_t>(n) * sizeof(K) : 0,
         stream, keys_of<K>{keys, sorter, n}, staged, values, m, r, out);
}
template <class T>
void contains(CUstream_st* stream, const T* keys, index_t n, const T* values, index_t m, bool invert, bool* out) {
  const bool staged = stages<T>(n, m);
  launch(contains_kernel<T>, dim3(grid_for(m, 256, 8)), dim3(256), staged ? static_cast<size_t>(n) * sizeof(T) : 0,
         stream, keys_of<T>{keys, nullptr, n}, staged, values, m, invert, out);
}

template <class T> void count_runs(CUstream_st* stream, const T* x, const run_problem& p, index_t* after) {
  count(stream, stays_in_run<T>{x, p}, p.n, after);
}
template <class T>
void select_runs(CUstream_st* stream, const T* x, const run_problem& p, const index_t* after, T* out,
                 const run_results& r) {
  const index_t pieces = select_pieces(p.n);
  launch(place_runs<T>, dim3(grid_of(pieces)), dim3(select_block), 0, stream, stays_in_run<T>{x, p}, pieces, after, out,
         r);
}
void count_true(CUstream_st* stream, const bool* mask, index_t n, index_t* after) {
  count(stream, is_true{reinterpret_cast<const unsigned char*>(mask)}, n, after);
}
template <class T>
void select_true(CUstream_st* stream, const T* x, const bool* mask, index_t n, const index_t* after, T* out) {
  const index_t pieces = select_pieces(n);
  launch(place_true<T>, dim3(grid_of(pieces)), dim3(select_block), 0, stream,
         is_true{reinterpret_cast<const unsigned char*>(mask)}, n, pieces, after, x, out);
}
template <class T> void gather(CUstream_st* stream, const T* x, index_t n, const index_t* at, index_t m, T* out) {
  launch(gather_kernel<T>, dim3(grid_for(m, 256, 8)), dim3(256), 0, stream, x, n, at, m, out);
}
void run_lengths(CUstream_st* stream, const index_t* starts, index_t m, index_t n, index_t* out) {
  launch(lengths_kernel, dim3(grid_for(m, 256, 8)), dim3(256), 0, stream, starts, m, n, out);
}

#define TUKEY_INSTANTIATE(T)                                                                                   \
  template void search(CUstream_st*, const T*, index_t, const index_t*, const T*, index_t, const search_rule&, \
                       index_t*);                                                                              \
  template void contains(CUstream_st*, const T*, index_t, const T*, index_t, bool, bool*);
TUKEY_SEARCHED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                                                                        \
  template void search(CUstream_st*, const double*, index_t, const index_t*, const T*, index_t, const search_rule&, \
                       index_t*);
TUKEY_SEARCH_NOT_DOUBLE(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                                                                     \
  template void count_runs(CUstream_st*, const T*, const run_problem&, index_t*);                                \
  template void select_runs(CUstream_st*, const T*, const run_problem&, const index_t*, T*, const run_results&); \
  template void select_true(CUstream_st*, const T*, const bool*, index_t, const index_t*, T*);                   \
  template void gather(CUstream_st*, const T*, index_t, const index_t*, index_t, T*);
TUKEY_RUNS(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::cuda
