// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/peaks.hpp"

#include <cmath>

#include "peaks_backend.hpp"
#include "tukey/detail/access.hpp"

namespace tukey::signal {
namespace {

reference::PeakBounds bounds(const Interval& interval, const char* name) {
  reference::PeakBounds b;
  b.given = interval.given;
  if (!interval.given) return b;
  detail::require(!std::isnan(interval.min) && !std::isnan(interval.max), "find_peaks", name, " must not be NaN");
  b.min = interval.min, b.max = interval.max;
  b.has_min = !(std::isinf(b.min) && b.min < 0), b.has_max = !(std::isinf(b.max) && b.max > 0);
  return b;
}

// The smallest integer that is not below a positive number, as far as one can be told apart from "everything".
index_t round_up(double value) {
  const double most = 4611686018427387904.0;  // 2^62
  return static_cast<index_t>(std::ceil(value < most ? value : most));
}

template <class V> Array<V> array_of(const std::vector<V>& values) { return Array<V>::from(values, Device::cpu()); }

}  // namespace

template <class T> Peaks<T> find_peaks(const Array<T>& x, const FindPeaksOptions& o) {
  constexpr const char* name = "find_peaks";
  detail::require(x.rank() == 1, name, "x must have rank 1, got shape ", x.shape().str());
  reference::PeakConditions c;
  c.plateau_size = bounds(o.plateau_size, "plateau_size");
  c.height = bounds(o.height, "height");
  c.threshold = bounds(o.threshold, "threshold");
  c.prominence = bounds(o.prominence, "prominence");
  c.width = bounds(o.width, "width");
  if (o.distance) {
    detail::require(*o.distance >= 1, name, "distance must be at least 1, got ", *o.distance);
    c.distance = round_up(*o.distance);
  }
  if (o.wlen) {
    detail::require(*o.wlen > 1, name, "wlen must be above 1, got ", *o.wlen);
    c.wlen = round_up(*o.wlen);
  }
  detail::require(o.rel_height >= 0, name, "rel_height must not be negative, got ", o.rel_height);
  c.rel_height = o.rel_height;

  if constexpr (has_cuda)
    if (x.device().is_cuda()) {
      detail::GpuCall call(x.device());
      return cuda::find_peaks<T>(call, x, c);
    }

  const reference::PeakList<T> list = reference::find_peaks<T>(detail::in(x), c);
  Peaks<T> p;
  p.indices = array_of(list.indices);
  if (c.height.given) p.peak_heights = array_of(list.heights);
  if (c.threshold.given) {
    p.left_thresholds = array_of(list.left_thresholds);
    p.right_thresholds = array_of(list.right_thresholds);
  }
  if (c.plateau_size.given) {
    p.plateau_sizes = array_of(list.plateau_sizes);
    p.left_edges = array_of(list.left_edges);
    p.right_edges = array_of(list.right_edges);
  }
  if (c.wants_prominence()) {
    p.prominences = array_of(list.prominences);
    p.left_bases = array_of(list.left_bases);
    p.right_bases = array_of(list.right_bases);
  }
  if (c.width.given) {
    p.widths = array_of(list.widths);
    p.width_heights = array_of(list.width_heights);
    p.left_ips = array_of(list.left_ips);
    p.right_ips = array_of(list.right_ips);
  }
  return p;
}

#define TUKEY_INSTANTIATE(T) template TUKEY_EXPORT Peaks<T> find_peaks<T>(const Array<T>&, const FindPeaksOptions&);
TUKEY_FOR_REAL(TUKEY_INSTANTIATE)
TUKEY_INSTANTIATE(std::int16_t)
TUKEY_INSTANTIATE(std::int32_t)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::signal
