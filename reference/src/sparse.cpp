// SPDX-License-Identifier: Apache-2.0
#include "tukey/reference/sparse.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

#include "tukey/detail/parallel.hpp"

namespace tukey::reference {
namespace {

// What sums of products of T are kept in.
template <class T> struct wide { using type = T; };
template <> struct wide<float> { using type = double; };
template <> struct wide<std::complex<float>> { using type = std::complex<double>; };
template <class T> using wide_t = typename wide<T>::type;

template <class T> T times(T x, T y) { return x * y; }
template <class T> std::complex<T> times(std::complex<T> x, std::complex<T> y) {
  return {x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real()};
}
template <class T> T real_dot(T x, T y) { return x * y; }
template <class T> T real_dot(std::complex<T> x, std::complex<T> y) {
  return x.real() * y.real() + x.imag() * y.imag();
}

// Re of the sum of conj(x) y: blocks of 512, then their sums in order.
template <class T> double real_vdot(index_t n, const T* x, const T* y) {
  double total = 0;
  for (index_t start = 0; start < n; start += 512) {
    const index_t end = std::min(n, start + 512);
    double sum[4] = {};
    index_t i = start;
    for (; i + 4 <= end; i += 4)
      for (int u = 0; u < 4; ++u) sum[u] += static_cast<double>(real_dot(wide_t<T>(x[i + u]), wide_t<T>(y[i + u])));
    for (; i < end; ++i) sum[0] += static_cast<double>(real_dot(wide_t<T>(x[i]), wide_t<T>(y[i])));
    total += (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }
  return total;
}

// The sum over entries [begin, end): blocks of 512, then their sums in order.
template <class T>
wide_t<T> row_product(const T* data, const std::int32_t* indices, index_t begin, index_t end, const T* x,
                      index_t stride) {
  wide_t<T> total(0);
  do {
    const index_t stop = std::min(end, begin + 512);
    wide_t<T> sum(0);
    if (stride == 1)
      for (; begin < stop; ++begin) sum += times(wide_t<T>(data[begin]), wide_t<T>(x[indices[begin]]));
    else
      for (; begin < stop; ++begin) sum += times(wide_t<T>(data[begin]), wide_t<T>(x[indices[begin] * stride]));
    total += sum;
  } while (begin < end);
  return total;
}
// finish(row, sum) for every row of a x.
template <class T, class F> void for_rows(const csr_view<T>& a, const T* x, index_t stride, const F& finish) {
  detail::parallel_ranges(a.rows, 4096, [=](index_t first, index_t last) {
    const T* const data = a.data;
    const std::int32_t *const indices = a.indices, *const indptr = a.indptr;
    index_t begin = indptr[first];
    for (index_t row = first; row < last; ++row) {
      const index_t end = indptr[row + 1];
      finish(row, row_product(data, indices, begin, end, x, stride));
      begin = end;
    }
  });
}

// Columns [0, w) of y = a x for one row and row-major x, w <= 16. Float products are added 16 at a time before they are
// widened. A constant w lets the compiler vectorise.
constexpr index_t column_block = 16;
template <class T, class Count>
void row_times_columns(const T* data, const std::int32_t* indices, index_t begin, index_t end, const T* x, index_t xs,
                       T* y, Count w) {
  wide_t<T> total[column_block] = {};
  for (bool first = true;; first = false) {
    const index_t stop = std::min<index_t>(end, begin + 16);
    T sum[column_block] = {};
    for (; begin < stop; ++begin) {
      const T value = data[begin];
      const T* const from = x + indices[begin] * xs;
      for (index_t j = 0; j < w; ++j) sum[j] += times(value, from[j]);
    }
    if (first && begin == end) {
      for (index_t j = 0; j < w; ++j) y[j] = sum[j];
      return;
    }
    for (index_t j = 0; j < w; ++j) total[j] += wide_t<T>(sum[j]);
    if (begin == end) break;
  }
  for (index_t j = 0; j < w; ++j) y[j] = static_cast<T>(total[j]);
}
template <class T>
void rows_times_columns(const csr_view<T>& a, index_t first, index_t last, const T* x, index_t xs, T* y, index_t ys,
                        index_t columns) {
  for (index_t row = first; row < last; ++row)
    for (index_t j = 0; j < columns; j += column_block) {
      const index_t begin = a.indptr[row], end = a.indptr[row + 1], rest = columns - j;
      T* const to = y + row * ys + j;
      if (rest >= column_block)
        row_times_columns(a.data, a.indices, begin, end, x + j, xs, to,
                          std::integral_constant<index_t, column_block>());
      else
        row_times_columns(a.data, a.indices, begin, end, x + j, xs, to, rest);
    }
}

}  // namespace

template <class T, class I>
index_t csr_from_coo(view<const I> rows, view<const I> cols, view<const T> values, index_t m, index_t n,
                     std::int32_t* indptr, std::vector<std::int32_t>& indices, std::vector<T>& data) {
  const index_t count = rows.shape[0];
  auto row = [&](index_t i) { return static_cast<index_t>(rows.data[i * rows.strides[0]]); };
  auto col = [&](index_t i) { return static_cast<index_t>(cols.data[i * cols.strides[0]]); };
  for (index_t i = 0; i < count; ++i)
    if (row(i) < 0 || row(i) >= m || col(i) < 0 || col(i) >= n) return i;
  // Entries by row in the order given, then each row sorted by column, stably.
  std::vector<index_t> start(static_cast<std::size_t>(m + 1)), order(static_cast<std::size_t>(count));
  for (index_t i = 0; i < count; ++i) ++start[row(i) + 1];
  for (index_t r = 0; r < m; ++r) start[r + 1] += start[r];
  {
    std::vector<index_t> next(start.begin(), start.end() - 1);
    for (index_t i = 0; i < count; ++i) order[next[row(i)]++] = i;
  }
  indices.clear();
  data.clear();
  indices.reserve(static_cast<std::size_t>(count));
  data.reserve(static_cast<std::size_t>(count));
  indptr[0] = 0;
  for (index_t r = 0; r < m; ++r) {
    const auto begin = order.begin() + start[r], end = order.begin() + start[r + 1];
    auto by_column = [&](index_t a, index_t b) { return col(a) < col(b); };
    if (!std::is_sorted(begin, end, by_column)) std::stable_sort(begin, end, by_column);
    for (auto i = begin; i != end; ++i) {
      const T value = values.data[*i * values.strides[0]];
      if (i != begin && indices.back() == col(*i)) {
        data.back() += value;
      } else {
        indices.push_back(static_cast<std::int32_t>(col(*i)));
        data.push_back(value);
      }
    }
    indptr[r + 1] = static_cast<std::int32_t>(indices.size());
  }
  return -1;
}

CsrCheck check_csr(const std::int32_t* indptr, const std::int32_t* indices, index_t rows, index_t cols, index_t nnz) {
  CsrCheck result;
  if (indptr[0] != 0) return {CsrFault::start, 0, 0};
  for (index_t r = 0; r < rows; ++r) {
    if (indptr[r + 1] < indptr[r]) return {CsrFault::order, r, 0};
    result.longest = std::max<index_t>(result.longest, indptr[r + 1] - indptr[r]);
  }
  if (indptr[rows] != nnz) return {CsrFault::end, rows, 0};
  for (index_t i = 0; i < nnz; ++i)
    if (indices[i] < 0 || indices[i] >= cols) return {CsrFault::column, i, 0};
  return result;
}

template <class T> void spmv(csr_view<T> a, view<const T> x, view<T> y) {
  if (x.rank == 1)
    return for_rows(a, x.data, x.strides[0],
                    [=](index_t row, wide_t<T> sum) { y.data[row * y.strides[0]] = static_cast<T>(sum); });
  const index_t k = x.shape[1];
  if (x.strides[1] == 1 && y.strides[1] == 1) {
    detail::parallel_ranges(a.rows, std::max<index_t>(1, 4096 / (k + 1)), [=](index_t first, index_t last) {
      rows_times_columns(a, first, last, x.data, x.strides[0], y.data, y.strides[0], k);
    });
    return;
  }
  for (index_t j = 0; j < k; ++j)
    for_rows(a, x.data + j * x.strides[1], x.strides[0],
             [=](index_t row, wide_t<T> sum) { y.data[row * y.strides[0] + j * y.strides[1]] = static_cast<T>(sum); });
}

template <class T> void csr_residual(csr_view<T> a, const T* x, const T* b, T* y) {
  for_rows(a, x, 1, [=](index_t row, wide_t<T> sum) { y[row] = static_cast<T>(wide_t<T>(b[row]) - sum); });
}

template <class T> void csr_to_dense(csr_view<T> a, view<T> y) {
  detail::parallel_for(a.rows, std::max<index_t>(1, 4096 / (a.cols + 1)), [&](index_t r) {
    T* row = y.data + r * y.strides[0];
    for (index_t j = 0; j < a.cols; ++j) row[j * y.strides[1]] = T(0);
    for (index_t i = a.indptr[r]; i < a.indptr[r + 1]; ++i) row[a.indices[i] * y.strides[1]] += a.data[i];
  });
}

template <class T> void csr_diagonal(csr_view<T> a, T* y) {
  for (index_t r = 0; r < std::min(a.rows, a.cols); ++r) {
    y[r] = T(0);
    for (index_t i = a.indptr[r]; i < a.indptr[r + 1]; ++i)
      if (a.indices[i] == r) y[r] += a.data[i];
  }
}

template <class T> CgStatus cg(const CgProblem<T>& problem) {
  using R = decltype(std::abs(T()));
  const index_t n = problem.n;
  T* const x = problem.x;
  const double norm_b = std::sqrt(real_vdot(n, problem.b, problem.b));
  if (norm_b == 0) {
    std::fill(x, x + n, T(0));
    return {true, 0, 0.0};
  }
  const double bound = std::max(problem.rtol * norm_b, problem.atol);
  std::vector<T> r(static_cast<std::size_t>(n)), p(r), q(r), z(problem.precondition ? r : std::vector<T>());
  index_t iterations = 0;
  double previous = HUGE_VAL;
  for (;;) {
    problem.residual(x, r.data());
    const double reached = std::sqrt(real_vdot(n, r.data(), r.data()));
    if (reached <= bound) return {true, iterations, reached};
    if (iterations >= problem.maxiter || !(reached <= 0.5 * previous)) return {false, iterations, reached};
    previous = reached;
    double rho = 0, square = reached * reached;
    for (bool first = true; iterations < problem.maxiter; first = false) {
      if (problem.precondition) problem.precondition(r.data(), z.data());
      const std::vector<T>& direction = problem.precondition ? z : r;
      const double rho_new = problem.precondition ? real_vdot(n, r.data(), direction.data()) : square;
      const R beta = first ? R(0) : static_cast<R>(rho_new / rho);
      if (first)
        p = direction;
      else
        for (index_t i = 0; i < n; ++i) p[i] = direction[i] + beta * p[i];
      rho = rho_new;
      problem.apply(p.data(), q.data());
      const double curvature = real_vdot(n, p.data(), q.data());
      if (curvature == 0 || !std::isfinite(curvature)) break;
      const R alpha = static_cast<R>(rho / curvature);
      for (index_t i = 0; i < n; ++i) x[i] += alpha * p[i], r[i] -= alpha * q[i];
      ++iterations;
      square = real_vdot(n, r.data(), r.data());
      if (!(std::sqrt(square) > bound)) break;
    }
  }
}

#define TUKEY_INSTANTIATE_COO(T, I)                                                                               \
  template TUKEY_EXPORT index_t csr_from_coo<T, I>(view<const I>, view<const I>, view<const T>, index_t, index_t, \
                                                   std::int32_t*, std::vector<std::int32_t>&, std::vector<T>&);
#define TUKEY_INSTANTIATE(T)                                                       \
  TUKEY_INSTANTIATE_COO(T, std::int32_t)                                           \
  TUKEY_INSTANTIATE_COO(T, std::int64_t)                                           \
  template TUKEY_EXPORT void spmv<T>(csr_view<T>, view<const T>, view<T>);         \
  template TUKEY_EXPORT void csr_residual<T>(csr_view<T>, const T*, const T*, T*); \
  template TUKEY_EXPORT void csr_to_dense<T>(csr_view<T>, view<T>);                \
  template TUKEY_EXPORT void csr_diagonal<T>(csr_view<T>, T*);                     \
  template TUKEY_EXPORT CgStatus cg<T>(const CgProblem<T>&);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
TUKEY_INSTANTIATE(long double)
TUKEY_INSTANTIATE(std::complex<float>)
TUKEY_INSTANTIATE(std::complex<double>)
TUKEY_INSTANTIATE(std::complex<long double>)
#undef TUKEY_INSTANTIATE
#undef TUKEY_INSTANTIATE_COO

}  // namespace tukey::reference
