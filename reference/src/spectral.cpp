// SPDX-License-Identifier: Apache-2.0
// Framed spectra: one engine gives the transform of any frame; the public functions square, average or store it.
#include "tukey/reference/spectral.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

#include "tukey/detail/parallel.hpp"
#include "tukey/detail/rows.hpp"
#include "tukey/reference/fft.hpp"

namespace tukey::reference {
namespace {

// Sums run at least in double.
template <class R> using wide_real = std::conditional_t<std::is_same<R, long double>::value, long double, double>;
template <class T> struct wide_type { using type = wide_real<T>; };
template <class R> struct wide_type<std::complex<R>> { using type = std::complex<wide_real<R>>; };
template <class T> using wide_t = typename wide_type<T>::type;

// The rows of a spectrogram: axes before the last two. Bins are `bin` apart, frames `frame`.
struct SpectrogramRows {
  detail::rows rows;
  index_t bin, frame;
};
template <class T> SpectrogramRows spectrogram_rows(view<T> v) {
  const index_t frame = v.strides[v.rank - 1];
  --v.rank;
  const detail::rows r = detail::rows_along(v, v.rank - 1);
  return {r, r.stride, frame};
}

// Transforms of frames of one row.
template <class T> class Framer {
  using R = real_t<T>;
  using C = std::complex<R>;
  using W = wide_t<T>;

 public:
  Framer(const view<const T>& x, const double* window, const FrameSpec& spec)
      : data_(x.data), rows_(detail::rows_along(x, x.rank - 1)), spec_(spec) {
    if (window) window_.assign(window, window + spec.nperseg);
  }

  index_t rows() const { return rows_.count; }
  // Bins that are computed: of a real signal the first half.
  index_t bins() const { return is_complex_v<T> ? spec_.nfft : spec_.nfft / 2 + 1; }

  struct Buffers {
    std::vector<T> frame;
    std::vector<C> spectrum;
  };
  Buffers buffers() const { return {std::vector<T>(spec_.nfft), std::vector<C>(bins())}; }

  // Leaves the frame's spectrum in b.spectrum.
  void transform(index_t row, index_t frame, Buffers& b) const {
    const index_t begin = frame * spec_.step;
    const index_t n = std::clamp<index_t>(rows_.length - begin, 0, spec_.nperseg);
    const T* x = data_ + rows_.offset(row) + begin * rows_.stride;
    T* y = b.frame.data();
    for (index_t i = 0; i < n; ++i) y[i] = x[i * rows_.stride];
    std::fill(y + n, y + spec_.nfft, T(0));
    detrend(y);
    if (!window_.empty())
      for (index_t i = 0; i < spec_.nperseg; ++i) y[i] *= window_[i];
    if constexpr (is_complex_v<T>)
      fft_row<R>(y, b.spectrum.data(), spec_.nfft);
    else
      rfft_row<R>(y, b.spectrum.data(), spec_.nfft);
  }

 private:
  // Takes the mean, or the line of least squares, away.
  void detrend(T* y) const {
    if (spec_.detrend == FrameDetrend::none) return;
    const index_t n = spec_.nperseg;
    const wide_real<R> centre = wide_real<R>(n - 1) / 2;
    constexpr int lanes = 8;  // independent sums, so that the loop vectorises
    W sums[lanes] = {}, moments[lanes] = {};
    index_t i = 0;
    if (spec_.detrend == FrameDetrend::constant) {
      for (; i + lanes <= n; i += lanes)
        for (int l = 0; l < lanes; ++l) sums[l] += W(y[i + l]);
      for (; i < n; ++i) sums[0] += W(y[i]);
    } else {
      for (; i + lanes <= n; i += lanes)
        for (int l = 0; l < lanes; ++l) {
          sums[l] += W(y[i + l]);
          moments[l] += W(y[i + l]) * (wide_real<R>(i + l) - centre);
        }
      for (; i < n; ++i) {
        sums[0] += W(y[i]);
        moments[0] += W(y[i]) * (wide_real<R>(i) - centre);
      }
    }
    W mean = 0, slope = 0;
    for (int l = 0; l < lanes; ++l) mean += sums[l], slope += moments[l];
    mean /= wide_real<R>(n);
    if (spec_.detrend == FrameDetrend::constant) {
      for (i = 0; i < n; ++i) y[i] = T(W(y[i]) - mean);
      return;
    }
    // The sum of (i - centre)^2 is n (n^2 - 1) / 12.
    slope = n > 1 ? slope * wide_real<R>(12) / (wide_real<R>(n) * (wide_real<R>(n) * wide_real<R>(n) - 1)) : W(0);
    for (i = 0; i < n; ++i) y[i] = T(W(y[i]) - (mean + slope * (wide_real<R>(i) - centre)));
  }

  const T* data_;
  detail::rows rows_;
  FrameSpec spec_;
  std::vector<R> window_;
};

// Which computed bin is bin k of the result; `mirrored` where it is the conjugate of one (two-sided, real signal).
template <class T> index_t source_bin(index_t k, const FrameSpec& spec, bool& mirrored) {
  mirrored = !is_complex_v<T> && 2 * k > spec.nfft;
  return mirrored ? spec.nfft - k : k;
}

// Averages over frames. `square(frame, buffers, add)` computes one frame; values have type A, a wide real or complex.
// Frames are summed in pieces of fixed size, in order, so the result does not depend on the number of threads.
template <class A, class Sum> std::vector<A> mean_over_frames(index_t frames, index_t bins, const Sum& sum) {
  const index_t piece = std::max<index_t>(16, (frames + 31) / 32), pieces = (frames + piece - 1) / piece;
  std::vector<std::vector<A>> partial(static_cast<std::size_t>(pieces));
  detail::parallel_for(pieces, 1, [&](index_t p) {
    partial[p].assign(bins, A(0));
    sum(p * piece, std::min(frames, (p + 1) * piece), partial[p].data());
  });
  for (index_t p = 1; p < pieces; ++p)
    for (index_t k = 0; k < bins; ++k) partial[0][k] += partial[p][k];
  for (A& v : partial[0]) v /= static_cast<real_t<A>>(frames);
  return std::move(partial[0]);
}

template <class R> R median(std::vector<R>& v) {
  for (const R x : v)
    if (std::isnan(x)) return std::numeric_limits<R>::quiet_NaN();
  const auto middle = v.begin() + v.size() / 2;
  std::nth_element(v.begin(), middle, v.end());
  if (v.size() % 2) return *middle;
  return (*std::max_element(v.begin(), middle) + *middle) / 2;
}

// Many rows: a thread per row. Few: threads share the frames of each.
template <class F> void for_rows(index_t rows, const F& body) {
  if (rows >= 8) return detail::parallel_for(rows, 1, body);
  for (index_t r = 0; r < rows; ++r) body(r);
}

}  // namespace

template <class T>
void power_spectrum(view<const T> x, view<real_t<T>> out, const double* window, const FrameSpec& spec) {
  using R = real_t<T>;
  using A = wide_real<R>;
  const Framer<T> framer(x, window, spec);
  const detail::rows to = detail::rows_along(out, out.rank - 1);
  const index_t bins = framer.bins(), frames = spec.frames;
  for_rows(framer.rows(), [&](index_t row) {
    std::vector<A> power;
    double scale = spec.scale;
    if (spec.median && frames > 1) {
      std::vector<R> all(static_cast<std::size_t>(frames * bins));
      detail::parallel_ranges(frames, 8, [&](index_t begin, index_t end) {
        auto b = framer.buffers();
        for (index_t f = begin; f < end; ++f) {
          framer.transform(row, f, b);
          for (index_t k = 0; k < bins; ++k) all[k * frames + f] = std::norm(b.spectrum[k]);
        }
      });
      power.resize(bins);
      std::vector<R> one(frames);
      for (index_t k = 0; k < bins; ++k) {
        one.assign(all.begin() + k * frames, all.begin() + (k + 1) * frames);
        power[k] = median(one);
      }
      scale /= median_bias(frames);
    } else {
      power = mean_over_frames<A>(frames, bins, [&](index_t begin, index_t end, A* sums) {
        auto b = framer.buffers();
        for (index_t f = begin; f < end; ++f) {
          framer.transform(row, f, b);
          for (index_t k = 0; k < bins; ++k) {
            const R re = b.spectrum[k].real(), im = b.spectrum[k].imag();
            sums[k] += A(re * re + im * im);
          }
        }
      });
    }
    R* y = out.data + to.offset(row);
    for (index_t k = 0; k < spec.bins(); ++k) {
      bool mirrored;
      y[k * to.stride] = R(power[source_bin<T>(k, spec, mirrored)] * A(spec.doubled(k) ? 2 * scale : scale));
    }
  });
}

template <class T>
void cross_spectrum(view<const T> x, view<const T> y, view<std::complex<real_t<T>>> out, const double* window,
                    const FrameSpec& spec) {
  using R = real_t<T>;
  using A = std::complex<wide_real<R>>;
  const Framer<T> a(x, window, spec), b(y, window, spec);
  const detail::rows to = detail::rows_along(out, out.rank - 1);
  const index_t bins = a.bins(), frames = spec.frames;
  // conj(X) Y without the checks for NaN of std::complex.
  const auto product = [](std::complex<R> p, std::complex<R> q) {
    return std::complex<R>(p.real() * q.real() + p.imag() * q.imag(), p.real() * q.imag() - p.imag() * q.real());
  };
  for_rows(a.rows(), [&](index_t row) {
    std::vector<A> cross;
    double scale = spec.scale;
    if (spec.median && frames > 1) {
      std::vector<R> re(static_cast<std::size_t>(frames * bins)), im(re.size());
      detail::parallel_ranges(frames, 8, [&](index_t begin, index_t end) {
        auto p = a.buffers(), q = b.buffers();
        for (index_t f = begin; f < end; ++f) {
          a.transform(row, f, p);
          b.transform(row, f, q);
          for (index_t k = 0; k < bins; ++k) {
            const std::complex<R> v = product(p.spectrum[k], q.spectrum[k]);
            re[k * frames + f] = v.real(), im[k * frames + f] = v.imag();
          }
        }
      });
      cross.resize(bins);
      std::vector<R> one(frames);
      for (index_t k = 0; k < bins; ++k) {
        one.assign(re.begin() + k * frames, re.begin() + (k + 1) * frames);
        const R real = median(one);
        one.assign(im.begin() + k * frames, im.begin() + (k + 1) * frames);
        cross[k] = {real, median(one)};
      }
      scale /= median_bias(frames);
    } else {
      cross = mean_over_frames<A>(frames, bins, [&](index_t begin, index_t end, A* sums) {
        auto p = a.buffers(), q = b.buffers();
        for (index_t f = begin; f < end; ++f) {
          a.transform(row, f, p);
          b.transform(row, f, q);
          for (index_t k = 0; k < bins; ++k) sums[k] += A(product(p.spectrum[k], q.spectrum[k]));
        }
      });
    }
    std::complex<R>* z = out.data + to.offset(row);
    for (index_t k = 0; k < spec.bins(); ++k) {
      bool mirrored;
      const A v = cross[source_bin<T>(k, spec, mirrored)] * real_t<A>(spec.doubled(k) ? 2 * scale : scale);
      z[k * to.stride] = std::complex<R>(R(v.real()), R(mirrored ? -v.imag() : v.imag()));
    }
  });
}

template <class T>
void spectrogram(view<const T> x, view<real_t<T>> out, const double* window, const FrameSpec& spec, FrameMode mode) {
  using R = real_t<T>;
  const Framer<T> framer(x, window, spec);
  const SpectrogramRows to = spectrogram_rows(out);
  const R scale = R(spec.scale), root = std::sqrt(R(spec.scale));
  const R pi = std::acos(R(-1));
  detail::parallel_ranges(framer.rows() * spec.frames, 8, [&](index_t begin, index_t end) {
    auto b = framer.buffers();
    for (index_t i = begin; i < end; ++i) {
      const index_t row = i / spec.frames, f = i - row * spec.frames;
      framer.transform(row, f, b);
      R* y = out.data + to.rows.offset(row) + f * to.frame;
      R previous = 0, turns = 0;
      for (index_t k = 0; k < spec.bins(); ++k) {
        bool mirrored;
        std::complex<R> v = b.spectrum[source_bin<T>(k, spec, mirrored)];
        if (mirrored) v = std::conj(v);
        R value;
        if (mode == FrameMode::psd) {
          value = (v.real() * v.real() + v.imag() * v.imag()) * (spec.doubled(k) ? 2 * scale : scale);
        } else if (mode == FrameMode::magnitude) {
          value = std::abs(v) * root;
        } else {
          value = std::atan2(v.imag(), v.real());
          if (mode == FrameMode::phase) {
            // Steps beyond pi are taken the other way round; a step of exactly pi stays.
            const R step = k ? value - previous : R(0);
            previous = value;
            if (std::abs(step) > pi) turns -= step > 0 ? R(1) : R(-1);
            value += 2 * pi * turns;
          }
        }
        y[k * to.bin] = value;
      }
    }
  });
}

template <class T>
void complex_spectrogram(view<const T> x, view<std::complex<real_t<T>>> out, const double* window,
                         const FrameSpec& spec) {
  using R = real_t<T>;
  const Framer<T> framer(x, window, spec);
  const SpectrogramRows to = spectrogram_rows(out);
  const R root = std::sqrt(R(spec.scale));
  detail::parallel_ranges(framer.rows() * spec.frames, 8, [&](index_t begin, index_t end) {
    auto b = framer.buffers();
    for (index_t i = begin; i < end; ++i) {
      const index_t row = i / spec.frames, f = i - row * spec.frames;
      framer.transform(row, f, b);
      std::complex<R>* y = out.data + to.rows.offset(row) + f * to.frame;
      for (index_t k = 0; k < spec.bins(); ++k) {
        bool mirrored;
        const std::complex<R> v = b.spectrum[source_bin<T>(k, spec, mirrored)];
        y[k * to.bin] = std::complex<R>(v.real() * root, (mirrored ? -v.imag() : v.imag()) * root);
      }
    }
  });
}

#define TUKEY_INSTANTIATE(T)                                                                                     \
  template TUKEY_EXPORT void power_spectrum<T>(view<const T>, view<real_t<T>>, const double*, const FrameSpec&); \
  template TUKEY_EXPORT void cross_spectrum<T>(view<const T>, view<const T>, view<std::complex<real_t<T>>>,      \
                                               const double*, const FrameSpec&);                                 \
  template TUKEY_EXPORT void spectrogram<T>(view<const T>, view<real_t<T>>, const double*, const FrameSpec&,     \
                                            FrameMode);                                                          \
  template TUKEY_EXPORT void complex_spectrogram<T>(view<const T>, view<std::complex<real_t<T>>>, const double*, \
                                                    const FrameSpec&);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)
TUKEY_INSTANTIATE(long double)
TUKEY_INSTANTIATE(std::complex<long double>)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::reference
