// SPDX-License-Identifier: Apache-2.0
// Internal: the front half of elementwise functions: checks, and the loop over the operands.
#pragma once

#include "elementwise_backend.hpp"
#include "tukey/config.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/context.hpp"
#include "tukey/elementwise.hpp"

namespace tukey::detail {

template <class A, class B> void check_devices(const Array<A>* a, const Array<B>* b, const char* function) {
  if (a && b && a->device() != b->device())
    invalid(function, "operands are on ", a->device().str(), " and ", b->device().str());
}
template <class T, class U>
void check_out(const Array<T>& out, const Shape& shape, const Array<U>* operand, const char* function) {
  if (out.shape() != shape) invalid(function, "out must have shape ", shape.str(), ", got ", out.shape().str());
  if (operand && operand->device() != out.device())
    invalid(function, "out is on ", out.device().str(), ", the operands are on ", operand->device().str());
}
template <class A, class B> Shape shape_of(const Array<A>* a, const Array<B>* b, const char* function) {
  if (!a) return b->shape();
  if (!b) return a->shape();
  return broadcast_shapes(a->shape(), b->shape(), function);
}

template <int N> void set_shape(loop<N>& l, const Shape& shape) {
  l.rank = shape.rank();
  for (int d = 0; d < l.rank; ++d) l.shape[d] = shape[d];
}
// Operand k of the loop: an array that broadcasts to its shape. Strides of a scalar stay zero.
template <int N, class T> void set_operand(loop<N>& l, int k, const Array<T>& x) {
  const int skip = l.rank - x.rank();
  for (int d = 0; d < x.rank(); ++d)
    if (x.shape()[d] == l.shape[d + skip]) l.strides[k][d + skip] = x.strides()[d];
}
template <class T> source<kernel_t<T>> use(const Arg<T>& x) {
  if (!x.array) return {nullptr, gpu_value(x.scalar)};
  if (x.array->storage()) x.array->storage()->use(false);
  return {reinterpret_cast<const kernel_t<T>*>(x.array->origin()), kernel_t<T>{}};
}
template <class T> const kernel_t<T>* use(const Array<T>& x) {
  if (x.storage()) x.storage()->use(false);
  return reinterpret_cast<const kernel_t<T>*>(x.origin());
}
template <class T> kernel_t<T>* use_out(const Array<T>& y) {
  if (y.storage()) y.storage()->use(true);
  return reinterpret_cast<kernel_t<T>*>(y.origin());
}
// False: nothing to do.
template <int N> bool prepare(loop<N>& l) {
  if (l.size() == 0) return false;
  collapse(l);
  return true;
}

}  // namespace tukey::detail
