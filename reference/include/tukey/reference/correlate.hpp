// SPDX-License-Identifier: Apache-2.0
// Correlation and convolution as sums of products.
#pragma once

#include "tukey/export.hpp"
#include "tukey/view.hpp"

namespace tukey::reference {

/// y[i] = sum_l s[i + l + offset] w[l] over all axes, s taken as 0 outside; s or w conjugated where asked.
/// s, w and y have the same rank and do not overlap y. A convolution is the same with w reversed by its strides.
/// T: the integers (modulo 2^bits), float (accumulated in double), double, long double, and the complex of these.
template <class T>
void correlate(const view<const T>& s, const view<const T>& w, const view<T>& y, const index_t* offset, bool conj_s,
               bool conj_w);

}  // namespace tukey::reference
