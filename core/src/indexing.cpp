// SPDX-License-Identifier: Apache-2.0
// Indexing by arrays: checks, broadcasting, the walk that a backend runs. Everything below the public templates works
// on bytes: an element type is its size, and for accumulations its kind.
#include "tukey/indexing.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "backend.hpp"
#include "indexing_backend.hpp"
#include "tukey/config.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/context.hpp"
#include "tukey/detail/workspace.hpp"

namespace tukey {

Device Indices::device() const { return storage_->device(); }
Indices Indices::copy() const {
  auto typed = [&](auto zero) {
    using I = decltype(zero);
    I* origin = const_cast<I*>(static_cast<const I*>(origin_));
    return Indices(Array<I>(storage_, origin, layout_).copy());
  };
  return wide_ ? typed(std::int64_t{}) : typed(std::int32_t{});
}
Indices Indices::reshaped(const Shape& shape) const {
  const auto layout = detail::reshape_view(layout_, shape);
  if (!layout) return copy().reshaped(shape);
  Indices y = *this;
  y.layout_ = *layout;
  y.origin_ = static_cast<const char*>(origin_) + layout->offset * (wide_ ? 8 : 4);
  y.layout_.offset = 0;
  return y;
}

namespace detail {
namespace {

// An array without its element type.
struct Block {
  Storage* storage;
  char* origin;
  Shape shape, strides;
  int bytes;
  char* use(bool write) const {
    if (storage) storage->use(write);
    return origin;
  }
};
template <class T> Block block(const Array<T>& x) {
  return {x.storage().get(), reinterpret_cast<char*>(x.origin()), x.shape(), x.strides(), sizeof(T)};
}

// Strides of x along the last axes of `shape`, to which it broadcasts.
Shape strides_in(const Shape& shape, const Shape& x, const Shape& strides) {
  Shape s = Shape::filled(shape.rank(), 0);
  const int skip = shape.rank() - x.rank();
  for (int d = 0; d < x.rank(); ++d)
    if (x[d] == shape[d + skip] && x[d] != 1) s[d + skip] = strides[d];
  return s;
}

// A walk under construction.
struct Walk {
  const char* function;
  Device device;
  indexed l{};
  bool plain[max_loop_rank] = {};  // an axis of x itself, of the same extent
  std::vector<Indices> indices;
  Shape axes;  // which axis of x each index counts on; empty for a flat one
  index_t slots = 1;

  Walk(const char* f, Device d, IndexMode mode) : function(f), device(d) { l.mode = static_cast<Range>(mode); }

  void set_shape(const Shape& shape) {
    l.rank = shape.rank();
    std::copy(shape.begin(), shape.end(), l.shape);
  }
  void add_index(const Indices& index, const Shape& strides, index_t size, index_t stride) {
    if (index.device() != device)
      invalid(function, "indices are on ", index.device().str(), ", the array is on ", device.str());
    require(size > 0 || l.size() == 0, function, "cannot take elements from an empty axis");
    indexed::operand& o = l.index[l.count++];
    o.data = index.origin();
    o.wide = index.wide();
    o.size = size, o.stride = stride;
    std::copy(strides.begin(), strides.end(), o.strides);
    indices.push_back(index);
  }
  // One index on all elements of x in row-major order.
  void add_flat_index(const Indices& index, const Shape& strides, const Block& x) {
    elements flat = merge(x.shape, x.strides);
    add_index(index, strides, x.shape.size(), flat.rank == 1 ? flat.strides[0] : 1);
    if (flat.rank == 1) return;
    l.flat_rank = flat.rank;
    std::copy(flat.shape, flat.shape + flat.rank, l.flat_shape);
    std::copy(flat.strides, flat.strides + flat.rank, l.flat_strides);
  }
  void set_values(const Shape& shape, const Shape& strides) {
    const Shape s = strides_in(Shape(l.shape, l.rank), shape, strides);
    std::copy(s.begin(), s.end(), l.y);
  }

  static elements merge(const Shape& shape, const Shape& strides) {
    elements e{};
    for (int d = 0; d < shape.rank(); ++d) {
      if (shape[d] == 1) continue;
      if (e.rank && e.strides[e.rank - 1] == strides[d] * shape[d]) {
        e.shape[e.rank - 1] *= shape[d];
        e.strides[e.rank - 1] = strides[d];
      } else {
        e.shape[e.rank] = shape[d];
        e.strides[e.rank++] = strides[d];
      }
    }
    if (e.rank == 0) e = {1, {1}, {1}};
    return e;
  }

  // The axes along which two places of the walk may name one element of x; numbers for the elements among which it
  // may be, and for the order of the writes, here and there. Before compress().
  indexed order() {
    indexed o = l;
    o.rank = 0;
    index_t position = 1;
    bool kept[max_loop_rank] = {};
    for (int d = 0; d < l.rank; ++d) {
      kept[d] = !plain[d];
      for (int k = 0; k < l.count; ++k) kept[d] = kept[d] || l.index[k].strides[d] != 0;
      l.slot[d] = l.position[d] = 0;
    }
    slots = 1;
    for (int d = l.rank - 1; d >= 0; --d) {
      if (!kept[d]) continue;
      l.position[d] = position;
      position *= l.shape[d];
      if (!plain[d]) continue;
      l.slot[d] = slots;
      slots *= l.shape[d];
    }
    for (int k = l.count - 1; k >= 0; --k) l.index[k].slot = slots, slots *= l.index[k].size;
    for (int k = 0; k < l.count; ++k) o.index[k].slot = l.index[k].slot;
    for (int d = 0; d < l.rank; ++d) {
      if (!kept[d]) continue;
      o.shape[o.rank] = l.shape[d];
      o.x[o.rank] = o.y[o.rank] = 0;
      o.slot[o.rank] = l.slot[d], o.position[o.rank] = l.position[d];
      for (int k = 0; k < l.count; ++k) o.index[k].strides[o.rank] = l.index[k].strides[d];
      ++o.rank;
    }
    merge_axes(o);
    return o;
  }
  // The number of every single element of x, for accumulations. Before compress().
  void number_elements() {
    slots = 1;
    for (int d = l.rank - 1; d >= 0; --d) {
      l.slot[d] = plain[d] ? slots : 0;
      if (plain[d]) slots *= l.shape[d];
    }
    for (int k = l.count - 1; k >= 0; --k) l.index[k].slot = slots, slots *= l.index[k].size;
  }

