// SPDX-License-Identifier: Apache-2.0
#include "capture.hpp"

#ifdef TUKEY_TEST_CUDA
#include <cuda_runtime_api.h>

#include <exception>

#include "tukey/stream.hpp"

namespace tukey::test {

std::string replay_captured(const std::function<void()>& body, const std::function<void()>& change) {
  const Stream stream = Stream::current();
  body();
  stream.synchronize();
  std::string problem;
  const auto check = [&](cudaError_t error, const char* call) {
    if (error != cudaSuccess && problem.empty()) problem = std::string(call) + ": " + cudaGetErrorString(error);
    return problem.empty();
  };
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t ready = nullptr;
  if (!check(cudaStreamBeginCapture(stream.handle(), cudaStreamCaptureModeGlobal), "begin")) return problem;
  try {
    body();
  } catch (const std::exception& error) {
    problem = error.what();
  }
  check(cudaStreamEndCapture(stream.handle(), &graph), "end");
  if (problem.empty()) {
    change();
    if (check(cudaGraphInstantiate(&ready, graph, 0), "instantiate")) {
      check(cudaGraphLaunch(ready, stream.handle()), "launch");
      check(cudaStreamSynchronize(stream.handle()), "synchronize");
      cudaGraphExecDestroy(ready);
    }
  }
  if (graph) cudaGraphDestroy(graph);
  return problem;
}

}  // namespace tukey::test
#endif
