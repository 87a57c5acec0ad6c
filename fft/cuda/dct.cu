// SPDX-License-Identifier: Apache-2.0
// One thread an element, in a grid-stride loop; neighbours work on neighbouring elements of the work row.
#include "dct_backend.hpp"
#include "tukey/detail/launch.cuh"
#include "tukey/detail/rows.hpp"

namespace tukey::cuda {
namespace {

// exp(-i pi a)
__device__ inline cplx<float> root_of(double a, float) {
  float s, c;
  sincospif(static_cast<float>(a), &s, &c);
  return {c, -s};
}
__device__ inline cplx<double> root_of(double a, double) {
  double s, c;
  sincospi(a, &s, &c);
  return {c, -s};
}

template <class T> __device__ T element(const fft::DctRow<T>& row, const T* x, index_t stride, index_t i, const T*) {
  return row.real_in(x, stride, i);
}
template <class T>
__device__ cplx<T> element(const fft::DctRow<T>& row, const T* x, index_t stride, index_t i, const cplx<T>*) {
  return row.complex_in(x, stride, i, root_of(row.angle_in(i), T()));
}
template <class T> __device__ T value(const fft::DctRow<T>& row, const T* work, index_t k) { return row.out(work, k); }
template <class T> __device__ T value(const fft::DctRow<T>& row, const cplx<T>* work, index_t k) {
  return row.out(work, k, row.type == 1 ? cplx<T>{1, 0} : root_of(row.angle_out(k), T()));
}

template <class T, class W>
__global__ void in_kernel(const T* x, detail::rows from, fft::DctRow<T> row, W* work, index_t length) {
  const index_t total = from.count * length;
  for (index_t e = global_thread(); e < total; e += global_threads()) {
    const index_t r = e / length;
    work[e] = element(row, x + from.offset(r), from.stride, e - r * length, static_cast<const W*>(nullptr));
  }
}
template <class T, class W>
__global__ void out_kernel(const W* work, T* y, detail::rows to, fft::DctRow<T> row, index_t length) {
  const index_t total = to.count * row.n;
  for (index_t e = global_thread(); e < total; e += global_threads()) {
    const index_t r = e / row.n, k = e - r * row.n;
    row.store(y + to.offset(r), to.stride, k, value(row, work + r * length, k));
  }
}

template <class T, class W>
void launch_in(CUstream_st* stream, const view<const T>& x, int axis, const fft::DctRow<T>& row, W* work,
               index_t length) {
  const detail::rows from = detail::rows_along(x, axis);
  launch(in_kernel<T, W>, grid_for(from.count * length, 256), 256, 0, stream, x.data, from, row, work, length);
}
template <class T, class W>
void launch_out(CUstream_st* stream, const W* work, const view<T>& y, int axis, const fft::DctRow<T>& row,
                index_t length) {
  const detail::rows to = detail::rows_along(y, axis);
  launch(out_kernel<T, W>, grid_for(to.count * row.n, 256), 256, 0, stream, work, y.data, to, row, length);
}

}  // namespace

template <class T>
void dct_in(CUstream_st* stream, view<const T> x, int axis, fft::DctRow<T> row, T* work, index_t length) {
  launch_in(stream, x, axis, row, work, length);
}
template <class T>
void dct_in(CUstream_st* stream, view<const T> x, int axis, fft::DctRow<T> row, cplx<T>* work, index_t length) {
  launch_in(stream, x, axis, row, work, length);
}
template <class T>
void dct_out(CUstream_st* stream, const T* work, view<T> y, int axis, fft::DctRow<T> row, index_t length) {
  launch_out(stream, work, y, axis, row, length);
}
template <class T>
void dct_out(CUstream_st* stream, const cplx<T>* work, view<T> y, int axis, fft::DctRow<T> row, index_t length) {
  launch_out(stream, work, y, axis, row, length);
}

#define TUKEY_INSTANTIATE(T)                                                                    \
  template void dct_in<T>(CUstream_st*, view<const T>, int, fft::DctRow<T>, T*, index_t);       \
  template void dct_in<T>(CUstream_st*, view<const T>, int, fft::DctRow<T>, cplx<T>*, index_t); \
  template void dct_out<T>(CUstream_st*, const T*, view<T>, int, fft::DctRow<T>, index_t);      \
  template void dct_out<T>(CUstream_st*, const cplx<T>*, view<T>, int, fft::DctRow<T>, index_t);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::cuda
