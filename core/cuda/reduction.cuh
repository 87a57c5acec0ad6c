// SPDX-License-Identifier: Apache-2.0
// Internal: reductions on the GPU. Rows: a group of threads for each result, one warp at most or a whole block.
// Columns: threads side by side along neighbouring results. Where results are few, blocks share the elements of one,
// and a second launch combines their partial accumulators in a fixed order. No atomics.
#pragma once

#include "reduce_ops.hpp"
#include "reduction_backend.hpp"
#include "walk.cuh"

namespace tukey::cuda {

using detail::reduction;

inline constexpr int reduce_block = 256;
inline constexpr int reduce_unroll = 4;  // packs that a thread loads before it uses them
inline constexpr int reduce_flush = 32;  // rounds after which an accumulator goes to the next level

// Sums in the elements' own precision go to the next level after some rounds; wider ones do not need to.
template <class T>
inline constexpr bool reduce_in_levels = pointwise::kind_of<T> != pointwise::kind::integer && sizeof(real_of_t<T>) == 8;

// A thread's round of packs, `jump` apart in index.
template <class Op, class A, class T, int V, int U>
__device__ inline void add_round(const Op& op, A& a, const pack<T, V> (&data)[U], index_t first, index_t jump,
                                 index_t step) {
#pragma unroll
  for (int u = 0; u < U; ++u) op.add_pack(a, data[u].v, first + u * jump, step);
}
// Places: most rounds hold nothing better than what there is.
template <class T, int end, int V, int U>
__device__ inline void add_round(const pointwise::locate_op<T, end>& op, pointwise::found<T>& a,
                                 const pack<T, V> (&data)[U], index_t first, index_t jump, index_t step) {
  const pointwise::extreme_op<T, end> ends{op.chosen};
  T best = data[0].v[0];
#pragma unroll
  for (int u = 0; u < U; ++u) {
#pragma unroll
    for (int v = 0; v < V; ++v) best = ends.combine(best, data[u].v[v]);
  }
  if (op.before(a.value, best)) return;
#pragma unroll
  for (int u = 0; u < U; ++u) op.add_pack(a, data[u].v, first + u * jump, step);
}

struct row_problem {
  walk kept, reduced;
  index_t rows, count;
  index_t pieces, piece;  // of each row, and their length: a multiple of the pack
  int group;              // threads to a row: a power of two up to 32, or the whole block
};

// V: elements to a pack (contiguous along a single reduced axis), 1: any strides. Results go to `out`, or partial
// accumulators to partial[row * pieces + piece].
template <class Op, int V>
__global__ void __launch_bounds__(reduce_block)
    reduce_rows(row_problem p, Op op, const typename Op::value* x, void* out, typename Op::accumulator* partial) {
  using T = typename Op::value;
  using A = typename Op::accumulator;
  __shared__ __align__(16) unsigned char scratch[32 * sizeof(A)];
  const int lane = threadIdx.x % p.group, groups = reduce_block / p.group;
  const index_t items = p.rows * p.pieces, step = p.reduced.strides[1][0];
  for (index_t first = index_t(blockIdx.x) * groups; first < items; first += index_t(gridDim.x) * groups) {
    const index_t item = first + threadIdx.x / p.group, row = item / p.pieces;
    A total = op.start();
    index_t from = 0, to = 0;
    if (item < items) {
      p.kept.locate(row, from, to);
      const T* line = x + from;
      const index_t begin = (item - row * p.pieces) * p.piece;
      const index_t end = begin + p.piece < p.count ? begin + p.piece : p.count;
      const index_t whole = begin + (end - begin) / V * V, stride = index_t(p.group) * V;
      A a = op.start();
      int rounds = 0;
      index_t i = begin + lane * V;
      const auto level = [&] {
        if (reduce_in_levels<T> && ++rounds == reduce_flush) {
          total = op.combine(total, a);
          a = op.start();
          rounds = 0;
        }
      };
      if constexpr (V > 1) {
        for (; i + stride * (reduce_unroll - 1) < whole; i += stride * reduce_unroll) {
          pack<T, V> data[reduce_unroll];
#pragma unroll
          for (int u = 0; u < reduce_unroll; ++u)
            data[u] = *reinterpret_cast<const pack<T, V>*>(line + (i + u * stride));
          add_round(op, a, data, p.reduced.second_start + i * step, stride * step, step);
          level();
        }
        for (; i < whole; i += stride) {
          const pack<T, V> data = *reinterpret_cast<const pack<T, V>*>(line + i);
          op.add_pack(a, data.v, p.reduced.second_start + i * step, step);
        }
      } else {
        for (; i < whole; i += stride * reduce_unroll) {
          T data[reduce_unroll][1];
          index_t index[reduce_unroll];
#pragma unroll
          for (int u = 0; u < reduce_unroll; ++u) {
            const index_t at = i + u * stride;
            if (at >= whole) break;
            index_t offset;
            p.reduced.locate(at, offset, index[u]);
            data[u][0] = line[offset];
          }
#pragma unroll
          for (int u = 0; u < reduce_unroll; ++u)
            if (i + u * stride < whole) op.add_pack(a, data[u], index[u], step);
          level();
        }
      }
      if (V > 1)  // what is left of a pack, more than a narrow group has threads
        for (index_t i = whole + lane; i < end; i += p.group) op.add(a, line[i], p.reduced.second_start + i * step);
      total = op.combine(total, a);
    }
    if (p.group == reduce_block) {
      total = block_reduce(total, reinterpret_cast<A*>(scratch), [&](A a, A b) { return op.combine(a, b); });
    } else {
      for (int d = p.group / 2; d > 0; d /= 2) total = op.combine(total, shuffle_down(total, d));
    }
    if (lane == 0 && item < items) {
      if (partial)
        partial[item] = total;
      else
        op.store(out, to, total);
    }
  }
}

// Packs that a thread loads before it uses them, in columns.
template <class A> inline constexpr int column_unroll = sizeof(A) > 8 ? 4 : 8;

struct column_problem {
  walk outer;  // the kept axes but the innermost
  index_t outer_count, columns, column_stride, column_out;
  walk reduced;
  index_t count;
  index_t pieces, piece;  // of each column, and their length
  index_t tiles;          // of width * V columns each
  int width;              // threads along the columns: a power of two up to 32
};

// V: columns to a thread (contiguous), 1: any strides. Partial accumulators go to partial[column * pieces + piece].
template <class Op, int V>
__global__ void __launch_bounds__(reduce_block, (sizeof(typename Op::accumulator) > 8 ? 2 : 3))
    reduce_columns(column_problem p, Op op, const typename Op::value* x, void* out, typename Op::accumulator* partial) {
  using T = typename Op::value;
  using A = typename Op::accumulator;
  constexpr int U = column_unroll<A>;
  __shared__ __align__(16) unsigned char memory[V * reduce_block * sizeof(A)];
  A* shared = reinterpret_cast<A*>(memory);
  const int tx = threadIdx.x % p.width, ty = threadIdx.x / p.width, height = reduce_block / p.width;
  const index_t items = p.outer_count * p.tiles * p.pieces, step = p.reduced.strides[1][p.reduced.rank - 1];
  for (index_t item = blockIdx.x; item < items; item += gridDim.x) {
    const index_t q = item / p.tiles, outer = q / p.pieces, piece = q - outer * p.pieces;
    const index_t column = ((item - q * p.tiles) * p.width + tx) * V;
    const index_t begin = piece * p.piece, end = begin + p.piece < p.count ? begin + p.piece : p.count;
    index_t from, to;
    p.outer.locate(outer, from, to);
    const T* top = x + from + column * p.column_stride;
    A total[V];
#pragma unroll
    for (int v = 0; v < V; ++v) total[v] = op.start();
    if (column < p.columns) {
      A a[V];
#pragma unroll
      for (int v = 0; v < V; ++v) a[v] = op.start();
      int rounds = 0;
      const auto level = [&] {
        if (reduce_in_levels<T> && ++rounds == reduce_flush) {
#pragma unroll
          for (int v = 0; v < V; ++v) total[v] = op.combine(total[v], a[v]), a[v] = op.start();
          rounds = 0;
        }
      };
      index_t i = begin + ty;
      // Full rounds along one axis: elements at equal distances, in memory and in index.
      if (p.reduced.rank == 1) {
        const index_t line = p.reduced.strides[0][0] * height, jump = index_t(height) * U;
        const T* at = top + i * p.reduced.strides[0][0];
        for (; i + jump - height < end; i += jump) {
          pack<T, V> data[U];
#pragma unroll
          for (int u = 0; u < U; ++u, at += line) data[u] = *reinterpret_cast<const pack<T, V>*>(at);
#pragma unroll
          for (int v = 0; v < V; ++v) {
            T column_data[U];
#pragma unroll
            for (int u = 0; u < U; ++u) column_data[u] = data[u].v[v];
            op.add_pack(a[v], column_data, p.reduced.second_start + i * step, step * height);
          }
          level();
        }
      }
      constexpr int rest = 2;
      for (; i < end; i += index_t(height) * rest) {
        pack<T, V> data[rest];
        index_t index[rest];
        int loaded = 0;
#pragma unroll
        for (int u = 0; u < rest; ++u) {
          if (i + index_t(u) * height >= end) break;
          index_t offset;
          p.reduced.locate(i + index_t(u) * height, offset, index[u]);
          data[u] = *reinterpret_cast<const pack<T, V>*>(top + offset);
          loaded = u + 1;
        }
#pragma unroll
        for (int u = 0; u < rest; ++u)
          if (u < loaded) {
#pragma unroll
            for (int v = 0; v < V; ++v) op.add(a[v], data[u].v[v], index[u]);
          }
        level();
      }
#pragma unroll
      for (int v = 0; v < V; ++v) total[v] = op.combine(total[v], a[v]);
    }
    // The lines of the block, halved until one is left.
    for (int half = height / 2; half > 0; half /= 2) {
      if (ty >= half && ty < 2 * half) {
#pragma unroll
        for (int v = 0; v < V; ++v) shared[v * reduce_block + threadIdx.x] = total[v];
      }
      __syncthreads();
      if (ty < half) {
#pragma unroll
        for (int v = 0; v < V; ++v)
          total[v] = op.combine(total[v], shared[v * reduce_block + threadIdx.x + half * p.width]);
      }
      __syncthreads();
    }
    if (ty == 0) {
#pragma unroll
      for (int v = 0; v < V; ++v) {
        if (column + v >= p.columns) break;
        if (partial)
          partial[(outer * p.columns + column + v) * p.pieces + piece] = total[v];
        else
          op.store(out, to + (column + v) * p.column_out, total[v]);
      }
    }
  }
}

// The second launch: partial[row * pieces ...] to results, a group of threads for each.
template <class Op>
__global__ void __launch_bounds__(reduce_block)
    reduce_partial(walk kept, index_t rows, index_t pieces, int group, Op op, const typename Op::accumulator* partial,
                   void* out) {
  using A = typename Op::accumulator;
  __shared__ __align__(16) unsigned char scratch[32 * sizeof(A)];
  const int lane = threadIdx.x % group, groups = reduce_block / group;
  for (index_t first = index_t(blockIdx.x) * groups; first < rows; first += index_t(gridDim.x) * groups) {
    const index_t row = first + threadIdx.x / group;
    A total = op.start();
    if (row < rows)
      for (index_t i = lane; i < pieces; i += group) total = op.combine(total, partial[row * pieces + i]);
    if (group == reduce_block) {
      total = block_reduce(total, reinterpret_cast<A*>(scratch), [&](A a, A b) { return op.combine(a, b); });
    } else {
      for (int d = group / 2; d > 0; d /= 2) total = op.combine(total, shuffle_down(total, d));
    }
    if (lane == 0 && row < rows) {
      index_t from, to;
      kept.locate(row, from, to);
      op.store(out, to, total);
    }
  }
}

// Blocks of a kernel that are on the device at once.
template <class... P> index_t one_wave(void (*kernel)(P...), int& cached) {
  if (cached == 0) {
    int blocks = 0;
    TUKEY_CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, reduce_block, 0));
    cached = blocks > 0 ? blocks : 1;
  }
  return index_t(multiprocessors()) * cached;
}

