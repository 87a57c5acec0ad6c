// SPDX-License-Identifier: Apache-2.0
// Masks: one bit for each element and the counts of tiles (stream compaction in the form of count, scan, write), then
// one kernel that moves, fills or lists what is marked.
#include "indexing.cuh"

namespace tukey::cuda {
namespace {

using detail::elements;
using detail::marked;
using detail::tile_bits;
using detail::tile_words;

inline constexpr int warps = index_block / 32, warp_words = tile_words / warps;
static_assert(warp_words == 16, "a warp's words are held by half of its lanes");

__device__ inline bool is_set(unsigned char w, word16 keep) { return (w & keep.a) != 0; }
__device__ inline bool is_set(unsigned short w, word16 keep) { return (w & keep.a) != 0; }
__device__ inline bool is_set(unsigned w, word16 keep) { return (w & keep.a) != 0; }
__device__ inline bool is_set(unsigned long w, word16 keep) { return (w & keep.a) != 0; }
__device__ inline bool is_set(word16 w, word16 keep) { return (w.a & keep.a) != 0 || (w.b & keep.b) != 0; }

__device__ inline index_t place_of(const elements& e, const places& p, index_t i) {
  index_t at = 0;
  p.decode(i, [&](int d, index_t c) { at += c * e.strides[d]; });
  return at;
}

// A block a tile, 16 words a warp.
template <class W>
__global__ void __launch_bounds__(index_block)
    mark_kernel(const __grid_constant__ elements e, const __grid_constant__ places p, const W* x, const word16 keep,
                const marked m) {
  __shared__ int counts[warps];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const index_t word = index_t(blockIdx.x) * tile_words + warp * warp_words, first = word * 32 + lane;
  bool set[warp_words];
#pragma unroll
  for (int r = 0; r < warp_words; ++r) {
    const index_t i = first + r * 32;
    set[r] = i < m.size && is_set(x[place_of(e, p, i)], keep);
  }
  unsigned mine = 0;
  int count = 0;
#pragma unroll
  for (int r = 0; r < warp_words; ++r) {
    const unsigned bits = __ballot_sync(full_warp, set[r]);
    count += __popc(bits);
    if (lane == r) mine = bits;
  }
  if (lane < warp_words) m.bits[word + lane] = mine;
  if (lane == 0) counts[warp] = count;
  __syncthreads();
  if (threadIdx.x == 0) {
    index_t total = 0;
    for (int w = 0; w < warps; ++w) total += counts[w];
    m.before[blockIdx.x] = total;
  }
}

// Exclusive sums of the tiles' counts, and the total after them, by one block.
inline constexpr int scan_block = 1024, scan_each = 8;
__global__ void __launch_bounds__(scan_block) scan_counts(index_t* counts, index_t n) {
  __shared__ index_t totals[32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  index_t carry = 0;
  for (index_t start = 0; start < n; start += scan_block * scan_each) {
    const index_t first = start + threadIdx.x * scan_each;
    index_t here[scan_each], sum = 0;
#pragma unroll
    for (int j = 0; j < scan_each; ++j) {
      here[j] = first + j < n ? counts[first + j] : 0;
      sum += here[j];
    }
    index_t upto = sum;  // inclusive over the warp
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
      const index_t left = __shfl_up_sync(full_warp, upto, d);
      if (lane >= d) upto += left;
    }
    if (lane == 31) totals[warp] = upto;
    __syncthreads();
    if (warp == 0) {
      index_t t = totals[lane];
#pragma unroll
      for (int d = 1; d < 32; d *= 2) {
        const index_t left = __shfl_up_sync(full_warp, t, d);
        if (lane >= d) t += left;
      }
      totals[lane] = t;
    }
    __syncthreads();
    index_t at = carry + upto - sum + (warp > 0 ? totals[warp - 1] : 0);
#pragma unroll
    for (int j = 0; j < scan_each; ++j) {
      if (first + j < n) counts[first + j] = at;
      at += here[j];
    }
    carry += totals[31];
    __syncthreads();
  }
  if (threadIdx.x == 0) counts[n] = carry;
}

// For the marked elements of this block's tile, number k at place i: load(u, i, k) of eight, then store(u, i, k).
template <class Load, class Store>
__device__ inline void each_marked(const marked& m, const Load& load, const Store& store) {
  __shared__ int counts[warps];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const index_t word = index_t(blockIdx.x) * tile_words + warp * warp_words, first = word * 32 + lane;
  const unsigned mine = lane < warp_words ? m.bits[word + lane] : 0;
  int upto = __popc(mine);
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    const int left = __shfl_up_sync(full_warp, upto, d);
    if (lane >= d) upto += left;
  }
  if (lane == 31) counts[warp] = upto;
  __syncthreads();
  index_t base = m.before[blockIdx.x];
  for (int w = 0; w < warp; ++w) base += counts[w];
  const int ahead = upto - __popc(mine);
  const unsigned below = (1u << lane) - 1;
#pragma unroll
  for (int half = 0; half < warp_words; half += 8) {
    bool set[8];
    index_t number[8];
#pragma unroll
    for (int u = 0; u < 8; ++u) {
      const unsigned bits = __shfl_sync(full_warp, mine, half + u);
      number[u] = base + __shfl_sync(full_warp, ahead, half + u) + __popc(bits & below);
      set[u] = (bits >> lane) & 1;
    }
#pragma unroll
    for (int u = 0; u < 8; ++u)
      if (set[u]) load(u, first + (half + u) * 32, number[u]);
#pragma unroll
    for (int u = 0; u < 8; ++u)
      if (set[u]) store(u, first + (half + u) * 32, number[u]);
  }
}

template <class W>
__global__ void __launch_bounds__(index_block)
    compact_kernel(const __grid_constant__ elements e, const __grid_constant__ places p, const W* x, const marked m,
                   W* out) {
  W value[8];
  each_marked(
      m, [&](int u, index_t i, index_t) { value[u] = x[place_of(e, p, i)]; },
      [&](int u, index_t, index_t k) { out[k] = value[u]; });
}
template <class W>
__global__ void __launch_bounds__(index_block)
    expand_kernel(const __grid_constant__ elements e, const __grid_constant__ places p, W* x, const marked m,
                  const W* values, const index_t cycle, const bool by_position) {
  W value[8];
  each_marked(
      m,
      [&](int u, index_t i, index_t k) {
        const index_t v = by_position ? i : k;
        value[u] = values[v < cycle ? v : v % cycle];
      },
      [&](int u, index_t i, index_t) { x[place_of(e, p, i)] = value[u]; });
}
__global__ void __launch_bounds__(index_block)
    coordinates_kernel(const __grid_constant__ places p, const marked m, index_t* out, const index_t axis_stride,
                       const index_t stride) {
  each_marked(
      m, [](int, index_t, index_t) {},
      [&](int, index_t i, index_t k) {
        p.decode(i, [&](int d, index_t c) { out[d * axis_stride + k * stride] = c; });
      });
}

}  // namespace

