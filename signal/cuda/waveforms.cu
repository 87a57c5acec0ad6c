// SPDX-License-Identifier: Apache-2.0
#include "tukey/detail/launch.cuh"
#include "tukey/detail/rows.hpp"
#include "waveforms_backend.hpp"

namespace tukey::cuda {
namespace {

// One thread an element, in a grid-stride loop.
template <class T, class F>
__global__ void kernel(const T* t, detail::rows times, const T* parameter, detail::rows parameters, double value, F f) {
  const index_t total = times.count * times.length;
  for (index_t i = global_thread(); i < total; i += global_threads()) {
    const index_t row = i / times.length, k = i - row * times.length;
    const double p = parameter ? double(parameter[parameters.offset(row) + k * parameters.stride]) : value;
    f(i, double(t[times.offset(row) + k * times.stride]), p);
  }
}

}  // namespace

template <class T, class F>
void waveform(CUstream_st* stream, const view<const T>& t, const view<const T>& parameter, double value, const F& f) {
  const detail::rows times = detail::rows_along(t, t.rank - 1);
  const detail::rows parameters = parameter.data ? detail::rows_along(parameter, parameter.rank - 1) : times;
  launch(kernel<T, F>, grid_for(times.count * times.length, 256), 256, 0, stream, t.data, times, parameter.data,
         parameters, value, f);
}

#define TUKEY_INSTANTIATE_FUNCTOR(T, F)                                                                           \
  template void waveform<T, reference::waveforms::F<T>>(CUstream_st*, const view<const T>&, const view<const T>&, \
                                                        double, const reference::waveforms::F<T>&);
#define TUKEY_INSTANTIATE(T)                 \
  TUKEY_INSTANTIATE_FUNCTOR(T, Chirp)        \
  TUKEY_INSTANTIATE_FUNCTOR(T, ComplexChirp) \
  TUKEY_INSTANTIATE_FUNCTOR(T, Sawtooth)     \
  TUKEY_INSTANTIATE_FUNCTOR(T, Square)       \
  TUKEY_INSTANTIATE_FUNCTOR(T, GaussPulse)
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
#undef TUKEY_INSTANTIATE
#undef TUKEY_INSTANTIATE_FUNCTOR

}  // namespace tukey::cuda
