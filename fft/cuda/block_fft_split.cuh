// SPDX-License-Identifier: Apache-2.0
// Internal: the two passes of large transforms, instantiated in one file a type.
#pragma once

#include "block_fft_kernels.cuh"

namespace tukey::cuda {

// Columns of a block: pieces of memory of at least 32 bytes, and enough blocks for small transforms.
template <class T> inline constexpr int split_columns = sizeof(T) == 8 ? 2 : 4;

#define TUKEY_LENGTHS     \
  switch (n) {            \
    TUKEY_LENGTH(64)      \
    TUKEY_LENGTH(128)     \
    TUKEY_LENGTH(256)     \
    TUKEY_LENGTH(512)     \
    TUKEY_LENGTH(1024)    \
    TUKEY_LENGTH(2048)    \
    TUKEY_LENGTH(4096)    \
  }
#define TUKEY_LENGTH(N) \
  case N: return fft_columns<T, N, split_columns<T>>(stream, load, store, count);

template <class T, class Whole>
void split_first(CUstream_st* stream, int n, const split<Whole>& load, const split_store<T>& store, index_t count) {
  TUKEY_LENGTHS
}
template <class T, class Whole>
void split_second(CUstream_st* stream, int n, const fft_load<T, true>& load, const split<Whole>& store, index_t count) {
  TUKEY_LENGTHS
}

#define TUKEY_INSTANTIATE_SPLIT(T)                                                                               \
  template void split_first(CUstream_st*, int, const split<fft_load<T, true>>&, const split_store<T>&, index_t);  \
  template void split_first(CUstream_st*, int, const split<fft_load<T, false>>&, const split_store<T>&, index_t); \
  template void split_first(CUstream_st*, int, const split<pair_load<T>>&, const split_store<T>&, index_t);       \
  template void split_first(CUstream_st*, int, const split<tangled_load<T>>&, const split_store<T>&, index_t);    \
  template void split_second(CUstream_st*, int, const fft_load<T, true>&, const split<fft_store<T, false>>&, index_t); \
  template void split_second(CUstream_st*, int, const fft_load<T, true>&, const split<pair_store<T>>&, index_t);

}  // namespace tukey::cuda
