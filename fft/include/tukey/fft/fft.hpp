// SPDX-License-Identifier: Apache-2.0
// 1-D discrete Fourier transforms along any axis, their frequencies, and the plan cache: scipy.fft.
//
// All transforms accept any view, transform every 1-D row along `axis`, and return a new row-major array. float and
// complex<float> are computed in single precision, double and complex<double> in double. The norm-wise error is at
// most 3 eps sqrt(1 + log2 n), and four times that where n has a prime factor above 127 (tests/accuracy has measured
// values). A call does not wait for the GPU, and can be captured in a CUDA graph, once a call of the same type, length
// and layout has made its plan.
#pragma once

#include <complex>
#include <cstddef>
#include <optional>
#include <type_traits>

#include "tukey/array.hpp"

namespace tukey::fft {

template <class T> struct fft_type { using type = std::conditional_t<is_floating_v<T>, T, double>; };
template <> struct fft_type<half> { using type = float; };
template <> struct fft_type<bfloat16> { using type = float; };
template <class T> struct fft_type<packed_complex<T>> { using type = std::complex<float>; };

/// The type in which an input of type T is transformed: bool and integers in double, half and bfloat16 in float,
/// packed complex types in complex<float>, floating types as they are. Conversion is a pass of its own.
template <class T> using computed_t = typename fft_type<T>::type;
/// The complex type of a transform of T: complex<float> of float, complex<float> and half, complex<double> of double,
/// complex<double> and integers.
template <class T> using complex_of_t = std::complex<real_t<computed_t<T>>>;
/// The same where T is real; no type of a complex T, which rfft and its relatives do not take.
template <class T> using spectrum_of_t = std::enable_if_t<!is_complex_v<computed_t<T>>, std::complex<computed_t<T>>>;

/// Which direction carries the factor 1/n: backward (the inverse), forward, or ortho (1/sqrt(n) in both).
enum class Norm { backward, ortho, forward };

struct FftOptions {
  /// Length of the transform: the axis is cropped to it or padded with zeros. Default: the axis's own length
  /// (irfft: 2 (m - 1) for m bins).
  std::optional<index_t> n = {};
  int axis = -1;
  Norm norm = Norm::backward;
};

/// y[k] = s sum_j x[j] exp(-2 pi i j k / n), k = 0..n-1; s = 1, 1/sqrt(n) or 1/n for norm backward, ortho, forward.
/// x: any element type (computed_t says how others than the four floating ones are computed), at least one axis. The
/// axis of the result has length n. InvalidArgument: rank 0, an axis out of range, n < 1 (so also an empty axis without
/// n). Other axes may be empty. scipy.fft.fft. GPU: cuFFT (real input: real-to-complex, then the conjugate half). CPU:
/// FFTW or Eigen.
template <class T> Array<complex_of_t<T>> fft(const Array<T>& x, FftOptions options = {});
/// x[j] = s sum_k y[k] exp(+2 pi i j k / n); s = 1/n, 1/sqrt(n) or 1 for norm backward, ortho, forward.
/// Otherwise as fft. scipy.fft.ifft.
template <class T> Array<complex_of_t<T>> ifft(const Array<T>& x, FftOptions options = {});
/// Bins 0..n/2 of fft(x) of a real x; the rest is their conjugate. The axis of the result has length n/2 + 1
/// (rounded down). scipy.fft.rfft.
template <class T> Array<spectrum_of_t<T>> rfft(const Array<T>& x, FftOptions options = {});
/// The real signal of n samples with rfft(x) as its bins 0..n/2; n defaults to 2 (m - 1), so pass n = odd length
/// where the signal was odd. Imaginary parts of bin 0 and (n even) bin n/2 cannot belong to a real signal and are
/// ignored. x is cropped or padded to n/2 + 1 bins and never changed. scipy.fft.irfft.
template <class T> Array<T> irfft(const Array<std::complex<T>>& x, FftOptions options = {});
/// The real spectrum of a signal with Hermitian symmetry, x[n - j] = conj x[j], of which samples 0..n/2 are given:
/// irfft(conj(x)) with the norms exchanged, so backward means no factor. scipy.fft.hfft.
template <class T> Array<T> hfft(const Array<std::complex<T>>& x, FftOptions options = {});
/// Samples 0..n/2 of the signal whose spectrum is the real x: conj(rfft(x)) with the norms exchanged, so backward
/// means 1/n. scipy.fft.ihfft.
template <class T> Array<spectrum_of_t<T>> ihfft(const Array<T>& x, FftOptions options = {});

// The same into an existing array or view of the result's shape and device (else InvalidArgument). `out` may be x
// itself where types and shapes agree, but must not overlap x otherwise.
template <class T> void fft_into(Array<complex_of_t<T>>& out, const Array<T>& x, FftOptions options = {});
template <class T> void ifft_into(Array<complex_of_t<T>>& out, const Array<T>& x, FftOptions options = {});
template <class T> void rfft_into(Array<spectrum_of_t<T>>& out, const Array<T>& x, FftOptions options = {});
template <class T> void irfft_into(Array<T>& out, const Array<std::complex<T>>& x, FftOptions options = {});
template <class T> void hfft_into(Array<T>& out, const Array<std::complex<T>>& x, FftOptions options = {});
template <class T> void ihfft_into(Array<spectrum_of_t<T>>& out, const Array<T>& x, FftOptions options = {});

/// The smallest length >= target whose prime factors are at most 11 (real: at most 5), where transforms are fast.
/// 0 of 0. InvalidArgument: target < 0 or above 2^62. scipy.fft.next_fast_len.
TUKEY_EXPORT index_t next_fast_len(index_t target, bool real = false);
/// The largest such length <= target. scipy.fft.prev_fast_len.
TUKEY_EXPORT index_t prev_fast_len(index_t target, bool real = false);

/// The frequency of each bin of fft: [0, 1, ..., (n-1)/2, -(n/2), ..., -1] / (n d), in cycles per unit of the sample
/// spacing d. float or double (computed in double), made on `device`. InvalidArgument: n < 1, d = 0.
/// scipy.fft.fftfreq.
template <class T = double> Array<T> fftfreq(index_t n, double d = 1.0, Device device = default_device());
/// The frequency of each bin of rfft: [0, 1, ..., n/2] / (n d). scipy.fft.rfftfreq.
template <class T = double> Array<T> rfftfreq(index_t n, double d = 1.0, Device device = default_device());

/// A copy with bin 0 moved to the middle (index n/2) of each of `axes`, by default of all. All computed types, any
/// rank. scipy.fft.fftshift.
template <class T> Array<T> fftshift(const Array<T>& x, std::optional<Shape> axes = {});
template <class T> Array<T> fftshift(const Array<T>& x, int axis) {
  return fftshift(x, std::optional<Shape>(Shape{axis}));
}
/// Undoes fftshift; for odd lengths the two differ. scipy.fft.ifftshift.
template <class T> Array<T> ifftshift(const Array<T>& x, std::optional<Shape> axes = {});
template <class T> Array<T> ifftshift(const Array<T>& x, int axis) {
  return ifftshift(x, std::optional<Shape>(Shape{axis}));
}

/// State of a plan cache. `bytes` is an estimate from the tables a plan of its length needs: neither cuFFT nor FFTW
/// tells. A miss makes a plan, which costs from 10 us (CPU) to milliseconds (GPU).
struct PlanCacheInfo {
  std::size_t count = 0, bytes = 0, limit_bytes = 0, hits = 0, misses = 0;
};
/// Plans are kept, least recently used out first, up to `bytes` (default 512 MiB) in each cache: one for the CPU and
/// one for each GPU stream; the latter also hold at most 128 plans. The plan used last is kept even above the limit,
/// except under limit 0. GPU caches shrink to a new limit at their next use. Work areas are not part of a cache: they
/// come from the memory pool at each call. Where a new plan displaces an old one of a GPU, the call waits for the
/// stream. A plan captured in a CUDA graph stays until clear_plan_cache or the end of its stream.
TUKEY_EXPORT void set_plan_cache_limit(std::size_t bytes);
/// Of the CPU's cache, or of the cache of the device's current stream.
TUKEY_EXPORT PlanCacheInfo plan_cache_info(Device device = default_device());
/// Drops all plans of that cache and sets its hits and misses to 0. Waits for the GPU.
TUKEY_EXPORT void clear_plan_cache(Device device = default_device());

}  // namespace tukey::fft
