// SPDX-License-Identifier: Apache-2.0
// Tests, logic, rounding and clipping on the CPU.
#include "elementwise_math_cpu.hpp"

namespace tukey::cpu {

template <class T> void test(TestOp op, const loop<2>& l, bool* out, const T* x) {
  map_chosen(l, pointwise::test<T>{op}, out, x);
}
template <class T> void logical(LogicOp op, const loop<3>& l, bool* out, const source<T>& a, const source<T>& b) {
  map_chosen(l, logic<T>{op}, out, address(a), address(b));
}
template <class T>
void isclose(const loop<3>& l, bool* out, const T* a, const T* b, double rtol, double atol, bool equal_nan) {
  map(l, close_to<T>{rtol, atol, equal_nan}, out, a, b, cheap_grain);
}
template <class T> void round(const loop<2>& l, T* out, const T* x, double factor, bool multiply) {
  map(l, round_to<T>{factor, multiply}, out, x, cheap_grain);
}
template <class T>
void nan_to_num(const loop<2>& l, T* out, const T* x, real_of_t<T> nan, real_of_t<T> posinf, real_of_t<T> neginf) {
  map(l, replace_nan<T>{nan, posinf, neginf}, out, x, cheap_grain);
}
template <class T> void clip(const loop<4>& l, T* out, const T* x, const T* low, const T* high) {
  map(l, clip_between<T>{}, out, x, low, high, cheap_grain);
}

#define TUKEY_ALL(X) TUKEY_KERNEL_INTEGERS(X) TUKEY_KERNEL_REALS(X) TUKEY_KERNEL_COMPLEX(X)
#define TUKEY_LOGIC(T) template void logical(LogicOp, const loop<3>&, bool*, const source<T>&, const source<T>&);
TUKEY_ALL(TUKEY_LOGIC)
TUKEY_LOGIC(bool)
#define TUKEY_CLOSE(T)                                                                    \
  template void isclose(const loop<3>&, bool*, const T*, const T*, double, double, bool); \
  template void round(const loop<2>&, T*, const T*, double, bool);
TUKEY_ALL(TUKEY_CLOSE)
#define TUKEY_CLIP(T) template void clip(const loop<4>&, T*, const T*, const T*, const T*);
TUKEY_KERNEL_INTEGERS(TUKEY_CLIP)
TUKEY_KERNEL_REALS(TUKEY_CLIP)
#define TUKEY_TEST(T)                                          \
  template void test(TestOp, const loop<2>&, bool*, const T*); \
  template void nan_to_num(const loop<2>&, T*, const T*, real_of_t<T>, real_of_t<T>, real_of_t<T>);
TUKEY_KERNEL_REALS(TUKEY_TEST)
TUKEY_KERNEL_COMPLEX(TUKEY_TEST)

}  // namespace tukey::cpu
