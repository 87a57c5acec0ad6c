// SPDX-License-Identifier: Apache-2.0
// Streams and events. GPU functions enqueue on the calling thread's current stream and return at once.
#pragma once

#include <memory>

#include "tukey/device.hpp"

struct CUstream_st;
struct CUevent_st;

namespace tukey {

namespace detail {
class StreamState;
}

class Event;

/// A queue of work on one device; copies share it. On the CPU everything is done when a call returns, so a CPU
/// stream is only a name. A stream's library handles, FFT plans and work areas live as long as it.
class TUKEY_EXPORT Stream {
 public:
  /// A new stream of the device (non-blocking: it never waits for CUDA's legacy default stream).
  explicit Stream(Device device = default_device());
  /// The stream that calls from this thread use on `device`: the innermost StreamScope's, else the device's own.
  static Stream current(Device device = default_device());

  Device device() const;
  /// Blocks until the work enqueued so far is done; errors of that work surface here as CudaError.
  void synchronize() const;
  /// Later work on this stream starts after the event. Does not block the caller.
  void wait(const Event& event) const;
  /// An event that is reached when the work enqueued so far is done.
  Event record() const;
  /// The cudaStream_t; null on the CPU.
  CUstream_st* handle() const;

  explicit Stream(std::shared_ptr<detail::StreamState> state) : state_(std::move(state)) {}
  const std::shared_ptr<detail::StreamState>& state() const { return state_; }

 private:
  std::shared_ptr<detail::StreamState> state_;
};

/// Makes a stream the current one of this thread for its lifetime; scopes nest. A foreign cudaStream_t must
/// stay alive until the scope ends and its work is done. Wrong order of destruction is undefined.
class TUKEY_EXPORT StreamScope {
 public:
  explicit StreamScope(const Stream& stream);
  StreamScope(CUstream_st* foreign, Device device);
  ~StreamScope();
  StreamScope(const StreamScope&) = delete;
  StreamScope& operator=(const StreamScope&) = delete;

 private:
  std::shared_ptr<detail::StreamState> state_, previous_;
  bool foreign_ = false;
};

/// A point in a stream's work. Copies share it.
class TUKEY_EXPORT Event {
 public:
  Event() = default;  // already reached
  /// True when the work before it is done. Does not block.
  bool done() const;
  /// Blocks until it is reached.
  void synchronize() const;
  /// Milliseconds of device time between two events of the same device; waits for `end`.
  static double elapsed_ms(const Event& start, const Event& end);
  CUevent_st* handle() const;

  struct State;
  explicit Event(std::shared_ptr<State> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<State> state_;
};

}  // namespace tukey
