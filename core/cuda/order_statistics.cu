// SPDX-License-Identifier: Apache-2.0
// Quantiles on the GPU by radix select: a histogram of the highest digit of a row's keys says in which bin the
// element is, and only that bin is looked at further (Alabi et al., "Fast k-selection algorithms for graphics
// processing units", 2012). A block to a row, whose keys stay in registers; all blocks for one long row. Short rows
// and many quantiles are read off the sorted row.
#include "order_statistics.hpp"

#include "sorting_backend.hpp"
#include "tukey/detail/launch.cuh"

namespace tukey::cuda {

using namespace sorting;

namespace {

constexpr int most_q = 16;  // quantiles of one launch
constexpr int digit = 11;   // bits of a histogram
constexpr int bins = 1 << digit;
constexpr int list_size = 256;  // candidates that are ranked by comparing all with all

struct select_problem {
  Kind kind;
  index_t rows, n;
  const void* x;
  int count;
  double q[most_q];
  Method method;
  bool ignore_nan, narrow;
  void* y;
};

__device__ inline void store_result(const select_problem& p, int j, index_t row, double value) {
  const index_t to = j * p.rows + row;
  if (p.narrow)
    static_cast<float*>(p.y)[to] = static_cast<float>(value);
  else
    static_cast<double*>(p.y)[to] = value;
}
__device__ inline double nan_result() { return __longlong_as_double(0x7FF8000000000000ll); }

template <class K> __device__ inline K load_order_key(Kind kind, const void* x, index_t i) {
  if constexpr (sizeof(K) == 4)
    return order_key(kind, load_word(kind, x, i));
  else
    return order_key(kind, static_cast<const u64*>(x)[i]);
}

// Exclusive sums of the bins, in place; all threads of a block of whole warps. sums: a word for each warp.
__device__ inline void scan_bins(unsigned* bin, unsigned* sums) {
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5, each = bins / blockDim.x;
  unsigned* mine = bin + warp * each * 32 + lane;
  unsigned carry = 0;
  for (int c = 0; c < each; ++c) {
    const unsigned here = mine[c * 32];
    unsigned sum = here;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
      const unsigned other = __shfl_up_sync(full_warp, sum, d);
      if (lane >= d) sum += other;
    }
    mine[c * 32] = carry + sum - here;
    carry += __shfl_sync(full_warp, sum, 31);
  }
  if (lane == 0) sums[warp] = carry;
  __syncthreads();
  unsigned before = 0;
  for (int w = 0; w < warps; ++w) before += w < warp ? sums[w] : 0;
  for (int c = 0; c < each; ++c) mine[c * 32] += before;
  __syncthreads();
}
// The last bin that starts at or before a rank.
__device__ inline int bin_of(const unsigned* start, unsigned rank) {
  int at = 0;
  for (int step = bins / 2; step > 0; step >>= 1)
    if (start[at + step] <= rank) at += step;
  return at;
}

// What atomics take.
template <class K> struct atomic_word_of { using type = unsigned; };
template <> struct atomic_word_of<u64> { using type = unsigned long long; };
template <class K> using atomic_word = typename atomic_word_of<K>::type;

// ITEMS keys of the row stay in each thread's registers; 0: they are read each time.
template <class K, int ITEMS> __global__ void __launch_bounds__(1024) select_rows(select_problem p) {
  __shared__ unsigned first[bins], later[bins];
  __shared__ unsigned sums[32];
  __shared__ __align__(16) K list[list_size];
  __shared__ atomic_word<K> found[2];
  __shared__ K next[32];
  __shared__ unsigned listed, nans;
  const int bits = 8 * bytes_of(p.kind), t = threadIdx.x, lane = t & 31;
  const int top = bits > digit ? bits - digit : 0;
  const K pad = static_cast<K>(static_cast<K>(~K(0)) >> (8 * static_cast<int>(sizeof(K)) - bits));
  const unsigned n = static_cast<unsigned>(p.n);
  for (index_t row = blockIdx.x; row < p.rows; row += gridDim.x) {
    const index_t begin = row * p.n;
    // body(key) for every key of this thread. With ITEMS, those past the end of the row are the largest there are.
    K e[ITEMS > 0 ? ITEMS : 1];
    if (ITEMS > 0) {
#pragma unroll
      for (int r = 0; r < ITEMS; ++r) {
        const unsigned i = r * blockDim.x + t;
        e[r] = i < n ? load_order_key<K>(p.kind, p.x, begin + i) : pad;
      }
    }
    const unsigned rounds = (n + blockDim.x - 1) / blockDim.x;
    const auto each = [&](const auto& body) {
      if (ITEMS > 0) {
#pragma unroll
        for (int r = 0; r < ITEMS; ++r) body(e[r]);
      } else {
        for (unsigned r = 0; r < rounds; ++r) {
          const unsigned i = r * blockDim.x + t;
          body(i < n ? load_order_key<K>(p.kind, p.x, begin + i) : pad);
        }
      }
    };
    for (int i = t; i < bins; i += blockDim.x) first[i] = 0;
    if (t == 0) nans = 0;
    __syncthreads();
    unsigned mine = 0;
    each([&](K key) {
      atomicAdd(&first[key >> top], 1u);
      mine += key == nan_key<K>;
    });
    if (is_float(p.kind) && mine > 0) atomicAdd(&nans, mine);
    __syncthreads();
    const unsigned pads = (ITEMS > 0 ? ITEMS : rounds) * blockDim.x - n, m = is_float(p.kind) ? n - (nans - pads) : n;
    scan_bins(first, sums);
    if (m == 0 || (m < n && !p.ignore_nan)) {
      if (t < p.count) store_result(p, t, row, nan_result());
      __syncthreads();
      continue;
    }
    for (int j = 0; j < p.count; ++j) {
      const place at = place_of(p.method, p.q[j], m);
      const unsigned low = static_cast<unsigned>(at.low), high = static_cast<unsigned>(at.high);
      // The bin, narrowed until it is short enough or holds one value only.
      int shift = top;
      unsigned start, size;
      K prefix;
      {
        const int b = bin_of(first, low);
        start = first[b];
        size = (b + 1 < bins ? first[b + 1] : n + pads) - start;
        prefix = static_cast<K>(b);
      }
      while (size > list_size && shift > 0) {
        const int width = shift < digit ? shift : digit, below = shift - width;
        for (int i = t; i < bins; i += blockDim.x) later[i] = 0;
        __syncthreads();
        each([&](K key) {
          if (key >> shift == prefix) atomicAdd(&later[(key >> below) & ((1u << width) - 1)], 1u);
        });
        __syncthreads();
        scan_bins(later, sums);
        const int b = bin_of(later, low - start);
        size = (b + 1 < bins ? later[b + 1] : size) - later[b];
        start += later[b];
        prefix = static_cast<K>(prefix << width | static_cast<K>(b));
        shift = below;
        __syncthreads();  // before `later` is cleared again
      }
      K lower = prefix, upper = prefix;
      bool both = low == high || high < start + size;  // is `upper` in the bin too?
      if (shift > 0) {
        // The largest candidate that has no more than `rank` smaller ones is the one of that rank.
        constexpr int pack = 16 / sizeof(K);
        if (t == 0) listed = 0, found[0] = found[1] = 0;
        for (unsigned i = t; i < list_size; i += blockDim.x) list[i] = static_cast<K>(~K(0));
        __syncthreads();
        each([&](K key) {
          const bool match = key >> shift == prefix;
          const unsigned who = __ballot_sync(full_warp, match);
          if (who == 0) return;
          unsigned to = 0;
          if (lane == 0) to = atomicAdd(&listed, static_cast<unsigned>(__popc(who)));
          to = __shfl_sync(full_warp, to, 0);
          if (match) list[to + __popc(who & ((1u << lane) - 1))] = key;
        });
        __syncthreads();
        const unsigned rank = low - start;
        for (unsigned i = t; i < size; i += blockDim.x) {
          const K key = list[i];
          unsigned less = 0;
          for (unsigned k = 0; k < size; k += pack) {
            __align__(16) K other[pack];
            *reinterpret_cast<uint4*>(other) = *reinterpret_cast<const uint4*>(list + k);
#pragma unroll
            for (int v = 0; v < pack; ++v) less += other[v] < key;
          }
          if (less <= rank) atomicMax(&found[0], static_cast<atomic_word<K>>(key));
          if (less <= rank + 1) atomicMax(&found[1], static_cast<atomic_word<K>>(key));
        }
        __syncthreads();
        lower = static_cast<K>(found[0]);
        if (both) upper = low == high ? lower : static_cast<K>(found[1]);
      }
      if (!both) {  // the smallest of those above
        K least = static_cast<K>(~K(0));
        each([&](K key) { least = key > lower && key < least ? key : least; });
        for (int d = 16; d > 0; d >>= 1) {
          const K other = shuffle_down(least, d);
          least = other < least ? other : least;
        }
        if (lane == 0) next[t >> 5] = least;
        __syncthreads();
        upper = next[0];
        for (int w = 1; w < static_cast<int>(blockDim.x >> 5); ++w) upper = next[w] < upper ? next[w] : upper;
      }
      if (t == 0) store_result(p, j, row, blend(p.method, number_of(p.kind, lower), number_of(p.kind, upper), at.t));
      __syncthreads();
    }
  }
}

// One long row, by all blocks: a launch for the histogram of each digit and one to choose the bin. What they know.
struct select_state {
  u64 prefix, low_key, high_key;
  index_t start, size;  // of the bin that `prefix` names
  index_t nans, low, high;
  double t;
  int known;  // 0: not yet, 1: the result is NaN, 2: yes
};

template <class K>
__global__ void __launch_bounds__(512)
    count_digit(select_problem p, int shift, int width, bool first, select_state* state, u64* total) {
  __shared__ unsigned bin[bins];
  for (int i = threadIdx.x; i < bins; i += blockDim.x) bin[i] = 0;
  __syncthreads();
  const K prefix = static_cast<K>(state->prefix);
  const int above = shift + width;
  index_t nans = 0;
  // 32-bit counts of a block: it reads fewer than 2^32 elements.
  constexpr int unroll = 8;
  const index_t step = global_threads();
  if (first || state->known == 0)
    for (index_t i = global_thread(); i < p.n; i += step * unroll) {
      K key[unroll];
#pragma unroll
      for (int u = 0; u < unroll; ++u)
        if (i + u * step < p.n) key[u] = load_order_key<K>(p.kind, p.x, i + u * step);
#pragma unroll
      for (int u = 0; u < unroll; ++u)
        if (i + u * step < p.n && (first || key[u] >> above == prefix)) {
          atomicAdd(&bin[(key[u] >> shift) & ((1u << width) - 1)], 1u);
          nans += key[u] == nan_key<K>;
        }
    }
  __syncthreads();
  for (int i = threadIdx.x; i < bins; i += blockDim.x)
    if (bin[i]) atomicAdd(reinterpret_cast<unsigned long long*>(total) + i, static_cast<unsigned long long>(bin[i]));
  if (first && is_float(p.kind) && nans)
    atomicAdd(reinterpret_cast<unsigned long long*>(&state->nans), static_cast<unsigned long long>(nans));
}
__global__ void __launch_bounds__(1024)
    choose_bin(select_problem p, int j, int width, bool first, bool last, select_state* state, u64* total) {
  __shared__ index_t sums[32];
  const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
  if (first) {
    if (t == 0) {
      const index_t m = p.n - state->nans;
      if (m == 0 || (m < p.n && !p.ignore_nan)) {
        state->known = 1;
      } else {
        const place at = place_of(p.method, p.q[j], m);
        state->low = at.low, state->high = at.high, state->t = at.t;
      }
      state->high_key = ~u64(0);
    }
    __syncthreads();
  }
  const index_t here[2] = {static_cast<index_t>(total[2 * t]), static_cast<index_t>(total[2 * t + 1])};
  total[2 * t] = total[2 * t + 1] = 0;
  index_t before = here[0] + here[1];
  for (int d = 1; d < 32; d <<= 1) {
    const index_t other = __shfl_up_sync(full_warp, before, d);
    if (lane >= d) before += other;
  }
  if (lane == 31) sums[warp] = before;
  before -= here[0] + here[1];
  __syncthreads();
  for (int w = 0; w < 32; ++w) before += w < warp ? sums[w] : 0;
  const index_t start = first ? 0 : state->start, rank = state->low - start;
  const u64 prefix = first ? 0 : state->prefix;
  const bool open = state->known == 0;
  __syncthreads();
  for (int i = 0; i < 2; ++i) {
    if (open && before <= rank && rank < before + here[i]) {
      state->prefix = prefix << width | static_cast<u64>(2 * t + i);
      state->start = start + before;
      state->size = here[i];
      if (last) {
        state->low_key = state->prefix;
        state->known = 2;
      }
    }
    before += here[i];
  }
}
template <class K> __global__ void __launch_bounds__(512) find_next(select_problem p, select_state* state) {
  if (state->known != 2 || state->high < state->start + state->size) return;
  const K low = static_cast<K>(state->low_key);
  K least = static_cast<K>(~K(0));
  for (index_t i = global_thread(); i < p.n; i += global_threads()) {
    const K key = load_order_key<K>(p.kind, p.x, i);
    least = key > low && key < least ? key : least;
  }
  for (int d = 16; d > 0; d >>= 1) {
    const K other = shuffle_down(least, d);
    least = other < least ? other : least;
  }
  if ((threadIdx.x & 31) == 0 && least != static_cast<K>(~K(0)))
    atomicMin(reinterpret_cast<unsigned long long*>(&state->high_key), static_cast<unsigned long long>(least));
}
template <class K> __global__ void finish_select(select_problem p, int j, index_t row, const select_state* state) {
  if (state->known != 2) return store_result(p, j, row, nan_result());
  const K low = static_cast<K>(state->low_key);
  // The largest key of all is left out by find_next.
  const K high = state->high < state->start + state->size ? low : static_cast<K>(state->high_key);
  store_result(p, j, row, blend(p.method, number_of(p.kind, low), number_of(p.kind, high), state->t));
}

// Rows that are sorted.
template <class K> __global__ void read_sorted(select_problem p) {
  const index_t items = p.rows * p.count;
  for (index_t item = global_thread(); item < items; item += global_threads()) {
    const index_t row = item / p.count, begin = row * p.n;
    const int j = static_cast<int>(item - row * p.count);
    index_t m = p.n;
    if (is_float(p.kind) && load_order_key<K>(p.kind, p.x, begin + p.n - 1) == nan_key<K>) {
      index_t step = 1;
      while (step < p.n) step *= 2;
      for (m = 0; step > 0; step /= 2)
        if (m + step <= p.n && load_order_key<K>(p.kind, p.x, begin + m + step - 1) != nan_key<K>) m += step;
    }
    if (m == 0 || (m < p.n && !p.ignore_nan)) {
      store_result(p, j, row, nan_result());
      continue;
    }
    const place at = place_of(p.method, p.q[j], m);
    const K low = load_order_key<K>(p.kind, p.x, begin + at.low),
            high = load_order_key<K>(p.kind, p.x, begin + at.high);
    store_result(p, j, row, blend(p.method, number_of(p.kind, low), number_of(p.kind, high), at.t));
  }
}

template <class K> void select_long_row(CUstream_st* stream, const select_problem& all, index_t row) {
  select_problem p = all;
  p.x = static_cast<const char*>(all.x) + row * all.n * bytes_of(all.kind);
  const int bits = 8 * bytes_of(p.kind), levels = (bits + digit - 1) / digit;
  const detail::Workspace memory(stream, bins * sizeof(u64) + sizeof(select_state));
  u64* total = memory.as<u64>();
  select_state* state = reinterpret_cast<select_state*>(total + bins);
  unsigned grid = grid_for(p.n, 512 * 8, 4);
  const index_t least_blocks = (p.n >> 31) + 1;
  if (grid < least_blocks) grid = static_cast<unsigned>(least_blocks);
  for (int j = 0; j < p.count; ++j) {
    TUKEY_CUDA_CHECK(cudaMemsetAsync(total, 0, bins * sizeof(u64) + sizeof(select_state), stream));
    int shift = bits;
    for (int level = 0; level < levels; ++level) {
      const int width = shift < digit ? shift : digit;
      shift -= width;
      launch(count_digit<K>, dim3(grid), dim3(512), 0, stream, p, shift, width, level == 0, state, total);
      launch(choose_bin, dim3(1), dim3(1024), 0, stream, p, j, width, level == 0, level + 1 == levels, state, total);
    }
    launch(find_next<K>, dim3(grid), dim3(512), 0, stream, p, state);
    launch(finish_select<K>, dim3(1), dim3(1), 0, stream, p, j, row, static_cast<const select_state*>(state));
  }
}

template <class K> void select(CUstream_st* stream, const select_problem& p) {
  const index_t long_row = index_t(1) << 17;
  if (p.n >= index_t(1) << 31 || (p.n >= long_row && p.rows < 32)) {
    for (index_t row = 0; row < p.rows; ++row) select_long_row<K>(stream, p, row);
    return;
  }
  const index_t most = index_t(multiprocessors()) * 64;
  const unsigned grid = static_cast<unsigned>(p.rows < most ? p.rows : most);
  constexpr int items = sizeof(K) == 4 ? 16 : 8;
  int threads = 128;
  while (threads < 1024 && p.n > threads * items) threads *= 2;
  if (p.n <= threads * items)
    launch(select_rows<K, items>, dim3(grid), dim3(threads), 0, stream, p);
  else
    launch(select_rows<K, 0>, dim3(grid), dim3(threads), 0, stream, p);
}

template <class Z>
__global__ void gather_kernel(index_t rows, index_t n, index_t k, const Z* x, const index_t* index, Z* y) {
  for (index_t i = global_thread(); i < rows * k; i += global_threads()) y[i] = x[i / k * n + index[i]];
}
template <class Z>
void gather(CUstream_st* stream, index_t rows, index_t n, index_t k, const void* x, const index_t* index, void* y) {
  launch(gather_kernel<Z>, dim3(grid_for(rows * k, 256, 8)), dim3(256), 0, stream, rows, n, k, static_cast<const Z*>(x),
         index, static_cast<Z*>(y));
}

}  // namespace

void quantiles(CUstream_st* stream, const quantile_problem& q) {
  const bool wide = bytes_of(q.kind) == 8;
  // A sort of a long row costs as much as selecting four times, one of short rows less than the histogram.
  const bool sorting = q.n <= 512 || (q.n >= index_t(1) << 17 ? q.count > 4 : q.count > most_q);
  const detail::Workspace sorted(stream, sorting ? static_cast<size_t>(q.rows * q.n * bytes_of(q.kind)) : 0);
  if (sorting) sort_rows(stream, q.kind, q.rows, q.n, q.x, sorted.data());
  for (int from = 0; from < q.count; from += most_q) {
    select_problem p{};
    p.kind = q.kind, p.rows = q.rows, p.n = q.n;
    p.x = sorting ? sorted.data() : q.x;
    p.count = q.count - from < most_q ? q.count - from : most_q;
    for (int j = 0; j < p.count; ++j) p.q[j] = q.q[from + j];
    p.method = q.method, p.ignore_nan = q.ignore_nan, p.narrow = q.narrow;
    p.y = static_cast<char*>(q.y) + from * q.rows * (q.narrow ? 4 : 8);
    if (sorting) {
      const unsigned grid = grid_for(p.rows * p.count, 256);
      if (wide)
        launch(read_sorted<u64>, dim3(grid), dim3(256), 0, stream, p);
      else
        launch(read_sorted<u32>, dim3(grid), dim3(256), 0, stream, p);
    } else if (wide) {
      select<u64>(stream, p);
    } else {
      select<u32>(stream, p);
    }
  }
}

void gather_rows(CUstream_st* stream, int bytes, index_t rows, index_t n, index_t k, const void* x,
                 const index_t* index, void* y) {
  switch (bytes) {
    case 1:
      return gather<u8>(stream, rows, n, k, x, index, y);
    case 2:
      return gather<u16>(stream, rows, n, k, x, index, y);
    case 4:
      return gather<u32>(stream, rows, n, k, x, index, y);
    case 8:
      return gather<u64>(stream, rows, n, k, x, index, y);
    default:
      return gather<key_pair<u64>>(stream, rows, n, k, x, index, y);
  }
}

}  // namespace tukey::cuda
