// SPDX-License-Identifier: Apache-2.0
// Internal: the front half that every public function shares. in(x) and out(y) give views and do the stream
// bookkeeping; gpu(view) turns std::complex into the kernels' cplx; the checks throw InvalidArgument with
// "function: what was expected, got what".
#pragma once

#include <sstream>
#include <string>

#include "tukey/array.hpp"
#include "tukey/detail/storage.hpp"

namespace tukey::detail {

template <class T>
view<T> make_view(T* data, const Shape& shape, const Shape& strides) {
  view<T> v{data, shape.rank(), {}, {}};
  for (int i = 0; i < v.rank; ++i) v.shape[i] = shape[i], v.strides[i] = strides[i];
  return v;
}
/// x as a read-only operand of work on the current stream.
template <class T>
view<const T> in(const Array<T>& x) {
  if (x.storage()) x.storage()->use(false);
  return make_view<const T>(x.origin(), x.shape(), x.strides());
}
/// y as the target of work on the current stream.
template <class T>
view<T> out(const Array<T>& y) {
  if (y.storage()) y.storage()->use(true);
  return make_view<T>(y.origin(), y.shape(), y.strides());
}
/// The same view with the kernels' scalar types.
template <class T>
view<kernel_t<T>> gpu(const view<T>& v) {
  view<kernel_t<T>> g{reinterpret_cast<kernel_t<T>*>(v.data), v.rank, {}, {}};
  for (int i = 0; i < v.rank; ++i) g.shape[i] = v.shape[i], g.strides[i] = v.strides[i];
  return g;
}
template <class T> kernel_t<T> gpu_value(T x) { return x; }
template <class T> cplx<T> gpu_value(std::complex<T> x) { return {x.real(), x.imag()}; }

/// Throws InvalidArgument("function: " + everything else streamed together).
template <class... A>
[[noreturn]] void invalid(const char* function, const A&... parts) {
  std::ostringstream text;
  text << function << ": ";
  (text << ... << parts);
  throw InvalidArgument(text.str());
}
template <class... A>
void require(bool ok, const char* function, const A&... parts) {
  if (!ok) invalid(function, parts...);
}
/// A non-negative axis, or InvalidArgument ("f: axis must be in [-2, 2), got 5").
TUKEY_EXPORT int normalize_axis(int axis, int rank, const char* function, const char* name = "axis");
TUKEY_EXPORT void require_same_device(Device a, Device b, const char* function);
/// For a function without a GPU version: throws InvalidArgument that says so.
TUKEY_EXPORT void require_cpu(Device device, const char* function);

}  // namespace tukey::detail
