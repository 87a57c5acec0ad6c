// SPDX-License-Identifier: Apache-2.0
// The backend functions of detrend: tukey::reference's, and tukey::cuda's beside them.
#pragma once

#include "tukey/cplx.hpp"
#include "tukey/reference/detrend.hpp"

struct CUstream_st;

namespace tukey::cuda {

template <class T>
void detrend(CUstream_st* stream, const view<const T>& x, const view<T>& y, int axis, bool linear);

}  // namespace tukey::cuda
