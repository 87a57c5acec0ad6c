// SPDX-License-Identifier: Apache-2.0
// Scatters. Where places may fall on one element, a first kernel finds the last of them and only that one is written.
#include "indexing_table.cuh"

namespace tukey::cuda {
namespace {

// The last write of each row, counted from 1.
struct last_writes {
  row_table table;
  unsigned* narrow;  // null: wide
  unsigned long long* wide;
};

__global__ void __launch_bounds__(index_block)
    find_last(const __grid_constant__ indexed l, const __grid_constant__ places p, const last_writes last) {
  const index_t i = global_thread();
  if (i >= p.count) return;
  const spot s = locate(l, p, i);
  const index_t row = last.table.insert(s.slot);
  if (last.narrow)
    atomicMax(last.narrow + row, static_cast<unsigned>(s.position + 1));
  else
    atomicMax(last.wide + row, static_cast<unsigned long long>(s.position + 1));
}

template <class W>
__global__ void __launch_bounds__(index_block)
    scatter_kernel(const __grid_constant__ indexed l, const __grid_constant__ places p, const bool ordered,
                   const last_writes last, W* x, const W* y) {
  const index_t i = global_thread();
  if (i >= p.count) return;
  const spot s = locate(l, p, i);
  if (ordered) {
    const index_t row = last.table.find(s.slot);
    const index_t winner = last.narrow ? static_cast<index_t>(last.narrow[row]) : static_cast<index_t>(last.wide[row]);
    if (winner != s.position + 1) return;
  }
  if (l.has_scalar)
    x[s.x] = *reinterpret_cast<const W*>(&l.scalar);
  else
    x[s.x] = y[l.cycle ? s.y % l.cycle : s.y];
}

}  // namespace

void scatter(CUstream_st* stream, int word, const indexed& l, const indexed* order, index_t slots, void* x,
             const void* y) {
  const places p = make_places(l.rank, l.shape);
  auto write = [&](bool ordered, const last_writes& last) {
    with_word(word, [&](auto zero) {
      using W = decltype(zero);
      launch(scatter_kernel<W>, blocks_for(p.count, 1), dim3(index_block), 0, stream, l, p, ordered, last,
             static_cast<W*>(x), static_cast<const W*>(y));
    });
  };
  if (!order) return write(false, last_writes{});
  const places q = make_places(order->rank, order->shape);
  const index_t rows = table_rows(slots, q.count);
  const bool narrow = q.count < 0xffffffffl, dense = is_dense(slots, q.count);
  const size_t last_bytes = static_cast<size_t>(rows) * (narrow ? 4 : 8);
  detail::Workspace memory(stream, (dense ? 0 : static_cast<size_t>(rows) * 8) + last_bytes);
  char* at = memory.as<char>();
  last_writes last{};
  last.table = make_table(stream, slots, q.count, at);
  if (!dense) at += rows * 8;
  TUKEY_CUDA_CHECK(cudaMemsetAsync(at, 0, last_bytes, stream));
  if (narrow)
    last.narrow = reinterpret_cast<unsigned*>(at);
  else
    last.wide = reinterpret_cast<unsigned long long*>(at);
  launch(find_last, blocks_for(q.count, 1), dim3(index_block), 0, stream, *order, q, last);
  write(true, last);
}

}  // namespace tukey::cuda
