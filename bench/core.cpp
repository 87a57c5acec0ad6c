// SPDX-License-Identifier: Apache-2.0
// core: elementwise functions, reductions and copies. Sorting is in sorting.cpp.
#include "bench.hpp"

namespace tukey {
namespace {
constexpr double M = bench::M;
constexpr index_t K = 1 << 10;

template <class T, class F> bench::Setup of_one(Shape shape, F f) {
  return [=](Device device) -> bench::Call { return [x = bench::normals<T>(shape, device), f](int i) { f(x[i]); }; };
}
}  // namespace

BENCH(core) {
  bench::add("core.fma_sin f32 2^26", 1024 * M, [](Device device) -> bench::Call {
    const Shape shape{64 * K * K};
    return [x = bench::normals<float>(shape, device, 1), y = bench::normals<float>(shape, device, 2),
            z = bench::normals<float>(shape, device, 3)](int i) { evaluate(lazy(x[i]) * y[i] + sin(lazy(z[i]))); };
  });
  bench::add("core.sum f32 2^26", 256 * M, of_one<float>({64 * K * K}, [](const Array<float>& x) { sum(x); }));
  bench::add("core.sum_axis0 f32 8192^2", 256 * M,
             of_one<float>({8 * K, 8 * K}, [](const Array<float>& x) { sum(x, {0}); }));
  bench::add("core.sum_axis1 f32 8192^2", 256 * M,
             of_one<float>({8 * K, 8 * K}, [](const Array<float>& x) { sum(x, {1}); }));
  bench::add("core.argmax f32 2^26", 256 * M, of_one<float>({64 * K * K}, [](const Array<float>& x) { argmax(x); }));
  bench::add("core.transpose f32 8192^2", 512 * M,
             of_one<float>({8 * K, 8 * K}, [](const Array<float>& x) { x.transpose().copy(); }));
  bench::add("core.stride2_copy f32 2^26", 384 * M, of_one<float>({64 * K * K}, [](const Array<float>& x) {
               x(Slice{{}, {}, 2}).copy();
             }));
  bench::add("core.sum_rows f32 8x2^22", 128 * M,
             of_one<float>({8, 4 * K * K}, [](const Array<float>& x) { sum(x, {1}); }));
  bench::add("core.add small f32 2^10", 0, [](Device device) -> bench::Call {
    return
        [x = bench::normals<float>({K}, device, 1), y = bench::normals<float>({K}, device, 2)](int i) { x[i] + y[i]; };
  });
  bench::add("core.exp c64 2^24", 256 * M,
             of_one<std::complex<float>>({16 * K * K}, [](const Array<std::complex<float>>& x) { exp(x); }));
  bench::add("core.astype f32 to f16 2^26", 384 * M,
             of_one<float>({64 * K * K}, [](const Array<float>& x) { x.astype<half>(); }));
}

}  // namespace tukey
