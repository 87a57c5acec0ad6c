// SPDX-License-Identifier: Apache-2.0
// Scans on the CPU. A long row is cut into pieces whose running states start anew and are combined with what came
// before: the same bits for any number of threads.
#include <algorithm>
#include <memory>
#include <type_traits>

#include "elementwise_backend.hpp"
#include "scan_backend.hpp"
#include "scan_ops.hpp"
#include "tukey/detail/parallel.hpp"
#include "tukey/device.hpp"

namespace tukey::cpu {

using namespace pointwise;
using detail::loop;
using detail::ScanOp;

namespace {

constexpr index_t piece = 1 << 15;
constexpr index_t tile = 1024;  // columns scanned side by side

void offsets(const loop<2>& l, index_t i, index_t (&at)[2]) {
  at[0] = l.offset[0], at[1] = l.offset[1];
  for (int d = l.rank - 1; d >= 0; --d) {
    const index_t q = d > 0 ? i / l.shape[d] : 0, r = i - q * l.shape[d];
    at[0] += r * l.strides[0][d], at[1] += r * l.strides[1][d];
    i = q;
  }
}

// Writes the running states of a stretch, each combined with `before`; returns the stretch's own. Four elements at a
// time: the chain of dependent operations is a quarter as long. Without y: only the return value.
template <bool store, class Op, class R, class S = typename Op::state>
S scan_stretch(const Op& op, S before, index_t n, const typename Op::raw* x, index_t sx, R* y, index_t sy) {
  S run = op.identity();
  index_t i = 0;
  for (; i + 4 <= n; i += 4, x += 4 * sx) {
    const S a = op.lift(x[0]), b = op.combine(a, op.lift(x[sx])), c = op.combine(b, op.lift(x[2 * sx])),
            d = op.combine(b, op.combine(op.lift(x[2 * sx]), op.lift(x[3 * sx])));
    if constexpr (store) {
      y[0] = op.template narrow<R>(op.combine(before, op.combine(run, a)));
      y[sy] = op.template narrow<R>(op.combine(before, op.combine(run, b)));
      y[2 * sy] = op.template narrow<R>(op.combine(before, op.combine(run, c)));
      y[3 * sy] = op.template narrow<R>(op.combine(before, op.combine(run, d)));
      y += 4 * sy;
    }
    run = op.combine(run, d);
  }
  for (; i < n; ++i, x += sx) {
    run = op.combine(run, op.lift(*x));
    if constexpr (store) *y = op.template narrow<R>(op.combine(before, run)), y += sy;
  }
  return run;
}

template <class Op, class R> void scan_rows(const Op& op, const detail::scan& s, const typename Op::raw* x, R* y) {
  using S = typename Op::state;
  const index_t pieces = (s.count + piece - 1) / piece;
  auto length = [&](index_t p) { return std::min(piece, s.count - p * piece); };
  if (pieces < 4 || s.rows >= 64 || num_threads() == 1) {
    detail::parallel_for(s.rows, std::max<index_t>(1, piece / s.count), [&](index_t row) {
      index_t at[2];
      offsets(s.kept, row, at);
      S before = op.identity();
      for (index_t p = 0; p < pieces; ++p) {
        const index_t i = p * piece;
        const S own = scan_stretch<true>(op, before, length(p), x + at[0] + i * s.stride_in, s.stride_in,
                                         y + at[1] + i * s.stride_out, s.stride_out);
        before = op.combine(before, own);
      }
    });
    return;
  }
  const std::unique_ptr<S[]> states(new S[static_cast<std::size_t>(s.rows * pieces)]);
  auto run = [&](index_t i, auto store, S before) {
    const index_t p = i % pieces;
    index_t at[2];
    offsets(s.kept, i / pieces, at);
    return scan_stretch<decltype(store)::value>(op, before, length(p), x + at[0] + p * piece * s.stride_in, s.stride_in,
                                                y + at[1] + p * piece * s.stride_out, s.stride_out);
  };
  detail::parallel_for(s.rows * pieces, 1, [&](index_t i) { states[i] = run(i, std::false_type{}, op.identity()); });
  for (index_t row = 0; row < s.rows; ++row) {
    S before = op.identity();
    for (index_t p = 0; p < pieces; ++p) {
      const S own = states[row * pieces + p];
      states[row * pieces + p] = before;
      before = op.combine(before, own);
    }
  }
  detail::parallel_for(s.rows * pieces, 1, [&](index_t i) { run(i, std::true_type{}, states[i]); });
}

template <class Op, class R> void scan_columns(const Op& op, const detail::scan& s, const typename Op::raw* x, R* y) {
  using S = typename Op::state;
  const int inner = s.kept.rank - 1;
  const index_t columns = s.kept.shape[inner], outer = s.rows / columns, tiles = (columns + tile - 1) / tile;
  const index_t sx = s.kept.strides[0][inner], sy = s.kept.strides[1][inner];
  detail::parallel_for(outer * tiles, std::max<index_t>(1, piece / (std::min(columns, tile) * s.count)),
                       [&](index_t i) {
                         const index_t first = i % tiles * tile, n = std::min(tile, columns - first);
                         index_t at[2];
                         offsets(s.kept, i / tiles * columns + first, at);
                         S run[tile];
                         std::fill_n(run, n, op.identity());
                         const auto* line = x + at[0];
                         R* to = y + at[1];
                         for (index_t k = 0; k < s.count; ++k, line += s.stride_in, to += s.stride_out) {
                           if (sx == 1 && sy == 1) {
#pragma GCC ivdep
                             for (index_t j = 0; j < n; ++j) {
                               run[j] = op.combine(run[j], op.lift(line[j]));
                               to[j] = op.template narrow<R>(run[j]);
                             }
                           } else {
                             for (index_t j = 0; j < n; ++j) {
                               run[j] = op.combine(run[j], op.lift(line[j * sx]));
                               to[j * sy] = op.template narrow<R>(run[j]);
                             }
                           }
                         }
                       });
}

template <class Op, class R> void run(const Op& op, const detail::scan& s, const typename Op::raw* x, R* y) {
  s.columns&& s.kept.shape[s.kept.rank - 1] >= 8 ? scan_columns(op, s, x, y) : scan_rows(op, s, x, y);
}

}  // namespace

template <class T> void scan(const detail::scan& s, ScanOp op, bool skip_nan, const T* x, void* y) {
  using S = typename wide<T>::type;
  using R = std::conditional_t<kind_of<T> == kind::integer, S, T>;
  if (op == ScanOp::sum) return run(scan_arithmetic<T, S, false>{skip_nan}, s, x, static_cast<R*>(y));
  if (op == ScanOp::prod) return run(scan_arithmetic<T, S, true>{skip_nan}, s, x, static_cast<R*>(y));
  if constexpr (kind_of<T> != kind::complex) run(scan_extreme<T>{op == ScanOp::min}, s, x, static_cast<T*>(y));
}

#define TUKEY_SCAN(T) template void scan(const detail::scan&, ScanOp, bool, const T*, void*);
TUKEY_KERNEL_INTEGERS(TUKEY_SCAN)
TUKEY_KERNEL_REALS(TUKEY_SCAN)
TUKEY_KERNEL_COMPLEX(TUKEY_SCAN)

}  // namespace tukey::cpu
