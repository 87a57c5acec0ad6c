// SPDX-License-Identifier: Apache-2.0
// tukey-info: the library's build, the driver, and every device with its memory. Works without a GPU or driver.
#include <cstdio>
#include <exception>

#include "tukey/core.hpp"

namespace {
double gib(std::size_t bytes) { return static_cast<double>(bytes) / (1 << 30); }

// 13000 as "13.0"; nothing where there is none.
std::string version_of(int cuda) {
  return cuda ? std::to_string(cuda / 1000) + "." + std::to_string(cuda % 1000 / 10) : "none";
}
}  // namespace

int main() {
  using namespace tukey;
  try {
    std::printf("tukey %s: CUDA backend %s, CPU transforms by %s\n", version, has_cuda ? "yes" : "no",
                has_fftw ? "FFTW" : "Eigen");
    const CudaVersions cuda = cuda_versions();
    std::printf("CUDA driver %s, runtime %s\n", version_of(cuda.driver).c_str(), version_of(cuda.runtime).c_str());
    const DeviceInfo cpu = device_info(Device::cpu());
    std::printf("cpu     %s, %d thread%s allowed", cpu.name.c_str(), num_threads(), num_threads() == 1 ? "" : "s");
    if (cpu.total_bytes) std::printf(", %.1f GiB, %.1f free", gib(cpu.total_bytes), gib(cpu.free_bytes));
    std::printf("\n");
    const int count = cuda_device_count();
    for (int i = 0; i < count; ++i) {
      const Device device = Device::cuda(i);
      const DeviceInfo info = device_info(device);
      const MemoryPool pool(device);
      std::printf(
          "cuda:%d  %s, compute capability %d.%d, %d multiprocessors, L2 %.0f MiB, %.1f GiB, %.1f free, pool holds "
          "%.1f GiB\n",
          i, info.name.c_str(), info.compute_capability / 10, info.compute_capability % 10, info.multiprocessors,
          static_cast<double>(info.l2_bytes) / (1 << 20), gib(info.total_bytes), gib(info.free_bytes),
          gib(pool.reserved_bytes()));
    }
    if (count == 0) std::printf("no CUDA device can be used%s\n", has_cuda ? "" : ": this build has no CUDA backend");
    std::printf("default device: %s\n", default_device().str().c_str());
  } catch (const std::exception& error) {
    std::fprintf(stderr, "tukey-info: %s\n", error.what());
    return 1;
  }
  return 0;
}
