// SPDX-License-Identifier: Apache-2.0
// Discrete cosine and sine transforms of types 1 to 4, along one axis or several: scipy.fft's dct, dst and relatives.
//
// Input of any element type (fft.hpp, computed_t), any view; the result is a new row-major array of type computed_t<T>.
// Complex input: real and imaginary parts are transformed for themselves. The norm-wise error is at most
// 5 eps sqrt(1 + log2 N), and four times that where N has a prime factor above 127; N is the length of the Fourier
// transform used: n (types 2 and 3), n/2 or, odd n, 2n (type 4), 2 (n - 1) or 2 (n + 1) (cosine or sine of type 1).
// Source: J. Makhoul, A fast cosine transform in one and two dimensions, 1980; for type 4 the complex transform of half
// the length. Capture in CUDA graphs and waiting as in fft.hpp.
#pragma once

#include <optional>

#include "tukey/fft/fft.hpp"

namespace tukey::fft {

struct DctOptions {
  int type = 2;                   ///< 1 to 4
  std::optional<index_t> n = {};  ///< the axis is cropped to this length or padded with zeros
  int axis = -1;
  /// backward: the factor 1/N in the inverse, ortho: 1/sqrt(N) in both, forward: 1/N in the forward transform, with
  /// N = 2 n, of type 1: 2 (n - 1) for cosines and 2 (n + 1) for sines.
  Norm norm = Norm::backward;
  /// Scale the terms at the ends by sqrt(2) or 1/sqrt(2), so that the matrix is orthogonal up to a factor. Default:
  /// under norm ortho only.
  std::optional<bool> orthogonalize = {};
};
struct DctnOptions {
  int type = 2;
  std::optional<Shape> s = {};     ///< as of FftnOptions
  std::optional<Shape> axes = {};  ///< as of FftnOptions
  Norm norm = Norm::backward;
  std::optional<bool> orthogonalize = {};
};

/// Without factors, for k = 0..n-1, sums over j:
///   type 1: y[k] = x[0] + (-1)^k x[n-1] + 2 sum_{0<j<n-1} x[j] cos(pi k j / (n-1)); n >= 2
///   type 2: y[k] = 2 sum_j x[j] cos(pi k (2j+1) / (2n))
///   type 3: y[k] = x[0] + 2 sum_{j>0} x[j] cos(pi (2k+1) j / (2n))
///   type 4: y[k] = 2 sum_j x[j] cos(pi (2k+1) (2j+1) / (4n))
/// orthogonalize: type 1 multiplies the first and last x by sqrt(2) and divides such y by it, type 2 divides y[0],
/// type 3 multiplies x[0]. InvalidArgument: type outside 1..4, one point of type 1, n < 1 or an empty axis without n,
/// an axis out of range. scipy.fft.dct.
template <class T> Array<computed_t<T>> dct(const Array<T>& x, DctOptions options = {});
/// The inverse of dct of the same type and norm. scipy.fft.idct.
template <class T> Array<computed_t<T>> idct(const Array<T>& x, DctOptions options = {});
///   type 1: y[k] = 2 sum_j x[j] sin(pi (k+1) (j+1) / (n+1))
///   type 2: y[k] = 2 sum_j x[j] sin(pi (k+1) (2j+1) / (2n))
///   type 3: y[k] = (-1)^k x[n-1] + 2 sum_{j<n-1} x[j] sin(pi (2k+1) (j+1) / (2n))
///   type 4: y[k] = 2 sum_j x[j] sin(pi (2k+1) (2j+1) / (4n))
/// orthogonalize: type 2 divides y[n-1] by sqrt(2), type 3 multiplies x[n-1]. Errors as dct; type 1 takes one point.
/// scipy.fft.dst.
template <class T> Array<computed_t<T>> dst(const Array<T>& x, DctOptions options = {});
/// The inverse of dst of the same type and norm. scipy.fft.idst.
template <class T> Array<computed_t<T>> idst(const Array<T>& x, DctOptions options = {});

/// The same along each of several axes; none: x itself. Errors of s and axes as fftn. scipy.fft.dctn, idctn, dstn,
/// idstn.
template <class T> Array<computed_t<T>> dctn(const Array<T>& x, DctnOptions options = {});
template <class T> Array<computed_t<T>> idctn(const Array<T>& x, DctnOptions options = {});
template <class T> Array<computed_t<T>> dstn(const Array<T>& x, DctnOptions options = {});
template <class T> Array<computed_t<T>> idstn(const Array<T>& x, DctnOptions options = {});

// The same into an existing array or view of the result's shape and device (else InvalidArgument). `out` may be x
// itself, but must not overlap x otherwise.
template <class T> void dct_into(Array<computed_t<T>>& out, const Array<T>& x, DctOptions options = {});
template <class T> void idct_into(Array<computed_t<T>>& out, const Array<T>& x, DctOptions options = {});
template <class T> void dst_into(Array<computed_t<T>>& out, const Array<T>& x, DctOptions options = {});
template <class T> void idst_into(Array<computed_t<T>>& out, const Array<T>& x, DctOptions options = {});
template <class T> void dctn_into(Array<computed_t<T>>& out, const Array<T>& x, DctnOptions options = {});
template <class T> void idctn_into(Array<computed_t<T>>& out, const Array<T>& x, DctnOptions options = {});
template <class T> void dstn_into(Array<computed_t<T>>& out, const Array<T>& x, DctnOptions options = {});
template <class T> void idstn_into(Array<computed_t<T>>& out, const Array<T>& x, DctnOptions options = {});

}  // namespace tukey::fft
