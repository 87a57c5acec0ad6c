// SPDX-License-Identifier: Apache-2.0
// The places of largest and smallest elements on the GPU.
#include "elementwise_backend.hpp"
#include "reduction.cuh"

namespace tukey::cuda {

using namespace pointwise;

template <class T> void locate(CUstream_st* stream, const reduction& r, const T* x, index_t* out, bool smallest) {
  reduce(stream, r, locate_op<T>{smallest}, x, out);
}

#define TUKEY_LOCATE(T) template void locate(CUstream_st*, const reduction&, const T*, index_t*, bool);
TUKEY_KERNEL_INTEGERS(TUKEY_LOCATE)
TUKEY_KERNEL_REALS(TUKEY_LOCATE)

}  // namespace tukey::cuda
