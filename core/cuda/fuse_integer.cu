// SPDX-License-Identifier: Apache-2.0
// Fused expressions on the GPU: int long.
#include "fuse.cuh"

namespace tukey::cuda {

template void fuse<int>(CUstream_st*, const fuse_loop&, const fuse_program&);
template void fuse<long>(CUstream_st*, const fuse_loop&, const fuse_program&);

}  // namespace tukey::cuda
