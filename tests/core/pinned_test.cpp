// SPDX-License-Identifier: Apache-2.0
// Page-locked host arrays and asynchronous copies.
#include "support.hpp"
#include "tukey/core.hpp"

namespace tukey::test {
namespace {

bool on_gpu() { return default_device().is_cuda(); }

template <class T> Array<T> pinned_noise(const Shape& shape, unsigned seed = 1) {
  Array<T> x = pinned_empty<T>(shape);
  const auto v = noise<T>(shape.size(), seed);
  std::copy(v.begin(), v.end(), x.data());
  return x;
}

TEST(Pinned, IsAnOrdinaryCpuArray) {
  Array<double> x = pinned_noise<double>({3, 50});
  EXPECT_EQ(x.device(), Device::cpu());
  EXPECT_EQ(is_pinned(x), cuda_device_count() > 0);
  EXPECT_EQ(is_pinned(x(1)), is_pinned(x));
  EXPECT_FALSE(is_pinned(Array<double>(Shape{3}, Device::cpu())));
  EXPECT_FALSE(is_pinned(Array<double>()));
  EXPECT_EQ((x + 1.0).to_vector(), (Array<double>::from(noise<double>(150), {3, 50}, Device::cpu()) + 1.0).to_vector());
  EXPECT_EQ(pinned_empty<float>({2, 0}).size(), 0);
  EXPECT_EQ(pinned_empty<float>({}).size(), 1);
  EXPECT_ERROR(InvalidArgument, pinned_empty<float>({-1}), "pinned_empty: extents must not be negative, got (-1,)");
  EXPECT_ERROR(InvalidArgument, pinned_empty<float>({index_t(1) << 61, 8}),
               "pinned_empty: shape (2305843009213693952, 8) is too large");
}

TEST(Pinned, IsCountedAndReused) {
  const MemoryPool pool(Device::cpu());
  const std::size_t used = pool.used_bytes();
  const void* first = nullptr;
  {
    Array<float> x = pinned_empty<float>({10000});
    first = x.data();
    EXPECT_EQ(pool.used_bytes(), used + 40000);
    EXPECT_GE(pool.reserved_bytes(), 40000u);
  }
  EXPECT_EQ(pool.used_bytes(), used);
  Array<float> again = pinned_empty<float>({10000});
  EXPECT_EQ(again.data(), first);
}

TEST(CopyAsync, ThereAndBack) {
  const Stream stream;
  const StreamScope scope(stream);
  for (index_t n : {1, 1000, 1 << 20}) {
    const Array<float> host = pinned_noise<float>({n});
    Array<float> device(Shape{n}), back = pinned_empty<float>({n});
    back.fill(0);
    copy_async(device, host);
    device += 1.f;
    copy_async(back, device);
    stream.record().synchronize();
    for (index_t i = 0; i < n; ++i) ASSERT_EQ(std::as_const(back).data()[i], host.data()[i] + 1.f);
  }
}

TEST(CopyAsync, OrdinaryMemoryToo) {
  const Array<std::int16_t> host = Array<std::int16_t>::from(noise<std::int16_t>(5000), Device::cpu());
  Array<std::int16_t> device(Shape{5000}), back(Shape{5000}, Device::cpu());
  copy_async(device, host);
  copy_async(back, device);
  EXPECT_EQ(back.to_vector(), host.to_vector());
}

TEST(CopyAsync, ViewsOnTheGpu) {
  const Array<float> host = pinned_noise<float>({40, 30});
  Array<float> device(Shape{30, 80}), back = pinned_empty<float>({40, 30});
  device.fill(9);
  copy_async(device(ellipsis, Slice{{}, {}, 2}).transpose(), host);
  copy_async(back, device(ellipsis, Slice{{}, {}, 2}).transpose());
  Stream::current().synchronize();
  EXPECT_EQ(back.to_vector(), host.to_vector());
  EXPECT_EQ(device(0, 1).item(), 9);
  if (on_gpu())
    EXPECT_ERROR(InvalidArgument, copy_async(device(0, Slice{0, 30}), host(0, Slice{{}, {}, -1})),
                 "copy_async: host arrays must be row-major");
  EXPECT_ERROR(InvalidArgument, copy_async(device, host),
               "copy_async: expected equal shapes, got (30, 80) and (40, 30)");
  copy_async(Array<float>(Shape{0}), Array<float>(Shape{0}, Device::cpu()));
}

TEST(CopyAsync, HostArraysMayGoBeforeTheCopyIsDone) {
  const Stream stream;
  const StreamScope scope(stream);
  const index_t n = 4 << 20;
  std::vector<Array<std::int32_t>> results;
  for (int round = 0; round < 20; ++round) {
    Array<std::int32_t> device(Shape{n});
    {
      Array<std::int32_t> host = pinned_empty<std::int32_t>({n});
      std::fill_n(host.data(), n, round);
      copy_async(device, host);
    }
    // Were the memory handed out again at once, this would change what the copy reads.
    Array<std::int32_t> other = pinned_empty<std::int32_t>({n});
    std::fill_n(other.data(), n, -1);
    results.push_back(device);
    if (results.size() > 4) {
      const auto v = results.front().to_vector();
      EXPECT_EQ(std::count(v.begin(), v.end(), round - 4), n);
      results.erase(results.begin());
    }
  }
}

TEST(Pinned, ToTheGpuDoesNotBlockAndIsSafe) {
  const index_t n = 1 << 20;
  Array<std::int32_t> device;
  {
    Array<std::int32_t> host = pinned_empty<std::int32_t>({n});
    std::fill_n(host.data(), n, 3);
    device = host.to(default_device());
  }
  if (on_gpu()) {
    Array<std::int32_t> other = pinned_empty<std::int32_t>({n});
    std::fill_n(other.data(), n, -1);
  }
  const auto v = device.to_vector();
  EXPECT_EQ(std::count(v.begin(), v.end(), 3), n);
}

TEST(CopyAsync, InAGraph) {
  const Stream stream;
  Array<float> in = pinned_noise<float>({1000}), out = pinned_empty<float>({1000});
  Graph graph;
  {
    Array<float> device(Shape{1000});
    const Array<float> kept = in;
    graph = capture(stream, [device, kept, out] {
      copy_async(device, kept);
      copy_async(out, device + 1.f);
    });
  }
  for (unsigned seed = 2; seed < 4; ++seed) {
    const auto v = noise<float>(1000, seed);
    std::copy(v.begin(), v.end(), in.data());
    graph.launch(stream);
    stream.synchronize();
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(std::as_const(out).data()[i], v[i] + 1.f);
  }
  in = {};
  graph.launch(stream);
  stream.synchronize();
}

}  // namespace
}  // namespace tukey::test
