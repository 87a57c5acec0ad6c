// SPDX-License-Identifier: Apache-2.0
// Sums and means on the GPU.
#include "elementwise_backend.hpp"
#include "reduction.cuh"

namespace tukey::cuda {

using namespace pointwise;

template <class T> void sum(CUstream_st* stream, const reduction& r, const T* x, void* out, bool mean) {
  const index_t count = mean ? r.count : 0;
  // Means of 64-bit integers must not wrap around.
  if constexpr (sizeof(T) == 8 && kind_of<T> == kind::integer) {
    if (mean) return reduce(stream, r, sum_op<T, double>{count}, x, out);
  }
  reduce(stream, r, sum_op<T, typename wide<T>::type>{count}, x, out);
}

#define TUKEY_SUM(T) template void sum(CUstream_st*, const reduction&, const T*, void*, bool);
TUKEY_KERNEL_INTEGERS(TUKEY_SUM)
TUKEY_KERNEL_REALS(TUKEY_SUM)
TUKEY_KERNEL_COMPLEX(TUKEY_SUM)

}  // namespace tukey::cuda
