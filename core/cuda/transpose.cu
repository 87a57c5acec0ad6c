// SPDX-License-Identifier: Apache-2.0
// Copies between layouts whose fastest axes differ: tiles through shared memory, so that both sides move whole lines.
// By element size only. Three kernels: packs of 16 bytes on both sides, single elements in any strides, and matrices of
// a few long rows or columns (interleaved and planar data).
#include "convert_cuda.hpp"
#include "element.hpp"
#include "tukey/detail/map.cuh"

namespace tukey::cuda {
namespace {

// to[row, column] = from[row, column] for every matrix of a batch; `to` is fastest along columns, `from` along rows.
struct transposition {
  index_t rows, columns;
  index_t to_row, to_column, from_row, from_column;  // strides
  fast_divisor row_tiles, column_tiles;
  int rank;  // of the axes over the matrices
  fast_divisor shape[max_loop_rank];
  index_t to_strides[max_loop_rank], from_strides[max_loop_rank];

  // The first row and column of a tile, and where its matrix starts on either side.
  __device__ void locate(unsigned b, int tile_rows, int tile_columns, index_t& row, index_t& column, index_t& to,
                         index_t& from) const {
    unsigned q = quotient(b, row_tiles);
    row = index_t(b - q * row_tiles.d) * tile_rows;
    unsigned matrix = quotient(q, column_tiles);
    column = index_t(q - matrix * column_tiles.d) * tile_columns;
    to = from = 0;
    for (int d = rank - 1; d >= 0; --d) {
      q = quotient(matrix, shape[d]);
      const index_t r = matrix - q * shape[d].d;
      to += r * to_strides[d];
      from += r * from_strides[d];
      matrix = q;
    }
  }
};

constexpr int block = 256;

template <int size> struct word_of_size;
template <> struct word_of_size<1> { using type = unsigned char; };
template <> struct word_of_size<2> { using type = unsigned short; };
template <> struct word_of_size<4> { using type = unsigned; };
template <> struct word_of_size<8> { using type = unsigned long; };
template <> struct word_of_size<16> { using type = detail::word16; };

// 16 bytes that were loaded at once.
template <int size> union quad {
  detail::word16 whole;
  unsigned u[4];
  typename word_of_size<size>::type part[16 / size];
};

// Packs. Tiles of 16 KB, each thread moves 64 bytes. A thread loads one pack from each of `group` neighbouring columns,
// so that it stores words of 4 bytes or more: word k of it belongs to row k of the pack. In shared memory the packs of
// a row are permuted by the exclusive or with the row's pack number, which keeps both sides free of bank conflicts: on
// the way in, 8 lanes run along the packs of a column and 4 along the columns of a pack; on the way out, along a row.
template <int size> struct tile_of {
  static constexpr int rows = size == 1 ? 128 : size <= 4 ? 64 : 32;
  static constexpr int columns = 16384 / (rows * size);
};
template <int size>
__global__ void __launch_bounds__(block) transpose_packs(transposition t, void* to, const void* from) {
  using element = typename word_of_size<size>::type;
  using word = typename word_of_size<(size < 4 ? 4 : size)>::type;
  constexpr int rows = tile_of<size>::rows, columns = tile_of<size>::columns;
  constexpr int V = 16 / size;                                  // elements in a pack
  constexpr int group = size < 4 ? 4 / size : 1;                // columns in a word
  constexpr int in_pack = 16 / static_cast<int>(sizeof(word));  // words in a pack
  constexpr int row_packs = columns * size / 16, words = columns / group;
  constexpr int column_packs = rows / V, blocks_down = column_packs / 8;
  constexpr int units = column_packs * words / block;  // of one thread
  static_assert(row_packs % 8 == 0 && column_packs % 8 == 0 && words % 4 == 0 && units >= 1, "whole warps");
  __shared__ detail::word16 buffer[rows * row_packs];

  index_t row, column, o, p;
  t.locate(blockIdx.x, rows, columns, row, column, o, p);
  const index_t rows_left = t.rows - row, columns_left = t.columns - column;
  const bool whole = rows_left >= rows && columns_left >= columns;
  const element* source = static_cast<const element*>(from) + p + row + column * t.from_column;
  element* target = static_cast<element*>(to) + o + row * t.to_row + column;
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;

  quad<size> data[units][group];
#pragma unroll
  for (int i = 0; i < units; ++i) {
    const int u = warp + i * (block / 32);
    const int down = (u % blocks_down) * 8 + (lane & 7), across = (u / blocks_down) * 4 + (lane >> 3);
#pragma unroll
    for (int g = 0; g < group; ++g) {
      const int c = across * group + g;
      const element* at = source + down * V + c * t.from_column;
      if (whole || (c < columns_left && down * V + V <= rows_left)) {
        data[i][g].whole = *reinterpret_cast<const detail::word16*>(at);
      } else if (c < columns_left) {
#pragma unroll
        for (int k = 0; k < V; ++k)
          if (down * V + k < rows_left) data[i][g].part[k] = at[k];
      }
    }
  }
  word* cells = reinterpret_cast<word*>(buffer);
#pragma unroll
  for (int i = 0; i < units; ++i) {
    const int u = warp + i * (block / 32);
    const int down = (u % blocks_down) * 8 + (lane & 7), across = (u / blocks_down) * 4 + (lane >> 3);
    const int place = ((across / in_pack) ^ (down & 7)) * in_pack + across % in_pack;
    word* cell = cells + down * V * words + place;
    if constexpr (size == 1) {
#pragma unroll
      for (int m = 0; m < 4; ++m) {
        const unsigned a = data[i][0].u[m], b = data[i][1].u[m], c = data[i][2].u[m], d = data[i][3].u[m];
        const unsigned ab = __byte_perm(a, b, 0x5140), cd = __byte_perm(c, d, 0x5140);
        const unsigned ab2 = __byte_perm(a, b, 0x7362), cd2 = __byte_perm(c, d, 0x7362);
        cell[(4 * m + 0) * words] = __byte_perm(ab, cd, 0x5410);
        cell[(4 * m + 1) * words] = __byte_perm(ab, cd, 0x7632);
        cell[(4 * m + 2) * words] = __byte_perm(ab2, cd2, 0x5410);
        cell[(4 * m + 3) * words] = __byte_perm(ab2, cd2, 0x7632);
      }
    } else if constexpr (size == 2) {
#pragma unroll
      for (int m = 0; m < 4; ++m) {
        const unsigned a = data[i][0].u[m], b = data[i][1].u[m];
        cell[(2 * m + 0) * words] = __byte_perm(a, b, 0x5410);
        cell[(2 * m + 1) * words] = __byte_perm(a, b, 0x7632);
      }
    } else {
#pragma unroll
      for (int k = 0; k < V; ++k) cell[k * words] = data[i][0].part[k];
    }
  }
  __syncthreads();
#pragma unroll
  for (int i = 0; i < rows * row_packs / block; ++i) {
    const int q = threadIdx.x + i * block, r = q / row_packs, c = q % row_packs;
    quad<size> result;
    result.whole = buffer[r * row_packs + (c ^ ((r / V) & 7))];
    element* at = target + r * t.to_row + c * V;
    if (whole || (r < rows_left && c * V + V <= columns_left)) {
      *reinterpret_cast<detail::word16*>(at) = result.whole;
    } else if (r < rows_left) {
#pragma unroll
      for (int k = 0; k < V; ++k)
        if (c * V + k < columns_left) at[k] = result.part[k];
    }
  }
}

// Single elements, any strides on both sides: square tiles, lines padded to an odd number of banks.
template <class W> inline constexpr int square = sizeof(W) <= 4 ? 64 : 32;
template <class W> __global__ void __launch_bounds__(block) transpose_elements(transposition t, W* to, const W* from) {
  constexpr int tile = square<W>, lines = block / tile, steps = tile / lines;
  __shared__ W buffer[tile][tile + (sizeof(W) >= 4 ? 1 : 4 / sizeof(W))];
  const int tx = threadIdx.x % tile, ty = threadIdx.x / tile;
  index_t row, column, o, p;
  t.locate(blockIdx.x, tile, tile, row, column, o, p);
  const index_t rows_left = t.rows - row, columns_left = t.columns - column;
  const W* source = from + p + (row + tx) * t.from_row + column * t.from_column;
  W* target = to + o + row * t.to_row + (column + tx) * t.to_column;
  W data[steps];
#pragma unroll
  for (int j = 0; j < steps; ++j)
    if (tx < rows_left && ty + j * lines < columns_left) data[j] = source[(ty + j * lines) * t.from_column];
#pragma unroll
  for (int j = 0; j < steps; ++j) buffer[ty + j * lines][tx] = data[j];
  __syncthreads();
#pragma unroll
  for (int j = 0; j < steps; ++j)
    if (ty + j * lines < rows_left && tx < columns_left)
      target[(ty + j * lines) * t.to_row] = buffer[tx][ty + j * lines];
}

// A few lines of many elements: `short_` is at most most_short. A block takes `chunk` elements of every line; each
// side runs along its faster axis.
constexpr int most_short = 32, narrow_bytes = 16384;
struct narrow {
  index_t length;
  index_t to_long, to_short, from_long, from_short;  // strides
  int chunk, pitch;
  bool to_across, from_across;  // whether neighbouring threads run across the lines
  fast_divisor short_, chunks;
  int rank;
  fast_divisor shape[max_loop_rank];
  index_t to_strides[max_loop_rank], from_strides[max_loop_rank];
};
template <class W> __global__ void __launch_bounds__(block) transpose_narrow(narrow t, W* to, const W* from) {
  constexpr int steps = 4;
  __shared__ detail::word16 memory[(narrow_bytes + 1024) / 16];
  W* buffer = reinterpret_cast<W*>(memory);
  unsigned batch = quotient(blockIdx.x, t.chunks);
  const index_t first = index_t(blockIdx.x - batch * t.chunks.d) * t.chunk;
  for (int d = t.rank - 1; d >= 0; --d) {
    const unsigned q = quotient(batch, t.shape[d]);
    const index_t r = batch - q * t.shape[d].d;
    to += r * t.to_strides[d];
    from += r * t.from_strides[d];
    batch = q;
  }
  const int n = t.length - first < t.chunk ? static_cast<int>(t.length - first) : t.chunk;
  const int lines = static_cast<int>(t.short_.d), count = n * lines;
  from += first * t.from_long;
  to += first * t.to_long;
  // Where the e-th element of a side lies: its line and its place along the line.
  auto place = [&](int e, bool across, int& line, int& at) {
    if (across) {
      at = static_cast<int>(quotient(static_cast<unsigned>(e), t.short_));
      line = e - at * lines;
    } else {
      line = e / n;
      at = e - line * n;
    }
  };
  for (int e = threadIdx.x; e < count; e += steps * block) {
    W data[steps];
#pragma unroll
    for (int j = 0; j < steps; ++j)
      if (e + j * block < count) {
        int line, at;
        place(e + j * block, t.from_across, line, at);
        data[j] = from[line * t.from_short + at * t.from_long];
      }
#pragma unroll
    for (int j = 0; j < steps; ++j)
      if (e + j * block < count) {
        int line, at;
        place(e + j * block, t.from_across, line, at);
        buffer[line * t.pitch + at] = data[j];
      }
  }
  __syncthreads();
  for (int e = threadIdx.x; e < count; e += block) {
    int line, at;
    place(e, t.to_across, line, at);
    to[line * t.to_short + at * t.to_long] = buffer[line * t.pitch + at];
  }
}

index_t magnitude(index_t s) { return s < 0 ? -s : s; }
constexpr index_t most_blocks = (index_t(1) << 31) - 1;

template <class T> void set_batch(T& t, const loop<2>& l, int row, index_t& matrices) {
  matrices = 1;
  for (int d = 0; d < l.rank - 1; ++d) {
    if (d == row) continue;
    t.shape[t.rank] = make_divisor(static_cast<unsigned>(l.shape[d]));
    t.to_strides[t.rank] = l.strides[0][d];
    t.from_strides[t.rank] = l.strides[1][d];
    matrices *= l.shape[d];
    ++t.rank;
  }
}

template <class W> bool transpose_loop(CUstream_st* stream, const loop<2>& l, W* to, const W* from) {
  constexpr int size = static_cast<int>(sizeof(W)), V = 16 / size;
  const int inner = l.rank - 1;
  int row = -1;  // the input's fastest axis
  for (int d = 0; d < inner; ++d)
    if (l.strides[1][d] != 0 && (row < 0 || magnitude(l.strides[1][d]) < magnitude(l.strides[1][row]))) row = d;
  if (row < 0) return false;
  const index_t from_row = l.strides[1][row], from_column = l.strides[1][inner];
  const index_t to_row = l.strides[0][row], to_column = l.strides[0][inner];
  const index_t rows = l.shape[row], columns = l.shape[inner];
  // Elements further apart than a cache line share none, in whichever order they are taken.
  if (magnitude(from_row) >= magnitude(from_column) || magnitude(from_row) * size > 64 || to_column * size > 64)
    return false;
  for (int d = 0; d < l.rank; ++d)
    if (d != row && d != inner && l.shape[d] > most_blocks) return false;
  to += l.offset[0], from += l.offset[1];
  const index_t few = rows < columns ? rows : columns, many = rows < columns ? columns : rows;
  index_t matrices;
  if (few <= most_short) {
    if (many < 64) return false;  // whole small matrices lie in the L1 cache
    narrow t{};
    const bool long_columns = columns > rows;  // the long axis is the output's fastest
    t.length = many;
    t.to_long = long_columns ? to_column : to_row, t.to_short = long_columns ? to_row : to_column;
    t.from_long = long_columns ? from_column : from_row, t.from_short = long_columns ? from_row : from_column;
    t.from_across = long_columns, t.to_across = !long_columns;
    const int lines = static_cast<int>(few);
    const int most = narrow_bytes / size < 4096 ? narrow_bytes / size : 4096;
    t.chunk = most / lines / 32 * 32;
    const int banks = 128 / size;  // elements that fill all banks
    t.pitch = t.chunk + (banks + lines - 1) / lines;
    t.short_ = make_divisor(static_cast<unsigned>(lines));
    const index_t chunks = (many + t.chunk - 1) / t.chunk;
    if (chunks > most_blocks) return false;
    t.chunks = make_divisor(static_cast<unsigned>(chunks));
    set_batch(t, l, row, matrices);
    if (matrices > most_blocks / chunks) return false;
    launch(transpose_narrow<W>, dim3(static_cast<unsigned>(chunks * matrices)), dim3(block), 0, stream, t, to, from);
    return true;
  }
  transposition t{};
  t.rows = rows, t.columns = columns;
  t.to_row = to_row, t.to_column = to_column, t.from_row = from_row, t.from_column = from_column;
  bool packs = to_column == 1 && from_row == 1 && to_row % V == 0 && from_column % V == 0 &&
               reinterpret_cast<unsigned long>(to) % 16 == 0 && reinterpret_cast<unsigned long>(from) % 16 == 0 &&
               rows * size >= 128 && columns * size >= 128;
  for (int d = 0; d < inner; ++d) packs = packs && (d == row || (l.strides[0][d] % V == 0 && l.strides[1][d] % V == 0));
  const int tile_rows = packs ? tile_of<size>::rows : square<W>;
  const int tile_columns = packs ? tile_of<size>::columns : square<W>;
  const index_t row_tiles = (rows + tile_rows - 1) / tile_rows,
                column_tiles = (columns + tile_columns - 1) / tile_columns;
  set_batch(t, l, row, matrices);
  if (row_tiles > most_blocks || column_tiles > most_blocks / row_tiles ||
      matrices > most_blocks / (row_tiles * column_tiles))
    return false;
  t.row_tiles = make_divisor(static_cast<unsigned>(row_tiles));
  t.column_tiles = make_divisor(static_cast<unsigned>(column_tiles));
  const dim3 grid(static_cast<unsigned>(row_tiles * column_tiles * matrices));
  if (packs)
    launch(transpose_packs<size>, grid, dim3(block), 0, stream, t, static_cast<void*>(to),
           static_cast<const void*>(from));
  else
    launch(transpose_elements<W>, grid, dim3(block), 0, stream, t, to, from);
  return true;
}

}  // namespace

bool transpose_words(CUstream_st* stream, int word, const loop<2>& l, void* to, const void* from) {
  using namespace detail;
  switch (word) {
    case 1:
      return transpose_loop(stream, l, static_cast<unsigned char*>(to), static_cast<const unsigned char*>(from));
    case 2:
      return transpose_loop(stream, l, static_cast<unsigned short*>(to), static_cast<const unsigned short*>(from));
    case 4:
      return transpose_loop(stream, l, static_cast<unsigned*>(to), static_cast<const unsigned*>(from));
    case 8:
      return transpose_loop(stream, l, static_cast<unsigned long*>(to), static_cast<const unsigned long*>(from));
    default:
      return transpose_loop(stream, l, static_cast<word16*>(to), static_cast<const word16*>(from));
  }
}

}  // namespace tukey::cuda
