// SPDX-License-Identifier: Apache-2.0
// tukey::apply as a CUDA program uses it.
#include "capture.hpp"
#include "support.hpp"
#include "tukey/apply.cuh"

namespace tukey::test {
namespace {

struct damped {
  float gain;
  __device__ float operator()(float x, float y) const { return x > y ? gain * x : y; }
};
struct rotate {
  __device__ cplx<float> operator()(cplx<float> z) const { return {-z.im, z.re}; }
};
struct three {
  __device__ double operator()(short a, float b, double c) const { return a + b * c; }
};

// nvcc wants lambdas outside of the private members that tests are.
Array<bool> above(const Array<float>& x, float limit) {
  return apply<bool>([=] __device__(float v) { return v > limit; }, x);
}

class Apply : public testing::Test {
 protected:
  void SetUp() override {
    if (default_device().is_cpu()) GTEST_SKIP() << "needs a GPU";
  }
};

TEST_F(Apply, Functors) {
  for (index_t n : {0, 1, 5, 1023, 4097, 100003}) {
    const auto a = noise_array<float>({n}, 1), b = noise_array<float>({n}, 2);
    const auto expected = where(a > b, 2.f * a, b);
    EXPECT_TRUE(identical(apply<float>(damped{2}, a, b), expected)) << n;
    const auto out = zeros<float>({2 * n})(Slice{{}, {}, 2});
    apply(damped{2}, out, a, b);
    EXPECT_TRUE(identical(out, expected)) << n;
    const auto z = noise_array<std::complex<float>>({n}, 3);
    EXPECT_TRUE(identical(apply<std::complex<float>>(rotate{}, z), make_complex(-z.imag(), z.real()))) << n;
  }
}
TEST_F(Apply, Lambdas) {
  const auto x = noise_array<float>({33, 65}, 1);
  EXPECT_TRUE(identical(above(x.transpose(), 0.25f), x.transpose() > 0.25f));
}
TEST_F(Apply, BroadcastsAndMixesTypes) {
  const auto a = noise_array<std::int16_t>({40}, 1);
  const auto b = noise_array<float>({30, 1}, 2);
  const auto c = noise_array<double>({5, 1, 40}, 3);
  const auto d = apply<double>(three{}, a, b, c);
  EXPECT_EQ(d.shape(), (Shape{5, 30, 40}));
  EXPECT_TRUE(close(d, a.astype<double>() + b.astype<double>() * c, {2}));
}
TEST_F(Apply, OutputIsAnOperand) {
  const auto x = noise_array<float>({1000}, 1), y = noise_array<float>({1000}, 2);
  const auto expected = where(x > y, 3.f * x, y);
  apply(damped{3}, x, x, y);
  EXPECT_TRUE(identical(x, expected));
}
TEST_F(Apply, Captured) {
  const Stream stream;
  const StreamScope scope(stream);
  const auto x = noise_array<float>({33, 65}, 1), y = zeros<float>({33, 65});
  const auto second = noise_array<float>({33, 65}, 2);
  auto target = x;
  EXPECT_EQ(replay_captured([&] { apply(damped{2}, y, x, y); }, [&] { target.assign(second); }), "");
  EXPECT_TRUE(identical(y, where(second > y, 2.f * second, y)));
}
TEST(ApplyErrors, Messages) {
  const auto host = zeros<float>({3}, Device::cpu());
  EXPECT_ERROR(InvalidArgument, apply<float>(damped{1}, host, host), "apply: out must be on a GPU, got cpu");
  if (default_device().is_cpu()) return;
  const auto a = zeros<float>({3}), b = zeros<float>({4}), c = zeros<float>({2, 3});
  EXPECT_ERROR(InvalidArgument, apply<float>(damped{1}, a, b), "apply: shapes (3,) and (4,) do not broadcast");
  EXPECT_ERROR(InvalidArgument, apply(damped{1}, a, c, c),
               "apply: the arrays have shape (2, 3), which does not broadcast to out's, (3,)");
}

}  // namespace
}  // namespace tukey::test
