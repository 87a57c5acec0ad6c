// SPDX-License-Identifier: Apache-2.0
// Internal: what goes into and comes out of the Fourier transform that a cosine or sine transform comes to. Both
// backends run these functions for each element.
#pragma once

#include "tukey/cplx.hpp"
#include "tukey/view.hpp"

namespace tukey::fft {

// Sine transforms are cosine transforms of other samples in another order (type 1: of its own kind):
//   type 2: of (-1)^j x[j], backwards; types 3 and 4: of x backwards, times (-1)^k.
template <class T> struct DctRow {
  int type;
  bool sine;
  index_t n, have;  // length, and how many samples are given
  T scale, edge_in, edge_out;

  TUKEY_HD bool real_work() const { return type <= 2; }  // into rfft; type 3 into irfft; type 4 complex
  TUKEY_HD index_t period() const {                      // length of the Fourier transform
    if (type == 1) return sine ? 2 * (n + 1) : 2 * (n - 1);
    return type < 4 ? n : n % 2 ? 2 * n : n / 2;
  }

  TUKEY_HD bool edge(index_t j) const { return j == 0 || (type == 1 && j == n - 1); }
  TUKEY_HD T sample(const T* x, index_t stride, index_t j) const {
    const index_t at = sine && type >= 3 ? n - 1 - j : j;
    T v = at < have ? x[at * stride] : T(0);
    if (sine && type == 2 && j % 2) v = -v;
    return edge(j) ? v * edge_in : v;
  }
  TUKEY_HD void store(T* y, index_t stride, index_t k, T v) const {
    v *= edge(k) ? scale * edge_out : scale;
    if (sine && type >= 3 && k % 2) v = -v;
    y[(sine && type == 2 ? n - 1 - k : k) * stride] = v;
  }

  // Element i of the work row, types 1 and 2.
  TUKEY_HD T real_in(const T* x, index_t stride, index_t i) const {
    if (type == 2) return sample(x, stride, i < (n + 1) / 2 ? 2 * i : 2 * (n - 1 - i) + 1);
    if (!sine) return sample(x, stride, i < n ? i : period() - i);
    if (i == 0 || i == n + 1) return T(0);
    return i <= n ? sample(x, stride, i - 1) : -sample(x, stride, period() - i - 1);
  }
  // Types 3 and 4; root = exp(-i pi angle_in(i)).
  TUKEY_HD double angle_in(index_t i) const {
    if (type == 3 || n % 2) return (type == 3 ? -1 : 1) * (static_cast<double>(i) / static_cast<double>(2 * n));
    return static_cast<double>(8 * i + 1) / static_cast<double>(8 * n);
  }
  TUKEY_HD cplx<T> complex_in(const T* x, index_t stride, index_t i, cplx<T> root) const {
    if (type == 3) return root * cplx<T>{sample(x, stride, i), i ? -sample(x, stride, n - i) : T(0)};
    if (n % 2) return root * (i < n ? sample(x, stride, i) : T(0));
    return root * cplx<T>{sample(x, stride, 2 * i), sample(x, stride, n - 1 - 2 * i)};
  }

  // Value k from the transformed work row; root = exp(-i pi angle_out(k)).
  TUKEY_HD double angle_out(index_t k) const {
    if (type == 2) return static_cast<double>(k) / static_cast<double>(2 * n);
    if (type < 4) return 0;
    if (n % 2) return static_cast<double>(2 * k + 1) / static_cast<double>(4 * n);
    return static_cast<double>(8 * (k % 2 ? (n - 1 - k) / 2 : k / 2) + 1) / static_cast<double>(8 * n);
  }
  TUKEY_HD T out(const cplx<T>* z, index_t k, cplx<T> root) const {
    if (type == 1) return sine ? -z[k + 1].im : z[k].re;
    if (type == 2) {
      const cplx<T> v = k <= n / 2 ? z[k] : cplx<T>{z[n - k].re, -z[n - k].im};
      return 2 * (root.re * v.re - root.im * v.im);
    }
    if (n % 2 || k % 2 == 0) {
      const cplx<T> v = z[n % 2 ? k : k / 2];
      return 2 * (root.re * v.re - root.im * v.im);
    }
    const cplx<T> v = z[(n - 1 - k) / 2];
    return -2 * (root.re * v.im + root.im * v.re);
  }
  TUKEY_HD T out(const T* v, index_t k) const { return v[k % 2 ? n - 1 - k / 2 : k / 2]; }  // type 3
};

}  // namespace tukey::fft
