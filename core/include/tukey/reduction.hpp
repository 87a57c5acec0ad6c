// SPDX-License-Identifier: Apache-2.0
// Reductions over one axis, several or all. Deterministic: the same call on the same device gives the same bits.
// They return arrays and do not wait for the GPU, but for nanargmax and nanargmin; .item() of a rank-0 result waits.
//
// keepdims keeps the reduced axes with length 1. NaN takes part as in NumPy: a sum, mean, max or min over NaN is
// NaN, argmax and argmin give the first NaN; the nan functions leave NaN out. Floats accumulate in double.
#pragma once

#include <initializer_list>
#include <optional>
#include <type_traits>
#include <vector>

#include "tukey/array.hpp"

namespace tukey {

/// Which axes a reduction is over: all (the default), one, or several. Negative ones count from the end.
class Axes {
 public:
  Axes() = default;
  Axes(std::nullopt_t) {}
  Axes(int axis) : all_(false) { list_.push_back(axis); }
  Axes(std::optional<int> axis) : all_(!axis) {
    if (axis) list_.push_back(*axis);
  }
  Axes(std::initializer_list<int> axes) : all_(false) {
    for (int a : axes) list_.push_back(a);
  }
  Axes(const std::vector<int>& axes) : all_(false) {
    for (int a : axes) list_.push_back(a);
  }
  bool all() const { return all_; }
  const Shape& list() const { return list_; }

