// SPDX-License-Identifier: Apache-2.0
// The memory pools, and Storage: the memory behind arrays.
#include "tukey/memory.hpp"

#ifdef __linux__
#include <sys/mman.h>
#endif

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <map>
#include <new>
#include <string>
#include <unordered_map>

#include "backend.hpp"
#include "capture.hpp"
#include "pinned.hpp"
#include "tukey/detail/context.hpp"
#include "tukey/detail/storage.hpp"
#include "tukey/detail/workspace.hpp"
#include "tukey/error.hpp"

namespace tukey {
namespace {

// The CPU's blocks that no array holds, by rounded size. Large arrays come and go in loops, and fresh memory costs
// a page fault per 4 KiB: up to `keep` bytes stay with us.
class CpuPool {
 public:
  void* allocate(std::size_t bytes) {
    const std::size_t size = rounded(bytes);
    {
      std::lock_guard<std::mutex> guard(mutex_);
      auto it = free_.find(size);
      if (it != free_.end() && !it->second.empty()) {
        void* memory = it->second.back();
        it->second.pop_back();
        cached_ -= size;
        return memory;
      }
    }
    void* memory = fresh(size);
    if (memory) reserved_ += size;
    return memory;
  }
  void release(void* memory, std::size_t bytes) noexcept {
    const std::size_t size = rounded(bytes);
    {
      std::lock_guard<std::mutex> guard(mutex_);
      if (cached_ + size <= keep) {
        try {
          free_[size].push_back(memory);
          cached_ += size;
          return;
        } catch (const std::bad_alloc&) {
        }
      }
    }
    std::free(memory);
    reserved_ -= size;
  }
  void trim() {
    std::lock_guard<std::mutex> guard(mutex_);
    for (auto& [size, blocks] : free_)
      for (void* memory : blocks) {
        std::free(memory);
        reserved_ -= size;
      }
    free_.clear();
    cached_ = 0;
  }
  std::size_t reserved() const { return reserved_; }

 private:
  static constexpr std::size_t keep = std::size_t(1) << 30;
  // To 64 bytes below 1 KiB, above to an eighth of the next power of two: at most 12.5 % is lost.
  static std::size_t rounded(std::size_t bytes) {
    if (bytes > SIZE_MAX / 2) return bytes & ~std::size_t(63);  // cannot be served; aligned_alloc says so
    std::size_t step = 64;
    while (bytes > step * 16) step *= 2;
    return (bytes + step - 1) / step * step;
  }
  // Large blocks in pages of 2 MiB, where the system has them: fewer page faults, and fewer misses of the TLB.
  static void* fresh(std::size_t size) {
    constexpr std::size_t huge_page = std::size_t(2) << 20;
    const bool large = size >= 2 * huge_page;
    void* memory = std::aligned_alloc(large ? huge_page : 64, size);
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (large && memory) madvise(memory, size / huge_page * huge_page, MADV_HUGEPAGE);
#endif
    return memory;
  }
  std::mutex mutex_;
  std::unordered_map<std::size_t, std::vector<void*>> free_;
  std::size_t cached_ = 0;
  std::atomic<std::size_t> reserved_{0};
};

// What the library counts on a device.
struct Account {
  std::atomic<std::size_t> used{0}, peak{0}, limit{0};

