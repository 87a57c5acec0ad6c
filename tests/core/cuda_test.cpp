// SPDX-License-Identifier: Apache-2.0
// What only a GPU can show: foreign streams, slow work in flight, and the caller's current device.
#include "support.hpp"

#ifdef TUKEY_TEST_CUDA
#include <cuda_runtime_api.h>

#include <chrono>
#include <thread>

namespace tukey::test {
namespace {

class Cuda : public testing::Test {
 protected:
  void SetUp() override {
    if (default_device().is_cpu()) GTEST_SKIP() << "needs a GPU";
  }
  // Work that keeps a stream busy for 50 ms.
  static void spin(CUstream_st* stream) {
    ASSERT_EQ(cudaLaunchHostFunc(
                  stream, [](void*) { std::this_thread::sleep_for(std::chrono::milliseconds(50)); }, nullptr),
              cudaSuccess);
  }
};

TEST_F(Cuda, MemoryInUseOnAnotherStreamIsNotReused) {  // A25 d
  const Stream a, b;
  const index_t n = 1 << 20;
  for (int round = 0; round < 5; ++round) {
    Array<std::int32_t> result;
    {
      Array<std::int32_t> x;
      {
        const StreamScope scope(a);
        x = Array<std::int32_t>(Shape{n});
        x.fill(1);
      }
      const StreamScope scope(b);
      spin(b.handle());
      result = x.copy();
    }  // x is freed while b has not read it yet
    const StreamScope scope(a);
    Array<std::int32_t> again(Shape{n});
    again.fill(2);
    const auto v = result.to_vector();
    EXPECT_EQ(v.front(), 1);
    EXPECT_EQ(v.back(), 1);
  }
}

TEST_F(Cuda, ForeignStreamsWorkAndMayBeDestroyed) {
  cudaStream_t foreign = nullptr;
  ASSERT_EQ(cudaStreamCreate(&foreign), cudaSuccess);
  Array<float> x;
  {
    const StreamScope scope(foreign, default_device());
    EXPECT_EQ(Stream::current().handle(), foreign);
    spin(foreign);
    x = Array<float>(Shape{1000});
    x.fill(5);
  }
  // No synchronisation: the library waits through the event it recorded when the scope ended.
  EXPECT_EQ(x.to_vector()[999], 5);
  ASSERT_EQ(cudaStreamDestroy(foreign), cudaSuccess);
  x.fill(6);
  EXPECT_EQ(x.to_vector()[0], 6);
}

TEST_F(Cuda, WrapsDeviceMemory) {
  float* memory = nullptr;
  ASSERT_EQ(cudaMalloc(reinterpret_cast<void**>(&memory), 24), cudaSuccess);
  {
    auto x = Array<float>::wrap(memory, {2, 3}, {}, default_device(),
                                std::shared_ptr<void>(memory, [](void* p) { cudaFree(p); }));
    x.fill(4);
    EXPECT_EQ(x.transpose().to_vector(), (std::vector<float>(6, 4)));
  }
}

TEST_F(Cuda, EnqueuesWithoutWaiting) {
  const Stream stream;
  const StreamScope scope(stream);
  Array<float> x(Shape{1000});
  x.fill(0);
  x.astype<double>();  // CUDA loads a kernel at its first launch, and may wait for the device then
  spin(stream.handle());
  const auto start = std::chrono::steady_clock::now();
  x.fill(1);
  const auto y = x.astype<double>();
  const Event end = stream.record();
  EXPECT_FALSE(end.done()) << "took " << (std::chrono::steady_clock::now() - start).count() << " ns";
  EXPECT_EQ(y.to_vector()[10], 1);
  EXPECT_TRUE(end.done());
}

}  // namespace
}  // namespace tukey::test
#endif
