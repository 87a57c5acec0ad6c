// SPDX-License-Identifier: Apache-2.0
// Internal: searches, interpolation and sets as clean problems on contiguous memory, and their two backends. Included
// by .cu files: no std headers.
#pragma once

#include "searching_ops.hpp"

struct CUstream_st;

namespace tukey {

namespace detail {

struct search_rule {
  bool right;     // after equal elements
  bool reversed;  // give n - i instead of i
};
// Which of the sorted elements stay: the first of equal ones, one of each pair of equal ones, those without an equal
// neighbour.
enum class run_rule { first, repeated, single };
// How elements of a sorted array become a set. `permutation` says where they were before sorting; null: not known.
struct run_problem {
  index_t n;
  run_rule rule;
  bool equal_nan;
  const index_t* permutation;
};
// What is wanted of the set besides its values, null for what is not: where each value comes first in the sorted
// array and in the unsorted one, and the number of each element's value, in unsorted order.
struct run_results {
  index_t *starts, *indices, *inverse;
};
// Elements that a GPU thread block, or a CPU task, selects from at a time.
inline constexpr index_t select_piece = 4096;
inline index_t select_pieces(index_t n) { return (n + select_piece - 1) / select_piece; }

}  // namespace detail

// n and m are positive, except that search and contains take n = 0.
//   search       where each of m values goes among n sorted keys; `sorter` (null: none) lists the keys in order
//   contains     whether each of m values is among n sorted keys
//   interp       through n points at m places
//   modulo       x - floor(x / period) * period in double, in [0, period]
//   repeat_ends  points that `order` sorts, with the last one a period before and the first one a period after them:
//                n + 2 of them
//   count_runs   after[p]: how many elements the pieces 0 .. p keep, for all select_pieces(n) of them
//   select_runs  the kept elements, and what else is wanted of them, given those counts
//   count_true, select_true   the same for the elements whose mask is true
//   gather       x[at[i]] for m indices within n elements
//   run_lengths  the distances from each of m starts to the next, of the last to n
namespace cpu {
template <class K, class T>
void search(const K* keys, index_t n, const index_t* sorter, const T* values, index_t m, const detail::search_rule& r,
            index_t* out);
template <class T> void contains(const T* keys, index_t n, const T* values, index_t m, bool invert, bool* out);
template <class R, class F>
void interp(const R* xp, const F* fp, index_t n, const R* x, index_t m, const detail::interp_rule<F>& r, F* out);
template <class T> void modulo(const T* x, index_t n, double period, double* out);
template <class F>
void repeat_ends(const index_t* order, const double* xp, const F* fp, index_t n, double period, double* to_xp,
                 F* to_fp);
template <class T> void count_runs(const T* x, const detail::run_problem& p, index_t* after);
template <class T>
void select_runs(const T* x, const detail::run_problem& p, const index_t* after, T* out, const detail::run_results& r);
void count_true(const bool* mask, index_t n, index_t* after);
template <class T> void select_true(const T* x, const bool* mask, index_t n, const index_t* after, T* out);
template <class T> void gather(const T* x, index_t n, const index_t* at, index_t m, T* out);
void run_lengths(const index_t* starts, index_t m, index_t n, index_t* out);
}  // namespace cpu

namespace cuda {
template <class K, class T>
void search(CUstream_st* stream, const K* keys, index_t n, const index_t* sorter, const T* values, index_t m,
            const detail::search_rule& r, index_t* out);
template <class T>
void contains(CUstream_st* stream, const T* keys, index_t n, const T* values, index_t m, bool invert, bool* out);
template <class R, class F>
void interp(CUstream_st* stream, const R* xp, const F* fp, index_t n, const R* x, index_t m,
            const detail::interp_rule<F>& r, F* out);
template <class T> void modulo(CUstream_st* stream, const T* x, index_t n, double period, double* out);
template <class F>
void repeat_ends(CUstream_st* stream, const index_t* order, const double* xp, const F* fp, index_t n, double period,
                 double* to_xp, F* to_fp);
template <class T> void count_runs(CUstream_st* stream, const T* x, const detail::run_problem& p, index_t* after);
template <class T>
void select_runs(CUstream_st* stream, const T* x, const detail::run_problem& p, const index_t* after, T* out,
                 const detail::run_results& r);
void count_true(CUstream_st* stream, const bool* mask, index_t n, index_t* after);
template <class T>
void select_true(CUstream_st* stream, const T* x, const bool* mask, index_t n, const index_t* after, T* out);
template <class T> void gather(CUstream_st* stream, const T* x, index_t n, const index_t* at, index_t m, T* out);
void run_lengths(CUstream_st* stream, const index_t* starts, index_t m, index_t n, index_t* out);
}  // namespace cuda

// X(type) over the kernel types; bool comes as bytes.
#define TUKEY_SEARCH_NOT_DOUBLE(X) \
  X(signed char) X(short) X(int) X(long) X(unsigned char) X(unsigned short) X(unsigned) X(unsigned long) X(float)
#define TUKEY_SEARCHED(X) TUKEY_SEARCH_NOT_DOUBLE(X) X(double) X(cplx<float>) X(cplx<double>)
// Sets compare integers for equality only, so signed ones come as unsigned.
#define TUKEY_RUNS(X) \
  X(unsigned char) X(unsigned short) X(unsigned) X(unsigned long) X(float) X(double) X(cplx<float>) X(cplx<double>)
// X(point type, value type)
#define TUKEY_INTERPOLATED(X) X(float, float) X(double, double) X(float, cplx<float>) X(double, cplx<double>)

}  // namespace tukey
