// SPDX-License-Identifier: Apache-2.0
// Sets: sort, mark what stays, copy it to where a count of the marks says.
#include <algorithm>

#include "dispatch.hpp"
#include "searching_backend.hpp"
#include "tukey/creation.hpp"
#include "tukey/difference.hpp"
#include "tukey/elementwise.hpp"
#include "tukey/indexing.hpp"
#include "tukey/reduction.hpp"
#include "tukey/scan.hpp"
#include "tukey/searching.hpp"
#include "tukey/sorting.hpp"

namespace tukey {

using namespace detail;

namespace {

// Integers are compared for equality only.
template <class T> struct as_run { using type = T; };
template <> struct as_run<signed char> { using type = unsigned char; };
template <> struct as_run<short> { using type = unsigned short; };
template <> struct as_run<int> { using type = unsigned; };
template <> struct as_run<long> { using type = unsigned long; };
template <class T> using run_t = typename as_run<stored_t<T>>::type;

// x sorted, and where its elements were before.
template <class T> struct Sorted {
  Array<T> values;
  Array<std::int64_t> order;  // only if asked for
};
template <class T> Array<T> take_flat(const Array<T>& x, const Array<std::int64_t>& order) {
  Array<T> y(order.shape(), x.device());
  if (y.size() == 0) return y;
  const auto* from = reinterpret_cast<const run_t<T>*>(read(x));
  const index_t* at = read(order);
  auto* to = reinterpret_cast<run_t<T>*>(written(y));
  TUKEY_ON(x.device(), gather, from, x.size(), at, y.size(), to);
  return y;
}
template <class T> Sorted<T> sorted(const Array<T>& x, bool with_order) {
  const Array<T> from = flat(x);
  if (!with_order) return {sort(from), {}};
  const Array<std::int64_t> order = argsort(from);
  return {take_flat(from, order), order};
}

struct Wanted {
  bool indices = false, inverse = false, counts = false;
};
// The elements of sorted x that stay. Waits for the GPU.
template <class T> UniqueAll<T> select_from(const Sorted<T>& x, run_rule rule, bool equal_nan, Wanted wanted = {}) {
  const Device device = x.values.device();
  const index_t n = x.values.size();
  const auto empty = [&](bool want, index_t size) {
    return want ? Array<std::int64_t>(Shape{size}, device) : Array<std::int64_t>();
  };
  if (n == 0) {
    return {Array<T>(Shape{0}, device), empty(wanted.indices, 0), empty(wanted.inverse, 0), empty(wanted.counts, 0)};
  }
  const auto* from = reinterpret_cast<const run_t<T>*>(read(x.values));
  const bool ordered = wanted.indices || wanted.inverse;
  const run_problem p{n, rule, equal_nan, ordered ? read(x.order) : nullptr};
  Array<std::int64_t> after(Shape{select_pieces(n)}, device);
  index_t* sums = written(after);
  TUKEY_ON(device, count_runs, from, p, sums);
  const index_t size = after(-1).item();
  UniqueAll<T> y{Array<T>(Shape{size}, device), empty(wanted.indices, size), empty(wanted.inverse, n),
                 empty(wanted.counts, size)};
  if (size == 0) return y;
  const Array<std::int64_t> starts = empty(wanted.counts, size);
  auto* to = reinterpret_cast<run_t<T>*>(written(y.values));
  const run_results r{wanted.counts ? written(starts) : nullptr, wanted.indices ? written(y.indices) : nullptr,
                      wanted.inverse ? written(y.inverse) : nullptr};
  TUKEY_ON(device, select_runs, from, p, sums, to, r);
  if (wanted.counts) {
    const index_t* begin = read(starts);
    index_t* lengths = written(y.counts);
    TUKEY_ON(device, run_lengths, begin, size, n, lengths);
  }
  return y;
}
// The distinct slices across an axis, in lexicographic order: rows, sorted by their columns from the last to the first.
template <class T> UniqueAll<T> unique_slices(const Array<T>& x, int axis, Wanted wanted) {
  const int along = normalize_axis(axis, x.rank(), "unique");
  const index_t n = x.shape(along), width = n == 0 ? 0 : x.size() / n;
  const Array<T> rows = x.moveaxis(along, 0).reshape(Shape{n, width});
  const Array<std::int64_t> order =
      width > 0 ? lexsort(rows.transpose().flip(0)) : arange<std::int64_t>(n).to(x.device());
  Array<bool> first(Shape{n}, x.device());
  if (n > 0) {
    const Array<T> ordered = take(rows, order, {.axis = 0, .mode = IndexMode::clip});
    first(Slice{0, 1}).fill(true);
    first(Slice{1, {}}).assign(any(ordered(Slice{1, {}}) != ordered(Slice{{}, -1}), {.axis = 1}));
  }
  const Array<std::int64_t> starts = flatnonzero(first);
  UniqueAll<T> y;
  y.indices = take(order, starts, {.axis = 0, .mode = IndexMode::clip});
  y.values = take(x, y.indices, {.axis = along, .mode = IndexMode::clip});
  if (wanted.inverse) {
    y.inverse = Array<std::int64_t>(Shape{n}, x.device());
    put(y.inverse, order, cumsum(first) - std::int64_t(1), {IndexMode::clip});
  }
  if (wanted.counts)
    y.counts = diff(starts, Array<std::int64_t>(Shape{0}, x.device()), full<std::int64_t>({1}, n, x.device()));
  return y;
}
template <class T> UniqueAll<T> unique_of(const Array<T>& x, const UniqueOptions& options, Wanted wanted) {
  if (options.axis) return unique_slices(x, *options.axis, wanted);
  UniqueAll<T> y = select_from(sorted(x, wanted.indices || wanted.inverse), run_rule::first, options.equal_nan, wanted);
  if (wanted.inverse) y.inverse = y.inverse.reshape(x.shape());
  return y;
}
template <class T> Array<T> joined(const Array<T>& a, const Array<T>& b) {
  Array<T> y(Shape{a.size() + b.size()}, a.device());
  if (a.size() > 0) y(Slice{0, a.size()}).assign(a);
  if (b.size() > 0) y(Slice{a.size(), {}}).assign(b);
  return y;
}
// The flattened array, distinct unless it is said to be.
template <class T> Array<T> distinct(const Array<T>& x, SetOptions options) {
  return options.assume_unique ? flat(x) : unique(x);
}
template <class T> Array<T> where_true(const Array<T>& x, const Array<bool>& mask) {
  if (x.size() == 0) return x;
  Array<std::int64_t> after(Shape{select_pieces(x.size())}, x.device());
  const bool* keep = in(mask).data;
  index_t* sums = written(after);
  TUKEY_ON(x.device(), count_true, keep, x.size(), sums);
  Array<T> y(Shape{after(-1).item()}, x.device());
  if (y.size() == 0) return y;
  const auto* from = reinterpret_cast<const run_t<T>*>(read(x));
  auto* to = reinterpret_cast<run_t<T>*>(written(y));
  TUKEY_ON(x.device(), select_true, from, keep, x.size(), sums, to);
  return y;
}

}  // namespace

template <class T> Array<T> unique(const Array<T>& x, UniqueOptions options) {
  return unique_of(x, options, {}).values;
}
template <class T> UniqueAll<T> unique_all(const Array<T>& x, UniqueOptions options) {
  return unique_of(x, options, {true, true, true});
}
template <class T> UniqueCounts<T> unique_counts(const Array<T>& x, UniqueOptions options) {
  const UniqueAll<T> y = unique_of(x, options, {false, false, true});
  return {y.values, y.counts};
}
template <class T> UniqueInverse<T> unique_inverse(const Array<T>& x, UniqueOptions options) {
  const UniqueAll<T> y = unique_of(x, options, {false, true, false});
  return {y.values, y.inverse};
}

template <class T> Array<T> union1d(const Array<T>& a, const Array<T>& b) {
  require_same_device(a.device(), b.device(), "union1d");
  return unique(joined(flat(a), flat(b)));
}
template <class T> Array<T> intersect1d(const Array<T>& a, const Array<T>& b, SetOptions options) {
  require_same_device(a.device(), b.device(), "intersect1d");
  return select_from(sorted(joined(distinct(a, options), distinct(b, options)), false), run_rule::repeated, false)
      .values;
}
template <class T> Array<T> setxor1d(const Array<T>& a, const Array<T>& b, SetOptions options) {
  require_same_device(a.device(), b.device(), "setxor1d");
  return select_from(sorted(joined(distinct(a, options), distinct(b, options)), false), run_rule::single, false).values;
}
template <class T> Array<T> setdiff1d(const Array<T>& a, const Array<T>& b, SetOptions options) {
  require_same_device(a.device(), b.device(), "setdiff1d");
  const Array<T> from = distinct(a, options);
  return where_true(from, isin(from, b, {false, true}));
}
template <class T> Intersection<T> intersect1d_indices(const Array<T>& a, const Array<T>& b, SetOptions options) {
  require_same_device(a.device(), b.device(), "intersect1d_indices");
  UniqueAll<T> from_a, from_b;
  if (options.assume_unique) {
    from_a.values = flat(a), from_b.values = flat(b);
  } else {
    from_a = unique_of(a, UniqueOptions{}, {true, false, false}),
    from_b = unique_of(b, UniqueOptions{}, {true, false, false});
  }
  // The sort is stable: of two equal elements a's comes first.
  const UniqueAll<T> y =
      select_from(sorted(joined(from_a.values, from_b.values), true), run_rule::repeated, false, {true, false, false});
  if (!options.assume_unique)
    return {y.values, take_flat(from_a.indices, y.indices),
            take_flat(from_b.indices, searchsorted(from_b.values, y.values))};
  SearchsortedOptions through;
  through.sorter = argsort(from_b.values);
  return {y.values, y.indices, take_flat(*through.sorter, searchsorted(from_b.values, y.values, through))};
}

template <class T> Array<bool> isin(const Array<T>& x, const Array<T>& values, IsinOptions options) {
  require_same_device(x.device(), values.device(), "isin");
  Array<bool> y(x.shape(), x.device());
  if (y.size() == 0) return y;
  const Array<T> from = x.contiguous(), keys = sort(flat(values));
  const auto *what = read(from), *list = read(keys);
  bool* to = out(y).data;
  TUKEY_ON(x.device(), contains, list, keys.size(), what, x.size(), options.invert, to);
  return y;
}

#define TUKEY_INSTANTIATE(T)                                                                               \
  template TUKEY_EXPORT Array<T> unique(const Array<T>&, UniqueOptions);                                   \
  template TUKEY_EXPORT UniqueAll<T> unique_all(const Array<T>&, UniqueOptions);                           \
  template TUKEY_EXPORT UniqueCounts<T> unique_counts(const Array<T>&, UniqueOptions);                     \
  template TUKEY_EXPORT UniqueInverse<T> unique_inverse(const Array<T>&, UniqueOptions);                   \
  template TUKEY_EXPORT Array<T> union1d(const Array<T>&, const Array<T>&);                                \
  template TUKEY_EXPORT Array<T> intersect1d(const Array<T>&, const Array<T>&, SetOptions);                \
  template TUKEY_EXPORT Array<T> setdiff1d(const Array<T>&, const Array<T>&, SetOptions);                  \
  template TUKEY_EXPORT Array<T> setxor1d(const Array<T>&, const Array<T>&, SetOptions);                   \
  template TUKEY_EXPORT Intersection<T> intersect1d_indices(const Array<T>&, const Array<T>&, SetOptions); \
  template TUKEY_EXPORT Array<bool> isin(const Array<T>&, const Array<T>&, IsinOptions);
TUKEY_FOR_COMPUTED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey
