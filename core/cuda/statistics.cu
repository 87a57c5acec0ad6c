// SPDX-License-Identifier: Apache-2.0
// Histograms and counts on the GPU. Counts form by integer atomics in shared memory (several copies a block, so that
// neighbouring threads seldom meet), then in global memory; sums form in integers too, hence in any order alike.
#include "statistics_backend.hpp"
#include "tukey/detail/launch.cuh"

namespace tukey::cuda {

using detail::bin_set;
using detail::binner;

namespace {

constexpr int block = 512;
constexpr int most_shared = 47 * 1024;
constexpr int most_copies = 16;

// Contiguous elements as packs of up to four, 16 bytes at most, between single ones that are not aligned.
template <class T> inline constexpr int pack_size = sizeof(T) >= 4 ? 16 / sizeof(T) : 4;
template <class T> struct alignas(sizeof(T) * pack_size<T>) pack { T v[pack_size<T>]; };
template <class T> struct packed {
  const T* data;
  index_t head, packs, tail;  // elements before the first pack, packs, elements after the last
};
template <class T> packed<T> make_packed(const T* x, index_t n) {
  packed<T> p{x, 0, 0, 0};
  const unsigned long misplaced = reinterpret_cast<unsigned long>(x) % sizeof(pack<T>);
  p.head = static_cast<index_t>(misplaced ? (sizeof(pack<T>) - misplaced) / sizeof(T) : 0);
  if (p.head > n) p.head = n;
  p.packs = (n - p.head) / pack_size<T>;
  p.tail = n - p.head - p.packs * pack_size<T>;
  return p;
}

// take(element) for all elements, each by one thread of the grid. `backwards`: those read last by an earlier kernel
// come first, which are still in the cache.
template <bool backwards, class T, class Take> __device__ void for_elements(const packed<T>& x, const Take& take) {
  constexpr int unroll = 2;
  const pack<T>* packs = reinterpret_cast<const pack<T>*>(x.data + x.head);
  const index_t thread = global_thread(), threads = global_threads();
  for (index_t i = thread; i < x.packs; i += unroll * threads) {
    pack<T> p[unroll];
#pragma unroll
    for (int u = 0; u < unroll; ++u) {
      const index_t at = i + u * threads;
      if (at < x.packs) p[u] = packs[backwards ? x.packs - 1 - at : at];
    }
#pragma unroll
    for (int u = 0; u < unroll; ++u)
      if (i + u * threads < x.packs) {
#pragma unroll
        for (int k = 0; k < pack_size<T>; ++k) take(p[u].v[k]);
      }
  }
  if (thread < x.head) take(x.data[thread]);
  if (thread < x.tail) take(x.data[x.head + x.packs * pack_size<T> + thread]);
}

// Blocks that all run at once, at most as many as there is work for.
template <class... P> unsigned resident(void (*kernel)(P...), index_t work, size_t shared) {
  int blocks = 0;
  TUKEY_CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, block, shared));
  return grid_for(work, block, blocks < 1 ? 1 : blocks);
}

// The smallest and the largest element; NaN once one is seen.
template <class T> struct ends { T low, high; };
template <class T> __device__ ends<T> both(ends<T> a, ends<T> b) {
  return {b.low < a.low || b.low != b.low ? b.low : a.low, b.high > a.high || b.high != b.high ? b.high : a.high};
}
template <class T> struct join_ends {
  __device__ ends<T> operator()(ends<T> a, ends<T> b) const { return both(a, b); }
};

template <class T> __global__ void __launch_bounds__(block) ends_kernel(packed<T> x, ends<T>* partial) {
  __shared__ ends<T> scratch[32];
  const T one = x.data[0];
  ends<T> found{one, one};
  for_elements<false>(x, [&](T v) { found = both(found, ends<T>{v, v}); });
  found = block_reduce(found, scratch, join_ends<T>());
  if (threadIdx.x == 0) partial[blockIdx.x] = found;
}
template <class T> __device__ ends<T> all_ends(const ends<T>* partial, int count) {
  __shared__ ends<T> scratch[32];
  __shared__ ends<T> result;
  ends<T> found = partial[0];
  for (int i = threadIdx.x; i < count; i += blockDim.x) found = both(found, partial[i]);
  found = block_reduce(found, scratch, join_ends<T>());
  if (threadIdx.x == 0) result = found;
  __syncthreads();
  return result;
}
template <class T> __global__ void finish_ends(const ends<T>* partial, int count, T* out) {
  const ends<T> e = all_ends(partial, count);
  if (threadIdx.x == 0) out[0] = e.low, out[1] = e.high;
}

