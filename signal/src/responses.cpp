// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/responses.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "polynomial.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/parallel.hpp"
#include "tukey/fft.hpp"

namespace tukey::signal {
namespace {

using polynomial::complex;
using polynomial::real;

constexpr real pi = 3.141592653589793238462643383279502884L;
constexpr real double_eps = std::numeric_limits<double>::epsilon();

bool finite(double x) { return std::isfinite(x); }
bool finite(std::complex<double> x) { return std::isfinite(x.real()) && std::isfinite(x.imag()); }
template <class V> void require_finite(const V& values, const char* function, const char* name) {
  for (const auto& v : values) detail::require(finite(v), function, name, " must be finite, got ", v);
}
void check(const Ba& ba, const char* function) {
  detail::require(!ba.b.empty(), function, "b must have at least one coefficient, got none");
  detail::require(!ba.a.empty(), function, "a must have at least one coefficient, got none");
  require_finite(ba.b, function, "b");
  require_finite(ba.a, function, "a");
  detail::require(std::any_of(ba.a.begin(), ba.a.end(), [](double c) { return c != 0; }), function,
                  "a must have a coefficient other than 0");
}
void check(const Zpk& zpk, const char* function) {
  require_finite(zpk.z, function, "z");
  require_finite(zpk.p, function, "p");
  detail::require(std::isfinite(zpk.k), function, "k must be finite, got ", zpk.k);
}
void check(const Sos& sos, const char* function) {
  detail::require(sos.size() > 0, function, "sos must have at least one section, got none");
  for (const auto& s : sos) {
    require_finite(s, function, "sos");
    detail::require(s[3] != 0 || s[4] != 0 || s[5] != 0, function,
                    "each section's denominator must have a coefficient other than 0");
  }
}
void check(const Frequencies& worN, const char* function, const char* name) {
  if (worN.given)
    require_finite(worN.values, function, name);
  else
    detail::require(worN.count >= 1, function, name, " must be at least 1, got ", worN.count);
}

// Points of the unit circle: frequencies in the caller's unit, and as turns, which for a counted grid are exact
// fractions: so z is exactly -1 at Nyquist.
struct Circle {
  std::vector<double> w;
  std::vector<real> turns;
  index_t period = 0;  // a counted grid: turns[i] = i / period
};
Circle circle(const char* function, const char* name, const Frequencies& worN, bool whole, double fs, bool nyquist) {
  detail::require(std::isfinite(fs) && fs > 0, function, "fs must be positive, got ", fs);
  check(worN, function, name);
  Circle c;
  if (worN.given) {
    c.w = worN.values;
    // fs = 2 pi is a rounded number: radians are turned by the number that it stands for.
    const real unit = fs == static_cast<double>(2 * pi) ? 2 * pi : real(fs);
    for (const double f : c.w) c.turns.push_back(real(f) / unit);
    return c;
  }
  const index_t n = worN.count;
  c.period = whole ? n : nyquist ? std::max<index_t>(2 * (n - 1), 1) : 2 * n;
  for (index_t i = 0; i < n; ++i) {
    c.turns.push_back(real(i) / real(c.period));
    c.w.push_back(static_cast<double>(c.turns.back() * real(fs)));
  }
  return c;
}
Circle circle(const char* function, const FreqzOptions& o) {
  return circle(function, "worN", o.worN, o.whole, o.fs, o.include_nyquist);
}

// A point on the circle, and its distance from 1 or -1, whichever is nearer, without cancellation.
struct Point {
  complex z, delta;
  real centre;  // z = centre + delta
};
Point point(real turns) {
  const real t = turns - std::rint(turns);  // in [-1/2, 1/2]
  const real quarter = std::abs(t) > 0.25L ? std::copysign(0.5L, t) : 0;
  // e^(2 pi i t) = +-e^(2 pi i r), |r| <= 1/4, and e^(ix) - 1 = 2i sin(x/2) e^(ix/2).
  const real r = t - quarter, s = std::sin(pi * r), c = std::cos(pi * r), sign = quarter == 0 ? 1 : -1;
  const complex delta = sign * complex(-2 * s * s, 2 * s * c);
  return {sign + delta, delta, sign};
}

// c[0] z^2 + c[1] z + c[2], as a polynomial in z - 1 and in z + 1.
struct Factor {
  std::array<complex, 3> up, down;
  Factor(complex a, complex b, complex c) : up{a, b + real(2) * a, a + b + c}, down{a, b - real(2) * a, a - b + c} {}
  complex operator()(const Point& at) const {
    const auto& c = at.centre > 0 ? up : down;
    return (c[0] * at.delta + c[1]) * at.delta + c[2];
  }
};
struct Product {
  std::vector<Factor> numerator, denominator;
  real gain = 1;
};
Product product_of(const Zpk& zpk) {
  Product f;
  for (const auto z : zpk.z) f.numerator.emplace_back(0, 1, -complex(z));
  for (const auto p : zpk.p) f.denominator.emplace_back(0, 1, -complex(p));
  f.gain = zpk.k;
  return f;
}
Product product_of(const Sos& sos) {
  Product f;
  for (const auto& s : sos) {
    f.numerator.emplace_back(real(s[0]), real(s[1]), real(s[2]));
    f.denominator.emplace_back(real(s[3]), real(s[4]), real(s[5]));
  }
  return f;
}
std::complex<double> narrow(complex x) { return {static_cast<double>(x.real()), static_cast<double>(x.imag())}; }

FrequencyResponse response(const Product& f, Circle at) {
  FrequencyResponse r{std::move(at.w), {}};
  r.h.resize(r.w.size());
  detail::parallel_for(static_cast<index_t>(r.w.size()), 256, [&](index_t i) {
    const Point z = point(at.turns[static_cast<std::size_t>(i)]);
    complex above = f.gain, below = 1;
    for (const Factor& factor : f.numerator) above *= factor(z);
    for (const Factor& factor : f.denominator) below *= factor(z);
    r.h[static_cast<std::size_t>(i)] = narrow(above / below);
  });
  return r;
}

// sum c[n] z^-n on a counted grid, by a DFT of the coefficients folded onto its period.
std::vector<std::complex<double>> on_grid(const std::vector<double>& c, index_t period, std::size_t count) {
  std::vector<double> folded(static_cast<std::size_t>(period), 0.0);
  for (std::size_t n = 0; n < c.size(); ++n) folded[n % folded.size()] += c[n];
  auto h = fft::rfft(Array<double>::from(folded, Device::cpu())).to_vector();
  for (std::size_t i = h.size(); i < count; ++i) h.push_back(std::conj(h[static_cast<std::size_t>(period) - i]));
  h.resize(count);
  return h;
}

// Coefficients from low to high powers of v = 1/z.
std::vector<real> ascending(const std::vector<double>& c) { return polynomial::widen({c.rbegin(), c.rend()}); }

// The delay of sum c[n] v^n, v = 1/z: Re(v C'(v) / C(v)). Where C(v) is 0, each zero at v adds 1/2 to what the
// polynomial without it gives. `c`: highest power of v first.
real delay(std::vector<complex> c, complex v) {
  real sum = 0;
  while (!c.empty()) {
    complex value = 0, slope = 0;
    real size = 0;
    for (const complex& a : c) {
      slope = slope * v + value;
      value = value * v + a;
      size += std::abs(a);
    }
    // Below what the rounding of the frequency to double and of this sum can have made of a zero.
    const real noise =
        4 * double_eps * std::abs(slope) + 4 * real(c.size()) * std::numeric_limits<real>::epsilon() * size;
    if (c.size() == 1 || std::abs(value) > noise) return sum + (v * slope / value).real();
    for (std::size_t i = 1; i < c.size(); ++i) c[i] += v * c[i - 1];  // division by (v - this v)
    c.pop_back();
    sum += 0.5L;
  }
  return sum;
}

struct Roots {
  std::vector<complex> z, p;
};
void add_roots(std::vector<complex>& roots, real a, real b, real c) {
  if (a == 0) {
    if (b != 0) roots.emplace_back(-c / b);
    return;
  }
  const real h = -b / (2 * a), q = c / a, d = h * h - q;
  if (d >= 0) {
    const real far = h + std::copysign(std::sqrt(d), h);
    roots.emplace_back(far);
    roots.emplace_back(far == 0 ? real(0) : q / far);
  } else {
    roots.emplace_back(h, std::sqrt(-d));
    roots.emplace_back(h, -std::sqrt(-d));
  }
}

GroupDelay delay_of(const Roots& roots, Circle at) {
  // d arg(z - r) / dw. On the circle the second term is 0, also at z = r, the limit from both sides.
  const auto advance = [](const Point& z, complex r) {
    const real outside = 1 - std::abs(r);
    if (std::abs(outside) <= 4 * double_eps) return real(0.5L);
    return 0.5L + outside * (2 - outside) / (2 * std::norm(z.delta + (z.centre - r)));
  };
  GroupDelay d{std::move(at.w), {}};
  for (const real turns : at.turns) {
    const Point z = point(turns);
    real sum = 0;
    for (const complex& r : roots.p) sum += advance(z, r);
    for (const complex& r : roots.z) sum -= advance(z, r);
    d.gd.push_back(static_cast<double>(sum));
  }
  return d;
}
Circle circle(const GroupDelayOptions& o) { return circle("group_delay", "w", o.w, o.whole, o.fs, false); }

template <class F> FrequencyResponse on_axis(std::vector<double> w, const F& h) {
  FrequencyResponse r{std::move(w), {}};
  for (const double x : r.w) r.h.push_back(narrow(h(complex(0, x))));
  return r;
}

std::vector<double> span(const std::vector<complex>& zeros, std::vector<complex> poles, index_t N) {
  detail::require(N >= 1, "findfreqs", "N must be at least 1, got ", N);
  if (poles.empty()) poles.emplace_back(-1000);
  // Of conjugate pairs the upper one; zeros that stand for infinity do not count.
  std::vector<complex> features;
  for (const complex& p : poles)
    if (p.imag() >= 0) features.push_back(p);
  for (const complex& z : zeros)
    if (z.imag() >= 0 && std::abs(z) < 1e5L) features.push_back(z);
  real highest = 0, lowest = std::numeric_limits<real>::infinity();
  for (const complex& f : features) {
    // An integrator or differentiator counts as a corner at 1.
    const real corner = std::abs(f.real() + (std::abs(f) < 1e-10L ? 1 : 0));
    highest = std::max(highest, 3 * corner + 1.5L * f.imag());
    lowest = std::min(lowest, corner + 2 * f.imag());
  }
  const real high = std::rint(std::log10(highest) + 0.5L), low = std::rint(std::log10(0.1L * lowest) - 0.5L);
  std::vector<double> w;
  for (index_t i = 0; i < N; ++i)
    w.push_back(static_cast<double>(std::pow(10.0L, N == 1 ? low : low + (high - low) * real(i) / real(N - 1))));
  return w;
}

std::vector<complex> wide(const std::vector<std::complex<double>>& v) { return {v.begin(), v.end()}; }

}  // namespace

FrequencyResponse freqz(const Ba& ba, const FreqzOptions& options) {
  check(ba, "freqz");
  Circle at = circle("freqz", options);
  constexpr std::size_t long_filter = 64;  // taps from which the FFT pays, and Horner in long double no longer does
  const bool is_fir = ba.a.size() == 1;
  if (is_fir && at.period > 0 && ba.b.size() > long_filter) {
    FrequencyResponse r{std::move(at.w), {}};
    r.h = on_grid(ba.b, at.period, r.w.size());
    for (auto& h : r.h) h /= ba.a[0];
    return r;
  }
  FrequencyResponse r{std::move(at.w), {}};
  r.h.resize(r.w.size());
  const std::vector<real> b = ascending(ba.b), a = ascending(ba.a);
  detail::parallel_for(static_cast<index_t>(r.w.size()), 64, [&](index_t i) {
    const complex v = std::conj(point(at.turns[static_cast<std::size_t>(i)]).z);
    r.h[static_cast<std::size_t>(i)] = narrow(polynomial::evaluate(b, v) / polynomial::evaluate(a, v));
  });
  return r;
}
FrequencyResponse freqz(const std::vector<double>& b, const std::vector<double>& a, const FreqzOptions& options) {
  return freqz(Ba{b, a}, options);
}
FrequencyResponse freqz(const IirDesign& design, const FreqzOptions& options) {
  detail::require(!design.analog(), "freqz", "the design is analog, use freqs");
  check(design.zpk(), "freqz");
  return response(product_of(design.zpk()), circle("freqz", options));
}
FrequencyResponse freqz_zpk(const Zpk& zpk, const FreqzOptions& options) {
  check(zpk, "freqz_zpk");
  return response(product_of(zpk), circle("freqz_zpk", options));
}
FrequencyResponse freqz_sos(const Sos& sos, const FreqzOptions& options) {
  check(sos, "freqz_sos");
  return response(product_of(sos), circle("freqz_sos", options));
}

FrequencyResponse freqs(const Ba& ba, const FreqsOptions& options) {
  check(ba, "freqs");
  check(options.worN, "freqs", "worN");
  const auto b = polynomial::widen(ba.b), a = polynomial::widen(ba.a);
  return on_axis(options.worN.given ? options.worN.values : findfreqs(ba, options.worN.count),
                 [&](complex s) { return polynomial::evaluate(b, s) / polynomial::evaluate(a, s); });
}
FrequencyResponse freqs(const std::vector<double>& b, const std::vector<double>& a, const FreqsOptions& options) {
  return freqs(Ba{b, a}, options);
}
FrequencyResponse freqs(const IirDesign& design, const FreqsOptions& options) {
  detail::require(design.analog(), "freqs", "the design is digital, use freqz");
  return freqs_zpk(design.zpk(), options);
}
FrequencyResponse freqs_zpk(const Zpk& zpk, const FreqsOptions& options) {
  check(zpk, "freqs_zpk");
  check(options.worN, "freqs_zpk", "worN");
  return on_axis(options.worN.given ? options.worN.values : findfreqs(zpk, options.worN.count), [&](complex s) {
    complex above = zpk.k, below = 1;
    for (const auto z : zpk.z) above *= s - complex(z);
    for (const auto p : zpk.p) below *= s - complex(p);
    return above / below;
  });
}

std::vector<double> findfreqs(const Ba& ba, index_t N) {
  check(ba, "findfreqs");
  return span(polynomial::roots(polynomial::widen(ba.b)), polynomial::roots(polynomial::widen(ba.a)), N);
}
std::vector<double> findfreqs(const Zpk& zpk, index_t N) {
  check(zpk, "findfreqs");
  return span(wide(zpk.z), wide(zpk.p), N);
}

GroupDelay group_delay(const Ba& ba, const GroupDelayOptions& options) {
  check(ba, "group_delay");
  detail::require(std::any_of(ba.b.begin(), ba.b.end(), [](double c) { return c != 0; }), "group_delay",
                  "b must have a coefficient other than 0");
  Circle at = circle(options);
  const auto b = ascending(ba.b), a = ascending(ba.a);
  const std::vector<complex> above(b.begin(), b.end()), below(a.begin(), a.end());
  GroupDelay d{std::move(at.w), {}};
  for (const real turns : at.turns) {
    const complex v = std::conj(point(turns).z);
    d.gd.push_back(static_cast<double>(delay(above, v) - delay(below, v)));
  }
  return d;
}
GroupDelay group_delay(const Zpk& zpk, const GroupDelayOptions& options) {
  check(zpk, "group_delay");
  detail::require(zpk.k != 0, "group_delay", "k must not be 0");
  return delay_of({wide(zpk.z), wide(zpk.p)}, circle(options));
}
GroupDelay group_delay(const Sos& sos, const GroupDelayOptions& options) {
  check(sos, "group_delay");
  Roots roots;
  for (const auto& s : sos) {
    detail::require(s[0] != 0 || s[1] != 0 || s[2] != 0, "group_delay",
                    "each section's numerator must have a coefficient other than 0");
    add_roots(roots.z, s[0], s[1], s[2]);
    add_roots(roots.p, s[3], s[4], s[5]);
  }
  return delay_of(roots, circle(options));
}
GroupDelay group_delay(const IirDesign& design, const GroupDelayOptions& options) {
  detail::require(!design.analog(), "group_delay", "the design is analog, it has no delay in samples");
  return group_delay(design.zpk(), options);
}

}  // namespace tukey::signal
