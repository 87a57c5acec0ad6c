// SPDX-License-Identifier: Apache-2.0
// Scans: every axis of many shapes and views against loops, look-back over many tiles, NaN, integer wrap-around,
// bit equality of repeated runs, accuracy of long sums, NumPy's values, capture, error messages.
#include "capture.hpp"
#include "support.hpp"

namespace tukey::test {
namespace {

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
template <class A, class B> testing::AssertionResult equal_values(const A& a, const B& b) {
  if (a.size() != b.size()) return testing::AssertionFailure() << a.size() << " elements, expected " << b.size();
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(a[i] == b[i] || (a[i] != a[i] && b[i] != b[i])))
      return testing::AssertionFailure() << "element " << i << ": " << a[i] << ", expected " << b[i];
  return testing::AssertionSuccess();
}

// f(run, x) along an axis of a row-major copy, from `start`.
template <class S, class T, class F> std::vector<S> scan_loop(const Array<T>& x, int axis, S start, F f) {
  const std::vector<T> v = host_values(x);
  index_t inner = 1;
  for (int d = axis + 1; d < x.rank(); ++d) inner *= x.shape()[d];
  const index_t n = x.shape()[axis];
  std::vector<S> y(v.size());
  for (index_t line = 0; line < (n ? x.size() / n : 0); ++line) {
    const index_t first = line / inner * inner * n + line % inner;
    S run = start;
    for (index_t i = 0; i < n; ++i) y[first + i * inner] = run = f(run, v[first + i * inner]);
  }
  return y;
}

template <class T> struct Sum { using type = std::conditional_t<std::is_integral_v<T>, std::uint64_t, long double>; };
template <class T> struct Sum<std::complex<T>> { using type = std::complex<long double>; };

template <class T> void check(const Array<T>& x, int axis, const std::string& what, bool products = true) {
  SCOPED_TRACE(what + " axis " + std::to_string(axis));
  using S = typename Sum<T>::type;
  using R = tukey::detail::sum_t<T>;
  const auto total = cumsum(x, {axis});
  ASSERT_EQ(total.shape(), x.shape());
  const auto sums = scan_loop(x, axis, S(0), [](S run, T v) { return S(run + S(v)); });
  const auto product = [](S run, T v) { return S(run * S(v)); };
  if constexpr (std::is_integral_v<T>) {
    std::vector<R> wrapped(sums.begin(), sums.end());
    EXPECT_TRUE(equal_values(host_values(total), wrapped));
    const auto products_of = scan_loop(x, axis, S(1), product);
    EXPECT_TRUE(equal_values(host_values(cumprod(x, {axis})), std::vector<R>(products_of.begin(), products_of.end())));
  } else {
    // Floats are rounded once; sums in double err with the root of their length.
    const double growth = sizeof(real_t<T>) == 4 ? 1 : std::sqrt(static_cast<double>(x.shape()[axis]));
    EXPECT_TRUE(close(total, sums, {2, growth}));
    if (products) {
      EXPECT_TRUE(close(cumprod(x, {axis}), scan_loop(x, axis, S(1), product), {2, growth}));
    }
  }
  if constexpr (!is_complex_v<T>) {
    EXPECT_TRUE(equal_values(host_values(cummax(x, {axis})), scan_loop(x, axis, std::numeric_limits<T>::lowest(),
                                                                       [](T a, T b) { return a > b ? a : b; })));
    EXPECT_TRUE(equal_values(host_values(cummin(x, {axis})), scan_loop(x, axis, std::numeric_limits<T>::max(),
                                                                       [](T a, T b) { return a < b ? a : b; })));
  }
}

template <class T> class Scanned : public testing::Test {};
using ScannedTypes =
    testing::Types<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                   std::uint32_t, std::uint64_t, float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Scanned, ScannedTypes);

