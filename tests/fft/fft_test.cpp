// SPDX-License-Identifier: Apache-2.0
// 1-D transforms: closed forms, SciPy's values, the reference one precision higher, views, norms, errors, plan cache.
#include "tukey/fft.hpp"

#include <atomic>
#include <exception>
#include <numeric>
#include <thread>

#include "capture.hpp"
#include "support.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/reference/fft.hpp"
namespace tukey::test {
namespace {

using fft::Norm;
using L = long double;
constexpr double pi = 3.14159265358979323846;

// Error growth of a transform of length n: k eps sqrt(1 + log2 n), with a larger k for large prime factors, which go
// through Bluestein's or Rader's algorithm.
Tolerance tolerance(index_t n, double passes = 1) {
  index_t rest = n, largest = 1;
  for (index_t p = 2; p * p <= rest; ++p)
    while (rest % p == 0) rest /= p, largest = p;
  largest = std::max(largest, rest);
  return {passes * (largest > 127 ? 12 : 3), std::sqrt(1 + std::log2(static_cast<double>(n)))};
}

template <class T> view<T> host_view(std::vector<T>& v) { return {v.data(), 1, {static_cast<index_t>(v.size())}, {1}}; }
template <class T> std::vector<std::complex<L>> wide(const std::vector<T>& v) { return detail::widen(v); }
template <class T> std::vector<L> wide_real(const std::vector<T>& v) { return std::vector<L>(v.begin(), v.end()); }
std::vector<std::complex<L>> exact(std::vector<std::complex<L>> x, bool inverse) {
  std::vector<std::complex<L>> y(x.size());
  reference::fft(view<const std::complex<L>>{x.data(), 1, {static_cast<index_t>(x.size())}, {1}}, host_view(y), 0,
                 inverse, inverse ? 1 / static_cast<L>(x.size()) : L(1));
  return y;
}

// y along an axis, row by row, from 1-D calls on copies: what a call on a view must equal.
template <class F, class T> auto by_rows(const Array<T>& x, int axis, F f) {
  const Array<T> last = x.moveaxis(axis, -1);
  Shape outer = last.shape();
  outer.erase(outer.rank() - 1);
  const Array<T> rows = last.copy().reshape({outer.size(), x.shape(axis)});
  using Out = typename decltype(f(rows))::value_type;
  std::vector<Out> values;
  index_t length = 0;
  for (index_t i = 0; i < outer.size(); ++i) {
    const auto v = f(rows.select(0, i).copy()).to_vector();
    values.insert(values.end(), v.begin(), v.end());
    length = static_cast<index_t>(v.size());
  }
  Shape shape = outer;
  shape.push_back(length);
  return Array<Out>::from(values, shape).moveaxis(-1, axis);
}

template <class R> class Fft : public testing::Test {
 protected:
  using C = std::complex<R>;
  template <class T> static Array<T> golden_array(const std::string& name) {
    if constexpr (is_complex_v<T>)
      return golden("fft").read<std::complex<double>>(name).template astype<T>();
    else
      return golden("fft").read<double>(name).template astype<T>();
  }
  static std::vector<std::complex<double>> golden_complex(const std::string& name) {
    return golden("fft").read<std::complex<double>>(name, Device::cpu()).to_vector();
  }
  static std::vector<double> golden_real(const std::string& name) {
    return golden("fft").read<double>(name, Device::cpu()).to_vector();
  }
};
TYPED_TEST_SUITE(Fft, RealTypes);

TYPED_TEST(Fft, ClosedForms) {
  using R = TypeParam;
  using C = std::complex<R>;
  const auto delta = Array<C>::from({C(1), C(0), C(0), C(0), C(0)});
  EXPECT_TRUE(close(fft::fft(delta), std::vector<C>(5, C(1))));
  const auto ones = Array<R>::from(std::vector<R>(6, R(1)));
  EXPECT_TRUE(close(fft::rfft(ones), std::vector<C>{6, 0, 0, 0}));
  EXPECT_TRUE(close(fft::fft(Array<R>::from({1, 2, 3, 4})), std::vector<C>{10, {-2, 2}, -2, {-2, -2}}));
  EXPECT_TRUE(close(fft::ifft(Array<C>::from({C(10), C(-2, 2), C(-2), C(-2, -2)})), std::vector<R>{1, 2, 3, 4}));
  EXPECT_TRUE(close(fft::irfft(Array<C>::from({C(10), C(-2, 2), C(-2)})), std::vector<R>{1, 2, 3, 4}));
  // The sign of the exponent: a positive frequency stands in a low bin.
  EXPECT_TRUE(close(fft::fft(Array<C>::from({C(1), C(0, 1), C(-1), C(0, -1)})), std::vector<C>{0, 4, 0, 0}));
}

TYPED_TEST(Fft, DegenerateSizes) {  // A05
  using R = TypeParam;
  using C = std::complex<R>;
  EXPECT_TRUE(close(fft::fft(Array<C>::from({C(3, 4)})), std::vector<C>{{3, 4}}));
  EXPECT_TRUE(close(fft::fft(Array<R>::from({5})), std::vector<C>{5}));
  EXPECT_TRUE(close(fft::ifft(Array<R>::from({5})), std::vector<C>{5}));
  EXPECT_TRUE(close(fft::rfft(Array<R>::from({5})), std::vector<C>{5}));
  EXPECT_TRUE(close(fft::irfft(Array<C>::from({C(5, 9)}), {.n = 1}), std::vector<R>{5}));
  EXPECT_TRUE(close(fft::fft(Array<C>::from({C(1, 2), C(3, 4), C(5, 6)}).reshape({3, 1})),
                    Array<C>::from({C(1, 2), C(3, 4), C(5, 6)}).reshape({3, 1})));
  EXPECT_EQ(fft::fft(zeros<R>({10, 0, 5})).shape(), (Shape{10, 0, 5}));
  EXPECT_EQ(fft::rfft(zeros<R>({10, 0, 5})).shape(), (Shape{10, 0, 3}));
  EXPECT_EQ(fft::irfft(zeros<C>({10, 0, 5})).shape(), (Shape{10, 0, 8}));
  EXPECT_TRUE(close(fft::fft(Array<C>(Shape{0}), {.n = 3}), std::vector<C>(3)));  // nothing, padded with zeros
  EXPECT_TRUE(close(fft::irfft(Array<C>(Shape{2, 0}), {.n = 4}), zeros<R>({2, 4})));
}

TYPED_TEST(Fft, GoldenLengths) {
  using R = TypeParam;
  using C = std::complex<R>;
  const auto x = this->template golden_array<C>("x");
  const auto r = this->template golden_array<R>("r");
  for (const index_t n : {1, 2, 5, 16, 33, 64, 100}) {  // the input has 64: cropped, as it is, padded
    const std::string s = std::to_string(n);
    EXPECT_TRUE(close(fft::fft(x, {.n = n}), this->golden_complex("fft_" + s), tolerance(n))) << n;
    EXPECT_TRUE(close(fft::ifft(x, {.n = n}), this->golden_complex("ifft_" + s), tolerance(n))) << n;
    EXPECT_TRUE(close(fft::rfft(r, {.n = n}), this->golden_complex("rfft_" + s), tolerance(n))) << n;
    EXPECT_TRUE(close(fft::irfft(x, {.n = n}), this->golden_real("irfft_" + s), tolerance(n))) << n;
    EXPECT_TRUE(close(fft::fft(r, {.n = n}), this->golden_complex("fft_real_" + s), tolerance(n))) << n;
    EXPECT_TRUE(close(fft::ifft(r, {.n = n}), this->golden_complex("ifft_real_" + s), tolerance(n))) << n;
  }
}

TYPED_TEST(Fft, GoldenNorms) {
  using R = TypeParam;
  using C = std::complex<R>;
  const auto x = this->template golden_array<C>("x");
  const auto r = this->template golden_array<R>("r");
  const std::pair<Norm, std::string> norms[] = {
      {Norm::backward, "backward"}, {Norm::ortho, "ortho"}, {Norm::forward, "forward"}};
  for (const auto& [norm, name] : norms) {
    const fft::FftOptions o{.n = 24, .norm = norm};
    EXPECT_TRUE(close(fft::fft(x, o), this->golden_complex("fft_" + name), tolerance(24))) << name;
    EXPECT_TRUE(close(fft::ifft(x, o), this->golden_complex("ifft_" + name), tolerance(24))) << name;
    EXPECT_TRUE(close(fft::rfft(r, o), this->golden_complex("rfft_" + name), tolerance(24))) << name;
    EXPECT_TRUE(close(fft::irfft(x, o), this->golden_real("irfft_" + name), tolerance(24))) << name;
    // Real input takes another way to the same values.
    EXPECT_TRUE(close(fft::fft(r, o), fft::fft(r.template astype<C>(), o), tolerance(24, 2))) << name;
    EXPECT_TRUE(close(fft::ifft(r, o), fft::ifft(r.template astype<C>(), o), tolerance(24, 2))) << name;
  }
}

TYPED_TEST(Fft, GoldenAxes) {
  using R = TypeParam;
  using C = std::complex<R>;
  const auto x = this->template golden_array<C>("c3");
  const auto r = this->template golden_array<R>("r3");
  for (int axis = -3; axis < 3; ++axis) {
    const std::string s = "3_axis" + std::to_string(axis < 0 ? axis + 3 : axis);
    EXPECT_TRUE(close(fft::fft(x, {.axis = axis}), this->golden_complex("fft" + s), tolerance(5)));
    EXPECT_TRUE(close(fft::ifft(x, {.axis = axis}), this->golden_complex("ifft" + s), tolerance(5)));
    EXPECT_TRUE(close(fft::rfft(r, {.axis = axis}), this->golden_complex("rfft" + s), tolerance(5)));
    EXPECT_TRUE(close(fft::irfft(x, {.axis = axis}), this->golden_real("irfft" + s), tolerance(8)));
  }
}

TYPED_TEST(Fft, AgainstTheReferenceOnePrecisionHigher) {
  using R = TypeParam;
  using C = std::complex<R>;
  for (const index_t n : {1,   2,   3,    4,    5,    7,    16,   17,   31,    32,    33,    100,
                          101, 606, 1000, 1023, 1024, 1025, 1208, 8192, 51187, 65537, 131072}) {
    const auto v = noise<C>(n);
    const auto r = noise<R>(n, 2);
    const auto x = Array<C>::from(v);
    const auto y = Array<R>::from(r);
    const auto expected = exact(wide(v), false);
    EXPECT_TRUE(close(fft::fft(x), expected, tolerance(n))) << n;
    EXPECT_TRUE(close(fft::ifft(x), exact(wide(v), true), tolerance(n))) << n;
    auto spectrum = exact(wide(r), false);
    EXPECT_TRUE(close(fft::fft(y), spectrum, tolerance(n))) << n;
    EXPECT_TRUE(close(fft::ifft(y), exact(wide(r), true), tolerance(n))) << n;
    spectrum.resize(static_cast<std::size_t>(n / 2 + 1));
    const auto half = fft::rfft(y);
    EXPECT_TRUE(close(half, spectrum, tolerance(n))) << n;
    EXPECT_TRUE(close(fft::irfft(half, {.n = n}), r, tolerance(n, 2))) << n;
    EXPECT_TRUE(close(fft::ifft(fft::fft(x)), v, tolerance(n, 2))) << n;
    // Parseval: sum |x|^2 = sum |X|^2 / n.
    long double energy = 0, other = 0;
    for (const C& a : v) energy += std::norm(std::complex<L>(a));
    for (const C& a : fft::fft(x, {.norm = Norm::ortho}).to_vector()) other += std::norm(std::complex<L>(a));
    EXPECT_TRUE(close(std::vector<R>{static_cast<R>(other)}, std::vector<L>{energy}, tolerance(n, 2))) << n;
    Array<C> in_place = x.copy();
    fft::fft_into(in_place, in_place);
    EXPECT_TRUE(close(in_place, expected, tolerance(n))) << n;
  }
}

TYPED_TEST(Fft, IsLinear) {
  using C = std::complex<TypeParam>;
  const auto a = noise<C>(480, 1), b = noise<C>(480, 2);
  std::vector<C> sum(480);
  const C p(2, -1), q(0.5, 3);
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] = p * a[i] + q * b[i];
  const auto fa = fft::fft(Array<C>::from(a)).to_vector(), fb = fft::fft(Array<C>::from(b)).to_vector();
  std::vector<C> expected(480);
  for (std::size_t i = 0; i < sum.size(); ++i) expected[i] = p * fa[i] + q * fb[i];
  EXPECT_TRUE(close(fft::fft(Array<C>::from(sum)), expected, tolerance(480, 2)));
}

TYPED_TEST(Fft, LargePrimeFactors) {  // A03
  using R = TypeParam;
  using C = std::complex<R>;
  for (const index_t n : {606, 1208, 51187, 65537}) {
    const index_t m = n / 3;
    std::vector<C> v(static_cast<std::size_t>(n)), line(static_cast<std::size_t>(n));
    for (index_t i = 0; i < n; ++i) {
      const double angle = 2 * pi * static_cast<double>(m * i % n) / static_cast<double>(n);
      v[i] = C(static_cast<R>(std::cos(angle)), static_cast<R>(std::sin(angle)));
    }
    line[m] = static_cast<R>(n);
    const auto x = Array<C>::from(v);
    EXPECT_TRUE(close(fft::fft(x), line, tolerance(n))) << n;
    EXPECT_TRUE(close(fft::ifft(fft::fft(x)), v, tolerance(n, 2))) << n;
  }
}

TYPED_TEST(Fft, RealInverseIgnoresImpossibleImaginaryParts) {  // A01
  using R = TypeParam;
  using C = std::complex<R>;
  const auto a = Array<C>::from({C(1, 100), C(0), C(0), C(0, 7)});
  EXPECT_TRUE(close(fft::irfft(a, {.n = 6}), std::vector<R>(6, R(1) / 6), {4}));
  for (const index_t n : {8192, 16384}) {
    auto bins = fft::rfft(ones<R>({n})).to_vector();
    bins.front() += C(0, 100);
    bins.back() += C(0, -50);
    EXPECT_TRUE(close(fft::irfft(Array<C>::from(bins), {.n = n}), std::vector<R>(n, R(1)), tolerance(n, 2))) << n;
  }
  const std::vector<R> x{1, 2, 3, 4, 5, 6, 7};
  const auto bins = fft::rfft(Array<R>::from(x));
  EXPECT_EQ(fft::irfft(bins).shape(), Shape{6});
  EXPECT_TRUE(close(fft::irfft(bins),
                    std::vector<double>{1.75, 2.346222089694, 3.957697254794, 5.25, 6.542302745206, 8.153777910306},
                    // the decimals above end at 1e-12: 5000 eps of double
                    {sizeof(R) == 8 ? 5000. : 4.}));
  EXPECT_TRUE(close(fft::irfft(bins, {.n = 7}), x, tolerance(7, 2)));
}

// Long rows have a way of their own on the CPU. The expected signal comes from all bins by the complex inverse.
TYPED_TEST(Fft, LongRealInverse) {
  using R = TypeParam;
  using C = std::complex<R>;
  using W = std::complex<double>;
  const index_t n = 5 << 20, given = n / 2 - 1000;  // the rest are zeros
  auto v = noise<C>(2 * given);
  std::vector<W> bins(static_cast<std::size_t>(n)), expected(static_cast<std::size_t>(n));
  bins[0] = v[0].real();
  for (index_t k = 1; k < given; ++k) bins[k] = W(v[2 * k]), bins[n - k] = std::conj(W(v[2 * k]));
  reference::fft(view<const W>{bins.data(), 1, {n}, {1}}, host_view(expected), 0, true, 1.0 / n);
  const auto x = Array<C>::from(v)(Slice{{}, {}, 2});
  EXPECT_TRUE(close(fft::irfft(x, {.n = n}), expected, tolerance(n, 2)));
  v.assign(static_cast<std::size_t>(n / 2 + 1), C(0));
  v.back() = C(1, 50);  // the middle bin alternates in sign
  auto y = fft::irfft(Array<C>::from(v), {.norm = Norm::forward}).to_vector();
  std::vector<R> alternating(static_cast<std::size_t>(n));
  for (index_t j = 0; j < n; ++j) alternating[j] = j % 2 ? R(-1) : R(1);
  EXPECT_TRUE(close(y, alternating, tolerance(n)));
}

TYPED_TEST(Fft, OfNonCompactViews) {  // A02
  using R = TypeParam;
  using C = std::complex<R>;
  std::vector<R> v(24);
  std::iota(v.begin(), v.end(), R(0));
  const auto row_major = Array<R>::from(v, {2, 3, 4});
  auto column_major = Array<R>(Shape{4, 3, 2}).transpose();
  column_major.assign(row_major);
  for (const auto& x : {row_major, column_major}) {
    const auto before = x.copy();
    const auto p = x.permute({2, 0, 1});
    const auto r = x(ellipsis, Slice{{}, {}, -1}, Slice{{}, {}, 2});
    EXPECT_TRUE(close(fft::fft(p, {.axis = 1})(1).real(), Array<R>::from({14, 22, 30, -12, -12, -12}, {2, 3})));
    EXPECT_TRUE(close(fft::rfft(r, {.axis = 1})(1, ellipsis, 1),
                      std::vector<std::complex<double>>{54, {6, -2 * std::sqrt(3.)}}));
    for (const auto& view :
         {p, r, x(Slice{{}, {}, -1}), x.broadcast_to({3, 2, 3, 4}), x(newaxis).broadcast_to({5, 2, 3, 4}),
          x(ellipsis, 1).expand_dims(-1).broadcast_to({2, 3, 6})}) {
      const auto copy = view.copy();
      const auto complex_view = [&] {
        auto z = Array<C>(view.shape()).transpose().copy().transpose();
        z.assign(view.template astype<C>());
        return z;
      }();
      for (int axis = 0; axis < view.rank(); ++axis) {
        EXPECT_TRUE(close(fft::fft(view, {.axis = axis}), fft::fft(copy, {.axis = axis})));
        EXPECT_TRUE(close(fft::ifft(view, {.axis = axis}), fft::ifft(copy, {.axis = axis})));
        EXPECT_TRUE(close(fft::rfft(view, {.axis = axis}), fft::rfft(copy, {.axis = axis})));
        EXPECT_TRUE(close(fft::fft(complex_view, {.axis = axis}), fft::fft(copy, {.axis = axis})));
        EXPECT_TRUE(close(fft::rfft(view, {.axis = axis}),
                          by_rows(view, axis, [](const Array<R>& row) { return fft::rfft(row); })));
        EXPECT_TRUE(close(
            fft::irfft(complex_view, {.n = 5, .axis = axis}),
            by_rows(view.template astype<C>(), axis, [](const Array<C>& row) { return fft::irfft(row, {.n = 5}); })));
      }
    }
    EXPECT_TRUE(identical(x.copy(), before));
  }
}

// Every axis, order of axes, sign and step of strides, crop and pad, of sizes where buffers and blocks have borders.
TYPED_TEST(Fft, OfAnyLayout) {
  using R = TypeParam;
  using C = std::complex<R>;
  for (const Shape& shape : {Shape{3, 40, 18}, Shape{33, 6, 17}, Shape{2, 1, 300}}) {
    const auto wide_input = noise_array<C>({2 * shape[0], shape[1] + 3, 3 * shape[2]}, 5);
    const Array<C> base = wide_input(Slice{{}, {}, 2}, Slice{3, {}}, Slice{{}, {}, -3});
    ASSERT_EQ(base.shape(), shape);
    for (const Shape& order : {Shape{0, 1, 2}, Shape{2, 0, 1}, Shape{1, 2, 0}}) {
      const Array<C> x = base.permute(order);
      const Array<R> r = x.imag();  // also misaligned to a pair of reals
      for (int axis = 0; axis < 3; ++axis) {
        const index_t m = x.shape(axis);
        for (const index_t n : {m, m + 5, std::max<index_t>(1, m - 2)}) {
          const fft::FftOptions o{.n = n, .axis = axis, .norm = Norm::ortho}, row{.n = n, .norm = Norm::ortho};
          const auto tol = tolerance(n, 2);
          EXPECT_TRUE(close(fft::fft(x, o), by_rows(x, axis, [&](const Array<C>& a) { return fft::fft(a, row); }), tol))
              << shape.str() << order.str() << axis << " " << n;
          EXPECT_TRUE(
              close(fft::rfft(r, o), by_rows(r, axis, [&](const Array<R>& a) { return fft::rfft(a, row); }), tol))
              << shape.str() << order.str() << axis << " " << n;
          EXPECT_TRUE(
              close(fft::ifft(r, o), by_rows(r, axis, [&](const Array<R>& a) { return fft::ifft(a, row); }), tol))
              << shape.str() << order.str() << axis << " " << n;
          EXPECT_TRUE(
              close(fft::irfft(x, o), by_rows(x, axis, [&](const Array<C>& a) { return fft::irfft(a, row); }), tol))
              << shape.str() << order.str() << axis << " " << n;
        }
      }
    }
  }
}

TYPED_TEST(Fft, IntoViews) {
  using R = TypeParam;
  using C = std::complex<R>;
  const auto x = noise_array<C>({4, 30, 6});
  const auto r = noise_array<R>({4, 30, 6}, 2);
  // Every other element of larger arrays, reversed, and with axes in another order; what lies between must stay.
  const auto check = [](auto& out, auto&& into, const auto& expected, auto filler) {
    using T = decltype(filler);
    const Shape& s = expected.shape();
    Array<T> base(Shape{2 * s[2], s[0], s[1] + 1});
    base.fill(filler);
    out = base(Slice{{}, {}, -2}, ellipsis, Slice{1, {}}).permute({1, 2, 0});
    into();
    EXPECT_TRUE(close(out, expected, {8}));
    for (const T v : base(Slice{0, {}, 2}).to_vector()) ASSERT_EQ(v, filler);
    for (const T v : base(ellipsis, 0).to_vector()) ASSERT_EQ(v, filler);
  };
  for (int axis = 0; axis < 3; ++axis) {
    const fft::FftOptions o{.axis = axis};
    Array<C> y;
    Array<R> z;
    check(
        y, [&] { fft::fft_into(y, x, o); }, fft::fft(x, o), C(7, 7));
    check(
        y, [&] { fft::ifft_into(y, x, o); }, fft::ifft(x, o), C(7, 7));
    check(
        y, [&] { fft::fft_into(y, r, o); }, fft::fft(r, o), C(7, 7));
    check(
        y, [&] { fft::rfft_into(y, r, o); }, fft::rfft(r, o), C(7, 7));
    check(
        z, [&] { fft::irfft_into(z, x, o); }, fft::irfft(x, o), R(7));
  }
  // In place on a strided view.
  Array<C> whole = x.copy();
  Array<C> part = whole(ellipsis, Slice{{}, {}, -2});
  const auto expected = fft::fft(part.copy(), {.axis = 1});
  fft::fft_into(part, part, {.axis = 1});
  EXPECT_TRUE(close(part, expected));
  EXPECT_TRUE(identical(whole(ellipsis, Slice{0, {}, 2}).copy(), x(ellipsis, Slice{0, {}, 2}).copy()));
}

TYPED_TEST(Fft, LeavesItsInputAlone) {  // A04
  using R = TypeParam;
  using C = std::complex<R>;
  for (const Shape& shape : {Shape{3, 3}, Shape{129}, Shape{4, 6, 5}}) {
    const auto x = noise_array<C>(shape);
    const auto r = noise_array<R>(shape);
    const auto x0 = x.copy();
    const auto r0 = r.copy();
    for (int axis = 0; axis < shape.rank(); ++axis)
      for (int twice = 0; twice < 2; ++twice)
        for (const index_t n : {3, 8, 200, 256}) {
          fft::irfft(x, {.n = n, .axis = axis});
          fft::fft(x, {.n = n, .axis = axis});
          fft::rfft(r, {.n = n, .axis = axis});
          fft::ifft(r, {.n = n, .axis = axis});
        }
    EXPECT_TRUE(identical(x, x0));
    EXPECT_TRUE(identical(r, r0));
  }
  const auto signal = noise_array<R>({256});
  const auto bins = fft::rfft(signal);
  EXPECT_TRUE(close(fft::irfft(bins), signal, tolerance(256, 2)));
  EXPECT_TRUE(identical(fft::irfft(bins), fft::irfft(bins)));
}

TYPED_TEST(Fft, NotFiniteStaysInItsRow) {
  using R = TypeParam;
  using C = std::complex<R>;
  auto v = noise<C>(40 * 24);
  v[24 * 7 + 3] = C(std::numeric_limits<R>::quiet_NaN(), 0);
  const auto clean = noise<C>(40 * 24);
  const auto y = fft::fft(Array<C>::from(v, {40, 24})).to_vector();
  const auto z = fft::fft(Array<C>::from(clean, {40, 24})).to_vector();
  for (index_t i = 0; i < 40 * 24; ++i) {
    if (i / 24 == 7)
      EXPECT_TRUE(std::isnan(y[i].real()) || std::isnan(y[i].imag())) << i;
    else
      EXPECT_EQ(y[i], z[i]) << i;
  }
}

TYPED_TEST(Fft, ManyRows) {  // past a grid's 65535
  using R = TypeParam;
  using C = std::complex<R>;
  const index_t rows = 70000;
  const auto v = noise<C>(rows * 4);
  const auto x = Array<C>::from(v, {rows, 4});
  const auto y = fft::ifft(x, {.norm = Norm::backward});
  const auto t = fft::ifft(x.transpose(), {.axis = 0});
  const auto padded = fft::irfft(x, {.n = 7});
  EXPECT_TRUE(close(t.transpose(), y));
  for (const index_t i : {index_t(0), index_t(65535), index_t(65536), rows - 1}) {
    std::vector<C> row(v.begin() + 4 * i, v.begin() + 4 * i + 4);
    EXPECT_TRUE(close(y.select(0, i), exact(wide(row), true), {4})) << i;
    EXPECT_TRUE(close(padded.select(0, i), fft::irfft(Array<C>::from(row), {.n = 7}), {4})) << i;
  }
}

TYPED_TEST(Fft, Frequencies) {
  using R = TypeParam;
  for (const index_t n : {1, 2, 8, 9}) {
    EXPECT_TRUE(close(fft::fftfreq<R>(n, 0.3), this->golden_real("freq_" + std::to_string(n)), {1}));
    EXPECT_TRUE(close(fft::rfftfreq<R>(n, 0.3), this->golden_real("rfreq_" + std::to_string(n)), {1}));
  }
  EXPECT_EQ(fft::fftfreq(4).to_vector(), (std::vector<double>{0, 0.25, -0.5, -0.25}));
  EXPECT_EQ(fft::fftfreq(4).device(), default_device());
  EXPECT_EQ(fft::rfftfreq(4, 0.5, Device::cpu()).device(), Device::cpu());
  EXPECT_ERROR(InvalidArgument, fft::fftfreq(0), "fftfreq: n must be positive, got 0");
  EXPECT_ERROR(InvalidArgument, fft::rfftfreq(4, 0.0), "rfftfreq: d must not be 0");
}

TYPED_TEST(Fft, Shifts) {
  using R = TypeParam;
  const auto r = this->template golden_array<R>("r")(Slice{0, 20}).reshape({4, 5});
  EXPECT_TRUE(identical(fft::fftshift(r), this->template golden_array<R>("shift")));
  EXPECT_TRUE(identical(fft::ifftshift(r), this->template golden_array<R>("ishift")));
  EXPECT_TRUE(identical(fft::fftshift(r, 0), this->template golden_array<R>("shift_axis0")));
  EXPECT_TRUE(identical(fft::fftshift(r.transpose(), -1).transpose().copy(), fft::fftshift(r, 0)));
  EXPECT_TRUE(identical(fft::ifftshift(fft::fftshift(r)), r));
  EXPECT_TRUE(identical(fft::fftshift(r, Shape{}), r));
  EXPECT_EQ(fft::fftshift(zeros<R>({0, 3})).shape(), (Shape{0, 3}));
  EXPECT_EQ(fft::fftshift(Array<std::int32_t>::from({0, 1, 2, 3, 4})).to_vector(),
            (std::vector<std::int32_t>{3, 4, 0, 1, 2}));
  EXPECT_EQ(fft::fftshift(full<R>({}, R(3))).item(), R(3));
  EXPECT_ERROR(InvalidArgument, fft::fftshift(r, 2), "fftshift: axis must be in [-2, 2), got 2");
}

TYPED_TEST(Fft, Errors) {
  using R = TypeParam;
  using C = std::complex<R>;
  const auto x = zeros<C>({10, 0, 5});
  const auto r = zeros<R>({2, 3});
  EXPECT_ERROR(InvalidArgument, fft::fft(x, {.n = 0}), "fft: n must be positive, got 0");
  EXPECT_ERROR(InvalidArgument, fft::ifft(x, {.n = -4}), "ifft: n must be positive, got -4");
  EXPECT_ERROR(InvalidArgument, fft::rfft(r, {.n = 0}), "rfft: n must be positive, got 0");
  EXPECT_ERROR(InvalidArgument, fft::irfft(zeros<C>({3, 1})), "irfft: n must be positive, got 0");
  EXPECT_ERROR(InvalidArgument, fft::fft(x, {.axis = 3}), "fft: axis must be in [-3, 3), got 3");
  EXPECT_ERROR(InvalidArgument, fft::irfft(x, {.axis = -4}), "irfft: axis must be in [-3, 3), got -4");
  EXPECT_ERROR(InvalidArgument, fft::fft(x, {.axis = 1}),
               "fft: axis 1 of x must not be empty without n, got shape (10, 0, 5)");
  EXPECT_ERROR(InvalidArgument, fft::fft(Array<C>()), "fft: axis 0 of x must not be empty without n, got shape (0,)");
  EXPECT_ERROR(InvalidArgument, fft::rfft(zeros<R>({})), "rfft: x must have at least one axis, got shape ()");
  Array<C> out(Shape{2, 3});
  EXPECT_ERROR(InvalidArgument, fft::rfft_into(out, r), "rfft_into: out must have shape (2, 2), got (2, 3)");
  Array<C> broadcast = Array<C>(Shape{1, 3}).broadcast_to({2, 3});
  EXPECT_ERROR(InvalidArgument, fft::fft_into(broadcast, r), "fft_into: out must not be a broadcast view");
  if (default_device().is_cuda()) {
    Array<C> elsewhere(Shape{2, 3}, Device::cpu());
    EXPECT_THROW(fft::fft_into(elsewhere, r), InvalidArgument);
  }
}

TEST(FftPlans, ThreadsWithOwnStreams) {  // A25 b
  using C = std::complex<float>;
  const index_t n = 6000;
  const Device device = default_device();
  std::atomic<int> wrong{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      try {
        const Stream stream(device);
        const StreamScope scope(stream);
        std::vector<C> v(n), line(n);
        for (index_t i = 0; i < n; ++i) {
          const double angle = 2 * pi * static_cast<double>((t + 1) * i % n) / static_cast<double>(n);
          v[i] = C(static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)));
        }
        line[t + 1] = static_cast<float>(n);
        const auto x = Array<C>::from(v, device);
        for (int i = 0; i < 200; ++i) {
          if (device.is_cpu() && i % 3 == t % 3) fft::clear_plan_cache(device);  // plans come and go
          if (!close(fft::fft(x), line, tolerance(n))) ++wrong;
        }
      } catch (const std::exception& error) {
        ADD_FAILURE() << error.what();
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

TEST(FftPlans, OneStreamManyThreads) {
  using C = std::complex<double>;
  const index_t n = 1200;
  const auto x = noise_array<C>({n});
  const auto expected = fft::fft(x);
  std::vector<Array<C>> results(8 * 50);
  const Stream stream = Stream::current();
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      try {
        const StreamScope scope(stream);
        for (int i = 0; i < 50; ++i) results[t * 50 + i] = fft::fft(x);
      } catch (const std::exception& error) {
        ADD_FAILURE() << error.what();
      }
    });
  for (auto& thread : threads) thread.join();
  for (const auto& y : results) ASSERT_TRUE(identical(y, expected));
}

