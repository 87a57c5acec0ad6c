// SPDX-License-Identifier: Apache-2.0
#include "tukey/reference/freq_shift.hpp"

#include <algorithm>
#include <cmath>

#include "tukey/detail/parallel.hpp"
#include "tukey/detail/rows.hpp"

namespace tukey::reference {
namespace {

// exp(-2 pi i k turns), the whole turns taken off first: the exact product needs two doubles.
template <class R> std::complex<R> carrier(index_t k, double turns) {
  const double high = turns * double(k), low = std::fma(turns, double(k), -high);
  const R angle = R(-2 * 3.141592653589793238462643383279502884L) * (R(high - std::rint(high)) + R(low));
  return {std::cos(angle), std::sin(angle)};
}

}  // namespace

template <class T, class R>
void freq_shift(const view<const T>& x, const view<std::complex<R>>& y, double turns, int axis) {
  const detail::rows from = detail::rows_along(x, axis), to = detail::rows_along(y, axis);
  detail::parallel_ranges(from.count * from.length, 4096, [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end;) {
      const index_t row = i / from.length, first = i - row * from.length;
      const index_t last = std::min(from.length, first + (end - i));
      const T* p = x.data + from.offset(row);
      std::complex<R>* q = y.data + to.offset(row);
      for (index_t k = first; k < last; ++k) q[k * to.stride] = p[k * from.stride] * carrier<R>(k, turns);
      i += last - first;
    }
  });
}

#define TUKEY_INSTANTIATE(R)                                                                                    \
  template TUKEY_EXPORT void freq_shift<R, R>(const view<const R>&, const view<std::complex<R>>&, double, int); \
  template TUKEY_EXPORT void freq_shift<std::complex<R>, R>(const view<const std::complex<R>>&,                 \
                                                            const view<std::complex<R>>&, double, int);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
TUKEY_INSTANTIATE(long double)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::reference
