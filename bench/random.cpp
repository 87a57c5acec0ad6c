// SPDX-License-Identifier: Apache-2.0
#include "tukey/random.hpp"

#include "bench.hpp"

namespace tukey {
namespace {
template <class F> bench::Setup draws(F draw) {
  return [draw](Device device) -> bench::Call {
    return [generator = random::Generator(1), device, draw](int) mutable { draw(generator, device); };
  };
}
}  // namespace

BENCH(random) {
  using random::Generator;
  constexpr index_t n = index_t(1) << 26;
  bench::add("random.uniform f32 2^26", 4.0 * n, draws([](Generator& g, Device d) { g.random<float>({n}, d); }));
  bench::add("random.uniform f64 2^26", 8.0 * n, draws([](Generator& g, Device d) { g.random<double>({n}, d); }));
  bench::add("random.normal f32 2^26", 4.0 * n,
             draws([](Generator& g, Device d) { g.standard_normal<float>({n}, d); }));
  bench::add("random.normal f64 2^26", 8.0 * n,
             draws([](Generator& g, Device d) { g.standard_normal<double>({n}, d); }));
  bench::add("random.integers i32 2^26", 4.0 * n,
             draws([](Generator& g, Device d) { g.integers<std::int32_t>(0, 1000, {n}, {}, d); }));
  bench::add("random.uniform small f32 2^10", 0, draws([](Generator& g, Device d) { g.random<float>({1 << 10}, d); }));
}

}  // namespace tukey
