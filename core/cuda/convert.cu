// SPDX-License-Identifier: Apache-2.0
// Copies and fills by element size: cudaMemcpyAsync and cudaMemsetAsync where memory is one piece, transposition where
// the fastest axes differ, else the general loop.
#include "convert_cuda.hpp"
#include "element.hpp"
#include "tukey/detail/map.cuh"

namespace tukey::cuda {
namespace {

template <class W> struct copy_word {
  __device__ W operator()(W x) const { return x; }
};
template <class W> struct constant_word {
  W value;
  __device__ W operator()() const { return value; }
};

template <class W> void copy(CUstream_st* stream, const loop<2>& l, W* to, const W* from) {
  if (l.is_unit(0) && l.is_unit(1)) {
    TUKEY_CUDA_CHECK(cudaMemcpyAsync(to + l.offset[0], from + l.offset[1], static_cast<size_t>(l.shape[0]) * sizeof(W),
                                     cudaMemcpyDeviceToDevice, stream));
    return;
  }
  if (transpose_words(stream, sizeof(W), l, to, from)) return;
  map(stream, l, copy_word<W>{}, to, memory(from));
}

template <class W> void fill(CUstream_st* stream, const loop<1>& l, W* to, const void* value) {
  constant_word<W> f;
  unsigned char* bytes = reinterpret_cast<unsigned char*>(&f.value);
  bool equal = true;
  for (int i = 0; i < static_cast<int>(sizeof(W)); ++i) {
    bytes[i] = static_cast<const unsigned char*>(value)[i];
    equal = equal && bytes[i] == bytes[0];
  }
  if (equal && l.is_unit(0)) {
    TUKEY_CUDA_CHECK(cudaMemsetAsync(to + l.offset[0], bytes[0], static_cast<size_t>(l.shape[0]) * sizeof(W), stream));
    return;
  }
  map(stream, l, f, to);
}

}  // namespace

void copy_words(CUstream_st* stream, int word, const loop<2>& l, void* to, const void* from) {
  switch (word) {
    case 1:
      return copy(stream, l, static_cast<unsigned char*>(to), static_cast<const unsigned char*>(from));
    case 2:
      return copy(stream, l, static_cast<unsigned short*>(to), static_cast<const unsigned short*>(from));
    case 4:
      return copy(stream, l, static_cast<unsigned*>(to), static_cast<const unsigned*>(from));
    case 8:
      return copy(stream, l, static_cast<unsigned long*>(to), static_cast<const unsigned long*>(from));
    default:
      return copy(stream, l, static_cast<detail::word16*>(to), static_cast<const detail::word16*>(from));
  }
}

void fill_words(CUstream_st* stream, int word, const loop<1>& l, void* to, const void* value) {
  switch (word) {
    case 1:
      return fill(stream, l, static_cast<unsigned char*>(to), value);
    case 2:
      return fill(stream, l, static_cast<unsigned short*>(to), value);
    case 4:
      return fill(stream, l, static_cast<unsigned*>(to), value);
    case 8:
      return fill(stream, l, static_cast<unsigned long*>(to), value);
    default:
      return fill(stream, l, static_cast<detail::word16*>(to), value);
  }
}

}  // namespace tukey::cuda
