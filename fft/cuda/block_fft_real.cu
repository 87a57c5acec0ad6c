// SPDX-License-Identifier: Apache-2.0
// Real rows.
#include "block_fft_kernels.cuh"

namespace tukey::cuda {

#define TUKEY_LENGTHS(kernel)                                                                    \
  switch (n) {                                                                                   \
    case 64: return kernel(64);                                                                  \
    case 128: return kernel(128);                                                                \
    case 256: return kernel(256);                                                                \
    case 512: return kernel(512);                                                                \
    case 1024: return kernel(1024);                                                              \
    case 2048: return kernel(2048);                                                              \
    case 4096: return kernel(4096);                                                              \
    case 8192: return kernel(8192);                                                              \
  }
template <class T>
void real_rows_by_length(CUstream_st* stream, int n, const pair_load<T>& load, const fft_store<T, true>& store,
                         index_t count) {
#define TUKEY_KERNEL(N) rfft_rows<T, N, true>(stream, load, store, count)
  TUKEY_LENGTHS(TUKEY_KERNEL)
#undef TUKEY_KERNEL
}
template <class T>
void real_rows_by_length(CUstream_st* stream, int n, const bins_load<T>& load, const pair_store<T>& store,
                         index_t count) {
#define TUKEY_KERNEL(N) rfft_rows<T, N, false>(stream, load, store, count)
  TUKEY_LENGTHS(TUKEY_KERNEL)
#undef TUKEY_KERNEL
}
#define TUKEY_INSTANTIATE(T)                                                                                         \
  template void real_rows_by_length(CUstream_st*, int, const pair_load<T>&, const fft_store<T, true>&, index_t);     \
  template void real_rows_by_length(CUstream_st*, int, const bins_load<T>&, const pair_store<T>&, index_t);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)

}  // namespace tukey::cuda
