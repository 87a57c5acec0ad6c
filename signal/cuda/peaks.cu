// SPDX-License-Identifier: Apache-2.0
// Kernels of find_peaks: local maxima with plateaus and their compaction, the greedy selection by distance,
// prominences and widths over a tree of block minima and maxima.
#include "peaks_kernels.hpp"
#include "tukey/detail/launch.cuh"

namespace tukey::cuda {
namespace {

constexpr int block_size = 256;
constexpr int per_thread = static_cast<int>(peak_tile) / block_size;

template <class T> __device__ inline T at(const Samples<T>& x, index_t i) { return x.data[i * x.stride]; }

// ---- scans over per-tile values, by one block --------------------------------------------------------------------

__device__ inline index_t shuffle_up(index_t value, int delta) {
  return static_cast<index_t>(__shfl_up_sync(full_warp, static_cast<long long>(value), delta));
}

// out[i] = the combination of in[0..i-1] (`none` for i = 0), i = 0..count. In place is allowed.
template <bool maximum> __global__ void scan_kernel(const index_t* in, index_t* out, index_t count, index_t none) {
  __shared__ index_t warps[32];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const auto combine = [](index_t a, index_t b) { return maximum ? (a > b ? a : b) : a + b; };
  index_t carry = none;
  for (index_t base = 0; base < count; base += blockDim.x) {
    const index_t i = base + threadIdx.x;
    index_t value = i < count ? in[i] : none;
    for (int d = 1; d < 32; d <<= 1) {
      const index_t other = shuffle_up(value, d);
      if (lane >= d) value = combine(value, other);
    }
    if (lane == 31) warps[warp] = value;
    __syncthreads();
    if (warp == 0) {
      index_t w = lane < int(blockDim.x >> 5) ? warps[lane] : none;
      for (int d = 1; d < 32; d <<= 1) {
        const index_t other = shuffle_up(w, d);
        if (lane >= d) w = combine(w, other);
      }
      warps[lane] = w;
    }
    __syncthreads();
    index_t before = shuffle_up(value, 1);
    if (lane == 0) before = none;
    if (warp > 0) before = combine(warps[warp - 1], before);
    before = combine(carry, before);
    if (i < count) out[i] = before;
    carry = combine(carry, warps[(blockDim.x >> 5) - 1]);
    __syncthreads();
  }
  if (threadIdx.x == 0) out[count] = carry;
}

// The number of threads before this one, in the block, whose flag is set; `total` = of all. Ends with a barrier.
__device__ inline int block_rank(bool flag, int* scratch, int& total) {
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
  const unsigned votes = __ballot_sync(full_warp, flag);
  if (lane == 0) scratch[warp] = __popc(votes);
  __syncthreads();
  int before = 0;
  total = 0;
  for (int w = 0; w < warps; ++w) {
    if (w < warp) before += scratch[w];
    total += scratch[w];
  }
  __syncthreads();
  return before + __popc(votes & ((1u << lane) - 1));
}

// ---- local maxima -----------------------------------------------------------------------------------------------

// last[t] = the greatest i of tile t where x[i] differs from x[i - 1], -1 if there is none; sample 0 counts as a
// change. One warp a tile, from its end.
template <class T> __global__ void last_change_kernel(Samples<T> x, index_t tiles, index_t* last) {
  const int lane = threadIdx.x & 31;
  const index_t warps = global_threads() >> 5;
  for (index_t t = global_thread() >> 5; t < tiles; t += warps) {
    const index_t begin = t * peak_tile, end = begin + peak_tile < x.n ? begin + peak_tile : x.n;
    index_t found = -1;
    for (index_t top = end; top > begin && found < 0; top -= 32) {
      const index_t i = top - 1 - lane;
      const bool change = i >= begin && (i == 0 || at(x, i) != at(x, i - 1));
      const unsigned votes = __ballot_sync(full_warp, change);
      if (votes) found = top - 1 - (__ffs(votes) - 1);
    }
    if (lane == 0) last[t] = found;
  }
}

struct Plateau {
  index_t left, right;
};

// Whether `end` is the last sample of a plateau higher than both neighbours. `start_before` is where the plateau
// that holds sample begin - 1 starts.
template <class T>
__device__ inline bool peak_ends_at(const Samples<T>& x, index_t end, index_t begin, index_t start_before,
                                    Plateau& plateau) {
  if (end < 1 || end + 1 >= x.n) return false;
  const T top = at(x, end);
  if (!(at(x, end + 1) < top)) return false;
  index_t start = end;
  T before;
  for (;;) {
    if (start == 0) return false;  // the plateau touches the beginning
    before = at(x, start - 1);
    if (before != top) break;
    // Sample start - 1 belongs to the plateau; beyond the tile its beginning is known.
    start = start > begin ? start - 1 : start_before;
  }
  plateau.left = start, plateau.right = end;
  return before < top;
}

template <class T> __device__ inline bool satisfies(const Samples<T>& x, const Plateau& p, const PeakConditions& c) {
  const index_t i = p.left + (p.right - p.left) / 2;
  if (c.plateau_size.given && !c.plateau_size.holds(double(p.right - p.left + 1))) return false;
  const double top = double(at(x, i));
  if (c.height.given && !c.height.holds(top)) return false;
  if (c.threshold.given) {
    const double left = top - double(at(x, i - 1)), right = top - double(at(x, i + 1));
    const double less = left < right ? left : right, more = left < right ? right : left;
    if (c.threshold.has_min && !(c.threshold.min <= less)) return false;
    if (c.threshold.has_max && !(more <= c.threshold.max)) return false;
  }
  return true;
}

template <class T>
__global__ void count_kernel(Samples<T> x, PeakConditions c, index_t tiles, const index_t* carry, index_t* counts) {
  __shared__ int scratch[32];
  for (index_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    const index_t begin = t * peak_tile, before = carry[t];
    int count = 0;
    for (int k = 0; k < per_thread; ++k) {
      Plateau p;
      if (peak_ends_at(x, begin + k * block_size + threadIdx.x, begin, before, p) && satisfies(x, p, c)) ++count;
    }
    count = block_reduce(count, scratch, [](int a, int b) { return a + b; });
    if (threadIdx.x == 0) counts[t] = count;
  }
}

template <class T, class V>
__global__ void write_kernel(Samples<T> x, PeakConditions c, index_t tiles, const index_t* carry,
                             const index_t* offsets, PeakLists<T, V> lists) {
  __shared__ int scratch[32];
  for (index_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    const index_t begin = t * peak_tile, before = carry[t];
    index_t to = offsets[t];
    if (offsets[t + 1] == to) continue;  // the same for all threads of the block
    for (int k = 0; k < per_thread; ++k) {
      Plateau p;
      const bool peak = peak_ends_at(x, begin + k * block_size + threadIdx.x, begin, before, p) && satisfies(x, p, c);
      int total;
      const int rank = block_rank(peak, scratch, total);
      if (peak) {
        const index_t o = to + rank, i = p.left + (p.right - p.left) / 2;
        lists.indices[o] = i;
        if (lists.plateau_sizes) {
          lists.plateau_sizes[o] = p.right - p.left + 1;
          lists.left_edges[o] = p.left;
          lists.right_edges[o] = p.right;
        }
        const T top = at(x, i);
        if (lists.samples) lists.samples[o] = top;
        if (lists.heights) lists.heights[o] = V(top);
        if (lists.left_thresholds) {
          lists.left_thresholds[o] = V(double(top) - double(at(x, i - 1)));
          lists.right_thresholds[o] = V(double(top) - double(at(x, i + 1)));
        }
      }
      to += total;
    }
  }
}

// ---- distance ----------------------------------------------------------------------------------------------------
// A peak is kept once every higher neighbour (nearer than `distance`) is removed; then it removes all its
// neighbours. Both facts are final when they are written, so a thread that reads an older state only waits longer:
// the result is the sequential one whatever the timing. A peak remembers how far it has looked: neighbours passed
// are lower or removed for good, so the work of all rounds together is one look at each neighbour.

constexpr unsigned char undecided_state = 0, kept_state = 1, removed_state = 2;
constexpr int peaks_per_block = 1024;

// The neighbours left of j (offset -1, -2, ...), then those on the right (1, 2, ...). The three outcomes of a look:
enum Look { passed, outside, blocked };

template <class T> struct Field {
  const index_t* peaks;
  const T* heights;
  index_t count, distance;
  volatile unsigned char* state;

  __device__ bool inside(index_t j, index_t k) const {
    if (k < 0 || k >= count) return false;
    const index_t gap = peaks[j] - peaks[k];
    return (gap < 0 ? -gap : gap) < distance;
  }
  __device__ Look look(index_t j, int offset) const {
    const index_t k = j + offset;
    if (!inside(j, k)) return outside;
    const bool higher = heights[k] > heights[j] || (heights[k] == heights[j] && k > j);
    return higher && state[k] != removed_state ? blocked : passed;
  }
};

__global__ void distance_start_kernel(index_t count, unsigned char* state, int* cursor) {
  for (index_t i = global_thread(); i < count; i += global_threads()) state[i] = undecided_state, cursor[i] = -1;
}

// The whole warp takes part. `active` lanes own an undecided peak j. Returns whether this lane's peak was kept.
template <class T> __device__ bool try_keep(const Field<T>& f, bool active, index_t j, int* cursor) {
  const int lane = threadIdx.x & 31;
  int offset = active ? cursor[j] : 0;
  bool scanning = active, winner = false;
  // Alone for a few steps: nearly every peak meets a higher one at once.
  for (int step = 0; step < 8 && scanning; ++step) {
    const Look look = f.look(j, offset);
    if (look == blocked) {
      scanning = false;
    } else if (look == passed) {
      offset += offset < 0 ? -1 : 1;
    } else if (offset < 0) {
      offset = 1;
    } else {
      scanning = false, winner = true;
    }
  }
  // Long looks: the warp takes 32 neighbours of one peak at a time.
  __syncwarp();
  for (unsigned rest = __ballot_sync(full_warp, scanning); rest; rest &= rest - 1) {
    const int owner = __ffs(rest) - 1;
    const index_t peak = static_cast<index_t>(__shfl_sync(full_warp, static_cast<long long>(j), owner));
    int from = __shfl_sync(full_warp, offset, owner);
    bool done = false, won = false;
    while (!done) {
      const int mine = from < 0 ? from - lane : from + lane;
      const Look look = f.look(peak, mine);
      const unsigned stops = __ballot_sync(full_warp, look != passed);
      if (!stops) {
        from += from < 0 ? -32 : 32;
        continue;
      }
      const int first = __ffs(stops) - 1;
      const Look why = static_cast<Look>(__shfl_sync(full_warp, static_cast<int>(look), first));
      if (why == blocked) {
        from += from < 0 ? -first : first;
        done = true;
      } else if (from < 0) {
        from = 1;
      } else {
        done = won = true;
      }
    }
    if (lane == owner) offset = from, winner = won;
  }
  if (active) cursor[j] = offset;
  // Winners remove their neighbours.
  for (unsigned rest = __ballot_sync(full_warp, winner); rest; rest &= rest - 1) {
    const index_t peak = static_cast<index_t>(__shfl_sync(full_warp, static_cast<long long>(j), __ffs(rest) - 1));
    if (lane == 0) f.state[peak] = kept_state;
    for (int side = -1; side <= 1; side += 2)
      for (index_t base = 1;; base += 32) {
        const index_t k = peak + side * (base + lane);
        const bool inside = f.inside(peak, k);
        if (inside) f.state[k] = removed_state;
        if (__ballot_sync(full_warp, inside) != full_warp) break;
      }
  }
  __syncwarp();
  return winner;
}

template <class T>
__global__ void __launch_bounds__(block_size) distance_kernel(Field<T> f, index_t tiles, int* cursor, int* undecided) {
  for (index_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    bool left_over = false;
    int progress = 1;
    while (progress) {
      bool kept = false;
      left_over = false;
      for (int k = 0; k < peaks_per_block / block_size; ++k) {
        const index_t j = t * peaks_per_block + k * block_size + threadIdx.x;
        const bool active = j < f.count && f.state[j] == undecided_state;
        // Nothing to do for this warp: the same answer in all its lanes.
        if (!__any_sync(full_warp, active)) continue;
        const bool won = try_keep(f, active, j, cursor);
        kept |= won;
        left_over |= active && !won;
      }
      progress = __syncthreads_or(kept);
    }
    // left_over may count peaks that were removed since; another launch finds that out.
    if (left_over) *undecided = 1;
  }
}

__global__ void distance_finish_kernel(index_t count, unsigned char* state) {
  for (index_t i = global_thread(); i < count; i += global_threads()) state[i] = state[i] == kept_state;
}

// ---- tree of minima and maxima -----------------------------------------------------------------------------------

constexpr int fan = 1 << tree_bits;

// NaN wins, so that a block with NaN never counts as "nothing higher".
template <class T> __device__ inline T larger(T a, T b) { return a != a || a > b ? a : b; }

template <class T> __global__ void first_level_kernel(Samples<T> x, index_t count, T* low, T* high) {
  for (index_t i = global_thread(); i < count; i += global_threads()) {
    const index_t begin = i * fan, end = begin + fan < x.n ? begin + fan : x.n;
    T a = at(x, begin), b = a;
    for (index_t k = begin + 1; k < end; ++k) {
      const T v = at(x, k);
      a = v < a ? v : a, b = larger(b, v);
    }
    low[i] = a, high[i] = b;
  }
}
template <class T>
__global__ void next_level_kernel(const T* child_low, const T* child_high, index_t children, index_t count, T* low,
                                  T* high) {
  for (index_t i = global_thread(); i < count; i += global_threads()) {
    const index_t begin = i * fan, end = begin + fan < children ? begin + fan : children;
    T a = child_low[begin], b = child_high[begin];
    for (index_t k = begin + 1; k < end; ++k) {
      a = child_low[k] < a ? child_low[k] : a;
      b = larger(b, child_high[k]);
    }
    low[i] = a, high[i] = b;
  }
}

template <class T> __device__ inline T low_of(const Tree<T>& t, int level, index_t i) {
  return level ? t.low[level][i] : at(t.x, i);
}
template <class T> __device__ inline T high_of(const Tree<T>& t, int level, index_t i) {
  return level ? t.high[level][i] : at(t.x, i);
}

// Walks from `i` in direction `step` (-1 or 1) up to and with `limit` as long as `passes(level, block)` holds, by
// the largest whole blocks; `take(level, block)` sees each block passed, nearest first. Returns the first sample
// that does not pass, or limit + step. At most 2 * 16 * levels steps: up through ever larger blocks, then, once one
// fails or does not fit, only down.
template <class T, class Passes, class Take>
__device__ index_t walk(const Tree<T>& t, index_t i, index_t limit, int step, Passes passes, Take take) {
  int level = 0;
  bool climbing = true;
  while (step < 0 ? i >= limit : i <= limit) {
    if (climbing && level + 1 < t.levels) {
      const index_t size = index_t(1) << (tree_bits * (level + 1));
      const bool whole = step < 0 ? ((i + 1) & (size - 1)) == 0 && i + 1 - size >= limit
                                  : (i & (size - 1)) == 0 && i + size - 1 <= limit;
      if (whole) {
        ++level;
        continue;
      }
    }
    const index_t size = index_t(1) << (tree_bits * level);
    const bool fits = step < 0 ? i + 1 - size >= limit : i + size - 1 <= limit;
    const index_t block = i >> (tree_bits * level);
    if (fits && passes(level, block)) {
      take(level, block);
      i += step < 0 ? -size : size;
    } else if (level == 0) {
      return i;
    } else {
      --level;
      climbing = false;
    }
  }
  return i;
}

// The lowest sample, nearest first, between the peak and the first higher one (or limit). Not inlined: nvcc 13.0 then
// drops updates of `lowest` (seen on an H200 with constant steps, at any ptxas level).
template <class T> __device__ __noinline__ index_t base_of(const Tree<T>& t, index_t peak, index_t limit, int step) {
  const T top = at(t.x, peak);
  T lowest = top;
  int level = -1;
  index_t block = 0;
  walk(
      t, peak + step, limit, step, [&](int l, index_t b) { return high_of(t, l, b) <= top; },
      [&](int l, index_t b) {
        const T v = low_of(t, l, b);
        if (v < lowest) lowest = v, level = l, block = b;
      });
  if (level < 0) return peak;
  for (; level > 0; --level) {
    const index_t first = block << tree_bits;
    const index_t last = first + fan <= t.count[level - 1] ? first + fan - 1 : t.count[level - 1] - 1;
    index_t child = step < 0 ? last : first;
    while (child + step >= first && child + step <= last && !(low_of(t, level - 1, child) <= lowest)) child += step;
    block = child;
  }
  return block;
}

template <class T, class V>
__global__ void prominence_kernel(Tree<T> t, const index_t* peaks, index_t count, PeakConditions c, unsigned char* keep,
                                  V* prominences, index_t* left_bases, index_t* right_bases) {
  for (index_t k = global_thread(); k < count; k += global_threads()) {
    if (!keep[k]) continue;
    const index_t peak = peaks[k], reach = c.wlen / 2;
    index_t first = 0, last = t.x.n - 1;
    if (c.wlen) {
      if (peak - reach > first) first = peak - reach;
      if (reach < last - peak) last = peak + reach;
    }
    const index_t left = base_of(t, peak, first, -1), right = base_of(t, peak, last, 1);
    const double a = double(at(t.x, left)), b = double(at(t.x, right));
    const double prominence = double(at(t.x, peak)) - (a > b ? a : b);
    left_bases[k] = left;
    right_bases[k] = right;
    prominences[k] = V(prominence);
    if (c.prominence.given && !c.prominence.holds(prominence)) keep[k] = 0;
  }
}

// Where the signal crosses `height` between the peak and the base, linearly interpolated.
template <class T> __device__ double crossing(const Tree<T>& t, index_t peak, index_t base, int step, double height) {
  const index_t i = base == peak
                        ? peak
                        : walk(
                              t, peak, base - step, step,
                              [&](int l, index_t b) { return height < double(low_of(t, l, b)); }, [](int, index_t) {});
  double position = double(i);
  const double here = double(at(t.x, i));
  if (here < height) position -= step * ((height - here) / (double(at(t.x, i - step)) - here));
  return position;
}

template <class T>
__global__ void width_kernel(Tree<T> t, const index_t* peaks, index_t count, PeakConditions c,
                             const index_t* left_bases, const index_t* right_bases, unsigned char* keep, double* widths,
                             double* width_heights, double* left_ips, double* right_ips) {
  for (index_t k = global_thread(); k < count; k += global_threads()) {
    if (!keep[k]) continue;
    const index_t peak = peaks[k];
    const double top = double(at(t.x, peak)), a = double(at(t.x, left_bases[k])), b = double(at(t.x, right_bases[k]));
    // No fused multiply-add: the height decides comparisons, which must be the CPU's.
    const double height = __dsub_rn(top, __dmul_rn(__dsub_rn(top, a > b ? a : b), c.rel_height));
    const double left = crossing(t, peak, left_bases[k], -1, height);
    const double right = crossing(t, peak, right_bases[k], 1, height);
    width_heights[k] = height;
    left_ips[k] = left;
    right_ips[k] = right;
    widths[k] = right - left;
    if (!c.width.holds(right - left)) keep[k] = 0;
  }
}

// ---- compaction of flags -----------------------------------------------------------------------------------------

__global__ void flag_count_kernel(const unsigned char* flags, index_t count, index_t tiles, index_t* counts) {
  __shared__ int scratch[32];
  for (index_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    int sum = 0;
    for (int k = 0; k < per_thread; ++k) {
      const index_t i = t * peak_tile + k * block_size + threadIdx.x;
      sum += i < count && flags[i];
    }
    sum = block_reduce(sum, scratch, [](int a, int b) { return a + b; });
    if (threadIdx.x == 0) counts[t] = sum;
  }
}
__global__ void flag_indices_kernel(const unsigned char* flags, index_t count, index_t tiles, const index_t* offsets,
                                    index_t* indices) {
  __shared__ int scratch[32];
  for (index_t t = blockIdx.x; t < tiles; t += gridDim.x) {
    index_t to = offsets[t];
    for (int k = 0; k < per_thread; ++k) {
      const index_t i = t * peak_tile + k * block_size + threadIdx.x;
      const bool flag = i < count && flags[i];
      int total;
      const int rank = block_rank(flag, scratch, total);
      if (flag) indices[to + rank] = i;
      to += total;
    }
  }
}
template <class V> __global__ void gather_kernel(const V* from, const index_t* indices, index_t count, V* to) {
  for (index_t i = global_thread(); i < count; i += global_threads()) to[i] = from[indices[i]];
}

unsigned tile_grid(index_t tiles) { return grid_for(tiles * block_size, block_size); }

}  // namespace

template <class T>
void peak_count(CUstream_st* stream, Samples<T> x, const PeakConditions& c, index_t* carry, index_t* offsets) {
  const index_t tiles = peak_tiles(x.n);
  if (tiles == 0) return;
  // offsets serves as scratch for the last changes; carry has one element more than tiles.
  launch(last_change_kernel<T>, grid_for(tiles * 32, block_size), block_size, 0, stream, x, tiles, offsets);
  launch(scan_kernel<true>, 1, 1024, 0, stream, static_cast<const index_t*>(offsets), carry, tiles, index_t(-1));
  launch(count_kernel<T>, tile_grid(tiles), block_size, 0, stream, x, c, tiles, static_cast<const index_t*>(carry),
         offsets);
  launch(scan_kernel<false>, 1, 1024, 0, stream, static_cast<const index_t*>(offsets), offsets, tiles, index_t(0));
}

template <class T, class V>
void peak_write(CUstream_st* stream, Samples<T> x, const PeakConditions& c, const index_t* carry,
                const index_t* offsets, const PeakLists<T, V>& lists) {
  const index_t tiles = peak_tiles(x.n);
  if (tiles == 0) return;
  launch(write_kernel<T, V>, tile_grid(tiles), block_size, 0, stream, x, c, tiles, carry, offsets, lists);
}

void peak_distance_start(CUstream_st* stream, index_t count, unsigned char* state, int* cursor) {
  launch(distance_start_kernel, grid_for(count, block_size), block_size, 0, stream, count, state, cursor);
}

template <class T>
void peak_distance_round(CUstream_st* stream, const index_t* peaks, const T* heights, index_t count, index_t distance,
                         unsigned char* state, int* cursor, int* undecided) {
  const index_t tiles = (count + peaks_per_block - 1) / peaks_per_block;
  const Field<T> field{peaks, heights, count, distance, state};
  TUKEY_CUDA_CHECK(cudaMemsetAsync(undecided, 0, sizeof(int), stream));
  launch(distance_kernel<T>, tile_grid(tiles), block_size, 0, stream, field, tiles, cursor, undecided);
}

void peak_distance_finish(CUstream_st* stream, index_t count, unsigned char* state) {
  launch(distance_finish_kernel, grid_for(count, block_size), block_size, 0, stream, count, state);
}

index_t tree_size(index_t n) {
  index_t size = 0;
  while (n > fan) {
    n = (n + fan - 1) / fan;
    size += 2 * n;
  }
  return size;
}

template <class T> Tree<T> build_tree(CUstream_st* stream, Samples<T> x, T* memory) {
  Tree<T> t{};
  t.x = x;
  t.levels = 1;
  t.count[0] = x.n;
  while (t.count[t.levels - 1] > fan) {
    const int l = t.levels++;
    const index_t children = t.count[l - 1], count = (children + fan - 1) / fan;
    T *low = memory, *high = memory + count;
    memory += 2 * count;
    if (l == 1)
      launch(first_level_kernel<T>, grid_for(count, block_size), block_size, 0, stream, x, count, low, high);
    else
      launch(next_level_kernel<T>, grid_for(count, block_size), block_size, 0, stream, t.low[l - 1], t.high[l - 1],
             children, count, low, high);
    t.low[l] = low, t.high[l] = high, t.count[l] = count;
  }
  return t;
}

template <class T, class V>
void peak_prominences(CUstream_st* stream, const Tree<T>& tree, const index_t* peaks, index_t count,
                      const PeakConditions& c, unsigned char* keep, V* prominences, index_t* left_bases,
                      index_t* right_bases) {
  launch(prominence_kernel<T, V>, grid_for(count, block_size), block_size, 0, stream, tree, peaks, count, c, keep,
         prominences, left_bases, right_bases);
}

template <class T>
void peak_widths(CUstream_st* stream, const Tree<T>& tree, const index_t* peaks, index_t count, const PeakConditions& c,
                 const index_t* left_bases, const index_t* right_bases, unsigned char* keep, double* widths,
                 double* width_heights, double* left_ips, double* right_ips) {
  launch(width_kernel<T>, grid_for(count, block_size), block_size, 0, stream, tree, peaks, count, c, left_bases,
         right_bases, keep, widths, width_heights, left_ips, right_ips);
}

void flag_count(CUstream_st* stream, const unsigned char* flags, index_t count, index_t* offsets) {
  const index_t tiles = peak_tiles(count);
  launch(flag_count_kernel, tile_grid(tiles), block_size, 0, stream, flags, count, tiles, offsets);
  launch(scan_kernel<false>, 1, 1024, 0, stream, static_cast<const index_t*>(offsets), offsets, tiles, index_t(0));
}

void flag_indices(CUstream_st* stream, const unsigned char* flags, index_t count, const index_t* offsets,
                  index_t* indices) {
  const index_t tiles = peak_tiles(count);
  launch(flag_indices_kernel, tile_grid(tiles), block_size, 0, stream, flags, count, tiles, offsets, indices);
}

template <class V> void gather(CUstream_st* stream, const V* from, const index_t* indices, index_t count, V* to) {
  launch(gather_kernel<V>, grid_for(count, block_size), block_size, 0, stream, from, indices, count, to);
}

#define TUKEY_INSTANTIATE(T, V)                                                                                        \
  template void peak_count<T>(CUstream_st*, Samples<T>, const PeakConditions&, index_t*, index_t*);                    \
  template void peak_write<T, V>(CUstream_st*, Samples<T>, const PeakConditions&, const index_t*, const index_t*,      \
                                 const PeakLists<T, V>&);                                                              \
  template void peak_distance_round<T>(CUstream_st*, const index_t*, const T*, index_t, index_t, unsigned char*, int*, \
                                       int*);                                                                          \
  template Tree<T> build_tree<T>(CUstream_st*, Samples<T>, T*);                                                        \
  template void peak_prominences<T, V>(CUstream_st*, const Tree<T>&, const index_t*, index_t, const PeakConditions&,   \
                                       unsigned char*, V*, index_t*, index_t*);                                        \
  template void peak_widths<T>(CUstream_st*, const Tree<T>&, const index_t*, index_t, const PeakConditions&,           \
                               const index_t*, const index_t*, unsigned char*, double*, double*, double*, double*);
TUKEY_INSTANTIATE(float, float)
TUKEY_INSTANTIATE(double, double)
TUKEY_INSTANTIATE(short, double)
TUKEY_INSTANTIATE(int, double)
#undef TUKEY_INSTANTIATE
template void gather<float>(CUstream_st*, const float*, const index_t*, index_t, float*);
template void gather<double>(CUstream_st*, const double*, const index_t*, index_t, double*);
template void gather<index_t>(CUstream_st*, const index_t*, const index_t*, index_t, index_t*);

}  // namespace tukey::cuda
