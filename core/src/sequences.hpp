// SPDX-License-Identifier: Apache-2.0
// Internal: arrays that are formulas of their index, one definition for CPU loops and kernels. No std headers.
#pragma once

#include "tukey/cplx.hpp"

struct CUstream_st;

namespace tukey::detail {

// base^(first + i step), or geometrically from first to last; the last one exactly.
struct power_sequence {
  index_t count, steps;  // steps: of which the last element is number `steps`, if it belongs to the sequence
  bool geometric, complex, exact_last;
  // logspace: exponents first + i * step, and log(base). geometric: moduli first and last of the ends, and the phases.
  double base, log_base;
  double first_re, first_im, step_re, step_im;
  double first, last, phase, turn;
  double stop_re, stop_im, start_re, start_im;
};
TUKEY_HD inline cplx<double> power_value(const power_sequence& s, index_t i) {
  if (s.exact_last && i == s.count - 1 && i > 0) return {s.stop_re, s.stop_im};
  if (s.geometric) {
    if (i == 0) return {s.start_re, s.start_im};
    // Powers of both ends, so that no quotient of theirs overflows.
    const double t = static_cast<double>(i) / static_cast<double>(s.steps);
    const double r = pow(s.first, 1.0 - t) * pow(s.last, t);
    if (!s.complex) return {s.start_re < 0 ? -r : r, 0.0};
    const double phase = s.phase + t * s.turn;
    return {r * cos(phase), r * sin(phase)};
  }
  const double n = static_cast<double>(i);
  const double r = pow(s.base, s.first_re + n * s.step_re);
  if (!s.complex) return {r, 0.0};
  const double phase = (s.first_im + n * s.step_im) * s.log_base;
  return {r * cos(phase), r * sin(phase)};
}
TUKEY_HD inline void store(double* to, cplx<double> v) { *to = v.re; }
TUKEY_HD inline void store(float* to, cplx<double> v) { *to = static_cast<float>(v.re); }
TUKEY_HD inline void store(cplx<double>* to, cplx<double> v) { *to = v; }
TUKEY_HD inline void store(cplx<float>* to, cplx<double> v) {
  *to = {static_cast<float>(v.re), static_cast<float>(v.im)};
}

// Elements (i, j) with j <= i + k, or j >= i + k, of a matrix with m columns, in row-major order.
struct triangle {
  index_t n, m, k;
  bool upper;
};
TUKEY_HD inline index_t between(index_t x, index_t low, index_t high) { return x < low ? low : x > high ? high : x; }
// How many elements with j <= i + k the rows before row i have.
TUKEY_HD inline index_t below_diagonal(index_t i, index_t m, index_t k) {
  const index_t a = between(-k, 0, i);         // rows before a have none
  const index_t b = between(m - k - 1, a, i);  // rows from b on have all m; row r between has r + k + 1
  // One of the two factors is even.
  const index_t rows = b - a, twice = a + b + 2 * k + 1;
  return (rows % 2 == 0 ? rows / 2 * twice : rows * (twice / 2)) + (i - b) * m;
}
TUKEY_HD inline index_t before_row(const triangle& t, index_t i) {
  return t.upper ? i * t.m - below_diagonal(i, t.m, t.k - 1) : below_diagonal(i, t.m, t.k);
}
TUKEY_HD inline void triangle_element(const triangle& t, index_t p, index_t& row, index_t& column) {
  index_t low = 0, high = t.n;  // before_row(low) <= p < before_row(high)
  while (high - low > 1) {
    const index_t middle = low + (high - low) / 2;
    if (before_row(t, middle) <= p)
      low = middle;
    else
      high = middle;
  }
  row = low;
  column = p - before_row(t, low) + (t.upper ? between(low + t.k, 0, t.m) : 0);
}

// Indices of the flattened elements of a shape and back.
struct index_grid {
  int rank;
  index_t shape[max_rank];
  int mode[max_rank];  // 0: raise, 1: wrap, 2: clip
  index_t count, size;
};
// The index along axis d, in range; false where it is not and the mode is to raise.
TUKEY_HD inline bool settle(index_t& i, index_t n, int mode) {
  if (i >= 0 && i < n) return true;
  if (mode == 0 || n == 0) return false;
  if (mode == 2) {
    i = i < 0 ? 0 : n - 1;
  } else {
    i %= n;
    if (i < 0) i += n;
  }
  return true;
}

// One element; false if an index is out of bounds, `axis` is then the one.
TUKEY_HD inline bool unravel_one(const index_grid& g, index_t at, index_t* out, index_t place) {
  if (at < 0 || at >= g.size) return false;
  for (int d = g.rank - 1; d >= 0; --d) {
    const index_t q = at / g.shape[d];
    out[d * g.count + place] = at - q * g.shape[d];
    at = q;
  }
  return true;
}
TUKEY_HD inline bool ravel_one(const index_grid& g, const index_t* in, index_t* out, index_t place, int& axis) {
  index_t at = 0;
  for (axis = 0; axis < g.rank; ++axis) {
    index_t i = in[axis * g.count + place];
    if (!settle(i, g.shape[axis], g.mode[axis])) return false;
    at = at * g.shape[axis] + i;
  }
  out[place] = at;
  return true;
}

}  // namespace tukey::detail

namespace tukey {
// unravel: out[d * count + i] from in[i]; ravel: the reverse. Where an index is out of bounds and may not be, the least
// place in `in` goes to *bad, which holds more than any before.
namespace cpu {
template <class T> void power_fill(T* to, const detail::power_sequence& s);
void triangle_fill(index_t* rows, index_t* columns, index_t count, const detail::triangle& t);
void unravel(index_t* out, const index_t* in, const detail::index_grid& g, index_t* bad);
void ravel(index_t* out, const index_t* in, const detail::index_grid& g, index_t* bad);
}  // namespace cpu
namespace cuda {
template <class T> void power_fill(CUstream_st* stream, T* to, const detail::power_sequence& s);
void triangle_fill(CUstream_st* stream, index_t* rows, index_t* columns, index_t count, const detail::triangle& t);
void unravel(CUstream_st* stream, index_t* out, const index_t* in, const detail::index_grid& g, index_t* bad);
void ravel(CUstream_st* stream, index_t* out, const index_t* in, const detail::index_grid& g, index_t* bad);
}  // namespace cuda
}  // namespace tukey
