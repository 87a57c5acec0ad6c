// SPDX-License-Identifier: Apache-2.0
// Internal: the steps of framed spectra on the GPU around the transforms. Everything is enqueued; nothing waits.
#pragma once

#include "tukey/cplx.hpp"
#include "tukey/detail/rows.hpp"
#include "tukey/reference/frame_spec.hpp"

struct CUstream_st;

namespace tukey::cuda {

using reference::FrameDetrend;
using reference::FrameMode;
using reference::FrameSpec;

// Rows [row, row + rows) and of each the frames [frame, frame + frames): what is in work memory at one time, frames
// of one row behind each other.
struct Slab {
  index_t row, rows, frame, frames;
  TUKEY_HD index_t count() const { return rows * frames; }
};

// Frames up to this length are detrended by one block each; longer ones by many.
inline constexpr index_t short_frame = 8192;
// Partial sums (mean and slope) of one long frame.
inline index_t frame_parts(index_t nperseg) {
  const index_t parts = (nperseg + short_frame - 1) / short_frame;
  return parts < 512 ? parts : 512;
}

// frames[i] = the windowed, zero-padded frame i of the slab, nfft samples each. `window` is null for all ones.
// sums: scratch of count * frame_parts * 2 values of two doubles, for long frames with detrending only.
template <class T>
void make_frames(CUstream_st* stream, const T* x, const detail::rows& rows, const FrameSpec& spec, const Slab& slab,
                 const real_of_t<T>* window, double* sums, T* frames);

// Sums over the frames of a slab. A: double sums |X|^2, cplx<double> sums conj(X) Y. Spectra have `bins` values.
// Frames are summed in pieces of sum_piece frames into `partial` (rows * sum_pieces * bins), pieces in order into
// total (rows * bins); `add` continues the sums of an earlier slab of the same row.
inline constexpr index_t sum_piece = 64;
inline index_t sum_pieces(index_t frames) { return (frames + sum_piece - 1) / sum_piece; }
template <class R>
void sum_powers(CUstream_st* stream, const cplx<R>* x, const Slab& slab, index_t bins, double* partial, double* total,
                bool add);
template <class R>
void sum_products(CUstream_st* stream, const cplx<R>* x, const cplx<R>* y, const Slab& slab, index_t bins,
                  cplx<double>* partial, cplx<double>* total, bool add);

// The values themselves, for the median: to[(row * all_frames + frame) * bins + bin], row relative to the slab.
template <class R>
void keep_powers(CUstream_st* stream, const cplx<R>* x, const Slab& slab, index_t bins, index_t all_frames, R* to);
template <class R>
void keep_products(CUstream_st* stream, const cplx<R>* x, const cplx<R>* y, const Slab& slab, index_t bins,
                   index_t all_frames, R* re, R* im);
// to[(row * bins + bin) * stride] = the median over frames (NaN if any is NaN).
template <class R>
void medians(CUstream_st* stream, const R* values, index_t rows, index_t frames, index_t bins, double* to,
             index_t stride);

// Rows [row, row + rows) of the result: totals of the computed bins times `scale`, mirrored where the result is
// two-sided but only half was computed. V: R of double totals, cplx<R> of cplx<double>.
template <class V, class A>
void finish_spectrum(CUstream_st* stream, const A* total, index_t row, index_t rows, index_t bins,
                     const FrameSpec& spec, double scale, V* out, const detail::rows& out_rows);

// Bins of a spectrogram's frame are `rows.stride` apart, frames `frame_stride`.
template <class R>
void store_spectrogram(CUstream_st* stream, const cplx<R>* x, const Slab& slab, index_t bins, const FrameSpec& spec,
                       FrameMode mode, bool real_signal, R* out, const detail::rows& rows, index_t frame_stride);
template <class R>
void store_values(CUstream_st* stream, const cplx<R>* x, const Slab& slab, index_t bins, const FrameSpec& spec,
                  bool real_signal, cplx<R>* out, const detail::rows& rows, index_t frame_stride);

}  // namespace tukey::cuda
