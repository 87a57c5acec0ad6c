// SPDX-License-Identifier: Apache-2.0
// LU and Cholesky factorizations, recursive so that nearly all work is matrix products.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "dense.hpp"
#include "tukey/detail/parallel.hpp"
#include "tukey/device.hpp"
#include "tukey/reference/linalg.hpp"

namespace tukey::reference {
namespace {

constexpr index_t leaf = 16;

template <class T> T conjugate(T x) { return x; }
template <class T> std::complex<T> conjugate(std::complex<T> x) { return std::conj(x); }
template <class T> T cabs1(T x) { return std::abs(x); }
template <class T> T cabs1(std::complex<T> x) { return std::abs(x.real()) + std::abs(x.imag()); }
template <class T> T real_of(T x) { return x; }
template <class T> T real_of(std::complex<T> x) { return x.real(); }
// Plain complex arithmetic: operator* of std::complex also repairs infinities, at a price.
template <class T> T times(T x, T y) { return x * y; }
template <class T> std::complex<T> times(std::complex<T> x, std::complex<T> y) {
  return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}

// b := l^-1 b, l lower triangular, with ones on its diagonal if `unit`.
template <class T> void solve_lower(matrix<T> l, matrix<T> b, bool unit) {
  const index_t n = l.rows;
  if (n <= leaf) {
    for (index_t i = 0; i < n; ++i) {
      for (index_t k = 0; k < i; ++k) {
        const T x = l(i, k);
        for (index_t j = 0; j < b.cols; ++j) b(i, j) -= times(x, b(k, j));
      }
      if (!unit)
        for (index_t j = 0; j < b.cols; ++j) b(i, j) /= l(i, i);
    }
    return;
  }
  const index_t h = n / 2;
  const matrix<T> top = b.block(0, 0, h, b.cols), bottom = b.block(h, 0, n - h, b.cols);
  solve_lower(l.block(0, 0, h, h), top, unit);
  multiply_add<T>(bottom, l.block(h, 0, n - h, h).read(), top.read(), -1);
  solve_lower(l.block(h, h, n - h, n - h), bottom, unit);
}
// b := u^-1 b, u upper triangular.
template <class T> void solve_upper(matrix<T> u, matrix<T> b) {
  const index_t n = u.rows;
  if (n <= leaf) {
    for (index_t i = n - 1; i >= 0; --i) {
      for (index_t k = i + 1; k < n; ++k) {
        const T x = u(i, k);
        for (index_t j = 0; j < b.cols; ++j) b(i, j) -= times(x, b(k, j));
      }
      for (index_t j = 0; j < b.cols; ++j) b(i, j) /= u(i, i);
    }
    return;
  }
  const index_t h = n / 2;
  const matrix<T> top = b.block(0, 0, h, b.cols), bottom = b.block(h, 0, n - h, b.cols);
  solve_upper(u.block(h, h, n - h, n - h), bottom);
  multiply_add<T>(top, u.block(0, h, h, n - h).read(), bottom.read(), -1);
  solve_upper(u.block(0, 0, h, h), top);
}

// Swaps row i with row pivots[i], in order; pivots count from the matrix's first row.
template <class T> void swap_rows(matrix<T> a, const index_t* pivots, index_t count) {
  for (index_t i = 0; i < count; ++i)
    if (pivots[i] != i)
      for (index_t j = 0; j < a.cols; ++j) std::swap(a(i, j), a(pivots[i], j));
}

// a (m x n, m >= n) := its factors l (unit lower) and u; the order of the first zero pivot, or 0.
template <class T> index_t factor_lu(matrix<T> a, index_t* pivots) {
  const index_t m = a.rows, n = a.cols;
  if (n <= leaf) {
    index_t failed = 0;
    for (index_t k = 0; k < n; ++k) {
      index_t p = k;
      auto most = cabs1(a(k, k));
      for (index_t i = k + 1; i < m && most == most; ++i) {
        const auto value = cabs1(a(i, k));
        if (value > most || value != value) p = i, most = value;
      }
      pivots[k] = p;
      if (most == 0) {
        if (!failed) failed = k + 1;
        continue;
      }
      if (p != k)
        for (index_t j = 0; j < n; ++j) std::swap(a(k, j), a(p, j));
      for (index_t i = k + 1; i < m; ++i) {
        const T x = a(i, k) /= a(k, k);
        for (index_t j = k + 1; j < n; ++j) a(i, j) -= times(x, a(k, j));
      }
    }
    return failed;
  }
  const index_t h = n / 2;
  const index_t left = factor_lu(a.block(0, 0, m, h), pivots);
  if (left) return left;
  swap_rows(a.block(0, h, m, n - h), pivots, h);
  solve_lower(a.block(0, 0, h, h), a.block(0, h, h, n - h), true);
  multiply_add<T>(a.block(h, h, m - h, n - h), a.block(h, 0, m - h, h).read(), a.block(0, h, h, n - h).read(), -1);
  const index_t right = factor_lu(a.block(h, h, m - h, n - h), pivots + h);
  swap_rows(a.block(h, 0, m - h, h), pivots + h, n - h);
  for (index_t i = h; i < n; ++i) pivots[i] += h;
  return right ? right + h : 0;
}

// c := c - y^H y, its lower triangle only (whole tiles on the diagonal). `adjoint` is y^H.
template <class T> void subtract_gram(matrix<T> c, matrix<T> y, matrix<T> adjoint) {
  const index_t n = c.rows;
  if (n <= 128) return multiply_add<T>(c, adjoint.read(), y.read(), -1);
  const index_t h = n / 2;
  subtract_gram(c.block(0, 0, h, h), y.block(0, 0, y.rows, h), adjoint.block(0, 0, h, y.rows));
  multiply_add<T>(c.block(h, 0, n - h, h), adjoint.block(h, 0, n - h, y.rows).read(), y.block(0, 0, y.rows, h).read(),
                  -1);
  subtract_gram(c.block(h, h, n - h, n - h), y.block(0, h, y.rows, n - h), adjoint.block(h, 0, n - h, y.rows));
}

// The lower triangle of a := its Cholesky factor; the order of the first leading minor that is not positive, or 0.
template <class T> index_t factor_cholesky(matrix<T> a) {
  const index_t n = a.rows;
  if (n <= leaf) {
    for (index_t k = 0; k < n; ++k) {
      const auto d = real_of(a(k, k));
      if (!(d > 0)) return k + 1;  // NaN too
      const auto root = std::sqrt(d);
      a(k, k) = root;
      for (index_t i = k + 1; i < n; ++i) a(i, k) /= root;
      for (index_t i = k + 1; i < n; ++i)
        for (index_t j = k + 1; j <= i; ++j) a(i, j) -= times(a(i, k), conjugate(a(j, k)));
    }
    return 0;
  }
  const index_t h = n / 2, m = n - h;
  if (const index_t failed = factor_cholesky(a.block(0, 0, h, h))) return failed;
  // a21 := a21 l11^-H, by solving l11 y = a21^H.
  std::vector<T> storage(static_cast<std::size_t>(2 * h * m));
  const matrix<T> y{storage.data(), h, m, m, 1}, adjoint{storage.data() + h * m, m, h, h, 1};
  for (index_t i = 0; i < h; ++i)
    for (index_t j = 0; j < m; ++j) y(i, j) = conjugate(a(h + j, i));
  solve_lower(a.block(0, 0, h, h), y, false);
  for (index_t j = 0; j < m; ++j)
    for (index_t i = 0; i < h; ++i) a(h + j, i) = adjoint(j, i) = conjugate(y(i, j));
  subtract_gram(a.block(h, h, m, m), y, adjoint);
  const index_t failed = factor_cholesky(a.block(h, h, m, m));
  return failed ? failed + h : 0;
}

template <class T> void fill(matrix<T> x, T value) {
  for (index_t i = 0; i < x.rows; ++i)
    for (index_t j = 0; j < x.cols; ++j) x(i, j) = value;
}

// One(i) gives the order at which matrix i failed, or 0. Runs over the batch; the first failure counts.
template <class F> FactorStatus run_batch(index_t count, index_t work, const F& one) {
  std::vector<index_t> failed(static_cast<std::size_t>(count));
  if (count < num_threads())
    for (index_t i = 0; i < count; ++i) failed[i] = one(i);  // parallel inside the products
  else
    detail::parallel_for(count, std::max<index_t>(1, 32768 / (work + 1)), [&](index_t i) { failed[i] = one(i); });
  for (index_t i = 0; i < count; ++i)
    if (failed[i]) return {i, failed[i]};
  return {};
}

}  // namespace

template <class T> FactorStatus solve(view<const T> a, view<const T> b, view<T> x) {
  const index_t n = x.shape[x.rank - 2], k = x.shape[x.rank - 1];
  return run_batch(matrix_count(x), n * n * (n + k), [&](index_t i) -> index_t {
    const matrix<const T> from = matrix_of(a, i), right = matrix_of(b, i);
    const matrix<T> to = matrix_of(x, i);
    std::vector<T> storage(static_cast<std::size_t>(n * (n + k)));
    const matrix<T> lu{storage.data(), n, n, n, 1}, work{storage.data() + n * n, n, k, k, 1};
    for (index_t r = 0; r < n; ++r)
      for (index_t c = 0; c < n; ++c) lu(r, c) = from(r, c);
    for (index_t r = 0; r < n; ++r)
      for (index_t c = 0; c < k; ++c) work(r, c) = right(r, c);
    std::vector<index_t> pivots(static_cast<std::size_t>(n));
    const index_t failed = factor_lu(lu, pivots.data());
    if (failed) {
      fill(to, T(std::numeric_limits<decltype(cabs1(T()))>::quiet_NaN()));
      return failed;
    }
    swap_rows(work, pivots.data(), n);
    solve_lower(lu, work, true);
    solve_upper(lu, work);
    for (index_t r = 0; r < n; ++r)
      for (index_t c = 0; c < k; ++c) to(r, c) = work(r, c);
    return 0;
  });
}

template <class T> FactorStatus cholesky(view<const T> a, view<T> c, bool lower) {
  const index_t n = c.shape[c.rank - 1];
  return run_batch(matrix_count(c), n * n * n, [&](index_t i) -> index_t {
    // The lower factor of a is the upper one's adjoint, so the upper case works on the adjoint views.
    const matrix<const T> from = lower ? matrix_of(a, i) : matrix_of(a, i).t();
    const matrix<T> to = lower ? matrix_of(c, i) : matrix_of(c, i).t();
    std::vector<T> storage(static_cast<std::size_t>(n * n));
    const matrix<T> work{storage.data(), n, n, n, 1};
    for (index_t r = 0; r < n; ++r)
      for (index_t s = 0; s <= r; ++s) work(r, s) = lower ? from(r, s) : conjugate(from(r, s));
    const index_t failed = factor_cholesky(work);
    if (failed) {
      fill(to, T(std::numeric_limits<decltype(cabs1(T()))>::quiet_NaN()));
      return failed;
    }
    for (index_t r = 0; r < n; ++r) {
      for (index_t s = 0; s <= r; ++s) to(r, s) = lower ? work(r, s) : conjugate(work(r, s));
      for (index_t s = r + 1; s < n; ++s) to(r, s) = T(0);
    }
    return 0;
  });
}

#define TUKEY_INSTANTIATE(T)                                                          \
  template TUKEY_EXPORT FactorStatus solve<T>(view<const T>, view<const T>, view<T>); \
  template TUKEY_EXPORT FactorStatus cholesky<T>(view<const T>, view<T>, bool);
TUKEY_FOR_REFERENCE(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::reference
