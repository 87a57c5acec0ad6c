// SPDX-License-Identifier: Apache-2.0
// The backend function of the waveforms: f(i, t[i], parameter[i]) for every time; `parameter` has the shape of t, or
// no data: then `value` stands for it.
#pragma once

#include "tukey/reference/waveforms.hpp"

struct CUstream_st;

namespace tukey::cuda {

template <class T, class F>
void waveform(CUstream_st* stream, const view<const T>& t, const view<const T>& parameter, double value, const F& f);

}  // namespace tukey::cuda
