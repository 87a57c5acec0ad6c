// SPDX-License-Identifier: Apache-2.0
// Internal: scans on the GPU, each element read and written once.
// tiles:   a block to a tile of a row; rows of several tiles are joined by the look-back.
// groups:  short rows, up to a warp to each.
// columns: threads side by side along neighbouring rows, each with a stretch of its row; tiles along the axis are
//          joined by the look-back, one state per column.
#pragma once

#include "element.hpp"
#include "scan_backend.hpp"
#include "scan_ops.hpp"
#include "tukey/detail/lookback.cuh"
#include "walk.cuh"

namespace tukey::cuda {

inline constexpr int scan_block = 256;
inline constexpr int scan_bytes = 128;  // of elements that a thread has, in shared memory: few registers, many blocks
template <class X> inline constexpr int scan_share = scan_bytes / static_cast<int>(sizeof(X));
// Blocks that an SM must hold to have enough bytes under way while others wait for the look-back.
template <class S> inline constexpr int scan_resident = sizeof(S) > 8 ? 3 : 5;

// Copies a pack to shared memory, past the registers where the hardware can; wait_for_copies() before it is read.
template <int bytes> __device__ inline void copy_to_shared(void* shared, const void* global) {
#if __CUDA_ARCH__ >= 800
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(shared));
  if constexpr (bytes == 16)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(global) : "memory");
  else
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(global), "n"(bytes) : "memory");
#else
#pragma unroll
  for (int i = 0; i < bytes / 4; ++i) static_cast<unsigned*>(shared)[i] = static_cast<const unsigned*>(global)[i];
#endif
}
__device__ inline void wait_for_copies() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

// Where elements come from and go to. Arrays of one floating type:
template <class T> struct typed_io {
  const T* x;
  T* y;

  template <int V> __device__ void fetch(T* shared, index_t at) const {
    copy_to_shared<static_cast<int>(sizeof(T)) * V>(shared, x + at);
  }
  template <int V> __device__ void store(const T* shared, index_t at) const {
    *reinterpret_cast<pack<T, V>*>(y + at) = *reinterpret_cast<const pack<T, V>*>(shared);
  }
  __device__ T load(index_t at) const { return x[at]; }
  template <class Op, class S> __device__ void store_one(const Op& op, index_t at, const S& s) const {
    y[at] = op.template narrow<T>(s);
  }
  void advance(index_t in, index_t out) { x += in, y += out; }
  bool aligned(int V) const {
    const unsigned long a = sizeof(T) * V < 16 ? sizeof(T) * V : 16;
    return reinterpret_cast<unsigned long>(x) % a == 0 && reinterpret_cast<unsigned long>(y) % a == 0;
  }
};
// Arrays of integers, whose types are looked up at run time: one kernel for all. `bias` makes the order of unsigned
// 64-bit numbers that of signed ones.
struct integer_io {
  const void* x;
  void* y;
  int from, to;
  unsigned long bias;

