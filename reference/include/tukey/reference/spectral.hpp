// SPDX-License-Identifier: Apache-2.0
// Framed spectra by plain loops and one transform a frame: periodogram, welch, csd, spectrogram.
#pragma once

#include <complex>

#include "tukey/dtypes.hpp"
#include "tukey/export.hpp"
#include "tukey/reference/frame_spec.hpp"

namespace tukey::reference {

// The signal runs along the last axis of x, bins along the last axis of `out` (spectrogram: bins along the last but
// one, frames along the last). The other extents agree. `window` has spec.nperseg values, or is null for all ones.
// T: float, double, long double and their complex; of real signals only half the spectrum is computed.

/// The mean (or median) over frames of |X|^2, scaled.
template <class T>
void power_spectrum(view<const T> x, view<real_t<T>> out, const double* window, const FrameSpec& spec);
/// The mean (or median, of real and imaginary parts) over frames of conj(X) Y, scaled. x and y may differ in length;
/// frames of the shorter one continue with zeros.
template <class T>
void cross_spectrum(view<const T> x, view<const T> y, view<std::complex<real_t<T>>> out, const double* window,
                    const FrameSpec& spec);
/// Per frame: psd, |X|^2 scaled; magnitude, |X| sqrt(scale); angle; phase, the angle unwrapped along frequency.
template <class T>
void spectrogram(view<const T> x, view<real_t<T>> out, const double* window, const FrameSpec& spec, FrameMode mode);
/// Per frame: X sqrt(scale).
template <class T>
void complex_spectrogram(view<const T> x, view<std::complex<real_t<T>>> out, const double* window,
                         const FrameSpec& spec);

}  // namespace tukey::reference
