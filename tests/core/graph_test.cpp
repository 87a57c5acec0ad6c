// SPDX-License-Identifier: Apache-2.0
// Graphs: what a launch computes, whose memory it uses, and what a capture refuses. Most tests run on the CPU too,
// where launch() calls the body.
#include <stdexcept>

#include "support.hpp"
#include "tukey/core.hpp"

namespace tukey::test {
namespace {

bool on_gpu() { return default_device().is_cuda(); }
std::vector<float> plus(std::vector<float> v, float a) {
  for (float& x : v) x += a;
  return v;
}

TEST(Graph, ComputesAtEveryLaunch) {
  const Stream stream;
  const StreamScope scope(stream);
  Array<float> x = noise_array<float>({1000}), y(Shape{1000});
  const auto body = [&] { y.assign((x + 1.f) * x); };
  body();
  y.fill(0);
  const Graph graph = capture(stream, body);
  EXPECT_EQ(y.to_vector(), std::vector<float>(1000, 0));  // nothing ran
  EXPECT_EQ(graph.nodes() > 0, on_gpu());
  for (unsigned seed = 1; seed < 4; ++seed) {
    x.assign(noise_array<float>({1000}, seed));
    graph.launch();
    EXPECT_TRUE(identical(y, (x + 1.f) * x));
  }
}

TEST(Graph, AccumulatesInItsArrays) {
  const Stream stream;
  Array<std::int32_t> x(Shape{300});
  x.fill(0);
  const Graph graph = capture(stream, [&] { x += 1; });
  for (int i = 0; i < 10; ++i) graph.launch(stream);
  EXPECT_EQ(x.to_vector(), std::vector<std::int32_t>(300, 10));
}

TEST(Graph, LaunchIsOrderedWithOtherStreams) {
  const Stream a, b;
  Array<std::int32_t> x(Shape{1 << 20}), y(Shape{1 << 20});
  x.fill(0);
  y.fill(0);
  Graph graph;
  {
    const StreamScope scope(a);
    graph = capture(a, [&] { y.assign(x); });
  }
  for (int round = 1; round < 20; ++round) {
    {
      const StreamScope scope(b);
      for (int i = 0; i < 20; ++i) x.fill(i + round);
    }
    graph.launch(a);  // after b's writes
    const StreamScope scope(b);
    Array<std::int32_t> z = y.copy();  // after the launch
    x.fill(-1);                        // after its read
    const auto v = z.to_vector();
    EXPECT_EQ(v.front(), 19 + round);
    EXPECT_EQ(v.back(), 19 + round);
  }
}

TEST(Graph, KeepsTheMemoryItUses) {
  const Stream stream;
  Array<float> y(Shape{5000});
  const auto values = noise<float>(5000);
  Graph graph;
  {
    auto x = std::make_shared<Array<float>>(Array<float>::from(values));
    graph = capture(stream, [x, &y] { y.assign(*x + 1.f); });
  }  // no array holds x's memory any more
  std::vector<Array<float>> others;
  for (int i = 0; i < 20; ++i) {
    others.emplace_back(Shape{5000});
    others.back().fill(-7);
  }
  for (int i = 0; i < 3; ++i) {
    y.fill(0);
    graph.launch();
    EXPECT_EQ(y.to_vector(), plus(values, 1));
  }
  const std::size_t used = MemoryPool().used_bytes();
  graph = {};
  EXPECT_EQ(MemoryPool().used_bytes(), used - 20000);
}

TEST(Graph, ArrayDroppedInTheBodyIsKept) {
  const Stream stream;
  Array<float> x = noise_array<float>({4000});
  const auto values = x.to_vector();
  Array<float> y(Shape{4000});
  const Graph graph = capture(stream, [&] {
    y.assign(x);
    x = {};  // what the captured copy reads
    x = y;
  });
  if (!on_gpu()) return;  // the body has not run
  Array<float> again(Shape{4000});
  again.fill(-1);
  y.fill(0);
  graph.launch();
  EXPECT_EQ(y.to_vector(), values);
}

TEST(Graph, ArrayThatOutlivesTheBodyHasAValueAfterALaunch) {
  const std::size_t before = MemoryPool().used_bytes();
  {
    const Stream stream;
    Array<float> x = noise_array<float>({3000}), y;
    Graph graph = capture(stream, [&] { y = x + 2.f; });
    if (on_gpu()) {
      EXPECT_EQ(y.shape(), Shape{3000});
      EXPECT_ERROR(InvalidArgument, y.to_vector(),
                   "Graph: this array is made by a graph that was not launched yet: it has no value");
    }
    graph.launch();
    EXPECT_EQ(y.to_vector(), plus(x.to_vector(), 2));
    const float* at = std::as_const(y).data();
    x.fill(5);
    graph.launch();
    EXPECT_EQ(y.to_vector(), std::vector<float>(3000, 7));
    EXPECT_TRUE(!on_gpu() || std::as_const(y).data() == at);
    const Array<float> view = y(Slice{10, 20});
    graph = {};  // y's memory stays
    y = {};
    EXPECT_EQ(view.to_vector(), std::vector<float>(10, 7));
  }
  EXPECT_EQ(MemoryPool().used_bytes(), before);
}

TEST(Graph, OwnArraysMayGoBeforeTheGraphAndAfterIt) {
  const std::size_t before = MemoryPool().used_bytes();
  {
    const Stream stream;
    Array<float> x = noise_array<float>({3000}), y, z(Shape{3000});
    const auto body = [&] {
      y = x + 2.f;
      z.assign(y);
    };
    Graph graph = capture(stream, body);
    graph.launch();
    y = {};
    for (int i = 0; i < 3; ++i) {
      graph.launch();
      EXPECT_EQ(z.to_vector(), plus(x.to_vector(), 2));
    }
    y = {};
    graph = capture(stream, body);  // the first one goes; never launched: y goes with the second
  }
  synchronize();
  EXPECT_EQ(MemoryPool().used_bytes(), before);
}

TEST(Graph, GraphsUseEachOthersArrays) {
  const Stream a, b;
  Array<float> x = noise_array<float>({3000}), y, z(Shape{3000});
  Graph first = capture(a, [&] { y = x * 2.f; });
  first.launch();
  Graph second = capture(b, [&] { z.assign(y); });
  const auto expected = [&] { return (x * 2.f).to_vector(); };
  for (unsigned i = 0; i < 5; ++i) {
    x.assign(noise_array<float>({3000}, i));
    first.launch(a);
    second.launch(b);
    EXPECT_EQ(z.to_vector(), expected());
    if (i == 2 && on_gpu()) y = {};
  }
  if (on_gpu()) {
    first = {};
    z.fill(0);
    second.launch(b);
    EXPECT_EQ(z.to_vector(), expected());
  }
}

TEST(Graph, SecondStreamJoinsAndIsJoined) {
  const Stream a, b;
  Array<float> x = noise_array<float>({1 << 16}), y(Shape{1 << 16}), z(Shape{1 << 16});
  const Graph graph = capture(a, [&] {
    {
      const StreamScope scope(b);
      z.assign(x * 3.f + 1.f);
    }
    y.assign(x * 2.f);
  });
  for (unsigned seed = 1; seed < 4; ++seed) {
    x.assign(noise_array<float>({1 << 16}, seed));
    graph.launch();
    EXPECT_TRUE(identical(y, x * 2.f));
    EXPECT_TRUE(identical(z, x * 3.f + 1.f));
  }
}

TEST(Graph, EmptyArraysAndEmptyBodies) {
  const Stream stream;
  Array<float> x(Shape{0, 3});
  const Graph graph = capture(stream, [&] { Array<float> y = x + 1.f; });
  x = {};
  graph.launch();
  capture(stream, [] {}).launch();
  stream.synchronize();
}

TEST(Graph, ErrorInTheBodyLeavesTheStreamUsable) {
  const Stream stream;
  const StreamScope scope(stream);
  Array<float> x = noise_array<float>({1000}), y, z(Shape{1000});
  const auto broken = [&] {
    y = x + 1.f;
    throw std::out_of_range("mine");
  };
  if (on_gpu())
    EXPECT_ERROR(std::out_of_range, capture(stream, broken), "mine");
  else
    EXPECT_ERROR(std::out_of_range, capture(stream, broken).launch(), "mine");
  if (on_gpu()) EXPECT_ERROR(InvalidArgument, y.to_vector(), "Graph: the capture that made this array failed");
  y = {};
  z.assign(x + 1.f);
  EXPECT_EQ(z.to_vector(), plus(x.to_vector(), 1));
  const Graph graph = capture(stream, [&] { z.assign(x + 3.f); });
  graph.launch();
  EXPECT_EQ(z.to_vector(), plus(x.to_vector(), 3));
}

TEST(Graph, WaitsInTheBodyAreRefused) {
  if (!on_gpu()) GTEST_SKIP() << "the CPU never waits";
  const Stream stream;
  const StreamScope scope(stream);
  Array<float> x = noise_array<float>({1000}), y(Shape{1000});
  const char* rule =
      "capture: a call waits for the GPU (an item, a host copy, a shape that depends on data), which a CUDA graph "
      "cannot do";
  EXPECT_ERROR(InvalidArgument, capture(stream, [&] { x.to_vector(); }), rule);
  EXPECT_ERROR(InvalidArgument, capture(stream, [&] { sum(x).item(); }), rule);
  EXPECT_ERROR(InvalidArgument, capture(stream, [&] { stream.synchronize(); }), rule);
  try {
    capture(stream, [&] { synchronize(); });
    ADD_FAILURE() << "no exception";
  } catch (const CudaError& error) {
    EXPECT_NE(std::string(error.what()).find("the rule of captures that was broken: nothing in the body waits"),
              std::string::npos)
        << error.what();
  }
  y.assign(x + 1.f);
  EXPECT_EQ(y.to_vector(), plus(x.to_vector(), 1));
  EXPECT_ERROR(InvalidArgument, capture(stream, [&] { capture(stream, [] {}); }), "capture: captures do not nest");
  const Graph graph = capture(stream, [&] { y.assign(x); });
  EXPECT_ERROR(InvalidArgument, capture(stream, [&] { graph.launch(); }),
               "Graph::launch: a graph cannot be launched inside a capture");
  graph.launch();
  EXPECT_TRUE(identical(y, x));
}

TEST(Graph, HostValuesAreRecorded) {
  if (!on_gpu()) GTEST_SKIP() << "the CPU calls the body anew";
  const Stream stream;
  Array<float> y(Shape{3});
  std::vector<float> host{1, 2, 3};
  const Graph graph = capture(stream, [&] { y.assign(Array<float>::from(host)); });
  host = {7, 7, 7};
  graph.launch();
  EXPECT_EQ(y.to_vector(), (std::vector<float>{1, 2, 3}));
}

TEST(Graph, Misuse) {
  EXPECT_TRUE(Graph().empty());
  EXPECT_ERROR(InvalidArgument, Graph().launch(), "Graph::launch: the graph is empty");
  EXPECT_ERROR(InvalidArgument, capture(Stream(), {}), "capture: the body is empty");
  if (on_gpu())
    EXPECT_ERROR(InvalidArgument, capture(Stream(), [] {}).launch(Stream(Device::cpu())),
                 "Graph::launch: the graph is of cuda:0, the stream of cpu");
}

TEST(Graph, RunsManyTimesWithoutGrowth) {
  const Stream stream;
  Array<float> x = noise_array<float>({10000}), y(Shape{10000});
  const Graph graph = capture(stream, [&] { y.assign((x + 1.f) * (x - 1.f)); });
  for (int i = 0; i < 10; ++i) graph.launch();
  synchronize();
  const std::size_t used = MemoryPool().used_bytes(), reserved = MemoryPool().reserved_bytes();
  for (int i = 0; i < 200; ++i) {
    graph.launch();
    capture(stream, [&] { y.assign(x + 1.f); }).launch();
  }
  synchronize();
  EXPECT_EQ(MemoryPool().used_bytes(), used);
  EXPECT_LE(MemoryPool().reserved_bytes(), reserved + (std::size_t(64) << 20));
}

}  // namespace
}  // namespace tukey::test
