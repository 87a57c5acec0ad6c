// SPDX-License-Identifier: Apache-2.0
// Copies, conversions and fills: the choice of backend, and the CPU's copies by element size.
#include <cstdint>
#include <cstring>
#include <utility>

#include "convert_cuda.hpp"
#include "map.hpp"
#include "map_cpu.hpp"
#include "tukey/config.hpp"
#include "tukey/detail/context.hpp"
#include "tukey/detail/workspace.hpp"

namespace tukey::detail {
namespace {

// A copy of elements of `bytes` bytes becomes one of the largest words that the addresses allow.
template <int N> int choose_word(loop<N>& l, int bytes, std::uintptr_t address) {
  int word = bytes;
  while (address % word != 0) word /= 2;
  if (word == bytes) return word;
  const int parts = bytes / word;
  for (int k = 0; k < N; ++k) {
    for (int d = 0; d < l.rank; ++d) l.strides[k][d] *= parts;
    l.strides[k][l.rank] = 1;
  }
  l.shape[l.rank++] = parts;
  return word;
}

template <class W> struct copy_word {
  W operator()(W x) const { return x; }
};
template <class W> struct constant_word {
  W value;
  W operator()() const { return value; }
};

template <class W> void copy_words(const loop<2>& l, void* to, const void* from) {
  W* out = static_cast<W*>(to);
  const W* in = static_cast<const W*>(from);
  if (l.is_unit(0) && l.is_unit(1)) {
    out += l.offset[0], in += l.offset[1];
    parallel_ranges(l.shape[0], 1 << 18, [&](index_t begin, index_t end) {
      std::memcpy(out + begin, in + begin, static_cast<std::size_t>(end - begin) * sizeof(W));
    });
    return;
  }
  const int inner = l.rank - 1;
  int other = -1;  // the axis along which the input is contiguous
  for (int d = 0; d < inner; ++d)
    if (l.strides[1][d] == 1) other = d;
  if (other < 0 || l.strides[1][inner] == 0 || l.shape[inner] < 8 || l.shape[other] < 8) {
    cpu::map(l, copy_word<W>{}, out, in);
    return;
  }
  // A transposition: in tiles whose lines stay in the cache.
  constexpr index_t tile = sizeof(W) >= 8 ? 32 : 64;
  loop<2> outer = l;
  for (int k = 0; k < 2; ++k) outer.strides[k][other] *= tile, outer.strides[k][inner] *= tile;
  outer.shape[other] = (l.shape[other] + tile - 1) / tile;
  outer.shape[inner] = (l.shape[inner] + tile - 1) / tile;
  const index_t rows = l.shape[other], columns = l.shape[inner];
  const index_t out_row = l.strides[0][other], out_column = l.strides[0][inner], in_column = l.strides[1][inner];
  parallel_ranges(outer.size(), (1 << 16) / (tile * tile), [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) {
      index_t rest = i, at[max_loop_rank], o = l.offset[0], p = l.offset[1];
      for (int d = inner; d >= 0; --d) {
        at[d] = rest % outer.shape[d];
        rest /= outer.shape[d];
        o += at[d] * outer.strides[0][d];
        p += at[d] * outer.strides[1][d];
      }
      const index_t r = rows - at[other] * tile < tile ? rows - at[other] * tile : tile;
      const index_t c = columns - at[inner] * tile < tile ? columns - at[inner] * tile : tile;
      for (index_t y = 0; y < r; ++y)
        for (index_t x = 0; x < c; ++x) out[o + y * out_row + x * out_column] = in[p + y + x * in_column];
    }
  });
}

void copy_elements(loop<2> l, void* to, const void* from, int bytes) {
  const int word = choose_word(l, bytes, reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from));
  collapse(l);
  switch (word) {
    case 1:
      return copy_words<std::uint8_t>(l, to, from);
    case 2:
      return copy_words<std::uint16_t>(l, to, from);
    case 4:
      return copy_words<std::uint32_t>(l, to, from);
    case 8:
      return copy_words<std::uint64_t>(l, to, from);
    default:
      return copy_words<word16>(l, to, from);
  }
}

template <class W> void fill_words(const loop<1>& l, void* to, const void* value) {
  constant_word<W> f;
  std::memcpy(&f.value, value, sizeof(W));
  cpu::map(l, f, static_cast<W*>(to));
}

constexpr int bytes_of_type[] = {
#define TUKEY_SIZE(number, type) sizeof(type),
    TUKEY_INTEGER_CODES(TUKEY_SIZE) TUKEY_OTHER_CODES(TUKEY_SIZE)
#undef TUKEY_SIZE
};

// Whether the input's fastest axis is another one than the output's, and there is enough of both to pay for a pass
// more.
bool crosses(const loop<2>& l) {
  const int inner = l.rank - 1;
  auto step = [&](int d) { return l.strides[1][d] < 0 ? -l.strides[1][d] : l.strides[1][d]; };
  for (int d = 0; d < inner; ++d)
    if (step(d) != 0 && step(d) < step(inner) && l.shape[d] > 32 && l.shape[inner] > 32) return l.size() >= 1 << 18;
  return false;
}

