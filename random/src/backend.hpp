// SPDX-License-Identifier: Apache-2.0
// The module's GPU functions; tukey/reference/random.hpp declares the CPU's. Included by a .cu file: no std headers.
#pragma once

#include "tukey/reference/philox.hpp"

struct CUstream_st;

namespace tukey::cuda {

// As their namesakes in tukey::reference, on the current device.
template <class T> void uniform(CUstream_st* stream, const philox::source& source, T low, T high, view<T> out);
template <class T>
void normal(CUstream_st* stream, const philox::source& source, T loc, real_of_t<T> scale, view<T> out);
template <class T>
void integers(CUstream_st* stream, const philox::source& source, T low, philox::u64 count, view<T> out);

}  // namespace tukey::cuda
