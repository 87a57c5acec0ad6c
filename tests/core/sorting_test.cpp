// SPDX-License-Identifier: Apache-2.0
// Sorting: every dtype, axis and view against std::stable_sort on the host, NumPy's order of NaN and zeros, stability,
// sizes around warps, blocks and tiles, error messages.
#include <algorithm>
#include <functional>
#include <numeric>

#include "capture.hpp"
#include "support.hpp"

namespace tukey::test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

// NumPy's order, written without keys.
template <class T> bool before(const T& a, const T& b) {
  if constexpr (is_complex_v<T>) {
    const bool ar = std::isnan(a.real()), ai = std::isnan(a.imag()), br = std::isnan(b.real()),
               bi = std::isnan(b.imag());
    const int ac = 2 * ar + ai, bc = 2 * br + bi;
    if (ac != bc) return ac < bc;
    if (ac == 0) return a.real() < b.real() || (a.real() == b.real() && a.imag() < b.imag());
    return ac == 1 ? a.real() < b.real() : ac == 2 && a.imag() < b.imag();
  } else if constexpr (std::is_floating_point_v<T>) {
    return a < b || (std::isnan(b) && !std::isnan(a));
  } else {
    return a < b;
  }
}

template <class T> std::vector<T> host_values(const Array<T>& x) {
  const Array<T> h = x.copy().to(Device::cpu());
  return std::vector<T>(h.data(), h.data() + h.size());
}
// The order of each row along the last axis of a host copy.
template <class T> std::vector<std::int64_t> expected_order(const std::vector<T>& x, index_t n, bool descending) {
  std::vector<std::int64_t> order(x.size());
  for (std::size_t row = 0; row < x.size(); row += static_cast<std::size_t>(n)) {
    const auto first = order.begin() + static_cast<std::ptrdiff_t>(row);
    std::iota(first, first + n, 0);
    std::stable_sort(first, first + n, [&](std::int64_t a, std::int64_t b) {
      const T u = x[row + a], v = x[row + b];
      return descending ? before(v, u) : before(u, v);
    });
  }
  return order;
}
// Bit for bit, but any NaN for a NaN.
template <class T> bool same_value(T a, T b) {
  if constexpr (is_complex_v<T>)
    return same_value(a.real(), b.real()) && same_value(a.imag(), b.imag());
  else if constexpr (std::is_floating_point_v<T>)
    return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
  else
    return a == b;
}
template <class T> testing::AssertionResult same_values(const std::vector<T>& a, const std::vector<T>& b) {
  if (a.size() != b.size()) return testing::AssertionFailure() << a.size() << " elements, expected " << b.size();
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!same_value<T>(a[i], b[i]))
      return testing::AssertionFailure() << "element " << i << ": " << a[i] << ", expected " << b[i];
  return testing::AssertionSuccess();
}

template <class T> void check_sort(const Array<T>& x, std::optional<int> axis, const std::string& what) {
  const Array<T> rows = axis ? x.moveaxis(*axis, -1) : x.flatten();
  const std::vector<T> values = host_values(rows);
  const index_t n = rows.shape(-1);
  for (bool descending : {false, true}) {
    SCOPED_TRACE(what + (descending ? " descending" : ""));
    const auto order = expected_order(values, n, descending);
    std::vector<T> sorted(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) sorted[i] = values[i / n * n + order[i]];
    const SortOptions options{axis, descending};
    const Array<T> y = sort(x, options);
    const Array<std::int64_t> i = argsort(x, options);
    EXPECT_EQ(y.shape(), axis ? x.shape() : rows.shape());
    EXPECT_EQ(i.shape(), y.shape());
    EXPECT_TRUE(y.is_contiguous());
    EXPECT_TRUE(same_values(host_values(axis ? y.moveaxis(*axis, -1) : y), sorted));
    EXPECT_TRUE(same_values(host_values(axis ? i.moveaxis(*axis, -1) : i), order));
  }
}

