// SPDX-License-Identifier: Apache-2.0
// Internal: the engine of remap.hpp on arrays.
#pragma once

#include <cstring>

#include "remap.hpp"
#include "tukey/config.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/context.hpp"

namespace tukey::detail {

// Every axis of x whole.
template <class T> remapping whole(const Array<T>& x) {
  remapping r{};
  r.rank = x.rank();
  for (int d = 0; d < r.rank; ++d) r.axes[d] = {x.shape()[d], x.shape()[d], x.strides()[d], 0, 0, nullptr, map_inside};
  return r;
}
template <class T> word16 word_of(T value) {
  word16 w{};
  std::memcpy(&w, &value, sizeof(T));
  return w;
}
void remap_elements(remapping r, int bytes, void* to, const void* from, const void* other, Device device);

// The remapping of x, with a second source where a table names one: a new array.
template <class T> Array<T> remap(const Array<T>& x, const remapping& r, const Array<T>* other = nullptr) {
  const auto aligned = [](const Array<T>& a) {
    return reinterpret_cast<std::uintptr_t>(a.origin()) % sizeof(T) == 0 ? a : a.copy();
  };
  Shape shape;
  for (int d = 0; d < r.rank; ++d) shape.push_back(r.axes[d].length);
  const Array<T> y(shape, x.device());
  if (y.size() == 0) return y;
  remapping m = r;
  const Array<T> source = aligned(x), second = other ? aligned(*other) : source;
  for (int d = 0; d < m.rank; ++d) {
    m.axes[d].stride = source.strides()[d];
    if (other) m.axes[d].other_stride = second.shape()[d] == 1 ? 0 : second.strides()[d];
  }
  const void* const two = in(second).data;
  const void* const one = in(source).data;
  remap_elements(m, sizeof(T), out(y).data, one, two, x.device());
  return y;
}

}  // namespace tukey::detail
