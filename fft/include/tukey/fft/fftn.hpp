// SPDX-License-Identifier: Apache-2.0
// Transforms along several axes, of complex, real and Hermitian signals: scipy.fft's fftn and its relatives.
//
// Input types, accuracy (with n the product of the lengths), capture in CUDA graphs and waiting are those of fft.hpp.
// The result is a new row-major array. The work is one 1-D transform per axis: the first goes from x to the result,
// the others work in place in the result, and the last applies the factor.
#pragma once

#include <optional>

#include "tukey/fft/fft.hpp"

namespace tukey::fft {

struct FftnOptions {
  /// Lengths of the transform along `axes`: each axis is cropped to its length or padded with zeros; -1 is the axis's
  /// own length. Without `axes` these are the last axes of x. Default: the axes' own lengths (irfftn, hfftn: 2 (m - 1)
  /// for m > 1 bins along the last of the axes, 1 for one bin).
  std::optional<Shape> s = {};
  /// The axes to transform, each at most once; negative ones count from the end. Default: all, or as many of the last
  /// as s has entries; the functions of two dimensions: the last two.
  std::optional<Shape> axes = {};
  Norm norm = Norm::backward;
};

/// The discrete Fourier transform along all `axes`; the factor of norm is that of fft with the product of the lengths.
/// No axes (also rank 0): x itself, as complex numbers. InvalidArgument: s longer than the rank of x or of another
/// length than axes, an entry of s that is neither positive nor -1, an axis out of range or twice, an empty axis
/// without s. scipy.fft.fftn.
template <class T> Array<complex_of_t<T>> fftn(const Array<T>& x, FftnOptions options = {});
/// The inverse of fftn. scipy.fft.ifftn.
template <class T> Array<complex_of_t<T>> ifftn(const Array<T>& x, FftnOptions options = {});
/// fftn of a real x without the bins that follow from symmetry: rfft along the last of the axes, then fft along the
/// others. InvalidArgument also where there is no axis to transform. scipy.fft.rfftn.
template <class T> Array<spectrum_of_t<T>> rfftn(const Array<T>& x, FftnOptions options = {});
/// The inverse of rfftn: ifft along all axes but the last of them, then irfft along that. An s with the original
/// lengths is needed where the last of them was odd. scipy.fft.irfftn.
template <class T> Array<T> irfftn(const Array<std::complex<T>>& x, FftnOptions options = {});
/// The real spectrum of a Hermitian signal: irfftn(conj(x)) with the norms exchanged. scipy.fft.hfftn.
template <class T> Array<T> hfftn(const Array<std::complex<T>>& x, FftnOptions options = {});
/// The inverse of hfftn: conj(rfftn(x)) with the norms exchanged. scipy.fft.ihfftn.
template <class T> Array<spectrum_of_t<T>> ihfftn(const Array<T>& x, FftnOptions options = {});

// The same along two axes, by default the last two. scipy.fft.fft2, ifft2, rfft2, irfft2, hfft2, ihfft2.
template <class T> Array<complex_of_t<T>> fft2(const Array<T>& x, FftnOptions options = {});
template <class T> Array<complex_of_t<T>> ifft2(const Array<T>& x, FftnOptions options = {});
template <class T> Array<spectrum_of_t<T>> rfft2(const Array<T>& x, FftnOptions options = {});
template <class T> Array<T> irfft2(const Array<std::complex<T>>& x, FftnOptions options = {});
template <class T> Array<T> hfft2(const Array<std::complex<T>>& x, FftnOptions options = {});
template <class T> Array<spectrum_of_t<T>> ihfft2(const Array<T>& x, FftnOptions options = {});

// The same into an existing array or view of the result's shape and device (else InvalidArgument). `out` may be x
// itself where types and shapes agree, but must not overlap x otherwise.
template <class T> void fftn_into(Array<complex_of_t<T>>& out, const Array<T>& x, FftnOptions options = {});
template <class T> void fft2_into(Array<complex_of_t<T>>& out, const Array<T>& x, FftnOptions options = {});
template <class T> void ifftn_into(Array<complex_of_t<T>>& out, const Array<T>& x, FftnOptions options = {});
template <class T> void ifft2_into(Array<complex_of_t<T>>& out, const Array<T>& x, FftnOptions options = {});
template <class T> void rfftn_into(Array<spectrum_of_t<T>>& out, const Array<T>& x, FftnOptions options = {});
template <class T> void rfft2_into(Array<spectrum_of_t<T>>& out, const Array<T>& x, FftnOptions options = {});
template <class T> void irfftn_into(Array<T>& out, const Array<std::complex<T>>& x, FftnOptions options = {});
template <class T> void irfft2_into(Array<T>& out, const Array<std::complex<T>>& x, FftnOptions options = {});
template <class T> void hfftn_into(Array<T>& out, const Array<std::complex<T>>& x, FftnOptions options = {});
template <class T> void hfft2_into(Array<T>& out, const Array<std::complex<T>>& x, FftnOptions options = {});
template <class T> void ihfftn_into(Array<spectrum_of_t<T>>& out, const Array<T>& x, FftnOptions options = {});
template <class T> void ihfft2_into(Array<spectrum_of_t<T>>& out, const Array<T>& x, FftnOptions options = {});

}  // namespace tukey::fft
