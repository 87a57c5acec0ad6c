// SPDX-License-Identifier: Apache-2.0
// Internal: what the CPU's elementwise files share.
#pragma once

#include <type_traits>

#include "elementwise_backend.hpp"
#include "functors.hpp"
#include "map_cpu.hpp"

namespace tukey::cpu {

inline constexpr index_t cheap_grain = 1 << 16, heavy_grain = 1 << 12;  // elements worth a thread

// A scalar is one element in memory that every stride stays on.
template <class T> const T* address(const source<T>& x) { return x.data ? x.data : &x.value; }

}  // namespace tukey::cpu
