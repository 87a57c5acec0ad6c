// SPDX-License-Identifier: Apache-2.0
// Copies with an index map for each axis: joining axes, the CPU's loop, the choice of backend.
#include <cstdint>
#include <utility>

#include "remap_array.hpp"
#include "tukey/detail/parallel.hpp"

namespace tukey {
namespace detail {

void join(remapping& r) {
  // An axis that is copied whole joins the one before it, if that one's elements follow each other: its own index map
  // then counts in longer steps, which mirrors and edges cannot.
  auto is_whole = [](const remap_axis& a) { return a.map == map_inside && a.shift == 0 && a.length == a.extent; };
  int last = -1;
  const int fixed = r.band ? r.rank - 2 : r.rank;  // axes from here on stay as they are
  for (int d = 0; d < r.rank; ++d) {
    const remap_axis a = r.axes[d];
    if (d < fixed && is_whole(a)) {
      if (a.length == 1) continue;
      if (last >= 0) {
        remap_axis& b = r.axes[last];
        const bool scales = b.map == map_inside || b.map == map_constant || b.map == map_wrap;
        if (scales && b.stride == a.stride * a.length && b.other_stride == a.other_stride * a.length) {
          b = {b.length * a.length, b.extent * a.length, a.stride, b.shift * a.length, a.other_stride, nullptr, b.map};
          continue;
        }
      }
    }
    ++last;
    r.axes[last] = a;
    r.outside[last][0] = r.outside[d][0], r.outside[last][1] = r.outside[d][1];
  }
  r.rank = last + 1;
  if (r.rank == 0) {
    r.rank = 1;
    r.axes[0] = {1, 1, 1, 0, 0, nullptr, map_inside};
  }
}

void remap_elements(remapping r, int bytes, void* to, const void* from, const void* other, Device device) {
  join(r);
  if constexpr (has_cuda) {
    if (device.is_cuda()) {
      GpuCall call(device);
      return cuda::remap(call.stream(), bytes, r, to, from, other);
    }
  }
  cpu::remap(bytes, r, to, from, other);
}

}  // namespace detail

namespace cpu {
namespace {
using namespace detail;

template <class W> void remap_rows(const remapping& r, W* to, const W* from, const W* other) {
  const int inner = r.rank - 1;
  const remap_axis& a = r.axes[inner];
  const index_t n = a.length;
  const auto copy = [](W* out, const W* in, index_t stride, index_t count) {
    if (stride == 1)
      std::memcpy(out, in, static_cast<std::size_t>(count) * sizeof(W));
    else
      for (index_t i = 0; i < count; ++i) out[i] = in[i * stride];
  };
  const auto constant = [&](int axis, int after) {
    W value;
    std::memcpy(&value, &r.outside[axis][after], sizeof(W));
    return value;
  };
  // Elements [begin, end) of the row that starts at out.
  const auto row = [&](index_t q, W* out, index_t begin, index_t end) {
    index_t at = 0, second = 0, line = 0;
    int outside = -1;
    bool is_other = false;
    for (int d = inner - 1; d >= 0; --d) {
      const remap_axis& b = r.axes[d];
      const index_t i = q % b.length;
      q /= b.length;
      int side = 0;
      index_t j = source_index(b, i, side);
      if (side && outside < 0) outside = 2 * d + side - 1;
      if (d == inner - 1) line = j;
      if (b.map == map_table && j < 0) is_other = true, j = -1 - j;
      second += (b.map == map_table ? j : i) * b.other_stride;
      at += j * b.stride;
    }
    for (index_t i = begin; i < end;) {
      int side = 0;
      index_t j = source_index(a, i, side), count = 1;
      if (side || outside >= 0) {
        // Constants up to the next edge of the source.
        const W value = side ? constant(inner, side - 1) : constant(outside >> 1, outside & 1);
        index_t stop = side == 1 && -a.shift < end ? -a.shift : end;
        if (side == 0 && a.map == map_constant && a.extent - a.shift < end) stop = a.extent - a.shift;
        for (; i < stop; ++i) out[i] = value;
        continue;
      }
      const bool second_source = is_other || (a.map == map_table && j < 0);
      const W* source = second_source ? other + second + (a.map == map_table ? -1 - j : i) * a.other_stride
                                      : from + at + j * a.stride;
      if (a.map == map_table) {
        out[i++] = *source;
        continue;
      }
      if (second_source)
        count = end - i;
      else if (a.map == map_wrap || i + a.shift == j)
        count = a.extent - j < end - i ? a.extent - j : end - i;
      if (r.band) {
        const W none = constant(0, 0);
        const index_t low = line + r.low - j, high = line + r.high - j + 1;
        const index_t first = low < 0 ? 0 : low < count ? low : count;
        const index_t stop = high < first ? first : high < count ? high : count;
        for (index_t k = 0; k < first; ++k) out[i + k] = none;
        copy(out + i + first, source + first * a.stride, a.stride, stop - first);
        for (index_t k = stop; k < count; ++k) out[i + k] = none;
      } else {
        copy(out + i, source, second_source ? a.other_stride : a.stride, count);
      }
      i += count;
    }
  };
  parallel_ranges(r.size(), 1 << 16, [&](index_t begin, index_t end) {
    index_t q = begin / n, column = begin % n;
    while (begin < end) {
      const index_t stop = n - column < end - begin ? n : column + end - begin;
      row(q, to + q * n, column, stop);
      begin += stop - column;
      column = 0;
      ++q;
    }
  });
}

}  // namespace

void remap(int word, const detail::remapping& r, void* to, const void* from, const void* other) {
  switch (word) {
    case 1:
      return remap_rows(r, static_cast<std::uint8_t*>(to), static_cast<const std::uint8_t*>(from),
                        static_cast<const std::uint8_t*>(other));
    case 2:
      return remap_rows(r, static_cast<std::uint16_t*>(to), static_cast<const std::uint16_t*>(from),
                        static_cast<const std::uint16_t*>(other));
    case 4:
      return remap_rows(r, static_cast<std::uint32_t*>(to), static_cast<const std::uint32_t*>(from),
                        static_cast<const std::uint32_t*>(other));
    case 8:
      return remap_rows(r, static_cast<std::uint64_t*>(to), static_cast<const std::uint64_t*>(from),
                        static_cast<const std::uint64_t*>(other));
    default:
      return remap_rows(r, static_cast<word16*>(to), static_cast<const word16*>(from),
                        static_cast<const word16*>(other));
  }
}

}  // namespace cpu
}  // namespace tukey
