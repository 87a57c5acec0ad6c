// SPDX-License-Identifier: Apache-2.0
// Internal: plain types that the host files and the kernels of the sparse module share. No std headers.
#pragma once

#include "tukey/reference/csr_view.hpp"

namespace tukey::cuda {

/// Scratch of the conversion from entries, for `count` of them: places (row * columns + column) before and after
/// sorting, entry numbers before and after, and the number of distinct places up to each entry.
struct CooScratch {
  index_t *keys, *sorted_keys;
  int *order, *sorted_order, *slot;
};

/// What conjugate gradients keep on the device between kernels. `rho` alternates between iterations.
struct CgState {
  double rho[2];
  double residual;  // squared norm of r
  double bound;     // squared norm that counts as converged
  index_t iterations;
  int done;
};
/// Room for the partial sums of one dot product.
inline constexpr int most_partials = 1024;

/// All vectors are contiguous, of n elements. Kernels that find state->done set do nothing, so the host may enqueue
/// iterations before it knows.
template <class T> struct CgVectors {
  index_t n;
  T *x, *r, *p;
  CgState* state;
  double *curvature, *squares, *mixed;  // most_partials each: p.q, r.r, r.z
};

}  // namespace tukey::cuda
