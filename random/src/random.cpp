// SPDX-License-Identifier: Apache-2.0
#include "tukey/random.hpp"

#include <cmath>

#include "backend.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/context.hpp"
#include "tukey/reference/random.hpp"

namespace tukey::random {
namespace {
// Where a draw begins, once `out` is known to be fit for it.
template <class T> philox::source source_of(const Generator& g, const Array<T>& out, const char* function) {
  for (int i = 0; i < out.rank(); ++i)
    detail::require(out.shape()[i] <= 1 || out.strides()[i] != 0 || out.size() == 0, function,
                    "out must not be a broadcast view, got stride 0 on axis ", i);
  detail::require(static_cast<std::uint64_t>(out.size()) <= philox::positions - g.position(), function,
                  "the stream ends at position 2^60, got position ", g.position(), " and ", out.size(),
                  " numbers to draw");
  return {g.seed(), g.stream(), g.position()};
}

template <class T> void fill_uniform(const philox::source& source, T low, T high, Array<T>& out) {
  if constexpr (has_cuda) {
    if (out.device().is_cuda()) {
      detail::GpuCall call(out.device());
      return cuda::uniform(call.stream(), source, low, high, detail::out(out));
    }
  }
  reference::uniform(source, low, high, detail::out(out));
}
template <class T> void fill_normal(const philox::source& source, T loc, real_t<T> scale, Array<T>& out) {
  if constexpr (has_cuda) {
    if (out.device().is_cuda()) {
      detail::GpuCall call(out.device());
      return cuda::normal(call.stream(), source, detail::gpu_value(loc), scale, detail::gpu(detail::out(out)));
    }
  }
  reference::normal(source, loc, scale, detail::out(out));
}
template <class T> void fill_integers(const philox::source& source, T low, std::uint64_t count, Array<T>& out) {
  if constexpr (has_cuda) {
    if (out.device().is_cuda()) {
      detail::GpuCall call(out.device());
      return cuda::integers(call.stream(), source, low, philox::u64(count), detail::out(out));
    }
  }
  reference::integers(source, low, count, detail::out(out));
}
}  // namespace

void Generator::skip(std::uint64_t count) {
  detail::require(count <= philox::positions - position_, "skip", "the stream ends at position 2^60, got position ",
                  position_, " and ", count, " numbers to skip");
  position_ += count;
}

void Generator::seek(std::uint64_t position) {
  detail::require(position <= philox::positions, "seek", "position must be at most 2^60, got ", position);
  position_ = position;
}

template <class T> void Generator::uniform_into(Array<T>& out, T low, T high) {
  detail::require(low <= high && std::isfinite(high - low), "uniform",
                  "low <= high and a finite range expected, got low ", low, " and high ", high);
  fill_uniform(source_of(*this, out, "uniform"), low, high, out);
  position_ += static_cast<std::uint64_t>(out.size());
}

template <class T> void Generator::random_into(Array<T>& out) {
  fill_uniform(source_of(*this, out, "random"), T(0), T(1), out);
  position_ += static_cast<std::uint64_t>(out.size());
}

template <class T> void Generator::normal_into(Array<T>& out, T loc, real_t<T> scale) {
  detail::require(scale >= 0, "normal", "scale must not be negative, got ", scale);
  fill_normal(source_of(*this, out, "normal"), loc, scale, out);
  position_ += static_cast<std::uint64_t>(out.size());
}

template <class T> void Generator::integers_into(Array<T>& out, T low, T high, IntegersOptions options) {
  if (options.endpoint)
    detail::require(low <= high, "integers", "low <= high expected with endpoint, got low ", +low, " and high ", +high);
  else
    detail::require(low < high, "integers", "low < high expected, got low ", +low, " and high ", +high);
  // Modulo 2^64: 0 is all 2^64 values.
  const std::uint64_t count =
      static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low) + (options.endpoint ? 1u : 0u);
  fill_integers(source_of(*this, out, "integers"), low, count, out);
  position_ += static_cast<std::uint64_t>(out.size());
}

template <class T> Array<T> Generator::random(const Shape& shape, Device device) {
  Array<T> out(shape, device);
  random_into(out);
  return out;
}
template <class T> Array<T> Generator::uniform(const Shape& shape, T low, T high, Device device) {
  Array<T> out(shape, device);
  uniform_into(out, low, high);
  return out;
}
template <class T> Array<T> Generator::normal(const Shape& shape, T loc, real_t<T> scale, Device device) {
  Array<T> out(shape, device);
  normal_into(out, loc, scale);
  return out;
}
template <class T>
Array<T> Generator::integers(T low, T high, const Shape& shape, IntegersOptions options, Device device) {
  Array<T> out(shape, device);
  integers_into(out, low, high, options);
  return out;
}

#define TUKEY_INSTANTIATE(T)                                                     \
  template TUKEY_EXPORT Array<T> Generator::random(const Shape&, Device);        \
  template TUKEY_EXPORT void Generator::random_into(Array<T>&);                  \
  template TUKEY_EXPORT Array<T> Generator::uniform(const Shape&, T, T, Device); \
  template TUKEY_EXPORT void Generator::uniform_into(Array<T>&, T, T);
TUKEY_FOR_REAL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                                            \
  template TUKEY_EXPORT Array<T> Generator::normal(const Shape&, T, real_t<T>, Device); \
  template TUKEY_EXPORT void Generator::normal_into(Array<T>&, T, real_t<T>);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                                                       \
  template TUKEY_EXPORT Array<T> Generator::integers(T, T, const Shape&, IntegersOptions, Device); \
  template TUKEY_EXPORT void Generator::integers_into(Array<T>&, T, T, IntegersOptions);
TUKEY_FOR_INTEGER(TUKEY_INSTANTIATE)

}  // namespace tukey::random
