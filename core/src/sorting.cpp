// SPDX-License-Identifier: Apache-2.0
// Sorting: axes, shapes and contiguous rows for the backends.
#include "tukey/sorting.hpp"

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

#define TUKEY_INSTANTIATE(T)                                                     \
  template TUKEY_EXPORT Array<T> sort(const Array<T>&, SortOptions);             \
  template TUKEY_EXPORT void sort_into(Array<T>&, const Array<T>&, SortOptions); \
  template TUKEY_EXPORT Array<std::int64_t> argsort(const Array<T>&, SortOptions);
TUKEY_FOR_COMPUTED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey
