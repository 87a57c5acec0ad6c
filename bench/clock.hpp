// SPDX-License-Identifier: Apache-2.0
// The GPU clock of the benchmarks: two CUDA events that are made once, so that the time between them holds only
// what was launched. Included by a .cu file: no std headers.
#pragma once

#include <stddef.h>

struct CUstream_st;
struct CUevent_st;

namespace tukey::bench::cuda {

void launch_empty(CUstream_st* stream);
void copy(void* to, const void* from, size_t bytes, CUstream_st* stream);

class Clock {
 public:
  explicit Clock(CUstream_st* stream);
  ~Clock();
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;
  void start();
  void stop();
  /// Between start and stop; waits for the stop.
  double microseconds();

 private:
  CUstream_st* stream_;
  CUevent_st *start_ = nullptr, *stop_ = nullptr;
};

}  // namespace tukey::bench::cuda
