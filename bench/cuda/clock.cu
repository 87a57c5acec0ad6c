// SPDX-License-Identifier: Apache-2.0
// The two yardsticks of a run: a launch that does nothing, and the device's own copy.
#include "../clock.hpp"
#include "tukey/detail/launch.cuh"

namespace tukey::bench::cuda {
namespace {
__global__ void empty_kernel() {}
}  // namespace

void launch_empty(CUstream_st* stream) { tukey::cuda::launch(empty_kernel, dim3(1), dim3(32), 0, stream); }

void copy(void* to, const void* from, size_t bytes, CUstream_st* stream) {
  TUKEY_CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream));
}

Clock::Clock(CUstream_st* stream) : stream_(stream) {
  TUKEY_CUDA_CHECK(cudaEventCreate(&start_));
  if (const int code = static_cast<int>(cudaEventCreate(&stop_))) {
    cudaEventDestroy(start_);
    detail::throw_cuda_error(code, "cudaEventCreate", __FILE__, __LINE__);
  }
}
Clock::~Clock() {
  cudaEventDestroy(start_);
  cudaEventDestroy(stop_);
}
void Clock::start() { TUKEY_CUDA_CHECK(cudaEventRecord(start_, stream_)); }
void Clock::stop() { TUKEY_CUDA_CHECK(cudaEventRecord(stop_, stream_)); }
double Clock::microseconds() {
  TUKEY_CUDA_CHECK(cudaEventSynchronize(stop_));
  float ms = 0;
  TUKEY_CUDA_CHECK(cudaEventElapsedTime(&ms, start_, stop_));
  return 1e3 * double(ms);
}

}  // namespace tukey::bench::cuda
