// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/responses.hpp"

#include "support.hpp"

namespace tukey::signal {
namespace {

using test::close;
using test::Tolerance;
using Complexes = std::vector<std::complex<double>>;

const double pi = std::acos(-1.0), nan = std::nan("");

std::vector<double> golden(const std::string& name) {
  return test::golden("responses").read<double>(name, Device::cpu()).to_vector();
}
Complexes golden_complex(const std::string& name) {
  return test::golden("responses").read<std::complex<double>>(name, Device::cpu()).to_vector();
}
Ba band() { return {golden("b"), golden("a")}; }
Zpk elliptic() { return {golden_complex("z"), golden_complex("p"), golden("k")[0]}; }
Sos sections() { return Sos(test::golden("responses").read<double>("sos", Device::cpu())); }
std::vector<double> times(std::vector<double> v, double by) {
  for (double& x : v) x *= by;
  return v;
}

struct Grid {
  const char* name;
  Frequencies worN;
  bool whole = false;
  double fs = 2 * pi;
};
std::vector<Grid> grids() {
  const auto given = golden("given");
  return {{"half", 33},
          {"whole", 33, true},
          {"hertz", 16, false, 48000},
          {"given", given},
          {"given_hertz", times(given, 100), false, 2500}};
}

// SciPy computes in double: its own error near zeros on the circle is a few eps of the sum of the coefficients, and its
// powers of a rounded e^-jw turn the phase by eps for each tap: against a long double sum its values for the 200 taps
// are 75 to 170 eps off (long_fir_filters_are_the_sum below holds ours to 2 eps).
TEST(Responses, those_of_scipy) {
  for (const Grid& g : grids()) {
    const std::string name = g.name;
    const FreqzOptions o{.worN = g.worN, .whole = g.whole, .fs = g.fs};
    const auto ba = freqz(band(), o);
    EXPECT_TRUE(close(ba.w, golden("ba_" + name + "_w"), Tolerance{2})) << name;
    EXPECT_TRUE(close(ba.h, golden_complex("ba_" + name + "_h"), Tolerance{256})) << name;
    EXPECT_TRUE(close(freqz(golden("fir"), {2.0}, o).h, golden_complex("fir_" + name + "_h"), Tolerance{2, 200}))
        << name;
    EXPECT_TRUE(close(freqz_zpk(elliptic(), o).h, golden_complex("zpk_" + name + "_h"), Tolerance{64})) << name;
    EXPECT_TRUE(close(freqz_sos(sections(), o).h, golden_complex("sos_" + name + "_h"), Tolerance{64})) << name;
    EXPECT_TRUE(
        close(group_delay(Ba{{1, 0.4, -0.2}, {1, -0.5, 0.3, 0.1}}, {.w = g.worN, .whole = g.whole, .fs = g.fs}).gd,
              golden("delay_" + name), Tolerance{64}))
        << name;
  }
  for (int n : {32, 33}) {
    const auto r = freqz(band(), {.worN = n, .include_nyquist = true});
    EXPECT_TRUE(close(r.w, golden("nyquist_" + std::to_string(n) + "_w"), Tolerance{2}));
    EXPECT_TRUE(close(r.h, golden_complex("nyquist_" + std::to_string(n) + "_h"), Tolerance{256}));
    EXPECT_EQ(r.w.back(), pi);
  }
  EXPECT_EQ(freqz(std::vector<double>{1}).w.size(), 512u);
}

TEST(Responses, analog_those_of_scipy) {
  // The polynomials of degree 8 in s span many decades; their roots in double (SciPy's) set the decades only.
  const Ba ba{golden("bs"), golden("as")};
  const auto r = freqs(ba);
  EXPECT_TRUE(close(r.w, golden("freqs_w"), Tolerance{64}));
  EXPECT_TRUE(close(r.h, golden_complex("freqs_h"), Tolerance{1024}));
  const Zpk zpk{golden_complex("zs"), golden_complex("ps"), golden("ks")[0]};
  const auto z = freqs_zpk(zpk, {.worN = 50});
  EXPECT_TRUE(close(z.w, golden("freqs_zpk_w"), Tolerance{64}));
  EXPECT_TRUE(close(z.h, golden_complex("freqs_zpk_h"), Tolerance{256}));
  EXPECT_TRUE(
      close(freqs({1, 2}, {1, 0.5, 3}, {.worN = golden("given")}).h, golden_complex("freqs_given"), Tolerance{8}));
  EXPECT_TRUE(close(findfreqs(Ba{{1, 0}, {1, 8, 25}}, 9), golden("find_plain"), Tolerance{16}));
  EXPECT_TRUE(close(findfreqs(Ba{{3, 1}, {2}}, 5), golden("find_fir"), Tolerance{16}));
  EXPECT_TRUE(close(findfreqs(Ba{{1}, {1, 0}}, 5), golden("find_integrator"), Tolerance{16}));
  EXPECT_TRUE(close(findfreqs(Zpk{{1e7, {-3, 4}, {-3, -4}}, {-0.02, -700.0}, 1}, 8), golden("find_zp"), Tolerance{16}));
}

// |H| of a Butterworth low-pass is 1 / sqrt(1 + (tan(w/2) / tan(wc/2))^2N): 3e-11 at w = 1e-3 wc below the edge of a
// narrow high-pass, where polynomials and 1 - cos w have no digits left.
TEST(Responses, keep_their_digits_near_the_ends) {
  const double cutoff = 1e-4;
  const IirDesign high = butter(4, cutoff, {.btype = BandType::highpass});
  for (const double w : {1e-9, 1e-7, 3e-6, 1e-4, 1e-3}) {
    const long double r = std::tan((long double)(w) / 2) / std::tan((long double)(pi)*cutoff / 2);
    const double expected = double(1 / std::sqrt(1 + std::pow(r, -8.0L)));
    // The poles, 1e-4 from 1, are rounded to double.
    EXPECT_NEAR(std::abs(freqz(high, {.worN = {w}}).h[0]) / expected, 1, 32 * 2.2e-16 / (pi * cutoff)) << w;
    EXPECT_NEAR(std::abs(freqz_sos(high, {.worN = {w}}).h[0]) / expected, 1, 32 * 2.2e-16 / (pi * cutoff * pi * cutoff))
        << w;
  }
  // Four zeros at -1: exactly 0 at Nyquist, and (pi - w)^4 just below it.
  const IirDesign low = butter(4, 0.3);
  EXPECT_EQ(freqz(low, {.worN = 9, .include_nyquist = true}).h.back(), 0.0);
  EXPECT_EQ(freqz_sos(low, {.worN = 9, .include_nyquist = true}).h.back(), 0.0);
  const double f = 0.5 - 1e-6;
  const long double ratio = std::tan((long double)(pi)*f) / std::tan((long double)(pi)*0.15L);
  const double expected = double(std::pow(ratio, -4.0L)), actual = std::abs(freqz(low, {.worN = {f}, .fs = 1}).h[0]);
  EXPECT_NEAR(actual / expected, 1, 1e-9);  // f in double: 1.1e-16 / 1e-6 of its distance to Nyquist, to the fourth
}

TEST(Responses, narrow_band_pass) {  // CASES A21 (a)
  const Sos sos = butter(5, {0.01, 0.02}, {.btype = BandType::bandpass});
  const double centre = 2 * std::atan(std::sqrt(std::tan(0.005 * pi) * std::tan(0.01 * pi)));
  const auto h = freqz_sos(sos, {.worN = {centre, 0.01 * pi, 0.02 * pi}}).h;
  EXPECT_TRUE(close(std::vector<double>{std::abs(h[0]), std::abs(h[1]), std::abs(h[2])},
                    std::vector<double>{1, std::sqrt(0.5), std::sqrt(0.5)}, Tolerance{16, 1 / (0.01 * 0.01)}));
}

TEST(Responses, long_fir_filters_are_the_sum) {
  using L = long double;
  const auto b = golden("fir");
  for (const bool whole : {false, true}) {
    const index_t points = 33, period = whole ? points : 2 * points;
    std::vector<std::complex<L>> expected;
    for (index_t i = 0; i < points; ++i) {
      std::complex<L> sum = 0;
      for (index_t n = 0; n < static_cast<index_t>(b.size()); ++n)
        sum += L(b[n]) * std::polar(L(1), -2 * std::acos(L(-1)) * L(i * n % period) / L(period));
      expected.push_back(sum);
    }
    EXPECT_TRUE(close(freqz(b, {1.0}, {.worN = points, .whole = whole}).h, expected, Tolerance{2}));
  }
}

// The FFT of long FIR filters against Horner's rule at the same frequencies, and taps beyond the grid's period.
TEST(Responses, long_fir_filters) {
  for (const index_t taps : {65, 500}) {
    const auto b = test::noise<double>(taps);
    for (const bool whole : {false, true})
      for (const int points : {1, 2, 31, 128}) {
        for (const bool nyquist : {false, true}) {
          const auto fast = freqz(b, {1.0}, {.worN = points, .whole = whole, .fs = 1, .include_nyquist = nyquist});
          const auto slow = freqz(b, {1.0}, {.worN = fast.w, .fs = 1});
          // The given frequencies are rounded: a phase error of eps times the number of taps.
          EXPECT_TRUE(close(fast.h, slow.h, Tolerance{8, double(taps)})) << taps << " " << whole << " " << points;
        }
      }
  }
}

TEST(GroupDelay, closed_forms) {
  // Symmetric taps delay by (n - 1) / 2 everywhere, at their zeros (here 2 pi / 5 k) too, where SciPy gives 0.
  const auto flat = group_delay(Ba{{1, 1, 1, 1, 1}, {1}}, {.w = 5, .whole = true});
  EXPECT_TRUE(close(flat.gd, std::vector<double>(5, 2.0), Tolerance{16}));
  // A double zero at Nyquist, in all forms; 1 at every frequency.
  const GroupDelayOptions whole{.w = 8, .whole = true};
  const std::vector<double> ones(8, 1.0);
  EXPECT_TRUE(close(group_delay(Ba{{1, 2, 1}, {1}}, whole).gd, ones, Tolerance{4}));
  EXPECT_TRUE(close(group_delay(Sos{{1, 2, 1, 1, 0, 0}}, whole).gd, ones, Tolerance{4}));
  // In z alone two zeros without poles advance by 1 (z + 2 + 1/z times z); the poles at 0 delay by 2.
  EXPECT_TRUE(close(group_delay(Zpk{{-1, -1}, {0, 0}, 1}, whole).gd, ones, Tolerance{4}));
  // A pole at r: (r cos w - r^2) / (1 - 2 r cos w + r^2).
  const double r = 0.9;
  std::vector<double> expected;
  const auto pole = group_delay(Ba{{1}, {1, -r}}, {.w = 20});
  for (const double w : pole.w) expected.push_back((r * std::cos(w) - r * r) / (1 - 2 * r * std::cos(w) + r * r));
  EXPECT_TRUE(close(pole.gd, expected, Tolerance{64}));
  EXPECT_TRUE(close(group_delay(Zpk{{0}, {r}, 1}, {.w = 20}).gd, expected, Tolerance{64}));
  EXPECT_TRUE(close(group_delay(Sos{{1, 0, 0, 1, -r, 0}}, {.w = 20}).gd, expected, Tolerance{64}));
  // A pure delay: leading zeros.
  EXPECT_TRUE(close(group_delay(Ba{{0, 0, 3}, {1}}, {.w = 4}).gd, std::vector<double>(4, 2.0), Tolerance{4}));
  EXPECT_TRUE(close(group_delay(Sos{{0, 0, 3, 1, 0, 0}}, {.w = 4}).gd, std::vector<double>(4, 2.0), Tolerance{4}));
}

TEST(GroupDelay, narrow_band_pass) {  // CASES A21 (c)
  const IirDesign design = butter(2, {985.0 / 48000, 1015.0 / 48000}, {.btype = BandType::bandpass});
  const GroupDelayOptions at{.w = {2 * pi * 1000 / 96000}};
  EXPECT_NEAR(group_delay(design, at).gd[0] / 1440.4248, 1, 1e-7);
  EXPECT_NEAR(group_delay(design.sos(), at).gd[0] / 1440.4248, 1, 1e-6);  // sections rounded to double
  EXPECT_NEAR(group_delay(design.ba(), at).gd[0] / 1440.4248, 1, 1e-4);   // the case's tolerance
}

TEST(ResponsesErrors, messages) {
  const std::vector<double> one{1}, none, zero{0, 0};
  EXPECT_ERROR(InvalidArgument, freqz(none), "freqz: b must have at least one coefficient, got none");
  EXPECT_ERROR(InvalidArgument, freqz(one, none), "freqz: a must have at least one coefficient, got none");
  EXPECT_ERROR(InvalidArgument, freqz(one, zero), "freqz: a must have a coefficient other than 0");
  EXPECT_ERROR(InvalidArgument, freqz(std::vector<double>{1, nan}), "freqz: b must be finite, got nan");
  EXPECT_ERROR(InvalidArgument, freqz(one, std::vector<double>{nan}), "freqz: a must be finite, got nan");
  EXPECT_ERROR(InvalidArgument, freqz(one, one, {.worN = 0}), "freqz: worN must be at least 1, got 0");
  EXPECT_ERROR(InvalidArgument, freqz(one, one, {.worN = {0.1, nan}}), "freqz: worN must be finite, got nan");
  EXPECT_ERROR(InvalidArgument, freqz(one, one, {.fs = 0}), "freqz: fs must be positive, got 0");
  EXPECT_ERROR(InvalidArgument, freqz(butter(2, 3.0, {.analog = true})), "freqz: the design is analog, use freqs");
  EXPECT_ERROR(InvalidArgument, freqs(butter(2, 0.3)), "freqs: the design is digital, use freqz");
  EXPECT_ERROR(InvalidArgument, freqz_zpk({{nan}, {}, 1}), "freqz_zpk: z must be finite, got (nan,0)");
  EXPECT_ERROR(InvalidArgument, freqz_zpk({{}, {nan}, 1}), "freqz_zpk: p must be finite, got (nan,0)");
  EXPECT_ERROR(InvalidArgument, freqz_zpk({{}, {}, nan}), "freqz_zpk: k must be finite, got nan");
  EXPECT_ERROR(InvalidArgument, freqz_sos(Sos()), "freqz_sos: sos must have at least one section, got none");
  EXPECT_ERROR(InvalidArgument, freqz_sos({{1, 0, 0, 0, 0, 0}}),
               "freqz_sos: each section's denominator must have a coefficient other than 0");
  EXPECT_ERROR(InvalidArgument, freqs(one, one, {.worN = 0}), "freqs: worN must be at least 1, got 0");
  EXPECT_ERROR(InvalidArgument, findfreqs(Ba{one, one}, 0), "findfreqs: N must be at least 1, got 0");
  EXPECT_ERROR(InvalidArgument, group_delay(Ba{zero, one}), "group_delay: b must have a coefficient other than 0");
  EXPECT_ERROR(InvalidArgument, group_delay(Zpk{{}, {}, 0}), "group_delay: k must not be 0");
  EXPECT_ERROR(InvalidArgument, group_delay(Sos{{0, 0, 0, 1, 0, 0}}),
               "group_delay: each section's numerator must have a coefficient other than 0");
  EXPECT_ERROR(InvalidArgument, group_delay(Ba{one, one}, {.w = 0}), "group_delay: w must be at least 1, got 0");
  EXPECT_ERROR(InvalidArgument, group_delay(butter(2, 3.0, {.analog = true})),
               "group_delay: the design is analog, it has no delay in samples");
}

}  // namespace
}  // namespace tukey::signal
