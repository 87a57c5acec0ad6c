// SPDX-License-Identifier: Apache-2.0
#include "polynomial.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <cstdint>

#include "tukey/error.hpp"

namespace tukey::signal::polynomial {
namespace {

using Matrix = Eigen::Matrix<real, Eigen::Dynamic, Eigen::Dynamic>;
using ComplexMatrix = Eigen::Matrix<complex, Eigen::Dynamic, Eigen::Dynamic>;

// Scales rows and columns by powers of two until their norms agree: coefficients of very different size then cost no
// accuracy (Parlett and Reinsch, 1969).
template <class M> void balance(M& a) {
  const Eigen::Index n = a.rows();
  for (bool changed = true; changed;) {
    changed = false;
    for (Eigen::Index i = 0; i < n; ++i) {
      const real off = std::abs(a(i, i));
      const real column = a.col(i).cwiseAbs().sum() - off, row = a.row(i).cwiseAbs().sum() - off;
      if (!(column > 0) || !(row > 0)) continue;
      const int e = static_cast<int>(std::lround(std::log2(row / column) / 2));
      const real after = std::ldexp(column, e) + std::ldexp(row, -e);
      if (e == 0 || !(after < real(0.95) * (column + row))) continue;
      a.col(i) *= std::ldexp(real(1), e);
      a.row(i) *= std::ldexp(real(1), -e);
      changed = true;
    }
  }
}

template <class M, class C> M companion(const std::vector<C>& c) {
  const Eigen::Index n = static_cast<Eigen::Index>(c.size()) - 1;
  M a = M::Zero(n, n);
  for (Eigen::Index i = 0; i < n; ++i) a(0, i) = -c[i + 1] / c[0];
  for (Eigen::Index i = 1; i < n; ++i) a(i, i - 1) = 1;
  balance(a);
  return a;
}

template <class M, class Solver, class C> std::vector<complex> solve(std::vector<C> c) {
  c = trim(c);
  std::vector<complex> out;
  std::size_t at_zero = 0;
  while (!c.empty() && c.back() == C(0)) c.pop_back(), ++at_zero;
  if (c.size() > 1) {
    const Solver solver(companion<M>(c), false);
    if (solver.info() != Eigen::Success)
      throw NotConverged("roots: the eigenvalues of the companion matrix were not found", 0,
                         static_cast<std::int64_t>(c.size()));
    const auto& values = solver.eigenvalues();
    out.assign(values.data(), values.data() + values.size());
  }
  out.resize(out.size() + at_zero, complex(0));
  return out;
}

}  // namespace

std::vector<complex> roots(const std::vector<real>& c) { return solve<Matrix, Eigen::EigenSolver<Matrix>>(c); }
std::vector<complex> roots(const std::vector<complex>& c) {
  return solve<ComplexMatrix, Eigen::ComplexEigenSolver<ComplexMatrix>>(c);
}

}  // namespace tukey::signal::polynomial