  template <class T, int V> __device__ void read(index_t at, long (&v)[V]) const {
    const pack<T, V> p = *reinterpret_cast<const pack<T, V>*>(static_cast<const T*>(x) + at);
#pragma unroll
    for (int i = 0; i < V; ++i) v[i] = static_cast<long>(p.v[i]);
  }
  template <int V> __device__ void load_pack(index_t at, long (&v)[V]) const {
    switch (from) {
      case 1:
        return read<signed char>(at, v);
      case 2:
        return read<short>(at, v);
      case 3:
        return read<int>(at, v);
      case 5:
        return read<unsigned char>(at, v);
      case 6:
        return read<unsigned short>(at, v);
      case 7:
        return read<unsigned>(at, v);
      default:
        read<long>(at, v);
#pragma unroll
        for (int i = 0; i < V; ++i) v[i] ^= static_cast<long>(bias);
    }
  }
  template <class T, int V> __device__ void write(index_t at, const long (&s)[V], unsigned long flip) const {
    pack<T, V> p;
#pragma unroll
    for (int i = 0; i < V; ++i) p.v[i] = static_cast<T>(s[i] ^ static_cast<long>(flip));
    *reinterpret_cast<pack<T, V>*>(static_cast<T*>(y) + at) = p;
  }
  template <int V> __device__ void store_pack(index_t at, const long (&s)[V]) const {
    switch (to) {
      case 1:
      case 5:
        return write<signed char>(at, s, 0);
      case 2:
      case 6:
        return write<short>(at, s, 0);
      case 3:
      case 7:
        return write<int>(at, s, 0);
      default:
        return write<long>(at, s, bias);
    }
  }
  template <int V> __device__ void fetch(long* shared, index_t at) const {
    long v[V];
    load_pack(at, v);
#pragma unroll
    for (int i = 0; i < V; ++i) shared[i] = v[i];
  }
  template <int V> __device__ void store(const long* shared, index_t at) const {
    long v[V];
#pragma unroll
    for (int i = 0; i < V; ++i) v[i] = shared[i];
    store_pack(at, v);
  }
  __device__ long load(index_t at) const {
    long v[1];
    load_pack(at, v);
    return v[0];
  }
  template <class Op> __device__ void store_one(const Op&, index_t at, long s) const {
    const long v[1] = {s};
    store_pack(at, v);
  }
  static int bytes(int type) { return 1 << ((type - 1) % 4); }
  void advance(index_t in, index_t out) {
    x = static_cast<const char*>(x) + in * bytes(from);
    y = static_cast<char*>(y) + out * bytes(to);
  }
  bool aligned(int V) const {
    const unsigned long a = bytes(from) * V < 16 ? bytes(from) * V : 16, b = bytes(to) * V < 16 ? bytes(to) * V : 16;
    return reinterpret_cast<unsigned long>(x) % a == 0 && reinterpret_cast<unsigned long>(y) % b == 0;
  }
};

struct tile_scan {
  walk kept;
  index_t count, stride_in, stride_out;
  index_t tiles;  // of a row
};

