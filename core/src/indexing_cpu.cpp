// SPDX-License-Identifier: Apache-2.0
// Indexing on the CPU. Gathers and choices run in parallel; scatters go through their indices in order, so that the
// last write stays.
#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "indexing_backend.hpp"
#include "map_cpu.hpp"
#include "tukey/detail/parallel.hpp"

namespace tukey::cpu {

using namespace detail;

namespace {

// body(word type) for a word size.
template <class Body> auto with_word(int word, const Body& body) {
  switch (word) {
    case 1:
      return body(std::uint8_t{});
    case 2:
      return body(std::uint16_t{});
    case 4:
      return body(std::uint32_t{});
    case 8:
      return body(std::uint64_t{});
    default:
      return body(word16{});
  }
}

// Walks places [begin, end) of a row-major shape line by line: body(place, count, offsets), where offsets[k] belongs to
// the strides of operand k along the last axis.
template <int N, class Body>
void lines(int rank, const index_t* shape, const index_t* const (&strides)[N], int used, index_t begin, index_t end,
           const Body& body) {
  const int inner = rank - 1;
  const index_t n = shape[inner];
  index_t at[max_loop_rank], offset[N] = {};
  index_t rest = begin / n, column = begin % n;
  for (int k = 0; k < used; ++k) offset[k] = column * strides[k][inner];
  for (int d = inner - 1; d >= 0; --d) {
    at[d] = rest % shape[d];
    rest /= shape[d];
    for (int k = 0; k < used; ++k) offset[k] += at[d] * strides[k][d];
  }
  for (index_t done = begin; done < end;) {
    const index_t count = std::min(n - column, end - done);
    if (!body(done, count, offset)) return;
    done += count;
    for (int k = 0; k < used; ++k) offset[k] -= column * strides[k][inner];
    column = 0;
    for (int d = inner - 1; d >= 0; --d) {
      for (int k = 0; k < used; ++k) offset[k] += strides[k][d];
      if (++at[d] < shape[d]) break;
      for (int k = 0; k < used; ++k) offset[k] -= shape[d] * strides[k][d];
      at[d] = 0;
    }
  }
}

inline index_t load_index(const indexed::operand& o, index_t at) {
  return o.wide ? static_cast<const std::int64_t*>(o.data)[at] : static_cast<const std::int32_t*>(o.data)[at];
}
// Keeps the smallest of what several threads found.
void keep_first(std::atomic<index_t>& first, index_t found) {
  index_t old = first.load();
  while ((old == all_in_range || found < old) && !first.compare_exchange_weak(old, found)) {
  }
}

enum operand_number { of_y, of_x, of_slot, of_index };
inline constexpr int operand_count = of_index + max_indices;

// body(x offset, y offset) for every place in order; false from body or an index out of range end the walk.
template <class Body> index_t walk(const indexed& l, index_t begin, index_t end, const Body& body) {
  const index_t* strides[operand_count] = {l.y, l.x, l.slot};
  for (int k = 0; k < l.count; ++k) strides[of_index + k] = l.index[k].strides;
  const int inner = l.rank - 1;
  const index_t sy = l.y[inner], sx = l.x[inner];
  index_t bad = all_in_range;
  lines(l.rank, l.shape, strides, of_index + l.count, begin, end,
        [&](index_t place, index_t count, const index_t* offset) {
          if (l.count == 1) {
            const indexed::operand& o = l.index[0];
            const index_t si = o.strides[inner];
            auto run = [&](auto* data) {
              for (index_t j = 0; j < count; ++j) {
                index_t i = data[j * si];
                if (!resolve(i, o.size, l.mode)) return bad = (place + j) * max_indices, false;
                body(offset[of_x] + j * sx + (l.flat_rank ? unravel(l, i) : i * o.stride), offset[of_y] + j * sy);
              }
              return true;
            };
            return o.wide ? run(static_cast<const std::int64_t*>(o.data) + offset[of_index])
                          : run(static_cast<const std::int32_t*>(o.data) + offset[of_index]);
          }
          for (index_t j = 0; j < count; ++j) {
            index_t to = offset[of_x] + j * sx;
            for (int k = 0; k < l.count; ++k) {
              index_t i = load_index(l.index[k], offset[of_index + k] + j * l.index[k].strides[inner]);
              if (!resolve(i, l.index[k].size, l.mode)) return bad = (place + j) * max_indices + k, false;
              to += i * l.index[k].stride;
            }
            body(to, offset[of_y] + j * sy);
          }
          return true;
        });
  return bad;
}

// Whole lines of x that one index tuple names: body(x offset, y offset, count).
template <class Body> index_t walk_lines(const indexed& l, index_t begin, index_t end, const Body& body) {
  const index_t* strides[operand_count] = {l.y, l.x, l.slot};
  for (int k = 0; k < l.count; ++k) strides[of_index + k] = l.index[k].strides;
  index_t bad = all_in_range;
  lines(l.rank, l.shape, strides, of_index + l.count, begin, end,
        [&](index_t place, index_t count, const index_t* offset) {
          index_t to = offset[of_x];
          for (int k = 0; k < l.count; ++k) {
            index_t i = load_index(l.index[k], offset[of_index + k]);
            if (!resolve(i, l.index[k].size, l.mode)) return bad = place * max_indices + k, false;
            to += l.flat_rank ? unravel(l, i) : i * l.index[k].stride;
          }
          body(to, offset[of_y], count);
          return true;
        });
  return bad;
}
bool has_lines(const indexed& l) {
  const int inner = l.rank - 1;
  bool lines = l.shape[inner] > 1 && !l.cycle && !l.has_scalar;
  for (int k = 0; k < l.count; ++k) lines = lines && l.index[k].strides[inner] == 0;
  return lines;
}
template <class W> void copy_line(W* to, index_t to_stride, const W* from, index_t from_stride, index_t count) {
  if (to_stride == 1 && from_stride == 1) {
    std::memcpy(to, from, static_cast<std::size_t>(count) * sizeof(W));
  } else {
    for (index_t i = 0; i < count; ++i) to[i * to_stride] = from[i * from_stride];
  }
}

}  // namespace

index_t gather(int word, const indexed& l, void* y, const void* x) {
  std::atomic<index_t> first{all_in_range};
  with_word(word, [&](auto zero) {
    using W = decltype(zero);
    W* out = static_cast<W*>(y);
    const W* in = static_cast<const W*>(x);
    const int inner = l.rank - 1;
    const index_t sx = l.x[inner], sy = l.y[inner];
    parallel_ranges(l.size(), 1 << 15, [&](index_t begin, index_t end) {
      const index_t bad = has_lines(l) ? walk_lines(l, begin, end,
                                                    [&](index_t from, index_t to, index_t count) {
                                                      copy_line(out + to, sy, in + from, sx, count);
                                                    })
                                       : walk(l, begin, end, [&](index_t from, index_t to) { out[to] = in[from]; });
      if (bad != all_in_range) keep_first(first, bad);
    });
  });
  return first;
}

index_t check_range(const indexed& l) {
  std::atomic<index_t> first{all_in_range};
  parallel_ranges(l.size(), 1 << 16, [&](index_t begin, index_t end) {
    const index_t bad = walk(l, begin, end, [](index_t, index_t) {});
    if (bad != all_in_range) keep_first(first, bad);
  });
  return first;
}

void scatter(int word, const indexed& l, const indexed*, index_t, void* x, const void* y) {
  with_word(word, [&](auto zero) {
    using W = decltype(zero);
    W* out = static_cast<W*>(x);
    const W* in = static_cast<const W*>(y);
    const int inner = l.rank - 1;
    const index_t sx = l.x[inner], sy = l.y[inner], size = l.size();
    if (l.has_scalar) {
      W value;
      std::memcpy(&value, &l.scalar, sizeof(W));
      walk(l, 0, size, [&](index_t to, index_t) { out[to] = value; });
    } else if (l.cycle) {
      walk(l, 0, size, [&](index_t to, index_t from) { out[to] = in[from % l.cycle]; });
    } else if (has_lines(l)) {
      walk_lines(l, 0, size,
                 [&](index_t to, index_t from, index_t count) { copy_line(out + to, sx, in + from, sy, count); });
    } else {
      walk(l, 0, size, [&](index_t to, index_t from) { out[to] = in[from]; });
    }
  });
}

namespace {
template <class T> void accumulate_typed(Accumulate op, const indexed& l, void* x, const void* y) {
  T* out = static_cast<T*>(x);
  T value;
  std::memcpy(static_cast<void*>(&value), &l.scalar, sizeof(T));
  const T* in = l.has_scalar ? &value : static_cast<const T*>(y);
  if (op == Accumulate::add) {
    walk(l, 0, l.size(), [&](index_t to, index_t from) { out[to] = static_cast<T>(out[to] + in[from]); });
  } else if constexpr (!real_of<T>::complex) {
    // NaN and signed zeros: what comes first in max's order is NaN, then the larger, then 0.0 before -0.0.
    const bool max = op == Accumulate::max;
    auto better = [max](T a, T b) {
      if (a != a || b != b) return b == b;
      if constexpr (!std::numeric_limits<T>::is_integer) {
        if (a == b) return std::signbit(a) != std::signbit(b) && std::signbit(b) == max;
      }
      return max ? a > b : a < b;
    };
    walk(l, 0, l.size(), [&](index_t to, index_t from) {
      if (better(in[from], out[to])) out[to] = in[from];
    });
  }
}
}  // namespace

void accumulate(Accumulate op, Kind kind, int bytes, const indexed& l, index_t, void* x, const void* y) {
  if (kind == Kind::is_complex)
    return bytes == 8 ? accumulate_typed<cplx<float>>(op, l, x, y) : accumulate_typed<cplx<double>>(op, l, x, y);
  if (kind == Kind::is_float)
    return bytes == 4 ? accumulate_typed<float>(op, l, x, y) : accumulate_typed<double>(op, l, x, y);
  const bool is_signed = kind == Kind::is_signed && op != Accumulate::add;  // sums wrap around as unsigned
  switch (bytes) {
    case 1:
      return is_signed ? accumulate_typed<std::int8_t>(op, l, x, y) : accumulate_typed<std::uint8_t>(op, l, x, y);
    case 2:
      return is_signed ? accumulate_typed<std::int16_t>(op, l, x, y) : accumulate_typed<std::uint16_t>(op, l, x, y);
    case 4:
      return is_signed ? accumulate_typed<std::int32_t>(op, l, x, y) : accumulate_typed<std::uint32_t>(op, l, x, y);
    default:
      return is_signed ? accumulate_typed<std::int64_t>(op, l, x, y) : accumulate_typed<std::uint64_t>(op, l, x, y);
  }
}

namespace {
bool is_set(std::uint8_t w, word16 keep) { return (w & keep.a) != 0; }
bool is_set(std::uint16_t w, word16 keep) { return (w & keep.a) != 0; }
bool is_set(std::uint32_t w, word16 keep) { return (w & keep.a) != 0; }
bool is_set(std::uint64_t w, word16 keep) { return (w & keep.a) != 0; }
bool is_set(word16 w, word16 keep) { return (w.a & keep.a) != 0 || (w.b & keep.b) != 0; }

// body(first element, its offset, stride, count) for the pieces of [begin, end) that lie on one line.
template <class Body> void pieces(const elements& e, index_t begin, index_t end, const Body& body) {
  const index_t* strides[1] = {e.strides};
  lines(e.rank, e.shape, strides, 1, begin, end, [&](index_t place, index_t count, const index_t* offset) {
    body(place, offset[0], e.strides[e.rank - 1], count);
    return true;
  });
}
// body(position, number) for every marked element of a tile, number counted over all.
template <class Body> void each_marked(const marked& m, index_t tile, const Body& body) {
  index_t number = m.before[tile];
  const unsigned* words = m.bits + tile * tile_words;
  for (int w = 0; w < tile_words; ++w) {
    const index_t first = tile * tile_bits + w * 32;
    if (words[w] == ~0u) {
      for (int b = 0; b < 32; ++b) body(first + b, number++);
      continue;
    }
    for (unsigned bits = words[w]; bits; bits &= bits - 1) body(first + __builtin_ctz(bits), number++);
  }
}
template <class Body> void for_tiles(const marked& m, const Body& body) {
  parallel_ranges(m.tiles(), 16, [&](index_t begin, index_t end) {
    for (index_t t = begin; t < end; ++t) body(t);
  });
}
index_t place_of(const elements& e, index_t i) {
  if (e.rank == 1) return i * e.strides[0];
  index_t at = 0;
  for (int d = e.rank - 1; d > 0; --d) {
    at += i % e.shape[d] * e.strides[d];
    i /= e.shape[d];
  }
  return at + i * e.strides[0];
}
}  // namespace

void mark(int word, word16 keep, const elements& x, const void* data, const marked& m) {
  const index_t tiles = m.tiles();
  with_word(word, [&](auto zero) {
    using W = decltype(zero);
    const W* in = static_cast<const W*>(data);
    for_tiles(m, [&](index_t t) {
      const index_t begin = t * tile_bits, end = std::min(begin + tile_bits, m.size);
      unsigned* words = m.bits + t * tile_words;
      std::uint8_t set[tile_bits];
      pieces(x, begin, end, [&](index_t first, index_t offset, index_t stride, index_t count) {
        const W* from = in + offset;
        std::uint8_t* to = set + (first - begin);
        if (stride == 1)
          for (index_t i = 0; i < count; ++i) to[i] = is_set(from[i], keep);
        else
          for (index_t i = 0; i < count; ++i) to[i] = is_set(from[i * stride], keep);
      });
      std::fill(set + (end - begin), set + tile_bits, std::uint8_t{0});
      index_t count = 0;
      for (int w = 0; w < tile_words; ++w) {
        unsigned bits = 0;
        for (int b = 0; b < 4; ++b) {
          std::uint64_t eight;  // bytes of 0 or 1: the product collects them in its highest byte
          std::memcpy(&eight, set + w * 32 + b * 8, 8);
          bits |= static_cast<unsigned>((eight * 0x0102040810204080ull) >> 56) << (8 * b);
        }
        words[w] = bits;
        count += __builtin_popcount(bits);
      }
      m.before[t] = count;
    });
  });
  index_t total = 0;
  for (index_t t = 0; t < tiles; ++t) {
    const index_t here = m.before[t];
    m.before[t] = total;
    total += here;
  }
  m.before[tiles] = total;
}

void compact(int word, const elements& x, const void* data, const marked& m, void* out) {
  with_word(word, [&](auto zero) {
    using W = decltype(zero);
    const W* in = static_cast<const W*>(data);
    W* to = static_cast<W*>(out);
    for_tiles(m, [&](index_t t) {
      if (x.rank == 1)
        each_marked(m, t, [&](index_t i, index_t k) { to[k] = in[i * x.strides[0]]; });
      else
        each_marked(m, t, [&](index_t i, index_t k) { to[k] = in[place_of(x, i)]; });
    });
  });
}

void expand(int word, const elements& x, void* data, const marked& m, const void* values, index_t cycle,
            bool by_position) {
  with_word(word, [&](auto zero) {
    using W = decltype(zero);
    W* to = static_cast<W*>(data);
    const W* from = static_cast<const W*>(values);
    for_tiles(m, [&](index_t t) {
      each_marked(m, t, [&](index_t i, index_t k) {
        const index_t v = by_position ? i : k;
        to[place_of(x, i)] = from[v < cycle ? v : v % cycle];
      });
    });
  });
}

void coordinates(int rank, const index_t* shape, const marked& m, index_t* out, index_t axis_stride, index_t stride) {
  for_tiles(m, [&](index_t t) {
    if (rank == 1) return each_marked(m, t, [&](index_t i, index_t k) { out[k * stride] = i; });
    // Rows hold many elements: the outer coordinates are computed once for each.
    const index_t n = shape[rank - 1];
    index_t row = -1, first = 0;
    each_marked(m, t, [&](index_t i, index_t k) {
      index_t* to = out + k * stride;
      if (row < 0 || i >= first + n) row = i / n, first = row * n;
      to[(rank - 1) * axis_stride] = i - first;
      index_t rest = row;
      for (int d = rank - 2; d > 0; --d) {
        to[d * axis_stride] = rest % shape[d];
        rest /= shape[d];
      }
      to[0] = rest;
    });
  });
}

index_t choose(int word, const choice& c, void* y) {
  std::atomic<index_t> first{all_in_range};
  index_t size = 1;
  for (int d = 0; d < c.rank; ++d) size *= c.shape[d];
  const int inner = c.rank - 1, conditions = c.by_index ? 1 : c.count;
  with_word(word, [&](auto zero) {
    using W = decltype(zero);
    W* out = static_cast<W*>(y);
    W otherwise;
    std::memcpy(&otherwise, &c.otherwise, sizeof(W));
    const index_t* strides[1 + 2 * max_candidates] = {c.y};
    for (int k = 0; k < c.count; ++k) strides[1 + k] = c.from[k].strides;
    for (int k = 0; k < conditions; ++k) strides[1 + c.count + k] = c.condition[k].strides;
    parallel_ranges(size, 1 << 15, [&](index_t begin, index_t end) {
      lines(c.rank, c.shape, strides, 1 + c.count + conditions, begin, end,
            [&](index_t place, index_t count, const index_t* offset) {
              const index_t* choices = offset + 1;
              const index_t* tests = offset + 1 + c.count;
              auto value = [&](index_t k, index_t j) {
                const candidate& f = c.from[k];
                return f.data ? static_cast<const W*>(f.data)[choices[k] + j * f.strides[inner]] : otherwise;
              };
              for (index_t j = 0; j < count; ++j) {
                W& to = out[offset[0] + j * c.y[inner]];
                if (c.by_index) {
                  const index_t at = tests[0] + j * c.condition[0].strides[inner];
                  index_t k = c.wide ? static_cast<const std::int64_t*>(c.condition[0].data)[at]
                                     : static_cast<const std::int32_t*>(c.condition[0].data)[at];
                  if (!resolve(k, c.total, c.mode)) return keep_first(first, place + j), false;
                  if (k >= c.first && k < c.first + c.count) to = value(k - c.first, j);
                } else {
                  int k = 0;
                  while (k < c.count &&
                         !static_cast<const bool*>(c.condition[k].data)[tests[k] + j * c.condition[k].strides[inner]])
                    ++k;
                  if (k < c.count)
                    to = value(k, j);
                  else if (c.has_default)
                    to = otherwise;
                }
              }
              return true;
            });
    });
  });
  return first;
}

}  // namespace tukey::cpu
