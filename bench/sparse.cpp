// SPDX-License-Identifier: Apache-2.0
// The sparse rows of the performance table, on the five-point Laplacian of a square grid. Bytes: each entry's value and
// column, the row starts, x and y once.
#include "tukey/sparse.hpp"

#include "bench.hpp"

namespace tukey::bench {
namespace {

template <class T> sparse::csr_array<T> laplacian(index_t side, Device device) {
  std::vector<std::int32_t> rows, cols;
  std::vector<T> values;
  const auto most = static_cast<std::size_t>(5 * side * side);
  rows.reserve(most), cols.reserve(most), values.reserve(most);
  for (index_t i = 0; i < side; ++i)
    for (index_t j = 0; j < side; ++j) {
      auto put = [&](index_t y, index_t x, T value) {
        if (y < 0 || y >= side || x < 0 || x >= side) return;
        rows.push_back(static_cast<std::int32_t>(i * side + j));
        cols.push_back(static_cast<std::int32_t>(y * side + x));
        values.push_back(value);
      };
      put(i - 1, j, T(-1)), put(i, j - 1, T(-1)), put(i, j, T(4)), put(i, j + 1, T(-1)), put(i + 1, j, T(-1));
    }
  return sparse::csr_array<T>::from_coo(Array<std::int32_t>::from(rows, device),
                                        Array<std::int32_t>::from(cols, device), Array<T>::from(values, device),
                                        {side * side, side * side});
}

template <class T> double bytes_of(index_t side, index_t columns) {
  const double n = static_cast<double>(side * side), entries = 5 * n;
  return entries * (4 + sizeof(T)) + 4 * n + 2 * n * static_cast<double>(columns) * sizeof(T);
}

}  // namespace

BENCH(sparse) {
  add("sparse.spmv csr f32 lap2048^2", bytes_of<float>(2048, 1), [](Device device) -> Call {
    const auto a = laplacian<float>(2048, device);
    auto x = normals<float>({2048 * 2048}, device);
    return [a, x](int i) { sparse::dot(a, x[i]); };
  });
  add("sparse.spmm csr f32 lap1024^2 x32", bytes_of<float>(1024, 32), [](Device device) -> Call {
    const auto a = laplacian<float>(1024, device);
    auto x = normals<float>({1024 * 1024, 32}, device);
    return [a, x](int i) { sparse::dot(a, x[i]); };
  });
  add("sparse.cg100 f64 lap1024^2", 0, [](Device device) -> Call {
    const auto a = laplacian<double>(1024, device);
    auto b = normals<double>({1024 * 1024}, device);
    return [a, b](int i) { sparse::cg(a, b[i], {.rtol = 0, .maxiter = 100}); };
  });
  add("sparse.spmv small f32 lap32^2", 0, [](Device device) -> Call {
    const auto a = laplacian<float>(32, device);
    auto x = normals<float>({1024}, device);
    return [a, x](int i) { sparse::dot(a, x[i]); };
  });
}

}  // namespace tukey::bench
