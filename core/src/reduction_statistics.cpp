// SPDX-License-Identifier: Apache-2.0
// Products, variances, norms, counts, weighted means and what leaves NaN out: checks, shapes, the choice of backend.
#include <cmath>
#include <limits>
#include <vector>

#include "reduction_plan.hpp"
#include "tukey/elementwise.hpp"
#include "weighted_sum.hpp"

namespace tukey {

using namespace detail;

namespace {

template <class R> R not_a_number() { return R(std::numeric_limits<real_t<R>>::quiet_NaN()); }

// The result over nothing is `empty`.
template <class R, class T, class F>
Array<R> reduced(const Array<T>& x, const Axes& axes, bool keepdims, const char* function, R empty, const F& run) {
  const ReductionPlan p = plan_reduction(x.shape(), axes, keepdims, function);
  Array<R> y(p.shape, x.device());
  if (y.size() == 0) return y;
  if (p.count == 0)
    y.fill(empty);
  else
    run(y, p);
  return y;
}
// Integers of the same size have the same bits, whatever their sign: counts and wrapping products do not care.
template <class U, class T> Array<U> as_bits(const Array<T>& x) {
  static_assert(sizeof(U) == sizeof(T));
  return Array<U>(x.storage(), reinterpret_cast<U*>(x.origin()), x.layout());
}

template <class T>
Array<real_t<T>> variance(const Array<T>& x, const VarianceOptions& o, bool skip_nan, bool root, const char* function) {
  const moments what{skip_nan, root, o.correction.value_or(o.ddof)};
  return reduced<real_t<T>>(
      x, o.axis, o.keepdims, function, not_a_number<real_t<T>>(),
      [&](const auto& y, const ReductionPlan& p) { TUKEY_RUN_REDUCTION(x, y, p, moments, what); });
}
template <class T, class R>
Array<R> general_of(const Array<T>& x, const Axes& axes, bool keepdims, const char* function, R empty,
                    const general_sum<real_t<T>>& what) {
  return reduced<R>(x, axes, keepdims, function, empty, [&](const auto& y, const ReductionPlan& p) {
    run_reduction(
        x, y, p,
        [&](auto* stream, const auto& r, auto* a, auto* b) {
          cuda::general(stream, r, a, static_cast<void*>(b), what);
        },
        [&](const auto& r, auto* a, auto* b) { cpu::general(r, a, static_cast<void*>(b), what); });
  });
}
template <class R, class T>
Array<R> counted_as(const Array<T>& x, const ReduceOptions& o, const char* function, R empty, CountTo to) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::conditional_t<sizeof(T) == 1, std::uint8_t,
                                 std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                                    std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;
    if constexpr (!std::is_same_v<T, U>) return counted_as<R>(as_bits<U>(x), o, function, empty, to);
  }
  return reduced<R>(x, o.axis, o.keepdims, function, empty, [&](const auto& y, const ReductionPlan& p) {
    run_reduction(
        x, y, p,
        [&](auto* stream, const auto& r, auto* a, auto* b) { cuda::count(stream, r, a, static_cast<void*>(b), to); },
        [&](const auto& r, auto* a, auto* b) { cpu::count(r, a, static_cast<void*>(b), to); });
  });
}
template <class T>
Array<std::int64_t> nan_locate(const Array<T>& x, const ReduceOptions& o, bool smallest, const char* function) {
  require(o.axis.all() || o.axis.list().rank() == 1, function, "axis must be one axis or none, got ",
          o.axis.list().rank());
  const ReductionPlan p = plan_reduction(x.shape(), o.axis, o.keepdims, function);
  require(p.count > 0, function, "there must be an element to choose, got shape ", x.shape().str());
  Array<std::int64_t> y(p.shape, x.device());
  if (y.size() == 0) return y;
  TUKEY_RUN_REDUCTION(x, y, p, nan_locate, smallest);
  // No place is beyond all others.
  require(max(y).item() < p.count, function, "there must be a number to choose, got NaN only");
  return y;
}
template <class T> MinMax<T> both_extremes(const Array<T>& x, const ReduceOptions& o, const char* function) {
  const ReductionPlan p = plan_reduction(x.shape(), o.axis, o.keepdims, function);
  require(p.count > 0, function, "there must be an element to choose, got shape ", x.shape().str());
  if constexpr (std::is_floating_point_v<T>) {
    MinMax<T> y{Array<T>(p.shape, x.device()), Array<T>(p.shape, x.device())};
    if (y.min.size() == 0) return y;
    T* most = out(y.max).data;
    TUKEY_RUN_REDUCTION(x, y.min, p, minmax, most);
    return y;
  } else {
    return {min(x, o), max(x, o)};
  }
}

}  // namespace

