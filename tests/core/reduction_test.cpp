// SPDX-License-Identifier: Apache-2.0
// Reductions: every axis of many shapes and views against loops in long double, NumPy's ties and NaN, zero sizes,
// determinism, error messages.
#include <functional>

#include "support.hpp"

namespace tukey::test {
namespace {

template <class T> class Reduced : public testing::Test {};
using ReducedTypes =
    testing::Types<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                   std::uint32_t, std::uint64_t, float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Reduced, ReducedTypes);

template <class T> Array<T> values(const Shape& shape, unsigned seed) {
  if constexpr (std::is_same_v<T, bool>)
    return noise_array<float>(shape, seed) > 0.3f;
  else
    return noise_array<T>(shape, seed);
}
template <class T> struct wider {
  using type = std::conditional_t<std::is_integral_v<T>, tukey::detail::sum_t<T>, long double>;
};
template <class T> struct wider<std::complex<T>> { using type = std::complex<long double>; };
template <class T> using wider_t = typename wider<T>::type;

// All results of one reduction, by loops over a copy on the host.
template <class T> struct Expected {
  std::vector<wider_t<T>> sum;
  std::vector<std::conditional_t<is_complex_v<T>, std::complex<long double>, long double>> mean;
  std::vector<T> max, min;
  std::vector<std::int64_t> argmax, argmin;
};
template <class T> Expected<T> expected(const Array<T>& x, std::optional<int> axis) {
  const Array<T> host = x.copy().to(Device::cpu());
  index_t outer = 1, n = x.size(), inner = 1;
  if (axis) {
    const int a = *axis < 0 ? *axis + x.rank() : *axis;
    n = x.shape()[a];
    for (int d = 0; d < a; ++d) outer *= x.shape()[d];
    for (int d = a + 1; d < x.rank(); ++d) inner *= x.shape()[d];
  }
  Expected<T> e;
  for (index_t o = 0; o < outer; ++o)
    for (index_t i = 0; i < inner; ++i) {
      wider_t<T> sum{};
      std::conditional_t<is_complex_v<T>, std::complex<long double>, long double> exact{};
      std::int64_t most = 0, least = 0;
      auto at = [&](index_t k) { return host.data()[(o * n + k) * inner + i]; };
      for (index_t k = 0; k < n; ++k) {
        sum += static_cast<wider_t<T>>(at(k));
        exact += static_cast<decltype(exact)>(at(k));
        if constexpr (!is_complex_v<T>) {
          if (at(most) < at(k)) most = k;
          if (at(k) < at(least)) least = k;
        }
      }
      e.sum.push_back(sum);
      e.mean.push_back(exact / static_cast<long double>(n));
      e.argmax.push_back(most), e.argmin.push_back(least);
      if constexpr (!is_complex_v<T>) e.max.push_back(at(most)), e.min.push_back(at(least));
    }
  return e;
}
template <class A, class B> testing::AssertionResult equal_values(const A& a, const B& b) {
  if (a.size() != b.size()) return testing::AssertionFailure() << a.size() << " elements, expected " << b.size();
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(a[i] == b[i])) return testing::AssertionFailure() << "element " << i << ": " << a[i] << ", expected " << b[i];
  return testing::AssertionSuccess();
}
template <class T> std::vector<T> host_values(const Array<T>& x) {
  const Array<T> h = x.copy().to(Device::cpu());
  return std::vector<T>(h.data(), h.data() + h.size());
}

template <class T> void check(const Array<T>& x, std::optional<int> axis, const std::string& what) {
  SCOPED_TRACE(what);
  const Expected<T> e = expected(x, axis);
  ReduceOptions options;
  options.axis = axis;
  const auto total = sum(x, options);
  const auto average = mean(x, options);
  // Sums are as good as the absolute sum of what they add, rounded once.
  if constexpr (std::is_integral_v<T>) {
    EXPECT_TRUE(equal_values(host_values(total), e.sum));
    EXPECT_TRUE(close(average, e.mean, {2}));
  } else {
    EXPECT_TRUE(close(total, e.sum, {8, std::sqrt(static_cast<double>(x.size()))}));
    EXPECT_TRUE(close(average, e.mean, {8, std::sqrt(static_cast<double>(x.size()))}));
  }
  if constexpr (!is_complex_v<T>) {
    EXPECT_TRUE(equal_values(host_values(max(x, options)), e.max));
    EXPECT_TRUE(equal_values(host_values(min(x, options)), e.min));
    EXPECT_TRUE(equal_values(host_values(argmax(x, options)), e.argmax));
    EXPECT_TRUE(equal_values(host_values(argmin(x, options)), e.argmin));
  }
  if constexpr (std::is_same_v<T, bool>) {
    std::vector<bool> some, every;
    for (std::size_t i = 0; i < e.sum.size(); ++i) some.push_back(e.max[i]), every.push_back(e.min[i]);
    EXPECT_TRUE(equal_values(any(x, options).to_vector(), some));
    EXPECT_TRUE(equal_values(all(x, options).to_vector(), every));
  }
}

