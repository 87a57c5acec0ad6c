// SPDX-License-Identifier: Apache-2.0
// Internal: the decoupled look-back of single-pass scans (Merrill and Garland, 2016), for any associative operation,
// which need not commute, on any plain state whose size is a multiple of 4 bytes.
//
// A row is cut into tiles; a block takes the next tile, computes its aggregate (the combination of all its elements),
// publishes it, and asks for the combination of all tiles before its own.
//
// Bits do not depend on timing: which states are combined, and in which order, follows from the tile's number alone.
// The usual look-back sums aggregates until it meets an inclusive prefix, wherever that is at the time; a chain of
// prefixes would be fixed, but its links cost 0.7 us each. Here tiles form blocks of `fan`, blocks supers of `fan`:
//     before(tile) = prefix(supers before) + blocks before, in the super + tiles before, in the block
// Aggregates of tiles and blocks wait for no prefix, so only supers form a chain, of one link in fan^2 tiles, and a
// tile waits for about two trips to the L2 cache.
//
// Each 32-bit word of a state travels in a 64-bit word of its own beside a mark that says it is there. 64-bit accesses
// are single, so relaxed ones suffice: no fence, no flag to read before the data.
//
// A tile is taken with a counter, so whoever holds a tile can rely on all earlier ones being held by running blocks.
#pragma once

#include "tukey/detail/launch.cuh"

namespace tukey::cuda {

inline constexpr int lookback_fan = 32;         // at most a warp
inline constexpr int lookback_column_fan = 16;  // where a thread combines its predecessors alone

// Shuffles of any plain type, as shuffle_down.
template <class T> __device__ inline T shuffle_up(T value, int delta, int width = 32) {
  constexpr int words = (sizeof(T) + 3) / 4;
  union {
    T v;
    unsigned w[words];
  } u;
  for (int i = 0; i < words; ++i) u.w[i] = 0;
  u.v = value;
#pragma unroll
  for (int i = 0; i < words; ++i) u.w[i] = __shfl_up_sync(full_warp, u.w[i], delta, width);
  return u.v;
}
template <class T> __device__ inline T shuffle(T value, int lane, int width = 32) {
  constexpr int words = (sizeof(T) + 3) / 4;
  union {
    T v;
    unsigned w[words];
  } u;
  for (int i = 0; i < words; ++i) u.w[i] = 0;
  u.v = value;
#pragma unroll
  for (int i = 0; i < words; ++i) u.w[i] = __shfl_sync(full_warp, u.w[i], lane, width);
  return u.v;
}
// The combination of a warp's values in the order of the lanes, in every lane.
template <class S, class Op> __device__ inline S warp_combine(S value, const Op& op) {
#pragma unroll
  for (int d = 1; d < 32; d *= 2) value = op.combine(value, shuffle_down(value, d));
  return shuffle(value, 0);
}

// The published states of `rows` rows of `tiles` tiles; each state is `width` columns wide.
template <class S> struct lookback {
  static_assert(sizeof(S) % 4 == 0, "states are whole 32-bit words");
  static constexpr int words = sizeof(S) / 4;
  unsigned* ticket;
  unsigned long long* slots;
  index_t tiles, blocks, supers;  // of a row
  int width, fan;

  // The slot of a tile, a block or a super of a row.
  __device__ unsigned long long* slot(index_t row, index_t i, int column) const {
    return slots + ((row * (tiles + blocks + supers) + i) * width + column) * words;
  }
  __device__ unsigned long long* tile(index_t row, index_t i, int column = 0) const { return slot(row, i, column); }
  __device__ unsigned long long* block(index_t row, index_t i, int column = 0) const {
    return slot(row, tiles + i, column);
  }
  __device__ unsigned long long* super(index_t row, index_t i, int column = 0) const {
    return slot(row, tiles + blocks + i, column);
  }
};

// Memory for the look-back, and its clearing, which is enqueued. The workspace must outlive the kernel's launch.
template <class S> size_t lookback_bytes(index_t rows, index_t tiles, int width, int fan) {
  const index_t blocks = (tiles + fan - 1) / fan, supers = (blocks + fan - 1) / fan;
  return 256 + static_cast<size_t>(rows * (tiles + blocks + supers) * width) * lookback<S>::words * 8;
}
template <class S>
lookback<S> make_lookback(CUstream_st* stream, const detail::Workspace& memory, index_t rows, index_t tiles,
                          int width = 1, int fan = lookback_fan) {
  lookback<S> chain{};
  chain.ticket = memory.as<unsigned>();
  chain.slots = reinterpret_cast<unsigned long long*>(memory.as<unsigned char>() + 256);
  chain.tiles = tiles, chain.blocks = (tiles + fan - 1) / fan, chain.supers = (chain.blocks + fan - 1) / fan;
  chain.width = width, chain.fan = fan;
  TUKEY_CUDA_CHECK(cudaMemsetAsync(memory.data(), 0, lookback_bytes<S>(rows, tiles, width, fan), stream));
  return chain;
}

// The next tile, in the order of asking. The whole block must call it; `shared` is one word of shared memory.
__device__ inline index_t next_tile(unsigned* ticket, unsigned* shared) {
  if (threadIdx.x == 0) *shared = atomicAdd(ticket, 1u);
  __syncthreads();
  return *shared;
}

template <class S> __device__ inline void publish(unsigned long long* slot, const S& state) {
  constexpr int words = lookback<S>::words;
  constexpr unsigned long long there = 1ull << 32;
  union {
    S s;
    unsigned w[words];
  } u;
  u.s = state;
  if constexpr (words % 2 == 0) {
#pragma unroll
    for (int i = 0; i < words; i += 2)
      asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(slot + i), "l"(there | u.w[i]),
                   "l"(there | u.w[i + 1])
                   : "memory");
  } else {
#pragma unroll
    for (int i = 0; i < words; ++i)
      asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(slot + i), "l"(there | u.w[i]) : "memory");
  }
}
// False where the state has not been published yet.
template <class S> __device__ inline bool try_read(const unsigned long long* slot, S& state) {
  constexpr int words = lookback<S>::words;
  union {
    S s;
    unsigned w[words];
  } u;
  unsigned long long a, b = 0, marks = ~0ull;
  if constexpr (words % 2 == 0) {
#pragma unroll
    for (int i = 0; i < words; i += 2) {
      asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];" : "=l"(a), "=l"(b) : "l"(slot + i) : "memory");
      u.w[i] = static_cast<unsigned>(a), u.w[i + 1] = static_cast<unsigned>(b);
      marks &= a & b;
    }
  } else {
#pragma unroll
    for (int i = 0; i < words; ++i) {
      asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(a) : "l"(slot + i) : "memory");
      u.w[i] = static_cast<unsigned>(a);
      marks &= a;
    }
  }
  if (marks >> 32 == 0) return false;
  state = u.s;
  return true;
}

