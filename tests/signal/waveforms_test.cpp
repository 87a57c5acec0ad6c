// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/waveforms.hpp"

#include "support.hpp"

namespace tukey::signal {
namespace {

using test::close;
using test::identical;
using test::Tolerance;

template <class T = double> std::vector<T> golden(const std::string& name) {
  return test::golden("waveforms").read<T>(name, Device::cpu()).to_vector();
}
Array<double> times(double by = 1) {
  auto t = golden("t");
  for (double& x : t) x *= by;
  return Array<double>::from(t);
}

const std::pair<const char*, ChirpMethod> methods[] = {{"linear", ChirpMethod::linear},
                                                       {"quadratic", ChirpMethod::quadratic},
                                                       {"logarithmic", ChirpMethod::logarithmic},
                                                       {"hyperbolic", ChirpMethod::hyperbolic}};

// SciPy's phases reach 300 rad here, so it is itself a few times 2^8 eps off.
TEST(Chirp, those_of_scipy) {
  for (const auto& [name, method] : methods) {
    const std::string key = std::string("chirp_") + name;
    const ChirpOptions o{.method = method, .phi = 30};
    EXPECT_TRUE(close(chirp(times(), 1.5, 4, 0.25, o), golden(key), Tolerance{2, 300})) << name;
    EXPECT_TRUE(close(chirp_complex(times(), 1.5, 4, 0.25, o), golden<std::complex<double>>(key + "_complex"),
                      Tolerance{2, 300}))
        << name;
    EXPECT_TRUE(close(chirp(times(), 1.5, 4, 1.5, {.method = method}), golden(key + "_same"), Tolerance{2, 300}))
        << name;
  }
  EXPECT_TRUE(close(chirp(times(), 1.5, 4, 0.25, {.method = ChirpMethod::quadratic, .vertex_zero = false}),
                    golden("chirp_vertex"), Tolerance{2, 300}));
  EXPECT_TRUE(close(sweep_poly(times(), {0.05, -0.75, 2.5, 5}, -45), golden("sweep_poly"), Tolerance{2, 300}));
}

template <class T> class Waveforms : public testing::Test {};
TYPED_TEST_SUITE(Waveforms, test::RealTypes);

// At t = n, f0 = 1/4, f1 = 1/4: quarter turns; sweeps whose phase at whole t is a multiple of a quarter.
TYPED_TEST(Waveforms, quarter_turns) {
  using T = TypeParam;
  const auto t = Array<T>::from({0, 1, 2, 3, 4});
  EXPECT_TRUE(close(chirp(t, 0.25, 1, 0.25), std::vector<T>{1, 0, -1, 0, 1}));
  EXPECT_TRUE(close(chirp(t, 0, 1, 0.5), std::vector<T>{1, 0, 1, 0, 1}));  // t^2 / 4 turns
  EXPECT_TRUE(close(chirp(t, 0, 1, 0.75, {.method = ChirpMethod::quadratic}), std::vector<T>{1, 0, 1, 0, 1}));
  EXPECT_TRUE(close(chirp(t, 0.25, 1, 0.25, {.phi = 90}), std::vector<T>{0, -1, 0, 1, 0}));
  using C = std::complex<T>;
  EXPECT_TRUE(close(chirp_complex(t, 0.25, 1, 0.25), std::vector<C>{1, C(0, 1), -1, C(0, -1), 1}));
  EXPECT_TRUE(close(sweep_poly(t, {0.25}, 0), std::vector<T>{1, 0, -1, 0, 1}));
}

// 10^9 turns and more: f0 t + beta t^2 / 2 with dyadic numbers is exact in integers.
TEST(Chirp, keeps_the_phase_of_long_sweeps) {
  // f = 1/8 + t / 2^20 at t = n: the phase is n/8 + n^2 / 2^21 turns.
  std::vector<double> t, expected, cubic;
  for (std::uint64_t n = 50'000'001; n < 50'000'101; ++n) {
    t.push_back(double(n));
    const std::uint64_t phase = ((n << 18) + n * n) & ((1u << 21) - 1);  // in 2^-21 turns
    expected.push_back(double(std::cos(2 * std::acos(-1.0L) * (long double)(phase) / (1 << 21))));
    // f = 3 t^2 / 2^40: n^3 / 2^40 turns, modulo 2^64 in integers.
    cubic.push_back(double(std::cos(2 * std::acos(-1.0L) * (long double)(n * n * n & ((1ull << 40) - 1)) / 0x1p40L)));
  }
  const auto at = Array<double>::from(t);
  EXPECT_TRUE(close(chirp(at, 0.125, 0x1p20, 1.125), expected, Tolerance{8}));
  EXPECT_TRUE(close(sweep_poly(at, {0x1p-20, 0.125}), expected, Tolerance{8}));
  EXPECT_TRUE(close(chirp(at, 0, 0x1p20, 3, {.method = ChirpMethod::quadratic}), cubic, Tolerance{8}));
}

TEST(Sawtooth, those_of_scipy) {
  for (const char* width : {"0", "0.3", "1", "1.5"}) {
    const double w = std::atof(width);
    EXPECT_TRUE(close(sawtooth(times(5), w), golden(std::string("sawtooth_") + width), Tolerance{16})) << width;
    EXPECT_TRUE(close(signal::square(times(5), w), golden(std::string("square_") + width), Tolerance{0})) << width;
  }
  const auto duty = Array<double>::from(golden("duty"));
  EXPECT_TRUE(close(sawtooth(times(5), duty), golden("sawtooth_array"), Tolerance{16}));
  EXPECT_TRUE(close(signal::square(times(5), duty), golden("square_array"), Tolerance{0}));
}

TYPED_TEST(Waveforms, sawtooth_and_square_by_hand) {
  using T = TypeParam;
  const T pi = T(3.141592653589793);
  const auto t = Array<T>::from({0, pi / 2, -pi / 2, T(5) * pi / 2});
  EXPECT_TRUE(close(sawtooth(t), std::vector<T>{-1, T(-0.5), T(0.5), T(-0.5)}, Tolerance{16}));
  EXPECT_TRUE(close(sawtooth(t, 0.5), std::vector<T>{-1, 0, 0, 0}, Tolerance{16}));
  EXPECT_EQ(signal::square(t).to_vector(), (std::vector<T>{1, 1, -1, 1}));
  // One duty for each row.
  const auto rows = t.broadcast_to({2, 4}), duty = Array<T>::from({T(0.2), T(0.9)}, {2, 1});
  EXPECT_EQ(signal::square(rows, duty).to_vector(), (std::vector<T>{1, -1, -1, -1, 1, 1, 1, 1}));
  const T nan = std::numeric_limits<T>::quiet_NaN(), inf = std::numeric_limits<T>::infinity();
  for (const T v : signal::square(Array<T>::from({nan, inf})).to_vector()) EXPECT_TRUE(std::isnan(v));
  for (const T v : sawtooth(Array<T>::from({nan, inf})).to_vector()) EXPECT_TRUE(std::isnan(v));
}

// Every functor on views, on sizes around warps and blocks, on 0-d and on no times.
TYPED_TEST(Waveforms, views_and_sizes) {
  using T = TypeParam;
  const auto check = [](const auto& f) {
    for (const index_t n : {1, 31, 32, 33, 1023, 1025}) {
      const auto t = test::noise_array<T>({3, n, 2});
      for (const auto& v : {t.transpose(), t.flip(1), t(0), t(ellipsis, 1)})
        EXPECT_TRUE(identical(f(v), f(v.copy()))) << n;
      const auto all = f(t).to_vector();
      const auto last = f(t(Slice{2, 3}, Slice{n - 1, n}, Slice{1, 2})).to_vector();
      EXPECT_EQ(all.back(), last[0]);
    }
    EXPECT_EQ(f(Array<T>({0, 4})).shape(), (Shape{0, 4}));
    EXPECT_EQ(f(Array<T>::from({T(0.5)}, Shape{})).shape(), Shape{});
    EXPECT_EQ(f(Array<T>::from({T(0.5)}, Shape{})).item(), f(Array<T>::from({T(0.5)})).item());
  };
  check([](const Array<T>& t) { return chirp(t, 3, 2, 7); });
  check([](const Array<T>& t) { return chirp_complex(t, 3, 2, 7); });
  check([](const Array<T>& t) { return sawtooth(t, 0.3); });
  check([](const Array<T>& t) { return signal::square(t, abs(t)); });
  check([](const Array<T>& t) { return gausspulse(t, {.fc = 2}).yI; });
  check([](const Array<T>& t) { return gausspulse(t, {.fc = 2, .retquad = true}).yQ; });
}

TEST(Gausspulse, those_of_scipy) {
  const GaussPulseOptions o{.fc = 700, .bw = 0.4, .bwr = -7, .tpr = -50, .retquad = true, .retenv = true};
  const auto y = gausspulse(times(1.0 / 5000), o);
  // t / 5000 was divided there and multiplied here.
  EXPECT_TRUE(close(y.yI, golden("gauss_i"), Tolerance{64}));
  EXPECT_TRUE(close(y.yQ, golden("gauss_q"), Tolerance{64}));
  EXPECT_TRUE(close(y.yenv, golden("gauss_env"), Tolerance{64}));
  EXPECT_TRUE(close(std::vector<double>{gausspulse_cutoff(o)}, golden("gauss_cutoff"), Tolerance{4}));
  EXPECT_EQ(gausspulse(times()).yQ.shape(), (Shape{0}));
  // The envelope at the cutoff is tpr by definition.
  const auto end = gausspulse(Array<double>::from({gausspulse_cutoff(o)}), o).yenv.to_vector();
  EXPECT_TRUE(close(end, std::vector<double>{std::pow(10, -50.0 / 20)}, Tolerance{32}));
}

TYPED_TEST(Waveforms, unit_impulse) {
  using T = TypeParam;
  EXPECT_EQ(unit_impulse<T>({4}).to_vector(), (std::vector<T>{1, 0, 0, 0}));
  EXPECT_EQ(unit_impulse<T>({2, 3}, std::vector<index_t>{-1, 1}).to_vector(), (std::vector<T>{0, 0, 0, 0, 1, 0}));
  EXPECT_EQ(unit_impulse_mid<T>({3, 2}).to_vector(), (std::vector<T>{0, 0, 0, 1, 0, 0}));
}

TEST(MaxLenSeq, those_of_scipy) {
  for (int n = 2; n <= 32; ++n) {
    const auto key = "mls_" + std::to_string(n);
    const auto expected = golden<std::int8_t>(key);
    const auto actual = max_len_seq(n, {.length = static_cast<index_t>(expected.size())});
    EXPECT_EQ(actual.seq, expected) << n;
    EXPECT_EQ(actual.state, golden<std::int8_t>(key + "_state")) << n;
  }
  const auto given = max_len_seq(5, {.state = {1, 0, 0, 1, 0}, .length = 40, .taps = {{3, 2, 1}}});
  EXPECT_EQ(given.seq, golden<std::int8_t>("mls_given"));
  EXPECT_EQ(given.state, golden<std::int8_t>("mls_given_state"));
}
// The defining property: the circular autocorrelation of the +-1 sequence is N at 0 and -1 elsewhere; and a sequence
// goes on from its state.
TEST(MaxLenSeq, autocorrelation_and_pieces) {
  for (int n = 2; n <= 10; ++n) {
    const auto [s, state] = max_len_seq(n);
    const int N = static_cast<int>(s.size());
    EXPECT_EQ(N, (1 << n) - 1);
    for (int lag = 1; lag < N; ++lag) {
      int sum = 0;
      for (int i = 0; i < N; ++i) sum += (2 * s[i] - 1) * (2 * s[(i + lag) % N] - 1);
      ASSERT_EQ(sum, -1) << n << " " << lag;
    }
  }
  auto first = max_len_seq(9, {.length = 100});
  const auto second = max_len_seq(9, {.state = {first.state.begin(), first.state.end()}, .length = 50});
  first.seq.insert(first.seq.end(), second.seq.begin(), second.seq.end());
  EXPECT_EQ(first.seq, max_len_seq(9, {.length = 150}).seq);
}

TEST(WaveformsErrors, messages) {
  const auto t = times();
  const double nan = std::nan("");
  EXPECT_ERROR(InvalidArgument, chirp(t, nan, 1, 1), "chirp: f0 must be finite, got nan");
  EXPECT_ERROR(InvalidArgument, chirp(t, 1, nan, 1), "chirp: t1 must be finite, got nan");
  EXPECT_ERROR(InvalidArgument, chirp(t, 1, 1, nan), "chirp: f1 must be finite, got nan");
  EXPECT_ERROR(InvalidArgument, chirp(t, 1, 1, 1, {.phi = nan}), "chirp: phi must be finite, got nan");
  EXPECT_ERROR(InvalidArgument, chirp(t, 1, 0, 1), "chirp: t1 must not be 0");
  EXPECT_ERROR(InvalidArgument, chirp_complex(t, 1, 1, -2, {.method = ChirpMethod::logarithmic}),
               "chirp: a logarithmic chirp needs f0 and f1 of one sign and not 0, got 1 and -2");
  EXPECT_ERROR(InvalidArgument, chirp(t, 0, 1, 2, {.method = ChirpMethod::hyperbolic}),
               "chirp: a hyperbolic chirp needs f0 and f1 other than 0, got 0 and 2");
  EXPECT_ERROR(InvalidArgument, sweep_poly(t, {}), "sweep_poly: poly must have 1 to 63 coefficients, got 0");
  EXPECT_ERROR(InvalidArgument, sweep_poly(t, {nan}), "sweep_poly: poly must be finite, got nan");
  EXPECT_ERROR(InvalidArgument, sweep_poly(t, {1}, nan), "sweep_poly: phi must be finite, got nan");
  EXPECT_ERROR(InvalidArgument, gausspulse(t, {.fc = -1}), "gausspulse: fc must be finite and at least 0, got -1");
  EXPECT_ERROR(InvalidArgument, gausspulse(t, {.bw = 0}), "gausspulse: bw must be positive, got 0");
  EXPECT_ERROR(InvalidArgument, gausspulse(t, {.bwr = 0}), "gausspulse: bwr must be negative, got 0");
  EXPECT_ERROR(InvalidArgument, gausspulse_cutoff({.tpr = 0}), "gausspulse_cutoff: tpr must be negative, got 0");
  EXPECT_ERROR(InvalidArgument, unit_impulse({2, 2}, std::vector<index_t>{1}),
               "unit_impulse: idx must have one index per axis, 2, got 1");
  EXPECT_ERROR(InvalidArgument, unit_impulse({2, 3}, std::vector<index_t>{1, 3}),
               "unit_impulse: idx must be in [-3, 3) on axis 1, got 3");
  EXPECT_ERROR(InvalidArgument, max_len_seq(1), "max_len_seq: nbits must be at least 2, got 1");
  EXPECT_ERROR(InvalidArgument, max_len_seq(33), "max_len_seq: nbits must be at most 32 without taps, got 33");
  EXPECT_ERROR(InvalidArgument, max_len_seq(63, {.taps = {{1}}}),
               "max_len_seq: length must be given for nbits above 62");
  EXPECT_ERROR(InvalidArgument, max_len_seq(4, {.taps = std::vector<int>{}}),
               "max_len_seq: taps must have at least one place, got none");
  EXPECT_ERROR(InvalidArgument, max_len_seq(4, {.taps = {{4}}}), "max_len_seq: taps must be in [0, 4), got 4");
  EXPECT_ERROR(InvalidArgument, max_len_seq(4, {.state = {1}}), "max_len_seq: state must have nbits = 4 values, got 1");
  EXPECT_ERROR(InvalidArgument, max_len_seq(4, {.state = {0, 0, 0, 0}}), "max_len_seq: state must not be all zeros");
  EXPECT_ERROR(InvalidArgument, max_len_seq(4, {.length = -1}), "max_len_seq: length must be at least 0, got -1");
}

}  // namespace
}  // namespace tukey::signal
