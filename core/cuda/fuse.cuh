// SPDX-License-Identifier: Apache-2.0
// Internal: the machine of fused expressions on the GPU: one kernel for each type, which walks a program that came with
// its parameters. All branches on the program are uniform. A value is 32 bytes of elements in registers; slots are
// loaded before the program starts, so that a thread's reads are under way together.
#pragma once

#include "fuse_visit.hpp"
#include "tukey/detail/map.cuh"

namespace tukey::cuda {

using namespace fused;

inline constexpr int fuse_block = 128;
// Elements of a thread: what the program costs is shared among them.
template <class T> inline constexpr int fuse_width = sizeof(T) == 4 ? 8 : 32 / sizeof(T);

template <class T> struct fuse_job {
  small_loop<1 + fuse_arrays> l;
  unsigned size;
  bool vectors;  // neighbours lie together, or are one element, in every operand
  bool repeats[1 + fuse_arrays];
  int instructions, slotted;
  int types[1 + fuse_arrays];
  void* data[1 + fuse_arrays];
  fuse_instruction code[fuse_instructions];
  T constants[fuse_constants];

  // Positions of element i in the first N arrays, or in one operand.
  template <int N> __device__ void locate(unsigned i, int (&at)[N]) const {
#pragma unroll
    for (int k = 0; k < N; ++k) at[k] = 0;
    for (int d = l.rank - 1; d > 0; --d) {
      const unsigned q = quotient(i, l.shape[d]);
      const int r = static_cast<int>(i - q * l.shape[d].d);
#pragma unroll
      for (int k = 0; k < N; ++k) at[k] += r * l.strides[1 + k][d];
      i = q;
    }
#pragma unroll
    for (int k = 0; k < N; ++k) at[k] += static_cast<int>(i) * l.strides[1 + k][0];
  }
  __device__ int locate_one(unsigned i, int k) const {
    int at = 0;
    for (int d = l.rank - 1; d > 0; --d) {
      const unsigned q = quotient(i, l.shape[d]);
      at += static_cast<int>(i - q * l.shape[d].d) * l.strides[k][d];
      i = q;
    }
    return at + static_cast<int>(i) * l.strides[k][0];
  }
};

template <class T, int E> struct fuse_value { T v[E]; };

// E elements side by side, or one for all.
template <class T, int E> struct fuse_load {
  fuse_value<T, E>& to;
  const void* data;
  int at;
  bool repeat;
  template <class S> __device__ void stored() const {
    const S* from = static_cast<const S*>(data) + at;
    if (repeat) {
      const T value = detail::convert_element<T, S>{}(*from);
#pragma unroll
      for (int e = 0; e < E; ++e) to.v[e] = value;
    } else {
      const pack<S, E> p = *reinterpret_cast<const pack<S, E>*>(from);
#pragma unroll
      for (int e = 0; e < E; ++e) to.v[e] = detail::convert_element<T, S>{}(p.v[e]);
    }
  }
};
template <class T> struct fuse_load_one {
  T& to;
  const void* data;
  int at;
  template <class S> __device__ void stored() const {
    to = detail::convert_element<T, S>{}(static_cast<const S*>(data)[at]);
  }
};
template <class T, int E> struct fuse_store {
  const fuse_value<T, E>& from;
  void* data;
  int at;
  template <class D> __device__ void stored() const {
    pack<D, E> p;
#pragma unroll
    for (int e = 0; e < E; ++e) p.v[e] = lower<D>(from.v[e]);
    *reinterpret_cast<pack<D, E>*>(static_cast<D*>(data) + at) = p;
  }
};
template <class T> struct fuse_store_one {
  const T& from;
  void* data;
  int at;
  template <class D> __device__ void stored() const { static_cast<D*>(data)[at] = lower<D>(from); }
};
template <class T, int E> struct fuse_apply {
  fuse_value<T, E>& top;
  const fuse_value<T, E>& b;
  template <class F> __device__ void one(const F& f) const {
#pragma unroll
    for (int e = 0; e < E; ++e) top.v[e] = lift<T>(f(top.v[e]));
  }
  template <class F> __device__ void two(const F& f) const {
#pragma unroll
    for (int e = 0; e < E; ++e) top.v[e] = lift<T>(f(top.v[e], b.v[e]));
  }
};

template <class T>
__global__ void __launch_bounds__(fuse_block, 4) fuse_kernel(const __grid_constant__ fuse_job<T> job) {
  constexpr int E = fuse_width<T>;
  using value = fuse_value<T, E>;
  // Threads take E neighbours each, or elements a block apart.
  const unsigned step = job.vectors ? 1 : fuse_block;
  const unsigned base = blockIdx.x * (fuse_block * E) + threadIdx.x * (job.vectors ? E : 1);
  if (base >= job.size) return;
  const bool whole = job.vectors && base + E <= job.size;

  value slot[fuse_slots];
#pragma unroll
  for (int k = 0; k < fuse_slots; ++k)
#pragma unroll
    for (int e = 0; e < E; ++e) slot[k].v[e] = T(0);
  if (whole) {
    int at[fuse_slots];
    job.locate(base, at);
#pragma unroll
    for (int k = 0; k < fuse_slots; ++k)
      if (k < job.slotted)
        visit_stored<T>(job.types[1 + k], fuse_load<T, E>{slot[k], job.data[1 + k], at[k], job.repeats[1 + k]});
  } else {
#pragma unroll
    for (int e = 0; e < E; ++e) {
      if (base + e * step >= job.size) break;
      int at[fuse_slots];
      job.locate(base + e * step, at);
#pragma unroll
      for (int k = 0; k < fuse_slots; ++k)
        if (k < job.slotted) visit_stored<T>(job.types[1 + k], fuse_load_one<T>{slot[k].v[e], job.data[1 + k], at[k]});
    }
  }

  value t = slot[0], s1 = t, s2 = t, s3 = t;
  for (int pc = 0; pc < job.instructions; ++pc) {
    const fuse_instruction i = job.code[pc];
    value b = t;
    if (i.source == from_stack) {
      t = s1, s1 = s2, s2 = s3;
    } else if (i.source != from_none) {
      if (i.source == from_slot) {
        if (i.index == 0)
          b = slot[0];
        else if (i.index == 1)
          b = slot[1];
        else if (i.index == 2)
          b = slot[2];
        else
          b = slot[3];
      } else if (i.source == from_constant) {
        const T c = job.constants[i.index];
#pragma unroll
        for (int e = 0; e < E; ++e) b.v[e] = c;
      } else {
        const int k = 1 + i.index;
        if (whole) {
          visit_stored<T>(job.types[k], fuse_load<T, E>{b, job.data[k], job.locate_one(base, k), job.repeats[k]});
        } else {
#pragma unroll
          for (int e = 0; e < E; ++e) {
            if (base + e * step >= job.size) break;
            visit_stored<T>(job.types[k], fuse_load_one<T>{b.v[e], job.data[k], job.locate_one(base + e * step, k)});
          }
        }
      }
      if (i.push) s3 = s2, s2 = s1, s1 = t, t = b;
    }
    if (i.swap) {
      const value a = t;
      t = b, b = a;
    }
    if (i.op == FuseOp::select) {
#pragma unroll
      for (int e = 0; e < E; ++e) t.v[e] = real_part(s1.v[e]) != real_of_t<T>(0) ? t.v[e] : b.v[e];
      s1 = s2, s2 = s3;
    } else {
      fused::visit<T>(i, fuse_apply<T, E>{t, b});
    }
    if (i.save == 1)
      slot[0] = t;
    else if (i.save == 2)
      slot[1] = t;
    else if (i.save == 3)
      slot[2] = t;
    else if (i.save == 4)
      slot[3] = t;
  }

  if (whole) {
    visit_written<T>(job.types[0], fuse_store<T, E>{t, job.data[0], job.locate_one(base, 0)});
  } else {
#pragma unroll
    for (int e = 0; e < E; ++e) {
      if (base + e * step >= job.size) break;
      visit_written<T>(job.types[0], fuse_store_one<T>{t.v[e], job.data[0], job.locate_one(base + e * step, 0)});
    }
  }
}

template <class T> void fuse(CUstream_st* stream, const fuse_loop& whole, const fuse_program& p) {
  constexpr int E = fuse_width<T>;
  fuse_job<T> job{};
  job.instructions = p.instructions, job.slotted = p.slotted;
  for (int i = 0; i < p.instructions; ++i) job.code[i] = p.code[i];
  for (int i = 0; i < p.constants; ++i) job.constants[i] = constant_of<T>(p, i);
  for (int k = 0; k <= p.arrays; ++k) job.types[k] = p.types[k];
  for_small_parts(whole, [&](const fuse_loop& l) {
    const int inner = l.rank - 1;
    job.l = make_small(l);
    job.size = static_cast<unsigned>(l.size());
    job.vectors = E > 1 && l.shape[inner] >= E && (l.rank == 1 || l.shape[inner] % E == 0);
    for (int k = 0; k <= p.arrays; ++k) {
      const int size = stored_size(p.types[k]);
      job.data[k] = static_cast<char*>(const_cast<void*>(p.data[k])) + l.offset[k] * size;
      int kind = in_memory;
      job.vectors = job.vectors && packs(l, k, job.data[k], size * E < 16 ? size * E : 16, E, kind);
      job.repeats[k] = kind == repeated;
    }
    const unsigned per_block = fuse_block * E;
    launch(fuse_kernel<T>, dim3((job.size + per_block - 1) / per_block), dim3(fuse_block), 0, stream, job);
  });
}

}  // namespace tukey::cuda
