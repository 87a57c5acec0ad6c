// SPDX-License-Identifier: Apache-2.0
// The choice among our kernels: layouts, lengths, and where cuFFT measured faster.
#include "block_fft.hpp"

#include "block_fft_kernels.cuh"
#include "row_order.hpp"

namespace tukey::cuda {
namespace {

constexpr index_t int_limit = 0x7fffffff;
constexpr int most_split = 1 << 24;  // points of a transform in two passes

bool is_power_of_two(index_t n) { return (n & (n - 1)) == 0; }
template <class T> bool aligned(const cplx<T>* p) { return reinterpret_cast<unsigned long>(p) % (2 * sizeof(T)) == 0; }
bool small_stride(const rows& r) { return magnitude(r.stride) <= int_limit; }
// Rows whose samples pair up as aligned complex numbers.
template <class T> bool pairs(const T* data, const rows& r) {
  if (r.stride != 1 || reinterpret_cast<unsigned long>(data) % (2 * sizeof(T)) != 0) return false;
  for (int d = 0; d < r.rank; ++d)
    if (r.strides[d] % 2 != 0) return false;
  return true;
}

// n = n1 n2, n1 >= n2, both powers of two.
struct factors {
  int n1, n2;
};
factors split_of(int n) {
  factors f{1, 1};
  while (index_t(f.n1) * f.n2 < n) (f.n1 <= f.n2 ? f.n1 : f.n2) *= 2;
  return f;
}

// in -> work -> out of `count` transforms of n points.
template <class T, class Load, class Store>
void two_passes(CUstream_st* stream, int n, index_t count, const Load& load, const Store& store) {
  const factors f = split_of(n);
  const detail::Workspace work(stream, static_cast<size_t>(count) * n * sizeof(cplx<T>));
  cplx<T>* const middle = work.as<cplx<T>>();
  split_first(stream, f.n1, split<Load>{load, f.n2}, split_store<T>{middle, n, f.n2}, count * f.n2);
  rows r{};
  r.count = count * f.n1, r.length = f.n2, r.stride = 1;
  r.rank = 1, r.shape[0] = r.count, r.strides[0] = f.n2;
  split_second(stream, f.n2, fft_load<T, true>{middle, r, f.n2, T(1), false}, split<Store>{store, f.n1},
               count * f.n1);
}

// Bins of real signals from those of their pairs, in place: bins k and half - k of each row, and bin `half` from bin 0.
template <class T> __global__ void untangle_kernel(cplx<T>* data, rows at, int half) {
  const int pairs_of_row = half / 2 + 1;
  for (index_t i = global_thread(); i < at.count * pairs_of_row; i += global_threads()) {
    const index_t row = i / pairs_of_row;
    const int k = static_cast<int>(i - row * pairs_of_row);
    cplx<T>* const bins = data + at.offset(row);
    const cplx<T> a = fft::device::get(bins + k * at.stride);
    const cplx<T> b = k == 0 ? a : fft::device::get(bins + (half - k) * at.stride);
    const cplx<T> even = (a + conj(b)) * T(0.5), odd = (a - conj(b)) * T(0.5);
    const cplx<T> turned = cplx<T>(odd.im, -odd.re) * unit_at(static_cast<T>(-k) / static_cast<T>(half));
    fft::device::put(bins + k * at.stride, even + turned);
    if (k != half - k) fft::device::put(bins + (half - k) * at.stride, conj(even - turned));
  }
}

}  // namespace

template <class T>
bool block_fft(CUstream_st* stream, view<const cplx<T>> in, view<cplx<T>> out, int axis, bool inverse, T scale,
               bool direct) {
  const index_t n = out.shape[axis];
  if (n < 32 || n > most_split || !is_power_of_two(n) || !aligned(in.data) || !aligned(out.data)) return false;
  const rows from = detail::rows_along(in, axis), to = detail::rows_along(out, axis);
  if (!small_stride(from) || !small_stride(to)) return false;
  const int have = static_cast<int>(from.length < n ? from.length : n);
  const bool whole = have == n && scale == T(1), along = runs_along(from) && runs_along(to);
  // cuFFT is faster, or as fast with less to spare, at these (H200, docs/benchmarks.md).
  if (direct && whole && (n == 1024 || n == 8192 || (n > 8192 && (to.count > 1 || n < (1 << 21))))) return false;
  const fft_load<T, false> load{in.data, from, have, scale, inverse};
  const fft_store<T, false> store{out.data, to, inverse};
  const int points = static_cast<int>(n);
  const bool plain = whole && !inverse;
  if (n > (along ? most_points<T> : 4096)) {
    if (plain)
      two_passes<T>(stream, points, to.count, fft_load<T, true>{in.data, from, have, scale, false}, store);
    else
      two_passes<T>(stream, points, to.count, load, store);
  } else if (along) {
    rows_by_length(stream, points, load, store, to.count, plain);
  } else {
    columns_by_length(stream, points, load, store, to.count, plain);
  }
  return true;
}

template <class T>
bool block_rfft(CUstream_st* stream, view<const T> in, view<cplx<T>> out, int axis, index_t n, T scale, bool direct) {
  if (n < 64 || n > 2 * most_split || !is_power_of_two(n) || !aligned(out.data)) return false;
  out.shape[axis] = n / 2 + 1;
  const rows from = detail::rows_along(in, axis), to = detail::rows_along(out, axis);
  if (!small_stride(from) || !small_stride(to) || n > int_limit || !runs_along(from) || !runs_along(to)) return false;
  if (direct && scale == T(1) && n > 8192) return false;
  const int have = static_cast<int>(from.length < n ? from.length : n);
  const pair_load<T> load{in.data, from, have, scale, pairs(in.data, from)};
  if (n <= 8192) {
    real_rows_by_length(stream, static_cast<int>(n), load, fft_store<T, true>{out.data, to, false}, to.count);
    return true;
  }
  const int half = static_cast<int>(n / 2);
  two_passes<T>(stream, half, to.count, load, fft_store<T, false>{out.data, to, false});
  launch(untangle_kernel<T>, dim3(grid_for(to.count * (half / 2 + 1), 256)), dim3(256), 0, stream, out.data, to, half);
  return true;
}

template <class T> bool block_irfft(CUstream_st* stream, view<const cplx<T>> in, view<T> out, int axis, T scale) {
  const index_t n = out.shape[axis];
  if (n < 64 || n > 2 * most_split || !is_power_of_two(n) || !aligned(in.data)) return false;
  const rows from = detail::rows_along(in, axis), to = detail::rows_along(out, axis);
  if (!small_stride(from) || !small_stride(to) || !runs_along(from) || !runs_along(to)) return false;
  const int half = static_cast<int>(n / 2), have = static_cast<int>(from.length < half + 1 ? from.length : half + 1);
  const bins_load<T> bins{in.data, from, have, half, scale};
  const pair_store<T> store{out.data, to, pairs(out.data, to), n > 8192};
  if (n <= 8192)
    real_rows_by_length(stream, static_cast<int>(n), bins, store, to.count);
  else
    two_passes<T>(stream, half, to.count, tangled_load<T>{bins}, store);
  return true;
}

#define TUKEY_INSTANTIATE(T)                                                                                        \
  template bool block_fft(CUstream_st*, view<const cplx<T>>, view<cplx<T>>, int, bool, T, bool);                    \
  template bool block_rfft(CUstream_st*, view<const T>, view<cplx<T>>, int, index_t, T, bool);                      \
  template bool block_irfft(CUstream_st*, view<const cplx<T>>, view<T>, int, T);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)

}  // namespace tukey::cuda
