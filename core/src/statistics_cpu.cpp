// SPDX-License-Identifier: Apache-2.0
// Histograms and counts on the CPU. Sums form in an order that depends on the sizes only.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <type_traits>
#include <vector>

#include "statistics_backend.hpp"
#include "tukey/detail/parallel.hpp"

namespace tukey::cpu {

using detail::bin_set;
using detail::binner;

namespace {

constexpr index_t grain = 1 << 16;
constexpr index_t strip = 512;  // elements whose bins are computed before they are counted

// body(begin, end, counts) over pieces of [0, n), each with its own counts where those are few; sums of all in
// `counts`. Counts of several neighbours go to tables side by side, so that equal neighbours do not wait for each
// other.
constexpr int tables = 4;
template <class Body> void count_pieces(index_t n, index_t bins, index_t* counts, const Body& body) {
  std::fill(counts, counts + bins, index_t(0));
  std::mutex mutex;
  const index_t spread = bins <= 4096 ? tables : 1;
  detail::parallel_ranges(n, std::max(grain, bins), [&](index_t begin, index_t end) {
    std::vector<index_t> own(static_cast<std::size_t>(bins * spread));
    index_t* table[tables];
    for (int t = 0; t < tables; ++t) table[t] = own.data() + (t % spread) * bins;
    body(begin, end, table);
    const std::lock_guard<std::mutex> lock(mutex);
    for (index_t t = 0; t < spread; ++t)
      for (index_t i = 0; i < bins; ++i) counts[i] += own[static_cast<std::size_t>(t * bins + i)];
  });
}

// The products and sums of even_edge, rounded one by one on machines with fused operations too.
template <class A> struct times {
  A operator()(A a, A b) const {
    const volatile A product = a * b;
    return product;
  }
};
template <class A> struct plus {
  A operator()(A a, A b) const { return a + b; }
};

}  // namespace

template <class T> void extent(const T* x, index_t n, T* out) {
  std::mutex mutex;
  bool started = false;
  detail::parallel_ranges(n, grain, [&](index_t begin, index_t end) {
    // Numbers that compare in vectors, or few enough for scalar registers.
    constexpr index_t lanes = sizeof(T) == 8 && std::is_integral_v<T> ? 2 : 64 / sizeof(T);
    T low[lanes], high[lanes];
    unsigned char nan[lanes] = {};
    for (index_t k = 0; k < lanes; ++k) low[k] = high[k] = x[begin];
    index_t i = begin;
    for (; i + lanes <= end; i += lanes)
      for (index_t k = 0; k < lanes; ++k) {
        const T v = x[i + k];
        low[k] = v < low[k] ? v : low[k];
        high[k] = v > high[k] ? v : high[k];
        if constexpr (std::is_floating_point_v<T>) nan[k] |= v != v;
      }
    for (; i < end; ++i) {
      low[0] = std::min(low[0], x[i]), high[0] = std::max(high[0], x[i]);
      nan[0] |= x[i] != x[i];
    }
    for (index_t k = 1; k < lanes; ++k) {
      low[0] = std::min(low[0], low[k]), high[0] = std::max(high[0], high[k]);
      nan[0] |= nan[k];
    }
    if constexpr (std::is_floating_point_v<T>)
      if (nan[0]) low[0] = high[0] = std::numeric_limits<T>::quiet_NaN();
    const std::lock_guard<std::mutex> lock(mutex);
    if (!started || low[0] < out[0] || low[0] != low[0]) out[0] = low[0];
    if (!started || high[0] > out[1] || high[0] != high[0]) out[1] = high[0];
    started = true;
  });
}

template <class T> void data_edges(const T* x, index_t n, index_t bins, double* edges) {
  using A = detail::bin_scalar_t<T>;
  T ends[2];
  extent(x, n, ends);
  A first = static_cast<A>(ends[0]), last = static_cast<A>(ends[1]);
  if (!(std::isfinite(first) && std::isfinite(last))) {
    std::fill(edges, edges + bins + 1, std::numeric_limits<double>::quiet_NaN());
    return;
  }
  if (ends[0] == ends[1]) first -= A(0.5), last += A(0.5);
  for (index_t i = 0; i <= bins; ++i)
    edges[i] = static_cast<double>(detail::even_edge(i, bins, first, last, times<A>(), plus<A>()));
}

// The bins of values that are surely right, -1 for those that need another look.
template <class T> void estimate(const binner<T>& bin, const T* x, int count, int* at) {
  using A = detail::bin_scalar_t<T>;
  const A first = bin.first, last = bin.last, scale = bin.scale, near = bin.near, far = bin.far;
  for (int i = 0; i < count; ++i) {
    const A v = static_cast<A>(x[i]), f = (v - first) * scale;
    const bool inside = (v >= first) & (v <= last);
    const int k = static_cast<int>(inside ? f : A(0));
    const A fraction = f - static_cast<A>(k);
    at[i] = (inside & (fraction > near) & (fraction < far)) ? k : -1;
  }
}

template <class T> void count_in_bins(const T* x, index_t n, const bin_set& b, index_t* counts) {
  const binner<T> bin(b);
  count_pieces(n, b.bins, counts, [&](index_t begin, index_t end, index_t* const* table) {
    if (!bin.quick) {
      for (index_t i = begin; i < end; ++i) {
        const index_t at = bin(x[i]);
        if (at >= 0) ++table[i % tables][at];
      }
      return;
    }
    int at[strip];
    for (index_t from = begin; from < end; from += strip) {
      const int count = static_cast<int>(std::min(strip, end - from));
      const T* y = x + from;
      estimate(bin, y, count, at);
      const auto add = [&](int i, index_t* own) {
        index_t k = at[i];
        if (k < 0 && (k = bin(y[i])) < 0) return;
        ++own[k];
      };
      int i = 0;
      for (; i + tables <= count; i += tables)
        add(i, table[0]), add(i + 1, table[1]), add(i + 2, table[2]), add(i + 3, table[3]);
      for (; i < count; ++i) add(i, table[0]);
    }
  });
}

template <class T> void bin_numbers(const T* x, index_t n, const bin_set& b, index_t* numbers, bool further) {
  const binner<T> bin(b);
  detail::parallel_ranges(n, grain, [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) {
      const index_t at = bin(x[i]);
      if (further)
        numbers[i] = at < 0 || numbers[i] < 0 ? -1 : numbers[i] * b.bins + at;
      else
        numbers[i] = at;
    }
  });
}

