// SPDX-License-Identifier: Apache-2.0
// Indexing by arrays: take, put, choose, select, masks, positions of what is not zero, scatters.
//
// Index arrays hold int32 or int64. Functions with a mode check their indices by default (`raise`), which waits for
// the GPU to read one flag and cannot be captured in a CUDA graph; `wrap` and `clip` never wait. Functions that write
// leave the target as it was if an index is out of bounds. Where one element is written several times the last value
// (in row-major order of the indices) stays, on every device.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "tukey/elementwise.hpp"

namespace tukey {

/// What an index outside its axis of n elements means. raise: InvalidArgument unless it is in [-n, n), negative ones
/// counting from the end; wrap: modulo n; clip: the first or last element (negative ones are 0).
enum class IndexMode { raise, wrap, clip };

/// An index array of either type, as a parameter: Array<int32_t> and Array<int64_t> convert to it.
class TUKEY_EXPORT Indices {
 public:
  template <class I, class = std::enable_if_t<std::is_same<I, std::int32_t>::value || std::is_same<I, std::int64_t>::value>>
  Indices(const Array<I>& x)
      : storage_(x.storage()), origin_(x.origin()), layout_(x.layout()), wide_(sizeof(I) == 8) {}
  const Shape& shape() const { return layout_.shape; }
  const Shape& strides() const { return layout_.strides; }
  index_t size() const { return layout_.shape.size(); }
  Device device() const;

  // For the library's own modules.
  const std::shared_ptr<detail::Storage>& storage() const { return storage_; }
  const void* origin() const { return origin_; }
  bool wide() const { return wide_; }
  Indices reshaped(const Shape& shape) const;
  Indices copy() const;
  const detail::Layout& layout() const { return layout_; }

