// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/convolution.hpp"
#include "support.hpp"
#include "tukey/detail/access.hpp"

namespace tukey {
namespace {

using signal::convolve;
using signal::correlate;
using signal::Method;
using signal::Mode;
using test::close;
using test::identical;
using test::noise;
using test::noise_array;
using test::Tolerance;

constexpr Mode modes[] = {Mode::full, Mode::same, Mode::valid};
const char* name(Mode mode) { return mode == Mode::full ? "full" : mode == Mode::same ? "same" : "valid"; }

// The definition in one dimension, in long double.
template <class T> std::vector<std::complex<long double>> definition(const std::vector<T>& a, const std::vector<T>& v) {
  std::vector<std::complex<long double>> y(a.size() + v.size() - 1);
  const auto x = test::detail::widen(a), h = test::detail::widen(v);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < h.size(); ++j) y[i + j] += x[i] * h[j];
  return y;
}

template <class T> class Convolution : public testing::Test {};
TYPED_TEST_SUITE(Convolution, test::FloatingTypes);
template <class T> class IntegerConvolution : public testing::Test {};
using Integers = testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                                std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(IntegerConvolution, Integers);

TYPED_TEST(Convolution, agrees_with_scipy) {
  using T = TypeParam;
  const auto& file = test::golden("filtering");
  auto read = [&](const std::string& key) {
    if constexpr (is_complex_v<T>)
      return file.read<std::complex<double>>(key, default_device()).template astype<T>();
    else
      return file.read<std::complex<double>>(key, default_device()).real().template astype<T>();
  };
  for (int s = 0; s < 6; ++s) {
    const auto i = std::to_string(s);
    const auto a = read("conv_a" + i), v = read("conv_v" + i);
    for (Mode mode : modes)
      for (Method method : {Method::direct, Method::fft, Method::automatic}) {
        const std::string key = name(mode) + i;
        const auto y = convolve(a, v, {.mode = mode, .method = method});
        if constexpr (is_complex_v<T>) {
          EXPECT_TRUE(close(y, read("convolve_" + key), Tolerance{16})) << key;
          EXPECT_TRUE(close(correlate(a, v, {.mode = mode, .method = method}), read("correlate_" + key), Tolerance{16}))
              << key;
        } else {
          EXPECT_TRUE(
              close(y, file.read<double>("convolve_real_" + key, default_device()).template astype<T>(), Tolerance{16}))
              << key;
        }
      }
  }
}

TYPED_TEST(Convolution, small_cases) {  // CASES A16
  using T = TypeParam;
  const auto four = Array<T>::from({T(1), T(1), T(1), T(1)});
  EXPECT_TRUE(close(correlate(four, four, {.mode = Mode::same}), std::vector<double>{2, 3, 4, 3}, Tolerance{1}));
  auto row = [](std::initializer_list<double> v) {
    std::vector<T> t;
    for (double x : v) t.push_back(T(static_cast<real_t<T>>(x)));
    return Array<T>::from(t);
  };
  EXPECT_TRUE(close(convolve(row({1, 2, 3, 4}), row({1, 1}), {.mode = Mode::same}), row({1, 3, 5, 7}), Tolerance{1}));
  EXPECT_TRUE(
      close(convolve(row({1, 2, 3}), row({1, 2, 3, 4, 5}), {.mode = Mode::same}), row({10, 16, 22}), Tolerance{1}));
  EXPECT_TRUE(close(convolve(row({1, 1}), row({1, 2, 3, 4}), {.mode = Mode::valid}), row({3, 5, 7}), Tolerance{1}));
  const auto square = Array<T>::from(std::vector<T>(16, T(1)), {4, 4});
  EXPECT_TRUE(close(correlate(square, square, {.mode = Mode::same}).select(0, 0), row({4, 6, 8, 6}), Tolerance{1}));
  EXPECT_TRUE(close(convolve(row({1, 1e9, 1e18}), row({1, 1e9, 1e18}), {.method = Method::direct}),
                    row({1, 2e9, 3e18, 2e27, 1e36}), Tolerance{2}));
  if constexpr (is_complex_v<T>) {
    const auto a = Array<T>::from({T(1, 2), T(3)}), v = Array<T>::from({T(0, 1), T(2)});
    const std::vector<T> expected{T(2, 4), T(8, -1), T(0, -3)};
    EXPECT_TRUE(close(correlate(a, v), expected, Tolerance{2}));
    EXPECT_TRUE(close(correlate(a, v, {.method = Method::fft}), expected, Tolerance{4}));
  }
}

TEST(Convolution, lags) {
  using V = std::vector<index_t>;
  EXPECT_EQ(signal::correlation_lags(4, 4, Mode::same), V({-2, -1, 0, 1}));
  EXPECT_EQ(signal::correlation_lags(3, 2), V({-1, 0, 1, 2}));
  EXPECT_EQ(signal::correlation_lags(5, 3, Mode::valid), V({0, 1, 2}));
  EXPECT_EQ(signal::correlation_lags(3, 5, Mode::valid), V({-2, -1, 0}));
  EXPECT_EQ(signal::correlation_lags(0, 5), V());
  EXPECT_ERROR(InvalidArgument, signal::correlation_lags(-1, 2),
               "correlation_lags: lengths must be at least 0, got -1 and 2");
  // The lag of the peak is the delay, in every mode and for every parity (SciPy is off by one for 9 and 4).
  for (index_t n1 : {8, 9})
    for (index_t n2 : {4, 5})
      for (Mode mode : modes) {
        std::vector<double> a(n1, 0.0), v(n2, 0.0);
        a[4] = v[1] = 1;
        const auto y = correlate(Array<double>::from(a), Array<double>::from(v), {.mode = mode}).to_vector();
        const auto lags = signal::correlation_lags(n1, n2, mode);
        ASSERT_EQ(y.size(), lags.size());
        for (std::size_t i = 0; i < y.size(); ++i) EXPECT_EQ(y[i], lags[i] == 3 ? 1 : 0);
      }
}

TYPED_TEST(Convolution, sizes_around_tiles) {
  using T = TypeParam;
  for (index_t n1 : {1, 7, 63, 65, 1023, 1025, 2500})
    for (index_t n2 : {1, 2, 8, 9, 63, 64, 65, 127, 1030}) {
      const auto a = noise<T>(n1, 1), v = noise<T>(n2, 2);
      const auto expected = definition(a, v);
      for (Method method : {Method::direct, Method::fft})
        EXPECT_TRUE(close(convolve(Array<T>::from(a), Array<T>::from(v), {.method = method}), expected, Tolerance{8}))
            << n1 << " " << n2 << (method == Method::direct ? " direct" : " fft");
    }
}

// correlate(a, v) = convolve(a, conj(v) reversed); and the modes are parts of the full result.
TYPED_TEST(Convolution, parts_and_views) {
  using T = TypeParam;
  const auto big = noise_array<T>({40, 35, 6}), small = noise_array<T>({9, 8, 6}, 2);
  const auto a = big(Slice{{}, {}, -2}, ellipsis).permute({1, 0, 2}), v = small.flip(1).permute({1, 0, 2});
  for (Method method : {Method::direct, Method::fft})
    for (bool swap : {false, true}) {
      const auto& first = swap ? v : a;
      const auto& second = swap ? a : v;
      std::vector<T> reversed = second.flip(0).flip(1).flip(2).to_vector();
      if constexpr (is_complex_v<T>)
        for (T& x : reversed) x = std::conj(x);
      const auto full = convolve(first.copy(), Array<T>::from(reversed, second.shape()), {.method = method});
      for (Mode mode : modes) {
        const auto y = correlate(first, second, {.mode = mode, .method = method});
        auto part = full;
        for (int d = 0; d < 3; ++d) {
          const index_t n1 = first.shape(d), n2 = second.shape(d);
          const index_t start = mode == Mode::full ? 0 : mode == Mode::same ? (n2 - 1) / 2 : std::min(n1, n2) - 1;
          part = part.moveaxis(d, 0)(Slice(start, start + y.shape(d)), ellipsis).moveaxis(0, d);
        }
        EXPECT_TRUE(close(y, part.copy(), Tolerance{8})) << name(mode);
        Array<T> into = Array<T>(Shape{y.shape(2), y.shape(1), y.shape(0)}).transpose();
        signal::correlate_into(into, first, second, {.mode = mode, .method = method});
        EXPECT_TRUE(close(into.copy(), y, Tolerance{2}));
      }
    }
}

TYPED_TEST(Convolution, few_outputs_of_many_terms) {
  using T = TypeParam;
  for (index_t n : {1000, 2503}) {
    const auto a = noise<T>(n + 2, 1), v = noise<T>(n, 2);
    const auto full = definition(a, v);
    const std::vector<std::complex<long double>> expected(full.begin() + n - 1, full.begin() + n + 2);
    EXPECT_TRUE(close(convolve(Array<T>::from(a), Array<T>::from(v), {.mode = Mode::valid, .method = Method::direct}),
                      expected, Tolerance{8, 16}));
  }
}

TYPED_TEST(IntegerConvolution, exact) {
  using T = TypeParam;
  using U = std::make_unsigned_t<T>;
  for (index_t n2 : {1, 3, 70, 1100}) {
    const auto a = noise<T>(1500, 1), v = noise<T>(n2, 2);
    std::vector<T> expected(a.size() + v.size() - 1, T(0));
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t j = 0; j < v.size(); ++j)
        expected[i + j] =
            static_cast<T>(static_cast<U>(static_cast<std::uint64_t>(expected[i + j]) +
                                          static_cast<std::uint64_t>(a[i]) * static_cast<std::uint64_t>(v[j])));
    EXPECT_EQ(convolve(Array<T>::from(a), Array<T>::from(v)).to_vector(), expected);
    EXPECT_EQ(convolve(Array<T>::from(v), Array<T>::from(a)).to_vector(), expected);
    std::vector<T> reversed(v.rbegin(), v.rend());
    EXPECT_EQ(correlate(Array<T>::from(a), Array<T>::from(reversed)).to_vector(), expected);
  }
  if constexpr (sizeof(T) == 8) {
    const auto x = Array<T>::from({T(314159265)});
    EXPECT_EQ(convolve(x, x).to_vector(), std::vector<T>{T(98696043785340225)});
  }
  EXPECT_EQ(signal::choose_conv_method(Array<T>(Shape{100000}), Array<T>(Shape{100000})), Method::direct);
}

