// SPDX-License-Identifier: Apache-2.0
// New arrays. They enqueue on the current stream and do not wait.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "tukey/array.hpp"

namespace tukey {

/// Uninitialised, zero, one, or `value` everywhere. All element types (ones: computed types).
template <class T> Array<T> empty(const Shape& shape, Device device = default_device()) { return Array<T>(shape, device); }
template <class T> Array<T> zeros(const Shape& shape, Device device = default_device());
template <class T> Array<T> ones(const Shape& shape, Device device = default_device());
template <class T> Array<T> full(const Shape& shape, std::common_type_t<T> value, Device device = default_device());

/// start, start + step, ... below stop (np.arange): ceil((stop - start) / step) elements, each computed as
/// start + i * step in double for floating types. A zero step is InvalidArgument. Integers and floating types.
template <class T> Array<T> arange(T start, T stop, T step = T(1), Device device = default_device());
template <class T> Array<T> arange(T stop, Device device = default_device()) { return arange<T>(T(0), stop, T(1), device); }

struct LinspaceOptions {
  index_t num = 50;
  bool endpoint = true;
};
/// `num` evenly spaced values from start to stop, the last exactly stop if `endpoint` (np.linspace). float, double.
template <class T> Array<T> linspace(T start, T stop, LinspaceOptions options = {}, Device device = default_device());
template <class T> Array<T> linspace(T start, T stop, index_t num, Device device = default_device()) {
  LinspaceOptions o;
  o.num = num;
  return linspace<T>(start, stop, o, device);
}

/// The same between arrays that broadcast together, along a new axis (np.linspace with array ends). float, double.
template <class T>
Array<T> linspace(const Array<T>& start, const Array<T>& stop, LinspaceOptions options = {}, int axis = 0);

struct LogspaceOptions {
  index_t num = 50;
  bool endpoint = true;
  double base = 10;  // logspace only; positive
};
/// base to the power of evenly spaced values, start and stop being the exponents (np.logspace). Computed in double;
/// float, double and their complex.
template <class T> Array<T> logspace(T start, T stop, LogspaceOptions options = {}, Device device = default_device());
/// Numbers of constant ratio from start to stop, both exact (np.geomspace). Complex numbers lie on a logarithmic spiral
/// that turns the shorter way. Neither end may be 0; real ends must have one sign. Computed in double.
template <class T> Array<T> geomspace(T start, T stop, LogspaceOptions options = {}, Device device = default_device());

/// New arrays of x's element type, device and shape, or of another shape.
template <class T> Array<T> empty_like(const Array<T>& x, std::optional<Shape> shape = {}) {
  return Array<T>(shape.value_or(x.shape()), x.device());
}
template <class T> Array<T> full_like(const Array<T>& x, std::common_type_t<T> value, std::optional<Shape> shape = {}) {
  return full<T>(shape.value_or(x.shape()), value, x.device());
}
template <class T> Array<T> zeros_like(const Array<T>& x, std::optional<Shape> shape = {}) {
  return full_like<T>(x, T{}, shape);
}
template <class T> Array<T> ones_like(const Array<T>& x, std::optional<Shape> shape = {}) {
  return full_like<T>(x, T(1), shape);
}

// Matrices -----------------------------------------------------------------------------------------------------------

/// Ones on the diagonal j = i + k of an n x m matrix (m: n), zeros elsewhere (np.eye, np.identity). Computed types.
template <class T>
Array<T> eye(index_t n, std::optional<index_t> m = {}, index_t k = 0, Device device = default_device());
template <class T> Array<T> identity(index_t n, Device device = default_device()) { return eye<T>(n, n, 0, device); }
/// A vector becomes the diagonal j = i + k of a square matrix; of a matrix, that diagonal as a view (np.diag).
template <class T> Array<T> diag(const Array<T>& x, index_t k = 0);
/// diag of all elements in row-major order (np.diagflat).
template <class T> Array<T> diagflat(const Array<T>& x, index_t k = 0);
/// Ones where j <= i + k, zeros elsewhere (np.tri). Computed types.
template <class T>
Array<T> tri(index_t n, std::optional<index_t> m = {}, index_t k = 0, Device device = default_device());
/// x with zeros above (tril) or below (triu) the diagonal j = i + k of its last two axes: one pass. Rank 2 at least.
template <class T> Array<T> tril(const Array<T>& x, index_t k = 0);
template <class T> Array<T> triu(const Array<T>& x, index_t k = 0);
/// Powers of a vector's elements as rows, n of them (as many as elements), the highest first unless `increasing`
/// (np.vander): each the product of the one before. Numbers.
template <class T> Array<T> vander(const Array<T>& x, std::optional<index_t> n = {}, bool increasing = false);

// Grids --------------------------------------------------------------------------------------------------------------

struct MeshgridOptions {
  bool matrix_indexing = false;  // NumPy's indexing: 'ij'; 'xy' exchanges the first two axes
  bool sparse = false;           // views with extents of 1 that broadcast to the grid
};
/// Coordinate arrays of the grid of these vectors (np.meshgrid): new arrays unless sparse.
template <class T>
std::vector<Array<T>> meshgrid(const std::vector<Array<T>>& vectors, MeshgridOptions options = {});

/// start, start + step, ... below stop.
template <class T> struct Range {
  T start, stop, step = T(1);
};
/// Coordinates of the grid of these ranges: one array with a leading axis for the coordinate (np.mgrid[...]), or open
/// views that broadcast to it (np.ogrid[...]). For a number of points instead of a step: linspace and meshgrid.
template <class T> Array<T> mgrid(const std::vector<Range<T>>& ranges, Device device = default_device());
template <class T> std::vector<Array<T>> ogrid(const std::vector<Range<T>>& ranges, Device device = default_device());
/// mgrid of 0, 1, ... along every axis of a shape (np.indices).
template <class T = std::int64_t> Array<T> indices(const Shape& shape, Device device = default_device());

/// f(index) for every index of the shape, a Shape of its rank (np.fromfunction, element by element): computed on the
/// host, then copied to the device.
template <class T, class F> Array<T> fromfunction(const F& f, const Shape& shape, Device device = default_device()) {
  const index_t size = shape.size();
  const std::unique_ptr<T[]> values(new T[static_cast<std::size_t>(size)]);
  Shape at = Shape::filled(shape.rank(), 0);
  for (index_t i = 0; i < size; ++i) {
    values[static_cast<std::size_t>(i)] = static_cast<T>(f(static_cast<const Shape&>(at)));
    for (int d = shape.rank() - 1; d >= 0; --d) {
      if (++at[d] < shape[d]) break;
      at[d] = 0;
    }
  }
  return Array<T>::from(values.get(), shape, device);
}

// Indices ------------------------------------------------------------------------------------------------------------

/// Row and column of every element on and below (tril) or above (triu) the diagonal j = i + k of an n x m matrix, in
/// row-major order; of the matrix x (np.tril_indices, np.tril_indices_from and so on).
std::vector<Array<std::int64_t>> tril_indices(index_t n, index_t k = 0, std::optional<index_t> m = {},
                                              Device device = default_device());
std::vector<Array<std::int64_t>> triu_indices(index_t n, index_t k = 0, std::optional<index_t> m = {},
                                              Device device = default_device());
template <class T> std::vector<Array<std::int64_t>> tril_indices_from(const Array<T>& x, index_t k = 0) {
  return tril_indices(x.shape(-2), k, x.shape(-1), x.device());
}
template <class T> std::vector<Array<std::int64_t>> triu_indices_from(const Array<T>& x, index_t k = 0) {
  return triu_indices(x.shape(-2), k, x.shape(-1), x.device());
}
/// The indices of x[i, i, ...] for i < n in `rank` axes (np.diag_indices, np.diag_indices_from).
std::vector<Array<std::int64_t>> diag_indices(index_t n, int rank = 2, Device device = default_device());
template <class T> std::vector<Array<std::int64_t>> diag_indices_from(const Array<T>& x) {
  for (index_t n : x.shape())
    if (x.rank() < 2 || n != x.shape()[0])
      throw InvalidArgument("diag_indices_from: all axes must be of one length and two at least, got shape " +
                            x.shape().str());
  return diag_indices(x.shape()[0], x.rank(), x.device());
}
/// Vectors as views that broadcast to their open grid: vector d lies along axis d (np.ix_, without its booleans).
template <class T> std::vector<Array<T>> ix_(const std::vector<Array<T>>& vectors);

enum class IndexMode;  // raise, wrap, clip: indexing.hpp
/// The index along each axis of a shape for indices of its flattened elements (np.unravel_index). An index out of
/// bounds is InvalidArgument. Waits for the GPU.
std::vector<Array<std::int64_t>> unravel_index(const Array<std::int64_t>& indices, const Shape& shape);
/// The reverse (np.ravel_multi_index): index arrays, broadcast together, one for each axis of the shape; one mode for
/// all axes or one for each, raise if none is given. Waits for the GPU if a mode is raise.
Array<std::int64_t> ravel_multi_index(const std::vector<Array<std::int64_t>>& indices, const Shape& shape,
                                      const std::vector<IndexMode>& modes = {});

}  // namespace tukey
