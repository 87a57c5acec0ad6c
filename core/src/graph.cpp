// SPDX-License-Identifier: Apache-2.0
// Capture and launch of CUDA graphs. The rules of their memory stand in capture.hpp.
#include "tukey/graph.hpp"

#include <algorithm>

#include "backend.hpp"
#include "capture.hpp"
#include "pinned.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/memory.hpp"

namespace tukey {
namespace detail {

std::atomic<std::size_t> GraphState::named_{0};

namespace {
thread_local GraphState* in_progress = nullptr;

// Never destroyed: arrays in static storage may outlive any static object of ours.
struct Book {
  std::recursive_mutex mutex;
  std::unordered_map<const Storage*, std::vector<GraphState*>> users;
  std::vector<GraphState*> captures;
};
Book& book() {
  static Book& b = *new Book;
  return b;
}
using Guard = std::lock_guard<std::recursive_mutex>;
}  // namespace

std::recursive_mutex& GraphState::mutex() { return book().mutex; }

GraphState* GraphState::capturing(Device device) {
  return in_progress && in_progress->home_->device() == device ? in_progress : nullptr;
}

std::shared_ptr<GraphState> GraphState::capture_of(CUstream_st* stream) {
  Guard guard(book().mutex);
  for (GraphState* g : book().captures)
    for (const StatePtr& s : g->streams_)
      if (s->stream() == stream) return g->shared_from_this();
  return nullptr;
}

void GraphState::begin() {
  if constexpr (has_cuda) {
    cuda::begin_capture(home_->stream());
    Guard guard(book().mutex);
    book().captures.push_back(this);
    ++named_;  // storages that die in other threads look here
    in_progress = this;
  }
}

void GraphState::stop() noexcept {
  Guard guard(book().mutex);
  auto& captures = book().captures;
  captures.erase(std::remove(captures.begin(), captures.end(), this), captures.end());
  --named_;
  in_progress = nullptr;
}

void GraphState::end() {
  if constexpr (has_cuda) {
    try {
      for (const StatePtr& s : streams_)
        if (s != home_) s->make_wait(*home_);
    } catch (...) {
      abandon();
      throw;
    }
    try {
      ready_ = cuda::end_capture(home_->stream(), nodes_);
    } catch (...) {
      failed_ = true;
      stop();
      forget_uses();
      throw;
    }
    stop();
    // Of what died in the body, the blocks that no node names can go.
    std::vector<std::shared_ptr<Storage>> gone;
    Guard guard(book().mutex);
    for (auto& s : kept_)
      if (s->device().is_cuda() && !uses_.count(s.get())) gone.push_back(std::move(s));
    kept_.erase(std::remove(kept_.begin(), kept_.end(), nullptr), kept_.end());
  }
}

void GraphState::abandon() noexcept {
  if constexpr (has_cuda) {
    failed_ = true;
    cuda::abandon_capture(home_->stream());
    stop();
    forget_uses();
  }
}

void GraphState::forget_uses() noexcept {
  std::vector<std::shared_ptr<Storage>> gone;
  Guard guard(book().mutex);
  for (auto& entry : uses_) {
    auto it = book().users.find(entry.first);
    if (it == book().users.end()) continue;
    auto& graphs = it->second;
    graphs.erase(std::remove(graphs.begin(), graphs.end(), this), graphs.end());
    if (graphs.empty()) book().users.erase(it);
    --named_;
  }
  uses_.clear();
  gone.swap(kept_);
}

GraphState::~GraphState() {
  if constexpr (has_cuda) {
    try {
      GpuCall call(home_->device());
      if (ready_) cuda::destroy_graph(ready_);
      // launch() and own_died() made the origin wait for all that used this memory. Where that stream is captured
      // anew just now, no release can be ordered after its work: the memory is lost.
      if (launched_ && !home_busy()) {
        const StatePtr last = home_->in_use() ? home_ : current_state(home_->device());
        home_->make_wait(*last);
        if (launched_on_ != last) launched_on_->make_wait(*last);
        for (void* memory : own_) cuda::pool_free(memory, last->stream());
        for (const auto& s : kept_)
          if (s->device().is_cpu()) hold_until_done(s, home_->device(), last->stream());
      }
    } catch (const std::exception&) {  // at the end of the process the driver may be gone
    }
    forget_uses();
  }
}

bool GraphState::home_busy() const {
  if constexpr (has_cuda) return home_->in_use() && cuda::is_capturing(home_->stream());
  return false;
}

void GraphState::join(const StatePtr& stream) {
  if (std::find(streams_.begin(), streams_.end(), stream) != streams_.end()) return;
  home_->make_wait(*stream);
  Guard guard(book().mutex);
  streams_.push_back(stream);
}

void GraphState::use(Storage& storage, bool write) {
  const StatePtr& now = current_state(home_->device());
  join(now);
  std::unique_lock<std::recursive_mutex> guard(book().mutex);
  auto [entry, fresh] = uses_.try_emplace(&storage);
  Use& u = entry->second;
  if (fresh) {
    book().users[&storage].push_back(this);
    ++named_;
    u.writer = home_;  // whatever came before the capture: launches wait for that
  }
  u.written |= write;
  guard.unlock();
  order_use(u.writer, u.readers, now, write);
}

void GraphState::add_own(Storage& storage, void* memory) {
  Guard guard(book().mutex);
  own_.insert(memory);
  Use& u = uses_[&storage];
  u.writer = current_state(home_->device());
  u.written = true;
  book().users[&storage].push_back(this);
  ++named_;
}

bool GraphState::free_own(const Storage& storage, void* memory) {
  if constexpr (has_cuda) {
    std::unique_lock<std::recursive_mutex> guard(book().mutex);
    auto it = uses_.find(&storage);
    if (it == uses_.end() || !own_.erase(memory)) return false;
    const Use u = std::move(it->second);
    forget(storage);
    guard.unlock();
    for (const StatePtr& reader : u.readers) reader->make_wait(*u.writer);
    cuda::pool_free(memory, u.writer->stream());
    return true;
  } else {
    (void)storage, (void)memory;
    return false;
  }
}

void GraphState::keep(std::shared_ptr<Storage> storage) {
  Guard guard(book().mutex);
  kept_.push_back(std::move(storage));
}

void GraphState::require_launched() const {
  require(!failed_, "Graph", "the capture that made this array failed");
  require(launched_, "Graph", "this array is made by a graph that was not launched yet: it has no value");
}

void GraphState::own_died(const StatePtr& writer, const std::vector<StatePtr>& readers) {
  if constexpr (has_cuda) {
    const bool busy = !home_->in_use() || home_busy();  // then only a wait helps
    const auto after = [&](const StatePtr& s) {
      if (!s || s == home_) return;
      if (!busy)
        s->make_wait(*home_);
      else if (s->in_use())
        cuda::synchronize_stream(s->stream());
    };
    after(writer);
    for (const StatePtr& reader : readers) after(reader);
  } else {
    (void)writer, (void)readers;
  }
}

bool GraphState::named(const Storage& storage, const GraphState* except) {
  auto it = book().users.find(&storage);
  if (it == book().users.end()) return false;
  return std::any_of(it->second.begin(), it->second.end(), [&](GraphState* g) { return g != except; });
}

void GraphState::forget(const Storage& storage) {
  Guard guard(book().mutex);
  auto it = book().users.find(&storage);
  if (it == book().users.end()) return;
  for (GraphState* g : it->second) {
    g->uses_.erase(&storage);
    --named_;
  }
  book().users.erase(it);
}

void GraphState::hand_on(const Storage& storage, const std::shared_ptr<Storage>& heir, const GraphState* own) {
  Guard guard(book().mutex);
  auto it = book().users.find(&storage);
  if (it == book().users.end()) return;
  std::vector<GraphState*> graphs = std::move(it->second);
  book().users.erase(it);
  for (GraphState* g : graphs) {
    auto use = g->uses_.find(&storage);
    Use moved = std::move(use->second);
    g->uses_.erase(use);
    g->uses_.emplace(heir.get(), std::move(moved));
    if (g != own) g->kept_.push_back(heir);
  }
  book().users.emplace(heir.get(), std::move(graphs));
}

void GraphState::launch(const StatePtr& stream) {
  if constexpr (has_cuda) {
    std::lock_guard<std::mutex> one_at_a_time(launching_);
    GpuCall call(home_->device());
    require(!in_progress && !cuda::is_capturing(stream->stream()) && !home_busy(), "Graph::launch",
            "a graph cannot be launched inside a capture");
    const bool before = launched_;
    launched_ = true;
    try {
      // Plans and their work areas belong to the streams of the capture.
      std::vector<StatePtr> waits = streams_;
      {
        Guard guard(book().mutex);
        waits_put_off = &waits;
        for (auto& [storage, u] : uses_) const_cast<Storage*>(storage)->use(u.written);
        waits_put_off = nullptr;
      }
      std::sort(waits.begin(), waits.end());
      waits.erase(std::unique(waits.begin(), waits.end()), waits.end());
      for (const StatePtr& s : waits) s->make_wait(*stream);
      if (!cuda::launch_graph(ready_, stream->stream())) {
        MemoryPool(home_->device()).trim();
        if (!cuda::launch_graph(ready_, stream->stream())) out_of_memory();
      }
    } catch (...) {
      waits_put_off = nullptr;
      launched_ = before;
      throw;
    }
    launched_on_ = stream;
    for (const StatePtr& s : streams_)
      if (s->in_use()) stream->make_wait(*s);
  } else {
    (void)stream;
  }
}

void GraphState::out_of_memory() const {
  if constexpr (has_cuda) {
    const Device device = home_->device();
    const std::size_t used = MemoryPool(device).used_bytes(), reserved = MemoryPool(device).reserved_bytes(),
                      free = cuda::free_bytes(device.index());
    throw OutOfMemory("OutOfMemory: " + device.str() + " cannot hold the arrays of a graph; used " +
                          std::to_string(used) + ", reserved " + std::to_string(reserved) + ", free " +
                          std::to_string(free),
                      0, used, reserved, free);
  }
}

}  // namespace detail

void Graph::launch() const {
  detail::require(!empty(), "Graph::launch", "the graph is empty");
  if (body_) return (*body_)();
  if constexpr (has_cuda) state_->launch(detail::current_state(device_));
}
void Graph::launch(const Stream& stream) const {
  detail::require(!empty(), "Graph::launch", "the graph is empty");
  detail::require(stream.device() == device_, "Graph::launch", "the graph is of ", device_.str(), ", the stream of ",
                  stream.device().str());
  const StreamScope scope(stream);
  launch();
}
std::size_t Graph::nodes() const { return state_ ? state_->nodes() : 0; }

Graph capture(const Stream& stream, const std::function<void()>& body) {
  detail::require(static_cast<bool>(body), "capture", "the body is empty");
  Graph graph;
  graph.device_ = stream.device();
  if (graph.device_.is_cpu()) {
    graph.body_ = std::make_shared<const std::function<void()>>(body);
    return graph;
  }
  if constexpr (has_cuda) {
    detail::require(!detail::in_progress, "capture", "captures do not nest");
    const StreamScope scope(stream);
    const detail::GpuCall call(graph.device_);
    auto state = std::make_shared<detail::GraphState>(stream.state());
    state->begin();
    try {
      body();
    } catch (...) {
      state->abandon();
      throw;
    }
    state->end();
    graph.state_ = std::move(state);
  }
  return graph;
}

}  // namespace tukey
