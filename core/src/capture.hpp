// SPDX-License-Identifier: Apache-2.0
// Internal: what CUDA graphs and the memory behind arrays know of each other.
//
// A graph's nodes name addresses. Hence every block of memory that a captured call uses stays as long as the graph:
// the block of an array that the program drops is handed on to the graph. A launch is, for the order of streams, one
// call that uses all these blocks. Arrays made in the body are the graph's own memory (allocation nodes): those
// dropped in the body end with a free node; those that outlive the capture hold the graph instead.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "tukey/detail/context.hpp"
#include "tukey/detail/storage.hpp"

struct CUgraphExec_st;

namespace tukey::detail {

using StatePtr = std::shared_ptr<StreamState>;

// `now` waits for whatever it must before it reads or writes what `writer` and `readers` used, and is recorded.
void order_use(StatePtr& writer, std::vector<StatePtr>& readers, const StatePtr& now, bool write);
// Where set, order_use lists here whom to wait for instead of waiting.
extern thread_local std::vector<StatePtr>* waits_put_off;

class GraphState : public std::enable_shared_from_this<GraphState> {
 public:
  explicit GraphState(const StatePtr& home) : home_(home), streams_{home} {}
  ~GraphState();
  GraphState(const GraphState&) = delete;
  GraphState& operator=(const GraphState&) = delete;

  // The capture in progress in this thread on that device, else null.
  static GraphState* capturing(Device device);
  // The body's turn: from begin() to end() or abandon().
  void begin();
  void end();
  void abandon() noexcept;

  void launch(const StatePtr& stream);
  std::size_t nodes() const { return nodes_; }

  // While capturing. The current stream takes part from now on.
  void join(const StatePtr& stream);
  void use(Storage& storage, bool write);
  // The storage's memory comes from an allocation node of this graph.
  void add_own(Storage& storage, void* memory);
  // An own storage dies in the body: frees it by a node. False where it is not one of this capture.
  bool free_own(const Storage& storage, void* memory);
  // Keeps the block of a dying storage, or a host array that a node reads or writes.
  void keep(std::shared_ptr<Storage> storage);

  // An array of the graph's own memory is used outside the body: InvalidArgument before the first launch.
  void require_launched() const;
  // It died: later launches come after the work of these streams.
  void own_died(const StatePtr& writer, const std::vector<StatePtr>& readers);

  // What graphs know of storages stands in one book. No lock of a stream is taken under its mutex: a thread that
  // holds one may be just destroying a storage, for which it needs this mutex.
  static std::recursive_mutex& mutex();
  // Whether any graph names any memory: the quick answer to "is there something to look up".
  static bool any() { return named_ != 0; }
  // Whether some graph but `except` names the storage's memory.
  static bool named(const Storage& storage, const GraphState* except);
  static void forget(const Storage& storage);
  // `heir` takes the place of a dying storage in all graphs; all but `own`, which it keeps itself, keep it.
  static void hand_on(const Storage& storage, const std::shared_ptr<Storage>& heir, const GraphState* own);
  // The capture that a stream takes part in, of any thread.
  static std::shared_ptr<GraphState> capture_of(CUstream_st* stream);

 private:
  struct Use {
    StatePtr writer;
    std::vector<StatePtr> readers;
    bool written = false;
  };
  void forget_uses() noexcept;
  void stop() noexcept;
  void out_of_memory() const;
  bool home_busy() const;  // being captured just now

  static std::atomic<std::size_t> named_;
  std::mutex launching_;
  StatePtr home_, launched_on_;
  std::vector<StatePtr> streams_;  // that took part, the origin first
  CUgraphExec_st* ready_ = nullptr;
  std::size_t nodes_ = 0;
  bool failed_ = false, launched_ = false;
  std::unordered_map<const Storage*, Use> uses_;
  std::unordered_set<void*> own_;  // memory that no node of the graph frees
  std::vector<std::shared_ptr<Storage>> kept_;
};

}  // namespace tukey::detail
