// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/freq_shift.hpp"

#include <cmath>

#include "support.hpp"
#include "tukey/fft.hpp"

namespace tukey::signal {
namespace {

using test::close;
using test::identical;
using test::noise_array;

template <class T> class FreqShift : public testing::Test {};
TYPED_TEST_SUITE(FreqShift, test::FloatingTypes);

TYPED_TEST(FreqShift, QuarterTurns) {
  using C = std::complex<real_t<TypeParam>>;
  const auto x = Array<TypeParam>::from({1, 2, 3, 4, 5});
  EXPECT_TRUE(close(freq_shift(x, 12, {.fs = 48}), std::vector<C>{1, C(0, -2), -3, C(0, 4), 5}));
  EXPECT_TRUE(close(freq_shift(x, -0.25), std::vector<C>{1, C(0, 2), -3, C(0, -4), 5}));
  EXPECT_TRUE(close(freq_shift(x, 3.5), std::vector<C>{1, -2, 3, -4, 5}));
}

// Sizes around warps and blocks, every axis, views; against the formula in long double.
TYPED_TEST(FreqShift, SizesAxesAndViews) {
  using T = TypeParam;
  using L = std::complex<long double>;
  const long double pi = 3.141592653589793238462643383279502884L;
  for (const index_t n : {1, 31, 32, 33, 1023, 1025}) {
    const auto x = noise_array<T>({3, n, 2});
    for (const int axis : {0, 1, 2, -1}) {
      const double freq = 0.3137;
      const auto values = x.to_vector();
      std::vector<L> expected;
      for (index_t i = 0; i < x.size(); ++i) {
        const index_t at[] = {i / (2 * n), i / 2 % n, i % 2};
        const long double phase = -2 * pi * freq * (long double)(at[axis < 0 ? 2 : axis]);
        expected.push_back(L(values[i]) * L(std::cos(phase), std::sin(phase)));
      }
      EXPECT_TRUE(close(freq_shift(x, freq, {.axis = axis}), expected, {2})) << n << " " << axis;
      const auto flipped = x.flip(1), turned = x.transpose();
      EXPECT_TRUE(
          identical(freq_shift(flipped, freq, {.axis = axis}), freq_shift(flipped.copy(), freq, {.axis = axis})));
      EXPECT_TRUE(identical(freq_shift(turned, freq, {.axis = axis}), freq_shift(turned.copy(), freq, {.axis = axis})));
    }
  }
  EXPECT_EQ(freq_shift(Array<T>({0, 4}), 0.1).shape(), (Shape{0, 4}));
}

TYPED_TEST(FreqShift, MovesATone) {
  using T = TypeParam;
  const index_t n = 256;
  std::vector<T> v;
  for (index_t k = 0; k < n; ++k) v.push_back(static_cast<T>(std::cos(2 * 3.14159265358979 * 20 * double(k) / n)));
  const auto spectrum = abs(fft::fft(freq_shift(Array<T>::from(v), 20.0 / n)));
  EXPECT_EQ(argmax(spectrum).item() % (n - 40), 0);  // bin 0, or its image at -40
}

TYPED_TEST(FreqShift, KeepsThePhaseOfLongSignals) {
  using T = TypeParam;
  using C = std::complex<real_t<T>>;
  // A broadcast of one sample costs no memory. The turns have 40 bits: k * turns is exact in long double, not in
  // double.
  const index_t n = 3000001;
  const double turns = 366503875925.0 / double(index_t(1) << 40);  // about 1/3
  const auto x = Array<T>::from({T(1)}).broadcast_to({n});
  const auto y = freq_shift(x, turns);
  const long double whole = (long double)(turns) * (long double)(n - 1);
  const long double phase = -2 * 3.141592653589793238462643383279502884L * (whole - std::rint(whole));
  const std::vector<C> expected{C(real_t<T>(std::cos(phase)), real_t<T>(std::sin(phase)))};
  EXPECT_TRUE(close(y(Slice{-1, {}}), expected, {2}));
}

TYPED_TEST(FreqShift, InPlaceAndNaN) {
  using T = TypeParam;
  if constexpr (is_complex_v<T>) {
    auto x = noise_array<T>({100});
    const auto y = freq_shift(x, 0.1);
    freq_shift_into(x, x, 0.1);
    EXPECT_TRUE(identical(x, y));
  }
  auto x = noise_array<T>({10});
  x(Slice{3, 4}).fill(T(std::numeric_limits<real_t<T>>::quiet_NaN()));
  const auto y = freq_shift(x, 0.1).to_vector();
  for (int k = 0; k < 10; ++k) EXPECT_EQ(std::isnan(y[k].real()), k == 3);
}

TEST(FreqShiftErrors, Messages) {
  const auto x = noise_array<float>({4});
  EXPECT_ERROR(InvalidArgument, freq_shift(x, 1, {.axis = 1}), "freq_shift: axis must be in [-1, 1), got 1");
  EXPECT_ERROR(InvalidArgument, freq_shift(x, 1, {.fs = 0}), "freq_shift: fs must be positive, got 0");
  EXPECT_ERROR(InvalidArgument, freq_shift(x, std::nan("")), "freq_shift: freq must be finite, got nan");
  Array<std::complex<float>> y({5});
  EXPECT_ERROR(InvalidArgument, freq_shift_into(y, x, 1), "freq_shift: y must have the shape of x, (4,), got (5,)");
}

}  // namespace
}  // namespace tukey::signal
