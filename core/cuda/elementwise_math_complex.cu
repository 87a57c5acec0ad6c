// SPDX-License-Identifier: Apache-2.0
// Functions of complex numbers on the GPU.
#include "elementwise_math.cuh"

namespace tukey::cuda {

template <class T> void math(CUstream_st* stream, MathOp op, const loop<2>& l, T* out, const T* x) {
  choose_math<T>(op, [&](const auto& f) { map(stream, l, f, out, memory(x)); });
}
template <class T>
void math(CUstream_st* stream, MathOp2 op, const loop<3>& l, T* out, const source<T>& a, const source<T>& b) {
  choose_math<T>(op, [&](const auto& f) { map(stream, l, f, out, argument(a), argument(b)); });
}

#define TUKEY_MATH(T)                                                     \
  template void math(CUstream_st*, MathOp, const loop<2>&, T*, const T*); \
  template void math(CUstream_st*, MathOp2, const loop<3>&, T*, const source<T>&, const source<T>&);
TUKEY_KERNEL_COMPLEX(TUKEY_MATH)

}  // namespace tukey::cuda
