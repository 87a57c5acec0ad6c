// SPDX-License-Identifier: Apache-2.0
// core: searches, interpolation, sets, histograms and counts.
#include "bench.hpp"

namespace tukey {
namespace {
constexpr double M = bench::M;
constexpr index_t large = index_t(1) << 24;
}  // namespace

BENCH(searching) {
  bench::add("core.histogram f32 2^24 256 bins", 64 * M, [](Device device) -> bench::Call {
    return [x = bench::normals<float>({large}, device)](int i) { histogram(x[i], {.bins = 256}); };
  });
  bench::add("core.histogram_weights f32 2^24 256 bins", 192 * M, [](Device device) -> bench::Call {
    return [x = bench::normals<float>({large}, device), w = bench::normals<double>({large}, device, 2)](int i) {
      histogram(x[i], w[i], {.bins = 256});
    };
  });
  bench::add("core.interp f32 2^24", 128 * M, [](Device device) -> bench::Call {
    const auto at = linspace<float>(-4, 4, 1000, device), values = linspace<float>(0, 1, 1000, device);
    return [x = bench::normals<float>({large}, device), at, values](int i) { interp(x[i], at, values); };
  });
  bench::add("core.searchsorted f32 2^24 in 1000", 192 * M, [](Device device) -> bench::Call {
    const auto keys = linspace<float>(-4, 4, 1000, device);
    return [x = bench::normals<float>({large}, device), keys](int i) { searchsorted(keys, x[i]); };
  });
  // These wait for the GPU: their results' shapes depend on the data.
  bench::add("core.unique i32 2^24", 64 * M, [](Device device) -> bench::Call {
    const bench::Inputs<std::int32_t> x((bench::normal_array<float>({large}, device) * 100.f).astype<std::int32_t>());
    return [x](int i) { unique(x[i]); };
  });
  bench::add("core.bincount i32 2^24", 64 * M, [](Device device) -> bench::Call {
    const auto normal = bench::normal_array<float>({large}, device) * 100.f;
    const bench::Inputs<std::int32_t> x(tukey::abs(normal).astype<std::int32_t>());
    return [x](int i) { bincount(x[i]); };
  });
}

}  // namespace tukey
