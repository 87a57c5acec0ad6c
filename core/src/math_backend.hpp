// SPDX-License-Identifier: Apache-2.0
// Internal: the two backends of math.hpp. Loops are collapsed and not empty; T are kernel types.
#pragma once

#include "elementwise_backend.hpp"
#include "tukey/detail/math_ops.hpp"

namespace tukey {

#define TUKEY_DECLARE(stream)                                                                                       \
  template <class T> void math(stream detail::MathOp op, const detail::loop<2>& l, T* out, const T* x);             \
  template <class T>                                                                                                \
  void math(stream detail::MathOp2 op, const detail::loop<3>& l, T* out, const source<T>& a, const source<T>& b);   \
  template <class T> void test(stream detail::TestOp op, const detail::loop<2>& l, bool* out, const T* x);          \
  template <class T>                                                                                                \
  void logical(stream detail::LogicOp op, const detail::loop<3>& l, bool* out, const source<T>& a,                  \
               const source<T>& b);                                                                                 \
  template <class T>                                                                                                \
  void isclose(stream const detail::loop<3>& l, bool* out, const T* a, const T* b, double rtol, double atol,        \
               bool equal_nan);                                                                                     \
  template <class T> void ldexp(stream const detail::loop<3>& l, T* out, const T* x, const source<int>& exponent);  \
  template <class T> void exponent(stream const detail::loop<2>& l, int* out, const T* x);                          \
  template <class T> void bit_count(stream const detail::loop<2>& l, unsigned char* out, const T* x);               \
  template <class T> void round(stream const detail::loop<2>& l, T* out, const T* x, double factor, bool multiply); \
  template <class T>                                                                                                \
  void nan_to_num(stream const detail::loop<2>& l, T* out, const T* x, real_of_t<T> nan, real_of_t<T> posinf,       \
                  real_of_t<T> neginf);                                                                             \
  template <class T> void clip(stream const detail::loop<4>& l, T* out, const T* x, const T* low, const T* high);   \
  /* What to add from b on, where a comes before b. */                                                              \
  template <class T>                                                                                                \
  void phase_jumps(stream const detail::loop<3>& l, T* out, const T* b, const T* a, T period, T discont);           \
  /* Along the last axis; the views' other extents are equal. */                                                    \
  void packbits(stream const view<unsigned char>& out, const view<const unsigned char>& x, bool little);            \
  void unpackbits(stream const view<unsigned char>& out, const view<const unsigned char>& x, bool little);
#define TUKEY_STREAM CUstream_st *stream,
#define TUKEY_NOTHING
namespace cpu {
TUKEY_DECLARE(TUKEY_NOTHING)
}
namespace cuda {
TUKEY_DECLARE(TUKEY_STREAM)
}
#undef TUKEY_DECLARE
#undef TUKEY_STREAM
#undef TUKEY_NOTHING

}  // namespace tukey
