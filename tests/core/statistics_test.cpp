// SPDX-License-Identifier: Apache-2.0
// Products, variances, norms, counts, weighted means and the nan functions: loops in long double on every axis of
// several shapes and views, several axes at once, NumPy's values, edges, capture, error messages.
#include <algorithm>
#include <functional>

#include "capture.hpp"
#include "support.hpp"

namespace tukey::test {
namespace {

template <class T> using Wide = std::conditional_t<is_complex_v<T>, std::complex<long double>, long double>;

// f(the elements that become one) for each result over the axes, from a row-major copy.
template <class R, class T, class F> std::vector<R> by_loop(const Array<T>& x, std::vector<int> axes, F f) {
  Shape order, kept;
  std::vector<bool> reduced(static_cast<std::size_t>(x.rank()), axes.empty());
  for (int a : axes) reduced[static_cast<std::size_t>(a)] = true;
  index_t count = 1, rows = 1;
  for (int pass = 0; pass < 2; ++pass)
    for (int d = 0; d < x.rank(); ++d)
      if (reduced[static_cast<std::size_t>(d)] == (pass == 1)) {
        order.push_back(d);
        (pass ? count : rows) *= x.shape()[d];
      }
  const Array<T> host = x.permute(order).copy().to(Device::cpu());
  std::vector<R> y;
  for (index_t r = 0; r < rows; ++r)
    y.push_back(f(std::vector<T>(host.data() + r * count, host.data() + (r + 1) * count)));
  return y;
}
template <class T> Wide<T> mean_of(const std::vector<T>& v) {
  Wide<T> total = 0;
  for (T e : v) total += Wide<T>(e);
  return total / static_cast<long double>(v.size());
}
template <class T> long double variance_of(const std::vector<T>& v, double ddof) {
  const Wide<T> mean = mean_of(v);
  long double total = 0;
  for (T e : v) total += std::norm(Wide<T>(e) - mean);
  return total / (static_cast<long double>(v.size()) - ddof);
}
template <class A, class B> testing::AssertionResult equal_values(const A& a, const B& b) {
  if (a.size() != b.size()) return testing::AssertionFailure() << a.size() << " elements, expected " << b.size();
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!(a[i] == b[i] || (a[i] != a[i] && b[i] != b[i])))
      return testing::AssertionFailure() << "element " << i << ": " << a[i] << ", expected " << b[i];
  return testing::AssertionSuccess();
}
template <class T> bool not_nan(T v) { return v == v; }
template <class T> std::vector<T> without_nan(const std::vector<T>& v) {
  std::vector<T> w;
  for (T e : v)
    if (not_nan(e)) w.push_back(e);
  return w;
}
// Every seventh element NaN.
template <class T> Array<T> with_nan(const Array<T>& x) {
  const Array<T> y = x.copy().reshape({-1});
  y(Slice{2, {}, 7}).fill(T(std::numeric_limits<real_t<T>>::quiet_NaN()));
  return y.reshape(x.shape());
}
Axes axes_of(const std::vector<int>& axes) { return axes.empty() ? Axes() : Axes(axes); }

template <class T> void check(const Array<T>& x, const std::vector<int>& axes, const std::string& what) {
  SCOPED_TRACE(what);
  const Axes a = axes_of(axes);
  EXPECT_TRUE(
      close(var(x, {.axis = a}), by_loop<long double>(x, axes, [](const auto& v) { return variance_of(v, 0); }), {8}));
  EXPECT_TRUE(
      close(stddev(x, {.axis = a, .ddof = 1}),
            by_loop<long double>(
                x, axes, [](const auto& v) { return v.size() > 1 ? std::sqrt(variance_of(v, 1)) : std::nanl(""); }),
            {8}));
  const Array<T> near_one = x * T(0.125f) + T(1);  // whose products stay in range
  EXPECT_TRUE(close(prod(near_one, {.axis = a}),
                    by_loop<Wide<T>>(near_one, axes,
                                     [](const auto& v) {
                                       Wide<T> p = 1;
                                       for (T e : v) p *= Wide<T>(e);
                                       return p;
                                     }),
                    {8, std::sqrt(static_cast<double>(x.size()))}));
  for (double ord : {0.0, 1.0, 2.0, 3.0, -1.5, HUGE_VAL, -HUGE_VAL}) {
    SCOPED_TRACE(ord);
    EXPECT_TRUE(close(vector_norm(x, {.ord = ord, .axis = a}),
                      by_loop<long double>(x, axes,
                                           [&](const auto& v) {
                                             long double total = ord == -HUGE_VAL ? HUGE_VAL : 0;
                                             for (T e : v) {
                                               const long double m = std::abs(Wide<T>(e));
                                               if (std::isinf(ord))
                                                 total = ord > 0 ? std::max(total, m) : std::min(total, m);
                                               else
                                                 total +=
                                                     ord == 0 ? m != 0 : std::pow(m, static_cast<long double>(ord));
                                             }
                                             return ord == 0 || std::isinf(ord)
                                                        ? total
                                                        : std::pow(total, 1 / static_cast<long double>(ord));
                                           }),
                      {16}));
  }
  const Array<T> y = with_nan(x);
  const auto some = [&](const auto& f) {
    return by_loop<Wide<T>>(y, axes, [&](const std::vector<T>& v) {
      const std::vector<T> w = without_nan(v);
      // NumPy's 0 / 0 of a complex type is NaN in both parts, a variance's is real.
      using F = decltype(f(w));
      if constexpr (is_complex_v<T> && !std::is_arithmetic_v<F>)
        return w.empty() ? Wide<T>(std::nanl(""), std::nanl("")) : Wide<T>(f(w));
      else
        return w.empty() ? Wide<T>(std::nanl("")) : Wide<T>(f(w));
    });
  };
  const auto count = static_cast<double>(x.size());
  EXPECT_TRUE(close(nanmean(y, {.axis = a}), some(mean_of<T>), {8, std::sqrt(count)}));
  EXPECT_TRUE(close(nanvar(y, {.axis = a}), some([](const auto& v) { return variance_of(v, 0); }), {8}));
  EXPECT_TRUE(close(nansum(y, {.axis = a}),
                    by_loop<Wide<T>>(y, axes,
                                     [](const std::vector<T>& v) {
                                       const std::vector<T> w = without_nan(v);
                                       return w.empty() ? Wide<T>(0) : mean_of(w) * static_cast<long double>(w.size());
                                     }),
                    {8, std::sqrt(count)}));
  if constexpr (!is_complex_v<T>) {
    const auto most = by_loop<T>(x, axes, [](const auto& v) { return *std::max_element(v.begin(), v.end()); });
    const auto least = by_loop<T>(x, axes, [](const auto& v) { return *std::min_element(v.begin(), v.end()); });
    const MinMax<T> both = minmax(x, {.axis = a});
    EXPECT_TRUE(equal_values(both.min.to_vector(), least));
    EXPECT_TRUE(equal_values(both.max.to_vector(), most));
    EXPECT_TRUE(equal_values(max(x, {.axis = a}).to_vector(), most));
    std::vector<T> range;
    for (std::size_t i = 0; i < most.size(); ++i) range.push_back(most[i] - least[i]);
    EXPECT_TRUE(equal_values(ptp(x, {.axis = a}).to_vector(), range));
    EXPECT_TRUE(
        close(nanmax(y, {.axis = a}), some([](const auto& v) { return *std::max_element(v.begin(), v.end()); }), {0}));
    EXPECT_TRUE(
        close(nanmin(y, {.axis = a}), some([](const auto& v) { return *std::min_element(v.begin(), v.end()); }), {0}));
  }
  EXPECT_TRUE(
      close(sum(x, {.axis = a}),
            by_loop<Wide<T>>(x, axes, [](const auto& v) { return mean_of(v) * static_cast<long double>(v.size()); }),
            {8, std::sqrt(count)}));
}

template <class T> class Statistics : public testing::Test {};
TYPED_TEST_SUITE(Statistics, FloatingTypes);

TYPED_TEST(Statistics, EveryAxisOfManyShapes) {
  using T = TypeParam;
  for (const Shape& shape : {Shape{1}, Shape{33}, Shape{1025}, Shape{3, 5}, Shape{33, 31}, Shape{4, 5, 6},
                             Shape{2, 1023}, Shape{1023, 2}, Shape{65, 130}}) {
    const Array<T> x = noise_array<T>(shape, 1);
    check<T>(x, {}, shape.str());
    for (int axis = 0; axis < shape.rank(); ++axis) check<T>(x, {axis}, shape.str() + " axis " + std::to_string(axis));
  }
}
TYPED_TEST(Statistics, SeveralAxesAndViews) {
  using T = TypeParam;
  const Array<T> big = noise_array<T>({6, 10, 7, 9}, 2);
  for (const std::vector<int>& axes :
       {std::vector<int>{0, 1}, {1, 3}, {0, 2}, {3, 0}, {0, 1, 2}, {1, 2, 3}, {0, 1, 2, 3}}) {
    check<T>(big, axes, "axes");
    check<T>(big.permute({2, 0, 3, 1}).flip(1), axes, "axes of a permuted view");
  }
  check<T>(big(Slice{{}, {}, 2}, ellipsis, Slice{1, {}, 3}), {1, 3}, "stepped");
  check<T>(noise_array<T>({5}, 3).broadcast_to({4, 5}), {0}, "broadcast");
  EXPECT_EQ(sum(big, {.axis = {1, -1}, .keepdims = true}).shape(), (Shape{6, 1, 7, 1}));
  EXPECT_TRUE(identical(sum(big, {.axis = {1, 3}, .keepdims = true}).reshape({6, 7}), sum(big, {.axis = {-1, 1}})));
}
TYPED_TEST(Statistics, VarianceIsStable) {
  using T = TypeParam;
  // A large mean, and an outlier in the first place, about which the sums are taken.
  for (index_t n : {100, 5000, 300000}) {
    Array<T> x = noise_array<T>({n}, 1) + T(1000);
    const auto expected = by_loop<long double>(x, {}, [](const auto& v) { return variance_of(v, 0); });
    EXPECT_TRUE(close(var(x), expected, {16, sizeof(real_t<T>) == 4 ? 1.0 : 1e3})) << n;
    x(Slice{0, 1}).fill(T(-1000));
    EXPECT_TRUE(close(var(x), by_loop<long double>(x, {}, [](const auto& v) { return variance_of(v, 0); }),
                      {16, sizeof(real_t<T>) == 4 ? 1.0 : 1e3}))
        << n;
    EXPECT_EQ(var(full<T>({n}, T(1000.1f))).item(), 0);
  }
}
TYPED_TEST(Statistics, WeightedMeans) {
  using T = TypeParam;
  using R = real_t<T>;
  const Array<T> x = noise_array<T>({40, 30}, 1);
  for (int axis : {0, 1}) {
    const Array<R> w = noise_array<R>({x.shape()[axis]}, 2) + R(2);
    const auto weights = w.to_vector();
    const auto expected = by_loop<Wide<T>>(x, {axis}, [&](const auto& v) {
      Wide<T> total = 0;
      long double scale = 0;
      for (std::size_t i = 0; i < v.size(); ++i)
        total += Wide<T>(v[i]) * static_cast<long double>(weights[i]), scale += weights[i];
      return total / scale;
    });
    const AverageReturned<T> a = average_returned(x, w, {.axis = axis});
    EXPECT_TRUE(close(a.average, expected, {8}));
    EXPECT_EQ(a.sum_of_weights.shape(), a.average.shape());
    EXPECT_TRUE(close(a.sum_of_weights, std::vector<R>(expected.size(), sum(w).item()), {1}));
    const Array<R> all = (axis ? w : w.expand_dims(1)).broadcast_to(x.shape());
    EXPECT_TRUE(close(average(x, all, {.axis = axis}), expected, {8}));
    EXPECT_TRUE(close(average(x.transpose(), w, {.axis = 1 - axis}), expected, {8}));
    EXPECT_EQ(average(x, w, {.axis = axis, .keepdims = true}).rank(), 2);
  }
}

template <class T> class Counted : public testing::Test {};
using CountedTypes = testing::Types<bool, std::int8_t, std::uint16_t, std::int32_t, std::int64_t, std::uint64_t, float,
                                    double, std::complex<float>>;
TYPED_TEST_SUITE(Counted, CountedTypes);
TYPED_TEST(Counted, CountsProductsTraces) {
  using T = TypeParam;
  Array<T> x = zeros<T>({33, 1030});
  const auto all_of = [](const Array<T>& a) { return all(a).item(); };
  EXPECT_EQ(count_nonzero(x).item(), 0);
  EXPECT_FALSE(any(x).item());
  x(Slice{3, 5}, Slice{7, 700}).fill(T(1));
  EXPECT_EQ(count_nonzero(x).item(), 2 * 693);
  EXPECT_TRUE(any(x).item());
  EXPECT_FALSE(all_of(x));
  EXPECT_TRUE(all_of(x(Slice{3, 5}, Slice{7, 700})));
  std::vector<std::int64_t> rows(33, 0), columns(1030, 0);
  rows[3] = rows[4] = 693;
  for (int i = 7; i < 700; ++i) columns[static_cast<std::size_t>(i)] = 2;
  EXPECT_EQ(count_nonzero(x, {1}).to_vector(), rows);
  EXPECT_EQ(count_nonzero(x, {0}).to_vector(), columns);
  EXPECT_EQ(any(x, {1}).to_vector(), [&] {
    std::vector<bool> b;
    for (auto v : rows) b.push_back(v > 0);
    return b;
  }());
  EXPECT_TRUE(any(Array<T>(Shape{0})).item() == false && all_of(Array<T>(Shape{0})));
  EXPECT_EQ(count_nonzero(Array<T>(Shape{3, 0}), {1}).to_vector(), std::vector<std::int64_t>(3, 0));

  using R = tukey::detail::sum_t<T>;
  EXPECT_EQ(prod(Array<T>(Shape{0})).item(), R(1));
  EXPECT_EQ(prod(full<T>({2, 3}, T(1)), {1}).to_vector(), std::vector<R>(2, R(1)));
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    EXPECT_EQ(prod(full<T>({20}, T(7))).item(), R(79792266297612001));
    EXPECT_EQ(prod(full<T>({70}, T(3))).item(), [] {
      std::uint64_t p = 1;
      for (int i = 0; i < 70; ++i) p *= 3;
      return R(p);
    }());
    EXPECT_EQ(ptp(Array<T>::from({3, 9, 5})).item(), T(6));
    EXPECT_DOUBLE_EQ(var(Array<T>::from({1, 2, 3, 4})).item(), 1.25);
  }
  Array<T> m = zeros<T>({4, 5});
  for (index_t i = 0; i < 4; ++i)
    for (index_t j = 0; j < 5; ++j) m(Slice{i, i + 1}, Slice{j, j + 1}).fill(T(i == 1 || j == i + 1 ? 1 : 0));
  EXPECT_EQ(trace(m).item(), R(1));
  EXPECT_EQ(trace(m, {.offset = 1}).item(), R(4));
  EXPECT_EQ(trace(m, {.offset = -1}).item(), R(1));
  EXPECT_EQ(trace(m, {.offset = 7}).item(), R(0));
  EXPECT_EQ(trace(m.expand_dims(0).broadcast_to({3, 4, 5}), {.offset = 1, .axis1 = 1, .axis2 = -1}).to_vector(),
            std::vector<R>(3, R(4)));
}

