// SPDX-License-Identifier: Apache-2.0
// Sparse matrices in compressed rows, and their products with dense vectors and matrices.
#pragma once

#include <cstdint>
#include <vector>

#include "tukey/array.hpp"

namespace tukey {
template <class T> struct csr_view;
}

namespace tukey::sparse {

/// A sparse matrix in compressed rows (scipy.sparse.csr_array): row i holds the entries indptr[i] .. indptr[i+1] - 1
/// of indices (columns) and data. T is float, double or their complex. Immutable; copies share the data.
///
/// Indices are 32-bit: rows, columns and entries must each be below 2^31 (SciPy changes to 64-bit ones there);
/// InvalidArgument otherwise.
template <class T> class csr_array {
 public:
  /// A matrix without entries.
  explicit csr_array(const Shape& shape = {0, 0}, Device device = default_device());
  /// From compressed rows; the arrays are kept without a copy where they are row-major. Columns of a row may be in any
  /// order and repeat (repeated ones add up). InvalidArgument where indptr does not start at 0, falls, or does not end
  /// at the number of entries, or a column is outside the shape. On the GPU this check waits.
  csr_array(const Array<std::int32_t>& indptr, const Array<std::int32_t>& indices, const Array<T>& data,
            const Shape& shape);

  /// From entries in any order (SciPy: csr_array((values, (rows, cols)), shape)): columns ascend in each row, entries
  /// of one place are summed in the order given, explicit zeros stay. 1-D arrays of equal length on one device; the
  /// result is on that device, made there (radix sort and sums in fixed order), the same bits on CPU and GPU.
  /// InvalidArgument for an index outside the shape. On the GPU this waits, for the count and the check.
  template <class I>  // std::int32_t or std::int64_t
  static csr_array from_coo(const Array<I>& rows, const Array<I>& cols, const Array<T>& values, const Shape& shape);
  /// The same from host values, converted on the host.
  static csr_array from_coo(const std::vector<index_t>& rows, const std::vector<index_t>& cols,
                            const std::vector<T>& values, const Shape& shape, Device device = default_device());

  const Shape& shape() const { return shape_; }
  index_t nnz() const { return data_.size(); }
  Device device() const { return data_.device(); }
  static constexpr const char* dtype() { return dtype_name_v<T>; }
  const Array<std::int32_t>& indptr() const { return indptr_; }
  const Array<std::int32_t>& indices() const { return indices_; }
  const Array<T>& data() const { return data_; }

  /// The dense matrix. Never waits.
  Array<T> toarray() const;
  /// The elements (i, i). Never waits.
  Array<T> diagonal() const;
  csr_array to(Device device) const;

  // For the library: the matrix as an operand of work on the current stream.
  csr_view<T> view() const;

 private:
  struct Checked {};
  csr_array(Checked, Array<std::int32_t> indptr, Array<std::int32_t> indices, Array<T> data, const Shape& shape,
            index_t longest)
      : shape_(shape),
        indptr_(std::move(indptr)),
        indices_(std::move(indices)),
        data_(std::move(data)),
        longest_(longest) {}

  Shape shape_;
  Array<std::int32_t> indptr_, indices_;
  Array<T> data_;
  index_t longest_ = 0;  // entries in the longest row
};

/// The product y = a x (SciPy's a @ x): x is (cols,) or (cols, k), y (rows,) or (rows, k). Rows without entries give 0.
/// For a vector x, sums of float products run in double: the error is that of one rounding. For a matrix x, 8 or 16
/// float products are added before they go on in double. Otherwise the error is at most (entries in the row) eps
/// |a| |x|, in practice their root. x may have any strides. Never waits for the GPU. Deterministic.
/// Errors: InvalidArgument for shapes that do not fit or operands on two devices.
/// Algorithm: own kernels (rows in shared memory, or some threads per row); cuSPARSE CSR_ALG2 where a few rows are very
/// long (float adds in float there).
template <class T> Array<T> dot(const csr_array<T>& a, const Array<T>& x);
/// The same into y of the result's shape and any strides, which does not overlap x.
template <class T> void dot_into(Array<T>& y, const csr_array<T>& a, const Array<T>& x);

}  // namespace tukey::sparse
