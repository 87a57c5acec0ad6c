// SPDX-License-Identifier: Apache-2.0
#include "tukey/reference/iir.hpp"

#include <algorithm>
#include <complex>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <vector>

#include "tukey/detail/parallel.hpp"
#include "tukey/detail/rows.hpp"
#include "tukey/device.hpp"

namespace tukey::reference {
namespace {

template <class T> struct parts {
  using type = T;
  static constexpr int count = 1;
};
template <class T> struct parts<std::complex<T>> {
  using type = T;
  static constexpr int count = 2;
};
template <class T> using part_t = typename parts<T>::type;
template <class T> using state_t = std::conditional_t<std::is_same_v<part_t<T>, long double>, long double, double>;

constexpr index_t tile = 128;  // samples that stay in the cache while all sections pass over them

// Rows are filtered two at a time (a complex row is two real ones, as coefficients are real), and each through up to
// four sections at once: a single recurrence would wait for its own result.
template <class R> struct Two {
  R a, b;
  friend Two operator+(Two x, Two y) { return {x.a + y.a, x.b + y.b}; }
  friend Two operator-(Two x, Two y) { return {x.a - y.a, x.b - y.b}; }
  friend Two operator*(R s, Two x) { return {s * x.a, s * x.b}; }
};
template <class R, int lanes> struct lanes_of { using type = R; };
template <class R> struct lanes_of<R, 2> { using type = Two<R>; };
#if defined(__GNUC__)
template <> struct lanes_of<double, 2> { typedef double type __attribute__((vector_size(2 * sizeof(double)))); };
#endif

// samples: [sample][lanes]; z: [section][2][lanes].
template <int G, int lanes, class R> void run(R* samples, index_t n, const R* coefficients, R* z) {
  using V = typename lanes_of<R, lanes>::type;
  V z0[G], z1[G];
  R c[G][5];
  for (int g = 0; g < G; ++g) {
    std::memcpy(&z0[g], z + 2 * g * lanes, lanes * sizeof(R));
    std::memcpy(&z1[g], z + (2 * g + 1) * lanes, lanes * sizeof(R));
    const R* const from = coefficients + 6 * g;
    c[g][0] = from[0], c[g][1] = from[1], c[g][2] = from[2], c[g][3] = from[4], c[g][4] = from[5];
  }
  for (index_t k = 0; k < n; ++k) {
    V u;
    std::memcpy(&u, samples + k * lanes, lanes * sizeof(R));
#pragma GCC unroll 4
    for (int g = 0; g < G; ++g) {
      const V y = c[g][0] * u + z0[g];
      z0[g] = c[g][1] * u - c[g][3] * y + z1[g];
      z1[g] = c[g][2] * u - c[g][4] * y;
      u = y;
    }
    std::memcpy(samples + k * lanes, &u, lanes * sizeof(R));
  }
  for (int g = 0; g < G; ++g) {
    std::memcpy(z + 2 * g * lanes, &z0[g], lanes * sizeof(R));
    std::memcpy(z + (2 * g + 1) * lanes, &z1[g], lanes * sizeof(R));
  }
}

// All sections over n samples.
template <int lanes, class R> void cascade(R* samples, index_t n, const std::vector<R>& c, R* z) {
  const int sections = static_cast<int>(c.size() / 6);
  for (index_t k = 0; k < n; k += tile) {
    R* const s = samples + k * lanes;
    const index_t m = std::min(tile, n - k);
    for (int g = 0; g < sections; g += 4) {
      const R* const cg = &c[6 * g];
      R* const zg = z + 2 * g * lanes;
      switch (std::min(4, sections - g)) {
        case 1:
          run<1, lanes>(s, m, cg, zg);
          break;
        case 2:
          run<2, lanes>(s, m, cg, zg);
          break;
        case 3:
          run<3, lanes>(s, m, cg, zg);
          break;
        default:
          run<4, lanes>(s, m, cg, zg);
      }
    }
  }
}

// Some neighbouring rows, cut into strips of `lanes` real lanes: strip s holds its samples as [sample][lanes].
template <class T> struct Block {
  static constexpr int P = parts<T>::count;
  index_t first, count;  // rows
  int lanes;
  index_t strips() const { return (count * P + lanes - 1) / lanes; }
  // Where row r's first sample lies in strips of `length` samples.
  index_t at(index_t r, index_t length) const { return r * P / lanes * length * lanes + r * P % lanes; }
};

// Calls body(block) over all rows, in parallel. The blocks are wide enough to use whole cache lines where rows, and
// not samples, are neighbours in memory.
template <class T, class Body> void for_row_blocks(index_t rows, index_t work_per_row, const Body& body) {
  constexpr index_t wide = 16 / parts<T>::count;
  const index_t grain = std::max<index_t>(1, 65536 / std::max<index_t>(work_per_row, 1));
  const index_t per_block = rows >= wide * num_threads() ? wide : 2 / parts<T>::count;
  detail::parallel_for((rows + per_block - 1) / per_block, (grain + per_block - 1) / per_block, [&](index_t i) {
    Block<T> block{i * per_block, std::min(per_block, rows - i * per_block), 2};
    if (block.count * parts<T>::count == 1) block.lanes = 1;
    body(block);
  });
}

template <class T, class R> void get(T x, R* lane) {
  if constexpr (parts<T>::count == 2)
    lane[0] = static_cast<R>(x.real()), lane[1] = static_cast<R>(x.imag());
  else
    lane[0] = static_cast<R>(x);
}
template <class T, class R> T put(const R* lane) {
  using P = part_t<T>;
  if constexpr (parts<T>::count == 2)
    return T(static_cast<P>(lane[0]), static_cast<P>(lane[1]));
  else
    return static_cast<P>(lane[0]);
}

// Calls move(element, lane) for the samples k .. k + m of a block's rows and their places in strips of `length`
// samples, from sample `to` on; in the order in which elements lie in memory.
template <class T, class E, class R, class Move>
void for_samples(E* data, const detail::rows& rows, const Block<T>& block, index_t k, index_t m, R* strips,
                 index_t length, index_t to, const Move& move) {
  E* element[16];
  R* lane[16];
  for (index_t r = 0; r < block.count; ++r) {
    element[r] = data + rows.offset(block.first + r) + k * rows.stride;
    lane[r] = strips + block.at(r, length) + to * block.lanes;
  }
  if (block.count > 1 && std::abs(element[1] - element[0]) < std::abs(rows.stride)) {
    for (index_t i = 0; i < m; ++i)
      for (index_t r = 0; r < block.count; ++r) move(element[r][i * rows.stride], lane[r] + i * block.lanes);
  } else {
    for (index_t r = 0; r < block.count; ++r)
      for (index_t i = 0; i < m; ++i) move(element[r][i * rows.stride], lane[r] + i * block.lanes);
  }
}
template <class T, class R>
void gather(const T* data, const detail::rows& rows, const Block<T>& block, index_t k, index_t m, R* strips,
            index_t length, index_t to) {
  for_samples(data, rows, block, k, m, strips, length, to, [](const T& x, R* lane) { get(x, lane); });
}
template <class T, class R>
void scatter(const R* strips, index_t length, index_t from, const Block<T>& block, index_t k, index_t m, T* data,
             const detail::rows& rows) {
  for_samples(data, rows, block, k, m, strips, length, from, [](T& x, const R* lane) { x = put<T>(lane); });
}

template <class T, class R>
void cascade(const Block<T>& block, R* strips, index_t length, index_t n, const std::vector<R>& c, R* z) {
  const index_t states = 2 * static_cast<index_t>(c.size() / 6);
  for (index_t s = 0; s < block.strips(); ++s) {
    R* const samples = strips + s * length * block.lanes;
    R* const state = z + s * states * block.lanes;
    if (block.lanes == 2)
      cascade<2>(samples, n, c, state);
    else
      cascade<1>(samples, n, c, state);
  }
}

// A state array without its first axis: rows along `axis` of it correspond to rows of the signal.
template <class T> view<T> without_sections(const view<T>& z) {
  view<T> v{z.data, z.rank - 1, {}, {}};
  for (int i = 0; i + 1 < z.rank; ++i) v.shape[i] = z.shape[i + 1], v.strides[i] = z.strides[i + 1];
  return v;
}

}  // namespace

template <class T>
void sosfilt(const view<const T>& x, const view<T>& y, const double* sos, int sections, int axis,
             const view<const T>& zi, const view<T>& zf) {
  using R = state_t<T>;
  const std::vector<R> c(sos, sos + 6 * sections);
  const detail::rows xr = detail::rows_along(x, axis), yr = detail::rows_along(y, axis);
  const auto initial = without_sections(zi);
  const auto final = without_sections(zf);
  const detail::rows ir = zi.data ? detail::rows_along(initial, axis) : detail::rows{};
  const detail::rows fr = zf.data ? detail::rows_along(final, axis) : detail::rows{};

  const index_t states = 2 * sections;
  for_row_blocks<T>(xr.count, xr.length * sections, [&](const Block<T>& block) {
    std::vector<R> z(static_cast<std::size_t>(block.strips() * states * block.lanes));
    std::vector<R> samples(static_cast<std::size_t>(block.strips() * tile * block.lanes));
    auto state = [&](index_t r, index_t s) { return &z[block.at(r, states) + s * block.lanes]; };
    if (zi.data)
      for (index_t r = 0; r < block.count; ++r)
        for (index_t s = 0; s < states; ++s)
          get(zi.data[ir.offset(block.first + r) + (s / 2) * zi.strides[0] + (s % 2) * ir.stride], state(r, s));
    for (index_t k = 0; k < xr.length; k += tile) {
      const index_t m = std::min(tile, xr.length - k);
      gather(x.data, xr, block, k, m, samples.data(), tile, 0);
      cascade(block, samples.data(), tile, m, c, z.data());
      scatter(samples.data(), tile, 0, block, k, m, y.data, yr);
    }
    if (zf.data)
      for (index_t r = 0; r < block.count; ++r)
        for (index_t s = 0; s < states; ++s)
          zf.data[fr.offset(block.first + r) + (s / 2) * zf.strides[0] + (s % 2) * fr.stride] = put<T>(state(r, s));
  });
}

template <class T>
void sosfiltfilt(const view<const T>& x, const view<T>& y, const double* sos, int sections, const double* steady,
                 int axis, Extension extension, index_t edge) {
  using R = state_t<T>;
  const std::vector<R> c(sos, sos + 6 * sections);
  const detail::rows xr = detail::rows_along(x, axis), yr = detail::rows_along(y, axis);
  const index_t n = xr.length, total = n + 2 * edge;
  if (n == 0) return;

  const index_t states = 2 * sections;
  for_row_blocks<T>(xr.count, total * sections * 2, [&](const Block<T>& block) {
    const int lanes = block.lanes;
    std::vector<R> z(static_cast<std::size_t>(block.strips() * states * lanes));
    std::vector<R> strips(static_cast<std::size_t>(block.strips() * total * lanes));
    for (index_t k = 0; k < n; k += tile)
      gather(x.data, xr, block, k, std::min(tile, n - k), strips.data(), total, edge + k);
    for (index_t q = 0; q < block.strips(); ++q) {
      R* const body = strips.data() + (q * total + edge) * lanes;
      R* const last = body + (n - 1) * lanes;
      for (index_t k = 1; k <= edge; ++k)
        for (int l = 0; l < lanes; ++l) {
          const R head = body[l], tail = last[l];
          R before = head, after = tail;
          if (extension != Extension::constant) before = body[k * lanes + l], after = last[-k * lanes + l];
          if (extension == Extension::odd) before = 2 * head - before, after = 2 * tail - after;
          body[-k * lanes + l] = before;
          last[k * lanes + l] = after;
        }
    }
    for (int pass = 0; pass < 2; ++pass) {
      for (index_t q = 0; q < block.strips(); ++q)
        for (index_t i = 0; i < states; ++i)
          for (int l = 0; l < lanes; ++l)
            z[(q * states + i) * lanes + l] = static_cast<R>(steady[i]) * strips[q * total * lanes + l];
      cascade(block, strips.data(), total, total, c, z.data());
      for (index_t q = 0; q < block.strips(); ++q) {
        R* const s = strips.data() + q * total * lanes;
        for (index_t i = 0, j = total - 1; i < j; ++i, --j)
          for (int l = 0; l < lanes; ++l) std::swap(s[i * lanes + l], s[j * lanes + l]);
      }
    }
    for (index_t k = 0; k < n; k += tile)
      scatter(strips.data(), total, edge + k, block, k, std::min(tile, n - k), y.data, yr);
  });
}

#define TUKEY_INSTANTIATE(T)                                                                                           \
  template TUKEY_EXPORT void sosfilt(const view<const T>&, const view<T>&, const double*, int, int,                    \
                                     const view<const T>&, const view<T>&);                                            \
  template TUKEY_EXPORT void sosfiltfilt(const view<const T>&, const view<T>&, const double*, int, const double*, int, \
                                         Extension, index_t);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
TUKEY_INSTANTIATE(long double)
TUKEY_INSTANTIATE(std::complex<float>)
TUKEY_INSTANTIATE(std::complex<double>)
TUKEY_INSTANTIATE(std::complex<long double>)

}  // namespace tukey::reference
