// SPDX-License-Identifier: Apache-2.0
// Frequency responses and group delays of filters, as host values: computed in long double, rounded once.
#pragma once

#include <complex>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>

#include "tukey/export.hpp"
#include "tukey/signal/filter_design.hpp"

namespace tukey::signal {

/// Where a response is wanted: at a number of points that the function chooses, or at given frequencies.
struct Frequencies {
  template <class Integer, class = std::enable_if_t<std::is_integral<Integer>::value>>
  Frequencies(Integer points) : count(static_cast<index_t>(points)) {}
  Frequencies(std::vector<double> frequencies) : given(true), values(std::move(frequencies)) {}
  Frequencies(std::initializer_list<double> frequencies) : given(true), values(frequencies) {}
  bool given = false;
  index_t count = 0;
  std::vector<double> values;
};

struct FreqzOptions {
  Frequencies worN = 512;         // a count: equally spaced from 0; or frequencies in the unit of fs
  bool whole = false;             // a count spans the whole circle, [0, fs), instead of [0, fs/2)
  double fs = 6.283185307179586;  // the sampling frequency; the default makes w rad/sample
  bool include_nyquist = false;   // the last of the counted points is fs/2 (ignored with whole)
};
struct FreqsOptions {
  Frequencies worN = 200;  // a count: points of findfreqs; or angular frequencies in rad/s
};
struct GroupDelayOptions {
  Frequencies w = 512;  // as worN of freqz
  bool whole = false;
  double fs = 6.283185307179586;
};

/// h[i] is the response at the frequency w[i].
struct FrequencyResponse {
  std::vector<double> w;
  std::vector<std::complex<double>> h;
};
/// gd[i] is the group delay, in samples, at the frequency w[i].
struct GroupDelay {
  std::vector<double> w;
  std::vector<double> gd;
};

/// The response H(e^jw) = sum b[n] e^-jwn / sum a[n] e^-jwn of a digital filter; without a, of a FIR filter. Where a
/// is 0 and b is not, the response is infinite or NaN. Long FIR filters on a regular grid go through one FFT, all
/// others through Horner's rule. Accuracy, for given coefficients: 4 eps sum |b[n]| / |A|; FIR filters of more than
/// 64 taps 4 eps log2(points) in the norm.
/// An IirDesign is evaluated from its zeros and poles (freqz_zpk), which a polynomial of high order cannot match.
/// InvalidArgument: b or a empty or not finite, a without a coefficient other than 0, a count below 1, a frequency
/// that is not finite, fs not positive, an analog design. scipy.signal.freqz, which has no form for designs.
TUKEY_EXPORT FrequencyResponse freqz(const std::vector<double>& b, const std::vector<double>& a = {1.0},
                                     const FreqzOptions& options = {});
TUKEY_EXPORT FrequencyResponse freqz(const Ba& ba, const FreqzOptions& options = {});
TUKEY_EXPORT FrequencyResponse freqz(const IirDesign& design, const FreqzOptions& options = {});

/// The response of a digital filter from its zeros, poles and gain, or from its sections: the product of the factors,
/// each expressed in z - 1 or z + 1, whichever is smaller, so that nothing cancels near frequency 0 and Nyquist.
/// Accuracy: 4 eps relative at each point, for the given zeros, poles and coefficients. At Nyquist z is -1 exactly:
/// zeros there give 0, where SciPy gives about 1e-16. Errors as freqz.
/// scipy.signal.freqz_zpk and freqz_sos (which refuses sections with a0 other than 1; here any a0 will do), with
/// include_nyquist in addition.
TUKEY_EXPORT FrequencyResponse freqz_zpk(const Zpk& zpk, const FreqzOptions& options = {});
TUKEY_EXPORT FrequencyResponse freqz_sos(const Sos& sos, const FreqzOptions& options = {});

/// The response H(jw) of an analog filter given by its polynomials in s, highest power first, or its zeros, poles and
/// gain. Errors as freqz; a digital design. scipy.signal.freqs, freqs_zpk.
TUKEY_EXPORT FrequencyResponse freqs(const std::vector<double>& b, const std::vector<double>& a,
                                     const FreqsOptions& options = {});
TUKEY_EXPORT FrequencyResponse freqs(const Ba& ba, const FreqsOptions& options = {});
TUKEY_EXPORT FrequencyResponse freqs(const IirDesign& design, const FreqsOptions& options = {});
TUKEY_EXPORT FrequencyResponse freqs_zpk(const Zpk& zpk, const FreqsOptions& options = {});

/// N angular frequencies, logarithmically spaced over whole decades, that show what the zeros and poles of an analog
/// filter do; without poles, as if there were one at -1000. InvalidArgument: N below 1, polynomials as freqs.
/// scipy.signal.findfreqs (kind "ba" and "zp").
TUKEY_EXPORT std::vector<double> findfreqs(const Ba& ba, index_t N);
TUKEY_EXPORT std::vector<double> findfreqs(const Zpk& zpk, index_t N);

/// The group delay -d(phase)/dw of a digital filter in samples. A zero on the unit circle turns the phase by pi and
/// adds a constant delay on both sides; at its own frequency the value is that limit, where SciPy warns and gives 0.
/// Zpk, Sos and IirDesign: the sum over zeros and poles in closed form, 8 eps of the sum of their moduli. Ba: from
/// the polynomials and their derivatives; near multiple zeros on the circle polynomials of double coefficients have
/// lost the delay, use the other forms there. Errors as freqz; also a numerator that is 0 everywhere.
/// scipy.signal.group_delay, which takes polynomials only.
TUKEY_EXPORT GroupDelay group_delay(const Ba& ba, const GroupDelayOptions& options = {});
TUKEY_EXPORT GroupDelay group_delay(const Zpk& zpk, const GroupDelayOptions& options = {});
TUKEY_EXPORT GroupDelay group_delay(const Sos& sos, const GroupDelayOptions& options = {});
TUKEY_EXPORT GroupDelay group_delay(const IirDesign& design, const GroupDelayOptions& options = {});

}  // namespace tukey::signal
