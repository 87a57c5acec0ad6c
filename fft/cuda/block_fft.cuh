// SPDX-License-Identifier: Apache-2.0
// Internal: kernels around device.cuh. One transform per group of threads, sources and targets as functors.
#pragma once

#include "tukey/detail/launch.cuh"
#include "tukey/detail/rows.hpp"
#include "tukey/fft/device.cuh"

namespace tukey::cuda {

using detail::rows;

// What a transform reads: element i of row b, zero beyond `have`, times scale, parts swapped for an inverse transform.
// `plain`: all of it, as it is. Strides fit 32 bits.
template <class T, bool plain> struct fft_load {
  const cplx<T>* data;
  rows at;
  int have;
  T scale;
  bool swap;

  struct row {
    const cplx<T>* data;
    int stride, have;
    T scale;
    bool swap;
    __device__ cplx<T> operator()(int i) const {
      if constexpr (plain) return fft::device::get(data + index_t(i) * stride);
      if (i >= have) return cplx<T>(T(0));
      const cplx<T> v = fft::device::get(data + index_t(i) * stride);
      return swap ? cplx<T>(v.im * scale, v.re * scale) : cplx<T>(v.re * scale, v.im * scale);
    }
  };
  __device__ row operator()(index_t b) const {
    return {data + at.offset(b), static_cast<int>(at.stride), have, scale, swap};
  }
};
template <class T, bool plain> struct fft_store {
  cplx<T>* data;
  rows at;
  bool swap;

  struct row {
    cplx<T>* data;
    int stride;
    bool swap;
    __device__ void operator()(int i, cplx<T> v) const {
      if constexpr (!plain) v = swap ? cplx<T>(v.im, v.re) : v;
      fft::device::put(data + index_t(i) * stride, v);
    }
  };
  __device__ row operator()(index_t b) const { return {data + at.offset(b), static_cast<int>(at.stride), swap}; }
};

// Threads of a multiprocessor that leave registers for the values they hold: measured, without spills.
template <class T, int N> constexpr int resident_threads() {
  constexpr int words = fft::device::BlockFft<T, N>::elements * int(sizeof(T)) / 4;  // pairs of registers
  return words <= 16 ? 1024 : 512;
}
// Every architecture holds 16 blocks and 1024 threads.
constexpr int blocks_for(int resident, int block) {
  const int blocks = resident / block;
  return blocks < 1 ? 1 : blocks > 16 ? 16 : blocks;
}

// Groups of threads side by side, each with its own row: for rows whose elements are neighbours in memory.
template <class T, int N> inline constexpr int groups_of =
    fft::device::BlockFft<T, N>::threads >= 128 ? 1 : 128 / fft::device::BlockFft<T, N>::threads;
template <class T, int N, class Load, class Store>
__global__ void __launch_bounds__(fft::device::BlockFft<T, N>::threads* groups_of<T, N>,
                                  blocks_for(resident_threads<T, N>(),
                                             fft::device::BlockFft<T, N>::threads* groups_of<T, N>))
    fft_rows_kernel(Load load, Store store, index_t count) {
  using Fft = fft::device::BlockFft<T, N>;
  constexpr int groups = groups_of<T, N>;
  extern __shared__ __align__(16) unsigned char memory[];
  const int group = threadIdx.x / Fft::threads, t = threadIdx.x % Fft::threads;
  cplx<T>* const shared = reinterpret_cast<cplx<T>*>(memory) + group * Fft::shared_size;
  for (index_t first = index_t(blockIdx.x) * groups; first < count; first += index_t(gridDim.x) * groups) {
    const index_t b = first + group;
    const bool active = b < count;
    const auto from = load(active ? b : first);
    const auto to = store(active ? b : first);
    Fft::forward(
        t, shared, [&](int i) { return from(i); },
        [&](int i, cplx<T> v) {
          if (active) to(i, v);
        });
    Fft::sync();
  }
}

// Large transforms of n = n1 n2 points take two passes (Gentleman and Sande's four steps, 1966): columns of n1 points
// that lie n2 apart, times twiddle factors; then rows of n2 points, stored n1 apart. Row b of `columns` per transform
// has every columns-th element of transform b / columns, beginning with element b % columns.
template <class Whole> struct split {
  Whole whole;
  int columns;

  struct row {
    typename Whole::row whole;
    int column, columns;
    __device__ auto operator()(int i) const { return whole(i * columns + column); }
    template <class T> __device__ void operator()(int i, cplx<T> v) const { whole(i * columns + column, v); }
  };
  __device__ row operator()(index_t b) const {
    const index_t transform = b / columns;
    return {whole(transform), static_cast<int>(b - transform * columns), columns};
  }
};
__device__ inline cplx<float> unit_at(float half_turns) {
  cplx<float> w;
  sincospif(half_turns, &w.im, &w.re);
  return w;
}
__device__ inline cplx<double> unit_at(double half_turns) {
  cplx<double> w;
  sincospi(half_turns, &w.im, &w.re);
  return w;
}
// The target of the first pass: n values for each transform, in rows of `columns`.
template <class T> struct split_store {
  cplx<T>* data;
  int n, columns;

  struct row {
    cplx<T>* data;
    int column, columns;
    T step;  // -2 / n: products with integers below n are exact, n being a power of two up to 2^24
    __device__ void operator()(int i, cplx<T> v) const {
      fft::device::put(data + index_t(i) * columns, v * unit_at(static_cast<T>(i * column) * step));
    }
  };
  __device__ row operator()(index_t b) const {
    const index_t transform = b / columns;
    const int column = static_cast<int>(b - transform * columns);
    return {data + transform * n + column, column, columns, T(-2) / static_cast<T>(n)};
  }
};

// Real signals of n samples are transforms of n / 2 pairs. Pair i of row b; any stride, zeros beyond `have` samples.
template <class T> struct pair_load {
  const T* data;
  rows at;  // samples
  int have;
  T scale;
  bool together;  // the two samples of a pair lie together, aligned

  struct row {
    const T* data;
    int stride, have;
    T scale;
    bool together;
    __device__ cplx<T> operator()(int i) const {
      cplx<T> v(T(0));
      if (together && 2 * i + 1 < have) {
        v = fft::device::get(reinterpret_cast<const cplx<T>*>(data) + i);
      } else {
        if (2 * i < have) v.re = data[index_t(2 * i) * stride];
        if (2 * i + 1 < have) v.im = data[index_t(2 * i + 1) * stride];
      }
      return v * scale;
    }
  };
  __device__ row operator()(index_t b) const {
    return {data + at.offset(b), static_cast<int>(at.stride), have, scale, together};
  }
};
template <class T> struct pair_store {
  T* data;
  rows at;
  bool together, swap;

  struct row {
    T* data;
    int stride;
    bool together, swap;
    __device__ void operator()(int i, cplx<T> v) const {
      if (swap) v = {v.im, v.re};
      if (together) {
        fft::device::put(reinterpret_cast<cplx<T>*>(data) + i, v);
      } else {
        data[index_t(2 * i) * stride] = v.re;
        data[index_t(2 * i + 1) * stride] = v.im;
      }
    }
  };
  __device__ row operator()(index_t b) const {
    return {data + at.offset(b), static_cast<int>(at.stride), together, swap};
  }
};

// Bins 0..n/2 of real signals as what the inverse transform of n / 2 pairs starts from; see BlockRfft::tangle.
template <class T> struct bins_load {
  const cplx<T>* data;
  rows at;
  int have, half;  // bins that exist, n / 2
  T scale;

  struct row {
    const cplx<T>* data;
    int stride, have, half;
    T scale;
    __device__ cplx<T> operator()(int k) const {
      if (k >= have) return cplx<T>(T(0));
      return fft::device::get(data + index_t(k) * stride) * scale;
    }
  };
  __device__ row operator()(index_t b) const {
    return {data + at.offset(b), static_cast<int>(at.stride), have, half, scale};
  }
};
template <class T> struct tangled_load {
  bins_load<T> bins;
  struct row {
    typename bins_load<T>::row bins;
    T step;  // 1 / half
    __device__ cplx<T> operator()(int k) const {
      cplx<T> a = bins(k), b = bins(bins.half - k);
      if (k == 0) a.im = T(0), b.im = T(0);
      const cplx<T> even = a + conj(b), odd = (a - conj(b)) * unit_at(static_cast<T>(k) * step);
      return {even.im + odd.re, even.re - odd.im};  // even + i odd, parts swapped: the transform is an inverse one
    }
  };
  __device__ row operator()(index_t b) const { return {bins(b), T(1) / static_cast<T>(bins.half)}; }
};

// C columns side by side, neighbouring threads in neighbouring columns: for rows that are neighbours in memory.
template <class T, int N, int C, class Load, class Store>
__global__ void __launch_bounds__(fft::device::BlockFft<T, N>::threads* C,
                                  blocks_for(resident_threads<T, N>(), fft::device::BlockFft<T, N>::threads* C))
    fft_columns_kernel(Load load, Store store, index_t count) {
  using Fft = fft::device::BlockFft<T, N>;
  extern __shared__ __align__(16) unsigned char memory[];
  const int c = threadIdx.x % C, t = threadIdx.x / C;
  cplx<T>* const shared = reinterpret_cast<cplx<T>*>(memory) + c;
  for (index_t first = index_t(blockIdx.x) * C; first < count; first += index_t(gridDim.x) * C) {
    const index_t b = first + c;
    const bool active = b < count;
    const auto from = load(active ? b : first);
    const auto to = store(active ? b : first);
    cplx<T> v[Fft::elements];
    Fft::template load<0>(v, t, from);
    Fft::template compute<0>(v, t);
    fft::device::detail::static_for<Fft::passes - 1>([&](auto p_) {
      constexpr int p = decltype(p_)::value;
      __syncthreads();
      Fft::template store<p>(v, t, [&](int i, cplx<T> z) { fft::device::put(shared + Fft::place(i) * C, z); });
      __syncthreads();
      Fft::template load<p + 1>(v, t, [&](int i) { return fft::device::get(shared + Fft::place(i) * C); });
      Fft::template compute<p + 1>(v, t);
    });
    if (active) Fft::template store<Fft::passes - 1>(v, t, to);
  }
}

template <class T, int N, class Load, class Store>
void fft_rows(CUstream_st* stream, const Load& load, const Store& store, index_t count) {
  using Fft = fft::device::BlockFft<T, N>;
  constexpr int groups = groups_of<T, N>;
  constexpr size_t shared = size_t(Fft::shared_bytes) * groups;
  const auto kernel = fft_rows_kernel<T, N, Load, Store>;
  allow_shared(kernel, shared);
  const index_t blocks = (count + groups - 1) / groups, most = index_t(1) << 30;
  launch(kernel, dim3(static_cast<unsigned>(blocks < most ? blocks : most)), dim3(Fft::threads * groups), shared,
         stream, load, store, count);
}
template <class T, int N, int C, class Load, class Store>
void fft_columns(CUstream_st* stream, const Load& load, const Store& store, index_t count) {
  using Fft = fft::device::BlockFft<T, N>;
  constexpr size_t shared = size_t(Fft::shared_bytes) * C;
  const auto kernel = fft_columns_kernel<T, N, C, Load, Store>;
  allow_shared(kernel, shared);
  const index_t blocks = (count + C - 1) / C, most = index_t(1) << 30;
  launch(kernel, dim3(static_cast<unsigned>(blocks < most ? blocks : most)), dim3(Fft::threads * C), shared, stream,
         load, store, count);
}

// Real rows: `forward` takes pairs of samples and gives bins, the inverse the other way round.
template <class T, int N, bool forward, class Load, class Store>
__global__ void __launch_bounds__(fft::device::BlockRfft<T, N>::threads* groups_of<T, N / 2>,
                                  blocks_for(resident_threads<T, N / 2>(),
                                             fft::device::BlockRfft<T, N>::threads* groups_of<T, N / 2>))
    rfft_rows_kernel(Load load, Store store, index_t count) {
  using Fft = fft::device::BlockRfft<T, N>;
  constexpr int groups = groups_of<T, N / 2>;
  extern __shared__ __align__(16) unsigned char memory[];
  const int group = threadIdx.x / Fft::threads, t = threadIdx.x % Fft::threads;
  cplx<T>* const shared = reinterpret_cast<cplx<T>*>(memory) + group * Fft::shared_size;
  for (index_t first = index_t(blockIdx.x) * groups; first < count; first += index_t(gridDim.x) * groups) {
    const index_t b = first + group;
    const bool active = b < count;
    const auto from = load(active ? b : first);
    const auto to = store(active ? b : first);
    const auto read = [&](int i) { return from(i); };
    const auto write = [&](int i, cplx<T> v) {
      if (active) to(i, v);
    };
    if constexpr (forward)
      Fft::forward(t, shared, read, write);
    else
      Fft::inverse(t, shared, read, write);
    Fft::sync();
  }
}
template <class T, int N, bool forward, class Load, class Store>
void rfft_rows(CUstream_st* stream, const Load& load, const Store& store, index_t count) {
  using Fft = fft::device::BlockRfft<T, N>;
  constexpr int groups = groups_of<T, N / 2>;
  constexpr size_t shared = size_t(Fft::shared_bytes) * groups;
  const auto kernel = rfft_rows_kernel<T, N, forward, Load, Store>;
  allow_shared(kernel, shared);
  const index_t blocks = (count + groups - 1) / groups, most = index_t(1) << 30;
  launch(kernel, dim3(static_cast<unsigned>(blocks < most ? blocks : most)), dim3(Fft::threads * groups), shared,
         stream, load, store, count);
}

}  // namespace tukey::cuda