// NaN and Inf reach only the outputs in whose sums they stand, from either operand.
TYPED_TEST(Convolution, nan_stays_local) {
  using T = TypeParam;
  std::vector<T> x, bad{T(1), T(std::nan("")), T(3)};
  for (int i = 0; i < 10; ++i) x.push_back(T(static_cast<real_t<T>>(i)));
  x[5] = T(std::nan(""));
  const auto ones = Array<T>::from({T(1), T(1), T(1)});
  const auto y = convolve(Array<T>::from(x), ones, {.method = Method::direct}).to_vector();
  const double expected[] = {0, 1, 3, 6, 9, 0, 0, 0, 21, 24, 17, 9};
  for (int i = 0; i < 12; ++i) {
    if (i >= 5 && i <= 7)
      EXPECT_TRUE(std::isnan(std::real(y[i])));
    else
      EXPECT_EQ(y[i], T(static_cast<real_t<T>>(expected[i])));
  }
  const auto many = Array<T>::from(std::vector<T>(3000, T(1)));
  const auto z = convolve(many, Array<T>::from(bad), {.method = Method::direct}).to_vector();
  for (index_t i = 0; i < 3002; ++i) EXPECT_EQ(std::isnan(std::real(z[i])), i >= 1 && i <= 3000) << i;
  EXPECT_EQ(z[0], T(1));
  EXPECT_EQ(z[3001], T(3));
  // No transform along an axis of one sample (CASES A11).
  const auto column = Array<T>::from(bad, {3, 1}), row = Array<T>::from({T(1), T(2), T(3)}, {1, 3});
  const auto outer = convolve(column, row, {.method = Method::fft}).to_vector();
  for (int i = 0; i < 9; ++i) {
    if (i / 3 == 1)
      EXPECT_TRUE(std::isnan(std::real(outer[i])));
    else
      EXPECT_EQ(outer[i], T(static_cast<real_t<T>>((i / 3 + 1) * (i % 3 + 1))));
  }
}

