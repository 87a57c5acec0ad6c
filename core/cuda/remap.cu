// SPDX-License-Identifier: Apache-2.0
// Copies with an index map for each axis: every thread makes 16 bytes of the output, which is dense. Where they come
// from one run of the source, that is all it loads.
#include "remap.hpp"

#include "tukey/detail/map.cuh"

namespace tukey::cuda {
namespace {

using detail::remap_axis;
using detail::remapping;

struct small_remapping {
  remapping r;
  unsigned count;
  bool vectors;  // the output is aligned to 16 bytes
  fast_divisor lengths[max_rank];
};

// Where an output row (an index of all axes but the last) comes from.
struct row_source {
  index_t from, other;  // offsets
  index_t row;          // the source index along the last of these axes
  int outside;          // 2 * axis + (0: before, 1: after), or -1
  bool is_other;
};
__device__ inline row_source find_row(const small_remapping& s, unsigned q) {
  row_source x{0, 0, 0, -1, false};
  const remapping& r = s.r;
  for (int d = r.rank - 2; d >= 0; --d) {
    const unsigned next = quotient(q, s.lengths[d]);
    const index_t i = q - next * s.lengths[d].d;
    q = next;
    const remap_axis& a = r.axes[d];
    int side = 0;
    index_t j = detail::source_index(a, i, side);
    if (side && x.outside < 0) x.outside = 2 * d + side - 1;
    if (d == r.rank - 2) x.row = j;
    if (a.map == detail::map_table) {
      if (j < 0) x.is_other = true, j = -1 - j;
      x.other += j * a.other_stride;
    } else {
      x.other += i * a.other_stride;
    }
    x.from += j * a.stride;
  }
  return x;
}

template <class W>
__global__ void __launch_bounds__(map_block)
    remap_kernel(const __grid_constant__ small_remapping s, W* to, const W* from, const W* other) {
  constexpr int V = 16 / static_cast<int>(sizeof(W));
  const unsigned first = (blockIdx.x * map_block + threadIdx.x) * V;
  if (first >= s.count) return;
  const remapping& r = s.r;
  const int inner = r.rank - 1;
  const remap_axis& a = r.axes[inner];
  unsigned q = quotient(first, s.lengths[inner]), i = first - q * s.lengths[inner].d;
  row_source x = find_row(s, q);
  pack<W, V> result;

  int side = 0;
  const index_t start = detail::source_index(a, i, side);
  const index_t raw = index_t(i) + a.shift;
  const bool linear = a.map != detail::map_table && side == 0 && (raw == start || a.map == detail::map_wrap) &&
                      start + V <= a.extent && i + V <= s.lengths[inner].d;
  if (linear && x.outside < 0 && !x.is_other && !r.band) {
    const W* source = from + x.from + start * a.stride;
    if (V > 1 && a.stride == 1 && reinterpret_cast<unsigned long>(source) % 16 == 0) {
      result = *reinterpret_cast<const pack<W, V>*>(source);
    } else {
#pragma unroll
      for (int v = 0; v < V; ++v) result.v[v] = source[v * a.stride];
    }
  } else {
#pragma unroll
    for (int v = 0; v < V; ++v) {
      if (first + v >= s.count) break;
      side = 0;
      index_t j = detail::source_index(a, i, side);
      int outside = side ? 2 * inner + side - 1 : x.outside;
      if (r.band && (j - x.row < r.low || j - x.row > r.high)) outside = 0;
      if (outside >= 0) {
        result.v[v] = *reinterpret_cast<const W*>(&r.outside[outside >> 1][outside & 1]);
      } else if (x.is_other || (a.map == detail::map_table && j < 0)) {
        const index_t k = a.map == detail::map_table ? -1 - j : index_t(i);
        result.v[v] = other[x.other + k * a.other_stride];
      } else {
        result.v[v] = from[x.from + j * a.stride];
      }
      if (++i == s.lengths[inner].d) {
        i = 0;
        x = find_row(s, ++q);
      }
    }
  }
  if (s.vectors && first + V <= s.count) {
    *reinterpret_cast<pack<W, V>*>(to + first) = result;
  } else {
#pragma unroll
    for (int v = 0; v < V; ++v)
      if (first + v < s.count) to[first + v] = result.v[v];
  }
}

template <class W> void remap_words(CUstream_st* stream, const remapping& r, W* to, const W* from, const W* other) {
  const index_t size = r.size();
  if (size > index_t(1) << 30) {
    // Two halves of the first axis that has any; all axes before it have length 1.
    int d = 0;
    while (r.axes[d].length == 1) ++d;
    remapping a = r, b = r;
    const index_t half = r.axes[d].length / 2;
    a.axes[d].length = half;
    b.axes[d].length -= half;
    const bool table = r.axes[d].map == detail::map_table;
    if (table)
      b.axes[d].table += half;
    else
      b.axes[d].shift += half;
    remap_words(stream, a, to, from, other);
    return remap_words(stream, b, to + a.size(), from, table ? other : other + half * r.axes[d].other_stride);
  }
  constexpr int V = 16 / static_cast<int>(sizeof(W));
  small_remapping s{};
  s.r = r;
  s.count = static_cast<unsigned>(size);
  s.vectors = reinterpret_cast<unsigned long>(to) % 16 == 0;
  for (int d = 0; d < r.rank; ++d) s.lengths[d] = make_divisor(static_cast<unsigned>(r.axes[d].length));
  const unsigned packs = (s.count + V - 1) / V;
  launch(remap_kernel<W>, dim3((packs + map_block - 1) / map_block), dim3(map_block), 0, stream, s, to, from, other);
}

}  // namespace

void remap(CUstream_st* stream, int word, const remapping& r, void* to, const void* from, const void* other) {
  switch (word) {
    case 1:
      return remap_words(stream, r, static_cast<unsigned char*>(to), static_cast<const unsigned char*>(from),
                         static_cast<const unsigned char*>(other));
    case 2:
      return remap_words(stream, r, static_cast<unsigned short*>(to), static_cast<const unsigned short*>(from),
                         static_cast<const unsigned short*>(other));
    case 4:
      return remap_words(stream, r, static_cast<unsigned*>(to), static_cast<const unsigned*>(from),
                         static_cast<const unsigned*>(other));
    case 8:
      return remap_words(stream, r, static_cast<unsigned long*>(to), static_cast<const unsigned long*>(from),
                         static_cast<const unsigned long*>(other));
    default:
      return remap_words(stream, r, static_cast<detail::word16*>(to), static_cast<const detail::word16*>(from),
                         static_cast<const detail::word16*>(other));
  }
}

}  // namespace tukey::cuda
