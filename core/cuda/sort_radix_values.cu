// SPDX-License-Identifier: Apache-2.0
// Long rows of integers on the GPU, by radix sort.
#include "sort_radix.cuh"

namespace tukey::cuda {

void radix_sort_floats(CUstream_st* stream, Kind kind, index_t n, const void* x, void* y);  // sort_radix_floats.cu

void radix_sort_row(CUstream_st* stream, Kind kind, index_t n, const void* x, void* y) {
  switch (kind) {
    case Kind::u8:
      return radix_sort_values<u8>(stream, n, x, y);
    case Kind::i8:
      return radix_sort_values<signed char>(stream, n, x, y);
    case Kind::u16:
      return radix_sort_values<u16>(stream, n, x, y);
    case Kind::i16:
      return radix_sort_values<short>(stream, n, x, y);
    case Kind::u32:
      return radix_sort_values<u32>(stream, n, x, y);
    case Kind::i32:
      return radix_sort_values<int>(stream, n, x, y);
    case Kind::u64:
      return radix_sort_values<u64>(stream, n, x, y);
    case Kind::i64:
      return radix_sort_values<long>(stream, n, x, y);
    default:
      return radix_sort_floats(stream, kind, n, x, y);
  }
}

}  // namespace tukey::cuda
