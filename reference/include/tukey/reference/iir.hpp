// SPDX-License-Identifier: Apache-2.0
// Recursive filters as plain loops: the CPU backend and the tests' oracle.
#pragma once

#include "tukey/export.hpp"
#include "tukey/view.hpp"

namespace tukey::reference {

/// Along `axis`, the cascade of `sections` rows {b0, b1, b2, 1, a1, a2} in direct form II transposed. zi and zf, with
/// null data where there is none, have shape (sections,) + shape of x with 2 in place of the axis; zf may be zi, y
/// may be x. The arithmetic is in double (for long double data in long double).
/// T: float, double, long double and their complex.
template <class T>
void sosfilt(const view<const T>& x, const view<T>& y, const double* sos, int sections, int axis,
             const view<const T>& zi, const view<T>& zf);

enum class Extension { none, odd, even, constant };

/// Forwards, then backwards, over x continued by `edge` samples at each end; each pass starts from `steady` (z0, z1 of
/// each section for an input of 1) times its first sample.
template <class T>
void sosfiltfilt(const view<const T>& x, const view<T>& y, const double* sos, int sections, const double* steady,
                 int axis, Extension extension, index_t edge);

}  // namespace tukey::reference
