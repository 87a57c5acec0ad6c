// SPDX-License-Identifier: Apache-2.0
// Fused expressions on the CPU: integer types.
#include "fuse_cpu.hpp"

namespace tukey::cpu {

template void fuse<int>(const fuse_loop&, const fuse_program&);
template void fuse<long>(const fuse_loop&, const fuse_program&);

}  // namespace tukey::cpu
