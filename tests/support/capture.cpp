// SPDX-License-Identifier: Apache-2.0
#include "capture.hpp"

#ifdef TUKEY_TEST_CUDA
#include <exception>

#include "tukey/graph.hpp"

namespace tukey::test {

std::string replay_captured(const std::function<void()>& body, const std::function<void()>& change) {
  const Stream stream = Stream::current();
  body();
  stream.synchronize();
  try {
    const Graph graph = capture(stream, body);
    change();
    graph.launch();
    stream.synchronize();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

}  // namespace tukey::test
#endif
