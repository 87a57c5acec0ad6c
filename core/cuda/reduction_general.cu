// SPDX-License-Identifier: Apache-2.0
// Norms, weighted sums and sums without NaN on the GPU.
#include "elementwise_backend.hpp"
#include "reduction.cuh"

namespace tukey::cuda {

using namespace pointwise;

template <class T>
void general(CUstream_st* stream, const reduction& r, const T* x, void* out,
             const detail::general_sum<real_of_t<T>>& what) {
  reduce(stream, r, general_sum_op<T>{{}, what}, x, out);
}
#define TUKEY_KERNEL(T) \
  template void general(CUstream_st*, const reduction&, const T*, void*, const detail::general_sum<real_of_t<T>>&);
TUKEY_KERNEL_REALS(TUKEY_KERNEL)
TUKEY_KERNEL_COMPLEX(TUKEY_KERNEL)

}  // namespace tukey::cuda
