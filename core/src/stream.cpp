// SPDX-License-Identifier: Apache-2.0
// Streams, events, and the passage of a call to the GPU.
#include "tukey/stream.hpp"

#include <chrono>
#include <map>

#include "backend.hpp"
#include "tukey/detail/context.hpp"
#include "tukey/error.hpp"

namespace tukey {
namespace detail {

StreamState::StreamState(Device device, CUstream_st* stream, bool owned)
    : device_(device), stream_(stream), owned_(owned) {}

StreamState::~StreamState() {
  if constexpr (has_cuda) {
    if (device_.is_cpu()) return;
    try {
      const int previous = cuda::current_device();
      cuda::set_device(device_.index());
      slots_.clear();
      if (event_) cuda::destroy_event(event_);
      if (left_) cuda::destroy_event(left_);
      if (owned_) cuda::destroy_stream(stream_);
      cuda::set_device(previous);
    } catch (const Error&) {  // the driver is already gone at the end of the process
    }
  }
}

void StreamState::make_wait([[maybe_unused]] StreamState& other) {
  if constexpr (has_cuda) {
    if (this == &other) return;
    auto guard = lock();
    if (!in_use()) {
      if (left_) cuda::wait(other.stream_, left_);
      return;
    }
    // One event serves all: a wait keeps the record it was enqueued on.
    if (!event_) event_ = cuda::create_event(false);
    cuda::record(event_, stream_);
    cuda::wait(other.stream_, event_);
  }
}

void StreamState::enter_foreign() {
  auto guard = lock();
  ++active_scopes_;
}
void StreamState::leave_foreign() noexcept {
  if constexpr (has_cuda) {
    auto guard = lock();
    if (--active_scopes_ > 0) return;
    try {
      // An event of a capture must not be waited for outside it; a captured stream's arrays are the graph's affair.
      if (cuda::is_capturing(stream_)) return;
      if (!left_) left_ = cuda::create_event(false);
      cuda::record(left_, stream_);
    } catch (const Error&) {  // the owner will see the stream's error
    }
  }
}

namespace {
// Never destroyed: arrays in static storage may outlive any static object of ours.
struct Registry {
  std::mutex mutex;
  std::map<int, std::shared_ptr<StreamState>> defaults;  // by device number
  std::map<std::pair<int, CUstream_st*>, std::shared_ptr<StreamState>> foreign;
};
Registry& registry() {
  static Registry& r = *new Registry;
  return r;
}
thread_local std::map<int, std::shared_ptr<StreamState>> scoped;  // the innermost scope's stream of each device

const std::shared_ptr<StreamState>& default_state(Device device) {
  Registry& r = registry();
  std::lock_guard<std::mutex> guard(r.mutex);
  auto& state = r.defaults[device.index()];
  if (!state) {
    CUstream_st* stream = nullptr;
    if constexpr (has_cuda) {
      if (device.is_cuda()) stream = cuda::create_stream(device.index());
    }
    state = std::make_shared<StreamState>(device, stream, true);
  }
  return state;
}
}  // namespace

const std::shared_ptr<StreamState>& current_state(Device device) {
  if (auto it = scoped.find(device.index()); it != scoped.end() && it->second) return it->second;
  thread_local std::map<int, const std::shared_ptr<StreamState>*> known;  // default states never change
  auto& state = known[device.index()];
  if (!state) state = &default_state(device);
  return *state;
}

GpuCall::GpuCall(Device device) : state_(current_state(device)) {
  if constexpr (has_cuda) {
    const int now = cuda::current_device();
    if (now != device.index()) {
      cuda::set_device(device.index());
      previous_ = now;
    }
  }
}
GpuCall::~GpuCall() {
  if constexpr (has_cuda) {
    if (previous_ < 0) return;
    try {
      cuda::set_device(previous_);
    } catch (const Error&) {
    }
  }
}

}  // namespace detail

Stream::Stream(Device device) {
  CUstream_st* stream = nullptr;
  if constexpr (has_cuda) {
    if (device.is_cuda()) stream = cuda::create_stream(device.index());
  }
  state_ = std::make_shared<detail::StreamState>(device, stream, true);
}
Stream Stream::current(Device device) { return Stream(detail::current_state(device)); }
Device Stream::device() const { return state_->device(); }
CUstream_st* Stream::handle() const { return state_->stream(); }
void Stream::synchronize() const {
  if constexpr (has_cuda) {
    if (device().is_cuda()) cuda::synchronize_stream(handle());
  }
}

struct Event::State {
  Device device;
  CUevent_st* event = nullptr;
  std::chrono::steady_clock::time_point time;  // on the CPU, where recorded means reached
  ~State() {
    if constexpr (has_cuda) {
      if (event) cuda::destroy_event(event);
    }
  }
};

Event Stream::record() const {
  auto state = std::make_shared<Event::State>();
  state->device = device();
  if constexpr (has_cuda) {
    if (device().is_cuda()) {
      detail::GpuCall call(device());
      state->event = cuda::create_event(true);
      cuda::record(state->event, handle());
    }
  }
  state->time = std::chrono::steady_clock::now();
  return Event(std::move(state));
}
void Stream::wait([[maybe_unused]] const Event& event) const {
  if constexpr (has_cuda) {
    if (!event.handle()) return;
    if (device().is_cuda())
      cuda::wait(handle(), event.handle());
    else
      event.synchronize();
  }
}

bool Event::done() const {
  if constexpr (has_cuda) {
    if (handle()) return cuda::is_done(handle());
  }
  return true;
}
void Event::synchronize() const {
  if constexpr (has_cuda) {
    if (handle()) cuda::synchronize_event(handle());
  }
}
CUevent_st* Event::handle() const { return state_ ? state_->event : nullptr; }
double Event::elapsed_ms(const Event& start, const Event& end) {
  if (!start.state_ || !end.state_ || start.state_->device != end.state_->device)
    throw InvalidArgument("Event::elapsed_ms: expected two recorded events of one device");
  if constexpr (has_cuda) {
    if (start.handle()) {
      end.synchronize();
      return cuda::elapsed_ms(start.handle(), end.handle());
    }
  }
  return std::chrono::duration<double, std::milli>(end.state_->time - start.state_->time).count();
}

StreamScope::StreamScope(const Stream& stream) : state_(stream.state()) {
  auto& slot = detail::scoped[state_->device().index()];
  previous_ = slot;
  slot = state_;
}
StreamScope::StreamScope(CUstream_st* foreign, Device device) : foreign_(device.is_cuda()) {
  if (foreign_) {
    detail::Registry& r = detail::registry();
    std::lock_guard<std::mutex> guard(r.mutex);
    auto& state = r.foreign[{device.index(), foreign}];
    if (!state) state = std::make_shared<detail::StreamState>(device, foreign, false);
    state_ = state;
  } else {
    state_ = detail::current_state(device);
  }
  if (foreign_) state_->enter_foreign();
  auto& slot = detail::scoped[device.index()];
  previous_ = slot;
  slot = state_;
}
StreamScope::~StreamScope() {
  detail::scoped[state_->device().index()] = previous_;
  if (foreign_) state_->leave_foreign();
}

}  // namespace tukey
