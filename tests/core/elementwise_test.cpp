// SPDX-License-Identifier: Apache-2.0
// Elementwise functions: every operation and element type against loops on the host, over sizes around vectors and
// blocks, broadcasts, views and scalars; complex functions at special values against NumPy; error messages.
#include <functional>
#include <numeric>

#include "support.hpp"

namespace tukey::test {
namespace {

template <class T> bool part_close(T actual, T expected, double bound) {
  if (std::isnan(expected)) return std::isnan(actual);
  if (!std::isfinite(expected) || !std::isfinite(actual)) return actual == expected;
  return std::abs(static_cast<double>(actual) - static_cast<double>(expected)) <= bound;
}
// Every element within k eps of its own magnitude (of the complex number's).
template <class T, class U>
testing::AssertionResult each_close(const std::vector<T>& actual, const std::vector<U>& expected, double k) {
  if (actual.size() != expected.size()) return testing::AssertionFailure() << actual.size() << " elements";
  const double eps = static_cast<double>(std::numeric_limits<real_t<T>>::epsilon());
  const double tiny = static_cast<double>(std::numeric_limits<real_t<T>>::denorm_min());
  for (std::size_t i = 0; i < actual.size(); ++i) {
    bool ok;
    if constexpr (is_complex_v<T>) {
      double size = 0;
      for (double p : {double(expected[i].real()), double(expected[i].imag())})
        if (std::isfinite(p)) size = std::hypot(size, p);
      const double bound = k * (eps * size + tiny);
      ok = part_close<double>(actual[i].real(), expected[i].real(), bound) &&
           part_close<double>(actual[i].imag(), expected[i].imag(), bound);
    } else {
      const double size = std::isfinite(double(expected[i])) ? std::abs(double(expected[i])) : 0;
      ok = part_close<double>(double(actual[i]), double(expected[i]), k * (eps * size + tiny));
    }
    if (!ok) return testing::AssertionFailure() << "element " << i << ": " << actual[i] << ", expected " << expected[i];
  }
  return testing::AssertionSuccess();
}

// Arithmetic as NumPy defines it: integers wrap around.
template <class T, class F> T wrapped(T a, T b, F f) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(f(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)));
  else
    return f(a, b);
}

template <class T> class Numeric : public testing::Test {};
using NumericTypes =
    testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t, std::uint32_t,
                   std::uint64_t, float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Numeric, NumericTypes);
template <class T> class RealNumber : public testing::Test {};
using RealNumberTypes = testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                                       std::uint16_t, std::uint32_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(RealNumber, RealNumberTypes);
template <class T> class Floating : public testing::Test {};
TYPED_TEST_SUITE(Floating, FloatingTypes);
template <class T> class Real : public testing::Test {};
TYPED_TEST_SUITE(Real, RealTypes);
template <class T> class Complex : public testing::Test {};
TYPED_TEST_SUITE(Complex, ComplexTypes);

const index_t sizes[] = {0, 1, 2, 3, 15, 16, 17, 31, 33, 255, 257, 511, 513, 1023, 4099, 70001};

