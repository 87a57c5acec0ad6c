// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/spectral.hpp"

#include <algorithm>

#include "spectral_backend.hpp"
#include "tukey/detail/access.hpp"

namespace tukey::signal {
namespace {

using detail::require;
using reference::FrameSpec;

// All arguments settled for a signal of n samples.
struct Frames {
  FrameSpec spec{};
  std::vector<double> window;  // empty for all ones
  double fs = 1;
  index_t bins = 0, frames = 0;  // 0 for an empty signal

  const double* weights() const { return window.empty() ? nullptr : window.data(); }
  Axis frequencies() const {
    return Axis(bins, 0, fs, static_cast<double>(spec.nfft), spec.onesided ? bins : (bins - 1) / 2 + 1);
  }
  Axis times() const {
    return Axis(frames, static_cast<double>(spec.nperseg) / 2, static_cast<double>(spec.step), fs, frames);
  }
};

reference::FrameDetrend detrend_of(Detrend d) {
  return d == Detrend::none     ? reference::FrameDetrend::none
         : d == Detrend::linear ? reference::FrameDetrend::linear
                                : reference::FrameDetrend::constant;
}

// O: WelchOptions or SpectrogramOptions; overlap_part: noverlap defaults to nperseg / overlap_part.
template <class O> Frames settle(const char* name, const O& o, index_t n, bool complex, index_t overlap_part) {
  Frames r;
  require(o.fs > 0, name, "fs must be positive, got ", o.fs);
  require(!o.nperseg || *o.nperseg >= 1, name, "nperseg must be positive, got ", o.nperseg.value_or(0));
  r.fs = o.fs;
  if (n == 0) return r;
  FrameSpec& s = r.spec;
  if (o.window.is_samples()) {
    const index_t length = static_cast<index_t>(o.window.samples().size());
    s.nperseg = o.nperseg.value_or(length);
    require(length >= 1, name, "the window is empty");
    require(length == s.nperseg, name, "the window has ", length, " samples, but nperseg is ", s.nperseg);
    require(length <= n, name, "the window has ", length, " samples, the signal only ", n);
  } else {
    s.nperseg = std::min(o.nperseg.value_or(256), n);
  }
  const index_t noverlap = o.noverlap.value_or(s.nperseg / overlap_part);
  require(noverlap >= 0 && noverlap < s.nperseg, name, "noverlap must be in [0, nperseg = ", s.nperseg, "), got ",
          noverlap);
  s.nfft = o.nfft.value_or(s.nperseg);
  require(s.nfft >= s.nperseg, name, "nfft must be at least nperseg = ", s.nperseg, ", got ", s.nfft);
  s.step = s.nperseg - noverlap;
  s.frames = (n - s.nperseg) / s.step + 1;
  s.detrend = detrend_of(o.detrend);
  s.onesided = o.return_onesided && !complex;

  double sum = static_cast<double>(s.nperseg), squares = sum;
  if (o.window.name() != "boxcar") {
    r.window = get_window(o.window, s.nperseg);
    sum = squares = 0;
    for (const double w : r.window) sum += w, squares += w * w;
  }
  s.scale = o.scaling == Scaling::density ? 1 / (o.fs * squares) : 1 / (sum * sum);
  r.bins = s.bins();
  r.frames = s.frames;
  return r;
}

// periodogram is welch of one frame.
template <class T> WelchOptions as_welch(const Array<T>& x, const PeriodogramOptions& o, int axis) {
  require(!o.nfft || *o.nfft >= 1, "periodogram", "nfft must be positive, got ", o.nfft.value_or(0));
  WelchOptions w;
  const index_t n = x.shape(axis);
  w.fs = o.fs;
  w.window = o.window;
  if (n > 0) w.nperseg = std::min(n, o.nfft.value_or(n));
  w.noverlap = 0;
  w.nfft = o.nfft;
  w.detrend = o.detrend;
  w.return_onesided = o.return_onesided;
  w.scaling = o.scaling;
  w.axis = axis;
  return w;
}

template <class T> int axis_of(const char* name, const Array<T>& x, int axis) {
  require(x.rank() > 0, name, "x must have at least one axis");
  return detail::normalize_axis(axis, x.rank(), name);
}
template <class T> Array<T> axis_last(const Array<T>& x, int axis) { return x.moveaxis(axis, x.rank() - 1); }
Shape with_extent(Shape shape, int axis, index_t extent) {
  shape[axis] = extent;
  return shape;
}

template <class A, class T>
void check_target(const char* name, const Array<A>& out, const Shape& shape, const Array<T>& x) {
  require(out.shape() == shape, name, "the result has shape ", shape.str(), ", the array for it ", out.shape().str());
  detail::require_same_device(out.device(), x.device(), name);
}

// ---- periodogram and welch

template <class T> void power(const Array<real_t<T>>& out, const Array<T>& x, int axis, const Frames& frames) {
  if (out.size() == 0) return;
  const Array<T> signals = axis_last(x, axis);
  const Array<real_t<T>> target = axis_last(out, axis);
  if constexpr (has_cuda)
    if (x.device().is_cuda()) {
      detail::GpuCall call(x.device());
      return cuda::power_spectrum<T>(call, signals, target, frames.window, frames.spec);
    }
  reference::power_spectrum<T>(detail::in(signals), detail::out(target), frames.weights(), frames.spec);
}

template <class T> Frames settle_welch(const char* name, const Array<T>& x, const WelchOptions& o, int axis) {
  Frames frames = settle(name, o, x.shape(axis), is_complex_v<T>, 2);
  frames.spec.median = o.average == Average::median;
  return frames;
}
template <class T> Spectrum<T> welch_as(const char* name, const Array<T>& x, const WelchOptions& o, int axis) {
  const Frames frames = settle_welch(name, x, o, axis);
  Spectrum<T> s{frames.frequencies(), Array<real_t<T>>(with_extent(x.shape(), axis, frames.bins), x.device())};
  power(s.pxx, x, axis, frames);
  return s;
}
template <class T>
void welch_into_as(const char* name, Array<real_t<T>>& out, const Array<T>& x, const WelchOptions& o, int axis) {
  const Frames frames = settle_welch(name, x, o, axis);
  check_target(name, out, with_extent(x.shape(), axis, frames.bins), x);
  power(out, x, axis, frames);
}

// The leading nfft samples, where a periodogram uses only those.
template <class T> Array<T> cropped(const Array<T>& x, const PeriodogramOptions& o, int axis) {
  if (!o.nfft || *o.nfft >= x.shape(axis)) return x;
  return x.moveaxis(axis, 0)(Slice{0, *o.nfft}).moveaxis(0, axis);
}

// ---- csd

// x and y with the signal last and their other axes broadcast together; where the result's frequencies go.
template <class T> struct Pair {
  Array<T> x, y;
  int axis = 0;
  Shape shape;  // of the result, with extent 0 along the axis
  Frames frames;

  Pair(const Array<T>& a, const Array<T>& b, const WelchOptions& o) {
    constexpr const char* name = "csd";
    detail::require_same_device(a.device(), b.device(), name);
    x = axis_last(a, axis_of(name, a, o.axis));
    require(b.rank() > 0, name, "y must have at least one axis");
    y = axis_last(b, detail::normalize_axis(o.axis, b.rank(), name));
    const index_t nx = x.shape().back(), ny = y.shape().back();
    Shape outer_x = x.shape(), outer_y = y.shape();
    outer_x.erase(outer_x.rank() - 1);
    outer_y.erase(outer_y.rank() - 1);
    const Shape outer = broadcast_shapes(outer_x, outer_y, name);
    const auto spread = [&](const Array<T>& v) {
      Shape s = outer;
      s.push_back(v.shape().back());
      return v.broadcast_to(s);
    };
    x = spread(x), y = spread(y);
    axis = o.axis < 0 ? o.axis + x.rank() : o.axis;
    frames = settle(name, o, nx == 0 || ny == 0 ? 0 : std::max(nx, ny), is_complex_v<T>, 2);
    frames.spec.median = o.average == Average::median;
    shape = outer;
    shape.insert(axis, frames.bins);
  }
};

template <class T> void cross(const Array<std::complex<real_t<T>>>& out, const Pair<T>& p) {
  if (out.size() == 0) return;
  const auto target = axis_last(out, p.axis);
  if constexpr (has_cuda)
    if (p.x.device().is_cuda()) {
      detail::GpuCall call(p.x.device());
      return cuda::cross_spectrum<T>(call, p.x, p.y, target, p.frames.window, p.frames.spec);
    }
  reference::cross_spectrum<T>(detail::in(p.x), detail::in(p.y), detail::out(target), p.frames.weights(),
                               p.frames.spec);
}

// ---- spectrogram

reference::FrameMode mode_of(SpectrogramMode m) {
  switch (m) {
    case SpectrogramMode::magnitude:
      return reference::FrameMode::magnitude;
    case SpectrogramMode::angle:
      return reference::FrameMode::angle;
    case SpectrogramMode::phase:
      return reference::FrameMode::phase;
    default:
      return reference::FrameMode::psd;
  }
}

// Each of `store`'s backends: real or complex.
template <class A, class T>
void store(const Array<A>& out, const Array<T>& x, int axis, const Frames& frames, SpectrogramMode mode) {
  if (out.size() == 0) return;
  const Array<T> signals = axis_last(x, axis);
  const Array<A> target = out.moveaxis(axis, out.rank() - 2);
  if constexpr (has_cuda)
    if (x.device().is_cuda()) {
      detail::GpuCall call(x.device());
      if constexpr (is_complex_v<A>)
        cuda::complex_spectrogram<T>(call, signals, target, frames.window, frames.spec);
      else
        cuda::spectrogram<T>(call, signals, target, frames.window, frames.spec, mode_of(mode));
      return;
    }
  if constexpr (is_complex_v<A>)
    reference::complex_spectrogram<T>(detail::in(signals), detail::out(target), frames.weights(), frames.spec);
  else
    reference::spectrogram<T>(detail::in(signals), detail::out(target), frames.weights(), frames.spec, mode_of(mode));
}

// Memory is time-major: the bins of a frame are neighbours.
template <class A> Array<A> spectrogram_array(const Shape& shape, int axis, const Frames& frames, Device device) {
  require(shape.rank() < max_rank, "spectrogram", "x may have at most ", max_rank - 1, " axes, got ", shape.rank());
  Shape memory = shape;
  memory.erase(axis);
  memory.push_back(frames.frames);
  memory.push_back(frames.bins);
  const Array<A> y(memory, device);
  return y.moveaxis(memory.rank() - 1, axis);
}
template <class A, class T>
void store_into(const char* name, Array<A>& out, const Array<T>& x, const SpectrogramOptions& o) {
  const int axis = axis_of(name, x, o.axis);
  const Frames frames = settle(name, o, x.shape(axis), is_complex_v<T>, 8);
  require(x.rank() < max_rank, name, "x may have at most ", max_rank - 1, " axes, got ", x.rank());
  Shape shape = with_extent(x.shape(), axis, frames.bins);
  shape.push_back(frames.frames);
  check_target(name, out, shape, x);
  store(out, x, axis, frames, o.mode);
}

}  // namespace

template <class T> Spectrum<T> periodogram(const Array<T>& x, const PeriodogramOptions& o) {
  const int axis = axis_of("periodogram", x, o.axis);
  const WelchOptions w = as_welch(x, o, axis);
  return welch_as("periodogram", cropped(x, o, axis), w, axis);
}
template <class T> void periodogram_into(Array<real_t<T>>& pxx, const Array<T>& x, const PeriodogramOptions& o) {
  const int axis = axis_of("periodogram", x, o.axis);
  const WelchOptions w = as_welch(x, o, axis);
  welch_into_as("periodogram", pxx, cropped(x, o, axis), w, axis);
}

template <class T> Spectrum<T> welch(const Array<T>& x, const WelchOptions& o) {
  return welch_as("welch", x, o, axis_of("welch", x, o.axis));
}
template <class T> void welch_into(Array<real_t<T>>& pxx, const Array<T>& x, const WelchOptions& o) {
  welch_into_as("welch", pxx, x, o, axis_of("welch", x, o.axis));
}

template <class T> CrossSpectrum<T> csd(const Array<T>& x, const Array<T>& y, const WelchOptions& o) {
  const Pair<T> p(x, y, o);
  CrossSpectrum<T> s{p.frames.frequencies(), Array<std::complex<real_t<T>>>(p.shape, x.device())};
  cross(s.pxy, p);
  return s;
}
template <class T>
void csd_into(Array<std::complex<real_t<T>>>& pxy, const Array<T>& x, const Array<T>& y, const WelchOptions& o) {
  const Pair<T> p(x, y, o);
  check_target("csd", pxy, p.shape, x);
  cross(pxy, p);
}

template <class T> Spectrogram<T> spectrogram(const Array<T>& x, const SpectrogramOptions& o) {
  const int axis = axis_of("spectrogram", x, o.axis);
  const Frames frames = settle("spectrogram", o, x.shape(axis), is_complex_v<T>, 8);
  Spectrogram<T> s{frames.frequencies(), frames.times(),
                   spectrogram_array<real_t<T>>(x.shape(), axis, frames, x.device())};
  store(s.sxx, x, axis, frames, o.mode);
  return s;
}
template <class T> void spectrogram_into(Array<real_t<T>>& sxx, const Array<T>& x, const SpectrogramOptions& o) {
  store_into("spectrogram", sxx, x, o);
}
template <class T> ComplexSpectrogram<T> complex_spectrogram(const Array<T>& x, const SpectrogramOptions& o) {
  const int axis = axis_of("complex_spectrogram", x, o.axis);
  const Frames frames = settle("complex_spectrogram", o, x.shape(axis), is_complex_v<T>, 8);
  ComplexSpectrogram<T> s{frames.frequencies(), frames.times(),
                          spectrogram_array<std::complex<real_t<T>>>(x.shape(), axis, frames, x.device())};
  store(s.sxx, x, axis, frames, o.mode);
  return s;
}
template <class T>
void complex_spectrogram_into(Array<std::complex<real_t<T>>>& sxx, const Array<T>& x, const SpectrogramOptions& o) {
  store_into("complex_spectrogram", sxx, x, o);
}

#define TUKEY_INSTANTIATE(T)                                                                                      \
  template TUKEY_EXPORT Spectrum<T> periodogram<T>(const Array<T>&, const PeriodogramOptions&);                   \
  template TUKEY_EXPORT Spectrum<T> welch<T>(const Array<T>&, const WelchOptions&);                               \
  template TUKEY_EXPORT CrossSpectrum<T> csd<T>(const Array<T>&, const Array<T>&, const WelchOptions&);           \
  template TUKEY_EXPORT Spectrogram<T> spectrogram<T>(const Array<T>&, const SpectrogramOptions&);                \
  template TUKEY_EXPORT ComplexSpectrogram<T> complex_spectrogram<T>(const Array<T>&, const SpectrogramOptions&); \
  template TUKEY_EXPORT void periodogram_into<T>(Array<real_t<T>>&, const Array<T>&, const PeriodogramOptions&);  \
  template TUKEY_EXPORT void welch_into<T>(Array<real_t<T>>&, const Array<T>&, const WelchOptions&);              \
  template TUKEY_EXPORT void csd_into<T>(Array<std::complex<real_t<T>>>&, const Array<T>&, const Array<T>&,       \
                                         const WelchOptions&);                                                    \
  template TUKEY_EXPORT void spectrogram_into<T>(Array<real_t<T>>&, const Array<T>&, const SpectrogramOptions&);  \
  template TUKEY_EXPORT void complex_spectrogram_into<T>(Array<std::complex<real_t<T>>>&, const Array<T>&,        \
                                                         const SpectrogramOptions&);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::signal
