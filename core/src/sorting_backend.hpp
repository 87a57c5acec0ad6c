// SPDX-License-Identifier: Apache-2.0
// Internal: sorting of contiguous rows on both backends. Included by .cu files: no std headers.
#pragma once

#include "order_statistics.hpp"
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
//
// gather_rows: y[row][i] = x[row][index[row][i]], k elements of `bytes` bytes from each row of n.
namespace cpu {
void sort_rows(sorting::Kind kind, index_t rows, index_t n, const void* x, void* y);
void argsort_rows(sorting::Kind kind, bool descending, index_t rows, index_t n, const void* x, const index_t* start,
                  index_t* out);
void gather_rows(int bytes, index_t rows, index_t n, index_t k, const void* x, const index_t* index, void* y);
void quantiles(const sorting::quantile_problem& p);
// The elements `kth` (ascending) of each sorted row at their places, smaller ones before, larger ones behind.
void partition_rows(sorting::Kind kind, index_t rows, index_t n, const index_t* kth, index_t count, const void* x,
                    void* y);
void argpartition_rows(sorting::Kind kind, index_t rows, index_t n, const index_t* kth, index_t count, const void* x,
                       index_t* out);
// The first k of argsort_rows: out is rows x k.
void top_k_rows(sorting::Kind kind, bool descending, index_t rows, index_t n, index_t k, const void* x, index_t* out);
}  // namespace cpu

namespace cuda {
void sort_rows(CUstream_st* stream, sorting::Kind kind, index_t rows, index_t n, const void* x, void* y);
void argsort_rows(CUstream_st* stream, sorting::Kind kind, bool descending, index_t rows, index_t n, const void* x,
                  const index_t* start, index_t* out);
void gather_rows(CUstream_st* stream, int bytes, index_t rows, index_t n, index_t k, const void* x,
                 const index_t* index, void* y);
void quantiles(CUstream_st* stream, const sorting::quantile_problem& p);
// sort_rows of few long rows of a type that is not complex (sort_radix_*.cu), any length.
void radix_sort_row(CUstream_st* stream, sorting::Kind kind, index_t n, const void* x, void* y);
// argsort_rows of one row of fewer than 2^32 elements.
void radix_argsort_row(CUstream_st* stream, sorting::Kind kind, bool descending, index_t n, const void* x,
                       const index_t* start, index_t* out);
}  // namespace cuda

}  // namespace tukey
