// SPDX-License-Identifier: Apache-2.0
// Accuracy of the transforms against the reference one precision higher.
#include "tukey/fft.hpp"
#include "accuracy.hpp"
#include "tukey/reference/fft.hpp"

namespace tukey::accuracy {
namespace {

// Bounds k eps sqrt(log2 n); k = 12 where a prime factor above 127 needs Bluestein's or Rader's algorithm.
Tolerance bound(index_t n) {
  index_t rest = n;
  for (index_t p = 2; p <= 127; ++p)
    while (rest % p == 0) rest /= p;
  return {rest > 1 ? 12. : 3., std::sqrt(std::log2(static_cast<double>(n)))};
}

}  // namespace

ACCURACY(fft) {
  const Shape sizes[] = {{1024}, {1000}, {30030}, {1 << 20}, {65537}, {606}, {51187}, {100, 1023}, {300, 33}};
  each<std::complex<float>, std::complex<double>>([&](auto type) {
    using C = typename decltype(type)::type;
    using R = real_t<C>;
    for (const Shape& size : sizes) {
      const index_t n = size.back();
      const Tolerance t = bound(n);
      for (const Layout layout : layouts) {
        if (n > 100000 && layout != Layout::contiguous) continue;
        suite.unary<C>(
            "fft.fft", size, layout, t, [](const Array<C>& x) { return fft::fft(x); },
            [](const auto& x) {
              auto y = x.like();
              reference::fft(x.in(), y.out(), x.shape.rank() - 1, false, 1);
              return y;
            });
        suite.unary<C>(
            "fft.ifft", size, layout, t, [](const Array<C>& x) { return fft::ifft(x); },
            [n](const auto& x) {
              using W = real_t<typename std::decay_t<decltype(x.values)>::value_type>;
              auto y = x.like();
              reference::fft(x.in(), y.out(), x.shape.rank() - 1, true, 1 / static_cast<W>(n));
              return y;
            });
        suite.unary<R>(
            "fft.rfft", size, layout, t, [](const Array<R>& x) { return fft::rfft(x); },
            [n](const auto& x) {
              using W = typename std::decay_t<decltype(x.values)>::value_type;
              Shape half = x.shape;
              half[half.rank() - 1] = n / 2 + 1;
              auto y = x.template like<std::complex<W>>(half);
              reference::rfft(x.in(), y.out(), x.shape.rank() - 1, n, 1);
              return y;
            });
        // The input's bins, as many as there are, give a signal of 2 (n - 1) samples, so n - 1 counts.
        suite.unary<C>(
            "fft.irfft", size, layout, bound(2 * n - 2), [](const Array<C>& x) { return fft::irfft(x); },
            [n](const auto& x) {
              using W = real_t<typename std::decay_t<decltype(x.values)>::value_type>;
              Shape full = x.shape;
              full[full.rank() - 1] = 2 * n - 2;
              auto y = x.template like<W>(full);
              reference::irfft(x.in(), y.out(), x.shape.rank() - 1, 1 / static_cast<W>(2 * n - 2));
              return y;
            });
      }
    }
  });
  // Along the first axis of (n, columns).
  each<std::complex<float>, std::complex<double>>([&](auto type) {
    using C = typename decltype(type)::type;
    for (const Layout layout : layouts)
      suite.unary<C>(
          "fft.fft_axis0", {1000, 96}, layout, bound(1000), [](const Array<C>& x) { return fft::fft(x, {.axis = 0}); },
          [](const auto& x) {
            auto y = x.like();
            reference::fft(x.in(), y.out(), 0, false, 1);
            return y;
          });
  });
}

}  // namespace tukey::accuracy
