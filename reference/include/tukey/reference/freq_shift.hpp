// SPDX-License-Identifier: Apache-2.0
// freq_shift as a plain loop: the CPU backend and the tests' oracle.
#pragma once

#include <complex>

#include "tukey/export.hpp"
#include "tukey/view.hpp"

namespace tukey::reference {

/// y[k] = x[k] exp(-2 pi i k turns) along `axis`. R: float, double or long double; T: R or its complex.
template <class T, class R>
void freq_shift(const view<const T>& x, const view<std::complex<R>>& y, double turns, int axis);

}  // namespace tukey::reference
