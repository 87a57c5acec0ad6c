// SPDX-License-Identifier: Apache-2.0
// freq_shift: a digital mixer. Types: float, double and their complex. Nothing here waits for the GPU.
#pragma once

#include "tukey/array.hpp"

namespace tukey::signal {

struct FreqShiftOptions {
  double fs = 1.0;  // sampling frequency, in the unit of freq
  int axis = -1;
};

/// y[k] = x[k] exp(-2 pi i k freq / fs) along `axis`: what was at `freq` is then at 0. y is complex, of the shape of x.
/// freq may be negative, 0 or beyond fs. The phase is reduced to one turn in twice double precision, so that long
/// signals do not lose it; accuracy: 4 eps(T). InvalidArgument: freq or fs not finite, fs not positive, axis out of
/// range. SciPy has none; cuSignal's and CuPy's freq_shift has this
/// sign.
template <class T>
Array<std::complex<real_t<T>>> freq_shift(const Array<T>& x, double freq, FreqShiftOptions options = {});
/// Into an existing array of the shape and device of x, which (for complex x) may be x itself but must not overlap it
/// otherwise.
template <class T>
void freq_shift_into(Array<std::complex<real_t<T>>>& y, const Array<T>& x, double freq, FreqShiftOptions options = {});

}  // namespace tukey::signal