  static void merge_axes(indexed& w) {
    int rank = 0;
    auto move = [&](int to, int from) {
      w.y[to] = w.y[from], w.x[to] = w.x[from], w.slot[to] = w.slot[from], w.position[to] = w.position[from];
      for (int k = 0; k < w.count; ++k) w.index[k].strides[to] = w.index[k].strides[from];
    };
    for (int d = 0; d < w.rank; ++d) {
      const index_t n = w.shape[d];
      if (n == 1) continue;
      const int last = rank - 1;
      bool joins = rank > 0 && w.y[last] == w.y[d] * n && w.x[last] == w.x[d] * n && w.slot[last] == w.slot[d] * n &&
                   w.position[last] == w.position[d] * n;
      for (int k = 0; k < w.count; ++k) joins = joins && w.index[k].strides[last] == w.index[k].strides[d] * n;
      if (joins) {
        w.shape[last] *= n;
        move(last, d);
      } else {
        w.shape[rank] = n;
        move(rank++, d);
      }
    }
    if (rank == 0) {
      w.shape[0] = 1;
      w.y[0] = w.x[0] = w.slot[0] = w.position[0] = 0;
      for (int k = 0; k < w.count; ++k) w.index[k].strides[0] = 0;
      rank = 1;
    }
    w.rank = rank;
  }
  // Fewer axes, and words as large as addresses and strides allow. Returns the word size.
  int compress(int bytes, const void* x, const void* y) {
    const auto address = reinterpret_cast<std::uintptr_t>(x) | reinterpret_cast<std::uintptr_t>(y);
    int word = bytes;
    while (address % word != 0) word /= 2;
    if (word < bytes) {
      const int parts = bytes / word;
      for (int d = 0; d < l.rank; ++d) l.x[d] *= parts, l.y[d] *= parts;
      for (int k = 0; k < l.count; ++k) l.index[k].stride *= parts, l.index[k].strides[l.rank] = 0;
      for (int d = 0; d < l.flat_rank; ++d) l.flat_strides[d] *= parts;
      l.x[l.rank] = l.y[l.rank] = 1, l.slot[l.rank] = l.position[l.rank] = 0;
      l.shape[l.rank++] = parts;
    }
    merge_axes(l);
    const int inner = l.rank - 1;
    auto halves = [&] {
      if (word >= 16 || address % (2 * word) != 0 || l.shape[inner] % 2 != 0) return false;
      if (l.x[inner] != 1 || l.y[inner] != 1 || l.slot[inner] || l.position[inner] || l.cycle || l.has_scalar)
        return false;
      for (int d = 0; d < inner; ++d)
        if (l.x[d] % 2 || l.y[d] % 2) return false;
      for (int k = 0; k < l.count; ++k)
        if (l.index[k].strides[inner] || l.index[k].stride % 2) return false;
      for (int d = 0; d < l.flat_rank; ++d)
        if (l.flat_strides[d] % 2) return false;
      return true;
    };
    while (halves()) {
      word *= 2;
      l.shape[inner] /= 2;
      for (int d = 0; d < inner; ++d) l.x[d] /= 2, l.y[d] /= 2;
      for (int k = 0; k < l.count; ++k) l.index[k].stride /= 2;
      for (int d = 0; d < l.flat_rank; ++d) l.flat_strides[d] /= 2;
    }
    return word;
  }

  void use_indices() const {
    for (const Indices& i : indices)
      if (i.storage()) i.storage()->use(false);
  }
  void refuse_capture([[maybe_unused]] CUstream_st* stream) const {
    if constexpr (has_cuda) {
      if (l.mode != Range::raise && l.mode != Range::raise_negative) return;
      require(!cuda::is_capturing(stream), function,
              "mode raise waits for the GPU and cannot be captured; use mode wrap or clip");
    }
  }
  // Throws the error of the first bad place, if there is one.
  void report(index_t bad, const indexed& walked) const {
    if (bad == all_in_range) return;
    const int k = static_cast<int>(bad % max_indices);
    index_t place = bad / max_indices, at = 0;
    for (int d = walked.rank - 1; d >= 0; --d) {
      at += place % walked.shape[d] * walked.index[k].strides[d];
      place /= walked.shape[d];
    }
    const indexed::operand& o = walked.index[k];
    const char* element = static_cast<const char*>(o.data) + at * (o.wide ? 8 : 4);
    std::int64_t value = 0;
    std::int32_t narrow = 0;
    void* to = o.wide ? static_cast<void*>(&value) : &narrow;
    if constexpr (has_cuda) {
      if (device.is_cuda()) {
        GpuCall call(device);
        cuda::read_back(call.stream(), to, element, o.wide ? 8 : 4);
        throw_range(k, o.wide ? value : narrow);
      }
    }
    std::memcpy(to, element, o.wide ? 8 : 4);
    throw_range(k, o.wide ? value : narrow);
  }
  [[noreturn]] void throw_range(int k, index_t value) const {
    if (axes.empty()) invalid(function, "index ", value, " is out of bounds for size ", l.index[k].size);
    invalid(function, "index ", value, " is out of bounds for axis ", axes[k], " with size ", l.index[k].size);
  }

  // y = x[...]
  void gather(const Block& y, const Block& x) {
    set_values(y.shape, y.strides);
    if (l.size() == 0) return;
    const int word = compress(x.bytes, x.origin, y.origin);
    if constexpr (has_cuda) {
      if (device.is_cuda()) {
        GpuCall call(device);
        refuse_capture(call.stream());
        use_indices();
        const char* from = x.use(false);
        return report(cuda::gather(call.stream(), word, l, y.use(true), from), l);
      }
    }
    report(cpu::gather(word, l, y.origin, x.origin), l);
  }

  // In mode raise: waits, and all indices are good after it.
  void check() {
    if (l.mode != Range::raise) return;
    if constexpr (has_cuda) {
      if (device.is_cuda()) {
        GpuCall call(device);
        refuse_capture(call.stream());
        use_indices();
        const indexed o = order();
        report(cuda::check_range(call.stream(), o), o);
        l.mode = Range::wrap;
        return;
      }
    }
    const indexed o = order();
    report(cpu::check_range(o), o);
    l.mode = Range::wrap;
  }

  // x[...] = y, or the scalar in l.
  void scatter(const Block& x, const Block* y) {
    if (l.size() == 0) return;
    check();
    indexed walked = order();
    bool ordered = !l.has_scalar;
    if (walked.size() == 1) ordered = false;
    if (!ordered) std::fill(l.slot, l.slot + l.rank, 0), std::fill(l.position, l.position + l.rank, 0);
    int word = 0;
    if (y) {
      word = compress(x.bytes, x.origin, y->origin);
    } else {
      // A scalar is written whole: where the addresses do not allow that, part by part.
      word = x.bytes;
      while (reinterpret_cast<std::uintptr_t>(x.origin) % word != 0) word /= 2;
    }
    if constexpr (has_cuda) {
      if (device.is_cuda()) {
        GpuCall call(device);
        use_indices();
        const char* from = y ? y->use(false) : nullptr;
        char* to = x.use(true);
        return for_parts(x.bytes, word, to, [&](char* part) {
          cuda::scatter(call.stream(), word, l, ordered ? &walked : nullptr, slots, part, from);
        });
      }
    }
    for_parts(x.bytes, word, x.origin, [&](char* part) {
      cpu::scatter(word, l, ordered ? &walked : nullptr, slots, part, y ? y->origin : nullptr);
    });
  }
  template <class Body> void for_parts(int bytes, int word, char* x, const Body& body) {
    if (!l.has_scalar) return body(x);
    const int parts = bytes / word;
    for (int d = 0; d < l.rank; ++d) l.x[d] *= parts;
    for (int k = 0; k < l.count; ++k) l.index[k].stride *= parts;
    for (int d = 0; d < l.flat_rank; ++d) l.flat_strides[d] *= parts;
    merge_axes(l);
    unsigned char value[16];
    std::memcpy(value, &l.scalar, 16);
    for (int p = 0; p < parts; ++p) {
      std::memcpy(&l.scalar, value + p * word, word);
      body(x + p * word);
    }
  }

  void accumulate(Accumulate op, Kind kind, const Block& x, const Block* y) {
    if (l.size() == 0) return;
    check();
    number_elements();
    std::fill(l.position, l.position + l.rank, 0);
    merge_axes(l);
    if constexpr (has_cuda) {
      if (device.is_cuda()) {
        GpuCall call(device);
        use_indices();
        const char* from = y ? y->use(false) : nullptr;
        return cuda::accumulate(call.stream(), op, kind, x.bytes, l, slots, x.use(true), from);
      }
    }
    cpu::accumulate(op, kind, x.bytes, l, slots, x.origin, y ? y->origin : nullptr);
  }
};

template <class T> void set_scalar(indexed& l, T value) {
  l.has_scalar = 1;
  std::memcpy(&l.scalar, &value, sizeof(T));
}
// Values apart from what is written: a copy where they may overlap.
template <class T> Array<T> apart(const Array<T>& values, const Array<T>& x) {
  return values.storage() == x.storage() ? values.copy() : values;
}
template <class T> Indices apart(const Indices& indices, const Array<T>& x) {
  return indices.storage() == x.storage() ? indices.copy() : indices;
}
template <class A, class B> void same_device(const A& a, const B& b, const char* function) {
  if (a.device() != b.device()) invalid(function, "arrays are on ", a.device().str(), " and ", b.device().str());
}

// x[i, j, ...]: the walk over (shape of the indices) + (other axes of x).
template <class T>
Walk leading_walk(const char* function, const Array<T>& x, const std::vector<Indices>& indices, IndexMode mode,
                  bool write) {
  const int count = static_cast<int>(indices.size());
  require(count >= 1 && count <= x.rank(), function, "expected 1 to ", x.rank(), " index arrays for an array of shape ",
          x.shape().str(), ", got ", count);
  Shape shape = indices[0].shape();
  for (const Indices& i : indices) shape = broadcast_shapes(shape, i.shape(), function);
  const Shape places = shape;
  for (int d = count; d < x.rank(); ++d) shape.push_back(x.shape()[d]);
  Walk w(function, x.device(), mode);
  w.set_shape(shape);
  for (int d = places.rank(); d < shape.rank(); ++d) {
    w.plain[d] = true;
    w.l.x[d] = x.strides()[d - places.rank() + count];
  }
  for (int k = 0; k < count; ++k) {
    const Indices i = write ? apart(indices[k], x) : indices[k];
    w.axes.push_back(k);
    w.add_index(i, strides_in(places, i.shape(), i.strides()), x.shape()[k], x.strides()[k]);
  }
  return w;
}

struct AlongAxis {
  Walk walk;
  Shape shape;
};
template <class T>
AlongAxis along_axis_walk(const char* function, const Array<T>& x, const Indices& given,
                          const AlongAxisOptions& options, bool write) {
  const Indices i = write ? apart(given, x) : given;
  Walk w(function, x.device(), options.mode);
  if (!options.axis) {
    require(i.shape().rank() == 1, function, "without an axis indices must have rank 1, got shape ", i.shape().str());
    w.set_shape(i.shape());
    w.add_flat_index(i, i.strides(), block(x));
    return {std::move(w), i.shape()};
  }
  require(i.shape().rank() == x.rank(), function, "indices must have the array's rank ", x.rank(), ", got shape ",
          i.shape().str());
  const int axis = normalize_axis(*options.axis, x.rank(), function);
  Shape others = x.shape(), shape = i.shape();
  others[axis] = shape[axis] = 1;
  shape = broadcast_shapes(others, shape, function);
  shape[axis] = i.shape()[axis];
  w.set_shape(shape);
  for (int d = 0; d < x.rank(); ++d) {
    if (d == axis || x.shape()[d] != shape[d]) continue;
    w.plain[d] = true;
    w.l.x[d] = x.strides()[d];
  }
  w.axes.push_back(axis);
  w.add_index(i, strides_in(shape, i.shape(), i.strides()), x.shape()[axis], x.strides()[axis]);
  return {std::move(w), shape};
}

// The values of a scatter, broadcast to the walk.
template <class T> Array<T> fit_values(const Walk& w, const Array<T>& x, const Array<T>& values) {
  same_device(x, values, w.function);
  const Shape shape(w.l.shape, w.l.rank);
  const Layout layout = broadcast_to(values.layout(), shape, w.function);
  const Array<T> all(values.storage(), values.origin() + layout.offset, Layout{layout.shape, layout.strides, 0});
  return apart(all, x);
}
template <class T, class Run> void with_values(Walk& w, const Array<T>& x, const Arg<T>& values, const Run& run) {
  if (!values.array) {
    set_scalar(w.l, values.scalar);
    return run(nullptr);
  }
  const Array<T> v = fit_values(w, x, *values.array);
  w.set_values(v.shape(), v.strides());
  const Block from = block(v);
  run(&from);
}
template <class T>
void accumulate_into(const char* function, Accumulate op, const Array<T>& x, const std::vector<Indices>& indices,
                     const Arg<T>& values, IndexMode mode) {
  Walk w = leading_walk(function, x, indices, mode, true);
  constexpr Kind kind = is_complex_v<T>               ? Kind::is_complex
                        : std::is_floating_point_v<T> ? Kind::is_float
                        : std::is_signed_v<T>         ? Kind::is_signed
                                                      : Kind::is_unsigned;
  with_values(w, x, values, [&](const Block* y) { w.accumulate(op, kind, block(x), y); });
}

// What is not zero, marked; memory lives as long as this.
class Marks {
 public:
  Marks(const char* function, const Block& x, word16 keep, Device device) : function_(function), device_(device) {
    m_.size = x.shape.size();
    const index_t tiles = m_.tiles();
    const std::size_t bits = static_cast<std::size_t>(tiles) * tile_words * sizeof(unsigned);
    const std::size_t before = static_cast<std::size_t>(tiles + 1) * sizeof(index_t);
    const elements e = Walk::merge(x.shape, x.strides);
    if constexpr (has_cuda) {
      if (device.is_cuda()) {
        GpuCall call(device);
        memory_.reset(new Workspace(call.stream(), bits + before));
        m_.before = memory_->as<index_t>();
        m_.bits = reinterpret_cast<unsigned*>(m_.before + tiles + 1);
        cuda::mark(call.stream(), x.bytes, keep, e, x.use(false), m_);
        return;
      }
    }
    host_.resize((bits + before) / sizeof(index_t) + 1);
    m_.before = host_.data();
    m_.bits = reinterpret_cast<unsigned*>(m_.before + tiles + 1);
    cpu::mark(x.bytes, keep, e, x.origin, m_);
  }
  // Waits.
  index_t count() const {
    if constexpr (has_cuda) {
      if (device_.is_cuda()) {
        GpuCall call(device_);
        require(!cuda::is_capturing(call.stream()), function_, "waits for the GPU and cannot be captured");
        index_t n = 0;
        cuda::read_back(call.stream(), &n, m_.before + m_.tiles(), sizeof(n));
        return n;
      }
    }
    return m_.before[m_.tiles()];
  }
  void compact(const Block& x, const Block& out) const {
    const elements e = Walk::merge(x.shape, x.strides);
    if constexpr (has_cuda) {
      if (device_.is_cuda()) {
        GpuCall call(device_);
        const char* from = x.use(false);
        return cuda::compact(call.stream(), x.bytes, e, from, m_, out.use(true));
      }
    }
    cpu::compact(x.bytes, e, x.origin, m_, out.origin);
  }
  void expand(const Block& x, const Block& values, bool by_position) const {
    const elements e = Walk::merge(x.shape, x.strides);
    const index_t cycle = values.shape.size();
    if constexpr (has_cuda) {
      if (device_.is_cuda()) {
        GpuCall call(device_);
        const char* from = values.use(false);
        return cuda::expand(call.stream(), x.bytes, e, x.use(true), m_, from, cycle, by_position);
      }
    }
    cpu::expand(x.bytes, e, x.origin, m_, values.origin, cycle, by_position);
  }
  void coordinates(const Shape& shape, const Array<std::int64_t>& out, index_t axis_stride, index_t stride) const {
    if (out.size() == 0) return;
    if (out.storage()) out.storage()->use(true);
    index_t* to = reinterpret_cast<index_t*>(out.origin());
    if constexpr (has_cuda) {
      if (device_.is_cuda()) {
        GpuCall call(device_);
        return cuda::coordinates(call.stream(), shape.rank(), shape.begin(), m_, to, axis_stride, stride);
      }
    }
    cpu::coordinates(shape.rank(), shape.begin(), m_, to, axis_stride, stride);
  }

 private:
  const char* function_;
  Device device_;
  marked m_{};
  std::unique_ptr<Workspace> memory_;
  std::vector<index_t> host_;
};

// The bits of an element that decide whether it is zero: all but the signs of floating parts.
template <class T> word16 kept_bits() {
  word16 keep{~0ul, ~0ul};
  if constexpr (std::is_same_v<real_t<T>, float>)
    keep.a = keep.b = 0x7fffffff7ffffffful;
  else if constexpr (std::is_same_v<real_t<T>, double>)
    keep.a = keep.b = 0x7ffffffffffffffful;
  return keep;
}
// Marks of x where its memory can be read in its own words (else of a copy).
template <class T> Array<T> aligned(const Array<T>& x) {
  return reinterpret_cast<std::uintptr_t>(x.origin()) % sizeof(T) ? x.copy() : x;
}
template <class T> Marks marks(const char* function, const Array<T>& x) {
  return Marks(function, block(aligned(x)), kept_bits<T>(), x.device());
}

void check_mask(const char* function, const Shape& x, const Array<bool>& mask) {
  bool fits = mask.rank() <= x.rank() && (mask.rank() > 0 || x.rank() == 0);
  for (int d = 0; fits && d < mask.rank(); ++d) fits = mask.shape()[d] == x[d];
  require(fits, function, "the mask's shape ", mask.shape().str(), " must be the array's or that of its leading axes, ",
          x.str());
}
void check_whole_mask(const char* function, const Shape& x, const Array<bool>& mask) {
  require(mask.shape() == x, function, "the mask must have the array's shape ", x.str(), ", got ", mask.shape().str());
}
Array<bool> over_all_axes(const Array<bool>& mask, const Shape& shape) {
  Array<bool> m = mask;
  for (int d = mask.rank(); d < shape.rank(); ++d) m = m.expand_dims(d);
  return m.broadcast_to(shape);
}
// A choice under construction; `y` is what it writes.
class Choice {
 public:
  Choice(const char* function, const Shape& shape, Device device) : function_(function), device_(device) {
    c_.rank = shape.rank();
    std::copy(shape.begin(), shape.end(), c_.shape);
  }
  template <class T> void set_result(const Array<T>& y) {
    y_ = block(y);
    std::copy(y.strides().begin(), y.strides().end(), c_.y);
  }
  template <class T> void set_default(T value) {
    c_.has_default = 1;
    set_value(value);
  }
  template <class T> void set_value(T value) { std::memcpy(&c_.otherwise, &value, sizeof(T)); }
  void set_index(const Indices& index, IndexMode mode, index_t first, index_t total) {
    c_.by_index = 1, c_.wide = index.wide(), c_.first = first, c_.total = total;
    c_.mode = mode == IndexMode::raise ? Range::raise_negative : static_cast<Range>(mode);
    set(c_.condition[0], index.origin(), index.shape(), index.strides());
    used_.push_back(index.storage().get());
  }
  void add_condition(const Array<bool>& condition) {
    set(c_.condition[c_.count], condition.origin(), condition.shape(), condition.strides());
    used_.push_back(condition.storage().get());
  }
  template <class T> void add(const Array<T>& from) {
    set(c_.from[c_.count++], from.origin(), from.shape(), from.strides());
    address_ |= reinterpret_cast<std::uintptr_t>(from.origin());
    used_.push_back(from.storage().get());
  }
  void add_value() { c_.from[c_.count++].data = nullptr; }
  bool full() const { return c_.count == max_candidates; }

  void run() {
    index_t size = 1;
    for (int d = 0; d < c_.rank; ++d) size *= c_.shape[d];
    if (size == 0) return;
    address_ |= reinterpret_cast<std::uintptr_t>(y_.origin);
    int word = y_.bytes;
    while (address_ % word != 0) word /= 2;
    const int parts = y_.bytes / word;
    if (parts == 1) return run(word, y_.origin);
    // Misaligned elements: part by part, as the default may differ.
    unsigned char value[16];
    std::memcpy(value, &c_.otherwise, 16);
    for (int d = 0; d < c_.rank; ++d) {
      c_.y[d] *= parts;
      for (int k = 0; k < c_.count; ++k) c_.from[k].strides[d] *= parts;
    }
    for (int p = 0; p < parts; ++p) {
      std::memcpy(&c_.otherwise, value + p * word, static_cast<std::size_t>(word));
      run(word, y_.origin + p * word);
      for (int k = 0; k < c_.count; ++k)
        if (c_.from[k].data) c_.from[k].data = static_cast<const char*>(c_.from[k].data) + word;
    }
  }

 private:
  void set(candidate& to, const void* data, const Shape& x, const Shape& strides) {
    to.data = data;
    const Shape s = strides_in(Shape(c_.shape, static_cast<std::size_t>(c_.rank)), x, strides);
    std::copy(s.begin(), s.end(), to.strides);
  }
  int conditions() const { return c_.by_index ? 1 : c_.count; }
  choice merged() const {
    choice m = c_;
    m.rank = 0;
    auto each = [&](auto&& f) {
      f(m.y);
      for (int k = 0; k < m.count; ++k) f(m.from[k].strides);
      for (int k = 0; k < conditions(); ++k) f(m.condition[k].strides);
    };
    for (int d = 0; d < c_.rank; ++d) {
      const index_t n = c_.shape[d];
      if (n == 1) continue;
      bool joins = m.rank > 0;
      each([&](index_t* s) { joins = joins && s[m.rank - 1] == s[d] * n; });
      const int to = joins ? m.rank - 1 : m.rank++;
      m.shape[to] = joins ? m.shape[to] * n : n;
      each([&](index_t* s) { s[to] = s[d]; });
    }
    if (m.rank == 0) {
      m.rank = 1, m.shape[0] = 1;
      each([&](index_t* s) { s[0] = 0; });
    }
    return m;
  }
  void run(int word, char* y) {
    const choice m = merged();
    if constexpr (has_cuda) {
      if (device_.is_cuda()) {
        GpuCall call(device_);
        if (m.by_index && m.mode == Range::raise_negative)
          require(!cuda::is_capturing(call.stream()), function_,
                  "mode raise waits for the GPU and cannot be captured; use mode wrap or clip");
        for (Storage* s : used_)
          if (s) s->use(false);
        y_.use(true);
        const index_t bad = cuda::choose(call.stream(), word, m, y);
        if (bad != all_in_range) {
          const char* element = place(m, bad);
          std::int64_t value = 0;
          std::int32_t narrow = 0;
          cuda::read_back(call.stream(), m.wide ? static_cast<void*>(&value) : &narrow, element, m.wide ? 8 : 4);
          refuse(m.wide ? value : narrow);
        }
        return;
      }
    }
    const index_t bad = cpu::choose(word, m, y);
    if (bad == all_in_range) return;
    const char* element = place(m, bad);
    refuse(m.wide ? *reinterpret_cast<const std::int64_t*>(element) : *reinterpret_cast<const std::int32_t*>(element));
  }
  static const char* place(const choice& m, index_t at) {
    index_t offset = 0;
    for (int d = m.rank - 1; d >= 0; --d) {
      offset += at % m.shape[d] * m.condition[0].strides[d];
      at /= m.shape[d];
    }
    return static_cast<const char*>(m.condition[0].data) + offset * (m.wide ? 8 : 4);
  }
  [[noreturn]] void refuse(index_t value) const {
    invalid(function_, "index ", value, " is out of bounds for ", c_.total, " choices");
  }

