// SPDX-License-Identifier: Apache-2.0
#include "iir_transforms.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "polynomial.hpp"
#include "tukey/detail/access.hpp"

namespace tukey::signal::iir {
namespace {

constexpr real pi = 3.141592653589793238462643383279502884L;

std::size_t relative_degree(const RootForm& f) { return f.p.size() - f.z.size(); }

template <class F> real product(const std::vector<complex>& roots, const F& f) {
  complex r = 1;
  for (const complex& x : roots) r *= f(x);
  return r.real();
}

// Each root of the low-pass becomes two: the roots of s^2 - 2 h s + wo^2 for its scaled value h.
std::vector<complex> split(const std::vector<complex>& scaled, real wo) {
  std::vector<complex> out(2 * scaled.size());
  for (std::size_t i = 0; i < scaled.size(); ++i) {
    const complex h = scaled[i], root = std::sqrt(h * h - wo * wo);
    out[i] = h + root;
    out[i + scaled.size()] = h - root;
  }
  return out;
}

// One of each conjugate pair (positive imaginary part), then the real roots; each part by ascending real part.
struct Halves {
  std::vector<complex> pairs;
  std::vector<real> reals;
};
Halves halves(std::vector<complex> roots, const char* what) {
  constexpr real tolerance = 100 * std::numeric_limits<double>::epsilon();
  Halves h;
  std::vector<complex> below;
  for (const complex& r : roots) {
    if (std::abs(r.imag()) <= tolerance * std::abs(r))
      h.reals.push_back(r.real());
    else if (r.imag() > 0)
      h.pairs.push_back(r);
    else
      below.push_back(std::conj(r));
  }
  std::sort(h.reals.begin(), h.reals.end());
  // Real parts that differ by rounding only count as equal; within such a run the imaginary parts decide.
  auto sort_pairs = [&](std::vector<complex>& v) {
    std::sort(v.begin(), v.end(), [](const complex& a, const complex& b) {
      return a.real() != b.real() ? a.real() < b.real() : a.imag() < b.imag();
    });
    for (std::size_t i = 0, j; i < v.size(); i = j) {
      for (j = i + 1; j < v.size() && v[j].real() - v[j - 1].real() <= tolerance * std::abs(v[j - 1]);) ++j;
      std::sort(v.begin() + i, v.begin() + j, [](const complex& a, const complex& b) { return a.imag() < b.imag(); });
    }
  };
  sort_pairs(h.pairs);
  sort_pairs(below);
  bool match = below.size() == h.pairs.size();
  for (std::size_t i = 0; match && i < below.size(); ++i)
    match = std::abs(below[i] - h.pairs[i]) <= tolerance * std::abs(below[i]);
  detail::require(match, "zpk2sos", "the ", what, " must be real or come in conjugate pairs");
  for (std::size_t i = 0; i < below.size(); ++i) h.pairs[i] = (h.pairs[i] + below[i]) / real(2);
  return h;
}

// The roots still to be placed: complex ones stand for a conjugate pair.
struct Pool {
  std::vector<complex> roots;
  explicit Pool(const Halves& h) : roots(h.pairs) {
    for (real r : h.reals) roots.push_back(r);
  }
  std::size_t size() const { return roots.size(); }
  std::size_t reals() const {
    return std::count_if(roots.begin(), roots.end(), [](const complex& r) { return r.imag() == 0; });
  }
  // Removes the admissible root with the smallest cost; distances are compared in double, so that ties tie.
  template <class Cost, class Admit> complex take(const Cost& cost, const Admit& admit) {
    std::size_t best = roots.size();
    double least = 0;
    for (std::size_t i = 0; i < roots.size(); ++i) {
      if (!admit(roots[i])) continue;
      const double c = static_cast<double>(cost(roots[i]));
      if (best == roots.size() || c < least) best = i, least = c;
    }
    const complex r = roots[best];
    roots.erase(roots.begin() + static_cast<std::ptrdiff_t>(best));
    return r;
  }
};

// (x - r0)(x - r1), (x - r0) or 1, right-aligned in three coefficients.
void expand(const std::vector<complex>& roots, double* out) {
  out[0] = out[1] = 0;
  if (roots.empty()) {
    out[2] = 1;
  } else if (roots.size() == 1) {
    out[1] = 1;
    out[2] = static_cast<double>(-roots[0].real());
  } else {
    out[0] = 1;
    out[1] = static_cast<double>(-(roots[0] + roots[1]).real());
    out[2] = static_cast<double>((roots[0] * roots[1]).real());
  }
}

}  // namespace

RootForm widen(const Zpk& zpk) {
  RootForm f;
  for (const auto& z : zpk.z) f.z.emplace_back(z.real(), z.imag());
  for (const auto& p : zpk.p) f.p.emplace_back(p.real(), p.imag());
  f.k = zpk.k;
  return f;
}

Zpk round(const RootForm& f) {
  Zpk zpk;
  auto rounded = [](const complex& r) {
    return std::complex<double>(static_cast<double>(r.real()), static_cast<double>(r.imag()));
  };
  for (const complex& z : f.z) zpk.z.push_back(rounded(z));
  for (const complex& p : f.p) zpk.p.push_back(rounded(p));
  zpk.k = static_cast<double>(f.k);
  return zpk;
}

RootForm buttap(int N) {
  RootForm f;
  for (int m = -N + 1; m < N; m += 2) {
    const real angle = pi * std::abs(m) / (2 * N);  // of the mirrored pole, so that pairs are exact conjugates
    f.p.emplace_back(m == 0 ? real(-1) : -std::cos(angle), m == 0 ? real(0) : (m < 0 ? 1 : -1) * std::sin(angle));
  }
  return f;
}

RootForm lp2lp(const RootForm& f, real wo) {
  RootForm g = f;
  for (complex& z : g.z) z *= wo;
  for (complex& p : g.p) p *= wo;
  g.k *= std::pow(wo, static_cast<real>(relative_degree(f)));
  return g;
}

RootForm lp2hp(const RootForm& f, real wo) {
  RootForm g;
  for (const complex& z : f.z) g.z.push_back(wo / z);
  for (const complex& p : f.p) g.p.push_back(wo / p);
  g.z.resize(f.p.size(), complex(0));
  auto negate = [](const complex& x) { return -x; };
  g.k = f.k * product(f.z, negate) / product(f.p, negate);
  return g;
}

RootForm lp2bp(const RootForm& f, real wo, real bw) {
  RootForm g, scaled = f;
  for (complex& z : scaled.z) z *= bw / 2;
  for (complex& p : scaled.p) p *= bw / 2;
  g.z = split(scaled.z, wo);
  g.p = split(scaled.p, wo);
  g.z.resize(g.z.size() + relative_degree(f), complex(0));
  g.k = f.k * std::pow(bw, static_cast<real>(relative_degree(f)));
  return g;
}

RootForm lp2bs(const RootForm& f, real wo, real bw) {
  RootForm g, scaled = f;
  for (complex& z : scaled.z) z = bw / 2 / z;
  for (complex& p : scaled.p) p = bw / 2 / p;
  g.z = split(scaled.z, wo);
  g.p = split(scaled.p, wo);
  g.z.insert(g.z.end(), relative_degree(f), complex(0, wo));
  g.z.insert(g.z.end(), relative_degree(f), complex(0, -wo));
  auto negate = [](const complex& x) { return -x; };
  g.k = f.k * product(f.z, negate) / product(f.p, negate);
  return g;
}

RootForm bilinear(const RootForm& f, real fs) {
  RootForm g;
  const real c = 2 * fs;
  for (const complex& z : f.z) g.z.push_back((c + z) / (c - z));
  for (const complex& p : f.p) g.p.push_back((c + p) / (c - p));
  g.z.resize(f.p.size(), complex(-1));
  auto below = [&](const complex& x) { return c - x; };
  // One factor of each product at a time: the products themselves overflow for high orders and low cutoffs.
  complex gain = f.k;
  for (std::size_t i = 0; i < f.p.size(); ++i) gain *= (i < f.z.size() ? below(f.z[i]) : complex(1)) / below(f.p[i]);
  g.k = gain.real();
  return g;
}

IirDesign design(const char* function, const RootForm& prototype, const Cutoff& Wn, BandType btype, bool analog,
                 std::optional<double> fs) {
  const bool band = btype == BandType::bandpass || btype == BandType::bandstop;
  detail::require(!(analog && fs), function, "fs cannot be given for an analog filter");
  if (fs) detail::require(*fs > 0 && std::isfinite(*fs), function, "fs must be positive, got ", *fs);
  detail::require(band || !Wn.high, function, "a lowpass or highpass filter takes one frequency Wn, got two");
  detail::require(!band || Wn.high, function, "a bandpass or bandstop filter takes two frequencies Wn, got one");
  const double top = fs ? *fs / 2 : 1;
  for (const double w : {Wn.low, Wn.high.value_or(Wn.low)}) {
    if (analog)
      detail::require(w > 0 && std::isfinite(w), function, "Wn must be positive, got ", w);
    else if (fs)
      detail::require(w > 0 && w < top, function, "Wn must be in 0 < Wn < fs/2 = ", top, ", got ", w);
    else
      detail::require(w > 0 && w < 1, function, "Wn must be in 0 < Wn < 1, got ", w);
  }
  detail::require(!band || Wn.low < *Wn.high, function, "Wn must ascend, got ", Wn.low, " and ", Wn.high.value_or(0));

  // As SciPy, the bilinear transform runs at a sampling frequency of 2, where Nyquist is 1.
  constexpr real rate = 2;
  auto warp = [&](real w) { return analog ? w : 2 * rate * std::tan(pi * (fs ? w / (real(*fs) / 2) : w) / rate); };
  const real low = warp(Wn.low), high = band ? warp(*Wn.high) : low;
  RootForm f;
  switch (btype) {
    case BandType::lowpass:
      f = lp2lp(prototype, low);
      break;
    case BandType::highpass:
      f = lp2hp(prototype, low);
      break;
    case BandType::bandpass:
      f = lp2bp(prototype, std::sqrt(low * high), high - low);
      break;
    case BandType::bandstop:
      f = lp2bs(prototype, std::sqrt(low * high), high - low);
      break;
  }
  if (!analog) f = bilinear(f, rate);
  return IirDesign(round(f), analog);
}

Sos zpk2sos(const Zpk& zpk, bool analog) {
  RootForm f = widen(zpk);
  if (f.z.empty() && f.p.empty()) return analog ? Sos{{0, 0, zpk.k, 0, 0, 1}} : Sos{{zpk.k, 0, 0, 1, 0, 0}};
  if (analog) {
    detail::require(f.p.size() >= f.z.size(), "zpk2sos", "an analog filter needs at least as many poles as zeros, got ",
                    f.p.size(), " and ", f.z.size());
  } else {  // roots at 0 (delays) make up equal, even numbers
    std::size_t count = std::max(f.p.size(), f.z.size());
    count += count % 2;
    f.p.resize(count, complex(0));
    f.z.resize(count, complex(0));
  }
  const std::size_t sections = (f.p.size() + 1) / 2;
  Pool z(halves(f.z, "zeros")), p(halves(f.p, "poles"));

  auto any = [](const complex&) { return true; };
  auto is_real = [](const complex& r) { return r.imag() == 0; };
  auto is_complex = [](const complex& r) { return r.imag() != 0; };
  auto margin = [&](const complex& r) { return analog ? std::abs(r.real()) : std::abs(1 - std::abs(r)); };

  std::vector<Sos::Section> out(sections);
  for (std::size_t i = sections; i-- > 0;) {  // the poles nearest to instability go last
    const complex p1 = p.take(margin, any);
    auto distance = [&](const complex& r) { return std::abs(r - p1); };
    std::vector<complex> poles{p1}, zeros;
    if (is_real(p1) && p.reals() == 0) {  // an analog filter's single real pole, with at most one zero
      if (z.reals() > 0) zeros.push_back(z.take(distance, is_real));
    } else {
      poles.push_back(is_real(p1) ? p.take(margin, is_real) : std::conj(p1));
      // A single real zero is left for a single real pole.
      const bool keep_real = is_complex(p1) && p.size() + 1 == z.size() && p.reals() == 1 && z.reals() == 1;
      if (z.size() > 0) {
        const complex z1 = keep_real ? z.take(distance, is_complex) : z.take(distance, any);
        zeros.push_back(z1);
        if (is_complex(z1))
          zeros.push_back(std::conj(z1));
        else if (z.reals() > 0)
          zeros.push_back(z.take(distance, is_real));
      }
    }
    expand(zeros, out[i].data());
    expand(poles, out[i].data() + 3);
  }
  detail::require(z.size() == 0, "zpk2sos", "a single real pole cannot take a pair of complex zeros");
  for (int j = 0; j < 3; ++j) out[0][j] *= zpk.k;
  return Sos(out);
}

Ba zpk2tf(const Zpk& zpk) {
  const RootForm f = widen(zpk);
  auto expand_all = [](const std::vector<complex>& roots, real scale) {
    std::vector<double> out;
    for (const complex& x : polynomial::from_roots(roots)) out.push_back(static_cast<double>(x.real() * scale));
    return out;
  };
  return {expand_all(f.z, f.k), expand_all(f.p, 1)};
}

}  // namespace tukey::signal::iir
