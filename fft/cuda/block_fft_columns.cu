// SPDX-License-Identifier: Apache-2.0
// Several transforms side by side, for rows that are neighbours in memory.
#include "block_fft_kernels.cuh"

namespace tukey::cuda {

// Columns of a block: pieces of memory of at least 32 bytes, 256 threads or more where shared memory allows.
template <class T, int N> constexpr int columns_of() {
  constexpr int least = sizeof(T) == 8 ? 2 : 4, wanted = 256 / fft::device::BlockFft<T, N>::threads;
  return wanted > 16 ? 16 : wanted > least ? wanted : least;
}

template <class T>
void columns_by_length(CUstream_st* stream, int n, const fft_load<T, false>& load, const fft_store<T, false>& store,
                       index_t count, bool plain) {
#define TUKEY_LENGTH(N)                                                                                         \
  case N:                                                                                                       \
    if (plain)                                                                                                  \
      fft_columns<T, N, columns_of<T, N>()>(stream,                                                             \
                                            fft_load<T, true>{load.data, load.at, load.have, load.scale, load.swap}, \
                                            fft_store<T, true>{store.data, store.at, store.swap}, count);       \
    else                                                                                                        \
      fft_columns<T, N, columns_of<T, N>()>(stream, load, store, count);                                        \
    return;
  switch (n) {
    TUKEY_LENGTH(32)
    TUKEY_LENGTH(64)
    TUKEY_LENGTH(128)
    TUKEY_LENGTH(256)
    TUKEY_LENGTH(512)
    TUKEY_LENGTH(1024)
    TUKEY_LENGTH(2048)
    TUKEY_LENGTH(4096)
  }
#undef TUKEY_LENGTH
}
template void columns_by_length(CUstream_st*, int, const fft_load<float, false>&, const fft_store<float, false>&,
                                index_t, bool);
template void columns_by_length(CUstream_st*, int, const fft_load<double, false>&, const fft_store<double, false>&,
                                index_t, bool);

}  // namespace tukey::cuda
