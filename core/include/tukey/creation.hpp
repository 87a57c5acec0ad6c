// SPDX-License-Identifier: Apache-2.0
// New arrays. They enqueue on the current stream and do not wait.
#pragma once

#include "tukey/array.hpp"

namespace tukey {

/// Uninitialised, zero, one, or `value` everywhere. All element types (ones: computed types).
template <class T> Array<T> empty(const Shape& shape, Device device = default_device()) { return Array<T>(shape, device); }
template <class T> Array<T> zeros(const Shape& shape, Device device = default_device());
template <class T> Array<T> ones(const Shape& shape, Device device = default_device());
template <class T> Array<T> full(const Shape& shape, std::common_type_t<T> value, Device device = default_device());

/// start, start + step, ... below stop (np.arange): ceil((stop - start) / step) elements, each computed as
/// start + i * step in double for floating types. A zero step is InvalidArgument. Integers and floating types.
template <class T> Array<T> arange(T start, T stop, T step = T(1), Device device = default_device());
template <class T> Array<T> arange(T stop, Device device = default_device()) { return arange<T>(T(0), stop, T(1), device); }

struct LinspaceOptions {
  index_t num = 50;
  bool endpoint = true;
};
/// `num` evenly spaced values from start to stop, the last exactly stop if `endpoint` (np.linspace). float, double.
template <class T> Array<T> linspace(T start, T stop, LinspaceOptions options = {}, Device device = default_device());
template <class T> Array<T> linspace(T start, T stop, index_t num, Device device = default_device()) {
  LinspaceOptions o;
  o.num = num;
  return linspace<T>(start, stop, o, device);
}

}  // namespace tukey
