// SPDX-License-Identifier: Apache-2.0
// Correlation as sums of products: a sliding window in registers over tiles in shared memory, and a block for each
// output where there are few outputs and many taps.
#include "tukey/detail/launch.cuh"

namespace tukey::cuda {
namespace {

constexpr int most_threads = 128;
constexpr int tap_tile = 64;  // taps summed in the element type before they are added to the total

// What products are formed in, and what blocks of them are summed in. Integers wrap around.
template <class T> struct arithmetic {
  using term = unsigned;
  using sum = unsigned;
};
template <> struct arithmetic<long> {
  using term = unsigned long;
  using sum = unsigned long;
};
template <> struct arithmetic<unsigned long> {
  using term = unsigned long;
  using sum = unsigned long;
};
template <> struct arithmetic<float> {
  using term = float;
  using sum = double;
};
template <> struct arithmetic<double> {
  using term = double;
  using sum = double;
};
template <> struct arithmetic<cplx<float>> {
  using term = cplx<float>;
  using sum = cplx<double>;
};
template <> struct arithmetic<cplx<double>> {
  using term = cplx<double>;
  using sum = cplx<double>;
};
template <class T> using term_t = typename arithmetic<T>::term;
template <class T> using sum_t = typename arithmetic<T>::sum;

template <class R, class T> __device__ inline R to_term(T x, bool) { return static_cast<R>(x); }
template <class R> __device__ inline R to_term(cplx<float> x, bool c) { return {x.re, c ? -x.im : x.im}; }
template <class R> __device__ inline R to_term(cplx<double> x, bool c) { return {x.re, c ? -x.im : x.im}; }
template <class T, class S> struct convert {
  static __device__ T of(S x) { return static_cast<T>(x); }
};
template <class A, class B> struct convert<cplx<A>, cplx<B>> {
  static __device__ cplx<A> of(cplx<B> x) { return {static_cast<A>(x.re), static_cast<A>(x.im)}; }
};
template <class R> __device__ inline void multiply_add(R w, R x, R& sum) { sum += w * x; }
template <class R> __device__ inline void multiply_add(cplx<R> w, cplx<R> x, cplx<R>& sum) {
  sum.re = fma(w.re, x.re, fma(-w.im, x.im, sum.re));
  sum.im = fma(w.re, x.im, fma(w.im, x.re, sum.im));
}
template <class R> __device__ inline bool is_finite(R) { return true; }
__device__ inline bool is_finite(float x) { return isfinite(x); }
__device__ inline bool is_finite(double x) { return isfinite(x); }
template <class R> __device__ inline bool is_finite(cplx<R> x) { return isfinite(x.re) && isfinite(x.im); }

template <class T> struct Problem {
  view<const T> s, w;
  view<T> y;
  index_t offset[max_rank];
  bool conj_s, conj_w;
  index_t w_rows, items, tiles;  // rows of w; blocks' worth of outputs; of these in one row
};

// The outer indices of an output row, and where row r of w meets s: false outside.
template <class T> struct Place {
  index_t at[max_rank];
  index_t out;

  __device__ Place(const Problem<T>& p, index_t row) : out(0) {
    for (int d = p.y.rank - 2; d >= 0; --d) {
      at[d] = row % p.y.shape[d];
      row /= p.y.shape[d];
      out += at[d] * p.y.strides[d];
    }
  }
  __device__ bool meet(const Problem<T>& p, index_t r, index_t& s_offset, index_t& w_offset) const {
    s_offset = w_offset = 0;
    for (int d = p.y.rank - 2; d >= 0; --d) {
      const index_t j = r % p.w.shape[d], i = at[d] + j + p.offset[d];
      r /= p.w.shape[d];
      if (i < 0 || i >= p.s.shape[d]) return false;
      s_offset += i * p.s.strides[d];
      w_offset += j * p.w.strides[d];
    }
    return true;
  }
};

// Each thread makes `R` neighbouring outputs. Samples lie in shared memory with one gap after each R, so that the
// threads of a warp read from distinct banks.
template <class T> __global__ void __launch_bounds__(most_threads) tile_kernel(const Problem<T> p) {
  using Term = term_t<T>;
  using Sum = sum_t<T>;
  constexpr int R = sizeof(Term) >= 16 ? 4 : 8;
  constexpr int slots = (most_threads * R + tap_tile + R) / R * (R + 1);
  // Plain words, since shared memory must not have constructors.
  __shared__ double x_words[(slots * sizeof(Term) + 7) / 8], w_words[tap_tile * sizeof(Term) / 8 + 1];
  Term* const x = reinterpret_cast<Term*>(x_words);
  Term* const w = reinterpret_cast<Term*>(w_words);
  const int last = p.y.rank - 1, t = threadIdx.x, width = blockDim.x * R;
  const index_t n = p.y.shape[last], taps = p.w.shape[last], length = p.s.shape[last];
  const index_t s_stride = p.s.strides[last], w_stride = p.w.strides[last], y_stride = p.y.strides[last];

  for (index_t item = blockIdx.x; item < p.items; item += gridDim.x) {
    const index_t first = item % p.tiles * width;
    const Place<T> place(p, item / p.tiles);
    Sum total[R];
#pragma unroll
    for (int r = 0; r < R; ++r) total[r] = Sum(0);

    for (index_t row = 0; row < p.w_rows; ++row) {
      index_t s_offset, w_offset;
      if (!place.meet(p, row, s_offset, w_offset)) continue;  // the same for all threads
      for (index_t tap = 0; tap < taps; tap += tap_tile) {
        const int here = static_cast<int>(taps - tap < tap_tile ? taps - tap : index_t(tap_tile));
        const index_t start = first + tap + p.offset[last];  // of the samples
        if (start >= length || start + width + here - 1 <= 0) continue;
        __syncthreads();
        for (int i = t; i < width + tap_tile; i += blockDim.x) {
          const index_t k = start + i;
          x[i + i / R] = k >= 0 && k < length ? to_term<Term>(p.s.data[s_offset + k * s_stride], p.conj_s) : Term(0);
        }
        bool finite = true;
        for (int i = t; i < here; i += blockDim.x) {
          w[i] = to_term<Term>(p.w.data[w_offset + (tap + i) * w_stride], p.conj_w);
          finite = finite && is_finite(w[i]);
        }
        // Zeros stand for samples outside; with NaN or Inf in w they would not be zero terms.
        const bool guarded = __syncthreads_or(!finite) && (start < 0 || start + width + here - 1 > length);

        Term part[R];
#pragma unroll
        for (int r = 0; r < R; ++r) part[r] = Term(0);
        if (guarded) {
          for (int j = 0; j < here; ++j)
            for (int r = 0; r < R; ++r) {
              const int i = t * R + r + j;
              const index_t k = start + i;
              if (k >= 0 && k < length) multiply_add(w[j], x[i + i / R], part[r]);
            }
        } else {
          const Term* const mine = x + t * (R + 1);
          Term window[2 * R];
#pragma unroll
          for (int q = 0; q < R; ++q) window[R + q] = mine[q];
          int j = 0;
          for (; j + R <= here; j += R) {
            const Term* const next = mine + (j / R + 1) * (R + 1);
#pragma unroll
            for (int q = 0; q < R; ++q) {
              window[q] = window[R + q];
              window[R + q] = next[q];
            }
#pragma unroll
            for (int q = 0; q < R; ++q) {
              const Term tap_value = w[j + q];
#pragma unroll
              for (int r = 0; r < R; ++r) multiply_add(tap_value, window[q + r], part[r]);
            }
          }
          if (j < here) {
            const Term* const next = mine + (j / R + 1) * (R + 1);
#pragma unroll
            for (int q = 0; q < R; ++q) {
              window[q] = window[R + q];
              window[R + q] = next[q];
            }
#pragma unroll
            for (int q = 0; q < R; ++q) {
              if (j + q < here) {
                const Term tap_value = w[j + q];
#pragma unroll
                for (int r = 0; r < R; ++r) multiply_add(tap_value, window[q + r], part[r]);
              }
            }
          }
        }
#pragma unroll
        for (int r = 0; r < R; ++r) total[r] += convert<Sum, Term>::of(part[r]);
      }
    }
#pragma unroll
    for (int r = 0; r < R; ++r) {
      const index_t i = first + t * R + r;
      if (i < n) p.y.data[place.out + i * y_stride] = convert<T, Sum>::of(total[r]);
    }
  }
}

struct Add {
  template <class S> __device__ S operator()(S a, S b) const { return a + b; }
};

// One block for each output; threads share its taps.
template <class T> __global__ void __launch_bounds__(256) output_kernel(const Problem<T> p) {
  using Term = term_t<T>;
  using Sum = sum_t<T>;
  __shared__ double scratch_words[32 * sizeof(Sum) / 8];
  const int last = p.y.rank - 1;
  const index_t n = p.y.shape[last], taps = p.w.shape[last], length = p.s.shape[last];
  for (index_t item = blockIdx.x; item < p.items; item += gridDim.x) {
    const Place<T> place(p, item / n);
    const index_t first = item % n + p.offset[last];
    const index_t low = first < 0 ? -first : 0, high = length - first < taps ? length - first : taps;
    Sum total = Sum(0);
    for (index_t row = 0; row < p.w_rows; ++row) {
      index_t s_offset, w_offset;
      if (!place.meet(p, row, s_offset, w_offset)) continue;
      for (index_t j = low + threadIdx.x; j < high; j += blockDim.x) {
        const Term a = to_term<Term>(p.w.data[w_offset + j * p.w.strides[last]], p.conj_w);
        const Term b = to_term<Term>(p.s.data[s_offset + (first + j) * p.s.strides[last]], p.conj_s);
        multiply_add(convert<Sum, Term>::of(a), convert<Sum, Term>::of(b), total);
      }
    }
    total = block_reduce(total, reinterpret_cast<Sum*>(scratch_words), Add());
    if (threadIdx.x == 0) p.y.data[place.out + item % n * p.y.strides[last]] = convert<T, Sum>::of(total);
  }
}

}  // namespace

template <class T>
void correlate(CUstream_st* stream, const view<const T>& s, const view<const T>& w, const view<T>& y,
               const index_t* offset, bool conj_s, bool conj_w) {
  constexpr int R = sizeof(term_t<T>) >= 16 ? 4 : 8;
  if (y.size() == 0) return;
  Problem<T> p{s, w, y, {}, conj_s, conj_w, 1, 0, 0};
  const int last = y.rank - 1;
  index_t y_rows = 1;
  for (int d = 0; d < y.rank; ++d) p.offset[d] = offset[d];
  for (int d = 0; d < last; ++d) y_rows *= y.shape[d], p.w_rows *= w.shape[d];
  const index_t n = y.shape[last], groups = (n + R - 1) / R;
  const int threads = static_cast<int>(groups >= most_threads ? index_t(most_threads) : (groups + 31) / 32 * 32);
  p.tiles = (n + threads * R - 1) / (threads * R);
  p.items = y_rows * p.tiles;
  if (p.items < multiprocessors() && w.size() >= 1024) {
    p.items = y.size();
    launch(output_kernel<T>, grid_for(p.items, 1, 32), 256, 0, stream, p);
  } else {
    launch(tile_kernel<T>, grid_for(p.items, 1, 64), threads, 0, stream, p);
  }
}

#define TUKEY_INSTANTIATE(T)                                                                                        \
  template void correlate(CUstream_st*, const view<const T>&, const view<const T>&, const view<T>&, const index_t*, \
                          bool, bool);
TUKEY_INSTANTIATE(signed char)
TUKEY_INSTANTIATE(short)
TUKEY_INSTANTIATE(int)
TUKEY_INSTANTIATE(long)
TUKEY_INSTANTIATE(unsigned char)
TUKEY_INSTANTIATE(unsigned short)
TUKEY_INSTANTIATE(unsigned)
TUKEY_INSTANTIATE(unsigned long)
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
TUKEY_INSTANTIATE(cplx<float>)
TUKEY_INSTANTIATE(cplx<double>)

}  // namespace tukey::cuda
