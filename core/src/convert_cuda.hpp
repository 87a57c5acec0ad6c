// SPDX-License-Identifier: Apache-2.0
// Internal: copies, conversions and fills on the GPU. Loops are collapsed and not empty.
#pragma once

#include "tukey/detail/loop.hpp"

struct CUstream_st;

namespace tukey::cuda {

// word: 1, 2, 4, 8 or 16 bytes; both addresses are multiples of it.
void copy_words(CUstream_st* stream, int word, const detail::loop<2>& l, void* to, const void* from);
// The copy through shared memory where the fastest axes of the two sides differ; false where that would not pay.
bool transpose_words(CUstream_st* stream, int word, const detail::loop<2>& l, void* to, const void* from);
void fill_words(CUstream_st* stream, int word, const detail::loop<1>& l, void* to, const void* value);
void convert_to_integer(CUstream_st* stream, int to_type, int from_type, int from_bytes, const detail::loop<2>& l,
                        void* to, const void* from);
void convert_to_other(CUstream_st* stream, int to_type, int from_type, int from_bytes, const detail::loop<2>& l,
                      void* to, const void* from);

}  // namespace tukey::cuda
