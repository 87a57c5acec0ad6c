// SPDX-License-Identifier: Apache-2.0
// Running sums, products and extremes along an axis.
//
// Deterministic: the same call on the same device gives the same bits, whatever the timing. No function waits for the
// GPU. Float states are kept in double and rounded once per element, so that long sums do not drift as NumPy's do.
#pragma once

#include <optional>
#include <vector>

#include "tukey/array.hpp"
#include "tukey/reduction.hpp"

namespace tukey {

struct ScanOptions {
  std::optional<int> axis = {};  // none: over the flattened array; negative counts from the end
};
struct CumulativeOptions {
  std::optional<int> axis = {};  // may only be left out for one axis
  bool include_initial = false;  // puts the sum (product) of nothing first: the axis becomes one longer
};

/// y[i] = x[0] + ... + x[i] along an axis, in x's shape; without an axis over the flattened array, in one dimension.
/// bool and integers widen to 64 bits and wrap around. All computed types. NumPy's cumsum.
template <class T> Array<detail::sum_t<T>> cumsum(const Array<T>& x, ScanOptions options = {});
/// y[i] = x[0] * ... * x[i]. Products of stretches are formed first, so one of them may leave double's range where the
/// running product does not. NumPy's cumprod.
template <class T> Array<detail::sum_t<T>> cumprod(const Array<T>& x, ScanOptions options = {});
/// The largest or smallest element so far, NaN from the first NaN on. Real types and bool. NumPy's
/// maximum.accumulate and minimum.accumulate.
template <class T> Array<T> cummax(const Array<T>& x, ScanOptions options = {});
template <class T> Array<T> cummin(const Array<T>& x, ScanOptions options = {});
/// The same with NaN (complex: in either part) counting as 0 or 1. Floating types; integers as cumsum and cumprod.
template <class T> Array<detail::sum_t<T>> nancumsum(const Array<T>& x, ScanOptions options = {});
template <class T> Array<detail::sum_t<T>> nancumprod(const Array<T>& x, ScanOptions options = {});
/// The array API's names. The axis may only be left out where there is one.
template <class T> Array<detail::sum_t<T>> cumulative_sum(const Array<T>& x, CumulativeOptions options = {});
template <class T> Array<detail::sum_t<T>> cumulative_prod(const Array<T>& x, CumulativeOptions options = {});

}  // namespace tukey
