// SPDX-License-Identifier: Apache-2.0
// find_peaks by plain loops: one pass for the local maxima, then one filter per condition in SciPy's order.
#include "tukey/reference/peaks.hpp"

#include <algorithm>
#include <utility>

namespace tukey::reference {
namespace {

// The signal in contiguous memory.
template <class T> struct Signal {
  const T* data;
  index_t n;
  T operator[](index_t i) const { return data[i]; }
};

// found(left, right) for every run of equal samples that is higher than both neighbours; a NaN is higher than nothing
// and equal to nothing.
template <class T, class F> void local_maxima(const Signal<T>& x, const F& found) {
  for (index_t i = 1; i + 1 < x.n; ++i) {
    // One branch for both sides: the outcome of each alone is a coin toss.
    if (!((x[i - 1] < x[i]) & (x[i + 1] <= x[i]))) continue;
    index_t end = i + 1;
    while (end < x.n && x[end] == x[i]) ++end;
    if (end < x.n && x[end] < x[i]) found(i, end - 1);
    i = end - 1;
  }
}

// Which peaks stay when, from the highest down, each one removes all others nearer than `distance`. Of equal
// heights the later index counts as higher.
template <class T>
std::vector<char> select_by_distance(const Signal<T>& x, const std::vector<std::int64_t>& peaks, index_t distance) {
  const index_t count = static_cast<index_t>(peaks.size());
  std::vector<std::pair<T, index_t>> order(peaks.size());
  for (index_t j = 0; j < count; ++j) order[j] = {x[peaks[j]], j};
  std::sort(order.begin(), order.end(),
            [](const auto& a, const auto& b) { return a.first != b.first ? a.first > b.first : a.second > b.second; });
  std::vector<char> keep(peaks.size(), 1);
  for (const auto& [height, j] : order) {
    if (!keep[j]) continue;
    for (index_t k = j - 1; k >= 0 && peaks[j] - peaks[k] < distance; --k) keep[k] = 0;
    for (index_t k = j + 1; k < count && peaks[k] - peaks[j] < distance; ++k) keep[k] = 0;
  }
  return keep;
}

// Walks from the peak in direction `step` to `limit` while nothing is higher; the lowest sample met, nearest first.
template <class T> index_t base(const Signal<T>& x, index_t peak, index_t limit, index_t step) {
  const T top = x[peak];
  T low = top;
  index_t lowest = peak;
  for (index_t i = peak; i != limit + step && x[i] <= top; i += step)
    if (x[i] < low) low = x[i], lowest = i;
  return lowest;
}

// Where the signal crosses `height` between the peak and `base`, linearly interpolated.
template <class T, class W> W crossing(const Signal<T>& x, index_t peak, index_t base, index_t step, W height) {
  index_t i = peak;
  while (i != base && height < W(x[i])) i += step;
  W position = W(i);
  if (W(x[i]) < height) position -= W(step) * (height - W(x[i])) / (W(x[i - step]) - W(x[i]));
  return position;
}

template <class V> void filter(std::vector<V>& values, const std::vector<char>& keep) {
  if (values.empty()) return;
  std::size_t to = 0;
  for (std::size_t i = 0; i < keep.size(); ++i)
    if (keep[i]) values[to++] = values[i];
  values.resize(to);
}
template <class T> void filter(PeakList<T>& p, const std::vector<char>& keep) {
  filter(p.indices, keep);
  for (auto* list : {&p.plateau_sizes, &p.left_edges, &p.right_edges, &p.left_bases, &p.right_bases})
    filter(*list, keep);
  for (auto* list : {&p.heights, &p.left_thresholds, &p.right_thresholds, &p.prominences}) filter(*list, keep);
  for (auto* list : {&p.widths, &p.width_heights, &p.left_ips, &p.right_ips}) filter(*list, keep);
}
template <class T, class V> void filter_by(PeakList<T>& p, const std::vector<V>& property, const PeakBounds& bounds) {
  std::vector<char> keep(property.size());
  for (std::size_t i = 0; i < keep.size(); ++i) keep[i] = bounds.holds(property[i]);
  filter(p, keep);
}

}  // namespace

template <class T> PeakList<T> find_peaks(view<const T> view, const PeakConditions& c) {
  using V = peak_value_t<T>;
  using W = peak_wide_t<T>;
  std::vector<T> copy;
  if (view.strides[0] != 1) {
    copy.resize(static_cast<std::size_t>(view.shape[0]));
    for (index_t i = 0; i < view.shape[0]; ++i) copy[i] = view.data[i * view.strides[0]];
  }
  const Signal<T> x{view.strides[0] == 1 ? view.data : copy.data(), view.shape[0]};
  PeakList<T> p;
  local_maxima(x, [&](index_t left_edge, index_t right_edge) {
    const index_t i = left_edge + (right_edge - left_edge) / 2, size = right_edge - left_edge + 1;
    const W left = W(x[i]) - W(x[i - 1]), right = W(x[i]) - W(x[i + 1]);
    if (c.plateau_size.given && !c.plateau_size.holds(static_cast<double>(size))) return;
    if (c.height.given && !c.height.holds(W(x[i]))) return;
    if (c.threshold.given) {
      // The minimum bounds the smaller of the two steps, the maximum the greater.
      PeakBounds low = c.threshold, high = c.threshold;
      low.has_max = high.has_min = false;
      if (!low.holds(std::min(left, right)) || !high.holds(std::max(left, right))) return;
    }
    p.indices.push_back(i);
    if (c.plateau_size.given) {
      p.plateau_sizes.push_back(size);
      p.left_edges.push_back(left_edge);
      p.right_edges.push_back(right_edge);
    }
    if (c.height.given) p.heights.push_back(V(x[i]));
    if (c.threshold.given) {
      p.left_thresholds.push_back(V(left));
      p.right_thresholds.push_back(V(right));
    }
  });
  if (c.distance > 0) filter(p, select_by_distance(x, p.indices, c.distance));
  std::vector<W> prominences;  // before rounding: what the condition is about
  if (c.wants_prominence()) {
    for (const std::int64_t peak : p.indices) {
      const index_t reach = c.wlen / 2;
      const index_t first = c.wlen ? std::max<index_t>(peak - reach, 0) : 0;
      const index_t last = c.wlen ? std::min<index_t>(peak + reach, x.n - 1) : x.n - 1;
      const index_t left = base(x, peak, first, -1), right = base(x, peak, last, 1);
      p.left_bases.push_back(left);
      p.right_bases.push_back(right);
      prominences.push_back(W(x[peak]) - W(std::max(x[left], x[right])));
      p.prominences.push_back(V(prominences.back()));
    }
  }
  if (c.prominence.given) filter_by(p, prominences, c.prominence);
  if (c.width.given) {
    for (std::size_t k = 0; k < p.indices.size(); ++k) {
      const index_t peak = p.indices[k];
      const W prominence = W(x[peak]) - W(std::max(x[p.left_bases[k]], x[p.right_bases[k]]));
      const W height = W(x[peak]) - prominence * W(c.rel_height);
      p.width_heights.push_back(height);
      p.left_ips.push_back(crossing(x, peak, index_t(p.left_bases[k]), -1, height));
      p.right_ips.push_back(crossing(x, peak, index_t(p.right_bases[k]), 1, height));
      p.widths.push_back(p.right_ips.back() - p.left_ips.back());
    }
    filter_by(p, p.widths, c.width);
  }
  return p;
}

#define TUKEY_INSTANTIATE(T) template TUKEY_EXPORT PeakList<T> find_peaks<T>(view<const T>, const PeakConditions&);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
TUKEY_INSTANTIATE(long double)
TUKEY_INSTANTIATE(std::int16_t)
TUKEY_INSTANTIATE(std::int32_t)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::reference
