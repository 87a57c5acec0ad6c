// SPDX-License-Identifier: Apache-2.0
// A C interface to a few arrays, for exchange.py: tensors in and out, something to do with them, and statistics.
// Functions that fail return null (or -1); tukey_interop_error() then says why.
#include <exception>
#include <memory>
#include <string>
#include <variant>

#include "tukey/core.hpp"

namespace {
using namespace tukey;

#define TUKEY_ALTERNATIVE(T) , Array<T>
using Any = std::variant<std::monostate TUKEY_FOR_COMPUTED(TUKEY_ALTERNATIVE), Array<half>, Array<bfloat16>>;
#undef TUKEY_ALTERNATIVE
std::string message;

template <class F> auto guarded(const F& call) -> decltype(call()) {
  try {
    return call();
  } catch (const std::exception& error) {
    message = error.what();
    if constexpr (std::is_pointer_v<decltype(call())>)
      return nullptr;
    else
      return -1;
  }
}
Any* boxed(Any x) { return new Any(std::move(x)); }
// f(array) with the array's own type.
template <class F> auto visit(void* array, const F& f) {
  return std::visit(
      [&](auto& x) -> decltype(f(std::declval<Array<float>&>())) {
        if constexpr (std::is_same_v<std::decay_t<decltype(x)>, std::monostate>)
          throw InvalidArgument("an empty handle");
        else
          return f(x);
      },
      *static_cast<Any*>(array));
}
template <class M> void* import_tensor(M* tensor, std::intptr_t stream, bool copy) {
  const std::string dtype = dlpack_info(tensor).dtype;
  const FromDlpack options{copy, stream};
#define TUKEY_TRY(T) \
  if (dtype == dtype_name_v<T>) return boxed(from_dlpack<T>(tensor, options));
  TUKEY_FOR_COMPUTED(TUKEY_TRY)
  TUKEY_TRY(half)
  TUKEY_TRY(bfloat16)
#undef TUKEY_TRY
      throw InvalidArgument("no element type for " + dtype);
}
}  // namespace

#define ENTRY extern "C" __attribute__((visibility("default")))

ENTRY const char* tukey_interop_error() { return message.c_str(); }
// The CUDA device number, -1 for the CPU.
ENTRY int tukey_interop_devices() { return cuda_device_count(); }
ENTRY void* tukey_interop_import(DLManagedTensorVersioned* tensor, std::intptr_t stream, int copy) {
  return guarded([&] { return import_tensor(tensor, stream, copy != 0); });
}
ENTRY void* tukey_interop_import_legacy(DLManagedTensor* tensor, std::intptr_t stream, int copy) {
  return guarded([&] { return import_tensor(tensor, stream, copy != 0); });
}
ENTRY void* tukey_interop_export(void* array, std::intptr_t stream, int read_only) {
  return guarded([&] {
    return visit(array, [&](auto& x) -> void* { return to_dlpack(x, ToDlpack{stream, read_only != 0}); });
  });
}
ENTRY void* tukey_interop_export_legacy(void* array, std::intptr_t stream) {
  return guarded([&] {
    return visit(array, [&](auto& x) -> void* { return to_dlpack_legacy(x, ToDlpack{stream, false}); });
  });
}
ENTRY void tukey_interop_release(void* array) { delete static_cast<Any*>(array); }
// A view with all axes reversed.
ENTRY void* tukey_interop_transpose(void* array) {
  return guarded([&] { return visit(array, [](auto& x) -> void* { return boxed(x.transpose()); }); });
}
// x += value where it lies. Not for bool and the storage types.
ENTRY int tukey_interop_add(void* array, double value) {
  return guarded([&] {
    return visit(array, [&](auto& x) {
      using T = typename std::decay_t<decltype(x)>::value_type;
      if constexpr (std::is_same_v<T, bool> || is_stored_only_v<T>)
        throw InvalidArgument("no arithmetic for this type");
      else
        x += static_cast<T>(static_cast<real_t<T>>(value));
      return 0;
    });
  });
}
// The CUDA device number, -1 for the CPU.
ENTRY int tukey_interop_device(void* array) {
  return guarded([&] { return visit(array, [](auto& x) { return x.device().index(); }); });
}
ENTRY std::intptr_t tukey_interop_stream(int device) {
  return guarded([&] {
    return device < 0 ? std::intptr_t(-1)
                      : reinterpret_cast<std::intptr_t>(Stream::current(Device::cuda(device)).handle());
  });
}
ENTRY std::intptr_t tukey_interop_used(int device) {
  return guarded([&] {
    return static_cast<std::intptr_t>(MemoryPool(device < 0 ? Device::cpu() : Device::cuda(device)).used_bytes());
  });
}
