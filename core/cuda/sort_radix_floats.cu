// SPDX-License-Identifier: Apache-2.0
// Long rows of floats on the GPU, and the indices that sort long rows, by radix sort.
#include "sort_radix.cuh"

namespace tukey::cuda {

void radix_sort_floats(CUstream_st* stream, Kind kind, index_t n, const void* x, void* y) {
  if (kind == Kind::f32)
    radix_sort_values<float>(stream, n, x, y);
  else
    radix_sort_values<double>(stream, n, x, y);
}

void radix_argsort_row(CUstream_st* stream, Kind kind, bool descending, index_t n, const void* x, const index_t* start,
                       index_t* out) {
  if (bytes_of(kind) == 8)
    radix_argsort<u64>(stream, kind, descending, n, x, start, out);
  else
    radix_argsort<u32>(stream, kind, descending, n, x, start, out);
}

}  // namespace tukey::cuda
