// SPDX-License-Identifier: Apache-2.0
// Internal: turns a failed CUDA call into CudaError. No CUDA or std headers, so that .cu and .cpp files can use it.
#pragma once

#include "tukey/export.hpp"

namespace tukey::detail {

// Throws CudaError "call failed: name: text (file:line)". `code` is a cudaError_t.
[[noreturn]] TUKEY_EXPORT void throw_cuda_error(int code, const char* call, const char* file, int line);
// The same for a vendor library: "cufftPlanMany failed: status 5 (file:line)".
[[noreturn]] TUKEY_EXPORT void throw_library_error(int status, const char* call, const char* file, int line);

}  // namespace tukey::detail

// For runtime calls that return cudaError_t.
#define TUKEY_CUDA_CHECK(call)                                                                              \
  do {                                                                                                      \
    const int tukey_code = static_cast<int>(call);                                                          \
    if (tukey_code != 0) ::tukey::detail::throw_cuda_error(tukey_code, #call, __FILE__, __LINE__);          \
  } while (0)
// For cuFFT, cuBLAS, cuSOLVER and cuSPARSE calls: 0 is success in all of them.
#define TUKEY_LIBRARY_CHECK(call)                                                                           \
  do {                                                                                                      \
    const int tukey_status = static_cast<int>(call);                                                        \
    if (tukey_status != 0) ::tukey::detail::throw_library_error(tukey_status, #call, __FILE__, __LINE__);   \
  } while (0)