TEST(StatisticsOf, MatchesNumPy) {
  const NpzReader& file = golden("scan");
  const auto read = [&](const std::string& name) { return file.read<double>(name, default_device()); };
  const Array<double> x = read("x"), w = read("w"), y = read("x_nan");
  for (int axis = 0; axis < 2; ++axis) {
    const std::string a = std::to_string(axis);
    EXPECT_TRUE(close(stddev(x, {.axis = axis, .ddof = 1}), read("std_" + a), {4}));
    EXPECT_TRUE(close(nanstddev(y, {.axis = axis, .ddof = 1}), read("nanstd_" + a), {4}));
    EXPECT_TRUE(close(nanprod(y, {.axis = axis}), read("nanprod_" + a), {8}));
    EXPECT_TRUE(close(average(x, w(Slice{0, x.shape()[axis]}), {.axis = axis}), read("average_" + a), {8}));
    EXPECT_TRUE(identical(nanargmax(y, {.axis = axis}), file.read<std::int64_t>("nanargmax_" + a, default_device())));
    EXPECT_TRUE(identical(nanargmin(y, {.axis = axis}), file.read<std::int64_t>("nanargmin_" + a, default_device())));
    EXPECT_TRUE(close(cumsum(x, {axis}), read("cumsum_" + a), {8}));
    EXPECT_TRUE(close(nancumprod(y, {axis}), read("nancumprod_" + a), {8}));
  }
  EXPECT_TRUE(close(var(x), read("var"), {4}));
  EXPECT_TRUE(close(cumsum(x), read("cumsum"), {8}));
}

