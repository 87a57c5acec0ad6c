// SPDX-License-Identifier: Apache-2.0
// Peaks of a one-dimensional signal.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>

#include "tukey/array.hpp"

namespace tukey::signal {

/// A condition on a property: not asked for (the default), at least `min`, or within [min, max], bounds included.
/// Converts from a number (a minimum) and from {min, max}. Interval::any() accepts everything, and so asks only for
/// the property to be returned.
struct Interval {
  Interval() = default;
  Interval(double minimum) : given(true), min(minimum) {}
  Interval(double minimum, double maximum) : given(true), min(minimum), max(maximum) {}
  static Interval any() { return Interval(-std::numeric_limits<double>::infinity()); }
  static Interval at_most(double maximum) { return Interval(-std::numeric_limits<double>::infinity(), maximum); }

  bool given = false;
  double min = -std::numeric_limits<double>::infinity();
  double max = std::numeric_limits<double>::infinity();
};

struct FindPeaksOptions {
  /// Of the peak's sample.
  Interval height = {};
  /// Of the steps down to the two neighbouring samples: min applies to the smaller one, max to the greater one.
  Interval threshold = {};
  /// Peaks nearer than this many samples to a higher peak are dropped, the highest peak first. At least 1, rounded
  /// up to an integer.
  std::optional<double> distance = {};
  /// How far the peak stands out: its height above the higher one of the two lowest samples that a walk to the left
  /// and to the right meets before a higher sample (or NaN), or the end of the window, stops it.
  Interval prominence = {};
  /// Width in samples at `rel_height` of the prominence below the peak, between linearly interpolated crossings.
  Interval width = {};
  /// Bounds the walks for prominence and width to a window of this many samples (rounded up to odd) around the peak.
  /// Above 1; by default the whole signal.
  std::optional<double> wlen = {};
  double rel_height = 0.5;
  /// Samples of the flat top.
  Interval plateau_size = {};
};

/// Of T: float and double keep their type, integers give double.
template <class T> using peak_value_t = std::conditional_t<std::is_integral<T>::value, double, T>;

/// What find_peaks returns, on x's device: arrays of one element per peak. Only `indices` and the properties of
/// conditions asked for are filled, the others are Array() of length 0.
template <class T> struct Peaks {
  Array<std::int64_t> indices;                                 // ascending; of a plateau the middle, rounded down
  Array<peak_value_t<T>> peak_heights;                         // height
  Array<peak_value_t<T>> left_thresholds, right_thresholds;    // threshold
  Array<peak_value_t<T>> prominences;                          // prominence or width
  Array<std::int64_t> left_bases, right_bases;                 // prominence or width
  Array<double> widths, width_heights, left_ips, right_ips;    // width
  Array<std::int64_t> plateau_sizes, left_edges, right_edges;  // plateau_size
};

/// The local maxima of x that satisfy every condition given: samples, or runs of equal samples (plateaus), higher
/// than both neighbours. The first and the last sample, plateaus that touch them, and NaN are never peaks.
/// Conditions are tested in the order plateau_size, height, threshold, distance, prominence, width; all comparisons
/// are made in double. x: rank 1, float, double, int16 or int32, any stride, any length.
///     auto peaks = find_peaks(x, {.height = 0.5, .distance = 50, .prominence = {0.1, 2.0}});
/// Indices, bases, edges and plateau sizes are exact; heights, thresholds and prominences are the rounded exact
/// differences; crossings and widths are accurate to 4 eps(double) relative to the index.
/// Waits for the GPU: the number of peaks is data. Once for the maxima, once more if distance, prominence or width is
/// given, and while `distance` is being resolved once per batch of rounds (random signals: one or two).
/// InvalidArgument: rank other than 1, distance < 1, wlen <= 1, negative rel_height, NaN in an interval.
/// scipy.signal.find_peaks. Differences: bounds are numbers, not arrays; of equally high peaks within `distance` the
/// later one wins, where SciPy leaves the choice to an unstable sort.
/// GPU algorithm: plateaus by tiles that carry the last change of value; distance as a greedy independent set found
/// in parallel rounds (Blelloch, Fineman, Shun 2012), whose result is the sequential one; prominences and widths by
/// walks over a hierarchy of block minima and maxima, O(log n) per peak.
template <class T> Peaks<T> find_peaks(const Array<T>& x, const FindPeaksOptions& options = {});

}  // namespace tukey::signal
