// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "support.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/reference/peaks.hpp"
#include "tukey/signal/peaks.hpp"

namespace tukey {
namespace {

using signal::find_peaks;
using signal::FindPeaksOptions;
using signal::Interval;
using test::close;
using Indices = std::vector<std::int64_t>;

template <class T> Indices peaks_of(const std::vector<T>& x, const FindPeaksOptions& options = {}) {
  return find_peaks(Array<T>::from(x), options).indices.to_vector();
}

TEST(FindPeaks, SmallSignals) {
  EXPECT_EQ(peaks_of<double>({0, 1, 0}), (Indices{1}));
  EXPECT_EQ(peaks_of<double>({}), Indices{});
  EXPECT_EQ(peaks_of<double>({1}), Indices{});
  EXPECT_EQ(peaks_of<double>({1, 2}), Indices{});
  EXPECT_EQ(peaks_of<double>({2, 1, 2}), Indices{});
  EXPECT_EQ(peaks_of<float>({0, 2, 0, 1, 0, 3, 3, 1}), (Indices{1, 3, 5}));
  EXPECT_EQ(peaks_of<std::int16_t>({-5, 4, 4, 4, 4, 0, 32767, -32768}), (Indices{2, 6}));
  EXPECT_EQ(peaks_of<std::int32_t>({0, 1, 2, 3}), Indices{});
  EXPECT_EQ(peaks_of<std::int32_t>({3, 2, 1, 0}), Indices{});
  EXPECT_TRUE(find_peaks(Array<double>(Shape{0}), {.height = 0, .prominence = 1}).prominences.size() == 0);
}

TEST(FindPeaks, PlateausTouchingTheEdgesAreNoPeaks) {
  EXPECT_EQ(peaks_of<double>({2, 2, 1, 2, 2}), Indices{});
  EXPECT_EQ(peaks_of<double>({1, 2, 2, 2}), Indices{});
  EXPECT_EQ(peaks_of<double>({2, 2, 2, 1}), Indices{});
  EXPECT_EQ(peaks_of<double>({0, 2, 2, 2, 2, 0}), (Indices{2}));  // floor of 2.5
  EXPECT_EQ(peaks_of<double>({0, 1, 1, 2, 2, 1, 1, 0}), (Indices{3}));
  for (const index_t n : {31, 2047, 2048, 2049, 6000}) {
    EXPECT_EQ(peaks_of(std::vector<double>(n, 1.5)), Indices{}) << n;
    std::vector<double> step(n, 1.0);
    step[0] = 0;
    EXPECT_EQ(peaks_of(step), Indices{}) << n;
    step[n - 1] = 0;
    EXPECT_EQ(peaks_of(step), (Indices{(1 + n - 2) / 2})) << n;
    const auto p = find_peaks(Array<double>::from(step), {.plateau_size = Interval::any()});
    EXPECT_EQ(p.plateau_sizes.to_vector(), (Indices{n - 2})) << n;
    EXPECT_EQ(p.left_edges.to_vector(), (Indices{1})) << n;
    EXPECT_EQ(p.right_edges.to_vector(), (Indices{n - 2})) << n;
  }
}

TEST(FindPeaks, NaNIsNeverAPeakNorANeighbourOfOne) {
  const double nan = std::nan("");
  EXPECT_EQ(peaks_of<double>({0, 1, nan, 2, 1, 3, 0}), (Indices{5}));
  EXPECT_EQ(peaks_of<double>({0, 1, 1, nan}), Indices{});
  EXPECT_EQ(peaks_of<double>({nan, 1, 0}), Indices{});
  EXPECT_EQ(peaks_of<double>({nan, nan, nan, nan}), Indices{});
  // A walk for the prominence ends at NaN.
  const auto p = find_peaks(Array<double>::from({-9, 0, nan, -1, 5, -2, -3, nan, -9}), {.prominence = 0});
  EXPECT_EQ(p.indices.to_vector(), (Indices{4}));
  EXPECT_EQ(p.prominences.to_vector(), (std::vector<double>{6}));
  EXPECT_EQ(p.left_bases.to_vector(), (Indices{3}));
  EXPECT_EQ(p.right_bases.to_vector(), (Indices{6}));
}

TEST(FindPeaks, OnlyWhatIsAskedForIsReturned) {
  const auto x = Array<float>::from({0, 2, 1, 3, 0});
  auto p = find_peaks(x);
  EXPECT_EQ(p.indices.device(), x.device());
  EXPECT_EQ(p.peak_heights.size() + p.prominences.size() + p.widths.size() + p.plateau_sizes.size(), 0);
  p = find_peaks(x, {.height = Interval::any(), .threshold = Interval::at_most(2)});
  EXPECT_EQ(p.indices.to_vector(), (Indices{1}));
  EXPECT_EQ(p.peak_heights.to_vector(), (std::vector<float>{2}));
  EXPECT_EQ(p.left_thresholds.to_vector(), (std::vector<float>{2}));
  EXPECT_EQ(p.right_thresholds.to_vector(), (std::vector<float>{1}));
}

TEST(FindPeaks, EqualHeightsWithinDistanceTheLaterWins) {
  EXPECT_EQ(peaks_of<double>({0, 1, 0, 1, 0, 1, 0}, {.distance = 3}), (Indices{1, 5}));
  EXPECT_EQ(peaks_of<double>({0, 1, 0, 1, 0}, {.distance = 3}), (Indices{3}));
  EXPECT_EQ(peaks_of<double>({0, 1, 0, 1, 0}, {.distance = 2}), (Indices{1, 3}));
}

// Everything SciPy returns, exactly: indices are integers, and the other values come from the same operations.
TEST(FindPeaks, Golden) {
  const std::map<std::string, std::pair<const char*, FindPeaksOptions>> cases = {
      {"plain", {"noise", {}}},
      {"height", {"noise", {.height = 0.5}}},
      {"height_range", {"noise", {.height = {-0.5, 0.8}}}},
      {"threshold", {"noise", {.threshold = 0.3}}},
      {"threshold_range", {"noise", {.threshold = {0.1, 1.2}}}},
      {"distance2", {"noise", {.distance = 2}}},
      {"distance7", {"noise", {.distance = 6.3}}},
      {"distance100", {"noise", {.distance = 100}}},
      {"distance_all", {"noise", {.distance = 100000}}},
      {"prominence", {"noise", {.prominence = 0.9}}},
      {"prominence_range", {"noise", {.prominence = {0.2, 1.1}}}},
      {"prominence_wlen", {"noise", {.prominence = 0.4, .wlen = 9}}},
      {"prominence_wlen_even", {"noise", {.prominence = 0.4, .wlen = 10}}},
      {"prominence_wlen_float", {"noise", {.prominence = 0.4, .wlen = 2.5}}},
      {"width", {"noise", {.width = 1.2}}},
      {"width_rel", {"noise", {.width = {1.0, 6.0}, .rel_height = 0.8}}},
      {"all",
       {"noise",
        {.height = -0.5,
         .threshold = 0.01,
         .distance = 3,
         .prominence = 0.2,
         .width = 0.5,
         .wlen = 51,
         .plateau_size = 1}}},
      {"walk", {"walk", {.prominence = 1}}},
      {"walk_distance", {"walk", {.height = Interval::any(), .distance = 25, .prominence = 0.5}}},
      {"walk_width", {"walk", {.width = 3}}},
      {"steps",
       {"steps",
        {.height = Interval::any(), .prominence = Interval::any(), .width = 0, .plateau_size = Interval::any()}}},
      {"steps_size", {"steps", {.plateau_size = {2, 4}}}},
      {"ramp_distance", {"ramp", {.distance = 10}}},
      {"fall_distance", {"fall", {.distance = 11}}},
      {"nan", {"nan", {.prominence = Interval::any()}}},
  };
  const NpzReader& golden = test::golden("peaks");
  std::size_t checked = 0;
  for (const auto& [name, value] : cases) {
    SCOPED_TRACE(name);
    const auto x = golden.read<double>("signal_" + std::string(value.first));
    const auto p = find_peaks(x, value.second);
    const auto integers = [&](const char* key, const Array<std::int64_t>& actual) {
      const std::string entry = name + "." + key;
      if (!golden.contains(entry)) {
        EXPECT_EQ(actual.size(), 0) << key;
        return;
      }
      EXPECT_EQ(actual.to_vector(), golden.read<std::int64_t>(entry, Device::cpu()).to_vector()) << key;
      ++checked;
    };
    const auto reals = [&](const char* key, const Array<double>& actual, double k) {
      const std::string entry = name + "." + key;
      if (!golden.contains(entry)) {
        EXPECT_EQ(actual.size(), 0) << key;
        return;
      }
      EXPECT_TRUE(close(actual, golden.read<double>(entry, Device::cpu()).to_vector(), {k})) << key;
      ++checked;
    };
    integers("indices", p.indices);
    integers("left_bases", p.left_bases);
    integers("right_bases", p.right_bases);
    integers("plateau_sizes", p.plateau_sizes);
    integers("left_edges", p.left_edges);
    integers("right_edges", p.right_edges);
    reals("peak_heights", p.peak_heights, 0);
    reals("left_thresholds", p.left_thresholds, 0);
    reals("right_thresholds", p.right_thresholds, 0);
    reals("prominences", p.prominences, 0);
    reals("width_heights", p.width_heights, 1);
    reals("left_ips", p.left_ips, 2);
    reals("right_ips", p.right_ips, 2);
    reals("widths", p.widths, 1000);  // differences of indices up to 2500
  }
  EXPECT_EQ(checked, golden.names().size() - 6);  // all entries but the signals
}

template <class T> class FindPeaksTyped : public testing::Test {};
using PeakTypes = testing::Types<float, double, std::int16_t, std::int32_t>;
TYPED_TEST_SUITE(FindPeaksTyped, PeakTypes);

template <class T> std::vector<double> widened(const std::vector<T>& v) {
  return std::vector<double>(v.begin(), v.end());
}

// All properties against the plain loops in double, which see the same values.
template <class T>
void expect_as_reference(const Array<T>& x, const std::vector<T>& values, const FindPeaksOptions& o) {
  reference::PeakConditions c;
  const auto bounds = [](const Interval& i) {
    return reference::PeakBounds{i.given, i.min, i.max, !std::isinf(i.min), !std::isinf(i.max)};
  };
  c.plateau_size = bounds(o.plateau_size), c.height = bounds(o.height), c.threshold = bounds(o.threshold);
  c.prominence = bounds(o.prominence), c.width = bounds(o.width);
  c.distance = static_cast<index_t>(std::ceil(o.distance.value_or(0)));
  c.wlen = static_cast<index_t>(std::ceil(o.wlen.value_or(0)));
  c.rel_height = o.rel_height;
  const std::vector<double> wide = widened(values);
  const auto e = reference::find_peaks<double>(
      detail::make_view<const double>(wide.data(), {static_cast<index_t>(wide.size())}, {1}), c);
  const auto p = find_peaks(x, o);
  ASSERT_EQ(p.indices.to_vector(), e.indices);
  EXPECT_EQ(p.left_bases.to_vector(), e.left_bases);
  EXPECT_EQ(p.right_bases.to_vector(), e.right_bases);
  EXPECT_EQ(p.plateau_sizes.to_vector(), e.plateau_sizes);
  EXPECT_EQ(p.left_edges.to_vector(), e.left_edges);
  EXPECT_EQ(p.right_edges.to_vector(), e.right_edges);
  EXPECT_TRUE(close(p.peak_heights.to_vector(), e.heights, {0}));
  EXPECT_TRUE(close(p.left_thresholds.to_vector(), e.left_thresholds, {1}));
  EXPECT_TRUE(close(p.right_thresholds.to_vector(), e.right_thresholds, {1}));
  EXPECT_TRUE(close(p.prominences.to_vector(), e.prominences, {1}));
  EXPECT_TRUE(close(p.width_heights.to_vector(), e.width_heights, {1}));
  EXPECT_TRUE(close(p.left_ips.to_vector(), e.left_ips, {2}));
  EXPECT_TRUE(close(p.right_ips.to_vector(), e.right_ips, {2}));
}

TYPED_TEST(FindPeaksTyped, MatchesReferenceAtAllSizes) {
  using T = TypeParam;
  const FindPeaksOptions everything{
      .height = Interval::any(), .threshold = 0, .prominence = 0, .width = 0, .plateau_size = 1};
  for (const index_t n : {3, 16, 17, 31, 32, 33, 257, 1023, 1025, 2047, 2048, 2049, 4099, 20011}) {
    SCOPED_TRACE(n);
    auto values = test::noise<T>(n, static_cast<unsigned>(n));
    if constexpr (std::is_floating_point_v<T>)  // coarse steps: many plateaus and equal heights
      for (index_t i = 0; i < n; ++i) values[i] = std::floor(values[i] * (i < n / 2 ? 3 : 300));
    const auto x = Array<T>::from(values);
    expect_as_reference(x, values, everything);
    expect_as_reference(x, values, {.distance = 2});
    expect_as_reference(x, values, {.distance = 40});
    expect_as_reference(x, values, {.distance = double(n)});
    expect_as_reference(x, values, {.distance = 5, .prominence = 2, .width = {0.5, 20}, .wlen = 40, .rel_height = 0.7});
    expect_as_reference(x.flip(0), std::vector<T>(values.rbegin(), values.rend()), everything);
  }
}

TYPED_TEST(FindPeaksTyped, StridedViews) {
  using T = TypeParam;
  const index_t n = 3000;
  const auto values = test::noise<T>(3 * n, 4);
  std::vector<T> column(n);
  for (index_t i = 0; i < n; ++i) column[i] = values[3 * i + 1];
  const auto x = Array<T>::from(values, {n, 3}).select(1, 1);
  expect_as_reference(x, column, {.height = 0, .distance = 6, .prominence = 0, .width = 1});
  const auto repeated = Array<T>::from({T(7)}).broadcast_to({n});
  EXPECT_EQ(find_peaks(repeated).indices.size(), 0);
}

TEST(FindPeaks, LongChainsOfDistance) {
  // Ever higher peaks: each decision waits for the one before. Ever lower ones; a mountain; equal ones.
  const index_t n = 60001;
  std::vector<double> up(n), down(n), mountain(n), equal(n);
  for (index_t i = 0; i < n; ++i) {
    const double saw = double(i % 2) * 4;
    up[i] = saw + 1e-4 * double(i);
    down[i] = saw - 1e-4 * double(i);
    mountain[i] = saw - 1e-4 * std::abs(double(i) - 20000);
    equal[i] = saw;
  }
  for (const auto* x : {&up, &down, &mountain, &equal})
    for (const double distance : {1.0, 2.0, 3.0, 50.0, 5000.0, 1e18})
      expect_as_reference(Array<double>::from(*x), *x, {.distance = distance});
}

TEST(FindPeaks, ProminencesOfLongWalks) {
  // Nested mountains: every walk crosses half the signal.
  const index_t n = 12000;
  std::vector<double> x(n);
  for (index_t i = 0; i < n; ++i) x[i] = double(i % 2) - 1e-3 * std::abs(double(i) - n / 2);
  expect_as_reference(Array<double>::from(x), x, {.prominence = 0, .width = 0});
  expect_as_reference(Array<double>::from(x), x, {.prominence = 0, .width = 0, .wlen = 999, .rel_height = 1});
  x[n / 3] = std::nan("");
  expect_as_reference(Array<double>::from(x), x, {.prominence = 0});
}

TEST(FindPeaks, Errors) {
  const auto x = Array<double>::from({0, 1, 0});
  EXPECT_ERROR(InvalidArgument, find_peaks(x.reshape({1, 3})), "find_peaks: x must have rank 1, got shape (1, 3)");
  EXPECT_ERROR(InvalidArgument, find_peaks(x, {.distance = 0.5}), "find_peaks: distance must be at least 1, got 0.5");
  EXPECT_ERROR(InvalidArgument, find_peaks(x, {.wlen = 1}), "find_peaks: wlen must be above 1, got 1");
  EXPECT_ERROR(InvalidArgument, find_peaks(x, {.rel_height = -1}),
               "find_peaks: rel_height must not be negative, got -1");
  EXPECT_ERROR(InvalidArgument, find_peaks(x, {.height = std::nan("")}), "find_peaks: height must not be NaN");
}

}  // namespace
}  // namespace tukey
