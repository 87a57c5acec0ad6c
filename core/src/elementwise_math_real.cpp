// SPDX-License-Identifier: Apache-2.0
// Functions of real numbers on the CPU.
#include "elementwise_math_cpu.hpp"

namespace tukey::cpu {

template <class T> void exponent(const loop<2>& l, int* out, const T* x) {
  map(l, pointwise::exponent<T>{}, out, x, heavy_grain);
}
template <class T> void ldexp(const loop<3>& l, T* out, const T* x, const source<int>& exponent) {
  map(l, scale_by_power<T>{}, out, x, address(exponent), heavy_grain);
}
template <class T> void phase_jumps(const loop<3>& l, T* out, const T* b, const T* a, T period, T discont) {
  map(l, phase_jump<T>{period, discont}, out, b, a, heavy_grain);
}

#define TUKEY_REAL(T)                                                    \
  TUKEY_MATH(T)                                                          \
  template void exponent(const loop<2>&, int*, const T*);                \
  template void ldexp(const loop<3>&, T*, const T*, const source<int>&); \
  template void phase_jumps(const loop<3>&, T*, const T*, const T*, T, T);
TUKEY_KERNEL_REALS(TUKEY_REAL)

}  // namespace tukey::cpu
