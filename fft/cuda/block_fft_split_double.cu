// SPDX-License-Identifier: Apache-2.0
// The two passes of large transforms in double.
#include "block_fft_split.cuh"

namespace tukey::cuda {
TUKEY_INSTANTIATE_SPLIT(double)
}  // namespace tukey::cuda
