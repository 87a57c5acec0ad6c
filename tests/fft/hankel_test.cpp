// SPDX-License-Identifier: Apache-2.0
// The fast Hankel transform: values of mpmath that SciPy's are near, round trips, errors.
#include "tukey/fft/hankel.hpp"

#include <array>

#include "support.hpp"

namespace tukey::test {
namespace {

template <class R> class Hankel : public testing::Test {};
TYPED_TEST_SUITE(Hankel, RealTypes);

// Two transforms of n points, a product before, between and after: 10 eps sqrt(1 + log2 n).
// The values have 30 digits (mpmath, checked against SciPy): SciPy's own phase of Gamma loses some 50 eps.
TYPED_TEST(Hankel, Golden) {
  using R = TypeParam;
  const auto r = golden("fft").read<double>("r").template astype<R>();
  for (const bool inverse : {false, true}) {
    const auto expected = golden("fft").read<double>(inverse ? "ifht" : "fht", Device::cpu()).to_vector();
    std::size_t at = 0;
    for (const index_t n : {1, 2, 5, 16})
      for (const auto& [mu, offset, bias] : {std::array{0., 0., 0.}, {0.5, 0.2, 0.}, {1.5, -0.3, 0.4}}) {
        const auto x = r(Slice{0, n});
        const auto y = inverse ? fft::ifht(x, 0.1, mu, {offset, bias}) : fft::fht(x, 0.1, mu, {offset, bias});
        const std::vector<double> e(expected.begin() + at, expected.begin() + at + n);
        EXPECT_TRUE(close(y, e, {10, std::sqrt(1 + std::log2(double(n)))})) << inverse << " " << n << " " << mu;
        at += n;
        if (n % 2) {
          EXPECT_TRUE(close(fft::ifht(fft::fht(x, 0.1, mu, {offset}), 0.1, mu, {offset}), x, {20, 2}));
        }
      }
    EXPECT_EQ(at, expected.size());
  }
}

TEST(HankelOffset, ValuesAndErrors) {
  // SciPy 1.17.1's; the phase of Gamma is some 20 turns, so 100 eps of dln remain.
  EXPECT_NEAR(fft::fhtoffset(0.1, 0.5, 0, 0.3), -0.027688399191167435, 1e-14);
  EXPECT_NEAR(fft::fhtoffset(0.1, -0.5, 0.2, 0.3), 0.22231160080883186, 1e-14);
  const auto x = ones<double>({4});
  EXPECT_ERROR(InvalidArgument, fft::fht(x, 0, 0), "fht: dln must be positive, got 0");
  EXPECT_ERROR(InvalidArgument, fft::fht(x, 0.1, 0, {0, -1}),
               "fht: the transform is singular for mu 0 and bias -1; change the bias");
  EXPECT_ERROR(InvalidArgument, fft::ifht(x, 0.1, 0, {0, 1}),
               "ifht: the transform is singular for mu 0 and bias 1; change the bias");
  EXPECT_ERROR(InvalidArgument, fft::fht(zeros<double>({2, 0}), 0.1, 0),
               "fht: the last axis must not be empty, got shape (2, 0)");
}

}  // namespace
}  // namespace tukey::test