inline index_t divide_up(index_t a, index_t b) { return (a + b - 1) / b; }
inline unsigned grid_of(index_t blocks) {
  const index_t most = index_t(1) << 30;
  return static_cast<unsigned>(blocks < most ? blocks : most);
}
inline int power_of_two(index_t at_least, int most) {
  int p = 1;
  while (p < at_least && p < most) p *= 2;
  return p;
}

template <class Op>
void finish_partial(CUstream_st* stream, const reduction& r, index_t pieces, const Op& op,
                    const typename Op::accumulator* partial, void* out) {
  const int group = pieces > 64 ? reduce_block : power_of_two(pieces, 32);
  launch(reduce_partial<Op>, dim3(grid_of(divide_up(r.rows, reduce_block / group))), dim3(reduce_block), 0, stream,
         make_walk(r.kept), r.rows, pieces, group, op, partial, out);
}

template <int V, class Op>
void run_rows(CUstream_st* stream, const reduction& r, const Op& op, const typename Op::value* x, void* out) {
  using A = typename Op::accumulator;
  row_problem p{};
  p.kept = make_walk(r.kept), p.reduced = make_walk(r.reduced);
  p.rows = r.rows, p.count = r.count;
  // A block to a row where it has something to do for every thread, or where there are few rows.
  static int occupancy = 0;
  // Four full waves: enough to even out, each block long enough to pay for its start.
  const index_t full = 4 * one_wave(reduce_rows<Op, V>, occupancy), packs = divide_up(r.count, V);
  p.group = packs > 512 || (packs > 32 && r.rows < full) ? reduce_block : power_of_two(packs, 32);
  p.pieces = 1;
  const index_t round = index_t(reduce_block) * V * reduce_unroll;
  if (p.group == reduce_block && r.rows < full && r.count >= 2 * round) {
    const index_t wanted = full / r.rows, possible = r.count / round;
    p.pieces = wanted < possible ? wanted : possible;
    if (p.pieces < 1) p.pieces = 1;
  }
  p.piece = divide_up(r.count, p.pieces);
  p.piece = p.pieces > 1 ? divide_up(p.piece, round) * round : divide_up(p.piece, V) * V;
  p.pieces = divide_up(r.count, p.piece);
  const detail::Workspace partial(stream, p.pieces > 1 ? static_cast<size_t>(r.rows * p.pieces) * sizeof(A) : 0);
  launch(reduce_rows<Op, V>, dim3(grid_of(divide_up(r.rows * p.pieces, reduce_block / p.group))), dim3(reduce_block), 0,
         stream, p, op, x, out, partial.template as<A>());
  if (p.pieces > 1) finish_partial(stream, r, p.pieces, op, partial.template as<A>(), out);
}