 private:
  Indices() = default;
  std::shared_ptr<detail::Storage> storage_;
  const void* origin_ = nullptr;
  detail::Layout layout_;
  bool wide_ = true;
};

// Gathers. ----------------------------------------------------------------------------------------------------------

struct TakeOptions {
  std::optional<int> axis = std::nullopt;  // none: indices count the elements in row-major order
  IndexMode mode = IndexMode::raise;
};
/// The elements at `indices` along an axis (np.take): the axis of x is replaced by the axes of `indices`.
/// All element types. Waits for the GPU: in mode raise.
template <class T> Array<T> take(const Array<T>& x, const Indices& indices, TakeOptions options = {});

struct AlongAxisOptions {
  std::optional<int> axis = -1;  // none: both are taken as flat (indices then have rank 1)
  IndexMode mode = IndexMode::raise;
};
/// y[i, j, k] = x[i, indices[i, j, k], k] for axis 1 (np.take_along_axis); ranks are equal, the other axes broadcast.
/// What argsort returns orders x. Waits for the GPU: in mode raise.
template <class T> Array<T> take_along_axis(const Array<T>& x, const Indices& indices, AlongAxisOptions options = {});

struct IndexOptions {
  IndexMode mode = IndexMode::raise;
};
/// x[i, j, ...] of NumPy for index arrays of the leading axes, broadcast together: shape (their shape) + (the rest).
/// Waits for the GPU: in mode raise.
template <class T>
Array<T> gather(const Array<T>& x, const std::vector<Indices>& indices, IndexOptions options = {});

/// out[p] = choices[index[p]][p], index and choices broadcast together (np.choose; in mode raise negative indices are
/// errors, as there). Waits for the GPU: in mode raise.
template <class T>
Array<T> choose(const Indices& index, const std::vector<Array<T>>& choices, IndexOptions options = {});
template <class T>
Array<T> choose(const Indices& index, std::initializer_list<Array<T>> choices, IndexOptions options = {}) {
  return choose<T>(index, std::vector<Array<T>>(choices), options);
}
/// For every element the first of `choices` whose condition holds, else `otherwise` (np.select); all broadcast
/// together. Never waits.
template <class T>
Array<T> select(const std::vector<Array<bool>>& conditions, const std::vector<Array<T>>& choices,
                detail::same_t<T> otherwise = T{});
template <class T>
Array<T> select(std::initializer_list<Array<bool>> conditions, std::initializer_list<Array<T>> choices,
                detail::same_t<T> otherwise = T{}) {
  return select<T>(std::vector<Array<bool>>(conditions), std::vector<Array<T>>(choices), otherwise);
}

// Positions and masks. ----------------------------------------------------------------------------------------------

/// The indices of the elements that are not zero, in row-major order, one array for each axis (np.nonzero). NaN is not
/// zero, -0.0 is. Rank 0 is InvalidArgument. Computed types. Waits for the GPU: the count is the results' shape.
template <class T> std::vector<Array<std::int64_t>> nonzero(const Array<T>& x);
/// The same as np.where of one argument.
template <class T> std::vector<Array<std::int64_t>> where(const Array<T>& condition) { return nonzero(condition); }
/// The same indices as one array of shape (count, rank) (np.argwhere). Waits for the GPU.
template <class T> Array<std::int64_t> argwhere(const Array<T>& x);
/// The row-major positions of the elements that are not zero (np.flatnonzero). Waits for the GPU.
template <class T> Array<std::int64_t> flatnonzero(const Array<T>& x);

/// The slices along an axis where the one-dimensional condition holds; a short condition counts as false beyond its
/// end (np.compress). Without an axis: of the flattened array. Waits for the GPU.
template <class T>
Array<T> compress(const Array<bool>& condition, const Array<T>& x, std::optional<int> axis = {});
/// The elements where the condition, in row-major order, holds (np.extract). Waits for the GPU.
template <class T> Array<T> extract(const Array<bool>& condition, const Array<T>& x) {
  return compress<T>(condition.flatten(), x);
}

// Writes into x, which may be any view. -----------------------------------------------------------------------------

/// x.flat[indices[k]] = values[k], the values repeated as often as needed (np.put). Waits for the GPU: in mode raise.
template <class T>
void put(Array<T> x, const Indices& indices, detail::same_t<detail::Arg<T>> values, IndexOptions options = {});
/// x[i, indices[i, j, k], k] = values[i, j, k] for axis 1 (np.put_along_axis); values broadcast.
/// Waits for the GPU: in mode raise.
template <class T>
void put_along_axis(Array<T> x, const Indices& indices, detail::same_t<detail::Arg<T>> values,
                    AlongAxisOptions options = {});
/// x[i, j, ...] = values for index arrays of the leading axes; values broadcast. Waits for the GPU: in mode raise.
template <class T>
void scatter(Array<T> x, const std::vector<Indices>& indices, detail::same_t<detail::Arg<T>> values,
             IndexOptions options = {});
/// Adds every value to its element, repeated ones as often as they occur (np.add.at). Numbers. The same bits on every
/// run: floating values are added as multiples of a power of two fitted to the largest addend of each element, exactly
/// and in any order (GPU), or one after the other (CPU). Waits for the GPU: in mode raise.
template <class T>
void scatter_add(Array<T> x, const std::vector<Indices>& indices, detail::same_t<detail::Arg<T>> values,
                 IndexOptions options = {});
/// The largest or smallest of the element and the values that fall on it (np.maximum.at, np.minimum.at); NaN where one
/// is NaN; 0.0 is larger than -0.0. Real types. Waits for the GPU: in mode raise.
template <class T>
void scatter_max(Array<T> x, const std::vector<Indices>& indices, detail::same_t<detail::Arg<T>> values,
                 IndexOptions options = {});
template <class T>
void scatter_min(Array<T> x, const std::vector<Indices>& indices, detail::same_t<detail::Arg<T>> values,
                 IndexOptions options = {});

/// Where the mask, of x's shape, holds: the next of `values`, over again when they run out (np.place). Never waits.
template <class T> void place(Array<T> x, const Array<bool>& mask, const detail::same_t<Array<T>>& values);
/// Where the mask, of x's shape, holds at row-major position k: values[k % size] (np.putmask). Never waits.
template <class T> void putmask(Array<T> x, const Array<bool>& mask, detail::same_t<detail::Arg<T>> values);

namespace detail {
template <class T> Array<T> read_mask(const Array<T>& x, const Array<bool>& mask);
// The values are the selected ones, in order, or broadcast to them.
template <class T> void write_mask(const Array<T>& x, const Array<bool>& mask, Arg<T> values);
// The values are a scalar or of x's shape: x = where(mask, values, x).
template <class T> void copy_where(const Array<T>& x, const Array<bool>& mask, Arg<T> values);
}  // namespace detail

/// What x[index] gives. For a mask (I = bool, of x's shape or of its leading axes): the selected elements in row-major
/// order, shape (count) + (the rest). For indices (int32, int64): the entries along axis 0, checked, negative ones
/// counted from the end. It converts to an Array (get() where a template must deduce the type) and takes assignments:
///
///   x[x > 0.f] = 1.f;   x[mask] = y;   y = x[i];   x[i] += 2.f;
///
/// Arrays that are assigned broadcast to the selected shape. x[i] += v is x[i] = x[i] + v: an index that occurs twice
/// counts once, the last one (scatter_add counts all).
/// Waits for the GPU: reading a mask, assigning an array to a mask, reading and assigning by indices. Assigning a
/// scalar to a mask, or changing it by one, never waits.
template <class T, class I> class Selection {
  static_assert(std::is_same<I, bool>::value || std::is_same<I, std::int32_t>::value ||
                    std::is_same<I, std::int64_t>::value,
                "x[index]: the index must be an array of bool, int32 or int64");
  static constexpr bool is_mask = std::is_same<I, bool>::value;

 public:
  Selection(const Array<T>& x, const Array<I>& index) : x_(x), index_(index) {}
  Selection(const Selection&) = default;

  Array<T> get() const {
    if constexpr (is_mask)
      return detail::read_mask<T>(x_, index_);
    else
      return gather<T>(x_, {Indices(index_)});
  }
  operator Array<T>() const { return get(); }

  void operator=(T value) { write(value, IndexMode::raise); }
  void operator=(const Array<T>& values) { write(values, IndexMode::raise); }
  void operator=(const Selection& other) { write(other.get(), IndexMode::raise); }
  template <class J> void operator=(const Selection<T, J>& other) { write(other.get(), IndexMode::raise); }

#define TUKEY_COMPOUND(symbol, name)                                                     \
  void operator symbol##=(T value) { change(detail::BinaryOp::name, value); }            \
  void operator symbol##=(const Array<T>& values) { change(detail::BinaryOp::name, values); }
  TUKEY_COMPOUND(+, add)
  TUKEY_COMPOUND(-, subtract)
  TUKEY_COMPOUND(*, multiply)
  void operator/=(T value) {
    static_assert(is_floating_v<T>, "divide: floating types only; convert integers with astype<double>()");
    change(detail::BinaryOp::divide, value);
  }
  void operator/=(const Array<T>& values) {
    static_assert(is_floating_v<T>, "divide: floating types only; convert integers with astype<double>()");
    change(detail::BinaryOp::divide, values);
  }
#undef TUKEY_COMPOUND

 private:
  void write(const detail::Arg<T>& values, IndexMode mode) {
    IndexOptions options;
    options.mode = mode;
    if constexpr (is_mask)
      detail::write_mask<T>(x_, index_, values);
    else
      scatter<T>(x_, {Indices(index_)}, values, options);
  }
  void change(detail::BinaryOp op, const detail::Arg<T>& values) {
    if constexpr (is_mask) {
      if (!values.array) {  // without a wait: everything is computed, the selected part is kept
        const Array<T> changed = detail::binary<T>(op, x_, values);
        return detail::copy_where<T>(x_, index_, changed);
      }
    }
    Array<T> selected = get();
    detail::binary_into<T>(selected, op, selected, values);
    write(selected, IndexMode::wrap);  // get() has checked the indices
  }

  Array<T> x_;
  Array<I> index_;
};

}  // namespace tukey