TYPED_TEST(Scanned, EveryAxisOfManyShapes) {
  using T = TypeParam;
  for (const Shape& shape :
       {Shape{1},       Shape{31},      Shape{33},      Shape{257},     Shape{513},        Shape{1025},
        Shape{4097},    Shape{20011},   Shape{3, 5},    Shape{1, 7},    Shape{7, 1},       Shape{33, 31},
        Shape{4, 5, 6}, Shape{2, 1023}, Shape{1023, 2}, Shape{65, 130}, Shape{3, 4, 5, 6}, Shape{3, 700, 40},
        Shape{2, 9000}, Shape{9000, 2}, Shape{5000, 33}}) {
    const Array<T> x = values<T>(shape, 1);
    for (int axis = 0; axis < shape.rank(); ++axis) check<T>(x, axis, shape.str());
  }
}

TYPED_TEST(Scanned, ViewsActAsCopies) {
  using T = TypeParam;
  const Array<T> big = values<T>({12, 10, 36}, 2);
  const Array<T> views[] = {big(Slice{{}, {}, 2}, Slice{3, {}}, Slice{{}, {}, 3}),
                            big(Slice{{}, {}, -1}, ellipsis, Slice{{}, {}, -1}),
                            big.permute({2, 0, 1}),
                            big.permute({1, 2, 0}).flip(1),
                            values<T>({10, 1}, 3).broadcast_to({4, 10, 9}),
                            big(ellipsis, Slice{1, {}}),
                            values<T>({5}, 4).broadcast_to({6, 5}),
                            values<T>({6001}, 5)(Slice{1, {}}),
                            values<T>({6001}, 5)(Slice{{}, {}, -2}),
                            values<T>({40, 3001}, 6).transpose(),
                            values<T>({4, 3001}, 6)(ellipsis, Slice{1, {}})};
  int i = 0;
  for (const Array<T>& x : views) {
    for (int axis = 0; axis < x.rank(); ++axis) check<T>(x, axis, "view " + std::to_string(i));
    ++i;
  }
  const auto flat = cumsum(big.permute({2, 0, 1}));
  EXPECT_TRUE(identical(flat, cumsum(big.permute({2, 0, 1}).copy().reshape({-1}), {0})));
}

TYPED_TEST(Scanned, NothingAndScalars) {
  using T = TypeParam;
  const Array<T> none(Shape{0, 3});
  EXPECT_EQ(cumsum(none, {0}).shape(), (Shape{0, 3}));
  EXPECT_EQ(cumprod(none, {1}).shape(), (Shape{0, 3}));
  EXPECT_EQ(cumsum(none).shape(), Shape{0});
  EXPECT_EQ(cumsum(values<T>(Shape{}, 1)).shape(), Shape{1});
  const auto y = cumulative_sum(none, {.axis = 0, .include_initial = true});
  EXPECT_EQ(y.shape(), (Shape{1, 3}));
  for (auto v : host_values(y)) EXPECT_EQ(v, tukey::detail::sum_t<T>(0));
}

TYPED_TEST(Scanned, IncludesTheInitialValue) {
  using T = TypeParam;
  for (const Shape& shape : {Shape{3, 7}, Shape{5, 9000}, Shape{4500, 3}}) {
    const Array<T> x = values<T>(shape, 3);
    for (int axis : {0, -1}) {
      const auto sums = cumulative_sum(x, {.axis = axis, .include_initial = true});
      const auto products = cumulative_prod(x, {.axis = axis, .include_initial = true});
      const int a = axis < 0 ? 1 : 0;
      EXPECT_EQ(sums.shape()[a], shape[a] + 1);
      EXPECT_TRUE(identical(a ? sums(ellipsis, Slice{1, {}}) : sums(Slice{1, {}}), cumsum(x, {axis})));
      EXPECT_TRUE(identical(a ? products(ellipsis, Slice{1, {}}) : products(Slice{1, {}}), cumprod(x, {axis})));
      for (auto v : host_values(sums.select(a, 0))) EXPECT_EQ(v, tukey::detail::sum_t<T>(0));
      for (auto v : host_values(products.select(a, 0))) EXPECT_EQ(v, tukey::detail::sum_t<T>(1));
    }
  }
}

TEST(Scan, NanStaysInExtremesAndIsSkippedOnRequest) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (index_t n : {5, 33, 700, 5000, 20000}) {
    Array<float> x = noise_array<float>({n}, 1);
    x(Slice{n / 2, n / 2 + 1}).fill(nan);
    const auto most = cummax(x).to_vector(), sums = cumsum(x).to_vector();
    for (index_t i = 0; i < n; ++i) {
      ASSERT_EQ(std::isnan(most[i]), i >= n / 2) << i;
      ASSERT_EQ(std::isnan(sums[i]), i >= n / 2) << i;
    }
    Array<float> zero = x.copy(), one = x.copy();
    zero(Slice{n / 2, n / 2 + 1}).fill(0), one(Slice{n / 2, n / 2 + 1}).fill(1);
    EXPECT_TRUE(identical(nancumsum(x), cumsum(zero)));
    EXPECT_TRUE(identical(nancumprod(x), cumprod(one)));
  }
  const std::complex<double> half(1, std::nan(""));
  EXPECT_TRUE(close(nancumsum(Array<std::complex<double>>::from({1, half, 2})),
                    std::vector<std::complex<double>>{1, 1, 3}, {0}));
  const float inf = std::numeric_limits<float>::infinity();
  EXPECT_TRUE(equal_values(cumsum(Array<float>::from({1, inf, 2, -inf, 1})).to_vector(),
                           std::vector<float>{1, inf, inf, nan, nan}));
  EXPECT_TRUE(equal_values(cummin(Array<float>::from({1, -inf, 2})).to_vector(), std::vector<float>{1, -inf, -inf}));
}

TEST(Scan, IntegersWidenAndWrapAround) {
  EXPECT_EQ(cumsum(full<std::int8_t>({100000}, 127)).to_vector().back(), 12700000);
  std::uint64_t power = 1;
  for (int i = 0; i < 9; ++i) power *= 255;
  EXPECT_EQ(cumprod(full<std::uint8_t>({9}, 255)).to_vector()[8], power);
  EXPECT_EQ(cumsum(full<std::uint64_t>({3}, std::uint64_t(1) << 63)).to_vector(),
            (std::vector<std::uint64_t>{std::uint64_t(1) << 63, 0, std::uint64_t(1) << 63}));
  EXPECT_EQ(cumsum(Array<std::int64_t>::from({INT64_MAX, 1})).to_vector()[1], INT64_MIN);
  EXPECT_EQ(cummax(Array<std::uint64_t>::from({1, std::uint64_t(1) << 63, 5, ~std::uint64_t(0), 0})).to_vector(),
            (std::vector<std::uint64_t>{1, std::uint64_t(1) << 63, std::uint64_t(1) << 63, ~std::uint64_t(0),
                                        ~std::uint64_t(0)}));
  EXPECT_EQ(cummin(Array<std::int64_t>::from({3, INT64_MIN, 7})).to_vector(),
            (std::vector<std::int64_t>{3, INT64_MIN, INT64_MIN}));
}

// Sums of whole numbers are exact, so every element of a long scan can be checked, in every kind of layout.
template <class T> void check_ramp(const Shape& shape, int axis) {
  SCOPED_TRACE(shape.str() + " axis " + std::to_string(axis));
  const auto y = host_values(cumsum(ones<T>(shape), {axis}));
  index_t inner = 1;
  for (int d = axis + 1; d < shape.rank(); ++d) inner *= shape[d];
  for (index_t i = 0; i < shape.size(); ++i)
    if (y[i] != static_cast<tukey::detail::sum_t<T>>(i / inner % shape[axis] + 1)) {
      ADD_FAILURE() << "element " << i << ": " << y[i];
      return;
    }
}
TEST(Scan, LongAndManyRows) {
  check_ramp<double>({4400011}, 0);  // several supers of the look-back
  check_ramp<std::int8_t>({2500011}, 0);
  check_ramp<float>({3, 1 << 20}, 1);
  check_ramp<double>({600001, 4}, 0);  // the same along columns
  check_ramp<float>({40000, 70}, 0);
  check_ramp<float>({3, 5000, 37}, 1);
  check_ramp<float>({1000000, 2}, 1);  // a million rows of two
  check_ramp<float>({70000, 3, 2}, 1);
  check_ramp<std::int32_t>({70000, 40}, 1);
  check_ramp<float>({5000, 600}, 1);
  check_ramp<float>({2, 70000}, 0);
}