TYPED_TEST(Numeric, ArithmeticMatchesLoops) {
  using T = TypeParam;
  for (index_t n : sizes) {
    const std::vector<T> a = noise<T>(n, 1), b = noise<T>(n, 2);
    std::vector<T> sum(a.size()), difference(a.size()), product(a.size()), less(a.size()), negated(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      sum[i] = wrapped(a[i], b[i], std::plus<>{});
      difference[i] = wrapped(a[i], b[i], std::minus<>{});
      product[i] = wrapped(a[i], b[i], std::multiplies<>{});
      less[i] = wrapped(T(3), b[i], std::minus<>{});
      negated[i] = wrapped(T(0), b[i], std::minus<>{});
    }
    const Array<T> x = Array<T>::from(a), y = Array<T>::from(b);
    EXPECT_TRUE(each_close((x + y).to_vector(), sum, 1)) << n;
    EXPECT_TRUE(each_close((x - y).to_vector(), difference, 1)) << n;
    EXPECT_TRUE(each_close((x * y).to_vector(), product, 4)) << n;
    EXPECT_TRUE(each_close((T(3) - y).to_vector(), less, 1)) << n;
    EXPECT_TRUE(each_close((-y).to_vector(), negated, 1)) << n;
    EXPECT_TRUE(each_close(square(x).to_vector(), (x * x).to_vector(), 4)) << n;
    // A scalar gives what an array of it gives.
    const Array<T> threes = full<T>({n}, T(3));
    EXPECT_TRUE(identical(x + T(3), x + threes)) << n;
    EXPECT_TRUE(identical(T(3) * x, threes * x)) << n;
    EXPECT_TRUE(identical(x - T(3), x - threes)) << n;
    // In place.
    Array<T> z = x.copy();
    z += y;
    EXPECT_TRUE(identical(z, x + y)) << n;
    z = x.copy();
    multiply_into(z, y, z);
    EXPECT_TRUE(identical(z, y * x)) << n;
    z -= z;
    EXPECT_TRUE(identical(z, zeros<T>({n}))) << n;
    z = x.copy();
    z *= T(2);
    EXPECT_TRUE(identical(z, x * T(2))) << n;
    negative_into(z, z);
    EXPECT_TRUE(identical(z, -(x * T(2)))) << n;
  }
}

TYPED_TEST(Numeric, ComparesForEquality) {
  using T = TypeParam;
  const Array<T> x = Array<T>::from({T(1), T(2), T(3)}), y = Array<T>::from({T(1), T(5), T(3)});
  EXPECT_TRUE(identical(x == y, Array<bool>::from({true, false, true})));
  EXPECT_TRUE(identical(x != y, Array<bool>::from({false, true, false})));
  EXPECT_TRUE(identical(x == T(2), Array<bool>::from({false, true, false})));
  EXPECT_TRUE(identical(equal<T>(T(3), x), Array<bool>::from({false, false, true})));
  for (index_t n : sizes) {
    const Array<T> a = noise_array<T>({n}, 3);
    EXPECT_TRUE(identical(a == a.copy(), full<bool>({n}, true))) << n;
  }
}

TYPED_TEST(RealNumber, OrdersMatchLoops) {
  using T = TypeParam;
  for (index_t n : sizes) {
    // Few different values, so that some are equal.
    std::vector<T> a = noise<T>(n, 1), b = noise<T>(n, 2);
    for (auto* v : {&a, &b})
      for (T& e : *v) e = static_cast<T>(static_cast<int>(e * (std::is_integral_v<T> ? 1 : 100)) / 20);
    const Array<T> x = Array<T>::from(a), y = Array<T>::from(b);
    const T pivot = static_cast<T>(2);
    Array<bool> got[] = {x<y, x <= y, x> y, x >= y, x<pivot, pivot >= y, less<T>(pivot, y), x> pivot};
    Array<T> larger = maximum(x, y), smaller = minimum(x, y), capped = minimum(x, pivot), clipped = clip(x, T(1), T(3));
    for (auto& g : got) g = g.to(Device::cpu());
    larger = larger.to(Device::cpu()), smaller = smaller.to(Device::cpu());
    capped = capped.to(Device::cpu()), clipped = clipped.to(Device::cpu());
    for (index_t i = 0; i < n; ++i) {
      const T p = a[i], q = b[i];
      const bool expected[] = {p<q, p <= q, p> q, p >= q, p < pivot, pivot >= q, pivot<q, p> pivot};
      for (int k = 0; k < 8; ++k) ASSERT_EQ(got[k].data()[i], expected[k]) << n << " " << i << " " << k;
      ASSERT_EQ(larger.data()[i], std::max(p, q));
      ASSERT_EQ(smaller.data()[i], std::min(p, q));
      ASSERT_EQ(capped.data()[i], std::min(p, pivot));
      ASSERT_EQ(clipped.data()[i], std::min(std::max(p, T(1)), T(3)));
    }
  }
}

