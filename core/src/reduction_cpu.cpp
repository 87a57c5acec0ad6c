// SPDX-License-Identifier: Apache-2.0
// Sums and extremes on the CPU.
#include "reduction_cpu.hpp"

namespace tukey::cpu {

template <class T> void sum(const reduction& r, const T* x, void* out, bool mean) {
  const index_t count = mean ? r.count : 0;
  // Means of 64-bit integers must not wrap around.
  if constexpr (sizeof(T) == 8 && kind_of<T> == kind::integer) {
    if (mean) return reduce(sum_op<T, double>{count}, r, x, out);
  }
  reduce(sum_op<T, typename wide<T>::type>{count}, r, x, out);
}
template <class T> void extreme(const reduction& r, const T* x, T* out, bool smallest) {
  smallest ? reduce(extreme_op<T, 1>{true}, r, x, out) : reduce(extreme_op<T, 0>{false}, r, x, out);
}
template <class T> void locate(const reduction& r, const T* x, index_t* out, bool smallest) {
  smallest ? reduce(locate_op<T, 1>{true}, r, x, out) : reduce(locate_op<T, 0>{false}, r, x, out);
}

#define TUKEY_SUM(T) template void sum(const reduction&, const T*, void*, bool);
#define TUKEY_EXTREME(T)                                       \
  template void extreme(const reduction&, const T*, T*, bool); \
  template void locate(const reduction&, const T*, index_t*, bool);
TUKEY_KERNEL_INTEGERS(TUKEY_SUM)
TUKEY_KERNEL_REALS(TUKEY_SUM)
TUKEY_KERNEL_COMPLEX(TUKEY_SUM)
TUKEY_KERNEL_INTEGERS(TUKEY_EXTREME)
TUKEY_KERNEL_REALS(TUKEY_EXTREME)

}  // namespace tukey::cpu