template <class T> Array<sum_t<T>> prod(const Array<T>& x, ReduceOptions o) {
  using R = sum_t<T>;
  if constexpr (std::is_integral_v<T>) {
    if constexpr (std::is_same_v<T, std::int64_t>) {
      return reduced<R>(x, o.axis, o.keepdims, "prod", R(1),
                        [&](const auto& y, const ReductionPlan& p) { TUKEY_RUN_REDUCTION(x, y, p, prod, false); });
    } else if constexpr (sizeof(T) == 8) {
      return as_bits<R>(prod(as_bits<std::int64_t>(x), o));
    } else {
      return as_bits<R>(prod(x.template astype<std::int64_t>(), o));
    }
  } else {
    return reduced<R>(x, o.axis, o.keepdims, "prod", R(1),
                      [&](const auto& y, const ReductionPlan& p) { TUKEY_RUN_REDUCTION(x, y, p, prod, false); });
  }
}
template <class T> Array<real_t<mean_t<T>>> var(const Array<T>& x, VarianceOptions o) {
  if constexpr (std::is_integral_v<T>)
    return variance(x.template astype<double>(), o, false, false, "var");
  else
    return variance(x, o, false, false, "var");
}
template <class T> Array<real_t<mean_t<T>>> stddev(const Array<T>& x, VarianceOptions o) {
  if constexpr (std::is_integral_v<T>)
    return variance(x.template astype<double>(), o, false, true, "stddev");
  else
    return variance(x, o, false, true, "stddev");
}
template <class T> Array<real_t<T>> nanvar(const Array<T>& x, VarianceOptions o) {
  return variance(x, o, true, false, "nanvar");
}
template <class T> Array<real_t<T>> nanstddev(const Array<T>& x, VarianceOptions o) {
  return variance(x, o, true, true, "nanstddev");
}

template <class T> MinMax<T> minmax(const Array<T>& x, ReduceOptions o) { return both_extremes(x, o, "minmax"); }
template <class T> Array<T> ptp(const Array<T>& x, ReduceOptions o) {
  const ReductionPlan p = plan_reduction(x.shape(), o.axis, o.keepdims, "ptp");
  require(p.count > 0, "ptp", "there must be an element to choose, got shape ", x.shape().str());
  if constexpr (std::is_floating_point_v<T>) {
    Array<T> y(p.shape, x.device());
    T* most = nullptr;
    if (y.size() > 0) TUKEY_RUN_REDUCTION(x, y, p, minmax, most);
    return y;
  } else {
    return max(x, o) - min(x, o);
  }
}

template <class T> Array<bool> any(const Array<T>& x, ReduceOptions o) {
  return counted_as<bool>(x, o, "any", false, CountTo::any);
}
template <class T> Array<bool> all(const Array<T>& x, ReduceOptions o) {
  return counted_as<bool>(x, o, "all", true, CountTo::all);
}
template <class T> Array<std::int64_t> count_nonzero(const Array<T>& x, ReduceOptions o) {
  return counted_as<std::int64_t>(x, o, "count_nonzero", 0, CountTo::number);
}

