// SPDX-License-Identifier: Apache-2.0
// core: sorting and order statistics.
#include "bench.hpp"

namespace tukey {
namespace {
constexpr double M = bench::M;
constexpr index_t K = 1 << 10;

template <class T, class F> bench::Setup of_one(Shape shape, F f) {
  return [=](Device device) -> bench::Call { return [x = bench::normals<T>(shape, device), f](int i) { f(x[i]); }; };
}
}  // namespace

BENCH(sorting) {
  using A = Array<float>;
  const Shape line{16 * K * K}, square{4 * K, 4 * K};
  bench::add("core.sort f32 2^24", 128 * M, of_one<float>(line, [](const A& x) { sort(x); }));
  bench::add("core.argsort f32 2^24", 192 * M, of_one<float>(line, [](const A& x) { argsort(x); }));
  bench::add("core.sort_axis1 f32 4096^2", 128 * M, of_one<float>(square, [](const A& x) { sort(x); }));
  bench::add("core.sort_axis0 f32 4096^2", 128 * M, of_one<float>(square, [](const A& x) { sort(x, {0}); }));
  bench::add("core.argsort_axis1 f32 4096^2", 192 * M, of_one<float>(square, [](const A& x) { argsort(x); }));
  bench::add("core.median_axis1 f32 4096x4096", 64 * M, of_one<float>(square, [](const A& x) { median(x, {1}); }));
  bench::add("core.percentile f32 2^24", 64 * M, of_one<float>(line, [](const A& x) { percentile(x, 90); }));
  bench::add("core.sort small f32 2^10", 0, of_one<float>({K}, [](const A& x) { sort(x); }));
  bench::add("core.sort f64 2^24", 256 * M, of_one<double>(line, [](const Array<double>& x) { sort(x); }));
  bench::add("core.top_k f32 4096x4096", 64 * M, of_one<float>(square, [](const A& x) { top_k(x, 10); }));
}

}  // namespace tukey
