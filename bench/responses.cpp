// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/responses.hpp"
#include "bench.hpp"

namespace tukey {

// Host functions: the device plays no part.
BENCH(responses) {
  bench::add("signal.freqz_fir4095 f64 2^16", 0, [](Device) {
    const auto b = bench::normal_array<double>({4095}, Device::cpu()).to_vector();
    return [=](int) { signal::freqz(b, {1.0}, {.worN = 1 << 16}); };
  });
  bench::add("signal.freqz_sos8 f64 2^16", 0, [](Device) {
    const signal::Sos sos = signal::butter(8, 0.2);
    return [=](int) { signal::freqz_sos(sos, {.worN = 1 << 16}); };
  });
  bench::add("signal.group_delay8 f64 2^16", 0, [](Device) {
    const signal::Ba ba = signal::butter(8, 0.2);
    return [=](int) { signal::group_delay(ba, {.w = 1 << 16}); };
  });
}

}  // namespace tukey
