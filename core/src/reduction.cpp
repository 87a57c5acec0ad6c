// SPDX-License-Identifier: Apache-2.0
// Reductions: checks, shapes, what nothing reduces to, the choice of backend.
#include "tukey/reduction.hpp"

#include <limits>

#include "reduction_backend.hpp"
#include "tukey/config.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/context.hpp"

namespace tukey {

using namespace detail;

namespace {

struct Plan {
  int axis = -1;
  Shape shape;        // of the result
  index_t count = 1;  // elements that become one
};

template <class T> Plan plan(const Array<T>& x, const ReduceOptions& options, const char* function) {
  Plan p;
  if (options.axis) {
    p.axis = normalize_axis(*options.axis, x.rank(), function);
    p.count = x.shape()[p.axis];
    p.shape = x.shape();
    if (options.keepdims)
      p.shape[p.axis] = 1;
    else
      p.shape.erase(p.axis);
  } else {
    p.count = x.size();
    p.shape = Shape::filled(options.keepdims ? x.rank() : 0, 1);
  }
  return p;
}

// What kernels read for bool: bytes of 0 and 1.
template <class T> using stored_t = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, kernel_t<T>>;
template <class T> const stored_t<T>* address(const view<const T>& v) {
  return reinterpret_cast<const stored_t<T>*>(v.data);
}

template <class R, class T> Array<R> reduce_sum(const Array<T>& x, const ReduceOptions& options, bool mean) {
  const Plan p = plan(x, options, mean ? "mean" : "sum");
  Array<R> y(p.shape, x.device());
  if (y.size() == 0) return y;
  if (p.count == 0) {
    y.fill(mean ? R(std::numeric_limits<real_t<R>>::quiet_NaN()) : R(0));
    return y;
  }
  if constexpr (has_cuda) {
    if (x.device().is_cuda()) {
      GpuCall call(x.device());
      const auto from = in(x);
      cuda::sum(call.stream(), make_reduction(from, p.axis), address(from), static_cast<void*>(out(y).data), mean);
      return y;
    }
  }
  const auto from = in(x);
  cpu::sum(make_reduction(from, p.axis), address(from), static_cast<void*>(out(y).data), mean);
  return y;
}

template <class T> void run_extreme(const Array<T>& x, const Array<T>& y, int axis, bool smallest) {
  using S = stored_t<T>;
  if constexpr (has_cuda) {
    if (x.device().is_cuda()) {
      GpuCall call(x.device());
      const auto from = in(x);
      return cuda::extreme<S>(call.stream(), make_reduction(from, axis), address(from),
                              reinterpret_cast<S*>(out(y).data), smallest);
    }
  }
  const auto from = in(x);
  cpu::extreme<S>(make_reduction(from, axis), address(from), reinterpret_cast<S*>(out(y).data), smallest);
}
template <class T>
Array<T> reduce_extreme(const Array<T>& x, const ReduceOptions& options, bool smallest, const char* function) {
  const Plan p = plan(x, options, function);
  require(p.count > 0, function, "there must be an element to choose, got shape ", x.shape().str());
  Array<T> y(p.shape, x.device());
  if (y.size() > 0) run_extreme(x, y, p.axis, smallest);
  return y;
}
template <class T>
Array<std::int64_t> reduce_locate(const Array<T>& x, const ReduceOptions& options, bool smallest,
                                  const char* function) {
  const Plan p = plan(x, options, function);
  require(p.count > 0, function, "there must be an element to choose, got shape ", x.shape().str());
  Array<std::int64_t> y(p.shape, x.device());
  if (y.size() == 0) return y;
  using S = stored_t<T>;
  if constexpr (has_cuda) {
    if (x.device().is_cuda()) {
      GpuCall call(x.device());
      const auto from = in(x);
      cuda::locate<S>(call.stream(), make_reduction(from, p.axis), address(from), out(y).data, smallest);
      return y;
    }
  }
  const auto from = in(x);
  cpu::locate<S>(make_reduction(from, p.axis), address(from), out(y).data, smallest);
  return y;
}
Array<bool> reduce_bool(const Array<bool>& x, const ReduceOptions& options, bool all, const char* function) {
  const Plan p = plan(x, options, function);
  Array<bool> y(p.shape, x.device());
  if (y.size() == 0) return y;
  if (p.count == 0)
    y.fill(all);
  else
    run_extreme(x, y, p.axis, all);
  return y;
}

}  // namespace

template <class T> Array<sum_t<T>> sum(const Array<T>& x, ReduceOptions options) {
  return reduce_sum<sum_t<T>>(x, options, false);
}
template <class T> Array<mean_t<T>> mean(const Array<T>& x, ReduceOptions options) {
  return reduce_sum<mean_t<T>>(x, options, true);
}
template <class T> Array<T> max(const Array<T>& x, ReduceOptions options) {
  return reduce_extreme(x, options, false, "max");
}
template <class T> Array<T> min(const Array<T>& x, ReduceOptions options) {
  return reduce_extreme(x, options, true, "min");
}
template <class T> Array<std::int64_t> argmax(const Array<T>& x, ReduceOptions options) {
  return reduce_locate(x, options, false, "argmax");
}
template <class T> Array<std::int64_t> argmin(const Array<T>& x, ReduceOptions options) {
  return reduce_locate(x, options, true, "argmin");
}
TUKEY_EXPORT Array<bool> any(const Array<bool>& x, ReduceOptions options) {
  return reduce_bool(x, options, false, "any");
}
TUKEY_EXPORT Array<bool> all(const Array<bool>& x, ReduceOptions options) {
  return reduce_bool(x, options, true, "all");
}

#define TUKEY_INSTANTIATE(T)                                                 \
  template TUKEY_EXPORT Array<sum_t<T>> sum(const Array<T>&, ReduceOptions); \
  template TUKEY_EXPORT Array<mean_t<T>> mean(const Array<T>&, ReduceOptions);
TUKEY_FOR_COMPUTED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                                        \
  template TUKEY_EXPORT Array<T> max(const Array<T>&, ReduceOptions);               \
  template TUKEY_EXPORT Array<T> min(const Array<T>&, ReduceOptions);               \
  template TUKEY_EXPORT Array<std::int64_t> argmax(const Array<T>&, ReduceOptions); \
  template TUKEY_EXPORT Array<std::int64_t> argmin(const Array<T>&, ReduceOptions);
TUKEY_INSTANTIATE(bool)
TUKEY_FOR_INTEGER(TUKEY_INSTANTIATE)
TUKEY_FOR_REAL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey
