// SPDX-License-Identifier: Apache-2.0
// Functions of integers and bits on the GPU.
#include "elementwise_math.cuh"

namespace tukey::cuda {

template <class T> void math(CUstream_st* stream, MathOp op, const loop<2>& l, T* out, const T* x) {
  choose_math<T>(op, [&](const auto& f) { map(stream, l, f, out, memory(x)); });
}
template <class T>
void math(CUstream_st* stream, MathOp2 op, const loop<3>& l, T* out, const source<T>& a, const source<T>& b) {
  choose_math<T>(op, [&](const auto& f) { map(stream, l, f, out, argument(a), argument(b)); });
}
template <class T> void bit_count(CUstream_st* stream, const loop<2>& l, unsigned char* out, const T* x) {
  map(stream, l, pointwise::bit_count<T>{}, out, memory(x));
}

// A thread makes one element of the output: element i of the last axis and the same index as x's on the others.
namespace {
using bytes = view<unsigned char>;
using const_bytes = view<const unsigned char>;
// Where element `at` of out (in row-major order) and its row of x begin; its index along the last axis.
__device__ inline index_t locate(const bytes& out, const const_bytes& x, index_t at, unsigned char*& to,
                                 const unsigned char*& row) {
  const int last = out.rank - 1;
  const index_t i = at % out.shape[last];
  at /= out.shape[last];
  to = out.data + i * out.strides[last];
  row = x.data;
  for (int d = last - 1; d >= 0; --d) {
    const index_t k = at % out.shape[d];
    at /= out.shape[d];
    to += k * out.strides[d], row += k * x.strides[d];
  }
  return i;
}
__global__ void packbits_kernel(bytes out, const_bytes x, index_t size, bool little) {
  const int last = out.rank - 1;
  const index_t length = x.shape[last], step = x.strides[last];
  for (index_t at = global_thread(); at < size; at += global_threads()) {
    unsigned char* to;
    const unsigned char* row;
    const index_t i = locate(out, x, at, to, row), left = length - 8 * i;
    unsigned byte = 0;
#pragma unroll
    for (int k = 0; k < 8; ++k)
      if (k < left && row[(8 * i + k) * step] != 0) byte |= 1u << (little ? k : 7 - k);
    *to = static_cast<unsigned char>(byte);
  }
}
__global__ void unpackbits_kernel(bytes out, const_bytes x, index_t size, bool little) {
  const int last = out.rank - 1;
  const index_t bits = 8 * x.shape[last], step = x.strides[last];
  for (index_t at = global_thread(); at < size; at += global_threads()) {
    unsigned char* to;
    const unsigned char* row;
    const index_t i = locate(out, x, at, to, row);
    const int k = static_cast<int>(i & 7);
    *to = i < bits ? row[(i >> 3) * step] >> (little ? k : 7 - k) & 1 : 0;
  }
}
}  // namespace
void packbits(CUstream_st* stream, const view<unsigned char>& out, const view<const unsigned char>& x, bool little) {
  const index_t size = out.size();
  launch(packbits_kernel, dim3(grid_for(size, 256)), dim3(256), 0, stream, out, x, size, little);
}
void unpackbits(CUstream_st* stream, const view<unsigned char>& out, const view<const unsigned char>& x, bool little) {
  const index_t size = out.size();
  launch(unpackbits_kernel, dim3(grid_for(size, 256)), dim3(256), 0, stream, out, x, size, little);
}

#define TUKEY_MATH(T)                                                     \
  template void math(CUstream_st*, MathOp, const loop<2>&, T*, const T*); \
  template void math(CUstream_st*, MathOp2, const loop<3>&, T*, const source<T>&, const source<T>&);
#define TUKEY_INTEGER(T) \
  TUKEY_MATH(T)          \
  template void bit_count(CUstream_st*, const loop<2>&, unsigned char*, const T*);
TUKEY_KERNEL_INTEGERS(TUKEY_INTEGER)
TUKEY_MATH(bool)

}  // namespace tukey::cuda
