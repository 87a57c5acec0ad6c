// SPDX-License-Identifier: Apache-2.0
// Every exception the library throws. All derive from tukey::Error.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "tukey/export.hpp"

namespace tukey {

/// Base of all exceptions of the library.
class TUKEY_EXPORT Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A wrong argument: value, shape, axis, dtype or device. Thrown before anything is launched.
class TUKEY_EXPORT InvalidArgument : public Error {
 public:
  using Error::Error;
};

/// The pool of a device cannot serve a request, even after giving unused memory back.
class TUKEY_EXPORT OutOfMemory : public Error {
 public:
  OutOfMemory(const std::string& what, std::size_t asked, std::size_t used, std::size_t reserved, std::size_t free)
      : Error(what), asked_bytes(asked), used_bytes(used), reserved_bytes(reserved), free_bytes(free) {}
  std::size_t asked_bytes, used_bytes, reserved_bytes, free_bytes;
};

/// A matrix that is singular or not positive definite; batch_index says which of a batch (0 for a single one).
class TUKEY_EXPORT LinAlgError : public Error {
 public:
  LinAlgError(const std::string& what, std::int64_t batch) : Error(what), batch_index(batch) {}
  std::int64_t batch_index;
};

/// An iteration that did not reach its tolerance.
class TUKEY_EXPORT NotConverged : public Error {
 public:
  NotConverged(const std::string& what, double residual_norm, std::int64_t count)
      : Error(what), residual(residual_norm), iterations(count) {}
  double residual;
  std::int64_t iterations;
};

/// A failing call of CUDA or one of its libraries; the message names the call.
class TUKEY_EXPORT CudaError : public Error {
 public:
  using Error::Error;
};

/// A file that is missing, truncated or not of the expected format.
class TUKEY_EXPORT IoError : public Error {
 public:
  using Error::Error;
};

}  // namespace tukey
