// SPDX-License-Identifier: Apache-2.0
// math.hpp on floating types: special values, branch cuts and signs of zero against NumPy; long double elsewhere;
// views.
#include <algorithm>
#include <functional>

#include "capture.hpp"
#include "support.hpp"

namespace tukey::test {
namespace {

template <class T> constexpr const char* suffix = sizeof(real_t<T>) == 4 ? "_64" : "_128";
template <class T> Array<T> stored(const std::string& name) {
  return golden("math").read<T>(name, Device::cpu()).to(default_device());
}
// Within k eps of the expected element (of the complex number's finite parts); zeros with their signs if asked.
template <class T>
testing::AssertionResult near_each(const Array<T>& actual, const Array<T>& expected, double k, bool signs = false,
                                   double least = 0) {
  if (actual.shape() != expected.shape())
    return testing::AssertionFailure() << "shape " << actual.shape().str() << ", expected " << expected.shape().str();
  using R = real_t<T>;
  const std::vector<T> a = actual.to_vector(), e = expected.to_vector();
  const double eps = double(std::numeric_limits<R>::epsilon()), tiny = double(std::numeric_limits<R>::denorm_min());
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::complex<double> x(a[i]), y(e[i]);
    double size = least;  // of what the error is relative to
    for (double p : {y.real(), y.imag()})
      if (std::isfinite(p)) size = std::hypot(size, p);
    auto same = [&](double p, double q) {
      if (std::isnan(q)) return std::isnan(p);
      if (!std::isfinite(p) || !std::isfinite(q)) return p == q;
      if (signs && p == 0 && q == 0) return std::signbit(p) == std::signbit(q);
      return p == q || std::abs(p - q) <= k * (eps * size + tiny);
    };
    if (!same(x.real(), y.real()) || !same(x.imag(), y.imag()))
      return testing::AssertionFailure() << "element " << i << ": " << a[i] << ", expected " << e[i];
  }
  return testing::AssertionSuccess();
}

template <class T> struct Unary {
  const char* name;
  Array<T> (*call)(const Array<T>&);
  void (*into)(Array<T>&, const Array<T>&);
  double k;  // eps
};
#define UNARY(f, k)                                                                                           \
  {                                                                                                           \
#f, [](const Array <T>& x) { return f(x); }, [](Array <T> & y, const Array <T>& x) { f##_into(y, x); }, k \
  }
template <class T> std::vector<Unary<T>> unaries() {
  std::vector<Unary<T>> list = {UNARY(tan, 8),   UNARY(asin, 8),      UNARY(acos, 8),  UNARY(atan, 8),  UNARY(sinh, 8),
                                UNARY(cosh, 8),  UNARY(tanh, 8),      UNARY(asinh, 8), UNARY(acosh, 8), UNARY(atanh, 8),
                                UNARY(exp2, 40), UNARY(expm1, 8),     UNARY(log1p, 8), UNARY(log2, 8),  UNARY(sign, 4),
                                UNARY(rint, 0),  UNARY(reciprocal, 4)};
  if constexpr (!is_complex_v<T>) {
    for (auto& f : list) f.k = std::min(f.k, 4.0);
    const Unary<T> more[] = {UNARY(cbrt, 4),    UNARY(floor, 0),   UNARY(ceil, 0),    UNARY(trunc, 0), UNARY(fabs, 0),
                             UNARY(degrees, 1), UNARY(radians, 1), UNARY(spacing, 0), UNARY(i0, 8),    UNARY(sinc, 40)};
    list.insert(list.end(), std::begin(more), std::end(more));
  }
  return list;
}
template <class T> struct Binary {
  const char* name;
  Array<T> (*call)(const Array<T>&, const Array<T>&);
  Array<T> (*left)(const Array<T>&, T);
  Array<T> (*right)(T, const Array<T>&);
  void (*into)(Array<T>&, const Array<T>&, const Array<T>&);
  double k;
};
#define BINARY(f, k)                                                                                       \
  {                                                                                                        \
#f, [](const Array<T>& a, const Array<T>& b) { return f(a, b); },                                        \
   [](const Array<T>& a, T b) { return f(a, b); }, [](T a, const Array<T>& b) { return f(a, b); },          \
   [](Array<T>& y, const Array<T>& a, const Array<T>& b) { f##_into(y, a, b); }, k \
  }
template <class T> std::vector<Binary<T>> binaries() {
  return {BINARY(atan2, 4), BINARY(hypot, 4),     BINARY(logaddexp, 4),    BINARY(logaddexp2, 4), BINARY(pow, 16),
          BINARY(fmod, 0),  BINARY(mod, 0),       BINARY(floor_divide, 0), BINARY(copysign, 0),   BINARY(nextafter, 0),
          BINARY(fmax, 0),  BINARY(heaviside, 0), BINARY(fmin, 0)};
}

template <class T> class MathFloating : public testing::Test {};
TYPED_TEST_SUITE(MathFloating, FloatingTypes);
template <class T> class MathReal : public testing::Test {};
TYPED_TEST_SUITE(MathReal, RealTypes);
template <class T> class MathComplex : public testing::Test {};
TYPED_TEST_SUITE(MathComplex, ComplexTypes);

TYPED_TEST(MathFloating, SpecialValuesAreNumPys) {
  using T = TypeParam;
  const std::string kind = is_complex_v<T> ? "z_" : "x_", s = suffix<T>;
  const Array<T> x = stored<T>(kind.substr(0, 1) + s);
  for (const auto& f : unaries<T>()) {
    const std::string name = kind + f.name + s;
    Array<T> got = f.call(x);
    Array<T> expected = stored<T>(name);
    // Where NumPy is not the measure: i0 overflows early, sinc near integers has rounding errors, complex expm1 does
    // not know infinities, complex log1p is log(1 + z). Other tests look there.
    const bool real = !is_complex_v<T>;
    if (real && !strcmp(f.name, "i0")) expected = where(tukey::abs(x) > real_t<T>(80), got, expected);
    if (real && !strcmp(f.name, "sinc"))
      expected = where((tukey::abs(x - rint(x)) < real_t<T>(0.01)) | (tukey::abs(x) > real_t<T>(10)), got, expected);
    if (is_complex_v<T> && !strcmp(f.name, "expm1")) expected = where(isfinite(x), expected, exp(x) - T(1));
    if (is_complex_v<T> && !strcmp(f.name, "log1p")) expected = where(tukey::abs(x) < real_t<T>(0.1), got, expected);
    // Where C99 leaves a sign open (both parts not finite, or an infinite part beside NaN) only sizes are compared.
    if constexpr (is_complex_v<T>) {
      auto fold = [&](const Array<T>& y) {
        std::vector<T> v = y.to_vector();
        const std::vector<T> in = x.to_vector();
        for (std::size_t i = 0; i < v.size(); ++i)
          if (!std::isfinite(in[i].real()) || !std::isfinite(in[i].imag()))
            if (std::isnan(v[i].real()) || std::isnan(v[i].imag()) ||
                (!std::isfinite(in[i].real()) && !std::isfinite(in[i].imag())))
              v[i] = T(std::abs(v[i].real()), std::abs(v[i].imag()));
        return Array<T>::from(v);
      };
      got = fold(got), expected = fold(expected);
    }
    EXPECT_TRUE(near_each(got, expected, f.k, !is_complex_v<T>)) << name;
  }
}
TYPED_TEST(MathComplex, CutsKeepTheSignOfZero) {
  using T = TypeParam;
  using R = real_t<T>;
  const R zeros[] = {R(0.0), R(-0.0)};
  for (R zero : zeros) {
    const auto real_axis = Array<T>::from({T(2, zero), T(-2, zero), T(R(0.5), zero), T(R(-0.5), zero)});
    const auto imag_axis = Array<T>::from({T(zero, 2), T(zero, -2), T(zero, R(0.5)), T(zero, R(-0.5))});
    auto signs = [](const Array<T>& z, bool imag) {
      std::vector<bool> s;
      for (const T& v : z.to_vector()) s.push_back(std::signbit(imag ? v.imag() : v.real()));
      return s;
    };
    const bool n = std::signbit(zero);
    EXPECT_EQ(signs(asin(real_axis), true), std::vector<bool>(4, n));
    EXPECT_EQ(signs(acos(real_axis), true), std::vector<bool>(4, !n));
    EXPECT_EQ(signs(atanh(real_axis), true), std::vector<bool>(4, n));
    EXPECT_EQ(signs(acosh(real_axis), true), std::vector<bool>(4, n));
    EXPECT_EQ(signs(asinh(imag_axis), false), std::vector<bool>(4, n));
    EXPECT_EQ(signs(atan(imag_axis), false), std::vector<bool>(4, n));
  }
}

// Against the same function of one element in long double.
#define STD_FUNCTION(f)               \
  {                                   \
#f, [](W v) { return std::f(v); } \
  }
TYPED_TEST(MathFloating, FunctionsMatchLongDouble) {
  using T = TypeParam;
  using R = real_t<T>;
  using W = std::conditional_t<is_complex_v<T>, std::complex<long double>, long double>;
  struct Reference {
    const char* name;
    std::function<W(W)> f;
  };
  std::vector<Reference> list = {STD_FUNCTION(tan),   STD_FUNCTION(asin), STD_FUNCTION(acos), STD_FUNCTION(atan),
                                 STD_FUNCTION(sinh),  STD_FUNCTION(cosh), STD_FUNCTION(tanh), STD_FUNCTION(asinh),
                                 STD_FUNCTION(acosh), STD_FUNCTION(atanh)};
  if constexpr (!is_complex_v<T>)
    list.insert(list.end(),
                {STD_FUNCTION(exp2), STD_FUNCTION(expm1), STD_FUNCTION(log1p), STD_FUNCTION(log2), STD_FUNCTION(cbrt)});
  if constexpr (is_complex_v<T>)
    list.insert(list.end(), {{"log1p",
                              [](W v) {
                                const auto x = v.real(), y = v.imag();
                                if (std::abs(v) > 0.5L) return std::log(W(1) + v);
                                return W(std::log1p(x * (2 + x) + y * y) / 2, std::atan2(y, 1 + x));
                              }},
                             {"expm1", [](W v) {
                                const auto s = std::sin(v.imag() / 2);
                                return W(std::expm1(v.real()) * std::cos(v.imag()) - 2 * s * s,
                                         std::exp(v.real()) * std::sin(v.imag()));
                              }}});
  for (const Reference& reference : list) {
    const std::string name = reference.name;
    std::vector<T> x = noise<T>(1025, 3);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const R scale = std::pow(R(10), R(int(i % 7) - 5));
      if constexpr (is_complex_v<T>) {
        x[i] = T(x[i].real() * scale, x[i].imag() * (i % 3 ? scale : R(1)));
        if (i % 5 == 0) x[i] += R(1);  // near the ends of the cuts
      } else {
        x[i] *= scale;
        if (name == "asin" || name == "acos" || name == "atanh") x[i] = std::fmod(x[i], R(1));
        if (name == "acosh") x[i] = 1 + std::abs(x[i]);
        if (name == "log1p") x[i] = std::abs(x[i]) - R(0.5);
        if (name == "log2") x[i] = std::abs(x[i]);
      }
    }
    std::vector<T> expected;
    for (const T& v : x) expected.push_back(static_cast<T>(reference.f(W(v))));
    const auto all = unaries<T>();
    const auto f = std::find_if(all.begin(), all.end(), [&](const auto& u) { return name == u.name; });
    EXPECT_TRUE(near_each(f->call(Array<T>::from(x)), Array<T>::from(expected), f->k)) << name;
  }
}

const index_t sizes[] = {1, 31, 32, 33, 255, 257, 1023, 1025, 4097};
TYPED_TEST(MathFloating, ViewsSizesAndOutputs) {
  using T = TypeParam;
  for (const auto& f : unaries<T>()) {
    const Array<T> whole = noise_array<T>({8195}, 5), expected = f.call(whole);
    for (index_t n : sizes) EXPECT_TRUE(identical(f.call(whole(Slice{0, n}).copy()), expected(Slice{0, n}))) << f.name;
    EXPECT_TRUE(identical(f.call(whole(Slice{3, {}, 2})), expected(Slice{3, {}, 2}))) << f.name;
    EXPECT_TRUE(identical(f.call(whole.flip(0)), expected.flip(0))) << f.name;
    const Array<T> turned = whole(Slice{0, 8192}).reshape({64, 128}).transpose();
    EXPECT_TRUE(identical(f.call(turned), expected(Slice{0, 8192}).reshape({64, 128}).transpose())) << f.name;
    Array<T> y = zeros<T>({2, 8195});
    Array<T> row = y(1);
    f.into(row, whole);
    EXPECT_TRUE(identical(y(1), expected)) << f.name;
    EXPECT_TRUE(identical(y(0), zeros<T>({8195}))) << f.name;
    Array<T> same = whole.copy();
    f.into(same, same);
    EXPECT_TRUE(identical(same, expected)) << f.name;
    EXPECT_EQ(f.call(Array<T>(Shape{0, 3})).shape(), (Shape{0, 3}));
    EXPECT_EQ(f.call(ones<T>(Shape{})).shape(), Shape{});
  }
}

TYPED_TEST(MathReal, PairsAreNumPys) {
  using T = TypeParam;
  const std::string s = suffix<T>;
  const Array<T> x = stored<T>("x" + s);
  const index_t n = x.size();
  // The pairs of meshgrid: a[i, j] = x[j], b[i, j] = x[i].
  const Array<T> a = x.expand_dims(0), b = x.expand_dims(1);
  for (const auto& f : binaries<T>()) {
    const Array<T> expected = stored<T>("xx_" + std::string(f.name) + s).reshape({n, n}), got = f.call(a, b);
    // logaddexp cancels near 0, where its terms are of the size of 1.
    const double least = std::string(f.name).rfind("logaddexp", 0) == 0 ? 1 : 0;
    EXPECT_TRUE(near_each(got, expected, f.k, f.name[1] != 'm', least)) << f.name;  // but for fmax(0, -0)
    EXPECT_TRUE(identical(f.call(a.broadcast_to({n, n}).copy(), b.broadcast_to({n, n}).copy()), got)) << f.name;
    for (index_t i : {2, 5, 9}) {
      const T value = x(i).item();
      EXPECT_TRUE(near_each(f.left(x, value), got(i), 0)) << f.name;
      EXPECT_TRUE(near_each(f.right(value, x), got(ellipsis, i), 0)) << f.name;
    }
    Array<T> y = zeros<T>({n, n}).transpose();
    f.into(y, a, b);
    EXPECT_TRUE(identical(y.copy(), got)) << f.name;
  }
  const Array<bool> close = isclose(a, b, {1e-5, 1e-8, true});
  EXPECT_TRUE(identical(close.flatten(), stored<bool>("xx_isclose" + s)));
  EXPECT_TRUE(identical(isclose(a, b, {0.5, 0.1, false}).flatten(), stored<bool>("xx_isclose_far" + s)));
}

TYPED_TEST(MathReal, PartsOfNumbers) {
  using T = TypeParam;
  const std::string s = suffix<T>;
  const Array<T> x = stored<T>("x" + s);
  const auto parts = modf(x);
  EXPECT_TRUE(near_each(parts.fractional, stored<T>("x_frac" + s), 0, true));
  EXPECT_TRUE(near_each(parts.integral, stored<T>("x_int" + s), 0, true));
  const auto scaled = frexp(x);
  EXPECT_TRUE(near_each(scaled.mantissa, stored<T>("x_mantissa" + s), 0, true));
  EXPECT_TRUE(identical(scaled.exponent, stored<std::int32_t>("x_exponent" + s)));
  EXPECT_TRUE(near_each(ldexp(scaled.mantissa, scaled.exponent), x, 0, true));
  EXPECT_TRUE(near_each(ldexp(x, 3), x * T(8), 0, true));
  const Array<T> powers = ldexp(ones<T>({1}), arange<std::int32_t>(5));
  EXPECT_TRUE(identical(powers, Array<T>::from({1, 2, 4, 8, 16})));
  EXPECT_TRUE(near_each(nan_to_num(x, {7, 9.0, {}}), stored<T>("x_nan_to_num" + s), 0, true));
  EXPECT_TRUE(near_each(round(x, 1), stored<T>("x_round1" + s), 0, true));
  EXPECT_TRUE(near_each(round(x, -1), stored<T>("x_roundm1" + s), 0, true));
  EXPECT_TRUE(near_each(round(x), rint(x), 0, true));
  EXPECT_TRUE(near_each(fix(x), trunc(x), 0, true));
  EXPECT_TRUE(near_each(rad2deg(deg2rad(x)), degrees(radians(x)), 0, true));
  EXPECT_TRUE(near_each(+x, x, 0, true));
  Array<T> y = zeros<T>(x.shape());
  round_into(y, x, 1);
  EXPECT_TRUE(near_each(y, round(x, 1), 0, true));
}
TYPED_TEST(MathComplex, PartsOfNumbers) {
  using T = TypeParam;
  const std::string s = suffix<T>;
  const Array<T> z = stored<T>("z" + s);
  EXPECT_TRUE(near_each(nan_to_num(z), stored<T>("z_nan_to_num" + s), 0));
  EXPECT_TRUE(near_each(round(z, 2), stored<T>("z_round2" + s), 0));
}
TYPED_TEST(MathFloating, TestsOfNumbers) {
  using T = TypeParam;
  const std::string kind = is_complex_v<T> ? "z_" : "x_", s = suffix<T>;
  const Array<T> x = stored<T>(kind.substr(0, 1) + s);
  const struct {
    const char* name;
    Array<bool> (*f)(const Array<T>&);
  } list[] = {{"isfinite", isfinite<T>},   {"isinf", isinf<T>},       {"isnan", isnan<T>},
              {"isposinf", isposinf<T>},   {"isneginf", isneginf<T>}, {"signbit", signbit<T>},
              {"iscomplex", iscomplex<T>}, {"isreal", isreal<T>}};
  for (const auto& f : list) {
    const std::string name = kind + f.name + s;
    if (!golden("math").contains(name)) continue;
    EXPECT_TRUE(identical(f.f(x), stored<bool>(name))) << name;
  }
}

TYPED_TEST(MathFloating, Powers) {
  using T = TypeParam;
  using R = real_t<T>;
  using W = std::conditional_t<is_complex_v<T>, std::complex<long double>, long double>;
  std::vector<T> a = noise<T>(1000, 1), b = noise<T>(1000, 2), expected;
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] *= R(3);
    if constexpr (!is_complex_v<T>) a[i] = std::abs(a[i]);
    expected.push_back(static_cast<T>(std::pow(W(a[i]), W(b[i]))));
  }
  const Array<T> x = Array<T>::from(a), y = Array<T>::from(b);
  EXPECT_TRUE(near_each(pow(x, y), Array<T>::from(expected), 8));
  EXPECT_TRUE(identical(pow(x, T(2)), square(x)));
  EXPECT_TRUE(near_each(pow(x, T(3)), x * x * x, 8));
  EXPECT_TRUE(near_each(pow(x, T(-1)), reciprocal(x), 8));
  EXPECT_TRUE(near_each(pow(x, T(R(0.5))), sqrt(x), 8));
  EXPECT_TRUE(identical(pow(x, T(0)), ones<T>({1000})));
  const auto doubles = float_power(x, y);
  EXPECT_STREQ(doubles.dtype(), is_complex_v<T> ? "complex128" : "float64");
  EXPECT_TRUE(near_each(doubles.template astype<T>(), Array<T>::from(expected), 8));
}

