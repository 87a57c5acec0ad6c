// SPDX-License-Identifier: Apache-2.0
// Internal: page-locked host memory, and host arrays that copies in flight still read or write.
#pragma once

#include <cstddef>
#include <memory>

#include "tukey/detail/storage.hpp"

struct CUstream_st;

namespace tukey::detail {

std::size_t pinned_reserved();
// Gives back to the system what no array holds.
void pinned_trim();
// Whether the storage is an array of pinned_empty.
bool is_pinned(const Storage& storage);
// Keeps the storage until the work that is on the current stream now is done. The stream belongs to the current
// device; `device` is that device.
void hold_until_done(const std::shared_ptr<Storage>& storage, Device device, CUstream_st* stream);

// The CPU's account, in memory.cpp.
bool charge_host(std::size_t bytes);
void discharge_host(std::size_t bytes);
[[noreturn]] void host_out_of_memory(std::size_t bytes, bool limited);

}  // namespace tukey::detail
