// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/filter_design.hpp"
#include "support.hpp"

namespace tukey {
namespace {

using signal::BandType;
using signal::butter;
using signal::Cutoff;
using signal::Sos;
using test::close;
using test::Tolerance;

const double pi = std::acos(-1.0);

std::vector<double> flat(const Sos& sos) {
  std::vector<double> v;
  for (const auto& section : sos) v.insert(v.end(), section.begin(), section.end());
  return v;
}
std::complex<long double> response(const Sos& sos, long double w) {
  const std::complex<long double> z1 = std::polar(1.0L, -w), z2 = z1 * z1;
  std::complex<long double> h = 1;
  for (const auto& s : sos)
    h *= (static_cast<long double>(s[0]) + static_cast<long double>(s[1]) * z1 + static_cast<long double>(s[2]) * z2) /
         (static_cast<long double>(s[3]) + static_cast<long double>(s[4]) * z1 + static_cast<long double>(s[5]) * z2);
  return h;
}
std::vector<double> golden(const std::string& name) {
  return test::golden("filtering").read<double>(name, Device::cpu()).to_vector();
}

struct Band {
  const char* name;
  BandType type;
  Cutoff cutoff;
};
const Band bands[] = {{"lowpass", BandType::lowpass, 0.2},
                      {"highpass", BandType::highpass, 0.3},
                      {"bandpass", BandType::bandpass, {0.2, 0.45}},
                      {"bandstop", BandType::bandstop, {0.3, 0.5}}};

TEST(Butter, sections_are_those_of_scipy) {
  for (const Band& band : bands)
    for (int n = 1; n <= 24; ++n) {
      const auto key = std::string("butter_") + band.name + "_" + std::to_string(n) + "_sos";
      EXPECT_TRUE(close(flat(butter(n, band.cutoff, {.btype = band.type})), golden(key), Tolerance{16, double(n)}))
          << key;
    }
}

TEST(Butter, zeros_poles_and_polynomials_are_those_of_scipy) {
  const auto& file = test::golden("filtering");
  for (const Band& band : bands) {
    for (int n : {1, 2, 5, 8}) {
      const auto key = std::string("butter_") + band.name + "_" + std::to_string(n);
      const signal::Zpk zpk = butter(n, band.cutoff, {.btype = band.type});
      EXPECT_TRUE(close(zpk.z, file.read<std::complex<double>>(key + "_z", Device::cpu()).to_vector(), Tolerance{16}))
          << key;
      EXPECT_TRUE(close(zpk.p, file.read<std::complex<double>>(key + "_p", Device::cpu()).to_vector(), Tolerance{16}))
          << key;
      EXPECT_TRUE(close(std::vector<double>{zpk.k}, golden(key + "_k"), Tolerance{16, double(n)})) << key;
    }
    for (int n : {1, 3, 6}) {
      const auto key = std::string("butter_") + band.name + "_" + std::to_string(n);
      const auto [b, a] = butter(n, band.cutoff, {.btype = band.type}).ba();
      EXPECT_TRUE(close(b, golden(key + "_b"), Tolerance{32, double(n)})) << key;
      EXPECT_TRUE(close(a, golden(key + "_a"), Tolerance{32, double(n)})) << key;
    }
  }
}

TEST(Butter, frequencies_in_hertz_narrow_bands_and_analog) {
  EXPECT_TRUE(close(flat(butter(6, {300, 3400}, {.btype = BandType::bandpass, .fs = 48e3})), golden("butter_fs"),
                    Tolerance{64}));
  EXPECT_TRUE(
      close(flat(butter(5, {0.01, 0.02}, {.btype = BandType::bandpass})), golden("butter_narrow"), Tolerance{64}));
  EXPECT_TRUE(close(flat(butter(4, 0.002)), golden("butter_low"), Tolerance{64}));
  for (int n : {2, 3}) {
    const auto end = "_" + std::to_string(n) + "_sos";
    EXPECT_TRUE(close(flat(butter(n, 2.0, {.analog = true})), golden("analog_lowpass" + end), Tolerance{32}));
    EXPECT_TRUE(close(flat(butter(n, 3.0, {.btype = BandType::highpass, .analog = true})),
                      golden("analog_highpass" + end), Tolerance{32}));
    EXPECT_TRUE(close(flat(butter(n, {1, 9}, {.btype = BandType::bandpass, .analog = true})),
                      golden("analog_bandpass" + end), Tolerance{32}));
  }
}

// |H|^2 = 1 / (1 + (tan(w/2) / tan(wc/2))^(2N)), the definition; all orders, cutoffs near both ends.
TEST(Butter, magnitude_is_the_definition) {
  for (int n = 1; n <= 24; ++n)
    for (double cutoff : {0.01, 0.2, 0.5, 0.99}) {
      const Sos low = butter(n, cutoff), high = butter(n, cutoff, {.btype = BandType::highpass});
      std::vector<long double> actual, expected;
      for (double w : {0.3 * cutoff, cutoff, 0.5 * (1 + cutoff)}) {
        const long double r = std::pow(std::tan(pi * w / 2) / std::tan(pi * cutoff / 2), 2.0L * n);
        actual.push_back(std::abs(response(low, pi * w)));
        expected.push_back(1 / std::sqrt(1 + r));
        actual.push_back(std::abs(response(high, pi * w)));
        expected.push_back(1 / std::sqrt(1 + 1 / r));
      }
      // Rounded coefficients move poles near z = 1 or -1: the condition grows as the inverse square of the cutoff.
      const double growth = n / std::pow(std::min(cutoff, 1 - cutoff), 2);
      for (std::size_t i = 0; i < actual.size(); ++i)
        EXPECT_TRUE(
            close(std::vector<double>{double(actual[i] / expected[i])}, std::vector<double>{1}, Tolerance{64, growth}))
            << n << " " << cutoff << " " << i;
    }
}

TEST(Butter, narrow_band_pass) {  // CASES A21 (a): gains at the pre-warped centre and at the edges
  const Sos sos = butter(5, {0.01, 0.02}, {.btype = BandType::bandpass});
  const double centre = 2 * std::atan(std::sqrt(std::tan(0.005 * pi) * std::tan(0.01 * pi)));
  EXPECT_TRUE(close(std::vector<double>{centre}, std::vector<double>{0.0444306568272}, Tolerance{8192}));
  const std::vector<double> gains{double(std::abs(response(sos, centre))), double(std::abs(response(sos, 0.01 * pi))),
                                  double(std::abs(response(sos, 0.02 * pi)))};
  EXPECT_TRUE(close(gains, std::vector<double>{1, std::sqrt(0.5), std::sqrt(0.5)}, Tolerance{16, 1 / (0.01 * 0.01)}));
}

TEST(Butter, order_zero_passes_all) {
  EXPECT_EQ(flat(butter(0, 0.2)), (std::vector<double>{1, 0, 0, 1, 0, 0}));
  EXPECT_EQ(flat(butter(0, {0.2, 0.4}, {.btype = BandType::bandstop})), (std::vector<double>{1, 0, 0, 1, 0, 0}));
}

TEST(Butter, wrong_arguments) {
  EXPECT_ERROR(InvalidArgument, butter(-1, 0.2), "butter: N must be at least 0, got -1");
  EXPECT_ERROR(InvalidArgument, butter(4, 1.0), "butter: Wn must be in 0 < Wn < 1, got 1");
  EXPECT_ERROR(InvalidArgument, butter(4, 0), "butter: Wn must be in 0 < Wn < 1, got 0");
  EXPECT_ERROR(InvalidArgument, butter(4, {0.2, 1.0}, {.btype = BandType::bandpass}),  // CASES A21 (b)
               "butter: Wn must be in 0 < Wn < 1, got 1");
  EXPECT_ERROR(InvalidArgument, butter(4, std::nan("")), "butter: Wn must be in 0 < Wn < 1, got nan");
  EXPECT_ERROR(InvalidArgument, butter(4, {0.4, 0.2}, {.btype = BandType::bandpass}),
               "butter: Wn must ascend, got 0.4 and 0.2");
  EXPECT_ERROR(InvalidArgument, butter(4, {0.2, 0.4}),
               "butter: a lowpass or highpass filter takes one frequency Wn, got two");
  EXPECT_ERROR(InvalidArgument, butter(4, 0.2, {.btype = BandType::bandstop}),
               "butter: a bandpass or bandstop filter takes two frequencies Wn, got one");
  EXPECT_ERROR(InvalidArgument, butter(4, 600, {.fs = 1000}), "butter: Wn must be in 0 < Wn < fs/2 = 500, got 600");
  EXPECT_ERROR(InvalidArgument, butter(4, 6, {.fs = -1}), "butter: fs must be positive, got -1");
  EXPECT_ERROR(InvalidArgument, butter(4, 2, {.analog = true, .fs = 10}),
               "butter: fs cannot be given for an analog filter");
  EXPECT_ERROR(InvalidArgument, butter(4, -2, {.analog = true}), "butter: Wn must be positive, got -2");
}

TEST(Sos, construction) {
  const Sos sos{{1, 2, 3, 1, 5, 6}, {7, 8, 9, 1, 11, 12}};
  EXPECT_EQ(sos.size(), 2u);
  EXPECT_EQ(sos[1][4], 11);
  const auto array = Array<double>::from(flat(sos), {2, 6});
  EXPECT_EQ(flat(Sos(array)), flat(sos));
  EXPECT_ERROR(InvalidArgument, (Sos{{1, 2, 3}}), "Sos: each section must have 6 numbers, got 3");
  EXPECT_ERROR(InvalidArgument, Sos(Array<double>::from({40, 85})),
               "Sos: sos must have shape (n_sections, 6), got (2,)");
  using C = std::complex<double>;
  EXPECT_ERROR(InvalidArgument, signal::IirDesign(signal::Zpk{{C(0, 1)}, {C(0.5)}, 1}).sos(),
               "zpk2sos: the zeros must be real or come in conjugate pairs");
}

}  // namespace
}  // namespace tukey
