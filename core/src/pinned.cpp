// SPDX-License-Identifier: Apache-2.0
// Page-locked memory and asynchronous copies.
#include "tukey/pinned.hpp"

#include <atomic>
#include <map>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "backend.hpp"
#include "capture.hpp"
#include "pinned.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/context.hpp"

namespace tukey {
namespace detail {
namespace {

// Page-locked blocks by size: powers of two and the middles between them, at least a page. A block comes back only
// when no copy uses it any more (see Flights), so it may be handed out at once.
class PinnedPool {
 public:
  static std::size_t rounded(std::size_t bytes) {
    std::size_t size = 4096;
    while (size < bytes) {
      if (size > SIZE_MAX / 4) return bytes;
      if (size + size / 2 >= bytes) return size + size / 2;
      size *= 2;
    }
    return size;
  }
  void* allocate(std::size_t size) {
    if constexpr (has_cuda) {
      {
        std::lock_guard<std::mutex> guard(mutex_);
        auto& blocks = free_[size];
        if (!blocks.empty()) {
          void* memory = blocks.back();
          blocks.pop_back();
          live_.insert(memory);
          return memory;
        }
      }
      void* memory = cuda::host_allocate(size);
      if (!memory) {
        trim();
        memory = cuda::host_allocate(size);
      }
      if (!memory) return nullptr;
      reserved_ += size;
      std::lock_guard<std::mutex> guard(mutex_);
      live_.insert(memory);
      return memory;
    }
    (void)size;
    return nullptr;
  }
  void release(void* memory, std::size_t size) noexcept {
    std::lock_guard<std::mutex> guard(mutex_);
    live_.erase(memory);
    free_[size].push_back(memory);
  }
  void trim() {
    if constexpr (has_cuda) {
      std::lock_guard<std::mutex> guard(mutex_);
      for (auto& [size, blocks] : free_)
        for (void* memory : blocks) {
          cuda::host_free(memory);
          reserved_ -= size;
        }
      free_.clear();
    }
  }
  bool contains(void* memory) {
    std::lock_guard<std::mutex> guard(mutex_);
    return live_.count(memory) != 0;
  }
  std::size_t reserved() const { return reserved_; }

 private:
  std::mutex mutex_;
  std::unordered_map<std::size_t, std::vector<void*>> free_;
  std::unordered_set<void*> live_;
  std::atomic<std::size_t> reserved_{0};
};
// Never destroyed: arrays in static storage may be freed after any static object of ours.
PinnedPool& pool() {
  static PinnedPool& p = *new PinnedPool;
  return p;
}

// Host arrays under way: each stays until the event after its copy is reached. Looked through at every new copy or
// allocation.
class Flights {
 public:
  void add(const std::shared_ptr<Storage>& storage, Device device, CUstream_st* stream) {
    if constexpr (has_cuda) {
      land();
      CUevent_st* event = nullptr;
      {
        std::lock_guard<std::mutex> guard(mutex_);
        auto& spare = spare_[device.index()];
        if (!spare.empty()) {
          event = spare.back();
          spare.pop_back();
        }
      }
      if (!event) event = cuda::create_event(false);
      cuda::record(event, stream);
      std::lock_guard<std::mutex> guard(mutex_);
      flying_.push_back({event, device.index(), storage});
    } else {
      (void)storage, (void)device, (void)stream;
    }
  }
  void land() {
    if constexpr (has_cuda) {
      std::vector<std::shared_ptr<Storage>> landed;  // released after the mutex
      std::lock_guard<std::mutex> guard(mutex_);
      std::vector<Flight> flying;
      for (Flight& f : flying_) {
        if (!cuda::is_done_quietly(f.event)) {
          flying.push_back(std::move(f));
        } else {
          landed.push_back(std::move(f.storage));
          spare_[f.device].push_back(f.event);
        }
      }
      flying_.swap(flying);
    }
  }

 private:
  struct Flight {
    CUevent_st* event;
    int device;
    std::shared_ptr<Storage> storage;
  };
  std::mutex mutex_;
  std::vector<Flight> flying_;
  std::map<int, std::vector<CUevent_st*>> spare_;
};
Flights& flights() {
  static Flights& f = *new Flights;
  return f;
}

}  // namespace

std::size_t pinned_reserved() { return pool().reserved(); }
void pinned_trim() {
  flights().land();
  pool().trim();
}
bool is_pinned(const Storage& storage) {
  return storage.device().is_cpu() && storage.data() && pool().reserved() && pool().contains(storage.data());
}
void hold_until_done(const std::shared_ptr<Storage>& storage, Device device, CUstream_st* stream) {
  if (GraphState* capture = GraphState::capturing(device)) return capture->keep(storage);
  if constexpr (has_cuda) {
    if (cuda::is_capturing(stream)) return;  // a capture of the caller's own, which keeps nothing
  }
  flights().add(storage, device, stream);
}

namespace {
std::shared_ptr<Storage> pinned_storage(std::size_t bytes) {
  flights().land();
  if (!charge_host(bytes)) host_out_of_memory(bytes, true);
  const std::size_t size = PinnedPool::rounded(bytes);
  void* memory = nullptr;
  try {
    memory = pool().allocate(size);
  } catch (...) {
    discharge_host(bytes);
    throw;
  }
  if (!memory) {
    discharge_host(bytes);
    host_out_of_memory(bytes, false);
  }
  std::shared_ptr<void> owner(memory, [size, bytes](void* p) {
    pool().release(p, size);
    discharge_host(bytes);
  });
  return Storage::wrap(memory, Device::cpu(), std::move(owner));
}
}  // namespace

}  // namespace detail

template <class T> Array<T> pinned_empty(const Shape& shape) {
  index_t bytes = sizeof(T);
  for (index_t n : shape) {
    detail::require(n >= 0, "pinned_empty", "extents must not be negative, got ", shape.str());
    detail::require(!__builtin_mul_overflow(bytes, n, &bytes), "pinned_empty", "shape ", shape.str(), " is too large");
  }
  if (!has_cuda || cuda_device_count() == 0 || bytes == 0) return Array<T>(shape, Device::cpu());
  auto storage = detail::pinned_storage(static_cast<std::size_t>(bytes));
  auto* data = static_cast<T*>(storage->data());
  return Array<T>(std::move(storage), data, {shape, detail::row_major_strides(shape), 0});
}
template <class T> bool is_pinned(const Array<T>& x) { return x.storage() && detail::is_pinned(*x.storage()); }

template <class T> void copy_async(const Array<T>& destination, const Array<T>& source) {
  const char* name = "copy_async";
  detail::require(destination.shape() == source.shape(), name, "expected equal shapes, got ", destination.shape().str(),
                  " and ", source.shape().str());
  if (source.size() == 0) return;
  Array<T> to = destination;
  if (to.device() == source.device()) return to.assign(source);
  for (const Array<T>* x : {&destination, &source})
    detail::require(x->device().is_cuda() || x->is_contiguous(), name, "host arrays must be row-major");
  if constexpr (has_cuda) {
    const Device device = to.device().is_cuda() ? to.device() : source.device();
    if (to.device().is_cuda() && source.device().is_cuda()) return to.assign(source.to(device));
    detail::GpuCall call(device);
    if (to.device().is_cuda()) {
      const Array<T> target = to.is_contiguous() ? to : Array<T>(to.shape(), device);
      detail::out(target);
      if (detail::is_pinned(*source.storage())) {
        cuda::copy(target.origin(), source.origin(), source.bytes(), call.stream());
        detail::hold_until_done(source.storage(), device, call.stream());
      } else {
        cuda::upload(target.origin(), source.origin(), source.bytes(), call.stream());
      }
      if (!to.is_contiguous()) to.assign(target);
    } else {
      const Array<T> from = source.contiguous();
      detail::in(from);
      cuda::copy(to.origin(), from.origin(), from.bytes(), call.stream());
      if (detail::is_pinned(*to.storage()))
        detail::hold_until_done(to.storage(), device, call.stream());
      else
        cuda::synchronize_stream(call.stream());
    }
  }
}

#define TUKEY_INSTANTIATE(T)                                    \
  template TUKEY_EXPORT Array<T> pinned_empty<T>(const Shape&); \
  template TUKEY_EXPORT bool is_pinned<T>(const Array<T>&);     \
  template TUKEY_EXPORT void copy_async<T>(const Array<T>&, const Array<T>&);
TUKEY_FOR_ALL(TUKEY_INSTANTIATE)

}  // namespace tukey
