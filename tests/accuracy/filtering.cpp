// SPDX-License-Identifier: Apache-2.0
// Accuracy of filtering, convolution and correlation against the reference one precision higher.
#include "tukey/signal/filtering.hpp"
#include "accuracy.hpp"
#include "tukey/reference/correlate.hpp"
#include "tukey/reference/iir.hpp"
#include "tukey/signal/convolution.hpp"

namespace tukey::accuracy {
namespace {

struct Filter {
  const char* name;
  signal::Sos sos;
  double growth;  // for double: direct form II transposed amplifies rounding by about the inverse angle of the poles
};

std::vector<double> flat(const signal::Sos& sos) {
  std::vector<double> v;
  for (const auto& section : sos) v.insert(v.end(), section.begin(), section.end());
  return v;
}

template <class H> H filtered(const signal::Sos& sos, const H& x, int axis) {
  H y = x.like();
  using T = typename std::decay_t<decltype(y.values)>::value_type;
  const view<const T> none{nullptr, 1, {}, {}};
  const view<T> none_out{nullptr, 1, {}, {}};
  reference::sosfilt(x.in(), y.out(), flat(sos).data(), static_cast<int>(sos.size()), axis, none, none_out);
  return y;
}

}  // namespace

ACCURACY(filtering) {
  using signal::BandType;
  const Filter filters[] = {
      {"butter(8,.2)", signal::butter(8, 0.2), 1},
      {"butter(6,.01)", signal::butter(6, 0.01), 100},
      {"butter(4,.002)", signal::butter(4, 0.002), 500},
      {"butter(6,.01,high)", signal::butter(6, 0.01, {.btype = BandType::highpass}), 100},
      {"butter(5,[.01,.02],band)", signal::butter(5, {0.01, 0.02}, {.btype = BandType::bandpass}), 100},
      {"butter(1,.001)", signal::butter(1, 0.001), 100},
  };
  each<float, double, std::complex<float>, std::complex<double>>([&](auto type) {
    using T = typename decltype(type)::type;
    for (const Filter& filter : filters)
      for (const Layout layout : layouts) {
        const signal::Sos sos = filter.sos;
        const Tolerance t = sizeof(real_t<T>) == 4 ? Tolerance{2} : Tolerance{16, filter.growth};
        const Shape size = layout == Layout::contiguous ? Shape{1 << 18} : Shape{20, 5000};
        const int axis = size.rank() - 1;
        suite.add<T>(std::string("signal.sosfilt ") + filter.name, size, layout, t, [=](Device device) {
          const auto x = noise<T>(size);
          return Outcome(signal::sosfilt(sos, on_device(x, device, layout)), filtered(sos, widen(x), axis));
        });
      }
    const signal::Sos sos = filters[0].sos;
    suite.add<T>("signal.sosfilt butter(8,.2)", "30000x7 axis 0", Layout::contiguous, {16, 1}, [=](Device device) {
      const auto x = noise<T>({30000, 7});
      return Outcome(signal::sosfilt(sos, on_device(x, device), {.axis = 0}), filtered(sos, widen(x), 0));
    });
    suite.add<T>("signal.sosfiltfilt butter(8,.2)", Shape{4, 50000}, Layout::contiguous, {16, 1}, [=](Device device) {
      const auto x = noise<T>({4, 50000});
      const auto wide = widen(x);
      auto y = wide.like();
      std::vector<double> steady;
      for (const auto& z : signal::sosfilt_zi(sos)) steady.insert(steady.end(), z.begin(), z.end());
      reference::sosfiltfilt(wide.in(), y.out(), flat(sos).data(), static_cast<int>(sos.size()), steady.data(), 1,
                             reference::Extension::odd, 27);
      return Outcome(signal::sosfiltfilt(sos, on_device(x, device)), y);
    });

    struct Sizes {
      Shape a, v;
    };
    for (const Sizes& s : {Sizes{{100000}, {127}}, Sizes{{2000}, {3000}}, Sizes{{60, 70}, {15, 8}}})
      for (const Layout layout : layouts)
        for (const auto method : {signal::Method::direct, signal::Method::fft}) {
          const std::string name = method == signal::Method::fft ? " fft" : " direct";
          suite.binary<T>(
              "signal.correlate" + name, s.a, s.v, layout, {method == signal::Method::fft ? 8. : 4., 1},
              [=](const Array<T>& a, const Array<T>& v) { return signal::correlate(a, v, {.method = method}); },
              [](const auto& a, const auto& v) {
                Shape shape;
                index_t offset[max_rank] = {};
                for (int d = 0; d < a.shape.rank(); ++d) {
                  shape.push_back(a.shape[d] + v.shape[d] - 1);
                  offset[d] = -(v.shape[d] - 1);
                }
                auto y = a.like(shape);
                reference::correlate(a.in(), v.in(), y.out(), offset, false, true);
                return y;
              });
        }
  });
}

}  // namespace tukey::accuracy