template <class T> void count_numbers(const T* x, index_t n, index_t bins, index_t* counts) {
  count_pieces(n, bins, counts, [&](index_t begin, index_t end, index_t* const* table) {
    const auto add = [&](index_t i, index_t* own) {
      const auto number = static_cast<unsigned long>(static_cast<index_t>(x[i]));  // negative ones are large here
      if (number < static_cast<unsigned long>(bins)) ++own[number];
    };
    index_t i = begin;
    for (; i + tables <= end; i += tables)
      add(i, table[0]), add(i + 1, table[1]), add(i + 2, table[2]), add(i + 3, table[3]);
    for (; i < end; ++i) add(i, table[0]);
  });
}

void sum_numbers(const index_t* numbers, const double* weights, index_t n, index_t bins, double* sums) {
  // Pieces of fixed length where their tables are small beside the data.
  const index_t pieces = std::max<index_t>(1, std::min<index_t>(64, n / std::max<index_t>(1 << 20, 16 * bins)));
  std::vector<double> table(static_cast<std::size_t>(pieces > 1 ? pieces * bins : 0));
  if (pieces == 1) std::fill(sums, sums + bins, 0.0);
  detail::parallel_for(pieces, 1, [&](index_t p) {
    double* own = pieces > 1 ? table.data() + p * bins : sums;
    for (index_t i = n * p / pieces, end = n * (p + 1) / pieces; i < end; ++i)
      if (static_cast<unsigned long>(numbers[i]) < static_cast<unsigned long>(bins)) own[numbers[i]] += weights[i];
  });
  if (pieces == 1) return;
  for (index_t i = 0; i < bins; ++i) {
    double sum = 0;
    for (index_t p = 0; p < pieces; ++p) sum += table[static_cast<std::size_t>(p * bins + i)];
    sums[i] = sum;
  }
}

#define TUKEY_INSTANTIATE(T)                                                \
  template void extent(const T*, index_t, T*);                              \
  template void data_edges(const T*, index_t, index_t, double*);            \
  template void count_in_bins(const T*, index_t, const bin_set&, index_t*); \
  template void bin_numbers(const T*, index_t, const bin_set&, index_t*, bool);
TUKEY_BINNED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T) template void count_numbers(const T*, index_t, index_t, index_t*);
TUKEY_NUMBERED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::cpu
