// SPDX-License-Identifier: Apache-2.0
// Window functions. They are host values (std::vector<double>), computed in double or better.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "tukey/export.hpp"
#include "tukey/view.hpp"

namespace tukey::signal {

/// Which window: what every `window` argument of this module is. Converts from
///  - a name of SciPy's, "hann", with an optional suffix "_periodic" or "_symmetric" that overrules the function's
///    own choice;
///  - a number, the beta of a Kaiser window;
///  - a name and its parameters, {"kaiser", 8.6};
///  - the samples themselves, std::vector<double>.
/// Names: boxcar (box, ones, rect, rectangular), hann (han), hamming (hamm, ham), blackman (black, blk),
/// kaiser (ksr), flattop (flat, flt), tukey (tuk; without a parameter alpha is 0.5).
/// InvalidArgument for an unknown name or a wrong number of parameters.
class TUKEY_EXPORT Window {
 public:
  Window(const char* name) : Window(std::string(name), std::vector<double>{}) {}
  Window(const std::string& name) : Window(name, std::vector<double>{}) {}
  Window(const std::string& name, double parameter) : Window(name, std::vector<double>{parameter}) {}
  Window(const std::string& name, const std::vector<double>& parameters);
  template <class Real, class = std::enable_if_t<std::is_arithmetic<Real>::value>>
  Window(Real kaiser_beta) : Window("kaiser", static_cast<double>(kaiser_beta)) {}
  Window(const std::vector<double>& samples) : samples_(samples), is_samples_(true) {}

  /// True for a window given by its samples: its length is then fixed.
  bool is_samples() const { return is_samples_; }
  const std::vector<double>& samples() const { return samples_; }
  /// The canonical name without suffix ("hann"); empty for samples.
  const std::string& name() const { return name_; }
  const std::vector<double>& parameters() const { return parameters_; }
  enum class Suffix { none, periodic, symmetric };
  Suffix suffix() const { return suffix_; }

 private:
  std::string name_;
  std::vector<double> parameters_, samples_;
  Suffix suffix_ = Suffix::none;
  bool is_samples_ = false;
};

/// The `nx` samples of a window: periodic for fftbins (the first nx of the symmetric window of length nx + 1), for
/// use with the Fourier transform; else symmetric, for filter design. nx = 1 gives {1}, 0 nothing.
/// InvalidArgument for a negative nx, and for a window of samples whose length is not nx.
/// SciPy's scipy.signal.get_window, which refuses nx = 0. Accuracy: 4 eps(double) of the peak.
TUKEY_EXPORT std::vector<double> get_window(const Window& window, index_t nx, bool fftbins = true);

/// The windows as functions (scipy.signal.windows): M samples, symmetric, or periodic for sym = false. M = 1 gives
/// {1}, M = 0 nothing; a negative M is InvalidArgument.
namespace windows {

/// 1 everywhere.
TUKEY_EXPORT std::vector<double> boxcar(index_t M, bool sym = true);
/// 0.5 - 0.5 cos(2 pi n / (M - 1)).
TUKEY_EXPORT std::vector<double> hann(index_t M, bool sym = true);
/// 0.54 - 0.46 cos(2 pi n / (M - 1)).
TUKEY_EXPORT std::vector<double> hamming(index_t M, bool sym = true);
/// 0.42 - 0.5 cos(2 pi n / (M - 1)) + 0.08 cos(4 pi n / (M - 1)).
TUKEY_EXPORT std::vector<double> blackman(index_t M, bool sym = true);
/// I0(beta sqrt(1 - (2n / (M - 1) - 1)^2)) / I0(beta), I0 the modified Bessel function of order 0, summed as a power
/// series in long double. Any finite beta; huge ones (above 11,000) are InvalidArgument as I0 overflows.
TUKEY_EXPORT std::vector<double> kaiser(index_t M, double beta, bool sym = true);
/// 0.21557895 - 0.41663158 cos t + 0.277263158 cos 2t - 0.083578947 cos 3t + 0.006947368 cos 4t, t = 2 pi n / (M - 1):
/// reads the height of a tone between bins to 0.1%.
TUKEY_EXPORT std::vector<double> flattop(index_t M, bool sym = true);
/// 1, with cosine slopes over the share alpha / 2 of the length at either end: sin^2(pi n / (alpha (M - 1))) for
/// n <= alpha (M - 1) / 2. alpha <= 0 is boxcar, alpha >= 1 is hann.
TUKEY_EXPORT std::vector<double> tukey(index_t M, double alpha = 0.5, bool sym = true);

}  // namespace windows
}  // namespace tukey::signal