TEST(StatisticsOf, EdgesAreThoseOfNumPy) {
  const double nan = std::nan(""), inf = HUGE_VAL;
  const auto one = [](std::initializer_list<double> v) { return Array<double>::from(v); };
  EXPECT_TRUE(std::isnan(var(Array<double>(Shape{0})).item()));
  EXPECT_TRUE(std::isnan(var(one({3}), {.ddof = 1}).item()));
  EXPECT_EQ(var(one({3, 5}), {.ddof = 2}).item(), inf);
  EXPECT_EQ(var(one({3, 5}), {.correction = 1}).item(), 2);
  EXPECT_TRUE(std::isnan(var(one({3, nan})).item()));
  EXPECT_TRUE(std::isnan(var(one({3, inf})).item()));
  EXPECT_TRUE(std::isnan(nanvar(one({3, nan}), {.ddof = 1}).item()));
  EXPECT_EQ(nansum(one({nan, nan})).item(), 0);
  EXPECT_EQ(nanprod(one({nan, 2, nan})).item(), 2);
  EXPECT_TRUE(std::isnan(nanmean(one({nan})).item()));
  EXPECT_TRUE(std::isnan(nanmax(one({nan, nan})).item()));
  EXPECT_EQ(nanmax(one({nan, -inf, nan})).item(), -inf);
  EXPECT_EQ(nanargmax(one({nan, -inf, nan})).item(), 1);
  EXPECT_EQ(nanargmin(one({nan, inf})).item(), 1);
  EXPECT_TRUE(std::isnan(ptp(one({1, nan, 2})).item()));
  EXPECT_TRUE(any(one({0, nan})).item());
  EXPECT_EQ(count_nonzero(one({0, nan, -0.0})).item(), 1);
  EXPECT_EQ(vector_norm(Array<float>::from({3e38f, 0})).item(), 3e38f);  // squares beyond float
  EXPECT_EQ(vector_norm(Array<double>(Shape{0})).item(), 0);
  EXPECT_EQ(vector_norm(Array<double>(Shape{0, 2}), {.ord = HUGE_VAL, .axis = 0}).to_vector(),
            std::vector<double>(2, 0));
}