TYPED_TEST(RealNumber, IntegersWrapAround) {
  using T = TypeParam;
  if constexpr (std::is_integral_v<T>) {
    constexpr T low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    const Array<T> ends = Array<T>::from({low, high});
    EXPECT_TRUE(identical(ends + T(1), Array<T>::from({T(low + 1), low})));
    EXPECT_TRUE(identical(ends - T(1), Array<T>::from({high, T(high - 1)})));
    EXPECT_TRUE(identical(ends * T(2), Array<T>::from({T(0), T(-2)})));
    EXPECT_TRUE(identical(tukey::abs(ends), Array<T>::from({low, high})));  // abs of the lowest wraps, as in NumPy
    EXPECT_TRUE(identical(square(Array<T>::from({high})), Array<T>::from({T(1)})));
  }
}

// Views of one array of noise, of shape (6, 5, 8), in many layouts; the values differ.
template <class T> std::vector<Array<T>> layouts(unsigned seed) {
  const Array<T> big = noise_array<T>({12, 10, 16}, seed);
  return {noise_array<T>({6, 5, 8}, seed),
          big(Slice{0, 6}, Slice{0, 5}, Slice{0, 8}),
          big(Slice{{}, {}, 2}, Slice{{}, {}, 2}, Slice{{}, {}, 2}),
          big(Slice{{}, {}, -2}, Slice{5, {}}, Slice{{}, {}, -2}),
          noise_array<T>({8, 5, 6}, seed).permute({2, 1, 0}),
          noise_array<T>({5, 8, 6}, seed).permute({2, 0, 1}).flip(0).flip(1).flip(2),
          noise_array<T>({5, 8}, seed).broadcast_to({6, 5, 8}),
          noise_array<T>({6, 1, 8}, seed).broadcast_to({6, 5, 8}),
          noise_array<T>({6, 5, 1}, seed).broadcast_to({6, 5, 8}),
          noise_array<T>({1}, seed).broadcast_to({6, 5, 8}),
          noise_array<T>({6, 5, 9}, seed)(ellipsis, Slice{1, {}})};
}

TYPED_TEST(Numeric, ViewsActAsCopies) {
  using T = TypeParam;
  const auto a = layouts<T>(1), b = layouts<T>(2);
  for (std::size_t i = 0; i < a.size(); ++i) {
    ASSERT_EQ(a[i].shape(), (Shape{6, 5, 8}));
    const Array<T> x = a[i].copy();
    EXPECT_TRUE(identical(-a[i], -x)) << i;
    EXPECT_TRUE(identical(T(7) - a[i], T(7) - x)) << i;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const Array<T> y = b[j].copy(), sum = x + y;
      EXPECT_TRUE(identical(a[i] + b[j], sum)) << i << " " << j;
      EXPECT_TRUE(identical(a[i] == b[j], x == y)) << i << " " << j;
      // Into every layout that can be written.
      if (j == 0 || i >= 6) {
        for (std::size_t k = 0; k < 6; ++k) {
          Array<T> out = layouts<T>(3)[k];
          add_into(out, a[i], b[j]);
          EXPECT_TRUE(identical(out.copy(), sum)) << i << " " << j << " " << k;
        }
      }
    }
  }
}

TYPED_TEST(Numeric, WritesOnlyTheView) {
  using T = TypeParam;
  const Array<T> base = noise_array<T>({9, 40}, 5), x = noise_array<T>({3, 13}, 6);
  Array<T> changed = base.copy(), view = changed(Slice{1, 8, 3}, Slice{37, 0, -3});
  view = view(ellipsis, Slice{0, 13});
  if (view.shape() == Shape{3, 13}) {
    add_into(view, x, x);
    const auto got = changed.to_vector(), before = base.to_vector(), added = (x + x).to_vector();
    for (index_t i = 0; i < 9; ++i)
      for (index_t j = 0; j < 40; ++j) {
        const bool inside = i % 3 == 1 && i < 8 && j % 3 == 1 && j >= 1 && j <= 37;
        const T expected = inside ? added[(i - 1) / 3 * 13 + (37 - j) / 3] : before[i * 40 + j];
        ASSERT_EQ(got[i * 40 + j], expected) << i << " " << j;
      }
  } else {
    EXPECT_EQ(view.shape(), (Shape{3, 13}));
  }
}

