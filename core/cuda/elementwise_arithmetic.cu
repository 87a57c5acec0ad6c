// SPDX-License-Identifier: Apache-2.0
// Arithmetic, comparisons and selections on the GPU.
#include "elementwise_backend.hpp"
#include "functors.hpp"
#include "tukey/detail/map.cuh"

namespace tukey::cuda {

using namespace pointwise;

namespace {
template <class T> operand<T> argument(const source<T>& x) { return x.data ? memory(x.data) : scalar(x.value); }
}  // namespace

template <class T>
void binary(CUstream_st* stream, BinaryOp op, const loop<3>& l, T* out, const source<T>& a, const source<T>& b) {
  map(stream, l, pointwise::binary<T>{op}, out, argument(a), argument(b));
}
template <class T>
void compare(CUstream_st* stream, CompareOp op, const loop<3>& l, bool* out, const source<T>& a, const source<T>& b) {
  map(stream, l, pointwise::compare<T>{op}, out, argument(a), argument(b));
}
template <class T> void clip(CUstream_st* stream, const loop<2>& l, T* out, const T* x, T low, T high) {
  map(stream, l, pointwise::clip<T>{low, high}, out, memory(x));
}
template <class T>
void where(CUstream_st* stream, const loop<4>& l, T* out, const bool* condition, const source<T>& a,
           const source<T>& b) {
  map(stream, l, pointwise::select<T>{}, out, memory(condition), argument(a), argument(b));
}

#define TUKEY_COMPARE(T) \
  template void compare(CUstream_st*, CompareOp, const loop<3>&, bool*, const source<T>&, const source<T>&);
#define TUKEY_BINARY(T) \
  template void binary(CUstream_st*, BinaryOp, const loop<3>&, T*, const source<T>&, const source<T>&);
#define TUKEY_WHERE(T) \
  template void where(CUstream_st*, const loop<4>&, T*, const bool*, const source<T>&, const source<T>&);
#define TUKEY_CLIP(T) template void clip(CUstream_st*, const loop<2>&, T*, const T*, T, T);
#define TUKEY_ALL(X) TUKEY_KERNEL_INTEGERS(X) TUKEY_KERNEL_REALS(X) TUKEY_KERNEL_COMPLEX(X)
TUKEY_ALL(TUKEY_BINARY)
TUKEY_BINARY(bool)
TUKEY_ALL(TUKEY_COMPARE)
TUKEY_COMPARE(bool)
TUKEY_ALL(TUKEY_WHERE)
TUKEY_WHERE(bool)
TUKEY_KERNEL_INTEGERS(TUKEY_CLIP)
TUKEY_KERNEL_REALS(TUKEY_CLIP)

}  // namespace tukey::cuda
