// SPDX-License-Identifier: Apache-2.0
// Extremes without NaN, and both extremes at once, on the GPU.
#include "elementwise_backend.hpp"
#include "reduction.cuh"

namespace tukey::cuda {

using namespace pointwise;

template <class T> void nan_extreme(CUstream_st* stream, const reduction& r, const T* x, T* out, bool smallest) {
  reduce(stream, r, nan_extreme_op<T>{smallest}, x, out);
}
template <class T> void nan_locate(CUstream_st* stream, const reduction& r, const T* x, index_t* out, bool smallest) {
  reduce(stream, r, nan_locate_op<T>{{}, smallest}, x, out);
}
template <class T> void minmax(CUstream_st* stream, const reduction& r, const T* x, T* least, T* most) {
  reduce(stream, r, minmax_op<T>{most}, x, least);
}
#define TUKEY_KERNEL(T)                                                               \
  template void nan_extreme(CUstream_st*, const reduction&, const T*, T*, bool);      \
  template void nan_locate(CUstream_st*, const reduction&, const T*, index_t*, bool); \
  template void minmax(CUstream_st*, const reduction&, const T*, T*, T*);
TUKEY_KERNEL_REALS(TUKEY_KERNEL)

}  // namespace tukey::cuda
