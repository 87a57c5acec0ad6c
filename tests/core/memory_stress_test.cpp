// SPDX-License-Identifier: Apache-2.0
// The memory pools under load: exhaustion, many threads and streams, release while in use. TUKEY_STRESS_SECONDS
// (default 3) says for how long the threads run.
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "support.hpp"
#include "tukey/core.hpp"

namespace tukey::test {
namespace {

constexpr index_t MiB = 1 << 20;

TEST(MemoryStress, ExhaustionAtALimitHurtsNothing) {
  MemoryPool pool;
  synchronize();
  const std::size_t before = pool.used_bytes();
  pool.set_limit(before + 64 * MiB);
  for (int round = 0; round < 3; ++round) {
    std::vector<Array<std::int32_t>> held;
    index_t failures = 0;
    for (index_t bytes = 16 * MiB; bytes >= 1024;) {
      try {
        Array<std::int32_t> x(Shape{bytes / 4});
        x.fill(static_cast<std::int32_t>(held.size()) + 1);
        held.push_back(x);
      } catch (const OutOfMemory& error) {
        EXPECT_EQ(error.asked_bytes, static_cast<std::size_t>(bytes));
        EXPECT_LE(error.used_bytes, before + 64 * MiB);
        EXPECT_GT(error.used_bytes + bytes, before + 64 * MiB);
        ++failures;
        bytes /= 2;
      }
    }
    EXPECT_GT(failures, 10);
    EXPECT_GT(pool.used_bytes(), before + 63 * MiB);
    // Functions that need memory fail too, and leave their operands alone.
    EXPECT_THROW(held[0] + 1, OutOfMemory);
    for (std::size_t i = 0; i < held.size(); ++i) {
      const auto v = held[i].to_vector();
      ASSERT_EQ(std::count(v.begin(), v.end(), static_cast<std::int32_t>(i) + 1), static_cast<index_t>(v.size()));
    }
    held.resize(held.size() / 2);
    held.clear();
    EXPECT_EQ(pool.used_bytes(), before);
    EXPECT_NO_THROW(Array<std::uint8_t>(Shape{64 * MiB}));
    EXPECT_THROW(Array<std::uint8_t>(Shape{64 * MiB + 1}), OutOfMemory);
  }
  pool.set_limit(0);
  EXPECT_EQ(pool.limit(), 0u);
  EXPECT_NO_THROW(Array<std::uint8_t>(Shape{65 * MiB}));
}

TEST(MemoryStress, ThreadsAndStreamsWithoutGrowth) {
  const char* wanted = std::getenv("TUKEY_STRESS_SECONDS");
  const double seconds = wanted ? std::atof(wanted) : 3;
  MemoryPool pool;
  synchronize();
  pool.trim();
  const std::size_t used = pool.used_bytes();
  constexpr int n_threads = 8, n_streams = 8;
  std::vector<Stream> streams;
  for (int i = 0; i < n_streams; ++i) streams.emplace_back();
  std::atomic<index_t> rounds{0}, wrong{0};
  std::atomic<bool> stop{false};
  // Every thread goes around all streams, allocates on one, writes on the next, reads on a third and drops.
  const auto work = [&](int t) {
    std::uint64_t s = 0x9E3779B97F4A7C15ull * static_cast<std::uint64_t>(t + 1);
    for (index_t i = 0; !stop; ++i, ++rounds) {
      s ^= s << 13, s ^= s >> 7, s ^= s << 17;
      const index_t n = 1 + static_cast<index_t>(s % (i % 16 == 0 ? 500000 : 20000));
      const auto value = static_cast<std::int32_t>(s >> 40);
      const auto stream = [&](index_t k) -> const Stream& { return streams[(t + i + k) % n_streams]; };
      Array<std::int32_t> x, y;
      {
        const StreamScope scope(stream(0));
        x = Array<std::int32_t>(Shape{n});
      }
      {
        const StreamScope scope(stream(1));
        x.fill(value);
      }
      const StreamScope scope(stream(3));
      y = x + 1;
      x = {};
      const auto v = y.to_vector();
      wrong += std::count(v.begin(), v.end(), value + 1) != n;
    }
  };
  const auto run = [&](double time) {
    std::vector<std::thread> threads;
    stop = false;
    for (int t = 0; t < n_threads; ++t) threads.emplace_back(work, t);
    std::this_thread::sleep_for(std::chrono::duration<double>(time));
    stop = true;
    for (auto& t : threads) t.join();
    synchronize();
  };
  run(seconds / 3);
  const std::size_t reserved = pool.reserved_bytes();
  pool.reset_peak();
  run(2 * seconds / 3);
  EXPECT_EQ(wrong, 0);
  EXPECT_GT(rounds, 100);
  EXPECT_EQ(pool.used_bytes(), used);
  // Whatever the time: sizes fragment, and each stream keeps up to 64 MiB of small blocks, but rounds do not add up.
  EXPECT_LE(pool.reserved_bytes(), 2 * reserved + static_cast<std::size_t>(n_streams * 64 * MiB));
  EXPECT_LE(pool.peak_bytes(), used + n_threads * 3 * 500000 * 4);
}

TEST(MemoryStress, DroppedWhileAnotherStreamReads) {
  const Stream a, b;
  const index_t n = 4 * MiB;
  for (int round = 0; round < 10; ++round) {
    std::vector<Array<std::int32_t>> results;
    {
      Array<std::int32_t> x;
      {
        const StreamScope scope(a);
        x = Array<std::int32_t>(Shape{n});
        x.fill(round);
      }
      const StreamScope scope(b);
      for (int i = 0; i < 5; ++i) results.push_back(x + i);  // queued; x goes while these read it
    }
    const StreamScope scope(a);
    for (int i = 0; i < 3; ++i) {
      Array<std::int32_t> again(Shape{n});
      again.fill(-1);
    }
    for (int i = 0; i < 5; ++i) {
      const auto v = results[static_cast<std::size_t>(i)].to_vector();
      ASSERT_EQ(std::count(v.begin(), v.end(), round + i), n);
    }
  }
}

TEST(MemoryStress, HostPoolServesManyThreads) {
  const MemoryPool pool(Device::cpu());
  const std::size_t used = pool.used_bytes();
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  std::vector<Array<std::int64_t>> passed(8);  // arrays freed by another thread than made them
  for (int round = 0; round < 2; ++round) {
    for (int t = 0; t < 8; ++t)
      threads.emplace_back([&, t] {
        for (int i = 0; i < 300; ++i) {
          const index_t n = 1 + (i * 7919 + t * 104729) % 40000;
          Array<std::int64_t> x(Shape{n}, Device::cpu());
          x.fill(t * 1000 + i);
          const auto* p = std::as_const(x).data();
          wrong += p[0] != t * 1000 + i || p[n - 1] != t * 1000 + i || p[n / 2] != t * 1000 + i;
          if (i == 299) passed[static_cast<std::size_t>((t + round) % 8)] = x;
        }
      });
    for (auto& t : threads) t.join();
    threads.clear();
  }
  EXPECT_EQ(wrong, 0);
  passed.clear();
  EXPECT_EQ(pool.used_bytes(), used);
}

TEST(MemoryStress, StatisticsAgree) {
  MemoryPool pool;
  synchronize();
  const std::size_t used = pool.used_bytes();
  pool.reset_peak();
  EXPECT_EQ(pool.peak_bytes(), used);
  {
    Array<std::uint8_t> x(Shape{MiB});
    { Array<std::uint8_t> y(Shape{3 * MiB}); }
    EXPECT_EQ(pool.used_bytes(), used + MiB);
    EXPECT_EQ(pool.peak_bytes(), used + 4 * MiB);
    EXPECT_GE(pool.reserved_bytes(), pool.used_bytes());
  }
  pool.reset_peak();
  EXPECT_EQ(pool.peak_bytes(), pool.used_bytes());
  synchronize();
  const std::size_t reserved = pool.reserved_bytes(), given = pool.trim();
  EXPECT_EQ(pool.reserved_bytes(), reserved - given);
}

}  // namespace
}  // namespace tukey::test
