// SPDX-License-Identifier: Apache-2.0
// Functions of two real numbers, and of a real number and an integer, on the GPU.
#include "elementwise_math.cuh"

namespace tukey::cuda {

template <class T>
void math(CUstream_st* stream, MathOp2 op, const loop<3>& l, T* out, const source<T>& a, const source<T>& b) {
  choose_math<T>(op, [&](const auto& f) { map(stream, l, f, out, argument(a), argument(b)); });
}
template <class T> void exponent(CUstream_st* stream, const loop<2>& l, int* out, const T* x) {
  map(stream, l, pointwise::exponent<T>{}, out, memory(x));
}
template <class T> void ldexp(CUstream_st* stream, const loop<3>& l, T* out, const T* x, const source<int>& exponent) {
  map(stream, l, scale_by_power<T>{}, out, memory(x), argument(exponent));
}
template <class T>
void phase_jumps(CUstream_st* stream, const loop<3>& l, T* out, const T* b, const T* a, T period, T discont) {
  map(stream, l, phase_jump<T>{period, discont}, out, memory(b), memory(a));
}

#define TUKEY_REAL(T)                                                                                \
  template void math(CUstream_st*, MathOp2, const loop<3>&, T*, const source<T>&, const source<T>&); \
  template void exponent(CUstream_st*, const loop<2>&, int*, const T*);                              \
  template void ldexp(CUstream_st*, const loop<3>&, T*, const T*, const source<int>&);               \
  template void phase_jumps(CUstream_st*, const loop<3>&, T*, const T*, const T*, T, T);
TUKEY_KERNEL_REALS(TUKEY_REAL)

}  // namespace tukey::cuda
