// SPDX-License-Identifier: Apache-2.0
// Shapes and axes: views, and assignments through them.
#include "tukey/manipulation.hpp"

#include <algorithm>

#include "tukey/detail/access.hpp"
#include "tukey/elementwise.hpp"

namespace tukey {

using detail::normalize_axis;
using detail::require;

namespace {

// x's memory under another layout.
template <class T> Array<T> view_as(const Array<T>& x, Shape shape, Shape strides, index_t offset = 0) {
  return Array<T>(x.storage(), x.origin() + offset, detail::Layout{std::move(shape), std::move(strides), 0});
}

}  // namespace

template <class T> Array<T> matrix_transpose(const Array<T>& x) {
  require(x.rank() >= 2, "matrix_transpose", "x must have rank 2 at least, got shape ", x.shape().str());
  return x.swapaxes(-2, -1);
}

template <class T> Array<T> moveaxis(const Array<T>& x, const Shape& from, const Shape& to) {
  require(from.rank() == to.rank(), "moveaxis", "from and to must have equal length, got ", from.rank(), " and ",
          to.rank());
  const int rank = x.rank();
  int place[max_rank];  // of the result: the axis that goes there
  bool moved[max_rank] = {};
  std::fill(place, place + max_rank, -1);
  for (int i = 0; i < from.rank(); ++i) {
    const int a = normalize_axis(static_cast<int>(from[i]), rank, "moveaxis", "from");
    const int b = normalize_axis(static_cast<int>(to[i]), rank, "moveaxis", "to");
    require(!moved[a], "moveaxis", "from names axis ", a, " twice");
    require(place[b] < 0, "moveaxis", "to names axis ", b, " twice");
    moved[a] = true;
    place[b] = a;
  }
  Shape axes;
  for (int i = 0, next = 0; i < rank; ++i) {
    if (place[i] < 0) {
      while (moved[next]) ++next;
      place[i] = next++;
    }
    axes.push_back(place[i]);
  }
  return x.permute(axes);
}

template <class T> Array<T> rollaxis(const Array<T>& x, int axis, int start) {
  axis = normalize_axis(axis, x.rank(), "rollaxis");
  start = normalize_axis(start == x.rank() ? x.rank()
                         : start < 0       ? start + x.rank()
                                           : start,
                         x.rank() + 1, "rollaxis", "start");
  return x.moveaxis(axis, start > axis ? start - 1 : start);
}

template <class T> Array<T> expand_dims(const Array<T>& x, const Shape& axes) {
  const int rank = x.rank() + axes.rank();
  require(rank <= max_rank, "expand_dims", "at most 8 axes, got ", rank);
  bool added[max_rank] = {};
  for (index_t axis : axes) {
    const int a = normalize_axis(static_cast<int>(axis), rank, "expand_dims");
    require(!added[a], "expand_dims", "axis ", a, " is named twice");
    added[a] = true;
  }
  Array<T> y = x;
  for (int d = 0; d < rank; ++d)
    if (added[d]) y = y.expand_dims(d);
  return y;
}

template <class T> Array<T> squeeze(const Array<T>& x, const Shape& axes) {
  bool gone[max_rank] = {};
  for (index_t axis : axes) {
    const int a = normalize_axis(static_cast<int>(axis), x.rank(), "squeeze");
    require(!gone[a], "squeeze", "axis ", a, " is named twice");
    require(x.shape()[a] == 1, "squeeze", "axis ", a, " has length ", x.shape()[a], ", not 1");
    gone[a] = true;
  }
  Shape shape, strides;
  for (int d = 0; d < x.rank(); ++d) {
    if (gone[d]) continue;
    shape.push_back(x.shape()[d]);
    strides.push_back(x.strides()[d]);
  }
  return view_as(x, shape, strides);
}

template <class T> std::vector<Array<T>> broadcast_arrays(const std::vector<Array<T>>& arrays) {
  Shape shape;
  for (const Array<T>& x : arrays) shape = broadcast_shapes(shape, x.shape(), "broadcast_arrays");
  std::vector<Array<T>> views;
  for (const Array<T>& x : arrays) views.push_back(x.broadcast_to(shape));
  return views;
}

template <class T> Array<T> as_strided(const Array<T>& x, const Shape& shape, const Shape& strides) {
  require(shape.rank() == strides.rank(), "as_strided", "expected ", shape.rank(), " strides, got ", strides.rank());
  for (index_t n : shape) require(n >= 0, "as_strided", "extents must not be negative, got ", shape.str());
  if (shape.size() == 0) return view_as(x, shape, strides);
  // The elements before and behind the first one that a layout reaches.
  struct Reach {
    index_t low = 0, high = 0;
    bool fits = true;
    Reach(const Shape& extents, const Shape& steps) {
      for (int d = 0; d < extents.rank(); ++d) {
        index_t span = 0, &side = steps[d] < 0 ? low : high;
        fits = fits && !__builtin_mul_overflow(extents[d] - 1, steps[d], &span) &&
               !__builtin_add_overflow(side, span, &side);
      }
    }
  };
  const Reach wanted(shape, strides);
  index_t low = 0, high = -1;
  const auto bytes = static_cast<index_t>(x.storage()->bytes());
  if (bytes > 0) {
    const index_t before = reinterpret_cast<const char*>(x.origin()) - static_cast<const char*>(x.storage()->data());
    low = -(before / static_cast<index_t>(sizeof(T)));
    high = (bytes - before) / static_cast<index_t>(sizeof(T)) - 1;
  } else if (x.size() > 0) {
    const Reach own(x.shape(), x.strides());
    low = own.low, high = own.high;
  }
  require(wanted.fits && wanted.low >= low && wanted.high <= high, "as_strided", "shape ", shape.str(),
          " with strides ", strides.str(), " leaves the array's memory");
  return view_as(x, shape, strides);
}

template <class T> Array<T> diagonal(const Array<T>& x, index_t offset, int axis1, int axis2) {
  require(x.rank() >= 2, "diagonal", "x must have rank 2 at least, got shape ", x.shape().str());
  const int a = normalize_axis(axis1, x.rank(), "diagonal", "axis1");
  const int b = normalize_axis(axis2, x.rank(), "diagonal", "axis2");
  require(a != b, "diagonal", "axis1 and axis2 must differ, got ", axis1, " and ", axis2);
  const index_t rows = x.shape()[a], columns = x.shape()[b];
  const index_t down = offset < 0 ? std::min(-offset, rows) : 0, right = offset > 0 ? std::min(offset, columns) : 0;
  const index_t length = std::min(rows - down, columns - right);
  Shape shape, strides;
  for (int d = 0; d < x.rank(); ++d) {
    if (d == a || d == b) continue;
    shape.push_back(x.shape()[d]);
    strides.push_back(x.strides()[d]);
  }
  shape.push_back(length);
  strides.push_back(x.strides()[a] + x.strides()[b]);
  return view_as(x, shape, strides, length > 0 ? down * x.strides()[a] + right * x.strides()[b] : 0);
}

template <class T> void fill_diagonal(Array<T>& x, std::common_type_t<T> value, bool wrap) {
  require(x.rank() >= 2, "fill_diagonal", "x must have rank 2 at least, got shape ", x.shape().str());
  index_t length = x.shape()[0], step = 0;
  for (int d = 0; d < x.rank(); ++d) {
    require(x.rank() == 2 || x.shape()[d] == x.shape()[0], "fill_diagonal",
            "with more than two axes all must be of one length, got shape ", x.shape().str());
    length = std::min(length, x.shape()[d]);
    step += x.strides()[d];
  }
  if (!wrap || x.rank() != 2 || length == 0) return view_as(x, Shape{length}, Shape{step}).fill(value);
  // After each square block comes one row without an element of the diagonal.
  const index_t rows = x.shape()[0], columns = x.shape()[1], block = (columns + 1) * x.strides()[0];
  const index_t blocks = rows / (columns + 1), rest = rows % (columns + 1);
  view_as(x, Shape{blocks, columns}, Shape{block, step}).fill(value);
  view_as(x, Shape{std::min(rest, columns)}, Shape{step}, rest ? blocks * block : 0).fill(value);
}

template <class T> void copyto(Array<T>& to, const Array<T>& from, const Array<bool>& mask) {
  detail::require_same_device(to.device(), from.device(), "copyto");
  detail::require_same_device(to.device(), mask.device(), "copyto");
  const Array<bool> keep(mask.storage(), mask.origin(), detail::broadcast_to(mask.layout(), to.shape(), "copyto"));
  const Array<T> source(from.storage(), from.origin(), detail::broadcast_to(from.layout(), to.shape(), "copyto"));
  to.assign(where(keep, source, to));
}

#define TUKEY_INSTANTIATE(T)                                                                  \
  template TUKEY_EXPORT Array<T> matrix_transpose(const Array<T>&);                           \
  template TUKEY_EXPORT Array<T> moveaxis(const Array<T>&, const Shape&, const Shape&);       \
  template TUKEY_EXPORT Array<T> rollaxis(const Array<T>&, int, int);                         \
  template TUKEY_EXPORT Array<T> expand_dims(const Array<T>&, const Shape&);                  \
  template TUKEY_EXPORT Array<T> squeeze(const Array<T>&, const Shape&);                      \
  template TUKEY_EXPORT std::vector<Array<T>> broadcast_arrays(const std::vector<Array<T>>&); \
  template TUKEY_EXPORT Array<T> as_strided(const Array<T>&, const Shape&, const Shape&);     \
  template TUKEY_EXPORT Array<T> diagonal(const Array<T>&, index_t, int, int);                \
  template TUKEY_EXPORT void fill_diagonal(Array<T>&, std::common_type_t<T>, bool);
TUKEY_FOR_ALL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

#define TUKEY_INSTANTIATE(T) template TUKEY_EXPORT void copyto(Array<T>&, const Array<T>&, const Array<bool>&);
TUKEY_FOR_COMPUTED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey
