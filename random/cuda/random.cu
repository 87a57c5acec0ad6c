// SPDX-License-Identifier: Apache-2.0
// Random numbers on the GPU: a thread makes 16 bytes from one or more Philox blocks and stores them at once. What a
// number is depends on its position alone, so the launch's shape cannot change results.
#include "backend.hpp"

#include "tukey/detail/launch.cuh"
#include "tukey/detail/rows.hpp"

namespace tukey::cuda {
namespace {
using namespace tukey::philox;

constexpr int block_threads = 256;

template <class Draw> struct group {  // what a thread makes: `blocks` Philox blocks, `size` numbers
  using V = typename Draw::value;
  static constexpr int block_bytes = Draw::per_block * int(sizeof(V));
  static constexpr int blocks = block_bytes >= 16 ? 1 : 16 / block_bytes;
  static constexpr int size = blocks * Draw::per_block;
};
template <class Draw> union alignas(16) group_values {
  typename Draw::value v[group<Draw>::size];
  uint4 packed;
};

template <class Draw>
__device__ __forceinline__ void make_group(const round_keys& keys, u64 stream, u64 number, const Draw& draw,
                                           group_values<Draw>& y) {
#pragma unroll
  for (int j = 0; j < group<Draw>::blocks; ++j) {
    const u64 counter = (u64(Draw::words) << 60) + number * group<Draw>::blocks + j;
    const words w = block(keys, u32(counter), u32(counter >> 32), u32(stream), u32(stream >> 32));
    draw(w.w[0], w.w[1], w.w[2], w.w[3], y.v + j * Draw::per_block);
  }
}

// `aligned`: group boundaries of `out` are at multiples of 16 bytes.
template <class Draw>
__global__ void __launch_bounds__(block_threads)
    fill_contiguous(round_keys keys, u64 stream, u64 position, index_t count, index_t groups, Draw draw,
                    typename Draw::value* out, bool aligned) {
  constexpr int size = group<Draw>::size;
  const u64 first = position / size;
  for (index_t g = global_thread(); g < groups; g += global_threads()) {
    group_values<Draw> y;
    make_group(keys, stream, first + u64(g), draw, y);
    const index_t at = index_t((first + u64(g)) * size - position);  // negative in a first group cut at the left
    if (aligned && at >= 0 && at + size <= count) {
      *reinterpret_cast<uint4*>(out + at) = y.packed;
    } else {
#pragma unroll
      for (int e = 0; e < size; ++e)
        if (at + e >= 0 && at + e < count) out[at + e] = y.v[e];
    }
  }
}

template <class Draw>
__global__ void __launch_bounds__(block_threads)
    fill_strided(round_keys keys, u64 stream, u64 position, index_t count, index_t groups, Draw draw,
                 typename Draw::value* out, detail::rows rows) {
  constexpr int size = group<Draw>::size;
  const u64 first = position / size;
  for (index_t g = global_thread(); g < groups; g += global_threads()) {
    group_values<Draw> y;
    make_group(keys, stream, first + u64(g), draw, y);
    const index_t at = index_t((first + u64(g)) * size - position);
#pragma unroll
    for (int e = 0; e < size; ++e) {
      const index_t i = at + e;
      if (i < 0 || i >= count) continue;
      const index_t line = i / rows.length;
      out[rows.offset(line) + (i - line * rows.length) * rows.stride] = y.v[e];
    }
  }
}

template <class Draw>
void fill(CUstream_st* stream, const source& from, const Draw& draw, view<typename Draw::value> out) {
  using V = typename Draw::value;
  constexpr int size = group<Draw>::size;
  static_assert(size * sizeof(V) == 16, "a group is one 16-byte store");
  const index_t count = out.size();
  if (count == 0) return;
  const round_keys keys = keys_of(from.seed);
  const index_t groups = index_t((from.position + u64(count) - 1) / size - from.position / size) + 1;
  const unsigned grid = grid_for(groups, block_threads);

  bool contiguous = true;
  index_t expected = 1;
  for (int d = out.rank - 1; d >= 0; --d) {
    if (out.shape[d] != 1 && out.strides[d] != expected) contiguous = false;
    expected *= out.shape[d];
  }
  if (contiguous) {
    // Modulo 2^64 the address of number 0, whose alignment all groups share.
    const bool aligned = ((reinterpret_cast<size_t>(out.data) - from.position * sizeof(V)) & 15u) == 0;
    launch(fill_contiguous<Draw>, dim3(grid), dim3(block_threads), 0, stream, keys, from.stream, from.position, count,
           groups, draw, out.data, aligned);
  } else {
    launch(fill_strided<Draw>, dim3(grid), dim3(block_threads), 0, stream, keys, from.stream, from.position, count,
           groups, draw, out.data, detail::rows_along(out, out.rank - 1));
  }
}
}  // namespace

template <class T> void uniform(CUstream_st* stream, const source& from, T low, T high, view<T> out) {
  fill(stream, from, uniform_draw(low, high), out);
}
template <class T> void normal(CUstream_st* stream, const source& from, T loc, real_of_t<T> scale, view<T> out) {
  fill(stream, from, normal_draw(loc, scale), out);
}
// Signed and unsigned integers of one size have the same bits: one kernel for both.
template <class U, class T>
void fill_integers(CUstream_st* stream, const source& from, u64 low, u64 count, const view<T>& out) {
  view<U> bits{reinterpret_cast<U*>(out.data), out.rank, {}, {}};
  for (int d = 0; d < out.rank; ++d) bits.shape[d] = out.shape[d], bits.strides[d] = out.strides[d];
  if (count != 0 && count <= 0xffffffffu)
    fill(stream, from, integers_narrow<U>{low, u32(count)}, bits);
  else
    fill(stream, from, integers_wide<U>{low, count}, bits);
}
template <class T> void integers(CUstream_st* stream, const source& from, T low, u64 count, view<T> out) {
  if constexpr (sizeof(T) == 1)
    fill_integers<unsigned char>(stream, from, u64(low), count, out);
  else if constexpr (sizeof(T) == 2)
    fill_integers<unsigned short>(stream, from, u64(low), count, out);
  else if constexpr (sizeof(T) == 4)
    fill_integers<unsigned>(stream, from, u64(low), count, out);
  else
    fill_integers<unsigned long>(stream, from, u64(low), count, out);
}

#define TUKEY_INSTANTIATE(T) template void uniform<T>(CUstream_st*, const source&, T, T, view<T>);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T) template void normal<T>(CUstream_st*, const source&, T, real_of_t<T>, view<T>);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
TUKEY_INSTANTIATE(cplx<float>)
TUKEY_INSTANTIATE(cplx<double>)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T) template void integers<T>(CUstream_st*, const source&, T, u64, view<T>);
TUKEY_INSTANTIATE(signed char)
TUKEY_INSTANTIATE(short)
TUKEY_INSTANTIATE(int)
TUKEY_INSTANTIATE(long)
TUKEY_INSTANTIATE(unsigned char)
TUKEY_INSTANTIATE(unsigned short)
TUKEY_INSTANTIATE(unsigned)
TUKEY_INSTANTIATE(unsigned long)

}  // namespace tukey::cuda