struct times {
  __device__ float operator()(float a, float b) const { return __fmul_rn(a, b); }
  __device__ double operator()(double a, double b) const { return __dmul_rn(a, b); }
};
struct plus {
  __device__ float operator()(float a, float b) const { return __fadd_rn(a, b); }
  __device__ double operator()(double a, double b) const { return __dadd_rn(a, b); }
};
// Every block finds the ends again: they are few numbers.
template <class T> __global__ void edges_kernel(const ends<T>* partial, int count, index_t bins, double* edges) {
  using A = detail::bin_scalar_t<T>;
  const ends<T> e = all_ends(partial, count);
  A first = static_cast<A>(e.low), last = static_cast<A>(e.high);
  const bool finite = first - first == A(0) && last - last == A(0);
  if (e.low == e.high) first -= A(0.5), last += A(0.5);
  for (index_t i = global_thread(); i <= bins; i += global_threads())
    edges[i] = finite ? static_cast<double>(detail::even_edge(i, bins, first, last, times(), plus())) : nan("");
}

template <class T> unsigned find_ends(CUstream_st* stream, const T* x, index_t n, ends<T>* partial) {
  const packed<T> p = make_packed(x, n);
  const unsigned grid = resident(ends_kernel<T>, (n + 7) / 8, 0);
  launch(ends_kernel<T>, dim3(grid), dim3(block), 0, stream, p, partial);
  return grid;
}
template <class T> size_t ends_bytes() { return static_cast<size_t>(multiprocessors()) * 32 * sizeof(ends<T>); }

// A number is its own bin.
template <class T> struct itself {
  index_t bins;
  __device__ index_t operator()(T x) const {
    const index_t i = static_cast<index_t>(x);
    return i >= 0 && i < bins ? i : -1;
  }
};

using count_t = unsigned long long;

// Where counts and edges lie.
struct count_plan {
  int copies;  // of the counts in shared memory; 0: none
  bool edges_shared;
};

// Shared memory: the edges, then counts with all copies of a bin side by side.
template <class Bin, class T>
__device__ void count_elements(const packed<T>& x, const Bin& bin, unsigned* own, int copies, count_t* counts) {
  const int bins = static_cast<int>(bin.bins);
  if (copies == 0) {
    for_elements<true>(x, [&](T v) {
      const index_t i = bin(v);
      if (i >= 0) atomicAdd(counts + i, count_t(1));
    });
    return;
  }
  for (int i = threadIdx.x; i < bins * copies; i += blockDim.x) own[i] = 0;
  __syncthreads();
  const int copy = threadIdx.x & (copies - 1);
  for_elements<true>(x, [&](T v) {
    const int i = static_cast<int>(bin(v));
    if (i >= 0) atomicAdd(own + i * copies + copy, 1u);
  });
  __syncthreads();
  for (int i = threadIdx.x; i < bins; i += blockDim.x) {
    unsigned total = 0;
    for (int c = 0; c < copies; ++c) total += own[i * copies + ((c + i) & (copies - 1))];
    if (total) atomicAdd(counts + i, count_t(total));
  }
}
template <class T>
__global__ void __launch_bounds__(block) bins_kernel(packed<T> x, bin_set set, count_plan plan, count_t* counts) {
  extern __shared__ double memory[];
  unsigned* own = reinterpret_cast<unsigned*>(memory);
  if (plan.edges_shared) {
    for (index_t i = threadIdx.x; i <= set.bins; i += blockDim.x) memory[i] = set.edges[i];
    own = reinterpret_cast<unsigned*>(memory + set.bins + 1);
    set.edges = memory;
    __syncthreads();
  }
  count_elements(x, binner<T>(set), own, plan.copies, counts);
}
template <class T>
__global__ void __launch_bounds__(block) numbers_kernel(packed<T> x, index_t bins, count_plan plan, count_t* counts) {
  extern __shared__ double memory[];
  count_elements(x, itself<T>{bins}, reinterpret_cast<unsigned*>(memory), plan.copies, counts);
}

// As many copies as 16 KB hold, one if that fits at all beside `taken` bytes.
int copies_for(index_t bins, index_t taken) {
  if (bins * 4 + taken > most_shared) return 0;
  int copies = 1;
  while (copies < most_copies && bins * 8 * copies <= 16 * 1024 && bins * 8 * copies + taken <= most_shared)
    copies *= 2;
  return copies;
}

