// SPDX-License-Identifier: Apache-2.0
// Devices: the CPU, or a CUDA GPU by its number.
#pragma once

#include <cstddef>
#include <string>

#include "tukey/config.hpp"
#include "tukey/export.hpp"

namespace tukey {

/// Where an array lives: Device::cpu() or Device::cuda(i). A plain value.
class TUKEY_EXPORT Device {
 public:
  constexpr Device() = default;  // the CPU
  static constexpr Device cpu() { return Device(); }
  /// The i-th CUDA device. Throws InvalidArgument where this build has no CUDA, the machine has no such device,
  /// or the driver is older than the CUDA runtime needs (the message names both versions).
  static Device cuda(int index = 0);
  /// "cpu", "cuda" or "cuda:N"; anything else is InvalidArgument.
  static Device parse(const std::string& text);

  constexpr bool is_cpu() const { return index_ < 0; }
  constexpr bool is_cuda() const { return index_ >= 0; }
  /// The CUDA device number, -1 for the CPU.
  constexpr int index() const { return index_; }
  std::string str() const;

  friend constexpr bool operator==(Device a, Device b) { return a.index_ == b.index_; }
  friend constexpr bool operator!=(Device a, Device b) { return a.index_ != b.index_; }

 private:
  explicit constexpr Device(int index) : index_(index) {}
  int index_ = -1;
};

/// The number of CUDA devices that can be used: 0 in a build without CUDA, without a driver or without a GPU.
TUKEY_EXPORT int cuda_device_count();

/// Where new arrays go: what set_default_device said, else the environment variable TUKEY_DEVICE (cpu or cuda:N),
/// else the first CUDA device, else the CPU. An invalid TUKEY_DEVICE throws InvalidArgument.
TUKEY_EXPORT Device default_device();
TUKEY_EXPORT void set_default_device(Device device);

/// What tukey-info prints about a device.
struct DeviceInfo {
  std::string name;
  int compute_capability = 0;  // 90 for 9.0; 0 for the CPU
  int multiprocessors = 0;
  std::size_t total_bytes = 0, free_bytes = 0;
  std::size_t l2_bytes = 0;
};
TUKEY_EXPORT DeviceInfo device_info(Device device);

/// The CUDA driver's and runtime's versions as 13000 for 13.0; 0 where there is none.
struct CudaVersions {
  int driver = 0, runtime = 0;
};
TUKEY_EXPORT CudaVersions cuda_versions();

/// Blocks until all work of the device's streams is done. The CPU is always done.
TUKEY_EXPORT void synchronize(Device device);
TUKEY_EXPORT void synchronize();  // of the default device

/// How many threads CPU algorithms may use in all, the caller's included. The library starts none of its own
/// accord: the default is 1, or the environment variable TUKEY_NUM_THREADS.
TUKEY_EXPORT void set_num_threads(int count);
TUKEY_EXPORT int num_threads();

}  // namespace tukey
