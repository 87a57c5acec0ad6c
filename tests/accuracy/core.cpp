// SPDX-License-Identifier: Apache-2.0
// core: pointwise functions, reductions, copies and conversions.
#include <algorithm>

#include "pointwise.hpp"

namespace tukey {
namespace {
using accuracy::Host;
using accuracy::Layout;
using accuracy::map;
using accuracy::map2;

// The reduction of a matrix along an axis, by plain loops.
template <class F> auto along(int axis, F f) {
  return [axis, f](const auto& x) {
    using W = typename std::decay_t<decltype(x.values)>::value_type;
    const index_t rows = x.shape[0], columns = x.shape[1];
    const index_t count = axis ? rows : columns, length = axis ? columns : rows;
    std::vector<W> line(static_cast<std::size_t>(length));
    Host<decltype(f(line))> y(Shape{count});
    for (index_t i = 0; i < count; ++i) {
      for (index_t k = 0; k < length; ++k) line[k] = x.values[axis ? i * columns + k : k * columns + i];
      y.values[i] = f(line);
    }
    return y;
  };
}
}  // namespace

ACCURACY(core) {
  using F = float;
  using D = double;
  using CF = std::complex<float>;
  using CD = std::complex<double>;
  const Shape shape{4, 1000};
  for (Layout layout : accuracy::layouts) {
    // Elements near zero of a complex function's part are judged by norm; real functions also in ULP.
    accuracy::each<F, D, CF, CD>([&](auto type) {
      using T = typename decltype(type)::type;
      const double ulp = is_complex_v<T> ? 0 : 4;
      suite.unary<T>(
          "exp", shape, layout, {4, 1, ulp}, [](const Array<T>& x) { return exp(x); },
          map([](auto v) { return std::exp(v); }));
      suite.unary<T>(
          "sin", shape, layout, {4, 1, ulp}, [](const Array<T>& x) { return sin(x); },
          map([](auto v) { return std::sin(v); }));
      suite.unary<T>(
          "cos", shape, layout, {4, 1, ulp}, [](const Array<T>& x) { return cos(x); },
          map([](auto v) { return std::cos(v); }));
      suite.unary<T>(
          "sqrt", shape, layout, {4, 1, ulp}, [](const Array<T>& x) { return sqrt(norm2(x)); },
          map([](auto v) { return std::sqrt(std::norm(v)); }));
      suite.unary<T>(
          "log", shape, layout, {4}, [](const Array<T>& x) { return log(square(x)); },
          map([](auto v) { return std::log(v * v); }));
      suite.unary<T>(
          "log10", shape, layout, {4}, [](const Array<T>& x) { return log10(square(x)); },
          map([](auto v) { return std::log10(v * v); }));
      suite.unary<T>(
          "abs", shape, layout, {4, 1, 4}, [](const Array<T>& x) { return tukey::abs(x); },
          map([](auto v) { return std::abs(v); }));
      suite.unary<T>(
          "angle", shape, layout, {4}, [](const Array<T>& x) { return angle(x); },
          map([](auto v) { return std::arg(v); }));
      suite.binary<T>(
          "add", shape, {1000}, layout, {1}, [](const Array<T>& x, const Array<T>& y) { return x + y; },
          map2([](auto v, auto w) { return v + w; }));
      suite.binary<T>(
          "multiply", shape, {1000}, layout, {2}, [](const Array<T>& x, const Array<T>& y) { return x * y; },
          map2([](auto v, auto w) { return v * w; }));
      suite.binary<T>(
          "divide", shape, {1000}, layout, {4}, [](const Array<T>& x, const Array<T>& y) { return x / y; },
          map2([](auto v, auto w) { return v / w; }));
    });
    accuracy::each<CF, CD>([&](auto type) {
      using T = typename decltype(type)::type;
      suite.unary<T>(
          "sqrt", shape, layout, {4}, [](const Array<T>& x) { return sqrt(x); },
          map([](auto v) { return std::sqrt(v); }));
    });
    // Sums of 1000 and 3000 random signs: the sum is about the root of its length below the sum of magnitudes.
    for (int axis : {0, 1}) {
      const Shape matrix = axis ? Shape{1000, 3000} : Shape{3000, 1000};
      accuracy::each<F, D, CF, CD>([&](auto type) {
        using T = typename decltype(type)::type;
        ReduceOptions options;
        options.axis = axis;
        suite.unary<T>(
            "sum axis " + std::to_string(axis), matrix, layout, {2, std::sqrt(3000.0)},
            [=](const Array<T>& x) { return sum(x, options); }, along(axis, [](const auto& line) {
              auto total = line[0] * decltype(line[0] * line[0])(0);
              for (const auto& v : line) total += v;
              return total;
            }));
        suite.unary<T>(
            "mean axis " + std::to_string(axis), matrix, layout, {2, std::sqrt(3000.0)},
            [=](const Array<T>& x) { return mean(x, options); }, along(axis, [](const auto& line) {
              auto total = line[0] * decltype(line[0] * line[0])(0);
              for (const auto& v : line) total += v;
              return total / decltype(total)(static_cast<real_t<F>>(line.size()));
            }));
      });
      accuracy::each<F, D>([&](auto type) {
        using T = typename decltype(type)::type;
        ReduceOptions options;
        options.axis = axis;
        suite.unary<T>(
            "max axis " + std::to_string(axis), matrix, layout, {0}, [=](const Array<T>& x) { return max(x, options); },
            along(axis, [](const auto& line) { return *std::max_element(line.begin(), line.end()); }));
      });
    }
    accuracy::each<F, CF>([&](auto type) {
      using T = typename decltype(type)::type;
      suite.unary<T>(
          "copy", {300, 1000}, layout, {0}, [](const Array<T>& x) { return x.transpose().copy().transpose(); },
          map([](auto v) { return v; }));
    });
  }
}

}  // namespace tukey