// Many equal elements and, for floats, everything special.
template <class T> Array<T> values(const Shape& shape, unsigned seed, bool special = true) {
  if constexpr (std::is_same_v<T, bool>) {
    return noise_array<float>(shape, seed) > 0.3f;
  } else {
    std::vector<T> v = noise<T>(shape.size(), seed);
    if constexpr (is_floating_v<T>) {
      using R = real_t<T>;
      const R list[] = {R(0),
                        R(-0.0),
                        R(inf),
                        R(-inf),
                        R(nan),
                        -R(nan),
                        R(1),
                        R(-1),
                        std::numeric_limits<R>::max(),
                        std::numeric_limits<R>::denorm_min(),
                        -std::numeric_limits<R>::denorm_min()};
      if (special)
        for (std::size_t i = 0; i < v.size(); ++i) {
          const unsigned k = static_cast<unsigned>((i * 2654435761u + seed * 97) >> 7);
          if (k % 3 == 0) continue;
          if constexpr (is_complex_v<T>)
            v[i] = T(list[k % 11], list[k / 11 % 11]);
          else
            v[i] = list[k % 11];
        }
    } else {
      for (std::size_t i = 0; i < v.size(); i += 7)
        v[i] = i % 2 ? std::numeric_limits<T>::max() : std::numeric_limits<T>::min();
    }
    return Array<T>::from(v, shape);
  }
}

template <class T> class Sorted : public testing::Test {};
using SortedTypes =
    testing::Types<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                   std::uint32_t, std::uint64_t, float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Sorted, SortedTypes);

TYPED_TEST(Sorted, EveryAxisOfManyShapes) {
  using T = TypeParam;
  for (const Shape& shape :
       {Shape{1}, Shape{2}, Shape{31}, Shape{33}, Shape{1025}, Shape{3, 5}, Shape{1, 7}, Shape{7, 1}, Shape{33, 31},
        Shape{4, 5, 6}, Shape{2, 255}, Shape{130, 16}, Shape{9, 1023}}) {
    const Array<T> x = values<T>(shape, 1);
    check_sort<T>(x, {}, shape.str());
    for (int axis = -1; axis < shape.rank() - 1; ++axis)
      check_sort<T>(x, axis, shape.str() + " axis " + std::to_string(axis));
  }
}

TYPED_TEST(Sorted, LongRows) {
  using T = TypeParam;
  check_sort<T>(values<T>({3, 4097}, 1), -1, "3 x 4097");
  check_sort<T>(values<T>({2, 20000}, 2), -1, "2 x 20000");
  check_sort<T>(values<T>({70001}, 3), -1, "70001");
}

TYPED_TEST(Sorted, ViewsActAsCopies) {
  using T = TypeParam;
  const Array<T> big = values<T>({12, 10, 36}, 2);
  const Array<T> views[] = {big(Slice{{}, {}, 2}, Slice{3, {}}, Slice{{}, {}, 3}),
                            big(Slice{{}, {}, -1}, ellipsis, Slice{{}, {}, -1}), big.permute({2, 0, 1}),
                            values<T>({10, 1}, 3).broadcast_to({4, 10, 9}), big(ellipsis, 5)};
  int i = 0;
  for (const Array<T>& x : views) {
    check_sort<T>(x, {}, "view " + std::to_string(i));
    for (int axis = 0; axis < x.rank(); ++axis)
      check_sort<T>(x, axis, "view " + std::to_string(i) + " axis " + std::to_string(axis));
    ++i;
  }
}

TYPED_TEST(Sorted, IntoAnArray) {
  using T = TypeParam;
  const Array<T> x = values<T>({9, 40}, 4);
  for (int axis : {0, 1}) {
    Array<T> y = x.copy();
    sort_into(y, y, {axis});
    EXPECT_TRUE(same_values(host_values(y), host_values(sort(x, {axis})))) << axis;
    Array<T> z(Shape{40, 9});
    Array<T> view = z.transpose();
    sort_into(view, x, {axis, true});
    EXPECT_TRUE(same_values(host_values(view), host_values(sort(x, {axis, true})))) << axis;
  }
  Array<T> flat(Shape{360});
  sort_into(flat, x, {std::nullopt});
  EXPECT_TRUE(same_values(host_values(flat), host_values(sort(x, {std::nullopt}))));
}

