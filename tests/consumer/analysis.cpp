// SPDX-License-Identifier: Apache-2.0
#include "analysis.hpp"

#include "tukey/core.hpp"
#include "tukey/fft.hpp"
#include "tukey/signal.hpp"

double strongest(const tukey::Array<double>& x, double fs, double low, double high) {
  tukey::signal::ButterOptions band;
  band.btype = tukey::signal::BandType::bandpass;
  band.fs = fs;
  const auto y = tukey::signal::sosfiltfilt(tukey::signal::butter(4, {low, high}, band).sos(), x);
  const auto bin = tukey::argmax(tukey::abs(tukey::fft::rfft(y))).item();
  return static_cast<double>(bin) * fs / static_cast<double>(x.size());
}
