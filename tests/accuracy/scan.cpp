// SPDX-License-Identifier: Apache-2.0
// core: scans, variances, norms, gradients and integrals.
#include "accuracy.hpp"

namespace tukey {
namespace {
using accuracy::Host;
using accuracy::Layout;

// f(line in, line out) along an axis of a matrix.
template <class F> auto lines(int axis, F f) {
  return [axis, f](const auto& x) {
    auto y = x.like();
    const index_t rows = x.shape[0], columns = x.shape[1], count = axis ? rows : columns, n = axis ? columns : rows;
    std::vector<std::decay_t<decltype(x.values[0])>> in(static_cast<std::size_t>(n)), out(in.size());
    for (index_t i = 0; i < count; ++i) {
      auto at = [&](index_t k) { return axis ? i * columns + k : k * columns + i; };
      for (index_t k = 0; k < n; ++k) in[k] = x.values[at(k)];
      f(in, out);
      for (index_t k = 0; k < n; ++k) y.values[at(k)] = out[k];
    }
    return y;
  };
}
template <class F> auto along(int axis, F f) {
  return [axis, f](const auto& x) {
    const index_t rows = x.shape[0], columns = x.shape[1], count = axis ? rows : columns, n = axis ? columns : rows;
    std::vector<std::decay_t<decltype(x.values[0])>> in(static_cast<std::size_t>(n));
    Host<decltype(f(in))> y(Shape{count});
    for (index_t i = 0; i < count; ++i) {
      for (index_t k = 0; k < n; ++k) in[k] = x.values[axis ? i * columns + k : k * columns + i];
      y.values[i] = f(in);
    }
    return y;
  };
}
const auto running_sum = [](const auto& in, auto& out) {
  auto total = in[0] - in[0];
  for (std::size_t k = 0; k < in.size(); ++k) out[k] = total += in[k];
};
const auto variance = [](const auto& v) {
  auto mean = v[0] - v[0];
  for (const auto& e : v) mean += e;
  mean /= decltype(mean)(static_cast<float>(v.size()));
  auto total = std::norm(mean) * 0;
  for (const auto& e : v) total += std::norm(e - mean);
  return total / static_cast<decltype(total)>(v.size());
};
const auto norm = [](const auto& v) {
  auto total = std::norm(v[0]) * 0;
  for (const auto& e : v) total += std::norm(e);
  return std::sqrt(total);
};
}  // namespace

ACCURACY(scan) {
  using F = float;
  using D = double;
  using CF = std::complex<float>;
  using CD = std::complex<double>;
  for (Layout layout : accuracy::layouts)
    for (int axis : {0, 1}) {
      const std::string at = " axis " + std::to_string(axis);
      const Shape matrix = axis ? Shape{30, 20000} : Shape{20000, 30};
      accuracy::each<F, D, CF, CD>([&](auto type) {
        using T = typename decltype(type)::type;
        // Floats are summed in double and rounded once.
        const double growth = sizeof(real_t<T>) == 4 ? 1 : std::sqrt(20000.0);
        suite.unary<T>(
            "cumsum" + at, matrix, layout, {2, growth}, [=](const Array<T>& x) { return cumsum(x, {axis}); },
            lines(axis, running_sum));
        suite.unary<T>(
            "var" + at, matrix, layout, {4, growth},
            [=](const Array<T>& x) {
              VarianceOptions o;
              o.axis = axis;
              return var(x, o);
            },
            along(axis, variance));
        suite.unary<T>(
            "vector_norm" + at, matrix, layout, {4, growth},
            [=](const Array<T>& x) {
              NormOptions o;
              o.axis = axis;
              return vector_norm(x, o);
            },
            along(axis, norm));
        suite.unary<T>(
            "gradient" + at, matrix, layout, {4},
            [=](const Array<T>& x) {
              GradientOptions o;
              o.axis = axis;
              return gradient(x, o);
            },
            lines(axis, [](const auto& in, auto& out) {
              const std::size_t n = in.size();
              using V = std::decay_t<decltype(in[0])>;
              for (std::size_t k = 1; k + 1 < n; ++k) out[k] = (in[k + 1] - in[k - 1]) / V(2);
              out[0] = in[1] - in[0], out[n - 1] = in[n - 1] - in[n - 2];
            }));
      });
      accuracy::each<F, D>([&](auto type) {
        using T = typename decltype(type)::type;
        suite.unary<T>(
            "cummax" + at, matrix, layout, {0}, [=](const Array<T>& x) { return cummax(x, {axis}); },
            lines(axis, [](const auto& in, auto& out) {
              out[0] = in[0];
              for (std::size_t k = 1; k < in.size(); ++k) out[k] = in[k] > out[k - 1] ? in[k] : out[k - 1];
            }));
      });
    }
}

}  // namespace tukey
