// SPDX-License-Identifier: Apache-2.0
// Functions of integers and bits on the CPU.
#include "elementwise_math_cpu.hpp"

namespace tukey::cpu {

template <class T> void bit_count(const loop<2>& l, unsigned char* out, const T* x) {
  map(l, pointwise::bit_count<T>{}, out, x, cheap_grain);
}

// Byte i of a row holds the row's elements 8 i and on, or yields them. Rows are the other axes' indices.
namespace {
template <class Body>
void for_rows(const view<unsigned char>& out, const view<const unsigned char>& x, const Body& body) {
  index_t rows = 1;
  for (int d = 0; d < out.rank - 1; ++d) rows *= out.shape[d];
  const index_t work = out.shape[out.rank - 1] + 1;
  detail::parallel_for(rows, cheap_grain / work + 1, [&](index_t row) {
    unsigned char* y = out.data;
    const unsigned char* from = x.data;
    for (int d = out.rank - 2; d >= 0; --d) {
      const index_t i = row % out.shape[d];
      row /= out.shape[d];
      y += i * out.strides[d], from += i * x.strides[d];
    }
    body(y, from);
  });
}
}  // namespace
void packbits(const view<unsigned char>& out, const view<const unsigned char>& x, bool little) {
  const int last = out.rank - 1;
  const index_t count = out.shape[last], length = x.shape[last];
  const index_t to = out.strides[last], from = x.strides[last];
  for_rows(out, x, [&](unsigned char* y, const unsigned char* bits) {
    for (index_t i = 0; i < count; ++i) {
      unsigned byte = 0;
      const index_t left = length - 8 * i;
      for (int k = 0; k < 8; ++k) {
        const unsigned bit = k < left && bits[(8 * i + k) * from] != 0;
        byte |= bit << (little ? k : 7 - k);
      }
      y[i * to] = static_cast<unsigned char>(byte);
    }
  });
}
void unpackbits(const view<unsigned char>& out, const view<const unsigned char>& x, bool little) {
  const int last = out.rank - 1;
  const index_t count = out.shape[last], length = x.shape[last];
  const index_t to = out.strides[last], from = x.strides[last];
  for_rows(out, x, [&](unsigned char* y, const unsigned char* bytes) {
    for (index_t i = 0; i < count; ++i) {
      const int k = static_cast<int>(i & 7);
      y[i * to] = i < 8 * length ? bytes[(i >> 3) * from] >> (little ? k : 7 - k) & 1 : 0;
    }
  });
}

#define TUKEY_INTEGER(T) \
  TUKEY_MATH(T)          \
  template void bit_count(const loop<2>&, unsigned char*, const T*);
TUKEY_KERNEL_INTEGERS(TUKEY_INTEGER)
TUKEY_MATH(bool)

}  // namespace tukey::cpu
