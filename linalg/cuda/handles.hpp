// SPDX-License-Identifier: Apache-2.0
// Internal: the cuBLAS and cuSOLVER handles of a stream. Get them by state.get<...>() under state.lock().
#pragma once

#include <cublas_v2.h>
#include <cusolverDn.h>

#include <complex>
#include <vector>

#include "tukey/detail/context.hpp"
#include "tukey/detail/cuda_error.hpp"
#include "tukey/detail/workspace.hpp"

namespace tukey::cuda {

// Its work area is given once, so that calls may be captured in a graph.
class CublasHandle {
 public:
  explicit CublasHandle(detail::StreamState& state) : workspace_(state.stream(), workspace_bytes) {
    TUKEY_LIBRARY_CHECK(cublasCreate(&handle_));
    try {
      TUKEY_LIBRARY_CHECK(cublasSetStream(handle_, state.stream()));
      TUKEY_LIBRARY_CHECK(cublasSetWorkspace(handle_, workspace_.data(), workspace_bytes));
      TUKEY_LIBRARY_CHECK(cublasSetMathMode(handle_, CUBLAS_DEFAULT_MATH));  // no TF32
      TUKEY_LIBRARY_CHECK(cublasSetPointerMode(handle_, CUBLAS_POINTER_MODE_HOST));
    } catch (...) {
      cublasDestroy(handle_);
      throw;
    }
  }
  ~CublasHandle() { cublasDestroy(handle_); }
  CublasHandle(const CublasHandle&) = delete;
  CublasHandle& operator=(const CublasHandle&) = delete;
  cublasHandle_t get() const { return handle_; }

 private:
  static constexpr std::size_t workspace_bytes = 32u << 20;  // what cuBLAS recommends for Hopper
  detail::Workspace workspace_;
  cublasHandle_t handle_ = nullptr;
};

class CusolverHandle {
 public:
  explicit CusolverHandle(detail::StreamState& state) {
    TUKEY_LIBRARY_CHECK(cusolverDnCreate(&handle_));
    try {
      TUKEY_LIBRARY_CHECK(cusolverDnSetStream(handle_, state.stream()));
      TUKEY_LIBRARY_CHECK(cusolverDnCreateParams(&params_));
    } catch (...) {
      cusolverDnDestroy(handle_);
      throw;
    }
  }
  ~CusolverHandle() {
    cusolverDnDestroyParams(params_);
    cusolverDnDestroy(handle_);
  }
  CusolverHandle(const CusolverHandle&) = delete;
  CusolverHandle& operator=(const CusolverHandle&) = delete;
  cusolverDnHandle_t get() const { return handle_; }
  cusolverDnParams_t params() const { return params_; }
  // Host scratch; work in flight on the stream may still use the old one, hence the wait before it grows.
  void* host(std::size_t bytes, CUstream_st* stream);

 private:
  cusolverDnHandle_t handle_ = nullptr;
  cusolverDnParams_t params_ = nullptr;
  std::vector<char> host_;
};

template <class T> inline constexpr cudaDataType data_type = CUDA_R_32F;
template <> inline constexpr cudaDataType data_type<double> = CUDA_R_64F;
template <> inline constexpr cudaDataType data_type<std::complex<float>> = CUDA_C_32F;
template <> inline constexpr cudaDataType data_type<std::complex<double>> = CUDA_C_64F;

}  // namespace tukey::cuda