TEST(FftPlans, CacheIsBounded) {  // A25 c
  using C = std::complex<float>;
  const Device device = default_device();
  fft::clear_plan_cache();
  EXPECT_EQ(fft::plan_cache_info().count, 0u);
  const std::size_t limit = fft::plan_cache_info().limit_bytes;
  const auto x = ones<C>({3000});
  std::size_t used[3] = {};
  const index_t step = device.is_cuda() ? 5 : 1;  // a plan of cuFFT takes a millisecond
  for (int round = 0; round < 3; ++round) {
    for (index_t n = 1000; n < 3000; n += step) {
      fft::fft(x, {.n = n});
      const auto info = fft::plan_cache_info();
      ASSERT_LE(info.bytes, info.limit_bytes);
      if (device.is_cuda()) {
        ASSERT_LE(info.count, 128u);
      }
    }
    synchronize();
    const DeviceInfo info = device_info(device);
    used[round] = info.total_bytes - info.free_bytes;
  }
  if (device.is_cuda()) {
    EXPECT_LE(used[2], used[0] + (std::size_t(64) << 20));
  }

  // A smaller limit holds; the last plan used is found again.
  fft::set_plan_cache_limit(400000);
  for (index_t n = 1000; n < 1060; ++n) fft::fft(x, {.n = n});
  auto info = fft::plan_cache_info();
  EXPECT_LE(info.bytes, 400000u);
  EXPECT_GE(info.count, 2u);
  fft::fft(x, {.n = 1059});
  EXPECT_EQ(fft::plan_cache_info().hits, info.hits + 1);
  EXPECT_EQ(fft::plan_cache_info().misses, info.misses);
  fft::fft(x, {.n = 1000});  // the least recently used went first
  EXPECT_EQ(fft::plan_cache_info().misses, info.misses + 1);
  fft::set_plan_cache_limit(0);
  fft::fft(x, {.n = 1060});
  EXPECT_EQ(fft::plan_cache_info().count, 0u);
  fft::set_plan_cache_limit(limit);
  fft::clear_plan_cache();
  info = fft::plan_cache_info();
  EXPECT_EQ(info.count + info.bytes + info.hits + info.misses, 0u);
}