TEST(Elementwise, Broadcasts) {
  const auto x = arange<float>(3).reshape({3, 1}), y = arange<float>(4);
  const Array<float> outer = x * 10 + y;
  EXPECT_EQ(outer.shape(), (Shape{3, 4}));
  EXPECT_EQ(outer.to_vector(), (std::vector<float>{0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23}));
  const Array<float> scalar = Array<float>::from({2.0f}, Shape{});
  EXPECT_EQ((scalar + scalar).shape(), Shape{});
  EXPECT_EQ((scalar + scalar).item(), 4.0f);
  EXPECT_EQ((outer + scalar).shape(), (Shape{3, 4}));
  const Array<float> none(Shape{0, 4});
  EXPECT_EQ((none + y).shape(), (Shape{0, 4}));
  EXPECT_EQ((none + Array<float>(Shape{1, 1, 4})).shape(), (Shape{1, 0, 4}));
  // Eight axes, no two of which merge.
  const Array<float> eight = noise_array<float>({2, 3, 2, 3, 2, 3, 2, 3}, 1);
  const Array<float> turned = noise_array<float>({3, 2, 3, 2, 3, 2, 3, 2}, 2).transpose();
  EXPECT_TRUE(identical(eight + turned, eight + turned.copy()));
}

TEST(Elementwise, LargeArrays) {
  const index_t n = (1 << 20) + 5;
  const Array<float> x = arange<float>(n), y = x(Slice{{}, {}, -1});
  const std::vector<float> sum = (x + y).to_vector();
  for (float s : sum) ASSERT_EQ(s, float(n - 1));
  const Array<std::int32_t> table = arange<std::int32_t>(1000 * 1001).reshape({1000, 1001});
  const Array<std::int32_t> zero = table.transpose().copy() - table.transpose();
  EXPECT_TRUE(identical(zero, zeros<std::int32_t>({1001, 1000})));
  // More rows than a grid has blocks along its second dimension.
  const Array<float> tall = ones<float>({70000, 3}), row = Array<float>::from({1, 2, 3});
  const std::vector<float> got = (tall * row).to_vector();
  for (index_t i = 0; i < 70000; ++i)
    for (int j = 0; j < 3; ++j) ASSERT_EQ(got[i * 3 + j], float(j + 1));
}

TEST(Elementwise, NanAndInfinity) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const auto x = Array<double>::from({nan, 1.0, inf, -inf, nan}), y = Array<double>::from({1.0, nan, 1.0, 1.0, nan});
  EXPECT_TRUE(close(maximum(x, y), std::vector<double>{nan, nan, inf, 1, nan}));
  EXPECT_TRUE(close(minimum(x, y), std::vector<double>{nan, nan, 1, -inf, nan}));
  EXPECT_TRUE(close(clip(x, -2, 2), std::vector<double>{nan, 1, 2, -2, nan}));
  EXPECT_TRUE(close(x + y, std::vector<double>{nan, nan, inf, -inf, nan}));
  EXPECT_TRUE(close(x - x, std::vector<double>{nan, 0, nan, nan, nan}));
  EXPECT_TRUE(identical(x == x, Array<bool>::from({false, true, true, true, false})));
  EXPECT_TRUE(identical(x != x, Array<bool>::from({true, false, false, false, true})));
  EXPECT_TRUE(identical(x < y, Array<bool>::from({false, false, false, true, false})));
  EXPECT_TRUE(identical(x >= y, Array<bool>::from({false, false, true, false, false})));
  EXPECT_TRUE(close(Array<double>::from({1.0, -1.0, 0.0}) / 0.0, std::vector<double>{inf, -inf, nan}));
  EXPECT_TRUE(close(sqrt(Array<double>::from({-1.0, inf})), std::vector<double>{nan, inf}));
  EXPECT_TRUE(close(log(Array<double>::from({0.0, -1.0, inf})), std::vector<double>{-inf, nan, inf}));
  EXPECT_TRUE(close(log10(Array<double>::from({0.0, 1000.0})), std::vector<double>{-inf, 3}));
  EXPECT_TRUE(close(sin(Array<double>::from({inf, 0.0})), std::vector<double>{nan, 0}));
}

