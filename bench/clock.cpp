// SPDX-License-Identifier: Apache-2.0
// The yardsticks as rows of their own.
#include "clock.hpp"

#include "bench.hpp"

namespace tukey {

BENCH(clock) {
  if constexpr (has_cuda) {
    bench::add("clock.empty_kernel", 0, [](Device device) -> bench::Call {
      if (device.is_cpu()) return [](int) {};
      CUstream_st* stream = Stream::current(device).handle();
      return [stream](int) { bench::cuda::launch_empty(stream); };
    });
  }
}

}  // namespace tukey
