// SPDX-License-Identifier: Apache-2.0
// find_peaks by plain loops.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "tukey/export.hpp"
#include "tukey/reference/peak_conditions.hpp"

namespace tukey::reference {

// The type of heights and prominences: that of the signal, double for integers.
template <class T> using peak_value_t = std::conditional_t<std::is_integral<T>::value, double, T>;
// Differences and interpolation are computed at least in double.
template <class T> using peak_wide_t = std::conditional_t<std::is_same<T, long double>::value, long double, double>;

// The peaks that satisfy all conditions, by ascending index. Lists of properties not asked for stay empty.
template <class T> struct PeakList {
  std::vector<std::int64_t> indices, plateau_sizes, left_edges, right_edges, left_bases, right_bases;
  std::vector<peak_value_t<T>> heights, left_thresholds, right_thresholds, prominences;
  std::vector<peak_wide_t<T>> widths, width_heights, left_ips, right_ips;
};

// x has rank 1. T: float, double, long double, int16, int32.
template <class T> PeakList<T> find_peaks(view<const T> x, const PeakConditions& conditions);

}  // namespace tukey::reference
