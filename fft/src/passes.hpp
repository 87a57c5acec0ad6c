// SPDX-License-Identifier: Apache-2.0
// Internal: one transform along one axis on the backend of its arrays, for the bodies that are made of such passes.
#pragma once

#include "backend.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/elementwise.hpp"

// The real element types that transforms take.
#define TUKEY_FOR_FFT_REAL(X) X(bool) TUKEY_FOR_INTEGER(X) TUKEY_FOR_REAL(X) X(tukey::half) X(tukey::bfloat16)

namespace tukey::fft {

enum class Kind { forward, inverse, real_forward, real_inverse };

/// The norms of a transform that is computed by one of the other direction.
template <class Options> Options exchanged(Options o) {
  if (o.norm != Norm::ortho) o.norm = o.norm == Norm::backward ? Norm::forward : Norm::backward;
  return o;
}

/// x itself, or a copy in the type it is computed in.
template <class T> decltype(auto) computed(const Array<T>& x) {
  if constexpr (is_floating_v<T>)
    return (x);
  else
    return x.template astype<computed_t<T>>();
}

template <class T, class U>
void check_out(const char* function, const Array<T>& out, const Array<U>& x, const Shape& shape) {
  using detail::require;
  require(out.shape() == shape, function, "out must have shape ", shape.str(), ", got ", out.shape().str());
  detail::require_same_device(out.device(), x.device(), function);
  for (int d = 0; d < out.rank(); ++d)
    require(out.strides()[d] != 0 || out.shape()[d] < 2, function, "out must not be a broadcast view");
}

// Lengths as tukey::reference's functions of the same kind; y may be x where the types agree.
template <class T>
void complex_pass(Array<complex_of_t<T>>& y, const Array<T>& x, int axis, bool inverse, double factor) {
  const auto scale = static_cast<real_t<T>>(factor);
  if constexpr (has_cuda)
    if (x.device().is_cuda()) {
      detail::GpuCall call(x.device());
      return cuda::fft(call.state(), detail::gpu(detail::in(x)), detail::gpu(detail::out(y)), axis, inverse, scale);
    }
  reference::fft(detail::in(x), detail::out(y), axis, inverse, scale);
}
template <class T>
void real_forward_pass(Array<std::complex<T>>& y, const Array<T>& x, int axis, index_t n, double factor) {
  const auto scale = static_cast<T>(factor);
  if constexpr (has_cuda)
    if (x.device().is_cuda()) {
      detail::GpuCall call(x.device());
      return cuda::rfft(call.state(), detail::in(x), detail::gpu(detail::out(y)), axis, n, scale);
    }
  reference::rfft(detail::in(x), detail::out(y), axis, n, scale);
}
template <class T> void real_inverse_pass(Array<T>& y, const Array<std::complex<T>>& x, int axis, double factor) {
  const auto scale = static_cast<T>(factor);
  if constexpr (has_cuda)
    if (x.device().is_cuda()) {
      detail::GpuCall call(x.device());
      return cuda::irfft(call.state(), detail::gpu(detail::in(x)), detail::out(y), axis, scale);
    }
  reference::irfft(detail::in(x), detail::out(y), axis, scale);
}

}  // namespace tukey::fft
