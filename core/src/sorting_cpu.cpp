// SPDX-License-Identifier: Apache-2.0
// Sorting on the CPU: radix sort of keys from the lowest digit up (stable), std::sort for short rows.
#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "sorting_backend.hpp"
#include "tukey/detail/parallel.hpp"
#include "tukey/device.hpp"

namespace tukey::cpu {

using namespace sorting;

namespace {

constexpr index_t short_row = 256;  // sorted by comparison

// What is sorted. key() is what the order of equal-width radix digits is taken from, word w of it.
struct Value32 {
  u32 a;
  static constexpr int words = 1, bits = 32;
  template <int w> u32 word() const { return a; }
  bool operator<(const Value32& o) const { return a < o.a; }
};
struct Value64 {
  u64 a;
  static constexpr int words = 1, bits = 64;
  template <int w> u64 word() const { return a; }
  bool operator<(const Value64& o) const { return a < o.a; }
};
struct Packed {  // a 32-bit key above a 32-bit index
  u64 a;
  static constexpr int words = 1, bits = 32;
  template <int w> u32 word() const { return static_cast<u32>(a >> 32); }
  bool operator<(const Packed& o) const { return a < o.a; }
};
struct Pair {
  u64 a, index;
  static constexpr int words = 1, bits = 64;
  template <int w> u64 word() const { return a; }
  bool operator<(const Pair& o) const { return a != o.a ? a < o.a : index < o.index; }
};
struct Triple {
  u64 hi, lo, index;
  static constexpr int words = 2, bits = 64;
  template <int w> u64 word() const { return w ? hi : lo; }
  bool operator<(const Triple& o) const { return hi != o.hi ? hi < o.hi : lo != o.lo ? lo < o.lo : index < o.index; }
};

// One word's digits of `width` bits. Data ends up in `a` or `b`, which are swapped so that `a` names it.
template <int w, int width, class E> void radix_word(E*& a, E*& b, index_t n) {
  constexpr int passes = (E::bits + width - 1) / width, buckets = 1 << width;
  const std::unique_ptr<index_t[]> counts(new index_t[passes * buckets]());
  for (index_t i = 0; i < n; ++i) {
    const auto key = a[i].template word<w>();
    for (int p = 0; p < passes; ++p) ++counts[p * buckets + ((key >> (p * width)) & (buckets - 1))];
  }
  for (int p = 0; p < passes; ++p) {
    index_t* at = counts.get() + p * buckets;
    const int shift = p * width;
    if (at[(a[0].template word<w>() >> shift) & (buckets - 1)] == n) continue;  // all have the same digit
    index_t sum = 0;
    for (int d = 0; d < buckets; ++d) sum += std::exchange(at[d], sum);
    for (index_t i = 0; i < n; ++i) b[at[(a[i].template word<w>() >> shift) & (buckets - 1)]++] = a[i];
    std::swap(a, b);
  }
}
template <class E> void sort_items(E*& a, E*& b, index_t n) {
  if (n <= short_row) return std::sort(a, a + n);
  if (n < 16384) {
    radix_word<0, 8>(a, b, n);
    if constexpr (E::words > 1) radix_word<1, 8>(a, b, n);
  } else {
    radix_word<0, 11>(a, b, n);
    if constexpr (E::words > 1) radix_word<1, 11>(a, b, n);
  }
}

// Sorted in pieces side by side, then merged: where there are fewer rows than threads. Elements that compare equal
// are indistinguishable, so the merge keeps the order of equal elements of x.
template <class E> void sort_long(E*& a, E*& b, index_t n) {
  const index_t threads = std::min<index_t>(num_threads(), n >> 20);
  if (threads < 2) return sort_items(a, b, n);
  index_t parts = 1;
  while (parts < threads) parts *= 2;
  const auto bound = [&](index_t i, index_t of) { return n / of * i + std::min(n % of, i); };
  detail::parallel_for(parts, 1, [&](index_t i) {
    const index_t from = bound(i, parts), to = bound(i + 1, parts);
    E *x = a + from, *y = b + from;
    sort_items(x, y, to - from);
    if (x != a + from) std::copy(x, x + (to - from), a + from);
  });
  std::vector<index_t> edges;
  for (index_t i = 0; i <= parts; ++i) edges.push_back(bound(i, parts));
  for (index_t width = 1; width < parts; width *= 2) {
    detail::parallel_for(parts / (2 * width), 1, [&](index_t i) {
      const index_t from = edges[2 * width * i], middle = edges[2 * width * i + width], to = edges[2 * width * (i + 1)];
      std::merge(a + from, a + middle, a + middle, a + to, b + from);
    });
    std::swap(a, b);
  }
}
template <class E> void sort_all(E*& a, E*& b, index_t n, bool alone) {
  if (alone && n >= (1 << 21)) return sort_long(a, b, n);
  sort_items(a, b, n);
}

// body(row, scratch a, scratch b): over rows, with two buffers of n items to a thread.
template <class E, class Body> void with_buffers(index_t rows, index_t n, const Body& body) {
  detail::parallel_ranges(rows, std::max<index_t>(1, (1 << 14) / n), [&](index_t begin, index_t end) {
    const std::unique_ptr<E[]> memory(new E[static_cast<std::size_t>(2 * n)]);
    for (index_t row = begin; row < end; ++row) body(row, memory.get(), memory.get() + n);
  });
}

// The signs of zeros in the order of x, in the run of zeros of the sorted y.
template <class U> void order_zeros(const U* x, U* y, index_t n, index_t below, index_t negative) {
  constexpr U sign = float_bits<U>::sign;
  U* to = y + below;
  for (index_t i = 0; i < n && negative > 0; ++i)
    if ((x[i] & static_cast<U>(~sign)) == 0) {
      *to++ = x[i];
      negative -= x[i] != 0;
    }
}

// Values of 32 and 64 bits. Rows that are in order already need no sort.
template <class E, class U> void sort_words(Kind kind, index_t rows, index_t n, const U* x, U* y) {
  with_buffers<E>(rows, n, [&](index_t row, E* a, E* b) {
    const U* from = x + row * n;
    U* to = y + row * n;
    index_t zeros = 0, negative = 0, below = 0;
    bool ascending = true;
    if (kind == Kind::f32 || kind == Kind::f64) {
      U last = 0;
      for (index_t i = 0; i < n; ++i) {
        const U key = float_key(from[i]);
        a[i].a = key;
        ascending &= last <= key;
        last = key;
        zeros += key == zero_key<U>, negative += key == minus_zero_key<U>, below += key < minus_zero_key<U>;
      }
    } else {
      U last = 0;
      for (index_t i = 0; i < n; ++i) {
        const U key = value_key(kind, from[i]);
        a[i].a = key;
        ascending &= last <= key;
        last = key;
      }
    }
    if (!ascending) sort_all(a, b, n, rows == 1);
    for (index_t i = 0; i < n; ++i) to[i] = bits_of_key(kind, a[i].a);
    if (zeros > 0 && negative > 0) {
      std::fill(to + below, to + below + zeros + negative, U(0));
      order_zeros(from, to, n, below, negative);
    }
  });
}
// Values of 8 and 16 bits: counted.
template <class U> void sort_counted(U flip, index_t rows, index_t n, const U* x, U* y) {
  constexpr index_t values = index_t(1) << (8 * sizeof(U));
  detail::parallel_ranges(rows, std::max<index_t>(1, (1 << 14) / n), [&](index_t begin, index_t end) {
    const std::unique_ptr<index_t[]> counts(new index_t[values]);
    for (index_t row = begin; row < end; ++row) {
      const U* from = x + row * n;
      U* to = y + row * n;
      if (n < values / 16) {
        for (index_t i = 0; i < n; ++i) to[i] = from[i] ^ flip;
        std::sort(to, to + n);
        for (index_t i = 0; i < n; ++i) to[i] ^= flip;
        continue;
      }
      std::fill(counts.get(), counts.get() + values, 0);
      for (index_t i = 0; i < n; ++i) ++counts[from[i]];
      for (index_t v = 0; v < values; ++v) {
        const U value = static_cast<U>(v) ^ flip;
        to = std::fill_n(to, counts[value], value);
      }
    }
  });
}

// What is done to the items of a row, and how many of them are given out.
struct Whole {
  template <class E> void operator()(E*& a, E*& b, index_t n, bool alone) const { sort_all(a, b, n, alone); }
  index_t taken(index_t n) const { return n; }
};
struct Partitioned {
  const index_t* kth;
  index_t count;
  template <class E> void operator()(E*& a, E*&, index_t n, bool) const {
    index_t from = 0;
    for (index_t j = 0; j < count; ++j) {
      if (kth[j] < from) continue;
      std::nth_element(a + from, a + kth[j], a + n);
      from = kth[j] + 1;
    }
  }
  index_t taken(index_t n) const { return n; }
};
struct First {
  index_t k;
  template <class E> void operator()(E*& a, E*& b, index_t n, bool alone) const {
    if (k < n) std::nth_element(a, a + k, a + n);
    sort_all(a, b, k, alone);
  }
  index_t taken(index_t) const { return k; }
};

template <class E, class Load, class Index, class Arrange>
void argsort_items(index_t rows, index_t n, const index_t* start, index_t* out, const Arrange& arrange,
                   const Load& load, const Index& index) {
  with_buffers<E>(rows, n, [&](index_t row, E* a, E* b) {
    const index_t* order = start ? start + row * n : nullptr;
    for (index_t i = 0; i < n; ++i) a[i] = load(row * n + (order ? order[i] : i), i);
    arrange(a, b, n, rows == 1);
    const index_t taken = arrange.taken(n);
    for (index_t i = 0; i < taken; ++i) out[row * taken + i] = order ? order[index(a[i])] : index(a[i]);
  });
}
template <class U> Triple complex_item(const U* x, index_t at, index_t i, bool descending) {
  const key_pair<U> k = complex_key(x[2 * at], x[2 * at + 1]);
  return descending ? Triple{static_cast<U>(~k.hi), static_cast<U>(~k.lo), static_cast<u64>(i)}
                    : Triple{k.hi, k.lo, static_cast<u64>(i)};
}
template <class Z> void gather(index_t rows, index_t n, index_t k, const void* x, const index_t* order, void* y) {
  const Z* from = static_cast<const Z*>(x);
  Z* to = static_cast<Z*>(y);
  detail::parallel_for(rows, std::max<index_t>(1, (1 << 14) / k), [&](index_t row) {
    for (index_t i = 0; i < k; ++i) to[row * k + i] = from[row * n + order[row * k + i]];
  });
}

template <class K, class U> void quantiles_of(const quantile_problem& p) {
  const U* x = static_cast<const U*>(p.x);
  detail::parallel_ranges(p.rows, std::max<index_t>(1, (1 << 14) / p.n), [&](index_t begin, index_t end) {
    const std::unique_ptr<K[]> keys(new K[static_cast<std::size_t>(p.n)]);
    for (index_t row = begin; row < end; ++row) {
      index_t m = 0;  // numbers; NaN are left out
      bool nan = false;
      for (index_t i = 0; i < p.n; ++i) {
        const K key = order_key(p.kind, static_cast<K>(x[row * p.n + i]));
        const bool number = !is_float(p.kind) || key != nan_key<K>;
        keys[m] = key;
        m += number;
        nan |= !number;
      }
      K* const end_of_numbers = keys.get() + m;
      const bool known = m > 0 && (p.ignore_nan || !nan), sorted = p.count > 4;
      if (known && sorted) std::sort(keys.get(), end_of_numbers);
      for (int j = 0; j < p.count; ++j) {
        double value = std::numeric_limits<double>::quiet_NaN();
        if (known) {
          const place at = place_of(p.method, p.q[j], m);
          K *low = keys.get() + at.low, *high = keys.get() + at.high;
          if (!sorted) {
            std::nth_element(keys.get(), low, end_of_numbers);
            if (at.high > at.low) std::iter_swap(high, std::min_element(high, end_of_numbers));
          }
          value = blend(p.method, number_of(p.kind, *low), number_of(p.kind, *high), at.t);
        }
        const index_t to = j * p.rows + row;
        if (p.narrow)
          static_cast<float*>(p.y)[to] = static_cast<float>(value);
        else
          static_cast<double*>(p.y)[to] = value;
      }
    }
  });
}

template <class Arrange>
void arrange_rows(Kind kind, bool descending, index_t rows, index_t n, const void* x, const index_t* start,
                  index_t* out, const Arrange& arrange) {
  const auto index = [](const auto& item) { return static_cast<index_t>(item.index); };
  switch (kind) {
    case Kind::c64:
      return argsort_items<Triple>(
          rows, n, start, out, arrange,
          [&](index_t at, index_t i) { return complex_item(static_cast<const u32*>(x), at, i, descending); }, index);
    case Kind::c128:
      return argsort_items<Triple>(
          rows, n, start, out, arrange,
          [&](index_t at, index_t i) { return complex_item(static_cast<const u64*>(x), at, i, descending); }, index);
    case Kind::u64:
    case Kind::i64:
    case Kind::f64:
      return argsort_items<Pair>(
          rows, n, start, out, arrange,
          [&](index_t at, index_t i) {
            const u64 key = order_key(kind, static_cast<const u64*>(x)[at]);
            return Pair{descending ? ~key : key, static_cast<u64>(i)};
          },
          index);
    default:
      break;
  }
  const auto key = [&](index_t at) {
    const u32 k = order_key(kind, load_word(kind, x, at));
    return descending ? ~k : k;
  };
  if (n < index_t(1) << 32)
    argsort_items<Packed>(
        rows, n, start, out, arrange,
        [&](index_t at, index_t i) { return Packed{u64(key(at)) << 32 | static_cast<u64>(i)}; },
        [](const Packed& p) { return static_cast<index_t>(p.a & 0xFFFFFFFFu); });
  else
    argsort_items<Pair>(
        rows, n, start, out, arrange,
        [&](index_t at, index_t i) {
          return Pair{key(at), static_cast<u64>(i)};
        },
        index);
}

}  // namespace

void argsort_rows(Kind kind, bool descending, index_t rows, index_t n, const void* x, const index_t* start,
                  index_t* out) {
  arrange_rows(kind, descending, rows, n, x, start, out, Whole{});
}
void argpartition_rows(Kind kind, index_t rows, index_t n, const index_t* kth, index_t count, const void* x,
                       index_t* out) {
  arrange_rows(kind, false, rows, n, x, nullptr, out, Partitioned{kth, count});
}
void top_k_rows(Kind kind, bool descending, index_t rows, index_t n, index_t k, const void* x, index_t* out) {
  arrange_rows(kind, descending, rows, n, x, nullptr, out, First{k});
}
void gather_rows(int bytes, index_t rows, index_t n, index_t k, const void* x, const index_t* index, void* y) {
  switch (bytes) {
    case 1:
      return gather<u8>(rows, n, k, x, index, y);
    case 2:
      return gather<u16>(rows, n, k, x, index, y);
    case 4:
      return gather<u32>(rows, n, k, x, index, y);
    case 8:
      return gather<u64>(rows, n, k, x, index, y);
    default:
      return gather<key_pair<u64>>(rows, n, k, x, index, y);
  }
}
void quantiles(const quantile_problem& p) {
  switch (bytes_of(p.kind)) {
    case 1:
      return quantiles_of<u32, u8>(p);
    case 2:
      return quantiles_of<u32, u16>(p);
    case 4:
      return quantiles_of<u32, u32>(p);
    default:
      return quantiles_of<u64, u64>(p);
  }
}

void sort_rows(Kind kind, index_t rows, index_t n, const void* x, void* y) {
  switch (kind) {
    case Kind::u8:
      return sort_counted<u8>(0, rows, n, static_cast<const u8*>(x), static_cast<u8*>(y));
    case Kind::i8:
      return sort_counted<u8>(0x80, rows, n, static_cast<const u8*>(x), static_cast<u8*>(y));
    case Kind::u16:
      return sort_counted<u16>(0, rows, n, static_cast<const u16*>(x), static_cast<u16*>(y));
    case Kind::i16:
      return sort_counted<u16>(0x8000, rows, n, static_cast<const u16*>(x), static_cast<u16*>(y));
    case Kind::u32:
    case Kind::i32:
    case Kind::f32:
      return sort_words<Value32>(kind, rows, n, static_cast<const u32*>(x), static_cast<u32*>(y));
    case Kind::u64:
    case Kind::i64:
    case Kind::f64:
      return sort_words<Value64>(kind, rows, n, static_cast<const u64*>(x), static_cast<u64*>(y));
    default:
      break;
  }
  const std::unique_ptr<index_t[]> order(new index_t[static_cast<std::size_t>(rows * n)]);
  argsort_rows(kind, false, rows, n, x, nullptr, order.get());
  gather_rows(bytes_of(kind), rows, n, n, x, order.get(), y);
}

void partition_rows(Kind kind, index_t rows, index_t n, const index_t* kth, index_t count, const void* x, void* y) {
  const Partitioned partition{kth, count};
  // Value keys of 32 or 64 bits; others by index.
  if (kind == Kind::f32 || kind == Kind::i32 || kind == Kind::u32) {
    with_buffers<Value32>(rows, n, [&](index_t row, Value32* a, Value32* b) {
      const u32* from = static_cast<const u32*>(x) + row * n;
      for (index_t i = 0; i < n; ++i) a[i].a = value_key(kind, from[i]);
      partition(a, b, n, false);
      for (index_t i = 0; i < n; ++i) static_cast<u32*>(y)[row * n + i] = bits_of_key(kind, a[i].a);
    });
  } else if (bytes_of(kind) == 8 && !is_complex(kind)) {
    with_buffers<Value64>(rows, n, [&](index_t row, Value64* a, Value64* b) {
      const u64* from = static_cast<const u64*>(x) + row * n;
      for (index_t i = 0; i < n; ++i) a[i].a = value_key(kind, from[i]);
      partition(a, b, n, false);
      for (index_t i = 0; i < n; ++i) static_cast<u64*>(y)[row * n + i] = bits_of_key(kind, a[i].a);
    });
  } else {
    const std::unique_ptr<index_t[]> order(new index_t[static_cast<std::size_t>(rows * n)]);
    argpartition_rows(kind, rows, n, kth, count, x, order.get());
    gather_rows(bytes_of(kind), rows, n, n, x, order.get(), y);
  }
}

}  // namespace tukey::cpu
