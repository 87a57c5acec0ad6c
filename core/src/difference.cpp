// SPDX-License-Identifier: Apache-2.0
// Differences, gradients and the trapezoidal rule: views of the array, combined by fused expressions.
#include "tukey/difference.hpp"

#include "tukey/creation.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/elementwise.hpp"
#include "tukey/fuse.hpp"
#include "tukey/scan.hpp"
#include "weighted_sum.hpp"

namespace tukey {

using namespace detail;

namespace {

// Elements [from, to) along an axis, negative bounds from the end, as a view.
template <class T> Array<T> part(const Array<T>& x, int axis, index_t from, index_t to) {
  const index_t n = x.shape()[axis];
  if (from < 0) from += n;
  if (to <= 0) to += n;
  Layout l = x.layout();
  l.shape[axis] = to > from ? to - from : 0;
  return Array<T>(x.storage(), l.shape.size() > 0 ? x.origin() + from * l.strides[axis] : x.origin(), l);
}
// A vector along one of `rank` axes.
template <class T> Array<T> along(const Array<T>& v, int axis, int rank) {
  Shape shape = Shape::filled(rank, 1);
  shape[axis] = v.size();
  return v.reshape(shape);
}
template <class T> Array<T> difference(const Array<T>& a, const Array<T>& b) {
  if constexpr (std::is_same_v<T, bool>)
    return a != b;
  else
    return a - b;
}
template <class T> Array<T> differences(Array<T> x, int n, int axis) {
  if (n == 0) return x.copy();
  for (; n > 0; --n) x = difference(part(x, axis, 1, 0), part(x, axis, 0, x.shape()[axis] > 0 ? -1 : 0));
  return x;
}
void check_order(int n) { require(n >= 0, "diff", "n must not be negative, got ", n); }

// One end of x joined to another array: the shape it has there.
template <class T> Shape joined_shape(const Array<T>& x, const Array<T>& end, int axis, const char* name) {
  Shape shape = x.shape();
  if (end.rank() == 0) {
    shape[axis] = 1;
    return shape;
  }
  bool fits = end.rank() == x.rank();
  for (int d = 0; fits && d < x.rank(); ++d) fits = d == axis || end.shape()[d] == x.shape()[d];
  require(fits, "diff", name, " must be a scalar or have shape ", x.shape().str(), " but along axis ", axis, ", got ",
          end.shape().str());
  return end.shape();
}

template <class T> void check_edges(const Array<T>& f, int axis, int edge_order) {
  require(edge_order == 1 || edge_order == 2, "gradient", "edge_order must be 1 or 2, got ", edge_order);
  require(f.shape()[axis] > edge_order, "gradient", "at least ", edge_order + 1, " samples are needed along axis ",
          axis, ", got ", f.shape()[axis]);
}

}  // namespace

template <class T> Array<T> diff(const Array<T>& x, DiffOptions o) {
  check_order(o.n);
  return differences(x, o.n, normalize_axis(o.axis, x.rank(), "diff"));
}
template <class T> Array<T> diff(const Array<T>& x, const Array<T>& prepend, const Array<T>& append, DiffOptions o) {
  check_order(o.n);
  const int axis = normalize_axis(o.axis, x.rank(), "diff");
  const bool before = prepend.size() > 0, after = append.size() > 0;
  if (before) require_same_device(x.device(), prepend.device(), "diff");
  if (after) require_same_device(x.device(), append.device(), "diff");
  const Shape first = before ? joined_shape(x, prepend, axis, "prepend") : Shape::filled(x.rank(), 0),
              last = after ? joined_shape(x, append, axis, "append") : Shape::filled(x.rank(), 0);
  Shape shape = x.shape();
  const index_t n = shape[axis];
  shape[axis] += first[axis] + last[axis];
  const Array<T> all(shape, x.device());
  if (all.size() == 0) return differences(all, o.n, axis);
  if (before) part(all, axis, 0, first[axis]).assign(prepend);
  if (n > 0) part(all, axis, first[axis], first[axis] + n).assign(x);
  if (after) part(all, axis, first[axis] + n, first[axis] + n + last[axis]).assign(append);
  return differences(all, o.n, axis);
}
template <class T> Array<T> ediff1d(const Array<T>& x, const Array<T>& to_end, const Array<T>& to_begin) {
  const Array<T> flat = x.reshape({-1}), end = to_end.reshape({-1}), begin = to_begin.reshape({-1});
  if (end.size() > 0) require_same_device(x.device(), end.device(), "ediff1d");
  if (begin.size() > 0) require_same_device(x.device(), begin.device(), "ediff1d");
  if (end.size() == 0 && begin.size() == 0) return differences(flat, 1, 0);
  const index_t n = flat.size() > 0 ? flat.size() - 1 : 0, first = begin.size();
  const Array<T> y(Shape{first + n + end.size()}, x.device());
  if (first > 0) part(y, 0, 0, first).assign(begin);
  if (n > 0) part(y, 0, first, first + n).assign(differences(flat, 1, 0));
  if (end.size() > 0) part(y, 0, first + n, y.size()).assign(end);
  return y;
}

template <class T> Array<T> gradient(const Array<T>& f, GradientOptions o) {
  using E = Expr<T>;
  const int axis = normalize_axis(o.axis, f.rank(), "gradient");
  check_edges(f, axis, o.edge_order);
  const Array<T> y(f.shape(), f.device());
  if (y.size() == 0) return y;
  const index_t n = f.shape()[axis];
  const auto at = [&](index_t i) { return E(part(f, axis, i, i + 1)); };
  if (n > 2) evaluate_into(part(y, axis, 1, -1), (E(part(f, axis, 2, 0)) - E(part(f, axis, 0, -2))) / E(2 * o.spacing));
  const E h(o.spacing);
  if (o.edge_order == 1) {
    evaluate_into(part(y, axis, 0, 1), (at(1) - at(0)) / h);
    evaluate_into(part(y, axis, n - 1, n), (at(n - 1) - at(n - 2)) / h);
  } else {
    evaluate_into(part(y, axis, 0, 1), (E(2.0) * at(1) - E(1.5) * at(0) - E(0.5) * at(2)) / h);
    evaluate_into(part(y, axis, n - 1, n), (E(1.5) * at(n - 1) - E(2.0) * at(n - 2) + E(0.5) * at(n - 3)) / h);
  }
  return y;
}
template <class T> Array<T> gradient(const Array<T>& f, const Array<real_t<T>>& coordinates, GradientOptions o) {
  using E = Expr<T>;
  using R = Expr<real_t<T>>;
  const int axis = normalize_axis(o.axis, f.rank(), "gradient");
  check_edges(f, axis, o.edge_order);
  const index_t n = f.shape()[axis];
  require(coordinates.rank() == 1 && coordinates.size() == n, "gradient", "coordinates must have shape (", n,
          ",), got ", coordinates.shape().str());
  require_same_device(f.device(), coordinates.device(), "gradient");
  const Array<T> y(f.shape(), f.device());
  if (y.size() == 0) return y;
  const Array<real_t<T>> dx = along(diff(coordinates), axis, f.rank());
  const auto at = [&](index_t i) { return E(part(f, axis, i, i + 1)); };
  const auto step = [&](index_t i) { return R(part(dx, axis, i, i + 1)); };
  if (n > 2) {
    // The coefficients are vectors, the combination is one pass.
    const R before(part(dx, axis, 0, -1)), after(part(dx, axis, 1, 0));
    const Array<real_t<T>> a = evaluate(-after / (before * (before + after))),
                           b = evaluate((after - before) / (before * after)),
                           c = evaluate(before / (after * (before + after)));
    evaluate_into(part(y, axis, 1, -1),
                  E(a) * E(part(f, axis, 0, -2)) + E(b) * E(part(f, axis, 1, -1)) + E(c) * E(part(f, axis, 2, 0)));
  }
  if (o.edge_order == 1) {
    evaluate_into(part(y, axis, 0, 1), (at(1) - at(0)) / E(step(0)));
    evaluate_into(part(y, axis, n - 1, n), (at(n - 1) - at(n - 2)) / E(step(n - 2)));
  } else {
    const R p = step(0), q = step(1), r = step(n - 3), s = step(n - 2);
    evaluate_into(part(y, axis, 0, 1), E(-(R(2.0) * p + q) / (p * (p + q))) * at(0) + E((p + q) / (p * q)) * at(1) -
                                           E(p / (q * (p + q))) * at(2));
    evaluate_into(part(y, axis, n - 1, n), E(s / (r * (r + s))) * at(n - 3) - E((r + s) / (r * s)) * at(n - 2) +
                                               E((R(2.0) * s + r) / (s * (r + s))) * at(n - 1));
  }
  return y;
}
template <class T>
std::vector<Array<T>> gradient_all(const Array<T>& f, const std::vector<double>& spacings, int edge_order) {
  const auto rank = static_cast<std::size_t>(f.rank());
  require(spacings.size() <= 1 || spacings.size() == rank, "gradient_all", "spacings must have 0, 1 or ", rank,
          " numbers, got ", spacings.size());
  std::vector<Array<T>> y;
  for (std::size_t d = 0; d < rank; ++d) {
    GradientOptions o;
    o.spacing = spacings.empty() ? 1 : spacings[spacings.size() == 1 ? 0 : d];
    o.axis = static_cast<int>(d), o.edge_order = edge_order;
    y.push_back(gradient(f, o));
  }
  return y;
}

namespace {

// x as an array that goes with y, whose length along the axis is that of y.
template <class T>
Array<real_t<T>> coordinates_of(const Array<T>& y, const Array<real_t<T>>& x, int axis, const char* function) {
  require_same_device(y.device(), x.device(), function);
  const index_t n = y.shape()[axis];
  require(x.shape() == y.shape() || (x.rank() == 1 && x.size() == n), function, "x must have shape ", y.shape().str(),
          " or (", n, ",), got ", x.shape().str());
  return x.rank() == y.rank() ? x : along(x, axis, y.rank());
}
template <class T>
Array<T> trapezoids(const Array<T>& y, const std::optional<Array<real_t<T>>>& x, double dx, int axis) {
  using E = Expr<T>;
  const E sums = E(part(y, axis, 1, 0)) + E(part(y, axis, 0, -1));
  if (!x) return evaluate(E(dx / 2) * sums);
  return evaluate(E(0.5) * E(Expr<real_t<T>>(part(*x, axis, 1, 0)) - Expr<real_t<T>>(part(*x, axis, 0, -1))) * sums);
}
template <class T>
Array<T> running(const Array<T>& y, const std::optional<Array<real_t<T>>>& x, const CumulativeTrapezoidOptions& o,
                 int axis) {
  require(!o.initial || *o.initial == 0, "cumulative_trapezoid", "initial must be 0 or nothing, got ",
          o.initial.value_or(0));
  require(y.shape()[axis] > 0, "cumulative_trapezoid", "at least one sample is needed along axis ", axis,
          ", got shape ", y.shape().str());
  CumulativeOptions options;
  options.axis = axis, options.include_initial = o.initial.has_value();
  return cumulative_sum(trapezoids(y, x, o.dx, axis), options);
}

}  // namespace

template <class T> Array<T> trapezoid(const Array<T>& y, TrapezoidOptions o) {
  using E = Expr<T>;
  const int axis = normalize_axis(o.axis, y.rank(), "trapezoid");
  const index_t n = y.shape()[axis];
  if (n < 2) {
    Shape shape = y.shape();
    shape.erase(axis);
    return zeros<T>(shape, y.device());
  }
  ReduceOptions over;
  over.axis = axis;
  const E inner = sum(part(y, axis, 1, n > 2 ? -1 : 1), over);
  return evaluate(E(o.dx) * (inner + E(0.5) * (E(y.select(axis, 0)) + E(y.select(axis, n - 1)))));
}
template <class T> Array<T> trapezoid(const Array<T>& y, const Array<real_t<T>>& x, TrapezoidOptions o) {
  using R = Expr<real_t<T>>;
  const int axis = normalize_axis(o.axis, y.rank(), "trapezoid");
  const index_t n = y.shape()[axis];
  const Array<real_t<T>> at = coordinates_of(y, x, axis, "trapezoid");
  if (n < 2) return trapezoid(y, o);
  if (x.rank() == 1 && y.rank() > 1) {
    // A vector of weights, and one pass over y.
    const Array<real_t<T>> w(Shape{n}, y.device());
    const auto half = [&](index_t a, index_t b) {
      return R(0.5) * (R(part(x, 0, a, a + 1)) - R(part(x, 0, b, b + 1)));
    };
    if (n > 2) evaluate_into(part(w, 0, 1, -1), R(0.5) * (R(part(x, 0, 2, 0)) - R(part(x, 0, 0, -2))));
    evaluate_into(part(w, 0, 0, 1), half(1, 0));
    evaluate_into(part(w, 0, n - 1, n), half(n - 1, n - 2));
    return weighted_sum(y, w, axis, false, "trapezoid");
  }
  ReduceOptions over;
  over.axis = axis;
  return sum(trapezoids<T>(y, at, 0, axis), over);
}
template <class T> Array<T> cumulative_trapezoid(const Array<T>& y, CumulativeTrapezoidOptions o) {
  return running<T>(y, std::nullopt, o, normalize_axis(o.axis, y.rank(), "cumulative_trapezoid"));
}
template <class T>
Array<T> cumulative_trapezoid(const Array<T>& y, const Array<real_t<T>>& x, CumulativeTrapezoidOptions o) {
  const int axis = normalize_axis(o.axis, y.rank(), "cumulative_trapezoid");
  return running<T>(y, coordinates_of(y, x, axis, "cumulative_trapezoid"), o, axis);
}

#define TUKEY_INSTANTIATE(T)                                                                           \
  template TUKEY_EXPORT Array<T> diff(const Array<T>&, DiffOptions);                                   \
  template TUKEY_EXPORT Array<T> diff(const Array<T>&, const Array<T>&, const Array<T>&, DiffOptions); \
  template TUKEY_EXPORT Array<T> ediff1d(const Array<T>&, const Array<T>&, const Array<T>&);
TUKEY_FOR_COMPUTED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                                                                  \
  template TUKEY_EXPORT Array<T> gradient(const Array<T>&, GradientOptions);                                  \
  template TUKEY_EXPORT Array<T> gradient(const Array<T>&, const Array<real_t<T>>&, GradientOptions);         \
  template TUKEY_EXPORT std::vector<Array<T>> gradient_all(const Array<T>&, const std::vector<double>&, int); \
  template TUKEY_EXPORT Array<T> trapezoid(const Array<T>&, TrapezoidOptions);                                \
  template TUKEY_EXPORT Array<T> trapezoid(const Array<T>&, const Array<real_t<T>>&, TrapezoidOptions);       \
  template TUKEY_EXPORT Array<T> cumulative_trapezoid(const Array<T>&, CumulativeTrapezoidOptions);           \
  template TUKEY_EXPORT Array<T> cumulative_trapezoid(const Array<T>&, const Array<real_t<T>>&,               \
                                                      CumulativeTrapezoidOptions);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey
