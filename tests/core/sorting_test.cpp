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

TEST(Sorting, RejectsBadArguments) {
  const Array<float> x(Shape{2, 3});
  Array<float> y(Shape{3, 2});
  EXPECT_ERROR(InvalidArgument, sort(x, {2}), "sort: axis must be in [-2, 2), got 2");
  EXPECT_ERROR(InvalidArgument, argsort(x, {-3}), "argsort: axis must be in [-2, 2), got -3");
  EXPECT_ERROR(InvalidArgument, sort(Array<float>(Shape{})), "sort: axis must be in [0, 0), got -1");
  EXPECT_ERROR(InvalidArgument, sort_into(y, x), "sort_into: out must have shape (2, 3), got (3, 2)");
}

}  // namespace
}  // namespace tukey::test
