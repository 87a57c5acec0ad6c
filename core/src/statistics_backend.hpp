// SPDX-License-Identifier: Apache-2.0
// Internal: histograms and counts as clean problems on contiguous memory, and their two backends. Included by .cu
// files: no std headers.
#pragma once

#include "bin_ops.hpp"

struct CUstream_st;

namespace tukey {

// n and bins are positive. bool comes as bytes.
//   extent           out[0], out[1]: the smallest and the largest element; NaN where x holds one
//   data_edges       bins + 1 evenly spaced edges from the smallest to the largest element
//   count_in_bins    how many elements lie in each bin
//   bin_numbers      each element's bin, -1 for none; `further`: numbers[i] * bins + bin, -1 if either is
//   count_numbers    how often each of 0 .. bins - 1 occurs; other numbers are not counted
//   sum_numbers      the sums of the weights of equal numbers
namespace cpu {
template <class T> void extent(const T* x, index_t n, T* out);
template <class T> void data_edges(const T* x, index_t n, index_t bins, double* edges);
template <class T> void count_in_bins(const T* x, index_t n, const detail::bin_set& b, index_t* counts);
template <class T> void bin_numbers(const T* x, index_t n, const detail::bin_set& b, index_t* numbers, bool further);
template <class T> void count_numbers(const T* x, index_t n, index_t bins, index_t* counts);
void sum_numbers(const index_t* numbers, const double* weights, index_t n, index_t bins, double* sums);
}  // namespace cpu

namespace cuda {
template <class T> void extent(CUstream_st* stream, const T* x, index_t n, T* out);
template <class T> void data_edges(CUstream_st* stream, const T* x, index_t n, index_t bins, double* edges);
template <class T>
void count_in_bins(CUstream_st* stream, const T* x, index_t n, const detail::bin_set& b, index_t* counts);
template <class T>
void bin_numbers(CUstream_st* stream, const T* x, index_t n, const detail::bin_set& b, index_t* numbers, bool further);
template <class T> void count_numbers(CUstream_st* stream, const T* x, index_t n, index_t bins, index_t* counts);
void sum_numbers(CUstream_st* stream, const index_t* numbers, const double* weights, index_t n, index_t bins,
                 double* sums);
}  // namespace cuda

// X(type) over the kernel types of integers and reals.
#define TUKEY_BINNED(X) \
  X(signed char)        \
  X(short) X(int) X(long) X(unsigned char) X(unsigned short) X(unsigned) X(unsigned long) X(float) X(double)
#define TUKEY_NUMBERED(X) \
  X(signed char) X(short) X(int) X(long) X(unsigned char) X(unsigned short) X(unsigned) X(unsigned long)

}  // namespace tukey
