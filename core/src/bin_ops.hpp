// SPDX-License-Identifier: Apache-2.0
// Internal: which bin a value belongs to, for CPU loops and kernels. No std headers.
#pragma once

#include "tukey/view.hpp"

namespace tukey::detail {

// Bins between edges that do not decrease: `edges` holds bins + 1 numbers. `uniform`: they are evenly spaced but for
// rounding, so that a multiplication tells the bin of all values but those close to an edge.
struct bin_set {
  const double* edges;
  index_t bins;
  bool uniform;
};

// What bins of equal width are computed in: float for float, as NumPy does, else double.
template <class T> struct bin_scalar { using type = double; };
template <> struct bin_scalar<float> { using type = float; };
template <class T> using bin_scalar_t = typename bin_scalar<T>::type;

// The last i with edges[i] <= x, at most bins - 1; edges[0] <= x <= edges[bins] holds.
TUKEY_HD inline index_t search_bin(const double* edges, index_t bins, double x) {
  index_t at = 0;
  for (index_t n = bins; n > 1;) {
    const index_t half = n / 2;
    at += edges[at + half] <= x ? half : 0;
    n -= half;
  }
  return at;
}
// The same from a guess nearby.
TUKEY_HD inline index_t settle_bin(const double* edges, index_t bins, index_t guess, double x) {
  index_t i = guess < 0 ? 0 : guess >= bins ? bins - 1 : guess;
  while (i > 0 && x < edges[i]) --i;
  while (i < bins - 1 && x >= edges[i + 1]) ++i;
  return i;
}

template <class T> struct binner {
  using A = bin_scalar_t<T>;
  const double* edges;
  index_t bins;
  bool quick;
  A first, last, scale, near, far;  // quick: an estimate whose fraction lies between near and far is right

  TUKEY_HD explicit binner(const bin_set& b) : edges(b.edges), bins(b.bins), quick(false) {
    const double low = edges[0], high = edges[bins], width = (high - low) / static_cast<double>(bins);
    const double l = low < 0 ? -low : low, h = high < 0 ? -high : high;
    // The errors of the estimate and of the edges, in bins, with room to spare.
    const double error = (sizeof(A) == 4 ? 0x1p-21 : 0x1p-50) * (static_cast<double>(bins) + (l > h ? l : h) / width);
    first = static_cast<A>(low), last = static_cast<A>(high);
    scale = static_cast<A>(1 / width);
    near = static_cast<A>(error), far = 1 - near;
    quick = b.uniform && bins < (index_t(1) << 31) && width > 0 && error < 0.25 && scale < A(1e30) &&
            scale > A(1e-30) && static_cast<double>(first) == low && static_cast<double>(last) == high;
  }
  // The guess for a value between first and last, and whether it is right for sure.
  TUKEY_HD int guess(A x, bool& sure) const {
    const A f = (x - first) * scale;
    const int i = static_cast<int>(f);
    const A fraction = f - static_cast<A>(i);
    sure = fraction > near && fraction < far;
    return i;
  }
  // -1: in no bin.
  TUKEY_HD index_t operator()(T value) const {
    const A x = static_cast<A>(value);
    if (quick) {
      if (!(x >= first && x <= last)) return -1;
      bool sure;
      const int i = guess(x, sure);
      return sure ? i : settle_bin(edges, bins, i, static_cast<double>(x));
    }
    const double d = static_cast<double>(value);
    if (!(d >= edges[0] && d <= edges[bins])) return -1;
    return search_bin(edges, bins, d);
  }
};

// Edge i of evenly spaced ones from first to last, rounded like NumPy's linspace. `times` and `plus` are the operations
// with their own rounding each.
template <class A, class Times, class Plus>
TUKEY_HD A even_edge(index_t i, index_t bins, A first, A last, Times times, Plus plus) {
  if (i == bins) return last;
  const A distance = last - first, step = distance / static_cast<A>(bins);
  const A along =
      step == A(0) ? times(static_cast<A>(i) / static_cast<A>(bins), distance) : times(static_cast<A>(i), step);
  return plus(along, first);
}

}  // namespace tukey::detail
