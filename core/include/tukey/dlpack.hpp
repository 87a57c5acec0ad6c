// SPDX-License-Identifier: Apache-2.0
// DLPack (https://dmlc.github.io/dlpack): arrays of NumPy, CuPy, PyTorch, JAX and others without a copy.
#pragma once

#include <cstdint>
#include <string>

#include "tukey/array.hpp"

// As in dlpack.h, which a program may include too, before or after this header.
struct DLManagedTensor;
struct DLManagedTensorVersioned;

namespace tukey {

/// What a tensor is, for programs that choose the element type at run time.
struct DlpackInfo {
  std::string dtype;   // as dtype_name_v: "float32", ...; "code C, B bits, L lanes" for a type we do not have
  std::string device;  // "cpu", "cuda:N"; "DLPack device D" for one we do not have
  Shape shape;
  bool read_only = false, copied = false;  // flags of the versioned form
};
/// InvalidArgument for more than 8 axes, or a tensor of DLPack 2 or later.
TUKEY_EXPORT DlpackInfo dlpack_info(const DLManagedTensor* tensor);
TUKEY_EXPORT DlpackInfo dlpack_info(const DLManagedTensorVersioned* tensor);

/// Streams are numbers as in Python's __dlpack__(stream=...): -1 for none, 1 for CUDA's legacy default stream, 2 for
/// the per-thread one, else a cudaStream_t.
struct FromDlpack {
  /// Take a copy instead of sharing; the tensor is released before the call returns.
  bool copy = false;
  /// The stream on which the producer has enqueued the work that fills the tensor: ours wait for it. -1: the
  /// data are ready on our current stream (what a producer promises that was asked for that stream).
  std::intptr_t stream = -1;
};
/// The tensor's memory as an array, sharing it (numpy.from_dlpack). The call takes the tensor over: its deleter runs
/// when the last view is gone and our work on it is done. Where it throws, the tensor still is the caller's.
/// CPU memory (also page-locked) and CUDA memory; T must be the tensor's element type.
/// InvalidArgument for another dtype (the message names both), lanes other than 1, more than 8 axes, a device we do
/// not have, misaligned data, DLPack 2 or later, and read-only tensors, which only {.copy = true} accepts.
template <class T> Array<T> from_dlpack(DLManagedTensor* tensor, const FromDlpack& options = {});
template <class T> Array<T> from_dlpack(DLManagedTensorVersioned* tensor, const FromDlpack& options = {});

struct ToDlpack {
  /// The stream on which the consumer will use the tensor: its work is ordered after ours now, and the release of
  /// the memory after its work at the time the deleter runs. It must live until then. -1: no order; the consumer
  /// uses our current stream, or waits itself. Nothing for CPU arrays.
  std::intptr_t stream = 1;
  /// Sets the flag that tells consumers not to write.
  bool read_only = false;
};
/// The array as a tensor that shares its memory and keeps it until the consumer calls the deleter. The versioned form
/// (DLPack 1.0) is what NumPy from 2.1 and CuPy from 14 ask for with max_version=(1, 0); the legacy form has no
/// flags, hence InvalidArgument with read_only. InvalidArgument for the packed complex types but complex32, which
/// DLPack does not have.
template <class T> DLManagedTensorVersioned* to_dlpack(const Array<T>& x, const ToDlpack& options = {});
template <class T> DLManagedTensor* to_dlpack_legacy(const Array<T>& x, const ToDlpack& options = {});

}  // namespace tukey
