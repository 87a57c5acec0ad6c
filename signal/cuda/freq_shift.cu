// SPDX-License-Identifier: Apache-2.0
#include "freq_shift_backend.hpp"
#include "tukey/detail/launch.cuh"
#include "tukey/detail/rows.hpp"

namespace tukey::cuda {
namespace {

__device__ inline void sincos_turns(float t, float& s, float& c) { sincospif(2 * t, &s, &c); }
__device__ inline void sincos_turns(double t, double& s, double& c) { sincospi(2 * t, &s, &c); }
template <class R> __device__ inline cplx<R> times(R x, R c, R s) { return {x * c, x * s}; }
template <class R> __device__ inline cplx<R> times(cplx<R> x, R c, R s) { return x * cplx<R>{c, s}; }

// One thread an element, in a grid-stride loop.
template <class T>
__global__ void kernel(const T* x, cplx<real_of_t<T>>* y, double turns, detail::rows from, detail::rows to) {
  using R = real_of_t<T>;
  const index_t total = from.count * from.length;
  for (index_t i = global_thread(); i < total; i += global_threads()) {
    const index_t row = i / from.length, k = i - row * from.length;
    // k turns in two parts, less the whole turns.
    const double high = turns * double(k), low = fma(turns, double(k), -high), part = (high - rint(high)) + low;
    R s, c;
    sincos_turns(R(part), s, c);
    y[to.offset(row) + k * to.stride] = times(x[from.offset(row) + k * from.stride], c, -s);
  }
}

}  // namespace

template <class T>
void freq_shift(CUstream_st* stream, const view<const T>& x, const view<cplx<real_of_t<T>>>& y, double turns,
                int axis) {
  const detail::rows from = detail::rows_along(x, axis), to = detail::rows_along(y, axis);
  launch(kernel<T>, grid_for(from.count * from.length, 256), 256, 0, stream, x.data, y.data, turns, from, to);
}

#define TUKEY_INSTANTIATE(T) \
  template void freq_shift<T>(CUstream_st*, const view<const T>&, const view<cplx<real_of_t<T>>>&, double, int);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
TUKEY_INSTANTIATE(cplx<float>)
TUKEY_INSTANTIATE(cplx<double>)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::cuda