template <class T> Array<T> nansum(const Array<T>& x, ReduceOptions o) {
  return general_of<T, T>(x, o.axis, o.keepdims, "nansum", T(0), {SumOf::not_nan, SumTo::sum, 1, nullptr});
}
template <class T> Array<T> nanmean(const Array<T>& x, ReduceOptions o) {
  return general_of<T, T>(x, o.axis, o.keepdims, "nanmean", not_a_number<T>(),
                          {SumOf::not_nan, SumTo::mean, 1, nullptr});
}
template <class T> Array<T> nanprod(const Array<T>& x, ReduceOptions o) {
  return reduced<T>(x, o.axis, o.keepdims, "nanprod", T(1),
                    [&](const auto& y, const ReductionPlan& p) { TUKEY_RUN_REDUCTION(x, y, p, prod, true); });
}
template <class T> Array<T> nanmax(const Array<T>& x, ReduceOptions o) {
  return reduced<T>(x, o.axis, o.keepdims, "nanmax", not_a_number<T>(),
                    [&](const auto& y, const ReductionPlan& p) { TUKEY_RUN_REDUCTION(x, y, p, nan_extreme, false); });
}
template <class T> Array<T> nanmin(const Array<T>& x, ReduceOptions o) {
  return reduced<T>(x, o.axis, o.keepdims, "nanmin", not_a_number<T>(),
                    [&](const auto& y, const ReductionPlan& p) { TUKEY_RUN_REDUCTION(x, y, p, nan_extreme, true); });
}
template <class T> Array<std::int64_t> nanargmax(const Array<T>& x, ReduceOptions o) {
  return nan_locate(x, o, false, "nanargmax");
}
template <class T> Array<std::int64_t> nanargmin(const Array<T>& x, ReduceOptions o) {
  return nan_locate(x, o, true, "nanargmin");
}

namespace detail {
template <class T>
Array<T> weighted_sum(const Array<T>& x, const Array<real_t<T>>& weights, int axis, bool keepdims,
                      const char* function) {
  const Array<real_t<T>> w = weights.contiguous();
  return general_of<T, T>(x, axis, keepdims, function, T(0), {SumOf::weighted, SumTo::sum, 1, in(w).data});
}
#define TUKEY_INSTANTIATE(T) \
  template Array<T> weighted_sum(const Array<T>&, const Array<real_t<T>>&, int, bool, const char*);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
}  // namespace detail

template <class T> AverageReturned<T> average_returned(const Array<T>& x, const Array<real_t<T>>& weights, ReduceOptions o) {
  require_same_device(x.device(), weights.device(), "average");
  if (weights.shape() == x.shape() && x.rank() != 1) {
    Array<T> w;
    if constexpr (is_complex_v<T>)
      w = weights.template astype<T>();
    else
      w = weights;
    const Array<T> sums = sum(x * w, o);
    const Array<real_t<T>> scale = sum(weights, o);
    if constexpr (is_complex_v<T>)
      return {sums / scale.template astype<T>(), scale};
    else
      return {sums / scale, scale};
  }
  require(x.rank() == 1 || (!o.axis.all() && o.axis.list().rank() == 1), "average",
          "axis must be one axis where weights have shape ", weights.shape().str(), " and x has shape ",
          x.shape().str());
  const ReductionPlan p = plan_reduction(x.shape(), o.axis, o.keepdims, "average");
  require(weights.rank() == 1 && weights.size() == p.count, "average", "weights must have shape ", x.shape().str(),
          " or (", p.count, ",), got ", weights.shape().str());
  const Array<T> sums =
      weighted_sum(x, weights, o.axis.all() ? 0 : static_cast<int>(o.axis.list()[0]), o.keepdims, "average");
  const Array<real_t<T>> scale = sum(weights).broadcast_to(sums.shape()).copy();
  if constexpr (is_complex_v<T>)
    return {sums / scale.template astype<T>(), scale};
  else
    return {sums / scale, scale};
}
template <class T> Array<T> average(const Array<T>& x, const Array<real_t<T>>& weights, ReduceOptions o) {
  return average_returned(x, weights, o).average;
}

template <class T> Array<real_t<T>> vector_norm(const Array<T>& x, NormOptions o) {
  using R = real_t<T>;
  const char* name = "vector_norm";
  require(!std::isnan(o.ord), name, "ord must be a number, got NaN");
  if (std::isinf(o.ord)) {
    const bool smallest = o.ord < 0;
    const ReductionPlan p = plan_reduction(x.shape(), o.axis, o.keepdims, name);
    if (p.count == 0 && !smallest)
      return reduced<R>(x, o.axis, o.keepdims, name, R(0), [](const auto&, const auto&) {});
    require(p.count > 0, name, "there must be an element to choose, got shape ", x.shape().str());
    const ReduceOptions options{o.axis, o.keepdims};
    if constexpr (!is_complex_v<T>) {
      if (!smallest) {
        const MinMax<T> ends = both_extremes(x, options, name);
        return maximum(abs(ends.min), abs(ends.max));
      }
    }
    return smallest ? min(abs(x), options) : max(abs(x), options);
  }
  general_sum<R> what{SumOf::power, SumTo::root, o.ord, nullptr};
  if (o.ord == 2) what.of = SumOf::square;
  if (o.ord == 1) what.of = SumOf::magnitude, what.to = SumTo::sum;
  if (o.ord == 0) what.of = SumOf::nonzero, what.to = SumTo::sum;
  return general_of<T, R>(x, o.axis, o.keepdims, name, R(0), what);
}

template <class T> Array<sum_t<T>> trace(const Array<T>& x, TraceOptions o) {
  require(x.rank() >= 2, "trace", "x must have at least two axes, got shape ", x.shape().str());
  const int a = normalize_axis(o.axis1, x.rank(), "trace", "axis1"),
            b = normalize_axis(o.axis2, x.rank(), "trace", "axis2");
  require(a != b, "trace", "axis1 and axis2 must differ, both are ", a);
  Layout l = x.layout();
  const index_t rows = l.shape[a] + (o.offset < 0 ? o.offset : 0), columns = l.shape[b] - (o.offset > 0 ? o.offset : 0);
  index_t n = rows < columns ? rows : columns;
  if (n < 0) n = 0;
  const index_t first = o.offset < 0 ? -o.offset * l.strides[a] : o.offset * l.strides[b];
  const index_t stride = l.strides[a] + l.strides[b];
  l.shape.erase(a > b ? a : b), l.strides.erase(a > b ? a : b);
  l.shape.erase(a > b ? b : a), l.strides.erase(a > b ? b : a);
  l.shape.push_back(n), l.strides.push_back(stride);
  return sum(Array<T>(x.storage(), n > 0 ? x.origin() + first : x.origin(), l), {-1});
}

#define TUKEY_INSTANTIATE(T)                                                               \
  template TUKEY_EXPORT Array<sum_t<T>> prod(const Array<T>&, ReduceOptions);              \
  template TUKEY_EXPORT Array<real_t<mean_t<T>>> var(const Array<T>&, VarianceOptions);    \
  template TUKEY_EXPORT Array<real_t<mean_t<T>>> stddev(const Array<T>&, VarianceOptions); \
  template TUKEY_EXPORT Array<std::int64_t> count_nonzero(const Array<T>&, ReduceOptions); \
  template TUKEY_EXPORT Array<sum_t<T>> trace(const Array<T>&, TraceOptions);
TUKEY_FOR_COMPUTED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                             \
  template TUKEY_EXPORT Array<bool> any(const Array<T>&, ReduceOptions); \
  template TUKEY_EXPORT Array<bool> all(const Array<T>&, ReduceOptions);
TUKEY_FOR_NUMERIC(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                              \
  template TUKEY_EXPORT MinMax<T> minmax(const Array<T>&, ReduceOptions); \
  template TUKEY_EXPORT Array<T> ptp(const Array<T>&, ReduceOptions);
TUKEY_FOR_INTEGER(TUKEY_INSTANTIATE)
TUKEY_FOR_REAL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                                                                  \
  template TUKEY_EXPORT Array<T> nansum(const Array<T>&, ReduceOptions);                                      \
  template TUKEY_EXPORT Array<T> nanprod(const Array<T>&, ReduceOptions);                                     \
  template TUKEY_EXPORT Array<T> nanmean(const Array<T>&, ReduceOptions);                                     \
  template TUKEY_EXPORT Array<real_t<T>> nanvar(const Array<T>&, VarianceOptions);                            \
  template TUKEY_EXPORT Array<real_t<T>> nanstddev(const Array<T>&, VarianceOptions);                         \
  template TUKEY_EXPORT Array<T> average(const Array<T>&, const Array<real_t<T>>&, ReduceOptions);            \
  template TUKEY_EXPORT AverageReturned<T> average_returned(const Array<T>&, const Array<real_t<T>>&, ReduceOptions); \
  template TUKEY_EXPORT Array<real_t<T>> vector_norm(const Array<T>&, NormOptions);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                                           \
  template TUKEY_EXPORT Array<T> nanmax(const Array<T>&, ReduceOptions);               \
  template TUKEY_EXPORT Array<T> nanmin(const Array<T>&, ReduceOptions);               \
  template TUKEY_EXPORT Array<std::int64_t> nanargmax(const Array<T>&, ReduceOptions); \
  template TUKEY_EXPORT Array<std::int64_t> nanargmin(const Array<T>&, ReduceOptions);
TUKEY_FOR_REAL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey
