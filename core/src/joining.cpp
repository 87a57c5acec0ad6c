// SPDX-License-Identifier: Apache-2.0
// Joining: the result is allocated once and every array copied into its slice. Splitting: views.
#include "tukey/joining.hpp"

#include <algorithm>

#include "part.hpp"
#include "tukey/detail/access.hpp"

namespace tukey {

using detail::normalize_axis;
using detail::part;
using detail::require;

namespace {

template <class T> void check_list(const std::vector<Array<T>>& arrays, const char* function) {
  require(!arrays.empty(), function, "expected at least one array");
  for (const Array<T>& x : arrays) detail::require_same_device(arrays[0].device(), x.device(), function);
}

template <class T> Array<T> join(const std::vector<Array<T>>& arrays, std::optional<int> along, const char* function) {
  check_list(arrays, function);
  index_t total = 0;
  if (!along) {
    for (const Array<T>& x : arrays) total += x.size();
    const Array<T> y(Shape{total}, arrays[0].device());
    index_t at = 0;
    for (const Array<T>& x : arrays) {
      // The slice under x's shape, so that x may have any strides.
      Array<T>(part(y, 0, at, at + x.size()).reshape(x.shape())).assign(x);
      at += x.size();
    }
    return y;
  }
  Shape shape = arrays[0].shape();
  require(shape.rank() > 0, function, "arrays of rank 0 are joined without an axis or by stack");
  const int axis = normalize_axis(*along, shape.rank(), function);
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const Shape& s = arrays[i].shape();
    bool fits = s.rank() == shape.rank();
    for (int d = 0; fits && d < s.rank(); ++d) fits = d == axis || s[d] == shape[d];
    require(fits, function, "array ", i, " has shape ", s.str(), ", which does not fit ", arrays[0].shape().str(),
            " along axis ", axis);
    total += s[axis];
  }
  shape[axis] = total;
  const Array<T> y(shape, arrays[0].device());
  index_t at = 0;
  for (const Array<T>& x : arrays) {
    const index_t n = x.shape()[axis];
    part(y, axis, at, at + n).assign(x);
    at += n;
  }
  return y;
}

template <class T, class F> std::vector<Array<T>> each(const std::vector<Array<T>>& arrays, F f) {
  std::vector<Array<T>> result;
  for (const Array<T>& x : arrays) result.push_back(f(x));
  return result;
}

}  // namespace

template <class T> Array<T> concatenate(const std::vector<Array<T>>& arrays, std::optional<int> axis) {
  return join(arrays, axis, "concatenate");
}
template <class T> Array<T> stack(const std::vector<Array<T>>& arrays, int axis) {
  check_list(arrays, "stack");
  const Shape& shape = arrays[0].shape();
  axis = normalize_axis(axis, shape.rank() + 1, "stack");
  for (std::size_t i = 0; i < arrays.size(); ++i)
    require(arrays[i].shape() == shape, "stack", "all arrays must have one shape, got ", shape.str(), " and ",
            arrays[i].shape().str());
  return join(each(arrays, [&](const Array<T>& x) { return x.expand_dims(axis); }), axis, "stack");
}
template <class T> Array<T> vstack(const std::vector<Array<T>>& arrays) {
  return join(each(arrays, [](const Array<T>& x) { return atleast_2d(x); }), 0, "vstack");
}
template <class T> Array<T> hstack(const std::vector<Array<T>>& arrays) {
  const auto rows = each(arrays, [](const Array<T>& x) { return atleast_1d(x); });
  return join(rows, !rows.empty() && rows[0].rank() > 1 ? 1 : 0, "hstack");
}
template <class T> Array<T> dstack(const std::vector<Array<T>>& arrays) {
  return join(each(arrays, [](const Array<T>& x) { return atleast_3d(x); }), 2, "dstack");
}
template <class T> Array<T> column_stack(const std::vector<Array<T>>& arrays) {
  const auto columns = each(arrays, [](const Array<T>& x) { return x.rank() < 2 ? x.reshape({-1, 1}) : x; });
  return join(columns, 1, "column_stack");
}

