// SPDX-License-Identifier: Apache-2.0
// Internal: one call for both backends' functions of the same name, whose CUDA form takes the stream first.
#pragma once

#include <type_traits>

#include "tukey/config.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/context.hpp"

namespace tukey::detail {

// gpu(stream) on a GPU, with its context current, or cpu().
template <class F, class G> void on(Device device, const F& gpu, const G& cpu) {
  if constexpr (has_cuda) {
    if (device.is_cuda()) {
      GpuCall call(device);
      gpu(call.stream());
      return;
    }
  }
  cpu();
}

// Contiguous elements as kernels see them: std::complex as cplx, bool as bytes.
template <class T> using stored_t = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, kernel_t<T>>;
template <class T> const stored_t<T>* read(const Array<T>& x) {
  return reinterpret_cast<const stored_t<T>*>(in(x).data);
}
template <class T> stored_t<T>* written(const Array<T>& x) { return reinterpret_cast<stored_t<T>*>(out(x).data); }

template <class T> Array<T> flat(const Array<T>& x) { return x.reshape(Shape{x.size()}).contiguous(); }

}  // namespace tukey::detail

// cuda::function(stream, arguments...) or cpu::function(arguments...).
#define TUKEY_ON(device, function, ...)                              \
  ::tukey::detail::on(                                               \
      device,                                                        \
      [&]([[maybe_unused]] CUstream_st* stream) {                    \
        if constexpr (has_cuda) cuda::function(stream, __VA_ARGS__); \
      },                                                             \
      [&] { cpu::function(__VA_ARGS__); })
