// SPDX-License-Identifier: Apache-2.0
// Tests, logic, rounding and clipping on the GPU.
#include "elementwise_math.cuh"

namespace tukey::cuda {

template <class T> void test(CUstream_st* stream, TestOp op, const loop<2>& l, bool* out, const T* x) {
  map(stream, l, pointwise::test<T>{op}, out, memory(x));
}
template <class T>
void logical(CUstream_st* stream, LogicOp op, const loop<3>& l, bool* out, const source<T>& a, const source<T>& b) {
  map(stream, l, logic<T>{op}, out, argument(a), argument(b));
}
template <class T>
void isclose(CUstream_st* stream, const loop<3>& l, bool* out, const T* a, const T* b, double rtol, double atol,
             bool equal_nan) {
  map(stream, l, close_to<T>{rtol, atol, equal_nan}, out, memory(a), memory(b));
}
template <class T> void round(CUstream_st* stream, const loop<2>& l, T* out, const T* x, double factor, bool multiply) {
  map(stream, l, round_to<T>{factor, multiply}, out, memory(x));
}
template <class T>
void nan_to_num(CUstream_st* stream, const loop<2>& l, T* out, const T* x, real_of_t<T> nan, real_of_t<T> posinf,
                real_of_t<T> neginf) {
  map(stream, l, replace_nan<T>{nan, posinf, neginf}, out, memory(x));
}
template <class T> void clip(CUstream_st* stream, const loop<4>& l, T* out, const T* x, const T* low, const T* high) {
  map(stream, l, clip_between<T>{}, out, memory(x), memory(low), memory(high));
}

#define TUKEY_ALL(X) TUKEY_KERNEL_INTEGERS(X) TUKEY_KERNEL_REALS(X) TUKEY_KERNEL_COMPLEX(X)
#define TUKEY_LOGIC(T) \
  template void logical(CUstream_st*, LogicOp, const loop<3>&, bool*, const source<T>&, const source<T>&);
TUKEY_ALL(TUKEY_LOGIC)
TUKEY_LOGIC(bool)
#define TUKEY_CLOSE(T)                                                                                  \
  template void isclose(CUstream_st*, const loop<3>&, bool*, const T*, const T*, double, double, bool); \
  template void round(CUstream_st*, const loop<2>&, T*, const T*, double, bool);
TUKEY_ALL(TUKEY_CLOSE)
#define TUKEY_CLIP(T) template void clip(CUstream_st*, const loop<4>&, T*, const T*, const T*, const T*);
TUKEY_KERNEL_INTEGERS(TUKEY_CLIP)
TUKEY_KERNEL_REALS(TUKEY_CLIP)
#define TUKEY_TEST(T)                                                        \
  template void test(CUstream_st*, TestOp, const loop<2>&, bool*, const T*); \
  template void nan_to_num(CUstream_st*, const loop<2>&, T*, const T*, real_of_t<T>, real_of_t<T>, real_of_t<T>);
TUKEY_KERNEL_REALS(TUKEY_TEST)
TUKEY_KERNEL_COMPLEX(TUKEY_TEST)

}  // namespace tukey::cuda
