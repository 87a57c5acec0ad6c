// SPDX-License-Identifier: Apache-2.0
// 1-D discrete Fourier transforms on the host, for float, double and long double: by FFTW, or by Eigen's FFT in a
// build without it. The CPU backend of tukey::fft, the tests' oracle, and what other reference code builds on.
#pragma once

#include <complex>
#include <cstddef>

#include "tukey/dtypes.hpp"
#include "tukey/export.hpp"
#include "tukey/view.hpp"

namespace tukey::reference {

// Along `axis` of whole views (any strides), parallel over the rows. The other extents of `in` and `out` must agree.
// Where `in` is longer than the transform needs, its first elements count; where it is shorter, zeros follow.
// The sign of the exponent is - forward and + inverse; the result is multiplied by `scale` (1/n is not implied).
// n >= 1 is the length of the transform. `in` and `out` may be the same view (fft of complex), else must not overlap.

/// out[k] = scale * sum_j in[j] exp(-+2 pi i j k / n), n = out.shape[axis].
template <class T>
void fft(view<const std::complex<T>> in, view<std::complex<T>> out, int axis, bool inverse, real_t<T> scale);
/// The same of real values: the whole spectrum of n = out.shape[axis] bins.
template <class T> void fft(view<const T> in, view<std::complex<T>> out, int axis, bool inverse, real_t<T> scale);
/// The bins 0..n/2 of the forward transform of length n: out.shape[axis] == n/2 + 1.
template <class T> void rfft(view<const T> in, view<std::complex<T>> out, int axis, index_t n, real_t<T> scale);
/// The real signal of n = out.shape[axis] samples whose bins 0..n/2 are `in`; the imaginary parts of bin 0 and, for
/// even n, of bin n/2 are ignored.
template <class T> void irfft(view<const std::complex<T>> in, view<T> out, int axis, real_t<T> scale);

// One row in contiguous memory, no scaling: for algorithms that work block by block. May be called from several
// threads; the plan comes from the cache.

/// n complex values to n complex values; in == out is allowed.
template <class T> void fft_row(const std::complex<T>* in, std::complex<T>* out, index_t n, bool inverse = false);
/// n real values to n/2 + 1 bins.
template <class T> void rfft_row(const T* in, std::complex<T>* out, index_t n);
/// n/2 + 1 bins to n real values, n times the inverse transform. Imaginary parts as in irfft; `in` is not changed.
template <class T> void irfft_row(const std::complex<T>* in, T* out, index_t n);

/// out[i] = i step for i < positive, (i - n) step from there on: the frequencies of the bins. `out` is 1-D.
template <class T> void fft_frequencies(view<T> out, index_t positive, index_t n, double step);

// The plan cache: one for all threads, least recently used first out. `bytes` estimates a plan by its tables.
struct FftCacheInfo {
  std::size_t count, bytes, limit_bytes, hits, misses;
};
TUKEY_EXPORT FftCacheInfo fft_cache_info();
TUKEY_EXPORT void set_fft_cache_limit(std::size_t bytes);
TUKEY_EXPORT void clear_fft_cache();

}  // namespace tukey::reference
