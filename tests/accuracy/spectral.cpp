// SPDX-License-Identifier: Apache-2.0
// Spectra and peaks, at the sizes and options of docs/spectral.md.
#include "tukey/reference/spectral.hpp"
#include "accuracy.hpp"
#include "tukey/reference/peaks.hpp"
#include "tukey/signal/peaks.hpp"
#include "tukey/signal/spectral.hpp"

namespace tukey {
namespace {

using namespace signal;
using accuracy::Host;

struct Settled {
  reference::FrameSpec spec{};
  std::vector<double> window;
};
// Density scaling at fs = 1, half overlap.
Settled settle(index_t n, index_t nperseg, const Window& window, bool complex, bool linear = false) {
  Settled s;
  s.window = get_window(window, nperseg);
  s.spec.nperseg = s.spec.nfft = nperseg;
  s.spec.step = nperseg - (nperseg < n ? nperseg / 2 : 0);
  s.spec.frames = (n - nperseg) / s.spec.step + 1;
  s.spec.detrend = linear ? reference::FrameDetrend::linear : reference::FrameDetrend::constant;
  s.spec.onesided = !complex;
  double squares = 0;
  for (const double w : s.window) squares += w * w;
  s.spec.scale = 1 / squares;
  return s;
}
double growth(index_t nfft) { return std::sqrt(std::log2(double(nfft))); }

}  // namespace

ACCURACY(spectral) {
  accuracy::each<float, double, std::complex<float>, std::complex<double>>([&](auto type) {
    using T = typename decltype(type)::type;
    constexpr bool complex = is_complex_v<T>;
    const index_t n = 65536;
    for (const auto layout : accuracy::layouts)
      suite.unary<T>(
          "signal.welch", {2, n}, layout, {4, growth(1024)},
          [](const Array<T>& x) { return welch(x, {.nperseg = 1024}).pxx; },
          [=](const auto& x) {
            using W = typename std::decay_t<decltype(x.values)>::value_type;
            const Settled s = settle(n, 1024, "hann", complex);
            auto y = x.template like<real_t<W>>({2, s.spec.bins()});
            reference::power_spectrum<W>(x.in(), y.out(), s.window.data(), s.spec);
            return y;
          });
    for (const index_t nperseg : {100, 1009, 4096})
      suite.unary<T>(
          "signal.welch, linear, median, n" + std::to_string(nperseg), {n}, accuracy::Layout::contiguous,
          {4, growth(nperseg)},
          [=](const Array<T>& x) {
            return welch(x, {.nperseg = nperseg, .detrend = Detrend::linear, .average = Average::median}).pxx;
          },
          [=](const auto& x) {
            using W = typename std::decay_t<decltype(x.values)>::value_type;
            Settled s = settle(n, nperseg, "hann", complex, true);
            s.spec.median = true;
            auto y = x.template like<real_t<W>>({s.spec.bins()});
            reference::power_spectrum<W>(x.in(), y.out(), s.window.data(), s.spec);
            return y;
          });
    suite.binary<T>(
        "signal.csd", {n}, {n}, accuracy::Layout::contiguous, {4, growth(1024)},
        [](const Array<T>& x, const Array<T>& y) { return csd(x, y, {.nperseg = 1024}).pxy; },
        [=](const auto& x, const auto& y) {
          using W = typename std::decay_t<decltype(x.values)>::value_type;
          const Settled s = settle(n, 1024, "hann", complex);
          auto z = x.template like<std::complex<real_t<W>>>({s.spec.bins()});
          reference::cross_spectrum<W>(x.in(), y.in(), z.out(), s.window.data(), s.spec);
          return z;
        });
    for (const index_t size : {index_t(1000), n, index_t(1) << 18})
      suite.unary<T>(
          "signal.periodogram", {size}, accuracy::Layout::contiguous, {4, growth(size)},
          [](const Array<T>& x) { return periodogram(x).pxx; },
          [=](const auto& x) {
            using W = typename std::decay_t<decltype(x.values)>::value_type;
            const Settled s = settle(size, size, "boxcar", complex);
            auto y = x.template like<real_t<W>>({s.spec.bins()});
            reference::power_spectrum<W>(x.in(), y.out(), nullptr, s.spec);
            return y;
          });
    for (const auto layout : {accuracy::Layout::contiguous, accuracy::Layout::reversed})
      suite.unary<T>(
          "signal.spectrogram", {n}, layout, {4, growth(512)},
          [](const Array<T>& x) { return spectrogram(x, {.window = "hann", .nperseg = 512, .noverlap = 256}).sxx; },
          [=](const auto& x) {
            using W = typename std::decay_t<decltype(x.values)>::value_type;
            const Settled s = settle(n, 512, "hann", complex);
            auto y = x.template like<real_t<W>>({s.spec.bins(), s.spec.frames});
            reference::spectrogram<W>(x.in(), y.out(), s.window.data(), s.spec, reference::FrameMode::psd);
            return y;
          });
  });
}

ACCURACY(peaks) {
  accuracy::each<float, double>([&](auto type) {
    using T = typename decltype(type)::type;
    // The reference in double sees the same values and compares in double: indices must agree exactly.
    const auto conditions = [] {
      reference::PeakConditions c;
      c.height.given = c.height.has_min = c.prominence.given = c.prominence.has_min = true;
      c.height.min = 0.2, c.prominence.min = 0.5, c.distance = 7;
      return c;
    };
    for (const auto layout : {accuracy::Layout::contiguous, accuracy::Layout::strided}) {
      suite.unary<T>(
          "signal.find_peaks, indices", {100000}, layout, {0},
          [](const Array<T>& x) {
            return find_peaks(x, {.height = 0.2, .distance = 7, .prominence = 0.5}).indices.template astype<double>();
          },
          [=](const auto& x) {
            const auto p = reference::find_peaks<double>(x.template as<double>().in(), conditions());
            return Host<double>({static_cast<index_t>(p.indices.size())},
                                std::vector<double>(p.indices.begin(), p.indices.end()));
          });
      suite.unary<T>(
          "signal.find_peaks, prominences", {100000}, layout, {1},
          [](const Array<T>& x) {
            return find_peaks(x, {.height = 0.2, .distance = 7, .prominence = 0.5}).prominences;
          },
          [=](const auto& x) {
            const auto p = reference::find_peaks<double>(x.template as<double>().in(), conditions());
            return Host<double>({static_cast<index_t>(p.prominences.size())}, p.prominences);
          });
    }
  });
}

}  // namespace tukey
