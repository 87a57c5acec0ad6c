// SPDX-License-Identifier: Apache-2.0
// Choices among arrays, by an index or by conditions: only what is chosen is read.
#include "indexing.cuh"

namespace tukey::cuda {
namespace {

using detail::candidate;
using detail::choice;

__device__ inline index_t offset_of(const index_t* strides, const index_t (&at)[max_loop_rank], int rank) {
  index_t o = 0;
#pragma unroll
  for (int d = 0; d < max_loop_rank; ++d)
    if (d < rank) o += at[d] * strides[d];
  return o;
}
template <class W>
__global__ void __launch_bounds__(index_block)
    choose_kernel(const __grid_constant__ choice c, const __grid_constant__ places p, W* y, first_bad* bad) {
  const index_t i = global_thread();
  if (i >= p.count) return;
  index_t at[max_loop_rank];
#pragma unroll
  for (int d = 0; d < max_loop_rank; ++d) at[d] = 0;
  if (c.rank == 1) {
    at[0] = i;
  } else {
    index_t rest = i;
#pragma unroll
    for (int d = max_loop_rank - 1; d >= 0; --d) {
      if (d >= c.rank) continue;
      if (p.small) {
        const unsigned n = static_cast<unsigned>(rest), q = quotient(n, p.by[d]);
        at[d] = n - q * p.by[d].d;
        rest = q;
      } else {
        const index_t q = rest / p.shape[d];
        at[d] = rest - q * p.shape[d];
        rest = q;
      }
    }
  }
  int chosen = -1;
  if (c.by_index) {
    const index_t o = offset_of(c.condition[0].strides, at, c.rank);
    index_t k = c.wide ? static_cast<const index_t*>(c.condition[0].data)[o]
                       : static_cast<index_t>(static_cast<const int*>(c.condition[0].data)[o]);
    if (!resolve(k, c.total, c.mode)) return report(bad, i, 0);
    k -= c.first;
    if (k >= 0 && k < c.count) chosen = static_cast<int>(k);
  } else {
    for (int k = 0; k < c.count && chosen < 0; ++k)
      if (static_cast<const bool*>(c.condition[k].data)[offset_of(c.condition[k].strides, at, c.rank)]) chosen = k;
  }
  W value = *reinterpret_cast<const W*>(&c.otherwise);
  if (chosen >= 0) {
    const candidate& from = c.from[chosen];
    if (from.data) value = static_cast<const W*>(from.data)[offset_of(from.strides, at, c.rank)];
  } else if (!c.has_default) {
    return;
  }
  y[offset_of(c.y, at, c.rank)] = value;
}

}  // namespace

index_t choose(CUstream_st* stream, int word, const choice& c, void* y) {
  const places p = make_places(c.rank, c.shape);
  const bool waits = c.by_index && c.mode == Range::raise_negative;
  detail::Workspace flag(stream, waits ? sizeof(first_bad) : 0);
  if (waits) TUKEY_CUDA_CHECK(cudaMemsetAsync(flag.data(), 0xff, sizeof(first_bad), stream));
  with_word(word, [&](auto zero) {
    using W = decltype(zero);
    launch(choose_kernel<W>, blocks_for(p.count, 1), dim3(index_block), 0, stream, c, p, static_cast<W*>(y),
           flag.as<first_bad>());
  });
  if (!waits) return detail::all_in_range;
  first_bad found = 0;
  read_back(stream, &found, flag.data(), sizeof(found));
  return found == ~first_bad(0) ? detail::all_in_range : static_cast<index_t>(found / max_indices);
}

}  // namespace tukey::cuda
