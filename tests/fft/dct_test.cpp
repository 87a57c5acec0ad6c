// SPDX-License-Identifier: Apache-2.0
// Cosine and sine transforms: SciPy's values, the definitions in long double, orthogonality, views, errors.
#include "tukey/fft/dct.hpp"

#include "support.hpp"
#include "tukey/fft.hpp"

namespace tukey::test {
namespace {

using fft::DctnOptions;
using fft::DctOptions;
using fft::Norm;
using L = long double;

Tolerance tolerance(index_t n, double passes = 1) {
  return {passes * 5, std::sqrt(1 + std::log2(2 * static_cast<double>(n)))};
}

template <class R> class Dct : public testing::Test {
 protected:
  static Array<R> golden_array(const std::string& name) {
    return golden("fft").read<double>(name).template astype<R>();
  }
  static std::vector<double> values(const std::string& name) {
    return golden("fft").read<double>(name, Device::cpu()).to_vector();
  }
  // f(name, call, call of several axes) for the four functions.
  template <class F> static void each(F f) {
    f(
        "dct", [](const auto& x, const DctOptions& o) { return fft::dct(x, o); },
        [](const auto& x, const DctnOptions& o) { return fft::dctn(x, o); });
    f(
        "idct", [](const auto& x, const DctOptions& o) { return fft::idct(x, o); },
        [](const auto& x, const DctnOptions& o) { return fft::idctn(x, o); });
    f(
        "dst", [](const auto& x, const DctOptions& o) { return fft::dst(x, o); },
        [](const auto& x, const DctnOptions& o) { return fft::dstn(x, o); });
    f(
        "idst", [](const auto& x, const DctOptions& o) { return fft::idst(x, o); },
        [](const auto& x, const DctnOptions& o) { return fft::idstn(x, o); });
  }
};
TYPED_TEST_SUITE(Dct, RealTypes);

TYPED_TEST(Dct, Golden) {
  using R = TypeParam;
  const auto r = this->golden_array("r");
  const auto r3 = this->golden_array("r3");
  this->each([&](const std::string& name, auto f, auto fn) {
    for (int type = 1; type <= 4; ++type) {
      const std::string key = name + std::to_string(type);
      std::vector<double> expected = this->values(key);
      std::size_t at = 0;
      const auto check = [&](const DctOptions& o, index_t n) {
        ASSERT_LE(at + n, expected.size());
        const std::vector<double> e(expected.begin() + at, expected.begin() + at + n);
        EXPECT_TRUE(close(f(r, o), e, tolerance(n))) << key << " " << n;
        at += n;
      };
      for (const index_t n : {2, 3, 16, 17, 70}) check({.type = type, .n = n}, n);
      EXPECT_EQ(at, expected.size());
      expected = this->values(key + "_options");
      at = 0;
      for (const index_t n : {8, 9})
        for (const Norm norm : {Norm::backward, Norm::ortho, Norm::forward})
          for (const std::optional<bool> o : {std::optional<bool>(), std::optional(false), std::optional(true)})
            check({.type = type, .n = n, .norm = norm, .orthogonalize = o}, n);
      EXPECT_EQ(at, expected.size());
      const auto y = fn(r3, {.type = type, .s = Shape{5, 3}, .axes = Shape{0, 2}, .norm = Norm::ortho});
      EXPECT_EQ(y.shape(), (Shape{5, 4, 3})) << key;
      EXPECT_TRUE(close(y, this->values(name + "n" + std::to_string(type)), tolerance(15))) << key;
    }
  });
  using C = std::complex<R>;
  EXPECT_TRUE(close(fft::dct(golden("fft").read<std::complex<double>>("c3").template astype<C>(), {.axis = 1}),
                    golden("fft").read<std::complex<double>>("dct_complex", Device::cpu()).to_vector(), tolerance(4)));
}

// The matrix of the definition, from the function's own transform of the unit vectors: M M^T = I to 10 eps in norm.
TYPED_TEST(Dct, OrthonormalMatricesAreOrthogonal) {
  using R = TypeParam;
  const double eps = std::numeric_limits<R>::epsilon();
  this->each([&](const std::string& name, auto f, auto) {
    for (int type = 1; type <= 4; ++type)
      for (const index_t n : {2, 5, 16, 31}) {
        const auto m = f(eye<R>(n), DctOptions{.type = type, .norm = Norm::ortho}).to_vector();
        double worst = 0;
        for (index_t i = 0; i < n; ++i)
          for (index_t j = 0; j < n; ++j) {
            L sum = i == j ? -1 : 0;
            for (index_t k = 0; k < n; ++k) sum += L(m[i * n + k]) * L(m[j * n + k]);
            worst = std::max(worst, static_cast<double>(std::abs(sum)));
          }
        EXPECT_LE(worst, 10 * eps) << name << type << " " << n;
      }
  });
}

TYPED_TEST(Dct, AgainstTheDefinition) {
  using R = TypeParam;
  const L pi = std::acos(L(-1));
  for (const index_t n : {2, 100, 127, 1000, 1023}) {
    const auto x = noise<R>(n);
    const auto v = Array<R>::from(x);
    std::vector<L> cosine(n), sine(n);
    for (index_t k = 0; k < n; ++k)
      for (index_t j = 0; j < n; ++j) {
        const L a = pi * L((2 * k + 1) * (2 * j + 1) % (8 * n)) / (4 * n);
        cosine[k] += 2 * L(x[j]) * std::cos(a);
        sine[k] += 2 * L(x[j]) * std::sin(pi * L((k + 1) * (2 * j + 1) % (4 * n)) / (2 * n));
      }
    EXPECT_TRUE(close(fft::dct(v, {.type = 4}), cosine, tolerance(n))) << n;
    EXPECT_TRUE(close(fft::dst(v), sine, tolerance(n))) << n;
    this->each([&](const std::string& name, auto f, auto) {
      if (name[0] == 'i') return;
      for (int type = 1; type <= 4; ++type) {
        const DctOptions o{.type = type, .norm = Norm::forward, .orthogonalize = true};
        const auto y = f(v, o);
        EXPECT_TRUE(close(name == "dct" ? fft::idct(y, o) : fft::idst(y, o), x, tolerance(n, 3))) << name << type;
      }
    });
  }
}

TYPED_TEST(Dct, ViewsAndInPlace) {
  using R = TypeParam;
  const auto base = noise_array<R>({6, 10, 9});
  const auto x = base(Slice{{}, {}, -2}, Slice{1, 9}).permute({2, 0, 1});  // (9, 3, 8)
  for (int type = 1; type <= 4; ++type) {
    for (int axis = 0; axis < 3; ++axis) {
      const auto expected = fft::dst(x.copy(), {.type = type, .axis = axis});
      EXPECT_TRUE(identical(fft::dst(x, {.type = type, .axis = axis}), expected));
      auto y = x.copy();
      fft::dst_into(y, y, {.type = type, .axis = axis});
      EXPECT_TRUE(identical(y, expected));
      EXPECT_TRUE(
          identical(fft::dst(x, {.type = type, .axis = axis}), fft::dstn(x, {.type = type, .axes = Shape{axis}})));
    }
    auto y = x.copy();
    fft::dctn_into(y, y, {.type = type});
    EXPECT_TRUE(close(y,
                      fft::dct(fft::dct(fft::dct(x, {.type = type, .axis = 0}), {.type = type, .axis = 1}),
                               {.type = type, .axis = 2}),
                      tolerance(216, 2)));
    EXPECT_TRUE(close(fft::idctn(y, {.type = type}), x, tolerance(216, 3)));
  }
  EXPECT_TRUE(close(fft::dct(Array<std::int16_t>::from({0, 1, 2})), std::vector<double>{6, -2 * std::sqrt(3.0), 0},
                    tolerance(3)));
}

TYPED_TEST(Dct, EdgesAndErrors) {
  using R = TypeParam;
  EXPECT_EQ(fft::dct(zeros<R>({0, 3})).shape(), (Shape{0, 3}));
  EXPECT_TRUE(identical(fft::dct(zeros<R>({2, 0}), {.n = 3}), zeros<R>({2, 3})));
  EXPECT_TRUE(identical(fft::dctn(full<R>({}, R(3))), full<R>({}, R(3))));
  EXPECT_TRUE(close(fft::dct(Array<R>::from({1})), std::vector<R>{2}));
  EXPECT_TRUE(close(fft::dst(Array<R>::from({1}), {.type = 1}), std::vector<R>{2}));
  EXPECT_TRUE(close(fft::dct(Array<R>::from({1}), {.type = 4}), std::vector<double>{std::sqrt(2.0)}, tolerance(1)));
  const auto x = zeros<R>({2, 3});
  EXPECT_ERROR(InvalidArgument, fft::dct(x, {.type = 5}), "dct: type must be 1, 2, 3 or 4, got 5");
  EXPECT_ERROR(InvalidArgument, fft::idstn(x, {.type = 0}), "idstn: type must be 1, 2, 3 or 4, got 0");
  EXPECT_ERROR(InvalidArgument, fft::dct(x, {.type = 1, .n = 1}), "dct: type 1 needs at least 2 points, got 1");
  EXPECT_ERROR(InvalidArgument, fft::dctn(x, {.type = 1, .s = Shape{1, 3}}),
               "dctn: type 1 needs at least 2 points, got 1");
  EXPECT_ERROR(InvalidArgument, fft::idct(x, {.n = 0}), "idct: n must be positive, got 0");
  EXPECT_ERROR(InvalidArgument, fft::dst(x, {.axis = 2}), "dst: axis must be in [-2, 2), got 2");
  EXPECT_ERROR(InvalidArgument, fft::dct(zeros<R>({})), "dct: x must have at least one axis, got shape ()");
  EXPECT_ERROR(InvalidArgument, fft::dct(zeros<R>({2, 0})),
               "dct: axis 1 of x must not be empty without n, got shape (2, 0)");
  Array<R> out(Shape{2, 3});
  EXPECT_ERROR(InvalidArgument, fft::dct_into(out, x, {.n = 4}), "dct_into: out must have shape (2, 4), got (2, 3)");
}

}  // namespace
}  // namespace tukey::test
