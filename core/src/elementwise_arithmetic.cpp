// SPDX-License-Identifier: Apache-2.0
// Arithmetic, comparisons and selections on the CPU.
#include "elementwise_cpu.hpp"

namespace tukey::cpu {

using namespace pointwise;
using detail::loop;

template <class T> void binary(BinaryOp op, const loop<3>& l, T* out, const source<T>& a, const source<T>& b) {
  pointwise::binary<T>{op}.visit([&](const auto& f) { map(l, f, out, address(a), address(b), cheap_grain); });
}
template <class T> void compare(CompareOp op, const loop<3>& l, bool* out, const source<T>& a, const source<T>& b) {
  pointwise::compare<T>{op}.visit([&](const auto& f) { map(l, f, out, address(a), address(b), cheap_grain); });
}
template <class T> void clip(const loop<2>& l, T* out, const T* x, T low, T high) {
  map(l, pointwise::clip<T>{low, high}, out, x, cheap_grain);
}
template <class T> void where(const loop<4>& l, T* out, const bool* condition, const source<T>& a, const source<T>& b) {
  map(l, pointwise::select<T>{}, out, condition, address(a), address(b), cheap_grain);
}

#define TUKEY_COMPARE(T) template void compare(CompareOp, const loop<3>&, bool*, const source<T>&, const source<T>&);
#define TUKEY_BINARY(T) template void binary(BinaryOp, const loop<3>&, T*, const source<T>&, const source<T>&);
#define TUKEY_WHERE(T) template void where(const loop<4>&, T*, const bool*, const source<T>&, const source<T>&);
#define TUKEY_CLIP(T) template void clip(const loop<2>&, T*, const T*, T, T);
#define TUKEY_ALL(X) TUKEY_KERNEL_INTEGERS(X) TUKEY_KERNEL_REALS(X) TUKEY_KERNEL_COMPLEX(X)
TUKEY_ALL(TUKEY_BINARY)
TUKEY_BINARY(bool)
TUKEY_ALL(TUKEY_COMPARE)
TUKEY_COMPARE(bool)
TUKEY_ALL(TUKEY_WHERE)
TUKEY_WHERE(bool)
TUKEY_KERNEL_INTEGERS(TUKEY_CLIP)
TUKEY_KERNEL_REALS(TUKEY_CLIP)

}  // namespace tukey::cpu
