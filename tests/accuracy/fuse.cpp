// SPDX-License-Identifier: Apache-2.0
// core: fused expressions.
#include "pointwise.hpp"

namespace tukey {
namespace {
using accuracy::Host;
using accuracy::Layout;
using accuracy::map;
using accuracy::map2;
}  // namespace

ACCURACY(fuse) {
  using C = std::complex<float>;
  using Z = std::complex<double>;
  const Shape shape{4, 1000};
  for (Layout layout : accuracy::layouts) {
    accuracy::each<float, double, C, Z>([&](auto type) {
      using T = typename decltype(type)::type;
      suite.binary<T>(
          "evaluate x * y + sin(y)", shape, {1000}, layout, {4},
          [](const Array<T>& x, const Array<T>& y) { return evaluate(lazy(x) * y + sin(lazy(y))); },
          map2([](auto v, auto w) { return v * w + std::sin(w); }));
      suite.unary<T>(
          "evaluate log(1 + |x|^2)", shape, layout, {4},
          [](const Array<T>& x) { return evaluate(log(1 + norm2(lazy(x)))); },
          map([](auto v) { return std::log(1 + std::norm(v)); }));
    });
    accuracy::each<float, double>([&](auto type) {
      using T = typename decltype(type)::type;
      suite.unary<T>(
          "evaluate tanh(x) exp(-x^2)", shape, layout, {4},
          [](const Array<T>& x) { return evaluate(tanh(lazy(x)) * exp(-square(lazy(x)))); },
          map([](auto v) { return std::tanh(v) * std::exp(-v * v); }));
      suite.unary<T>(
          "evaluate pow(|x|, 1.5)", shape, layout, {4, 1, 4},
          [](const Array<T>& x) { return evaluate(pow(abs(lazy(x)), T(1.5))); },
          map([](auto v) { return std::pow(std::abs(v), decltype(v)(1.5)); }));
    });
  }
}

}  // namespace tukey
