// SPDX-License-Identifier: Apache-2.0
// Internal: sorts of rows in a block's registers (Batcher's bitonic network) and merges of sorted runs (merge path:
// Green, McColl, Bader, 2012). Items have a total order: values, or keys with the index they had, which makes the
// network stable.
#pragma once

#include "sorting_backend.hpp"
#include "tukey/detail/launch.cuh"

namespace tukey::cuda {

using namespace sorting;

// Items of 1 to 4 words: a value key; a key and an index packed in one word; a 64-bit or complex64 key and an index;
// a complex128 key and an index. flip() reverses the order of all items.
struct item32 {
  u32 a;
  static constexpr int log_items = 4, merge_items = 16;
  __device__ bool operator<(const item32& o) const { return a < o.a; }
  __device__ void flip(u32 mask) { a ^= mask; }
};
struct item64 {
  u64 a;
  static constexpr int log_items = 4, merge_items = 8;
  __device__ bool operator<(const item64& o) const { return a < o.a; }
  __device__ void flip(u32 mask) { a ^= static_cast<u64>(static_cast<index_t>(static_cast<int>(mask))); }
};
struct item128 {
  u64 a, b;
  static constexpr int log_items = 3, merge_items = 8;
  __device__ bool operator<(const item128& o) const { return a < o.a || (a == o.a && b < o.b); }
  __device__ void flip(u32 mask) {
    const u64 m = static_cast<u64>(static_cast<index_t>(static_cast<int>(mask)));
    a ^= m, b ^= m;
  }
};
struct item192 {
  u64 a, b, c;
  static constexpr int log_items = 3, merge_items = 4;
  __device__ bool operator<(const item192& o) const {
    return a < o.a || (a == o.a && (b < o.b || (b == o.b && c < o.c)));
  }
  __device__ void flip(u32 mask) {
    const u64 m = static_cast<u64>(static_cast<index_t>(static_cast<int>(mask)));
    a ^= m, b ^= m, c ^= m;
  }
};
// The smaller of two in the first.
template <class E> __device__ inline void put_in_order(E& first, E& second) {
  const bool swap = second < first;
  const E least = swap ? second : first, most = swap ? first : second;
  first = least, second = most;
}
__device__ inline void put_in_order(item32& first, item32& second) {
  const u32 x = first.a, y = second.a;
  first.a = min(x, y), second.a = max(x, y);
}

// What is sorted: the elements of rows themselves, or their indices.
struct sort_problem {
  const void* x;
  const index_t* start;  // see argsort_rows
  void* y;               // values, or index_t
  index_t rows, n;
  Kind kind;
  bool indices, descending;
};

// The item of element i of a row, and back. `at` counts from the first row.
__device__ inline index_t source_of(const sort_problem& p, index_t row, index_t i) {
  return row * p.n + (p.start ? p.start[row * p.n + i] : i);
}
__device__ inline void load_item(const sort_problem& p, index_t row, index_t i, item32& e) {
  const u32 bits = load_word(p.kind, p.x, source_of(p, row, i));
  if (!p.indices) {
    e.a = value_key(p.kind, bits);
    return;
  }
  const u32 key = order_key(p.kind, bits);  // of at most 16 bits
  e.a = ((p.descending ? ~key : key) << 16) | static_cast<u32>(i);
}
__device__ inline void load_item(const sort_problem& p, index_t row, index_t i, item64& e) {
  if (!p.indices) {
    e.a = value_key(p.kind, static_cast<const u64*>(p.x)[row * p.n + i]);
    return;
  }
  const u32 key = order_key(p.kind, load_word(p.kind, p.x, source_of(p, row, i)));
  e.a = static_cast<u64>(p.descending ? ~key : key) << 32 | static_cast<u64>(i);
}
__device__ inline void load_item(const sort_problem& p, index_t row, index_t i, item128& e) {
  const index_t at = source_of(p, row, i);
  if (p.kind == Kind::c64) {
    const u32* x = static_cast<const u32*>(p.x) + 2 * at;
    const key_pair<u32> k = complex_key(x[0], x[1]);
    e.a = static_cast<u64>(k.hi) << 32 | k.lo;
  } else if (bytes_of(p.kind) == 8) {
    e.a = order_key(p.kind, static_cast<const u64*>(p.x)[at]);
  } else {
    e.a = order_key(p.kind, load_word(p.kind, p.x, at));
  }
  if (p.descending) e.a = ~e.a;
  e.b = static_cast<u64>(i);
}
__device__ inline void load_item(const sort_problem& p, index_t row, index_t i, item192& e) {
  const u64* x = static_cast<const u64*>(p.x) + 2 * source_of(p, row, i);
  const key_pair<u64> k = complex_key(x[0], x[1]);
  e.a = p.descending ? ~k.hi : k.hi;
  e.b = p.descending ? ~k.lo : k.lo;
  e.c = static_cast<u64>(i);
}
__device__ inline index_t index_of(const item32& e) { return e.a & 0xFFFFu; }
__device__ inline index_t index_of(const item64& e) { return static_cast<index_t>(e.a & 0xFFFFFFFFu); }
__device__ inline index_t index_of(const item128& e) { return static_cast<index_t>(e.b); }
__device__ inline index_t index_of(const item192& e) { return static_cast<index_t>(e.c); }

__device__ inline void store_word(Kind k, void* y, index_t i, u32 bits) {
  switch (bytes_of(k)) {
    case 1:
      static_cast<u8*>(y)[i] = static_cast<u8>(bits);
      break;
    case 2:
      static_cast<u16*>(y)[i] = static_cast<u16>(bits);
      break;
    default:
      static_cast<u32*>(y)[i] = bits;
  }
}
__device__ inline void store_value(const sort_problem& p, index_t to, index_t, const item32& e) {
  store_word(p.kind, p.y, to, bits_of_key(p.kind, e.a));
}
__device__ inline void store_value(const sort_problem& p, index_t to, index_t, const item64& e) {
  static_cast<u64*>(p.y)[to] = bits_of_key(p.kind, e.a);
}
// Complex values are fetched by their index.
__device__ inline void store_value(const sort_problem& p, index_t to, index_t row, const item128& e) {
  static_cast<u64*>(p.y)[to] = static_cast<const u64*>(p.x)[row * p.n + static_cast<index_t>(e.b)];
}
__device__ inline void store_value(const sort_problem& p, index_t to, index_t row, const item192& e) {
  const index_t at = 2 * (row * p.n + static_cast<index_t>(e.c));
  static_cast<u64*>(p.y)[2 * to] = static_cast<const u64*>(p.x)[at];
  static_cast<u64*>(p.y)[2 * to + 1] = static_cast<const u64*>(p.x)[at + 1];
}
template <class E> __device__ inline void store_item(const sort_problem& p, index_t row, index_t i, const E& e) {
  const index_t to = row * p.n + i;
  if (p.indices) {
    const index_t at = index_of(e);
    static_cast<index_t*>(p.y)[to] = p.start ? p.start[row * p.n + at] : at;
  } else {
    store_value(p, to, row, e);
  }
}

// Zeros of both signs have keys that differ but are equal in NumPy's order.
__device__ inline bool is_minus_zero(Kind k, const item32& e) { return k == Kind::f32 && e.a == minus_zero_key<u32>; }
__device__ inline bool is_minus_zero(Kind k, const item64& e) { return k == Kind::f64 && e.a == minus_zero_key<u64>; }
__device__ inline bool is_minus_zero(Kind, const item128&) { return false; }
__device__ inline bool is_minus_zero(Kind, const item192&) { return false; }

// Registers r of a thread hold the items whose index has the bits of r at place `low`, and the thread's own bits
// elsewhere. One exchange compares items that differ in bit b of r.
template <int b, class E> __device__ inline void exchange(E (&e)[1 << E::log_items]) {
#pragma unroll
  for (int r = 0; r < 1 << E::log_items; ++r)
    if (!(r >> b & 1)) put_in_order(e[r], e[r | 1 << b]);
}

__host__ __device__ constexpr int padded(int i, int log_items) { return i + (i >> log_items); }

// Where the thread's items lie in shared memory when its registers hold the index bits [low, low + L): `stride` apart.
// low is 0 or at least L, for the padding to be regular.
template <class E> __device__ inline E* thread_items(E* shared, int low, int& stride) {
  constexpr int L = E::log_items;
  const int t = threadIdx.x, mask = (1 << low) - 1;
  stride = low ? (1 << low) + (1 << (low - L)) : 1;
  return shared + padded((t & mask) | (t & ~mask) << L, L);
}
// The tile's items move from where registers hold the index bits from `from` up to where they hold those from `to` up.
template <class E> __device__ inline void transpose(E (&e)[1 << E::log_items], E* shared, int from, int to) {
  if (from == to) return;
  int stride;
  E* at = thread_items(shared, from, stride);
  __syncthreads();
#pragma unroll
  for (int r = 0; r < 1 << E::log_items; ++r) at[r * stride] = e[r];
  at = thread_items(shared, to, stride);
  __syncthreads();
#pragma unroll
  for (int r = 0; r < 1 << E::log_items; ++r) e[r] = at[r * stride];
}

// The tile's segments of 2^log_segment items, each sorted; registers hold the lowest index bits before and after.
template <class E> __device__ inline void sort_segments(E (&e)[1 << E::log_items], E* shared, int log_segment) {
  constexpr int L = E::log_items, items = 1 << L;
  const int log_tile = 31 - __clz(blockDim.x) + L;
  int low = 0;
  for (int k = 1; k <= log_segment; ++k) {
    // Runs of 2^(k-1) sorted up and down in turn become runs of 2^k. Downwards is upwards of flipped items.
    const int group = (k - 1) / L * L;
    // The last group of the index may hang over its end: it then overlaps the one below.
    for (int g = group; g >= 0; g -= L) {
      const int to = g + L <= log_tile ? g : log_tile - L;
      transpose(e, shared, low, to);
      low = to;
      // Of this group, the exchanges from bit `top` down to where the group below takes over.
      const int top = (g == group ? k - 1 : g + L - 1) - to, end = g - to;
      const int t = threadIdx.x, mask = (1 << low) - 1, own = (t & mask) | (t & ~mask) << L;
      if (g == group && k < log_segment) {
#pragma unroll
        for (int r = 0; r < items; ++r) e[r].flip((own | r << low) >> k & 1 ? 0xffffffffu : 0u);
      }
      if constexpr (L > 3)
        if (top >= 3 && end <= 3) exchange<3>(e);
      if (top >= 2 && end <= 2) exchange<2>(e);
      if (top >= 1 && end <= 1) exchange<1>(e);
      if (top >= 0 && end <= 0) exchange<0>(e);
      if (g == 0 && k < log_segment) {
#pragma unroll
        for (int r = 0; r < items; ++r) e[r].flip((own | r << low) >> k & 1 ? 0xffffffffu : 0u);
      }
    }
  }
  transpose(e, shared, low, 0);
}

// Rows of at most 2^log_segment elements: `2^(log_tile - log_segment)` of them to a block. With `runs`, a "row" of the
// kernel is a stretch of at most 2^log_segment elements of a longer row, `per_row` of them to one, and the sorted
// items go to `runs`.
template <class E>
__global__ void __launch_bounds__(1024) sort_tiles(sort_problem p, int log_segment, index_t per_row, E* runs) {
  constexpr int L = E::log_items, items = 1 << L;
  extern __shared__ __align__(16) unsigned char memory[];
  E* shared = reinterpret_cast<E*>(memory);
  const int segment = 1 << log_segment, threads = segment >> L, tile = blockDim.x << L, t = threadIdx.x;
  const index_t pieces = p.rows * per_row, in_tile = tile >> log_segment;
  for (index_t first = blockIdx.x * in_tile; first < pieces; first += gridDim.x * in_tile) {
    E e[items];
    {
      // Any order will do before sorting: neighbours in a row to neighbouring threads.
      const index_t piece = first + t / threads, row = per_row == 1 ? piece : piece / per_row;
      const index_t begin = per_row == 1 ? 0 : (piece - row * per_row) << log_segment;
      const index_t count = piece >= pieces ? 0 : p.n - begin < segment ? p.n - begin : segment;
#pragma unroll
      for (int r = 0; r < items; ++r) {
        const int i = r * threads + t % threads;
        E one{};
        if (i < count)
          load_item(p, row, begin + i, one);
        else
          one.flip(0xffffffffu);
        e[r] = one;
      }
    }
    sort_segments(e, shared, log_segment);
    __syncthreads();
    bool negative = false;
    int stride;
    E* at_thread = thread_items(shared, 0, stride);
#pragma unroll
    for (int r = 0; r < items; ++r) {
      at_thread[r] = e[r];
      negative |= !p.indices && is_minus_zero(p.kind, e[r]);
    }
    if (__syncthreads_or(negative) && !runs) {
      // The signs of zeros in the order of x, by a warp to a row.
      const int lane = t & 31, warp = t >> 5, warps = blockDim.x >> 5;
      for (int s = warp; s < in_tile && first + s < pieces; s += warps) {
        if constexpr (sizeof(E) <= 8) {
          constexpr bool narrow = sizeof(E) == 4;
          using U = decltype(E::a);
          const U minus = minus_zero_key<U>;
          const index_t row = first + s;
          // Items below zeros, and zeros, by halving.
          int below = 0, end = 0;
          for (int step = segment; step > 0; step >>= 1) {
            if (below + step <= p.n && shared[padded(s * segment + below + step - 1, L)].a < minus) below += step;
            if (end + step <= p.n && shared[padded(s * segment + end + step - 1, L)].a <= minus + 1) end += step;
          }
          __syncwarp();
          for (index_t at = 0; at < p.n && below < end; at += 32) {
            const index_t i = at + lane;
            U key = 0;
            if (i < p.n) {
              if constexpr (narrow)
                key = value_key(p.kind, static_cast<const u32*>(p.x)[row * p.n + i]);
              else
                key = value_key(p.kind, static_cast<const u64*>(p.x)[row * p.n + i]);
            }
            const bool zero = key == minus || key == minus + 1;
            const unsigned who = __ballot_sync(full_warp, zero);
            if (zero) shared[padded(s * segment + below + __popc(who & ((1u << lane) - 1)), L)].a = key;
            below += __popc(who);
          }
        }
      }
      __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < items; ++r) {
      const int i = r * blockDim.x + t;
      const index_t piece = first + (i >> log_segment), row = per_row == 1 ? piece : piece / per_row;
      const index_t at = (per_row == 1 ? 0 : (piece - row * per_row) << log_segment) + (i & (segment - 1));
      if (piece < pieces && at < p.n) {
        const E one = shared[padded(i, L)];
        if (runs)
          runs[row * p.n + at] = one;
        else
          store_item(p, row, at, one);
      }
    }
    __syncthreads();
  }
}

// How many of the first `diagonal` merged items come from a; equal items cannot be told apart.
template <class E, class I> __device__ inline I merge_path(const E* a, I na, const E* b, I nb, I diagonal) {
  I low = diagonal > nb ? diagonal - nb : 0, high = diagonal < na ? diagonal : na;
  while (low < high) {
    const I middle = (low + high) / 2;
    if (b[diagonal - 1 - middle] < a[middle])
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

inline constexpr int merge_block = 256;

// Sorted runs of `width` items within rows of p.n items, merged in pairs; `to` null: the final elements are stored.
template <class E>
__global__ void __launch_bounds__(merge_block) merge_runs(sort_problem p, index_t width, const E* from, E* to) {
  constexpr int items = E::merge_items, tile = merge_block * items;
  extern __shared__ __align__(16) unsigned char memory[];
  E* shared = reinterpret_cast<E*>(memory);
  __shared__ index_t edge[2];
  const index_t per_row = (p.n + tile - 1) / tile, tiles = p.rows * per_row;
  for (index_t k = blockIdx.x; k < tiles; k += gridDim.x) {
    const index_t row = k / per_row, begin = (k - row * per_row) * tile;
    const int count = static_cast<int>(p.n - begin < tile ? p.n - begin : tile);
    // A tile lies within one pair of runs: widths are multiples of it.
    const index_t pair = begin / (2 * width) * (2 * width), left = p.n - pair;
    const index_t na = left < width ? left : width, nb = left - na < width ? left - na : width;
    const E *a = from + row * p.n + pair, *b = a + na;
    if (threadIdx.x < 2) edge[threadIdx.x] = merge_path(a, na, b, nb, begin - pair + (threadIdx.x ? count : 0));
    __syncthreads();
    const index_t a0 = edge[0], b0 = begin - pair - a0;
    const int ca = static_cast<int>(edge[1] - a0), cb = count - ca;
    for (int i = threadIdx.x; i < count; i += merge_block) shared[i] = i < ca ? a[a0 + i] : b[b0 + i - ca];
    __syncthreads();
    const int first = threadIdx.x * items < count ? threadIdx.x * items : count;
    int i = merge_path(shared, ca, shared + ca, cb, first), j = first - i;
    E merged[items];
#pragma unroll
    for (int r = 0; r < items; ++r)
      if (first + r < count) {
        const bool second = i >= ca || (j < cb && shared[ca + j] < shared[i]);
        merged[r] = shared[second ? ca + j : i];
        second ? ++j : ++i;
      }
    __syncthreads();
#pragma unroll
    for (int r = 0; r < items; ++r)
      if (first + r < count) shared[first + r] = merged[r];
    __syncthreads();
    for (int r = threadIdx.x; r < count; r += merge_block) {
      if (to)
        to[row * p.n + begin + r] = shared[r];
      else
        store_item(p, row, begin + r, shared[r]);
    }
    __syncthreads();
  }
}

// Long rows of sorted float values with zeros of both signs: their signs in the order of x. A block to a row, which
// has nothing to do in most.
template <class U> __global__ void __launch_bounds__(1024) order_zeros(const U* x, U* y, index_t rows, index_t n) {
  __shared__ int sums[32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  for (index_t row = blockIdx.x; row < rows; row += gridDim.x) {
    const U *from = x + row * n, *to = y + row * n;
    const U minus = minus_zero_key<U>;
    index_t below = 0, middle = 0, end = 0, step = 1;
    while (step < n) step *= 2;
    for (; step > 0; step /= 2) {
      if (below + step <= n && float_key(to[below + step - 1]) < minus) below += step;
      if (middle + step <= n && float_key(to[middle + step - 1]) <= minus) middle += step;
      if (end + step <= n && float_key(to[end + step - 1]) <= minus + 1) end += step;
    }
    __syncthreads();
    if (below == middle || middle == end) continue;
    for (index_t at = 0; at < n && below < end; at += blockDim.x) {
      const index_t i = at + threadIdx.x;
      const U bits = i < n ? from[i] : U(1);
      const bool zero = (bits & static_cast<U>(~float_bits<U>::sign)) == 0;
      const unsigned who = __ballot_sync(full_warp, zero);
      if (lane == 0) sums[warp] = __popc(who);
      __syncthreads();
      int before = 0, all = 0;
      for (int w = 0; w < 32; ++w) {
        before += w < warp ? sums[w] : 0;
        all += sums[w];
      }
      if (zero) y[row * n + below + before + __popc(who & ((1u << lane) - 1))] = bits;
      below += all;
      __syncthreads();
    }
  }
}

// The longest rows that one block sorts, as a power of two.
template <class E> int log_longest_tile() {
  int device = 0, shared = 0;
  TUKEY_CUDA_CHECK(cudaGetDevice(&device));
  TUKEY_CUDA_CHECK(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  int log_tile = 10 + E::log_items;
  while (static_cast<int>(padded(1 << log_tile, E::log_items) * sizeof(E)) > (shared < 80000 ? shared : 80000))
    --log_tile;
  return log_tile;
}

inline unsigned sort_grid(index_t blocks) {
  const index_t most = index_t(1) << 30;
  return static_cast<unsigned>(blocks < most ? blocks : most);
}

template <class E> void sort_in_blocks(CUstream_st* stream, const sort_problem& p) {
  constexpr int L = E::log_items;
  const int longest = log_longest_tile<E>();
  int log_segment = L;
  while (log_segment < longest && (index_t(1) << log_segment) < p.n) ++log_segment;
  const bool merging = (index_t(1) << log_segment) < p.n;
  if (merging) log_segment = longest < 12 ? longest : 12;  // shorter tiles: more of them at a time
  int log_tile = L + 8 < longest ? L + 8 : longest;        // 256 threads
  if (log_tile < log_segment) log_tile = log_segment;
  // A few short rows need no more than a warp.
  while (log_tile > L + 5 && log_tile > log_segment && (p.rows << log_segment) <= (index_t(1) << (log_tile - 1)))
    --log_tile;
  const index_t segment = index_t(1) << log_segment, per_row = (p.n + segment - 1) / segment;
  const index_t blocks = (p.rows * per_row + (1 << (log_tile - log_segment)) - 1) >> (log_tile - log_segment);
  const size_t shared = static_cast<size_t>(padded(1 << log_tile, L)) * sizeof(E);
  allow_shared(sort_tiles<E>, shared);
  const size_t count = merging ? static_cast<size_t>(p.rows * p.n) : 0;
  const bool twice = merging && 2 * segment < p.n;
  const detail::Workspace first(stream, count * sizeof(E)), second(stream, twice ? count * sizeof(E) : 0);
  launch(sort_tiles<E>, dim3(sort_grid(blocks)), dim3(1u << (log_tile - L)), shared, stream, p, log_segment, per_row,
         first.template as<E>());
  if (!merging) return;
  constexpr int tile = merge_block * E::merge_items;
  const index_t tiles = p.rows * ((p.n + tile - 1) / tile);
  E *from = first.template as<E>(), *to = second.template as<E>();
  allow_shared(merge_runs<E>, tile * sizeof(E));
  for (index_t width = segment; width < p.n; width *= 2) {
    const bool last = 2 * width >= p.n;
    launch(merge_runs<E>, dim3(sort_grid(tiles)), dim3(merge_block), tile * sizeof(E), stream, p, width,
           static_cast<const E*>(from), last ? static_cast<E*>(nullptr) : to);
    E* t = from;
    from = to, to = t;
  }
  if (!p.indices && is_float(p.kind)) {
    if constexpr (sizeof(E) == 4)
      launch(order_zeros<u32>, dim3(sort_grid(p.rows)), dim3(1024), 0, stream, static_cast<const u32*>(p.x),
             static_cast<u32*>(p.y), p.rows, p.n);
    if constexpr (sizeof(E) == 8)
      launch(order_zeros<u64>, dim3(sort_grid(p.rows)), dim3(1024), 0, stream, static_cast<const u64*>(p.x),
             static_cast<u64*>(p.y), p.rows, p.n);
  }
}

}  // namespace tukey::cuda
