// SPDX-License-Identifier: Apache-2.0
// Two tones; the weaker one is found by filtering. Exit code 0 where the result is right.
#include <cmath>
#include <cstdio>
#include <vector>

#include "analysis.hpp"

int main() {
  const double fs = 1000, pi = std::acos(-1.0);
  std::vector<double> samples(2000);
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i] = 3 * std::sin(2 * pi * 50 * i / fs) + std::sin(2 * pi * 120 * i / fs);
  const auto x = tukey::Array<double>::from(samples);
  const double f = strongest(x, fs, 90, 150);
  std::printf("strongest between 90 and 150 Hz: %.1f Hz, on %s\n", f, x.device().str().c_str());
  return f == 120 ? 0 : 1;
}
