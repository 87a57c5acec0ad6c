// SPDX-License-Identifier: Apache-2.0
// Batches of small Cholesky factors: a group of 8, 16 or 32 lanes per matrix, one row per lane, in registers.
#include "small.cuh"

namespace tukey::cuda {
namespace {

// All lanes of a warp run the same steps (shuffles need all of them); groups past the batch repeat its last matrix
// and write nothing.
template <class T, int W>
__global__ void __launch_bounds__(128)
    cholesky_small_kernel(const T* a, Batch ba, T* c, Batch bc, bool lower, Verdict* verdict) {
  using R = real_of_t<T>;
  const int lane = threadIdx.x % W, n = static_cast<int>(ba.rows);
  const index_t groups = index_t(gridDim.x) * (blockDim.x / W), count = bc.count;
  const index_t first = index_t(blockIdx.x) * (blockDim.x / W) + threadIdx.x / W;
  const index_t rounds = (count + groups - 1) / groups;
  // The upper factor is the adjoint of the lower one: element (i, j) of the work is read from and written to (j, i).
  const index_t ars = lower ? ba.rs : ba.cs, acs = lower ? ba.cs : ba.rs;
  const index_t crs = lower ? bc.rs : bc.cs, ccs = lower ? bc.cs : bc.rs;
  for (index_t round = 0; round < rounds; ++round) {
    const index_t wanted = first + round * groups;
    const bool active = wanted < count;
    const index_t index = active ? wanted : count - 1;
    const T* from = a + ba.offset(index) + lane * ars;
    T row[W];
#pragma unroll
    for (int j = 0; j < W; ++j) {
      row[j] = scalar<T>::zero();
      if (j <= lane && lane < n) row[j] = lower ? from[j * acs] : conj(from[j * acs]);
    }
    int failed = 0;
#pragma unroll
    for (int k = 0; k < W; ++k) {
      if (k < n) {
        const R d = from_lane<R, W>(scalar<T>::real(row[k]), k);
        if (!(d > R(0)) && failed == 0) failed = k + 1;
        const R root = sqrt(d);
        if (lane == k) row[k] = T(root);
        if (lane > k) row[k] = row[k] / root;
#pragma unroll
        for (int j = 0; j < W; ++j) {
          if (j > k) {
            const T other = from_lane<T, W>(row[k], j);
            if (lane >= j) row[j] = row[j] - row[k] * conj(other);
          }
        }
      }
    }
    if (failed != 0 && active && lane == 0 && verdict) atomicMin(verdict, (Verdict(index) << 32) | Verdict(failed));
    if (active && lane < n) {
      T* to = c + bc.offset(index) + lane * crs;
#pragma unroll
      for (int j = 0; j < W; ++j) {
        if (j < n) {
          T value = j <= lane ? row[j] : scalar<T>::zero();
          if (failed != 0) value = scalar<T>::nan();
          to[j * ccs] = lower ? value : conj(value);
        }
      }
    }
  }
}

template <class T, int W>
void launch_cholesky(CUstream_st* stream, const view<const T>& a, const view<T>& c, bool lower, Verdict* verdict) {
  const Batch bc = batch_of(c);
  launch(cholesky_small_kernel<T, W>, dim3(grid_for(bc.count, 128 / W)), dim3(128), 0, stream, a.data, batch_of(a),
         c.data, bc, lower, verdict);
}

}  // namespace

template <class T>
reference::FactorStatus cholesky_small(CUstream_st* stream, view<const T> a, view<T> c, bool lower, bool check) {
  const detail::Workspace word(stream, sizeof(Verdict));
  Verdict* const verdict = word.as<Verdict>();
  reset(stream, verdict);
  const index_t n = c.shape[c.rank - 1];
  if (n <= 8)
    launch_cholesky<T, 8>(stream, a, c, lower, verdict);
  else if (n <= 16)
    launch_cholesky<T, 16>(stream, a, c, lower, verdict);
  else
    launch_cholesky<T, 32>(stream, a, c, lower, verdict);
  return check ? read(stream, verdict) : reference::FactorStatus{};
}

#define TUKEY_INSTANTIATE(T) \
  template reference::FactorStatus cholesky_small<T>(CUstream_st*, view<const T>, view<T>, bool, bool);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
TUKEY_INSTANTIATE(cplx<float>)
TUKEY_INSTANTIATE(cplx<double>)

}  // namespace tukey::cuda
