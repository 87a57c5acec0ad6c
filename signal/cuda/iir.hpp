// SPDX-License-Identifier: Apache-2.0
// Internal: what the recurrence kernels need of a cascade, prepared on the host in long double (iir_plan.cpp).
// Included by .cu files: no std headers.
#pragma once

#include "tukey/view.hpp"

namespace tukey::cuda {

inline constexpr int max_group = 4;  // sections that one kernel runs; longer cascades run in groups

// One section in a coupled observable form: state s = (z0, z1 + h2 z0) for the state z of direct form II transposed,
// so that
//   y = b0 u + s0,   s0' = h1 s0 + s1 + c0 u,   s1' = d s0 + h2 s1 + c1 u
// with h1 + h2 = -a1 and d = -(h2^2 + a1 h2 + a2). Complex poles: h1 = h2 = -a1/2, d minus the square of the poles'
// imaginary part. Real poles: h2 is the smaller one to 24 bits, so that d is small and h1 exact. Unlike in the
// companion form, rounding errors decay like the state itself and powers of the state matrix are well conditioned;
// and the form exists for all poles, repeated and zero too.
struct IirSection {
  double b0, c0, c1, h1, h2, d;
};

void iir_sections(const double* sos, int sections, IirSection* out);

// How many doubles a power of the joint state matrix of `sections` sections takes: the 2x2 blocks (i, j), j <= i,
// block (i, j) at 4 (i (i + 1) / 2 + j).
constexpr int iir_packed(int sections) { return 2 * sections * (sections + 1); }

// A^step, A^(2 step), A^(4 step), ... of the joint state matrix. False if some entry is too large to be of use: an
// unstable filter.
bool iir_powers(const IirSection* sections, int count, index_t step, int levels, double* out);

}  // namespace tukey::cuda
