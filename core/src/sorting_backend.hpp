// SPDX-License-Identifier: Apache-2.0
// Internal: sorting of contiguous rows on both backends. Included by .cu files: no std headers.
#pragma once

#include "sort_keys.hpp"

struct CUstream_st;

namespace tukey {

// x and y: `rows` rows of n elements each, one after the other, not overlapping; rows and n positive.
//
// sort_rows: y becomes the elements of x in ascending order, equal ones in the order they had.
//
// argsort_rows: where the elements of each sorted row were. With `start` (rows x n indices into the row) the elements
// are x[start[0]], x[start[1]], ... and `out` holds these indices, reordered: keys with a payload, and the step of a
// lexicographic sort. x then keeps its order. `descending`: the largest first, NaN before all, equal elements still
// in the order they had. `out` and `start` must not overlap. Neither waits for the GPU.
namespace cpu {
void sort_rows(sorting::Kind kind, index_t rows, index_t n, const void* x, void* y);
void argsort_rows(sorting::Kind kind, bool descending, index_t rows, index_t n, const void* x, const index_t* start,
                  index_t* out);
}  // namespace cpu

namespace cuda {
void sort_rows(CUstream_st* stream, sorting::Kind kind, index_t rows, index_t n, const void* x, void* y);
void argsort_rows(CUstream_st* stream, sorting::Kind kind, bool descending, index_t rows, index_t n, const void* x,
                  const index_t* start, index_t* out);
// sort_rows of few long rows of a type that is not complex (sort_radix_*.cu), any length.
void radix_sort_row(CUstream_st* stream, sorting::Kind kind, index_t n, const void* x, void* y);
// argsort_rows of one row of fewer than 2^32 elements.
void radix_argsort_row(CUstream_st* stream, sorting::Kind kind, bool descending, index_t n, const void* x,
                       const index_t* start, index_t* out);
}  // namespace cuda

}  // namespace tukey
