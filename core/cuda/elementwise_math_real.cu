// SPDX-License-Identifier: Apache-2.0
// Functions of one real number on the GPU.
#include "elementwise_math.cuh"

namespace tukey::cuda {

template <class T> void math(CUstream_st* stream, MathOp op, const loop<2>& l, T* out, const T* x) {
  choose_math<T>(op, [&](const auto& f) { map(stream, l, f, out, memory(x)); });
}

#define TUKEY_MATH(T) template void math(CUstream_st*, MathOp, const loop<2>&, T*, const T*);
TUKEY_KERNEL_REALS(TUKEY_MATH)

}  // namespace tukey::cuda
