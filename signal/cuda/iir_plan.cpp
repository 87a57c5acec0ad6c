// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "iir.hpp"

namespace tukey::cuda {
namespace {

using real = long double;
constexpr int max_states = 2 * max_group;
struct Matrix {
  real at[max_states][max_states] = {};
};

// The product of two block lower triangular matrices.
Matrix multiply(const Matrix& a, const Matrix& b, int states) {
  Matrix c;
  for (int i = 0; i < states; ++i)
    for (int k = 0; k <= (i | 1); ++k)
      for (int j = 0; j <= (k | 1); ++j) c.at[i][j] += a.at[i][k] * b.at[k][j];
  return c;
}

}  // namespace

void iir_sections(const double* sos, int sections, IirSection* out) {
  for (int g = 0; g < sections; ++g) {
    const real b0 = sos[6 * g], b1 = sos[6 * g + 1], b2 = sos[6 * g + 2], a1 = sos[6 * g + 4], a2 = sos[6 * g + 5];
    // a1^2/4 - a2 cancels for poles near the real axis: the square is taken exactly.
    const double half = -sos[6 * g + 4] / 2, square = half * half, rest = std::fma(half, half, -square);
    real h1 = half, h2 = half, d = (static_cast<real>(square) - a2) + rest;
    if (d >= 0) {
      const real larger = half + std::copysign(std::sqrt(d), static_cast<real>(half));
      const real smaller = larger != 0 ? a2 / larger : 0;
      h2 = std::nearbyint(smaller * 0x1p24L) * 0x1p-24L;
      h1 = -a1 - h2;
      d = -((h2 * h2 + a1 * h2) + a2);
    }
    const real c0 = b1 - a1 * b0, c1 = (b2 - a2 * b0) + c0 * h2;
    out[g] = {sos[6 * g],
              static_cast<double>(c0),
              static_cast<double>(c1),
              static_cast<double>(h1),
              static_cast<double>(h2),
              static_cast<double>(d)};
  }
}

bool iir_powers(const IirSection* sections, int count, index_t step, int levels, double* out) {
  const int states = 2 * count;
  Matrix a;
  for (int i = 0; i < count; ++i) {
    const IirSection& s = sections[i];
    a.at[2 * i][2 * i] = s.h1;
    a.at[2 * i][2 * i + 1] = 1;
    a.at[2 * i + 1][2 * i] = s.d;
    a.at[2 * i + 1][2 * i + 1] = s.h2;
    // Section i hears the first state of each earlier section j through the direct paths of those in between.
    real gain = 1;
    for (int j = i - 1; j >= 0; --j) {
      a.at[2 * i][2 * j] = s.c0 * gain;
      a.at[2 * i + 1][2 * j] = s.c1 * gain;
      gain *= sections[j].b0;
    }
  }
  Matrix power;
  bool started = false;
  for (index_t e = step; e > 0; e >>= 1) {
    if (e & 1) {
      power = started ? multiply(power, a, states) : a;
      started = true;
    }
    if (e > 1) a = multiply(a, a, states);
  }
  for (int level = 0; level < levels; ++level) {
    if (level > 0) power = multiply(power, power, states);
    for (int i = 0; i < count; ++i)
      for (int j = 0; j <= i; ++j)
        for (int r = 0; r < 2; ++r)
          for (int c = 0; c < 2; ++c) {
            const real value = power.at[2 * i + r][2 * j + c];
            if (!(std::abs(value) < 1e100L)) return false;
            *out++ = static_cast<double>(value);
          }
  }
  return true;
}

}  // namespace tukey::cuda