TYPED_TEST(MathReal, BesselI0) {
  using T = TypeParam;
  std::vector<T> x, expected;
  for (int i = -400; i <= 400; ++i) {
    const long double v = static_cast<T>(i * 0.2L);
    long double sum = 1, term = 1;
    for (int k = 1; k < 300; ++k) sum += term *= v * v / 4 / (static_cast<long double>(k) * k);
    x.push_back(static_cast<T>(v)), expected.push_back(static_cast<T>(sum));
  }
  const T inf = std::numeric_limits<T>::infinity();
  x.push_back(inf), expected.push_back(inf);
  EXPECT_TRUE(near_each(i0(Array<T>::from(x)), Array<T>::from(expected), 4));
}
TYPED_TEST(MathReal, SincIsExactAtIntegers) {
  using T = TypeParam;
  const Array<T> x = arange<T>(-50, 51);
  EXPECT_TRUE(near_each(sinc(x), where(x == T(0), T(1), zeros<T>({101})), 0));
  EXPECT_TRUE(near_each(sinc(x + T(0.5)),
                        T(1) / (abs(x + T(0.5)) * T(3.14159265358979323846L)) *
                            where(mod(floor(abs(x + T(0.5))), T(2)) == T(0), T(1), full<T>({101}, T(-1))),
                        4));
}