 private:
  bool all_ = true;
  Shape list_;
};

struct ReduceOptions {
  Axes axis = {};  // none: over all elements
  bool keepdims = false;
};
struct VarianceOptions {
  Axes axis = {};
  bool keepdims = false;
  double ddof = 0;                        // the divisor is count - ddof
  std::optional<double> correction = {};  // the array API's name of ddof
};
struct NormOptions {
  double ord = 2;  // any number, infinity and -infinity too; 0 counts what is not zero
  Axes axis = {};
  bool keepdims = false;
};
struct TraceOptions {
  index_t offset = 0;
  int axis1 = 0, axis2 = 1;
};

namespace detail {
// NumPy's result types: sums of bool and integers widen to 64 bits; means of integers are double.
template <class T, bool integer = std::is_integral<T>::value> struct sum_type { using type = T; };
template <class T> struct sum_type<T, true> {
  using type =
      std::conditional_t<std::is_unsigned<T>::value && !std::is_same<T, bool>::value, std::uint64_t, std::int64_t>;
};
template <class T> using sum_t = typename sum_type<T>::type;
template <class T> using mean_t = std::conditional_t<std::is_integral<T>::value, double, T>;
}  // namespace detail

/// The sum; 0 over nothing. All computed types.
template <class T> Array<detail::sum_t<T>> sum(const Array<T>& x, ReduceOptions options = {});
/// The product; 1 over nothing. All computed types; integers wrap around.
template <class T> Array<detail::sum_t<T>> prod(const Array<T>& x, ReduceOptions options = {});
/// The arithmetic mean; NaN over nothing. All computed types.
template <class T> Array<detail::mean_t<T>> mean(const Array<T>& x, ReduceOptions options = {});
/// The mean squared distance from the mean, in one pass (sums about the first element, joined as by Chan, Golub and
/// LeVeque, 1979): sum |x - mean|^2 / (count - ddof); NaN or infinity where the divisor is not positive. Real results.
/// All computed types; integers and bool are computed in double.
template <class T> Array<real_t<detail::mean_t<T>>> var(const Array<T>& x, VarianceOptions options = {});
/// Its root: NumPy's std, whose name C++ has given away.
template <class T> Array<real_t<detail::mean_t<T>>> stddev(const Array<T>& x, VarianceOptions options = {});

/// The largest or smallest element; over nothing: InvalidArgument. Real types and bool.
template <class T> Array<T> max(const Array<T>& x, ReduceOptions options = {});
template <class T> Array<T> min(const Array<T>& x, ReduceOptions options = {});
/// Both; of floating types in one pass.
template <class T> struct MinMax { Array<T> min, max; };
template <class T> MinMax<T> minmax(const Array<T>& x, ReduceOptions options = {});
/// max - min. Real types; integers wrap around as in NumPy.
template <class T> Array<T> ptp(const Array<T>& x, ReduceOptions options = {});
/// The index of the first largest or smallest element along the axis (of the flattened array without an axis).
/// Several axes: InvalidArgument.
template <class T> Array<std::int64_t> argmax(const Array<T>& x, ReduceOptions options = {});
template <class T> Array<std::int64_t> argmin(const Array<T>& x, ReduceOptions options = {});

/// Whether any or all elements are true (not zero; NaN is true); over nothing false and true. All computed types.
Array<bool> any(const Array<bool>& x, ReduceOptions options = {});
Array<bool> all(const Array<bool>& x, ReduceOptions options = {});
template <class T> Array<bool> any(const Array<T>& x, ReduceOptions options = {});
template <class T> Array<bool> all(const Array<T>& x, ReduceOptions options = {});
/// How many elements are not zero (NaN is not). All computed types.
template <class T> Array<std::int64_t> count_nonzero(const Array<T>& x, ReduceOptions options = {});

/// The same without NaN (complex: NaN in either part), as NumPy's. Floating types; nanmax, nanmin and their places:
/// real ones. Over nothing, or NaN only: sum 0, product 1, the others NaN.
template <class T> Array<T> nansum(const Array<T>& x, ReduceOptions options = {});
template <class T> Array<T> nanprod(const Array<T>& x, ReduceOptions options = {});
template <class T> Array<T> nanmean(const Array<T>& x, ReduceOptions options = {});
template <class T> Array<real_t<T>> nanvar(const Array<T>& x, VarianceOptions options = {});
template <class T> Array<real_t<T>> nanstddev(const Array<T>& x, VarianceOptions options = {});
template <class T> Array<T> nanmax(const Array<T>& x, ReduceOptions options = {});
template <class T> Array<T> nanmin(const Array<T>& x, ReduceOptions options = {});
/// Waits for the GPU: NaN only is InvalidArgument, as in NumPy. (Where NumPy takes a NaN for an infinity, the index
/// is still that of a number here.)
template <class T> Array<std::int64_t> nanargmax(const Array<T>& x, ReduceOptions options = {});
template <class T> Array<std::int64_t> nanargmin(const Array<T>& x, ReduceOptions options = {});

/// sum(weights * x) / sum(weights). `weights` has x's shape, or one dimension and the length of the one axis reduced
/// (then in one pass). Weights that sum to 0 give NaN or infinity, where NumPy raises. Floating types.
template <class T> Array<T> average(const Array<T>& x, const Array<real_t<T>>& weights, ReduceOptions options = {});
/// With the sums of the weights, in the same shape (NumPy's returned=True).
template <class T> struct AverageReturned {
  Array<T> average;
  Array<real_t<T>> sum_of_weights;
};
template <class T>
AverageReturned<T> average_returned(const Array<T>& x, const Array<real_t<T>>& weights, ReduceOptions options = {});

/// The norm of vectors: (sum |x|^ord)^(1/ord); the largest or smallest |x| for infinities. In double, so that squares
/// of floats cannot overflow; those of doubles can. Floating types. NumPy's linalg.vector_norm.
template <class T> Array<real_t<T>> vector_norm(const Array<T>& x, NormOptions options = {});
/// The sum along a diagonal of two axes, which disappear. All computed types.
template <class T> Array<detail::sum_t<T>> trace(const Array<T>& x, TraceOptions options = {});

/// Into an array of the result's shape and on x's device.
template <class T> void sum_into(Array<detail::sum_t<T>>& out, const Array<T>& x, ReduceOptions options = {});
template <class T> void mean_into(Array<detail::mean_t<T>>& out, const Array<T>& x, ReduceOptions options = {});
template <class T> void max_into(Array<T>& out, const Array<T>& x, ReduceOptions options = {});
template <class T> void min_into(Array<T>& out, const Array<T>& x, ReduceOptions options = {});

}  // namespace tukey
