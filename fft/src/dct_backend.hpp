// SPDX-License-Identifier: Apache-2.0
// Internal: the passes around the Fourier transform of a cosine or sine transform. Work rows are contiguous, one after
// the other, `length` elements each, in the order of the rows of the views.
#pragma once

#include "dct_row.hpp"

struct CUstream_st;

namespace tukey::cuda {

template <class T>
void dct_in(CUstream_st* stream, view<const T> x, int axis, fft::DctRow<T> row, T* work, index_t length);
template <class T>
void dct_in(CUstream_st* stream, view<const T> x, int axis, fft::DctRow<T> row, cplx<T>* work, index_t length);
template <class T>
void dct_out(CUstream_st* stream, const T* work, view<T> y, int axis, fft::DctRow<T> row, index_t length);
template <class T>
void dct_out(CUstream_st* stream, const cplx<T>* work, view<T> y, int axis, fft::DctRow<T> row, index_t length);

}  // namespace tukey::cuda