TYPED_TEST(MathReal, ClipByArraysAndOneSide) {
  using T = TypeParam;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const auto x = Array<T>::from({-3, -1, 0, 1, 3, nan}), low = Array<T>::from({-2}),
             high = Array<T>::from({0, 0, 1, 0, 1, 1});
  EXPECT_TRUE(close(clip(x, low, high), std::vector<T>{-2, -1, 0, 0, 1, nan}));
  EXPECT_TRUE(close(clip(x, std::nullopt, T(1)), std::vector<T>{-3, -1, 0, 1, 1, nan}));
  EXPECT_TRUE(close(clip(x, T(0), std::nullopt), std::vector<T>{0, 0, 0, 1, 3, nan}));
  EXPECT_TRUE(close(clip(x, T(-1), T(1)), std::vector<T>{-1, -1, 0, 1, 1, nan}));
  EXPECT_TRUE(identical(clip(x, std::nullopt, std::nullopt), x));
}

TEST(Math, Equality) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto x = Array<double>::from({1, 2, nan}), y = Array<double>::from({1, 2 + 1e-9, nan});
  EXPECT_FALSE(allclose(x, y));
  EXPECT_TRUE(allclose(x, y, {1e-5, 1e-8, true}));
  EXPECT_FALSE(allclose(x, y, {0, 0, true}));
  EXPECT_TRUE(allclose(x(Slice{0, 2}), y(Slice{0, 2})));
  EXPECT_FALSE(array_equal(x, x));
  EXPECT_TRUE(array_equal(x, x, true));
  EXPECT_FALSE(array_equal(x, y, true));
  EXPECT_FALSE(array_equal(x, x.expand_dims(0), true));
  const auto z = Array<std::int32_t>::from({1, 2});
  EXPECT_TRUE(array_equal(z, z.copy()));
  EXPECT_FALSE(array_equal(z, z + 1));
  EXPECT_TRUE(array_equiv(z, z.broadcast_to({3, 2})));
  EXPECT_FALSE(array_equiv(z, Array<std::int32_t>::from({1, 2, 1})));
  EXPECT_FALSE(array_equiv(z, Array<std::int32_t>::from({1, 1, 2, 2}, {2, 2})));
  EXPECT_TRUE(array_equal(Array<float>(Shape{0}), Array<float>(Shape{0})));
  EXPECT_TRUE(array_equal(Array<bool>::from({true}), Array<bool>::from({true})));
  using C = std::complex<float>;
  EXPECT_TRUE(allclose(Array<C>::from({C(1, 1)}), Array<C>::from({C(1, 1.000001f)})));
}

