// SPDX-License-Identifier: Apache-2.0
// Fused expressions beyond core.fma_sin: a small call, and a complex chain as receivers run it.
#include "bench.hpp"

namespace tukey {

BENCH(fuse) {
  bench::add("core.fma_sin small 2^10", 0, [](Device device) -> bench::Call {
    const Shape shape{1 << 10};
    return [x = bench::normals<float>(shape, device, 1), y = bench::normals<float>(shape, device, 2),
            z = bench::normals<float>(shape, device, 3)](int i) { evaluate(lazy(x[i]) * y[i] + sin(lazy(z[i]))); };
  });
  bench::add("core.power_db c64 2^24", 192 * bench::M, [](Device device) -> bench::Call {
    return [x = bench::normals<std::complex<float>>({1 << 24}, device)](int i) {
      evaluate(10 * log10(norm2(lazy(x[i]))));
    };
  });
}

}  // namespace tukey
