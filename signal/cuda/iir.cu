// SPDX-License-Identifier: Apache-2.0
// sosfilt and sosfiltfilt: linear recurrences in parallel.
//
// Each row is cut into chunks. A first kernel runs every chunk from rest and keeps its final state e[j]; the true
// state at the start of chunk j is then s[j] = P s[j-1] + e[j-1] with P = A^length, a scan over the chunks of a row
// (in blocks of up to 256, at most two levels); a last kernel runs every chunk from its true state and writes y.
// States are double for float data too. A is the joint state matrix of up to four sections in the coupled form of
// iir.hpp, its powers made in long double on the host: the same scan on companion matrices would be useless.
// Rows that are short, or so many that they fill the device, are one chunk each. So are those of unstable filters
// whose powers grow out of range.
// NaN and Inf pass through the scan to every later chunk and to none before.
#include "iir.hpp"
#include "tukey/detail/launch.cuh"
#include "tukey/detail/rows.hpp"

namespace tukey::cuda {
namespace {

constexpr int block = 128, warps = block / 32;
constexpr int scan_block = 256;
constexpr int direct_batch = 8;  // samples loaded at once where each thread walks its own row

template <class T> struct wide_of { using type = double; };
template <> struct wide_of<cplx<float>> { using type = cplx<double>; };
template <> struct wide_of<cplx<double>> { using type = cplx<double>; };
template <class T> using wide_t = typename wide_of<T>::type;

__device__ inline double widen(float x) { return x; }
__device__ inline double widen(double x) { return x; }
__device__ inline cplx<double> widen(cplx<float> x) { return {x.re, x.im}; }
__device__ inline cplx<double> widen(cplx<double> x) { return x; }
template <class T> __device__ inline T narrow(double x) { return static_cast<T>(x); }
template <class T> __device__ inline T narrow(cplx<double> x) {
  return {static_cast<real_of_t<T>>(x.re), static_cast<real_of_t<T>>(x.im)};
}
// a x + y for a real coefficient.
__device__ inline double axpy(double a, double x, double y) { return fma(a, x, y); }
__device__ inline cplx<double> axpy(double a, cplx<double> x, cplx<double> y) {
  return {fma(a, x.re, y.re), fma(a, x.im, y.im)};
}
__device__ inline double component(double x, int) { return x; }
__device__ inline double component(cplx<double> x, int c) { return c ? x.im : x.re; }
__device__ inline void set_component(double& x, int, double v) { x = v; }
__device__ inline void set_component(cplx<double>& x, int c, double v) { (c ? x.im : x.re) = v; }

// Where samples come from: rows of T or, between passes, of its wide type; continued beyond its ends by `edge`
// samples (extension as in reference::Extension).
template <class T> struct Source {
  const void* data;
  bool wide;
  detail::rows rows;
  index_t edge;
  int extension;

  __device__ wide_t<T> at(index_t offset, index_t i) const {
    const index_t o = offset + i * rows.stride;
    return wide ? static_cast<const wide_t<T>*>(data)[o] : widen(static_cast<const T*>(data)[o]);
  }
  __device__ wide_t<T> load(index_t offset, index_t t) const {
    const index_t i = t - edge, last = rows.length - 1;
    if (i >= 0 && i <= last) return at(offset, i);
    const index_t end = i < 0 ? 0 : last;
    const wide_t<T> border = at(offset, end);
    if (extension == 3) return border;
    const wide_t<T> mirrored = at(offset, 2 * end - i);
    return extension == 1 ? border + border - mirrored : mirrored;
  }
};
// Where they go: outputs skip .. skip + length - 1 are kept.
template <class T> struct Target {
  void* data;
  bool wide;
  detail::rows rows;
  index_t skip;

  __device__ void store(index_t offset, index_t t, wide_t<T> value) const {
    const index_t i = t - skip;
    if (i < 0 || i >= rows.length) return;
    const index_t o = offset + i * rows.stride;
    if (wide)
      static_cast<wide_t<T>*>(data)[o] = value;
    else
      static_cast<T*>(data)[o] = narrow<T>(value);
  }
};
// State arrays of direct form II transposed; null data where there are none.
template <class T> struct State {
  T* data;
  detail::rows rows;  // without the section axis, along the axis of length 2
  index_t section_stride;
};

template <class T, int S> struct Chunks {
  Source<T> x;
  Target<T> y;
  State<T> zf;  // of these sections
  IirSection sections[S];
  const double* start;  // first states [component][row], null for rest
  double* carry;        // chunk states [component][row * chunks + chunk], null for a single chunk
  index_t length, chunks, chunk_length, rows;
  bool row_fast;  // neighbouring threads take neighbouring rows, not neighbouring chunks
};

template <int S, class W> __device__ inline W advance(const IirSection (&c)[S], W u, W (&s0)[S], W (&s1)[S]) {
#pragma unroll
  for (int g = 0; g < S; ++g) {
    const W y = axpy(c[g].b0, u, s0[g]);
    const W n0 = axpy(c[g].c0, u, axpy(c[g].h1, s0[g], s1[g]));
    const W n1 = axpy(c[g].c1, u, axpy(c[g].d, s0[g], axpy(c[g].h2, s1[g], W(0))));
    s0[g] = n0;
    s1[g] = n1;
    u = y;
  }
  return u;
}

// One thread runs one chunk. Where samples of a row are neighbours in memory, a warp moves a tile of 32 chunks
// through shared memory, so that its loads and stores are of whole lines.
template <class T, int S, bool store> __global__ void __launch_bounds__(block) chunk_kernel(const Chunks<T, S> p) {
  using W = wide_t<T>;
  constexpr int parts = sizeof(W) / sizeof(double), tile = 32 / parts;
  __shared__ double tiles[warps][32][(tile + 1) * parts];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const index_t tasks = p.rows * p.chunks;
  W* const mine = reinterpret_cast<W*>(tiles[warp][lane]);

  for (index_t base = (index_t(blockIdx.x) * warps + warp) * 32; base < tasks; base += index_t(gridDim.x) * block) {
    const index_t task = base + lane;
    const bool valid = task < tasks;
    const index_t row = !valid ? 0 : p.row_fast ? task % p.rows : task / p.chunks;
    const index_t chunk = !valid ? 0 : p.row_fast ? task / p.rows : task % p.chunks;
    const bool last = chunk == p.chunks - 1;
    const index_t begin = chunk * p.chunk_length;
    index_t count = valid ? min(p.chunk_length, p.length - begin) : 0;
    if (!store && last) count = 0;  // nothing follows it
    const index_t xo = p.x.rows.offset(row), yo = p.y.rows.offset(row);

    W s0[S], s1[S];
#pragma unroll
    for (int g = 0; g < S; ++g) {
      s0[g] = s1[g] = W(0);
      if (!valid) continue;
      if (chunk == 0 && p.start) {
#pragma unroll
        for (int c = 0; c < parts; ++c) {
          set_component(s0[g], c, p.start[((2 * g) * parts + c) * p.rows + row]);
          set_component(s1[g], c, p.start[((2 * g + 1) * parts + c) * p.rows + row]);
        }
      } else if (store && chunk > 0) {
#pragma unroll
        for (int c = 0; c < parts; ++c) {
          set_component(s0[g], c, p.carry[((2 * g) * parts + c) * tasks + row * p.chunks + chunk]);
          set_component(s1[g], c, p.carry[((2 * g + 1) * parts + c) * tasks + row * p.chunks + chunk]);
        }
      }
    }

    if (p.row_fast) {
      for (index_t k = 0; k < count; k += direct_batch) {
        W buffer[direct_batch];
#pragma unroll
        for (int i = 0; i < direct_batch; ++i)
          if (k + i < count) buffer[i] = p.x.load(xo, begin + k + i);
#pragma unroll
        for (int i = 0; i < direct_batch; ++i)
          if (k + i < count) buffer[i] = advance<S>(p.sections, buffer[i], s0, s1);
        if (store) {
#pragma unroll
          for (int i = 0; i < direct_batch; ++i)
            if (k + i < count) p.y.store(yo, begin + k + i, buffer[i]);
        }
      }
    } else {
      index_t most = count;
#pragma unroll
      for (int d = 16; d > 0; d >>= 1) most = max(most, __shfl_xor_sync(full_warp, most, d));
      const int column = lane % tile;
      for (index_t k = 0; k < most; k += tile) {
#pragma unroll 8
        for (int i = 0; i < 32; i += parts) {
          const int from = i + lane / tile;
          const index_t o = __shfl_sync(full_warp, xo, from), b = __shfl_sync(full_warp, begin, from),
                        c = __shfl_sync(full_warp, count, from);
          if (k + column < c) reinterpret_cast<W*>(tiles[warp][from])[column] = p.x.load(o, b + k + column);
        }
        __syncwarp();
        const int here = static_cast<int>(max(index_t(0), min(index_t(tile), count - k)));
#pragma unroll 4
        for (int i = 0; i < here; ++i) {
          const W y = advance<S>(p.sections, mine[i], s0, s1);
          if (store) mine[i] = y;
        }
        __syncwarp();
        if (store) {
#pragma unroll 8
          for (int i = 0; i < 32; i += parts) {
            const int from = i + lane / tile;
            const index_t o = __shfl_sync(full_warp, yo, from), b = __shfl_sync(full_warp, begin, from),
                          c = __shfl_sync(full_warp, count, from);
            if (k + column < c) p.y.store(o, b + k + column, reinterpret_cast<W*>(tiles[warp][from])[column]);
          }
          __syncwarp();
        }
      }
    }

    if (!valid) continue;
    if (!store) {
#pragma unroll
      for (int g = 0; g < S; ++g)
#pragma unroll
        for (int c = 0; c < parts; ++c) {
          p.carry[((2 * g) * parts + c) * tasks + row * p.chunks + chunk] = component(s0[g], c);
          p.carry[((2 * g + 1) * parts + c) * tasks + row * p.chunks + chunk] = component(s1[g], c);
        }
    } else if (last && p.zf.data) {
      T* const z = p.zf.data + p.zf.rows.offset(row);
#pragma unroll
      for (int g = 0; g < S; ++g) {
        z[g * p.zf.section_stride] = narrow<T>(s0[g]);
        z[g * p.zf.section_stride + p.zf.rows.stride] = narrow<T>(axpy(-p.sections[g].h2, s0[g], s1[g]));
      }
    }
  }
}

// The first states of all sections: of zi, or `steady` times the row's first sample.
template <class T> struct Start {
  Source<T> x;
  State<const T> zi;
  const double* steady;  // [2 sections] on the device, instead of zi
  const double* h2;      // of each section
  double* out;           // [component][row]
  index_t rows;
  int sections;
};
template <class T> __global__ void start_kernel(const Start<T> p) {
  using W = wide_t<T>;
  constexpr int parts = sizeof(W) / sizeof(double);
  for (index_t i = global_thread(); i < p.rows * p.sections; i += global_threads()) {
    const index_t row = i % p.rows;
    const int g = static_cast<int>(i / p.rows);
    W z0, z1;
    if (p.steady) {
      const W first = p.x.load(p.x.rows.offset(row), 0);
      z0 = axpy(p.steady[2 * g], first, W(0));
      z1 = axpy(p.steady[2 * g + 1], first, W(0));
    } else {
      const T* const z = p.zi.data + p.zi.rows.offset(row) + g * p.zi.section_stride;
      z0 = widen(z[0]);
      z1 = widen(z[p.zi.rows.stride]);
    }
    const W s1 = axpy(p.h2[g], z0, z1);
    for (int c = 0; c < parts; ++c) {
      p.out[((2 * g) * parts + c) * p.rows + row] = component(z0, c);
      p.out[((2 * g + 1) * parts + c) * p.rows + row] = component(s1, c);
    }
  }
}

// Small tables by kernel parameter, so that no host memory has to outlive the call.
struct Numbers {
  double value[128];
};
__global__ void put_kernel(const Numbers numbers, int count, double* out) {
  if (static_cast<int>(threadIdx.x) < count) out[threadIdx.x] = numbers.value[threadIdx.x];
}

template <int S> struct Powers {
  double level[8][iir_packed(S)];  // P^(2^k)
};

// v += M w for vectors of the joint state.
template <int S> __device__ inline void multiply_add(const double* m, const double (&w)[2 * S], double (&v)[2 * S]) {
#pragma unroll
  for (int i = 0; i < S; ++i)
#pragma unroll
    for (int j = 0; j <= i; ++j) {
      const double* const b = m + 4 * (i * (i + 1) / 2 + j);
      v[2 * i] = fma(b[0], w[2 * j], fma(b[1], w[2 * j + 1], v[2 * i]));
      v[2 * i + 1] = fma(b[2], w[2 * j], fma(b[3], w[2 * j + 1], v[2 * i + 1]));
    }
}

// In segments of `segment` chunks of a row: replaces each chunk's own final state by the state at its start (for a
// segment that starts from rest), and gives the segment's final state to `totals`.
struct Scan {
  double* value;   // [component][row * chunks + chunk]
  double* totals;  // [component][row * segments + segment]; null if there is one segment
  index_t rows, chunks, segments;
  int segment, log_segment;
};
template <int S, int parts>
__global__ void __launch_bounds__(scan_block) scan_kernel(const Scan p, const Powers<S> powers) {
  __shared__ double shared[2 * S * parts][scan_block];
  const int t = threadIdx.x, in_segment = t & (p.segment - 1);
  const index_t per_block = scan_block >> p.log_segment, units = p.rows * p.segments;
  const index_t stride = p.rows * p.chunks, total_stride = p.rows * p.segments;
  for (index_t first = blockIdx.x * per_block; first < units; first += gridDim.x * per_block) {
    const index_t unit = first + (t >> p.log_segment), row = unit / p.segments, segment = unit % p.segments;
    const index_t chunk = segment * p.segment + in_segment;
    const bool valid = unit < units && chunk < p.chunks;
    double v[parts][2 * S];
#pragma unroll
    for (int i = 0; i < 2 * S; ++i)
#pragma unroll
      for (int c = 0; c < parts; ++c) {
        v[c][i] = valid ? p.value[(i * parts + c) * stride + row * p.chunks + chunk] : 0.0;
        shared[i * parts + c][t] = v[c][i];
      }
    __syncthreads();
    for (int k = 0; k < p.log_segment; ++k) {
      const int distance = 1 << k;
      if (in_segment >= distance) {
#pragma unroll
        for (int c = 0; c < parts; ++c) {
          double w[2 * S];
#pragma unroll
          for (int i = 0; i < 2 * S; ++i) w[i] = shared[i * parts + c][t - distance];
          multiply_add<S>(powers.level[k], w, v[c]);
        }
      }
      __syncthreads();
#pragma unroll
      for (int i = 0; i < 2 * S; ++i)
#pragma unroll
        for (int c = 0; c < parts; ++c) shared[i * parts + c][t] = v[c][i];
      __syncthreads();
    }
    if (valid) {
#pragma unroll
      for (int i = 0; i < 2 * S; ++i)
#pragma unroll
        for (int c = 0; c < parts; ++c) {
          p.value[(i * parts + c) * stride + row * p.chunks + chunk] =
              in_segment > 0 ? shared[i * parts + c][t - 1] : 0.0;
          if (p.totals && (in_segment == p.segment - 1 || chunk == p.chunks - 1))
            p.totals[(i * parts + c) * total_stride + row * p.segments + segment] = v[c][i];
        }
    }
    __syncthreads();
  }
}

// Adds to each chunk of a later segment what the state at the segment's start has become by the chunk's start.
template <int S, int parts> __global__ void carry_kernel(const Scan p, const Powers<S> powers) {
  const index_t stride = p.rows * p.chunks, total_stride = p.rows * p.segments;
  for (index_t i = global_thread(); i < stride; i += global_threads()) {
    const index_t row = i / p.chunks, chunk = i % p.chunks, segment = chunk / p.segment;
    const int steps = static_cast<int>(chunk % p.segment);
    if (segment == 0) continue;
    for (int c = 0; c < parts; ++c) {
      double w[2 * S];
#pragma unroll
      for (int d = 0; d < 2 * S; ++d) w[d] = p.totals[(d * parts + c) * total_stride + row * p.segments + segment];
      for (int k = 0; k < p.log_segment; ++k) {
        if (!(steps >> k & 1)) continue;
        double v[2 * S] = {};
        multiply_add<S>(powers.level[k], w, v);
#pragma unroll
        for (int d = 0; d < 2 * S; ++d) w[d] = v[d];
      }
#pragma unroll
      for (int d = 0; d < 2 * S; ++d) p.value[(d * parts + c) * stride + i] += w[d];
    }
  }
}

template <class T> struct Pass {
  Source<T> x;
  Target<T> y;
  State<T> zf;
  const IirSection* sections;
  const double* start;
  index_t length, rows;
  bool row_fast;
};

int log2_above(index_t n) {
  int k = 0;
  while ((index_t(1) << k) < n) ++k;
  return k;
}

// One group of S sections over all rows.
template <class T, int S> void run_group(CUstream_st* stream, const Pass<T>& pass) {
  constexpr int parts = sizeof(wide_t<T>) / sizeof(double);
  Chunks<T, S> p;
  p.x = pass.x;
  p.y = pass.y;
  p.zf = pass.zf;
  for (int g = 0; g < S; ++g) p.sections[g] = pass.sections[g];
  p.start = pass.start;
  p.carry = nullptr;
  p.length = pass.length;
  p.rows = pass.rows;
  p.row_fast = pass.row_fast;

  // About 512 chunks for each multiprocessor in all, of 32 samples or more; two levels of the scan hold 65536 a row.
  const index_t tasks_wanted = index_t(multiprocessors()) * 512;
  index_t chunks_wanted = tasks_wanted / pass.rows;
  if (chunks_wanted > scan_block * scan_block) chunks_wanted = scan_block * scan_block;
  index_t chunk_length = pass.length;
  if (chunks_wanted > 1 && pass.length > 64) {
    chunk_length = (pass.length + chunks_wanted - 1) / chunks_wanted;
    chunk_length = (chunk_length + 31) / 32 * 32;
  }
  index_t chunks = (pass.length + chunk_length - 1) / chunk_length;

  Powers<S> low, high;  // P^(2^k) for the chunks of a segment, and for the segments of a row
  Scan scan{nullptr, nullptr, pass.rows, chunks, 1, 1, 0};
  if (chunks > 1) {
    scan.log_segment = log2_above(chunks < scan_block ? chunks : index_t(scan_block));
    scan.segment = 1 << scan.log_segment;
    scan.segments = (chunks + scan.segment - 1) / scan.segment;
    const int levels = scan.log_segment + log2_above(scan.segments);
    double powers[16][iir_packed(S)];
    if (iir_powers(pass.sections, S, chunk_length, levels, powers[0])) {
      for (int k = 0; k < levels; ++k)
        for (int i = 0; i < iir_packed(S); ++i)
          (k < scan.log_segment ? low.level[k] : high.level[k - scan.log_segment])[i] = powers[k][i];
    } else {
      chunks = 1;
      chunk_length = pass.length;
    }
  }
  p.chunks = chunks;
  p.chunk_length = chunk_length;

  const index_t tasks = pass.rows * chunks;
  const unsigned grid = grid_for(tasks, block, 64);
  if (chunks == 1) {
    launch(chunk_kernel<T, S, true>, grid, block, 0, stream, p);
    return;
  }
  const index_t components = 2 * S * parts;
  detail::Workspace carry(stream, components * tasks * sizeof(double));
  detail::Workspace totals(stream, scan.segments > 1 ? components * pass.rows * scan.segments * sizeof(double) : 0);
  p.carry = scan.value = carry.as<double>();
  scan.totals = totals.as<double>();

  launch(chunk_kernel<T, S, false>, grid, block, 0, stream, p);
  launch(scan_kernel<S, parts>, grid_for(pass.rows * scan.segments * scan.segment, scan_block), scan_block, 0, stream,
         scan, low);
  if (scan.segments > 1) {
    Scan upper{scan.totals, nullptr, pass.rows, scan.segments, 1, 1, log2_above(scan.segments)};
    upper.segment = 1 << upper.log_segment;
    launch(scan_kernel<S, parts>, grid_for(pass.rows * upper.segment, scan_block), scan_block, 0, stream, upper, high);
    launch(carry_kernel<S, parts>, grid_for(tasks, scan_block), scan_block, 0, stream, scan, low);
  }
  launch(chunk_kernel<T, S, true>, grid, block, 0, stream, p);
}

template <class T> void run_group(CUstream_st* stream, const Pass<T>& pass, int sections) {
  if (sections == 1) run_group<T, 1>(stream, pass);
  if (sections == 2) run_group<T, 2>(stream, pass);
  if (sections == 3) run_group<T, 3>(stream, pass);
  if (sections == 4) run_group<T, 4>(stream, pass);
}

detail::rows scratch_rows(index_t count, index_t length, bool row_fast) {
  detail::rows r{count, length, row_fast ? count : 1, 1, {count}, {row_fast ? 1 : length}};
  return r;
}

// All sections, in groups; between groups the samples stay wide, in scratch memory.
template <class T>
void cascade(CUstream_st* stream, const Source<T>& x, const Target<T>& y, index_t length, const IirSection* sections,
             int count, const double* start, const State<T>& zf, bool row_fast) {
  using W = wide_t<T>;
  constexpr int parts = sizeof(W) / sizeof(double);
  const index_t rows = x.rows.count;
  detail::Workspace between(stream, count > max_group ? rows * length * sizeof(W) : 0);
  const detail::rows scratch = scratch_rows(rows, length, row_fast);
  for (int g = 0; g < count; g += max_group) {
    const int size = count - g < max_group ? count - g : max_group;
    Pass<T> pass;
    pass.x = g == 0 ? x : Source<T>{between.data(), true, scratch, 0, 0};
    pass.y = g + size == count ? y : Target<T>{between.data(), true, scratch, 0};
    pass.zf = zf;
    if (zf.data) pass.zf.data = zf.data + g * zf.section_stride;
    pass.sections = sections + g;
    pass.start = start ? start + 2 * g * parts * rows : nullptr;
    pass.length = length;
    pass.rows = rows;
    pass.row_fast = row_fast;
    run_group(stream, pass, size);
  }
}

// Neighbouring threads should take neighbouring rows where those lie closer together than a row's samples.
bool rows_lie_closer(const detail::rows& r) {
  if (r.rank == 0) return false;
  const index_t row = r.strides[r.rank - 1], sample = r.stride;
  return (row < 0 ? -row : row) < (sample < 0 ? -sample : sample) && r.shape[r.rank - 1] >= 8;
}

template <class T> State<T> state_of(const view<T>& z, int axis) {
  State<T> s{z.data, {}, 0};
  if (!z.data) return s;
  view<T> v{z.data, z.rank - 1, {}, {}};
  for (int i = 0; i + 1 < z.rank; ++i) v.shape[i] = z.shape[i + 1], v.strides[i] = z.strides[i + 1];
  s.rows = detail::rows_along(v, axis);
  s.section_stride = z.strides[0];
  return s;
}

// Numbers of any count to device memory, through kernel parameters.
void upload(CUstream_st* stream, const double* values, index_t count, double* out) {
  for (index_t i = 0; i < count; i += 128) {
    Numbers n;
    const int here = static_cast<int>(count - i < 128 ? count - i : 128);
    for (int k = 0; k < here; ++k) n.value[k] = values[i + k];
    launch(put_kernel, 1, 128, 0, stream, n, here, out + i);
  }
}

// Host memory of the call's duration.
template <class U> struct HostBuffer {
  U* data;
  explicit HostBuffer(index_t count) : data(new U[count]) {}
  ~HostBuffer() { delete[] data; }
  HostBuffer(const HostBuffer&) = delete;
  HostBuffer& operator=(const HostBuffer&) = delete;
};

// The coefficients that start_kernel needs: 1 number for each section.
void upload_h2(CUstream_st* stream, const IirSection* sections, int count, double* out) {
  HostBuffer<double> h2(count);
  for (int g = 0; g < count; ++g) h2.data[g] = sections[g].h2;
  upload(stream, h2.data, count, out);
}

}  // namespace

template <class T>
void sosfilt(CUstream_st* stream, const view<const T>& x, const view<T>& y, const double* sos, int sections, int axis,
             const view<const T>& zi, const view<T>& zf) {
  constexpr index_t parts = sizeof(wide_t<T>) / sizeof(double);
  const Source<T> source{x.data, false, detail::rows_along(x, axis), 0, 0};
  const Target<T> target{y.data, false, detail::rows_along(y, axis), 0};
  const index_t rows = source.rows.count, length = source.rows.length;
  if (rows == 0 || length == 0) return;
  HostBuffer<IirSection> form(sections);
  iir_sections(sos, sections, form.data);

  const index_t states = zi.data ? 2 * parts * sections * rows : 0;
  detail::Workspace work(stream, zi.data ? (states + sections) * sizeof(double) : 0);
  if (zi.data) {
    Start<T> p{source, state_of(zi, axis), nullptr, work.as<double>() + states, work.as<double>(), rows, sections};
    upload_h2(stream, form.data, sections, work.as<double>() + states);
    launch(start_kernel<T>, grid_for(rows * sections, block), block, 0, stream, p);
  }
  cascade(stream, source, target, length, form.data, sections, work.as<double>(), state_of(zf, axis),
          rows_lie_closer(source.rows));
}

template <class T>
void sosfiltfilt(CUstream_st* stream, const view<const T>& x, const view<T>& y, const double* sos, int sections,
                 const double* steady, int axis, int extension, index_t edge) {
  using W = wide_t<T>;
  constexpr index_t parts = sizeof(W) / sizeof(double);
  Source<T> source{x.data, false, detail::rows_along(x, axis), edge, extension};
  Target<T> target{y.data, false, detail::rows_along(y, axis), edge};
  const index_t rows = source.rows.count, length = source.rows.length + 2 * edge;
  if (rows == 0 || source.rows.length == 0) return;
  HostBuffer<IirSection> form(sections);
  iir_sections(sos, sections, form.data);
  const bool row_fast = rows_lie_closer(source.rows);

  const index_t states = 2 * parts * sections * rows;
  detail::Workspace work(stream, (states + 3 * sections) * sizeof(double));
  double* const start = work.as<double>();
  double* const h2 = start + states;
  double* const steady_there = h2 + sections;
  upload_h2(stream, form.data, sections, h2);
  upload(stream, steady, 2 * sections, steady_there);
  detail::Workspace forward(stream, rows * length * sizeof(W));
  const detail::rows there = scratch_rows(rows, length, row_fast);
  const State<const T> no_zi{nullptr, {}, 0};
  const State<T> no_zf{nullptr, {}, 0};

  Start<T> p{source, no_zi, steady_there, h2, start, rows, sections};
  launch(start_kernel<T>, grid_for(rows * sections, block), block, 0, stream, p);
  cascade(stream, source, Target<T>{forward.data(), true, there, 0}, length, form.data, sections, start, no_zf,
          row_fast);

  // Backwards: the same with both ends' strides turned round.
  detail::rows back = there;
  back.stride = -there.stride;
  source = {forward.as<W>() + (length - 1) * there.stride, true, back, 0, 0};
  p.x = source;
  launch(start_kernel<T>, grid_for(rows * sections, block), block, 0, stream, p);
  target.data = static_cast<T*>(target.data) + (target.rows.length - 1) * target.rows.stride;
  target.rows.stride = -target.rows.stride;
  cascade(stream, source, target, length, form.data, sections, start, no_zf, row_fast);
}

#define TUKEY_INSTANTIATE(T)                                                                                       \
  template void sosfilt(CUstream_st*, const view<const T>&, const view<T>&, const double*, int, int,               \
                        const view<const T>&, const view<T>&);                                                     \
  template void sosfiltfilt(CUstream_st*, const view<const T>&, const view<T>&, const double*, int, const double*, \
                            int, int, index_t);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
TUKEY_INSTANTIATE(cplx<float>)
TUKEY_INSTANTIATE(cplx<double>)

}  // namespace tukey::cuda
