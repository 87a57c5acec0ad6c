// SPDX-License-Identifier: Apache-2.0
#include <iostream>
#include "tukey/tukey.hpp"
using namespace tukey;

int main() {
  const double fs = 1000, pi = 3.14159265358979;                            // sampling frequency in Hz
  const auto t = arange<double>(0, 4, 1 / fs);                              // on the GPU where there is one
  const auto noise = random::Generator(1).normal<double>(t.shape());        // the same numbers on every device
  const auto x = sin(2 * pi * 50 * t) + 2.0 * noise;                        // a tone of 50 Hz, buried
  const auto [f, pxx] = signal::welch(x, {.fs = fs, .nperseg = 500});       // power spectral density
  const auto band = signal::butter(4, {45, 55}, {.btype = signal::BandType::bandpass, .fs = fs});
  const auto y = signal::sosfiltfilt(band, x);                              // the tone, without phase shift
  std::cout << "strongest at " << f[argmax(pxx).item()] << " Hz on " << x.device().str() << "\n";
  save_npy("noisy.npy", x), save_npy("filtered.npy", y);                    // for NumPy, or gnuplot
}
