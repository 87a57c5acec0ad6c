// SPDX-License-Identifier: Apache-2.0
// Internal: indexing's two backends. They move words of 1, 2, 4, 8 or 16 bytes: element types matter only where
// something is computed. Included by .cu files: no std headers.
#pragma once

#include "element.hpp"
#include "tukey/detail/loop.hpp"
#include "tukey/view.hpp"

struct CUstream_st;

namespace tukey {
namespace detail {

inline constexpr int max_indices = max_rank;

enum class Range { raise, wrap, clip, raise_negative };  // raise_negative: raise, and negative indices are errors

// A walk in row-major order over the result of a gather (or the values of a scatter, there `y`). Element p of y
// belongs to the element of x at p . x + sum of index[k][p . index[k].strides] * index[k].stride.
struct indexed {
  int rank;
  index_t shape[max_loop_rank];
  index_t y[max_loop_rank], x[max_loop_rank];
  // For scatters: a number for each element of x (together with index[k].slot), and the order of the writes.
  index_t slot[max_loop_rank], position[max_loop_rank];
  int count;
  struct operand {
    const void* data;
    int wide;  // int64, else int32
    index_t size, stride, slot;
    index_t strides[max_loop_rank];
  } index[max_indices];
  Range mode;
  // For one index that counts elements of an x which no single stride walks: x's shape and strides.
  int flat_rank;
  index_t flat_shape[max_loop_rank], flat_strides[max_loop_rank];
  index_t cycle;   // not 0: y is taken modulo this many elements
  int has_scalar;  // instead of y
  word16 scalar;

  index_t size() const {
    index_t n = 1;
    for (int d = 0; d < rank; ++d) n *= shape[d];
    return n;
  }
};

// Makes i an element of [0, n), n > 0. False: out of range in mode raise.
TUKEY_HD inline bool resolve(index_t& i, index_t n, Range mode) {
  if (static_cast<unsigned long>(i) < static_cast<unsigned long>(n)) return true;
  if (mode == Range::clip) return i = i < 0 ? 0 : n - 1, true;
  if (i < 0 && mode != Range::raise_negative) i += n;
  if (static_cast<unsigned long>(i) < static_cast<unsigned long>(n)) return true;
  if (mode != Range::wrap) return false;
  i %= n;
  if (i < 0) i += n;
  return true;
}
// Where element i of x lies for a flat index.
TUKEY_HD inline index_t unravel(const indexed& l, index_t i) {
  index_t at = 0;
  for (int d = l.flat_rank - 1; d > 0; --d) {
    const index_t q = i / l.flat_shape[d];
    at += (i - q * l.flat_shape[d]) * l.flat_strides[d];
    i = q;
  }
  return at + i * l.flat_strides[0];
}
// Out of range: the first place, as place * max_indices + which index; none: -1.
inline constexpr index_t all_in_range = -1;

// Elements in row-major order, in as few dimensions as that order allows.
struct elements {
  int rank;
  index_t shape[max_loop_rank], strides[max_loop_rank];
  index_t size() const {
    index_t n = 1;
    for (int d = 0; d < rank; ++d) n *= shape[d];
    return n;
  }
};

// The marked ones among `size` elements: one bit each, and for each tile how many are marked before it; the entry
// after the last is the count.
inline constexpr int tile_bits = 4096, tile_words = tile_bits / 32;
struct marked {
  index_t size;
  unsigned* bits;
  index_t* before;
  index_t tiles() const { return (size + tile_bits - 1) / tile_bits; }
};

// An operand of a choice among arrays: strides over the result's axes. Without data: the value `otherwise`.
struct candidate {
  const void* data;
  index_t strides[max_loop_rank];
};
inline constexpr int max_candidates = 12;  // of one kernel
// Over the result `y`: by index (`first` is the number of the first candidate) or by conditions.
struct choice {
  int rank;
  index_t shape[max_loop_rank];
  index_t y[max_loop_rank];
  int count;
  candidate from[max_candidates];
  candidate condition[max_candidates];  // bool; for a choice by index: condition[0] is the index
  int by_index, wide;
  Range mode;
  index_t first, total;
  int has_default;  // write it where no condition holds
  word16 otherwise;
};

enum class Accumulate { add, max, min };
// How a word's bits are read: integers, or floating.
enum class Kind { is_unsigned, is_signed, is_float, is_complex };

}  // namespace detail

#define TUKEY_INDEXING_BACKEND(FIRST)                                                                                 \
  /* The first place out of range in mode raise (waits), or all_in_range. */                                          \
  index_t gather(FIRST int word, const detail::indexed& l, void* y, const void* x);                                   \
  index_t check_range(FIRST const detail::indexed& l);                                                                \
  /* All in range. order: a walk over the axes where two places may be one element of x, null: values are equal. */   \
  void scatter(FIRST int word, const detail::indexed& l, const detail::indexed* order, index_t slots, void* x,        \
               const void* y);                                                                                        \
  /* element_bytes 1..16 of the kind; complex counts as two floats in an axis of its own. */                          \
  void accumulate(FIRST detail::Accumulate op, detail::Kind kind, int bytes, const detail::indexed& l, index_t slots, \
                  void* x, const void* y);                                                                            \
  /* Marks what is not zero: (word & keep) != 0. */                                                                   \
  void mark(FIRST int word, detail::word16 keep, const detail::elements& x, const void* data,                         \
            const detail::marked& m);                                                                                 \
  void compact(FIRST int word, const detail::elements& x, const void* data, const detail::marked& m, void* out);      \
  /* Element k of the marked ones becomes value k modulo cycle, or the one at its own position modulo cycle. */       \
  void expand(FIRST int word, const detail::elements& x, void* data, const detail::marked& m, const void* values,     \
              index_t cycle, bool by_position);                                                                       \
  /* Coordinate d of element k of the marked ones at out[d * axis_stride + k * stride]. */                            \
  void coordinates(FIRST int rank, const index_t* shape, const detail::marked& m, index_t* out, index_t axis_stride,  \
                   index_t stride);                                                                                   \
  /* Like gather. */                                                                                                  \
  index_t choose(FIRST int word, const detail::choice& c, void* y);

namespace cpu {
TUKEY_INDEXING_BACKEND()
}
namespace cuda {
#define TUKEY_STREAM CUstream_st *stream,
TUKEY_INDEXING_BACKEND(TUKEY_STREAM)
#undef TUKEY_STREAM
// Waits.
void read_back(CUstream_st* stream, void* host, const void* device, index_t bytes);
}  // namespace cuda
#undef TUKEY_INDEXING_BACKEND

}  // namespace tukey