TEST(StatisticsOf, LongAndManyRows) {
  EXPECT_EQ(sum(full<float>({10000000}, 0.1f)).item(), 0.1f * 1e7f);
  const Array<float> pairs = noise_array<float>({1000000, 2}, 1);
  const auto v = stddev(pairs, {.axis = 1}).to_vector(), host = pairs.to_vector();
  for (std::size_t i = 0; i < v.size(); i += 997)
    ASSERT_NEAR(v[i], std::fabs(static_cast<double>(host[2 * i]) - host[2 * i + 1]) / 2, 1e-6) << i;
  const Array<float> tall = noise_array<float>({200003, 3}, 2);
  EXPECT_TRUE(close(var(tall, {.axis = 0}),
                    by_loop<long double>(tall, {0}, [](const auto& c) { return variance_of(c, 0); }), {2}));
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(identical(var(tall, {.axis = 0}), var(tall, {.axis = 0})));
}

TEST(StatisticsOf, WritesIntoViews) {
  const Array<float> x = noise_array<float>({5, 6, 7}, 1);
  Array<float> base = zeros<float>({7, 10});
  Array<float> out = base(ellipsis, Slice{0, 10, 2}).transpose();  // (5, 7), neither axis contiguous
  sum_into(out, x, {.axis = 1});
  EXPECT_TRUE(identical(out.copy(), sum(x, {.axis = 1})));
  mean_into(out, x, {.axis = 1});
  EXPECT_TRUE(identical(out.copy(), mean(x, {.axis = 1})));
  max_into(out, x, {.axis = 1});
  EXPECT_TRUE(identical(out.copy(), max(x, {.axis = 1})));
  min_into(out, x, {.axis = 1});
  EXPECT_TRUE(identical(out.copy(), min(x, {.axis = 1})));
  EXPECT_EQ(count_nonzero(base(ellipsis, Slice{1, 10, 2})).item(), 0);
}

