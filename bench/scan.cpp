// SPDX-License-Identifier: Apache-2.0
// core: scans, variances and the other reductions, differences.
#include "bench.hpp"

namespace tukey {
namespace {
constexpr double M = bench::M;
constexpr index_t K = 1 << 10;

template <class T, class F> bench::Setup of_one(Shape shape, F f) {
  return [=](Device device) -> bench::Call { return [x = bench::normals<T>(shape, device), f](int i) { f(x[i]); }; };
}
using F32 = Array<float>;
}  // namespace

BENCH(scan) {
  bench::add("core.cumsum f32 2^26", 512 * M, of_one<float>({64 * K * K}, [](const F32& x) { cumsum(x); }));
  bench::add("core.cumsum_axis0 f32 8192^2", 512 * M,
             of_one<float>({8 * K, 8 * K}, [](const F32& x) { cumsum(x, {0}); }));
  bench::add("core.cumsum_rows f32 8x2^22", 256 * M,
             of_one<float>({8, 4 * K * K}, [](const F32& x) { cumsum(x, {1}); }));
  bench::add("core.cummax f32 2^26", 512 * M, of_one<float>({64 * K * K}, [](const F32& x) { cummax(x); }));
  bench::add("core.cumsum small f32 2^10", 0, of_one<float>({K}, [](const F32& x) { cumsum(x); }));
  bench::add("core.std_axis0 f32 4096^2", 64 * M,
             of_one<float>({4 * K, 4 * K}, [](const F32& x) { stddev(x, {.axis = 0}); }));
  bench::add("core.var f32 2^26", 256 * M, of_one<float>({64 * K * K}, [](const F32& x) { var(x); }));
  bench::add("core.norm f32 2^26", 256 * M, of_one<float>({64 * K * K}, [](const F32& x) { vector_norm(x); }));
  bench::add("core.nanmean_axis1 f32 8192^2", 256 * M,
             of_one<float>({8 * K, 8 * K}, [](const F32& x) { nanmean(x, {1}); }));
  bench::add("core.max f32 2^26", 256 * M, of_one<float>({64 * K * K}, [](const F32& x) { max(x); }));
  bench::add("core.std small f32 2^10", 0, of_one<float>({K}, [](const F32& x) { stddev(x); }));
  bench::add("core.diff f32 2^26", 512 * M, of_one<float>({64 * K * K}, [](const F32& x) { diff(x); }));
  bench::add("core.gradient_axis0 f32 4096^2", 128 * M,
             of_one<float>({4 * K, 4 * K}, [](const F32& x) { gradient(x, {.axis = 0}); }));
}

}  // namespace tukey
