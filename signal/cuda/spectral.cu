// SPDX-License-Identifier: Apache-2.0
// Kernels of framed spectra: cutting, detrending and windowing frames; averaging or storing their spectra.
#include "spectral_kernels.hpp"
#include "tukey/detail/launch.cuh"

namespace tukey::cuda {
namespace {

constexpr int block_size = 256;

// ---- values of real and complex signals, and sums in double ------------------------------------------------------

__device__ inline double wide(float x) { return x; }
__device__ inline double wide(double x) { return x; }
template <class R> __device__ inline cplx<double> wide(cplx<R> x) { return {double(x.re), double(x.im)}; }
template <class T> struct narrowing {
  __device__ static T from(double x) { return T(x); }
};
template <class R> struct narrowing<cplx<R>> {
  __device__ static cplx<R> from(cplx<double> x) { return {R(x.re), R(x.im)}; }
};
template <class T> struct wide_of { using type = double; };
template <class R> struct wide_of<cplx<R>> { using type = cplx<double>; };

// Sums of the samples and of their products with the centred index: W is double or cplx<double>.
template <class W> struct Moments { W sum, moment; };
template <class W> __device__ inline Moments<W> operator+(const Moments<W>& a, const Moments<W>& b) {
  return {a.sum + b.sum, a.moment + b.moment};
}

// ---- frames ------------------------------------------------------------------------------------------------------

template <class T> struct FrameSource {
  const T* x;
  detail::rows rows;
  FrameSpec spec;
  Slab slab;

  // Frame i of the slab: its first sample, and how many exist (the rest are zeros).
  __device__ const T* frame(index_t i, index_t& exist) const {
    const index_t row = i / slab.frames, begin = (slab.frame + (i - row * slab.frames)) * spec.step;
    const index_t left = rows.length - begin;
    exist = left < 0 ? 0 : (left < spec.nperseg ? left : spec.nperseg);
    return x + rows.offset(slab.row + row) + begin * rows.stride;
  }
};

// The line to take away: value(i) = mean + slope (i - centre).
template <class W> struct Line {
  W mean, slope;
  double centre;
  __device__ W at(index_t i) const { return mean + slope * (double(i) - centre); }
};
template <class W> __device__ inline Line<W> line_of(const Moments<W>& m, const FrameSpec& spec) {
  const double n = double(spec.nperseg);
  Line<W> line{m.sum / n, W(0), (n - 1) / 2};
  // The sum of (i - centre)^2 is n (n^2 - 1) / 12.
  if (spec.detrend == FrameDetrend::linear && spec.nperseg > 1) line.slope = m.moment * (12 / (n * (n * n - 1)));
  return line;
}

// Samples begin, begin + step, ... below end of one frame.
template <class T, class W>
__device__ inline Moments<W> moments_of(const T* x, index_t stride, index_t exist, index_t begin, index_t end,
                                        index_t step, double centre, bool linear) {
  Moments<W> m{W(0), W(0)};
  if (end > exist) end = exist;
  for (index_t i = begin; i < end; i += step) {
    const W v = wide(x[i * stride]);
    m.sum = m.sum + v;
    if (linear) m.moment = m.moment + v * (double(i) - centre);
  }
  return m;
}

template <class T, class W>
__device__ inline void write_samples(const T* x, index_t stride, index_t exist, const FrameSpec& spec,
                                     const Line<W>& line, const real_of_t<T>* window, T* to, index_t begin, index_t end,
                                     index_t step) {
  for (index_t i = begin; i < end; i += step) {
    T value = T(0);
    if (i < spec.nperseg) {
      if (i < exist) value = x[i * stride];
      if (spec.detrend != FrameDetrend::none) value = narrowing<T>::from(wide(value) - line.at(i));
      if (window) value = value * window[i];
    }
    to[i] = value;
  }
}

// One block a frame: two passes over its samples, the second from cache.
template <class T> __global__ void frame_kernel(FrameSource<T> source, const real_of_t<T>* window, T* frames) {
  using W = typename wide_of<T>::type;
  __shared__ Moments<W> scratch[32];
  __shared__ Moments<W> shared;
  const FrameSpec& spec = source.spec;
  for (index_t i = blockIdx.x; i < source.slab.count(); i += gridDim.x) {
    index_t exist;
    const T* const x = source.frame(i, exist);
    const index_t stride = source.rows.stride;
    Line<W> line{W(0), W(0), 0};
    if (spec.detrend != FrameDetrend::none) {
      const double centre = double(spec.nperseg - 1) / 2;
      Moments<W> m = moments_of<T, W>(x, stride, exist, threadIdx.x, spec.nperseg, blockDim.x, centre,
                                      spec.detrend == FrameDetrend::linear);
      m = block_reduce(m, scratch, [](const Moments<W>& a, const Moments<W>& b) { return a + b; });
      if (threadIdx.x == 0) shared = m;
      __syncthreads();
      line = line_of(shared, spec);
      __syncthreads();  // before the next frame's sums arrive
    }
    write_samples(x, stride, exist, spec, line, window, frames + i * spec.nfft, threadIdx.x, spec.nfft, blockDim.x);
  }
}

// Long frames: `parts` sums each, then as many blocks as it takes, each of which adds the parts up for itself.
template <class T>
__global__ void frame_sums_kernel(FrameSource<T> source, index_t parts, Moments<typename wide_of<T>::type>* sums) {
  using W = typename wide_of<T>::type;
  __shared__ Moments<W> scratch[32];
  const FrameSpec& spec = source.spec;
  const index_t size = (spec.nperseg + parts - 1) / parts;
  for (index_t item = blockIdx.x; item < source.slab.count() * parts; item += gridDim.x) {
    const index_t i = item / parts, begin = (item - i * parts) * size;
    const index_t end = begin + size < spec.nperseg ? begin + size : spec.nperseg;
    index_t exist;
    const T* const x = source.frame(i, exist);
    Moments<W> m = moments_of<T, W>(x, source.rows.stride, exist, begin + threadIdx.x, end, blockDim.x,
                                    double(spec.nperseg - 1) / 2, spec.detrend == FrameDetrend::linear);
    m = block_reduce(m, scratch, [](const Moments<W>& a, const Moments<W>& b) { return a + b; });
    if (threadIdx.x == 0) sums[item] = m;
  }
}
template <class T>
__global__ void long_frame_kernel(FrameSource<T> source, index_t parts, const Moments<typename wide_of<T>::type>* sums,
                                  index_t tile, const real_of_t<T>* window, T* frames) {
  using W = typename wide_of<T>::type;
  __shared__ Moments<W> scratch[32];
  __shared__ Moments<W> shared;
  const FrameSpec& spec = source.spec;
  const index_t tiles = (spec.nfft + tile - 1) / tile;
  for (index_t item = blockIdx.x; item < source.slab.count() * tiles; item += gridDim.x) {
    const index_t i = item / tiles, begin = (item - i * tiles) * tile;
    const index_t end = begin + tile < spec.nfft ? begin + tile : spec.nfft;
    index_t exist;
    const T* const x = source.frame(i, exist);
    Line<W> line{W(0), W(0), 0};
    if (spec.detrend != FrameDetrend::none) {
      Moments<W> m{W(0), W(0)};
      for (index_t p = threadIdx.x; p < parts; p += blockDim.x) m = m + sums[i * parts + p];
      m = block_reduce(m, scratch, [](const Moments<W>& a, const Moments<W>& b) { return a + b; });
      if (threadIdx.x == 0) shared = m;
      __syncthreads();
      line = line_of(shared, spec);
      __syncthreads();
    }
    write_samples(x, source.rows.stride, exist, spec, line, window, frames + i * spec.nfft, begin + threadIdx.x, end,
                  blockDim.x);
  }
}

// ---- averages ----------------------------------------------------------------------------------------------------

template <class R> struct Powers {
  const cplx<R>* x;
  __device__ double operator()(index_t i) const { return double(norm2(x[i])); }
};
template <class R> struct Products {
  const cplx<R>*x, *y;
  __device__ cplx<R> product(index_t i) const { return conj(x[i]) * y[i]; }
  __device__ cplx<double> operator()(index_t i) const { return wide(product(i)); }
};
template <class A> struct Stored {
  const A* values;
  __device__ A operator()(index_t i) const { return values[i]; }
};

// out[(row * pieces + p) * bins + bin] (+)= the sum of load((row * items + f) * bins + bin) over the items f of piece
// p. A block takes `across` neighbouring bins, and block_size / across items at a time.
template <class A, class Load>
__global__ void sum_kernel(Load load, index_t rows, index_t items, index_t bins, index_t piece, int across, A* out,
                           bool add) {
  __shared__ A scratch[block_size];
  const int x = threadIdx.x % across, y = threadIdx.x / across, down = block_size / across;
  const index_t pieces = (items + piece - 1) / piece, tiles = (bins + across - 1) / across;
  for (index_t job = blockIdx.x; job < rows * pieces * tiles; job += gridDim.x) {
    const index_t tile = job % tiles, p = job / tiles % pieces, row = job / tiles / pieces;
    const index_t bin = tile * across + x, begin = p * piece;
    const index_t end = begin + piece < items ? begin + piece : items;
    A sum = A(0);
    if (bin < bins)
      for (index_t f = begin + y; f < end; f += down) sum = sum + load((row * items + f) * bins + bin);
    scratch[threadIdx.x] = sum;
    __syncthreads();
    if (y == 0 && bin < bins) {
      for (int k = 1; k < down; ++k) sum = sum + scratch[k * across + x];
      A* const to = out + (row * pieces + p) * bins + bin;
      *to = add ? *to + sum : sum;
    }
    __syncthreads();
  }
}
template <class A, class Load>
void sum_items(CUstream_st* stream, Load load, index_t rows, index_t items, index_t bins, index_t piece, A* out,
               bool add) {
  int across = 1;
  while (across < 128 && across < bins) across *= 2;
  if (items >= 32 && across > 32) across = 32;
  const index_t jobs = rows * ((items + piece - 1) / piece) * ((bins + across - 1) / across);
  launch(sum_kernel<A, Load>, grid_for(jobs * block_size, block_size), block_size, 0, stream, load, rows, items, bins,
         piece, across, out, add);
}
template <class A, class Load>
void sum_frames(CUstream_st* stream, Load load, const Slab& slab, index_t bins, A* partial, A* total, bool add) {
  sum_items<A>(stream, load, slab.rows, slab.frames, bins, sum_piece, partial, false);
  const index_t pieces = sum_pieces(slab.frames);
  sum_items<A>(stream, Stored<A>{partial}, slab.rows, pieces, bins, pieces, total, add);
}

template <class R, class Load>
__global__ void keep_kernel(Load load, Slab slab, index_t bins, index_t all_frames, R* re, R* im) {
  const index_t count = slab.count() * bins;
  for (index_t i = global_thread(); i < count; i += global_threads()) {
    const index_t frame = i / bins, bin = i - frame * bins, row = frame / slab.frames;
    const index_t to = (row * all_frames + slab.frame + (frame - row * slab.frames)) * bins + bin;
    load(i, re, im, to);
  }
}
template <class R> struct KeepPower {
  const cplx<R>* x;
  __device__ void operator()(index_t i, R* re, R*, index_t to) const { re[to] = norm2(x[i]); }
};
template <class R> struct KeepProduct {
  Products<R> products;
  __device__ void operator()(index_t i, R* re, R* im, index_t to) const {
    const cplx<R> v = products.product(i);
    re[to] = v.re, im[to] = v.im;
  }
};

// Unsigned keys in the order of the values; NaN of either sign is handled apart.
__device__ inline unsigned key_of(float v) {
  const unsigned u = __float_as_uint(v);
  return u & 0x80000000u ? ~u : u | 0x80000000u;
}
__device__ inline unsigned long long key_of(double v) {
  const unsigned long long u = static_cast<unsigned long long>(__double_as_longlong(v));
  return u >> 63 ? ~u : u | (1ull << 63);
}
__device__ inline float value_of(unsigned k) { return __uint_as_float(k & 0x80000000u ? k & 0x7fffffffu : ~k); }
__device__ inline double value_of(unsigned long long k) {
  return __longlong_as_double(static_cast<long long>(k >> 63 ? k & ~(1ull << 63) : ~k));
}
template <class R> struct key_type { using type = unsigned; };
template <> struct key_type<double> { using type = unsigned long long; };

// Medians by bisection of the keys, bit by bit: as many passes as the value has bits, no memory besides the values.
// A block takes 32 neighbouring bins and 8 frames at a time.
template <class R>
__global__ void median_kernel(const R* values, index_t rows, index_t frames, index_t bins, double* out,
                              index_t stride) {
  using Key = typename key_type<R>::type;
  constexpr int across = 32, down = block_size / across;
  __shared__ index_t counts[down][across];
  __shared__ Key lows[down][across];
  const int x = threadIdx.x % across, y = threadIdx.x / across;
  const index_t tiles = (bins + across - 1) / across, rank = (frames - 1) / 2;  // the lower middle
  for (index_t job = blockIdx.x; job < rows * tiles; job += gridDim.x) {
    const index_t row = job / tiles, bin = (job - row * tiles) * across + x;
    const bool inside = bin < bins;
    const R* const column = values + row * frames * bins + (inside ? bin : 0);
    // The number of frames for which `test` holds, the same in all threads of the column.
    const auto count_of = [&](auto test) {
      index_t count = 0;
      for (index_t f = y; f < frames; f += down) count += test(column[f * bins]);
      counts[y][x] = count;
      __syncthreads();
      count = 0;
      for (int k = 0; k < down; ++k) count += counts[k][x];
      __syncthreads();
      return count;
    };
    const bool nan = count_of([](R v) { return v != v; }) > 0;
    // The greatest key with at most `rank` smaller ones is that of the element of that rank.
    Key lower = 0;
    for (int bit = int(sizeof(Key)) * 8 - 1; bit >= 0; --bit) {
      const Key candidate = lower | (Key(1) << bit);
      if (count_of([&](R v) { return key_of(v) < candidate; }) <= rank) lower = candidate;
    }
    double median = double(value_of(lower));
    if (frames % 2 == 0) {
      const bool twice = count_of([&](R v) { return key_of(v) <= lower; }) > rank + 1;
      Key above = ~Key(0);
      for (index_t f = y; f < frames; f += down) {
        const Key k = key_of(column[f * bins]);
        if (k > lower && k < above) above = k;
      }
      lows[y][x] = above;
      __syncthreads();
      for (int k = 0; k < down; ++k) above = lows[k][x] < above ? lows[k][x] : above;
      __syncthreads();
      if (!twice) median = (median + double(value_of(above))) / 2;
    }
    if (y == 0 && inside) out[(row * bins + bin) * stride] = nan ? double(NAN) : median;
  }
}

// Which computed bin is bin k of the result; the conjugate of one where a two-sided result was computed by halves.
__device__ inline index_t source_bin(index_t k, index_t bins, index_t nfft, bool& mirrored) {
  mirrored = k >= bins;
  return mirrored ? nfft - k : k;
}

__device__ inline double scaled(double v, double s, bool) { return v * s; }
__device__ inline cplx<double> scaled(cplx<double> v, double s, bool mirrored) {
  return {v.re * s, mirrored ? -v.im * s : v.im * s};
}

template <class V, class A>
__global__ void finish_kernel(const A* total, index_t row, index_t count, index_t bins, FrameSpec spec, double scale,
                              V* out, detail::rows rows) {
  const index_t all = spec.bins();
  for (index_t i = global_thread(); i < count * all; i += global_threads()) {
    const index_t r = i / all, k = i - r * all;
    bool mirrored;
    const A value = total[r * bins + source_bin(k, bins, spec.nfft, mirrored)];
    out[rows.offset(row + r) + k * rows.stride] =
        narrowing<V>::from(scaled(value, spec.doubled(k) ? 2 * scale : scale, mirrored));
  }
}

// ---- spectrograms ------------------------------------------------------------------------------------------------

template <class R> struct Store {
  const cplx<R>* x;
  Slab slab;
  index_t bins;
  FrameSpec spec;
  detail::rows rows;
  index_t frame_stride;
  bool real_signal;

  __device__ cplx<R> value(index_t i, index_t k) const {
    bool mirrored;
    cplx<R> v = x[i * bins + source_bin(k, bins, spec.nfft, mirrored)];
    // Exactly real, and +0 decides between the angles pi and -pi; cuFFT leaves either sign or a rounding error.
    if (real_signal && (k == 0 || 2 * k == spec.nfft)) v.im = R(0);
    return mirrored ? conj(v) : v;
  }
  __device__ index_t target(index_t i) const {
    const index_t row = i / slab.frames;
    return rows.offset(slab.row + row) + (slab.frame + (i - row * slab.frames)) * frame_stride;
  }
};

template <class R> __global__ void spectrogram_kernel(Store<R> s, FrameMode mode, R scale, R root, R* out) {
  const index_t all = s.spec.bins(), count = s.slab.count() * all;
  for (index_t n = global_thread(); n < count; n += global_threads()) {
    const index_t i = n / all, k = n - i * all;
    const cplx<R> v = s.value(i, k);
    R y;
    if (mode == FrameMode::psd)
      y = norm2(v) * (s.spec.doubled(k) ? 2 * scale : scale);
    else if (mode == FrameMode::magnitude)
      y = abs_of(v) * root;
    else
      y = atan2(v.im, v.re);
    out[s.target(i) + k * s.rows.stride] = y;
  }
}
// The angle, unwrapped along frequency: a thread a frame.
template <class R> __global__ void phase_kernel(Store<R> s, R* out) {
  const R pi = R(3.14159265358979323846);
  for (index_t i = global_thread(); i < s.slab.count(); i += global_threads()) {
    R* const y = out + s.target(i);
    R previous = 0, turns = 0;
    for (index_t k = 0; k < s.spec.bins(); ++k) {
      const cplx<R> v = s.value(i, k);
      const R angle = atan2(v.im, v.re), step = k ? angle - previous : R(0);
      previous = angle;
      if (fabs(step) > pi) turns -= step > 0 ? R(1) : R(-1);
      y[k * s.rows.stride] = angle + 2 * pi * turns;
    }
  }
}
template <class R> __global__ void values_kernel(Store<R> s, R root, cplx<R>* out) {
  const index_t all = s.spec.bins(), count = s.slab.count() * all;
  for (index_t n = global_thread(); n < count; n += global_threads()) {
    const index_t i = n / all, k = n - i * all;
    out[s.target(i) + k * s.rows.stride] = s.value(i, k) * root;
  }
}

}  // namespace

template <class T>
void make_frames(CUstream_st* stream, const T* x, const detail::rows& rows, const FrameSpec& spec, const Slab& slab,
                 const real_of_t<T>* window, double* sums, T* frames) {
  using M = Moments<typename wide_of<T>::type>;
  const FrameSource<T> source{x, rows, spec, slab};
  if (spec.nfft <= short_frame) {
    int block = 32;
    while (block < block_size && block * 4 < spec.nfft) block *= 2;
    launch(frame_kernel<T>, grid_for(slab.count() * block, block, 64), block, 0, stream, source, window, frames);
    return;
  }
  const index_t parts = frame_parts(spec.nperseg), tile = 8 * block_size, tiles = (spec.nfft + tile - 1) / tile;
  M* const moments = reinterpret_cast<M*>(sums);
  if (spec.detrend != FrameDetrend::none)
    launch(frame_sums_kernel<T>, grid_for(slab.count() * parts * block_size, block_size), block_size, 0, stream, source,
           parts, moments);
  launch(long_frame_kernel<T>, grid_for(slab.count() * tiles * block_size, block_size), block_size, 0, stream, source,
         parts, static_cast<const M*>(moments), tile, window, frames);
}

template <class R>
void sum_powers(CUstream_st* stream, const cplx<R>* x, const Slab& slab, index_t bins, double* partial, double* total,
                bool add) {
  sum_frames<double>(stream, Powers<R>{x}, slab, bins, partial, total, add);
}
template <class R>
void sum_products(CUstream_st* stream, const cplx<R>* x, const cplx<R>* y, const Slab& slab, index_t bins,
                  cplx<double>* partial, cplx<double>* total, bool add) {
  sum_frames<cplx<double>>(stream, Products<R>{x, y}, slab, bins, partial, total, add);
}

template <class R>
void keep_powers(CUstream_st* stream, const cplx<R>* x, const Slab& slab, index_t bins, index_t all_frames, R* to) {
  launch(keep_kernel<R, KeepPower<R>>, grid_for(slab.count() * bins, block_size), block_size, 0, stream,
         KeepPower<R>{x}, slab, bins, all_frames, to, static_cast<R*>(nullptr));
}
template <class R>
void keep_products(CUstream_st* stream, const cplx<R>* x, const cplx<R>* y, const Slab& slab, index_t bins,
                   index_t all_frames, R* re, R* im) {
  launch(keep_kernel<R, KeepProduct<R>>, grid_for(slab.count() * bins, block_size), block_size, 0, stream,
         KeepProduct<R>{{x, y}}, slab, bins, all_frames, re, im);
}
template <class R>
void medians(CUstream_st* stream, const R* values, index_t rows, index_t frames, index_t bins, double* to,
             index_t stride) {
  const index_t jobs = rows * ((bins + 31) / 32);
  launch(median_kernel<R>, grid_for(jobs * block_size, block_size), block_size, 0, stream, values, rows, frames, bins,
         to, stride);
}

template <class V, class A>
void finish_spectrum(CUstream_st* stream, const A* total, index_t row, index_t rows, index_t bins,
                     const FrameSpec& spec, double scale, V* out, const detail::rows& out_rows) {
  launch(finish_kernel<V, A>, grid_for(rows * spec.bins(), block_size), block_size, 0, stream, total, row, rows, bins,
         spec, scale, out, out_rows);
}

template <class R>
void store_spectrogram(CUstream_st* stream, const cplx<R>* x, const Slab& slab, index_t bins, const FrameSpec& spec,
                       FrameMode mode, bool real_signal, R* out, const detail::rows& rows, index_t frame_stride) {
  const Store<R> store{x, slab, bins, spec, rows, frame_stride, real_signal};
  if (mode == FrameMode::phase)
    launch(phase_kernel<R>, grid_for(slab.count(), 64), 64, 0, stream, store, out);
  else
    launch(spectrogram_kernel<R>, grid_for(slab.count() * spec.bins(), block_size), block_size, 0, stream, store, mode,
           R(spec.scale), R(sqrt(spec.scale)), out);
}
template <class R>
void store_values(CUstream_st* stream, const cplx<R>* x, const Slab& slab, index_t bins, const FrameSpec& spec,
                  bool real_signal, cplx<R>* out, const detail::rows& rows, index_t frame_stride) {
  const Store<R> store{x, slab, bins, spec, rows, frame_stride, real_signal};
  launch(values_kernel<R>, grid_for(slab.count() * spec.bins(), block_size), block_size, 0, stream, store,
         R(sqrt(spec.scale)), out);
}

#define TUKEY_INSTANTIATE_FRAMES(T)                                                                        \
  template void make_frames<T>(CUstream_st*, const T*, const detail::rows&, const FrameSpec&, const Slab&, \
                               const real_of_t<T>*, double*, T*);
TUKEY_INSTANTIATE_FRAMES(float)
TUKEY_INSTANTIATE_FRAMES(double)
TUKEY_INSTANTIATE_FRAMES(cplx<float>)
TUKEY_INSTANTIATE_FRAMES(cplx<double>)
#undef TUKEY_INSTANTIATE_FRAMES
#define TUKEY_INSTANTIATE(R)                                                                                           \
  template void sum_powers<R>(CUstream_st*, const cplx<R>*, const Slab&, index_t, double*, double*, bool);             \
  template void sum_products<R>(CUstream_st*, const cplx<R>*, const cplx<R>*, const Slab&, index_t, cplx<double>*,     \
                                cplx<double>*, bool);                                                                  \
  template void keep_powers<R>(CUstream_st*, const cplx<R>*, const Slab&, index_t, index_t, R*);                       \
  template void keep_products<R>(CUstream_st*, const cplx<R>*, const cplx<R>*, const Slab&, index_t, index_t, R*, R*); \
  template void medians<R>(CUstream_st*, const R*, index_t, index_t, index_t, double*, index_t);                       \
  template void finish_spectrum<R, double>(CUstream_st*, const double*, index_t, index_t, index_t, const FrameSpec&,   \
                                           double, R*, const detail::rows&);                                           \
  template void finish_spectrum<cplx<R>, cplx<double>>(CUstream_st*, const cplx<double>*, index_t, index_t, index_t,   \
                                                       const FrameSpec&, double, cplx<R>*, const detail::rows&);       \
  template void store_spectrogram<R>(CUstream_st*, const cplx<R>*, const Slab&, index_t, const FrameSpec&, FrameMode,  \
                                     bool, R*, const detail::rows&, index_t);                                          \
  template void store_values<R>(CUstream_st*, const cplx<R>*, const Slab&, index_t, const FrameSpec&, bool,            \
                                cplx<R>*, const detail::rows&, index_t);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::cuda
