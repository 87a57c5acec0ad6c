// SPDX-License-Identifier: Apache-2.0
// Internal: the choice of a conversion by two run-time types, for a list of target types.
#pragma once

#include "element.hpp"
#include "map_cpu.hpp"

namespace tukey::cpu {

template <class D, class S> void convert_loop(const loop<2>& l, void* to, const void* from) {
  map(l, detail::convert_element<D, S>{}, static_cast<D*>(to), static_cast<const S*>(from));
}
template <class D> bool convert_from(int from_type, const loop<2>& l, void* to, const void* from) {
  switch (from_type) {
#define TUKEY_CASE(number, type) \
  case number:                   \
    return convert_loop<detail::target_for<D, type>, detail::source_for<type>>(l, to, from), true;
    TUKEY_INTEGER_CODES(TUKEY_CASE)
    TUKEY_OTHER_CODES(TUKEY_CASE)
#undef TUKEY_CASE
  }
  return false;
}

}  // namespace tukey::cpu