// Publishes the aggregate of a tile and returns the combination of all tiles before it in the row, op.identity() for
// the first. One whole warp of the block calls it, with the same arguments in every lane. width is 1.
template <class S, class Op>
__device__ inline S exclusive_prefix(const lookback<S>& chain, index_t row, index_t tile, const S& aggregate,
                                     const Op& op) {
  const int lane = threadIdx.x & 31, fan = chain.fan;
  const index_t block = tile / fan, super = block / fan;
  const int tiles_before = static_cast<int>(tile - block * fan), blocks_before = static_cast<int>(block - super * fan);
  if (lane == 0) publish(chain.tile(row, tile), aggregate);
  const bool closes_block = tiles_before == fan - 1;
  // Lane i has the i-th tile of the block; lane 0 the super before, lane i + 1 the i-th block of the super.
  S near = op.identity(), far = op.identity();
  bool has_near = lane >= tiles_before, has_far = lane == 0 ? super == 0 : lane - 1 >= blocks_before;
  bool near_done = false;
  for (;;) {
    if (!has_near) has_near = try_read(chain.tile(row, block * fan + lane), near);
    if (!has_far)
      has_far = try_read(lane == 0 ? chain.super(row, super - 1) : chain.block(row, super * fan + lane - 1), far);
    if (!near_done && __all_sync(full_warp, has_near)) {
      near_done = true;
      near = warp_combine(near, op);
      if (closes_block && lane == 0) publish(chain.block(row, block), op.combine(near, aggregate));
    }
    if (__all_sync(full_warp, has_far) && near_done) break;
  }
  far = warp_combine(far, op);
  if (closes_block && blocks_before == fan - 1 && lane == 0)
    publish(chain.super(row, super), op.combine(far, op.combine(near, aggregate)));
  return op.combine(far, near);
}

// The combination of `count` states, `distance` words apart, as they become ready. A part of a warp may call it.
template <class S, class Op>
__device__ inline S combine_slots(const unsigned long long* first, index_t distance, int count, S start, const Op& op) {
  constexpr int batch = 4;
  for (int i = 0; i < count; i += batch) {
    S s[batch];
    bool ready[batch];
#pragma unroll
    for (int k = 0; k < batch; ++k) ready[k] = i + k >= count || try_read(first + (i + k) * distance, s[k]);
#pragma unroll
    for (int k = 0; k < batch; ++k) {
      while (!ready[k]) ready[k] = try_read(first + (i + k) * distance, s[k]);
      if (i + k < count) start = op.combine(start, s[k]);
    }
  }
  return start;
}

// The same for tiles of `width` columns: each of `width` threads has the aggregate of its column and gets the
// combination of that column before the tile.
template <class S, class Op>
__device__ inline S exclusive_column_prefix(const lookback<S>& chain, index_t row, index_t tile, int column,
                                            const S& aggregate, const Op& op) {
  const int fan = chain.fan;
  const index_t block = tile / fan, super = block / fan, distance = index_t(chain.width) * lookback<S>::words;
  const int tiles_before = static_cast<int>(tile - block * fan), blocks_before = static_cast<int>(block - super * fan);
  const bool closes_block = tiles_before == fan - 1;
  publish(chain.tile(row, tile, column), aggregate);
  const S near = combine_slots(chain.tile(row, block * fan, column), distance, tiles_before, op.identity(), op);
  if (closes_block) publish(chain.block(row, block, column), op.combine(near, aggregate));
  S far = op.identity();
  if (super > 0) far = combine_slots(chain.super(row, super - 1, column), distance, 1, far, op);
  far = combine_slots(chain.block(row, super * fan, column), distance, blocks_before, far, op);
  if (closes_block && blocks_before == fan - 1)
    publish(chain.super(row, super, column), op.combine(far, op.combine(near, aggregate)));
  return op.combine(far, near);
}

}  // namespace tukey::cuda
