// SPDX-License-Identifier: Apache-2.0
// Devices, streams, events and the memory pool.
#include <atomic>
#include <numeric>
#include <thread>

#include "support.hpp"

namespace tukey::test {
namespace {

constexpr std::size_t MiB = 1 << 20;

TEST(Device, IsNamed) {
  EXPECT_EQ(Device::cpu().str(), "cpu");
  EXPECT_EQ(Device::parse("cpu"), Device::cpu());
  EXPECT_ERROR(InvalidArgument, Device::parse("nonsense"), "Device: expected cpu, cuda or cuda:N, got 'nonsense'");
  EXPECT_ERROR(InvalidArgument, Device::parse("cuda:x"), "Device: expected cpu, cuda or cuda:N, got 'cuda:x'");
  EXPECT_ERROR(InvalidArgument, Device::parse("cuda:"), "Device: expected cpu, cuda or cuda:N, got 'cuda:'");
  EXPECT_ERROR(InvalidArgument, Device::parse(""), "Device: expected cpu, cuda or cuda:N, got ''");
}

TEST(Device, ThatIsNotThereIsAnErrorThatSaysWhy) {
  try {
    Device::cuda(63);
    FAIL() << "64 devices?";
  } catch (const InvalidArgument& error) {
    EXPECT_EQ(std::string(error.what()).rfind("Device: cuda:63 was asked for, but ", 0), 0u) << error.what();
  }
  if (cuda_device_count() == 0) {
    EXPECT_THROW(Device::cuda(0), InvalidArgument);
    EXPECT_THROW(Device::parse("cuda"), InvalidArgument);
  }
}

TEST(Device, TellsAboutItself) {
  const DeviceInfo info = device_info(default_device());
  EXPECT_FALSE(info.name.empty());
  EXPECT_GT(info.total_bytes, 0u);
  synchronize();
}

TEST(MemoryPool, CountsWhatArraysHold) {
  MemoryPool pool;
  const std::size_t before = pool.used_bytes();
  {
    Array<float> x(Shape{1000});
    const Array<float> view = x(Slice{10, 20});
    x = {};
    EXPECT_EQ(pool.used_bytes(), before + 4000);  // the view keeps it
    pool.reset_peak();
    Array<double> y(Shape{1000});
    EXPECT_EQ(pool.peak_bytes(), before + 12000);
    EXPECT_GE(pool.reserved_bytes(), 12000u);
  }
  EXPECT_EQ(pool.used_bytes(), before);
  EXPECT_EQ(pool.peak_bytes(), before + 12000);
  synchronize();
  pool.trim();
  EXPECT_EQ(pool.trim(), 0u);
}

TEST(MemoryPool, KeepsItsLimit) {  // A25 a
  MemoryPool pool;
  const std::size_t before = pool.used_bytes();
  pool.set_limit(before + 1024 * MiB);
  { Array<std::uint8_t> first(Shape{512 * index_t(MiB)}); }
  Array<std::uint8_t> second(Shape{768 * index_t(MiB)});
  EXPECT_EQ(pool.used_bytes(), before + 768 * MiB);
  Array<float> small = noise_array<float>({1000});
  const auto values = small.to_vector();
  try {
    Array<std::uint8_t> third(Shape{512 * index_t(MiB)});
    ADD_FAILURE() << "over the limit";
  } catch (const OutOfMemory& error) {
    EXPECT_EQ(error.asked_bytes, 512 * MiB);
    EXPECT_EQ(error.used_bytes, before + 768 * MiB + 4000);
  }
  EXPECT_EQ(small.to_vector(), values);
  second = {};
  EXPECT_NO_THROW(Array<std::uint8_t>(Shape{512 * index_t(MiB)}));
  pool.set_limit(0);
  synchronize();
  pool.trim();
}

TEST(MemoryPool, ReportsExhaustionAndGoesOn) {
  const auto x = noise_array<float>({1000});
  EXPECT_THROW(Array<double>(Shape{index_t(1) << 45}), OutOfMemory);
  EXPECT_EQ(x.to_vector(), noise<float>(1000));
  EXPECT_NO_THROW(Array<double>(Shape{1000}));
}

TEST(MemoryPool, ServesManyThreads) {
  MemoryPool pool;
  synchronize();
  const std::size_t before = pool.used_bytes();
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      const Stream stream;
      const StreamScope scope(stream);
      for (int i = 0; i < 200; ++i) {
        Array<std::int32_t> x(Shape{100 + (i * 37 + t * 11) % 5000});
        x.fill(t * 1000 + i);
        const auto v = x.to_vector();
        wrong += v.front() != t * 1000 + i || v.back() != t * 1000 + i;
      }
    });
  for (auto& t : threads) t.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(pool.used_bytes(), before);
}

