// SPDX-License-Identifier: Apache-2.0
// Reductions over one axis or over all. Deterministic: the same call on the same device gives the same bits.
// They return arrays and never wait for the GPU; .item() of a rank-0 result waits.
//
// keepdims keeps the reduced axis with length 1. NaN takes part as in NumPy: a sum, mean, max or min over NaN is
// NaN, argmax and argmin give the first NaN. Float sums and means accumulate in double.
#pragma once

#include <optional>
#include <type_traits>

#include "tukey/array.hpp"

namespace tukey {

struct ReduceOptions {
  std::optional<int> axis;  // none: over all elements; negative counts from the end
  bool keepdims = false;
};

namespace detail {
// NumPy's result types: sums of bool and integers widen to 64 bits; means of integers are double.
template <class T, bool integer = std::is_integral<T>::value>
struct sum_type { using type = T; };
template <class T>
struct sum_type<T, true> {
  using type = std::conditional_t<std::is_unsigned<T>::value && !std::is_same<T, bool>::value, std::uint64_t, std::int64_t>;
};
template <class T> using sum_t = typename sum_type<T>::type;
template <class T> using mean_t = std::conditional_t<std::is_integral<T>::value, double, T>;
}  // namespace detail

/// The sum; 0 over nothing. All computed types.
template <class T> Array<detail::sum_t<T>> sum(const Array<T>& x, ReduceOptions options = {});
/// The arithmetic mean; NaN over nothing. All computed types.
template <class T> Array<detail::mean_t<T>> mean(const Array<T>& x, ReduceOptions options = {});
/// The largest or smallest element; over nothing: InvalidArgument. Real types and bool.
template <class T> Array<T> max(const Array<T>& x, ReduceOptions options = {});
template <class T> Array<T> min(const Array<T>& x, ReduceOptions options = {});
/// The index of the first largest or smallest element along the axis (of the flattened array without an axis).
template <class T> Array<std::int64_t> argmax(const Array<T>& x, ReduceOptions options = {});
template <class T> Array<std::int64_t> argmin(const Array<T>& x, ReduceOptions options = {});
/// Whether any or all elements are true; over nothing false and true.
Array<bool> any(const Array<bool>& x, ReduceOptions options = {});
Array<bool> all(const Array<bool>& x, ReduceOptions options = {});

}  // namespace tukey
