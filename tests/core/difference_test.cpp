// SPDX-License-Identifier: Apache-2.0
// Differences, gradients, integrals: NumPy's and SciPy's values, exact polynomials, views, edges, capture, errors.
#include "capture.hpp"
#include "support.hpp"

namespace tukey::test {
namespace {

template <class T> class Difference : public testing::Test {};
using DifferenceTypes = testing::Types<bool, std::int8_t, std::int32_t, std::uint64_t, float, double,
                                       std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Difference, DifferenceTypes);

template <class T> Array<T> values(const Shape& shape, unsigned seed) {
  if constexpr (std::is_same_v<T, bool>)
    return noise_array<float>(shape, seed) > 0.3f;
  else
    return noise_array<T>(shape, seed);
}
template <class T> std::vector<T> host_values(const Array<T>& x) {
  const Array<T> h = x.copy().to(Device::cpu());
  return std::vector<T>(h.data(), h.data() + h.size());
}

TYPED_TEST(Difference, AlongEveryAxis) {
  using T = TypeParam;
  const Array<T> big = values<T>({6, 5, 33}, 1);
  for (const Array<T>& x : {big, big.permute({2, 0, 1}), big(ellipsis, Slice{{}, {}, -2})})
    for (int axis = 0; axis < 3; ++axis) {
      const Array<T> y = diff(x, {.axis = axis});
      const auto v = host_values(x.moveaxis(axis, -1)), d = host_values(y.moveaxis(axis, -1));
      const index_t n = x.shape()[axis];
      ASSERT_EQ(y.shape()[axis], n - 1);
      for (index_t line = 0; line < x.size() / n; ++line)
        for (index_t i = 0; i + 1 < n; ++i) {
          const T a = v[line * n + i], b = v[line * n + i + 1], got = d[line * (n - 1) + i];
          if constexpr (std::is_same_v<T, bool>)
            ASSERT_EQ(got, a != b);
          else
            ASSERT_EQ(got, T(b - a));
        }
      EXPECT_TRUE(identical(diff(x, {.n = 2, .axis = axis}), diff(y, {.axis = axis})));
      EXPECT_TRUE(identical(diff(x, {.n = 0, .axis = axis}), x.copy()));
      EXPECT_EQ(diff(x, {.n = 50, .axis = axis}).shape()[axis], 0);
    }
  const Array<T> x = values<T>({3, 7}, 2), scalar = values<T>(Shape{}, 3);
  EXPECT_TRUE(identical(diff(x, {}, {}), diff(x)));
  const Array<T> joined = diff(x, scalar, x(ellipsis, Slice{2, 4}));
  EXPECT_EQ(joined.shape(), (Shape{3, 9}));
  EXPECT_TRUE(identical(joined(ellipsis, Slice{1, 7}), diff(x)));
  EXPECT_EQ(diff(Array<T>(Shape{0, 3}), {.axis = 0}).shape(), (Shape{0, 3}));
  EXPECT_TRUE(identical(ediff1d(x), diff(x.reshape({-1}))));
  const Array<T> ends = ediff1d(x, values<T>({2}, 4), scalar);
  EXPECT_EQ(ends.shape(), Shape{23});
  EXPECT_TRUE(identical(ends(Slice{1, 21}), ediff1d(x)));
  EXPECT_TRUE(identical(ends(Slice{21, {}}), values<T>({2}, 4)));
  EXPECT_TRUE(identical(ends(0), scalar));
}

TEST(Gradient, MatchesNumPy) {
  const NpzReader& file = golden("scan");
  using C = std::complex<double>;
  const auto read = [&](const std::string& name) { return file.read<double>(name, default_device()); };
  const auto read_c = [&](const std::string& name) { return file.read<C>(name, default_device()); };
  const Array<double> x = read("x"), t = read("t");
  const Array<C> z = read_c("z");
  for (int axis = 0; axis < 2; ++axis) {
    const std::string a = std::to_string(axis);
    const Array<double> at = t(Slice{0, x.shape()[axis]});
    EXPECT_TRUE(close(diff(x, {.n = 2, .axis = axis}), read("diff2_" + a), {2}));
    EXPECT_TRUE(close(trapezoid(x, at, {.axis = axis}), read("trapezoid_" + a), {8}));
    EXPECT_TRUE(close(trapezoid(z, {.dx = 0.25, .axis = axis}), read_c("trapezoid_dx_" + a), {8}));
    EXPECT_TRUE(close(cumulative_trapezoid(x, at, {.axis = axis, .initial = 0}), read("cumtrapz_" + a), {8}));
    EXPECT_TRUE(close(cumulative_trapezoid(z, {.dx = 0.25, .axis = axis}), read_c("cumtrapz_dx_" + a), {8}));
    for (int order : {1, 2}) {
      const std::string name = a + "_" + std::to_string(order);
      EXPECT_TRUE(
          close(gradient(x, {.spacing = 0.3, .axis = axis, .edge_order = order}), read("gradient_" + name), {8}));
      EXPECT_TRUE(close(gradient(z, at, {.axis = axis, .edge_order = order}), read_c("gradient_t_" + name), {16}));
    }
  }
  EXPECT_TRUE(close(diff(x, x(ellipsis, Slice{0, 2}), x(ellipsis, Slice{5, 6})), read("diff_joined"), {2}));
  EXPECT_TRUE(close(ediff1d(x, Array<double>::from({1, 2}), Array<double>::from({3})), read("ediff1d"), {2}));
}

template <class T> class Polynomial : public testing::Test {};
TYPED_TEST_SUITE(Polynomial, FloatingTypes);
TYPED_TEST(Polynomial, ParabolasAreExact) {
  using T = TypeParam;
  using R = real_t<T>;
  for (index_t n : {3, 4, 31, 33, 1025}) {
    const Array<R> t = linspace<R>(-1, 1, n);
    const Array<R> bent = t + t * t / R(5);
    const double h = 2.0 / static_cast<double>(n - 1), growth = static_cast<double>(n);
    const auto as = [](const Array<R>& x) { return x.template astype<T>().expand_dims(1).broadcast_to({x.size(), 3}); };
    EXPECT_TRUE(
        close(gradient(as(t * t), {.spacing = h, .axis = 0, .edge_order = 2}), as(t * R(2)).copy(), {4, growth}));
    EXPECT_TRUE(
        close(gradient(as(bent * bent), bent, {.axis = 0, .edge_order = 2}), as(bent * R(2)).copy(), {4, growth}));
    EXPECT_TRUE(close(trapezoid(as(t + R(1)), {.dx = h, .axis = 0}), std::vector<double>(3, 2), {4}));
    EXPECT_TRUE(close(trapezoid(as(t + R(1)), t, {.axis = 0}), std::vector<double>(3, 2), {4}));
    EXPECT_TRUE(close(trapezoid(as(t + R(1)), t.expand_dims(1).broadcast_to({n, 3}), {.axis = 0}),
                      std::vector<double>(3, 2), {4}));
    EXPECT_TRUE(close(trapezoid((t + R(1)).template astype<T>(), t), std::vector<double>(1, 2), {4}));
    EXPECT_TRUE(close(cumulative_trapezoid(as(t * R(2)), t, {.axis = 0, .initial = 0}), as(t * t - R(1)).copy(), {8}));
  }
  const Array<T> f = noise_array<T>({4, 5, 6}, 1);
  const auto all = gradient_all(f, {0.5, 2, 3});
  ASSERT_EQ(all.size(), 3u);
  EXPECT_TRUE(identical(all[1], gradient(f, {.spacing = 2, .axis = 1})));
  EXPECT_TRUE(identical(gradient_all(f)[2], gradient(f)));
  EXPECT_EQ(trapezoid(Array<T>(Shape{3, 0})).to_vector(), std::vector<T>(3, T(0)));
  EXPECT_EQ(trapezoid(f(ellipsis, Slice{0, 1})).to_vector(), std::vector<T>(20, T(0)));
}

TEST(Gradient, Errors) {
  const Array<float> x(Shape{2, 3});
  EXPECT_ERROR(InvalidArgument, diff(x, {.n = -1}), "diff: n must not be negative, got -1");
  EXPECT_ERROR(InvalidArgument, diff(x, {.axis = 2}), "diff: axis must be in [-2, 2), got 2");
  EXPECT_ERROR(InvalidArgument, diff(x, ones<float>({3, 1}), {}),
               "diff: prepend must be a scalar or have shape (2, 3) but along axis 1, got (3, 1)");
  EXPECT_ERROR(InvalidArgument, gradient(x, {.axis = 0, .edge_order = 2}),
               "gradient: at least 3 samples are needed along axis 0, got 2");
  EXPECT_ERROR(InvalidArgument, gradient(x, {.edge_order = 3}), "gradient: edge_order must be 1 or 2, got 3");
  EXPECT_ERROR(InvalidArgument, gradient(x, ones<float>({2})), "gradient: coordinates must have shape (3,), got (2,)");
  EXPECT_ERROR(InvalidArgument, gradient_all(x, {1, 2, 3}),
               "gradient_all: spacings must have 0, 1 or 2 numbers, got 3");
  EXPECT_ERROR(InvalidArgument, trapezoid(x, ones<float>({2})),
               "trapezoid: x must have shape (2, 3) or (3,), got (2,)");
  EXPECT_ERROR(InvalidArgument, cumulative_trapezoid(x, {.initial = 1}),
               "cumulative_trapezoid: initial must be 0 or nothing, got 1");
  EXPECT_ERROR(InvalidArgument, cumulative_trapezoid(Array<float>(Shape{0})),
               "cumulative_trapezoid: at least one sample is needed along axis 0, got shape (0,)");
}

#ifdef TUKEY_TEST_CUDA
TEST(Gradient, CanBeCaptured) {
  if (default_device().is_cpu()) GTEST_SKIP() << "needs a GPU";
  const Stream stream;
  const StreamScope scope(stream);
  const Array<float> first = noise_array<float>({40, 50}, 1), second = noise_array<float>({40, 50}, 2);
  const Array<float> t = cumsum(square(noise_array<float>({50}, 3)) + 0.1f);
  const auto call = [&](const Array<float>& x) {
    return gradient(x, {.axis = 0}) + gradient(x, t, {.edge_order = 2}) + cumulative_trapezoid(x, t, {.initial = 0}) +
           trapezoid(x, t).expand_dims(1) + trapezoid(x, {.axis = 0}) + diff(x, x(ellipsis, Slice{0, 1}), {}) +
           ediff1d(x)(Slice{0, 1});
  };
  Array<float> x = first.copy();
  Array<float> y = call(x).copy();
  const Array<float> expected = call(second);
  EXPECT_EQ(replay_captured([&] { y.assign(call(x)); }, [&] { x.assign(second); }), "");
  EXPECT_TRUE(identical(y, expected));
}
#endif

}  // namespace
}  // namespace tukey::test