TYPED_TEST(Sorted, ZeroSizes) {
  using T = TypeParam;
  EXPECT_EQ(sort(Array<T>(Shape{0})).shape(), Shape{0});
  EXPECT_EQ(argsort(Array<T>(Shape{3, 0})).shape(), (Shape{3, 0}));
  EXPECT_EQ(sort(Array<T>(Shape{3, 0}), {0}).shape(), (Shape{3, 0}));
  EXPECT_EQ(sort(Array<T>(Shape{0, 3}), {std::nullopt}).shape(), Shape{0});
  EXPECT_EQ(sort(values<T>(Shape{}, 1), {std::nullopt}).shape(), Shape{1});
}

// Rows of many lengths, in order, in reverse order, constant, of few values, of noise.
TEST(Sorting, PatternsAndLengths) {
  for (index_t n : {15,  16,   17,   32,   63,   64,   65,   127,  128,   129,   511,   512,
                    513, 2047, 2048, 2049, 4095, 4096, 8191, 8193, 16383, 16384, 16385, 33000}) {
    const Array<float> up = arange<float>(static_cast<float>(n)) - static_cast<float>(n / 2);
    check_sort<float>(up, -1, "up " + std::to_string(n));
    check_sort<float>(up.flip(0), -1, "down " + std::to_string(n));
    check_sort<float>(ones<float>({n}), -1, "constant " + std::to_string(n));
    check_sort<float>(noise_array<float>({n}), -1, "noise " + std::to_string(n));
    check_sort<std::int8_t>(noise_array<std::int8_t>({2, n}), -1, "int8 " + std::to_string(n));
  }
}

TEST(Sorting, ZerosKeepTheirOrder) {
  for (index_t n : {5, 100, 5000, 30000}) {
    std::vector<float> v(static_cast<std::size_t>(2 * n));
    std::vector<double> w(v.size());
    for (std::size_t i = 0; i < v.size(); ++i) {
      v[i] = i % 5 == 0 ? -1.f : i % 7 == 0 ? 1.f : (i * i / 3) % 2 ? -0.f : 0.f;
      w[i] = v[i];
    }
    check_sort<float>(Array<float>::from(v, {2, n}), -1, "float " + std::to_string(n));
    check_sort<double>(Array<double>::from(w, {2, n}), -1, "double " + std::to_string(n));
    check_sort<float>(Array<float>::from(v), -1, "flat " + std::to_string(n));
  }
}

TEST(Sorting, LargeArrays) {
  check_sort<float>(values<float>({1 << 20}, 1, false), -1, "float");
  check_sort<double>(values<double>({300007}, 1), -1, "double");
  check_sort<std::int32_t>(noise_array<std::int32_t>({300007}), -1, "int32");
  check_sort<float>(values<float>({3, 100003}, 1), -1, "rows");
  check_sort<std::int16_t>(values<std::int16_t>({3, 100003}, 1), -1, "int16 rows");
  check_sort<std::complex<float>>(values<std::complex<float>>({100003}, 1), -1, "complex");
  check_sort<float>(values<float>({70000, 3}, 1), -1, "many rows");
  check_sort<float>(values<float>({257, 300}, 1), 0, "axis 0");
}

TEST(Sorting, ThreadsGiveTheSame) {
  const Array<float> x = values<float>({(1 << 21) + 12345}, 1);
  const Array<float> one = sort(x);
  const Array<std::int64_t> order = argsort(x);
  const int before = num_threads();
  set_num_threads(3);
  EXPECT_TRUE(identical(sort(x), one));
  EXPECT_TRUE(identical(argsort(x), order));
  set_num_threads(before);
}

TEST(Sorting, LexsortAndComplexFollowNumPy) {
  const NpzReader& g = golden("sorting");
  const auto keys = g.read<std::int32_t>("keys").to(default_device());
  const auto order = g.read<std::int64_t>("lexsort").to(default_device());
  EXPECT_TRUE(identical(lexsort(keys), order));
  // As columns, and two of them side by side.
  const auto columns = keys.transpose().copy().transpose();
  EXPECT_TRUE(identical(lexsort(columns), order));
  Array<std::int32_t> both(Shape{3, 200, 2});
  both(ellipsis, 0) = keys;
  both(ellipsis, 1) = keys(ellipsis, Slice{{}, {}, -1});
  EXPECT_TRUE(identical(lexsort(both, 0)(ellipsis, 0).copy(), order));
  EXPECT_TRUE(identical(lexsort(both, -2)(ellipsis, 1).copy(), lexsort(keys(ellipsis, Slice{{}, {}, -1}))));
  const auto z = g.read<std::complex<double>>("z").to(default_device());
  EXPECT_TRUE(same_values(host_values(sort_complex(z)), host_values(g.read<std::complex<double>>("z_sorted"))));
  EXPECT_TRUE(identical(argsort(z), g.read<std::int64_t>("z_order").to(default_device())));
  const Array<std::complex<double>> c = sort_complex(Array<std::int32_t>::from({3, -1, 2}));
  EXPECT_TRUE(close(c, std::vector<double>{-1, 2, 3}, {0}));
  EXPECT_TRUE((std::is_same_v<decltype(sort_complex(Array<float>())), Array<std::complex<float>>>));
  EXPECT_ERROR(InvalidArgument, lexsort(Array<float>(Shape{3})),
               "lexsort: keys must have an axis of keys and one to sort, got shape (3,)");
  EXPECT_ERROR(InvalidArgument, lexsort(Array<float>(Shape{0, 3})), "lexsort: there must be a key, got shape (0, 3)");
}

template <class T> void check_partition(const Array<T>& x, const std::vector<index_t>& kth, std::optional<int> axis) {
  const Array<T> rows = axis ? x.moveaxis(*axis, -1) : x.flatten();
  const std::vector<T> from = host_values(rows);
  const index_t n = rows.shape(-1);
  const auto order = expected_order(from, n, false);
  const PartitionOptions options{axis};
  const Array<T> y = partition(x, kth, options);
  const Array<std::int64_t> at = argpartition(x, kth, options);
  const std::vector<T> to = host_values(axis ? y.moveaxis(*axis, -1) : y);
  const std::vector<std::int64_t> where = host_values(axis ? at.moveaxis(*axis, -1) : at);
  for (std::size_t row = 0; row < from.size(); row += static_cast<std::size_t>(n)) {
    std::vector<bool> seen(static_cast<std::size_t>(n));
    std::vector<T> by_index;
    for (index_t i = 0; i < n; ++i) {
      ASSERT_FALSE(seen[where[row + i]]);
      seen[where[row + i]] = true;
      by_index.push_back(from[row + where[row + i]]);
    }
    const std::vector<T> direct(to.begin() + static_cast<std::ptrdiff_t>(row),
                                to.begin() + static_cast<std::ptrdiff_t>(row) + n);
    for (const std::vector<T>& v : {by_index, direct})
      for (index_t k : kth) {
        k = k < 0 ? k + n : k;
        const T middle = from[row + order[row + k]];
        ASSERT_FALSE(before<T>(v[k], middle) || before<T>(middle, v[k])) << k;
        for (index_t i = 0; i < n; ++i) ASSERT_FALSE(i < k ? before<T>(middle, v[i]) : before<T>(v[i], middle)) << i;
      }
    auto all = direct;
    std::stable_sort(all.begin(), all.end(), before<T>);
    for (index_t i = 0; i < n; ++i) ASSERT_FALSE(before<T>(all[i], from[row + order[row + i]]));
  }
}

template <class T> void check_top_k(const Array<T>& x, index_t k, std::optional<int> axis) {
  const Array<T> rows = axis ? x.moveaxis(*axis, -1) : x.flatten();
  const std::vector<T> from = host_values(rows);
  const index_t n = rows.shape(-1);
  for (bool largest : {true, false}) {
    const auto order = expected_order(from, n, largest);
    const TopK<T> top = top_k(x, k, {axis, largest});
    std::vector<T> v;
    std::vector<std::int64_t> i;
    for (std::size_t row = 0; row < from.size(); row += static_cast<std::size_t>(n))
      for (index_t j = 0; j < k; ++j) i.push_back(order[row + j]), v.push_back(from[row + order[row + j]]);
    EXPECT_TRUE(same_values(host_values(axis ? top.values.moveaxis(*axis, -1) : top.values), v));
    EXPECT_TRUE(same_values(host_values(axis ? top.indices.moveaxis(*axis, -1) : top.indices), i));
  }
}

