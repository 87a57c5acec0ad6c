// SPDX-License-Identifier: Apache-2.0
// Framed spectra on the GPU: frames are made, transformed and used up slab by slab, so that work memory is bounded
// and mostly stays in the L2 cache.
#include "spectral_backend.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <list>
#include <memory>

#include "spectral_kernels.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/cuda_error.hpp"
#include "tukey/detail/workspace.hpp"
#include "tukey/fft/fft.hpp"

namespace tukey::cuda {
namespace {

using detail::gpu;
using detail::in;
using detail::out;
using detail::Workspace;

constexpr index_t slab_bytes = index_t(32) << 20;  // of frames and spectra

// Windows that were used on a stream, in device memory: a steady stream of calls copies nothing to the GPU.
class WindowCache {
 public:
  explicit WindowCache(detail::StreamState& state) : stream_(state.stream()) {}

  // Valid for work enqueued while the stream's lock is held. Null for an empty window.
  template <class R> const R* get(const std::vector<double>& window) {
    if (window.empty()) return nullptr;
    const auto same = [&](const Entry& e) { return e.single == (sizeof(R) == 4) && e.values == window; };
    auto found = std::find_if(entries_.begin(), entries_.end(), same);
    if (found == entries_.end()) {
      const std::vector<R> rounded(window.begin(), window.end());
      auto memory = std::make_unique<Workspace>(stream_, rounded.size() * sizeof(R));
      TUKEY_CUDA_CHECK(
          cudaMemcpyAsync(memory->data(), rounded.data(), rounded.size() * sizeof(R), cudaMemcpyHostToDevice, stream_));
      entries_.push_front({sizeof(R) == 4, window, std::move(memory)});
      values_ += window.size();
      // The newest one stays, whatever its size.
      while (entries_.size() > 1 && (entries_.size() > 32 || values_ > (std::size_t(1) << 20))) {
        values_ -= entries_.back().values.size();
        entries_.pop_back();
      }
    } else if (found != entries_.begin()) {
      entries_.splice(entries_.begin(), entries_, found);
    }
    return entries_.front().memory->as<R>();
  }

 private:
  struct Entry {
    bool single;
    std::vector<double> values;
    std::unique_ptr<Workspace> memory;
  };
  CUstream_st* stream_;
  std::list<Entry> entries_;
  std::size_t values_ = 0;
};

// Gives the spectra of slabs of frames, one slab after the other in the same memory.
template <class T> class Framer {
  using R = real_t<T>;
  using C = std::complex<R>;

 public:
  Framer(const detail::GpuCall& call, const Array<T>& x, const R* window, const FrameSpec& spec, index_t most)
      : stream_(call.stream()),
        x_(gpu(in(x))),
        rows_(detail::rows_along(x_, x_.rank - 1)),
        spec_(spec),
        window_(window),
        frames_(Shape{most, spec.nfft}, x.device()),
        sums_(stream_, sums_bytes(spec, most)) {
    if constexpr (is_complex_v<T>)
      spectra_ = frames_;  // in place
    else
      spectra_ = Array<C>(Shape{most, spec.nfft / 2 + 1}, x.device());
  }

  const kernel_t<C>* transform(const Slab& slab) {
    const Array<T> frames = frames_(Slice{0, slab.count()});
    Array<C> spectra = spectra_(Slice{0, slab.count()});
    make_frames(stream_, x_.data, rows_, spec_, slab, window_, sums_.template as<double>(), gpu(out(frames)).data);
    if constexpr (is_complex_v<T>)
      fft::fft_into(spectra, frames);
    else
      fft::rfft_into(spectra, frames);
    return gpu(in(spectra)).data;
  }

 private:
  static std::size_t sums_bytes(const FrameSpec& spec, index_t most) {
    if (spec.nfft <= short_frame || spec.detrend == FrameDetrend::none) return 0;
    return static_cast<std::size_t>(most * frame_parts(spec.nperseg)) * 4 * sizeof(double);
  }

  CUstream_st* stream_;
  view<const kernel_t<T>> x_;
  detail::rows rows_;
  FrameSpec spec_;
  const R* window_;
  Array<T> frames_;
  Array<C> spectra_;
  Workspace sums_;
};

// The bins of a frame that are computed: half of them for a real signal.
template <class T> index_t computed_bins(const FrameSpec& spec) {
  return is_complex_v<T> ? spec.nfft : spec.nfft / 2 + 1;
}

// How the work is cut: whole rows together where several fit, else frames of one row.
struct Cut {
  index_t rows, frames;  // of a slab at most