// A warp has 32 * E neighbours. Its lanes bring them in by packs of V in turn (strides are 1 then), and each scans E
// of them, which lie together, in place. 16 bytes between the lanes' shares keep their accesses in different banks.
template <class Io, class Op, int V>
__global__ void __launch_bounds__(scan_block, (scan_resident<typename Op::state>))
    scan_tiles(tile_scan p, Io io, Op op, lookback<typename Op::state> chain) {
  using S = typename Op::state;
  using X = typename Op::raw;
  constexpr int E = scan_share<X>, W = 16 / static_cast<int>(sizeof(X)), distance = E + W, warps = scan_block / 32;
  __shared__ unsigned ticket;
  __shared__ __align__(16) unsigned char memory[scan_block * distance * sizeof(X)];
  __shared__ __align__(16) unsigned char state_memory[(warps + 1) * sizeof(S)];
  S* totals = reinterpret_cast<S*>(state_memory);
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  X* data = reinterpret_cast<X*>(memory) + warp * 32 * distance;
  X* mine = data + lane * distance;
  const index_t item = p.tiles > 1 ? next_tile(chain.ticket, &ticket) : blockIdx.x;
  const index_t row = item / p.tiles, tile = item - row * p.tiles;
  index_t from, to;
  p.kept.locate(row, from, to);
  const index_t first = tile * (scan_block * E) + warp * (32 * E);
  const index_t left = p.count - first;
  const int count = left < 32 * E ? (left > 0 ? static_cast<int>(left) : 0) : 32 * E;  // of the warp
  from += first * p.stride_in, to += first * p.stride_out;
#pragma unroll
  for (int k = 0; k < E / V; ++k) {
    const int i = (k * 32 + lane) * V;
    X* at = data + i / E * distance + i % E;
    if (V > 1 && i + V <= count) {
      io.template fetch<V>(at, from + i);
    } else {
#pragma unroll
      for (int v = 0; v < V; ++v) {
        if (i + v < count)
          io.template fetch<1>(at + v, from + (i + v) * p.stride_in);
        else
          at[v] = op.pad();
      }
    }
  }
  wait_for_copies();
  __syncwarp();
  S total = op.identity();
#pragma unroll
  for (int k = 0; k < E; k += W) {
    const pack<X, W> x = *reinterpret_cast<const pack<X, W>*>(mine + k);
#pragma unroll
    for (int w = 0; w < W; ++w) total = op.combine(total, op.lift(x.v[w]));
  }
#pragma unroll
  for (int d = 1; d < 32; d *= 2) {
    const S earlier = shuffle_up(total, d);
    if (lane >= d) total = op.combine(earlier, total);
  }
  if (lane == 31) totals[warp] = total;
  S run = shuffle_up(total, 1);
  if (lane == 0) run = op.identity();
  __syncthreads();
  S start = op.identity();
  if (p.tiles > 1) {
    if (warp == 0) {
      S aggregate = totals[0];
      for (int w = 1; w < warps; ++w) aggregate = op.combine(aggregate, totals[w]);
      const S prefix = exclusive_prefix(chain, row, tile, aggregate, op);
      if (lane == 0) totals[warps] = prefix;
    }
    __syncthreads();
    start = totals[warps];
  }
  for (int w = 0; w < warp; ++w) start = op.combine(start, totals[w]);
  run = op.combine(start, run);
#pragma unroll
  for (int k = 0; k < E; k += W) {
    pack<X, W> x = *reinterpret_cast<const pack<X, W>*>(mine + k);
#pragma unroll
    for (int w = 0; w < W; ++w) {
      run = op.combine(run, op.lift(x.v[w]));
      x.v[w] = op.template narrow<X>(run);
    }
    *reinterpret_cast<pack<X, W>*>(mine + k) = x;
  }
  __syncwarp();
#pragma unroll
  for (int k = 0; k < E / V; ++k) {
    const int i = (k * 32 + lane) * V;
    const X* at = data + i / E * distance + i % E;
    if (V > 1 && i + V <= count) {
      io.template store<V>(at, to + i);
    } else {
#pragma unroll
      for (int v = 0; v < V; ++v)
        if (i + v < count) io.template store<1>(at + v, to + (i + v) * p.stride_out);
    }
  }
}

struct group_scan {
  walk kept;
  index_t rows, count, stride_in, stride_out;
  int group;  // threads to a row: a power of two up to 32
};

template <class Io, class Op> __global__ void __launch_bounds__(scan_block) scan_groups(group_scan p, Io io, Op op) {
  using S = typename Op::state;
  using X = typename Op::raw;
  constexpr int unroll = 4;
  const int lane = threadIdx.x % p.group, groups = scan_block / p.group;
  for (index_t base = index_t(blockIdx.x) * groups; base < p.rows; base += index_t(gridDim.x) * groups) {
    const index_t row = base + threadIdx.x / p.group;
    const index_t count = row < p.rows ? p.count : 0;  // all threads take part in the shuffles
    index_t from = 0, to = 0;
    if (row < p.rows) p.kept.locate(row, from, to);
    S total = op.identity();
    for (index_t i = 0; i < p.count; i += index_t(p.group) * unroll) {
      X raw[unroll];
#pragma unroll
      for (int u = 0; u < unroll; ++u) {
        const index_t at = i + u * p.group + lane;
        raw[u] = at < count ? io.load(from + at * p.stride_in) : op.pad();
      }
#pragma unroll
      for (int u = 0; u < unroll; ++u) {
        const index_t at = i + u * p.group + lane;
        if (i + u * p.group >= p.count) break;
        S s = op.lift(raw[u]);
        for (int d = 1; d < p.group; d *= 2) {
          const S earlier = shuffle_up(s, d, p.group);
          if (lane >= d) s = op.combine(earlier, s);
        }
        if (at < count) io.store_one(op, to + at * p.stride_out, op.combine(total, s));
        total = op.combine(total, shuffle(s, p.group - 1, p.group));
      }
    }
  }
}

