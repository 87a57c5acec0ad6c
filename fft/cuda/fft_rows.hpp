// SPDX-License-Identifier: Apache-2.0
// Internal: the passes around a cuFFT call. Rows lie along `axis` of views whose other extents agree.
#pragma once

#include "tukey/cplx.hpp"
#include "tukey/view.hpp"

struct CUstream_st;

namespace tukey::cuda {

// out[j] = scale in[j], zeros where `in` is shorter. In to Out converts real to complex or takes the real part.
// `real_length` > 0: the rows are bins 0.. of a real signal of that length, whose bin 0 and middle bin must be real.
// in and out may be the same view.
template <class In, class Out>
void copy_rows(CUstream_st* stream, view<const In> in, view<Out> out, int axis, real_of_t<In> scale,
               index_t real_length = 0);

// Bins 0..n/2 (in) to all n = out.shape[axis] bins of a real signal: out[k] = v, out[n-k] = conj(v) where v is
// scale in[k], or its conjugate. `in` may be the first bins of `out`.
template <class T>
void mirror_rows(CUstream_st* stream, view<const cplx<T>> in, view<cplx<T>> out, int axis, T scale, bool conjugate);

// out[i] = (i < positive ? i : i - n) step, 1-D.
template <class T> void frequencies(CUstream_st* stream, view<T> out, index_t positive, index_t n, double step);

}  // namespace tukey::cuda