TYPED_TEST(Sorted, PartitionAndTopK) {
  using T = TypeParam;
  const Array<T> x = values<T>({6, 50, 5}, 3);
  check_partition<T>(x, {17}, 1);
  check_partition<T>(x, {-1, 0, 3}, -1);
  check_partition<T>(x, {700, 2, -3}, {});
  check_partition<T>(x.transpose(), {4, 4}, 0);
  check_top_k<T>(x, 7, 1);
  check_top_k<T>(x, 5, -1);
  check_top_k<T>(x, 100, {});
  check_top_k<T>(values<T>({3000}, 4), 1, 0);
}

TEST(Sorting, PartitionAndTopKRejectBadArguments) {
  const Array<float> x(Shape{2, 3});
  EXPECT_ERROR(InvalidArgument, partition(x, 3), "partition: kth must be in [-3, 3), got 3");
  EXPECT_ERROR(InvalidArgument, argpartition(x, {0, -4}), "argpartition: kth must be in [-3, 3), got -4");
  EXPECT_ERROR(InvalidArgument, top_k(x, 4), "top_k: k must be in [0, 3], got 4");
  EXPECT_ERROR(InvalidArgument, top_k(x, -1), "top_k: k must be in [0, 3], got -1");
  EXPECT_EQ(top_k(x, 0).values.shape(), (Shape{2, 0}));
  EXPECT_EQ(partition(Array<float>(Shape{0, 3}), 1).shape(), (Shape{0, 3}));
}

const std::pair<const char*, QuantileMethod> methods[] = {
    {"inverted_cdf", QuantileMethod::inverted_cdf},
    {"averaged_inverted_cdf", QuantileMethod::averaged_inverted_cdf},
    {"closest_observation", QuantileMethod::closest_observation},
    {"interpolated_inverted_cdf", QuantileMethod::interpolated_inverted_cdf},
    {"hazen", QuantileMethod::hazen},
    {"weibull", QuantileMethod::weibull},
    {"linear", QuantileMethod::linear},
    {"median_unbiased", QuantileMethod::median_unbiased},
    {"normal_unbiased", QuantileMethod::normal_unbiased},
    {"lower", QuantileMethod::lower},
    {"higher", QuantileMethod::higher},
    {"midpoint", QuantileMethod::midpoint},
    {"nearest", QuantileMethod::nearest}};

TEST(Quantiles, FollowNumPyByEveryMethod) {
  const NpzReader& g = golden("sorting");
  const std::vector<double> q = g.read<double>("q").to_vector();
  for (int n : {1, 2, 3, 4, 5, 10, 11, 20, 600}) {
    const std::string size = std::to_string(n);
    const auto x = g.read<double>("x_" + size).to(default_device());
    const auto i = g.read<std::int32_t>("i_" + size).to(default_device());
    const auto w = g.read<double>("nan_" + size).to(default_device());
    EXPECT_TRUE(close(median(w, {1}), g.read<double>("median_" + size), {1})) << n;
    EXPECT_TRUE(close(nanmedian(w, {1}), g.read<double>("nanmedian_" + size), {1})) << n;
    for (const auto& [name, method] : methods) {
      SCOPED_TRACE(size + " " + name);
      const std::string key = "_" + size + "_" + name;
      const QuantileOptions options{1, method};
      EXPECT_TRUE(close(quantile(x, q, options), g.read<double>("quantile" + key), {2}));
      EXPECT_TRUE(close(quantile(i, q, options), g.read<double>("int" + key), {2}));
      EXPECT_TRUE(close(nanquantile(w, q, options), g.read<double>("nanquantile" + key), {2}));
      // All numbers here are multiples of 1/8 that float holds.
      EXPECT_TRUE(close(quantile(x.astype<float>(), q, options), g.read<double>("quantile" + key), {1}));
      EXPECT_TRUE(identical(quantile(x, 0.3, options), quantile(x, q, options)(4).copy()));
    }
  }
}

