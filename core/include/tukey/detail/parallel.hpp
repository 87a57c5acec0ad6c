// SPDX-License-Identifier: Apache-2.0
// Internal: the CPU algorithms' outer loop, over as many threads as set_num_threads allows.
#pragma once

#include <functional>
#include <type_traits>

#include "tukey/export.hpp"
#include "tukey/view.hpp"

namespace tukey::detail {

// Runs body(begin, end) over a partition of [0, count) into pieces of at least `grain`; the calling thread takes
// part. Exceptions of the body reach the caller. Nested calls run serially.
TUKEY_EXPORT void parallel_ranges(index_t count, index_t grain, const std::function<void(index_t, index_t)>& body);

// body(i) for every i. `grain`: how many iterations are worth a thread.
template <class F>
void parallel_for(index_t count, index_t grain, const F& body) {
  parallel_ranges(count, grain, [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) body(i);
  });
}

}  // namespace tukey::detail
