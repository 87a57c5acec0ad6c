// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/filtering.hpp"
#include "support.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/reference/iir.hpp"

namespace tukey {
namespace {

using signal::BandType;
using signal::butter;
using signal::PadType;
using signal::Sos;
using signal::sosfilt;
using signal::sosfiltfilt;
using test::close;
using test::identical;
using test::noise;
using test::noise_array;
using test::Tolerance;

template <class T> struct wider { using type = T; };
template <> struct wider<float> { using type = double; };
template <> struct wider<double> { using type = long double; };
template <class T> struct wider<std::complex<T>> { using type = std::complex<typename wider<T>::type>; };
template <class T> using wider_t = typename wider<T>::type;

std::vector<double> flat(const Sos& sos) {
  std::vector<double> v;
  for (const auto& section : sos) v.insert(v.end(), section.begin(), section.end());
  return v;
}

// The same filter one precision higher, of row-major values.
template <class T>
std::vector<wider_t<T>> oracle(const Sos& sos, const std::vector<T>& x, const Shape& shape, int axis = -1) {
  using W = wider_t<T>;
  std::vector<W> in(x.size()), out(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) in[i] = W(x[i]);
  const Shape strides = detail::row_major_strides(shape);
  const view<const W> none{nullptr, 1, {}, {}};
  const view<W> none_out{nullptr, 1, {}, {}};
  reference::sosfilt(detail::make_view<const W>(in.data(), shape, strides),
                     detail::make_view(out.data(), shape, strides), flat(sos).data(), static_cast<int>(sos.size()),
                     axis < 0 ? axis + shape.rank() : axis, none, none_out);
  return out;
}
template <class T> Array<T> golden(const std::string& name) {
  return test::golden("filtering").read<double>(name, default_device()).template astype<T>();
}
template <class T> Array<T> golden_complex(const std::string& name) {
  return test::golden("filtering").read<std::complex<double>>(name, default_device()).template astype<T>();
}

template <class T> class Filtering : public testing::Test {};
TYPED_TEST_SUITE(Filtering, test::FloatingTypes);

TYPED_TEST(Filtering, agrees_with_scipy) {
  using T = TypeParam;
  const Sos sos(test::golden("filtering").read<double>("sos"));
  const Tolerance t{32};
  EXPECT_TRUE(close(sosfilt(sos, golden<T>("x"), {.axis = 1}), golden<T>("sosfilt"), t));
  EXPECT_TRUE(close(sosfilt(sos, golden<T>("x")), golden<T>("sosfilt_last"), t));
  const auto [y, zf] = sosfilt(sos, golden<T>("x"), golden<T>("zi"), {.axis = 1});
  EXPECT_TRUE(close(y, golden<T>("sosfilt_zi_y"), t));
  EXPECT_TRUE(close(zf, golden<T>("sosfilt_zi_zf"), t));
  if constexpr (is_complex_v<T>) {
    EXPECT_TRUE(close(sosfilt(sos, golden_complex<T>("z"), {.axis = 1}), golden_complex<T>("sosfilt_complex"), t));
    EXPECT_TRUE(
        close(sosfiltfilt(sos, golden_complex<T>("z"), {.axis = 1}), golden_complex<T>("sosfiltfilt_complex"), t));
  }
  EXPECT_TRUE(close(sosfiltfilt(sos, golden<T>("x"), {.axis = 1}), golden<T>("sosfiltfilt_odd"), t));
  EXPECT_TRUE(
      close(sosfiltfilt(sos, golden<T>("x"), {.axis = 1, .padtype = PadType::even}), golden<T>("sosfiltfilt_even"), t));
  EXPECT_TRUE(close(sosfiltfilt(sos, golden<T>("x"), {.axis = -2, .padtype = PadType::constant}),
                    golden<T>("sosfiltfilt_constant"), t));
  EXPECT_TRUE(
      close(sosfiltfilt(sos, golden<T>("x"), {.axis = 1, .padtype = PadType::none}), golden<T>("sosfiltfilt_None"), t));
  EXPECT_TRUE(close(sosfiltfilt(sos, golden<T>("x"), {.axis = 1, .padlen = 5}), golden<T>("sosfiltfilt_padlen"), t));
  const Sos odd(test::golden("filtering").read<double>("sos_odd"));
  EXPECT_TRUE(close(sosfiltfilt(odd, golden<T>("x"), {.axis = 1}), golden<T>("sosfiltfilt_first_order"), t));
}

TEST(Filtering, steady_state_agrees_with_scipy) {
  auto values = [](const std::vector<std::array<double, 2>>& zi) {
    std::vector<double> v;
    for (const auto& z : zi) v.insert(v.end(), z.begin(), z.end());
    return v;
  };
  const auto& file = test::golden("filtering");
  const Sos sos(file.read<double>("sos"));
  EXPECT_TRUE(close(values(signal::sosfilt_zi(sos)), file.read<double>("sosfilt_zi_first", Device::cpu()).to_vector(),
                    Tolerance{64}));
  EXPECT_TRUE(close(values(signal::sosfilt_zi(butter(4, 0.1))),
                    file.read<double>("sosfilt_zi_low", Device::cpu()).to_vector(), Tolerance{512}));
}

// One filter of every kind of section at lengths around the sizes at which the work is cut.
TYPED_TEST(Filtering, every_kind_of_section) {
  using T = TypeParam;
  const Sos filters[] = {
      butter(8, 0.2),
      butter(3, 0.4, {.btype = BandType::highpass}),
      butter(6, {0.2, 0.3}, {.btype = BandType::bandpass}),  // more than one group of sections
      butter(1, 0.001),                                      // first order
      Sos{{0, 1, 2, 1, 0, 0}},                               // no recursion, b0 = 0
      Sos{{1, 2, 1, 1, -1.09999, 0.099999}},                 // real poles 0.99999 and 0.1
      Sos{{1, 0.5, 0, 1, -1.8, 0.81}},                       // a double pole
      Sos{{1, 0, 0, 1, 0, 0.9}, {1, 0, 0, 1, 0, -0.9}},      // poles on the axes
      Sos{{2, 0, 0, 1, 0, 0}},                               // a gain
      Sos{{1, -1.7, 0.8, 1, -1.7, 0.8}},                     // poles and zeros cancel
  };
  for (const Sos& sos : filters)
    for (index_t n : {1, 2, 31, 32, 33, 64, 65, 97, 1023, 1025, 10007}) {
      const auto x = noise<T>(n, unsigned(n));
      EXPECT_TRUE(close(sosfilt(sos, Array<T>::from(x)), oracle(sos, x, {n}), Tolerance{16, 64}))
          << n << " samples, filter " << (&sos - filters);
    }
}

TYPED_TEST(Filtering, long_signals_and_many_rows) {
  using T = TypeParam;
  const Sos sos = butter(8, 0.2);
  for (const Shape& shape : {Shape{1 << 17}, Shape{3, 40001}, Shape{700, 130}, Shape{70001, 3}}) {
    const auto x = noise<T>(shape.size());
    EXPECT_TRUE(close(sosfilt(sos, Array<T>::from(x, shape)), oracle(sos, x, shape), Tolerance{16})) << shape.str();
  }
}

// Norm-wise error against the given coefficients, one precision higher.
TYPED_TEST(Filtering, narrow_filters_are_accurate) {
  using T = TypeParam;
  const index_t n = 200000;
  const auto x = noise<T>(n);
  EXPECT_TRUE(close(sosfilt(butter(6, 0.01), Array<T>::from(x)), oracle(butter(6, 0.01), x, {n}), Tolerance{16, 64}));
  EXPECT_TRUE(
      close(sosfilt(butter(4, 0.002), Array<T>::from(x)), oracle(butter(4, 0.002), x, {n}), Tolerance{16, 512}));
}

TYPED_TEST(Filtering, impulse_response) {
  using T = TypeParam;
  const Sos sos = butter(4, 0.1);
  std::vector<T> x(5000, T(0));
  x[0] = T(1);
  EXPECT_TRUE(close(sosfilt(sos, Array<T>::from(x)), oracle(sos, x, {5000}), Tolerance{64}));
}

TYPED_TEST(Filtering, every_axis_and_view) {
  using T = TypeParam;
  const Sos sos = butter(5, {0.1, 0.4}, {.btype = BandType::bandpass});
  const Shape shape{9, 150, 10};
  const auto x = noise<T>(shape.size());
  const auto array = Array<T>::from(x, shape);
  for (int axis : {0, 1, 2, -1, -3})
    EXPECT_TRUE(close(sosfilt(sos, array, {.axis = axis}), oracle(sos, x, shape, axis), Tolerance{64})) << axis;

  const Array<T> views[] = {array.transpose(), array.flip(1), array(Slice{1, {}, 2}, Slice{{}, {}, -3}, Slice{2, 9}),
                            array.select(0, 3).expand_dims(0).broadcast_to({4, 150, 10}), array.permute({1, 2, 0})};
  for (const auto& v : views)
    for (int axis : {0, 1, 2}) {
      EXPECT_TRUE(identical(sosfilt(sos, v, {.axis = axis}), sosfilt(sos, v.copy(), {.axis = axis})) ||
                  close(sosfilt(sos, v, {.axis = axis}), sosfilt(sos, v.copy(), {.axis = axis}), Tolerance{2}));
      Array<T> y = Array<T>(Shape{v.shape(2), v.shape(1), v.shape(0)}).transpose();
      signal::sosfilt_into(y, sos, v, {.axis = axis});
      EXPECT_TRUE(close(y, sosfilt(sos, v.copy(), {.axis = axis}), Tolerance{2}));
    }
  Array<T> in_place = array.copy();
  signal::sosfilt_into(in_place, sos, in_place, {.axis = 1});
  EXPECT_TRUE(identical(in_place, sosfilt(sos, array, {.axis = 1})));
}

TYPED_TEST(Filtering, channels_last) {
  using T = TypeParam;
  const Sos sos = butter(4, 0.2);
  for (const Shape& shape : {Shape{3001, 3}, Shape{3001, 8}, Shape{2000, 37}, Shape{33, 1000}}) {
    const auto x = noise<T>(shape.size());
    EXPECT_TRUE(close(sosfilt(sos, Array<T>::from(x, shape), {.axis = 0}), oracle(sos, x, shape, 0), Tolerance{16}))
        << shape.str();
  }
}

TYPED_TEST(Filtering, pieces_joined_equal_the_whole) {
  using T = TypeParam;
  const Sos sos = butter(6, {0.1, 0.3}, {.btype = BandType::bandpass});
  const index_t n = 9001;
  const auto x = noise_array<T>({2, n});
  const auto whole = sosfilt(sos, x);
  Array<T> joined({2, n}), z({static_cast<index_t>(sos.size()), 2, 2});
  z.fill(T(0));
  index_t at = 0;
  for (index_t cut : {0, 1, 3, 1000, 4097, 4097, 8999, 9001}) {
    Array<T> part = joined(ellipsis, Slice{at, cut});
    signal::sosfilt_into(part, z, sos, x(ellipsis, Slice{at, cut}), z);
    at = cut;
  }
  EXPECT_TRUE(close(joined, whole, Tolerance{64}));
}

TYPED_TEST(Filtering, long_elliptic_filter) {  // CASES A09
  using T = TypeParam;
  if constexpr (!is_complex_v<T>) {
    const auto& file = test::golden("filtering");
    const Sos sos(file.read<double>("ellip"));
    const index_t n = 1000003;
    std::vector<T> x(n);
    for (index_t i = 0; i < n; ++i) x[i] = static_cast<T>(std::sin(0.01 * i) + 0.5 * std::cos(1.3 * i + 0.2));
    const auto array = Array<T>::from(x);
    const auto y = sosfilt(sos, array).to_vector();
    const auto at = file.read<std::int64_t>("ellip_at", Device::cpu()).to_vector();
    std::vector<T> some;
    for (auto i : at) some.push_back(y[i]);
    EXPECT_TRUE(close(some, file.read<double>("ellip_y", Device::cpu()).to_vector(), Tolerance{128}));

    std::vector<T> joined;
    Array<T> z({static_cast<index_t>(sos.size()), 2});
    z.fill(T(0));
    const index_t cuts[] = {0, 1, 3, 1000, 4096, 65537, 500000, n};
    for (int i = 0; i < 7; ++i) {
      const auto part = sosfilt(sos, array(Slice{cuts[i], cuts[i + 1]}), z);
      const auto v = part.y.to_vector();
      joined.insert(joined.end(), v.begin(), v.end());
      z = part.zf;
    }
    EXPECT_TRUE(close(joined, y, Tolerance{64}));
  }
}

// NaN never reaches earlier samples and never goes away.
TYPED_TEST(Filtering, nan_persists_forwards_only) {
  using T = TypeParam;
  const index_t n = 100000, bad = 54321;
  for (const Sos& sos : {Sos(butter(4, 0.2)), Sos(butter(12, 0.3)), Sos{{1, 0, 0, 1, -0.5, 0}}}) {
    auto x = noise<T>(n);
    x[bad] = T(0);
    const auto clean = sosfilt(sos, Array<T>::from(x));
    for (const double value : {std::nan(""), HUGE_VAL}) {
      x[bad] = T(static_cast<real_t<T>>(value));
      const auto y = sosfilt(sos, Array<T>::from(x));
      EXPECT_TRUE(identical(y(Slice{0, bad}).copy(), clean(Slice{0, bad}).copy()));
      const auto v = y.to_vector();
      index_t finite = 0;
      for (index_t i = bad; i < n; ++i) finite += std::isfinite(std::real(v[i]));
      EXPECT_EQ(finite, 0);
    }
  }
}

// y[k] = 2.1 y[k-1] - 1.1 y[k-2] + x[k] from an impulse at m: (1.1^(k-m+1) - 1) / 0.1, out of range in the end.
TYPED_TEST(Filtering, unstable_filters_diverge) {
  using T = TypeParam;
  const Sos sos{{1, 0, 0, 1, -2.1, 1.1}};
  const index_t n = 10000, m = 1500;
  std::vector<T> x(n, T(0));
  x[m] = T(1);
  const auto y = sosfilt(sos, Array<T>::from(x)).to_vector();
  std::vector<T> start(y.begin(), y.begin() + m + 400);
  std::vector<double> expected(m + 400, 0.0);
  for (index_t k = m; k < m + 400; ++k) expected[k] = (std::pow(1.1, double(k - m + 1)) - 1) / 0.1;
  EXPECT_TRUE(close(start, expected, Tolerance{1024}));
  for (index_t k = m + 7600; k < n; ++k) ASSERT_FALSE(std::isfinite(std::real(y[k])));
}

TYPED_TEST(Filtering, empty_and_single) {
  using T = TypeParam;
  const Sos sos = butter(4, 0.2);
  EXPECT_EQ(sosfilt(sos, Array<T>(Shape{0})).shape(), Shape({0}));
  EXPECT_EQ(sosfilt(sos, Array<T>(Shape{0, 5})).shape(), Shape({0, 5}));
  EXPECT_EQ(sosfilt(sos, Array<T>(Shape{3, 0, 5}), {.axis = 0}).shape(), Shape({3, 0, 5}));
  EXPECT_TRUE(close(sosfilt(sos, Array<T>::from({T(2)})), std::vector<double>{2 * sos[0][0]}, Tolerance{2}));
  // No sample leaves the state as it was (CASES A07 (a)); before and after another call.
  const auto zi = noise_array<T>({2, 3, 2});
  for (int i = 0; i < 3; ++i) {
    const auto [y, zf] = sosfilt(sos, Array<T>(Shape{3, 0}), zi);
    EXPECT_EQ(y.shape(), Shape({3, 0}));
    EXPECT_TRUE(identical(zf, zi));
    sosfilt(sos, noise_array<T>({3, 4}), zi);
  }
  EXPECT_EQ(sosfiltfilt(sos, Array<T>(Shape{0, 50})).shape(), Shape({0, 50}));
  EXPECT_TRUE(close(sosfiltfilt(sos, Array<T>::from({T(3)}), {.padtype = PadType::none}), std::vector<double>{3},
                    Tolerance{16}));
}

TYPED_TEST(Filtering, constant_stays_constant_from_the_steady_state) {
  using T = TypeParam;
  const Sos sos = butter(5, 0.1);
  std::vector<T> z;
  for (const auto& s : signal::sosfilt_zi(sos))
    for (double v : s) z.push_back(T(static_cast<real_t<T>>(v)));
  const index_t sections = static_cast<index_t>(sos.size());
  const auto y = sosfilt(sos, Array<T>::from(std::vector<T>(3000, T(1))), Array<T>::from(z, {sections, 2})).y;
  EXPECT_TRUE(close(y, std::vector<double>(3000, 1.0), Tolerance{64}));
}

// The same forwards and backwards: no phase shift, and time reversal of the input reverses the output.
TYPED_TEST(Filtering, forward_backward_is_symmetric) {
  using T = TypeParam;
  const Sos sos = butter(4, 0.3);
  for (const Shape& shape : {Shape{5000}, Shape{3, 1025}, Shape{200, 40}}) {
    const auto x = noise_array<T>(shape);
    // The end conditions differ between the directions, so the middle is compared.
    const auto a = sosfiltfilt(sos, x), b = sosfiltfilt(sos, x.flip(-1)).flip(-1);
    if (shape.back() > 1000) {
      const Slice middle{400, shape.back() - 400};
      EXPECT_TRUE(close(a(ellipsis, middle).copy(), b(ellipsis, middle).copy(), Tolerance{64}));
    }
    Array<T> y = x.copy();
    signal::sosfiltfilt_into(y, sos, y);
    EXPECT_TRUE(identical(y, a));
    EXPECT_TRUE(close(sosfiltfilt(sos, x.transpose(), {.axis = 0}).transpose().copy(), a, Tolerance{4}));
  }
}

TEST(Filtering, wave_in_a_narrow_band) {  // CASES A21 (a)
  const Sos sos = butter(5, {0.01, 0.02}, {.btype = BandType::bandpass});
  const double pi = std::acos(-1.0), w0 = 2 * std::atan(std::sqrt(std::tan(0.005 * pi) * std::tan(0.01 * pi)));
  std::vector<double> x(20000);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::sin(w0 * double(i));
  const auto y = sosfilt(sos, Array<double>::from(x)).to_vector();
  double peak = 0;
  for (std::size_t i = 18000; i < 20000; ++i) peak = std::max(peak, std::abs(y[i]));
  EXPECT_GT(peak, 0.9999);
  EXPECT_LT(peak, 1.0001);
}

TYPED_TEST(Filtering, wrong_arguments) {
  using T = TypeParam;
  const Sos sos = butter(4, 0.2);
  const Array<T> x(Shape{4, 3});
  Array<T> y(Shape{4, 2});
  EXPECT_ERROR(InvalidArgument, sosfilt(Sos(), x), "sosfilt: sos must have at least one section");
  EXPECT_ERROR(InvalidArgument, sosfilt(Sos{{1, 0, 0, 2, 0, 0}}, x), "sosfilt: sos[0][3] (a0) must be 1, got 2");
  EXPECT_ERROR(InvalidArgument, sosfilt(sos, x, {.axis = 2}), "sosfilt: axis must be in [-2, 2), got 2");
  EXPECT_ERROR(InvalidArgument, sosfilt(sos, x, Array<T>(Shape{1, 1}), {.axis = 0}),
               "sosfilt: zi must have shape (2, 2, 3), got (1, 1)");  // CASES A07 (c)
  EXPECT_ERROR(InvalidArgument, signal::sosfilt_into(y, sos, x),
               "sosfilt: y must have the shape of x, (4, 3), got (4, 2)");
  EXPECT_ERROR(InvalidArgument, sosfiltfilt(sos, x),
               "sosfiltfilt: x must have more than padlen = 15 samples along the axis, got 3");
  EXPECT_ERROR(InvalidArgument, sosfiltfilt(sos, x, {.padlen = -1}), "sosfiltfilt: padlen must be at least 0, got -1");
  EXPECT_ERROR(InvalidArgument, signal::sosfilt_zi(Sos{{1, 0, 0, 1, -1, 0}}),
               "sosfilt_zi: section 0 has a pole at z = 1");
}

}  // namespace
}  // namespace tukey