TYPED_TEST(Reduced, EveryAxisOfManyShapes) {
  using T = TypeParam;
  for (const Shape& shape :
       {Shape{1}, Shape{31}, Shape{33}, Shape{1025}, Shape{3, 5}, Shape{1, 7}, Shape{7, 1}, Shape{33, 31},
        Shape{4, 5, 6}, Shape{2, 1023}, Shape{1023, 2}, Shape{65, 130}, Shape{3, 4, 5, 6}, Shape{300, 64}}) {
    const Array<T> x = values<T>(shape, 1);
    check<T>(x, {}, shape.str());
    for (int axis = -1; axis < shape.rank(); ++axis) check<T>(x, axis, shape.str() + " axis " + std::to_string(axis));
  }
}

TYPED_TEST(Reduced, ViewsActAsCopies) {
  using T = TypeParam;
  const Array<T> big = values<T>({12, 10, 36}, 2);
  const Array<T> views[] = {big(Slice{{}, {}, 2}, Slice{3, {}}, Slice{{}, {}, 3}),
                            big(Slice{{}, {}, -1}, ellipsis, Slice{{}, {}, -1}),
                            big.permute({2, 0, 1}),
                            big.permute({1, 2, 0}).flip(1),
                            values<T>({10, 1}, 3).broadcast_to({4, 10, 9}),
                            big(ellipsis, Slice{1, {}}),
                            big(3),
                            big(ellipsis, 5),
                            values<T>({5}, 4).broadcast_to({6, 5})};
  int i = 0;
  for (const Array<T>& x : views) {
    check<T>(x, {}, "view " + std::to_string(i));
    for (int axis = 0; axis < x.rank(); ++axis)
      check<T>(x, axis, "view " + std::to_string(i) + " axis " + std::to_string(axis));
    ++i;
  }
}

TYPED_TEST(Reduced, KeepsDimensions) {
  using T = TypeParam;
  const Array<T> x = values<T>({3, 4, 5}, 1);
  ReduceOptions keep;
  keep.keepdims = true;
  EXPECT_EQ(sum(x, keep).shape(), (Shape{1, 1, 1}));
  EXPECT_EQ(sum(x).shape(), Shape{});
  keep.axis = -2;
  EXPECT_EQ(sum(x, keep).shape(), (Shape{3, 1, 5}));
  EXPECT_EQ(mean(x, keep).shape(), (Shape{3, 1, 5}));
  if constexpr (!is_complex_v<T>) {
    EXPECT_EQ(argmax(x, keep).shape(), (Shape{3, 1, 5}));
  }
  keep.keepdims = false;
  EXPECT_TRUE(identical(sum(x, keep), sum(x.permute({1, 0, 2}).copy(), {0})));
  const Array<T> scalar = values<T>(Shape{}, 1);
  EXPECT_EQ(sum(scalar).shape(), Shape{});
}

TYPED_TEST(Reduced, ZeroSizes) {
  using T = TypeParam;
  const Array<T> x(Shape{0, 3});
  ReduceOptions first, second;
  first.axis = 0, second.axis = 1;
  for (auto v : host_values(sum(x, first))) EXPECT_EQ(v, tukey::detail::sum_t<T>(0));
  EXPECT_EQ(sum(x, first).shape(), Shape{3});
  EXPECT_EQ(sum(x, second).shape(), Shape{0});
  EXPECT_EQ(sum(x).item(), tukey::detail::sum_t<T>(0));
  EXPECT_TRUE(std::isnan(std::abs(mean(x).item())));
  for (auto v : mean(x, first).to_vector()) EXPECT_TRUE(std::isnan(std::abs(v)));
  if constexpr (!is_complex_v<T>) {
    EXPECT_EQ(max(x, second).shape(), Shape{0});
    EXPECT_EQ(argmin(x, second).shape(), Shape{0});
    EXPECT_ERROR(InvalidArgument, max(x), "max: there must be an element to choose, got shape (0, 3)");
    EXPECT_ERROR(InvalidArgument, min(x, first), "min: there must be an element to choose, got shape (0, 3)");
    EXPECT_ERROR(InvalidArgument, argmax(x), "argmax: there must be an element to choose, got shape (0, 3)");
    EXPECT_ERROR(InvalidArgument, argmin(x, first), "argmin: there must be an element to choose, got shape (0, 3)");
  }
  if constexpr (std::is_same_v<T, bool>) {
    EXPECT_FALSE(any(x).item());
    EXPECT_TRUE(all(x).item());
  }
}

