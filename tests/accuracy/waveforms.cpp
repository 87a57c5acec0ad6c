// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/waveforms.hpp"

#include "accuracy.hpp"

using namespace tukey;

// Each waveform against its formula in long double at the same times.
ACCURACY(waveforms) {
  accuracy::each<float, double>([&](auto type) {
    using T = typename decltype(type)::type;
    using L = long double;
    const L pi = 3.141592653589793238462643383279502884L;
    const auto map = [](auto formula) {
      return [formula](const auto& x) {
        auto y = x.like();
        for (std::size_t i = 0; i < x.values.size(); ++i)
          y.values[i] = static_cast<typename std::decay_t<decltype(y.values)>::value_type>(formula(L(x.values[i])));
        return y;
      };
    };
    const Shape shape{4, 100000};
    for (const auto layout : accuracy::layouts) {
      suite.unary<T>(
          "signal.chirp", shape, layout, {4}, [](const Array<T>& t) { return signal::chirp(t, 1000, 2, 3000); },
          map([=](L t) { return std::cos(2 * pi * (1000 * t + 500 * t * t)); }));
      suite.unary<T>(
          "signal.sweep_poly", shape, layout, {4},
          [](const Array<T>& t) {
            return signal::sweep_poly(t, {600, -400, 50});
          },
          map([=](L t) { return std::cos(2 * pi * t * (50 + t * (-200 + t * 200))); }));
      // The phase in double: 8 eps of the 400 turns that are made.
      suite.unary<T>(
          "signal.chirp logarithmic", shape, layout, {4, sizeof(T) == 8 ? 2 * 3.14 * 400.0 : 1.0},
          [](const Array<T>& t) {
            return signal::chirp(t, 100, 1, 1000, {.method = signal::ChirpMethod::logarithmic});
          },
          map([=](L t) { return std::cos(2 * pi * 100 * std::expm1(std::log(10.0L) * t) / std::log(10.0L)); }));
      suite.unary<T>(
          "signal.sawtooth", shape, layout, {4}, [](const Array<T>& t) { return signal::sawtooth(t, 0.5); },
          map([=](L t) {
            const L period = 6.283185307179586, r = t < 0 ? t + period : t;
            return r < period / 2 ? 4 * r / period - 1 : 3 - 4 * r / period;
          }));
      suite.unary<T>(
          "signal.gausspulse", shape, layout, {4},
          [](const Array<T>& t) { return signal::gausspulse(t, {.fc = 2}).yI; },
          map([=](L t) { return std::exp(-pi * pi / (4 * 0.3L * std::log(10.0L)) * t * t) * std::cos(4 * pi * t); }));
    }
  });
}
