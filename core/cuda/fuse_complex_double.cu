// SPDX-License-Identifier: Apache-2.0
// Fused expressions on the GPU: cplx<double>.
#include "fuse.cuh"

namespace tukey::cuda {

template void fuse<cplx<double>>(CUstream_st*, const fuse_loop&, const fuse_program&);

}  // namespace tukey::cuda
