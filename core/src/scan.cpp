// SPDX-License-Identifier: Apache-2.0
// Scans: checks, axes, the choice of backend.
#include "tukey/scan.hpp"

#include "element.hpp"
#include "scan_backend.hpp"
#include "tukey/config.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/context.hpp"

namespace tukey {

using namespace detail;

namespace {

// What the backends read for bool: bytes of 0 and 1.
template <class T> using stored_t = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, kernel_t<T>>;

// y, of x's shape, becomes the scan of x.
template <class R, class T> void run(const Array<R>& y, const Array<T>& x, int axis, ScanOp op, bool skip_nan) {
  if (x.size() == 0) return;
  using S = stored_t<T>;
  if constexpr (has_cuda) {
    if (x.device().is_cuda()) {
      GpuCall call(x.device());
      const auto from = in(x);
      const auto to = out(y);
      const scan s = make_scan(from, to, axis);
      if constexpr (std::is_integral_v<T>)
        cuda::scan_integer(call.stream(), s, op, type_code<S>, from.data, type_code<stored_t<R>>, to.data);
      else
        cuda::scan_floating(call.stream(), s, op, skip_nan, reinterpret_cast<const S*>(from.data),
                            reinterpret_cast<S*>(to.data));
      return;
    }
  }
  const auto from = in(x);
  const auto to = out(y);
  cpu::scan(make_scan(from, to, axis), op, skip_nan, reinterpret_cast<const S*>(from.data),
            static_cast<void*>(to.data));
}

template <class R, class T>
Array<R> scanned(const Array<T>& x, const std::optional<int>& axis, ScanOp op, bool skip_nan, const char* function) {
  if (!axis) return scanned<R>(x.reshape({-1}), 0, op, skip_nan, function);
  const int a = normalize_axis(*axis, x.rank(), function);
  Array<R> y(x.shape(), x.device());
  run(y, x, a, op, skip_nan);
  return y;
}

template <class T>
Array<sum_t<T>> cumulative(const Array<T>& x, const CumulativeOptions& options, ScanOp op, const char* function) {
  require(options.axis || x.rank() == 1, function, "axis must be given for an array of shape ", x.shape().str());
  if (!options.include_initial) return scanned<sum_t<T>>(x, options.axis.value_or(0), op, false, function);
  const int axis = normalize_axis(options.axis.value_or(0), x.rank(), function);
  Shape shape = x.shape();
  ++shape[axis];
  Array<sum_t<T>> y(shape, x.device());
  Layout first = y.layout(), rest = y.layout();
  first.shape[axis] = 1;
  --rest.shape[axis];
  Array<sum_t<T>>(y.storage(), y.origin(), first).fill(sum_t<T>(op == ScanOp::prod ? 1 : 0));
  run(Array<sum_t<T>>(y.storage(), y.origin() + y.strides()[axis], rest), x, axis, op, false);
  return y;
}

}  // namespace

template <class T> Array<sum_t<T>> cumsum(const Array<T>& x, ScanOptions options) {
  return scanned<sum_t<T>>(x, options.axis, ScanOp::sum, false, "cumsum");
}
template <class T> Array<sum_t<T>> cumprod(const Array<T>& x, ScanOptions options) {
  return scanned<sum_t<T>>(x, options.axis, ScanOp::prod, false, "cumprod");
}
template <class T> Array<sum_t<T>> nancumsum(const Array<T>& x, ScanOptions options) {
  return scanned<sum_t<T>>(x, options.axis, ScanOp::sum, true, "nancumsum");
}
template <class T> Array<sum_t<T>> nancumprod(const Array<T>& x, ScanOptions options) {
  return scanned<sum_t<T>>(x, options.axis, ScanOp::prod, true, "nancumprod");
}
template <class T> Array<T> cummax(const Array<T>& x, ScanOptions options) {
  return scanned<T>(x, options.axis, ScanOp::max, false, "cummax");
}
template <class T> Array<T> cummin(const Array<T>& x, ScanOptions options) {
  return scanned<T>(x, options.axis, ScanOp::min, false, "cummin");
}
template <class T> Array<sum_t<T>> cumulative_sum(const Array<T>& x, CumulativeOptions options) {
  return cumulative(x, options, ScanOp::sum, "cumulative_sum");
}
template <class T> Array<sum_t<T>> cumulative_prod(const Array<T>& x, CumulativeOptions options) {
  return cumulative(x, options, ScanOp::prod, "cumulative_prod");
}

#define TUKEY_INSTANTIATE(T)                                                                \
  template TUKEY_EXPORT Array<sum_t<T>> cumsum(const Array<T>&, ScanOptions);               \
  template TUKEY_EXPORT Array<sum_t<T>> cumprod(const Array<T>&, ScanOptions);              \
  template TUKEY_EXPORT Array<sum_t<T>> nancumsum(const Array<T>&, ScanOptions);            \
  template TUKEY_EXPORT Array<sum_t<T>> nancumprod(const Array<T>&, ScanOptions);           \
  template TUKEY_EXPORT Array<sum_t<T>> cumulative_sum(const Array<T>&, CumulativeOptions); \
  template TUKEY_EXPORT Array<sum_t<T>> cumulative_prod(const Array<T>&, CumulativeOptions);
TUKEY_FOR_COMPUTED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                           \
  template TUKEY_EXPORT Array<T> cummax(const Array<T>&, ScanOptions); \
  template TUKEY_EXPORT Array<T> cummin(const Array<T>&, ScanOptions);
TUKEY_INSTANTIATE(bool)
TUKEY_FOR_INTEGER(TUKEY_INSTANTIATE)
TUKEY_FOR_REAL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey
