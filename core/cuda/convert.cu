// SPDX-License-Identifier: Apache-2.0
// Copies and fills by element size: cudaMemcpyAsync and cudaMemsetAsync where memory is one piece, tiles through
// shared memory for transpositions, else the general loop.
#include "convert_cuda.hpp"
#include "element.hpp"
#include "map.cuh"

namespace tukey::cuda {
namespace {

template <class W> struct copy_word {
  __device__ W operator()(W x) const { return x; }
};
template <class W> struct constant_word {
  W value;
  __device__ W operator()() const { return value; }
};

// to[y, x] = from[x, y] in tiles of `tile` by `tile`, both sides read and written along their contiguous axis.
// Blocks run over all tiles of all matrices.
struct transposition {
  index_t rows, columns;        // of the output; columns are contiguous there
  index_t to_row, from_column;  // strides
  index_t row_tiles, column_tiles, matrices;
  int rank;  // of the axes over the matrices
  index_t shape[max_loop_rank], to_strides[max_loop_rank], from_strides[max_loop_rank];
};
template <class W, int tile> __global__ void __launch_bounds__(256) transpose(transposition t, W* to, const W* from) {
  __shared__ W buffer[tile][tile + (sizeof(W) >= 4 ? 1 : 4 / sizeof(W))];
  constexpr int lines = 256 / tile;
  const int tx = threadIdx.x % tile, ty = threadIdx.x / tile;
  const index_t tiles = t.row_tiles * t.column_tiles * t.matrices;
  for (index_t b = blockIdx.x; b < tiles; b += gridDim.x) {
    index_t rest = b / t.row_tiles;
    const index_t row = (b - rest * t.row_tiles) * tile;
    index_t matrix = rest / t.column_tiles;
    const index_t column = (rest - matrix * t.column_tiles) * tile;
    index_t o = 0, p = 0;
    for (int d = t.rank - 1; d >= 0; --d) {
      const index_t q = matrix / t.shape[d], r = matrix - q * t.shape[d];
      o += r * t.to_strides[d];
      p += r * t.from_strides[d];
      matrix = q;
    }
    // Reading: threads along the output's rows, which are contiguous in the input.
    const W* source = from + p + row + column * t.from_column;
#pragma unroll
    for (int j = 0; j < tile; j += lines)
      if (row + tx < t.rows && column + ty + j < t.columns) buffer[ty + j][tx] = source[(ty + j) * t.from_column + tx];
    __syncthreads();
    W* target = to + o + row * t.to_row + column;
#pragma unroll
    for (int j = 0; j < tile; j += lines)
      if (row + ty + j < t.rows && column + tx < t.columns) target[(ty + j) * t.to_row + tx] = buffer[tx][ty + j];
    __syncthreads();
  }
}

template <class W> void copy(CUstream_st* stream, const loop<2>& l, W* to, const W* from) {
  const int inner = l.rank - 1;
  if (l.is_unit(0) && l.is_unit(1)) {
    TUKEY_CUDA_CHECK(cudaMemcpyAsync(to + l.offset[0], from + l.offset[1], static_cast<size_t>(l.shape[0]) * sizeof(W),
                                     cudaMemcpyDeviceToDevice, stream));
    return;
  }
  int row = -1;  // the axis along which the input is contiguous
  for (int d = 0; d < inner; ++d)
    if (l.strides[1][d] == 1) row = d;
  if (row >= 0 && l.strides[0][inner] == 1 && l.strides[1][inner] != 0 && l.shape[inner] >= 8 && l.shape[row] >= 8) {
    constexpr int tile = sizeof(W) <= 2 ? 64 : 32;
    transposition t{};
    t.rows = l.shape[row], t.columns = l.shape[inner];
    t.to_row = l.strides[0][row], t.from_column = l.strides[1][inner];
    t.row_tiles = (t.rows + tile - 1) / tile, t.column_tiles = (t.columns + tile - 1) / tile, t.matrices = 1;
    for (int d = 0; d < inner; ++d) {
      if (d == row) continue;
      t.shape[t.rank] = l.shape[d];
      t.to_strides[t.rank] = l.strides[0][d];
      t.from_strides[t.rank] = l.strides[1][d];
      t.matrices *= l.shape[d];
      ++t.rank;
    }
    const index_t tiles = t.row_tiles * t.column_tiles * t.matrices, most = index_t(1) << 30;
    return launch(transpose<W, tile>, dim3(static_cast<unsigned>(tiles < most ? tiles : most)), dim3(256), 0, stream, t,
                  to + l.offset[0], from + l.offset[1]);
  }
  map(stream, l, copy_word<W>{}, to, memory(from));
}

template <class W> void fill(CUstream_st* stream, const loop<1>& l, W* to, const void* value) {
  constant_word<W> f;
  unsigned char* bytes = reinterpret_cast<unsigned char*>(&f.value);
  bool equal = true;
  for (int i = 0; i < static_cast<int>(sizeof(W)); ++i) {
    bytes[i] = static_cast<const unsigned char*>(value)[i];
    equal = equal && bytes[i] == bytes[0];
  }
  if (equal && l.is_unit(0)) {
    TUKEY_CUDA_CHECK(cudaMemsetAsync(to + l.offset[0], bytes[0], static_cast<size_t>(l.shape[0]) * sizeof(W), stream));
    return;
  }
  map(stream, l, f, to);
}

}  // namespace

void copy_words(CUstream_st* stream, int word, const loop<2>& l, void* to, const void* from) {
  switch (word) {
    case 1:
      return copy(stream, l, static_cast<unsigned char*>(to), static_cast<const unsigned char*>(from));
    case 2:
      return copy(stream, l, static_cast<unsigned short*>(to), static_cast<const unsigned short*>(from));
    case 4:
      return copy(stream, l, static_cast<unsigned*>(to), static_cast<const unsigned*>(from));
    case 8:
      return copy(stream, l, static_cast<unsigned long*>(to), static_cast<const unsigned long*>(from));
    default:
      return copy(stream, l, static_cast<detail::word16*>(to), static_cast<const detail::word16*>(from));
  }
}

void fill_words(CUstream_st* stream, int word, const loop<1>& l, void* to, const void* value) {
  switch (word) {
    case 1:
      return fill(stream, l, static_cast<unsigned char*>(to), value);
    case 2:
      return fill(stream, l, static_cast<unsigned short*>(to), value);
    case 4:
      return fill(stream, l, static_cast<unsigned*>(to), value);
    case 8:
      return fill(stream, l, static_cast<unsigned long*>(to), value);
    default:
      return fill(stream, l, static_cast<detail::word16*>(to), value);
  }
}

}  // namespace tukey::cuda
