// SPDX-License-Identifier: Apache-2.0
// Internal: the memory behind arrays, and the record of which streams use it.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "tukey/device.hpp"

namespace tukey::detail {

class StreamState;

// A block of memory of one device. It remembers the stream that last wrote it and those that read it since, so
// that another stream's use, a write after reads, and the release of the memory are ordered without blocking.
class TUKEY_EXPORT Storage {
 public:
  static std::shared_ptr<Storage> allocate(std::size_t bytes, Device device);
  static std::shared_ptr<Storage> wrap(void* data, Device device, std::shared_ptr<void> owner);
  ~Storage();
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  Device device() const { return device_; }
  // Makes the current stream of this thread wait for whatever it must, and records the use. No-ops on the CPU.
  void use(bool write);

 private:
  Storage() = default;
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
  Device device_;
  std::shared_ptr<void> owner_;  // foreign memory
  bool pooled_ = false;
  std::mutex mutex_;
  std::shared_ptr<StreamState> writer_;
  std::vector<std::shared_ptr<StreamState>> readers_;  // since the last write, other than the writer
};

}  // namespace tukey::detail
