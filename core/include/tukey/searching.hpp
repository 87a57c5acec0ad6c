// SPDX-License-Identifier: Apache-2.0
// Searching in sorted values, interpolation in tables, and sets. NumPy's order of elements: NaN comes after every
// number (complex: after every number whose parts are numbers), complex numbers by real, then imaginary part.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "tukey/array.hpp"

namespace tukey {

struct SearchsortedOptions {
  bool right = false;                              // NumPy's side="right"
  std::optional<Array<std::int64_t>> sorter = {};  // a as sorted by these indices (argsort(a))
};
/// Where each value would be inserted into the sorted 1-D `a` to keep its order: index i with a[i-1] < v <= a[i], or,
/// with `right`, a[i-1] <= v < a[i]. The shape of `values`. All computed types. np.searchsorted.
/// Does not wait for the GPU: neither the order of `a` nor the sorter's values are checked; sorter values outside of
/// a are clipped into it. InvalidArgument: `a` or `sorter` not 1-D, or of different lengths.
template <class T>
Array<std::int64_t> searchsorted(const Array<T>& a, const Array<T>& values, SearchsortedOptions options = {});

struct DigitizeOptions {
  bool right = false;  // bins are closed on the right: bins[i-1] < x <= bins[i]
};
/// The number of the bin each element of x belongs to: i with bins[i-1] <= x < bins[i] where bins increase,
/// bins[i-1] > x >= bins[i] where they decrease; 0 or len(bins) beyond them; NaN counts as the largest value.
/// np.digitize. Elements are compared with host bins in double. Bool, integer and real types.
/// InvalidArgument: bins not monotonic. Waits for the GPU only where bins are an array there, to read them.
template <class T>
Array<std::int64_t> digitize(const Array<T>& x, const std::vector<double>& bins, DigitizeOptions options = {});
template <class T> Array<std::int64_t> digitize(const Array<T>& x, const Array<T>& bins, DigitizeOptions options = {});

/// How interp fills the space between two points: on their line, by the point before or after, or by the nearest
/// (the earlier one of two equally near).
enum class InterpKind { linear, nearest, previous, next };
template <class F> struct InterpOptions {
  std::optional<F> left = {}, right = {};  // values beyond the points; none: the first and the last of fp
  std::optional<double> period = {};       // of x and xp: points need not be sorted, left and right are ignored
  InterpKind kind = InterpKind::linear;
};
/// The piecewise linear function through the points (xp[i], fp[i]) at x: the shape of x, the type of fp. np.interp;
/// computed in double like there, so a float result is NumPy's rounded to float. Exact at the points; NaN where x is
/// (NumPy: not where there is one point only).
/// float and double, fp also complex of the same precision. xp must increase, which is not checked. Never waits.
/// InvalidArgument: xp or fp not 1-D, of different lengths, or empty; period 0 or not finite.
template <class T, class F>
Array<F> interp(const Array<T>& x, const Array<T>& xp, const Array<F>& fp, const InterpOptions<F>& options = {});

/// Sorted distinct values, and for each the index of its first occurrence in the flattened array and how often it
/// occurs; `inverse` has x's shape: values[inverse] is x.
template <class T> struct UniqueAll {
  Array<T> values;
  Array<std::int64_t> indices, inverse, counts;
};
template <class T> struct UniqueCounts {
  Array<T> values;
  Array<std::int64_t> counts;
};
template <class T> struct UniqueInverse {
  Array<T> values;
  Array<std::int64_t> inverse;
};
/// As NumPy's unique(equal_nan): with it all NaN are one value. The functions of the array API standard
/// (unique_all, unique_counts, unique_inverse, unique_values) keep every NaN apart, as NumPy's do.
struct UniqueOptions {
  bool equal_nan = true;
  std::optional<int> axis = {};  // none: of the flattened array
};
/// The sorted distinct values of x, 1-D. All computed types. Waits for the GPU: how many there are is the shape.
/// With an axis the distinct slices x.select(axis, i), in lexicographic order, stacked along that axis; `indices`,
/// `inverse` and `counts` are 1-D then and count slices. Slices that hold NaN differ from all others, as in NumPy,
/// whatever equal_nan says. The order takes one sort for each element of a slice. InvalidArgument: axis out of range.
template <class T> Array<T> unique(const Array<T>& x, UniqueOptions options = {});
template <class T> UniqueAll<T> unique_all(const Array<T>& x, UniqueOptions options = {false});
template <class T> UniqueCounts<T> unique_counts(const Array<T>& x, UniqueOptions options = {false});
template <class T> UniqueInverse<T> unique_inverse(const Array<T>& x, UniqueOptions options = {false});
template <class T> Array<T> unique_values(const Array<T>& x) { return unique(x, {false}); }

/// Sets of the flattened arrays, sorted and distinct. `assume_unique`: both are distinct already, which saves sorting
/// them. NaN differs from NaN, as in NumPy (union1d takes all NaN as one). Wait for the GPU: the shape is data.
struct SetOptions {
  bool assume_unique = false;
};
template <class T> Array<T> union1d(const Array<T>& a, const Array<T>& b);
template <class T> Array<T> intersect1d(const Array<T>& a, const Array<T>& b, SetOptions options = {});
/// a's values that b lacks. With assume_unique in a's order.
template <class T> Array<T> setdiff1d(const Array<T>& a, const Array<T>& b, SetOptions options = {});
/// What is in one of them only.
template <class T> Array<T> setxor1d(const Array<T>& a, const Array<T>& b, SetOptions options = {});
/// The common values, and the index of each one's first occurrence in flattened a and b
/// (intersect1d(return_indices=True)).
template <class T> struct Intersection {
  Array<T> values;
  Array<std::int64_t> a_indices, b_indices;
};
template <class T> Intersection<T> intersect1d_indices(const Array<T>& a, const Array<T>& b, SetOptions options = {});

struct IsinOptions {
  bool assume_unique = false;  // accepted for NumPy's sake: it makes no difference here
  bool invert = false;
};
/// Whether each element of x is among the values: the shape of x. Never waits. np.isin.
template <class T> Array<bool> isin(const Array<T>& x, const Array<T>& values, IsinOptions options = {});

}  // namespace tukey