TEST(StatisticsOf, Errors) {
  const Array<float> x = ones<float>({2, 3});
  const Array<float> w = ones<float>({2});
  Array<float> small(Shape{4});
  EXPECT_ERROR(InvalidArgument, sum(x, {.axis = {0, -2}}), "sum: axis 0 is named twice");
  EXPECT_ERROR(InvalidArgument, var(x, {.axis = 2}), "var: axis must be in [-2, 2), got 2");
  EXPECT_ERROR(InvalidArgument, argmax(x, {.axis = {0, 1}}), "argmax: axis must be one axis or none, got 2");
  EXPECT_ERROR(InvalidArgument, ptp(Array<float>(Shape{0})), "ptp: there must be an element to choose, got shape (0,)");
  EXPECT_ERROR(InvalidArgument, nanargmax(full<float>({2}, std::nanf(""))),
               "nanargmax: there must be a number to choose, got NaN only");
  EXPECT_ERROR(InvalidArgument, average(x, w),
               "average: axis must be one axis where weights have shape (2,) and x has shape (2, 3)");
  EXPECT_ERROR(InvalidArgument, average(x, w, {.axis = 1}),
               "average: weights must have shape (2, 3) or (3,), got (2,)");
  EXPECT_ERROR(InvalidArgument, trace(w), "trace: x must have at least two axes, got shape (2,)");
  EXPECT_ERROR(InvalidArgument, trace(x, {.axis1 = 1, .axis2 = -1}), "trace: axis1 and axis2 must differ, both are 1");
  EXPECT_ERROR(InvalidArgument, sum_into(small, x, {.axis = 0}), "sum_into: out must have shape (3,), got (4,)");
  EXPECT_ERROR(InvalidArgument, vector_norm(x, {.ord = std::nan("")}), "vector_norm: ord must be a number, got NaN");
}

