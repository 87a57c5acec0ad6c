// SPDX-License-Identifier: Apache-2.0
// Internal: what the kernels of the linalg module share: strides of a batch of matrices, and the word in which a
// batch reports its first failure.
#pragma once

#include "tukey/detail/launch.cuh"
#include "tukey/reference/factor_status.hpp"

namespace tukey::cuda {

// The matrices of a view: where matrix i of the batch starts, and its strides.
struct Batch {
  index_t count, rows, cols, rs, cs;
  int rank;
  index_t shape[max_rank], strides[max_rank];

  __host__ __device__ index_t offset(index_t i) const {
    index_t o = 0;
    for (int d = rank - 1; d > 0; --d) {
      const index_t q = i / shape[d];
      o += (i - q * shape[d]) * strides[d];
      i = q;
    }
    return rank ? o + i * strides[0] : 0;
  }
};
template <class T> Batch batch_of(const view<T>& v) {
  const int r = v.rank - 2;
  Batch b{1, v.shape[r], v.shape[r + 1], v.strides[r], v.strides[r + 1], 0, {}, {}};
  for (int d = 0; d < r; ++d) {
    const index_t n = v.shape[d], s = v.strides[d];
    b.count *= n;
    if (n == 1) continue;
    if (b.rank && b.strides[b.rank - 1] == s * n) {
      b.shape[b.rank - 1] *= n;
      b.strides[b.rank - 1] = s;
    } else {
      b.shape[b.rank] = n;
      b.strides[b.rank] = s;
      ++b.rank;
    }
  }
  return b;
}

// batch << 32 | order, the smallest over the batch; all ones where nothing failed.
using Verdict = unsigned long long;
inline constexpr Verdict no_failure = ~0ull;

// Sets the word up and reads it; reading waits.
inline void reset(CUstream_st* stream, Verdict* word) {
  TUKEY_CUDA_CHECK(cudaMemsetAsync(word, 0xff, sizeof(Verdict), stream));
}
inline reference::FactorStatus read(CUstream_st* stream, const Verdict* word) {
  Verdict value = no_failure;
  TUKEY_CUDA_CHECK(cudaMemcpyAsync(&value, word, sizeof(value), cudaMemcpyDeviceToHost, stream));
  TUKEY_CUDA_CHECK(cudaStreamSynchronize(stream));
  if (value == no_failure) return {};
  return {static_cast<index_t>(value >> 32), static_cast<index_t>(value & 0xffffffffu)};
}

template <class T> struct scalar {
  static __device__ T zero() { return T(0); }
  static __device__ T nan() { return T(NAN); }
  static __device__ bool is_nan(T x) { return x != x; }
  static __device__ T cabs1(T x) { return fabs(x); }
  static __device__ T real(T x) { return x; }
  static __device__ T quotient(T x, T y) { return x / y; }
};
template <class T> struct scalar<cplx<T>> {
  static __device__ cplx<T> zero() { return {T(0), T(0)}; }
  static __device__ cplx<T> nan() { return {T(NAN), T(NAN)}; }
  static __device__ bool is_nan(cplx<T> x) { return x.re != x.re || x.im != x.im; }
  static __device__ T cabs1(cplx<T> x) { return fabs(x.re) + fabs(x.im); }
  static __device__ T real(cplx<T> x) { return x.re; }
  // Not inlined: the unrolled kernels would hold dozens of copies.
  static __device__ __noinline__ cplx<T> quotient(cplx<T> x, cplx<T> y) { return x / y; }
};

// `lane`'s value within groups of W lanes; all lanes of the warp must call it.
template <class T, int W> __device__ inline T from_lane(T value, int lane) {
  constexpr int words = (sizeof(T) + 3) / 4;
  union {
    T v;
    unsigned w[words];
  } u;
  u.v = value;
#pragma unroll
  for (int i = 0; i < words; ++i) u.w[i] = __shfl_sync(full_warp, u.w[i], lane, W);
  return u.v;
}

}  // namespace tukey::cuda
