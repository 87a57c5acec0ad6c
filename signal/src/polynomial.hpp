// SPDX-License-Identifier: Apache-2.0
// Internal: polynomials as coefficient vectors, highest power first. Coefficients are real or complex, of any
// precision; roots come from the eigenvalues of the companion matrix, in long double.
#pragma once

#include <algorithm>
#include <complex>
#include <cstddef>
#include <utility>
#include <vector>

namespace tukey::signal::polynomial {

using real = long double;
using complex = std::complex<real>;

/// prod(x - r), with the leading coefficient 1.
template <class C> std::vector<C> from_roots(const std::vector<C>& roots) {
  std::vector<C> c{C(1)};
  for (const C& r : roots) {
    c.push_back(C(0));
    for (std::size_t i = c.size() - 1; i > 0; --i) c[i] -= r * c[i - 1];
  }
  return c;
}
template <class C, class X> X evaluate(const std::vector<C>& c, const X& x) {
  X sum = X(0);
  for (const C& a : c) sum = sum * x + X(a);
  return sum;
}
template <class C> std::vector<C> multiply(const std::vector<C>& a, const std::vector<C>& b) {
  if (a.empty() || b.empty()) return {};
  std::vector<C> c(a.size() + b.size() - 1, C(0));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) c[i + j] += a[i] * b[j];
  return c;
}
/// a + scale b, the shorter one padded at the front.
template <class C> std::vector<C> add(const std::vector<C>& a, const std::vector<C>& b, C scale = C(1)) {
  std::vector<C> c(std::max(a.size(), b.size()), C(0));
  std::copy(a.begin(), a.end(), c.end() - static_cast<std::ptrdiff_t>(a.size()));
  for (std::size_t i = 0; i < b.size(); ++i) c[c.size() - b.size() + i] += scale * b[i];
  return c;
}
/// Quotient and remainder of a / b; b[0] must not be 0. The remainder has b.size() - 1 coefficients, the quotient is
/// empty where a is the shorter one.
template <class C> std::pair<std::vector<C>, std::vector<C>> divide(std::vector<C> a, const std::vector<C>& b) {
  if (a.size() < b.size()) {
    a.insert(a.begin(), b.size() - 1 - a.size(), C(0));
    return {{}, a};
  }
  std::vector<C> q(a.size() - b.size() + 1);
  for (std::size_t i = 0; i < q.size(); ++i) {
    q[i] = a[i] / b[0];
    for (std::size_t j = 0; j < b.size(); ++j) a[i + j] -= q[i] * b[j];
  }
  return {q, std::vector<C>(a.begin() + static_cast<std::ptrdiff_t>(q.size()), a.end())};
}
template <class C> std::vector<C> derivative(const std::vector<C>& c) {
  std::vector<C> d;
  for (std::size_t i = 0; i + 1 < c.size(); ++i) d.push_back(c[i] * C(static_cast<real>(c.size() - 1 - i)));
  return d;
}
/// Without leading zeros; {} for the polynomial 0.
template <class C> std::vector<C> trim(const std::vector<C>& c) {
  return {std::find_if(c.begin(), c.end(), [](const C& a) { return a != C(0); }), c.end()};
}

/// The roots, as numpy.roots: leading zeros are ignored, trailing zeros give roots at 0. Those of real polynomials are
/// real or exact conjugate pairs. NotConverged where the eigenvalue iteration fails; not-finite coefficients must have
/// been refused before.
std::vector<complex> roots(const std::vector<real>& c);
std::vector<complex> roots(const std::vector<complex>& c);

/// From double and back.
inline std::vector<real> widen(const std::vector<double>& c) { return {c.begin(), c.end()}; }
inline std::vector<double> narrow(const std::vector<real>& c) {
  std::vector<double> out;
  for (const real a : c) out.push_back(static_cast<double>(a));
  return out;
}

}  // namespace tukey::signal::polynomial
