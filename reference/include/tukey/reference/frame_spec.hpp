// SPDX-License-Identifier: Apache-2.0
// Framed spectra as plain data, all defaults settled. Included by .cu files: no std headers.
#pragma once

#include "tukey/view.hpp"

namespace tukey::reference {

enum class FrameDetrend { none, constant, linear };
enum class FrameMode { psd, magnitude, angle, phase };

// Frame f holds the samples f * step + 0..nperseg-1 (zeros beyond the end of the signal), without their mean or
// straight line, times the window, followed by zeros up to nfft.
struct FrameSpec {
  index_t nperseg, step, frames, nfft;
  FrameDetrend detrend;
  bool onesided;  // bins 0..nfft/2, squares of those that stand for two doubled; else all nfft
  bool median;    // over frames, instead of the mean
  double scale;   // of |X|^2

  TUKEY_HD index_t bins() const { return onesided ? nfft / 2 + 1 : nfft; }
  // Whether bin k of a one-sided spectrum also stands for bin nfft - k.
  TUKEY_HD bool doubled(index_t k) const { return onesided && k > 0 && 2 * k < nfft; }
};

// The median of `count` exponentially distributed values relative to their mean (Allen et al. 2012, appendix B).
inline double median_bias(index_t count) {
  double bias = 1;
  for (index_t i = 2; i < count; i += 2) bias += 1.0 / double(i + 1) - 1.0 / double(i);
  return bias;
}

}  // namespace tukey::reference