TEST(Quantiles, EveryAxis) {
  const NpzReader& g = golden("sorting");
  const auto x = g.read<double>("cube").to(default_device());
  const QuantileOptions keep{{}, QuantileMethod::linear, true};
  for (int axis : {0, 1, 2}) {
    const std::string a = std::to_string(axis);
    EXPECT_TRUE(close(median(x, {axis}), g.read<double>("cube_median_" + a), {1}));
    EXPECT_TRUE(close(median(x.transpose(), {2 - axis}), g.read<double>("cube_median_" + a).transpose(), {1}));
    EXPECT_TRUE(close(percentile(x, {12.5, 60}, {axis, QuantileMethod::linear, true}),
                      g.read<double>("cube_percentile_" + a), {2}));
  }
  EXPECT_TRUE(close(median(x), g.read<double>("cube_median"), {1}));
  EXPECT_TRUE(close(percentile(x, {12.5, 60}, keep), g.read<double>("cube_percentile"), {2}));
  EXPECT_EQ(median(x, {1, true}).shape(), (Shape{4, 1, 6}));
  EXPECT_TRUE(identical(nanpercentile(x, 60), percentile(x, 60)));
}

template <class T> class Medians : public testing::Test {};
using MedianTypes = testing::Types<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                                   std::uint16_t, std::uint32_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(Medians, MedianTypes);

// Against sorted rows, at the sizes where the way to select changes: noise, few values, constant, special values.
TYPED_TEST(Medians, OfManySizes) {
  using T = TypeParam;
  using R = typename decltype(median(Array<T>()))::value_type;
  for (const Shape& shape : {Shape{5, 1}, Shape{3, 33}, Shape{2, 513}, Shape{3, 1024}, Shape{2, 2047}, Shape{2, 4097},
                             Shape{2, 8193}, Shape{2, 20001}, Shape{140000}, Shape{33, 700}}) {
    for (int kind = 0; kind < 3; ++kind) {
      Array<T> x = values<T>(shape, 1, kind == 1);
      if (kind == 2) x = ones<T>(shape);
      SCOPED_TRACE(shape.str() + " kind " + std::to_string(kind));
      const index_t n = shape.back();
      const auto v = host_values(x);
      const auto order = expected_order(v, n, false);
      const Array<R> y = quantile(x, {0.0, 0.3, 1.0}, {-1, QuantileMethod::lower});
      const Array<R> z = nanquantile(x, {0.0, 0.3, 1.0}, {-1, QuantileMethod::lower});
      std::vector<R> middle, low, number;
      for (double q : {0.0, 0.3, 1.0})
        for (std::size_t row = 0; row < v.size(); row += static_cast<std::size_t>(n)) {
          auto at = [&](index_t i) { return static_cast<R>(v[row + order[row + i]]); };
          index_t m = n;
          while (m > 0 && std::isnan(at(m - 1))) --m;
          const index_t k = static_cast<index_t>(std::floor(q * static_cast<double>(n - 1)));
          low.push_back(m < n ? R(nan) : at(k));
          const index_t j = static_cast<index_t>(std::floor(q * static_cast<double>(m - 1)));
          number.push_back(m == 0 ? R(nan) : at(j));
          if (q == 0) middle.push_back(m < n ? R(nan) : R(0.5) * at((n - 1) / 2) + R(0.5) * at(n / 2));
        }
      EXPECT_TRUE(close(median(x, {-1}), middle, {1}));
      EXPECT_TRUE(close(y, low, {0}));
      EXPECT_TRUE(close(z, number, {0}));
    }
  }
}

TEST(Quantiles, Infinities) {
  const auto x = [](std::initializer_list<double> v) { return Array<double>::from(v); };
  EXPECT_EQ(quantile(x({1, inf, inf}), 0.9).item(), inf);
  EXPECT_EQ(quantile(x({-inf, -inf, 1, 2}), 0.4).item(), -inf);
  EXPECT_EQ(quantile(x({-inf, 1, inf}), 0.6).item(), inf);
  EXPECT_TRUE(std::isnan(median(x({-inf, inf})).item()));
  EXPECT_EQ(median(x({-inf, 1, 2, inf})).item(), 1.5);
  EXPECT_EQ(median(x({1e308, 1.5e308})).item(), 1.25e308);
  EXPECT_TRUE(close(quantile(x({-1.5e308, 1.5e308}), 0.75), std::vector<double>{0.75e308}, {2}));
}

