// SPDX-License-Identifier: Apache-2.0
// Gathers: a thread loads several indices, then their elements, so that many random reads are under way at once.
#include "indexing.cuh"

namespace tukey::cuda {
namespace {

// One index array.
template <class W, int U>
__global__ void __launch_bounds__(index_block)
    gather_one(const __grid_constant__ indexed l, const __grid_constant__ places p, W* y, const W* x, first_bad* bad) {
  const index_t first = index_t(blockIdx.x) * (index_block * U) + threadIdx.x;
  const indexed::operand& o = l.index[0];
  index_t index[U], from[U], to[U];
#pragma unroll
  for (int u = 0; u < U; ++u) {
    const index_t i = first + u * index_block;
    index[u] = from[u] = to[u] = 0;
    if (i >= p.count) continue;
    index_t at = 0;
    p.decode(i, [&](int d, index_t c) {
      from[u] += c * l.x[d];
      to[u] += c * l.y[d];
      at += c * o.strides[d];
    });
    index[u] = load_index(o, at);
  }
  W value[U];
#pragma unroll
  for (int u = 0; u < U; ++u) {
    const index_t i = first + u * index_block;
    if (i >= p.count) continue;
    if (!resolve(index[u], o.size, l.mode)) {
      report(bad, i, 0);
      index[u] = 0;
    }
    value[u] = x[from[u] + (l.flat_rank ? unravel(l, index[u]) : index[u] * o.stride)];
  }
#pragma unroll
  for (int u = 0; u < U; ++u)
    if (first + u * index_block < p.count) y[to[u]] = value[u];
}

template <class W>
__global__ void __launch_bounds__(index_block)
    gather_several(const __grid_constant__ indexed l, const __grid_constant__ places p, W* y, const W* x,
                   first_bad* bad) {
  const index_t i = global_thread();
  if (i >= p.count) return;
  const spot s = locate(l, p, i);
  if (s.bad >= 0)
    report(bad, i, s.bad);
  else
    y[s.y] = x[s.x];
}

__global__ void __launch_bounds__(index_block)
    check_kernel(const __grid_constant__ indexed l, const __grid_constant__ places p, first_bad* bad) {
  const index_t i = global_thread();
  if (i >= p.count) return;
  const spot s = locate(l, p, i);
  if (s.bad >= 0) report(bad, i, s.bad);
}

// Runs kernels that fill `bad`, and waits for it where something can be out of range.
template <class Run> index_t with_flag(CUstream_st* stream, const indexed& l, const Run& run) {
  const bool waits = l.mode == Range::raise || l.mode == Range::raise_negative;
  if (!waits) return run(static_cast<first_bad*>(nullptr)), detail::all_in_range;
  detail::Workspace flag(stream, sizeof(first_bad));
  TUKEY_CUDA_CHECK(cudaMemsetAsync(flag.data(), 0xff, sizeof(first_bad), stream));
  run(flag.as<first_bad>());
  first_bad found = 0;
  read_back(stream, &found, flag.data(), sizeof(found));
  return found == ~first_bad(0) ? detail::all_in_range : static_cast<index_t>(found);
}

}  // namespace

void read_back(CUstream_st* stream, void* host, const void* device, index_t bytes) {
  TUKEY_CUDA_CHECK(cudaMemcpyAsync(host, device, static_cast<size_t>(bytes), cudaMemcpyDeviceToHost, stream));
  TUKEY_CUDA_CHECK(cudaStreamSynchronize(stream));
}

index_t gather(CUstream_st* stream, int word, const indexed& l, void* y, const void* x) {
  const places p = make_places(l.rank, l.shape);
  return with_flag(stream, l, [&](first_bad* bad) {
    with_word(word, [&](auto zero) {
      using W = decltype(zero);
      constexpr int U = 4;
      W* to = static_cast<W*>(y);
      const W* from = static_cast<const W*>(x);
      if (l.count == 1)
        launch(gather_one<W, U>, blocks_for(p.count, U), dim3(index_block), 0, stream, l, p, to, from, bad);
      else
        launch(gather_several<W>, blocks_for(p.count, 1), dim3(index_block), 0, stream, l, p, to, from, bad);
    });
  });
}

index_t check_range(CUstream_st* stream, const indexed& l) {
  const places p = make_places(l.rank, l.shape);
  return with_flag(stream, l, [&](first_bad* bad) {
    launch(check_kernel, blocks_for(p.count, 1), dim3(index_block), 0, stream, l, p, bad);
  });
}

}  // namespace tukey::cuda