template <class T> Array<T> block(const std::vector<std::vector<Array<T>>>& rows) {
  require(!rows.empty() && !rows[0].empty(), "block", "expected at least one array");
  int rank = 2;
  for (const auto& row : rows)
    for (const Array<T>& x : row) rank = std::max(rank, x.rank());
  const Device device = rows[0][0].device();
  const auto promoted = [&](Array<T> x) {
    while (x.rank() < rank) x = x.expand_dims(0);
    return x;
  };
  Shape shape = promoted(rows[0][0]).shape();
  shape[rank - 2] = shape[rank - 1] = 0;
  std::vector<index_t> heights;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    require(!rows[i].empty(), "block", "row ", i, " is empty");
    index_t width = 0;
    const index_t height = promoted(rows[i][0]).shape()[rank - 2];
    for (const Array<T>& block : rows[i]) {
      detail::require_same_device(device, block.device(), "block");
      const Shape s = promoted(block).shape();
      bool fits = s[rank - 2] == height;
      for (int d = 0; d < rank - 2; ++d) fits = fits && s[d] == shape[d];
      require(fits, "block", "a block of shape ", block.shape().str(), " does not fit the others of row ", i);
      width += s[rank - 1];
    }
    require(i == 0 || width == shape[rank - 1], "block", "row ", i, " is ", width, " wide, the first one ",
            shape[rank - 1]);
    shape[rank - 1] = width;
    shape[rank - 2] += height;
    heights.push_back(height);
  }
  const Array<T> y(shape, device);
  index_t top = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    index_t left = 0;
    for (const Array<T>& block : rows[i]) {
      const Array<T> x = promoted(block);
      const index_t width = x.shape()[rank - 1];
      part(part(y, rank - 2, top, top + heights[i]), rank - 1, left, left + width).assign(x);
      left += width;
    }
    top += heights[i];
  }
  return y;
}

template <class T> std::vector<Array<T>> array_split(const Array<T>& x, index_t sections, int axis) {
  axis = normalize_axis(axis, x.rank(), "array_split");
  require(sections > 0, "array_split", "sections must be positive, got ", sections);
  const index_t n = x.shape()[axis];
  std::vector<Array<T>> parts;
  for (index_t i = 0, at = 0; i < sections; ++i) {
    const index_t length = n / sections + (i < n % sections);
    parts.push_back(part(x, axis, at, at + length));
    at += length;
  }
  return parts;
}
template <class T> std::vector<Array<T>> split(const Array<T>& x, index_t sections, int axis) {
  axis = normalize_axis(axis, x.rank(), "split");
  require(sections > 0, "split", "sections must be positive, got ", sections);
  require(x.shape()[axis] % sections == 0, "split", "axis ", axis, " of length ", x.shape()[axis],
          " does not divide into ", sections, " equal parts");
  return array_split(x, sections, axis);
}
template <class T> std::vector<Array<T>> split(const Array<T>& x, const std::vector<index_t>& indices, int axis) {
  axis = normalize_axis(axis, x.rank(), "split");
  const index_t n = x.shape()[axis];
  const auto bound = [n](index_t i) { return std::clamp<index_t>(i < 0 ? i + n : i, 0, n); };
  std::vector<Array<T>> parts;
  index_t begin = 0;
  for (std::size_t i = 0; i <= indices.size(); ++i) {
    const index_t end = i < indices.size() ? bound(indices[i]) : n;
    parts.push_back(part(x, axis, begin, std::max(begin, end)));
    begin = end;
  }
  return parts;
}
template <class T> std::vector<Array<T>> unstack(const Array<T>& x, int axis) {
  axis = normalize_axis(axis, x.rank(), "unstack");
  std::vector<Array<T>> entries;
  for (index_t i = 0; i < x.shape()[axis]; ++i) entries.push_back(x.select(axis, i));
  return entries;
}

#define TUKEY_INSTANTIATE(T)                                                                            \
  template TUKEY_EXPORT Array<T> concatenate(const std::vector<Array<T>>&, std::optional<int>);         \
  template TUKEY_EXPORT Array<T> stack(const std::vector<Array<T>>&, int);                              \
  template TUKEY_EXPORT Array<T> vstack(const std::vector<Array<T>>&);                                  \
  template TUKEY_EXPORT Array<T> hstack(const std::vector<Array<T>>&);                                  \
  template TUKEY_EXPORT Array<T> dstack(const std::vector<Array<T>>&);                                  \
  template TUKEY_EXPORT Array<T> column_stack(const std::vector<Array<T>>&);                            \
  template TUKEY_EXPORT Array<T> block(const std::vector<std::vector<Array<T>>>&);                      \
  template TUKEY_EXPORT std::vector<Array<T>> array_split(const Array<T>&, index_t, int);               \
  template TUKEY_EXPORT std::vector<Array<T>> split(const Array<T>&, index_t, int);                     \
  template TUKEY_EXPORT std::vector<Array<T>> split(const Array<T>&, const std::vector<index_t>&, int); \
  template TUKEY_EXPORT std::vector<Array<T>> unstack(const Array<T>&, int);
TUKEY_FOR_ALL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey
