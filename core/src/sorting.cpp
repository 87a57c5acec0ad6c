// SPDX-License-Identifier: Apache-2.0
// Sorting: axes, shapes and contiguous rows for the backends.
#include "tukey/sorting.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "sorting_backend.hpp"
#include "tukey/config.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/context.hpp"

namespace tukey {

using namespace detail;
using sorting::Kind;

namespace {

template <class T> constexpr Kind kind_of() {
  if constexpr (is_complex_v<T>)
    return sizeof(T) == 8 ? Kind::c64 : Kind::c128;
  else if constexpr (std::is_floating_point_v<T>)
    return sizeof(T) == 4 ? Kind::f32 : Kind::f64;
  else
    return static_cast<Kind>(2 * (sizeof(T) == 1   ? 0
                                  : sizeof(T) == 2 ? 1
                                  : sizeof(T) == 4 ? 2
                                                   : 3) +
                             std::is_signed_v<T>);
}

// x as contiguous rows along the axis, which is last in `rows`.
template <class T> struct Rows {
  Array<T> rows;
  int axis;  // in the result; the result's rank may be 1 for a flattened array
  index_t count, n;
};
template <class T> Rows<T> rows_of(const Array<T>& x, std::optional<int> axis, bool reversed, const char* function) {
  Rows<T> r{x, 0, 1, 0};
  if (axis) {
    r.axis = normalize_axis(*axis, x.rank(), function);
    r.rows = x.moveaxis(r.axis, -1);
  } else {
    r.rows = x.flatten();
  }
  r.n = r.rows.shape(-1);
  if (reversed) r.rows = r.rows.flip(-1);
  r.rows = r.rows.contiguous();
  r.count = r.n ? r.rows.size() / r.n : 0;
  return r;
}

// y: contiguous, not overlapping.
template <class T> void sort_rows_into(const Array<T>& y, const Rows<T>& r) {
  if (r.rows.size() == 0) return;
  if constexpr (has_cuda) {
    if (y.device().is_cuda()) {
      GpuCall call(y.device());
      return cuda::sort_rows(call.stream(), kind_of<T>(), r.count, r.n, in(r.rows).data, out(y).data);
    }
  }
  cpu::sort_rows(kind_of<T>(), r.count, r.n, in(r.rows).data, out(y).data);
}
template <class T> Array<T> sorted_rows(const Rows<T>& r) {
  Array<T> y(r.rows.shape(), r.rows.device());
  sort_rows_into(y, r);
  return y;
}
template <class T> Array<std::int64_t> argsorted_rows(const Rows<T>& r, bool descending) {
  Array<std::int64_t> y(r.rows.shape(), r.rows.device());
  if (r.rows.size() == 0) return y;
  if constexpr (has_cuda) {
    if (y.device().is_cuda()) {
      GpuCall call(y.device());
      cuda::argsort_rows(call.stream(), kind_of<T>(), descending, r.count, r.n, in(r.rows).data, nullptr, out(y).data);
      return y;
    }
  }
  cpu::argsort_rows(kind_of<T>(), descending, r.count, r.n, in(r.rows).data, nullptr, out(y).data);
  return y;
}

// y[row][i] = rows[row][index[row][i]].
template <class T> void gather(const Array<T>& y, const Rows<T>& r, const Array<std::int64_t>& index) {
  const index_t k = y.shape(-1);
  if constexpr (has_cuda) {
    if (y.device().is_cuda()) {
      GpuCall call(y.device());
      return cuda::gather_rows(call.stream(), sizeof(T), r.count, r.n, k, in(r.rows).data, in(index).data, out(y).data);
    }
  }
  cpu::gather_rows(sizeof(T), r.count, r.n, k, in(r.rows).data, in(index).data, out(y).data);
}

}  // namespace

// Descending is ascending of the reversed rows, reversed: equal elements keep their order that way.
template <class T> Array<T> sort(const Array<T>& x, SortOptions options) {
  const Rows<T> r = rows_of(x, options.axis, options.descending, "sort");
  const Array<T> y = sorted_rows(r);
  return (options.descending ? y.flip(-1) : y).moveaxis(-1, r.axis).contiguous();
}
template <class T> void sort_into(Array<T>& out, const Array<T>& x, SortOptions options) {
  require_same_device(out.device(), x.device(), "sort_into");
  require(out.shape() == (options.axis ? x.shape() : Shape{x.size()}), "sort_into", "out must have shape ",
          (options.axis ? x.shape() : Shape{x.size()}).str(), ", got ", out.shape().str());
  const Rows<T> r = rows_of(x, options.axis, options.descending, "sort_into");
  if (out.is_contiguous() && !options.descending && r.axis == out.rank() - 1 && !out.shares_memory_with(r.rows))
    return sort_rows_into(out, r);
  const Array<T> y = sorted_rows(r);
  out.assign((options.descending ? y.flip(-1) : y).moveaxis(-1, r.axis));
}
template <class T> Array<std::int64_t> argsort(const Array<T>& x, SortOptions options) {
  const Rows<T> r = rows_of(x, options.axis, false, "argsort");
  return argsorted_rows(r, options.descending).moveaxis(-1, r.axis).contiguous();
}

template <class T> Array<sorted_complex_t<T>> sort_complex(const Array<T>& x) {
  require(x.rank() > 0, "sort_complex", "x must have an axis, got shape ()");
  if constexpr (is_complex_v<T>)
    return sort(x);
  else
    return sort(x.template astype<sorted_complex_t<T>>());
}

template <class T> Array<std::int64_t> lexsort(const Array<T>& keys, int axis) {
  require(keys.rank() >= 2, "lexsort", "keys must have an axis of keys and one to sort, got shape ",
          keys.shape().str());
  const int along = normalize_axis(axis, keys.rank() - 1, "lexsort");
  require(keys.shape(0) > 0, "lexsort", "there must be a key, got shape ", keys.shape().str());
  Array<std::int64_t> order, next;
  for (index_t i = 0; i < keys.shape(0); ++i) {
    const Rows<T> r = rows_of(keys.select(0, i), along, false, "lexsort");
    if (i == 0) {
      order = argsorted_rows(r, false);
      continue;
    }
    if (order.size() == 0) break;
    if (next.shape() != order.shape()) next = Array<std::int64_t>(order.shape(), order.device());
    if constexpr (has_cuda) {
      if (order.device().is_cuda()) {
        GpuCall call(order.device());
        cuda::argsort_rows(call.stream(), kind_of<T>(), false, r.count, r.n, in(r.rows).data, in(order).data,
                           out(next).data);
        std::swap(order, next);
        continue;
      }
    }
    cpu::argsort_rows(kind_of<T>(), false, r.count, r.n, in(r.rows).data, in(order).data, out(next).data);
    std::swap(order, next);
  }
  return order.moveaxis(-1, along).contiguous();
}

namespace {

// Ascending and non-negative.
std::vector<index_t> places(const std::vector<index_t>& kth, index_t n, const char* function) {
  std::vector<index_t> k;
  for (index_t i : kth) {
    require(i >= -n && i < n, function, "kth must be in [", -n, ", ", n, "), got ", i);
    k.push_back(i < 0 ? i + n : i);
  }
  std::sort(k.begin(), k.end());
  return k;
}

}  // namespace

// On the GPU, sorting takes not much longer than moving every element to its side.
template <class T> Array<T> partition(const Array<T>& x, const std::vector<index_t>& kth, PartitionOptions options) {
  const Rows<T> r = rows_of(x, options.axis, false, "partition");
  const std::vector<index_t> k = places(kth, r.n, "partition");
  Array<T> y;
  if (x.device().is_cuda() || r.rows.size() == 0) {
    y = sorted_rows(r);
  } else {
    y = Array<T>(r.rows.shape(), x.device());
    cpu::partition_rows(kind_of<T>(), r.count, r.n, k.data(), static_cast<index_t>(k.size()), in(r.rows).data,
                        out(y).data);
  }
  return y.moveaxis(-1, r.axis).contiguous();
}
template <class T>
Array<std::int64_t> argpartition(const Array<T>& x, const std::vector<index_t>& kth, PartitionOptions options) {
  const Rows<T> r = rows_of(x, options.axis, false, "argpartition");
  const std::vector<index_t> k = places(kth, r.n, "argpartition");
  Array<std::int64_t> y;
  if (x.device().is_cuda() || r.rows.size() == 0) {
    y = argsorted_rows(r, false);
  } else {
    y = Array<std::int64_t>(r.rows.shape(), x.device());
    cpu::argpartition_rows(kind_of<T>(), r.count, r.n, k.data(), static_cast<index_t>(k.size()), in(r.rows).data,
                           out(y).data);
  }
  return y.moveaxis(-1, r.axis).contiguous();
}

template <class T> TopK<T> top_k(const Array<T>& x, index_t k, TopKOptions options) {
  const Rows<T> r = rows_of(x, options.axis, false, "top_k");
  require(k >= 0 && k <= r.n, "top_k", "k must be in [0, ", r.n, "], got ", k);
  Shape shape = r.rows.shape();
  shape[shape.rank() - 1] = k;
  Array<T> values(shape, x.device());
  Array<std::int64_t> indices(shape, x.device());
  if (values.size() > 0) {
    if (x.device().is_cuda())
      indices = argsorted_rows(r, options.largest)(ellipsis, Slice{0, k}).contiguous();
    else
      cpu::top_k_rows(kind_of<T>(), options.largest, r.count, r.n, k, in(r.rows).data, out(indices).data);
    gather(values, r, indices);
  }
  return {values.moveaxis(-1, r.axis).contiguous(), indices.moveaxis(-1, r.axis).contiguous()};
}

namespace {

template <class T>
Array<mean_t<T>> quantiles(const Array<T>& x, const double* q, index_t count, bool several, double most,
                           sorting::Method method, bool ignore_nan, MedianOptions options, const char* function) {
  std::vector<double> fractions;
  for (index_t j = 0; j < count; ++j) {
    require(q[j] >= 0 && q[j] <= most, function, "q must be in [0, ", most, "], got ", q[j]);
    fractions.push_back(q[j] / most);
  }
  const Rows<T> r = rows_of(x, options.axis, false, function);
  Shape shape = x.shape();
  if (!options.axis)
    shape = Shape::filled(options.keepdims ? x.rank() : 0, 1);
  else if (options.keepdims)
    shape[r.axis] = 1;
  else
    shape.erase(r.axis);
  if (several) shape.insert(0, count);
  Array<mean_t<T>> y(shape, x.device());
  if (y.size() == 0) return y;
  if (r.n == 0) {
    y.fill(std::numeric_limits<mean_t<T>>::quiet_NaN());
    return y;
  }
  sorting::quantile_problem p{
      kind_of<T>(),           r.count, r.n, nullptr, static_cast<int>(count), fractions.data(), method, ignore_nan,
      sizeof(mean_t<T>) == 4, nullptr};
  if constexpr (has_cuda) {
    if (x.device().is_cuda()) {
      GpuCall call(x.device());
      p.x = in(r.rows).data, p.y = out(y).data;
      cuda::quantiles(call.stream(), p);
      return y;
    }
  }
  p.x = in(r.rows).data, p.y = out(y).data;
  cpu::quantiles(p);
  return y;
}

}  // namespace

#define TUKEY_QUANTILE(name, most, ignore_nan)                                                                         \
  template <class T> Array<mean_t<T>> name(const Array<T>& x, double q, QuantileOptions options) {                     \
    return quantiles(x, &q, 1, false, most, static_cast<sorting::Method>(options.method), ignore_nan,                  \
                     {options.axis, options.keepdims}, #name);                                                         \
  }                                                                                                                    \
  template <class T> Array<mean_t<T>> name(const Array<T>& x, const std::vector<double>& q, QuantileOptions options) { \
    return quantiles(x, q.data(), static_cast<index_t>(q.size()), true, most,                                          \
                     static_cast<sorting::Method>(options.method), ignore_nan, {options.axis, options.keepdims},       \
                     #name);                                                                                           \
  }
TUKEY_QUANTILE(quantile, 1.0, false)
TUKEY_QUANTILE(percentile, 100.0, false)
TUKEY_QUANTILE(nanquantile, 1.0, true)
TUKEY_QUANTILE(nanpercentile, 100.0, true)
#undef TUKEY_QUANTILE
template <class T> Array<mean_t<T>> median(const Array<T>& x, MedianOptions options) {
  const double half = 0.5;
  return quantiles(x, &half, 1, false, 1, sorting::Method::median, false, options, "median");
}
template <class T> Array<mean_t<T>> nanmedian(const Array<T>& x, MedianOptions options) {
  const double half = 0.5;
  return quantiles(x, &half, 1, false, 1, sorting::Method::median, true, options, "nanmedian");
}

#define TUKEY_INSTANTIATE(T)                                                                                \
  template TUKEY_EXPORT Array<T> sort(const Array<T>&, SortOptions);                                        \
  template TUKEY_EXPORT void sort_into(Array<T>&, const Array<T>&, SortOptions);                            \
  template TUKEY_EXPORT Array<std::int64_t> argsort(const Array<T>&, SortOptions);                          \
  template TUKEY_EXPORT Array<sorted_complex_t<T>> sort_complex(const Array<T>&);                           \
  template TUKEY_EXPORT Array<std::int64_t> lexsort(const Array<T>&, int);                                  \
  template TUKEY_EXPORT Array<T> partition(const Array<T>&, const std::vector<index_t>&, PartitionOptions); \
  template TUKEY_EXPORT Array<std::int64_t> argpartition(const Array<T>&, const std::vector<index_t>&,      \
                                                         PartitionOptions);                                 \
  template TUKEY_EXPORT TopK<T> top_k(const Array<T>&, index_t, TopKOptions);
TUKEY_FOR_COMPUTED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_BOTH(name, T)                                                              \
  template TUKEY_EXPORT Array<mean_t<T>> name(const Array<T>&, double, QuantileOptions); \
  template TUKEY_EXPORT Array<mean_t<T>> name(const Array<T>&, const std::vector<double>&, QuantileOptions);
#define TUKEY_INSTANTIATE(T)                                                     \
  TUKEY_BOTH(quantile, T)                                                        \
  TUKEY_BOTH(percentile, T)                                                      \
  TUKEY_BOTH(nanquantile, T)                                                     \
  TUKEY_BOTH(nanpercentile, T)                                                   \
  template TUKEY_EXPORT Array<mean_t<T>> median(const Array<T>&, MedianOptions); \
  template TUKEY_EXPORT Array<mean_t<T>> nanmedian(const Array<T>&, MedianOptions);
TUKEY_INSTANTIATE(bool)
TUKEY_FOR_INTEGER(TUKEY_INSTANTIATE)
TUKEY_FOR_REAL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#undef TUKEY_BOTH

}  // namespace tukey