  bool charge(std::size_t bytes) {
    std::size_t now = used;
    do {
      const std::size_t most = limit;
      if (most && (now > most || bytes > most - now)) return false;
    } while (!used.compare_exchange_weak(now, now + bytes));
    std::size_t seen = peak;
    while (seen < now + bytes && !peak.compare_exchange_weak(seen, now + bytes)) {
    }
    return true;
  }
};

constexpr int max_devices = 64;
// Never destroyed: arrays in static storage may be freed after any static object of ours.
Account& account(Device device) {
  static Account* accounts = new Account[max_devices + 1];
  return accounts[device.index() + 1];
}
CpuPool& cpu_pool() {
  static CpuPool& pool = *new CpuPool;
  return pool;
}

std::size_t reserved_on(Device device) {
  if constexpr (has_cuda) {
    if (device.is_cuda()) return cuda::pool_reserved(device.index());
  }
  return cpu_pool().reserved() + detail::pinned_reserved();
}
void trim_on(Device device) {
  if constexpr (has_cuda) {
    if (device.is_cuda()) return cuda::pool_trim(device.index());
  }
  cpu_pool().trim();
  detail::pinned_trim();
}
std::size_t free_on(Device device) {
  if constexpr (has_cuda) {
    if (device.is_cuda()) return cuda::free_bytes(device.index());
  }
  return device_info(device).free_bytes;
}
void* allocate_on(Device device, std::size_t bytes, [[maybe_unused]] CUstream_st* stream) {
  if constexpr (has_cuda) {
    if (device.is_cuda()) return cuda::pool_allocate(device.index(), bytes, stream);
  }
  return cpu_pool().allocate(bytes);
}

[[noreturn]] void out_of_memory(Device device, std::size_t bytes, bool limited) {
  const std::size_t used = account(device).used, reserved = reserved_on(device), free = free_on(device);
  std::string text = "OutOfMemory: " + std::to_string(bytes) + " bytes asked for on " + device.str() + "; used " +
                     std::to_string(used) + ", reserved " + std::to_string(reserved) + ", free " + std::to_string(free);
  if (limited) text += ", limit " + std::to_string(account(device).limit);
  throw OutOfMemory(text, bytes, used, reserved, free);
}

// Memory in the order of `stream`, counted; on exhaustion unused memory is given back once and the request repeated.
void* pool_allocate(Device device, std::size_t bytes, CUstream_st* stream) {
  if (!account(device).charge(bytes)) out_of_memory(device, bytes, true);
  void* memory = nullptr;
  try {
    memory = allocate_on(device, bytes, stream);
    if (!memory) {
      trim_on(device);
      memory = allocate_on(device, bytes, stream);
    }
  } catch (...) {
    account(device).used -= bytes;
    throw;
  }
  if (!memory) {
    account(device).used -= bytes;
    out_of_memory(device, bytes, false);
  }
  return memory;
}

}  // namespace

std::size_t MemoryPool::used_bytes() const { return account(device_).used; }
std::size_t MemoryPool::reserved_bytes() const { return reserved_on(device_); }
std::size_t MemoryPool::peak_bytes() const { return account(device_).peak; }
void MemoryPool::reset_peak() { account(device_).peak = account(device_).used.load(); }
void MemoryPool::set_limit(std::size_t bytes) { account(device_).limit = bytes; }
std::size_t MemoryPool::limit() const { return account(device_).limit; }
std::size_t MemoryPool::trim() {
  const std::size_t before = reserved_bytes();
  trim_on(device_);
  const std::size_t after = reserved_bytes();
  return before > after ? before - after : 0;
}

namespace detail {

bool charge_host(std::size_t bytes) { return account(Device::cpu()).charge(bytes); }
void discharge_host(std::size_t bytes) { account(Device::cpu()).used -= bytes; }
void host_out_of_memory(std::size_t bytes, bool limited) { out_of_memory(Device::cpu(), bytes, limited); }

std::shared_ptr<Storage> Storage::allocate(std::size_t bytes, Device device) {
  struct Pooled : Storage {};  // whose constructor make_shared may call: one allocation less
  std::shared_ptr<Storage> s = std::make_shared<Pooled>();
  s->device_ = device;
  s->bytes_ = bytes;
  if (bytes == 0) return s;
  if (device.is_cuda()) {
    GpuCall call(device);
    s->writer_ = current_state(device);
    GraphState* graph = GraphState::capturing(device);
    if (graph) graph->join(s->writer_);
    s->data_ = pool_allocate(device, bytes, call.stream());
    if (graph) {
      s->owner_ = graph->shared_from_this();
      graph->add_own(*s, s->data_);
    }
  } else {
    s->data_ = pool_allocate(device, bytes, nullptr);
  }
  s->pooled_ = true;
  return s;
}

std::shared_ptr<Storage> Storage::wrap(void* data, Device device, std::shared_ptr<void> owner) {
  std::shared_ptr<Storage> s(new Storage);
  s->device_ = device;
  s->data_ = data;
  s->owner_ = std::move(owner);
  return s;
}

Storage::~Storage() {
  if (device_.is_cpu()) {
    if (pooled_) {
      cpu_pool().release(data_, bytes_);
      account(device_).used -= bytes_;
    }
    return;
  }
  if constexpr (has_cuda) {
    // Pooled memory with an owner is a graph's own.
    auto* own = pooled_ ? static_cast<GraphState*>(owner_.get()) : nullptr;
    bool mine = pooled_;  // to be counted off here
    try {
      GpuCall call(device_);
      // The stream in whose order the memory is freed, after all others that use it.
      const StatePtr home = writer_ && writer_->in_use() ? writer_ : current_state(device_);
      GraphState* capture = GraphState::capturing(device_);
      // A graph names the memory, or will perhaps, or the stream that would free it is being captured: then the
      // graph keeps it.
      const auto kept_by_graphs = [&] {
        std::lock_guard<std::recursive_mutex> guard(GraphState::mutex());
        std::shared_ptr<GraphState> other;
        if (!(capture && own != capture) && !GraphState::named(*this, own)) {
          if (own) GraphState::forget(*this);
          if (own || !(other = GraphState::capture_of(home->stream()))) return false;
        }
        std::shared_ptr<Storage> heir(new Storage);
        heir->data_ = data_;
        heir->bytes_ = bytes_;
        heir->device_ = device_;
        heir->owner_ = std::move(owner_);
        heir->pooled_ = pooled_;
        heir->writer_ = std::move(writer_);
        heir->readers_ = std::move(readers_);
        GraphState::hand_on(*this, heir, own);
        if (capture && own != capture) capture->keep(heir);
        if (other) other->keep(heir);
        return true;
      };
      if (capture && own == capture && capture->free_own(*this, data_)) {
      } else if (GraphState::any() && kept_by_graphs()) {
        mine = false;
      } else if (own) {
        own->own_died(writer_, readers_);
      } else if (pooled_) {
        if (writer_ && writer_ != home) writer_->make_wait(*home);
        for (auto& reader : readers_)
          if (reader != home) reader->make_wait(*home);
        cuda::pool_free(data_, home->stream());
      } else if (owner_) {
        // Foreign memory goes back to an owner that knows nothing of our streams: only when our work is done.
        if (writer_ && writer_->in_use()) cuda::synchronize_stream(writer_->stream());
        for (auto& reader : readers_)
          if (reader->in_use()) cuda::synchronize_stream(reader->stream());
      }
    } catch (const std::exception&) {  // at the end of the process the driver may be gone
    }
    if (mine) account(device_).used -= bytes_;
  }
}

thread_local std::vector<StatePtr>* waits_put_off = nullptr;

void order_use(StatePtr& writer, std::vector<StatePtr>& readers, const StatePtr& now, bool write) {
  if (writer == now && readers.empty()) return;
  const auto wait_for = [&](const StatePtr& s) {
    if (waits_put_off)
      waits_put_off->push_back(s);
    else
      s->make_wait(*now);
  };
  const bool reads_already = std::find(readers.begin(), readers.end(), now) != readers.end();
  if (writer && writer != now && !reads_already) wait_for(writer);
  if (write) {
    for (auto& reader : readers)
      if (reader != now) wait_for(reader);
    readers.clear();
    writer = now;
  } else if (writer != now && !reads_already) {
    readers.push_back(now);
  }
}

void Storage::use(bool write) {
  if constexpr (has_cuda) {
    if (device_.is_cpu()) return;
    if (GraphState* capture = GraphState::capturing(device_)) return capture->use(*this, write);
    if (pooled_ && owner_) static_cast<const GraphState*>(owner_.get())->require_launched();
    const auto& now = current_state(device_);
    std::lock_guard<std::mutex> guard(mutex_);
    order_use(writer_, readers_, now, write);
  } else {
    (void)write;
  }
}

Workspace::Workspace(CUstream_st* stream, size_t bytes) : stream_(stream), bytes_(bytes) {
  if constexpr (has_cuda) {
    if (bytes) data_ = pool_allocate(Device::cuda(cuda::current_device()), bytes, stream);
  }
}
Workspace::~Workspace() {
  if constexpr (has_cuda) {
    if (!data_) return;
    try {
      const Device device = Device::cuda(cuda::current_device());
      cuda::pool_free(data_, stream_);
      account(device).used -= bytes_;
    } catch (const Error&) {
    }
  }
}

}  // namespace detail
}  // namespace tukey
