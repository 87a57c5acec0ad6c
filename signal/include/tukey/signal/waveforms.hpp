// SPDX-License-Identifier: Apache-2.0
// Waveforms at given times, on the device of the times; impulses and maximum length sequences. T: float, double.
// Nothing here waits for the GPU. Times may be any view; results are row-major, of the shape of t.
#pragma once

#include <complex>
#include <cstdint>
#include <optional>
#include <vector>

#include "tukey/array.hpp"

namespace tukey::signal {

enum class ChirpMethod { linear, quadratic, logarithmic, hyperbolic };
struct ChirpOptions {
  ChirpMethod method = ChirpMethod::linear;
  double phi = 0;           // the phase at t = 0, in degrees
  bool vertex_zero = true;  // quadratic: the vertex of the parabola is at t = 0, else at t1
};

/// cos(2 pi p(t) + phi), a tone whose frequency dp/dt goes from f0 at t = 0 to f1 at t = t1:
///   linear f0 + (f1 - f0) t / t1;  quadratic f0 + (f1 - f0) (t / t1)^2, or f1 - (f1 - f0) (1 - t / t1)^2;
///   logarithmic f0 (f1 / f0)^(t / t1);  hyperbolic f0 f1 t1 / ((f0 - f1) t + f1 t1).
/// Accuracy: 4 eps(T) of the largest value for double with a linear or quadratic sweep, whose phase is computed in
/// twice double precision: a chirp of 10^9 turns keeps it, where SciPy's phase is off by 10^9 * 2 pi eps. Otherwise
/// the phase, in double, is off by 8 eps(double) of the turns so far.
/// InvalidArgument: f0, t1, f1, phi not finite or t1 = 0; logarithmic: f0 and f1 not of one sign; hyperbolic: f0 or f1
/// is 0. scipy.signal.chirp; chirp_complex, e^(i (2 pi p(t) + phi)), is its complex=True.
template <class T> Array<T> chirp(const Array<T>& t, double f0, double t1, double f1, const ChirpOptions& options = {});
template <class T>
Array<std::complex<T>> chirp_complex(const Array<T>& t, double f0, double t1, double f1,
                                     const ChirpOptions& options = {});

/// cos(2 pi p(t) + phi) where dp/dt is the polynomial `poly`, highest power first, p(0) = 0; phi in degrees.
/// Accuracy for double: 4 eps of the largest value while sum |terms of p| < 10^14 turns, by twice double precision; for
/// float the phase is computed in double. InvalidArgument: poly empty, longer than 63 or not finite, phi not finite.
/// scipy.signal.sweep_poly.
template <class T> Array<T> sweep_poly(const Array<T>& t, const std::vector<double>& poly, double phi = 0);

/// A sawtooth of period 2 pi (the double) that rises from -1 to 1 over `width` of it and falls over the rest; NaN where
/// the width is not in [0, 1]. The width is one number, or an array on the device of t that broadcasts to its shape.
/// The remainder of t is exact; accuracy 4 eps(T) of 1 / (1 - width) or 1 / width. scipy.signal.sawtooth.
template <class T> Array<T> sawtooth(const Array<T>& t, double width = 1);
template <class T> Array<T> sawtooth(const Array<T>& t, const Array<T>& width);
/// 1 in the first `duty` of each period 2 pi, -1 in the rest; NaN where the duty is not in [0, 1] or t is not finite
/// (where SciPy gives -1). Exact. scipy.signal.square; write signal::square, tukey::square is x * x.
template <class T> Array<T> square(const Array<T>& t, double duty = 0.5);
template <class T> Array<T> square(const Array<T>& t, const Array<T>& duty);

struct GaussPulseOptions {
  double fc = 1000;  // centre frequency, Hz
  double bw = 0.5;   // bandwidth, of fc
  double bwr = -6;   // the level at which the bandwidth counts, dB
  double tpr = -60;  // the level at which the pulse counts as over, dB (gausspulse_cutoff)
  bool retquad = false;
  bool retenv = false;
};
template <class T> struct GaussPulse {
  Array<T> yI, yQ, yenv;  // in phase; quadrature and envelope, of shape (0,) where not asked for
};
/// e^(-a t^2) times cos and sin of 2 pi fc t, with a from the bandwidth. Accuracy 4 eps(T) of 1.
/// InvalidArgument: fc negative, bw not positive, bwr not negative, one of them not finite. scipy.signal.gausspulse.
template <class T> GaussPulse<T> gausspulse(const Array<T>& t, const GaussPulseOptions& options = {});
/// The time at which the envelope has fallen to tpr: gausspulse("cutoff", ...). InvalidArgument also for tpr >= 0.
TUKEY_EXPORT double gausspulse_cutoff(const GaussPulseOptions& options = {});

/// Zeros with a 1 at idx (one index per axis, negative ones from the end; without idx the first place).
/// InvalidArgument: as many indices as axes, each in range. scipy.signal.unit_impulse.
template <class T = double>
Array<T> unit_impulse(const Shape& shape, const std::optional<std::vector<index_t>>& idx = {},
                      Device device = default_device());
/// With the 1 in the middle, at n / 2 of each axis: idx="mid".
template <class T = double> Array<T> unit_impulse_mid(const Shape& shape, Device device = default_device());

struct MaxLenSeqOptions {
  std::vector<int> state = {};                // nbits values, not 0 counting as 1; without it all ones
  std::optional<index_t> length = {};         // without it 2^nbits - 1
  std::optional<std::vector<int>> taps = {};  // places in the register, each below nbits
};
struct MaxLenSeq {
  std::vector<std::int8_t> seq;    // of 0 and 1
  std::vector<std::int8_t> state;  // the register at the end, to go on with
};
/// A maximum length sequence from a linear feedback register, on the host: each step gives the first bit and appends
/// its sum with those at the taps. InvalidArgument: nbits below 2; above 32 without taps; taps empty or out of range;
/// a state of another length or all zeros; a negative length. scipy.signal.max_len_seq.
TUKEY_EXPORT MaxLenSeq max_len_seq(int nbits, const MaxLenSeqOptions& options = {});

}  // namespace tukey::signal
