// SPDX-License-Identifier: Apache-2.0
// New arrays with values.
#include "tukey/creation.hpp"

#include <cmath>
#include <type_traits>

#include "elementwise_backend.hpp"
#include "tukey/config.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/context.hpp"

namespace tukey {

using detail::gpu_value;
using detail::require;

namespace {
template <class T> kernel_t<T>* target(const Array<T>& y) {
  return reinterpret_cast<kernel_t<T>*>(detail::out(y).data);
}
}  // namespace

template <class T> Array<T> zeros(const Shape& shape, Device device) { return full<T>(shape, T{}, device); }
template <class T> Array<T> ones(const Shape& shape, Device device) { return full<T>(shape, T(1), device); }
template <class T> Array<T> full(const Shape& shape, std::common_type_t<T> value, Device device) {
  Array<T> y(shape, device);
  y.fill(value);
  return y;
}

template <class T> Array<T> arange(T start, T stop, T step, Device device) {
  require(step != T(0), "arange", "step must not be 0");
  index_t count = 0;
  if constexpr (std::is_integral_v<T>) {
    // The distance is an unsigned number even where stop - start overflows.
    const bool up = step > T(0);
    if (up ? start < stop : stop < start) {
      using U = std::uint64_t;
      const U distance = up ? U(stop) - U(start) : U(start) - U(stop), by = up ? U(step) : U(0) - U(step);
      const U whole = distance / by + (distance % by != 0);
      require(whole <= U(INT64_MAX), "arange", "at most 2^63 - 1 elements fit, got ", whole);
      count = static_cast<index_t>(whole);
    }
  } else {
    double length;
    if constexpr (is_complex_v<T>)
      length = ((std::complex<double>(stop) - std::complex<double>(start)) / std::complex<double>(step)).real();
    else
      length = (static_cast<double>(stop) - static_cast<double>(start)) / static_cast<double>(step);
    length = std::ceil(length);
    require(!(std::isnan(length) || length >= 9.2e18), "arange",
            "start, stop and step must give a finite number of elements");
    count = length > 0 ? static_cast<index_t>(length) : 0;
  }
  Array<T> y(Shape{count}, device);
  if (count == 0) return y;
  if constexpr (has_cuda) {
    if (device.is_cuda()) {
      detail::GpuCall call(device);
      cuda::arange<kernel_t<T>>(call.stream(), target(y), count, gpu_value(start), gpu_value(step));
      return y;
    }
  }
  cpu::arange<kernel_t<T>>(target(y), count, gpu_value(start), gpu_value(step));
  return y;
}

template <class T> Array<T> linspace(T start, T stop, LinspaceOptions options, Device device) {
  require(options.num >= 0, "linspace", "num must not be negative, got ", options.num);
  Array<T> y(Shape{options.num}, device);
  if (options.num == 0) return y;
  const index_t steps = options.endpoint ? options.num - 1 : options.num;
  const double first = start, step = steps > 0 ? (static_cast<double>(stop) - first) / static_cast<double>(steps) : 0.0;
  if constexpr (has_cuda) {
    if (device.is_cuda()) {
      detail::GpuCall call(device);
      cuda::linspace<T>(call.stream(), target(y), options.num, first, step, options.endpoint, stop);
      return y;
    }
  }
  cpu::linspace<T>(target(y), options.num, first, step, options.endpoint, stop);
  return y;
}

#define TUKEY_INSTANTIATE(T)                                     \
  template TUKEY_EXPORT Array<T> zeros<T>(const Shape&, Device); \
  template TUKEY_EXPORT Array<T> full<T>(const Shape&, std::common_type_t<T>, Device);
TUKEY_FOR_ALL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T) template TUKEY_EXPORT Array<T> ones<T>(const Shape&, Device);
TUKEY_FOR_COMPUTED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T) template TUKEY_EXPORT Array<T> arange(T, T, T, Device);
TUKEY_FOR_NUMERIC(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
template TUKEY_EXPORT Array<float> linspace(float, float, LinspaceOptions, Device);
template TUKEY_EXPORT Array<double> linspace(double, double, LinspaceOptions, Device);

}  // namespace tukey
