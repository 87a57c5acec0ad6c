// SPDX-License-Identifier: Apache-2.0
// Matrix products.
#pragma once

#include "tukey/array.hpp"

namespace tukey::linalg {

/// The matrix product c[..., i, j] = sum over k of a[..., i, k] b[..., k, j] (np.matmul, the @ of Python).
///
/// Shapes: a (..., m, k), b (..., k, n), result (..., m, n); the leading axes broadcast. A 1-D `a` counts as a row, a
/// 1-D `b` as a column, and that axis is missing in the result: (k,) with (k,) gives shape (). k = 0 gives zeros.
/// dtypes: float, double and their complex. No conjugation. Float means float: products and sums keep 24-bit
/// mantissas (no TF32). Views of any strides; transposed ones go to cuBLAS as they are, others whose rows and columns
/// both have steps are copied first.
/// Errors: InvalidArgument for a 0-d operand, inner extents that differ, leading axes that do not broadcast, operands
/// on two devices.
/// Never waits for the GPU. May be captured in a CUDA graph after a first call on the same stream.
/// Accuracy: |error| <= k eps (|a| |b|), in practice about sqrt(k) eps. The CPU adds sums of 256 products in order.
template <class T> Array<T> matmul(const Array<T>& a, const Array<T>& b);
/// The same into `out`, which has the result's shape and any strides, and does not overlap a or b.
template <class T> void matmul_into(Array<T>& out, const Array<T>& a, const Array<T>& b);

}  // namespace tukey::linalg
