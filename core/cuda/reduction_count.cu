// SPDX-License-Identifier: Apache-2.0
// Counts of what is not zero on the GPU; any and all are read off them.
#include "elementwise_backend.hpp"
#include "reduction.cuh"

namespace tukey::cuda {

using namespace pointwise;

template <class T> void count(CUstream_st* stream, const reduction& r, const T* x, void* out, detail::CountTo to) {
  reduce(stream, r, count_op<T>{to, r.count}, x, out);
}
#define TUKEY_KERNEL(T) template void count(CUstream_st*, const reduction&, const T*, void*, detail::CountTo);
TUKEY_KERNEL_COUNTED(TUKEY_KERNEL)

}  // namespace tukey::cuda
