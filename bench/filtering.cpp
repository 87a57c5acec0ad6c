// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/filtering.hpp"
#include "bench.hpp"
#include "tukey/signal/convolution.hpp"
#include "tukey/signal/freq_shift.hpp"

namespace tukey {

BENCH(filtering) {
  using bench::M;
  bench::add("signal.sosfilt8 f32 2^22", 8 * 4 * M, [](Device device) {
    const signal::Sos sos = signal::butter(8, 0.2);
    auto x = bench::normals<float>({1 << 22}, device);
    return [=](int i) { signal::sosfilt(sos, x[i]); };
  });
  bench::add("signal.sosfilt8 f32 1024x2^14", 8 * 16 * M, [](Device device) {
    const signal::Sos sos = signal::butter(8, 0.2);
    auto x = bench::normals<float>({1024, 1 << 14}, device);
    return [=](int i) { signal::sosfilt(sos, x[i]); };
  });
  bench::add("signal.sosfilt8 f32 2^14x1024 axis 0", 8 * 16 * M, [](Device device) {
    const signal::Sos sos = signal::butter(8, 0.2);
    auto x = bench::normals<float>({1 << 14, 1024}, device);
    return [=](int i) { signal::sosfilt(sos, x[i], {.axis = 0}); };
  });
  bench::add("signal.sosfilt8 f64 2^22", 16 * 4 * M, [](Device device) {
    const signal::Sos sos = signal::butter(8, 0.2);
    auto x = bench::normals<double>({1 << 22}, device);
    return [=](int i) { signal::sosfilt(sos, x[i]); };
  });
  bench::add("signal.sosfilt8 small f32 2^10", 0, [](Device device) {
    const signal::Sos sos = signal::butter(8, 0.2);
    auto x = bench::normals<float>({1 << 10}, device);
    return [=](int i) { signal::sosfilt(sos, x[i]); };
  });
  bench::add("signal.sosfiltfilt8 f64 64x2^16", 16 * 4 * M, [](Device device) {
    const signal::Sos sos = signal::butter(8, 0.2);
    auto x = bench::normals<double>({64, 1 << 16}, device);
    return [=](int i) { signal::sosfiltfilt(sos, x[i]); };
  });
}

BENCH(freq_shift) {
  bench::add("signal.freq_shift c64 2^24", 16 * 16 * bench::M, [](Device device) {
    auto x = bench::normals<std::complex<float>>({1 << 24}, device);
    return [=](int i) { signal::freq_shift(x[i], 0.1); };
  });
}

BENCH(convolution) {
  using bench::M;
  bench::add("signal.convolve_direct f32 2^20x127", 8 * M, [](Device device) {
    auto x = bench::normals<float>({1 << 20}, device);
    auto h = bench::normal_array<float>({127}, device, 2);
    return [=](int i) { signal::convolve(x[i], h, {.method = signal::Method::direct}); };
  });
  bench::add("signal.fftconvolve f32 2^22x4095", 8 * 4 * M, [](Device device) {
    auto x = bench::normals<float>({1 << 22}, device);
    auto h = bench::normal_array<float>({4095}, device, 2);
    return [=](int i) { signal::convolve(x[i], h, {.method = signal::Method::fft}); };
  });
  bench::add("signal.convolve2d f32 2048^2x15^2", 8 * 4 * M, [](Device device) {
    auto x = bench::normals<float>({2048, 2048}, device);
    auto h = bench::normal_array<float>({15, 15}, device, 2);
    return [=](int i) { signal::convolve(x[i], h, {.mode = signal::Mode::same, .method = signal::Method::direct}); };
  });
  bench::add("signal.correlate f32 2^20x2^20", 12 * M, [](Device device) {
    auto x = bench::normals<float>({1 << 20}, device), y = bench::normals<float>({1 << 20}, device, 2);
    return [=](int i) { signal::correlate(x[i], y[i], {.method = signal::Method::fft}); };
  });
}

}  // namespace tukey
