// SPDX-License-Identifier: Apache-2.0
// Detrending as plain loops: the CPU backend and the tests' oracle.
#pragma once

#include "tukey/export.hpp"
#include "tukey/view.hpp"

namespace tukey::reference {

/// Along `axis`, x less its mean, or less its line of least squares; sums in double (long double for long double).
/// y may be x. T: float, double, long double and their complex.
template <class T>
void detrend(const view<const T>& x, const view<T>& y, int axis, bool linear);

}  // namespace tukey::reference
