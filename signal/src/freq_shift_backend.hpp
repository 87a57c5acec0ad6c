// SPDX-License-Identifier: Apache-2.0
// The backend functions of freq_shift: tukey::reference's, and tukey::cuda's beside them.
#pragma once

#include "tukey/cplx.hpp"
#include "tukey/reference/freq_shift.hpp"

struct CUstream_st;

namespace tukey::cuda {

template <class T>
void freq_shift(CUstream_st* stream, const view<const T>& x, const view<cplx<real_of_t<T>>>& y, double turns, int axis);

}  // namespace tukey::cuda
