// SPDX-License-Identifier: Apache-2.0
// Fused expressions on the GPU: float.
#include "fuse.cuh"

namespace tukey::cuda {

template void fuse<float>(CUstream_st*, const fuse_loop&, const fuse_program&);

}  // namespace tukey::cuda
