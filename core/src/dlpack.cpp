// SPDX-License-Identifier: Apache-2.0
// DLPack in and out. The specification is https://dmlc.github.io/dlpack/latest/.
#include "tukey/dlpack.hpp"

#include <sstream>

#include "dlpack_abi.hpp"
#include "tukey/detail/access.hpp"

namespace tukey {
namespace {
using dlpack::DLDataType;
using dlpack::DLTensor;
template <class M> constexpr bool versioned_v = std::is_same_v<M, dlpack::DLManagedTensorVersioned>;

template <class T> constexpr DLDataType dl_type() {
  constexpr auto bits = static_cast<std::uint8_t>(8 * sizeof(T));
  if constexpr (std::is_same_v<T, bool>) return {dlpack::kDLBool, bits, 1};
  if constexpr (std::is_same_v<T, bfloat16>) return {dlpack::kDLBfloat, bits, 1};
  if constexpr (std::is_same_v<T, packed_complex<half>> || is_complex_v<T>) return {dlpack::kDLComplex, bits, 1};
  if constexpr (std::is_floating_point_v<T> || std::is_same_v<T, half>) return {dlpack::kDLFloat, bits, 1};
  if constexpr (std::is_integral_v<T>) return {std::is_signed_v<T> ? dlpack::kDLInt : dlpack::kDLUInt, bits, 1};
  return {0, 0, 0};
}
bool operator==(DLDataType a, DLDataType b) { return a.code == b.code && a.bits == b.bits && a.lanes == b.lanes; }

std::string type_name(DLDataType type) {
#define TUKEY_NAME(T) \
  if (type == dl_type<T>()) return dtype_name_v<T>;
  TUKEY_FOR_ALL(TUKEY_NAME)
#undef TUKEY_NAME
  std::ostringstream text;
  text << "code " << int(type.code) << ", " << int(type.bits) << " bits, " << type.lanes << " lanes";
  return text.str();
}

bool on_cpu(const DLTensor& t) {
  return t.device.device_type == dlpack::kDLCPU || t.device.device_type == dlpack::kDLCUDAHost;
}
bool on_gpu(const DLTensor& t) {
  return t.device.device_type == dlpack::kDLCUDA || t.device.device_type == dlpack::kDLCUDAManaged;
}
std::string device_name(const DLTensor& t) {
  if (on_cpu(t)) return "cpu";
  if (on_gpu(t)) return "cuda:" + std::to_string(t.device.device_id);
  return "DLPack device " + std::to_string(t.device.device_type);
}

// A tensor's own part, after the version is known to be one we read.
template <class M> const DLTensor& checked(const M* tensor, const char* function) {
  detail::require(tensor != nullptr, function, "the tensor is null");
  if constexpr (versioned_v<M>)
    detail::require(tensor->version.major <= 1, function, "expected a tensor of DLPack 1, got one of version ",
                    tensor->version.major, ".", tensor->version.minor);
  const DLTensor& t = tensor->dl_tensor;
  detail::require(t.ndim >= 0 && t.ndim <= max_rank, function, "expected at most ", max_rank, " axes, got ", t.ndim);
  return t;
}
template <class M> bool has_flag(const M* tensor, std::uint64_t flag) {
  if constexpr (versioned_v<M>) return (tensor->flags & flag) != 0;
  return (void)tensor, (void)flag, false;
}
template <class M> DlpackInfo info(const M* tensor) {
  const DLTensor& t = checked(tensor, "dlpack_info");
  DlpackInfo result{type_name(t.dtype),
                    device_name(t),
                    {},
                    has_flag(tensor, dlpack::flag_read_only),
                    has_flag(tensor, dlpack::flag_is_copied)};
  for (int i = 0; i < t.ndim; ++i) result.shape.push_back(t.shape[i]);
  return result;
}

CUstream_st* handle(std::intptr_t stream, const char* function) {
  detail::require(stream > 0, function, "stream must be -1, 1, 2 or a cudaStream_t, got ", stream);
  return reinterpret_cast<CUstream_st*>(stream);
}

template <class T, class M> Array<T> import(M* tensor, const FromDlpack& options) {
  const char* name = "from_dlpack";
  const DLTensor& t = checked(tensor, name);
  constexpr DLDataType wanted = dl_type<T>();
  detail::require(wanted.lanes == 1, name, "DLPack has no type for ", dtype_name_v<T>);
  detail::require(t.dtype == wanted, name, "expected a tensor of ", dtype_name_v<T>, ", got one of ",
                  type_name(t.dtype));
  detail::require(on_cpu(t) || on_gpu(t), name, "expected a tensor on the CPU or a CUDA device, got one on ",
                  device_name(t));
  detail::require(options.copy || !has_flag(tensor, dlpack::flag_read_only), name,
                  "the tensor is read-only; {.copy = true} copies it");
  const Device device = on_gpu(t) ? Device::cuda(t.device.device_id) : Device::cpu();
  CUstream_st* producer = device.is_cuda() && options.stream != -1 ? handle(options.stream, name) : nullptr;
  Shape shape, strides;
  for (int i = 0; i < t.ndim; ++i) shape.push_back(t.shape[i]);
  for (int i = 0; t.strides && i < t.ndim; ++i) strides.push_back(t.strides[i]);
  const auto address = reinterpret_cast<std::uintptr_t>(t.data) + static_cast<std::uintptr_t>(t.byte_offset);
  detail::require(address % alignof(T) == 0, name, "the data are not aligned for ", dtype_name_v<T>);

  // The owner is armed only when nothing can throw any more: till then the tensor is the caller's.
  struct Owner {
    M* tensor = nullptr;
    ~Owner() {
      if (tensor && tensor->deleter) tensor->deleter(tensor);
    }
  };
  auto owner = std::make_shared<Owner>();
  Array<T> x = Array<T>::wrap(reinterpret_cast<T*>(address), shape, strides, device, owner);
  if (producer) {
    const StreamScope scope(producer, device);
    x.storage()->use(true);
  }
  if (options.copy) {
    x = x.copy();
    if (device.is_cuda()) Stream::current(device).synchronize();  // the tensor may go when this returns
  }
  owner->tensor = tensor;
  return x;
}

// Everything of an exported tensor: freed by the deleter.
template <class T, class M> struct Exported {
  M tensor{};
  Array<T> array;
  std::int64_t shape[max_rank] = {}, strides[max_rank] = {};
  CUstream_st* consumer = nullptr;

  static void release(M* tensor) {
    auto* self = static_cast<Exported*>(tensor->manager_ctx);
    if (self->consumer) {
      try {
        // As if the consumer had written last: the memory is freed after the work it has enqueued so far.
        const StreamScope scope(self->consumer, self->array.device());
        self->array.storage()->use(true);
      } catch (const Error&) {  // at the end of the process the driver may be gone
      }
    }
    delete self;
  }
};

template <class M, class T> M* export_tensor(const Array<T>& x, const ToDlpack& options, const char* name) {
  constexpr DLDataType type = dl_type<T>();
  detail::require(type.lanes == 1, name, "DLPack has no type for ", dtype_name_v<T>);
  detail::require(versioned_v<M> || !options.read_only, name, "only the versioned form can be read-only");
  auto self = std::make_unique<Exported<T, M>>();
  self->array = x;
  if (x.device().is_cuda()) {
    if (options.stream == -1) {
      x.storage()->use(!options.read_only);  // ready on our current stream
    } else {
      self->consumer = handle(options.stream, name);
      const StreamScope scope(self->consumer, x.device());
      x.storage()->use(!options.read_only);
    }
  }
  DLTensor& t = self->tensor.dl_tensor;
  t.data = x.size() ? const_cast<T*>(x.origin()) : nullptr;
  t.device = {x.device().is_cuda() ? dlpack::kDLCUDA : dlpack::kDLCPU, x.device().is_cuda() ? x.device().index() : 0};
  t.ndim = x.rank();
  t.dtype = type;
  t.shape = self->shape;
  t.strides = self->strides;
  for (int i = 0; i < x.rank(); ++i) self->shape[i] = x.shape()[i], self->strides[i] = x.strides()[i];
  M& m = self->tensor;
  m.manager_ctx = self.get();
  m.deleter = [](M* tensor) { Exported<T, M>::release(tensor); };
  if constexpr (versioned_v<M>) {
    m.version = {1, 0};
    m.flags = options.read_only ? dlpack::flag_read_only : 0;
  }
  return &self.release()->tensor;
}

// The public names stand for the same bytes.
auto* ours(const ::DLManagedTensor* t) { return reinterpret_cast<const dlpack::DLManagedTensor*>(t); }
auto* ours(::DLManagedTensor* t) { return reinterpret_cast<dlpack::DLManagedTensor*>(t); }
auto* ours(const ::DLManagedTensorVersioned* t) { return reinterpret_cast<const dlpack::DLManagedTensorVersioned*>(t); }
auto* ours(::DLManagedTensorVersioned* t) { return reinterpret_cast<dlpack::DLManagedTensorVersioned*>(t); }
}  // namespace

DlpackInfo dlpack_info(const ::DLManagedTensor* tensor) { return info(ours(tensor)); }
DlpackInfo dlpack_info(const ::DLManagedTensorVersioned* tensor) { return info(ours(tensor)); }

template <class T> Array<T> from_dlpack(::DLManagedTensor* tensor, const FromDlpack& options) {
  return import <T>(ours(tensor), options);
}
template <class T> Array<T> from_dlpack(::DLManagedTensorVersioned* tensor, const FromDlpack& options) {
  return import <T>(ours(tensor), options);
}
template <class T>::DLManagedTensorVersioned* to_dlpack(const Array<T>& x, const ToDlpack& options) {
  return reinterpret_cast<::DLManagedTensorVersioned*>(
      export_tensor<dlpack::DLManagedTensorVersioned>(x, options, "to_dlpack"));
}
template <class T>::DLManagedTensor* to_dlpack_legacy(const Array<T>& x, const ToDlpack& options) {
  return reinterpret_cast<::DLManagedTensor*>(export_tensor<dlpack::DLManagedTensor>(x, options, "to_dlpack_legacy"));
}

#define TUKEY_INSTANTIATE(T)                                                                        \
  template TUKEY_EXPORT Array<T> from_dlpack<T>(::DLManagedTensor*, const FromDlpack&);             \
  template TUKEY_EXPORT Array<T> from_dlpack<T>(::DLManagedTensorVersioned*, const FromDlpack&);    \
  template TUKEY_EXPORT ::DLManagedTensorVersioned* to_dlpack<T>(const Array<T>&, const ToDlpack&); \
  template TUKEY_EXPORT ::DLManagedTensor* to_dlpack_legacy<T>(const Array<T>&, const ToDlpack&);
TUKEY_FOR_ALL(TUKEY_INSTANTIATE)

}  // namespace tukey
