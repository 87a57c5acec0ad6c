// SPDX-License-Identifier: Apache-2.0
// core: interpolation, searches and histograms.
#include <algorithm>

#include "accuracy.hpp"

namespace tukey {
namespace {
using accuracy::Host;
using accuracy::Layout;
}  // namespace

ACCURACY(searching) {
  const Shape shape{4, 1000};
  for (Layout layout : accuracy::layouts) {
    accuracy::each<float, double, std::complex<float>, std::complex<double>>([&](auto type) {
      using F = typename decltype(type)::type;
      using R = real_t<F>;
      using W = accuracy::wider_t<F>;
      using WR = accuracy::wider_t<R>;
      suite.add<F>("interp", shape, layout, {2}, [=](Device device) {
        const Host<R> x = accuracy::noise<R>(shape, 1);
        Host<R> xp = accuracy::noise<R>(Shape{300}, 2);
        std::sort(xp.values.begin(), xp.values.end());
        const Host<F> fp = accuracy::noise<F>(Shape{300}, 3);
        Host<W> y(shape);
        for (std::size_t i = 0; i < x.values.size(); ++i) {
          const auto k = static_cast<std::size_t>(std::upper_bound(xp.values.begin(), xp.values.end(), x.values[i]) -
                                                  xp.values.begin());
          if (k == 0 || k == xp.values.size()) {
            y.values[i] = W(fp.values[k == 0 ? 0 : k - 1]);
          } else {
            const WR t = (WR(x.values[i]) - WR(xp.values[k - 1])) / (WR(xp.values[k]) - WR(xp.values[k - 1]));
            y.values[i] = W(fp.values[k - 1]) + (W(fp.values[k]) - W(fp.values[k - 1])) * t;
          }
        }
        return accuracy::Outcome(interp(on_device(x, device, layout), on_device(xp, device), on_device(fp, device)), y);
      });
    });
    accuracy::each<float, double>([&](auto type) {
      using T = typename decltype(type)::type;
      suite.add<T>("histogram (weights)", shape, layout, {4}, [=](Device device) {
        const Host<T> x = accuracy::noise<T>(shape, 1);
        const Host<double> w = accuracy::noise<double>(shape, 2);
        const auto h = histogram(on_device(x, device, layout), on_device(w, device, layout), {.bins = 50});
        const std::vector<double> edges = h.edges.to_vector();
        Host<long double> sums(Shape{50});
        for (std::size_t i = 0; i < x.values.size(); ++i) {
          const auto k = std::upper_bound(edges.begin(), edges.end(), double(x.values[i])) - edges.begin() - 1;
          sums.values[static_cast<std::size_t>(std::min<index_t>(k, 49))] += w.values[i];
        }
        return accuracy::Outcome(h.counts, sums);
      });
    });
  }
}

}  // namespace tukey
