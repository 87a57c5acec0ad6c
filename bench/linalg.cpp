// SPDX-License-Identifier: Apache-2.0
// The linalg rows of the performance table. Arithmetic bounds the large ones; solve and cholesky run with
// {.check = false}, as the peers do not look at the result either.
#include "tukey/linalg.hpp"

#include "bench.hpp"

namespace tukey::bench {
namespace {

template <class T> void product(const char* id, index_t n) {
  add(id, 0, [=](Device device) -> Call {
    auto a = normals<T>({n, n}, device, 1), b = normals<T>({n, n}, device, 2);
    return [a, b](int i) { linalg::matmul(a[i], b[i]); };
  });
}

// Noise, and `diagonal` added to the diagonal of each matrix.
template <class T> Array<T> systems(const Shape& shape, T diagonal, Device device) {
  Array<T> a = normal_array<T>(shape, device);
  const index_t n = shape.back(), count = a.size() / (n * n);
  Array<T> flat = a.reshape({count, n * n});
  Array<T> diagonals = flat(Slice{}, Slice{0, {}, n + 1});
  diagonals += diagonal;
  return a;
}

}  // namespace

BENCH(linalg) {
  product<float>("linalg.matmul f32 5000", 5000);
  product<double>("linalg.matmul f64 4096", 4096);
  product<float>("linalg.matmul small f32 64", 64);
  add("linalg.solve f32 5000", 0, [](Device device) -> Call {
    Inputs<float> a(systems<float>({5000, 5000}, 100, device));
    auto b = normals<float>({5000}, device, 2);
    return [a, b](int i) { linalg::solve(a[i], b[i], {.check = false}); };
  });
  add("linalg.cholesky f64 4096", 0, [](Device device) -> Call {
    const Array<double> x = normal_array<double>({4096, 4096}, device);
    Array<double> h = linalg::matmul(x, x.transpose());
    Array<double> diagonal = h.reshape({4096 * 4096})(Slice{0, {}, 4097});
    diagonal += 4096.0;
    Inputs<double> a(h);
    return [a](int i) { linalg::cholesky(a[i], {.check = false}); };
  });
  add("linalg.solve_batched f32 10000x16x16", 4.0 * 10000 * 16 * (16 + 2), [](Device device) -> Call {
    Inputs<float> a(systems<float>({10000, 16, 16}, 8, device));
    auto b = normals<float>({10000, 16, 1}, device, 2);
    return [a, b](int i) { linalg::solve(a[i], b[i], {.check = false}); };
  });
}

}  // namespace tukey::bench
