// SPDX-License-Identifier: Apache-2.0
// math: functions of one and two arguments at the rate of memory, and some that compute for longer.
#include "bench.hpp"

namespace tukey {
namespace {
constexpr double M = bench::M;
constexpr index_t K = 1 << 10;

template <class T, class F> bench::Setup of_one(Shape shape, F f) {
  return [=](Device device) -> bench::Call { return [x = bench::normals<T>(shape, device), f](int i) { f(x[i]); }; };
}
template <class T, class F> bench::Setup of_two(Shape shape, F f) {
  return [=](Device device) -> bench::Call {
    return
        [x = bench::normals<T>(shape, device, 1), y = bench::normals<T>(shape, device, 2), f](int i) { f(x[i], y[i]); };
  };
}
}  // namespace

BENCH(math) {
  const Shape large{64 * K * K}, middle{16 * K * K};
  bench::add("core.exp f32 2^26", 512 * M, of_one<float>(large, [](const Array<float>& x) { exp(x); }));
  bench::add("core.tanh f32 2^26", 512 * M, of_one<float>(large, [](const Array<float>& x) { tanh(x); }));
  bench::add("core.atan2 f32 2^26", 768 * M,
             of_two<float>(large, [](const Array<float>& x, const Array<float>& y) { atan2(x, y); }));
  bench::add("core.expm1 f64 2^24", 256 * M, of_one<double>(middle, [](const Array<double>& x) { expm1(x); }));
  bench::add("core.asin c64 2^24", 256 * M,
             of_one<std::complex<float>>(middle, [](const Array<std::complex<float>>& x) { asin(x); }));
  bench::add("core.bitwise_and i8 2^26", 192 * M, [large](Device device) -> bench::Call {
    const auto bytes = [&](unsigned seed) {
      return bench::Inputs<std::int8_t>(
          (bench::normal_array<float>(large, device, seed) * 20.0f).astype<std::int8_t>());
    };
    return [x = bytes(1), y = bytes(2)](int i) { x[i] & y[i]; };
  });
  bench::add("core.mod i32 2^26", 768 * M, [large](Device device) -> bench::Call {
    const auto numbers = [&](unsigned seed) {
      return bench::Inputs<std::int32_t>(
          (bench::normal_array<float>(large, device, seed) * 1e6f).astype<std::int32_t>());
    };
    return [x = numbers(1), y = numbers(2)](int i) { x[i] % y[i]; };
  });
  bench::add("core.isfinite f32 2^26", 320 * M, of_one<float>(large, [](const Array<float>& x) { isfinite(x); }));
  bench::add("core.unwrap f32 2^24", 128 * M, of_one<float>(middle, [](const Array<float>& x) { unwrap(x); }));
}

}  // namespace tukey
