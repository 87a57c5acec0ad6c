// SPDX-License-Identifier: Apache-2.0
// Variances on the GPU.
#include "elementwise_backend.hpp"
#include "reduction.cuh"

namespace tukey::cuda {

using namespace pointwise;

template <class T>
void moments(CUstream_st* stream, const reduction& r, const T* x, real_of_t<T>* out, const detail::moments& what) {
  reduce(stream, r, moments_op<T>{{}, what}, x, out);
}
#define TUKEY_KERNEL(T) \
  template void moments(CUstream_st*, const reduction&, const T*, real_of_t<T>*, const detail::moments&);
TUKEY_KERNEL_REALS(TUKEY_KERNEL)
TUKEY_KERNEL_COMPLEX(TUKEY_KERNEL)

}  // namespace tukey::cuda
