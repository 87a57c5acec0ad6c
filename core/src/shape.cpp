// SPDX-License-Identifier: Apache-2.0
// Shapes, and the arithmetic of views: how slicing, permuting, broadcasting and reshaping change a layout.
#include "tukey/shape.hpp"

#include <algorithm>

#include "tukey/array.hpp"
#include "tukey/detail/access.hpp"

namespace tukey {

Shape::Shape(const index_t* values, std::size_t count) {
  if (count > max_rank) throw InvalidArgument("Shape: at most 8 axes, got " + std::to_string(count));
  rank_ = static_cast<int>(count);
  std::copy(values, values + count, values_);
}
Shape Shape::filled(int count, index_t value) {
  Shape s;
  for (int i = 0; i < count; ++i) s.push_back(value);
  return s;
}
void Shape::push_back(index_t value) { insert(rank_, value); }
void Shape::insert(int at, index_t value) {
  if (rank_ == max_rank) throw InvalidArgument("Shape: at most 8 axes, got 9");
  for (int i = rank_; i > at; --i) values_[i] = values_[i - 1];
  values_[at] = value;
  ++rank_;
}
void Shape::erase(int at) {
  for (int i = at; i + 1 < rank_; ++i) values_[i] = values_[i + 1];
  --rank_;
}
index_t Shape::size() const {
  index_t n = 1;
  bool fits = true;
  for (index_t v : *this) {
    if (v == 0) return 0;
    fits = !__builtin_mul_overflow(n, v, &n) && fits;
  }
  if (!fits) detail::invalid("Shape", "the number of elements of ", str(), " does not fit 64 bits");
  return n;
}
std::string Shape::str() const {
  std::string text = "(";
  for (int i = 0; i < rank_; ++i) {
    if (i) text += ", ";
    text += std::to_string(values_[i]);
  }
  return text + (rank_ == 1 ? ",)" : ")");
}

Shape broadcast_shapes(const Shape& a, const Shape& b, const char* function) {
  if (a == b) return a;
  const int rank = std::max(a.rank(), b.rank());
  Shape out = Shape::filled(rank, 1);
  for (int i = 1; i <= rank; ++i) {
    const index_t n = i <= a.rank() ? a[a.rank() - i] : 1, m = i <= b.rank() ? b[b.rank() - i] : 1;
    if (n != m && n != 1 && m != 1)
      detail::invalid(function, "shapes ", a.str(), " and ", b.str(), " do not broadcast");
    out[rank - i] = n == 1 ? m : n;
  }
  return out;
}

namespace detail {

int normalize_axis(int axis, int rank, const char* function, const char* name) {
  require(axis >= -rank && axis < rank, function, name, " must be in [", -rank, ", ", rank, "), got ", axis);
  return axis < 0 ? axis + rank : axis;
}
void require_same_device(Device a, Device b, const char* function) {
  if (a != b) invalid(function, "operands must be on one device, got ", a.str(), " and ", b.str());
}
void require_cpu(Device device, const char* function) {
  if (!device.is_cpu())
    invalid(function, "has no GPU version; move the operand with to(Device::cpu()), got ", device.str());
}

Shape row_major_strides(const Shape& shape) {
  Shape strides = Shape::filled(shape.rank(), 1);
  index_t step = 1;
  for (int i = shape.rank() - 1; i >= 0; --i) {
    strides[i] = step;
    // Beside an extent of 0 the others may be of any size.
    if (__builtin_mul_overflow(step, std::max<index_t>(shape[i], 1), &step)) step = 1;
  }
  return strides;
}

bool is_contiguous(const Shape& shape, const Shape& strides) {
  if (shape.size() == 0) return true;
  index_t step = 1;
  for (int i = shape.rank() - 1; i >= 0; --i) {
    if (shape[i] == 1) continue;  // the stride of a single entry never matters
    if (strides[i] != step) return false;
    step *= shape[i];
  }
  return true;
}

Layout select(const Layout& x, int axis, index_t i) {
  axis = normalize_axis(axis, x.shape.rank(), "select");
  const index_t n = x.shape[axis];
  require(i >= -n && i < n, "select", "index ", i, " is out of bounds for axis ", axis, " of length ", n);
  Layout y = x;
  y.offset += (i < 0 ? i + n : i) * x.strides[axis];
  y.shape.erase(axis);
  y.strides.erase(axis);
  return y;
}

// start:stop:step resolved against a length as Python does.
static Layout slice(const Layout& x, int axis, const Slice& s) {
  require(s.step != 0, "slice", "step must not be 0");
  const index_t n = x.shape[axis], low = s.step > 0 ? 0 : -1, high = s.step > 0 ? n : n - 1;
  auto resolve = [&](index_t i) { return std::clamp(i < 0 ? i + n : i, low, high); };
  const index_t start = s.start ? resolve(*s.start) : (s.step > 0 ? low : high);
  const index_t stop = s.stop ? resolve(*s.stop) : (s.step > 0 ? high : low);
  const index_t span = s.step > 0 ? stop - start : start - stop, step = s.step > 0 ? s.step : -s.step;
  Layout y = x;
  y.shape[axis] = span > 0 ? (span + step - 1) / step : 0;
  if (y.shape[axis] > 0) y.offset += start * x.strides[axis];
  y.strides[axis] = x.strides[axis] * s.step;
  return y;
}

Layout index(const Layout& x, const Index* items, std::size_t count) {
  int used = 0, ellipses = 0;
  for (std::size_t i = 0; i < count; ++i) {
    used += items[i].kind == Index::Kind::integer || items[i].kind == Index::Kind::slice;
    ellipses += items[i].kind == Index::Kind::ellipsis;
  }
  require(ellipses <= 1, "index", "at most one ellipsis, got ", ellipses);
  require(used <= x.shape.rank(), "index", used, " indices for an array of rank ", x.shape.rank());
  Layout y = x;
  int axis = 0;
  for (std::size_t i = 0; i < count; ++i) {
    switch (items[i].kind) {
      case Index::Kind::integer:
        y = select(y, axis, items[i].integer);
        break;
      case Index::Kind::slice:
        y = slice(y, axis++, items[i].slice);
        break;
      case Index::Kind::newaxis:
        y = expand_dims(y, axis++);
        break;
      case Index::Kind::ellipsis:
        axis += x.shape.rank() - used;
        break;
    }
  }
  return y;
}

Layout permute(const Layout& x, const Shape& axes) {
  const int rank = x.shape.rank();
  require(axes.rank() == rank, "permute", "expected ", rank, " axes, got ", axes.rank());
  Layout y = x;
  bool seen[max_rank] = {};
  for (int i = 0; i < rank; ++i) {
    const int a = normalize_axis(static_cast<int>(axes[i]), rank, "permute");
    require(!seen[a], "permute", "axis ", a, " is named twice");
    seen[a] = true;
    y.shape[i] = x.shape[a];
    y.strides[i] = x.strides[a];
  }
  return y;
}

Layout broadcast_to(const Layout& x, const Shape& shape, const char* function) {
  const int extra = shape.rank() - x.shape.rank();
  bool fits = extra >= 0;
  Layout y{shape, Shape::filled(shape.rank(), 0), x.offset};
  for (int i = 0; fits && i < x.shape.rank(); ++i) {
    if (x.shape[i] == shape[i + extra])
      y.strides[i + extra] = x.strides[i];
    else
      fits = x.shape[i] == 1;
  }
  if (!fits) invalid(function, "shape ", x.shape.str(), " does not broadcast to ", shape.str());
  shape.size();  // throws where the elements cannot be counted
  return y;
}

Layout flip(const Layout& x, int axis) {
  axis = normalize_axis(axis, x.shape.rank(), "flip");
  Layout y = x;
  if (x.shape[axis] > 0) y.offset += (x.shape[axis] - 1) * x.strides[axis];
  y.strides[axis] = -x.strides[axis];
  return y;
}

Layout expand_dims(const Layout& x, int axis) {
  axis = normalize_axis(axis, x.shape.rank() + 1, "expand_dims");
  Layout y = x;
  y.shape.insert(axis, 1);
  y.strides.insert(axis, 0);
  return y;
}

Layout squeeze(const Layout& x, std::optional<int> axis) {
  Layout y = x;
  if (axis) {
    const int a = normalize_axis(*axis, x.shape.rank(), "squeeze");
    require(x.shape[a] == 1, "squeeze", "axis ", a, " has length ", x.shape[a], ", not 1");
    y.shape.erase(a);
    y.strides.erase(a);
    return y;
  }
  for (int i = x.shape.rank() - 1; i >= 0; --i) {
    if (x.shape[i] != 1) continue;
    y.shape.erase(i);
    y.strides.erase(i);
  }
  return y;
}

Layout sliding_window_view(const Layout& x, index_t window, int axis) {
  axis = normalize_axis(axis, x.shape.rank(), "sliding_window_view");
  require(window >= 1 && window <= x.shape[axis], "sliding_window_view", "window must be in [1, ", x.shape[axis],
          "], got ", window);
  Layout y = x;
  y.shape[axis] -= window - 1;
  y.shape.push_back(window);
  y.strides.push_back(x.strides[axis]);
  return y;
}

Shape resolve_reshape(const Shape& from, const Shape& to) {
  Shape out = to;
  int unknown = -1;
  index_t known = 1;
  for (int i = 0; i < to.rank(); ++i) {
    if (to[i] == -1) {
      if (unknown >= 0) invalid("reshape", "only one extent may be -1, got ", to.str());
      unknown = i;
    } else {
      if (to[i] < 0) invalid("reshape", "extents must not be negative, got ", to.str());
      if (__builtin_mul_overflow(known, to[i], &known)) invalid("reshape", "shape ", to.str(), " is too large");
    }
  }
  if (unknown >= 0 && known > 0 && from.size() % known == 0) out[unknown] = from.size() / known;
  if (!((unknown < 0 || out[unknown] >= 0) && out.size() == from.size()))
    invalid("reshape", "cannot reshape ", from.str(), " into ", to.str());
  return out;
}

std::optional<Layout> reshape_view(const Layout& x, const Shape& shape) {
  if (is_contiguous(x.shape, x.strides)) return Layout{shape, row_major_strides(shape), x.offset};
  // Match runs of old axes with runs of new ones of the same element count; a run of old axes must be walkable by
  // one stride.
  Layout y{shape, Shape::filled(shape.rank(), 0), x.offset};
  Shape old_shape, old_strides;
  for (int i = 0; i < x.shape.rank(); ++i) {
    if (x.shape[i] == 1) continue;
    old_shape.push_back(x.shape[i]);
    old_strides.push_back(x.strides[i]);
  }
  int o = 0, n = 0;
  while (o < old_shape.rank() && n < shape.rank()) {
    int o_end = o + 1, n_end = n + 1;
    index_t old_count = old_shape[o], new_count = shape[n];
    while (old_count != new_count) {
      if (new_count < old_count)
        new_count *= shape[n_end++];
      else
        old_count *= old_shape[o_end++];
    }
    for (int i = o; i + 1 < o_end; ++i)
      if (old_strides[i] != old_strides[i + 1] * old_shape[i + 1]) return std::nullopt;
    index_t step = old_strides[o_end - 1];
    for (int i = n_end - 1; i >= n; --i) {
      y.strides[i] = step;
      step *= shape[i];
    }
    o = o_end;
    n = n_end;
  }
  return y;  // new axes left over have length 1
}

}  // namespace detail
}  // namespace tukey