template <class T> class Ordered : public testing::Test {};
using OrderedTypes = testing::Types<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                                    std::uint16_t, std::uint32_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(Ordered, OrderedTypes);

TYPED_TEST(Ordered, TakesTheFirstOfEqualElements) {
  using T = TypeParam;
  for (index_t n : {1, 5, 32, 33, 1000, 5000, 70001}) {
    EXPECT_EQ(argmax(ones<T>({n})).item(), 0) << n;
    EXPECT_EQ(argmin(ones<T>({n})).item(), 0) << n;
    EXPECT_EQ(argmax(ones<T>({n}).flip(0)).item(), 0) << n;
    for (index_t at : {index_t(0), n / 3, n - 1}) {
      Array<T> x = zeros<T>({n});
      x(Slice{at, {}}).fill(T(1));
      EXPECT_EQ(argmax(x).item(), at) << n;
      EXPECT_EQ(argmax(x.flip(0)).item(), 0) << n;
      Array<T> y = ones<T>({n});
      y(Slice{at, {}}).fill(T(0));
      EXPECT_EQ(argmin(y).item(), at) << n;
    }
  }
  // Every element at the end of the range.
  const T low = std::is_floating_point_v<T> ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::lowest();
  const T high = std::is_floating_point_v<T> ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
  EXPECT_EQ(argmax(full<T>({100}, low)).item(), 0);
  EXPECT_EQ(argmin(full<T>({100}, high)).item(), 0);
  EXPECT_EQ(max(full<T>({100}, low)).item(), low);
  EXPECT_EQ(min(full<T>({100}, high)).item(), high);
  // Ties along each axis.
  const Array<T> x = (noise_array<float>({17, 19, 23}, 1) * 3.0f).template astype<std::int8_t>().template astype<T>();
  for (int axis = 0; axis < 3; ++axis) check<T>(x, axis, "ties");
  check<T>(x, {}, "ties");
  check<T>(x.transpose(), {}, "ties");
}

TEST(Reduction, MatchesNumPy) {
  const NpzReader& file = golden("core");
  const Array<double> x = file.read<double>("reduce_x", default_device()),
                      w = file.read<double>("nan_x", default_device());
  for (int axis = 0; axis < 3; ++axis) {
    const std::string a = std::to_string(axis);
    auto ints = [&](const std::string& name) { return file.read<std::int64_t>(name + a, default_device()); };
    auto reals = [&](const std::string& name) { return file.read<double>(name + a, default_device()); };
    ReduceOptions o;
    o.axis = axis;
    EXPECT_TRUE(identical(sum(x, o), reals("sum_")));
    EXPECT_TRUE(close(mean(x, o), reals("mean_"), {1}));
    EXPECT_TRUE(identical(argmax(x, o), ints("argmax_")));
    EXPECT_TRUE(identical(argmin(x, o), ints("argmin_")));
    EXPECT_TRUE(close(max(x, o), reals("max_"), {0}));
    EXPECT_TRUE(close(min(x, o), reals("min_"), {0}));
    EXPECT_TRUE(identical(argmax(w, o), ints("nan_argmax_")));
    EXPECT_TRUE(identical(argmin(w, o), ints("nan_argmin_")));
    EXPECT_TRUE(close(max(w, o), reals("nan_max_"), {0}));
    EXPECT_TRUE(close(sum(w, o), reals("nan_sum_"), {1}));
  }
}

