// SPDX-License-Identifier: Apache-2.0
// Internal: the steps of find_peaks on the GPU. Everything is enqueued; nothing here waits.
#pragma once

#include "tukey/reference/peak_conditions.hpp"
#include "tukey/view.hpp"

struct CUstream_st;

namespace tukey::cuda {

using reference::PeakBounds;
using reference::PeakConditions;

// Samples, or flags, that one block handles.
inline constexpr index_t peak_tile = 2048;
inline index_t peak_tiles(index_t n) { return (n + peak_tile - 1) / peak_tile; }

template <class T> struct Samples {
  const T* data;
  index_t n, stride;
};

// Where the first pass writes; null for what is not asked for.
template <class T, class V> struct PeakLists {
  index_t *indices, *plateau_sizes, *left_edges, *right_edges;
  V *heights, *left_thresholds, *right_thresholds;
  T* samples;
};

// offsets[t] = the number of maxima that satisfy plateau_size, height and threshold before tile t;
// offsets[tiles] = their number. carry: scratch of tiles + 1 too, which peak_write needs again.
template <class T>
void peak_count(CUstream_st* stream, Samples<T> x, const PeakConditions& c, index_t* carry, index_t* offsets);
template <class T, class V>
void peak_write(CUstream_st* stream, Samples<T> x, const PeakConditions& c, const index_t* carry,
                const index_t* offsets, const PeakLists<T, V>& lists);

// The condition `distance`. state: 0 undecided (all, at the start), 1 kept, 2 removed. cursor: scratch of `count`.
// Each launch decides at least the highest undecided peak; *undecided becomes non-zero if any is left.
void peak_distance_start(CUstream_st* stream, index_t count, unsigned char* state, int* cursor);
template <class T>
void peak_distance_round(CUstream_st* stream, const index_t* peaks, const T* heights, index_t count, index_t distance,
                         unsigned char* state, int* cursor, int* undecided);
// state 1 becomes 1, all else 0.
void peak_distance_finish(CUstream_st* stream, index_t count, unsigned char* state);

// Minima and maxima of blocks of 16, 256, ... samples.
inline constexpr int tree_bits = 4;
inline constexpr int tree_most = 16;
template <class T> struct Tree {
  Samples<T> x;
  int levels;               // with the samples themselves as level 0
  const T* low[tree_most];  // [0] unused
  const T* high[tree_most];
  index_t count[tree_most];
};
// How many elements of T a tree needs besides the samples.
index_t tree_size(index_t n);
template <class T> Tree<T> build_tree(CUstream_st* stream, Samples<T> x, T* memory);

// For every peak with keep[i] != 0; keep[i] becomes 0 where the condition fails.
template <class T, class V>
void peak_prominences(CUstream_st* stream, const Tree<T>& tree, const index_t* peaks, index_t count,
                      const PeakConditions& c, unsigned char* keep, V* prominences, index_t* left_bases,
                      index_t* right_bases);
template <class T>
void peak_widths(CUstream_st* stream, const Tree<T>& tree, const index_t* peaks, index_t count, const PeakConditions& c,
                 const index_t* left_bases, const index_t* right_bases, unsigned char* keep, double* widths,
                 double* width_heights, double* left_ips, double* right_ips);

// The indices i with flags[i] != 0, in order. offsets as above, of peak_tiles(count) + 1.
void flag_count(CUstream_st* stream, const unsigned char* flags, index_t count, index_t* offsets);
void flag_indices(CUstream_st* stream, const unsigned char* flags, index_t count, const index_t* offsets,
                  index_t* indices);
// to[i] = from[indices[i]].
template <class V> void gather(CUstream_st* stream, const V* from, const index_t* indices, index_t count, V* to);

}  // namespace tukey::cuda
