// SPDX-License-Identifier: Apache-2.0
// Array's members, instantiated for every element type.
#include "tukey/array.hpp"

#include <cstring>

#include "backend.hpp"
#include "map.hpp"
#include "pinned.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/context.hpp"

namespace tukey {

namespace {
// From the host to memory of `device`.
void upload(void* to, const void* from, std::size_t bytes, Device device) {
  if (bytes == 0) return;
  if constexpr (has_cuda) {
    if (device.is_cuda()) {
      detail::GpuCall call(device);
      cuda::upload(to, from, bytes, call.stream());
      return;
    }
  }
  (void)device;
  std::memcpy(to, from, bytes);
}
}  // namespace

template <class T> Array<T>::Array() : Array(Shape{0}, Device::cpu()) {}

template <class T> Array<T>::Array(const Shape& shape, Device device) {
  index_t size = 1;
  for (index_t n : shape) {
    index_t next = 0;
    if (n < 0) detail::invalid("Array", "extents must not be negative, got ", shape.str());
    if (__builtin_mul_overflow(size, n, &next)) detail::invalid("Array", "shape ", shape.str(), " is too large");
    size = next;
  }
  index_t bytes = 0;
  if (__builtin_mul_overflow(size, static_cast<index_t>(sizeof(T)), &bytes))
    detail::invalid("Array", "shape ", shape.str(), " is too large");
  layout_.shape = shape;
  layout_.strides = detail::row_major_strides(shape);
  storage_ = detail::Storage::allocate(static_cast<std::size_t>(bytes), device);
  origin_ = static_cast<T*>(storage_->data());
}

template <class T> void Array<T>::check_count(index_t count, const Shape& shape) {
  if (count != shape.size())
    detail::invalid("Array::from", "shape ", shape.str(), " needs ", shape.size(), " values, got ", count);
}

template <class T> Array<T> Array<T>::from(const T* values, const Shape& shape, Device device) {
  Array x(shape, device);
  upload(x.origin_, values, x.bytes(), device);
  return x;
}

template <class T>
Array<T> Array<T>::wrap(T* data, const Shape& shape, const Shape& strides, Device device, std::shared_ptr<void> owner) {
  detail::require(strides.empty() || strides.rank() == shape.rank(), "Array::wrap", "expected ", shape.rank(),
                  " strides, got ", strides.rank());
  for (index_t n : shape)
    if (n < 0) detail::invalid("Array::wrap", "extents must not be negative, got ", shape.str());
  detail::require(shape.size() == 0 || data != nullptr, "Array::wrap", "data must not be null");
  detail::Layout layout{shape, strides.empty() ? detail::row_major_strides(shape) : strides, 0};
  return Array(detail::Storage::wrap(data, device, std::move(owner)), data, layout);
}

template <class T> index_t Array<T>::shape(int axis) const {
  return layout_.shape[detail::normalize_axis(axis, rank(), "shape")];
}
template <class T> Device Array<T>::device() const { return storage_->device(); }
template <class T> T* Array<T>::data() {
  storage_->use(true);
  return origin_;
}
template <class T> const T* Array<T>::data() const {
  storage_->use(false);
  return origin_;
}

template <class T> Array<T> Array<T>::transpose() const {
  Shape axes;
  for (int i = rank() - 1; i >= 0; --i) axes.push_back(i);
  return permute(axes);
}
template <class T> Array<T> Array<T>::swapaxes(int a, int b) const {
  a = detail::normalize_axis(a, rank(), "swapaxes");
  b = detail::normalize_axis(b, rank(), "swapaxes");
  Shape axes;
  for (int i = 0; i < rank(); ++i) axes.push_back(i == a ? b : i == b ? a : i);
  return permute(axes);
}
template <class T> Array<T> Array<T>::moveaxis(int from, int to) const {
  from = detail::normalize_axis(from, rank(), "moveaxis");
  to = detail::normalize_axis(to, rank(), "moveaxis");
  Shape axes;
  for (int i = 0; i < rank(); ++i)
    if (i != from) axes.push_back(i);
  axes.insert(to, from);
  return permute(axes);
}
template <class T> Array<T> Array<T>::reshape(const Shape& shape) const {
  const Shape full = detail::resolve_reshape(layout_.shape, shape);
  if (auto layout = detail::reshape_view(layout_, full)) return view_of(*layout);
  Array y = copy();
  y.layout_.shape = full;
  y.layout_.strides = detail::row_major_strides(full);
  return y;
}

template <class T> Array<real_t<T>> Array<T>::real() const {
  using R = real_t<T>;
  if constexpr (std::is_same_v<R, T>) {
    return *this;
  } else {
    detail::Layout layout = layout_;
    for (index_t& s : layout.strides) s *= 2;
    return Array<R>(storage_, reinterpret_cast<R*>(origin_), layout);
  }
}
template <class T> Array<real_t<T>> Array<T>::imag() const {
  using R = real_t<T>;
  if constexpr (std::is_same_v<R, T>) {
    Array y(layout_.shape, device());
    y.fill(T{});
    return y;
  } else {
    Array<R> y = real();
    return Array<R>(storage_, y.origin() + 1, y.layout());
  }
}

template <class T> Array<T> Array<T>::copy() const {
  Array y(layout_.shape, device());
  detail::convert<T, T>(detail::in(*this), detail::out(y), device());
  return y;
}
template <class T> Array<T> Array<T>::contiguous() const { return is_contiguous() ? *this : copy(); }
template <class T> template <class U> Array<U> Array<T>::astype() const {
  Array<U> y(layout_.shape, device());
  detail::convert<U, T>(detail::in(*this), detail::out(y), device());
  return y;
}
template <class T> Array<T> Array<T>::to(Device target) const {
  if (target == device()) return *this;
  const Array source = contiguous();
  Array y(layout_.shape, target);
  if (size() == 0) return y;
  if constexpr (has_cuda) {
    const Device gpu = device().is_cuda() ? device() : target;
    detail::GpuCall call(gpu);
    if (device().is_cuda()) source.storage_->use(false);
    if (target.is_cuda() && device().is_cuda()) detail::current_state(target)->make_wait(call.state());
    if (device().is_cpu() && detail::is_pinned(*source.storage_)) {
      cuda::copy(y.origin_, source.origin_, bytes(), call.stream());
      detail::hold_until_done(source.storage_, gpu, call.stream());
    } else if (device().is_cpu()) {
      cuda::upload(y.origin_, source.origin_, bytes(), call.stream());
    } else {
      cuda::copy(y.origin_, source.origin_, bytes(), call.stream());
    }
    if (target.is_cpu()) cuda::synchronize_stream(call.stream());
    if (target.is_cuda() && device().is_cuda()) call.state().make_wait(*detail::current_state(target));
  }
  return y;
}
template <class T> std::vector<T> Array<T>::to_vector() const {
  const Array host = contiguous().to(Device::cpu());
  return std::vector<T>(host.origin_, host.origin_ + host.size());
}
template <class T> T Array<T>::item() const {
  if (size() != 1) detail::invalid("item", "expected an array of size 1, got shape ", layout_.shape.str());
  const Array host = to(Device::cpu());
  return *host.origin_;
}

template <class T> void Array<T>::assign(const Array& source) {
  detail::require_same_device(device(), source.device(), "assign");
  const Array full = source.view_of(detail::broadcast_to(source.layout_, layout_.shape, "assign"));
  if (storage_ != source.storage_) {
    detail::convert<T, T>(detail::in(full), detail::out(*this), device());
  } else if (full.origin_ != origin_ || full.layout_.strides != layout_.strides) {
    // The two may overlap, and elements are copied in no particular order.
    const Array apart = full.copy();
    detail::convert<T, T>(detail::in(apart), detail::out(*this), device());
  }
}
template <class T> void Array<T>::fill(T value) { detail::fill<T>(detail::out(*this), value, device()); }

#define TUKEY_INSTANTIATE(T) template class Array<T>;
TUKEY_FOR_ALL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

#define TUKEY_FROM(T)                                                                                               \
  TUKEY_TO(T, bool)                                                                                                 \
  TUKEY_TO(T, std::int8_t) TUKEY_TO(T, std::int16_t) TUKEY_TO(T, std::int32_t) TUKEY_TO(T, std::int64_t)            \
      TUKEY_TO(T, std::uint8_t) TUKEY_TO(T, std::uint16_t) TUKEY_TO(T, std::uint32_t) TUKEY_TO(T, std::uint64_t)    \
          TUKEY_TO(T, float) TUKEY_TO(T, double) TUKEY_TO(T, std::complex<float>) TUKEY_TO(T, std::complex<double>) \
              TUKEY_TO(T, half) TUKEY_TO(T, bfloat16) TUKEY_TO(T, packed_complex<half>)                             \
                  TUKEY_TO(T, packed_complex<bfloat16>) TUKEY_TO(T, packed_complex<std::int8_t>)                    \
                      TUKEY_TO(T, packed_complex<std::int16_t>)
#define TUKEY_TO(T, U) template TUKEY_EXPORT Array<U> Array<T>::astype<U>() const;
TUKEY_FOR_ALL(TUKEY_FROM)

}  // namespace tukey
