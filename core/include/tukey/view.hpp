// SPDX-License-Identifier: Apache-2.0
// view<T>: pointer, shape and strides by value. What kernels and reference functions receive.
// Included by .cu files, hence no std headers.
#pragma once

#if defined(__CUDACC__)
#define TUKEY_HD __host__ __device__
#else
#define TUKEY_HD
#endif

namespace tukey {

using index_t = long;  // 64-bit signed: every size, stride (in elements) and index
static_assert(sizeof(index_t) == 8, "Tukey needs a 64-bit platform");

inline constexpr int max_rank = 8;

/// A non-owning strided window on elements of one device. Strides count elements and may be zero or negative.
template <class T>
struct view {
  T* data;
  int rank;
  index_t shape[max_rank];
  index_t strides[max_rank];

  TUKEY_HD index_t size() const {
    index_t n = 1;
    for (int i = 0; i < rank; ++i) n *= shape[i];
    return n;
  }
};

}  // namespace tukey
