// SPDX-License-Identifier: Apache-2.0
// Sorting of rows on the GPU: radix sort of the device for few long rows, blocks and merges for all others.
#include "sort_block.cuh"

namespace tukey::cuda {

namespace {

// Where a radix sort of each row in turn is faster than tiles and merges of all rows together.
bool rows_alone(index_t rows, index_t n) {
  return (rows == 1 && n > 16384) || (rows <= 2 && n >= index_t(1) << 18) || n >= index_t(1) << 21;
}
const void* row_of(const void* x, Kind kind, index_t row, index_t n) {
  return static_cast<const char*>(x) + row * n * bytes_of(kind);
}

}  // namespace

void sort_rows(CUstream_st* stream, Kind kind, index_t rows, index_t n, const void* x, void* y) {
  if (!is_complex(kind) && rows_alone(rows, n)) {
    for (index_t r = 0; r < rows; ++r)
      radix_sort_row(stream, kind, n, row_of(x, kind, r, n), const_cast<void*>(row_of(y, kind, r, n)));
    return;
  }
  const sort_problem p{x, nullptr, y, rows, n, kind, false, false};
  if (kind == Kind::c128)
    sort_in_blocks<item192>(stream, p);
  else if (kind == Kind::c64)
    sort_in_blocks<item128>(stream, p);
  else if (bytes_of(kind) == 8)
    sort_in_blocks<item64>(stream, p);
  else
    sort_in_blocks<item32>(stream, p);
}

void argsort_rows(CUstream_st* stream, Kind kind, bool descending, index_t rows, index_t n, const void* x,
                  const index_t* start, index_t* out) {
  if (!is_complex(kind) && rows_alone(rows, n) && n < index_t(1) << 32) {
    for (index_t r = 0; r < rows; ++r)
      radix_argsort_row(stream, kind, descending, n, row_of(x, kind, r, n), start ? start + r * n : nullptr,
                        out + r * n);
    return;
  }
  const sort_problem p{x, start, out, rows, n, kind, true, descending};
  if (kind == Kind::c128)
    sort_in_blocks<item192>(stream, p);
  else if (bytes_of(kind) == 8 || n >= index_t(1) << 32)
    sort_in_blocks<item128>(stream, p);
  else if (bytes_of(kind) == 4 || n > 65536)
    sort_in_blocks<item64>(stream, p);
  else
    sort_in_blocks<item32>(stream, p);
}

}  // namespace tukey::cuda
