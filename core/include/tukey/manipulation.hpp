// SPDX-License-Identifier: Apache-2.0
// Shapes and axes as free functions with NumPy's names. Views where NumPy gives views: O(1), sharing the data. What
// copies says so. Nothing here waits for the GPU.
//
// Arrays have row-major order only: there is no order argument. x.ravel(order='F') is ravel(x.transpose()).
#pragma once

#include <vector>

#include "tukey/array.hpp"

namespace tukey {

/// All elements in one axis; a view where strides allow it, else a copy (np.ravel).
template <class T> Array<T> ravel(const Array<T>& x) { return x.reshape({-1}); }
/// As the members of these names (np.reshape, np.transpose, np.swapaxes, np.broadcast_to).
template <class T> Array<T> reshape(const Array<T>& x, const Shape& shape) { return x.reshape(shape); }
template <class T> Array<T> transpose(const Array<T>& x) { return x.transpose(); }
template <class T> Array<T> transpose(const Array<T>& x, const Shape& axes) { return x.permute(axes); }
template <class T> Array<T> swapaxes(const Array<T>& x, int a, int b) { return x.swapaxes(a, b); }
template <class T> Array<T> broadcast_to(const Array<T>& x, const Shape& shape) { return x.broadcast_to(shape); }
/// The last two axes exchanged (np.matrix_transpose, .mT); rank 2 at least.
template <class T> Array<T> matrix_transpose(const Array<T>& x);
/// Axis from[i] moves to place to[i]; the others keep their order (np.moveaxis).
template <class T> Array<T> moveaxis(const Array<T>& x, const Shape& from, const Shape& to);
template <class T> Array<T> moveaxis(const Array<T>& x, int from, int to) { return x.moveaxis(from, to); }
/// The axis moves to stand before the one that is at `start` now (np.rollaxis); moveaxis is easier to read.
template <class T> Array<T> rollaxis(const Array<T>& x, int axis, int start = 0);
/// New axes of length 1 at these places of the result (np.expand_dims).
template <class T> Array<T> expand_dims(const Array<T>& x, const Shape& axes);
template <class T> Array<T> expand_dims(const Array<T>& x, int axis) { return x.expand_dims(axis); }
/// Without these axes, which must have length 1 (np.squeeze). Without a list: without all axes of length 1.
template <class T> Array<T> squeeze(const Array<T>& x, const Shape& axes);
template <class T> Array<T> squeeze(const Array<T>& x, std::optional<int> axis = {}) { return x.squeeze(axis); }
/// At least that rank: (n,) becomes (1, n) in 2-D and (1, n, 1) in 3-D; (m, n) becomes (m, n, 1).
template <class T> Array<T> atleast_1d(const Array<T>& x) { return x.rank() ? x : x.expand_dims(0); }
template <class T> Array<T> atleast_2d(const Array<T>& x) { return x.rank() > 1 ? x : atleast_1d(x).expand_dims(0); }
template <class T> Array<T> atleast_3d(const Array<T>& x) { return x.rank() > 2 ? x : atleast_2d(x).expand_dims(2); }
/// All arrays as views of one shape (np.broadcast_arrays).
template <class T> std::vector<Array<T>> broadcast_arrays(const std::vector<Array<T>>& arrays);
/// A view of any shape and strides (in elements) from x's first element on, checked against the memory that x's
/// storage holds (np.lib.stride_tricks.as_strided, which does not check). Memory that Array::wrap took has no known
/// size: there the view must stay within what x itself reaches.
template <class T> Array<T> as_strided(const Array<T>& x, const Shape& shape, const Shape& strides);
/// x if it is row-major, else a copy (np.ascontiguousarray; rank 0 stays rank 0).
template <class T> Array<T> ascontiguousarray(const Array<T>& x) { return x.contiguous(); }

/// The diagonal of two axes as a view with a new last axis: element i is x[i, i + offset] (np.diagonal). The view can
/// be assigned to, unlike NumPy's.
template <class T> Array<T> diagonal(const Array<T>& x, index_t offset = 0, int axis1 = 0, int axis2 = 1);
/// Sets x[i, i, ...] of an array of rank 2 at least, as np.fill_diagonal: with more than two axes all must be of one
/// length. With `wrap`, in a matrix of more rows than columns the diagonal begins again after each block.
template <class T> void fill_diagonal(Array<T>& x, std::common_type_t<T> value, bool wrap = false);

/// Every element of `to` becomes the one of `from`, broadcast and converted as by astype (np.copyto). With a mask, only
/// where it is true.
template <class T, class U> void copyto(Array<T>& to, const Array<U>& from) {
  if constexpr (std::is_same<T, U>::value)
    to.assign(from);
  else
    to.assign(from.template astype<T>());
}
template <class T> void copyto(Array<T>& to, const Array<T>& from, const Array<bool>& where);

/// Real and imaginary parts: views of complex arrays; of real ones x itself and zeros.
template <class T> Array<real_t<T>> real(const Array<T>& x) { return x.real(); }
template <class T> Array<real_t<T>> imag(const Array<T>& x) { return x.imag(); }

}  // namespace tukey
