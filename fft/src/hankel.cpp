// SPDX-License-Identifier: Apache-2.0
// FFTLog: a convolution on the logarithmic grid, with coefficients made on the host in long double.
#include "tukey/fft/hankel.hpp"

#include <cmath>
#include <complex>
#include <vector>

#include "tukey/detail/access.hpp"
#include "tukey/elementwise.hpp"
#include "tukey/fft/fft.hpp"

namespace tukey::fft {
namespace {

using detail::require;
using L = long double;
using Z = std::complex<L>;

// log Gamma(z) up to multiples of 2 pi i: by the recurrence to Re z >= 20, where Stirling's series with 8 terms is
// exact to 1e-19 relative. z is no pole.
Z log_gamma(Z z) {
  Z shift = 0;
  for (; z.real() < 20; z += 1) shift += std::log(z);
  static constexpr L terms[] = {L(1) / 12,   -L(1) / 360,      L(1) / 1260, -L(1) / 1680,
                                L(1) / 1188, -L(691) / 360360, L(1) / 156,  -L(3617) / 122400};
  const Z inverse = L(1) / z, square = inverse * inverse;
  Z series = 0;
  for (int i = 7; i >= 0; --i) series = series * square + terms[i];
  return (z - L(0.5)) * std::log(z) - z + L(0.5) * std::log(2 * std::acos(L(-1))) + series * inverse - shift;
}
bool is_pole(L x) { return x <= 0 && x == std::floor(x); }

void check(const char* function, double dln, double mu, double offset, double bias) {
  require(std::isfinite(dln) && dln > 0, function, "dln must be positive, got ", dln);
  require(std::isfinite(mu) && std::isfinite(offset) && std::isfinite(bias), function,
          "mu, offset and bias must be finite");
}

template <class T>
Array<T> transform(const char* function, const Array<T>& a, double dln, double mu, HankelOptions o, bool inverse) {
  check(function, dln, mu, o.offset, o.bias);
  require(a.rank() > 0 && a.shape().back() > 0, function, "the last axis must not be empty, got shape ",
          a.shape().str());
  const L up = (L(mu) + 1 + o.bias) / 2, down = (L(mu) + 1 - o.bias) / 2, log2 = std::log(L(2));
  require(!is_pole(inverse ? down : up), function, "the transform is singular for mu ", mu, " and bias ", o.bias,
          "; change the bias");
  const index_t n = a.shape().back();
  std::vector<std::complex<T>> u(static_cast<std::size_t>(n / 2 + 1));
  for (index_t m = 0; m <= n / 2; ++m) {
    const L y = std::acos(L(-1)) * m / (L(n) * dln);
    Z v = 0;  // at a pole of the other Gamma function
    if (m > 0 || !is_pole(inverse ? up : down)) {
      v = log_gamma({up, y}) - log_gamma({down, -y}) + Z(o.bias * log2, 2 * y * (log2 - o.offset));
      v = std::exp(inverse ? -std::conj(v) : v);
    }
    if (2 * m == n) {
      // A real signal has a real middle bin: the inverse divides by the real part that the forward transform took.
      const L real = inverse ? (L(1) / v).real() : v.real();
      v = inverse ? L(1) / real : real;
    }
    u[m] = std::complex<T>(static_cast<T>(v.real()), static_cast<T>(v.imag()));
  }
  std::vector<T> before(static_cast<std::size_t>(n)), after(before.size());
  for (index_t j = 0; j < n; ++j) {
    const L log = o.bias * (j - L(n - 1) / 2) * dln, moved = log + L(o.bias) * o.offset;
    before[j] = static_cast<T>(std::exp(inverse ? moved : -log));
    after[j] = static_cast<T>(std::exp(inverse ? log : -moved));
  }
  const Array<std::complex<T>> bins = rfft(a * Array<T>::from(before, a.device()));
  const Array<T> y = irfft(bins * Array<std::complex<T>>::from(u, a.device()), {.n = n});
  return y.flip(-1) * Array<T>::from(after, a.device());
}

}  // namespace

template <class T> Array<T> fht(const Array<T>& a, double dln, double mu, HankelOptions o) {
  return transform("fht", a, dln, mu, o, false);
}
template <class T> Array<T> ifht(const Array<T>& a, double dln, double mu, HankelOptions o) {
  return transform("ifht", a, dln, mu, o, true);
}

double fhtoffset(double dln, double mu, double initial, double bias) {
  check("fhtoffset", dln, mu, initial, bias);
  const L pi = std::acos(L(-1)), y = pi / (2 * L(dln));
  const Z up = log_gamma({(L(mu) + 1 + bias) / 2, y}), down = log_gamma({(L(mu) + 1 - bias) / 2, y});
  const L turns = (std::log(L(2)) - initial) / dln + (up.imag() + down.imag()) / pi;
  return static_cast<double>(initial + (turns - std::round(turns)) * dln);
}

#define TUKEY_INSTANTIATE(T)                                                             \
  template TUKEY_EXPORT Array<T> fht<T>(const Array<T>&, double, double, HankelOptions); \
  template TUKEY_EXPORT Array<T> ifht<T>(const Array<T>&, double, double, HankelOptions);
TUKEY_FOR_REAL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::fft
