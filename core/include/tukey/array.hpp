// SPDX-License-Identifier: Apache-2.0
// Array<T>: an n-dimensional array of one element type on one device, with NumPy's view semantics.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>
#if defined(__has_include) && __cplusplus >= 202002L
#if __has_include(<span>)
#include <span>
#endif
#endif

#include "tukey/device.hpp"
#include "tukey/dtypes.hpp"
#include "tukey/error.hpp"
#include "tukey/shape.hpp"
#include "tukey/stream.hpp"

namespace tukey {

/// start:stop:step of Python, bounds clipped to the axis; step may be negative, not 0.
struct Slice {
  std::optional<index_t> start, stop;
  index_t step = 1;
  Slice() = default;
  Slice(std::optional<index_t> from, std::optional<index_t> to, index_t by = 1) : start(from), stop(to), step(by) {}
};
struct NewAxis {};
struct Ellipsis {};
inline constexpr NewAxis newaxis{};    // inserts an axis of length 1
inline constexpr Ellipsis ellipsis{};  // as many whole axes as are left over

/// One item of x(i, Slice{...}, newaxis, ellipsis).
class Index {
 public:
  enum class Kind { integer, slice, newaxis, ellipsis };
  template <class I, class = std::enable_if_t<std::is_integral<I>::value>>
  Index(I i) : kind(Kind::integer), integer(static_cast<index_t>(i)) {}
  Index(Slice s) : kind(Kind::slice), slice(s) {}
  Index(NewAxis) : kind(Kind::newaxis) {}
  Index(Ellipsis) : kind(Kind::ellipsis) {}
  Kind kind;
  index_t integer = 0;
  Slice slice;
};

namespace detail {
class Storage;

// The parts of an array that do not depend on its element type.
struct Layout {
  Shape shape, strides;
  index_t offset = 0;  // of the origin, in elements
};
TUKEY_EXPORT Shape row_major_strides(const Shape& shape);
TUKEY_EXPORT bool is_contiguous(const Shape& shape, const Shape& strides);
TUKEY_EXPORT Layout index(const Layout& x, const Index* items, std::size_t count);
TUKEY_EXPORT Layout permute(const Layout& x, const Shape& axes);
TUKEY_EXPORT Layout broadcast_to(const Layout& x, const Shape& shape, const char* function = "broadcast_to");
TUKEY_EXPORT Layout flip(const Layout& x, int axis);
TUKEY_EXPORT Layout select(const Layout& x, int axis, index_t i);
TUKEY_EXPORT Layout expand_dims(const Layout& x, int axis);
TUKEY_EXPORT Layout squeeze(const Layout& x, std::optional<int> axis);
TUKEY_EXPORT Layout sliding_window_view(const Layout& x, index_t window, int axis);
/// The same elements in row-major order under another shape, as a view: empty where strides do not allow it.
TUKEY_EXPORT std::optional<Layout> reshape_view(const Layout& x, const Shape& shape);
/// Resolves one -1 and checks the element count.
TUKEY_EXPORT Shape resolve_reshape(const Shape& from, const Shape& to);
}  // namespace detail

template <class T, class I> class Selection;  // indexing.hpp

/// An n-dimensional array (at most 8 axes). Copying an Array shares its data, as in NumPy; copy() copies.
/// Views (slices, permutations, ...) share the data too and keep it alive. Strides count elements.
/// An array is used on the calling thread's current stream; where it was last used on another stream of its
/// device, the library inserts an event wait. Distinct threads may use one array if none of them writes.
template <class T>
class TUKEY_EXPORT Array {
  static_assert(is_dtype_v<std::remove_const_t<T>>,
                "Array<T>: T must be bool, a fixed-width integer, float, double, complex<float>, complex<double> or a "
                "storage type (half, bfloat16, packed_complex)");

 public:
  using value_type = T;

  /// No elements: shape (0,), on the CPU.
  Array();
  /// Uninitialised memory of that shape (np.empty).
  explicit Array(const Shape& shape, Device device = default_device());

  /// A copy of host values: 1-D, or in row-major order under `shape`.
  static Array from(const T* values, const Shape& shape, Device device = default_device());
  template <class U = T, class = std::enable_if_t<!std::is_same<U, bool>::value>>
  static Array from(const std::vector<U>& values, Device device = default_device()) {
    return from(values.data(), Shape{static_cast<index_t>(values.size())}, device);
  }
  template <class U = T, class = std::enable_if_t<!std::is_same<U, bool>::value>>
  static Array from(const std::vector<U>& values, const Shape& shape, Device device = default_device()) {
    check_count(static_cast<index_t>(values.size()), shape);
    return from(values.data(), shape, device);
  }
  static Array from(std::initializer_list<T> values, Device device = default_device()) {
    return from(values.begin(), Shape{static_cast<index_t>(values.size())}, device);
  }
  static Array from(std::initializer_list<T> values, const Shape& shape, Device device = default_device()) {
    check_count(static_cast<index_t>(values.size()), shape);
    return from(values.begin(), shape, device);
  }
#ifdef __cpp_lib_span
  static Array from(std::span<const T> values, Device device = default_device()) {
    return from(values.data(), Shape{static_cast<index_t>(values.size())}, device);
  }
#endif
  /// Uses memory that others own, without a copy. `strides` in elements; empty means row-major. `owner` is kept
  /// until the last view is gone; without one the caller keeps the memory alive while work on it is pending.
  static Array wrap(T* data, const Shape& shape, const Shape& strides = {}, Device device = Device::cpu(),
                    std::shared_ptr<void> owner = nullptr);