template <class T>
__global__ void find_bins(const T* x, index_t n, bin_set set, bool edges_shared, index_t* numbers, bool further) {
  extern __shared__ double memory[];
  if (edges_shared) {
    for (index_t i = threadIdx.x; i <= set.bins; i += blockDim.x) memory[i] = set.edges[i];
    set.edges = memory;
    __syncthreads();
  }
  const binner<T> bin(set);
  for (index_t i = global_thread(); i < n; i += global_threads()) {
    const index_t at = bin(x[i]);
    if (further) {
      const index_t before = numbers[i];
      numbers[i] = at < 0 || before < 0 ? -1 : before * set.bins + at;
    } else {
      numbers[i] = at;
    }
  }
}

// Sums of weights, in three integers each: w = (high + (middle + low / 2^bits) / 2^bits) * 2^(exponent - bits) with
// n numbers below 2^bits that do not overflow. Integers add up to the same in any order.
constexpr int exponent_base = 1100;  // so that exponents of doubles are positive numbers, 0 for none
struct sum_plan {
  index_t bins;
  int bits, copies;
};

__global__ void largest_exponent(const double* weights, index_t n, unsigned* result) {
  __shared__ unsigned scratch[32];
  unsigned most = 0;
  for (index_t i = global_thread(); i < n; i += global_threads()) {
    const double w = weights[i];
    if (w - w == 0.0 && w != 0.0) {
      const unsigned e = static_cast<unsigned>(ilogb(w) + 1 + exponent_base);
      most = e > most ? e : most;
    }
  }
  most = block_reduce(most, scratch, [](unsigned a, unsigned b) { return a > b ? a : b; });
  if (threadIdx.x == 0 && most) atomicMax(result, most);
}
__global__ void add_weights(const index_t* numbers, const double* weights, index_t n, sum_plan p,
                            const unsigned* largest, count_t* sums, unsigned* flags) {
  const int exponent = static_cast<int>(*largest) - exponent_base;
  const double up = scalbn(1.0, p.bits);
  sums += static_cast<index_t>(blockIdx.x % p.copies) * 3 * p.bins;
  for (index_t i = global_thread(); i < n; i += global_threads()) {
    const index_t k = numbers[i];
    if (k < 0 || k >= p.bins) continue;
    const double w = weights[i];
    if (w - w != 0.0) {
      atomicOr(flags + k, w != w ? 1u : w > 0 ? 2u : 4u);
      continue;
    }
    if (w == 0.0) continue;
    const double scaled = scalbn(w, p.bits - exponent), high = trunc(scaled), rest = (scaled - high) * up;
    const double middle = trunc(rest), low = rint((rest - middle) * up);
    if (high != 0.0) atomicAdd(sums + k, static_cast<count_t>(static_cast<long long>(high)));
    if (middle != 0.0) atomicAdd(sums + p.bins + k, static_cast<count_t>(static_cast<long long>(middle)));
    if (low != 0.0) atomicAdd(sums + 2 * p.bins + k, static_cast<count_t>(static_cast<long long>(low)));
  }
}
__global__ void finish_sums(sum_plan p, const unsigned* largest, const count_t* sums, const unsigned* flags,
                            double* out) {
  const int exponent = static_cast<int>(*largest) - exponent_base;
  const double down = scalbn(1.0, -p.bits);
  for (index_t k = global_thread(); k < p.bins; k += global_threads()) {
    long long part[3] = {};
    for (int c = 0; c < p.copies; ++c)
      for (int j = 0; j < 3; ++j) part[j] += static_cast<long long>(sums[(index_t(c) * 3 + j) * p.bins + k]);
    const unsigned flag = flags[k];
    double sum = (static_cast<double>(part[2]) * down + static_cast<double>(part[1])) * down;
    sum = scalbn(sum + static_cast<double>(part[0]), exponent - p.bits);
    if (flag) sum = flag == 2 ? HUGE_VAL : flag == 4 ? -HUGE_VAL : nan("");
    out[k] = sum;
  }
}

}  // namespace

template <class T> void extent(CUstream_st* stream, const T* x, index_t n, T* out) {
  const detail::Workspace partial(stream, ends_bytes<T>());
  const unsigned blocks = find_ends(stream, x, n, partial.as<ends<T>>());
  launch(finish_ends<T>, dim3(1), dim3(256), 0, stream, partial.as<ends<T>>(), static_cast<int>(blocks), out);
}

