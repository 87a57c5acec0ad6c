// SPDX-License-Identifier: Apache-2.0
// Internal: a reduction as a clean problem, and its two backends. Included by .cu files: no std headers.
#pragma once

#include "tukey/cplx.hpp"
#include "tukey/detail/loop.hpp"

struct CUstream_st;

namespace tukey {

namespace detail {

// For each of `rows` results, `count` elements. Both loops are collapsed: their innermost axis has the smallest
// stride in the input.
struct reduction {
  loop<2> kept;     // operand 0: the input, operand 1: the output
  loop<2> reduced;  // operand 0: the input, operand 1: the index that argmax gives
  index_t rows, count;
  bool columns;  // neighbouring results lie closer in memory than neighbouring elements of one result
};

// Over the axes in `mask`. The output has y's strides over the kept axes, in x's order.
template <class T> reduction make_reduction(const view<T>& x, unsigned mask, const index_t* out_strides) {
  reduction r{};
  r.rows = r.count = 1;
  for (int d = x.rank - 1; d >= 0; --d) {
    const bool reduce = mask >> d & 1;
    loop<2>& l = reduce ? r.reduced : r.kept;
    l.shape[l.rank] = x.shape[d];
    l.strides[0][l.rank] = x.strides[d];
    l.strides[1][l.rank] = reduce ? r.count : out_strides[d];
    ++l.rank;
    (reduce ? r.count : r.rows) *= x.shape[d];
  }
  if (r.rows * r.count == 0) return r;
  collapse(r.kept);
  collapse(r.reduced);
  const index_t kept = r.kept.strides[0][r.kept.rank - 1], reduced = r.reduced.strides[0][r.reduced.rank - 1];
  r.columns = r.rows > 1 && r.count > 1 && kept < reduced;
  return r;
}

}  // namespace detail

namespace detail {

// What a general sum adds up, and what becomes of it.
enum class SumOf { not_nan, magnitude, square, power, nonzero, weighted };
enum class SumTo { sum, mean, root };  // root: of order p, the square root for squares
template <class R> struct general_sum {
  SumOf of;
  SumTo to;
  double p;          // of power and root
  const R* weights;  // contiguous, one for each reduced element
};
struct moments {
  bool skip_nan, root;
  double ddof;
};
enum class CountTo { number, any, all };

}  // namespace detail

// rows and count are positive. sum: `out` has the widened type; mean: double for integers, else T.
// prod: floating types and 64-bit integers. general: `out` is real but for not_nan and weighted. moments: `out` is
// real. minmax: `most` is null for the difference of both.
#define TUKEY_BACKEND(STREAM)                                                                                     \
  template <class T> void sum(STREAM const detail::reduction& r, const T* x, void* out, bool mean);               \
  template <class T> void extreme(STREAM const detail::reduction& r, const T* x, T* out, bool smallest);          \
  template <class T> void locate(STREAM const detail::reduction& r, const T* x, index_t* out, bool smallest);     \
  template <class T> void prod(STREAM const detail::reduction& r, const T* x, T* out, bool skip_nan);             \
  template <class T>                                                                                              \
  void general(STREAM const detail::reduction& r, const T* x, void* out,                                          \
               const detail::general_sum<real_of_t<T>>& what);                                                    \
  template <class T>                                                                                              \
  void moments(STREAM const detail::reduction& r, const T* x, real_of_t<T>* out, const detail::moments& what);    \
  template <class T> void count(STREAM const detail::reduction& r, const T* x, void* out, detail::CountTo to);    \
  template <class T> void nan_extreme(STREAM const detail::reduction& r, const T* x, T* out, bool smallest);      \
  template <class T> void nan_locate(STREAM const detail::reduction& r, const T* x, index_t* out, bool smallest); \
  template <class T> void minmax(STREAM const detail::reduction& r, const T* x, T* least, T* most);
#define TUKEY_NOTHING
#define TUKEY_STREAM CUstream_st *stream,
namespace cpu {
TUKEY_BACKEND(TUKEY_NOTHING)
}
namespace cuda {
TUKEY_BACKEND(TUKEY_STREAM)
}
#undef TUKEY_BACKEND
#undef TUKEY_NOTHING
#undef TUKEY_STREAM

// What can be counted: integers by their size, floating types.
#define TUKEY_KERNEL_COUNTED(X) \
  X(unsigned char) X(unsigned short) X(unsigned) X(unsigned long) X(float) X(double) X(cplx<float>) X(cplx<double>)

}  // namespace tukey
