// SPDX-License-Identifier: Apache-2.0
// Searches, interpolation and sets on the CPU.
#include <algorithm>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "searching_backend.hpp"
#include "tukey/detail/parallel.hpp"

namespace tukey::cpu {

using namespace detail;

namespace {

constexpr index_t grain = 1 << 14;

// Whether sorted element i stays.
template <class T> bool same(T a, T b, bool equal_nan) { return a == b || (equal_nan && is_nan(a) && is_nan(b)); }
template <class T> bool stays(const T* x, const run_problem& p, index_t i) {
  const bool as_before = i > 0 && same(x[i - 1], x[i], p.equal_nan);
  if (p.rule == run_rule::first) return !as_before;
  const bool as_after = i + 1 < p.n && same(x[i], x[i + 1], p.equal_nan);
  return p.rule == run_rule::repeated ? as_after : !as_before && !as_after;
}
template <class Keep> void count_kept(index_t n, index_t* after, const Keep& keep) {
  const index_t pieces = select_pieces(n);
  parallel_for(pieces, 16, [&](index_t p) {
    index_t count = 0;
    for (index_t i = p * select_piece, end = std::min(n, i + select_piece); i < end; ++i) count += keep(i);
    after[p] = count;
  });
  for (index_t p = 1; p < pieces; ++p) after[p] += after[p - 1];
}

}  // namespace

template <class K, class T>
void search(const K* keys, index_t n, const index_t* sorter, const T* values, index_t m, const search_rule& r,
            index_t* out) {
  const auto all = [&](const auto& at) {
    parallel_ranges(m, grain, [&](index_t begin, index_t end) {
      for (index_t i = begin; i < end; ++i) {
        const index_t place = insertion_point(at, n, static_cast<K>(values[i]), r.right);
        out[i] = r.reversed ? n - place : place;
      }
    });
  };
  if (sorter)
    all([=](index_t i) { return keys[std::clamp<index_t>(sorter[i], 0, n - 1)]; });
  else
    all([=](index_t i) { return keys[i]; });
}

template <class T> void contains(const T* keys, index_t n, const T* values, index_t m, bool invert, bool* out) {
  if constexpr (std::is_integral_v<T>) {
    // A table where the keys lie close together.
    const auto low = static_cast<std::uint64_t>(n > 0 ? keys[0] : 0);
    const std::uint64_t range = n > 0 ? static_cast<std::uint64_t>(keys[n - 1]) - low : 0;
    if (range < static_cast<std::uint64_t>(4 * (n + m))) {
      std::vector<unsigned char> table(static_cast<std::size_t>(range + 1));
      for (index_t i = 0; i < n; ++i) table[static_cast<std::uint64_t>(keys[i]) - low] = 1;
      parallel_ranges(m, grain, [&](index_t begin, index_t end) {
        for (index_t i = begin; i < end; ++i) {
          const std::uint64_t at = static_cast<std::uint64_t>(values[i]) - low;
          out[i] = (at <= range && table[at]) != invert;
        }
      });
      return;
    }
  }
  parallel_ranges(m, grain, [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) {
      const index_t place = insertion_point([=](index_t k) { return keys[k]; }, n, values[i], false);
      out[i] = (place < n && keys[place] == values[i]) != invert;
    }
  });
}

template <class R, class F>
void interp(const R* xp, const F* fp, index_t n, const R* x, index_t m, const interp_rule<F>& r, F* out) {
  const std::unique_ptr<knot<R, F>[]> knots(new knot<R, F>[static_cast<std::size_t>(n)]);
  for (index_t i = 0; i < n; ++i) knots[i] = make_knot(xp, fp, n, i);
  const int count = static_cast<int>(std::min<index_t>({2 * n, 1 << 20, m + 1}));
  const buckets<R> bucket(xp, n, count);
  std::vector<index_t> start(static_cast<std::size_t>(count) + 1);
  for (int b = 0; b <= count; ++b) start[b] = b == 0 ? 0 : b == count ? n : bucket.start(xp, n, b);
  const R first = xp[0], last = xp[n - 1];
  parallel_ranges(m, grain, [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i)
      out[i] = interp_at(knots.get(), n, first, last, r, x[i], [&](R v) {
        const int b = bucket(v);
        return last_at_or_below(xp, start[b], start[b + 1], v);
      });
  });
}

