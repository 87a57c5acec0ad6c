// SPDX-License-Identifier: Apache-2.0
// Internal: NumPy's order of elements, binary search, and interpolation between two points, for CPU loops and
// kernels. No std headers.
#pragma once

#include "tukey/cplx.hpp"

namespace tukey::detail {

enum class interp_kind { linear, nearest, previous, next };

template <class T> TUKEY_HD bool is_nan(T x) { return x != x; }
template <class T> TUKEY_HD bool is_nan(cplx<T> x) { return x.re != x.re || x.im != x.im; }

// Whether a comes before b: NaN after every number, equal to itself.
template <class T> TUKEY_HD bool before(T a, T b) { return a < b || (b != b && a == a); }
// By real, then imaginary part; those with NaN last: first NaN in the imaginary part, then in the real one, then both.
template <class T> TUKEY_HD bool before(cplx<T> a, cplx<T> b) {
  const bool a_nan = a.im != a.im, b_nan = b.im != b.im;
  if (a.re < b.re) return !a_nan || b_nan;
  if (a.re > b.re) return b_nan && !a_nan;
  if (a.re == b.re || (a.re != a.re && b.re != b.re)) return before(a.im, b.im);
  return b.re != b.re;
}

// How many of n sorted elements satisfy passed(element), which the first ones do. at(i) is the i-th of them.
template <class At, class Passed> TUKEY_HD index_t count_passed(const At& at, index_t n, const Passed& passed) {
  if (n == 0) return 0;
  index_t base = 0;
  while (n > 1) {
    const index_t half = n / 2;
    base += passed(at(base + half - 1)) ? half : 0;
    n -= half;
  }
  return base + (passed(at(base)) ? 1 : 0);
}
// How many of n sorted elements come before `value`, or, with `right`, not after it.
template <class At, class K> TUKEY_HD index_t insertion_point(const At& at, index_t n, K value, bool right) {
  if constexpr (real_of<K>::complex) {
    return right ? count_passed(at, n, [=](K e) { return !before(value, e); })
                 : count_passed(at, n, [=](K e) { return before(e, value); });
  } else {
    // Comparisons with NaN among the elements are false, as they should be.
    if (value != value) return right ? n : count_passed(at, n, [](K e) { return e == e; });
    return right ? count_passed(at, n, [=](K e) { return e <= value; })
                 : count_passed(at, n, [=](K e) { return e < value; });
  }
}

// The scalar that tables of slopes and values are computed in.
template <class F> struct wide_scalar { using type = double; };
template <class T> struct wide_scalar<cplx<T>> { using type = cplx<double>; };
template <class F> using wide_t = typename wide_scalar<F>::type;
TUKEY_HD inline double widen(float x) { return x; }
TUKEY_HD inline double widen(double x) { return x; }
template <class T> TUKEY_HD cplx<double> widen(cplx<T> x) { return {double(x.re), double(x.im)}; }

// A point and the slope to the next one; the slope of the last one is not used.
template <class R, class F> struct knot {
  R x;
  F y;
  wide_t<F> slope;
};
template <> struct alignas(16) knot<float, float> {
  float x, y;
  double slope;
};
TUKEY_HD inline double slope_between(double x0, double x1, double y0, double y1) { return (y1 - y0) / (x1 - x0); }
TUKEY_HD inline cplx<double> slope_between(double x0, double x1, cplx<double> y0, cplx<double> y1) {
  const double inverse = 1.0 / (x1 - x0);
  return {(y1.re - y0.re) * inverse, (y1.im - y0.im) * inverse};
}
template <class R, class F> TUKEY_HD knot<R, F> make_knot(const R* xp, const F* fp, index_t n, index_t i) {
  knot<R, F> k;
  k.x = xp[i], k.y = fp[i];
  k.slope = i + 1 < n ? slope_between(xp[i], xp[i + 1], widen(fp[i]), widen(fp[i + 1])) : wide_t<F>(0.0);
  return k;
}

// slope * dx + y with both roundings, as NumPy computes it.
TUKEY_HD inline double along(double slope, double dx, double y) {
#if defined(__CUDA_ARCH__)
  return __dadd_rn(__dmul_rn(slope, dx), y);
#elif defined(__FMA__) || defined(__aarch64__)
  const volatile double product = slope * dx;
  return product + y;
#else
  return slope * dx + y;
#endif
}
// On the line through (x0, y0) and (x1, y1). Where an infinity makes a NaN of it, from the other end.
TUKEY_HD inline double on_line(double slope, double x, double x0, double y0, double x1, double y1) {
  double y = along(slope, x - x0, y0);
  if (y != y) {
    y = along(slope, x - x1, y1);
    if (y != y && y0 == y1) y = y0;
  }
  return y;
}
TUKEY_HD inline cplx<double> on_line(cplx<double> s, double x, double x0, cplx<double> y0, double x1, cplx<double> y1) {
  return {on_line(s.re, x, x0, y0.re, x1, y1.re), on_line(s.im, x, x0, y0.im, x1, y1.im)};
}
// The same as far as the near end tells: NaN asks for the far one.
TUKEY_HD inline double from_near(double slope, double dx, double y0) { return along(slope, dx, y0); }
TUKEY_HD inline cplx<double> from_near(cplx<double> s, double dx, cplx<double> y0) {
  return {along(s.re, dx, y0.re), along(s.im, dx, y0.im)};
}
TUKEY_HD inline void narrow(double x, float& y) { y = static_cast<float>(x); }
TUKEY_HD inline void narrow(double x, double& y) { y = x; }
template <class T> TUKEY_HD void narrow(cplx<double> x, cplx<T>& y) { y = {T(x.re), T(x.im)}; }
template <class R> TUKEY_HD void not_a_number(R x, R& y) { y = x; }
template <class R> TUKEY_HD void not_a_number(R x, cplx<R>& y) { y = {x, R(0)}; }

// Buckets of equal width over [xp[0], xp[n-1]]. The number of a bucket grows with x, rounding or not, so all points
// of lower buckets lie below x and all of higher ones above: only the own bucket is searched.
template <class R> struct buckets {
  R first, scale;
  int count;
  TUKEY_HD buckets(const R* xp, index_t n, int number) : first(xp[0]), count(number) {
    const R width = xp[n - 1] - xp[0];
    scale = width > R(0) ? R(number) / width : R(0);
  }
  TUKEY_HD int operator()(R x) const {
    const R at = (x - first) * scale;
    return at >= R(count) ? count - 1 : at > R(0) ? static_cast<int>(at) : 0;
  }
  // The first point whose bucket is not below b.
  TUKEY_HD index_t start(const R* xp, index_t n, int b) const {
    index_t low = 0, high = n;
    while (low < high) {
      const index_t middle = low + (high - low) / 2;
      if ((*this)(xp[middle]) < b)
        low = middle + 1;
      else
        high = middle;
    }
    return low;
  }
};
// The last point at or below x, from where its bucket starts and ends.
template <class R> TUKEY_HD index_t last_at_or_below(const R* xp, index_t low, index_t high, R x) {
  while (low < high) {
    const index_t middle = low + (high - low) / 2;
    if (xp[middle] <= x)
      low = middle + 1;
    else
      high = middle;
  }
  return low > 0 ? low - 1 : 0;
}

// NumPy's x % period for a positive period.
TUKEY_HD inline double modulo(double x, double period) {
  const double m = fmod(x, period);
  return m < 0 ? m + period : m == 0 ? 0.0 : m;
}
// Point i of n + 2, when sorted ones repeat with the period.
template <class F>
TUKEY_HD void repeated_end(const index_t* order, const double* xp, const F* fp, index_t n, double period, index_t i,
                           double* to_xp, F* to_fp) {
  const index_t k = order[i == 0 ? n - 1 : i == n + 1 ? 0 : i - 1];
  to_xp[i] = i == 0 ? xp[k] - period : i == n + 1 ? xp[k] + period : xp[k];
  to_fp[i] = fp[k];
}

// What interp does beyond the points, and between them.
template <class F> struct interp_rule {
  interp_kind kind;
  bool has_left, has_right;
  F left, right;
};
// The value at x between two knots.
template <class R, class F>
TUKEY_HD F interp_between(const knot<R, F>& k0, const knot<R, F>& k1, R x, interp_kind kind) {
  if (kind == interp_kind::linear) {
    F y;
    const auto far_x = static_cast<double>(k1.x);
    narrow(on_line(k0.slope, static_cast<double>(x), static_cast<double>(k0.x), widen(k0.y), far_x, widen(k1.y)), y);
    return y;
  }
  if (kind == interp_kind::previous) return k0.y;
  if (kind == interp_kind::next) return k1.y;
  return x - k0.x <= k1.x - x ? k0.y : k1.y;
}
template <class R, class F, class Find>
TUKEY_HD F interp_at(const knot<R, F>* knots, index_t n, R first, R last, const interp_rule<F>& rule, R x,
                     const Find& find) {
  if (x != x) {
    F y;
    not_a_number(x, y);
    return y;
  }
  if (x < first) return rule.has_left ? rule.left : knots[0].y;
  if (x > last) return rule.has_right ? rule.right : knots[n - 1].y;
  index_t i = find(x);
  if (i > n - 1) i = n - 1;
  const knot<R, F> k = knots[i];
  if (i == n - 1 || k.x == x) return k.y;
  // The far end of the line matters only where infinities are about, and for the other kinds.
  if (rule.kind == interp_kind::linear) {
    const auto y = from_near(k.slope, static_cast<double>(x) - static_cast<double>(k.x), widen(k.y));
    if (!is_nan(y)) {
      F narrowed;
      narrow(y, narrowed);
      return narrowed;
    }
  }
  return interp_between(k, knots[i + 1], x, rule.kind);
}

}  // namespace tukey::detail
