// SPDX-License-Identifier: Apache-2.0
#include "tukey/reference/iir.hpp"

#include <algorithm>
#include <complex>
#include <type_traits>
#include <vector>

#include "tukey/detail/parallel.hpp"
#include "tukey/detail/rows.hpp"

namespace tukey::reference {
namespace {

template <class T> struct parts { using type = T; static constexpr int count = 1; };
template <class T> struct parts<std::complex<T>> { using type = T; static constexpr int count = 2; };
template <class T> using part_t = typename parts<T>::type;
template <class T> using state_t = std::conditional_t<std::is_same_v<part_t<T>, long double>, long double, double>;

constexpr index_t tile = 128;  // samples that stay in the cache while all sections pass over them

// Rows are filtered side by side in `lanes` real lanes (a complex row takes two, as coefficients are real).
// z: [section][2][lanes].
template <int G, int lanes, class R>
void run(R* samples, index_t n, const R* c, R* z) {
  R z0[G][lanes], z1[G][lanes];
  for (int g = 0; g < G; ++g)
    for (int l = 0; l < lanes; ++l) z0[g][l] = z[(2 * g) * lanes + l], z1[g][l] = z[(2 * g + 1) * lanes + l];
  for (index_t k = 0; k < n; ++k) {
    R u[lanes];
    for (int l = 0; l < lanes; ++l) u[l] = samples[k * lanes + l];
#pragma GCC unroll 4
    for (int g = 0; g < G; ++g) {
      const R b0 = c[6 * g], b1 = c[6 * g + 1], b2 = c[6 * g + 2], a1 = c[6 * g + 4], a2 = c[6 * g + 5];
      for (int l = 0; l < lanes; ++l) {
        const R y = b0 * u[l] + z0[g][l];
        z0[g][l] = b1 * u[l] - a1 * y + z1[g][l];
        z1[g][l] = b2 * u[l] - a2 * y;
        u[l] = y;
      }
    }
    for (int l = 0; l < lanes; ++l) samples[k * lanes + l] = u[l];
  }
  for (int g = 0; g < G; ++g)
    for (int l = 0; l < lanes; ++l) z[(2 * g) * lanes + l] = z0[g][l], z[(2 * g + 1) * lanes + l] = z1[g][l];
}

// All sections over n samples. One row runs through several sections at once, since a single recurrence waits for
// its own result; many lanes fill the registers with one section.
template <int lanes, class R>
void cascade(R* samples, index_t n, const std::vector<R>& c, std::vector<R>& z) {
  const int sections = static_cast<int>(c.size() / 6);
  constexpr int group = lanes <= 2 ? 4 : 1;
  for (index_t k = 0; k < n; k += tile) {
    R* const s = samples + k * lanes;
    const index_t m = std::min(tile, n - k);
    for (int g = 0; g < sections;) {
      const int rest = std::min(group, sections - g);
      const R* const cg = &c[6 * g];
      R* const zg = &z[2 * g * lanes];
      if (rest == 1) run<1, lanes>(s, m, cg, zg);
      if constexpr (group > 1) {
        if (rest == 2) run<2, lanes>(s, m, cg, zg);
        if (rest == 3) run<3, lanes>(s, m, cg, zg);
        if (rest == 4) run<4, lanes>(s, m, cg, zg);
      }
      g += rest;
    }
  }
}

// Calls body(first row, number of rows, lanes as a constant) over all rows, in parallel.
template <class T, class Body>
void for_row_blocks(index_t rows, index_t length, const Body& body) {
  constexpr int parts_of_row = parts<T>::count;
  constexpr index_t wide = 8 / parts_of_row;
  auto blocks = [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end;) {
      if (end - i >= wide / 2) {
        const index_t count = std::min(wide, end - i);
        body(i, count, std::integral_constant<int, 8>());
        i += count;
      } else {
        body(i, index_t(1), std::integral_constant<int, parts_of_row>());
        ++i;
      }
    }
  };
  const index_t grain = std::max<index_t>(1, 16384 / std::max<index_t>(length, 1));
  const index_t units = (rows + wide - 1) / wide;
  if (units > 1)
    detail::parallel_ranges(units, (grain + wide - 1) / wide,
                            [&](index_t begin, index_t end) { blocks(begin * wide, std::min(end * wide, rows)); });
  else
    detail::parallel_ranges(rows, grain, blocks);
}

template <class T, class R>
void get(T x, R* lane) {
  if constexpr (parts<T>::count == 2)
    lane[0] = static_cast<R>(x.real()), lane[1] = static_cast<R>(x.imag());
  else
    lane[0] = static_cast<R>(x);
}
template <class T, class R>
T put(const R* lane) {
  using P = part_t<T>;
  if constexpr (parts<T>::count == 2)
    return T(static_cast<P>(lane[0]), static_cast<P>(lane[1]));
  else
    return static_cast<P>(lane[0]);
}

// A state array without its first axis: rows along `axis` of it correspond to rows of the signal.
template <class T>
view<T> without_sections(const view<T>& z) {
  view<T> v{z.data, z.rank - 1, {}, {}};
  for (int i = 0; i + 1 < z.rank; ++i) v.shape[i] = z.shape[i + 1], v.strides[i] = z.strides[i + 1];
  return v;
}

}  // namespace

