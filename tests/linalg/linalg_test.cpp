// SPDX-License-Identifier: Apache-2.0
#include "tukey/linalg.hpp"

#include <algorithm>

#include "support.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/reference/linalg.hpp"

namespace tukey {
namespace {
using linalg::cholesky;
using linalg::inv;
using linalg::matmul;
using linalg::matmul_into;
using linalg::solve;
using test::close;
using test::identical;
using test::Tolerance;


template <class T> struct wider { using type = T; };
template <> struct wider<float> { using type = double; };
template <> struct wider<double> { using type = long double; };
template <class T> struct wider<std::complex<T>> { using type = std::complex<typename wider<T>::type>; };
template <class T> using wider_t = typename wider<T>::type;

template <class T> std::vector<wider_t<T>> widened(const Array<T>& x) {
  const auto v = x.to_vector();
  return {v.begin(), v.end()};
}
template <class T> view<T> rows_of(std::vector<T>& v, const Shape& shape) {
  return detail::make_view(v.data(), shape, detail::row_major_strides(shape));
}
template <class T> view<const T> rows_of(const std::vector<T>& v, const Shape& shape) {
  return detail::make_view(v.data(), shape, detail::row_major_strides(shape));
}
// The product of two matrices, or stacks of equal shape, one precision higher.
template <class T> std::vector<wider_t<T>> exact_product(const Array<T>& a, const Array<T>& b) {
  using W = wider_t<T>;
  Shape shape = a.shape();
  shape[shape.rank() - 1] = b.shape().back();
  std::vector<W> c(static_cast<std::size_t>(shape.size()));
  const auto x = widened(a), y = widened(b);
  reference::matmul<W>(rows_of(x, a.shape()), rows_of(y, b.shape()), rows_of(c, shape));
  return c;
}
template <class T> double norm(const std::vector<T>& v) {
  double sum = 0;
  for (const T& x : v) sum += static_cast<double>(std::norm(x));
  return std::sqrt(sum);
}
// |b - a x| <= k growth eps |a| |x|; a (n, n), b and x (n, k).
template <class T>
testing::AssertionResult solves(const Array<T>& a, const Array<T>& x, const Array<T>& b, Tolerance t) {
  auto r = exact_product(a, x);
  const auto right = widened(b);
  for (std::size_t i = 0; i < r.size(); ++i) r[i] -= right[i];
  const double eps = static_cast<double>(std::numeric_limits<real_t<T>>::epsilon());
  const double error = norm(r) / (norm(widened(a)) * norm(widened(x)));
  if (error <= t.k * eps * t.growth) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "residual " << error << ", allowed " << t.k * eps * t.growth;
}

template <class T> Array<T> conj_of(const Array<T>& x) {
  auto v = x.to_vector();
  if constexpr (is_complex_v<T>)
    for (T& e : v) e = std::conj(e);
  return Array<T>::from(v, x.shape(), x.device());
}
template <class T> Array<T> identity(index_t n) {
  std::vector<T> v(static_cast<std::size_t>(n * n));
  for (index_t i = 0; i < n; ++i) v[i * n + i] = T(1);
  return Array<T>::from(v, {n, n});
}
// Well conditioned: noise with a dominant diagonal in a shuffled order, so that pivoting must move rows.
template <class T> Array<T> system_matrix(index_t n, unsigned seed = 1) {
  auto v = test::noise<T>(n * n, seed);
  for (index_t i = 0; i < n; ++i) v[i * n + (i * 7 + 3) % n] += T(static_cast<real_t<T>>(n % 7 ? 4 : 0));
  return Array<T>::from(v, {n, n});
}
template <class T> Array<T> positive_matrix(index_t n, unsigned seed = 1) {
  const Array<T> x = test::noise_array<T>({n, n}, seed);
  auto v = matmul(x, conj_of(x).transpose()).to_vector();
  for (index_t i = 0; i < n; ++i) {
    v[i * n + i] = T(std::real(v[i * n + i]) + static_cast<real_t<T>>(n));
    for (index_t j = 0; j < i; ++j) {
      if constexpr (is_complex_v<T>)
        v[j * n + i] = std::conj(v[i * n + j]);
      else
        v[j * n + i] = v[i * n + j];
    }
  }
  return Array<T>::from(v, {n, n});
}

template <class T> class Linalg : public testing::Test {};
TYPED_TEST_SUITE(Linalg, test::FloatingTypes);

// The values of `x` in memory laid out in different ways.
template <class T> std::vector<Array<T>> layouts(const Array<T>& x) {
  const index_t m = x.shape()[0], n = x.shape()[1];
  std::vector<Array<T>> list{x};
  auto put = [&](Array<T> v) {
    v.assign(x);
    list.push_back(v);
  };
  put(Array<T>({n, m}).transpose());
  put(Array<T>({m, n + 3})(Slice{}, Slice{2, n + 2}));     // padded rows
  put(Array<T>({n, m + 5}).transpose()(Slice{1, m + 1}));  // padded columns
  put(Array<T>({2 * m, 3 * n})(Slice{0, {}, 2}, Slice{1, {}, 3}));
  put(Array<T>({m, n}).flip(0));
  put(Array<T>({m, n}).flip(1));
  return list;
}

TYPED_TEST(Linalg, MatmulOfAnyShape) {
  using T = TypeParam;
  for (index_t m : {1, 2, 31, 33, 257})
    for (index_t n : {1, 3, 32, 130})
      for (index_t k : {1, 5, 33, 300}) {
        const auto a = test::noise_array<T>({m, k}, 1), b = test::noise_array<T>({k, n}, 2);
        const auto c = matmul(a, b);
        EXPECT_EQ(c.shape(), Shape({m, n}));
        EXPECT_TRUE(close(c, exact_product(a, b), {2, std::sqrt(double(k))})) << m << " " << n << " " << k;
      }
}

TYPED_TEST(Linalg, MatmulOfAnyLayout) {
  using T = TypeParam;
  for (index_t m : {1, 7, 65}) {
    const index_t k = 17, n = m == 7 ? 1 : 20;
    const auto a = test::noise_array<T>({m, k}, 1), b = test::noise_array<T>({k, n}, 2);
    const auto expected = exact_product(a, b);
    const auto as = layouts(a), bs = layouts(b), outs = layouts(test::noise_array<T>({m, n}));
    for (std::size_t i = 0; i < as.size(); ++i)
      for (std::size_t j = 0; j < bs.size(); ++j) {
        auto y = outs[(i + 2 * j) % outs.size()];
        matmul_into(y, as[i], bs[j]);
        EXPECT_TRUE(close(y, expected, {2, std::sqrt(double(k))})) << m << ", layouts " << i << " and " << j;
      }
  }
}

TYPED_TEST(Linalg, MatmulOfVectors) {
  using T = TypeParam;
  const auto a = test::noise_array<T>({4, 3}, 1), x = test::noise_array<T>({3}, 2), z = test::noise_array<T>({4}, 3);
  const auto column = x.reshape({3, 1}), row = z.reshape({1, 4});
  const auto ax = matmul(a, x), za = matmul(z, a), xx = matmul(x, x);
  EXPECT_EQ(ax.shape(), Shape({4}));
  EXPECT_EQ(za.shape(), Shape({3}));
  EXPECT_EQ(xx.shape(), Shape{});
  EXPECT_TRUE(close(ax, exact_product(a, column)));
  EXPECT_TRUE(close(za, exact_product(row, a)));
  EXPECT_TRUE(close(xx, exact_product(x.reshape({1, 3}), column)));
  // Batched matrices with one vector, on either side.
  const auto stack = test::noise_array<T>({2, 5, 4, 3}, 4);
  EXPECT_EQ(matmul(stack, x).shape(), Shape({2, 5, 4}));
  EXPECT_EQ(matmul(z, stack).shape(), Shape({2, 5, 3}));
  EXPECT_TRUE(close(matmul(stack, x).select(0, 1).select(0, 3), exact_product(stack(1, 3), column)));
  EXPECT_TRUE(close(matmul(z, stack).select(0, 1).select(0, 3), exact_product(row, stack(1, 3))));
}

TYPED_TEST(Linalg, MatmulOfBatches) {
  using T = TypeParam;
  const auto a = test::noise_array<T>({4, 1, 2, 6, 5}, 1), b = test::noise_array<T>({3, 1, 5, 7}, 2);
  const auto c = matmul(a, b);
  ASSERT_EQ(c.shape(), Shape({4, 3, 2, 6, 7}));
  for (index_t i = 0; i < 4; ++i)
    for (index_t j = 0; j < 3; ++j)
      for (index_t k = 0; k < 2; ++k) EXPECT_TRUE(close(c(i, j, k), exact_product(a(i, 0, k), b(j, 0)))) << i << j << k;
  // One matrix for all, on either side; permuted, reversed and stepped batches.
  const auto one = test::noise_array<T>({5, 7}, 3), left = test::noise_array<T>({9, 6}, 4);
  const auto many = test::noise_array<T>({8, 6, 5}, 5);
  EXPECT_TRUE(close(matmul(many, one)(5), exact_product(many(5), one)));
  EXPECT_TRUE(close(matmul(many(Slice{}, Slice{0, 1}), one)(5), exact_product(many(5)(Slice{0, 1}), one)));
  EXPECT_TRUE(close(matmul(left, many)(5), exact_product(left, many(5))));
  const auto turned = many.moveaxis(0, 2).permute({2, 0, 1});
  EXPECT_TRUE(identical(matmul(turned, one), matmul(many, one)));
  const auto back = many.flip(0)(Slice{1, {}, 3});
  EXPECT_TRUE(close(matmul(back, one)(1), exact_product(many(3), one)));
  const auto swapped = many.swapaxes(-1, -2);
  EXPECT_TRUE(close(matmul(swapped, many)(7), exact_product(swapped(7), many(7))));
  // Results into a permuted batch.
  auto y = Array<T>({7, 8, 6}).permute({1, 2, 0});
  matmul_into(y, many, one);
  EXPECT_TRUE(close(y, matmul(many, one)));
}

TYPED_TEST(Linalg, MatmulOfOverlappingAndBroadcastViews) {
  using T = TypeParam;
  const auto x = test::noise_array<T>({40}, 1);
  const auto windows = x.sliding_window_view(9);  // (32, 9), both strides 1
  const auto taps = test::noise_array<T>({9, 2}, 2);
  EXPECT_TRUE(close(matmul(windows, taps), exact_product(windows.copy(), taps), {4}));
  const auto rows = test::noise_array<T>({1, 9}, 3).broadcast_to({6, 9});
  const auto columns = test::noise_array<T>({9, 1}, 4).broadcast_to({9, 5});
  EXPECT_TRUE(close(matmul(rows, columns), exact_product(rows.copy(), columns.copy()), {4}));
  const auto stack = test::noise_array<T>({4, 9}, 5).broadcast_to({3, 4, 9});
  EXPECT_TRUE(close(matmul(stack.flip(2), columns)(2), exact_product(stack(2).flip(1).copy(), columns.copy()), {4}));
}

TYPED_TEST(Linalg, MatmulOfNothing) {
  using T = TypeParam;
  const auto c = matmul(Array<T>({3, 0}), Array<T>({0, 4}));  // CASES A22 (g)
  EXPECT_TRUE(identical(c, zeros<T>({3, 4})));
  auto y = ones<T>({4, 6})(Slice{}, Slice{0, 6, 2});
  matmul_into(y, Array<T>({4, 0}), Array<T>({0, 3}));
  EXPECT_TRUE(identical(y.copy(), zeros<T>({4, 3})));
  EXPECT_TRUE(identical(matmul(Array<T>({0}), Array<T>({0})), zeros<T>({})));
  EXPECT_EQ(matmul(Array<T>({0, 3}), Array<T>({3, 4})).shape(), Shape({0, 4}));
  EXPECT_EQ(matmul(Array<T>({0, 2, 3}), Array<T>({3, 4})).shape(), Shape({0, 2, 4}));
}

TYPED_TEST(Linalg, MatmulOfManySmallMatrices) {
  using T = TypeParam;
  const index_t count = 70000;
  std::vector<T> a(static_cast<std::size_t>(count * 4)), b(a), c(a);
  for (index_t i = 0; i < count * 4; ++i) a[i] = T(real_t<T>(i % 7)), b[i] = T(real_t<T>(i % 5 - 2));
  for (index_t i = 0; i < count; ++i)
    for (int r = 0; r < 2; ++r)
      for (int s = 0; s < 2; ++s)
        c[i * 4 + r * 2 + s] = a[i * 4 + r * 2] * b[i * 4 + s] + a[i * 4 + r * 2 + 1] * b[i * 4 + 2 + s];
  const Shape shape{count, 2, 2};
  EXPECT_TRUE(identical(matmul(Array<T>::from(a, shape), Array<T>::from(b, shape)), Array<T>::from(c, shape)));
}

TYPED_TEST(Linalg, MatmulKeepsNotANumber) {
  using T = TypeParam;
  auto v = test::noise<T>(40 * 50);
  v[3 * 50 + 7] = std::numeric_limits<real_t<T>>::quiet_NaN();
  const auto c = matmul(Array<T>::from(v, {40, 50}), test::noise_array<T>({50, 33}, 2)).to_vector();
  for (index_t i = 0; i < 40; ++i)
    for (index_t j = 0; j < 33; ++j) EXPECT_EQ(std::isnan(std::real(c[i * 33 + j])), i == 3);
}

TEST(LinalgFloat, MatmulHasFullMantissa) {  // CASES A22 (a)
  const auto c = matmul(ones<float>({64, 64}), full<float>({64, 64}, 1.0f + 0x1p-12f));
  EXPECT_TRUE(identical(c, full<float>({64, 64}, 64.015625f)));
}

TEST(LinalgErrors, Matmul) {
  const Array<double> a({2, 3}), scalar(Shape{});
  EXPECT_ERROR(InvalidArgument, matmul(a, Array<double>({4, 5})),
               "matmul: the last axis of a and the second to last of b must agree, got shapes (2, 3) and (4, 5)");
  EXPECT_ERROR(InvalidArgument, matmul(a, Array<double>({2})),
               "matmul: the last axis of a and the last of b must agree, got shapes (2, 3) and (2,)");
  EXPECT_ERROR(InvalidArgument, matmul(scalar, a), "matmul: a must have at least one axis, got shape ()");
  EXPECT_ERROR(InvalidArgument, matmul(a, scalar), "matmul: b must have at least one axis, got shape ()");
  EXPECT_THROW(matmul(Array<double>({2, 2, 3}), Array<double>({3, 3, 4})), InvalidArgument);
  Array<double> y({2, 4});
  EXPECT_ERROR(InvalidArgument, matmul_into(y, a, Array<double>({3, 5})),
               "matmul_into: out must have shape (2, 5), got (2, 4)");
}

TYPED_TEST(Linalg, SolveOfAnySize) {
  using T = TypeParam;
  for (index_t n : {1, 2, 7, 8, 9, 16, 17, 31, 32, 33, 100, 257})
    for (index_t k : {1, 3, 40}) {
      const auto a = system_matrix<T>(n, 1), b = test::noise_array<T>({n, k}, 2);
      EXPECT_TRUE(solves(a, solve(a, b), b, {8, double(n)})) << n << " " << k;
    }
}

TYPED_TEST(Linalg, SolveOfAVector) {
  using T = TypeParam;
  for (index_t n : {5, 40}) {
    const auto a = system_matrix<T>(n, 1), b = test::noise_array<T>({n}, 2);
    const auto x = solve(a, b);
    EXPECT_EQ(x.shape(), Shape({n}));
    EXPECT_TRUE(solves(a, x.reshape({n, 1}), b.reshape({n, 1}), {8, double(n)}));
  }
}

TYPED_TEST(Linalg, SolveOfBatches) {
  using T = TypeParam;
  for (index_t n : {4, 20, 40}) {  // small kernels, and the batched routines
    const index_t k = 3;
    std::vector<T> v;
    for (unsigned i = 0; i < 6; ++i) {
      const auto one = system_matrix<T>(n, i).to_vector();
      v.insert(v.end(), one.begin(), one.end());
    }
    const auto a = Array<T>::from(v, {2, 3, n, n});
    const auto b = test::noise_array<T>({2, 1, n, k}, 9), shared = test::noise_array<T>({n}, 8);
    const auto x = solve(a, b), y = solve(a, shared), z = solve(a(1, 2), b);
    ASSERT_EQ(x.shape(), Shape({2, 3, n, k}));
    ASSERT_EQ(y.shape(), Shape({2, 3, n}));
    ASSERT_EQ(z.shape(), Shape({2, 1, n, k}));
    for (index_t i = 0; i < 2; ++i) {
      EXPECT_TRUE(solves(a(1, 2), z(i, 0), b(i, 0), {8, double(n)}));
      for (index_t j = 0; j < 3; ++j) {
        EXPECT_TRUE(solves(a(i, j), x(i, j), b(i, 0), {8, double(n)}));
        EXPECT_TRUE(solves(a(i, j), y(i, j).reshape({n, 1}), shared.reshape({n, 1}), {8, double(n)}));
      }
    }
    const auto turned = solve(a.flip(0).swapaxes(-1, -2), b.flip(-1));
    EXPECT_TRUE(solves(a(1, 2).transpose(), turned(0, 2), b(0, 0).flip(1), {8, double(n)}));
  }
}

TYPED_TEST(Linalg, SolveOfManySystems) {
  using T = TypeParam;
  const index_t count = 70000, n = 2;  // a = [[0, 2], [i % 3 + 1, 1]], b = [4, i % 3 + 3], x = [1, 2]
  std::vector<T> a(static_cast<std::size_t>(count * 4)), b(static_cast<std::size_t>(count * 2)), x(b);
  for (index_t i = 0; i < count; ++i) {
    const real_t<T> p = real_t<T>(i % 3 + 1);
    a[i * 4 + 1] = 2, a[i * 4 + 2] = p, a[i * 4 + 3] = 1;
    b[i * 2] = 4, b[i * 2 + 1] = p + 2;
    x[i * 2] = 1, x[i * 2 + 1] = 2;
  }
  const Shape vectors{count, n, 1};
  EXPECT_TRUE(close(solve(Array<T>::from(a, {count, n, n}), Array<T>::from(b, vectors)), Array<T>::from(x, vectors)));
}

TYPED_TEST(Linalg, SolveOfViews) {
  using T = TypeParam;
  for (index_t n : {9, 45}) {
    const auto a = system_matrix<T>(n), b = test::noise_array<T>({n, 2}, 3);
    for (const auto& x : layouts(a))
      for (const auto& y : layouts(b)) EXPECT_TRUE(solves(a, solve(x, y), b, {8, double(n)}));
  }
}

TYPED_TEST(Linalg, SolveOfNothing) {
  using T = TypeParam;
  EXPECT_EQ(solve(Array<T>({0, 0}), Array<T>({0})).shape(), Shape({0}));
  EXPECT_EQ(solve(Array<T>({0, 0}), Array<T>({0, 3})).shape(), Shape({0, 3}));
  EXPECT_EQ(solve(Array<T>({0, 3, 3}), Array<T>({3, 2})).shape(), Shape({0, 3, 2}));
  EXPECT_EQ(solve(identity<T>(3), Array<T>({3, 0})).shape(), Shape({3, 0}));
}

TYPED_TEST(Linalg, SolveNamesTheSingularMatrix) {  // CASES A22 (e), and the same beyond the small kernels
  using T = TypeParam;
  for (index_t n : {3, 40}) {
    std::vector<T> v(static_cast<std::size_t>(3 * n * n));
    for (index_t i = 0; i < n; ++i) v[i * n + i] = T(1), v[2 * n * n + i * n + i] = T(2);
    const auto a = Array<T>::from(v, {3, n, n}), b = ones<T>({n});
    try {
      solve(a, b);
      ADD_FAILURE() << "no exception";
    } catch (const LinAlgError& error) {
      EXPECT_STREQ(error.what(), "solve: matrix 1 of the batch is singular");
      EXPECT_EQ(error.batch_index, 1);
    }
    EXPECT_ERROR(LinAlgError, solve(a(1), b), "solve: the matrix is singular");
    const auto x = solve(a, b, {.check = false});
    EXPECT_TRUE(close(x(0), ones<T>({n})));
    EXPECT_TRUE(close(x(2), full<T>({n}, T(0.5))));
    for (const T& e : x(1).to_vector()) EXPECT_FALSE(std::isfinite(std::real(e)));
  }
  // Singular, not zero: row 2 is twice row 1, exactly.
  const auto twice = Array<T>::from({T(1), T(2), T(3), T(2), T(4), T(6), T(1), T(0), T(1)}, {3, 3});
  EXPECT_ERROR(LinAlgError, solve(twice, ones<T>({3})), "solve: the matrix is singular");
}

TYPED_TEST(Linalg, SolveKeepsNotANumber) {
  using T = TypeParam;
  for (index_t n : {6, 50}) {
    auto v = system_matrix<T>(n).to_vector();
    v[n + 2] = std::numeric_limits<real_t<T>>::quiet_NaN();
    const auto x = solve(Array<T>::from(v, {n, n}), ones<T>({n})).to_vector();
    EXPECT_TRUE(std::any_of(x.begin(), x.end(), [](T e) { return std::isnan(std::real(e)); }));
  }
}

TYPED_TEST(Linalg, Inverse) {
  using T = TypeParam;
  EXPECT_TRUE(close(inv(Array<T>::from({T(2), T(1), T(1), T(1)}, {2, 2})), std::vector<T>{1, -1, -1, 2}, {8}));
  for (index_t n : {1, 2, 31, 33, 100}) {
    const auto a = system_matrix<T>(n);
    Array<T> one = zeros<T>({n, n});
    for (index_t i = 0; i < n; ++i) one(Slice{i, i + 1}, Slice{i, i + 1}).fill(T(1));
    EXPECT_TRUE(close(matmul(a, inv(a)), one, {8, double(n)})) << n;
    EXPECT_TRUE(close(inv(a.transpose()), inv(a).transpose(), {8, double(n)})) << n;
    const auto batch = a.broadcast_to({3, n, n});
    EXPECT_TRUE(close(inv(batch)(2), inv(a), {8, double(n)})) << n;
  }
  EXPECT_EQ(inv(Array<T>({0, 0})).shape(), (Shape{0, 0}));
  EXPECT_EQ(inv(Array<T>({0, 3, 3})).shape(), (Shape{0, 3, 3}));
  EXPECT_ERROR(LinAlgError, inv(zeros<T>({1, 1})), "inv: the matrix is singular");  // A22 f
  EXPECT_ERROR(LinAlgError, inv(zeros<T>({2, 3, 3})), "inv: matrix 0 of the batch is singular");
  EXPECT_ERROR(InvalidArgument, inv(Array<T>({2, 3})), "inv: a must have shape (..., n, n), got (2, 3)");
}

TEST(LinalgErrors, Solve) {
  const Array<double> a({3, 3});
  EXPECT_ERROR(InvalidArgument, solve(Array<double>({3, 2}), a), "solve: a must have shape (..., n, n), got (3, 2)");
  EXPECT_ERROR(InvalidArgument, solve(Array<double>({3}), a), "solve: a must have shape (..., n, n), got (3,)");
  EXPECT_ERROR(InvalidArgument, solve(a, Array<double>({2})),
               "solve: b must have shape (3,) or (..., 3, k) to fit a of shape (3, 3), got (2,)");
  EXPECT_ERROR(InvalidArgument, solve(a, Array<double>({2, 3})),
               "solve: b must have shape (3,) or (..., 3, k) to fit a of shape (3, 3), got (2, 3)");
  EXPECT_ERROR(InvalidArgument, solve(a, Array<double>(Shape{})), "solve: b must have at least one axis, got shape ()");
}

TYPED_TEST(Linalg, CholeskyOfAnySize) {
  using T = TypeParam;
  for (index_t n : {1, 2, 8, 9, 16, 17, 31, 32, 33, 100, 257}) {
    const auto a = positive_matrix<T>(n);
    for (bool lower : {false, true}) {
      // The other triangle must not be read: it holds NaN.
      auto v = a.to_vector();
      for (index_t i = 0; i < n; ++i)
        for (index_t j = 0; j < n; ++j)
          if (lower ? j > i : j < i) v[i * n + j] = std::numeric_limits<real_t<T>>::quiet_NaN();
      const auto c = cholesky(Array<T>::from(v, {n, n}), {.lower = lower});
      const auto e = c.to_vector();
      for (index_t i = 0; i < n; ++i) {
        EXPECT_GT(std::real(e[i * n + i]), 0);
        for (index_t j = 0; j < n; ++j) {
          if (lower ? j > i : j < i) {
            EXPECT_EQ(e[i * n + j], T(0));
          }
        }
      }
      const auto adjoint = conj_of(c).transpose();
      EXPECT_TRUE(close(a, lower ? exact_product(c, adjoint) : exact_product(adjoint, c), {2, double(n)})) << n;
    }
  }
}

TYPED_TEST(Linalg, CholeskyOfBatchesAndViews) {
  using T = TypeParam;
  for (index_t n : {6, 20, 40}) {
    std::vector<T> v;
    for (unsigned i = 0; i < 6; ++i) {
      const auto one = positive_matrix<T>(n, i).to_vector();
      v.insert(v.end(), one.begin(), one.end());
    }
    const auto a = Array<T>::from(v, {3, 2, n, n}).swapaxes(0, 1).flip(1);
    const auto c = cholesky(a);
    ASSERT_EQ(c.shape(), Shape({2, 3, n, n}));
    for (index_t i = 0; i < 2; ++i)
      for (index_t j = 0; j < 3; ++j)
        EXPECT_TRUE(close(a(i, j), exact_product(conj_of(c(i, j)).transpose(), c(i, j)), {2, double(n)}));
    const auto first = positive_matrix<T>(n, 0);
    for (const auto& x : layouts(first)) EXPECT_TRUE(close(cholesky(x), cholesky(first)));
  }
  EXPECT_EQ(cholesky(Array<T>({0, 0})).shape(), Shape({0, 0}));
  EXPECT_EQ(cholesky(Array<T>({0, 3, 3})).shape(), Shape({0, 3, 3}));
}

TYPED_TEST(Linalg, CholeskyNamesTheMatrixAndTheMinor) {
  using T = TypeParam;
  for (index_t n : {3, 40})
    for (bool lower : {false, true}) {
      auto v = identity<T>(n).to_vector();
      const auto good = v;
      v[n + 1] = T(-1);
      v.insert(v.begin(), good.begin(), good.end());
      v.insert(v.end(), good.begin(), good.end());
      const auto a = Array<T>::from(v, {3, n, n});
      try {
        cholesky(a, {.lower = lower});
        ADD_FAILURE() << "no exception";
      } catch (const LinAlgError& error) {
        EXPECT_STREQ(error.what(),
                     "cholesky: matrix 1 of the batch is not positive definite (leading minor of order 2)");
        EXPECT_EQ(error.batch_index, 1);
      }
      EXPECT_ERROR(LinAlgError, cholesky(a(1), {.lower = lower}),
                   "cholesky: the matrix is not positive definite (leading minor of order 2)");
      const auto c = cholesky(a, {.lower = lower, .check = false});
      EXPECT_TRUE(close(c(2), identity<T>(n)));
      EXPECT_TRUE(std::isnan(std::real(c(1, 0, 0).item())));
      auto w = good;
      w[(n - 1) * n + n - 1] = std::numeric_limits<real_t<T>>::quiet_NaN();
      EXPECT_THROW(cholesky(Array<T>::from(w, {n, n}), {.lower = lower}), LinAlgError);
      EXPECT_THROW(cholesky(zeros<T>({n, n}), {.lower = lower}), LinAlgError);
    }
}

TEST(LinalgErrors, Cholesky) {
  EXPECT_ERROR(InvalidArgument, cholesky(Array<double>({3, 2})), "cholesky: a must have shape (..., n, n), got (3, 2)");
  EXPECT_ERROR(InvalidArgument, cholesky(Array<double>({3})), "cholesky: a must have shape (..., n, n), got (3,)");
}

template <class T> void against_golden(const std::string& kind) {
  const NpzReader& golden = test::golden("linalg");
  auto read = [&](const std::string& name) { return golden.read<T>(name + "_" + kind); };
  const auto a = read("matmul_a"), b = read("matmul_b");
  EXPECT_TRUE(close(matmul(a, b), read("matmul")));
  EXPECT_TRUE(close(matmul(a, b(0, Slice{}, 0)), read("matvec")));
  EXPECT_TRUE(close(matmul(a(0, 0, 0), b), read("vecmat")));
  EXPECT_TRUE(close(solve(read("solve_a"), read("solve_b")), read("solve"), {32}));
  EXPECT_TRUE(close(solve(read("solve_a"), read("solve_b")(Slice{}, 0)), read("solve_vector"), {32}));
  EXPECT_TRUE(close(cholesky(read("cholesky_a")), read("cholesky_upper"), {8}));
  EXPECT_TRUE(close(cholesky(read("cholesky_a"), {.lower = true}), read("cholesky_lower"), {8}));
}
TEST(LinalgGolden, SciPy) {
  against_golden<double>("f8");
  against_golden<std::complex<double>>("c16");
}

}  // namespace
}  // namespace tukey