#ifdef TUKEY_TEST_CUDA
TEST(StatisticsOf, CanBeCaptured) {
  if (default_device().is_cpu()) GTEST_SKIP() << "needs a GPU";
  const auto replay = [](const Shape& shape, const std::function<Array<float>(const Array<float>&)>& call) {
    const Stream stream;
    const StreamScope scope(stream);
    const Array<float> first = noise_array<float>(shape, 1), second = noise_array<float>(shape, 2);
    Array<float> x = first.copy();
    Array<float> y = call(x).copy();
    const Array<float> expected = call(second);
    EXPECT_EQ(replay_captured([&] { y.assign(call(x)); }, [&] { x.assign(second); }), "");
    EXPECT_TRUE(identical(y, expected));
  };
  for (const Shape& shape : {Shape{33, 65}, Shape{3, 300000}}) {
    replay(shape, [](const Array<float>& x) { return var(x, {.axis = 1}) + stddev(x) + prod(x, {1}) + ptp(x, {1}); });
    replay(shape, [](const Array<float>& x) {
      return nansum(x, {0}) + nanmean(x, {0}) + nanmax(x, {0}) + nanmin(x, {0}) + nanvar(x, {.axis = 0}) +
             nanprod(x, {0}) + nanstddev(x, {.axis = 0});
    });
    replay(shape, [](const Array<float>& x) {
      return average(x, x, {.axis = {0, 1}}) + vector_norm(x) + trace(x) + minmax(x).max +
             count_nonzero(x).astype<float>() + any(x).astype<float>() + all(x).astype<float>();
    });
  }
}
#endif

}  // namespace
}  // namespace tukey::test
