// SPDX-License-Identifier: Apache-2.0
// Internal: a row in a table for every element that a scatter may write: its number where that is small, else its place
// in a hash table. Which row an element gets may differ between runs; what is stored in it does not.
#pragma once

#include "indexing.cuh"

namespace tukey::cuda {

struct row_table {
  unsigned long long* keys;  // null: an element's number is its row
  index_t mask;

  __device__ index_t hash(index_t slot) const {
    unsigned long long h = static_cast<unsigned long long>(slot) * 0x9E3779B97F4A7C15ull;
    h ^= h >> 32;
    return static_cast<index_t>(h) & mask;
  }
  __device__ index_t insert(index_t slot) const {
    if (!keys) return slot;
    const unsigned long long key = static_cast<unsigned long long>(slot), none = ~0ull;
    for (index_t row = hash(slot);; row = (row + 1) & mask) {
      const unsigned long long held = atomicCAS(keys + row, none, key);
      if (held == none || held == key) return row;
    }
  }
  // Of a slot that has been inserted by an earlier kernel.
  __device__ index_t find(index_t slot) const {
    if (!keys) return slot;
    index_t row = hash(slot);
    while (keys[row] != static_cast<unsigned long long>(slot)) row = (row + 1) & mask;
    return row;
  }
};

// Numbers of elements serve as rows unless the table were mostly empty.
inline bool is_dense(index_t slots, index_t writes) { return slots <= 65536 || slots / 4 <= writes; }
inline index_t table_rows(index_t slots, index_t writes) {
  if (is_dense(slots, writes)) return slots;
  index_t rows = 1024;
  while (rows < 2 * writes) rows *= 2;
  return rows;
}
// `memory`: table_rows() keys, used only if the table is not dense.
inline row_table make_table(CUstream_st* stream, index_t slots, index_t writes, void* memory) {
  if (is_dense(slots, writes)) return {nullptr, 0};
  const index_t rows = table_rows(slots, writes);
  TUKEY_CUDA_CHECK(cudaMemsetAsync(memory, 0xff, static_cast<size_t>(rows) * 8, stream));
  return {static_cast<unsigned long long*>(memory), rows - 1};
}

}  // namespace tukey::cuda