TEST(Elementwise, Bools) {
  const auto a = Array<bool>::from({false, false, true, true}), b = Array<bool>::from({false, true, false, true});
  EXPECT_TRUE(identical(logical_and(a, b), Array<bool>::from({false, false, false, true})));
  EXPECT_TRUE(identical(logical_or(a, b), Array<bool>::from({false, true, true, true})));
  EXPECT_TRUE(identical(a == b, Array<bool>::from({true, false, false, true})));
  EXPECT_TRUE(identical(a < b, Array<bool>::from({false, true, false, false})));
  EXPECT_TRUE(identical(a >= b, Array<bool>::from({true, false, true, true})));
  const Array<bool> matrix = noise_array<float>({40, 33}, 1) > 0.0f;
  EXPECT_TRUE(identical(logical_and(matrix, matrix.transpose().copy().transpose()), matrix));
}

TYPED_TEST(Floating, DivisionMatchesLoops) {
  using T = TypeParam;
  for (index_t n : sizes) {
    const std::vector<T> a = noise<T>(n, 1), b = noise<T>(n, 2);
    std::vector<T> quotient(a.size()), inverse(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) quotient[i] = a[i] / b[i], inverse[i] = T(1) / b[i];
    const Array<T> x = Array<T>::from(a), y = Array<T>::from(b);
    EXPECT_TRUE(each_close((x / y).to_vector(), quotient, 8)) << n;
    EXPECT_TRUE(each_close((T(1) / y).to_vector(), inverse, 8)) << n;
  }
}
TYPED_TEST(Complex, DivisionDoesNotOverflow) {
  using T = TypeParam;
  using R = real_t<T>;
  const R big = std::numeric_limits<R>::max() / 4, small = std::numeric_limits<R>::min() * 4;
  const auto x = Array<T>::from({T(big, big), T(small, -small), T(big, 0), T(1, 1)});
  const auto y = Array<T>::from({T(big, big), T(small, small), T(0, big), T(0, 0)});
  const std::vector<T> q = (x / y).to_vector();
  EXPECT_TRUE(each_close(std::vector<T>(q.begin(), q.begin() + 3), std::vector<T>{T(1, 0), T(0, -1), T(0, -1)}, 4));
  EXPECT_FALSE(std::isfinite(q[3].real()));
}

// f of Array<T> against the same function of one element in long double, over `x`.
template <class T, class F, class G>
void check_function(F f, G g, const std::vector<T>& x, double k, const char* name) {
  std::vector<T> expected(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    if constexpr (is_complex_v<T>)
      expected[i] = T(g(std::complex<long double>(x[i])));
    else
      expected[i] = static_cast<T>(g(static_cast<long double>(x[i])));
  }
  const Array<T> y = f(Array<T>::from(x));
  EXPECT_TRUE(each_close(y.to_vector(), expected, k)) << name;
  // The same from a stepped view, whose kernel is another one.
  Array<T> wide = zeros<T>({static_cast<index_t>(x.size()), 2});
  wide(ellipsis, 1).assign(Array<T>::from(x));
  EXPECT_TRUE(each_close(f(wide(ellipsis, 1)).to_vector(), expected, k)) << name;
}
#define CHECK_FUNCTION(name, x, k) \
  check_function<T>([](const Array<T>& v) { return name(v); }, [](auto v) { return std::name(v); }, x, k, #name)

TYPED_TEST(Floating, FunctionsMatchLongDouble) {
  using T = TypeParam;
  std::vector<T> x = noise<T>(3001, 4);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] *= static_cast<real_t<T>>(std::pow(10.0, double(i % 5) - 3));
  std::vector<T> positive = x;
  if constexpr (!is_complex_v<T>)
    for (T& v : positive) v = std::abs(v) + std::numeric_limits<T>::min();
  const double k = is_complex_v<T> ? 8 : 4;
  CHECK_FUNCTION(sqrt, positive, k);
  CHECK_FUNCTION(exp, x, k);
  CHECK_FUNCTION(log, positive, k);
  CHECK_FUNCTION(log10, positive, k);
  CHECK_FUNCTION(sin, x, k);
  CHECK_FUNCTION(cos, x, k);
}

