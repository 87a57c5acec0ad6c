// SPDX-License-Identifier: Apache-2.0
// CUDA graphs: a sequence of calls recorded once and launched many times at the cost of one launch.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "tukey/stream.hpp"

namespace tukey {

namespace detail {
class GraphState;
}

/// What capture() recorded. Copies share it. A graph keeps all memory that its calls use, also that of arrays which
/// the program drops.
class TUKEY_EXPORT Graph {
 public:
  Graph() = default;
  /// Enqueues the recorded work on the current stream (or on `stream`), after whatever its arrays wait for, and
  /// returns at once. Launches of one graph, and other work on the stream it was captured on, run one after another.
  /// On the CPU it calls the body. InvalidArgument for an empty graph, a stream of another device or inside a
  /// capture; OutOfMemory where the device cannot hold the arrays that the body makes.
  void launch() const;
  void launch(const Stream& stream) const;
  bool empty() const { return !state_ && !body_; }
  /// Kernels, copies, allocations and releases in one launch; 0 on the CPU.
  std::size_t nodes() const;

 private:
  friend TUKEY_EXPORT Graph capture(const Stream& stream, const std::function<void()>& body);
  Device device_;
  std::shared_ptr<detail::GraphState> state_;
  std::shared_ptr<const std::function<void()>> body_;  // on the CPU
};

/// Runs body() with `stream` as the current one, recording instead of executing what it enqueues there (CUDA's
/// global capture mode). Run the body, or calls of the same kinds and sizes on that stream, once before: plans and
/// library handles come into being at a first call and cannot do so in a capture.
///
/// The body must not wait for the GPU: no item(), no copy to the host, no function whose doc comment says that it
/// waits (InvalidArgument or CudaError, naming the rule). Host code in it runs once, at the capture; host values are
/// recorded as they are then. An exception of the body ends the capture and comes through; the stream is usable.
/// While a stream is captured no other thread uses it.
///
/// Arrays made in the body and dropped in it cost no memory outside a launch. One that outlives the body (assigned
/// to a variable outside) has a value after each launch, at the same address; using it before the first launch is
/// InvalidArgument. Arrays of before keep their identity: `y.assign(f(x))` writes y at every launch, while `y = f(x)`
/// makes y name the graph's own array.
///
/// On the CPU nothing runs now: the graph keeps the body and launch() calls it, so what it refers to must live.
TUKEY_EXPORT Graph capture(const Stream& stream, const std::function<void()>& body);

}  // namespace tukey
