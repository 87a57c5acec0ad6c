// SPDX-License-Identifier: Apache-2.0
// Fused expressions on the GPU: double.
#include "fuse.cuh"

namespace tukey::cuda {

template void fuse<double>(CUstream_st*, const fuse_loop&, const fuse_program&);

}  // namespace tukey::cuda
