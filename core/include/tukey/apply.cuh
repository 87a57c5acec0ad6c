// SPDX-License-Identifier: Apache-2.0
// For programs compiled by nvcc: any function of your own over whole arrays, at the speed of the library's own kernels.
//
//   #include "tukey/apply.cuh"
//   tukey::apply([=] __device__(float x, float y) { return x > y ? gain * x : y; }, out, a, b);
//   auto r = tukey::apply<float>(my_functor{}, a, b, c);
//
// Lambdas need nvcc's --extended-lambda, structs with a __device__ operator() nothing. fuse.hpp makes many formulas
// without a compiler for kernels.
#pragma once

#include "tukey/array.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/context.hpp"
#include "tukey/detail/map.cuh"

namespace tukey {
namespace detail {

template <int N, class T> void set_operand(loop<N>& l, int k, const Array<T>& x) {
  const int skip = l.rank - x.rank();
  for (int d = 0; d < x.rank(); ++d)
    if (x.shape()[d] == l.shape[d + skip]) l.strides[k][d + skip] = x.strides()[d];
}
template <class T> cuda::operand<kernel_t<T>> apply_operand(const Array<T>& x) {
  return cuda::memory(reinterpret_cast<const kernel_t<T>*>(in(x).data));
}
template <class... A> Shape apply_shape(const Shape& first, const Array<A>&... rest) {
  Shape shape = first;
  ((shape = broadcast_shapes(shape, rest.shape(), "apply")), ...);
  return shape;
}

}  // namespace detail

/// out[i] = f(a[i], b[i], ...) for arrays on one GPU, which broadcast to out's shape. f is called on the device with
/// one element of each array, a complex one as tukey::cplx<T>, and its result is converted to out's element type; it
/// must not depend on the order of the calls. `out` may be a view, and may be one of the operands itself, but must not
/// overlap an operand otherwise. Enqueued on the current stream; never waits; may be captured in a CUDA graph.
/// InvalidArgument: where the shapes do not fit, or an array is not on the GPU of the others.
template <class F, class R, class... A> void apply(const F& f, const Array<R>& out, const Array<A>&... in) {
  const Device device = out.device();
  detail::require(device.is_cuda(), "apply", "out must be on a GPU, got ", device.str());
  (detail::require_same_device(device, in.device(), "apply"), ...);
  const Shape shape = detail::apply_shape(Shape{}, in...);
  detail::require(broadcast_shapes(out.shape(), shape, "apply") == out.shape(), "apply", "the arrays have shape ",
                  shape.str(), ", which does not broadcast to out's, ", out.shape().str());
  detail::loop<1 + sizeof...(A)> l{};
  l.rank = out.rank();
  for (int d = 0; d < l.rank; ++d) l.shape[d] = out.shape()[d];
  if (l.size() == 0) return;
  int k = 0;
  detail::set_operand(l, k++, out);
  (detail::set_operand(l, k++, in), ...);
  detail::collapse(l);
  detail::GpuCall call(device);
  auto* to = reinterpret_cast<kernel_t<R>*>(detail::out(out).data);
  cuda::map(call.stream(), l, f, to, detail::apply_operand(in)...);
}
/// The same into a new row-major array of element type R and the shape to which the arrays broadcast.
template <class R, class F, class A, class... B> Array<R> apply(const F& f, const Array<A>& a, const Array<B>&... b) {
  const Array<R> out(detail::apply_shape(a.shape(), b...), a.device());
  apply(f, out, a, b...);
  return out;
}

}  // namespace tukey