TEST(FftPlans, LeaveNoMemoryInUse) {
  using C = std::complex<float>;
  const MemoryPool pool;
  synchronize();
  const std::size_t before = pool.used_bytes();
  {
    const auto x = noise_array<C>({100, 331});  // lengths that need work areas
    fft::fft(x);
    fft::irfft(x, {.axis = 0});
    fft::rfft(x.real());
  }
  EXPECT_EQ(pool.used_bytes(), before);
}

#ifdef TUKEY_TEST_CUDA
TEST(FftPlans, CanBeCapturedInAGraph) {
  if (default_device().is_cpu()) GTEST_SKIP() << "needs a GPU";
  using C = std::complex<float>;
  const Stream stream;
  const StreamScope scope(stream);
  const auto x = noise_array<C>({7, 1000}, 1), other = noise_array<C>({7, 1000}, 2);
  const auto expected = fft::irfft(fft::fft(other), {.n = 1000});
  Array<C> in = x.copy(), spectrum(Shape{7, 1000});
  Array<float> out(Shape{7, 1000});
  const auto body = [&] {
    fft::fft_into(spectrum, in);
    fft::irfft_into(out, spectrum, {.n = 1000});
  };
  EXPECT_EQ(replay_captured(body,
                            [&] {
                              in.assign(other);
                              fft::set_plan_cache_limit(0);  // captured plans stay
                              fft::fft(x, {.n = 500});
                            }),
            "");
  EXPECT_TRUE(identical(out, expected));
  fft::set_plan_cache_limit(std::size_t(512) << 20);
}
#endif

