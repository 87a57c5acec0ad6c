// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/waveforms.hpp"
#include "bench.hpp"

namespace tukey {
namespace {

template <class T> bench::Inputs<T> ramp(Device device) {
  return bench::Inputs<T>(linspace<double>(0, 10, 1 << 22, device).template astype<T>());
}

}  // namespace

BENCH(waveforms) {
  using bench::M;
  bench::add("signal.chirp f64 2^22", 16 * 4 * M, [](Device device) {
    auto t = ramp<double>(device);
    return [=](int i) { signal::chirp(t[i], 20, 10, 20e3); };
  });
  bench::add("signal.chirp f32 2^22", 8 * 4 * M, [](Device device) {
    auto t = ramp<float>(device);
    return [=](int i) { signal::chirp(t[i], 20, 10, 20e3); };
  });
  bench::add("signal.sawtooth f64 2^22", 16 * 4 * M, [](Device device) {
    auto t = bench::normals<double>({1 << 22}, device);
    return [=](int i) { signal::sawtooth(t[i], 0.3); };
  });
  bench::add("signal.square f32 2^22", 8 * 4 * M, [](Device device) {
    auto t = bench::normals<float>({1 << 22}, device);
    return [=](int i) { signal::square(t[i], 0.3); };
  });
  bench::add("signal.gausspulse f64 2^22", 16 * 4 * M, [](Device device) {
    auto t = bench::normals<double>({1 << 22}, device);
    return [=](int i) { signal::gausspulse(t[i], {.fc = 5}); };
  });
  bench::add("signal.max_len_seq 2^20", 0, [](Device) { return [](int) { signal::max_len_seq(20); }; });
}

}  // namespace tukey
