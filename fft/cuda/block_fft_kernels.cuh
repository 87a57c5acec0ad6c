// SPDX-License-Identifier: Apache-2.0
// Internal: the kernels of block_fft.hpp by length, one file a kind. The length has been checked.
#pragma once

#include "block_fft.cuh"

namespace tukey::cuda {

template <class T> inline constexpr int most_points = sizeof(T) == 8 ? 4096 : 8192;

template <class T>
void rows_by_length(CUstream_st* stream, int n, const fft_load<T, false>& load, const fft_store<T, false>& store,
                    index_t count, bool plain);
template <class T>
void columns_by_length(CUstream_st* stream, int n, const fft_load<T, false>& load, const fft_store<T, false>& store,
                       index_t count, bool plain);
// The first pass of a large transform, and the second.
template <class T, class Whole>
void split_first(CUstream_st* stream, int n1, const split<Whole>& load, const split_store<T>& store, index_t count);
template <class T, class Whole>
void split_second(CUstream_st* stream, int n2, const fft_load<T, true>& load, const split<Whole>& store, index_t count);
template <class T>
void real_rows_by_length(CUstream_st* stream, int n, const pair_load<T>& load, const fft_store<T, true>& store,
                         index_t count);
template <class T>
void real_rows_by_length(CUstream_st* stream, int n, const bins_load<T>& load, const pair_store<T>& store,
                         index_t count);

}  // namespace tukey::cuda
