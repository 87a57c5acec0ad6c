// SPDX-License-Identifier: Apache-2.0
// Internal: reductions on the CPU. The way elements are grouped depends on the sizes only, never on the number of
// threads.
#pragma once

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <type_traits>

#include "elementwise_backend.hpp"
#include "reduce_ops.hpp"
#include "reduction_backend.hpp"
#include "tukey/detail/parallel.hpp"

namespace tukey::cpu {

using namespace pointwise;
using detail::loop;
using detail::reduction;

// One copy for each file that uses it.
namespace {

constexpr index_t piece = 1 << 16;  // elements that one task reduces
constexpr index_t block = 1 << 10;  // elements after which sums go to the next level
constexpr index_t tile = 1024;      // columns reduced side by side

// The longest line reduced at once. What only compares needs no levels, and long lines keep vectors busy.
template <class Op> constexpr index_t longest_line = block;
template <class T, int end> constexpr index_t longest_line<extreme_op<T, end>> = piece;
template <class T, int end> constexpr index_t longest_line<locate_op<T, end>> = 4 * block;

// Offsets of both operands of the i-th position.
void offsets(const loop<2>& l, index_t i, index_t (&at)[2]) {
  at[0] = l.offset[0], at[1] = l.offset[1];
  for (int d = l.rank - 1; d > 0; --d) {
    const index_t q = i / l.shape[d], r = i - q * l.shape[d];
    at[0] += r * l.strides[0][d], at[1] += r * l.strides[1][d];
    i = q;
  }
  at[0] += i * l.strides[0][0], at[1] += i * l.strides[1][0];
}
// body(count, offsets) for the stretches of positions [begin, end) along the innermost axis, none longer than `most`.
template <class Body> void stretches(const loop<2>& l, index_t begin, index_t end, index_t most, const Body& body) {
  const index_t n = l.shape[l.rank - 1];
  for (index_t i = begin; i < end;) {
    const index_t count = std::min({end - i, n - i % n, most});
    index_t at[2];
    offsets(l, i, at);
    body(count, at);
    i += count;
  }
}

// The accumulator of a line: in lanes side by side, four lines of them joined at a time.
template <class Op, class A = typename Op::accumulator>
[[gnu::always_inline]] inline A line_of(const Op& op, const typename Op::value* x, index_t count, index_t stride) {
  constexpr int lanes = sizeof(A) < 8 ? 32 / sizeof(A) : 8;
  A total = op.start();
  index_t i = 0;
  if (stride == 1 && count >= 4 * lanes) {
    A a[lanes];
    typename Op::strip s[lanes];
    for (A& one : a) one = op.start();
    for (; i + 4 * lanes <= count; i += 4 * lanes) {
      const auto* at = x + i;
      for (int k = 0; k < lanes; ++k)
        s[k] = op.join(op.join(op.lift(at[k]), op.lift(at[k + lanes])),
                       op.join(op.lift(at[k + 2 * lanes]), op.lift(at[k + 3 * lanes])));
      for (int k = 0; k < lanes; ++k) op.take(a[k], s[k]);
    }
    for (int half = lanes / 2; half > 0; half /= 2)
      for (int k = 0; k < half; ++k) a[k] = op.combine(a[k], a[k + half]);
    total = a[0];
  }
  for (; i < count; ++i) op.add(total, x[i * stride], 0);
  return total;
}
// The same for the largest or smallest, in vectors by hand: compilers make branches of it, which are mispredicted.
// Once in vectors of 16 bytes, once in vectors of 32: a vector's size must be one of the function's instruction set.
#define TUKEY_EXTREME_LINE(bytes)                                                  \
  typedef T vector __attribute__((vector_size(bytes)));                            \
  constexpr index_t lanes = bytes / sizeof(T), round = 4 * lanes;                  \
  T total = op.start();                                                            \
  index_t i = 0;                                                                   \
  if (count >= round) {                                                            \
    vector a[4], b;                                                                \
    for (int u = 0; u < 4; ++u) std::memcpy(&a[u], x + u * lanes, sizeof(vector)); \
    auto nan = (a[0] != a[0]) | (a[1] != a[1]) | (a[2] != a[2]) | (a[3] != a[3]);  \
    for (i = round; i + round <= count; i += round)                                \
      for (int u = 0; u < 4; ++u) {                                                \
        std::memcpy(&b, x + i + u * lanes, sizeof(vector));                        \
        nan |= b != b;                                                             \
        a[u] = end == 1 ? (b < a[u] ? b : a[u]) : (b > a[u] ? b : a[u]);           \
      }                                                                            \
    for (index_t k = 0; k < lanes; ++k) {                                          \
      if (nan[k] != 0) return std::numeric_limits<T>::quiet_NaN();                 \
      for (int u = 0; u < 4; ++u) total = op.combine(total, a[u][k]);              \
    }                                                                              \
  }                                                                                \
  for (; i < count; ++i) op.add(total, x[i], 0);                                   \
  return total;
template <class T, int end> T line_of(const extreme_op<T, end>& op, const T* x, index_t count) {
  TUKEY_EXTREME_LINE(16)
}
#if defined(__x86_64__) && defined(__GNUC__)
inline bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2");
  return has;
}
template <class Op, class A = typename Op::accumulator>
[[gnu::target("avx2")]] A line_avx2(const Op& op, const typename Op::value* x, index_t count) {
  return line_of(op, x, count, 1);
}
template <class T, int end>
[[gnu::target("avx2")]] T line_avx2(const extreme_op<T, end>& op, const T* x, index_t count) {
  TUKEY_EXTREME_LINE(32)
}
#else
inline bool has_avx2() { return false; }
template <class Op, class A = typename Op::accumulator> A line_avx2(const Op& op, const typename Op::value*, index_t) {
  return op.start();
}
#endif
#undef TUKEY_EXTREME_LINE

template <class Op, class A = typename Op::accumulator>
A reduce_line(const Op& op, const typename Op::value* x, index_t count, index_t stride) {
  if (stride == 1 && has_avx2()) return line_avx2(op, x, count);
  return line_of(op, x, count, stride);
}
template <class T, int end> T reduce_line(const extreme_op<T, end>& op, const T* x, index_t count, index_t stride) {
  if (stride == 1) return has_avx2() ? line_avx2(op, x, count) : line_of(op, x, count);
  T total = op.start();
  for (index_t i = 0; i < count; ++i) op.add(total, x[i * stride], 0);
  return total;
}

// Operations without strips: several accumulators, so that one element does not wait for the other.
template <class Op> constexpr bool is_one_by_one = std::is_base_of_v<one_by_one<Op>, Op>;
template <class Op, class A = typename Op::accumulator>
A one_by_one_line(const Op& op, A total, const typename Op::value* x, index_t count, index_t stride, index_t index,
                  index_t step) {
  A a[4] = {op.start(), op.start(), op.start(), op.start()};
  index_t i = 0;
  for (; i + 4 <= count; i += 4)
    for (int k = 0; k < 4; ++k) op.add(a[k], x[(i + k) * stride], index + (i + k) * step);
  for (; i < count; ++i) op.add(a[0], x[i * stride], index + i * step);
  return op.combine(total, op.combine(op.combine(a[0], a[1]), op.combine(a[2], a[3])));
}
// `total` with a line of elements.
template <class Op, class A = typename Op::accumulator>
A with_line(const Op& op, A total, const typename Op::value* x, index_t count, index_t stride, index_t index,
            index_t step) {
  if constexpr (is_one_by_one<Op>)
    return one_by_one_line(op, total, x, count, stride, index, step);
  else
    return op.combine(total, reduce_line(op, x, count, stride));
}
// Where the best element is: first what it is, which vectorises, then its place if it is good enough.
template <class T, int end>
found<T> with_line(const locate_op<T, end>& op, found<T> total, const T* x, index_t count, index_t stride,
                   index_t index, index_t step) {
  const T best = reduce_line(extreme_op<T, end>{op.chosen}, x, count, stride);
  if (op.before(total.value, best)) return total;
  index_t at = step > 0 ? 0 : count - 1;
  while (!(x[at * stride] == best || (best != best && x[at * stride] != x[at * stride]))) at += step > 0 ? 1 : -1;
  return op.combine(total, {best, index + at * step});
}

// Sums of squares and of magnitudes, and moments, of contiguous reals: in lanes side by side.
constexpr int sum_lanes = 16;
template <bool square, class T> [[gnu::always_inline]] inline double squares_of(const T* x, index_t count) {
  double a[sum_lanes] = {}, total = 0;
  index_t i = 0;
  for (; i + sum_lanes <= count; i += sum_lanes)
    for (int k = 0; k < sum_lanes; ++k) {
      const double v = static_cast<double>(x[i + k]);
      a[k] += square ? v * v : fabs(v);
    }
  for (; i < count; ++i) total += square ? static_cast<double>(x[i]) * x[i] : fabs(static_cast<double>(x[i]));
  for (int half = sum_lanes / 2; half > 0; half /= 2)
    for (int k = 0; k < half; ++k) a[k] += a[k + half];
  return total + a[0];
}
template <class T> [[gnu::always_inline]] inline moment_sums<double> moments_line(const T* x, index_t count) {
  const double shift = static_cast<double>(x[0]);
  double first[sum_lanes] = {}, second[sum_lanes] = {};
  index_t i = 0;
  for (; i + sum_lanes <= count; i += sum_lanes)
    for (int k = 0; k < sum_lanes; ++k) {
      const double d = static_cast<double>(x[i + k]) - shift;
      first[k] += d;
      second[k] += d * d;
    }
  for (int half = sum_lanes / 2; half > 0; half /= 2)
    for (int k = 0; k < half; ++k) first[k] += first[k + half], second[k] += second[k + half];
  for (; i < count; ++i) {
    const double d = static_cast<double>(x[i]) - shift;
    first[0] += d;
    second[0] += d * d;
  }
  return {static_cast<double>(count), shift, first[0], second[0]};
}
#if defined(__x86_64__) && defined(__GNUC__)
#define TUKEY_AVX2 [[gnu::target("avx2")]]
#else
#define TUKEY_AVX2
#endif
template <bool square, class T> TUKEY_AVX2 double squares_avx2(const T* x, index_t count) {
  return squares_of<square>(x, count);
}
template <class T> TUKEY_AVX2 moment_sums<double> moments_avx2(const T* x, index_t count) {
  return moments_line(x, count);
}
#undef TUKEY_AVX2
template <bool square, class T> double squares(const T* x, index_t count) {
  return has_avx2() ? squares_avx2<square>(x, count) : squares_of<square>(x, count);
}
template <class T, class A = typename general_sum_op<T>::accumulator>
A with_line(const general_sum_op<T>& op, A total, const T* x, index_t count, index_t stride, index_t index,
            index_t step) {
  using R = real_of_t<T>;
  constexpr bool complex = kind_of<T> == kind::complex;
  if constexpr (kind_of<T> != kind::integer) {
    const bool square = op.what.of == detail::SumOf::square;
    if (stride == 1 && (square || (op.what.of == detail::SumOf::magnitude && !complex))) {
      const R* reals = reinterpret_cast<const R*>(x);
      const index_t n = complex ? 2 * count : count;
      const double sum = square ? squares<true>(reals, n) : squares<false>(reals, n);
      return op.combine(total, {static_cast<typename general_sum_op<T>::S>(sum), 0});
    }
  }
  return one_by_one_line(op, total, x, count, stride, index, step);
}
template <class T, class A = typename moments_op<T>::accumulator>
A with_line(const moments_op<T>& op, A total, const T* x, index_t count, index_t stride, index_t index, index_t step) {
  if constexpr (kind_of<T> == kind::real)
    if (stride == 1 && !op.what.skip_nan && count > 0)
      return op.combine(total, has_avx2() ? moments_avx2(x, count) : moments_line(x, count));
  return one_by_one_line(op, total, x, count, stride, index, step);
}

// Partial results, pairwise.
template <class Op, class A = typename Op::accumulator> A reduce_pairs(const Op& op, A* a, index_t count) {
  for (index_t n = count; n > 1; n = (n + 1) / 2)
    for (index_t i = 0; i < n / 2; ++i) a[i] = op.combine(a[i], a[(n + 1) / 2 + i]);
  return a[0];
}

template <class Op> void reduce_rows(const Op& op, const reduction& r, const typename Op::value* x, void* out) {
  using A = typename Op::accumulator;
  const int inner = r.reduced.rank - 1;
  const index_t stride = r.reduced.strides[0][inner], step = r.reduced.strides[1][inner];
  const index_t pieces = (r.count + piece - 1) / piece;
  auto part = [&](index_t row_offset, index_t begin, index_t end) {
    A total = op.start();
    stretches(r.reduced, begin, end, longest_line<Op>, [&](index_t count, const index_t* at) {
      total = with_line(op, total, x + row_offset + at[0], count, stride, at[1], step);
    });
    return total;
  };
  if (pieces == 1) {
    detail::parallel_for(r.rows, std::max<index_t>(1, piece / r.count), [&](index_t row) {
      index_t at[2];
      offsets(r.kept, row, at);
      op.store(out, at[1], part(at[0], 0, r.count));
    });
    return;
  }
  const std::unique_ptr<A[]> partial(new A[static_cast<std::size_t>(r.rows * pieces)]);
  detail::parallel_for(r.rows * pieces, 1, [&](index_t i) {
    index_t at[2];
    offsets(r.kept, i / pieces, at);
    const index_t begin = i % pieces * piece;
    partial[i] = part(at[0], begin, std::min(begin + piece, r.count));
  });
  for (index_t row = 0; row < r.rows; ++row) {
    index_t at[2];
    offsets(r.kept, row, at);
    op.store(out, at[1], reduce_pairs(op, &partial[row * pieces], pieces));
  }
}

// n lines, `down` apart, into the accumulators of `count` columns.
template <class Op, class A = typename Op::accumulator>
void add_lines(const Op& op, A* __restrict__ a, index_t count, const typename Op::value* line, index_t stride,
               index_t n, index_t down, index_t index, index_t step) {
  if constexpr (!is_one_by_one<Op>) {
    for (; n >= 4 && stride == 1; n -= 4, line += 4 * down) {
      const auto *b = line + down, *c = b + down, *d = c + down;
      for (index_t j = 0; j < count; ++j)
        op.take(a[j], op.join(op.join(op.lift(line[j]), op.lift(b[j])), op.join(op.lift(c[j]), op.lift(d[j]))));
    }
  }
  for (; n > 0; --n, line += down, index += step)
    for (index_t j = 0; j < count; ++j) op.add(a[j], line[j * stride], index);
}
template <class T, int end>
void add_lines(const locate_op<T, end>& op, found<T>* __restrict__ a, index_t count, const T* line, index_t stride,
               index_t n, index_t down, index_t index, index_t step) {
  for (; n > 0; --n, line += down, index += step)
    for (index_t j = 0; j < count; ++j) op.add(a[j], line[j * stride], index);
}

template <class Op> void reduce_columns(const Op& op, const reduction& r, const typename Op::value* x, void* out) {
  using A = typename Op::accumulator;
  const int inner = r.kept.rank - 1;
  const index_t columns = r.kept.shape[inner], stride = r.kept.strides[0][inner], outer = r.rows / columns;
  const index_t tiles = (columns + tile - 1) / tile, width = std::min(columns, tile);
  const index_t length = std::max<index_t>(block / 4, piece / width);  // elements of a column in one task
  const index_t pieces = (r.count + length - 1) / length;
  const int last = r.reduced.rank - 1;
  const index_t down = r.reduced.strides[0][last], step = r.reduced.strides[1][last];
  const std::unique_ptr<A[]> partial(pieces > 1 ? new A[static_cast<std::size_t>(r.rows * pieces)] : nullptr);
  detail::parallel_for(
      outer * tiles * pieces, std::max<index_t>(1, piece / (width * std::min(length, r.count))), [&](index_t i) {
        const index_t p = i % pieces, first = i / pieces % tiles * tile, row = i / pieces / tiles * columns + first;
        const index_t count = std::min(tile, columns - first), begin = p * length,
                      end = std::min(begin + length, r.count);
        index_t at[2];
        offsets(r.kept, row, at);
        A total[tile], a[tile];
        std::fill_n(total, count, op.start());
        const auto* column = x + at[0];
        stretches(r.reduced, begin, end, block / 8, [&](index_t n, const index_t* from) {
          std::fill_n(a, count, op.start());
          add_lines(op, a, count, column + from[0], stride, n, down, from[1], step);
          for (index_t j = 0; j < count; ++j) total[j] = op.combine(total[j], a[j]);
        });
        for (index_t j = 0; j < count; ++j) {
          if (pieces > 1)
            partial[(row + j) * pieces + p] = total[j];
          else
            op.store(out, at[1] + j * r.kept.strides[1][inner], total[j]);
        }
      });
  if (pieces == 1) return;
  detail::parallel_for(r.rows, std::max<index_t>(1, piece / pieces), [&](index_t row) {
    index_t at[2];
    offsets(r.kept, row, at);
    op.store(out, at[1], reduce_pairs(op, &partial[row * pieces], pieces));
  });
}

template <class Op> void reduce(const Op& op, const reduction& r, const typename Op::value* x, void* out) {
  r.columns ? reduce_columns(op, r, x, out) : reduce_rows(op, r, x, out);
}

}  // namespace

}  // namespace tukey::cpu
