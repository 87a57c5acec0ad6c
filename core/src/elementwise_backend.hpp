// SPDX-License-Identifier: Apache-2.0
// Internal: the elementwise functions' two backends. Loops are collapsed and not empty; T are kernel types.
#pragma once

#include "tukey/cplx.hpp"
#include "tukey/detail/loop.hpp"
#include "tukey/detail/ops.hpp"

struct CUstream_st;

namespace tukey {

// An operand: memory, or a value that stands for any shape (data is null).
template <class T> struct source {
  const T* data;
  T value;
};

namespace cpu {
template <class T>
void binary(detail::BinaryOp op, const detail::loop<3>& l, T* out, const source<T>& a, const source<T>& b);
// Not for greater and greater_equal: swap the operands.
template <class T>
void compare(detail::CompareOp op, const detail::loop<3>& l, bool* out, const source<T>& a, const source<T>& b);
template <class T> void unary(detail::UnaryOp op, const detail::loop<2>& l, T* out, const T* x);
template <class T> void unary_real(detail::RealOp op, const detail::loop<2>& l, real_of_t<T>* out, const T* x);
template <class T> void clip(const detail::loop<2>& l, T* out, const T* x, T low, T high);
template <class T>
void where(const detail::loop<4>& l, T* out, const bool* condition, const source<T>& a, const source<T>& b);
// out[i] = first + i * step, computed in double for real T; the last one is `last` where that is given.
template <class T> void arange(T* out, index_t count, T first, T step);
template <class T> void linspace(T* out, index_t count, double first, double step, bool has_last, T last);
}  // namespace cpu

namespace cuda {
template <class T>
void binary(CUstream_st* stream, detail::BinaryOp op, const detail::loop<3>& l, T* out, const source<T>& a,
            const source<T>& b);
template <class T>
void compare(CUstream_st* stream, detail::CompareOp op, const detail::loop<3>& l, bool* out, const source<T>& a,
             const source<T>& b);
template <class T> void unary(CUstream_st* stream, detail::UnaryOp op, const detail::loop<2>& l, T* out, const T* x);
template <class T>
void unary_real(CUstream_st* stream, detail::RealOp op, const detail::loop<2>& l, real_of_t<T>* out, const T* x);
template <class T> void clip(CUstream_st* stream, const detail::loop<2>& l, T* out, const T* x, T low, T high);
template <class T>
void where(CUstream_st* stream, const detail::loop<4>& l, T* out, const bool* condition, const source<T>& a,
           const source<T>& b);
template <class T> void arange(CUstream_st* stream, T* out, index_t count, T first, T step);
template <class T>
void linspace(CUstream_st* stream, T* out, index_t count, double first, double step, bool has_last, T last);
}  // namespace cuda

// The kernel types, for instantiations.
#define TUKEY_KERNEL_INTEGERS(X) \
  X(signed char) X(short) X(int) X(long) X(unsigned char) X(unsigned short) X(unsigned) X(unsigned long)
#define TUKEY_KERNEL_REALS(X) X(float) X(double)
#define TUKEY_KERNEL_COMPLEX(X) X(cplx<float>) X(cplx<double>)

}  // namespace tukey
