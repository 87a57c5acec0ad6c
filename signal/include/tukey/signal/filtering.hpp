// SPDX-License-Identifier: Apache-2.0
// Recursive filtering by second-order sections. Types: float, double and their complex; coefficients are real.
// Nothing here waits for the GPU.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "tukey/array.hpp"
#include "tukey/signal/filter_design.hpp"

namespace tukey::signal {

/// Output and final state of a filter.
template <class T> struct Filtered { Array<T> y, zf; };

struct SosfiltOptions {
  int axis = -1;
};

/// Filters x along an axis by a cascade of second-order sections, each in direct form II transposed:
///   y = b0 x + z0,   z0 = b1 x - a1 y + z1,   z1 = b2 x - a2 y,
/// starting from rest. y has the shape of x.
/// InvalidArgument where there is no section, a0 is not 1, or the axis is out of range.
/// Accuracy: states and what passes between sections are double for float data too, so that float results are within
/// 2 eps(float); double results within 16 eps(double) / w, w the smallest angle of a pole divided by pi (0.002 for
/// butter(4, 0.002)). NaN and Inf never affect earlier samples; in a recursive filter they stay for ever.
/// On the GPU a long signal is cut into chunks that are filtered in parallel; an unstable filter runs without chunks.
/// scipy.signal.sosfilt.
template <class T> Array<T> sosfilt(const Sos& sos, const Array<T>& x, SosfiltOptions options = {});

/// The same from the state zi, whose shape is (n_sections,) + the shape of x with 2 in place of the axis: {z0, z1} of
/// each section. zf is the state after the last sample, in the same layout, so that y of pieces joined equals y of
/// the whole: the zf of one call is the zi of the next. InvalidArgument for another shape.
template <class T>
Filtered<T> sosfilt(const Sos& sos, const Array<T>& x, const Array<T>& zi, SosfiltOptions options = {});

/// Into existing arrays: y of the shape of x (it may be x itself, but must not overlap it otherwise), zf of the
/// shape of zi (may be zi itself).
template <class T> void sosfilt_into(Array<T>& y, const Sos& sos, const Array<T>& x, SosfiltOptions options = {});
template <class T>
void sosfilt_into(Array<T>& y, Array<T>& zf, const Sos& sos, const Array<T>& x, const Array<T>& zi,
                  SosfiltOptions options = {});

/// The state of each section {z0, z1} in which a constant input of 1 has gone on for ever: sosfilt of ones from there
/// gives the gain at frequency 0 from the first sample on. InvalidArgument for a pole at z = 1.
/// scipy.signal.sosfilt_zi.
TUKEY_EXPORT std::vector<std::array<double, 2>> sosfilt_zi(const Sos& sos);

/// How a signal is continued beyond its ends: not at all, by its reflection through the end point (2 x[0] - x[k]),
/// by its mirror image (x[k]), or by its end value.
enum class PadType { none, odd, even, constant };

struct SosfiltfiltOptions {
  int axis = -1;
  PadType padtype = PadType::odd;
  /// Samples added at each end. By default 3 (2 n_sections + 1 - m), m the smaller of the numbers of sections
  /// with b2 = 0 and with a2 = 0.
  std::optional<index_t> padlen = {};
};

/// Filters forwards and backwards, each from the steady state of its first sample: no phase shift, the square of the
/// gain. InvalidArgument where the axis has no more than padlen samples, or for a pole at z = 1.
/// scipy.signal.sosfiltfilt.
template <class T> Array<T> sosfiltfilt(const Sos& sos, const Array<T>& x, SosfiltfiltOptions options = {});
template <class T>
void sosfiltfilt_into(Array<T>& y, const Sos& sos, const Array<T>& x, SosfiltfiltOptions options = {});

}  // namespace tukey::signal