struct column_scan {
  walk outer;  // the other axes but the innermost
  index_t columns, column_in, column_out;
  index_t count, stride_in, stride_out;
  index_t tiles, pieces;  // across the columns, and along the axis
  int width;              // threads across the columns: a power of two; at most 32 where there are several pieces
};

// A thread has scan_share elements of a column, in shared memory places of its own.
template <class Io, class Op>
__global__ void __launch_bounds__(scan_block, (scan_resident<typename Op::state> > 4 ? 4 : 3))
    scan_columns(column_scan p, Io io, Op op, lookback<typename Op::state> chain) {
  using S = typename Op::state;
  using X = typename Op::raw;
  constexpr int L = scan_share<X>;
  __shared__ unsigned ticket;
  __shared__ __align__(16) unsigned char memory[scan_block * L * sizeof(X)];
  __shared__ __align__(16) unsigned char state_memory[scan_block * sizeof(S)];
  X* mine = reinterpret_cast<X*>(memory) + threadIdx.x;
  S* shared = reinterpret_cast<S*>(state_memory);
  const int tx = threadIdx.x % p.width, ty = threadIdx.x / p.width, height = scan_block / p.width;
  const index_t item = p.pieces > 1 ? next_tile(chain.ticket, &ticket) : blockIdx.x;
  // Neighbouring blocks read neighbouring columns; pieces of one column come in their order.
  const index_t q = item / p.tiles, across = item - q * p.tiles, outer = q / p.pieces, piece = q - outer * p.pieces;
  const index_t column = across * p.width + tx, first = (piece * height + ty) * L;
  const index_t end = column < p.columns ? p.count : 0;
  index_t from, to;
  p.outer.locate(outer, from, to);
  from += column * p.column_in, to += column * p.column_out;
  const int count = first < end ? (end - first < L ? static_cast<int>(end - first) : L) : 0;
  from += first * p.stride_in, to += first * p.stride_out;
#pragma unroll
  for (int l = 0; l < L; ++l) {
    if (l < count)
      io.template fetch<1>(mine + l * scan_block, from + l * p.stride_in);
    else
      mine[l * scan_block] = op.pad();
  }
  wait_for_copies();
  constexpr int batch = 4;
  S total = op.identity();
#pragma unroll
  for (int l = 0; l < L; ++l) total = op.combine(total, op.lift(mine[l * scan_block]));
  shared[threadIdx.x] = total;
  __syncthreads();
  for (int d = 1; d < height; d *= 2) {
    S earlier = op.identity();
    if (ty >= d) earlier = shared[threadIdx.x - d * p.width];
    __syncthreads();
    if (ty >= d) shared[threadIdx.x] = total = op.combine(earlier, total);
    __syncthreads();
  }
  S run = ty > 0 ? shared[threadIdx.x - p.width] : op.identity();
  if (p.pieces > 1) {
    const S aggregate = shared[(height - 1) * p.width + tx];
    __syncthreads();
    if (ty == 0) shared[tx] = exclusive_column_prefix(chain, outer * p.tiles + across, piece, tx, aggregate, op);
    __syncthreads();
    run = op.combine(shared[tx], run);
  }
#pragma unroll
  for (int l = 0; l < L; l += batch) {
    X x[batch];
#pragma unroll
    for (int b = 0; b < batch; ++b) x[b] = mine[(l + b) * scan_block];
#pragma unroll
    for (int b = 0; b < batch; ++b) {
      run = op.combine(run, op.lift(x[b]));
      if (l + b < count) io.store_one(op, to + (l + b) * p.stride_out, run);
    }
  }
}

inline int scan_power(index_t at_least, int most) {
  int p = 1;
  while (p < at_least && p < most) p *= 2;
  return p;
}
// Enough blocks for each to have several in flight; never past grid limits.
inline unsigned scan_grid(index_t blocks) {
  const index_t most = index_t(1) << 30;
  return static_cast<unsigned>(blocks < most ? blocks : most);
}

