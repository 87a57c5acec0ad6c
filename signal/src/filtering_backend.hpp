// SPDX-License-Identifier: Apache-2.0
// Internal: the backend functions behind filtering.hpp and convolution.hpp.
#pragma once

#include "tukey/reference/correlate.hpp"
#include "tukey/reference/iir.hpp"
#include "tukey/view.hpp"

struct CUstream_st;

namespace tukey::cuda {

// As the functions of the same names in reference::, for device memory, on the stream.
template <class T>
void sosfilt(CUstream_st* stream, const view<const T>& x, const view<T>& y, const double* sos, int sections, int axis,
             const view<const T>& zi, const view<T>& zf);
template <class T>
void sosfiltfilt(CUstream_st* stream, const view<const T>& x, const view<T>& y, const double* sos, int sections,
                 const double* steady, int axis, int extension, index_t edge);
template <class T>
void correlate(CUstream_st* stream, const view<const T>& s, const view<const T>& w, const view<T>& y,
               const index_t* offset, bool conj_s, bool conj_w);

}  // namespace tukey::cuda
