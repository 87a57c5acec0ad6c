// SPDX-License-Identifier: Apache-2.0
// One transform per group of threads, along contiguous rows.
#include "block_fft_kernels.cuh"

namespace tukey::cuda {

template <class T>
void rows_by_length(CUstream_st* stream, int n, const fft_load<T, false>& load, const fft_store<T, false>& store,
                    index_t count, bool plain) {
#define TUKEY_LENGTH(N)                                                                                      \
  case N:                                                                                                    \
    if constexpr (N <= most_points<T>) {                                                                     \
      if (plain)                                                                                             \
        fft_rows<T, N>(stream, fft_load<T, true>{load.data, load.at, load.have, load.scale, load.swap},      \
                       fft_store<T, true>{store.data, store.at, store.swap}, count);                         \
      else                                                                                                   \
        fft_rows<T, N>(stream, load, store, count);                                                          \
    }                                                                                                        \
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
    TUKEY_LENGTH(8192)
  }
#undef TUKEY_LENGTH
}
template void rows_by_length(CUstream_st*, int, const fft_load<float, false>&, const fft_store<float, false>&, index_t,
                             bool);
template void rows_by_length(CUstream_st*, int, const fft_load<double, false>&, const fft_store<double, false>&,
                             index_t, bool);

}  // namespace tukey::cuda