TEST(Stream, ScopesNest) {
  const Stream a, b;
  const auto base = Stream::current().handle();
  {
    const StreamScope outer(a);
    EXPECT_EQ(Stream::current().handle(), a.handle());
    {
      const StreamScope inner(b);
      EXPECT_EQ(Stream::current().handle(), b.handle());
      std::thread([&] { EXPECT_EQ(Stream::current().handle(), base); }).join();
    }
    EXPECT_EQ(Stream::current().handle(), a.handle());
  }
  EXPECT_EQ(Stream::current().handle(), base);
}

TEST(Stream, UseOnAnotherStreamWaits) {
  // Long chains of work on one stream, read and overwritten from another: the library must order them.
  const Stream a, b;
  for (int round = 0; round < 20; ++round) {
    Array<std::int32_t> x(Shape{1 << 20});
    {
      const StreamScope scope(a);
      for (int i = 0; i < 20; ++i) x.fill(i);
    }
    Array<std::int32_t> y;
    {
      const StreamScope scope(b);
      y = x.copy();
    }
    {
      const StreamScope scope(a);
      x.fill(-1);  // after b's read
    }
    x = {};  // freed while both may still run
    Array<std::int32_t> z(Shape{1 << 20});
    z.fill(-2);
    const auto v = y.to_vector();
    EXPECT_EQ(v.front(), 19);
    EXPECT_EQ(v.back(), 19);
  }
}

TEST(Stream, OutlivesItsHandle) {
  Array<float> x;
  {
    const Stream stream;
    const StreamScope scope(stream);
    x = Array<float>(Shape{1 << 16});
    x.fill(3);
  }
  EXPECT_EQ(x.to_vector()[65535], 3);
}

TEST(Event, MeasuresAndOrders) {
  const Stream stream;
  const Event start = stream.record();
  {
    const StreamScope scope(stream);
    Array<float> x(Shape{1 << 22});
    for (int i = 0; i < 10; ++i) x.fill(float(i));
  }
  const Event end = stream.record();
  Stream::current().wait(end);
  EXPECT_GE(Event::elapsed_ms(start, end), 0);
  end.synchronize();
  EXPECT_TRUE(end.done());
  EXPECT_TRUE(Event().done());
  EXPECT_ERROR(InvalidArgument, Event::elapsed_ms(Event(), end),
               "Event::elapsed_ms: expected two recorded events of one device");
}

TEST(Threads, AreOnlyWhatTheCallerAsksFor) {
  const int before = num_threads();
  EXPECT_ERROR(InvalidArgument, set_num_threads(0), "set_num_threads: count must be in [1, 1024], got 0");
  set_num_threads(3);
  EXPECT_EQ(num_threads(), 3);
  Array<double> x(Shape{1 << 20}, Device::cpu());
  x.fill(2);
  const auto v = x.astype<float>().to_vector();
  EXPECT_EQ(std::accumulate(v.begin(), v.end(), 0.0), 2.0 * (1 << 20));
  set_num_threads(before);
}

}  // namespace
}  // namespace tukey::test