TEST(Math, ErrorsNameWhatIsWrong) {
  const Array<float> x = ones<float>({3}), y = ones<float>({4});
  Array<float> out(Shape{2});
  EXPECT_ERROR(InvalidArgument, atan2(x, y), "atan2: shapes (3,) and (4,) do not broadcast");
  EXPECT_ERROR(InvalidArgument, tan_into(out, x), "tan: out must have shape (3,), got (2,)");
  EXPECT_ERROR(InvalidArgument, pow_into(out, x, y), "pow: shapes (3,) and (4,) do not broadcast");
  EXPECT_ERROR(InvalidArgument, round_into(out, x), "round: out must have shape (3,), got (2,)");
  EXPECT_ERROR(InvalidArgument, clip(x, x, y), "clip: shapes (3,) and (4,) do not broadcast");
  EXPECT_ERROR(InvalidArgument, isclose(x, y), "isclose: shapes (3,) and (4,) do not broadcast");
  EXPECT_ERROR(InvalidArgument, allclose(x, y), "allclose: shapes (3,) and (4,) do not broadcast");
  EXPECT_ERROR(InvalidArgument, ldexp(x, Array<std::int32_t>(Shape{4})),
               "ldexp: shapes (3,) and (4,) do not broadcast");
}

#ifdef TUKEY_TEST_CUDA
TEST(Math, CanBeCaptured) {
  if (default_device().is_cpu()) GTEST_SKIP() << "needs a GPU";
  using T = float;
  const Stream stream;
  const StreamScope scope(stream);
  Array<T> x = noise_array<T>({33, 65}, 1), y(x.shape());
  const Array<T> second = noise_array<T>({33, 65}, 2);
  auto replays = [&](const std::function<Array<T>(const Array<T>&)>& f, const char* name) {
    x.assign(noise_array<T>({33, 65}, 1));
    const Array<T> expected = f(second);
    EXPECT_EQ(replay_captured([&] { y.assign(f(x)); }, [&] { x.assign(second); }), "") << name;
    EXPECT_TRUE(identical(y, expected)) << name;
  };
  for (const auto& f : unaries<T>()) replays(f.call, f.name);
  for (const auto& f : binaries<T>()) replays([&](const Array<T>& v) { return f.call(v, v(0)); }, f.name);
  replays([](const Array<T>& v) { return round(nan_to_num(modf(v).fractional), 2) + ldexp(frexp(v).mantissa, 2); },
          "parts");
  replays([](const Array<T>& v) { return clip(v, v(0), v(1)) + isclose(v, v(0)).astype<T>() + isnan(v).astype<T>(); },
          "logic");
}
#endif

}  // namespace
}  // namespace tukey::test
