// SPDX-License-Identifier: Apache-2.0
// The two passes of large transforms in float.
#include "block_fft_split.cuh"

namespace tukey::cuda {
TUKEY_INSTANTIATE_SPLIT(float)
}  // namespace tukey::cuda
