// SPDX-License-Identifier: Apache-2.0
// Rolling, repeating, tiling, deleting, inserting: one pass each, by index maps or by copies of a few runs.
#include <algorithm>
#include <cstring>
#include <numeric>

#include "part.hpp"
#include "remap_array.hpp"
#include "tukey/creation.hpp"
#include "tukey/joining.hpp"
#include "tukey/reduction.hpp"

namespace tukey {

using detail::normalize_axis;
using detail::part;
using detail::remapping;
using detail::require;

namespace {

// x and the axis, or all its elements in one axis.
template <class T> struct Target {
  Array<T> x;
  int axis;
  Target(const Array<T>& array, std::optional<int> along, const char* function)
      : x(along ? array : array.flatten()), axis(normalize_axis(along.value_or(0), x.rank(), function)) {}
  index_t length() const { return x.shape()[axis]; }
};
Array<std::int64_t> upload(const std::vector<index_t>& table, Device device) {
  return Array<std::int64_t>::from(table.data(), Shape{static_cast<index_t>(table.size())}, device);
}
// The entries table[i] of an axis of x; those that are negative, from `other`.
template <class T>
Array<T> by_table(const Array<T>& x, int axis, const std::vector<index_t>& table, const Array<T>* other = nullptr) {
  const Array<std::int64_t> entries = upload(table, x.device());
  remapping r = detail::whole(x);
  r.axes[axis].length = static_cast<index_t>(table.size());
  r.axes[axis].map = detail::map_table;
  r.axes[axis].table = detail::in(entries).data;
  return detail::remap(x, r, other);
}
index_t checked(index_t i, index_t low, index_t high, index_t n, int axis, const char* function) {
  require(i >= low && i < high, function, "index ", i, " is out of bounds for axis ", axis, " with size ", n);
  return i < 0 ? i + n : i;
}
// As many runs as are copied one by one: a copy of a run can move whole words, a table cannot.
constexpr std::size_t most_runs = 32;

}  // namespace

template <class T> Array<T> roll(const Array<T>& x, index_t shift, std::optional<int> axis) {
  if (!axis) return roll(x.flatten(), Shape{shift}, Shape{0}).reshape(x.shape());
  return roll(x, Shape{shift}, Shape{*axis});
}
template <class T> Array<T> roll(const Array<T>& x, const Shape& shifts, const Shape& axes) {
  require(shifts.rank() == axes.rank() || shifts.rank() == 1 || axes.rank() == 1, "roll", "got ", shifts.rank(),
          " shifts for ", axes.rank(), " axes");
  remapping r = detail::whole(x);
  const int count = std::max(shifts.rank(), axes.rank());
  for (int i = 0; i < (shifts.empty() || axes.empty() ? 0 : count); ++i) {
    const int d = normalize_axis(static_cast<int>(axes[axes.rank() == 1 ? 0 : i]), x.rank(), "roll");
    detail::remap_axis& a = r.axes[d];
    if (a.length == 0) continue;
    a.shift = detail::fold(a.shift - detail::fold(shifts[shifts.rank() == 1 ? 0 : i], a.length), a.length);
    a.map = a.shift ? detail::map_wrap : detail::map_inside;
  }
  return detail::remap(x, r);
}

template <class T> Array<T> repeat(const Array<T>& x, index_t count, std::optional<int> axis) {
  require(count >= 0, "repeat", "count must not be negative, got ", count);
  const Target<T> t(x, axis, "repeat");
  Shape shape = t.x.shape();
  require(!__builtin_mul_overflow(shape[t.axis], count, &shape[t.axis]), "repeat", "the result is too large");
  if (t.x.rank() == max_rank) {
    // No axis is left for the repetition: through an array of three.
    const Array<T> dense = t.x.contiguous();
    index_t outer = 1, inner = 1;
    for (int d = 0; d < t.x.rank(); ++d) (d < t.axis ? outer : inner) *= d == t.axis ? 1 : t.x.shape()[d];
    return repeat(dense.reshape({outer, t.length(), inner}), count, 1).reshape(shape);
  }
  Shape apart = t.x.shape();
  apart.insert(t.axis + 1, count);
  return t.x.expand_dims(t.axis + 1).broadcast_to(apart).copy().reshape(shape);
}
template <class T> Array<T> repeat(const Array<T>& x, const std::vector<index_t>& counts, std::optional<int> axis) {
  const Target<T> t(x, axis, "repeat");
  if (counts.size() == 1) return repeat(t.x, counts[0], t.axis);
  require(static_cast<index_t>(counts.size()) == t.length(), "repeat", "expected 1 or ", t.length(), " counts, got ",
          counts.size());
  index_t total = 0;
  for (index_t n : counts) {
    require(n >= 0, "repeat", "counts must not be negative, got ", n);
    total += n;
  }
  std::vector<index_t> table;
  table.reserve(static_cast<std::size_t>(total));
  for (std::size_t i = 0; i < counts.size(); ++i)
    table.insert(table.end(), static_cast<std::size_t>(counts[i]), static_cast<index_t>(i));
  return by_table(t.x, t.axis, table);
}

template <class T> Array<T> tile(const Array<T>& x, const Shape& reps) {
  for (index_t n : reps) require(n >= 0, "tile", "repetitions must not be negative, got ", reps.str());
  const int rank = std::max(x.rank(), reps.rank());
  Array<T> source = x;
  while (source.rank() < rank) source = source.expand_dims(0);
  Shape times = Shape::filled(rank, 1), shape = source.shape();
  for (int d = 0; d < reps.rank(); ++d) times[rank - reps.rank() + d] = reps[d];
  int added = 0;
  for (int d = 0; d < rank; ++d) {
    added += times[d] != 1 && shape[d] != 1;
    require(!__builtin_mul_overflow(shape[d], times[d], &shape[d]), "tile", "the result is too large");
  }
  if (shape.size() == 0) return Array<T>(shape, x.device());
  if (rank + added <= max_rank) {
    // A view with an axis for each repetition.
    Shape apart, strides;
    for (int d = 0; d < rank; ++d) {
      const index_t n = source.shape()[d];
      if (times[d] != 1) {
        apart.push_back(times[d]);
        strides.push_back(0);
        if (n == 1) continue;
      }
      apart.push_back(n);
      strides.push_back(source.strides()[d]);
    }
    return Array<T>(source.storage(), source.origin(), detail::Layout{apart, strides, 0}).copy().reshape(shape);
  }
  remapping r = detail::whole(source);
  for (int d = 0; d < rank; ++d) {
    r.axes[d].length = shape[d];
    if (times[d] != 1) r.axes[d].map = detail::map_wrap;
  }
  return detail::remap(source, r);
}

template <class T> Array<T> resize(const Array<T>& x, const Shape& shape) {
  for (index_t n : shape) require(n >= 0, "resize", "extents must not be negative, got ", shape.str());
  if (x.size() == 0) return zeros<T>(shape, x.device());
  const Array<T> flat = x.flatten();
  remapping r = detail::whole(flat);
  r.axes[0].length = shape.size();
  r.axes[0].map = detail::map_wrap;
  return detail::remap(flat, r).reshape(shape);
}

namespace {

// x without the entries of a sorted list.
template <class T> Array<T> without(const Array<T>& x, int axis, std::vector<index_t> gone) {
  gone.erase(std::unique(gone.begin(), gone.end()), gone.end());
  const index_t n = x.shape()[axis];
  if (gone.size() < most_runs) {
    std::vector<Array<T>> runs;
    index_t begin = 0;
    for (std::size_t i = 0; i <= gone.size(); ++i) {
      const index_t end = i < gone.size() ? gone[i] : n;
      if (end > begin) runs.push_back(part(x, axis, begin, end));
      begin = end + 1;
    }
    if (runs.empty()) runs.push_back(part(x, axis, 0, 0));
    return concatenate(runs, axis);
  }
  std::vector<index_t> kept;
  kept.reserve(static_cast<std::size_t>(n) - gone.size());
  auto next = gone.begin();
  for (index_t i = 0; i < n; ++i) {
    if (next != gone.end() && *next == i)
      ++next;
    else
      kept.push_back(i);
  }
  return by_table(x, axis, kept);
}

}  // namespace

template <class T> Array<T> delete_(const Array<T>& x, index_t index, std::optional<int> axis) {
  return delete_(x, std::vector<index_t>{index}, axis);
}
template <class T> Array<T> delete_(const Array<T>& x, const std::vector<index_t>& indices, std::optional<int> axis) {
  const Target<T> t(x, axis, "delete_");
  std::vector<index_t> gone;
  for (index_t i : indices) gone.push_back(checked(i, -t.length(), t.length(), t.length(), t.axis, "delete_"));
  std::sort(gone.begin(), gone.end());
  return without(t.x, t.axis, std::move(gone));
}
template <class T, class S, class> Array<T> delete_(const Array<T>& x, const S& slice, std::optional<int> axis) {
  const Target<T> t(x, axis, "delete_");
  // What the slice selects from 0, 1, ..., read off a layout.
  const Index items[] = {Index(slice)};
  const detail::Layout chosen = detail::index(detail::Layout{Shape{t.length()}, Shape{1}, 0}, items, 1);
  const index_t count = chosen.shape[0], step = chosen.strides[0], first = chosen.offset;
  const index_t low = count == 0 ? 0 : step > 0 ? first : first + (count - 1) * step;
  if (count > 0 && (step == 1 || step == -1))
    return concatenate(std::vector<Array<T>>{part(t.x, t.axis, 0, low), part(t.x, t.axis, low + count, t.length())},
                       t.axis);
  std::vector<index_t> gone(static_cast<std::size_t>(count));
  for (index_t i = 0; i < count; ++i) gone[i] = low + i * (step < 0 ? -step : step);
  return without(t.x, t.axis, std::move(gone));
}

namespace {

// values[i] before entry at[i] of an axis, at ascending; `values` has x's shape but for the axis.
template <class T>
Array<T> insert_sorted(const Array<T>& x, int axis, const std::vector<index_t>& at, const std::vector<index_t>& order,
                       const Array<T>& values) {
  const index_t n = x.shape()[axis];
  if (2 * at.size() < most_runs) {
    std::vector<Array<T>> runs;
    index_t begin = 0;
    for (std::size_t i = 0; i <= at.size(); ++i) {
      const index_t end = i < at.size() ? at[i] : n;
      if (end > begin || i == at.size()) runs.push_back(part(x, axis, begin, end));
      if (i < at.size()) runs.push_back(part(values, axis, order[i], order[i] + 1));
      begin = end;
    }
    return concatenate(runs, axis);
  }
  std::vector<index_t> table;
  table.reserve(static_cast<std::size_t>(n) + at.size());
  std::size_t next = 0;
  for (index_t i = 0; i <= n; ++i) {
    while (next < at.size() && at[next] == i) table.push_back(-1 - order[next++]);
    if (i < n) table.push_back(i);
  }
  return by_table(x, axis, table, &values);
}
// `values` with x's rank, broadcast to x's shape but for `count` entries of the axis.
template <class T> Array<T> fit_values(Array<T> values, const Array<T>& x, int axis, index_t count) {
  Shape shape = x.shape();
  shape[axis] = count;
  const detail::Layout layout = detail::broadcast_to(values.layout(), shape, "insert");
  return Array<T>(values.storage(), values.origin(), layout);
}

}  // namespace

template <class T>
Array<T> insert(const Array<T>& x, index_t index, const detail::same_t<Array<T>>& values, std::optional<int> axis) {
  detail::require_same_device(x.device(), values.device(), "insert");
  const Target<T> t(x, axis, "insert");
  const index_t n = t.length(), at = checked(index, -n, n + 1, n, t.axis, "insert");
  Array<T> block = values;
  while (block.rank() < t.x.rank()) block = block.expand_dims(0);
  require(block.rank() == t.x.rank(), "insert", "values of rank ", values.rank(), " do not fit an array of rank ",
          t.x.rank());
  block = block.moveaxis(0, t.axis);
  block = fit_values(block, t.x, t.axis, block.shape()[t.axis]);
  return concatenate(std::vector<Array<T>>{part(t.x, t.axis, 0, at), block, part(t.x, t.axis, at, n)}, t.axis);
}
template <class T>
Array<T> insert(const Array<T>& x, const std::vector<index_t>& indices, const detail::same_t<Array<T>>& values,
                std::optional<int> axis) {
  detail::require_same_device(x.device(), values.device(), "insert");
  const Target<T> t(x, axis, "insert");
  const index_t n = t.length();
  std::vector<index_t> at, order(indices.size());
  for (index_t i : indices) at.push_back(checked(i, -n, n + 1, n, t.axis, "insert"));
  std::iota(order.begin(), order.end(), index_t(0));
  std::stable_sort(order.begin(), order.end(), [&](index_t a, index_t b) { return at[a] < at[b]; });
  std::vector<index_t> sorted;
  for (index_t i : order) sorted.push_back(at[i]);
  const Array<T> block = fit_values(values, t.x, t.axis, static_cast<index_t>(indices.size()));
  return insert_sorted(t.x, t.axis, sorted, order, block);
}

template <class T> Array<T> flip(const Array<T>& x) {
  Array<T> y = x;
  for (int d = 0; d < x.rank(); ++d) y = y.flip(d);
  return y;
}
template <class T> Array<T> flip(const Array<T>& x, const Shape& axes) {
  Array<T> y = x;
  bool seen[max_rank] = {};
  for (index_t axis : axes) {
    const int d = normalize_axis(static_cast<int>(axis), x.rank(), "flip");
    require(!seen[d], "flip", "axis ", d, " is named twice");
    seen[d] = true;
    y = y.flip(d);
  }
  return y;
}
template <class T> Array<T> rot90(const Array<T>& x, int k, const Shape& axes) {
  require(axes.rank() == 2, "rot90", "expected two axes, got ", axes.rank());
  const int a = normalize_axis(static_cast<int>(axes[0]), x.rank(), "rot90");
  const int b = normalize_axis(static_cast<int>(axes[1]), x.rank(), "rot90");
  require(a != b, "rot90", "the axes must differ, got ", axes.str());
  switch (detail::fold(k, 4)) {
    case 1:
      return x.flip(b).swapaxes(a, b);
    case 2:
      return x.flip(a).flip(b);
    case 3:
      return x.swapaxes(a, b).flip(b);
    default:
      return x;
  }
}

template <class T> Array<T> trim_zeros(const Array<T>& x, const char* trim, std::optional<int> axis) {
  bool front = false, back = false;
  for (const char* c = trim; *c; ++c) {
    require(*c == 'f' || *c == 'b' || *c == 'F' || *c == 'B', "trim_zeros", "trim may hold 'f' and 'b', got ", trim);
    (*c == 'f' || *c == 'F' ? front : back) = true;
  }
  const int only = axis ? normalize_axis(*axis, x.rank(), "trim_zeros") : -1;
  const Array<bool> there = not_equal(x, T(0));
  const bool empty = x.size() == 0 || !any(there).item();
  Array<T> y = x;
  for (int d = 0; d < x.rank(); ++d) {
    if (axis && d != only) continue;
    const index_t n = x.shape()[d];
    index_t begin = 0, end = n;
    if (empty) {
      if (front)
        begin = n;
      else if (back)
        end = 0;
    } else {
      const Array<bool> line = any(there.moveaxis(d, 0).reshape({n, -1}), {1});
      if (front) begin = argmax(line).item();
      if (back) end = n - argmax(line.flip(0)).item();
    }
    y = part(y, d, begin, end);
  }
  return y;
}

#define TUKEY_INSTANTIATE(T)                                                                                 \
  template TUKEY_EXPORT Array<T> roll(const Array<T>&, index_t, std::optional<int>);                         \
  template TUKEY_EXPORT Array<T> roll(const Array<T>&, const Shape&, const Shape&);                          \
  template TUKEY_EXPORT Array<T> repeat(const Array<T>&, index_t, std::optional<int>);                       \
  template TUKEY_EXPORT Array<T> repeat(const Array<T>&, const std::vector<index_t>&, std::optional<int>);   \
  template TUKEY_EXPORT Array<T> tile(const Array<T>&, const Shape&);                                        \
  template TUKEY_EXPORT Array<T> resize(const Array<T>&, const Shape&);                                      \
  template TUKEY_EXPORT Array<T> delete_(const Array<T>&, index_t, std::optional<int>);                      \
  template TUKEY_EXPORT Array<T> delete_(const Array<T>&, const std::vector<index_t>&, std::optional<int>);  \
  template TUKEY_EXPORT Array<T> delete_<T, Slice, void>(const Array<T>&, const Slice&, std::optional<int>); \
  template TUKEY_EXPORT Array<T> insert<T>(const Array<T>&, index_t, const detail::same_t<Array<T>>&,        \
                                           std::optional<int>);                                              \
  template TUKEY_EXPORT Array<T> insert<T>(const Array<T>&, const std::vector<index_t>&,                     \
                                           const detail::same_t<Array<T>>&, std::optional<int>);             \
  template TUKEY_EXPORT Array<T> flip(const Array<T>&);                                                      \
  template TUKEY_EXPORT Array<T> flip(const Array<T>&, const Shape&);                                        \
  template TUKEY_EXPORT Array<T> rot90(const Array<T>&, int, const Shape&);
TUKEY_FOR_ALL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T) \
  template TUKEY_EXPORT Array<T> trim_zeros(const Array<T>&, const char*, std::optional<int>);
TUKEY_FOR_COMPUTED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey
