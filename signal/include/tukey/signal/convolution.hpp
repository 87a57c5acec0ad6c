// SPDX-License-Identifier: Apache-2.0
// Convolution and correlation of n-dimensional arrays. Types: integers (exactly, modulo 2^bits, by the direct
// method), float, double and their complex. Nothing here waits for the GPU.
#pragma once

#include <vector>

#include "tukey/array.hpp"

namespace tukey::signal {

/// Which part of the full result, of extents n1 + n2 - 1, is returned: all of it; the part of the first operand's
/// shape, centred (offset (n2 - 1) / 2 rounded down); or where the smaller operand lies wholly within the larger.
enum class Mode { full, same, valid };
/// Sums of products, or a product of Fourier transforms (floating types); automatic takes the faster.
enum class Method { automatic, direct, fft };

struct ConvolveOptions {
  Mode mode = Mode::full;
  Method method = Method::automatic;
};

/// y[k] = sum_l a[l] v[k - l] over all axes. Both operands have the same rank; valid needs one of them to be at least
/// as large as the other along every axis. An empty operand gives an empty result. InvalidArgument otherwise, and
/// for Method::fft with integers.
/// Accuracy: direct 4 eps(T) sqrt(n) of sum |a||v|; fft 4 eps(T) log2(n) of norm(a) norm(v), so that a NaN or a huge
/// value spreads over the whole result: ask for direct where that matters. scipy.signal.convolve, with another rule
/// for the choice of method.
template <class T> Array<T> convolve(const Array<T>& a, const Array<T>& v, ConvolveOptions options = {});
template <class T> void convolve_into(Array<T>& y, const Array<T>& a, const Array<T>& v, ConvolveOptions options = {});

/// y[k] = sum_l a[l + k] conj(v[l]) for the lags k that correlation_lags lists. Otherwise as convolve.
/// scipy.signal.correlate.
template <class T> Array<T> correlate(const Array<T>& a, const Array<T>& v, ConvolveOptions options = {});
template <class T> void correlate_into(Array<T>& y, const Array<T>& a, const Array<T>& v, ConvolveOptions options = {});

/// The lag of each element of a one-dimensional correlation of n1 with n2 samples. scipy.signal.correlation_lags,
/// which for mode same with odd n1 and even n2 is off by one.
TUKEY_EXPORT std::vector<index_t> correlation_lags(index_t n1, index_t n2, Mode mode = Mode::full);

/// What Method::automatic takes for these shapes on this device: direct or fft.
template <class T> Method choose_conv_method(const Array<T>& a, const Array<T>& v, Mode mode = Mode::full);

}  // namespace tukey::signal