TYPED_TEST(Floating, RealValuedFunctions) {
  using T = TypeParam;
  using R = real_t<T>;
  for (index_t n : sizes) {
    const std::vector<T> x = noise<T>(n, 8);
    std::vector<R> size(x.size()), phase(x.size()), power(x.size());
    std::vector<T> mirrored(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      size[i] = std::abs(x[i]), phase[i] = std::arg(x[i]), power[i] = std::norm(x[i]);
      if constexpr (is_complex_v<T>)
        mirrored[i] = std::conj(x[i]);
      else
        mirrored[i] = x[i];
    }
    const Array<T> y = Array<T>::from(x);
    EXPECT_TRUE(each_close(tukey::abs(y).to_vector(), size, 4)) << n;
    EXPECT_TRUE(each_close(angle(y).to_vector(), phase, 4)) << n;
    EXPECT_TRUE(each_close(norm2(y).to_vector(), power, 4)) << n;
    EXPECT_TRUE(each_close(conj(y).to_vector(), mirrored, 0)) << n;
    Array<T> z(Shape{n});
    conj_into(z, y);
    EXPECT_TRUE(identical(z, conj(y))) << n;
    exp_into(z, y);
    EXPECT_TRUE(identical(z, exp(y))) << n;
  }
}

TYPED_TEST(Real, AnglesOfRealNumbers) {
  using T = TypeParam;
  const T pi = static_cast<T>(3.14159265358979323846L), nan = std::numeric_limits<T>::quiet_NaN();
  EXPECT_TRUE(close(angle(Array<T>::from({T(-2), T(2), T(0), nan})), std::vector<T>{pi, T(0), T(0), nan}, {1}));
  using C = std::complex<T>;
  EXPECT_TRUE(close(angle(Array<C>::from({C(-1, 0), C(0, 1), C(0, -1), C(-1, T(-0.0))})),
                    std::vector<T>{pi, pi / 2, -pi / 2, -pi}, {1}));
}

template <class T> void check_special(const std::string& suffix) {
  using C = std::complex<T>;
  const NpzReader& file = golden("core");
  const Array<C> z = file.read<C>("special_" + suffix, Device::cpu()).to(default_device());
  const std::vector<C> in = z.to_vector();
  struct {
    const char* name;
    std::vector<C> got;
  } functions[] = {{"sqrt_", sqrt(z).to_vector()},   {"exp_", exp(z).to_vector()}, {"log_", log(z).to_vector()},
                   {"log10_", log10(z).to_vector()}, {"sin_", sin(z).to_vector()}, {"cos_", cos(z).to_vector()}};
  for (auto& f : functions) {
    std::vector<C> expected = file.read<C>(f.name + suffix, Device::cpu()).to_vector();
    for (std::size_t i = 0; i < in.size(); ++i) {
      // C99 leaves the sign of an infinite part open where the argument is not finite in both parts.
      if (!std::isfinite(in[i].real()) && !std::isfinite(in[i].imag())) {
        f.got[i] = C(std::abs(f.got[i].real()), std::abs(f.got[i].imag()));
        expected[i] = C(std::abs(expected[i].real()), std::abs(expected[i].imag()));
      }
    }
    EXPECT_TRUE(each_close(f.got, expected, 8)) << f.name << suffix;
  }
  EXPECT_TRUE(each_close(tukey::abs(z).to_vector(), file.read<T>("absolute_" + suffix, Device::cpu()).to_vector(), 4));
  EXPECT_TRUE(each_close(angle(z).to_vector(), file.read<T>("angle_" + suffix, Device::cpu()).to_vector(), 4));
}
TEST(Elementwise, ComplexFunctionsAtSpecialValues) {
  check_special<float>("64");
  check_special<double>("128");
}
TEST(Elementwise, BranchCutsKeepTheSignOfZero) {
  using C = std::complex<double>;
  const auto z = Array<C>::from({C(-4, 0.0), C(-4, -0.0)});
  const auto root = sqrt(z).to_vector(), logarithm = log(z).to_vector();
  EXPECT_EQ(root[0], C(0, 2));
  EXPECT_EQ(root[1], C(0, -2));
  EXPECT_GT(logarithm[0].imag(), 3.0);
  EXPECT_LT(logarithm[1].imag(), -3.0);
}

