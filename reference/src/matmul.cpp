// SPDX-License-Identifier: Apache-2.0
// Matrix products: packed panels and a register tile. On x86 the tile is compiled for AVX-512 and AVX2 too and chosen
// at run time, function by function, so that the rest of the library needs only the baseline instruction set.
#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>

#include "dense.hpp"
#include "tukey/detail/parallel.hpp"
#include "tukey/device.hpp"
#include "tukey/reference/linalg.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace tukey::reference {
namespace {

template <class T> struct parts {
  using real = T;
  static constexpr int count = 1;
};
template <class T> struct parts<std::complex<T>> {
  using real = T;
  static constexpr int count = 2;
};

// A register tile: acc = sum over k of a column of `rows` by a row of `cols`. Packed layouts, per k: a holds rows real
// parts then rows imaginary parts, b likewise with cols; acc is the real tile, then the imaginary one, row-major.
template <class R> struct Tile {
  int rows, cols;
  void (*run)(index_t k, const R* a, const R* b, R* acc);
};

// The body for a vector type of O; forced into functions that carry the instruction set.
#define TUKEY_UNROLL _Pragma("GCC unroll 16")
#define TUKEY_TILE_BODY(O, MR, NV)                                                                           \
  using V = typename O::V;                                                                                   \
  V sum[MR][NV];                                                                                             \
  TUKEY_UNROLL for (int i = 0; i < MR; ++i) TUKEY_UNROLL for (int j = 0; j < NV; ++j) sum[i][j] = O::zero(); \
  for (; k > 0; --k, a += MR, b += NV * O::width) {                                                          \
    V row[NV];                                                                                               \
    TUKEY_UNROLL for (int j = 0; j < NV; ++j) row[j] = O::load(b + j * O::width);                            \
    TUKEY_UNROLL for (int i = 0; i < MR; ++i) {                                                              \
      const V x = O::all(a[i]);                                                                              \
      TUKEY_UNROLL for (int j = 0; j < NV; ++j) sum[i][j] = O::add(x, row[j], sum[i][j]);                    \
    }                                                                                                        \
  }                                                                                                          \
  TUKEY_UNROLL for (int i = 0; i < MR; ++i) TUKEY_UNROLL for (int j = 0; j < NV; ++j)                        \
      O::store(acc + (i * NV + j) * O::width, sum[i][j]);

#define TUKEY_COMPLEX_TILE_BODY(O, MR, NV)                                                                             \
  using V = typename O::V;                                                                                             \
  V re[MR][NV], im[MR][NV];                                                                                            \
  TUKEY_UNROLL for (int i = 0; i < MR; ++i) TUKEY_UNROLL for (int j = 0; j < NV; ++j) re[i][j] = im[i][j] = O::zero(); \
  for (; k > 0; --k, a += 2 * MR, b += 2 * NV * O::width) {                                                            \
    V br[NV], bi[NV];                                                                                                  \
    TUKEY_UNROLL for (int j = 0; j < NV; ++j) {                                                                        \
      br[j] = O::load(b + j * O::width);                                                                               \
      bi[j] = O::load(b + (NV + j) * O::width);                                                                        \
    }                                                                                                                  \
    TUKEY_UNROLL for (int i = 0; i < MR; ++i) {                                                                        \
      const V ar = O::all(a[i]), ai = O::all(a[MR + i]);                                                               \
      TUKEY_UNROLL for (int j = 0; j < NV; ++j) {                                                                      \
        re[i][j] = O::add(ar, br[j], re[i][j]);                                                                        \
        im[i][j] = O::add(ar, bi[j], im[i][j]);                                                                        \
        re[i][j] = O::subtract(ai, bi[j], re[i][j]);                                                                   \
        im[i][j] = O::add(ai, br[j], im[i][j]);                                                                        \
      }                                                                                                                \
    }                                                                                                                  \
  }                                                                                                                    \
  TUKEY_UNROLL for (int i = 0; i < MR; ++i) TUKEY_UNROLL for (int j = 0; j < NV; ++j) {                                \
    O::store(acc + (i * NV + j) * O::width, re[i][j]);                                                                 \
    O::store(acc + (MR * NV + i * NV + j) * O::width, im[i][j]);                                                       \
  }

// add(x, y, s) = s + x y; subtract(x, y, s) = s - x y.
template <class R> struct Scalar {
  using V = R;
  static constexpr int width = 1;
  static V zero() { return R(0); }
  static V load(const R* p) { return *p; }
  static V all(R x) { return x; }
  static V add(V x, V y, V s) { return s + x * y; }
  static V subtract(V x, V y, V s) { return s - x * y; }
  static void store(R* p, V v) { *p = v; }
};
#if defined(__GNUC__) && !defined(__clang__)
// 16-byte vectors: SSE2, NEON.
template <class R> struct Baseline {
  typedef R V __attribute__((vector_size(16)));
  static constexpr int width = 16 / sizeof(R);
  static V zero() { return V{}; }
  static V load(const R* p) { return *reinterpret_cast<const V*>(p); }
  static V all(R x) { return x - V{}; }
  static V add(V x, V y, V s) { return s + x * y; }
  static V subtract(V x, V y, V s) { return s - x * y; }
  static void store(R* p, V v) { *reinterpret_cast<V*>(p) = v; }
};
template <> struct Baseline<long double> : Scalar<long double> {};
#else
template <class R> struct Baseline : Scalar<R> {};
#endif

template <class O, class R, int MR, int NV> void tile_baseline(index_t k, const R* a, const R* b, R* acc) {
  TUKEY_TILE_BODY(O, MR, NV)
}
template <class O, class R, int MR, int NV> void complex_tile_baseline(index_t k, const R* a, const R* b, R* acc) {
  TUKEY_COMPLEX_TILE_BODY(O, MR, NV)
}

#if defined(__x86_64__)
#define TUKEY_AVX2 __attribute__((target("avx2,fma")))
#define TUKEY_AVX512 __attribute__((target("avx512f")))
template <class R> struct Avx2;
template <class R> struct Avx512;
#define TUKEY_VECTOR(Name, TARGET, R, VEC, WIDTH, pre, suffix)                                \
  template <> struct Name<R> {                                                                \
    using V = VEC;                                                                            \
    static constexpr int width = WIDTH;                                                       \
    TARGET static inline V zero() { return pre##_setzero_##suffix(); }                        \
    TARGET static inline V load(const R* p) { return pre##_load_##suffix(p); }                \
    TARGET static inline V all(R x) { return pre##_set1_##suffix(x); }                        \
    TARGET static inline V add(V x, V y, V s) { return pre##_fmadd_##suffix(x, y, s); }       \
    TARGET static inline V subtract(V x, V y, V s) { return pre##_fnmadd_##suffix(x, y, s); } \
    TARGET static inline void store(R* p, V v) { pre##_store_##suffix(p, v); }                \
  };
TUKEY_VECTOR(Avx2, TUKEY_AVX2, float, __m256, 8, _mm256, ps)
TUKEY_VECTOR(Avx2, TUKEY_AVX2, double, __m256d, 4, _mm256, pd)
TUKEY_VECTOR(Avx512, TUKEY_AVX512, float, __m512, 16, _mm512, ps)
TUKEY_VECTOR(Avx512, TUKEY_AVX512, double, __m512d, 8, _mm512, pd)
#undef TUKEY_VECTOR

template <class O, class R, int MR, int NV> TUKEY_AVX2 void tile_avx2(index_t k, const R* a, const R* b, R* acc) {
  TUKEY_TILE_BODY(O, MR, NV)
}
template <class O, class R, int MR, int NV>
TUKEY_AVX2 void complex_tile_avx2(index_t k, const R* a, const R* b, R* acc) {
  TUKEY_COMPLEX_TILE_BODY(O, MR, NV)
}
template <class O, class R, int MR, int NV> TUKEY_AVX512 void tile_avx512(index_t k, const R* a, const R* b, R* acc) {
  TUKEY_TILE_BODY(O, MR, NV)
}
template <class O, class R, int MR, int NV>
TUKEY_AVX512 void complex_tile_avx512(index_t k, const R* a, const R* b, R* acc) {
  TUKEY_COMPLEX_TILE_BODY(O, MR, NV)
}
#endif

template <class T> Tile<typename parts<T>::real> best_tile() {
  using R = typename parts<T>::real;
  constexpr bool complex = parts<T>::count == 2;
#if defined(__x86_64__)
  if constexpr (sizeof(R) <= 8) {
    if (__builtin_cpu_supports("avx512f")) {
      if constexpr (complex)
        return {6, 2 * Avx512<R>::width, complex_tile_avx512<Avx512<R>, R, 6, 2>};
      else
        return {12, 2 * Avx512<R>::width, tile_avx512<Avx512<R>, R, 12, 2>};
    }
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
      if constexpr (complex)
        return {6, Avx2<R>::width, complex_tile_avx2<Avx2<R>, R, 6, 1>};
      else
        return {6, 2 * Avx2<R>::width, tile_avx2<Avx2<R>, R, 6, 2>};
    }
  }
#endif
  using O = Baseline<R>;
  if constexpr (complex)
    return {2, 2 * O::width, complex_tile_baseline<O, R, 2, 2>};
  else
    return {4, 2 * O::width, tile_baseline<O, R, 4, 2>};
}
constexpr int most_tile = 2 * 12 * 32;

// 64-byte aligned scratch.
template <class R> class Buffer {
 public:
  explicit Buffer(index_t count)
      : data_(static_cast<R*>(
            std::aligned_alloc(64, (static_cast<std::size_t>(count) * sizeof(R) + 63) / 64 * 64 + 64))) {
    if (!data_) throw std::bad_alloc();
  }
  R* get() const { return data_.get(); }

 private:
  struct Free {
    void operator()(R* p) const { std::free(p); }
  };
  std::unique_ptr<R, Free> data_;
};

template <class T> T real_part(T x) { return x; }
template <class T> T real_part(std::complex<T> x) { return x.real(); }
template <class T> T imag_part(T) { return T(0); }
template <class T> T imag_part(std::complex<T> x) { return x.imag(); }

// Packs the m rows of `x` in groups of `width` (short groups padded with zeros): for each group, for each column,
// `width` real parts, then for complex types as many imaginary parts.
template <class T, class R = typename parts<T>::real> void pack(matrix<const T> x, int width, R* to) {
  for (index_t i0 = 0; i0 < x.rows; i0 += width) {
    const int w = static_cast<int>(std::min<index_t>(width, x.rows - i0));
    for (index_t j = 0; j < x.cols; ++j, to += width * parts<T>::count) {
      const T* from = x.data + i0 * x.rs + j * x.cs;
      if constexpr (parts<T>::count == 1) {
        if (x.rs == 1)
          std::copy(from, from + w, to);
        else
          for (int i = 0; i < w; ++i) to[i] = from[i * x.rs];
        for (int i = w; i < width; ++i) to[i] = R(0);
      } else {
        for (int i = 0; i < w; ++i) to[i] = real_part(from[i * x.rs]), to[width + i] = imag_part(from[i * x.rs]);
        for (int i = w; i < width; ++i) to[i] = to[width + i] = R(0);
      }
    }
  }
}

// A few products, or one row or column: no packing. Sums of 256 products, added in order.
template <class T> void multiply_add_small(matrix<T> c, matrix<const T> a, matrix<const T> b, int alpha) {
  constexpr index_t chunk = 256, width = 64;
  for (index_t i = 0; i < c.rows; ++i) {
    for (index_t k0 = 0; k0 < a.cols; k0 += chunk) {
      const index_t k1 = std::min(a.cols, k0 + chunk);
      if (c.cols == 1 || b.rs == 1) {
        for (index_t j = 0; j < c.cols; ++j) {
          const T* x = a.data + i * a.rs;
          const T* y = b.data + j * b.cs;
          T sum[4] = {};
          index_t k = k0;
          for (; k + 4 <= k1; k += 4)
            for (int u = 0; u < 4; ++u) sum[u] += x[(k + u) * a.cs] * y[(k + u) * b.rs];
          for (; k < k1; ++k) sum[0] += x[k * a.cs] * y[k * b.rs];
          const T total = (sum[0] + sum[1]) + (sum[2] + sum[3]);
          c(i, j) += alpha > 0 ? total : -total;
        }
      } else {
        for (index_t j0 = 0; j0 < c.cols; j0 += width) {
          const index_t w = std::min(width, c.cols - j0);
          T sum[width] = {};
          for (index_t k = k0; k < k1; ++k) {
            const T x = a(i, k);
            const T* y = b.data + k * b.rs + j0 * b.cs;
            if (w == width && b.cs == 1)
              for (index_t j = 0; j < width; ++j) sum[j] += x * y[j];  // constant length: vectorised
            else
              for (index_t j = 0; j < w; ++j) sum[j] += x * y[j * b.cs];
          }
          for (index_t j = 0; j < w; ++j) c(i, j0 + j) += alpha > 0 ? sum[j] : -sum[j];
        }
      }
    }
  }
}

}  // namespace

template <class T> void multiply_add(matrix<T> c, matrix<const T> a, matrix<const T> b, int alpha) {
  using R = typename parts<T>::real;
  constexpr int P = parts<T>::count;
  const index_t m = c.rows, n = c.cols, k = a.cols;
  if (m == 0 || n == 0 || k == 0) return;
  if (double(m) * double(n) * double(k) < 4096 || m == 1 || n == 1) return multiply_add_small(c, a, b, alpha);
  static const Tile<R> tile = best_tile<T>();
  const int mr = tile.rows, nr = tile.cols;
  // Sizes in bytes: a panel of b (nr x kc) stays in the first-level cache, a block of a (mc x kc) in the second.
  const index_t kc = std::min<index_t>(k, 256);
  const index_t mc = std::max<index_t>(mr, (192 * 1024 / (kc * P * index_t(sizeof(R)))) / mr * mr);
  const index_t nc = std::max<index_t>(nr, (4 * 1024 * 1024 / (kc * P * index_t(sizeof(R)))) / nr * nr);
  Buffer<R> packed_b((std::min(nc, n) + nr) * kc * P);
  for (index_t j0 = 0; j0 < n; j0 += nc) {
    const index_t nb = std::min(nc, n - j0);
    for (index_t k0 = 0; k0 < k; k0 += kc) {
      const index_t kb = std::min(kc, k - k0);
      const index_t panels = (nb + nr - 1) / nr;
      detail::parallel_ranges(panels, 16, [&](index_t begin, index_t end) {
        const index_t j = begin * nr, count = std::min(end * nr, nb) - j;
        pack<T>(b.block(k0, j0 + j, kb, count).t(), nr, packed_b.get() + j * kb * P);
      });
      const index_t blocks = (m + mc - 1) / mc;
      detail::parallel_ranges(blocks, 1, [&](index_t begin, index_t end) {
        Buffer<R> packed_a(mc * kc * P + mr * kc * P);
        alignas(64) R acc[most_tile];
        for (index_t block = begin; block < end; ++block) {
          const index_t i0 = block * mc, mb = std::min(mc, m - i0);
          pack<T>(a.block(i0, k0, mb, kb), mr, packed_a.get());
          for (index_t j = 0; j < nb; j += nr) {
            const index_t w = std::min<index_t>(nr, nb - j);
            for (index_t i = 0; i < mb; i += mr) {
              tile.run(kb, packed_a.get() + i * kb * P, packed_b.get() + j * kb * P, acc);
              const index_t h = std::min<index_t>(mr, mb - i);
              for (index_t y = 0; y < h; ++y) {
                T* to = &c(i0 + i + y, j0 + j);
                const R* re = acc + y * nr;
                for (index_t x = 0; x < w; ++x) {
                  T value;
                  if constexpr (P == 2)
                    value = T(re[x], re[mr * nr + x]);
                  else
                    value = re[x];
                  to[x * c.cs] += alpha > 0 ? value : -value;
                }
              }
            }
          }
        }
      });
    }
  }
}

template <class T> void matmul(view<const T> a, view<const T> b, view<T> c) {
  const index_t count = matrix_count(c);
  const index_t work = c.shape[c.rank - 2] * c.shape[c.rank - 1] * (a.shape[a.rank - 1] + 1);
  auto one = [&](index_t i) {
    const matrix<T> out = matrix_of(c, i);
    for (index_t y = 0; y < out.rows; ++y)
      for (index_t x = 0; x < out.cols; ++x) out(y, x) = T(0);
    multiply_add<T>(out, matrix_of(a, i), matrix_of(b, i), 1);
  };
  if (count < num_threads())
    for (index_t i = 0; i < count; ++i) one(i);  // parallel inside a product
  else
    detail::parallel_for(count, std::max<index_t>(1, 32768 / std::max<index_t>(work, 1)), one);
}

#define TUKEY_INSTANTIATE(T)                                                       \
  template void multiply_add<T>(matrix<T>, matrix<const T>, matrix<const T>, int); \
  template TUKEY_EXPORT void matmul<T>(view<const T>, view<const T>, view<T>);
TUKEY_FOR_REFERENCE(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::reference