// The reference's row functions, which other modules build on.
template <class T> class FftRows : public testing::Test {};
using HostTypes = testing::Types<float, double, long double>;
TYPED_TEST_SUITE(FftRows, HostTypes);

TYPED_TEST(FftRows, AgreeWithTheDefinition) {
  using R = TypeParam;
  using C = std::complex<R>;
  const L two_pi = 2 * std::acos(L(-1));
  for (const index_t n : {1, 2, 3, 8, 30, 53, 97, 106}) {
    std::vector<C> x(n), y(n), z(n + 1);
    std::vector<R> r(n), back(n);
    for (index_t j = 0; j < n; ++j) {
      x[j] = C(std::cos(R(3 * j)), std::sin(R(2 * j * j)));
      r[j] = x[j].real();
    }
    std::vector<std::complex<L>> expected(n), half(n / 2 + 1);
    for (index_t k = 0; k < n; ++k)
      for (index_t j = 0; j < n; ++j) {
        const std::complex<L> w(std::cos(two_pi * (j * k % n) / n), -std::sin(two_pi * (j * k % n) / n));
        expected[k] += w * std::complex<L>(x[j]);
        if (k <= n / 2) half[k] += w * L(r[j]);
      }
    // The sum itself is rounded in long double: n eps.
    const Tolerance t{4, std::sqrt(1 + std::log2(double(n))) + (sizeof(R) > 8 ? double(n) / 4 : 0)};
    reference::fft_row(x.data(), y.data(), n);
    EXPECT_TRUE(close(y, expected, t)) << n;
    reference::fft_row(x.data(), z.data() + 1, n);  // unaligned
    EXPECT_TRUE(close(std::vector<C>(z.begin() + 1, z.end()), expected, t)) << n;
    std::vector<C> same = x;
    reference::fft_row(same.data(), same.data(), n);
    EXPECT_TRUE(close(same, expected, t)) << n;
    reference::fft_row(y.data(), same.data(), n, true);
    for (C& v : same) v /= static_cast<R>(n);
    EXPECT_TRUE(close(same, x, {8, t.growth})) << n;
    std::vector<C> bins(n / 2 + 1);
    reference::rfft_row(r.data(), bins.data(), n);
    EXPECT_TRUE(close(bins, half, t)) << n;
    const std::vector<C> before = bins;
    reference::irfft_row(bins.data(), back.data(), n);
    EXPECT_EQ(bins, before);
    for (R& v : back) v /= static_cast<R>(n);
    EXPECT_TRUE(close(back, r, {8, t.growth})) << n;
  }
}

}  // namespace
}  // namespace tukey::test
