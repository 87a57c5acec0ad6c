// SPDX-License-Identifier: Apache-2.0
// How a batch of factorizations went. Included by .cu files, hence no std headers.
#pragma once

#include "tukey/view.hpp"

namespace tukey::reference {

/// The first matrix of a batch that has no factorization: its index in row-major order of the batch axes, or -1, and
/// the order of the leading minor that failed (the place of the zero pivot), from 1.
struct FactorStatus {
  index_t batch = -1, order = 0;
};

}  // namespace tukey::reference
