// SPDX-License-Identifier: Apache-2.0
// Sorting and order statistics along an axis. Never wait for the GPU; the same call gives the same bits.
//
// NumPy's order: NaN last, complex numbers by real part, then by imaginary part, -0.0 equal to 0.0. Every sort is
// stable: equal elements (also -0.0 and 0.0, also any two NaN of an argsort) keep their order, so np.sort's `kind`
// has no counterpart.
#pragma once

#include <optional>
#include <type_traits>
#include <vector>

#include "tukey/array.hpp"
#include "tukey/reduction.hpp"

namespace tukey {

namespace detail {
template <class T> struct sorted_complex {
  using type = std::complex<std::conditional_t<(sizeof(T) <= 2 || std::is_same<T, float>::value), float, double>>;
};
template <class T> struct sorted_complex<std::complex<T>> { using type = std::complex<T>; };
template <class T> using sorted_complex_t = typename sorted_complex<T>::type;
}  // namespace detail

struct SortOptions {
  std::optional<int> axis = -1;  // none: of the flattened array
  bool descending = false;       // the largest first, NaN before all
};

/// The elements in order along an axis (np.sort). All computed types.
template <class T> Array<T> sort(const Array<T>& x, SortOptions options = {});
/// The same into `out` of the same shape, which may be x itself: sort_into(x, x) is NumPy's x.sort().
template <class T> void sort_into(Array<T>& out, const Array<T>& x, SortOptions options = {});
/// The indices along the axis that sort it (np.argsort with kind "stable").
template <class T> Array<std::int64_t> argsort(const Array<T>& x, SortOptions options = {});

/// Any real, complex or integer array as complex numbers in order along the last axis (np.sort_complex). Integers of
/// 8 and 16 bits, bool and float become complex<float>, as float stays float; NumPy makes complex128 of float32.
template <class T> Array<detail::sorted_complex_t<T>> sort_complex(const Array<T>& x);

/// The indices that sort by several keys (np.lexsort): keys(i) is a key, the last one counts most, equal elements
/// keep their order. Along an axis of the keys; the result has the shape of one key.
template <class T> Array<std::int64_t> lexsort(const Array<T>& keys, int axis = -1);

struct PartitionOptions {
  std::optional<int> axis = -1;  // none: of the flattened array
};
/// The elements `kth` of the sorted array at their places, no larger ones before and no smaller ones behind each
/// (np.partition). kth may be negative; out of bounds: InvalidArgument. The order of the others is not specified, but
/// always the same on one device.
template <class T>
Array<T> partition(const Array<T>& x, const std::vector<index_t>& kth, PartitionOptions options = {});
template <class T> Array<T> partition(const Array<T>& x, index_t kth, PartitionOptions options = {}) {
  return partition(x, std::vector<index_t>{kth}, options);
}
/// The indices that partition an array (np.argpartition).
template <class T>
Array<std::int64_t> argpartition(const Array<T>& x, const std::vector<index_t>& kth, PartitionOptions options = {});
template <class T> Array<std::int64_t> argpartition(const Array<T>& x, index_t kth, PartitionOptions options = {}) {
  return argpartition(x, std::vector<index_t>{kth}, options);
}

struct TopKOptions {
  std::optional<int> axis = -1;  // none: of the flattened array
  bool largest = true;           // else the smallest
};
template <class T> struct TopK {
  Array<T> values;
  Array<std::int64_t> indices;
};
/// The k largest or smallest elements along an axis and where they are, the foremost first; of equal elements those
/// with the lower index. NaN counts as larger than all numbers. NumPy has no counterpart (torch.topk).
template <class T> TopK<T> top_k(const Array<T>& x, index_t k, TopKOptions options = {});

/// NumPy's names of the ways to estimate a quantile.
enum class QuantileMethod {
  inverted_cdf,
  averaged_inverted_cdf,
  closest_observation,
  interpolated_inverted_cdf,
  hazen,
  weibull,
  linear,
  median_unbiased,
  normal_unbiased,
  lower,
  higher,
  midpoint,
  nearest
};
struct QuantileOptions {
  std::optional<int> axis;  // none: of all elements
  QuantileMethod method = QuantileMethod::linear;
  bool keepdims = false;
};

/// The quantile q in [0, 1] along an axis (np.quantile). Real types and bool; float stays float, integers give double
/// (also with the methods that choose an element). Places are computed in double. NaN where a row has a NaN, or
/// nothing; NumPy raises IndexError for nothing. Between two infinities of the same sign, and between a number and an
/// infinity, the infinity, where NumPy gives NaN. q outside [0, 1]: InvalidArgument.
template <class T> Array<detail::mean_t<T>> quantile(const Array<T>& x, double q, QuantileOptions options = {});
/// Several quantiles: as a new first axis.
template <class T>
Array<detail::mean_t<T>> quantile(const Array<T>& x, const std::vector<double>& q, QuantileOptions options = {});
/// The same for q in percent, [0, 100] (np.percentile).
template <class T> Array<detail::mean_t<T>> percentile(const Array<T>& x, double q, QuantileOptions options = {});
template <class T>
Array<detail::mean_t<T>> percentile(const Array<T>& x, const std::vector<double>& q, QuantileOptions options = {});
/// Quantiles of what is not NaN; NaN where nothing is left (np.nanquantile, np.nanpercentile).
template <class T> Array<detail::mean_t<T>> nanquantile(const Array<T>& x, double q, QuantileOptions options = {});
template <class T>
Array<detail::mean_t<T>> nanquantile(const Array<T>& x, const std::vector<double>& q, QuantileOptions options = {});
template <class T> Array<detail::mean_t<T>> nanpercentile(const Array<T>& x, double q, QuantileOptions options = {});
template <class T>
Array<detail::mean_t<T>> nanpercentile(const Array<T>& x, const std::vector<double>& q, QuantileOptions options = {});
struct MedianOptions {
  std::optional<int> axis;  // none: of all elements
  bool keepdims = false;
};
/// The middle element, or the mean of the two in the middle; NaN where there is a NaN, or nothing (np.median).
template <class T> Array<detail::mean_t<T>> median(const Array<T>& x, MedianOptions options = {});
/// The median of what is not NaN (np.nanmedian).
template <class T> Array<detail::mean_t<T>> nanmedian(const Array<T>& x, MedianOptions options = {});

}  // namespace tukey
