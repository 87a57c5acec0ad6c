// SPDX-License-Identifier: Apache-2.0
// Removal of a constant or linear trend. Types: float, double and their complex. Nothing here waits for the GPU.
#pragma once

#include <vector>

#include "tukey/array.hpp"
#include "tukey/signal/spectral.hpp"

namespace tukey::signal {

struct DetrendOptions {
  int axis = -1;
  /// What is taken away: the mean, the line of least squares, or nothing (a copy).
  Detrend type = Detrend::linear;
  /// Breakpoints, sample numbers: the signal is cut before each of them and every piece gets its own line (or mean).
  /// In any order; repeated ones, 0 and the length count once.
  std::vector<index_t> bp = {};
};

/// y[k] = x[k] - (m + s t[k]) along `axis`, t[k] = k - (n - 1) / 2: m the mean of the n samples, and for linear trends
/// s = sum t (x - m) / sum t^2, sum t^2 = n (n^2 - 1) / 12. y has the shape of x. A single sample gives 0.
/// NaN or Inf spreads over its piece only.
/// InvalidArgument where the axis is out of range or a breakpoint is outside [0, n].
/// Accuracy: sums run in double; 4 eps(T) of the norm of x (not of y: a large trend leaves its rounding errors).
/// On the GPU each piece is a launch (few long rows: two).
/// scipy.signal.detrend, which applies breakpoints to linear trends only.
template <class T>
Array<T> detrend(const Array<T>& x, const DetrendOptions& options = {});
/// Into an existing array of the shape and device of x, which may be x itself but must not overlap it otherwise.
template <class T>
void detrend_into(Array<T>& y, const Array<T>& x, const DetrendOptions& options = {});

}  // namespace tukey::signal
