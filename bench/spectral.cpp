// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/detrend.hpp"
#include "tukey/signal/spectral.hpp"
#include "bench.hpp"
#include "tukey/signal/peaks.hpp"

namespace tukey {

BENCH(spectral) {
  using bench::M;
  bench::add("signal.periodogram f32 2^22", 6 * 4 * M, [](Device device) {
    auto x = bench::normals<float>({1 << 22}, device);
    return [=](int i) { signal::periodogram(x[i]); };
  });
  bench::add("signal.welch f32 2^24 n1024", 4 * 16 * M, [](Device device) {
    auto x = bench::normals<float>({1 << 24}, device);
    return [=](int i) { signal::welch(x[i], {.nperseg = 1024}); };
  });
  bench::add("signal.csd f32 2^24 n1024", 8 * 16 * M, [](Device device) {
    auto x = bench::normals<float>({1 << 24}, device, 1), y = bench::normals<float>({1 << 24}, device, 2);
    return [=](int i) { signal::csd(x[i], y[i], {.nperseg = 1024}); };
  });
  bench::add("signal.spectrogram f32 2^24 n1024", 4 * 16 * M * 1.6, [](Device device) {
    auto x = bench::normals<float>({1 << 24}, device);
    return [=](int i) { signal::spectrogram(x[i], {.nperseg = 1024}); };
  });
  bench::add("signal.detrend f32 2^22", 8 * 4 * M, [](Device device) {
    const auto x = bench::normals<float>({4 << 20}, device);
    return [=](int i) { signal::detrend(x[i]); };
  });
  bench::add("signal.welch small f32 2^10", 0, [](Device device) {
    auto x = bench::normals<float>({1 << 10}, device);
    return [=](int i) { signal::welch(x[i]); };
  });
}

BENCH(peaks) {
  using bench::M;
  bench::add("signal.find_peaks f64 2^22", 8 * 4 * M, [](Device device) {
    auto x = bench::normals<double>({1 << 22}, device);
    return [=](int i) { signal::find_peaks(x[i], {.height = 1.0}); };
  });
  bench::add("signal.find_peaks_prom f64 2^20", 8 * M, [](Device device) {
    auto x = bench::normals<double>({1 << 20}, device);
    return [=](int i) { signal::find_peaks(x[i], {.prominence = 1.0}); };
  });
  bench::add("signal.find_peaks_distance50 f64 2^16", 8 << 16, [](Device device) {
    auto x = bench::normals<double>({1 << 16}, device);
    return [=](int i) { signal::find_peaks(x[i], {.distance = 50}); };
  });
}

}  // namespace tukey