template <int V, class Op>
void run_columns(CUstream_st* stream, const reduction& r, const Op& op, const typename Op::value* x, void* out) {
  using A = typename Op::accumulator;
  const int inner = r.kept.rank - 1;
  column_problem p{};
  p.columns = r.kept.shape[inner];
  p.column_stride = r.kept.strides[0][inner], p.column_out = r.kept.strides[1][inner];
  p.outer_count = r.rows / p.columns;
  loop<2> outer = r.kept;
  outer.rank = inner;
  if (inner == 0) outer.rank = 1, outer.shape[0] = 1;
  p.outer = make_walk(outer);
  p.reduced = make_walk(r.reduced);
  p.count = r.count;
  p.width = power_of_two(divide_up(p.columns, V), 32);
  p.tiles = divide_up(p.columns, p.width * V);
  static int occupancy = 0;
  const index_t height = reduce_block / p.width, wave = one_wave(reduce_columns<Op, V>, occupancy);
  const index_t blocks = p.outer_count * p.tiles, round = height * column_unroll<A>;
  // One full wave where the columns leave a choice of its size, else several to even out.
  const index_t full = blocks * 4 < wave ? wave : 4 * wave;
  p.pieces = 1;
  if (blocks < full && r.count >= 2 * round) {
    const index_t wanted = full / blocks, possible = r.count / round;
    p.pieces = wanted < possible ? wanted : possible;
    if (p.pieces < 1) p.pieces = 1;
  }
  // Whole rounds, but for the last piece.
  p.piece = divide_up(r.count, p.pieces);
  if (p.pieces > 1) p.piece = divide_up(p.piece, round) * round;
  p.pieces = divide_up(r.count, p.piece);
  const detail::Workspace partial(stream, p.pieces > 1 ? static_cast<size_t>(r.rows * p.pieces) * sizeof(A) : 0);
  launch(reduce_columns<Op, V>, dim3(grid_of(blocks * p.pieces)), dim3(reduce_block), 0, stream, p, op, x, out,
         partial.template as<A>());
  if (p.pieces > 1) finish_partial(stream, r, p.pieces, op, partial.template as<A>(), out);
}

