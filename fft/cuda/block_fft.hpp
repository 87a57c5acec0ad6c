// SPDX-License-Identifier: Apache-2.0
// Internal: transforms by our own kernels. Each call does the whole job (padding, cropping, factor, any strides) in
// one pass over memory up to 8192 points (double: 4096), two beyond, or returns false with nothing done where the
// length, the layout or a measurement speaks for cuFFT. in and out may be the same view.
#pragma once

#include "tukey/cplx.hpp"
#include "tukey/view.hpp"

struct CUstream_st;

namespace tukey::cuda {

// `direct`: cuFFT would need no pass beside its own.
template <class T>
bool block_fft(CUstream_st* stream, view<const cplx<T>> in, view<cplx<T>> out, int axis, bool inverse, T scale,
               bool direct);
template <class T>
bool block_rfft(CUstream_st* stream, view<const T> in, view<cplx<T>> out, int axis, index_t n, T scale, bool direct);
template <class T> bool block_irfft(CUstream_st* stream, view<const cplx<T>> in, view<T> out, int axis, T scale);

}  // namespace tukey::cuda
