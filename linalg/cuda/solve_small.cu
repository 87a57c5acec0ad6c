// SPDX-License-Identifier: Apache-2.0
// Batches of small systems: a group of 8, 16 or 32 lanes per matrix, one row per lane, in registers. Rows are not
// moved: a lane remembers at which step its row was the pivot.
#include "small.cuh"

namespace tukey::cuda {
namespace {

// All lanes of a warp run the same steps (shuffles need all of them); groups past the batch repeat its last matrix
// and write nothing.
template <class T, int W>
__global__ void __launch_bounds__(128)
    solve_small_kernel(const T* a, Batch ba, const T* b, Batch bb, T* x, Batch bx, Verdict* verdict) {
  using R = real_of_t<T>;
  const int lane = threadIdx.x % W, n = static_cast<int>(ba.rows);
  const index_t groups = index_t(gridDim.x) * (blockDim.x / W), count = bx.count, columns = bx.cols;
  const index_t first = index_t(blockIdx.x) * (blockDim.x / W) + threadIdx.x / W;
  const index_t rounds = (count + groups - 1) / groups;
  for (index_t round = 0; round < rounds; ++round) {
    const index_t wanted = first + round * groups;
    const bool active = wanted < count;
    const index_t index = active ? wanted : count - 1;
    const T* from = a + ba.offset(index) + lane * ba.rs;
    T row[W];
#pragma unroll
    for (int j = 0; j < W; ++j) row[j] = lane < n && j < n ? from[j * ba.cs] : scalar<T>::zero();

    int step = -1;     // at which my row was the pivot
    int pivot_of = 0;  // the lane that was the pivot of step `lane`
    int failed = 0;
    T diagonal = scalar<T>::zero();
#pragma unroll
    for (int k = 0; k < W; ++k) {
      if (k < n) {
        // The largest candidate, NaN above all, the first lane among equals: the same answer in every lane.
        R most = step < 0 && lane < n ? scalar<T>::cabs1(row[k]) : R(-1);
        if (!(most == most)) most = R(INFINITY);
        int p = lane;
#pragma unroll
        for (int d = W / 2; d > 0; d >>= 1) {
          const R other = from_lane<R, W>(most, lane ^ d);
          const int q = __shfl_sync(full_warp, p, lane ^ d, W);
          if (other > most || (other == most && q < p)) most = other, p = q;
        }
        if (most == R(0) && failed == 0) failed = k + 1;
        const T pivot = from_lane<T, W>(row[k], p);
        if (lane == p) step = k, diagonal = pivot;
        if (lane == k) pivot_of = p;
        const bool below = step < 0;
        if (below) row[k] = scalar<T>::quotient(row[k], pivot);
#pragma unroll
        for (int j = 0; j < W; ++j) {
          if (j > k) {
            const T u = from_lane<T, W>(row[j], p);
            if (below) row[j] = row[j] - row[k] * u;
          }
        }
      }
    }
    if (failed != 0 && active && lane == 0 && verdict) atomicMin(verdict, (Verdict(index) << 32) | Verdict(failed));

    const index_t right = bb.offset(index), result = bx.offset(index);
    for (index_t c = 0; c < columns; ++c) {
      T v = lane < n ? b[right + lane * bb.rs + c * bb.cs] : scalar<T>::zero();
#pragma unroll
      for (int k = 0; k < W; ++k) {
        if (k < n) {
          const int p = __shfl_sync(full_warp, pivot_of, k, W);
          const T y = from_lane<T, W>(v, p);
          if (step > k) v = v - row[k] * y;
        }
      }
#pragma unroll
      for (int k = W - 1; k >= 0; --k) {
        if (k < n) {
          const int p = __shfl_sync(full_warp, pivot_of, k, W);
          if (step == k) v = scalar<T>::quotient(v, diagonal);
          const T y = from_lane<T, W>(v, p);
          if (step >= 0 && step < k) v = v - row[k] * y;
        }
      }
      if (failed != 0) v = scalar<T>::nan();
      if (active && step >= 0) x[result + step * bx.rs + c * bx.cs] = v;
    }
  }
}

template <class T, int W>
void launch_solve(CUstream_st* stream, const view<const T>& a, const view<const T>& b, const view<T>& x,
                  Verdict* verdict) {
  const Batch bx = batch_of(x);
  launch(solve_small_kernel<T, W>, dim3(grid_for(bx.count, 128 / W)), dim3(128), 0, stream, a.data, batch_of(a), b.data,
         batch_of(b), x.data, bx, verdict);
}
}  // namespace

template <class T>
reference::FactorStatus solve_small(CUstream_st* stream, view<const T> a, view<const T> b, view<T> x, bool check) {
  const detail::Workspace word(stream, sizeof(Verdict));
  Verdict* const verdict = word.as<Verdict>();
  reset(stream, verdict);
  const index_t n = x.shape[x.rank - 2];
  if (n <= 8)
    launch_solve<T, 8>(stream, a, b, x, verdict);
  else if (n <= 16)
    launch_solve<T, 16>(stream, a, b, x, verdict);
  else
    launch_solve<T, 32>(stream, a, b, x, verdict);
  return check ? read(stream, verdict) : reference::FactorStatus{};
}

#define TUKEY_INSTANTIATE(T) \
  template reference::FactorStatus solve_small<T>(CUstream_st*, view<const T>, view<const T>, view<T>, bool);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
TUKEY_INSTANTIATE(cplx<float>)
TUKEY_INSTANTIATE(cplx<double>)

}  // namespace tukey::cuda
