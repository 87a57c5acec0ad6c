// SPDX-License-Identifier: Apache-2.0
// Random numbers on the CPU: the maps of philox.hpp over views, elements in row-major order.
#pragma once

#include <cstdint>

#include "tukey/dtypes.hpp"
#include "tukey/export.hpp"
#include "tukey/reference/philox.hpp"

namespace tukey::reference {

/// low + (high - low) u, below `high` (float and double; low == high gives low).
template <class T> void uniform(const philox::source& source, T low, T high, view<T> out);
/// loc + scale n for standard normal n; complex n have independent parts of variance 1/2.
template <class T> void normal(const philox::source& source, T loc, real_t<T> scale, view<T> out);
/// low, low + 1, ..., `count` equally likely values; a count of 0 stands for 2^64.
template <class T> void integers(const philox::source& source, T low, std::uint64_t count, view<T> out);

}  // namespace tukey::reference