TYPED_TEST(Convolution, empty_and_scalar) {
  using T = TypeParam;
  EXPECT_EQ(convolve(Array<T>(Shape{0}), noise_array<T>({3})).shape(), Shape({0}));
  EXPECT_EQ(convolve(Array<T>(Shape{0, 2}), noise_array<T>({3, 3})).shape(), Shape({0, 4}));
  EXPECT_EQ(correlate(noise_array<T>({4}), Array<T>(Shape{0}), {.mode = Mode::valid}).shape(), Shape({0}));
  const auto two = Array<T>::from({T(2)}, Shape{}), three = Array<T>::from({T(3)}, Shape{});
  EXPECT_EQ(convolve(two, three).to_vector(), std::vector<T>{T(6)});
  EXPECT_EQ(convolve(two, three, {.method = Method::fft}).rank(), 0);
}

TYPED_TEST(Convolution, long_ones_take_the_fft) {
  using T = TypeParam;
  const auto a = noise_array<T>({100000}, 1), v = noise_array<T>({100000}, 2);
  EXPECT_EQ(signal::choose_conv_method(a, v), Method::fft);
  EXPECT_EQ(signal::choose_conv_method(a, v(Slice{0, 3})), Method::direct);
  const auto short_one = v(Slice{0, 200});
  EXPECT_TRUE(close(correlate(a, short_one, {.method = Method::fft}),
                    correlate(a, short_one, {.method = Method::direct}), Tolerance{8}));
}

TEST(Convolution, wrong_arguments) {
  const auto a = noise_array<float>({4, 4});
  Array<float> y(Shape{3});
  EXPECT_ERROR(InvalidArgument, convolve(a, noise_array<float>({3})),
               "convolve: both operands must have the same rank, got shapes (4, 4) and (3,)");
  EXPECT_ERROR(InvalidArgument, correlate(a, noise_array<float>({3, 5}), {.mode = Mode::valid}),
               "correlate: mode valid needs one operand at least as large as the other along every axis, got shapes "
               "(4, 4) and (3, 5)");
  EXPECT_ERROR(InvalidArgument, signal::convolve_into(y, noise_array<float>({3}), noise_array<float>({3})),
               "convolve: y must have shape (5,), got (3,)");
  EXPECT_ERROR(InvalidArgument, convolve(Array<int>::from({1}), Array<int>::from({1}), {.method = Method::fft}),
               "convolve: the fft method is for floating types, got int32");
}

}  // namespace
}  // namespace tukey
