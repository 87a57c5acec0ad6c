// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/spectral.hpp"

#include <algorithm>
#include <map>

#include "capture.hpp"
#include "support.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/reference/spectral.hpp"
namespace tukey {
namespace {

using namespace signal;
using test::close;
using test::identical;
using test::noise;

constexpr double pi = 3.14159265358979323846;

template <class T> Array<T> blank(const Shape& shape) {
  Array<T> y(shape);
  y.fill(T(0));
  return y;
}
template <class T> Array<T> make(index_t n, double (*f)(double)) {
  std::vector<T> v(n);
  for (index_t i = 0; i < n; ++i) v[i] = static_cast<T>(f(double(i)));
  return Array<T>::from(v);
}

// Frames settled by hand for the plain loops.
reference::FrameSpec spec_of(index_t n, index_t nperseg, index_t noverlap, index_t nfft, Detrend detrend,
                             bool onesided = true) {
  reference::FrameSpec s{};
  s.nperseg = nperseg, s.step = nperseg - noverlap, s.nfft = nfft;
  s.frames = (n - nperseg) / s.step + 1;
  s.detrend = detrend == Detrend::none     ? reference::FrameDetrend::none
              : detrend == Detrend::linear ? reference::FrameDetrend::linear
                                           : reference::FrameDetrend::constant;
  s.onesided = onesided;
  s.scale = 1;
  return s;
}
void set_scale(reference::FrameSpec& s, const std::vector<double>& window) {
  double squares = 0;
  for (const double w : window) squares += w * w;
  s.scale = 1 / squares;
}

// One precision higher.
template <class T> struct wider { using type = double; };
template <> struct wider<double> { using type = long double; };
template <class T> struct wider<std::complex<T>> { using type = std::complex<typename wider<T>::type>; };
template <class T> using wider_t = typename wider<T>::type;

template <class T> std::vector<wider_t<T>> widened(const std::vector<T>& v) {
  return std::vector<wider_t<T>>(v.begin(), v.end());
}
template <class T> view<const T> view_of(const std::vector<T>& v, const Shape& shape) {
  return detail::make_view<const T>(v.data(), shape, detail::row_major_strides(shape));
}
template <class T> view<T> view_of(std::vector<T>& v, const Shape& shape) {
  return detail::make_view<T>(v.data(), shape, detail::row_major_strides(shape));
}

// The error of a transform of n points, with its window and detrending.
test::Tolerance bound(index_t nfft) { return {4, std::sqrt(1 + std::log2(double(nfft)))}; }

template <class T> class Spectral : public testing::Test {};
TYPED_TEST_SUITE(Spectral, test::FloatingTypes);
template <class T> class SpectralReal : public testing::Test {};
TYPED_TEST_SUITE(SpectralReal, test::RealTypes);

TYPED_TEST(SpectralReal, OddLengthClosedForm) {  // CASES.md A17
  using T = TypeParam;
  const auto u = Array<T>::from({1, 2, 1, -1, T(1.5)});
  const auto [f, p] = periodogram(u, {.detrend = Detrend::none});
  EXPECT_TRUE(close(std::vector<double>(f), std::vector<double>{0, 0.2, 0.4}, {1}));
  EXPECT_TRUE(close(p, std::vector<double>{4.05, 2.8236067977499788, 2.3763932022500211}, {8}));
  double sum = 0;
  for (const T v : p.to_vector()) sum += double(v) * 0.2;
  EXPECT_TRUE(close(std::vector<T>{T(sum)}, std::vector<double>{1.85}, {4}));  // Parseval: the mean of u^2
}

TYPED_TEST(SpectralReal, HeightOfATone) {  // CASES.md A17
  using T = TypeParam;
  const auto c = make<T>(64, [](double n) { return 3 * std::cos(2 * pi * 8 * n / 64); });
  for (const char* window : {"boxcar", "hann", "blackman", "flattop"}) {
    const auto p = periodogram(c, {.window = window, .detrend = Detrend::none, .scaling = Scaling::spectrum}).pxx;
    EXPECT_TRUE(close(std::vector<T>{p.to_vector()[8]}, std::vector<double>{4.5}, {16})) << window;
  }
}

TYPED_TEST(SpectralReal, FrequencyAxis) {  // CASES.md A17
  using T = TypeParam;
  const auto s = make<T>(300, [](double n) { return std::sin(5 * n / 299); });
  const auto even = welch(s, {.fs = 60, .nperseg = 75, .nfft = 600}),
             odd = welch(s, {.fs = 60, .nperseg = 75, .nfft = 601});
  ASSERT_EQ(even.f.size(), 301u);
  ASSERT_EQ(odd.f.size(), 301u);
  EXPECT_EQ(even.pxx.size(), 301);
  EXPECT_EQ(even.f.back(), 30.0);
  EXPECT_TRUE(close(std::vector<double>{odd.f.back()}, std::vector<double>{29.950083194675541}, {1}));
  for (const double f : odd.f) EXPECT_GE(f, 0);
}

TYPED_TEST(SpectralReal, CrossSpectrumOfUnequalLengths) {  // CASES.md A18
  using T = TypeParam;
  using C = std::complex<double>;
  const auto a = make<T>(1024, [](double i) { return std::cos(0.3 * i); });
  const auto b = make<T>(2048, [](double i) { return std::sin(0.3 * i) + 0.1; });
  const auto ab = csd(a, b, {.fs = 128, .nperseg = 128}).pxy.to_vector();
  ASSERT_EQ(ab.size(), 65u);
  const double k = std::is_same_v<T, double> ? 1e5 : 64;  // the values given have 10 digits
  EXPECT_TRUE(close(
      std::vector<std::complex<T>>(ab.begin() + 5, ab.begin() + 8),
      std::vector<C>{
          {0.001458507471, -0.028871155925}, {0.000573566925, -0.163642053217}, {-0.00190787891, -0.056618894005}},
      {k}));
  const auto padded = blank<T>({2048});
  padded(Slice{0, 1024}).assign(a);
  EXPECT_TRUE(close(csd(padded, b, {.fs = 128, .nperseg = 128}).pxy.to_vector(), ab, {2}));
  auto ba = csd(b, a, {.fs = 128, .nperseg = 128}).pxy.to_vector();
  for (auto& v : ba) v = std::conj(v);
  EXPECT_TRUE(close(ba, ab, {2}));
}

TYPED_TEST(Spectral, Parseval) {
  using T = TypeParam;
  for (const index_t n : {1, 2, 31, 32, 33, 1023, 1024}) {
    const auto values = noise<T>(n, 3);
    const double fs = 7;
    const auto [f, p] = periodogram(Array<T>::from(values), {.fs = fs, .detrend = Detrend::none});
    double sum = 0, power = 0;
    for (const auto v : p.to_vector()) sum += double(v) * fs / double(n);
    for (const T v : values) power += std::norm(std::complex<double>(v)) / double(n);
    EXPECT_TRUE(close(std::vector<real_t<T>>{real_t<T>(sum)}, std::vector<double>{power}, bound(n))) << n;
  }
}

TYPED_TEST(Spectral, WelchAsReference) {
  using T = TypeParam;
  using W = wider_t<T>;
  struct {
    index_t rows, n, nperseg, noverlap, nfft;
    Detrend detrend;
  } const cases[] = {
      {1, 1, 1, 0, 1, Detrend::none},
      {3, 33, 32, 31, 32, Detrend::constant},
      {2, 1000, 31, 0, 31, Detrend::linear},
      {9, 257, 33, 16, 64, Detrend::constant},
      {1, 5000, 1023, 512, 1023, Detrend::linear},
      {2, 4100, 1025, 1000, 2048, Detrend::none},
      {40, 100, 2, 1, 3, Detrend::none},
      {1, 60000, 20000, 10000, 20000, Detrend::linear},
      {2, 70001, 70001, 0, 70001, Detrend::constant},
      {1, 30000, 8, 4, 8, Detrend::constant},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.nperseg);
    auto values = noise<T>(c.rows * c.n, static_cast<unsigned>(c.n));
    for (T& v : values) v += T(2);
    const auto x = Array<T>::from(values, {c.rows, c.n});
    const auto window = get_window("hamming", c.nperseg);
    auto spec = spec_of(c.n, c.nperseg, c.noverlap, c.nfft, c.detrend, !is_complex_v<T>);
    set_scale(spec, window);
    for (const bool median : {false, true}) {
      spec.median = median;
      std::vector<real_t<W>> e(c.rows * spec.bins());
      const auto wide = widened(values);
      reference::power_spectrum<W>(view_of(wide, {c.rows, c.n}), view_of(e, {c.rows, spec.bins()}), window.data(),
                                   spec);
      WelchOptions o{
          .window = "hamming", .nperseg = c.nperseg, .noverlap = c.noverlap, .nfft = c.nfft, .detrend = c.detrend};
      o.average = median ? Average::median : Average::mean;
      EXPECT_TRUE(close(welch(x, o).pxx, e, bound(c.nfft)));

      if (c.rows < 2) continue;
      const auto y = x(Slice{1, {}}), z = x(Slice{0, c.rows - 1});
      std::vector<std::complex<real_t<W>>> cross((c.rows - 1) * spec.bins());
      reference::cross_spectrum<W>(view_of(std::vector<W>(wide.begin() + c.n, wide.end()), {c.rows - 1, c.n}),
                                   view_of(wide, {c.rows - 1, c.n}), view_of(cross, {c.rows - 1, spec.bins()}),
                                   window.data(), spec);
      EXPECT_TRUE(close(csd(y, z, o).pxy.to_vector(), cross, bound(c.nfft)));
    }
  }
}

TYPED_TEST(Spectral, SpectrogramAsReference) {
  using T = TypeParam;
  using W = wider_t<T>;
  for (const index_t nperseg : {1, 5, 31, 32, 33, 256, 1023}) {
    const index_t rows = 3, n = 2100, noverlap = nperseg / 3, nfft = nperseg + nperseg / 2;
    const auto values = noise<T>(rows * n, 8);
    const auto x = Array<T>::from(values, {rows, n});
    const auto window = get_window("hann", nperseg);
    auto spec = spec_of(n, nperseg, noverlap, nfft, Detrend::linear, !is_complex_v<T>);
    set_scale(spec, window);
    const Shape shape{rows, spec.bins(), spec.frames};
    std::vector<real_t<W>> e(shape.size());
    std::vector<std::complex<real_t<W>>> ce(shape.size());
    const auto wide = widened(values);
    SpectrogramOptions o{
        .window = "hann", .nperseg = nperseg, .noverlap = noverlap, .nfft = nfft, .detrend = Detrend::linear};
    if (nperseg == 1) spec.detrend = reference::FrameDetrend::none, o.detrend = Detrend::none;
    reference::spectrogram<W>(view_of(wide, {rows, n}), view_of(e, shape), window.data(), spec,
                              reference::FrameMode::psd);
    const auto s = spectrogram(x, o);
    EXPECT_EQ(s.sxx.shape(), shape);
    EXPECT_EQ(s.t.size(), std::size_t(spec.frames));
    EXPECT_TRUE(close(s.sxx.to_vector(), e, bound(nfft))) << nperseg;
    reference::spectrogram<W>(view_of(wide, {rows, n}), view_of(e, shape), window.data(), spec,
                              reference::FrameMode::magnitude);
    o.mode = SpectrogramMode::magnitude;
    EXPECT_TRUE(close(spectrogram(x, o).sxx.to_vector(), e, bound(nfft))) << nperseg;
    reference::complex_spectrogram<W>(view_of(wide, {rows, n}), view_of(ce, shape), window.data(), spec);
    EXPECT_TRUE(close(complex_spectrogram(x, o).sxx.to_vector(), ce, bound(nfft))) << nperseg;
  }
}

TYPED_TEST(Spectral, ViewsAndAxes) {
  using T = TypeParam;
  const auto x = test::noise_array<T>({3, 60, 4}, 5);
  const WelchOptions o{.nperseg = 16, .detrend = Detrend::linear};
  const SpectrogramOptions so{.nperseg = 16, .noverlap = 5};
  for (int axis = -3; axis < 3; ++axis) {
    WelchOptions oa = o;
    SpectrogramOptions sa = so;
    if (axis == 0 || axis == -3) oa.nperseg = 2, oa.noverlap = 1, sa.nperseg = 3, sa.noverlap = 0;
    if (axis == 2 || axis == -1) oa.nperseg = 4, sa.nperseg = 3, sa.noverlap = 1;
    WelchOptions last = oa;
    SpectrogramOptions slast = sa;
    oa.axis = sa.axis = axis;
    const auto moved = x.moveaxis(axis, -1).copy();
    EXPECT_TRUE(identical(welch(x, oa).pxx.moveaxis(axis, -1).copy(), welch(moved, last).pxx)) << axis;
    EXPECT_TRUE(identical(csd(x, x.flip(0), oa).pxy.moveaxis(axis, -1).copy(),
                          csd(moved, x.flip(0).moveaxis(axis, -1).copy(), last).pxy))
        << axis;
    const auto s = spectrogram(x, sa).sxx;
    const int positive = axis < 0 ? axis + 3 : axis;
    EXPECT_TRUE(identical(s.moveaxis(positive, 2).copy(), spectrogram(moved, slast).sxx.copy())) << axis;
  }
  const auto odd = x(ellipsis, Slice{{}, {}, -2}).flip(1);
  WelchOptions oa = o;
  oa.axis = 1;
  EXPECT_TRUE(identical(welch(odd, oa).pxx, welch(odd.copy(), oa).pxx));
  const auto spread = test::noise_array<T>({60}, 2).broadcast_to({5, 60});
  EXPECT_TRUE(identical(welch(spread, o).pxx, welch(spread.copy(), o).pxx));
}

TYPED_TEST(Spectral, IntoViews) {
  using T = TypeParam;
  using R = real_t<T>;
  const auto x = test::noise_array<T>({2, 100}, 6);
  const index_t bins = is_complex_v<T> ? 20 : 11;
  auto pxx = blank<R>({2, 2 * bins})(ellipsis, Slice{{}, {}, 2});
  welch_into(pxx, x, {.nperseg = 20});
  EXPECT_TRUE(identical(pxx.copy(), welch(x, {.nperseg = 20}).pxx));
  auto sxx = blank<R>({2, bins, 5});
  spectrogram_into(sxx, x, {.nperseg = 20, .noverlap = 0});
  EXPECT_TRUE(identical(sxx, spectrogram(x, {.nperseg = 20, .noverlap = 0}).sxx.copy()));
  auto cxx = blank<std::complex<R>>({2, bins, 5});
  complex_spectrogram_into(cxx, x, {.nperseg = 20, .noverlap = 0});
  EXPECT_TRUE(identical(cxx, complex_spectrogram(x, {.nperseg = 20, .noverlap = 0}).sxx.copy()));
  auto pxy = blank<std::complex<R>>({2, bins});
  csd_into(pxy, x, x.flip(0), {.nperseg = 20});
  EXPECT_TRUE(identical(pxy, csd(x, x.flip(0), {.nperseg = 20}).pxy));
  auto whole = blank<R>({2, bins});
  periodogram_into(whole, x, {.nfft = 20});
  EXPECT_TRUE(identical(whole, periodogram(x, {.nfft = 20}).pxx));
}

TYPED_TEST(Spectral, EmptyAndShort) {
  using T = TypeParam;
  const auto nothing = welch(Array<T>(Shape{0}));
  EXPECT_EQ(nothing.pxx.shape(), Shape{0});
  EXPECT_TRUE(nothing.f.empty());
  EXPECT_EQ(periodogram(Array<T>(Shape{3, 0})).pxx.shape(), (Shape{3, 0}));
  EXPECT_EQ(csd(Array<T>(Shape{0}), Array<T>(Shape{5})).pxy.shape(), Shape{0});
  EXPECT_EQ(spectrogram(Array<T>(Shape{0, 2}), {.axis = 0}).sxx.shape(), (Shape{0, 2, 0}));
  const auto no_rows = welch(Array<T>(Shape{0, 32}), {.nperseg = 16});
  EXPECT_EQ(no_rows.pxx.shape(), (Shape{0, is_complex_v<T> ? 16 : 9}));
  EXPECT_EQ(no_rows.f.size(), std::size_t(is_complex_v<T> ? 16 : 9));
  EXPECT_EQ(welch(Array<T>::from({T(3)})).pxx.to_vector(), std::vector<real_t<T>>{0});  // its own mean is taken away
  EXPECT_EQ(periodogram(Array<T>::from({T(3)}), {.detrend = Detrend::none}).pxx.to_vector(), std::vector<real_t<T>>{9});
}

TYPED_TEST(Spectral, NaNStaysInItsFrames) {
  using T = TypeParam;
  auto values = noise<T>(64, 9);
  values[20] = T(std::nan(""));
  const auto s = spectrogram(Array<T>::from(values), {.nperseg = 16, .noverlap = 0}).sxx.to_vector();
  for (std::size_t i = 0; i < s.size(); ++i) EXPECT_EQ(std::isnan(s[i]), i % 4 == 1) << i;
  for (const auto average : {Average::mean, Average::median})
    for (const auto v : welch(Array<T>::from(values), {.nperseg = 16, .average = average}).pxx.to_vector())
      EXPECT_TRUE(std::isnan(v));
}

TEST(SpectralLarge, ManyFramesAndManyRows) {
  // More frames than one slab of work memory holds, and more rows than a grid dimension may have.
  const index_t n = 1 << 22;
  const auto values = noise<float>(n, 12);
  const auto window = get_window("hann", 256);
  auto spec = spec_of(n, 256, 128, 256, Detrend::constant);
  set_scale(spec, window);
  std::vector<double> e(129);
  const auto wide = widened(values);
  reference::power_spectrum<double>(view_of(wide, {n}), view_of(e, {129}), window.data(), spec);
  EXPECT_TRUE(close(welch(Array<float>::from(values)).pxx, e, bound(256)));
  const index_t rows = 70000;
  const auto spec2 = spec_of(16, 8, 4, 8, Detrend::none);
  std::vector<double> e2(rows * 5);
  reference::power_spectrum<double>(view_of(wide, {rows, 16}), view_of(e2, {rows, 5}), nullptr, spec2);
  const auto x = Array<float>::from(std::vector<float>(values.begin(), values.begin() + rows * 16), {rows, 16});
  WelchOptions o{.fs = 0.125, .window = "boxcar", .nperseg = 8, .detrend = Detrend::none};  // fs sum w^2 = 1
  EXPECT_TRUE(close(welch(x, o).pxx, e2, bound(8)));
}

TEST(SpectralGolden, Welch) {
  std::vector<double> ramp(20);
  for (int i = 0; i < 20; ++i) ramp[i] = i + 1;
  const std::map<std::string, std::pair<const char*, WelchOptions>> cases = {
      {"default", {"long", {}}},
      {"short", {"short", {}}},
      {"n64", {"long", {.fs = 50, .nperseg = 64}}},
      {"odd", {"long", {.fs = 3, .nperseg = 45, .noverlap = 11}}},
      {"nfft", {"long", {.fs = 10, .nperseg = 50, .nfft = 128, .scaling = Scaling::spectrum}}},
      {"nfft_odd", {"long", {.window = "hamming", .nperseg = 50, .nfft = 75}}},
      {"linear", {"long", {.nperseg = 64, .detrend = Detrend::linear}}},
      {"none", {"long", {.nperseg = 64, .noverlap = 63, .detrend = Detrend::none}}},
      {"two_sided", {"long", {.fs = 8, .nperseg = 32, .return_onesided = false}}},
      {"two_sided_odd", {"long", {.nperseg = 33, .detrend = Detrend::linear, .return_onesided = false}}},
      {"kaiser", {"long", {.window = {"kaiser", 8.6}, .nperseg = 100, .noverlap = 75}}},
      {"blackman", {"long", {.window = "blackman", .nperseg = 128, .noverlap = 0}}},
      {"samples", {"long", {.window = ramp}}},
      {"one", {"long", {.nperseg = 1, .detrend = Detrend::none}}},
      {"median", {"long", {.nperseg = 40, .average = Average::median}}},
      {"median_even", {"long", {.nperseg = 64, .noverlap = 0, .detrend = Detrend::linear, .average = Average::median}}},
      {"complex", {"complex", {.fs = 2, .nperseg = 64}}},
      {"complex_odd", {"complex", {.nperseg = 31, .noverlap = 20, .detrend = Detrend::linear}}},
      {"complex_median", {"complex", {.nperseg = 48, .nfft = 64, .average = Average::median}}},
      {"last", {"matrix", {.nperseg = 16}}},
      {"first", {"matrix", {.nperseg = 10, .detrend = Detrend::linear, .axis = 0}}},
  };
  const NpzReader& golden = test::golden("spectral");
  std::size_t expected = 0;
  for (const auto& name : golden.names()) expected += name.rfind("welch_", 0) == 0;
  EXPECT_EQ(expected, 2 * cases.size());
  for (const auto& [name, value] : cases) {
    SCOPED_TRACE(name);
    const std::string signal = "signal_" + std::string(value.first);
    const auto check = [&](const auto& x) {
      const auto [f, p] = welch(x, value.second);
      EXPECT_TRUE(close(std::vector<double>(f), golden.read<double>("welch_" + name + ".f", Device::cpu()).to_vector(), {2}));
      EXPECT_TRUE(close(p, golden.read<double>("welch_" + name + ".p"), {64}));
    };
    if (golden.dtype(signal) == "<c16")
      check(golden.read<std::complex<double>>(signal));
    else
      check(golden.read<double>(signal));
  }
}

TEST(SpectralGolden, Periodogram) {
  const std::map<std::string, std::pair<const char*, PeriodogramOptions>> cases = {
      {"default", {"short", {}}},
      {"hann", {"short", {.fs = 5, .window = "hann", .nfft = 200}}},
      {"crop", {"short", {.nfft = 31, .detrend = Detrend::linear, .scaling = Scaling::spectrum}}},
      {"complex", {"complex", {.detrend = Detrend::none}}},
      {"two_sided", {"short", {.nfft = 101, .return_onesided = false}}},
      {"first", {"matrix", {.axis = 0}}},
  };
  const NpzReader& golden = test::golden("spectral");
  for (const auto& [name, value] : cases) {
    SCOPED_TRACE(name);
    const std::string signal = "signal_" + std::string(value.first), key = "periodogram_" + name;
    const auto check = [&](const auto& x) {
      const auto [f, p] = periodogram(x, value.second);
      EXPECT_TRUE(close(std::vector<double>(f), golden.read<double>(key + ".f", Device::cpu()).to_vector(), {2}));
      EXPECT_TRUE(close(p, golden.read<double>(key + ".p"), {64}));
    };
    if (golden.dtype(signal) == "<c16")
      check(golden.read<std::complex<double>>(signal));
    else
      check(golden.read<double>(signal));
  }
}

TEST(SpectralGolden, CrossSpectrum) {
  using C = std::complex<double>;
  struct Case {
    const char *x, *y;
    WelchOptions o;
  };
  const std::map<std::string, Case> cases = {
      {"default", {"long", "other", {}}},
      {"shorter", {"short", "long", {.fs = 12, .nperseg = 64}}},
      {"longer", {"long", "short", {.nperseg = 50, .nfft = 81, .detrend = Detrend::linear}}},
      {"two_sided", {"long", "other", {.nperseg = 32, .return_onesided = false, .scaling = Scaling::spectrum}}},
      {"median", {"long", "other", {.nperseg = 40, .average = Average::median}}},
      {"complex", {"complex", "complex2", {.nperseg = 64}}},
      {"broadcast", {"matrix", "row", {.nperseg = 8}}},
  };
  const NpzReader& golden = test::golden("spectral");
  for (const auto& [name, value] : cases) {
    SCOPED_TRACE(name);
    const std::string key = "csd_" + name, x = std::string("signal_") + value.x, y = std::string("signal_") + value.y;
    const auto check = [&](const auto& a, const auto& b) {
      const auto [f, p] = csd(a, b, value.o);
      EXPECT_TRUE(close(std::vector<double>(f), golden.read<double>(key + ".f", Device::cpu()).to_vector(), {2}));
      EXPECT_TRUE(close(p, golden.read<C>(key + ".p"), {64}));
    };
    if (golden.dtype(x) == "<c16")
      check(golden.read<C>(x), golden.read<C>(y));
    else
      check(golden.read<double>(x), golden.read<double>(y));
  }
}

TEST(SpectralGolden, Spectrogram) {
  using C = std::complex<double>;
  const auto values = SpectrogramMode::psd;  // ignored by complex_spectrogram
  const std::map<std::string, std::pair<const char*, SpectrogramOptions>> cases = {
      {"default", {"long", {}}},
      {"psd", {"long", {.fs = 20, .window = "hann", .nperseg = 64, .noverlap = 16, .scaling = Scaling::spectrum}}},
      {"odd", {"long", {.nperseg = 37, .nfft = 61, .detrend = Detrend::linear}}},
      {"magnitude", {"long", {.nperseg = 50, .mode = SpectrogramMode::magnitude}}},
      {"angle", {"long", {.nperseg = 50, .detrend = Detrend::none, .mode = SpectrogramMode::angle}}},
      {"phase", {"long", {.nperseg = 50, .detrend = Detrend::none, .mode = SpectrogramMode::phase}}},
      {"values", {"long", {.fs = 3, .nperseg = 50, .mode = values}}},
      {"two_sided", {"long", {.nperseg = 48, .return_onesided = false}}},
      {"complex", {"complex", {.nperseg = 40}}},
      {"complex_values", {"complex", {.nperseg = 40, .detrend = Detrend::linear, .mode = values}}},
      {"last", {"matrix", {.nperseg = 12}}},
      {"first", {"matrix", {.nperseg = 8, .axis = 0}}},
  };
  const NpzReader& golden = test::golden("spectral");
  for (const auto& [name, value] : cases) {
    SCOPED_TRACE(name);
    const std::string signal = "signal_" + std::string(value.first), key = "spectrogram_" + name;
    const auto check = [&](const auto& x) {
      std::vector<double> f, t;
      if (golden.dtype(key + ".s") == "<c16") {
        const auto s = complex_spectrogram(x, value.second);
        f = s.f, t = s.t;
        EXPECT_TRUE(close(s.sxx, golden.read<C>(key + ".s"), {64}));
      } else {
        const auto s = spectrogram(x, value.second);
        f = s.f, t = s.t;
        EXPECT_TRUE(close(s.sxx, golden.read<double>(key + ".s"), {64}));
      }
      EXPECT_TRUE(close(std::vector<double>(f), golden.read<double>(key + ".f", Device::cpu()).to_vector(), {2}));
      EXPECT_TRUE(close(t, golden.read<double>(key + ".t", Device::cpu()).to_vector(), {2}));
    };
    if (golden.dtype(signal) == "<c16")
      check(golden.read<C>(signal));
    else
      check(golden.read<double>(signal));
  }
}

TEST(SpectralGolden, TukeyAndFlattopWindows) {
  const NpzReader& golden = test::golden("spectral");
  for (const index_t n : {1, 2, 5, 16, 33}) {
    const std::map<std::string, Window> windows = {
        {"flattop", "flattop"}, {"tukey0.25", {"tukey", 0.25}}, {"tukey0.7", {"tuk", 0.7}}};
    for (const auto& [name, window] : windows)
      for (const bool periodic : {false, true}) {
        const std::string key = "window_" + name + "_" + std::to_string(n) + (periodic ? "_per" : "_sym");
        EXPECT_TRUE(close(get_window(window, n, periodic), golden.read<double>(key, Device::cpu()).to_vector(), {8}))
            << key;
      }
  }
  EXPECT_EQ(get_window({"tukey", 0.0}, 7), get_window("boxcar", 7));
  EXPECT_EQ(get_window({"tukey", 1.0}, 7), get_window("hann", 7));
  EXPECT_EQ(get_window("tukey", 7), get_window({"tukey", 0.5}, 7));
}

#ifdef TUKEY_TEST_CUDA
TEST(SpectralGraph, CanBeCaptured) {
  if (default_device().is_cpu()) GTEST_SKIP() << "needs a GPU";
  const Stream stream;
  const StreamScope scope(stream);
  const auto a = test::noise_array<float>({3, 5000}, 1), b = test::noise_array<float>({3, 5000}, 2);
  const WelchOptions o{.nperseg = 100};
  const SpectrogramOptions so{.nperseg = 100, .noverlap = 50};
  const auto expected = welch(b, o).pxx, expected_s = spectrogram(b, so).sxx.copy();
  const auto expected_c = csd(b, b.flip(1), o).pxy;
  Array<float> x = a.copy(), pxx(Shape{3, 51}), sxx(Shape{3, 51, 99});
  Array<std::complex<float>> pxy(Shape{3, 51});
  const auto body = [&] {
    welch_into(pxx, x, o);
    csd_into(pxy, x, x.flip(1), o);
    spectrogram_into(sxx, x, so);
  };
  EXPECT_EQ(test::replay_captured(body, [&] { x.assign(b); }), "");
  EXPECT_TRUE(identical(pxx, expected));
  EXPECT_TRUE(identical(pxy, expected_c));
  EXPECT_TRUE(identical(sxx, expected_s));
}
#endif

TEST(SpectralAxis, ReadsLikeAVector) {
  const Axis f(5, 0, 10, 5, 3);  // as fftfreq
  EXPECT_EQ(f.to_vector(), (std::vector<double>{0, 2, 4, -4, -2}));
  EXPECT_EQ(std::vector<double>(f.begin(), f.end()), f.to_vector());
  const Axis t(1000, 0.5, 1, 4, 1000);
  EXPECT_EQ(std::lower_bound(t.begin(), t.end(), 10.0) - t.begin(), 40);
  EXPECT_EQ(t.begin()[3], t[3]);
  EXPECT_EQ(t.back(), 999.5 / 4);
  EXPECT_TRUE(Axis().empty());
  EXPECT_EQ(Axis().begin(), Axis().end());
}

TEST(SpectralErrors, NameTheArgument) {
  const auto x = blank<double>({100});
  EXPECT_ERROR(InvalidArgument, welch(blank<double>({})), "welch: x must have at least one axis");
  EXPECT_ERROR(InvalidArgument, welch(x, {.fs = 0}), "welch: fs must be positive, got 0");
  EXPECT_ERROR(InvalidArgument, welch(x, {.nperseg = 0}), "welch: nperseg must be positive, got 0");
  EXPECT_ERROR(InvalidArgument, welch(x, {.nperseg = 8, .noverlap = 8}),
               "welch: noverlap must be in [0, nperseg = 8), got 8");
  EXPECT_ERROR(InvalidArgument, spectrogram(x, {.nperseg = 8, .nfft = 4}),
               "spectrogram: nfft must be at least nperseg = 8, got 4");
  EXPECT_ERROR(InvalidArgument, welch(x, {.window = std::vector<double>(10, 1.0), .nperseg = 8}),
               "welch: the window has 10 samples, but nperseg is 8");
  EXPECT_ERROR(InvalidArgument, welch(x, {.window = std::vector<double>(101, 1.0)}),
               "welch: the window has 101 samples, the signal only 100");
  EXPECT_ERROR(InvalidArgument, periodogram(x, {.nfft = 0}), "periodogram: nfft must be positive, got 0");
  EXPECT_ERROR(InvalidArgument, csd(blank<double>({2, 9}), blank<double>({3, 9})),
               "csd: shapes (2,) and (3,) do not broadcast");
  auto out = blank<double>({5});
  EXPECT_ERROR(InvalidArgument, welch_into(out, x, {.nperseg = 8, .nfft = 16}),
               "welch: the result has shape (9,), the array for it (5,)");
}

}  // namespace
}  // namespace tukey
