// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/windows.hpp"

#include <array>
#include <cmath>

#include "tukey/detail/access.hpp"

namespace tukey::signal {
namespace {

constexpr double pi = 3.14159265358979323846;

struct Name {
  const char* name;
  std::array<const char*, 4> aliases;
  std::size_t parameters;
};
constexpr Name names[] = {
    {"boxcar", {"box", "ones", "rect", "rectangular"}, 0},
    {"hann", {"han"}, 0},
    {"hamming", {"hamm", "ham"}, 0},
    {"blackman", {"black", "blk"}, 0},
    {"kaiser", {"ksr"}, 1},
    {"flattop", {"flat", "flt"}, 0},
    {"tukey", {"tuk"}, 1},
};

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

// Samples of f(n, M - 1) for a window that is symmetric about its centre: computed for one half, so that both halves
// agree to the bit. A periodic window is the symmetric one of one more sample without its last.
template <class F> std::vector<double> sample(const char* function, index_t M, bool sym, const F& f) {
  detail::require(M >= 0, function, "M must be at least 0, got ", M);
  if (M <= 1) return std::vector<double>(static_cast<std::size_t>(M), 1.0);
  const index_t last = sym ? M - 1 : M;
  std::vector<double> w(static_cast<std::size_t>(M));
  for (index_t n = 0; n < M; ++n) w[n] = n <= last - n ? f(n, last) : w[last - n];
  return w;
}
// sin^2(pi n / last), in which all the cosine windows are polynomials without cancellation.
double sine_squared(index_t n, index_t last) {
  const double s = std::sin(pi * static_cast<double>(n) / static_cast<double>(last));
  return s * s;
}

// The modified Bessel function I0: sum of (x^2 / 4)^k / k!^2, all terms positive.
long double bessel_i0(long double x) {
  const long double q = x * x / 4;
  long double term = 1, sum = 1;
  for (int k = 1; term > sum * 1e-21L; ++k) {
    term *= q / (static_cast<long double>(k) * k);
    sum += term;
  }
  return sum;
}

}  // namespace

namespace windows {

std::vector<double> boxcar(index_t M, bool sym) {
  return sample("boxcar", M, sym, [](index_t, index_t) { return 1.0; });
}
std::vector<double> hann(index_t M, bool sym) { return sample("hann", M, sym, sine_squared); }
std::vector<double> hamming(index_t M, bool sym) {
  return sample("hamming", M, sym, [](index_t n, index_t last) { return 0.08 + 0.92 * sine_squared(n, last); });
}
std::vector<double> blackman(index_t M, bool sym) {
  return sample("blackman", M, sym, [](index_t n, index_t last) {
    const double s = sine_squared(n, last);
    return s * (0.36 + 0.64 * s);
  });
}
std::vector<double> kaiser(index_t M, double beta, bool sym) {
  detail::require(std::abs(beta) <= 11000, "kaiser", "beta must be at most 11000 in magnitude, got ", beta);
  const long double peak = bessel_i0(beta);
  return sample("kaiser", M, sym, [&](index_t n, index_t last) {
    const long double l = static_cast<long double>(last);
    const long double root = std::sqrt(static_cast<long double>(n) * (last - n)) * 2 / l;  // sqrt(1 - (2n/last - 1)^2)
    return static_cast<double>(bessel_i0(beta * root) / peak);
  });
}
std::vector<double> flattop(index_t M, bool sym) {
  return sample("flattop", M, sym, [](index_t n, index_t last) {
    const double t = 2 * pi * static_cast<double>(n) / static_cast<double>(last);
    return 0.21557895 - 0.41663158 * std::cos(t) + 0.277263158 * std::cos(2 * t) - 0.083578947 * std::cos(3 * t) +
           0.006947368 * std::cos(4 * t);
  });
}
std::vector<double> tukey(index_t M, double alpha, bool sym) {
  if (alpha <= 0) return boxcar(M, sym);
  if (alpha >= 1) return hann(M, sym);
  detail::require(alpha > 0, "tukey", "alpha must not be NaN");
  return sample("tukey", M, sym, [&](index_t n, index_t last) {
    const double edge = alpha * static_cast<double>(last);
    if (n > std::floor(edge / 2)) return 1.0;
    const double s = std::sin(pi * static_cast<double>(n) / edge);
    return s * s;
  });
}

}  // namespace windows

Window::Window(const std::string& name, const std::vector<double>& parameters) : parameters_(parameters) {
  std::string base = name;
  for (const auto& [end, suffix] : {std::pair<std::string, Suffix>{"_periodic", Suffix::periodic},
                                    std::pair<std::string, Suffix>{"_symmetric", Suffix::symmetric}}) {
    if (!ends_with(base, end)) continue;
    base.resize(base.size() - end.size());
    suffix_ = suffix;
    break;
  }
  for (const Name& n : names) {
    bool match = base == n.name;
    for (const char* alias : n.aliases) match = match || (alias && base == alias);
    if (!match) continue;
    name_ = n.name;
    if (name_ == "tukey" && parameters.empty()) {
      parameters_ = {0.5};
      return;
    }
    detail::require(parameters.size() == n.parameters, "get_window", "window \"", n.name, "\" takes ", n.parameters,
                    n.parameters == 1 ? " parameter, got " : " parameters, got ", parameters.size());
    return;
  }
  detail::invalid("get_window", "unknown window \"", name, "\"");
}

std::vector<double> get_window(const Window& window, index_t nx, bool fftbins) {
  detail::require(nx >= 0, "get_window", "nx must be at least 0, got ", nx);
  if (window.is_samples()) {
    detail::require(static_cast<index_t>(window.samples().size()) == nx, "get_window", "a window of ",
                    window.samples().size(), " samples was given where ", nx, " are needed");
    return window.samples();
  }
  bool sym = !fftbins;
  if (window.suffix() == Window::Suffix::periodic) sym = false;
  if (window.suffix() == Window::Suffix::symmetric) sym = true;
  if (window.name() == "hann") return windows::hann(nx, sym);
  if (window.name() == "hamming") return windows::hamming(nx, sym);
  if (window.name() == "blackman") return windows::blackman(nx, sym);
  if (window.name() == "kaiser") return windows::kaiser(nx, window.parameters()[0], sym);
  if (window.name() == "flattop") return windows::flattop(nx, sym);
  if (window.name() == "tukey") return windows::tukey(nx, window.parameters()[0], sym);
  return windows::boxcar(nx, sym);
}

}  // namespace tukey::signal