template <class T> void modulo(const T* x, index_t n, double period, double* out) {
  parallel_for(n, grain, [&](index_t i) { out[i] = detail::modulo(static_cast<double>(x[i]), period); });
}
template <class F>
void repeat_ends(const index_t* order, const double* xp, const F* fp, index_t n, double period, double* to_xp,
                 F* to_fp) {
  for (index_t i = 0; i < n + 2; ++i) repeated_end(order, xp, fp, n, period, i, to_xp, to_fp);
}

template <class T> void count_runs(const T* x, const run_problem& p, index_t* after) {
  count_kept(p.n, after, [&](index_t i) { return stays(x, p, i); });
}
template <class T>
void select_runs(const T* x, const run_problem& p, const index_t* after, T* out, const run_results& r) {
  parallel_for(select_pieces(p.n), 16, [&](index_t piece) {
    index_t to = piece > 0 ? after[piece - 1] : 0;
    for (index_t i = piece * select_piece, end = std::min(p.n, i + select_piece); i < end; ++i) {
      if (stays(x, p, i)) {
        out[to] = x[i];
        if (r.starts) r.starts[to] = i;
        if (r.indices) r.indices[to] = p.permutation[i];
        ++to;
      }
      if (r.inverse) r.inverse[p.permutation[i]] = to - 1;
    }
  });
}
void count_true(const bool* mask, index_t n, index_t* after) {
  count_kept(n, after, [&](index_t i) { return mask[i]; });
}
template <class T> void select_true(const T* x, const bool* mask, index_t n, const index_t* after, T* out) {
  parallel_for(select_pieces(n), 16, [&](index_t piece) {
    index_t to = piece > 0 ? after[piece - 1] : 0;
    for (index_t i = piece * select_piece, end = std::min(n, i + select_piece); i < end; ++i)
      if (mask[i]) out[to++] = x[i];
  });
}
template <class T> void gather(const T* x, index_t n, const index_t* at, index_t m, T* out) {
  parallel_for(m, grain, [&](index_t i) { out[i] = x[std::clamp<index_t>(at[i], 0, n - 1)]; });
}
void run_lengths(const index_t* starts, index_t m, index_t n, index_t* out) {
  for (index_t i = 0; i < m; ++i) out[i] = (i + 1 < m ? starts[i + 1] : n) - starts[i];
}

#define TUKEY_INSTANTIATE(T)                                                                                \
  template void search(const T*, index_t, const index_t*, const T*, index_t, const search_rule&, index_t*); \
  template void contains(const T*, index_t, const T*, index_t, bool, bool*);
TUKEY_SEARCHED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T) \
  template void search(const double*, index_t, const index_t*, const T*, index_t, const search_rule&, index_t*);
TUKEY_SEARCH_NOT_DOUBLE(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(R, F) \
  template void interp(const R*, const F*, index_t, const R*, index_t, const interp_rule<F>&, F*);
TUKEY_INTERPOLATED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
template void modulo(const float*, index_t, double, double*);
template void modulo(const double*, index_t, double, double*);
template void repeat_ends(const index_t*, const double*, const double*, index_t, double, double*, double*);
template void repeat_ends(const index_t*, const double*, const cplx<double>*, index_t, double, double*, cplx<double>*);
#define TUKEY_INSTANTIATE(T)                                                                       \
  template void count_runs(const T*, const run_problem&, index_t*);                                \
  template void select_runs(const T*, const run_problem&, const index_t*, T*, const run_results&); \
  template void select_true(const T*, const bool*, index_t, const index_t*, T*);                   \
  template void gather(const T*, index_t, const index_t*, index_t, T*);
TUKEY_RUNS(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::cpu
