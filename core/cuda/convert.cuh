// SPDX-License-Identifier: Apache-2.0
// Internal: conversion kernels, one for each target type: the source type is chosen inside, because a kernel for each
// of 342 pairs takes minutes to compile, and a uniform branch costs nothing beside the memory traffic.
#pragma once

#include "convert_cuda.hpp"
#include "element.hpp"
#include "tukey/detail/map.cuh"

namespace tukey::cuda {

template <int V, class S, class D> __device__ inline void convert_pack(const void* from, int at, pack<D, V>& result) {
  const pack<S, V> p = *reinterpret_cast<const pack<S, V>*>(static_cast<const S*>(from) + at);
#pragma unroll
  for (int i = 0; i < V; ++i) result.v[i] = detail::convert_element<D, S>{}(p.v[i]);
}
// V elements a thread that lie together on both sides; any strides for V = 1.
template <class D, int V>
__global__ void __launch_bounds__(map_block) convert_kernel(small_loop<2> l, int from_type, D* to, const void* from) {
  using namespace detail;
  const unsigned i = blockIdx.x * map_block + threadIdx.x;
  if (i >= l.count) return;
  int at[2];
  l.locate(i, at);
  pack<D, V> result;
  switch (from_type) {
#define TUKEY_CASE(number, type)                            \
  case number:                                              \
    convert_pack<V, source_for<type>>(from, at[1], result); \
    break;
    TUKEY_INTEGER_CODES(TUKEY_CASE)
    TUKEY_OTHER_CODES(TUKEY_CASE)
#undef TUKEY_CASE
  }
  *reinterpret_cast<pack<D, V>*>(to + at[0]) = result;
}

template <class D, int V>
void launch_convert(CUstream_st* stream, const loop<2>& l, int from_type, D* to, const void* from) {
  const small_loop<2> s = make_small(l);
  launch(convert_kernel<D, V>, dim3((s.count + map_block - 1) / map_block), dim3(map_block), 0, stream, s, from_type,
         to, from);
}

template <class D>
void convert_from(CUstream_st* stream, int from_type, int from_bytes, const loop<2>& whole, void* to,
                  const void* from) {
  for_small_parts(whole, [&](const loop<2>& l) {
    constexpr int V = 4;
    D* target = static_cast<D*>(to) + l.offset[0];
    const char* source = static_cast<const char*>(from) + l.offset[1] * from_bytes;
    const int inner = l.rank - 1;
    auto alignment = [](int bytes) { return bytes * V < 16 ? bytes * V : 16; };
    int kind[2] = {in_memory, in_memory};
    const bool vectors = (l.rank == 1 || l.shape[inner] % V == 0) && l.shape[inner] >= V && l.strides[1][inner] == 1 &&
                         packs(l, 0, target, alignment(sizeof(D)), V, kind[0]) &&
                         packs(l, 1, source, alignment(from_bytes), V, kind[1]);
    if (!vectors) return launch_convert<D, 1>(stream, l, from_type, target, source);
    loop<2> v = l;
    v.shape[inner] /= V;
    for (int k = 0; k < 2; ++k) v.strides[k][inner] *= V;
    launch_convert<D, V>(stream, v, from_type, target, source);
    const index_t done = v.shape[inner] * V;
    if (done == l.shape[inner]) return;
    v = l;
    v.shape[inner] -= done;
    launch_convert<D, 1>(stream, v, from_type, target + done, source + done * from_bytes);
  });
}

}  // namespace tukey::cuda