template <class T>
void sosfilt(const view<const T>& x, const view<T>& y, const double* sos, int sections, int axis,
             const view<const T>& zi, const view<T>& zf) {
  using R = state_t<T>;
  constexpr int P = parts<T>::count;
  const std::vector<R> c(sos, sos + 6 * sections);
  const detail::rows xr = detail::rows_along(x, axis), yr = detail::rows_along(y, axis);
  const auto initial = without_sections(zi);
  const auto final = without_sections(zf);
  const detail::rows ir = zi.data ? detail::rows_along(initial, axis) : detail::rows{};
  const detail::rows fr = zf.data ? detail::rows_along(final, axis) : detail::rows{};

  for_row_blocks<T>(xr.count, xr.length * sections, [&](index_t first, index_t count, auto lane_count) {
    constexpr int lanes = lane_count;
    std::vector<R> z(static_cast<std::size_t>(2 * sections * lanes)), samples(static_cast<std::size_t>(tile * lanes));
    if (zi.data)
      for (int s = 0; s < 2 * sections; ++s)
        for (index_t r = 0; r < count; ++r)
          get(zi.data[ir.offset(first + r) + (s / 2) * zi.strides[0] + (s % 2) * ir.stride], &z[s * lanes + r * P]);
    index_t xo[lanes] = {}, yo[lanes] = {};
    for (index_t r = 0; r < count; ++r) xo[r] = xr.offset(first + r), yo[r] = yr.offset(first + r);
    for (index_t k = 0; k < xr.length; k += tile) {
      const index_t m = std::min(tile, xr.length - k);
      for (index_t r = 0; r < count; ++r)
        for (index_t i = 0; i < m; ++i) get(x.data[xo[r] + (k + i) * xr.stride], &samples[i * lanes + r * P]);
      cascade<lanes>(samples.data(), m, c, z);
      for (index_t r = 0; r < count; ++r)
        for (index_t i = 0; i < m; ++i) y.data[yo[r] + (k + i) * yr.stride] = put<T>(&samples[i * lanes + r * P]);
    }
    if (zf.data)
      for (int s = 0; s < 2 * sections; ++s)
        for (index_t r = 0; r < count; ++r)
          zf.data[fr.offset(first + r) + (s / 2) * zf.strides[0] + (s % 2) * fr.stride] =
              put<T>(&z[s * lanes + r * P]);
  });
}

template <class T>
void sosfiltfilt(const view<const T>& x, const view<T>& y, const double* sos, int sections, const double* steady,
                 int axis, Extension extension, index_t edge) {
  using R = state_t<T>;
  constexpr int P = parts<T>::count;
  const std::vector<R> c(sos, sos + 6 * sections);
  const detail::rows xr = detail::rows_along(x, axis), yr = detail::rows_along(y, axis);
  const index_t n = xr.length, total = n + 2 * edge;
  if (n == 0) return;

  for_row_blocks<T>(xr.count, total * sections * 2, [&](index_t first, index_t count, auto lane_count) {
    constexpr int lanes = lane_count;
    std::vector<R> z(static_cast<std::size_t>(2 * sections * lanes)), s(static_cast<std::size_t>(total * lanes));
    for (index_t r = 0; r < count; ++r) {
      const T* const in = x.data + xr.offset(first + r);
      for (index_t i = 0; i < n; ++i) get(in[i * xr.stride], &s[(edge + i) * lanes + r * P]);
    }
    R* const body = s.data() + edge * lanes;
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
    for (int pass = 0; pass < 2; ++pass) {
      for (int q = 0; q < 2 * sections; ++q)
        for (int l = 0; l < lanes; ++l) z[q * lanes + l] = static_cast<R>(steady[q]) * s[l];
      cascade<lanes>(s.data(), total, c, z);
      for (index_t i = 0, j = total - 1; i < j; ++i, --j)
        for (int l = 0; l < lanes; ++l) std::swap(s[i * lanes + l], s[j * lanes + l]);
    }
    for (index_t r = 0; r < count; ++r) {
      T* const out = y.data + yr.offset(first + r);
      for (index_t i = 0; i < n; ++i) out[i * yr.stride] = put<T>(&s[(edge + i) * lanes + r * P]);
    }
  });
}

#define TUKEY_INSTANTIATE(T)                                                                                          \
  template TUKEY_EXPORT void sosfilt(const view<const T>&, const view<T>&, const double*, int, int,                   \
                                     const view<const T>&, const view<T>&);                                           \
  template TUKEY_EXPORT void sosfiltfilt(const view<const T>&, const view<T>&, const double*, int, const double*, int, \
                                         Extension, index_t);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
TUKEY_INSTANTIATE(long double)
TUKEY_INSTANTIATE(std::complex<float>)
TUKEY_INSTANTIATE(std::complex<double>)
TUKEY_INSTANTIATE(std::complex<long double>)

}  // namespace tukey::reference
