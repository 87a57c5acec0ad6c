// SPDX-License-Identifier: Apache-2.0
// Searches, interpolation and sets: NumPy's results, loops at awkward sizes, views, empty arrays, error messages,
// capture.
#include <algorithm>
#include <memory>
#include <numeric>

#include "capture.hpp"
#include "support.hpp"

namespace tukey::test {
namespace {

using C = std::complex<double>;
using CF = std::complex<float>;

template <class T> Array<T> read(const std::string& name) {
  return golden("searching").read<T>(name).to(default_device());
}
template <class T> void expect_golden(const Array<T>& actual, const std::string& name) {
  EXPECT_TRUE(identical(actual, read<T>(name))) << name;
}
// The same numbers; any NaN equals any other.
template <class T> void expect_equal(const Array<T>& actual, const Array<T>& expected, const std::string& name = "") {
  ASSERT_EQ(actual.shape(), expected.shape()) << name;
  EXPECT_TRUE(close(actual, expected, {0})) << name;
}

TEST(Searchsorted, Golden) {
  const auto a = read<double>("search_a"), v = read<double>("search_v");
  expect_golden(searchsorted(a, v), "search_left");
  expect_golden(searchsorted(a, v, {.right = true}), "search_right");
  const auto shuffled = read<double>("search_shuffled");
  const auto sorter = read<std::int64_t>("search_sorter");
  expect_golden(searchsorted(shuffled, v, {.sorter = sorter}), "search_left");
  expect_golden(searchsorted(shuffled, v, {.right = true, .sorter = sorter}), "search_right");
  expect_golden(searchsorted(a.astype<float>(), v.astype<float>()), "search_left");
  const auto z = read<C>("search_z"), w = read<C>("search_z_v");
  expect_golden(searchsorted(z, w), "search_z_left");
  expect_golden(searchsorted(z, w, {.right = true}), "search_z_right");
  expect_golden(searchsorted(z.astype<CF>(), w.astype<CF>()), "search_z_left");
}

template <class T> class Searched : public testing::Test {};
using SearchedTypes = testing::Types<bool, std::int8_t, std::int64_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(Searched, SearchedTypes);
TYPED_TEST(Searched, Sizes) {
  using T = TypeParam;
  for (index_t n : {0, 1, 2, 31, 33, 1000, 20000})
    for (index_t m : {1, 257, 5000}) {
      std::vector<T> a, v;
      for (double x : noise<double>(n, 1)) a.push_back(static_cast<T>(x * 100));
      for (double x : noise<double>(m, 2)) v.push_back(static_cast<T>(x * 120));
      v[0] = std::numeric_limits<T>::max(), v[static_cast<std::size_t>(m / 2)] = std::numeric_limits<T>::lowest();
      std::sort(a.begin(), a.end());
      std::vector<std::int64_t> left, right;
      for (const T x : v) {
        left.push_back(std::lower_bound(a.begin(), a.end(), x) - a.begin());
        right.push_back(std::upper_bound(a.begin(), a.end(), x) - a.begin());
      }
      const std::unique_ptr<T[]> keys(new T[a.size() + 1]), values(new T[v.size()]);
      std::copy(a.begin(), a.end(), keys.get());
      std::copy(v.begin(), v.end(), values.get());
      const auto k = Array<T>::from(keys.get(), Shape{n}), x = Array<T>::from(values.get(), Shape{m});
      EXPECT_EQ(searchsorted(k, x).to_vector(), left) << n << " " << m;
      EXPECT_EQ(searchsorted(k, x, {.right = true}).to_vector(), right) << n << " " << m;
    }
}

TEST(Searchsorted, Views) {
  const auto a = arange<std::int32_t>(0, 200, 2), v = noise_array<std::int32_t>({12, 10}, 3);
  const auto expected = searchsorted(a, v);
  EXPECT_TRUE(identical(searchsorted(a, v.transpose()), expected.transpose().copy()));
  EXPECT_TRUE(identical(searchsorted(arange<std::int32_t>(200)(Slice{{}, {}, 2}), v.flip(1)), expected.flip(1).copy()));
  EXPECT_EQ(searchsorted(a, Array<std::int32_t>::from({7}, Shape{})).shape(), Shape{});
  EXPECT_EQ(searchsorted(a, Array<std::int32_t>(Shape{3, 0})).shape(), (Shape{3, 0}));
  // Indices beyond the array do no harm.
  searchsorted(a, v, {.sorter = full<std::int64_t>({100}, 1000)}).to_vector();
}

TEST(Digitize, Golden) {
  const auto x = read<double>("digitize_x");
  for (const std::string name : {"up", "down", "one", "same"})
    for (bool right : {false, true}) {
      const auto bins = golden("searching").read<double>("digitize_bins_" + name);
      const std::string expected = "digitize_" + name + "_" + (right ? "1" : "0");
      expect_golden(digitize(x, bins.to_vector(), {right}), expected);
      expect_golden(digitize(x, bins.to(default_device()), {right}), expected);
      expect_golden(digitize(x.astype<float>(), bins.to_vector(), {right}), expected);
    }
  expect_golden(digitize(read<std::int8_t>("digitize_i8"), {-128.0, -1.5, 0.0, 4.0, 126.5, 500.0}), "digitize_i8_out");
  EXPECT_EQ(digitize(Array<float>::from({1, 2}), std::vector<double>{}).to_vector(), (std::vector<std::int64_t>{0, 0}));
  const std::int64_t big = (std::int64_t(1) << 60) + 1;
  EXPECT_EQ(digitize(Array<std::int64_t>::from({big - 1, big}), Array<std::int64_t>::from({0, big})).to_vector(),
            (std::vector<std::int64_t>{1, 2}));
}

TEST(Interp, Golden) {
  const auto x = read<double>("interp_x"), xp = read<double>("interp_xp"), fp = read<double>("interp_fp");
  const auto finite = read<double>("interp_finite");
  const auto zp = read<C>("interp_zp");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expect_equal(interp(x, xp, fp), read<double>("interp"), "interp");
  expect_equal(interp(x, xp, zp), read<C>("interp_z"), "interp_z");
  expect_equal(interp(x, xp, fp, {.left = -7, .right = nan}), read<double>("interp_ends"), "interp_ends");
  // NumPy gives fp[0] for NaN where there is one point.
  const auto numbers = x(Slice{0, 501});
  expect_equal(interp(numbers, xp(Slice{0, 1}), fp(Slice{0, 1}), {.left = 1, .right = 2}),
               read<double>("interp_one")(Slice{0, 501}));
  expect_equal(interp(x, xp(Slice{0, 2}), fp(Slice{0, 2})), read<double>("interp_two"));
  expect_equal(interp(x, xp, finite, {.period = 2.75}), read<double>("interp_period"), "interp_period");
  expect_equal(interp(x, xp.flip(0), zp.flip(0), {.period = -5}), read<C>("interp_period_z"), "interp_period_z");
  const auto x32 = read<float>("interp_x32"), xp32 = read<float>("interp_xp32"), fp32 = read<float>("interp_fp32");
  expect_equal(interp(x32, xp32, fp32), read<double>("interp_32").astype<float>(), "interp_32");
  expect_equal(interp(x32, xp32, fp32, {.period = 1.1}), read<double>("interp_period_32").astype<float>());
  EXPECT_TRUE(close(interp(x32, xp32, (fp32 * 0.5f).astype<CF>()).real(), interp(x32, xp32, fp32 * 0.5f), {1}));
}

// All kinds by a plain search, points spread evenly, in clusters and over many decades.
template <class T> class Interpolated : public testing::Test {};
TYPED_TEST_SUITE(Interpolated, RealTypes);
TYPED_TEST(Interpolated, Sizes) {
  using T = TypeParam;
  for (index_t n : {1, 2, 3, 32, 1000, 3001, 9000})
    for (int spread = 0; spread < 3; ++spread)
      for (index_t m : {1, 33, 4099}) {
        std::vector<T> xp, x = noise<T>(m, 4);
        for (double v : noise<double>(n, 5))
          xp.push_back(static_cast<T>(spread == 0 ? v : spread == 1 ? v * v * v * v * v : std::exp(20 * v)));
        std::sort(xp.begin(), xp.end());
        for (index_t i = 0; i < m; i += 3) x[i] = xp[static_cast<std::size_t>(i % n)];
        const auto fp = noise<T>(n, 6);
        for (auto kind : {InterpKind::linear, InterpKind::nearest, InterpKind::previous, InterpKind::next}) {
          std::vector<T> expected;
          for (const T v : x) {
            const auto k = static_cast<std::size_t>(std::upper_bound(xp.begin(), xp.end(), v) - xp.begin());
            if (k == 0)
              expected.push_back(fp[0]);
            else if (k == xp.size() || xp[k - 1] == v)
              expected.push_back(fp[k - 1]);
            else if (kind == InterpKind::linear)
              expected.push_back(static_cast<T>(double(fp[k - 1]) + (double(fp[k]) - double(fp[k - 1])) /
                                                                        (double(xp[k]) - double(xp[k - 1])) *
                                                                        (double(v) - double(xp[k - 1]))));
            else if (kind == InterpKind::nearest)
              expected.push_back(v - xp[k - 1] <= xp[k] - v ? fp[k - 1] : fp[k]);
            else
              expected.push_back(kind == InterpKind::next ? fp[k] : fp[k - 1]);
          }
          const auto y = interp(Array<T>::from(x), Array<T>::from(xp), Array<T>::from(fp), {.kind = kind});
          EXPECT_TRUE(close(y, expected, {0})) << n << " " << spread << " " << m << " " << int(kind);
        }
      }
}
TEST(Interp, Views) {
  const auto x = noise_array<float>({30, 21}, 7), xp = linspace<float>(-1, 1, 400), fp = noise_array<float>({400}, 8);
  const auto y = interp(x, xp, fp);
  EXPECT_TRUE(identical(interp(x.transpose(), xp, fp), y.transpose().copy()));
  EXPECT_TRUE(identical(interp(x(Slice{{}, {}, -2}), xp, fp), y(Slice{{}, {}, -2}).copy()));
  EXPECT_TRUE(identical(interp(x.flatten()(Slice{1, {}}), xp, fp), y.flatten()(Slice{1, {}}).copy()));
  EXPECT_TRUE(identical(interp(x, xp, fp.flip(0)), interp(x, xp, fp.flip(0).copy())));
  EXPECT_EQ(interp(Array<float>::from({0.5f}, Shape{}), xp, fp).shape(), Shape{});
  EXPECT_EQ(interp(Array<float>(Shape{0, 4}), xp, fp).shape(), (Shape{0, 4}));
}

TEST(Unique, Golden) {
  const auto x = read<double>("unique_x");
  for (bool equal : {false, true}) {
    const std::string end = equal ? "_1" : "_0";
    const auto u = unique_all(x, {equal});
    expect_equal(u.values, read<double>("unique_values" + end));
    expect_golden(u.indices, "unique_indices" + end);
    expect_golden(u.inverse, "unique_inverse" + end);
    expect_golden(u.counts, "unique_counts" + end);
    expect_equal(unique(x, {equal}), u.values);
    EXPECT_TRUE(identical(unique_counts(x, {equal}).counts, u.counts));
    EXPECT_TRUE(identical(unique_inverse(x, {equal}).inverse, u.inverse));
  }
  expect_equal(unique(x), read<double>("unique_values_1"));
  expect_equal(unique_values(x), read<double>("unique_values_0"));
  expect_equal(unique(x.transpose()), unique(x));
  const auto z = read<C>("unique_z");
  const auto u = unique_all(z, {true});
  expect_golden(u.indices, "unique_z_indices");
  expect_golden(u.inverse, "unique_z_inverse");
  expect_golden(u.counts, "unique_z_counts");
}

TEST(Unique, SlicesGolden) {
  const auto x = read<double>("slices_x");
  for (int axis : {0, 1, 2}) {
    const auto u = unique_all(x, {.axis = axis});
    const std::string end = "_" + std::to_string(axis);
    expect_equal(u.values, read<double>("slices_values" + end));
    expect_golden(u.indices, "slices_indices" + end);
    expect_golden(u.inverse, "slices_inverse" + end);
    expect_golden(u.counts, "slices_counts" + end);
    expect_equal(unique(x, {.axis = axis - 3}), u.values);
    const auto view = x.permute({2, 0, 1}).flip(1);
    expect_equal(unique(view, {.axis = axis}), unique(view.copy(), {.axis = axis}));
  }
  // Rows of complex numbers, of one element, and none.
  const auto z = Array<C>::from({C(1, 2), C(1, 1), C(1, 2), C(0, 3)}, Shape{4, 1});
  const auto u = unique_all(z, {.axis = 0});
  EXPECT_EQ(u.values.to_vector(), (std::vector<C>{C(0, 3), C(1, 1), C(1, 2)}));
  EXPECT_EQ(u.indices.to_vector(), (std::vector<std::int64_t>{3, 1, 0}));
  EXPECT_EQ(u.inverse.to_vector(), (std::vector<std::int64_t>{2, 1, 2, 0}));
  EXPECT_EQ(unique_counts(z, {.axis = 0}).counts.to_vector(), (std::vector<std::int64_t>{1, 1, 2}));
  EXPECT_EQ(unique(zeros<float>({3, 0}), {.axis = 0}).shape(), (Shape{1, 0}));
  const auto none = unique_all(zeros<float>({0, 3}), {.axis = 0});
  EXPECT_EQ(none.values.shape(), (Shape{0, 3}));
  EXPECT_EQ(none.inverse.size() + none.counts.size() + none.indices.size(), 0);
  EXPECT_EQ(unique(zeros<bool>({2, 6}), {.axis = 1}).shape(), (Shape{2, 1}));
}

template <class T> class Distinct : public testing::Test {};
using DistinctTypes = testing::Types<bool, std::uint8_t, std::int16_t, std::int32_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(Distinct, DistinctTypes);
TYPED_TEST(Distinct, Sizes) {
  using T = TypeParam;
  for (index_t n : {0, 1, 2, 255, 256, 257, 4095, 4097, 70001})
    for (double range : {0.0, 3.0, 120.0, 1e5}) {
      std::vector<T> x;
      for (double v : noise<double>(n, 9)) x.push_back(static_cast<T>(static_cast<std::int64_t>((v + 1) * range)));
      const std::unique_ptr<T[]> values(new T[x.size() + 1]);
      std::copy(x.begin(), x.end(), values.get());
      const auto u = unique_all(Array<T>::from(values.get(), Shape{n}));
      std::vector<std::int64_t> order(x.size());
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(), [&](auto i, auto k) { return x[i] < x[k]; });
      std::vector<T> expected;
      std::vector<std::int64_t> indices, counts, inverse(x.size());
      for (auto i : order) {
        if (expected.empty() || expected.back() != x[i])
          expected.push_back(x[i]), indices.push_back(i), counts.push_back(0);
        ++counts.back();
        inverse[i] = static_cast<std::int64_t>(expected.size()) - 1;
      }
      EXPECT_EQ(u.values.to_vector(), expected) << n << " " << range;
      EXPECT_EQ(u.indices.to_vector(), indices) << n << " " << range;
      EXPECT_EQ(u.counts.to_vector(), counts) << n << " " << range;
      EXPECT_EQ(u.inverse.to_vector(), inverse) << n << " " << range;
    }
}

TEST(Sets, Golden) {
  const auto a = read<double>("set_a"), b = read<double>("set_b"), p = read<double>("set_p"), q = read<double>("set_q");
  expect_equal(union1d(a, b), read<double>("union"));
  expect_equal(intersect1d(a, b), read<double>("intersect"));
  expect_equal(setdiff1d(a, b), read<double>("setdiff"));
  expect_equal(setxor1d(a, b), read<double>("setxor"));
  const auto i = intersect1d_indices(a, b);
  expect_equal(i.values, read<double>("intersect"));
  expect_golden(i.a_indices, "intersect_a");
  expect_golden(i.b_indices, "intersect_b");
  expect_equal(setdiff1d(p, q, {true}), read<double>("setdiff_unique"));
  expect_equal(intersect1d(p, q, {true}), read<double>("intersect_unique"));
  const auto k = intersect1d_indices(p, q, {true});
  expect_equal(k.values, read<double>("intersect_unique"));
  expect_golden(k.a_indices, "intersect_unique_p");
  expect_golden(k.b_indices, "intersect_unique_q");
  EXPECT_TRUE(identical(isin(a, b), read<bool>("isin")));
  EXPECT_TRUE(identical(isin(a, b, {false, true}), read<bool>("isin") == Array<bool>::from({false}, Shape{})));
  EXPECT_TRUE(
      identical(isin(a.reshape({8, 19}).transpose(), b), read<bool>("isin").reshape({8, 19}).transpose().copy()));
}
// Keys close together, far apart, at the ends of the type.
TEST(Sets, IsinOfIntegers) {
  using L = std::numeric_limits<std::int64_t>;
  for (const std::vector<std::int64_t>& keys :
       {std::vector<std::int64_t>{3, -2, 7}, {L::min(), 0, L::max()}, {L::max(), L::max() - 2}, {L::min() + 1}}) {
    const auto x = Array<std::int64_t>::from({L::min(), L::min() + 1, -3, -2, 0, 3, 7, 8, L::max() - 2, L::max()});
    std::vector<bool> expected;
    for (auto v : x.to_vector()) expected.push_back(std::find(keys.begin(), keys.end(), v) != keys.end());
    EXPECT_EQ(isin(x, Array<std::int64_t>::from(keys)).to_vector(), expected);
  }
  EXPECT_EQ(isin(Array<std::int8_t>::from({-128, -1, 0, 127}), Array<std::int8_t>::from({127, -128})).to_vector(),
            (std::vector<bool>{true, false, false, true}));
}
TEST(Sets, Empty) {
  const Array<std::int32_t> none(Shape{0});
  const auto some = Array<std::int32_t>::from({3, 1, 3});
  EXPECT_EQ(union1d(none, some).to_vector(), (std::vector<std::int32_t>{1, 3}));
  EXPECT_EQ(intersect1d(none, some).size(), 0);
  EXPECT_EQ(setdiff1d(some, none).to_vector(), (std::vector<std::int32_t>{1, 3}));
  EXPECT_EQ(setdiff1d(none, some).size(), 0);
  EXPECT_EQ(setxor1d(some, none).to_vector(), (std::vector<std::int32_t>{1, 3}));
  EXPECT_EQ(intersect1d_indices(none, some).b_indices.size(), 0);
  EXPECT_EQ(isin(some, none).to_vector(), (std::vector<bool>{false, false, false}));
  EXPECT_EQ(isin(none, some).size(), 0);
  const auto u = unique_all(Array<std::int32_t>(Shape{2, 0}));
  EXPECT_EQ(u.inverse.shape(), (Shape{2, 0}));
}

TEST(Searching, Errors) {
  const auto x = zeros<double>({4}), m = zeros<double>({2, 2}), y = zeros<double>({3});
  EXPECT_ERROR(InvalidArgument, searchsorted(m, x), "searchsorted: a must be 1-D, got shape (2, 2)");
  EXPECT_ERROR(InvalidArgument, searchsorted(x, x, {.sorter = zeros<std::int64_t>({3})}),
               "searchsorted: sorter must have the shape of a, (4,), got (3,)");
  EXPECT_ERROR(InvalidArgument, digitize(x, {1.0, 3.0, 2.0}), "digitize: bins must increase or decrease monotonically");
  EXPECT_ERROR(InvalidArgument, digitize(x, Array<double>::from({3, 1, 2})),
               "digitize: bins must increase or decrease monotonically");
  EXPECT_ERROR(InvalidArgument, digitize(x, m), "digitize: bins must be 1-D, got shape (2, 2)");
  EXPECT_ERROR(InvalidArgument, interp(x, m, m), "interp: xp must be 1-D, got shape (2, 2)");
  EXPECT_ERROR(InvalidArgument, interp(x, x, y), "interp: fp must have the shape of xp, (4,), got (3,)");
  EXPECT_ERROR(InvalidArgument, interp(x, zeros<double>({0}), zeros<double>({0})),
               "interp: there must be a point, got none");
  EXPECT_ERROR(InvalidArgument, unique(m, {.axis = 2}), "unique: axis must be in [-2, 2), got 2");
  EXPECT_ERROR(InvalidArgument, interp(x, x, x, {.period = 0}), "interp: period must be finite and not 0, got 0");
}

#ifdef TUKEY_TEST_CUDA
TEST(Searching, Capture) {
  if (default_device().is_cpu()) GTEST_SKIP() << "needs a GPU";
  const Stream stream;
  const StreamScope scope(stream);
  const auto first = noise_array<float>({3000}, 10), second = noise_array<float>({3000}, 11);
  const auto xp = linspace<float>(-1, 1, 50), fp = noise_array<float>({50}, 12);
  auto x = first.copy();
  Array<std::int64_t> found(x.shape()), bin(x.shape());
  Array<float> y(x.shape()), z(x.shape());
  Array<bool> member(x.shape());
  const auto body = [&] {
    found.assign(searchsorted(xp, x));
    bin.assign(digitize(x, {0.5, 0.0, -0.25}));
    y.assign(interp(x, xp, fp));
    z.assign(interp(x, xp, fp, {.period = 0.7}));
    member.assign(isin(x, second(Slice{0, 100})));
  };
  EXPECT_EQ(replay_captured(body, [&] { x.assign(second); }), "");
  const auto a = found.to_vector(), b = bin.to_vector();
  const auto c = y.to_vector(), d = z.to_vector();
  const auto e = member.to_vector();
  body();
  EXPECT_EQ(a, found.to_vector());
  EXPECT_EQ(b, bin.to_vector());
  EXPECT_EQ(c, y.to_vector());
  EXPECT_EQ(d, z.to_vector());
  EXPECT_EQ(e, member.to_vector());
}
#endif

}  // namespace
}  // namespace tukey::test
