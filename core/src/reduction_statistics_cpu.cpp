// SPDX-License-Identifier: Apache-2.0
// Products, moments, norms, counts and what leaves NaN out, on the CPU.
#include "reduction_cpu.hpp"

namespace tukey::cpu {

template <class T> void prod(const reduction& r, const T* x, T* out, bool skip_nan) {
  reduce(prod_op<T>{{}, skip_nan}, r, x, out);
}
template <class T>
void general(const reduction& r, const T* x, void* out, const detail::general_sum<real_of_t<T>>& what) {
  reduce(general_sum_op<T>{{}, what}, r, x, out);
}
template <class T> void moments(const reduction& r, const T* x, real_of_t<T>* out, const detail::moments& what) {
  reduce(moments_op<T>{{}, what}, r, x, out);
}
template <class T> void count(const reduction& r, const T* x, void* out, detail::CountTo to) {
  reduce(count_op<T>{to, r.count}, r, x, out);
}
template <class T> void nan_extreme(const reduction& r, const T* x, T* out, bool smallest) {
  reduce(nan_extreme_op<T>{smallest}, r, x, out);
}
template <class T> void nan_locate(const reduction& r, const T* x, index_t* out, bool smallest) {
  reduce(nan_locate_op<T>{{}, smallest}, r, x, out);
}
template <class T> void minmax(const reduction& r, const T* x, T* least, T* most) {
  reduce(minmax_op<T>{most}, r, x, least);
}

#define TUKEY_FLOATING(T)                                                                             \
  template void prod(const reduction&, const T*, T*, bool);                                           \
  template void general(const reduction&, const T*, void*, const detail::general_sum<real_of_t<T>>&); \
  template void moments(const reduction&, const T*, real_of_t<T>*, const detail::moments&);
#define TUKEY_REAL(T)                                                   \
  template void nan_extreme(const reduction&, const T*, T*, bool);      \
  template void nan_locate(const reduction&, const T*, index_t*, bool); \
  template void minmax(const reduction&, const T*, T*, T*);
#define TUKEY_COUNT(T) template void count(const reduction&, const T*, void*, detail::CountTo);
TUKEY_KERNEL_REALS(TUKEY_FLOATING)
TUKEY_KERNEL_COMPLEX(TUKEY_FLOATING)
TUKEY_KERNEL_REALS(TUKEY_REAL)
TUKEY_KERNEL_COUNTED(TUKEY_COUNT)
template void prod(const reduction&, const long*, long*, bool);

}  // namespace tukey::cpu