// Whether V neighbours along `l`'s innermost axis can be read at once, wherever the other axes of both loops lead.
template <int V, class T> bool reads_packs(const loop<2>& l, const loop<2>& other, const T* x) {
  const int inner = l.rank - 1;
  if (l.strides[0][inner] != 1 || reinterpret_cast<unsigned long>(x) % sizeof(pack<T, V>) != 0) return false;
  for (int d = 0; d < inner; ++d)
    if (l.strides[0][d] % V != 0) return false;
  for (int d = 0; d < other.rank; ++d)
    if (other.shape[d] > 1 && other.strides[0][d] % V != 0) return false;
  return true;
}

template <class Op>
void reduce(CUstream_st* stream, const reduction& r, const Op& op, const typename Op::value* x, void* out) {
  using T = typename Op::value;
  x += r.kept.offset[0] + r.reduced.offset[0];
  if (r.columns) {
    constexpr int V = 16 / sizeof(T) < 4 ? 16 / sizeof(T) : 4;
    if constexpr (V > 1)
      if (r.kept.shape[r.kept.rank - 1] % V == 0 && reads_packs<V>(r.kept, r.reduced, x))
        return run_columns<V>(stream, r, op, x, out);
    return run_columns<1>(stream, r, op, x, out);
  }
  constexpr int V = 16 / sizeof(T);
  if constexpr (V > 1)
    if (r.reduced.rank == 1 && reads_packs<V>(r.reduced, r.kept, x)) return run_rows<V>(stream, r, op, x, out);
  run_rows<1>(stream, r, op, x, out);
}

}  // namespace tukey::cuda
