// SPDX-License-Identifier: Apache-2.0
// Padding: one pass for the modes that copy; the others fill the new elements axis by axis, as NumPy does.
#include <algorithm>
#include <type_traits>

#include "part.hpp"
#include "remap_array.hpp"
#include "tukey/creation.hpp"
#include "tukey/joining.hpp"
#include "tukey/math.hpp"
#include "tukey/reduction.hpp"
#include "tukey/sorting.hpp"

namespace tukey {

using detail::part;
using detail::remapping;
using detail::require;

namespace {

// One entry for each axis of a list with one for all or for each.
template <class P> std::vector<P> for_axes(const std::vector<P>& list, int rank, P none, const char* name) {
  if (list.empty()) return std::vector<P>(static_cast<std::size_t>(rank), none);
  require(list.size() == 1 || static_cast<int>(list.size()) == rank, "pad", name, " must have 1 or ", rank,
          " pairs, got ", list.size());
  return list.size() == 1 ? std::vector<P>(static_cast<std::size_t>(rank), list[0]) : list;
}

// Values along one axis, of length 1 along the others.
template <class T> Array<T> line(const std::vector<T>& values, int axis, int rank, Device device) {
  Shape shape = Shape::filled(rank, 1);
  shape[axis] = static_cast<index_t>(values.size());
  return Array<T>::from(values.data(), shape, device);
}

// The new elements [0, before) and [before + n, ...) of an axis of y from the old ones between.
template <class T> struct Sides { Array<T> before, old, after; };
template <class T> Sides<T> sides(const Array<T>& y, int axis, index_t before, index_t n) {
  return {part(y, axis, 0, before), part(y, axis, before, before + n), part(y, axis, before + n, y.shape()[axis])};
}

// `count` values from `end`, which comes first, to `edge`, which is not reached any more.
template <class T> Array<T> ramp(T end, const Array<T>& edge, int axis, index_t count) {
  using C = std::conditional_t<std::is_integral_v<T>, double, T>;
  std::vector<C> steps(static_cast<std::size_t>(count));
  for (index_t i = 0; i < count; ++i) steps[i] = static_cast<C>(static_cast<real_t<C>>(i));
  const C first = static_cast<C>(end);
  const Array<C> step = (edge.template astype<C>() - first) / static_cast<C>(static_cast<real_t<C>>(count));
  const Array<C> values = line(steps, axis, edge.rank(), edge.device()) * step + first;
  if constexpr (std::is_integral_v<T>)
    return floor(values).template astype<T>();  // as NumPy's linspace into integers
  else
    return values;
}

// The middle of sorted elements, or the mean of the two in the middle; a NaN comes last and makes a NaN.
template <class T> Array<T> middle(const Array<T>& x, int axis) {
  using M = detail::mean_t<T>;
  const Array<T> sorted = sort(x, {axis});
  const index_t n = x.shape()[axis];
  const Array<M> value = mean(part(sorted, axis, (n - 1) / 2, n / 2 + 1), {axis, true});
  if constexpr (std::is_integral_v<T>) {
    return rint(value).template astype<T>();
  } else {
    const Array<T> last = part(sorted, axis, n - 1, n);
    return where(isnan(last), last, value);
  }
}

template <class T> Array<T> statistic(Pad mode, const Array<T>& x, int axis) {
  if constexpr (!is_complex_v<T>) {
    if (mode == Pad::maximum) return max(x, {axis, true});
    if (mode == Pad::minimum) return min(x, {axis, true});
    if (mode == Pad::median) return middle(x, axis);
  }
  if constexpr (std::is_integral_v<T>)
    return rint(mean(x, {axis, true})).template astype<T>();
  else
    return mean(x, {axis, true});
}

// Elements [first, first + count) of the odd continuation of x along an axis; x's own are [0, n). Each is a mirrored
// element with a sign, plus multiples of the two edges.
template <class T>
Array<T> odd_continuation(const Array<T>& x, int axis, index_t first, index_t count, bool symmetric) {
  const index_t n = x.shape()[axis], period = symmetric ? 2 * n : 2 * (n - 1);
  remapping r = detail::whole(x);
  r.axes[axis].length = count;
  r.axes[axis].shift = first;
  r.axes[axis].map = symmetric ? detail::map_symmetric : detail::map_reflect;
  const Array<T> even = detail::remap(x, r);
  if (n == 1 && !symmetric) return even;
  const auto whole = [](index_t k) { return static_cast<T>(static_cast<real_t<T>>(k)); };
  std::vector<T> sign, low, high;
  bool any_low = false, any_high = false;
  for (index_t i = 0; i < count; ++i) {
    const index_t j = detail::fold(first + i, period), k = (first + i - j) / period;
    const index_t to_high = 2 * k + (j < n ? 0 : 2);
    sign.push_back(whole(j < n ? 1 : -1));
    low.push_back(whole(-2 * k));
    high.push_back(whole(to_high));
    any_low = any_low || k != 0;
    any_high = any_high || to_high != 0;
  }
  const auto along = [&](const std::vector<T>& v) { return line(v, axis, x.rank(), x.device()); };
  Array<T> y = even * along(sign);
  if (any_low) y = y + part(x, axis, 0, 1) * along(low);
  if (any_high) y = y + part(x, axis, n - 1, n) * along(high);
  return y;
}

}  // namespace

template <class T>
Array<T> pad(const Array<T>& x, const std::vector<PadWidth>& width, const detail::same_t<PadOptions<T>>& options) {
  const int rank = x.rank();
  const auto widths = for_axes(width, rank, PadWidth{0, 0}, "width");
  const Pad mode = options.mode;
  const bool statistical = mode == Pad::maximum || mode == Pad::minimum || mode == Pad::mean || mode == Pad::median;
  const bool odd = options.odd && (mode == Pad::reflect || mode == Pad::symmetric);
  Shape shape = x.shape();
  for (int d = 0; d < rank; ++d) {
    const PadWidth w = widths[d];
    require(w.before >= 0 && w.after >= 0, "pad", "widths must not be negative, got ", std::min(w.before, w.after));
    require(
        !__builtin_add_overflow(shape[d], w.before, &shape[d]) && !__builtin_add_overflow(shape[d], w.after, &shape[d]),
        "pad", "the result is too large");
    require(x.shape()[d] > 0 || w.before + w.after == 0 || mode == Pad::constant || mode == Pad::empty, "pad", "axis ",
            d, " has no elements to pad with");
  }
  const auto constants = for_axes(options.constant_values, rank, PadValues<T>{T{}, T{}}, "constant_values");
  const auto ends = for_axes(options.end_values, rank, PadValues<T>{T{}, T{}}, "end_values");
  const auto lengths = for_axes(options.stat_length, rank, PadWidth{INT64_MAX, INT64_MAX}, "stat_length");
  for (const PadWidth& s : lengths)
    require(s.before > 0 && s.after > 0, "pad", "stat_length must be positive, got ", std::min(s.before, s.after));

  if (mode != Pad::empty && mode != Pad::linear_ramp && !statistical && !odd) {
    remapping r = detail::whole(x);
    for (int d = 0; d < rank; ++d) {
      if (widths[d].before + widths[d].after == 0) continue;
      r.axes[d].length = shape[d];
      r.axes[d].shift = -widths[d].before;
      r.axes[d].map = mode == Pad::constant  ? detail::map_constant
                      : mode == Pad::edge    ? detail::map_edge
                      : mode == Pad::reflect ? detail::map_reflect
                      : mode == Pad::wrap    ? detail::map_wrap
                                             : detail::map_symmetric;
      r.outside[d][0] = detail::word_of(constants[d].before);
      r.outside[d][1] = detail::word_of(constants[d].after);
    }
    return detail::remap(x, r);
  }

  constexpr bool numbers = !is_stored_only_v<T> && !std::is_same_v<T, bool>;
  require(numbers || mode == Pad::empty, "pad", "this mode computes with numbers, got ", dtype_name_v<T>);
  require(!is_complex_v<T> || (mode != Pad::maximum && mode != Pad::minimum && mode != Pad::median), "pad",
          "this mode needs an order, got ", dtype_name_v<T>);
  const Array<T> y(shape, x.device());
  Array<T> old = y;
  for (int d = 0; d < rank; ++d) old = part(old, d, widths[d].before, widths[d].before + x.shape()[d]);
  old.assign(x);
  if (mode == Pad::empty) return y;
  if constexpr (numbers) {
    for (int d = 0; d < rank; ++d) {
      if (widths[d].before + widths[d].after == 0) continue;
      // Earlier axes with their new elements, later ones without.
      Array<T> area = y;
      for (int e = d + 1; e < rank; ++e) area = part(area, e, widths[e].before, widths[e].before + x.shape()[e]);
      const index_t n = x.shape()[d];
      Sides<T> s = sides(area, d, widths[d].before, n);
      if (mode == Pad::linear_ramp) {
        if (widths[d].before > 0) s.before.assign(ramp(ends[d].before, part(s.old, d, 0, 1), d, widths[d].before));
        if (widths[d].after > 0)
          s.after.flip(d).assign(ramp(ends[d].after, part(s.old, d, n - 1, n), d, widths[d].after));
      } else if (statistical) {
        const index_t first = std::min(lengths[d].before, n), last = std::min(lengths[d].after, n);
        if (widths[d].before > 0) s.before.assign(statistic(mode, part(s.old, d, 0, first), d));
        if (widths[d].after > 0) s.after.assign(statistic(mode, part(s.old, d, n - last, n), d));
      } else {
        const bool symmetric = mode == Pad::symmetric;
        if (widths[d].before > 0)
          s.before.assign(odd_continuation(s.old, d, -widths[d].before, widths[d].before, symmetric));
        if (widths[d].after > 0) s.after.assign(odd_continuation(s.old, d, n, widths[d].after, symmetric));
      }
    }
  }
  return y;
}

#define TUKEY_INSTANTIATE(T)                                                           \
  template TUKEY_EXPORT Array<T> pad<T>(const Array<T>&, const std::vector<PadWidth>&, \
                                        const detail::same_t<PadOptions<T>>&);
TUKEY_FOR_ALL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey
