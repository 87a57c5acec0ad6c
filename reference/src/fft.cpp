// SPDX-License-Identifier: Apache-2.0
// 1-D transforms of whole views, and the plan cache.
#include "tukey/reference/fft.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <list>
#include <map>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "fft_engine.hpp"
#include "tukey/detail/parallel.hpp"
#include "tukey/detail/rows.hpp"

namespace tukey::reference {
namespace engine {
namespace {

using Key = std::pair<std::size_t, Problem>;  // size of the scalar, problem

struct Cache {
  struct Entry {
    Key key;
    std::shared_ptr<const void> plan;
    std::size_t bytes;
  };
  std::mutex mutex;
  std::list<Entry> entries;  // the latest used first
  std::map<Key, std::list<Entry>::iterator> index;
  std::size_t bytes = 0, limit = std::size_t(512) << 20, hits = 0, misses = 0;

  // The plans over the limit (but not the newest), which the caller lets go after it has unlocked.
  std::list<Entry> evict() {
    std::list<Entry> out;
    while (bytes > limit && entries.size() > (limit ? 1 : 0)) {
      const auto last = std::prev(entries.end());
      bytes -= last->bytes;
      index.erase(last->key);
      out.splice(out.end(), entries, last);
    }
    return out;
  }
};
Cache& cache() {
  static auto* c = new Cache;  // never destroyed: other static objects may still transform
  return *c;
}

}  // namespace

// Running plans survive their eviction by the shared pointer.
template <class T> std::shared_ptr<const Plan<T>> plan(const Problem& problem) {
  Cache& c = cache();
  const Key key{sizeof(T), problem};
  {
    std::lock_guard<std::mutex> guard(c.mutex);
    const auto found = c.index.find(key);
    if (found != c.index.end()) {
      ++c.hits;
      c.entries.splice(c.entries.begin(), c.entries, found->second);
      return std::static_pointer_cast<const Plan<T>>(found->second->plan);
    }
    ++c.misses;
  }
  auto made = std::make_shared<const Plan<T>>(problem);
  std::list<Cache::Entry> old;
  std::lock_guard<std::mutex> guard(c.mutex);
  if (c.index.find(key) == c.index.end()) {  // else another thread was faster
    c.entries.push_front({key, made, made->bytes()});
    c.index[key] = c.entries.begin();
    c.bytes += made->bytes();
    old = c.evict();
  }
  return made;
}

}  // namespace engine

FftCacheInfo fft_cache_info() {
  auto& c = engine::cache();
  std::lock_guard<std::mutex> guard(c.mutex);
  return {c.entries.size(), c.bytes, c.limit, c.hits, c.misses};
}
void set_fft_cache_limit(std::size_t bytes) {
  auto& c = engine::cache();
  std::list<engine::Cache::Entry> old;
  std::lock_guard<std::mutex> guard(c.mutex);
  c.limit = bytes;
  old = c.evict();
}
void clear_fft_cache() {
  auto& c = engine::cache();
  std::list<engine::Cache::Entry> old;
  std::lock_guard<std::mutex> guard(c.mutex);
  old.swap(c.entries);
  c.index.clear();
  c.bytes = c.hits = c.misses = 0;
}

namespace {

using engine::is_aligned;
using engine::Kind;

// Uninitialised memory for rows, aligned as plans want it.
template <class T> class Buffer {
 public:
  explicit Buffer(index_t count)
      : data_(static_cast<T*>(::operator new(static_cast<std::size_t>(count) * sizeof(T), std::align_val_t(64)))) {}
  ~Buffer() { ::operator delete(data_, std::align_val_t(64)); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  T* data() const { return data_; }

 private:
  T* data_;
};

index_t padded(index_t n) { return (n + 15) / 16 * 16; }  // a row length that keeps rows aligned

template <class T> void multiply(T* x, index_t n, real_t<T> s) {
  if (s != real_t<T>(1))
    for (index_t j = 0; j < n; ++j) x[j] *= s;
}

// One problem: which part of the rows to read, which plan to run, what to write.
template <class T, class In, class Out> struct Transform {
  static constexpr index_t most_rows = 16;  // at a time
  view<const In> in;
  view<Out> out;
  detail::rows from, to;
  Kind kind;
  index_t n, in_length, have, plan_length, out_length;
  bool mirror, conjugate;
  T scale;
  std::shared_ptr<const engine::Plan<T>> plan, block_plan;  // one row; most_rows rows that follow each other

  Transform(view<const In> x, view<Out> y, int axis, Kind k, index_t length, bool whole, bool inverse, T s)
      : in(x),
        out(y),
        from(detail::rows_along(x, axis)),
        to(detail::rows_along(y, axis)),
        kind(k),
        n(length),
        scale(s) {
    in_length = kind == Kind::c2r ? n / 2 + 1 : n;
    have = std::min(from.length, in_length);
    plan_length = kind == Kind::r2c ? n / 2 + 1 : n;  // elements that the plan writes
    out_length = to.length;
    mirror = whole;                // r2c whose other half is filled by conjugates
    conjugate = inverse && whole;  // the inverse of real values is the conjugate of their forward transform
    const bool blocks = to.count >= most_rows && n <= 2048;
    if (!blocks || to.count % most_rows) plan = engine::plan<T>({kind, n});
    if (blocks) block_plan = engine::plan<T>({kind, n, most_rows, in_length, out_length});
  }

  void run() const {
    // Rows that are contiguous and aligned are transformed where they lie. Others go through buffers, several at a
    // time, so that a strided axis is read and written along its neighbours.
    const bool direct_in = kind != Kind::c2r && from.stride == 1 && have == in_length &&
                           static_cast<const void*>(in.data) != static_cast<const void*>(out.data);
    const bool direct_out = to.stride == 1;
    // Short rows are transformed together where a plan for that fits.
    const bool packed_in = direct_in && follow(from, in_length), packed_out = direct_out && follow(to, out_length);
    index_t block = 1;
    if (block_plan)
      block = most_rows;
    else if (!direct_in || !direct_out)
      block = std::max<index_t>(1, std::min<index_t>(most_rows, (1 << 18) / n));
    const index_t pieces = (to.count + block - 1) / block, grain = std::max<index_t>(1, (1 << 15) / (n * block));
    detail::parallel_ranges(pieces, grain, [&](index_t begin, index_t end) {
      std::unique_ptr<Buffer<In>> a;
      std::unique_ptr<Buffer<Out>> b;
      In* source[most_rows];
      Out* target[most_rows];
      index_t at_in[most_rows], at_out[most_rows];
      for (index_t piece = begin; piece < end; ++piece) {
        const index_t first = piece * block;
        const int rows = static_cast<int>(std::min(block, to.count - first));
        const bool together = block_plan && rows == most_rows;
        const index_t in_distance = together ? in_length : padded(in_length);
        const index_t out_distance = together ? out_length : padded(out_length);
        bool copy_in = !(together ? packed_in : direct_in), copy_out = !(together ? packed_out : direct_out);
        for (int r = 0; r < rows; ++r) {
          at_in[r] = from.offset(first + r);
          at_out[r] = to.offset(first + r);
          if (together && r) continue;
          copy_in |= !is_aligned(in.data + at_in[r]);
          copy_out |= !is_aligned(out.data + at_out[r]);
        }
        if (copy_in && !a) a = std::make_unique<Buffer<In>>(block * padded(in_length));
        if (copy_out && !b) b = std::make_unique<Buffer<Out>>(block * padded(out_length));
        for (int r = 0; r < rows; ++r) {
          source[r] = copy_in ? a->data() + r * in_distance : const_cast<In*>(in.data) + at_in[r];
          target[r] = copy_out ? b->data() + r * out_distance : out.data + at_out[r];
        }
        if (copy_in) gather(rows, at_in, source);
        if (together)
          block_plan->run(source[0], target[0]);
        else
          for (int r = 0; r < rows; ++r) plan->run(source[r], target[r]);
        for (int r = 0; r < rows; ++r) finish(target[r]);
        if (copy_out) scatter(rows, at_out, target);
      }
    });
  }

  // Whether each row starts where the one before it ends.
  static bool follow(const detail::rows& r, index_t length) {
    return r.rank == 0 || (r.rank == 1 && r.strides[0] == length);
  }

  void gather(int rows, const index_t* at, In* const* row) const {
    walk(
        rows, have, at, from.stride, [&](int r, index_t j, index_t offset) { row[r][j] = in.data[offset]; },
        [&](index_t offset) { __builtin_prefetch(in.data + offset, 0); });
    for (int r = 0; r < rows; ++r) {
      std::fill(row[r] + have, row[r] + in_length, In(0));
      if constexpr (is_complex_v<In> && !is_complex_v<Out>) {
        multiply(row[r], have, scale);
        row[r][0] = row[r][0].real();
        if (n % 2 == 0) row[r][n / 2] = row[r][n / 2].real();
      }
    }
  }

  // Scale and the half that follows from symmetry.
  void finish(Out* y) const {
    if constexpr (is_complex_v<Out>) {
      multiply(y, plan_length, scale);
      if (!mirror) return;
      if (conjugate)
        for (index_t k = 0; k < plan_length; ++k) y[k] = std::conj(y[k]);
      for (index_t k = 1; k < n - k; ++k) y[n - k] = std::conj(y[k]);
    }
  }

  void scatter(int rows, const index_t* at, Out* const* row) const {
    walk(
        rows, out_length, at, to.stride, [&](int r, index_t j, index_t offset) { out.data[offset] = row[r][j]; },
        [&](index_t offset) { __builtin_prefetch(out.data + offset, 1); });
  }

  // f(r, j, offset of element j of row r) for all, along the rows where those are the closer neighbours in memory,
  // else in tiles of a cache line squared, the lines after it announced: hardware does not foresee large strides.
  template <class F, class P>
  static void walk(int rows, index_t length, const index_t* at, index_t stride, const F& f, const P& prefetch) {
    constexpr int tile = 8;
    const index_t step = rows > 1 ? std::abs(at[1] - at[0]) : std::abs(stride);
    if (std::abs(stride) <= step) {
      for (int r = 0; r < rows; ++r)
        for (index_t j = 0; j < length; ++j) f(r, j, at[r] + j * stride);
      return;
    }
    for (int r0 = 0; r0 < rows; r0 += tile) {
      const int r1 = std::min(rows, r0 + tile);
      for (index_t j0 = 0; j0 < length; j0 += tile) {
        const index_t j1 = std::min(length, j0 + tile);
        for (index_t j = j1; j < std::min(length, j1 + tile); ++j) prefetch(at[r0] + j * stride);
        for (index_t j = j0; j < j1; ++j)
          for (int r = r0; r < r1; ++r) f(r, j, at[r] + j * stride);
      }
    }
  }
};

// Long even rows of bins to contiguous real rows, in place in the output: the even and the odd samples are the real and
// imaginary parts of a complex signal of half the length, whose bins follow from the given ones. Faster than FFTW's own
// complex-to-real plans at these lengths, and without scratch memory.
constexpr index_t long_row = index_t(1) << 22;
template <class T> void irfft_long(view<const std::complex<T>> in, view<T> out, int axis, T scale) {
  using C = std::complex<T>;
  const detail::rows from = detail::rows_along(in, axis), to = detail::rows_along(out, axis);
  const index_t n = to.length, half = n / 2, have = std::min(from.length, half + 1);
  // exp(2 pi i k / n) as the product of a coarse and a fine factor.
  constexpr index_t fine = 4096;
  std::vector<std::complex<double>> low(fine), high(static_cast<std::size_t>(half / fine + 1));
  const double unit = 2 * std::acos(-1.0) / static_cast<double>(n);
  for (index_t k = 0; k < fine; ++k) low[k] = std::polar(1.0, unit * static_cast<double>(k));
  for (std::size_t k = 0; k < high.size(); ++k) high[k] = std::polar(1.0, unit * static_cast<double>(fine * k));
  const auto plan = engine::plan<T>({Kind::inverse, half, 1, 0, 0, true});
  detail::parallel_for(to.count, 1, [&](index_t i) {
    const C* bins = in.data + from.offset(i);
    C* z = reinterpret_cast<C*>(out.data + to.offset(i));
    const auto bin = [&](index_t k) { return k < have ? bins[k * from.stride] : C(0); };
    for (index_t k = 0; k < half; ++k) {
      const C a = k ? bin(k) : C(bin(0).real()), b = std::conj(k ? bin(half - k) : C(bin(half).real()));
      const double wr = high[k / fine].real() * low[k % fine].real() - high[k / fine].imag() * low[k % fine].imag();
      const double wi = high[k / fine].real() * low[k % fine].imag() + high[k / fine].imag() * low[k % fine].real();
      const T re = static_cast<T>(wr), im = static_cast<T>(wi), dr = a.real() - b.real(), di = a.imag() - b.imag();
      z[k] = C(scale * (a.real() + b.real() - (re * di + im * dr)), scale * (a.imag() + b.imag() + re * dr - im * di));
    }
    plan->run(z, z);
  });
}

template <class T, class In, class Out>
void transform(view<const In> in, view<Out> out, int axis, Kind kind, index_t n, bool whole, bool inverse, T scale) {
  if (out.size() != 0) Transform<T, In, Out>(in, out, axis, kind, n, whole, inverse, scale).run();
}

}  // namespace

template <class T>
void fft(view<const std::complex<T>> in, view<std::complex<T>> out, int axis, bool inverse, real_t<T> scale) {
  transform<T>(in, out, axis, inverse ? Kind::inverse : Kind::forward, out.shape[axis], false, inverse, scale);
}
template <class T> void fft(view<const T> in, view<std::complex<T>> out, int axis, bool inverse, real_t<T> scale) {
  transform<T>(in, out, axis, Kind::r2c, out.shape[axis], true, inverse, scale);
}
template <class T> void rfft(view<const T> in, view<std::complex<T>> out, int axis, index_t n, real_t<T> scale) {
  transform<T>(in, out, axis, Kind::r2c, n, false, false, scale);
}
template <class T> void irfft(view<const std::complex<T>> in, view<T> out, int axis, real_t<T> scale) {
  const index_t n = out.shape[axis];
  if constexpr (!std::is_same_v<T, long double>) {
    bool in_place = n > long_row && n % 2 == 0 && out.strides[axis] == 1 && is_aligned(out.data);
    for (int d = 0; d < out.rank; ++d)  // all rows aligned
      in_place = in_place && (d == axis || out.shape[d] == 1 || out.strides[d] * sizeof(T) % engine::alignment == 0);
    if (in_place && out.size() != 0) return irfft_long(in, out, axis, scale);
  }
  transform<T>(in, out, axis, Kind::c2r, n, false, true, scale);
}

namespace {
template <class T> view<T> row_view(T* data, index_t n) { return {data, 1, {n}, {1}}; }
}  // namespace

template <class T> void fft_row(const std::complex<T>* in, std::complex<T>* out, index_t n, bool inverse) {
  if (in != out && is_aligned(in) && is_aligned(out))
    engine::plan<T>({inverse ? Kind::inverse : Kind::forward, n})->run(in, out);
  else
    fft(row_view<const std::complex<T>>(in, n), row_view(out, n), 0, inverse, T(1));
}
template <class T> void rfft_row(const T* in, std::complex<T>* out, index_t n) {
  if (is_aligned(in) && is_aligned(out))
    engine::plan<T>({Kind::r2c, n})->run(in, out);
  else
    rfft(row_view<const T>(in, n), row_view(out, n / 2 + 1), 0, n, T(1));
}
template <class T> void irfft_row(const std::complex<T>* in, T* out, index_t n) {
  irfft(row_view<const std::complex<T>>(in, n / 2 + 1), row_view(out, n), 0, T(1));
}

template <class T> void fft_frequencies(view<T> out, index_t positive, index_t n, double step) {
  for (index_t i = 0; i < out.shape[0]; ++i)
    out.data[i * out.strides[0]] = static_cast<T>(static_cast<double>(i < positive ? i : i - n) * step);
}
template TUKEY_EXPORT void fft_frequencies<float>(view<float>, index_t, index_t, double);
template TUKEY_EXPORT void fft_frequencies<double>(view<double>, index_t, index_t, double);

#define TUKEY_INSTANTIATE(T)                                                                                   \
  template TUKEY_EXPORT void fft<T>(view<const std::complex<T>>, view<std::complex<T>>, int, bool, real_t<T>); \
  template TUKEY_EXPORT void fft<T>(view<const T>, view<std::complex<T>>, int, bool, real_t<T>);               \
  template TUKEY_EXPORT void rfft<T>(view<const T>, view<std::complex<T>>, int, index_t, real_t<T>);           \
  template TUKEY_EXPORT void irfft<T>(view<const std::complex<T>>, view<T>, int, real_t<T>);                   \
  template TUKEY_EXPORT void fft_row<T>(const std::complex<T>*, std::complex<T>*, index_t, bool);              \
  template TUKEY_EXPORT void rfft_row<T>(const T*, std::complex<T>*, index_t);                                 \
  template TUKEY_EXPORT void irfft_row<T>(const std::complex<T>*, T*, index_t);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
TUKEY_INSTANTIATE(long double)

}  // namespace tukey::reference