template <int V, class Io, class Op>
void run_scan_tiles(CUstream_st* stream, const detail::scan& s, const Io& io, const Op& op) {
  using S = typename Op::state;
  constexpr int size = scan_block * scan_share<typename Op::raw>;
  tile_scan p{};
  p.kept = make_walk(s.kept);
  p.count = s.count, p.stride_in = s.stride_in, p.stride_out = s.stride_out;
  p.tiles = (s.count + size - 1) / size;
  const detail::Workspace memory(stream, p.tiles > 1 ? lookback_bytes<S>(s.rows, p.tiles, 1, lookback_fan) : 0);
  lookback<S> chain{};
  if (p.tiles > 1) chain = make_lookback<S>(stream, memory, s.rows, p.tiles);
  launch(scan_tiles<Io, Op, V>, dim3(static_cast<unsigned>(s.rows * p.tiles)), dim3(scan_block), 0, stream, p, io, op,
         chain);
}

template <class Io, class Op>
void run_scan_columns(CUstream_st* stream, const detail::scan& s, const Io& io, const Op& op) {
  using S = typename Op::state;
  constexpr int L = scan_share<typename Op::raw>;
  const int inner = s.kept.rank - 1;
  column_scan p{};
  p.columns = s.kept.shape[inner];
  p.column_in = s.kept.strides[0][inner], p.column_out = s.kept.strides[1][inner];
  loop<2> outer = s.kept;
  outer.rank = inner;
  if (inner == 0) outer.rank = 1, outer.shape[0] = 1;
  p.outer = make_walk(outer);
  p.count = s.count, p.stride_in = s.stride_in, p.stride_out = s.stride_out;
  // A warp's width, and more where the columns are short.
  const int most = scan_power(p.columns, scan_block);
  const index_t stretches = (s.count + L - 1) / L;
  p.width = most < 32 ? most : 32;
  while (p.width < most && scan_block / (2 * p.width) >= stretches) p.width *= 2;
  const int height = scan_block / p.width;
  p.tiles = (p.columns + p.width - 1) / p.width;
  p.pieces = (stretches + height - 1) / height;
  const index_t outer_count = s.rows / p.columns, rows = outer_count * p.tiles;
  const detail::Workspace memory(stream,
                                 p.pieces > 1 ? lookback_bytes<S>(rows, p.pieces, p.width, lookback_column_fan) : 0);
  lookback<S> chain{};
  if (p.pieces > 1) chain = make_lookback<S>(stream, memory, rows, p.pieces, p.width, lookback_column_fan);
  launch(scan_columns<Io, Op>, dim3(static_cast<unsigned>(rows * p.pieces)), dim3(scan_block), 0, stream, p, io, op,
         chain);
}

// V elements to a pack; `io` points to the arrays' first elements.
template <int V, class Io, class Op> void run_scan(CUstream_st* stream, const detail::scan& s, Io io, const Op& op) {
  io.advance(s.kept.offset[0], 0);  // a walk adds the output's
  const int inner = s.kept.rank - 1;
  if (s.columns && (s.kept.shape[inner] >= 32 || s.count > 512)) return run_scan_columns(stream, s, io, op);
  if (s.count <= 512 || (s.count <= 2048 && s.rows >= 4096)) {
    group_scan p{};
    p.kept = make_walk(s.kept);
    p.rows = s.rows, p.count = s.count, p.stride_in = s.stride_in, p.stride_out = s.stride_out;
    p.group = scan_power(s.count, 32);
    const int groups = scan_block / p.group;
    return launch(scan_groups<Io, Op>, dim3(scan_grid((s.rows + groups - 1) / groups)), dim3(scan_block), 0, stream, p,
                  io, op);
  }
  if constexpr (V > 1) {
    bool packs = s.stride_in == 1 && s.stride_out == 1 && io.aligned(V);
    for (int d = 0; d <= inner; ++d)
      if (s.kept.shape[d] > 1 && (s.kept.strides[0][d] % V != 0 || s.kept.strides[1][d] % V != 0)) packs = false;
    if (packs) return run_scan_tiles<V>(stream, s, io, op);
  }
  run_scan_tiles<1>(stream, s, io, op);
}

}  // namespace tukey::cuda
