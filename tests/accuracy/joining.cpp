// SPDX-License-Identifier: Apache-2.0
// core: what is computed while arrays are made, padded or arranged; copies must be exact.
#include <cmath>

#include "accuracy.hpp"

using namespace tukey;
using accuracy::Host;
using accuracy::Outcome;

ACCURACY(joining) {
  accuracy::each<float, double>([&](auto type) {
    using T = typename decltype(type)::type;
    const auto plain = accuracy::Layout::contiguous;
    // An exponent of up to 5, rounded to eps / 2, changes the power by 5 ln 10 / 2 eps.
    suite.add<T>("logspace", "1001", plain, {8}, [](Device device) {
      Host<long double> y(Shape{1001});
      for (int i = 0; i <= 1000; ++i) y.values[i] = std::pow(10.0L, -3.0L + i / 125.0L);
      return Outcome(logspace<T>(T(-3), T(5), {.num = 1001}, device), y);
    });
    suite.add<T>("geomspace", "1001", plain, {2}, [](Device device) {
      const T first = T(0.5), last = T(8192);
      Host<long double> y(Shape{1001});
      for (int i = 0; i <= 1000; ++i) y.values[i] = 0.5L * std::pow(16384.0L, i / 1000.0L);
      return Outcome(geomspace<T>(first, last, {.num = 1001}, device), y);
    });
    for (const auto layout : accuracy::layouts) {
      suite.unary<T>(
          "transpose", {97, 130}, layout, {0}, [](const Array<T>& x) { return x.transpose().copy(); },
          [](const auto& x) {
            auto y = x.like(Shape{130, 97});
            for (index_t i = 0; i < 97; ++i)
              for (index_t j = 0; j < 130; ++j) y.values[j * 97 + i] = x.values[i * 130 + j];
            return y;
          });
      suite.unary<T>(
          "pad", {1000}, layout, {2}, [](const Array<T>& x) { return pad(x, 10, {.mode = Pad::mean}); },
          [](const auto& x) {
            auto y = x.like(Shape{1020});
            for (auto& v : y.values) v = 0;
            for (const auto v : x.values) y.values[0] += v / 1000;
            for (index_t i = 0; i < 1020; ++i) y.values[i] = i >= 10 && i < 1010 ? x.values[i - 10] : y.values[0];
            return y;
          });
    }
  });
}
