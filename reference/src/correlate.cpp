// SPDX-License-Identifier: Apache-2.0
#include "tukey/reference/correlate.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "tukey/detail/parallel.hpp"
#include "tukey/dtypes.hpp"

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

// What products are formed in, and what blocks of them are summed in. Integers wrap around, which only unsigned
// arithmetic of at least int's width may do.
template <class R, bool integer = std::is_integral_v<R>> struct arithmetic {
  using term = R;
  using sum = std::conditional_t<std::is_same_v<R, float>, double, R>;
};
template <class R> struct arithmetic<R, true> {
  using term = std::conditional_t<(sizeof(R) > 4), std::uint64_t, std::uint32_t>;
  using sum = term;
};

constexpr index_t block = 32;  // taps summed in the element type before they are added to the total

// total[plane][i] += sum_j w[j] s[i + j] for i < width, j < taps; planes are real and imaginary parts.
template <int width, int planes, class R, class S>
void accumulate(const R* const (&s)[2], const R* const (&w)[2], index_t taps, S (*total)[width]) {
  for (index_t j = 0; j < taps; j += block) {
    R part[planes][width] = {};
    const index_t end = std::min(taps, j + block);
    if constexpr (planes == 1) {
      index_t k = j;
      for (; k + 4 <= end; k += 4) {
        const R w0 = w[0][k], w1 = w[0][k + 1], w2 = w[0][k + 2], w3 = w[0][k + 3];
        const R* const x = s[0] + k;
        for (int i = 0; i < width; ++i) part[0][i] += (w0 * x[i] + w1 * x[i + 1]) + (w2 * x[i + 2] + w3 * x[i + 3]);
      }
      for (; k < end; ++k) {
        const R w0 = w[0][k];
        const R* const x = s[0] + k;
        for (int i = 0; i < width; ++i) part[0][i] += w0 * x[i];
      }
    } else {
      for (index_t k = j; k < end; ++k) {
        const R wr = w[0][k], wi = w[1][k];
        const R *const xr = s[0] + k, *const xi = s[1] + k;
        for (int i = 0; i < width; ++i) {
          part[0][i] += wr * xr[i] - wi * xi[i];
          part[1][i] += wr * xi[i] + wi * xr[i];
        }
      }
    }
    for (int p = 0; p < planes; ++p)
      for (int i = 0; i < width; ++i) total[p][i] += static_cast<S>(part[p][i]);
  }
}

// The same where only samples low .. high - 1 exist. Zeros in place of the others would do for finite w alone.
template <int width, int planes, class R, class S>
void accumulate_inside(const R* const (&s)[2], const R* const (&w)[2], index_t taps, index_t low, index_t high,
                       S (*total)[width]) {
  for (index_t j = 0; j < taps; ++j)
    for (index_t i = std::max<index_t>(0, low - j); i < std::min<index_t>(width, high - j); ++i) {
      const S wr = static_cast<S>(w[0][j]), xr = static_cast<S>(s[0][i + j]);
      if constexpr (planes == 1) {
        total[0][i] += wr * xr;
      } else {
        const S wi = static_cast<S>(w[1][j]), xi = static_cast<S>(s[1][i + j]);
        total[0][i] += wr * xr - wi * xi;
        total[1][i] += wr * xi + wi * xr;
      }
    }
}

