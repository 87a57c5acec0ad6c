// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/detrend.hpp"

#include <algorithm>

#include "detrend_backend.hpp"
#include "tukey/config.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/context.hpp"

namespace tukey::signal {
namespace {

// The samples from `start` to `stop` along an axis, as a view.
template <class T>
Array<T> piece(const Array<T>& x, int axis, index_t start, index_t stop) {
  return x.moveaxis(axis, 0)(Slice{start, stop}).moveaxis(0, axis);
}

template <class T>
void run(const Array<T>& y, const Array<T>& x, int axis, bool linear) {
  if constexpr (has_cuda) {
    if (x.device().is_cuda()) {
      detail::GpuCall call(x.device());
      cuda::detrend(call.stream(), detail::gpu(detail::in(x)), detail::gpu(detail::out(y)), axis, linear);
      return;
    }
  }
  reference::detrend(detail::in(x), detail::out(y), axis, linear);
}

}  // namespace

template <class T>
void detrend_into(Array<T>& y, const Array<T>& x, const DetrendOptions& options) {
  const int axis = detail::normalize_axis(options.axis, x.rank(), "detrend");
  detail::require(y.shape() == x.shape(), "detrend", "y must have the shape of x, ", x.shape().str(), ", got ",
                  y.shape().str());
  detail::require_same_device(y.device(), x.device(), "detrend");
  const index_t n = x.shape(axis);
  std::vector<index_t> cuts = {0, n};
  for (const index_t cut : options.bp) {
    detail::require(cut >= 0 && cut <= n, "detrend", "bp must lie in [0, ", n, "], got ", cut);
    cuts.push_back(cut);
  }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  if (x.size() == 0) return;
  if (options.type == Detrend::none) {
    y.assign(x);
    return;
  }
  for (std::size_t i = 1; i < cuts.size(); ++i)
    run(piece(y, axis, cuts[i - 1], cuts[i]), piece(x, axis, cuts[i - 1], cuts[i]), axis,
        options.type == Detrend::linear);
}

template <class T>
Array<T> detrend(const Array<T>& x, const DetrendOptions& options) {
  Array<T> y(x.shape(), x.device());
  detrend_into(y, x, options);
  return y;
}

#define TUKEY_INSTANTIATE(T)                                                        \
  template TUKEY_EXPORT Array<T> detrend<T>(const Array<T>&, const DetrendOptions&); \
  template TUKEY_EXPORT void detrend_into<T>(Array<T>&, const Array<T>&, const DetrendOptions&);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::signal
