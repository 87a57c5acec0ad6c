// SPDX-License-Identifier: Apache-2.0
// core: copies between page-locked host memory and the GPU, and the launch of a graph.
#include <algorithm>

#include "bench.hpp"

namespace tukey {
namespace {
constexpr index_t K = 1 << 10;
const Shape shape{64 * K * K};
}  // namespace

BENCH(interop) {
  // The floor is the link's, not the memory's.
  bench::add("core.h2d f32 2^26", 0, [](Device device) -> bench::Call {
    Array<float> host = pinned_empty<float>(shape);
    std::fill_n(host.data(), shape.size(), 1.f);
    return [host, y = Array<float>(shape, device)](int) { copy_async(y, host); };
  });
  bench::add("core.d2h f32 2^26", 0, [](Device device) -> bench::Call {
    Array<float> x(shape, device);
    x.fill(1);
    return [x, host = pinned_empty<float>(shape)](int) { copy_async(host, x); };
  });
  // Ten small calls, one by one and as one launch.
  const auto ten = [](const Array<float>& x, Array<float>& y) {
    y.assign(x);
    for (int i = 0; i < 9; ++i) y += x;
  };
  bench::add("core.ten_calls small f32 2^10", 0, [=](Device device) -> bench::Call {
    return [=, x = bench::normals<float>({K}, device), y = Array<float>(Shape{K}, device)](int i) mutable {
      ten(x[i], y);
    };
  });
  bench::add("core.ten_calls_graph small f32 2^10", 0, [=](Device device) -> bench::Call {
    const Array<float> x = bench::normal_array<float>({K}, device);
    const Array<float> y(Shape{K}, device);
    const auto body = [=, y = y]() mutable { ten(x, y); };
    std::function<void()> call = body;
    call();
    const Graph graph = capture(Stream::current(device), call);
    return [graph](int) { graph.launch(); };
  });
}

}  // namespace tukey
