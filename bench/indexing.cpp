// SPDX-License-Identifier: Apache-2.0
// core: gathers, masks, positions, scatters. Results whose shape depends on data wait, here and in the peers.
#include "bench.hpp"

namespace tukey {
namespace {
constexpr double M = bench::M;
constexpr index_t K = 1 << 10;

// Pseudo-random integers in [0, limit).
Array<std::int64_t> random_indices(index_t count, index_t limit, Device device) {
  std::vector<std::int64_t> v(static_cast<std::size_t>(count));
  std::uint64_t s = 0x9E3779B97F4A7C15ull;
  for (auto& i : v) {
    s ^= s << 13, s ^= s >> 7, s ^= s << 17;
    i = static_cast<std::int64_t>((s >> 11) % static_cast<std::uint64_t>(limit));
  }
  return Array<std::int64_t>::from(v, device);
}
}  // namespace

BENCH(indexing) {
  // Mode wrap, as the peer on the GPU: no wait. Every random read moves a sector of 32 bytes.
  bench::add("core.take f32 2^24", (16 * 8 + 16 * 4 + 16 * 4) * M, [](Device device) -> bench::Call {
    const index_t n = 16 * K * K;
    return [x = bench::normals<float>({n}, device), i = random_indices(n, n, device)](int k) {
      TakeOptions options;
      options.mode = IndexMode::wrap;
      take(x[k], i, options);
    };
  });
  bench::add("core.mask f32 2^24", (16 + 16 * 4 + 8 * 4) * M, [](Device device) -> bench::Call {
    const Shape shape{16 * K * K};
    return [x = bench::normals<float>(shape, device),
            mask = bench::Inputs<bool>(bench::normal_array<float>(shape, device, 2) > 0.f)](int k) {
      x[k][mask[k]].get();
    };
  });
  bench::add("core.mask_fill f32 2^24", (16 + 8 * 4) * M, [](Device device) -> bench::Call {
    const Shape shape{16 * K * K};
    return [x = bench::normals<float>(shape, device),
            mask = bench::Inputs<bool>(bench::normal_array<float>(shape, device, 2) > 0.f)](int k) {
      x[k][mask[k]] = 0.f;
    };
  });
  bench::add("core.nonzero f32 2^24", (16 * 4 + 8 * 8) * M, [](Device device) -> bench::Call {
    const auto x = bench::normal_array<float>({16 * K * K}, device);
    return [x = bench::Inputs<float>(where(x > 0.f, x, 0.f))](int k) { nonzero(x[k]); };
  });
  bench::add("core.scatter_add f32 2^22 into 2^20", (4 * 8 + 4 * 4 + 4 + 4) * M, [](Device device) -> bench::Call {
    const index_t n = 4 * K * K;
    return [x = bench::normals<float>({K * K}, device), v = bench::normals<float>({n}, device, 2),
            i = random_indices(n, K * K, device)](int k) {
      IndexOptions options;
      options.mode = IndexMode::wrap;
      scatter_add(x[k], {i}, v[k], options);
    };
  });
}

}  // namespace tukey
