// SPDX-License-Identifier: Apache-2.0
// Internal: the backends of the fft module. The CPU's are in tukey/reference/fft.hpp.
#pragma once

#include "tukey/detail/context.hpp"
#include "tukey/fft/fft.hpp"
#include "tukey/reference/fft.hpp"

namespace tukey::cuda {

// As the functions of the same name in tukey::reference.
template <class T>
void fft(detail::StreamState& state, view<const cplx<T>> in, view<cplx<T>> out, int axis, bool inverse, T scale);
template <class T>
void fft(detail::StreamState& state, view<const T> in, view<cplx<T>> out, int axis, bool inverse, T scale);
template <class T>
void rfft(detail::StreamState& state, view<const T> in, view<cplx<T>> out, int axis, index_t n, T scale);
template <class T> void irfft(detail::StreamState& state, view<const cplx<T>> in, view<T> out, int axis, T scale);
template <class T>
void fft_frequencies(detail::StreamState& state, view<T> out, index_t positive, index_t n, double step);

void set_fft_cache_limit(std::size_t bytes);
fft::PlanCacheInfo fft_cache_info(detail::StreamState& state);
void clear_fft_cache(detail::StreamState& state);

}  // namespace tukey::cuda