  int rank() const { return layout_.shape.rank(); }
  const Shape& shape() const { return layout_.shape; }
  /// The extent of an axis; negative axes count from the end.
  index_t shape(int axis) const;
  const Shape& strides() const { return layout_.strides; }
  index_t size() const { return layout_.shape.size(); }
  std::size_t bytes() const { return static_cast<std::size_t>(size()) * sizeof(T); }
  Device device() const;
  static constexpr const char* dtype() { return dtype_name_v<T>; }
  bool is_contiguous() const { return detail::is_contiguous(layout_.shape, layout_.strides); }
  bool shares_memory_with(const Array& other) const { return storage_ == other.storage_; }

  /// The address of the first element (a device address on the GPU), ready for work on the current stream.
  T* data();
  const T* data() const;

  // Views: O(1), no copy. ------------------------------------------------------------------------------------
  /// x(1, Slice{0, 10, 2}, newaxis, ellipsis) as x[1, 0:10:2, None, ...] in Python.
  template <class... I>
  Array operator()(const I&... items) const {
    const Index list[] = {Index(items)..., Index(0)};
    return view_of(detail::index(layout_, list, sizeof...(I)));
  }
  /// The i-th entry along an axis, which disappears.
  Array select(int axis, index_t i) const { return view_of(detail::select(layout_, axis, i)); }
  /// Axis i of the result is axis axes[i] of this.
  Array permute(const Shape& axes) const { return view_of(detail::permute(layout_, axes)); }
  /// All axes reversed: NumPy's .T.
  Array transpose() const;
  Array swapaxes(int a, int b) const;
  /// Axis `from` moves to place `to`; the others keep their order.
  Array moveaxis(int from, int to) const;
  Array broadcast_to(const Shape& shape) const { return view_of(detail::broadcast_to(layout_, shape)); }
  Array flip(int axis) const { return view_of(detail::flip(layout_, axis)); }
  Array expand_dims(int axis) const { return view_of(detail::expand_dims(layout_, axis)); }
  Array squeeze(std::optional<int> axis = {}) const { return view_of(detail::squeeze(layout_, axis)); }
  /// All windows of that length along an axis, as a new last axis (numpy.lib.stride_tricks).
  Array sliding_window_view(index_t window, int axis = -1) const {
    return view_of(detail::sliding_window_view(layout_, window, axis));
  }
  /// The same elements under another shape, one extent may be -1; a view where strides allow it, else a copy.
  Array reshape(const Shape& shape) const;
  Array flatten() const { return reshape({-1}); }
  /// x[mask] or x[indices]: a proxy that reads as the selected elements and can be assigned to (indexing.hpp).
  template <class I> Selection<T, I> operator[](const Array<I>& index) const { return {*this, index}; }
  /// Real and imaginary parts of a complex array, as views.
  Array<real_t<T>> real() const;
  Array<real_t<T>> imag() const;

  // Copies. --------------------------------------------------------------------------------------------------
  /// A new row-major array with the same elements, on the same device.
  Array copy() const;
  /// This array if it is row-major, else a copy.
  Array contiguous() const;
  /// Every element converted as by static_cast (complex to real drops the imaginary part; float to an integer
  /// truncates towards zero and is undefined outside its range, as in C++). Always a new array.
  template <class U>
  Array<U> astype() const;
  /// The array on another device; this array itself where it is there already. A copy to the CPU waits for the
  /// GPU; a copy to the GPU returns when the host memory may be reused, from pinned memory (pinned.hpp) at once.
  Array to(Device device) const;
  /// All elements in row-major order on the host. Waits for the GPU.
  std::vector<T> to_vector() const;
  /// The only element of an array of size 1. Waits for the GPU.
  T item() const;

  // Assignment into this array's memory (a view writes into its base). ---------------------------------------
  /// Every element becomes the corresponding one of `source`, broadcast to this shape. Same device.
  void assign(const Array& source);
  void fill(T value);
  /// x = y makes x share y's data; x(Slice{0, 3}) = y and x(0) = 1.0f assign to x's elements, as in Python.
  Array(const Array&) = default;
  Array(Array&&) = default;
  Array& operator=(const Array&) & = default;
  Array& operator=(Array&&) & = default;
  void operator=(const Array& source) && { assign(source); }
  void operator=(T value) && { fill(value); }

  // For the library's own modules.
  Array(std::shared_ptr<detail::Storage> storage, T* origin, detail::Layout layout)
      : storage_(std::move(storage)), origin_(origin), layout_(std::move(layout)) {}
  const std::shared_ptr<detail::Storage>& storage() const { return storage_; }
  const detail::Layout& layout() const { return layout_; }
  T* origin() const { return origin_; }  // of the layout with offset 0; no stream bookkeeping

 private:
  static void check_count(index_t count, const Shape& shape);
  Array view_of(detail::Layout layout) const {
    T* origin = origin_ + layout.offset;
    layout.offset = 0;
    return Array(storage_, origin, std::move(layout));
  }

  std::shared_ptr<detail::Storage> storage_;
  T* origin_ = nullptr;  // the element at index (0, ..., 0)
  detail::Layout layout_;
};

/// NumPy-like text, long axes shortened. Waits for the GPU.
template <class T>
std::ostream& operator<<(std::ostream& out, const Array<T>& x);
template <class T>
std::string to_string(const Array<T>& x);

#define TUKEY_DECLARE(T)               \
  extern template class Array<T>;      \
  extern template std::string to_string(const Array<T>&); \
  extern template std::ostream& operator<<(std::ostream&, const Array<T>&);
TUKEY_FOR_ALL(TUKEY_DECLARE)
#undef TUKEY_DECLARE

}  // namespace tukey
