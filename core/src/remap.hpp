// SPDX-License-Identifier: Apache-2.0
// Internal: copies in one pass whose source index is, axis by axis, a function of the output's index: padding, rolling,
// tiling, triangles, insertions. By element size only. Included by .cu files: no std headers.
#pragma once

#include "element.hpp"
#include "tukey/view.hpp"

struct CUstream_st;

namespace tukey::detail {

// j = i + shift, then:
enum AxisMap {
  map_inside,     // j always lies in the source
  map_constant,   // outside the source: a constant
  map_edge,       // the nearest element
  map_wrap,       // the source repeated
  map_reflect,    // mirrored about the first and the last element
  map_symmetric,  // mirrored about the edges of the source
  map_table,      // table[i]; k < 0 names entry -1 - k of the second source
};
struct remap_axis {
  index_t length;          // of the output
  index_t extent, stride;  // of the source
  index_t shift;
  index_t other_stride;  // of the second source
  const index_t* table;
  int map;
};
struct remapping {
  int rank;  // 1 at least
  remap_axis axes[max_rank];
  // What lies before and after the source along each axis; where it is outside along several, the last one counts.
  word16 outside[max_rank][2];
  // With a band, elements of the last two axes whose column - row is not in [low, high] are outside[0][0]; row and
  // column are indices of the source.
  bool band;
  index_t low, high;

  index_t size() const {
    index_t n = 1;
    for (int d = 0; d < rank; ++d) n *= axes[d].length;
    return n;
  }
};

// i folded into [0, n).
TUKEY_HD inline index_t fold(index_t i, index_t n) {
  if (i >= 0 && i < n) return i;
  const index_t r = i % n;
  return r < 0 ? r + n : r;
}
// The source index; side becomes 1 before the source and 2 after it.
TUKEY_HD inline index_t source_index(const remap_axis& a, index_t i, int& side) {
  index_t j = i + a.shift;
  const index_t n = a.extent;
  if (a.map == map_table) return a.table[i];
  if (j >= 0 && j < n) return j;
  switch (a.map) {
    case map_constant:
      side = j < 0 ? 1 : 2;
      return 0;
    case map_edge:
      return j < 0 ? 0 : n - 1;
    case map_wrap:
      return fold(j, n);
    case map_reflect:
      if (n == 1) return 0;
      j = fold(j, 2 * (n - 1));
      return j < n ? j : 2 * (n - 1) - j;
    case map_symmetric:
      j = fold(j, 2 * n);
      return j < n ? j : 2 * n - 1 - j;
    default:
      return j;
  }
}

// Fewer and longer axes for the same elements. r has elements.
void join(remapping& r);

}  // namespace tukey::detail

namespace tukey {
// to[0], to[1], ... in row-major order; word: 1, 2, 4, 8 or 16 bytes, of which all addresses are multiples.
// r has elements, and is joined (remap.cpp).
namespace cpu {
void remap(int word, const detail::remapping& r, void* to, const void* from, const void* other);
}
namespace cuda {
void remap(CUstream_st* stream, int word, const detail::remapping& r, void* to, const void* from, const void* other);
}
}  // namespace tukey