TEST(Reduction, NanWins) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (index_t n : {1, 4, 33, 1000, 100000}) {
    for (index_t at : {index_t(0), n / 2, n - 1}) {
      Array<float> x = noise_array<float>({n}, 1);
      x(Slice{at, at + 1}).fill(nan);
      x(Slice{n - 1, n}).fill(nan);
      EXPECT_TRUE(std::isnan(max(x).item())) << n << " " << at;
      EXPECT_TRUE(std::isnan(min(x).item())) << n << " " << at;
      EXPECT_TRUE(std::isnan(sum(x).item())) << n << " " << at;
      EXPECT_TRUE(std::isnan(mean(x).item())) << n << " " << at;
      EXPECT_EQ(argmax(x).item(), at) << n;
      EXPECT_EQ(argmin(x).item(), at) << n;
    }
  }
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_EQ(sum(Array<float>::from({inf, 1, 2})).item(), inf);
  EXPECT_TRUE(std::isnan(sum(Array<float>::from({inf, -inf})).item()));
}

TEST(Reduction, IntegersWiden) {
  EXPECT_EQ(sum(full<std::int8_t>({100000}, 127)).item(), 12700000);
  EXPECT_EQ(sum(full<std::uint32_t>({3}, 4000000000u)).item(), 12000000000u);
  EXPECT_EQ(sum(full<std::uint64_t>({2}, std::uint64_t(1) << 63)).item(), 0u);  // wraps around
  EXPECT_EQ(mean(full<std::uint64_t>({4}, std::uint64_t(1) << 63)).item(), 0x1p63);
  EXPECT_EQ(mean(full<std::int64_t>({4}, INT64_MIN)).item(), -0x1p63);
  EXPECT_EQ(sum(full<bool>({1000}, true)).item(), 1000);
  EXPECT_EQ(mean(Array<bool>::from({true, false})).item(), 0.5);
}

TEST(Reduction, FloatsAccumulateInDouble) {
  // 2^24 + many ones: a float accumulator stands still.
  for (int axis : {0, 1}) {
    Array<float> x = ones<float>({1 << 20, 3});
    x(Slice{0, 1}).fill(0x1p24f);
    const Array<float> view = axis ? x.transpose() : x;
    ReduceOptions o;
    o.axis = axis;
    EXPECT_TRUE(close(sum(view, o), std::vector<double>(3, 0x1p24 + 0x1p20 - 1), {1}));
    const Array<float> row = x(ellipsis, 1).copy();
    EXPECT_TRUE(close(sum(row), std::vector<double>{0x1p24 + 0x1p20 - 1}, {1}));
  }
}

TEST(Reduction, LongAndManyRows) {
  const Array<float> x = noise_array<float>({2, 300007}, 1);
  check<float>(x, 1, "long rows");
  check<float>(x, {}, "all");
  check<float>(x.transpose(), 0, "long columns");
  check<float>(x.transpose(), {}, "all of a transposed view");
  check<double>(noise_array<double>({300007, 2}, 2), 0, "two columns");
  // More results than a grid has blocks along its second dimension.
  check<float>(noise_array<float>({70000, 3}, 3), 1, "70000 rows");
  check<float>(noise_array<float>({3, 70000}, 4), 0, "70000 columns");
  check<std::int32_t>(noise_array<std::int32_t>({70000, 2, 2}, 5), 1, "70000 outer");
}

TEST(Reduction, IsDeterministic) {
  const Array<float> x = noise_array<float>({1 << 19}, 1), square = x.reshape({1 << 9, 1 << 10});
  const Array<float> whole = sum(x), rows = sum(square, {1}), columns = sum(square, {0});
  for (int i = 0; i < 5; ++i) {
    EXPECT_TRUE(identical(sum(x), whole));
    EXPECT_TRUE(identical(sum(square, {1}), rows));
    EXPECT_TRUE(identical(sum(square, {0}), columns));
  }
  const int threads = num_threads();
  set_num_threads(2);
  EXPECT_TRUE(identical(sum(x), whole));
  EXPECT_TRUE(identical(sum(square, {0}), columns));
  set_num_threads(threads);
}

TEST(Reduction, Errors) {
  const Array<float> x(Shape{2, 3});
  ReduceOptions o;
  o.axis = 2;
  EXPECT_ERROR(InvalidArgument, sum(x, o), "sum: axis must be in [-2, 2), got 2");
  EXPECT_ERROR(InvalidArgument, argmax(x, o), "argmax: axis must be in [-2, 2), got 2");
  EXPECT_ERROR(InvalidArgument, any(Array<bool>(Shape{}), o), "any: axis must be in [0, 0), got 2");
}

}  // namespace
}  // namespace tukey::test
