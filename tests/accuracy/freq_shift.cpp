// SPDX-License-Identifier: Apache-2.0
#include "tukey/reference/freq_shift.hpp"

#include "accuracy.hpp"
#include "tukey/signal/freq_shift.hpp"

using namespace tukey;

ACCURACY(freq_shift) {
  accuracy::each<float, double, std::complex<float>, std::complex<double>>([&](auto type) {
    using T = typename decltype(type)::type;
    for (const auto layout : accuracy::layouts)
      suite.unary<T>(
          "signal.freq_shift", {4, 100000}, layout, {4},
          [](const Array<T>& x) { return signal::freq_shift(x, 0.1234); },
          [](const auto& x) {
            using W = real_t<typename std::decay_t<decltype(x.values)>::value_type>;
            auto y = x.template like<std::complex<W>>();
            reference::freq_shift(x.in(), y.out(), 0.1234, 1);
            return y;
          });
  });
}
