// SPDX-License-Identifier: Apache-2.0
// Largest and smallest elements on the GPU; any and all are those of bytes.
#include "elementwise_backend.hpp"
#include "reduction.cuh"

namespace tukey::cuda {

using namespace pointwise;

template <class T> void extreme(CUstream_st* stream, const reduction& r, const T* x, T* out, bool smallest) {
  reduce(stream, r, extreme_op<T>{smallest}, x, out);
}

#define TUKEY_EXTREME(T) template void extreme(CUstream_st*, const reduction&, const T*, T*, bool);
TUKEY_KERNEL_INTEGERS(TUKEY_EXTREME)
TUKEY_KERNEL_REALS(TUKEY_EXTREME)

}  // namespace tukey::cuda
