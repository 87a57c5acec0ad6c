// SPDX-License-Identifier: Apache-2.0
// Internal: what modules need to run something on the current stream: the stream's state (with its library
// handles and plan caches), the device guard, and scratch memory from the pool.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <typeindex>
#include <unordered_map>

#include "tukey/device.hpp"
#include "tukey/stream.hpp"

namespace tukey::detail {

// One (device, stream). Library handles and FFT plans hang on it, made at first use and destroyed with it.
// Handles belong to the stream, never to a thread: hold `lock()` while using them.
class TUKEY_EXPORT StreamState {
 public:
  StreamState(Device device, CUstream_st* stream, bool owned);
  ~StreamState();
  StreamState(const StreamState&) = delete;
  StreamState& operator=(const StreamState&) = delete;

  Device device() const { return device_; }
  CUstream_st* stream() const { return stream_; }
  std::unique_lock<std::recursive_mutex> lock() { return std::unique_lock<std::recursive_mutex>(mutex_); }

  // The stream's only object of type H (a cuFFT plan cache, a cuBLAS handle, ...), built as H(StreamState&).
  // Call under lock(). Objects are destroyed before the stream, with its device current.
  template <class H>
  H& get() {
    auto& slot = slots_[std::type_index(typeid(H))];
    if (!slot) slot = std::make_shared<H>(*this);
    return *static_cast<H*>(slot.get());
  }

  // Work that `other` enqueues from now on waits until everything enqueued here so far is done.
  void make_wait(StreamState& other);
  // Whether the stream may still be used: a foreign one may be gone once no scope names it.
  bool in_use() const { return owned_ || active_scopes_ > 0; }
  void enter_foreign();
  void leave_foreign() noexcept;

 private:
  Device device_;
  CUstream_st* stream_ = nullptr;
  bool owned_ = false;
  std::recursive_mutex mutex_;
  std::unordered_map<std::type_index, std::shared_ptr<void>> slots_;
  CUevent_st* event_ = nullptr;
  int active_scopes_ = 0;
  CUevent_st* left_ = nullptr;  // a foreign stream's work when its last scope ended
};

// The current stream of this thread on a device.
TUKEY_EXPORT const std::shared_ptr<StreamState>& current_state(Device device);

// A public function's passage to the GPU: makes the device current (and the caller's again at the end) and names
// the stream. `state` gives handles.
class TUKEY_EXPORT GpuCall {
 public:
  explicit GpuCall(Device device);
  ~GpuCall();
  GpuCall(const GpuCall&) = delete;
  GpuCall& operator=(const GpuCall&) = delete;
  CUstream_st* stream() const { return state_->stream(); }
  StreamState& state() const { return *state_; }

 private:
  std::shared_ptr<StreamState> state_;
  int previous_ = -1;
};

}  // namespace tukey::detail
