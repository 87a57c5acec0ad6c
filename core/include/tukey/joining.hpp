// SPDX-License-Identifier: Apache-2.0
// Joining, splitting, padding and rearranging arrays. Every function that makes a new array writes each of its elements
// once, in one pass; splitting, flipping and rotating give views. Nothing here waits for the GPU except trim_zeros.
// All element types, unless said otherwise.
#pragma once

#include <initializer_list>
#include <optional>
#include <vector>

#include "tukey/elementwise.hpp"
#include "tukey/manipulation.hpp"

namespace tukey {

// Joining ------------------------------------------------------------------------------------------------------------
// Lists are vectors or braces: concatenate({a, b, c}, 1). One copy is enqueued for each array.

/// The arrays one after another along an axis; without one (std::nullopt) all elements in one axis (np.concatenate).
/// The other extents must agree. An empty list is InvalidArgument.
template <class T> Array<T> concatenate(const std::vector<Array<T>>& arrays, std::optional<int> axis = 0);
/// The arrays, all of one shape, along a new axis (np.stack).
template <class T> Array<T> stack(const std::vector<Array<T>>& arrays, int axis = 0);
/// Under each other as rows; side by side; along a third axis; 1-D arrays as columns, 2-D ones side by side
/// (np.vstack, np.hstack, np.dstack, np.column_stack).
template <class T> Array<T> vstack(const std::vector<Array<T>>& arrays);
template <class T> Array<T> hstack(const std::vector<Array<T>>& arrays);
template <class T> Array<T> dstack(const std::vector<Array<T>>& arrays);
template <class T> Array<T> column_stack(const std::vector<Array<T>>& arrays);
/// A matrix of blocks: each inner list is joined along the last axis, the results along the one before (np.block with
/// lists nested twice). Arrays of less than two axes count as rows.
template <class T> Array<T> block(const std::vector<std::vector<Array<T>>>& rows);

template <class T> Array<T> concatenate(std::initializer_list<Array<T>> arrays, std::optional<int> axis = 0) {
  return concatenate(std::vector<Array<T>>(arrays), axis);
}
template <class T> Array<T> stack(std::initializer_list<Array<T>> arrays, int axis = 0) {
  return stack(std::vector<Array<T>>(arrays), axis);
}
#define TUKEY_FROM_BRACES(name)                                              \
  template <class T> Array<T> name(std::initializer_list<Array<T>> arrays) { \
    return name(std::vector<Array<T>>(arrays));                              \
  }
TUKEY_FROM_BRACES(vstack)
TUKEY_FROM_BRACES(hstack)
TUKEY_FROM_BRACES(dstack)
TUKEY_FROM_BRACES(column_stack)
#undef TUKEY_FROM_BRACES
template <class T> Array<T> block(std::initializer_list<std::initializer_list<Array<T>>> rows) {
  return block(std::vector<std::vector<Array<T>>>(rows.begin(), rows.end()));
}
/// `values` behind x along an axis; without one both flattened (np.append).
template <class T> Array<T> append(const Array<T>& x, const Array<T>& values, std::optional<int> axis = {}) {
  return concatenate(std::vector<Array<T>>{x, values}, axis);
}

// Splitting: views ---------------------------------------------------------------------------------------------------

/// Equal parts along an axis, or the parts between these indices: {2, 5} gives [0, 2), [2, 5), [5, n) (np.split).
/// A single index needs its type: split(x, std::vector<index_t>{2}), because split(x, {2}) means two parts.
/// An axis that does not divide evenly is InvalidArgument for split; array_split makes the first parts longer by one.
template <class T> std::vector<Array<T>> split(const Array<T>& x, index_t sections, int axis = 0);
template <class T> std::vector<Array<T>> split(const Array<T>& x, const std::vector<index_t>& indices, int axis = 0);
template <class T> std::vector<Array<T>> array_split(const Array<T>& x, index_t sections, int axis = 0);
template <class T>
std::vector<Array<T>> array_split(const Array<T>& x, const std::vector<index_t>& indices, int axis = 0) {
  return split(x, indices, axis);
}
/// split along axis 1 (0 for 1-D), 0 and 2 (np.hsplit, np.vsplit, np.dsplit). S: index_t or std::vector<index_t>.
template <class T, class S> std::vector<Array<T>> hsplit(const Array<T>& x, const S& sections) {
  return split(x, sections, x.rank() > 1 ? 1 : 0);
}
template <class T, class S> std::vector<Array<T>> vsplit(const Array<T>& x, const S& sections) {
  return split(x, sections, 0);
}
template <class T, class S> std::vector<Array<T>> dsplit(const Array<T>& x, const S& sections) {
  return split(x, sections, 2);
}
/// The entries along an axis, which disappears (np.unstack).
template <class T> std::vector<Array<T>> unstack(const Array<T>& x, int axis = 0);

// Padding ------------------------------------------------------------------------------------------------------------

enum class Pad { constant, edge, linear_ramp, maximum, mean, median, minimum, reflect, symmetric, wrap, empty };
struct PadWidth {
  index_t before, after;
};
template <class T> struct PadValues { T before, after; };
/// Lists hold one entry for all axes or one for each. Empty: 0; the whole axis.
template <class T> struct PadOptions {
  Pad mode = Pad::constant;
  std::vector<PadValues<T>> constant_values = {};  // Pad::constant
  std::vector<PadValues<T>> end_values = {};       // Pad::linear_ramp: the outermost values
  std::vector<PadWidth> stat_length = {};          // maximum, mean, median, minimum: how many edge elements count
  bool odd = false;                                // reflect, symmetric: 2 * edge - mirrored (NumPy's reflect_type)
};
/// x with new elements before and after it along each axis: pad(x, 2), pad(x, {{1, 2}}) for every axis or
/// pad(x, {{1, 2}, {0, 3}}) for each (np.pad, all modes with NumPy's results). constant, edge, wrap, and even reflect
/// and symmetric are one pass and take all element types; the others work axis by axis and take numbers (linear_ramp
/// and statistics of integers round as NumPy does; maximum, minimum and median: real types). An axis of length 0 can
/// only be padded with constants or left empty. Pad::empty leaves the new elements uninitialised.
template <class T>
Array<T> pad(const Array<T>& x, const std::vector<PadWidth>& width, const detail::same_t<PadOptions<T>>& options = {});
template <class T> Array<T> pad(const Array<T>& x, index_t width, const detail::same_t<PadOptions<T>>& options = {}) {
  return pad(x, std::vector<PadWidth>{{width, width}}, options);
}

// Rearranging --------------------------------------------------------------------------------------------------------

/// Elements move `shift` places up along an axis, those pushed out come in again at the other end; without an axis over
/// the flattened array (np.roll). With lists: along several axes, one shift for each or one for all.
template <class T> Array<T> roll(const Array<T>& x, index_t shift, std::optional<int> axis = {});
template <class T> Array<T> roll(const Array<T>& x, const Shape& shifts, const Shape& axes);
/// Each element `count` times, or counts[i] times (host values, one for each entry of the axis), along an axis; without
/// one over the flattened array (np.repeat).
template <class T> Array<T> repeat(const Array<T>& x, index_t count, std::optional<int> axis = {});
template <class T> Array<T> repeat(const Array<T>& x, const std::vector<index_t>& counts, std::optional<int> axis = {});
/// x repeated as a whole, reps[d] times along axis d; the shorter of shape and reps is filled up with leading ones
/// (np.tile).
template <class T> Array<T> tile(const Array<T>& x, const Shape& reps);
/// The elements of x in row-major order, again and again, until the shape is full (np.resize); zeros if x is empty.
template <class T> Array<T> resize(const Array<T>& x, const Shape& shape);
/// x without these entries of an axis; without one of the flattened array (np.delete). Indices may be negative and
/// repeat; one out of bounds is InvalidArgument.
template <class T> Array<T> delete_(const Array<T>& x, index_t index, std::optional<int> axis = {});
template <class T>
Array<T> delete_(const Array<T>& x, const std::vector<index_t>& indices, std::optional<int> axis = {});
template <class T, class S, class = std::enable_if_t<std::is_same<S, Slice>::value>>
Array<T> delete_(const Array<T>& x, const S& slice, std::optional<int> axis = {});
/// x with `values` before these entries of an axis; without one in the flattened array (np.insert). Indices count in x,
/// from -n to n. A single index takes any number of values: their first axis becomes the axis. A list takes values that
/// broadcast to one entry for each index; equal indices keep the order of the values.
template <class T>
Array<T> insert(const Array<T>& x, index_t index, const detail::same_t<Array<T>>& values, std::optional<int> axis = {});
template <class T>
Array<T> insert(const Array<T>& x, const std::vector<index_t>& indices, const detail::same_t<Array<T>>& values,
                std::optional<int> axis = {});
template <class T>
Array<T> insert(const Array<T>& x, index_t index, detail::same_t<T> value, std::optional<int> axis = {}) {
  return insert(x, index, Array<T>::from(&value, Shape{1}, x.device()), axis);
}
template <class T>
Array<T> insert(const Array<T>& x, const std::vector<index_t>& indices, detail::same_t<T> value,
                std::optional<int> axis = {}) {
  return insert(x, indices, Array<T>::from(&value, Shape{1}, x.device()), axis);
}
/// The order of elements reversed along all axes or these: views (np.flip, np.flipud, np.fliplr).
template <class T> Array<T> flip(const Array<T>& x);
template <class T> Array<T> flip(const Array<T>& x, const Shape& axes);
template <class T> Array<T> flip(const Array<T>& x, int axis) { return x.flip(axis); }
template <class T> Array<T> flipud(const Array<T>& x) { return x.flip(0); }
template <class T> Array<T> fliplr(const Array<T>& x) { return x.flip(1); }
/// Rotated k times by 90 degrees from the first of these axes towards the second: a view (np.rot90).
template <class T> Array<T> rot90(const Array<T>& x, int k = 1, const Shape& axes = {0, 1});

/// x without the zeros at its front ('f') and back ('b'), along every axis or one: a view of the smallest box that
/// holds all non-zero elements (np.trim_zeros). Computed types. Waits for the GPU.
template <class T> Array<T> trim_zeros(const Array<T>& x, const char* trim = "fb", std::optional<int> axis = {});

}  // namespace tukey
