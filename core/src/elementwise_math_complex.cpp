// SPDX-License-Identifier: Apache-2.0
// Functions of complex numbers on the CPU.
#include "elementwise_math_cpu.hpp"

namespace tukey::cpu {

TUKEY_KERNEL_COMPLEX(TUKEY_MATH)

}  // namespace tukey::cpu
