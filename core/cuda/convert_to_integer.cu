// SPDX-License-Identifier: Apache-2.0
// Conversion kernels into bool and the integers.
#include "convert.cuh"

namespace tukey::cuda {

void convert_to_integer(CUstream_st* stream, int to_type, int from_type, int from_bytes, const loop<2>& l, void* to,
                        const void* from) {
  using namespace detail;
  switch (to_type) {
#define TUKEY_CASE(number, type) \
  case number:                   \
    return convert_from<type>(stream, from_type, from_bytes, l, to, from);
    TUKEY_INTEGER_CODES(TUKEY_CASE)
#undef TUKEY_CASE
  }
}

}  // namespace tukey::cuda
