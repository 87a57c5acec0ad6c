// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/freq_shift.hpp"

#include <cmath>

#include "freq_shift_backend.hpp"
#include "tukey/config.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/context.hpp"

namespace tukey::signal {

template <class T>
void freq_shift_into(Array<std::complex<real_t<T>>>& y, const Array<T>& x, double freq, FreqShiftOptions options) {
  const int axis = detail::normalize_axis(options.axis, x.rank(), "freq_shift");
  detail::require(std::isfinite(freq), "freq_shift", "freq must be finite, got ", freq);
  detail::require(std::isfinite(options.fs) && options.fs > 0, "freq_shift", "fs must be positive, got ", options.fs);
  detail::require(y.shape() == x.shape(), "freq_shift", "y must have the shape of x, ", x.shape().str(), ", got ",
                  y.shape().str());
  detail::require_same_device(y.device(), x.device(), "freq_shift");
  if (x.size() == 0) return;
  const double turns = freq / options.fs;
  if constexpr (has_cuda) {
    if (x.device().is_cuda()) {
      detail::GpuCall call(x.device());
      cuda::freq_shift(call.stream(), detail::gpu(detail::in(x)), detail::gpu(detail::out(y)), turns, axis);
      return;
    }
  }
  reference::freq_shift(detail::in(x), detail::out(y), turns, axis);
}

template <class T> Array<std::complex<real_t<T>>> freq_shift(const Array<T>& x, double freq, FreqShiftOptions options) {
  Array<std::complex<real_t<T>>> y(x.shape(), x.device());
  freq_shift_into(y, x, freq, options);
  return y;
}

#define TUKEY_INSTANTIATE(T)                                                                                     \
  template TUKEY_EXPORT Array<std::complex<real_t<T>>> freq_shift<T>(const Array<T>&, double, FreqShiftOptions); \
  template TUKEY_EXPORT void freq_shift_into<T>(Array<std::complex<real_t<T>>>&, const Array<T>&, double,        \
                                                FreqShiftOptions);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::signal