TEST(Scan, SameBitsEveryTime) {
  const Array<float> x = noise_array<float>({3000017}, 1), columns = noise_array<float>({30011, 65}, 2);
  const Array<std::complex<double>> z = noise_array<std::complex<double>>({2, 70001}, 3);
  const auto a = cumsum(x), b = cumsum(columns, {0}), c = cumsum(columns, {1});
  const auto d = cumprod(z, {1});
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(identical(cumsum(x), a));
    EXPECT_TRUE(identical(cumsum(columns, {0}), b));
    EXPECT_TRUE(identical(cumsum(columns, {1}), c));
    EXPECT_TRUE(identical(cumprod(z, {1}), d));
  }
  const int threads = num_threads();
  set_num_threads(2);
  EXPECT_TRUE(identical(cumsum(x), a));
  EXPECT_TRUE(identical(cumsum(columns, {0}), b));
  set_num_threads(threads);
}

TEST(Scan, LongSumsDoNotDrift) {
  // NumPy's float32 cumsum is off by 8 per cent here.
  const index_t n = 10000000;
  const auto y = cumsum(full<float>({n}, 0.1f)).to_vector();
  std::vector<double> expected(n);
  for (index_t i = 0; i < n; ++i) expected[i] = static_cast<double>(0.1f) * static_cast<double>(i + 1);
  for (index_t i = 0; i < n; i += 1237) ASSERT_NEAR(y[i], expected[i], expected[i] * 0x1p-23) << i;
  EXPECT_TRUE(close(std::vector<float>(y.end() - 100000, y.end()),
                    std::vector<double>(expected.end() - 100000, expected.end()), {1}));
}

TEST(Scan, Errors) {
  const Array<float> x(Shape{2, 3});
  EXPECT_ERROR(InvalidArgument, cumsum(x, {2}), "cumsum: axis must be in [-2, 2), got 2");
  EXPECT_ERROR(InvalidArgument, cummax(x, {-3}), "cummax: axis must be in [-2, 2), got -3");
  EXPECT_ERROR(InvalidArgument, cumulative_sum(x), "cumulative_sum: axis must be given for an array of shape (2, 3)");
  EXPECT_ERROR(InvalidArgument, cumulative_prod(x, {.axis = 5, .include_initial = true}),
               "cumulative_prod: axis must be in [-2, 2), got 5");
}

#ifdef TUKEY_TEST_CUDA
template <class In, class F> void replay(const Shape& shape, F call) {
  const Stream stream;
  const StreamScope scope(stream);
  const Array<In> first = noise_array<In>(shape, 1), second = noise_array<In>(shape, 2);
  Array<In> x = first.copy();
  auto y = call(x).copy();
  const auto expected = call(second);
  EXPECT_EQ(replay_captured([&] { y.assign(call(x)); }, [&] { x.assign(second); }), "");
  EXPECT_TRUE(identical(y, expected));
}
TEST(Scan, CanBeCaptured) {
  if (default_device().is_cpu()) GTEST_SKIP() << "needs a GPU";
  replay<float>({300000}, [](const Array<float>& x) { return cumsum(x); });
  replay<float>({3000, 40}, [](const Array<float>& x) { return cumsum(x, {0}); });
  replay<float>({300, 40}, [](const Array<float>& x) { return cumprod(x, {1}); });
  replay<std::int32_t>({30000}, [](const Array<std::int32_t>& x) { return cummax(x); });
  replay<double>({3, 400}, [](const Array<double>& x) {
    return cumulative_sum(x, {.axis = 1, .include_initial = true}) + nancumprod(x(ellipsis, Slice{0, 1}), {0});
  });
}
#endif

}  // namespace
}  // namespace tukey::test
