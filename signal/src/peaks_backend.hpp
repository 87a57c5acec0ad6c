// SPDX-License-Identifier: Apache-2.0
// Internal: find_peaks on both backends.
#pragma once

#include "tukey/detail/context.hpp"
#include "tukey/reference/peaks.hpp"
#include "tukey/signal/peaks.hpp"

namespace tukey::cuda {

// Waits for the stream; see the public function.
template <class T>
signal::Peaks<T> find_peaks(const detail::GpuCall& call, const Array<T>& x,
                            const reference::PeakConditions& conditions);

}  // namespace tukey::cuda
