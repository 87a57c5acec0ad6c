// SPDX-License-Identifier: Apache-2.0
// core: joining, padding and rearranging.
#include "bench.hpp"

namespace tukey {

BENCH(joining) {
  using bench::M;
  constexpr index_t K = 1 << 10;
  const auto rows = [](index_t n, index_t m, auto f) {
    return [=](Device device) -> bench::Call {
      return [x = bench::normals<float>({n, m}, device, 1), f](int i) { f(x[i]); };
    };
  };
  using F = Array<float>;
  bench::add("core.transpose f64 4096^2", 256 * M, [](Device device) -> bench::Call {
    return [x = bench::normals<double>({4 * K, 4 * K}, device, 1)](int i) { x[i].transpose().copy(); };
  });
  bench::add("core.transpose i8 16384^2", 512 * M, [](Device device) -> bench::Call {
    const auto x = bench::normal_array<float>({16 * K, 16 * K}, device, 1).astype<std::int8_t>();
    return [x = bench::Inputs<std::int8_t>(x)](int i) { x[i].transpose().copy(); };
  });
  bench::add("core.transpose f32 8191x8193", 512 * M,
             rows(8 * K - 1, 8 * K + 1, [](const F& x) { x.transpose().copy(); }));
  bench::add("core.deinterleave f32 2^24x3", 384 * M, rows(16 * K * K, 3, [](const F& x) { x.transpose().copy(); }));
  bench::add("core.concatenate_axis1 f32 8192^2", 1024 * M, rows(8 * K, 8 * K, [](const F& x) {
               concatenate({x, x}, 1);
             }));
  bench::add("core.pad_reflect f32 8192^2", 512 * M,
             rows(8 * K, 8 * K, [](const F& x) { pad(x, 1, {.mode = Pad::reflect}); }));
  bench::add("core.roll f32 8192^2", 512 * M, rows(8 * K, 8 * K, [](const F& x) { roll(x, {5, 3}, {0, 1}); }));
  bench::add("core.tril f32 8192^2", 384 * M, rows(8 * K, 8 * K, [](const F& x) { tril(x); }));
  bench::add("core.repeat f32 2^24x4", 320 * M, rows(16 * K * K, 1, [](const F& x) { repeat(x, 4, 1); }));
}

}  // namespace tukey
