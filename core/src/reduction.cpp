// SPDX-License-Identifier: Apache-2.0
// Reductions: checks, shapes, what nothing reduces to, the choice of backend.
#include "tukey/reduction.hpp"

#include <limits>

#include "reduction_plan.hpp"

namespace tukey {

using namespace detail;

namespace {

template <class R> void check_out(const Array<R>& out, const Shape& shape, Device device, const char* function) {
  require(out.shape() == shape, function, "out must have shape ", shape.str(), ", got ", out.shape().str());
  if (out.device() != device) invalid(function, "out is on ", out.device().str(), ", x is on ", device.str());
}

template <class R, class T> void run_sum(const Array<T>& x, const Array<R>& y, const ReductionPlan& p, bool mean) {
  if (y.size() == 0) return;
  if (p.count == 0) {
    Array<R>(y).fill(mean ? R(std::numeric_limits<real_t<R>>::quiet_NaN()) : R(0));
    return;
  }
  TUKEY_RUN_REDUCTION(x, y, p, sum, mean);
}
template <class R, class T> Array<R> reduce_sum(const Array<T>& x, const ReduceOptions& options, bool mean) {
  const ReductionPlan p = plan_reduction(x.shape(), options.axis, options.keepdims, mean ? "mean" : "sum");
  Array<R> y(p.shape, x.device());
  run_sum(x, y, p, mean);
  return y;
}
template <class R, class T>
void reduce_sum_into(const Array<R>& y, const Array<T>& x, const ReduceOptions& options, bool mean) {
  const char* function = mean ? "mean_into" : "sum_into";
  const ReductionPlan p = plan_reduction(x.shape(), options.axis, options.keepdims, function);
  check_out(y, p.shape, x.device(), function);
  run_sum(x, y, p, mean);
}

template <class T> ReductionPlan plan_choice(const Array<T>& x, const ReduceOptions& options, const char* function) {
  ReductionPlan p = plan_reduction(x.shape(), options.axis, options.keepdims, function);
  require(p.count > 0, function, "there must be an element to choose, got shape ", x.shape().str());
  return p;
}
template <class T>
Array<T> reduce_extreme(const Array<T>& x, const ReduceOptions& options, bool smallest, const char* function) {
  const ReductionPlan p = plan_choice(x, options, function);
  Array<T> y(p.shape, x.device());
  if (y.size() > 0) TUKEY_RUN_REDUCTION(x, y, p, extreme, smallest);
  return y;
}
template <class T>
void reduce_extreme_into(const Array<T>& y, const Array<T>& x, const ReduceOptions& options, bool smallest,
                         const char* function) {
  const ReductionPlan p = plan_choice(x, options, function);
  check_out(y, p.shape, x.device(), function);
  if (y.size() > 0) TUKEY_RUN_REDUCTION(x, y, p, extreme, smallest);
}
template <class T>
Array<std::int64_t> reduce_locate(const Array<T>& x, const ReduceOptions& options, bool smallest,
                                  const char* function) {
  require(options.axis.all() || options.axis.list().rank() == 1, function, "axis must be one axis or none, got ",
          options.axis.list().rank());
  const ReductionPlan p = plan_choice(x, options, function);
  Array<std::int64_t> y(p.shape, x.device());
  if (y.size() > 0) TUKEY_RUN_REDUCTION(x, y, p, locate, smallest);
  return y;
}
Array<bool> reduce_bool(const Array<bool>& x, const ReduceOptions& options, bool all, const char* function) {
  const ReductionPlan p = plan_reduction(x.shape(), options.axis, options.keepdims, function);
  Array<bool> y(p.shape, x.device());
  if (y.size() == 0) return y;
  if (p.count == 0)
    y.fill(all);
  else
    TUKEY_RUN_REDUCTION(x, y, p, extreme, all);
  return y;
}

}  // namespace

template <class T> Array<sum_t<T>> sum(const Array<T>& x, ReduceOptions options) {
  return reduce_sum<sum_t<T>>(x, options, false);
}
template <class T> Array<mean_t<T>> mean(const Array<T>& x, ReduceOptions options) {
  return reduce_sum<mean_t<T>>(x, options, true);
}
template <class T> void sum_into(Array<sum_t<T>>& out, const Array<T>& x, ReduceOptions options) {
  reduce_sum_into(out, x, options, false);
}
template <class T> void mean_into(Array<mean_t<T>>& out, const Array<T>& x, ReduceOptions options) {
  reduce_sum_into(out, x, options, true);
}
template <class T> Array<T> max(const Array<T>& x, ReduceOptions options) {
  return reduce_extreme(x, options, false, "max");
}
template <class T> Array<T> min(const Array<T>& x, ReduceOptions options) {
  return reduce_extreme(x, options, true, "min");
}
template <class T> void max_into(Array<T>& out, const Array<T>& x, ReduceOptions options) {
  reduce_extreme_into(out, x, options, false, "max_into");
}
template <class T> void min_into(Array<T>& out, const Array<T>& x, ReduceOptions options) {
  reduce_extreme_into(out, x, options, true, "min_into");
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

#define TUKEY_INSTANTIATE(T)                                                             \
  template TUKEY_EXPORT Array<sum_t<T>> sum(const Array<T>&, ReduceOptions);             \
  template TUKEY_EXPORT Array<mean_t<T>> mean(const Array<T>&, ReduceOptions);           \
  template TUKEY_EXPORT void sum_into(Array<sum_t<T>>&, const Array<T>&, ReduceOptions); \
  template TUKEY_EXPORT void mean_into(Array<mean_t<T>>&, const Array<T>&, ReduceOptions);
TUKEY_FOR_COMPUTED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                                        \
  template TUKEY_EXPORT Array<T> max(const Array<T>&, ReduceOptions);               \
  template TUKEY_EXPORT Array<T> min(const Array<T>&, ReduceOptions);               \
  template TUKEY_EXPORT void max_into(Array<T>&, const Array<T>&, ReduceOptions);   \
  template TUKEY_EXPORT void min_into(Array<T>&, const Array<T>&, ReduceOptions);   \
  template TUKEY_EXPORT Array<std::int64_t> argmax(const Array<T>&, ReduceOptions); \
  template TUKEY_EXPORT Array<std::int64_t> argmin(const Array<T>&, ReduceOptions);
TUKEY_INSTANTIATE(bool)
TUKEY_FOR_INTEGER(TUKEY_INSTANTIATE)
TUKEY_FOR_REAL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey
