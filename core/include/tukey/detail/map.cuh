// SPDX-License-Identifier: Apache-2.0
// Internal: runs a pointwise functor over a collapsed loop on the GPU: one kernel for vectors of elements that lie
// together in every operand, one for any strides.
#pragma once

#include "tukey/detail/loop.hpp"
#include "tukey/detail/launch.cuh"

namespace tukey::cuda {

using detail::loop;
using detail::max_loop_rank;

// An operand of a kernel: memory, or one value.
enum operand_kind { in_memory, one_value, repeated };  // repeated: the same element all along the innermost axis
template <class T> struct operand {
  const T* data;
  T value;
  int kind;
};
template <class T> operand<T> memory(const T* data) {
  operand<T> o{};
  o.data = data;
  o.kind = in_memory;
  return o;
}
template <class T> operand<T> scalar(T value) {
  operand<T> o{};
  o.value = value;
  o.kind = one_value;
  return o;
}

// Quotients by a number below 2^31 for dividends below 2^31: q = (mulhi(n, m) + n) >> s.
struct fast_divisor {
  unsigned d, m, s;
};
inline fast_divisor make_divisor(unsigned d) {
  fast_divisor f{d, 0, 0};
  while ((1ull << f.s) < d) ++f.s;
  f.m = static_cast<unsigned>((((1ull << f.s) - d) << 32) / d + 1);
  return f;
}
__device__ inline unsigned quotient(unsigned n, const fast_divisor& f) { return (__umulhi(n, f.m) + n) >> f.s; }

// A loop of fewer than 2^31 elements whose offsets all fit 32 bits.
template <int N> struct small_loop {
  int rank;
  unsigned count, tail;
  fast_divisor shape[max_loop_rank];
  int strides[N][max_loop_rank];

  __device__ void locate(unsigned i, int (&at)[N]) const {
#pragma unroll
    for (int k = 0; k < N; ++k) at[k] = 0;
    for (int d = rank - 1; d > 0; --d) {
      const unsigned q = quotient(i, shape[d]);
      const int r = static_cast<int>(i - q * shape[d].d);
#pragma unroll
      for (int k = 0; k < N; ++k) at[k] += r * strides[k][d];
      i = q;
    }
#pragma unroll
    for (int k = 0; k < N; ++k) at[k] += static_cast<int>(i) * strides[k][0];
  }
};

// V elements of one type side by side, moved in words of up to 16 bytes.
template <class T, int V> struct alignas(sizeof(T) * V < 16 ? sizeof(T) * V : 16) pack { T v[V]; };
template <class T> struct pack<T, 1> { T v[1]; };

template <int V, class T> __device__ inline pack<T, V> load_pack(const operand<T>& x, int at) {
  if (V > 1 && x.kind == in_memory) return *reinterpret_cast<const pack<T, V>*>(x.data + at);
  const T value = x.kind == one_value ? x.value : x.data[at];
  pack<T, V> p;
#pragma unroll
  for (int i = 0; i < V; ++i) p.v[i] = value;
  return p;
}

// What a thread has loaded of all operands: U packs of each.
template <int U, int V, class... A> struct loaded {
  template <int N> __device__ void load(int, const int (&)[N]) {}
  template <class G, class... X> __device__ auto call(const G& g, int, int, X... x) const { return g(x...); }
};
template <int U, int V, class A, class... B> struct loaded<U, V, A, B...> {
  pack<A, V> p[U];
  loaded<U, V, B...> rest;

  template <int N> __device__ void load(int u, const int (&at)[N], const operand<A>& a, const operand<B>&... b) {
    p[u] = load_pack<V>(a, at[N - 1 - static_cast<int>(sizeof...(B))]);
    rest.load(u, at, b...);
  }
  template <class G, class... X> __device__ auto call(const G& g, int u, int i, X... x) const {
    return rest.call(g, u, i, x..., p[u].v[i]);
  }
};

// Functors that choose among operations at run time have visit(g), which calls g with the one chosen: the choice is
// made once a thread, and one kernel serves them all.
template <class F, class G> __device__ inline auto visit(const F& f, const G& g, int) -> decltype(f.visit(g)) {
  f.visit(g);
}
template <class F, class G> __device__ inline void visit(const F& f, const G& g, long) { g(f); }

inline constexpr int map_block = 256;

// U packs of V elements a thread, map_block packs apart, all loaded before the first is stored. l counts packs, whose
// innermost stride is V elements (any for V = 1). After them come l.tail single elements of a loop of rank 1.
template <int V, int U, class F, class R, class... A>
__global__ void __launch_bounds__(map_block) map_kernel(small_loop<1 + sizeof...(A)> l, F f, R* out, operand<A>... in) {
  constexpr int N = 1 + sizeof...(A);
  const unsigned first = blockIdx.x * (map_block * U) + threadIdx.x;
  loaded<U, V, A...> data;
  int to[U];
#pragma unroll
  for (int u = 0; u < U; ++u) {
    const unsigned i = first + u * map_block;
    if (i < l.count) {
      int at[N];
      l.locate(i, at);
      to[u] = at[0];
      data.load(u, at, in...);
    }
  }
  visit(
      f,
      [&](const auto& g) {
#pragma unroll
        for (int u = 0; u < U; ++u) {
          if (first + u * map_block >= l.count) break;
          pack<R, V> result;
#pragma unroll
          for (int i = 0; i < V; ++i) result.v[i] = data.call(g, u, i);
          *reinterpret_cast<pack<R, V>*>(out + to[u]) = result;
        }
        if (V > 1 && blockIdx.x == 0 && threadIdx.x < l.tail) {
          int at[N];
          l.locate(l.count, at);
#pragma unroll
          for (int k = 0; k < N; ++k) at[k] += l.strides[k][0] ? static_cast<int>(threadIdx.x) : 0;
          loaded<1, 1, A...> one;
          one.load(0, at, in...);
          out[at[0]] = one.call(g, 0, 0);
        }
      },
      0);
}

// Cuts a loop into parts with 32-bit indices and offsets: along the axis with the largest reach.
template <int N, class Body> void for_small_parts(const loop<N>& l, const Body& body) {
  const index_t limit = index_t(1) << 30;
  index_t count = 1, reach = 0;
  int longest = 0;
  index_t longest_reach = -1;
  for (int d = 0; d < l.rank; ++d) {
    count *= l.shape[d];
    index_t here = l.shape[d];
    for (int k = 0; k < N; ++k) {
      const index_t s = l.strides[k][d] < 0 ? -l.strides[k][d] : l.strides[k][d];
      if ((l.shape[d] - 1) * s > here) here = (l.shape[d] - 1) * s;
    }
    if (l.shape[d] > 1) {
      reach += here;
      if (here > longest_reach) longest_reach = here, longest = d;
    }
  }
  if (count <= limit && reach <= limit) return body(l);
  // Halves whose first one is a multiple of 16 elements keep vectors aligned.
  loop<N> a = l, b = l;
  index_t half = l.shape[longest] / 2;
  if (half >= 16) half -= half % 16;
  a.shape[longest] = half;
  b.shape[longest] -= half;
  for (int k = 0; k < N; ++k) b.offset[k] += half * l.strides[k][longest];
  for_small_parts(a, body);
  for_small_parts(b, body);
}

template <int N> small_loop<N> make_small(const loop<N>& l) {
  small_loop<N> s{};
  s.rank = l.rank;
  s.count = static_cast<unsigned>(l.size());
  for (int d = 0; d < l.rank; ++d) {
    s.shape[d] = make_divisor(static_cast<unsigned>(l.shape[d]));
    for (int k = 0; k < N; ++k) s.strides[k][d] = static_cast<int>(l.strides[k][d]);
  }
  return s;
}

// Functors with `static constexpr bool heavy = true` spend longer on arithmetic than on memory: fewer copies of them.
template <class F, class = void> struct is_heavy { static constexpr bool value = false; };
template <class F> struct is_heavy<F, decltype(void(F::heavy))> { static constexpr bool value = F::heavy; };

constexpr int largest_size() { return 1; }
template <class... S> constexpr int largest_size(int first, S... rest) {
  return first > largest_size(rest...) ? first : largest_size(rest...);
}

// Whether operand k can be read or written in vectors of V elements; `kind` becomes how.
template <int N> bool packs(const loop<N>& l, int k, const void* data, int alignment, int V, int& kind) {
  const int inner = l.rank - 1;
  if (kind == one_value) return true;
  if (l.strides[k][inner] == 0) return kind = repeated, k > 0;
  if (l.strides[k][inner] != 1 || reinterpret_cast<unsigned long>(data) % alignment != 0) return false;
  for (int d = 0; d < inner; ++d)
    if (l.strides[k][d] % V != 0) return false;
  return true;
}
template <class T, class... A> void advance(const index_t* offset, operand<T>& x, operand<A>&... rest) {
  if (x.kind != one_value) x.data += *offset;
  if constexpr (sizeof...(A) > 0) advance(offset + 1, rest...);
}

template <class F, class R, class... A>
void map_part(CUstream_st* stream, const loop<1 + sizeof...(A)>& l, const F& f, R* out, operand<A>... in) {
  constexpr int N = 1 + sizeof...(A);
  constexpr bool heavy = is_heavy<F>::value;
  constexpr int V = 16 / largest_size(sizeof(R), sizeof(A)...) / (heavy && sizeof(R) < 8 ? 2 : 1);
  constexpr int U = heavy ? 1 : 2;
  out += l.offset[0];
  if constexpr (sizeof...(A) > 0) advance(l.offset + 1, in...);
  const int inner = l.rank - 1;
  if constexpr (V > 1) {
    int kind = in_memory, k = 1;
    bool vectors = (l.rank == 1 || l.shape[inner] % V == 0) && l.shape[inner] >= V &&
                   packs(l, 0, out, static_cast<int>(sizeof(pack<R, V>)), V, kind);
    ((vectors = vectors && packs(l, k, in.data, static_cast<int>(sizeof(pack<A, V>)), V, in.kind), ++k), ...);
    if (vectors) {
      loop<N> v = l;
      v.shape[inner] /= V;
      for (int j = 0; j < N; ++j) v.strides[j][inner] *= V;
      small_loop<N> s = make_small(v);
      s.tail = static_cast<unsigned>(l.shape[inner] % V);
      const unsigned per_block = map_block * U;
      return launch(map_kernel<V, U, F, R, A...>, dim3((s.count + per_block - 1) / per_block), dim3(map_block), 0,
                    stream, s, f, out, in...);
    }
    ((in.kind = in.kind == repeated ? in_memory : in.kind), ...);
  }
  const small_loop<N> s = make_small(l);
  const unsigned per_block = map_block * U;
  launch(map_kernel<1, U, F, R, A...>, dim3((s.count + per_block - 1) / per_block), dim3(map_block), 0, stream, s, f,
         out, in...);
}

// out = f(in...) over a collapsed loop with elements.
template <class F, class R, class... A>
void map(CUstream_st* stream, const loop<1 + sizeof...(A)>& l, const F& f, R* out, operand<A>... in) {
  for_small_parts(l, [&](const loop<1 + sizeof...(A)>& part) { map_part(stream, part, f, out, in...); });
}

}  // namespace tukey::cuda
