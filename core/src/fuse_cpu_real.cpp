// SPDX-License-Identifier: Apache-2.0
// Fused expressions on the CPU: real types.
#include "fuse_cpu.hpp"

namespace tukey::cpu {

template void fuse<float>(const fuse_loop&, const fuse_program&);
template void fuse<double>(const fuse_loop&, const fuse_program&);

}  // namespace tukey::cpu
