// SPDX-License-Identifier: Apache-2.0
// Capture in a CUDA graph, for tests of what may be captured.
#pragma once

#include <functional>
#include <string>

#ifdef TUKEY_TEST_CUDA

namespace tukey::test {

/// Runs body() once (plans and handles come into being), captures it on the current stream, runs change(), launches
/// the graph and waits. The capture is global: a wait, a host read or a use of the legacy default stream by body()
/// fails it. Returns what went wrong, "" if nothing.
std::string replay_captured(const std::function<void()>& body, const std::function<void()>& change);

}  // namespace tukey::test

#endif