template <int width, class T>
void correlate_rows(const view<const T>& s, const view<const T>& w, const view<T>& y, const index_t* offset,
                    bool conj_s, bool conj_w) {
  using P = typename parts<T>::type;
  using R = typename arithmetic<P>::term;
  using S = typename arithmetic<P>::sum;
  constexpr int planes = parts<T>::count;
  const int last = y.rank - 1;
  const index_t n = y.shape[last], taps = w.shape[last], length = s.shape[last];
  index_t y_rows = 1, w_rows = 1;
  for (int d = 0; d < last; ++d) y_rows *= y.shape[d], w_rows *= w.shape[d];
  auto split = [](T x, R* const(&plane)[2], index_t i, bool conj) {
    if constexpr (planes == 2) {
      plane[0][i] = x.real();
      plane[1][i] = conj ? -x.imag() : x.imag();
    } else {
      plane[0][i] = static_cast<R>(x);
    }
  };

  // w as contiguous rows.
  std::vector<R> taps_of[2];
  for (int p = 0; p < planes; ++p) taps_of[p].resize(static_cast<std::size_t>(w_rows * taps));
  R* const tap_planes[2] = {taps_of[0].data(), taps_of[1].data()};
  for (index_t r = 0; r < w_rows; ++r) {
    index_t o = 0;
    for (index_t d = last - 1, q = r; d >= 0; q /= w.shape[d], --d) o += q % w.shape[d] * w.strides[d];
    for (index_t j = 0; j < taps; ++j) split(w.data[o + j * w.strides[last]], tap_planes, r * taps + j, conj_w);
  }

  bool finite = true;
  if constexpr (std::is_floating_point_v<R>)
    for (int p = 0; p < planes; ++p)
      finite = finite && std::all_of(taps_of[p].begin(), taps_of[p].end(), [](R h) { return std::isfinite(h); });

  const index_t tiles = (n + width - 1) / width, work = w_rows * taps * width;
  detail::parallel_ranges(y_rows * tiles, std::max<index_t>(1, 65536 / work), [&](index_t begin, index_t end) {
    const std::size_t segment = static_cast<std::size_t>(width + taps - 1);
    std::vector<R> samples(segment * planes);
    R* const planes_of[2] = {samples.data(), samples.data() + (planes == 2 ? segment : 0)};
    for (index_t item = begin; item < end; ++item) {
      const index_t row = item / tiles, first = item % tiles * width;
      S total[planes][width] = {};
      index_t at[max_rank] = {};
      index_t out = 0;
      for (index_t d = last - 1, q = row; d >= 0; q /= y.shape[d], --d)
        at[d] = q % y.shape[d], out += at[d] * y.strides[d];
      for (index_t r = 0; r < w_rows; ++r) {
        index_t in = 0;
        bool inside = true;
        for (index_t d = last - 1, q = r; d >= 0; q /= w.shape[d], --d) {
          const index_t i = at[d] + q % w.shape[d] + offset[d];
          inside = inside && i >= 0 && i < s.shape[d];
          in += i * s.strides[d];
        }
        if (!inside) continue;
        const index_t start = first + offset[last];
        const index_t low = std::clamp<index_t>(-start, 0, static_cast<index_t>(segment));
        const index_t high = std::clamp<index_t>(length - start, low, static_cast<index_t>(segment));
        for (int p = 0; p < planes; ++p) {
          std::fill(planes_of[p], planes_of[p] + low, R(0));
          std::fill(planes_of[p] + high, planes_of[p] + segment, R(0));
        }
        for (index_t i = low; i < high; ++i) split(s.data[in + (start + i) * s.strides[last]], planes_of, i, conj_s);
        const R* const x[2] = {planes_of[0], planes_of[1]};
        const R* const h[2] = {tap_planes[0] + r * taps, planes == 2 ? tap_planes[1] + r * taps : nullptr};
        if (finite || (low == 0 && high == static_cast<index_t>(segment)))
          accumulate<width, planes>(x, h, taps, total);
        else
          accumulate_inside<width, planes>(x, h, taps, low, high, total);
      }
      for (index_t i = 0; i < std::min<index_t>(width, n - first); ++i) {
        T& target = y.data[out + (first + i) * y.strides[last]];
        if constexpr (planes == 2)
          target = T(static_cast<P>(total[0][i]), static_cast<P>(total[1][i]));
        else
          target = static_cast<P>(total[0][i]);
      }
    }
  });
}

}  // namespace

template <class T>
void correlate(const view<const T>& s, const view<const T>& w, const view<T>& y, const index_t* offset, bool conj_s,
               bool conj_w) {
  if (y.size() == 0) return;
  if (y.shape[y.rank - 1] > 32)
    correlate_rows<256>(s, w, y, offset, conj_s, conj_w);
  else
    correlate_rows<16>(s, w, y, offset, conj_s, conj_w);
}

#define TUKEY_INSTANTIATE(T)                                                                                       \
  template TUKEY_EXPORT void correlate(const view<const T>&, const view<const T>&, const view<T>&, const index_t*, \
                                       bool, bool);
TUKEY_FOR_NUMERIC(TUKEY_INSTANTIATE)
TUKEY_INSTANTIATE(long double)
TUKEY_INSTANTIATE(std::complex<long double>)

}  // namespace tukey::reference