TEST(Quantiles, OfManyAtOnce) {
  std::vector<double> q;
  for (int i = 0; i <= 40; ++i) q.push_back(i / 40.0);
  for (const Shape& shape : {Shape{3, 700}, Shape{200003}}) {
    const Array<float> x = noise_array<float>(shape);
    const Array<float> all = quantile(x, q, {-1});
    for (int i : {0, 1, 17, 40}) EXPECT_TRUE(identical(all(i).copy(), quantile(x, q[i], {-1}))) << i;
  }
}

TEST(Quantiles, Nothing) {
  EXPECT_TRUE(std::isnan(median(Array<float>(Shape{0})).item()));
  EXPECT_TRUE(std::isnan(nanquantile(Array<int>(Shape{0}), 0.5).item()));
  const Array<double> y = quantile(Array<double>(Shape{0, 3}), {0.1, 0.2}, {0});
  EXPECT_EQ(y.shape(), (Shape{2, 3}));
  for (double v : y.to_vector()) EXPECT_TRUE(std::isnan(v));
  EXPECT_EQ(median(Array<double>(Shape{0, 3}), {1}).shape(), Shape{0});
  EXPECT_EQ(quantile(Array<double>(Shape{3}), std::vector<double>{}).shape(), Shape{0});
  EXPECT_EQ(median(ones<float>(Shape{})).item(), 1.f);
}

TEST(Quantiles, RejectBadArguments) {
  const Array<float> x(Shape{2, 3});
  EXPECT_ERROR(InvalidArgument, quantile(x, 1.5), "quantile: q must be in [0, 1], got 1.5");
  EXPECT_ERROR(InvalidArgument, quantile(x, nan), "quantile: q must be in [0, 1], got nan");
  EXPECT_ERROR(InvalidArgument, percentile(x, {50, -1}), "percentile: q must be in [0, 100], got -1");
  EXPECT_ERROR(InvalidArgument, nanpercentile(x, 101), "nanpercentile: q must be in [0, 100], got 101");
  EXPECT_ERROR(InvalidArgument, median(x, {2}), "median: axis must be in [-2, 2), got 2");
}

TEST(Sorting, RejectsBadArguments) {
  const Array<float> x(Shape{2, 3});
  Array<float> y(Shape{3, 2});
  EXPECT_ERROR(InvalidArgument, sort(x, {2}), "sort: axis must be in [-2, 2), got 2");
  EXPECT_ERROR(InvalidArgument, argsort(x, {-3}), "argsort: axis must be in [-2, 2), got -3");
  EXPECT_ERROR(InvalidArgument, sort(Array<float>(Shape{})), "sort: axis must be in [0, 0), got -1");
  EXPECT_ERROR(InvalidArgument, sort_into(y, x), "sort_into: out must have shape (2, 3), got (3, 2)");
}

#ifdef TUKEY_TEST_CUDA
// None of these waits: captured on one input, replayed on another, they give the bits of a plain call.
TEST(Sorting, CanBeCaptured) {
  if (default_device().is_cpu()) GTEST_SKIP() << "needs a GPU";
  const auto check = [](const Shape& shape, const auto& call) {
    const Stream stream;
    const StreamScope scope(stream);
    const Array<float> second = values<float>(shape, 2);
    Array<float> x = values<float>(shape, 1);
    auto y = call(x).copy();
    const auto expected = call(second);
    EXPECT_EQ(replay_captured([&] { y.assign(call(x)); }, [&] { x.assign(second); }), "");
    EXPECT_TRUE(identical(y, expected));
  };
  using A = Array<float>;
  for (const Shape& shape : {Shape{20, 300}, Shape{3, 20000}, Shape{200000}}) {
    check(shape, [](const A& x) { return sort(x); });
    check(shape, [](const A& x) { return sort(x, {0, true}); });
    check(shape, [](const A& x) { return argsort(x); });
    check(shape, [](const A& x) { return partition(x, 7); });
    check(shape, [](const A& x) { return argpartition(x, 7); });
    check(shape, [](const A& x) { return top_k(x, 5).values; });
    check(shape, [](const A& x) { return nanmedian(x, {-1}); });
    check(shape, [](const A& x) { return nanquantile(x, {0.1, 0.9}); });
    check(shape, [](const A& x) { return sort_complex(x); });
  }
  check({3, 400}, [](const A& x) { return lexsort(x); });
}
#endif

}  // namespace
}  // namespace tukey::test
