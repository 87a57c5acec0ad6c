// SPDX-License-Identifier: Apache-2.0
// Histograms and counts: NumPy's numbers exactly, also for values on edges; loops at awkward sizes; views, empty
// arrays, error messages, capture.
#include <algorithm>

#include "capture.hpp"
#include "support.hpp"

namespace tukey::test {
namespace {

const NpzReader& file() { return golden("searching"); }
template <class T> Array<T> read(const std::string& name) { return file().read<T>(name).to(default_device()); }
template <class T> void expect_golden(const Array<T>& actual, const std::string& name) {
  EXPECT_TRUE(identical(actual, read<T>(name))) << name;
}
// Rounding of sums and of estimates only.
void expect_near(const Array<double>& actual, const std::string& name, double growth = 1) {
  EXPECT_TRUE(close(actual, read<double>(name), {8, growth})) << name;
}

template <class T> void uniform_golden(const std::string& type) {
  for (const std::string bins : {"1", "37", "256"}) {
    const std::string name = "hist_" + type + "_" + bins;
    const auto h = histogram(read<T>(name + "_x"), {.bins = std::stoi(bins)});
    expect_golden(h.counts, name + "_n");
    EXPECT_TRUE(identical(h.edges, read<T>(name + "_edges").template astype<double>())) << name;
  }
  const Array<T> x = read<T>("hist_" + type + "_range_x");
  const auto h = histogram(x, {.bins = 21, .range = Interval{-0.7, 1.3}});
  expect_golden(h.counts, "hist_" + type + "_range_n");
  EXPECT_TRUE(identical(h.edges, read<T>("hist_" + type + "_range_edges").template astype<double>()));
  expect_golden(histogram(x, {.bins = {-1.5, -0.5, -0.5, 0.1, 0.1000001, 2.0, 2.0}}).counts,
                "hist_" + type + "_given_n");
}
TEST(Histogram, FloatGolden) {
  uniform_golden<float>("f32");
  uniform_golden<double>("f64");
}

template <class T> class IntegerHistogram : public testing::Test {};
using IntegerTypes = testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::int32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(IntegerHistogram, IntegerTypes);
TYPED_TEST(IntegerHistogram, Golden) {
  const std::string name = std::string("hist_") + dtype_name_v<TypeParam>;
  const auto x = read<TypeParam>(name + "_x");
  const auto h = histogram(x, {.bins = 19});
  expect_golden(h.counts, name + "_n");
  expect_golden(h.edges, name + "_edges");
  expect_golden(histogram(x, {.bins = 16, .range = Interval{-8, 120}}).counts, name + "_range_n");
}

TEST(Histogram, SpecialGolden) {
  const auto equal = histogram(full<std::int64_t>({7}, 3), {.bins = 4});
  expect_golden(equal.counts, "hist_equal_n");
  expect_golden(equal.edges, "hist_equal_edges");
  const auto none = histogram(Array<double>(Shape{0}), {.bins = 3});
  expect_golden(none.counts, "hist_empty_n");
  expect_golden(none.edges, "hist_empty_edges");
  const auto truth = histogram(Array<bool>::from({true, false, true, true}), {.bins = 4});
  expect_golden(truth.counts, "hist_bool_n");
  expect_golden(truth.edges, "hist_bool_edges");
  expect_near(histogram(read<double>("hist_f64_37_x"), {.bins = 37}).density(), "hist_density");
}

TEST(Histogram, WeightedGolden) {
  const auto x = read<double>("hist_f64_37_x"), w = read<double>("hist_w");
  expect_near(histogram(x, w, {.bins = 37}).counts, "hist_weighted", 30);
  expect_near(histogram(x, w, {.bins = {-2, -1, 0.5, 1}}).counts, "hist_weighted_given", 30);
  const auto z = read<std::complex<double>>("hist_w_complex");
  const auto h = histogram(x, z, {.bins = 37});
  EXPECT_TRUE(close(h.counts, read<std::complex<double>>("hist_weighted_complex"), {30}));
  EXPECT_TRUE(close(sum(h.density() * (h.edges(Slice{1, {}}) - h.edges(Slice{{}, -1})).astype<std::complex<double>>()),
                    Array<std::complex<double>>::from({1}, Shape{}), {30}));
  EXPECT_TRUE(
      identical(histogram(x, w.astype<float>()).counts, histogram(x, w.astype<float>().astype<double>()).counts));
}

TEST(Histogram, Rules) {
  const auto x = read<double>("rule_x");
  const auto i = read<std::int32_t>("rule_i");
  for (const std::string rule : {"auto", "fd", "doane", "scott", "stone", "rice", "sturges", "sqrt"}) {
    expect_near(histogram_bin_edges(x, {.bins = rule}), "rule_" + rule);
    expect_near(histogram_bin_edges(x, {.bins = rule, .range = Interval{1, 5}}), "rule_range_" + rule);
    expect_near(histogram_bin_edges(i, {.bins = rule}), "rule_i_" + rule);
    EXPECT_EQ(histogram(full<float>({5}, 2.f), {.bins = rule}).counts.to_vector(), std::vector<std::int64_t>{5});
  }
}

// Every bin by a search through the edges.
template <class T> std::vector<std::int64_t> counted(const std::vector<T>& x, const std::vector<double>& edges) {
  std::vector<std::int64_t> n(edges.size() - 1);
  for (const T v : x) {
    const auto d = static_cast<double>(v);
    if (!(d >= edges.front() && d <= edges.back())) continue;
    auto i = std::upper_bound(edges.begin(), edges.end(), d) - edges.begin() - 1;
    ++n[static_cast<std::size_t>(std::min(i, std::ptrdiff_t(n.size()) - 1))];
  }
  return n;
}
TEST(Histogram, SizesAndBins) {
  for (index_t n : {1, 33, 257, 4097, 100003})
    for (index_t bins : {1, 10, 255, 2500, 5000, 12500, 70000}) {
      const auto x = noise<float>(n, 3);
      const auto h = histogram(Array<float>::from(x), {.bins = bins});
      EXPECT_EQ(h.counts.to_vector(), counted(x, h.edges.to_vector())) << n << " " << bins;
      const auto i = noise<std::int16_t>(n, 4);
      const auto g = histogram(Array<std::int16_t>::from(i), {.bins = bins, .range = Interval{-50, 50}});
      EXPECT_EQ(g.counts.to_vector(), counted(i, g.edges.to_vector())) << n << " " << bins;
      auto edges = noise<double>(bins + 1, 5);
      std::sort(edges.begin(), edges.end());
      EXPECT_EQ(histogram(Array<float>::from(x), {.bins = edges}).counts.to_vector(), counted(x, edges));
    }
}
// Large offsets: the estimate of a bin is of no use, the edges decide.
TEST(Histogram, FarFromZero) {
  auto x = noise<float>(5000, 6);
  for (float& v : x) v = 1e6f + v * 40;
  const auto h = histogram(Array<float>::from(x), {.bins = 300});
  EXPECT_EQ(h.counts.to_vector(), counted(x, h.edges.to_vector()));
  std::vector<float> wide{-3e38f, 0, 3e38f, 1e38f, -1e38f};
  const auto g = histogram(Array<float>::from(wide), {.bins = 3, .range = Interval{-3.2e38, 3.2e38}});
  EXPECT_EQ(g.counts.to_vector(), (std::vector<std::int64_t>{1, 3, 1}));
  const auto equal = histogram(full<float>({100000}, 0.5f), {.bins = 256, .range = Interval{0, 1}});
  EXPECT_EQ(equal.counts(128).item(), 100000);
}
TEST(Histogram, NotANumber) {
  auto x = noise<float>(3000, 7);
  x[2999] = std::numeric_limits<float>::quiet_NaN();
  const auto h = histogram(Array<float>::from(x), {.bins = 5});
  EXPECT_EQ(h.counts.to_vector(), std::vector<std::int64_t>(5, 0));
  for (double e : h.edges.to_vector()) EXPECT_TRUE(std::isnan(e));
  x[2999] = std::numeric_limits<float>::infinity();
  EXPECT_EQ(histogram(Array<float>::from(x), {.bins = 5}).counts.to_vector(), std::vector<std::int64_t>(5, 0));
}
TEST(Histogram, Views) {
  const auto x = noise_array<float>({40, 51}, 8), w = noise_array<float>({40, 51}, 9);
  const Array<double> wide = w.astype<double>();
  for (const auto& v : {x.transpose(), x.flip(0), x(Slice{1, {}, 3}, Slice{{}, {}, -2}), x(3, ellipsis),
                        x(5).broadcast_to({7, 51}), x(Slice{}, Slice{1, {}})}) {
    EXPECT_TRUE(identical(histogram(v).counts, histogram(v.copy()).counts));
  }
  // A contiguous view that starts anywhere.
  const auto flat = x.flatten();
  for (index_t from : {1, 2, 3, 5}) {
    const auto v = flat(Slice{from, 1900 + from});
    EXPECT_TRUE(identical(histogram(v).counts, histogram(v.copy()).counts));
  }
  EXPECT_TRUE(identical(histogram(x.transpose(), wide.transpose()).counts,
                        histogram(x.transpose().copy(), wide.transpose().copy()).counts));
  EXPECT_EQ(histogram(Array<float>::from({3.f}, Shape{})).counts.to_vector()[5], 1);
}

// Sums to the last digits whatever the weights' sizes, infinities and NaN in their own bins.
TEST(Histogram, Weights) {
  for (index_t n : {1, 100, 4097, 100003})
    for (index_t bins : {1, 7, 300, 40000}) {
      const auto x = noise<double>(n, 10);
      auto w = noise<double>(n, 11);
      for (index_t i = 0; i < n; ++i) w[i] *= i % 3 ? 1e-9 : 1e4;
      const auto h =
          histogram(Array<double>::from(x), Array<double>::from(w), {.bins = bins, .range = Interval{-1, 1}});
      const auto edges = h.edges.to_vector();
      std::vector<long double> sums(static_cast<std::size_t>(bins));
      for (index_t i = 0; i < n; ++i) {
        auto k = std::upper_bound(edges.begin(), edges.end(), x[i]) - edges.begin() - 1;
        sums[static_cast<std::size_t>(std::min<index_t>(k, bins - 1))] += w[i];
      }
      EXPECT_TRUE(close(h.counts, sums, {8, std::sqrt(double(n))})) << n << " " << bins;
    }
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const auto y = bincount(Array<std::int32_t>::from({0, 1, 1, 2, 2, 3, 3, 4, 5, 5, 6}),
                          Array<double>::from({inf, -inf, 1, inf, -inf, nan, 1, 5e-324, 1e308, 1e308, -0.0}))
                     .to_vector();
  EXPECT_EQ(y[0], inf);
  EXPECT_EQ(y[1], -inf);
  EXPECT_TRUE(std::isnan(y[2]));
  EXPECT_TRUE(std::isnan(y[3]));
  EXPECT_EQ(y[5], inf);
  EXPECT_EQ(y[6], 0);
  EXPECT_EQ(bincount(Array<std::int32_t>::from({0, 1}), Array<double>::from({5e-324, 1e-323})).to_vector(),
            (std::vector<double>{5e-324, 1e-323}));
}

TEST(Histogramdd, Golden) {
  const auto s = read<double>("dd_s");
  const auto h = histogramdd(s, {.bins = {5, Bins{-1.0, -0.25, 0, 0.5, 2}, 3}, .range = {Interval{-1, 1}, {}, {}}});
  expect_golden(h.counts, "dd");
  for (int d = 0; d < 3; ++d) expect_golden(h.edges[d], "dd_edges_" + std::to_string(d));
  expect_golden(histogramdd(s, {.bins = {4}, .weights = read<double>("dd_w")}).counts, "dd_weighted");
  expect_near(histogramdd(s, {.bins = {4}}).density(), "dd_density");
  const auto x = s(Slice{}, 0).astype<float>(), y = s(Slice{}, 1).astype<float>();
  const auto p = histogram2d(x, y, {.bins = {7, 6}});
  expect_golden(p.counts, "h2");
  EXPECT_TRUE(close(p.x_edges, read<float>("h2_x").astype<double>(), {0}));
  EXPECT_TRUE(close(p.y_edges, read<float>("h2_y").astype<double>(), {0}));
  // A range that float cannot hold: bins are compared in double.
  const auto q = histogram2d(x, y, {.bins = {5}, .range = {Interval{-0.7, 0.7}, Interval{0.1, 1.1}}});
  const auto r = histogram2d(x.astype<double>(), y.astype<double>(),
                             {.bins = {5}, .range = {Interval{-0.7, 0.7}, Interval{0.1, 1.1}}});
  EXPECT_TRUE(identical(q.counts, r.counts));
  EXPECT_EQ(histogramdd(Array<float>(Shape{0, 2}), {.bins = {2}}).counts.to_vector(), std::vector<double>(4, 0.0));
}

template <class T> class Bincount : public testing::Test {};
using CountTypes = testing::Types<std::int8_t, std::uint16_t, std::int32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(Bincount, CountTypes);
TYPED_TEST(Bincount, Golden) {
  const auto x = read<std::int64_t>("count_x").astype<TypeParam>();
  expect_golden(bincount(x), "count");
  expect_golden(bincount(x, {.minlength = 77}), "count_min");
  expect_near(bincount(x, read<double>("count_w"), {.minlength = 63}), "count_weighted");
  EXPECT_TRUE(identical(bincount(x(Slice{{}, {}, -3})), bincount(x(Slice{{}, {}, -3}).copy())));
  EXPECT_EQ(bincount(Array<TypeParam>(Shape{0})).size(), 0);
  EXPECT_EQ(bincount(Array<TypeParam>(Shape{0}), {.minlength = 3}).to_vector(), std::vector<std::int64_t>(3, 0));
  EXPECT_EQ(bincount(Array<TypeParam>::from({0})).to_vector(), std::vector<std::int64_t>(1, 1));
}
TEST(Bincount, Large) {
  for (index_t most : {100, 3000, 11000, 200000}) {
    auto x = noise<double>(200003, 12);
    std::vector<std::int32_t> numbers(x.size());
    std::vector<std::int64_t> expected(static_cast<std::size_t>(most));
    for (std::size_t i = 0; i < x.size(); ++i)
      ++expected[numbers[i] = static_cast<std::int32_t>((x[i] + 1) / 2 * double(most - 1))];
    ++expected[numbers[0] = static_cast<std::int32_t>(most - 1)];
    --expected[static_cast<std::size_t>((x[0] + 1) / 2 * double(most - 1))];
    EXPECT_EQ(bincount(Array<std::int32_t>::from(numbers)).to_vector(), expected) << most;
  }
}

TEST(Histogram, Errors) {
  const auto x = noise_array<float>({10});
  EXPECT_ERROR(InvalidArgument, histogram(x, {.bins = 0}), "histogram: bins must be positive, got 0");
  EXPECT_ERROR(InvalidArgument, histogram(x, {.bins = {1.0}}), "histogram: bins must hold at least 2 edges, got 1");
  EXPECT_ERROR(InvalidArgument, histogram(x, {.bins = {1.0, 2.0, 1.5}}),
               "histogram: bins must increase monotonically, got 2 before 1.5");
  EXPECT_ERROR(InvalidArgument, histogram(x, {.range = Interval{2, 1}}),
               "histogram: range must not decrease, got [2, 1]");
  EXPECT_ERROR(InvalidArgument, histogram(x, {.range = Interval{0, std::numeric_limits<double>::infinity()}}),
               "histogram: range must be finite, got [0, inf]");
  EXPECT_ERROR(InvalidArgument, histogram(x, {.bins = 100, .range = Interval{1, 1.000001}}),
               "histogram: too many bins for the range: cannot make 100 of them between 1 and 1");
  EXPECT_ERROR(InvalidArgument, histogram(x, {.bins = "best"}),
               "histogram: unknown rule \"best\" for the number of bins");
  EXPECT_ERROR(InvalidArgument, histogram(x, x.astype<double>(), {.bins = "auto"}),
               "histogram: a rule for the number of bins does not take weights");
  EXPECT_ERROR(InvalidArgument,
               histogram(Array<double>::from({1, std::numeric_limits<double>::quiet_NaN()}), {.bins = "auto"}),
               "histogram: a rule for the number of bins needs finite values, got nan");
  EXPECT_ERROR(InvalidArgument, histogram(x, zeros<double>({9})),
               "histogram: weights must have the shape of x, (10,), got (9,)");
  EXPECT_ERROR(InvalidArgument, histogram_bin_edges(x, {.bins = -3}),
               "histogram_bin_edges: bins must be positive, got -3");
  EXPECT_ERROR(InvalidArgument, histogramdd(x),
               "histogramdd: sample must have shape (points, dimensions) with 1 to 8 dimensions, got (10,)");
  const auto s = x.reshape({5, 2});
  EXPECT_ERROR(InvalidArgument, histogramdd(s, {.bins = {1, 2, 3}}),
               "histogramdd: bins must hold one entry or 2, got 3");
  EXPECT_ERROR(InvalidArgument, histogramdd(s, {.range = {Interval{0, 1}}}),
               "histogramdd: range must hold no entry or 2, got 1");
  EXPECT_ERROR(InvalidArgument, histogramdd(s, {.weights = zeros<double>({4})}),
               "histogramdd: weights must have shape (5,), got (4,)");
  EXPECT_ERROR(InvalidArgument, histogramdd(s, {.bins = {"auto"}}),
               "histogramdd: bins must be numbers or edges, got the rule \"auto\"");
  EXPECT_ERROR(InvalidArgument, histogram2d(x, x(Slice{1, {}})),
               "histogram2d: x and y must be 1-D and of one length, got (10,) and (9,)");
  EXPECT_ERROR(InvalidArgument, bincount(Array<std::int32_t>::from({3, -1, 2})),
               "bincount: x must not be negative, got -1");
  EXPECT_ERROR(InvalidArgument, bincount(zeros<std::int32_t>({2, 2})), "bincount: x must be 1-D, got shape (2, 2)");
  EXPECT_ERROR(InvalidArgument, bincount(zeros<std::int32_t>({2}), {.minlength = -1}),
               "bincount: minlength must not be negative, got -1");
  EXPECT_ERROR(InvalidArgument, bincount(Array<std::uint64_t>::from({1ull << 63})),
               "bincount: x must be below 2^59, got 9223372036854775808");
  EXPECT_ERROR(InvalidArgument, bincount(zeros<std::int32_t>({2}), zeros<double>({3})),
               "bincount: weights must have the shape of x, (2,), got (3,)");
}

#ifdef TUKEY_TEST_CUDA
TEST(Histogram, Capture) {
  if (default_device().is_cpu()) GTEST_SKIP() << "needs a GPU";
  const Stream stream;
  const StreamScope scope(stream);
  const auto first = noise_array<float>({5000, 2}, 13), second = noise_array<float>({5000, 2}, 14);
  auto x = first.copy();
  const auto w = noise_array<double>({5000, 2}, 15);
  Array<std::int64_t> counts(Shape{40}), given(Shape{2});
  Array<double> sums(Shape{40}), boxes(Shape{6, 6});
  const auto body = [&] {
    counts.assign(histogram(x, {.bins = 40}).counts);
    given.assign(histogram(x, {.bins = {-0.5, 0.0, 0.25}}).counts);
    sums.assign(histogram(x, w, {.bins = 40, .range = Interval{-1, 1}}).counts);
    boxes.assign(histogramdd(x, {.bins = {6}}).counts);
  };
  EXPECT_EQ(replay_captured(body, [&] { x.assign(second); }), "");
  const auto replayed = counts.to_vector(), replayed_given = given.to_vector();
  const auto replayed_sums = sums.to_vector(), replayed_boxes = boxes.to_vector();
  body();
  EXPECT_EQ(replayed, counts.to_vector());
  EXPECT_EQ(replayed_given, given.to_vector());
  EXPECT_EQ(replayed_sums, sums.to_vector());
  EXPECT_EQ(replayed_boxes, boxes.to_vector());
}
#endif

}  // namespace
}  // namespace tukey::test
