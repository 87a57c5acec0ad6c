// SPDX-License-Identifier: Apache-2.0
// Internal: scratch memory for one call, from the pool, in stream order. Included by .cu files: no std headers.
#pragma once

#include <stddef.h>

#include "tukey/export.hpp"

struct CUstream_st;

namespace tukey::detail {

// Memory of the current device, valid for work enqueued on `stream` during its lifetime. Its release is enqueued
// too, so the destructor does not wait. Throws OutOfMemory. 256-byte aligned; null for 0 bytes.
class TUKEY_EXPORT Workspace {
 public:
  Workspace(CUstream_st* stream, size_t bytes);
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;
  void* data() const { return data_; }
  template <class T> T* as() const { return static_cast<T*>(data_); }

 private:
  CUstream_st* stream_;
  void* data_ = nullptr;
  size_t bytes_;
};

}  // namespace tukey::detail