void mark(CUstream_st* stream, int word, word16 keep, const elements& x, const void* data, const marked& m) {
  const places p = make_places(x.rank, x.shape);
  const index_t tiles = m.tiles();
  with_word(word, [&](auto zero) {
    using W = decltype(zero);
    launch(mark_kernel<W>, dim3(static_cast<unsigned>(tiles)), dim3(index_block), 0, stream, x, p,
           static_cast<const W*>(data), keep, m);
  });
  launch(scan_counts, dim3(1), dim3(scan_block), 0, stream, m.before, tiles);
}

void compact(CUstream_st* stream, int word, const elements& x, const void* data, const marked& m, void* out) {
  const places p = make_places(x.rank, x.shape);
  with_word(word, [&](auto zero) {
    using W = decltype(zero);
    launch(compact_kernel<W>, dim3(static_cast<unsigned>(m.tiles())), dim3(index_block), 0, stream, x, p,
           static_cast<const W*>(data), m, static_cast<W*>(out));
  });
}

void expand(CUstream_st* stream, int word, const elements& x, void* data, const marked& m, const void* values,
            index_t cycle, bool by_position) {
  const places p = make_places(x.rank, x.shape);
  with_word(word, [&](auto zero) {
    using W = decltype(zero);
    launch(expand_kernel<W>, dim3(static_cast<unsigned>(m.tiles())), dim3(index_block), 0, stream, x, p,
           static_cast<W*>(data), m, static_cast<const W*>(values), cycle, by_position);
  });
}

void coordinates(CUstream_st* stream, int rank, const index_t* shape, const marked& m, index_t* out,
                 index_t axis_stride, index_t stride) {
  launch(coordinates_kernel, dim3(static_cast<unsigned>(m.tiles())), dim3(index_block), 0, stream,
         make_places(rank, shape), m, out, axis_stride, stride);
}

}  // namespace tukey::cuda
