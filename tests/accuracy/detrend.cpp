// SPDX-License-Identifier: Apache-2.0
#include "tukey/reference/detrend.hpp"

#include "accuracy.hpp"
#include "tukey/signal/detrend.hpp"

using namespace tukey;

ACCURACY(detrend) {
  accuracy::each<float, double, std::complex<float>, std::complex<double>>([&](auto type) {
    using T = typename decltype(type)::type;
    for (const auto layout : accuracy::layouts)
      suite.unary<T>(
          "signal.detrend", {4, 1000}, layout, {2}, [](const Array<T>& x) { return signal::detrend(x); },
          [](const auto& x) {
            auto y = x.like();
            reference::detrend(x.in(), y.out(), 1, true);
            return y;
          });
  });
}
