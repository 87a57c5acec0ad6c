// SPDX-License-Identifier: Apache-2.0
// Spectra of signals cut into windowed frames: periodogram, welch, csd, spectrogram.
//
// Common to all. A signal of n samples along `axis` is cut into frames of nperseg samples, nperseg - noverlap apart;
// samples that do not fill a last frame are not used. Each frame is freed from its mean (or line of least squares),
// multiplied by the window w, padded with zeros to nfft, and transformed: X[k] = sum_i x[i] w[i] exp(-2 pi i k i /
// nfft). Scaling of |X|^2: density 1 / (fs sum w^2), in V^2/Hz, or spectrum 1 / (sum w)^2, in V^2. return_onesided, of
// real signals: the bins 0..nfft/2, where the squares of all but bin 0 and, for even nfft, bin nfft/2 are doubled; f =
// k fs / nfft >= 0. Else, and for complex signals always: all nfft bins, f in the order of fft::fftfreq. nperseg
// defaults to 256, or to the length of a window of samples; a named window's nperseg is clipped to the length of the
// signal. noverlap defaults to nperseg / 2 (spectrogram: nperseg / 8), nfft to nperseg. Frequencies and times are host
// values (Axis): they follow from the arguments alone.
//
// x: float, double, complex<float> or complex<double>, rank 1 or more, any strides; the other axes are independent
// signals. The result has x's precision and device; sums over samples and frames run in double. An axis of length 0
// gives an axis of length 0 (and no frequencies); other axes may be empty.
// Nothing waits for the GPU. Work memory there: about 32 MB, or one frame if that is larger; welch and csd with
// Average::median also hold the squares of all frames of one signal.
// InvalidArgument: rank 0, axis out of range, fs not positive, nperseg < 1, noverlap outside [0, nperseg),
// nfft < nperseg, a window of samples whose length is not nperseg or is longer than the signal, devices that differ.
// Norm-wise accuracy: 4 eps sqrt(log2 nfft).
#pragma once

#include <complex>
#include <optional>

#include "tukey/array.hpp"
#include "tukey/signal/axis.hpp"
#include "tukey/signal/windows.hpp"

namespace tukey::signal {

/// What is taken from each frame before the window: nothing, its mean, its line of least squares.
enum class Detrend { none, constant, linear };
enum class Scaling { density, spectrum };
/// Over frames: the mean, or the median divided by its bias for noise (of real and imaginary parts separately).
enum class Average { mean, median };

template <class T> struct Spectrum {
  Axis f;
  Array<real_t<T>> pxx;  // frequencies along `axis`
};
template <class T> struct CrossSpectrum {
  Axis f;
  Array<std::complex<real_t<T>>> pxy;
};
/// Frequencies take the place of `axis`, times are a new last axis (a view of time-major memory). t is the middle of
/// each frame: (nperseg / 2 + frame (nperseg - noverlap)) / fs.
template <class T> struct Spectrogram {
  Axis f, t;
  Array<real_t<T>> sxx;
};
template <class T> struct ComplexSpectrogram {
  Axis f, t;
  Array<std::complex<real_t<T>>> sxx;
};

struct PeriodogramOptions {
  double fs = 1.0;
  Window window = "boxcar";
  /// Above the signal's length: zeros follow the frame. Below: only the first nfft samples are used.
  std::optional<index_t> nfft = {};
  Detrend detrend = Detrend::constant;
  bool return_onesided = true;
  Scaling scaling = Scaling::density;
  int axis = -1;
};

struct WelchOptions {
  double fs = 1.0;
  Window window = "hann";
  std::optional<index_t> nperseg = {}, noverlap = {}, nfft = {};
  Detrend detrend = Detrend::constant;
  bool return_onesided = true;
  Scaling scaling = Scaling::density;
  int axis = -1;
  Average average = Average::mean;
};

/// psd: |X|^2 scaled as above. magnitude: |X| times the root of the scale, nothing doubled. angle: of X, in
/// (-pi, pi]. phase: the angle, unwrapped along frequency.
enum class SpectrogramMode { psd, magnitude, angle, phase };

struct SpectrogramOptions {
  double fs = 1.0;
  Window window = {"tukey", 0.25};
  std::optional<index_t> nperseg = {}, noverlap = {}, nfft = {};
  Detrend detrend = Detrend::constant;
  bool return_onesided = true;
  Scaling scaling = Scaling::density;
  int axis = -1;
  SpectrogramMode mode = SpectrogramMode::psd;
};

/// The spectrum of the whole signal as one frame. scipy.signal.periodogram.
template <class T> Spectrum<T> periodogram(const Array<T>& x, const PeriodogramOptions& options = {});
/// The average of |X|^2 over overlapping frames (Welch 1967). scipy.signal.welch.
template <class T> Spectrum<T> welch(const Array<T>& x, const WelchOptions& options = {});
/// The average of conj(X) Y over overlapping frames. x and y may differ in length: zeros follow the shorter one.
/// Their other axes are broadcast together; each has its own `axis`. scipy.signal.csd, which returns a real array
/// where y is x.
template <class T> CrossSpectrum<T> csd(const Array<T>& x, const Array<T>& y, const WelchOptions& options = {});
/// The spectrum of every frame. scipy.signal.spectrogram.
template <class T> Spectrogram<T> spectrogram(const Array<T>& x, const SpectrogramOptions& options = {});
/// X of every frame, times the root of the scale; options.mode is ignored. scipy.signal.spectrogram, mode="complex".
template <class T> ComplexSpectrogram<T> complex_spectrogram(const Array<T>& x, const SpectrogramOptions& options = {});

/// The same into an existing array or view of the result's shape and device (else InvalidArgument), which must not
/// overlap the signals.
template <class T>
void periodogram_into(Array<real_t<T>>& pxx, const Array<T>& x, const PeriodogramOptions& options = {});
template <class T> void welch_into(Array<real_t<T>>& pxx, const Array<T>& x, const WelchOptions& options = {});
template <class T>
void csd_into(Array<std::complex<real_t<T>>>& pxy, const Array<T>& x, const Array<T>& y,
              const WelchOptions& options = {});
template <class T>
void spectrogram_into(Array<real_t<T>>& sxx, const Array<T>& x, const SpectrogramOptions& options = {});
template <class T>
void complex_spectrogram_into(Array<std::complex<real_t<T>>>& sxx, const Array<T>& x,
                              const SpectrogramOptions& options = {});

}  // namespace tukey::signal
