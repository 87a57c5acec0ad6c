// SPDX-License-Identifier: Apache-2.0
#include "tukey/reference/random.hpp"

#include <algorithm>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "tukey/detail/access.hpp"
#include "tukey/detail/parallel.hpp"
#include "tukey/detail/rows.hpp"

namespace tukey::reference {
namespace {
using namespace tukey::philox;

constexpr int batch = 64;  // blocks generated together, so that the compiler can use vector instructions

struct word_arrays {
  alignas(32) u32 w[4][batch];
};

void make_words(const round_keys& keys, u64 stream, u64 first, word_arrays& to) {
  for (int j = 0; j < batch; ++j) {
    const u64 counter = first + u64(j);
    const words w = block(keys, u32(counter), u32(counter >> 32), u32(stream), u32(stream >> 32));
    for (int i = 0; i < 4; ++i) to.w[i][j] = w.w[i];
  }
}

template <class Draw>
inline __attribute__((always_inline)) void map_words(const word_arrays& from, const Draw& draw,
                                                     typename Draw::value* y) {
  for (int j = 0; j < batch; ++j) draw(from.w[0][j], from.w[1][j], from.w[2][j], from.w[3][j], y + j * Draw::per_block);
}

template <class Draw>
void generate_plain(const round_keys& keys, u64 stream, u64 first, const Draw& draw, typename Draw::value* y) {
  word_arrays words;
  make_words(keys, stream, first, words);
  map_words(words, draw, y);
}

#if defined(__x86_64__)
// The draws need fma. Where the build's baseline has no such instruction the C library's function is correct but
// slow, so the loops are compiled a second time for processors that have it, with the multiplication of 32-bit
// lanes that the compiler does not find in block(). The bits are the same.
#define TUKEY_AVX2 __attribute__((target("avx2,fma")))

TUKEY_AVX2 void make_words_avx2(const round_keys& keys, u64 stream, u64 first, word_arrays& to) {
  const __m256i m0 = _mm256_set1_epi64x(0xD2511F53), m1 = _mm256_set1_epi64x(0xCD9E8D57);
  const __m256i even = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
  for (int j = 0; j < batch; j += 8) {
    // Two groups of four counters, a word in the low half of each 64-bit lane; the high halves hold nothing useful.
    __m256i c[2][4];
    for (int g = 0; g < 2; ++g) {
      c[g][0] = _mm256_add_epi64(_mm256_set1_epi64x(static_cast<long long>(first + u64(j) + 4 * g)),
                                 _mm256_setr_epi64x(0, 1, 2, 3));
      c[g][1] = _mm256_srli_epi64(c[g][0], 32);
      c[g][2] = _mm256_set1_epi64x(static_cast<long long>(stream));
      c[g][3] = _mm256_srli_epi64(c[g][2], 32);
    }
    for (int r = 0; r < 10; ++r) {
      const __m256i k0 = _mm256_set1_epi64x(keys.k0[r]), k1 = _mm256_set1_epi64x(keys.k1[r]);
      for (auto& x : c) {
        const __m256i p0 = _mm256_mul_epu32(m0, x[0]), p1 = _mm256_mul_epu32(m1, x[2]);
        x[0] = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p1, 32), x[1]), k0);
        x[2] = _mm256_xor_si256(_mm256_xor_si256(_mm256_srli_epi64(p0, 32), x[3]), k1);
        x[1] = p1, x[3] = p0;
      }
    }
    for (int i = 0; i < 4; ++i) {
      const __m256i low = _mm256_permutevar8x32_epi32(c[0][i], even), high = _mm256_permutevar8x32_epi32(c[1][i], even);
      _mm256_store_si256(reinterpret_cast<__m256i*>(&to.w[i][j]), _mm256_blend_epi32(low, high, 0xf0));
    }
  }
}

template <class Draw>
TUKEY_AVX2 void generate_avx2(const round_keys& keys, u64 stream, u64 first, const Draw& draw,
                              typename Draw::value* y) {
  word_arrays words;
  make_words_avx2(keys, stream, first, words);
  map_words(words, draw, y);
}
template <class Draw> auto generator() {
  static const bool wide = __builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2");
  return wide ? generate_avx2<Draw> : generate_plain<Draw>;
}
#else
template <class Draw> auto generator() { return generate_plain<Draw>; }
#endif

template <class Draw> void fill(const source& from, const Draw& draw, view<typename Draw::value> out) {
  using V = typename Draw::value;
  constexpr int per_batch = batch * Draw::per_block;
  const index_t count = out.size();
  if (count == 0) return;
  const round_keys keys = keys_of(from.seed);
  const auto generate = generator<Draw>();
  const detail::rows rows = out.rank ? detail::rows_along(out, out.rank - 1) : detail::rows{1, 1, 1, 0, {}, {}};

  // Batches are aligned in position, so that every part generates the same ones.
  const u64 first_batch = from.position / per_batch, last_batch = (from.position + u64(count) - 1) / per_batch;
  detail::parallel_ranges(static_cast<index_t>(last_batch - first_batch + 1), 64, [&](index_t begin, index_t end) {
    alignas(64) V y[per_batch];
    for (index_t k = begin; k < end; ++k) {
      const u64 number = (first_batch + u64(k)) * per_batch;  // of y[0]
      const u64 counter = (u64(Draw::words) << 60) + (first_batch + u64(k)) * batch;
      const index_t at = static_cast<index_t>(number - from.position);  // its place in `out`, perhaps negative
      index_t i = std::max<index_t>(at, 0);
      const index_t stop = std::min<index_t>(at + per_batch, count);
      if (rows.stride == 1 && at >= 0 && at + per_batch <= count &&
          (rows.count == 1 || at % rows.length + per_batch <= rows.length)) {
        generate(keys, from.stream, counter, draw, out.data + rows.offset(at / rows.length) + at % rows.length);
        continue;
      }
      generate(keys, from.stream, counter, draw, y);
      while (i < stop) {
        const index_t line = i / rows.length, column = i % rows.length;
        const index_t n = std::min(rows.length - column, stop - i);
        V* to = out.data + rows.offset(line) + column * rows.stride;
        for (index_t j = 0; j < n; ++j) to[j * rows.stride] = y[i - at + j];
        i += n;
      }
    }
  });
}
}  // namespace

template <class T> void uniform(const source& from, T low, T high, view<T> out) {
  fill(from, uniform_draw(low, high), out);
}

template <class T> void normal(const source& from, T loc, real_t<T> scale, view<T> out) {
  fill(from, normal_draw(detail::gpu_value(loc), scale), detail::gpu(out));
}

template <class T> void integers(const source& from, T low, std::uint64_t count, view<T> out) {
  if (count != 0 && count <= 0xffffffffu)
    fill(from, integers_narrow<T>{static_cast<u64>(low), static_cast<u32>(count)}, out);
  else
    fill(from, integers_wide<T>{static_cast<u64>(low), count}, out);
}

#define TUKEY_INSTANTIATE(T) template TUKEY_EXPORT void uniform<T>(const source&, T, T, view<T>);
TUKEY_FOR_REAL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T) template TUKEY_EXPORT void normal<T>(const source&, T, real_t<T>, view<T>);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T) template TUKEY_EXPORT void integers<T>(const source&, T, std::uint64_t, view<T>);
TUKEY_FOR_INTEGER(TUKEY_INSTANTIATE)

}  // namespace tukey::reference
