// SPDX-License-Identifier: Apache-2.0
// IIR filters as host values: the three forms of their coefficients, and design by analog prototypes.
#pragma once

#include <array>
#include <complex>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "tukey/array.hpp"
#include "tukey/export.hpp"

namespace tukey::signal {

/// Zeros, poles and gain: H = k prod(z - z_i) / prod(z - p_i) (of s for an analog filter).
struct Zpk {
  std::vector<std::complex<double>> z, p;
  double k = 1;
};

/// Numerator and denominator, highest power of z first (the coefficients of lfilter). Loses accuracy quickly with
/// the order: prefer Sos.
struct Ba {
  std::vector<double> b, a;
};

/// A cascade of second-order sections, the recommended form of an IIR filter: rows {b0, b1, b2, a0, a1, a2} with
/// H = prod (b0 + b1 z^-1 + b2 z^-2) / (a0 + a1 z^-1 + a2 z^-2). As in SciPy, filtering needs a0 = 1.
class TUKEY_EXPORT Sos {
 public:
  using Section = std::array<double, 6>;
  Sos() = default;
  /// Sos{{b0, b1, b2, 1, a1, a2}, ...}: six numbers in each section, else InvalidArgument.
  Sos(std::initializer_list<std::initializer_list<double>> sections);
  Sos(const std::vector<Section>& sections) : sections_(sections) {}
  /// Of shape (n_sections, 6), else InvalidArgument. Waits where the array is on a GPU.
  explicit Sos(const Array<double>& sections);

  std::size_t size() const { return sections_.size(); }
  const Section& operator[](std::size_t i) const { return sections_[i]; }
  const std::vector<Section>& sections() const { return sections_; }
  std::vector<Section>::const_iterator begin() const { return sections_.begin(); }
  std::vector<Section>::const_iterator end() const { return sections_.end(); }

 private:
  std::vector<Section> sections_;
};

/// What a design function returns. It converts to the form that the receiver takes:
/// `sosfilt(butter(4, 0.2), x)`, `Sos sos = butter(...)`, `auto [b, a] = butter(...).ba()`.
class TUKEY_EXPORT IirDesign {
 public:
  explicit IirDesign(Zpk zpk, bool analog = false) : zpk_(std::move(zpk)), analog_(analog) {}
  const Zpk& zpk() const { return zpk_; }
  /// Sections paired as SciPy's zpk2sos does ("nearest", for an analog filter "minimal"): each pole pair with the
  /// nearest zeros, the pair closest to the unit circle in the last section, the whole gain in the first.
  Sos sos() const;
  Ba ba() const;
  bool analog() const { return analog_; }
  operator Zpk() const { return zpk_; }
  operator Sos() const { return sos(); }
  operator Ba() const { return ba(); }

 private:
  Zpk zpk_;
  bool analog_;
};

enum class BandType { lowpass, highpass, bandpass, bandstop };

/// One critical frequency, or the two edges of a band: 0.2 or {0.1, 0.3}.
struct Cutoff {
  template <class Real, class = std::enable_if_t<std::is_arithmetic<Real>::value>>
  Cutoff(Real frequency) : low(static_cast<double>(frequency)) {}
  Cutoff(double from, double to) : low(from), high(to) {}
  double low;
  std::optional<double> high;
};

struct ButterOptions {
  BandType btype = BandType::lowpass;
  bool analog = false;
  std::optional<double> fs =
      {};  // the sampling frequency in the unit of Wn; without it Wn is in half-cycles per sample
};

/// A Butterworth filter of order N (a band filter has 2 N poles), 3 dB down at the critical frequencies. Digital
/// filters: 0 < Wn < 1 where 1 is the Nyquist frequency, or 0 < Wn < fs / 2. Analog filters: Wn in rad/s.
/// InvalidArgument for N < 0, frequencies out of range or not ascending, a number of frequencies that does not fit
/// the band type, or fs together with analog.
/// By the pre-warped bilinear transform of the analog prototype, in long double. scipy.signal.butter; where poles tie
/// in their distance from the unit circle the order of sections may differ from SciPy's.
TUKEY_EXPORT IirDesign butter(int N, const Cutoff& Wn, const ButterOptions& options = {});

}  // namespace tukey::signal