template <class T> class Computed : public testing::Test {};
using ComputedTypes =
    testing::Types<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                   std::uint32_t, std::uint64_t, float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Computed, ComputedTypes);
template <class T> Array<T> pattern(const Shape& shape, int seed) {
  return (noise_array<float>(shape, seed) * 50.0f).template astype<std::int8_t>().template astype<T>();
}
TYPED_TEST(Computed, Where) {
  using T = TypeParam;
  for (index_t n : sizes) {
    const Array<bool> choose = noise_array<float>({n}, 1) > 0.0f;
    const Array<T> a = pattern<T>({n}, 2), b = pattern<T>({n}, 3);
    const Array<T> got[] = {where(choose, a, b).to(Device::cpu()), where(choose, a, T(1)).to(Device::cpu()),
                            where(choose, T(1), b).to(Device::cpu())};
    const Array<bool> c = choose.to(Device::cpu());
    const Array<T> x = a.to(Device::cpu()), y = b.to(Device::cpu());
    for (index_t i = 0; i < n; ++i) {
      const bool first = c.data()[i];
      ASSERT_EQ(got[0].data()[i], first ? x.data()[i] : y.data()[i]) << i;
      ASSERT_EQ(got[1].data()[i], first ? x.data()[i] : T(1)) << i;
      ASSERT_EQ(got[2].data()[i], first ? T(1) : y.data()[i]) << i;
    }
  }
  // All three broadcast together, from any layout.
  const Array<bool> row = noise_array<float>({1, 7}, 4) > 0.0f;
  const Array<T> column = pattern<T>({5, 1}, 5), full = pattern<T>({7, 5}, 6).transpose();
  const Array<T> got = where(row, column, full);
  EXPECT_EQ(got.shape(), (Shape{5, 7}));
  EXPECT_TRUE(identical(got, where(row.broadcast_to({5, 7}).copy(), column.broadcast_to({5, 7}).copy(), full.copy())));
}

TEST(Elementwise, MakesComplexNumbers) {
  const auto z = make_complex(Array<float>::from({1, 2}), Array<float>::from({3}));
  EXPECT_EQ(z.to_vector(), (std::vector<std::complex<float>>{{1, 3}, {2, 3}}));
}

TEST(Elementwise, Errors) {
  const Array<float> a(Shape{2, 3}), b(Shape{2, 4});
  Array<float> out(Shape{3});
  EXPECT_ERROR(InvalidArgument, a + b, "add: shapes (2, 3) and (2, 4) do not broadcast");
  EXPECT_ERROR(InvalidArgument, a <= b, "less_equal: shapes (2, 3) and (2, 4) do not broadcast");
  EXPECT_ERROR(InvalidArgument, where(a > 0.0f, a, b), "where: shapes (2, 3) and (2, 4) do not broadcast");
  EXPECT_ERROR(InvalidArgument, multiply_into(out, a, a), "multiply: out must have shape (2, 3), got (3,)");
  EXPECT_ERROR(InvalidArgument, out += a, "add: out must have shape (2, 3), got (3,)");
  EXPECT_ERROR(InvalidArgument, sqrt_into(out, a), "sqrt: out must have shape (2, 3), got (3,)");
  if (default_device().is_cuda()) {
    const Array<float> host(Shape{2, 3}, Device::cpu());
    EXPECT_ERROR(InvalidArgument, a + host, "add: operands are on cuda:0 and cpu");
    EXPECT_ERROR(InvalidArgument, where(a > 0.0f, host, 1.0f), "where: operands are on cuda:0 and cpu");
    Array<float> there(Shape{2, 3}, Device::cpu());
    EXPECT_ERROR(InvalidArgument, exp_into(there, a), "exp: out is on cpu, the operands are on cuda:0");
  }
}

}  // namespace
}  // namespace tukey::test
