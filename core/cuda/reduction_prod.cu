// SPDX-License-Identifier: Apache-2.0
// Products on the GPU.
#include "elementwise_backend.hpp"
#include "reduction.cuh"

namespace tukey::cuda {

using namespace pointwise;

template <class T> void prod(CUstream_st* stream, const reduction& r, const T* x, T* out, bool skip_nan) {
  reduce(stream, r, prod_op<T>{{}, skip_nan}, x, out);
}
#define TUKEY_KERNEL(T) template void prod(CUstream_st*, const reduction&, const T*, T*, bool);
TUKEY_KERNEL_REALS(TUKEY_KERNEL)
TUKEY_KERNEL_COMPLEX(TUKEY_KERNEL)
TUKEY_KERNEL(long)

}  // namespace tukey::cuda