  const char* function_;
  Device device_;
  choice c_{};
  Block y_{};
  std::uintptr_t address_ = 0;
  std::vector<Storage*> used_;
};

// Positions of what is marked, one row for each axis of `shape`.
Array<std::int64_t> positions(const Marks& m, const Shape& shape, Device device) {
  const index_t n = m.count();
  const Array<std::int64_t> out(Shape{static_cast<index_t>(shape.rank()), n}, device);
  m.coordinates(shape, out, n, 1);
  return out;
}

}  // namespace

template <class T> Array<T> read_mask(const Array<T>& x, const Array<bool>& mask) {
  const char* function = "x[mask]";
  same_device(x, mask, function);
  check_mask(function, x.shape(), mask);
  const Marks m = marks(function, mask);
  if (mask.rank() == x.rank()) {
    const Array<T> from = aligned(x);
    const Array<T> out(Shape{m.count()}, x.device());
    if (out.size() > 0) m.compact(block(from), block(out));
    return out;
  }
  const Array<std::int64_t> p = positions(m, mask.shape(), x.device());
  std::vector<Indices> indices;
  for (int d = 0; d < mask.rank(); ++d) indices.emplace_back(p.select(0, d));
  IndexOptions options;
  options.mode = IndexMode::wrap;
  return gather<T>(x, indices, options);
}

template <class T> void copy_where(const Array<T>& x, const Array<bool>& given, Arg<T> values) {
  const char* function = "x[mask]";
  same_device(x, given, function);
  check_mask(function, x.shape(), given);
  const Array<bool> mask = over_all_axes(given.storage() == x.storage() ? given.copy() : given, x.shape());
  Choice c(function, x.shape(), x.device());
  c.set_result(x);
  c.add_condition(mask);
  if (values.array) {
    c.add(*values.array);
  } else {
    c.set_value(values.scalar);
    c.add_value();
  }
  c.run();
}

template <class T> void write_mask(const Array<T>& x, const Array<bool>& given, Arg<T> values) {
  const char* function = "x[mask]";
  if (!values.array) return copy_where(x, given, values);
  same_device(x, *values.array, function);
  same_device(x, given, function);
  check_mask(function, x.shape(), given);
  if (values.array->size() == 1 && values.array->rank() <= 1)
    return copy_where<T>(x, given, apart(*values.array, x).reshape({}).broadcast_to(x.shape()));
  const Array<bool> mask = given.storage() == x.storage() ? given.copy() : given;
  const Marks m = marks(function, mask);
  const index_t n = m.count();
  Shape selected{n};
  for (int d = mask.rank(); d < x.rank(); ++d) selected.push_back(x.shape()[d]);
  const Array<T> values_apart = apart(*values.array, x);
  const Layout layout = broadcast_to(values_apart.layout(), selected, function);
  const Array<T> all(values_apart.storage(), values_apart.origin(), layout);
  if (all.size() == 0) return;
  if (mask.rank() == x.rank() && reinterpret_cast<std::uintptr_t>(x.origin()) % sizeof(T) == 0)
    return m.expand(block(x), block(aligned(all.contiguous())), false);
  const Array<std::int64_t> p = positions(m, mask.shape(), x.device());
  std::vector<Indices> indices;
  for (int d = 0; d < mask.rank(); ++d) indices.emplace_back(p.select(0, d));
  IndexOptions options;
  options.mode = IndexMode::wrap;
  scatter<T>(x, indices, all, options);
}

}  // namespace detail

using namespace detail;

template <class T> Array<T> take(const Array<T>& x, const Indices& indices, TakeOptions options) {
  if (!options.axis) {
    Walk w("take", x.device(), options.mode);
    w.set_shape(indices.shape());
    w.add_flat_index(indices, indices.strides(), block(x));
    const Array<T> y(indices.shape(), x.device());
    w.gather(block(y), block(x));
    return y;
  }
  const int axis = normalize_axis(*options.axis, x.rank(), "take");
  Shape shape, strides, index_strides;
  for (int d = 0; d < axis; ++d) {
    shape.push_back(x.shape()[d]);
    strides.push_back(x.strides()[d]);
    index_strides.push_back(0);
  }
  for (int d = 0; d < indices.shape().rank(); ++d) {
    shape.push_back(indices.shape()[d]);
    strides.push_back(0);
    index_strides.push_back(indices.strides()[d]);
  }
  for (int d = axis + 1; d < x.rank(); ++d) {
    shape.push_back(x.shape()[d]);
    strides.push_back(x.strides()[d]);
    index_strides.push_back(0);
  }
  Walk w("take", x.device(), options.mode);
  w.set_shape(shape);
  std::copy(strides.begin(), strides.end(), w.l.x);
  w.axes.push_back(axis);
  w.add_index(indices, index_strides, x.shape()[axis], x.strides()[axis]);
  const Array<T> y(shape, x.device());
  w.gather(block(y), block(x));
  return y;
}

template <class T> Array<T> take_along_axis(const Array<T>& x, const Indices& indices, AlongAxisOptions options) {
  AlongAxis a = along_axis_walk("take_along_axis", x, indices, options, false);
  const Array<T> y(a.shape, x.device());
  a.walk.gather(block(y), block(x));
  return y;
}

template <class T> Array<T> gather(const Array<T>& x, const std::vector<Indices>& indices, IndexOptions options) {
  Walk w = leading_walk("gather", x, indices, options.mode, false);
  const Array<T> y(Shape(w.l.shape, static_cast<std::size_t>(w.l.rank)), x.device());
  w.gather(block(y), block(x));
  return y;
}

template <class T> Array<T> choose(const Indices& index, const std::vector<Array<T>>& choices, IndexOptions options) {
  require(!choices.empty(), "choose", "expected at least one choice");
  Shape shape = index.shape();
  for (const Array<T>& c : choices) {
    shape = broadcast_shapes(shape, c.shape(), "choose");
    same_device(index, c, "choose");
  }
  const Array<T> y(shape, index.device());
  const index_t total = static_cast<index_t>(choices.size());
  for (index_t first = 0; first < total; first += max_candidates) {
    Choice c("choose", shape, index.device());
    c.set_result(y);
    c.set_index(index, options.mode, first, total);
    for (index_t k = first; k < total && !c.full(); ++k) c.add(choices[static_cast<std::size_t>(k)]);
    c.run();
  }
  return y;
}

template <class T>
Array<T> select(const std::vector<Array<bool>>& conditions, const std::vector<Array<T>>& choices,
                detail::same_t<T> otherwise) {
  require(!choices.empty() && choices.size() == conditions.size(), "select",
          "expected as many choices as conditions and at least one, got ", choices.size(), " and ", conditions.size());
  Shape shape;
  for (const Array<bool>& c : conditions) shape = broadcast_shapes(shape, c.shape(), "select");
  for (const Array<T>& c : choices) shape = broadcast_shapes(shape, c.shape(), "select");
  const Device device = choices[0].device();
  for (const Array<bool>& c : conditions) same_device(choices[0], c, "select");
  for (const Array<T>& c : choices) same_device(choices[0], c, "select");
  const Array<T> y(shape, device);
  // The last group first: earlier conditions overwrite.
  const std::size_t groups = (choices.size() + max_candidates - 1) / max_candidates;
  for (std::size_t g = groups; g-- > 0;) {
    Choice c("select", shape, device);
    c.set_result(y);
    if (g == groups - 1) c.set_default<T>(otherwise);
    for (std::size_t k = g * max_candidates; k < choices.size() && !c.full(); ++k) {
      c.add_condition(conditions[k]);
      c.add(choices[k]);
    }
    c.run();
  }
  return y;
}

template <class T> std::vector<Array<std::int64_t>> nonzero(const Array<T>& x) {
  require(x.rank() > 0, "nonzero", "expected an array of rank 1 or more, got rank 0");
  const Array<std::int64_t> p = positions(marks("nonzero", x), x.shape(), x.device());
  std::vector<Array<std::int64_t>> result;
  for (int d = 0; d < x.rank(); ++d) result.push_back(p.select(0, d));
  return result;
}
template <class T> Array<std::int64_t> argwhere(const Array<T>& x) {
  const Marks m = marks("argwhere", x);
  const Array<std::int64_t> out(Shape{m.count(), static_cast<index_t>(x.rank())}, x.device());
  m.coordinates(x.shape(), out, 1, x.rank());
  return out;
}
template <class T> Array<std::int64_t> flatnonzero(const Array<T>& x) {
  const Marks m = marks("flatnonzero", x);
  const Array<std::int64_t> out(Shape{m.count()}, x.device());
  m.coordinates(Shape{x.size()}, out, 1, 1);
  return out;
}

template <class T> Array<T> compress(const Array<bool>& condition, const Array<T>& x, std::optional<int> given) {
  same_device(x, condition, "compress");
  require(condition.rank() == 1, "compress", "the condition must have rank 1, got shape ", condition.shape().str());
  if (!given && condition.size() == x.size()) {
    const Marks m = marks("compress", condition);
    const Array<T> from = aligned(x);
    const Array<T> out(Shape{m.count()}, x.device());
    if (out.size() > 0) m.compact(block(from), block(out));
    return out;
  }
  TakeOptions options;
  options.axis = given;
  return take<T>(x, flatnonzero(condition), options);
}

template <class T>
void put(Array<T> x, const Indices& given, detail::same_t<detail::Arg<T>> values, IndexOptions options) {
  const Indices indices = apart(given, x);
  Walk w("put", x.device(), options.mode);
  w.set_shape(indices.shape());
  if (values.array) {
    same_device(x, *values.array, "put");
    if (values.array->size() == 0) return;
  }
  w.add_flat_index(indices, indices.strides(), block(x));
  if (!values.array || values.array->size() == 1 || values.array->size() == indices.size()) {
    const Array<T> v = !values.array               ? Array<T>()
                       : values.array->size() == 1 ? values.array->reshape({})
                                                   : values.array->reshape(indices.shape());
    return with_values<T>(w, x, values.array ? Arg<T>(v) : values, [&](const Block* y) { w.scatter(block(x), y); });
  }
  const Array<T> v = apart(values.array->flatten(), x).contiguous();
  const Shape strides = row_major_strides(indices.shape());
  std::copy(strides.begin(), strides.end(), w.l.y);
  w.l.cycle = v.size();
  const Block y = block(v);
  w.scatter(block(x), &y);
}
template <class T>
void put_along_axis(Array<T> x, const Indices& indices, detail::same_t<detail::Arg<T>> values,
                    AlongAxisOptions options) {
  AlongAxis a = along_axis_walk("put_along_axis", x, indices, options, true);
  with_values<T>(a.walk, x, values, [&](const Block* y) { a.walk.scatter(block(x), y); });
}
template <class T>
void scatter(Array<T> x, const std::vector<Indices>& indices, detail::same_t<detail::Arg<T>> values,
             IndexOptions options) {
  Walk w = leading_walk("scatter", x, indices, options.mode, true);
  with_values<T>(w, x, values, [&](const Block* y) { w.scatter(block(x), y); });
}
template <class T>
void scatter_add(Array<T> x, const std::vector<Indices>& indices, detail::same_t<detail::Arg<T>> values,
                 IndexOptions options) {
  accumulate_into<T>("scatter_add", Accumulate::add, x, indices, values, options.mode);
}
template <class T>
void scatter_max(Array<T> x, const std::vector<Indices>& indices, detail::same_t<detail::Arg<T>> values,
                 IndexOptions options) {
  accumulate_into<T>("scatter_max", Accumulate::max, x, indices, values, options.mode);
}
template <class T>
void scatter_min(Array<T> x, const std::vector<Indices>& indices, detail::same_t<detail::Arg<T>> values,
                 IndexOptions options) {
  accumulate_into<T>("scatter_min", Accumulate::min, x, indices, values, options.mode);
}

namespace {
template <class T>
void fill_marked(const char* function, const Array<T>& x, const Array<bool>& given, const Array<T>& values,
                 bool by_position) {
  const Array<bool> mask = given.storage() == x.storage() ? given.copy() : given;
  const Array<T> v = aligned(apart(values.flatten(), x).contiguous());
  const Marks m = marks(function, mask);
  if (reinterpret_cast<std::uintptr_t>(x.origin()) % sizeof(T) == 0) return m.expand(block(x), block(v), by_position);
  Array<T> copy = x.copy();
  m.expand(block(copy), block(v), by_position);
  Array<T>(x).assign(copy);
}
}  // namespace

template <class T> void place(Array<T> x, const Array<bool>& mask, const detail::same_t<Array<T>>& values) {
  same_device(x, mask, "place");
  same_device(x, values, "place");
  check_whole_mask("place", x.shape(), mask);
  require(values.size() > 0 || x.size() == 0, "place", "expected values, got an empty array");
  if (x.size() > 0) fill_marked("place", x, mask, values, false);
}
template <class T> void putmask(Array<T> x, const Array<bool>& mask, detail::same_t<detail::Arg<T>> values) {
  same_device(x, mask, "putmask");
  check_whole_mask("putmask", x.shape(), mask);
  if (x.size() == 0) return;
  if (!values.array) return copy_where<T>(x, mask, values);
  same_device(x, *values.array, "putmask");
  if (values.array->size() == 0) return;
  if (values.array->size() == x.size()) return copy_where<T>(x, mask, apart(*values.array, x).reshape(x.shape()));
  fill_marked("putmask", x, mask, *values.array, true);
}

#define TUKEY_INSTANTIATE(T)                                                                                     \
  template TUKEY_EXPORT Array<T> take(const Array<T>&, const Indices&, TakeOptions);                             \
  template TUKEY_EXPORT Array<T> take_along_axis(const Array<T>&, const Indices&, AlongAxisOptions);             \
  template TUKEY_EXPORT Array<T> gather(const Array<T>&, const std::vector<Indices>&, IndexOptions);             \
  template TUKEY_EXPORT Array<T> tukey::choose<T>(const Indices&, const std::vector<Array<T>>&, IndexOptions);   \
  template TUKEY_EXPORT Array<T> tukey::select<T>(const std::vector<Array<bool>>&, const std::vector<Array<T>>&, \
                                                  detail::same_t<T>);                                            \
  template TUKEY_EXPORT Array<T> compress(const Array<bool>&, const Array<T>&, std::optional<int>);              \
  template TUKEY_EXPORT void put<T>(Array<T>, const Indices&, detail::same_t<detail::Arg<T>>, IndexOptions);     \
  template TUKEY_EXPORT void put_along_axis<T>(Array<T>, const Indices&, detail::same_t<detail::Arg<T>>,         \
                                               AlongAxisOptions);                                                \
  template TUKEY_EXPORT void scatter<T>(Array<T>, const std::vector<Indices>&, detail::same_t<detail::Arg<T>>,   \
                                        IndexOptions);                                                           \
  template TUKEY_EXPORT void place<T>(Array<T>, const Array<bool>&, const detail::same_t<Array<T>>&);            \
  template TUKEY_EXPORT void putmask<T>(Array<T>, const Array<bool>&, detail::same_t<detail::Arg<T>>);           \
  template TUKEY_EXPORT Array<T> detail::read_mask(const Array<T>&, const Array<bool>&);                         \
  template TUKEY_EXPORT void detail::write_mask(const Array<T>&, const Array<bool>&, Arg<T>);                    \
  template TUKEY_EXPORT void detail::copy_where(const Array<T>&, const Array<bool>&, Arg<T>);
TUKEY_FOR_ALL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                                       \
  template TUKEY_EXPORT std::vector<Array<std::int64_t>> nonzero(const Array<T>&); \
  template TUKEY_EXPORT Array<std::int64_t> argwhere(const Array<T>&);             \
  template TUKEY_EXPORT Array<std::int64_t> flatnonzero(const Array<T>&);
TUKEY_FOR_COMPUTED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_ACCUMULATE(name, T)                                                                           \
  template TUKEY_EXPORT void name<T>(Array<T>, const std::vector<Indices>&, detail::same_t<detail::Arg<T>>, \
                                     IndexOptions);
#define TUKEY_INSTANTIATE(T) TUKEY_ACCUMULATE(scatter_add, T)
TUKEY_FOR_NUMERIC(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T) TUKEY_ACCUMULATE(scatter_max, T) TUKEY_ACCUMULATE(scatter_min, T)
TUKEY_FOR_INTEGER(TUKEY_INSTANTIATE)
TUKEY_FOR_REAL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey
