// SPDX-License-Identifier: Apache-2.0
// Devices by name, the default device, and what tukey-info reports.
#include "tukey/device.hpp"

#include <sys/sysinfo.h>

#include <atomic>
#include <cstdlib>

#include "backend.hpp"
#include "tukey/error.hpp"

namespace tukey {

int cuda_device_count() {
  if constexpr (has_cuda) return cuda::device_count();
  return 0;
}

Device Device::cuda(int index) {
  const std::string name = "cuda:" + std::to_string(index);
  if constexpr (!has_cuda) throw InvalidArgument("Device: " + name + " was asked for, but this build has no CUDA");
  const int count = cuda_device_count();
  if constexpr (has_cuda) {
    if (count == 0)
      throw InvalidArgument("Device: " + name + " was asked for, but " + ::tukey::cuda::why_unavailable());
  }
  if (index < 0 || index >= count)
    throw InvalidArgument("Device: " + name + " was asked for, but the CUDA devices are numbered below " +
                          std::to_string(count));
  return Device(index);
}

Device Device::parse(const std::string& text) {
  if (text == "cpu") return cpu();
  if (text == "cuda") return cuda(0);
  if (text.rfind("cuda:", 0) == 0 && text.size() > 5 && text.size() <= 8 &&
      text.find_first_not_of("0123456789", 5) == std::string::npos)
    return cuda(std::atoi(text.c_str() + 5));
  throw InvalidArgument("Device: expected cpu, cuda or cuda:N, got '" + text + "'");
}

std::string Device::str() const { return is_cpu() ? "cpu" : "cuda:" + std::to_string(index_); }

namespace {
constexpr int unset = -2;
std::atomic<int> chosen_default{unset};

int initial_default() {
  if (const char* text = std::getenv("TUKEY_DEVICE"); text && *text) {
    try {
      return Device::parse(text).index();
    } catch (const InvalidArgument& error) {
      throw InvalidArgument(std::string("TUKEY_DEVICE=") + text + ": " + error.what());
    }
  }
  return cuda_device_count() > 0 ? 0 : -1;
}
}  // namespace

Device default_device() {
  int index = chosen_default.load(std::memory_order_relaxed);
  if (index == unset) {
    index = initial_default();
    int expected = unset;
    if (!chosen_default.compare_exchange_strong(expected, index)) index = expected;
  }
  return index < 0 ? Device::cpu() : Device::cuda(index);
}
void set_default_device(Device device) { chosen_default = device.index(); }

DeviceInfo device_info(Device device) {
  if constexpr (has_cuda) {
    if (device.is_cuda()) return cuda::device_info(device.index());
  }
  DeviceInfo info;
  info.name = "CPU";
  struct sysinfo s;
  if (sysinfo(&s) == 0) {
    info.total_bytes = std::size_t(s.totalram) * s.mem_unit;
    info.free_bytes = std::size_t(s.freeram + s.bufferram) * s.mem_unit;
  }
  return info;
}
CudaVersions cuda_versions() {
  if constexpr (has_cuda) return cuda::versions();
  return {};
}

void synchronize([[maybe_unused]] Device device) {
  if constexpr (has_cuda) {
    if (device.is_cuda()) cuda::synchronize_device(device.index());
  }
}
void synchronize() { synchronize(default_device()); }

}  // namespace tukey
