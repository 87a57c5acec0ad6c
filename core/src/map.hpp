// SPDX-License-Identifier: Apache-2.0
// Internal: strided copies, conversions and fills between views, for Array's own members.
#pragma once

#include "element.hpp"
#include "tukey/detail/loop.hpp"
#include "tukey/device.hpp"
#include "tukey/dtypes.hpp"
#include "tukey/view.hpp"

namespace tukey::detail {

// Element types by their type_code; loop operand 0 is `to`, operand 1 is `from`.
void convert_elements(int to_type, int from_type, loop<2> l, void* to, const void* from, Device device);
// `value` points to one element of `bytes` bytes on the host.
void fill_elements(loop<1> l, void* to, const void* value, int bytes, Device device);

// to = from, element by element, as Array::astype says; both of one shape and on `device`, in any strides, not
// overlapping. On a GPU: enqueued on the thread's current stream.
template <class D, class S> void convert(const view<const S>& from, const view<D>& to, Device device) {
  convert_elements(type_code<kernel_t<D>>, type_code<kernel_t<S>>, make_loop(to, from), to.data, from.data, device);
}
template <class T> void fill(const view<T>& to, T value, Device device) {
  fill_elements(make_loop(to), to.data, &value, sizeof(T), device);
}

}  // namespace tukey::detail

namespace tukey::cpu {
// One of these for integer targets and one for the others, so that no file compiles for long.
bool convert_to_integer(int to_type, int from_type, const detail::loop<2>& l, void* to, const void* from);
bool convert_to_other(int to_type, int from_type, const detail::loop<2>& l, void* to, const void* from);
}  // namespace tukey::cpu
