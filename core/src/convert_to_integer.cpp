// SPDX-License-Identifier: Apache-2.0
// CPU conversions into bool and the integers.
#include "convert_cpu.hpp"
#include "map.hpp"

namespace tukey::cpu {

bool convert_to_integer(int to_type, int from_type, const detail::loop<2>& l, void* to, const void* from) {
  using namespace detail;
  switch (to_type) {
#define TUKEY_CASE(number, type) \
  case number:                   \
    return convert_from<type>(from_type, l, to, from);
    TUKEY_INTEGER_CODES(TUKEY_CASE)
#undef TUKEY_CASE
  }
  return false;
}

}  // namespace tukey::cpu
