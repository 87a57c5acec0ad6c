// SPDX-License-Identifier: Apache-2.0
// The threads of CPU algorithms: started when the caller asks for more than one, kept for the next loop.
#include "tukey/detail/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "tukey/device.hpp"
#include "tukey/error.hpp"

namespace tukey {
namespace {

// One parallel loop: workers and the caller take pieces until none is left.
struct Loop {
  Loop(const std::function<void(index_t, index_t)>& f, index_t n, index_t size) : body(f), count(n), piece(size) {}
  const std::function<void(index_t, index_t)>& body;
  index_t count, piece;
  std::atomic<index_t> next{0};
  std::mutex mutex;
  std::exception_ptr error;

  void run() {
    for (;;) {
      const index_t begin = next.fetch_add(piece);
      if (begin >= count) return;
      try {
        body(begin, std::min(begin + piece, count));
      } catch (...) {
        std::lock_guard<std::mutex> guard(mutex);
        if (!error) error = std::current_exception();
        next = count;
      }
    }
  }
};

thread_local bool inside_loop = false;

class Pool {
 public:
  explicit Pool(int workers) {
    for (int i = 0; i < workers; ++i) threads_.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      stop_ = true;
    }
    wake_.notify_all();
    for (auto& t : threads_) t.join();
  }
  // False if another thread's loop has the workers: the caller then runs alone.
  bool run(Loop& loop) {
    std::unique_lock<std::mutex> only(busy_, std::try_to_lock);
    if (!only) return false;
    {
      std::lock_guard<std::mutex> guard(mutex_);
      loop_ = &loop;
      ++generation_;
    }
    wake_.notify_all();
    loop.run();
    std::unique_lock<std::mutex> guard(mutex_);
    loop_ = nullptr;
    idle_.wait(guard, [this] { return running_ == 0; });
    return true;
  }

 private:
  void work() {
    inside_loop = true;
    unsigned long seen = 0;
    std::unique_lock<std::mutex> guard(mutex_);
    for (;;) {
      wake_.wait(guard, [&] { return stop_ || (loop_ && generation_ != seen); });
      if (stop_) return;
      seen = generation_;
      Loop* loop = loop_;
      ++running_;
      guard.unlock();
      loop->run();
      guard.lock();
      if (--running_ == 0) idle_.notify_all();
    }
  }

  std::vector<std::thread> threads_;
  std::mutex busy_, mutex_;
  std::condition_variable wake_, idle_;
  Loop* loop_ = nullptr;
  unsigned long generation_ = 0;
  int running_ = 0;
  bool stop_ = false;
};

int initial_threads() {
  const char* text = std::getenv("TUKEY_NUM_THREADS");
  return std::clamp(text ? std::atoi(text) : 1, 1, 1024);
}
std::mutex settings;
std::atomic<int> threads{0};
std::shared_ptr<Pool> pool;

std::shared_ptr<Pool> workers() {
  std::lock_guard<std::mutex> guard(settings);
  if (!pool) pool = std::make_shared<Pool>(threads - 1);
  return pool;
}
}  // namespace

int num_threads() {
  if (threads == 0) {
    int none = 0;
    threads.compare_exchange_strong(none, initial_threads());
  }
  return threads;
}
void set_num_threads(int count) {
  if (count < 1 || count > 1024)
    throw InvalidArgument("set_num_threads: count must be in [1, 1024], got " + std::to_string(count));
  std::shared_ptr<Pool> old;  // its threads end, outside the lock, when the loop that may be using it is done
  std::lock_guard<std::mutex> guard(settings);
  if (threads == count) return;
  threads = count;
  old.swap(pool);
}

namespace detail {

void parallel_ranges(index_t count, index_t grain, const std::function<void(index_t, index_t)>& body) {
  if (count <= 0) return;
  grain = std::max<index_t>(grain, 1);
  const index_t wanted = std::min<index_t>(num_threads(), count / grain);
  if (wanted <= 1 || inside_loop) return body(0, count);
  // A few pieces per thread even out uneven rows.
  Loop loop(body, count, std::max(grain, (count + 4 * wanted - 1) / (4 * wanted)));
  inside_loop = true;
  if (!workers()->run(loop)) loop.run();
  inside_loop = false;
  if (loop.error) std::rethrow_exception(loop.error);
}

}  // namespace detail
}  // namespace tukey
