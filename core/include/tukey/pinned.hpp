// SPDX-License-Identifier: Apache-2.0
// Page-locked host arrays, and copies between host and GPU that do not block the caller.
#pragma once

#include "tukey/array.hpp"

namespace tukey {

/// Uninitialised CPU memory that the GPU's copy engines reach directly (cupyx.empty_pinned): copies from and to it run
/// at the rate of the link and do not block. It comes from a pool of its own, since page-locking is slow;
/// MemoryPool(Device::cpu()) counts it, and its trim() gives back what no array holds. Without a usable GPU ordinary
/// memory. InvalidArgument as Array(shape); OutOfMemory.
template <class T> Array<T> pinned_empty(const Shape& shape);
/// Whether the array's memory (also that of a view) comes from pinned_empty and is page-locked.
template <class T> bool is_pinned(const Array<T>& x);

/// Copies source into destination, of the same shape, on the current stream of the GPU that one of them is on (of
/// the destination's where both are on GPUs), and returns at once where the host side is pinned. Ordinary host
/// memory is copied before the call returns when it is the source, and when it is the destination.
/// The host array may be dropped at any time: its memory stays until the copy is done. To read a destination or to
/// overwrite a source on the host, wait first: `stream.record()` after the call, and `event.synchronize()`, or
/// `stream.synchronize()`.
/// Host arrays must be row-major; GPU arrays may be any views. May be captured in a graph, which then reads or
/// writes the pinned array at every launch and keeps it. Between two CPU arrays this is assign().
/// InvalidArgument for different shapes or a host view that is not row-major.
template <class T> void copy_async(const Array<T>& destination, const Array<T>& source);

}  // namespace tukey