  template <class F> void for_slabs(index_t all_rows, index_t all_frames, const F& body) const {
    for (index_t row = 0; row < all_rows; row += rows)
      for (index_t frame = 0; frame < all_frames; frame += frames)
        body(Slab{row, std::min(rows, all_rows - row), frame, std::min(frames, all_frames - frame)});
  }
};
template <class T> Cut cut_of(const FrameSpec& spec, index_t rows, index_t signals) {
  const index_t bytes = signals * (spec.nfft * static_cast<index_t>(sizeof(T)) +
                                   computed_bins<T>(spec) * 2 * static_cast<index_t>(sizeof(real_t<T>)));
  const index_t most = std::max<index_t>(1, slab_bytes / bytes);
  if (spec.frames > most) return {1, most};
  return {std::clamp<index_t>(most / spec.frames, 1, rows), spec.frames};
}

std::size_t bytes_of(index_t count, std::size_t size) { return static_cast<std::size_t>(count) * size; }

}  // namespace

template <class T>
void power_spectrum(const detail::GpuCall& call, const Array<T>& x, const Array<real_t<T>>& y,
                    const std::vector<double>& window, const FrameSpec& spec) {
  using R = real_t<T>;
  CUstream_st* const stream = call.stream();
  const auto guard = call.state().lock();
  const R* const weights = call.state().get<WindowCache>().template get<R>(window);
  const view<R> to = out(y);
  const detail::rows rows = detail::rows_along(to, to.rank - 1);
  const index_t bins = computed_bins<T>(spec);
  const Cut cut = cut_of<T>(spec, rows.count, 1);
  const bool median = spec.median && spec.frames > 1;
  Framer<T> framer(call, x, weights, spec, cut.rows * cut.frames);
  const Workspace total(stream, bytes_of(cut.rows * bins, sizeof(double)));
  const Workspace work(stream, median ? bytes_of(cut.rows * spec.frames * bins, sizeof(R))
                                      : bytes_of(cut.rows * sum_pieces(cut.frames) * bins, sizeof(double)));
  const double scale =
      median ? spec.scale / reference::median_bias(spec.frames) : spec.scale / static_cast<double>(spec.frames);
  cut.for_slabs(rows.count, spec.frames, [&](const Slab& slab) {
    const cplx<R>* const spectra = framer.transform(slab);
    const bool last = slab.frame + slab.frames == spec.frames;
    if (median) {
      keep_powers<R>(stream, spectra, slab, bins, spec.frames, work.as<R>());
      if (last) medians<R>(stream, work.as<R>(), slab.rows, spec.frames, bins, total.as<double>(), 1);
    } else {
      sum_powers<R>(stream, spectra, slab, bins, work.as<double>(), total.as<double>(), slab.frame > 0);
    }
    if (last)
      finish_spectrum<R, double>(stream, total.as<double>(), slab.row, slab.rows, bins, spec, scale, to.data, rows);
  });
}

template <class T>
void cross_spectrum(const detail::GpuCall& call, const Array<T>& x, const Array<T>& y,
                    const Array<std::complex<real_t<T>>>& z, const std::vector<double>& window, const FrameSpec& spec) {
  using R = real_t<T>;
  using A = cplx<double>;
  CUstream_st* const stream = call.stream();
  const auto guard = call.state().lock();
  const R* const weights = call.state().get<WindowCache>().template get<R>(window);
  const view<cplx<R>> to = gpu(out(z));
  const detail::rows rows = detail::rows_along(to, to.rank - 1);
  const index_t bins = computed_bins<T>(spec);
  const Cut cut = cut_of<T>(spec, rows.count, 2);
  const bool median = spec.median && spec.frames > 1;
  const index_t most = cut.rows * cut.frames;
  Framer<T> first(call, x, weights, spec, most), second(call, y, weights, spec, most);
  const Workspace total(stream, bytes_of(cut.rows * bins, sizeof(A)));
  const index_t kept = cut.rows * spec.frames * bins;  // real parts, then imaginary parts
  const Workspace work(
      stream, median ? bytes_of(2 * kept, sizeof(R)) : bytes_of(cut.rows * sum_pieces(cut.frames) * bins, sizeof(A)));
  const double scale =
      median ? spec.scale / reference::median_bias(spec.frames) : spec.scale / static_cast<double>(spec.frames);
  cut.for_slabs(rows.count, spec.frames, [&](const Slab& slab) {
    const cplx<R>* const a = first.transform(slab);
    const cplx<R>* const b = second.transform(slab);
    const bool last = slab.frame + slab.frames == spec.frames;
    if (median) {
      R *const re = work.as<R>(), *const im = re + kept;
      keep_products<R>(stream, a, b, slab, bins, spec.frames, re, im);
      if (last) {
        medians<R>(stream, re, slab.rows, spec.frames, bins, total.as<double>(), 2);
        medians<R>(stream, im, slab.rows, spec.frames, bins, total.as<double>() + 1, 2);
      }
    } else {
      sum_products<R>(stream, a, b, slab, bins, work.as<A>(), total.as<A>(), slab.frame > 0);
    }
    if (last) finish_spectrum<cplx<R>, A>(stream, total.as<A>(), slab.row, slab.rows, bins, spec, scale, to.data, rows);
  });
}

namespace {

// Both spectrograms: `store(spectra, slab, data, rows, frame_stride)` writes a slab.
template <class T, class A, class F>
void for_spectra(const detail::GpuCall& call, const Array<T>& x, const Array<A>& y, const std::vector<double>& window,
                 const FrameSpec& spec, const F& store) {
  const auto guard = call.state().lock();
  const real_t<T>* const weights = call.state().get<WindowCache>().template get<real_t<T>>(window);
  auto to = gpu(out(y));
  const index_t frame_stride = to.strides[to.rank - 1];
  --to.rank;
  const detail::rows rows = detail::rows_along(to, to.rank - 1);
  const Cut cut = cut_of<T>(spec, rows.count, 1);
  Framer<T> framer(call, x, weights, spec, cut.rows * cut.frames);
  cut.for_slabs(rows.count, spec.frames,
                [&](const Slab& slab) { store(framer.transform(slab), slab, to.data, rows, frame_stride); });
}

}  // namespace

template <class T>
void spectrogram(const detail::GpuCall& call, const Array<T>& x, const Array<real_t<T>>& y,
                 const std::vector<double>& window, const FrameSpec& spec, FrameMode mode) {
  using R = real_t<T>;
  for_spectra(call, x, y, window, spec,
              [&](const cplx<R>* spectra, const Slab& slab, R* to, const detail::rows& rows, index_t frame_stride) {
                store_spectrogram<R>(call.stream(), spectra, slab, computed_bins<T>(spec), spec, mode, !is_complex_v<T>, to, rows,
                                     frame_stride);
              });
}
template <class T>
void complex_spectrogram(const detail::GpuCall& call, const Array<T>& x, const Array<std::complex<real_t<T>>>& y,
                         const std::vector<double>& window, const FrameSpec& spec) {
  using R = real_t<T>;
  for_spectra(
      call, x, y, window, spec,
      [&](const cplx<R>* spectra, const Slab& slab, cplx<R>* to, const detail::rows& rows, index_t frame_stride) {
        store_values<R>(call.stream(), spectra, slab, computed_bins<T>(spec), spec, !is_complex_v<T>, to, rows,
                        frame_stride);
      });
}

#define TUKEY_INSTANTIATE(T)                                                                                           \
  template void power_spectrum<T>(const detail::GpuCall&, const Array<T>&, const Array<real_t<T>>&,                    \
                                  const std::vector<double>&, const FrameSpec&);                                       \
  template void cross_spectrum<T>(const detail::GpuCall&, const Array<T>&, const Array<T>&,                            \
                                  const Array<std::complex<real_t<T>>>&, const std::vector<double>&,                   \
                                  const FrameSpec&);                                                                   \
  template void spectrogram<T>(const detail::GpuCall&, const Array<T>&, const Array<real_t<T>>&,                       \
                               const std::vector<double>&, const FrameSpec&, FrameMode);                               \
  template void complex_spectrogram<T>(const detail::GpuCall&, const Array<T>&, const Array<std::complex<real_t<T>>>&, \
                                       const std::vector<double>&, const FrameSpec&);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::cuda
