// SPDX-License-Identifier: Apache-2.0
// core: sorting and order statistics against std::sort one precision higher.
#include <algorithm>

#include "accuracy.hpp"

namespace tukey {
namespace {
using accuracy::Host;

// f of every sorted line of a matrix: a number, or with `whole` the line itself.
template <class F> auto of_sorted(F f) {
  return [f](const auto& x) {
    using W = typename std::decay_t<decltype(x.values)>::value_type;
    const index_t rows = x.shape[0], n = x.shape[1];
    Host<W> y(Shape{rows});
    for (index_t i = 0; i < rows; ++i) {
      std::vector<W> line(x.values.begin() + i * n, x.values.begin() + (i + 1) * n);
      std::sort(line.begin(), line.end());
      y.values[i] = f(line);
    }
    return y;
  };
}
template <class W> W between(const std::vector<W>& line, long double q) {
  const long double at = q * static_cast<long double>(line.size() - 1);
  const std::size_t low = static_cast<std::size_t>(at), high = std::min(low + 1, line.size() - 1);
  const W t = static_cast<W>(at - static_cast<long double>(low));
  return line[low] * (1 - t) + line[high] * t;
}
}  // namespace

ACCURACY(sorting) {
  for (auto layout : accuracy::layouts) {
    accuracy::each<float, double>([&](auto type) {
      using T = typename decltype(type)::type;
      for (const Shape& shape : {Shape{7, 1001}, Shape{3, 20000}, Shape{2, 150000}}) {
        suite.unary<T>(
            "sort", shape, layout, {0}, [](const Array<T>& x) { return sort(x); },
            [](const auto& x) {
              auto y = x;
              for (index_t i = 0; i < x.shape[0]; ++i)
                std::sort(y.values.begin() + i * x.shape[1], y.values.begin() + (i + 1) * x.shape[1]);
              return y;
            });
        suite.unary<T>(
            "median", shape, layout, {1}, [](const Array<T>& x) { return median(x, {1}); },
            of_sorted([](const auto& line) { return between(line, 0.5L); }));
        suite.unary<T>(
            "quantile 0.3", shape, layout, {4}, [](const Array<T>& x) { return quantile(x, 0.3, {1}); },
            of_sorted([](const auto& line) { return between(line, 0.3L); }));
      }
    });
  }
}

}  // namespace tukey