// Two types between which a conversion leaves the bytes as they are: the same, or integers of one size.
bool same_bits(int to, int from) {
  if (to == from) return true;
  return to != 0 && to < integer_codes && from < integer_codes && bytes_of_type[to] == bytes_of_type[from];
}

// On the GPU. Loops as make_loop gives them.
[[maybe_unused]] void copy_cuda(CUstream_st* stream, int bytes, loop<2> l, void* to, const void* from) {
  const int word = choose_word(l, bytes, reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from));
  collapse(l);
  cuda::copy_words(stream, word, l, to, from);
}
[[maybe_unused]] void convert_cuda(CUstream_st* stream, int to_type, int from_type, loop<2> l, void* to,
                                   const void* from) {
  const int to_bytes = bytes_of_type[to_type], from_bytes = bytes_of_type[from_type];
  loop<2> whole = l;
  collapse(whole);
  if (crosses(whole)) {
    // Two passes, each along lines of both sides: the conversion, and the transposition of the smaller type. Between
    // them lies a dense array, whose axes are in the input's order if the conversion comes first.
    const bool convert_first = to_bytes <= from_bytes;
    loop<2> order = whole;
    for (int d = 0; convert_first && d < order.rank; ++d) order.strides[0][d] = order.strides[1][d];
    const Workspace dense(stream, static_cast<std::size_t>(l.size()) * (convert_first ? to_bytes : from_bytes));
    index_t step = 1, strides[max_loop_rank];
    bool placed[max_loop_rank] = {};
    for (int i = 0; i < order.rank; ++i) {
      int next = -1;
      auto reach = [&](int d) { return order.strides[0][d] < 0 ? -order.strides[0][d] : order.strides[0][d]; };
      for (int d = order.rank - 1; d >= 0; --d)
        if (!placed[d] && (next < 0 || reach(d) < reach(next))) next = d;
      placed[next] = true;
      strides[next] = step;
      step *= order.shape[next];
    }
    loop<2> into = whole, out_of = whole;
    into.offset[0] = out_of.offset[1] = 0;
    for (int d = 0; d < whole.rank; ++d) into.strides[0][d] = out_of.strides[1][d] = strides[d];
    if (convert_first) {
      convert_cuda(stream, to_type, from_type, into, dense.data(), from);
      copy_cuda(stream, to_bytes, out_of, to, dense.data());
    } else {
      copy_cuda(stream, from_bytes, into, dense.data(), from);
      convert_cuda(stream, to_type, from_type, out_of, to, dense.data());
    }
    return;
  }
  if (to_type < integer_codes)
    cuda::convert_to_integer(stream, to_type, from_type, from_bytes, whole, to, from);
  else
    cuda::convert_to_other(stream, to_type, from_type, from_bytes, whole, to, from);
}

}  // namespace

void convert_elements(int to_type, int from_type, loop<2> l, void* to, const void* from, Device device) {
  if (l.size() == 0) return;
  const bool copies = same_bits(to_type, from_type);
  if constexpr (has_cuda) {
    if (device.is_cuda()) {
      GpuCall call(device);
      if (copies) return copy_cuda(call.stream(), bytes_of_type[to_type], l, to, from);
      return convert_cuda(call.stream(), to_type, from_type, l, to, from);
    }
  }
  if (copies) return copy_elements(l, to, from, bytes_of_type[to_type]);
  collapse(l);
  if (to_type < integer_codes)
    cpu::convert_to_integer(to_type, from_type, l, to, from);
  else
    cpu::convert_to_other(to_type, from_type, l, to, from);
}

void fill_elements(loop<1> l, void* to, const void* value, int bytes, Device device) {
  if (l.size() == 0) return;
  // A value of equal bytes (zero above all) or equal halves is a value of smaller words.
  unsigned char pattern[16];
  std::memcpy(pattern, value, static_cast<std::size_t>(bytes));
  int word = bytes;
  while (reinterpret_cast<std::uintptr_t>(to) % word != 0) word /= 2;
  for (int at = word; word < bytes && at < bytes; at += word) {
    if (std::memcmp(pattern, pattern + at, word) == 0) continue;
    // Misaligned elements of unequal parts: one fill for each part.
    for (int part = 0; part < bytes / word; ++part) {
      loop<1> one = l;
      for (int d = 0; d < one.rank; ++d) one.strides[0][d] *= bytes / word;
      fill_elements(one, static_cast<unsigned char*>(to) + part * word, pattern + part * word, word, device);
    }
    return;
  }
  if (word < bytes) {
    for (int d = 0; d < l.rank; ++d) l.strides[0][d] *= bytes / word;
    l.strides[0][l.rank] = 1;
    l.shape[l.rank++] = bytes / word;
  }
  collapse(l);
  if constexpr (has_cuda) {
    if (device.is_cuda()) {
      GpuCall call(device);
      return cuda::fill_words(call.stream(), word, l, to, pattern);
    }
  }
  switch (word) {
    case 1:
      return fill_words<std::uint8_t>(l, to, pattern);
    case 2:
      return fill_words<std::uint16_t>(l, to, pattern);
    case 4:
      return fill_words<std::uint32_t>(l, to, pattern);
    case 8:
      return fill_words<std::uint64_t>(l, to, pattern);
    default:
      return fill_words<word16>(l, to, pattern);
  }
}

}  // namespace tukey::detail
