// SPDX-License-Identifier: Apache-2.0
// Sums of many addends on few elements: the only indexing that computes.
#include "accuracy.hpp"

namespace tukey {
namespace {
using accuracy::Host;
using accuracy::Layout;
}  // namespace

ACCURACY(indexing) {
  for (Layout layout : accuracy::layouts)
    accuracy::each<float, double, std::complex<float>, std::complex<double>>([&](auto type) {
      using T = typename decltype(type)::type;
      // 200 random signs an element; one after the other on the CPU, their sum about the root of that.
      suite.add<T>("scatter_add", "100000 into 500", layout, {2, std::sqrt(200.0)}, [=](Device device) {
        const index_t n = 100000, size = 500;
        const Host<T> x = accuracy::noise<T>({size}, 1), v = accuracy::noise<T>({n}, 2);
        std::vector<std::int64_t> at(static_cast<std::size_t>(n));
        std::uint64_t state = 0x9E3779B97F4A7C15ull;
        for (auto& i : at) {
          state ^= state << 13, state ^= state >> 7, state ^= state << 17;
          i = static_cast<std::int64_t>((state >> 11) % static_cast<std::uint64_t>(size));
        }
        auto expected = accuracy::widen(x);
        const auto wide = accuracy::widen(v);
        for (index_t k = 0; k < n; ++k) expected.values[at[k]] += wide.values[k];
        Array<T> y = accuracy::on_device(x, device, layout);
        scatter_add(y, {Array<std::int64_t>::from(at, device)}, accuracy::on_device(v, device, layout));
        return accuracy::Outcome(y, expected);
      });
    });
}

}  // namespace tukey
