// SPDX-License-Identifier: Apache-2.0
// The memory pool behind all arrays: one per device, in stream order on the GPU.
#pragma once

#include <cstddef>

#include "tukey/device.hpp"

namespace tukey {

/// Statistics and limits of a device's pool. All functions may be called from any thread.
/// Arrays of foreign memory (Array::wrap) do not count.
class TUKEY_EXPORT MemoryPool {
 public:
  explicit MemoryPool(Device device = default_device()) : device_(device) {}

  /// Bytes that live arrays and work areas hold.
  std::size_t used_bytes() const;
  /// Bytes the pool has taken from the system: used ones and those kept for later.
  std::size_t reserved_bytes() const;
  /// The largest used_bytes since the start or the last reset_peak().
  std::size_t peak_bytes() const;
  void reset_peak();
  /// No allocation may bring used_bytes above `bytes`; 0 takes the limit away. Over it, OutOfMemory.
  void set_limit(std::size_t bytes);
  std::size_t limit() const;
  /// Gives memory that no array holds back to the system; waits for the device. Returns the bytes given back.
  std::size_t trim();

 private:
  Device device_;
};

}  // namespace tukey