template <class T> void data_edges(CUstream_st* stream, const T* x, index_t n, index_t bins, double* edges) {
  const detail::Workspace partial(stream, ends_bytes<T>());
  const unsigned blocks = find_ends(stream, x, n, partial.as<ends<T>>());
  launch(edges_kernel<T>, dim3(grid_for(bins + 1, 256, 1)), dim3(256), 0, stream, partial.as<ends<T>>(),
         static_cast<int>(blocks), bins, edges);
}

template <class T> void count_in_bins(CUstream_st* stream, const T* x, index_t n, const bin_set& b, index_t* counts) {
  TUKEY_CUDA_CHECK(cudaMemsetAsync(counts, 0, static_cast<size_t>(b.bins) * sizeof(index_t), stream));
  const index_t edge_bytes = b.bins < most_shared ? (b.bins + 1) * 8 : most_shared + 1;
  count_plan plan{copies_for(b.bins, edge_bytes), false};
  plan.edges_shared = plan.copies > 0;
  if (!plan.edges_shared) plan.copies = copies_for(b.bins, 0);
  const size_t shared = static_cast<size_t>((plan.edges_shared ? edge_bytes : 0) + b.bins * 4 * plan.copies);
  launch(bins_kernel<T>, dim3(resident(bins_kernel<T>, (n + 7) / 8, shared)), dim3(block), shared, stream,
         make_packed(x, n), b, plan, reinterpret_cast<count_t*>(counts));
}

template <class T>
void bin_numbers(CUstream_st* stream, const T* x, index_t n, const bin_set& b, index_t* numbers, bool further) {
  const bool edges_shared = b.bins < 2048;
  const size_t shared = edges_shared ? static_cast<size_t>(b.bins + 1) * 8 : 0;
  launch(find_bins<T>, dim3(grid_for(n, 256, 8)), dim3(256), shared, stream, x, n, b, edges_shared, numbers, further);
}

template <class T> void count_numbers(CUstream_st* stream, const T* x, index_t n, index_t bins, index_t* counts) {
  TUKEY_CUDA_CHECK(cudaMemsetAsync(counts, 0, static_cast<size_t>(bins) * sizeof(index_t), stream));
  const count_plan plan{copies_for(bins, 0), false};
  const size_t shared = static_cast<size_t>(bins * 4 * plan.copies);
  launch(numbers_kernel<T>, dim3(resident(numbers_kernel<T>, (n + 7) / 8, shared)), dim3(block), shared, stream,
         make_packed(x, n), bins, plan, reinterpret_cast<count_t*>(counts));
}

void sum_numbers(CUstream_st* stream, const index_t* numbers, const double* weights, index_t n, index_t bins,
                 double* sums) {
  sum_plan p{bins, 62, 1};
  for (index_t m = n - 1; m > 0; m /= 2) --p.bits;
  while (p.copies < 32 && bins * p.copies < 32768 && n > bins * p.copies) p.copies *= 2;
  const size_t sum_bytes = static_cast<size_t>(bins) * 3 * sizeof(count_t) * static_cast<size_t>(p.copies);
  const size_t bytes = sum_bytes + static_cast<size_t>(bins + 1) * sizeof(unsigned);
  const detail::Workspace work(stream, bytes);
  count_t* parts = work.as<count_t>();
  unsigned* flags = reinterpret_cast<unsigned*>(work.as<char>() + sum_bytes);
  unsigned* largest = flags + bins;
  TUKEY_CUDA_CHECK(cudaMemsetAsync(parts, 0, bytes, stream));
  const dim3 grid(grid_for(n, 256, 8)), threads(256);
  launch(largest_exponent, grid, threads, 0, stream, weights, n, largest);
  launch(add_weights, grid, threads, 0, stream, numbers, weights, n, p, largest, parts, flags);
  launch(finish_sums, dim3(grid_for(bins, 256, 8)), threads, 0, stream, p, largest, parts, flags, sums);
}

#define TUKEY_INSTANTIATE(T)                                                              \
  template void extent(CUstream_st*, const T*, index_t, T*);                              \
  template void data_edges(CUstream_st*, const T*, index_t, index_t, double*);            \
  template void count_in_bins(CUstream_st*, const T*, index_t, const bin_set&, index_t*); \
  template void bin_numbers(CUstream_st*, const T*, index_t, const bin_set&, index_t*, bool);
TUKEY_BINNED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T) template void count_numbers(CUstream_st*, const T*, index_t, index_t, index_t*);
TUKEY_NUMBERED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::cuda
