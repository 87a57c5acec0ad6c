// SPDX-License-Identifier: Apache-2.0
#include "tukey/sparse.hpp"

#include <algorithm>

#include "support.hpp"

namespace tukey {
namespace {
using sparse::cg;
using sparse::csr_array;
using sparse::dot;
using sparse::dot_into;
using test::close;
using test::identical;
using test::Tolerance;


template <class T> class Sparse : public testing::Test {};
TYPED_TEST_SUITE(Sparse, test::FloatingTypes);

// Entries on the device under test, and what they add up to on the host in long double.
template <class T> struct Entries {
  index_t m, n;
  std::vector<index_t> rows, cols;
  std::vector<T> values;

  void add(index_t row, index_t col, T value) {
    rows.push_back(row);
    cols.push_back(col);
    values.push_back(value);
  }
  csr_array<T> csr() const {
    return csr_array<T>::from_coo(Array<index_t>::from(rows), Array<index_t>::from(cols), Array<T>::from(values),
                                  {m, n});
  }
  using Wide = std::complex<long double>;
  static Wide wide(T x) { return {static_cast<long double>(std::real(x)), static_cast<long double>(std::imag(x))}; }
  // The product with the columns of x (n, k), row-major.
  std::vector<Wide> product(const std::vector<T>& x, index_t k = 1) const {
    std::vector<Wide> y(static_cast<std::size_t>(m * k));
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (index_t j = 0; j < k; ++j) y[rows[i] * k + j] += wide(values[i]) * wide(x[cols[i] * k + j]);
    return y;
  }
};
// `per_row` entries in every row at scattered columns, some places twice.
template <class T> Entries<T> scattered(index_t m, index_t n, index_t per_row, unsigned seed = 1) {
  Entries<T> e{m, n, {}, {}, {}};
  const auto values = test::noise<T>(m * per_row, seed);
  for (index_t i = 0; i < m * per_row; ++i) {
    const index_t row = (i * 7) % m;  // not in order
    e.add(row, (row * 13 + (i / m) * (i / m) * 5 + 1) % n, values[i]);
  }
  return e;
}
// The values of a vector or matrix in memory laid out differently.
template <class T> std::vector<Array<T>> layouts(const Array<T>& x) {
  std::vector<Array<T>> list{x};
  auto put = [&](Array<T> v) {
    v.assign(x);
    list.push_back(v);
  };
  Shape wide = x.shape();
  wide[0] *= 3;
  put(Array<T>(wide)(Slice{1, {}, 3}));
  put(Array<T>(x.shape()).flip(0));
  if (x.rank() == 2) put(Array<T>({x.shape()[1], x.shape()[0]}).transpose());
  return list;
}
template <class T> T conjugate(T x) {
  if constexpr (is_complex_v<T>)
    return std::conj(x);
  else
    return x;
}

TYPED_TEST(Sparse, OrderOfEntriesDoesNotMatter) {  // CASES A23 (a)
  using T = TypeParam;
  const auto a = csr_array<T>::from_coo({0, 1, 2, 1, 2, 2}, {0, 0, 0, 1, 1, 2}, std::vector<T>(6, T(1)), {3, 3});
  EXPECT_TRUE(identical(dot(a, ones<T>({3})), Array<T>::from({T(1), T(2), T(3)})));
  const csr_array<T> again(a.indptr(), a.indices(), a.data(), a.shape());
  EXPECT_TRUE(identical(dot(again, ones<T>({3})), Array<T>::from({T(1), T(2), T(3)})));
}

TYPED_TEST(Sparse, DuplicatesAddUp) {  // CASES A23 (b)
  using T = TypeParam;
  Entries<T> e{2, 2, {0, 1, 1}, {1, 0, 0}, {T(1), T(1), T(1)}};
  const auto a = e.csr();
  EXPECT_EQ(a.nnz(), 2);
  EXPECT_TRUE(identical(a.toarray(), Array<T>::from({T(0), T(1), T(2), T(0)}, {2, 2})));
  // In compressed rows they may stay, and add up in every use.
  const csr_array<T> kept(Array<std::int32_t>::from({0, 1, 3}), Array<std::int32_t>::from({1, 0, 0}), ones<T>({3}),
                          {2, 2});
  EXPECT_EQ(kept.nnz(), 3);
  EXPECT_TRUE(identical(kept.toarray(), a.toarray()));
  EXPECT_TRUE(identical(dot(kept, ones<T>({2})), Array<T>::from({T(1), T(2)})));
  const csr_array<T> twice(Array<std::int32_t>::from({0, 2}), Array<std::int32_t>::from({0, 0}), ones<T>({2}), {1, 1});
  EXPECT_TRUE(identical(twice.diagonal(), full<T>({1}, T(2))));
}

TYPED_TEST(Sparse, WithoutEntries) {  // CASES A23 (c)
  using T = TypeParam;
  const csr_array<T> a({3, 4});
  EXPECT_EQ(a.nnz(), 0);
  EXPECT_TRUE(identical(dot(a, ones<T>({4})), zeros<T>({3})));
  EXPECT_TRUE(identical(dot(a, ones<T>({4, 2})), zeros<T>({3, 2})));
  EXPECT_TRUE(identical(a.toarray(), zeros<T>({3, 4})));
  EXPECT_TRUE(identical(a.diagonal(), zeros<T>({3})));
  const auto b = csr_array<T>::from_coo(std::vector<index_t>{}, {}, std::vector<T>{}, {3, 4});
  EXPECT_TRUE(identical(dot(b, ones<T>({4})), zeros<T>({3})));
  EXPECT_TRUE(identical(dot(csr_array<T>({3, 0}), Array<T>({0})), zeros<T>({3})));
  EXPECT_EQ(dot(csr_array<T>({0, 3}), ones<T>({3})).shape(), Shape({0}));
  EXPECT_EQ(dot(a, Array<T>({4, 0})).shape(), Shape({3, 0}));
  EXPECT_EQ(csr_array<T>().shape(), Shape({0, 0}));
  EXPECT_EQ(csr_array<T>({0, 3}).toarray().shape(), Shape({0, 3}));
}

TYPED_TEST(Sparse, ProductsOfAnySize) {
  using T = TypeParam;
  // Rows of few, some and many entries; one dense row among short ones; columns beyond a block.
  for (auto [m, n, per_row] : {std::array<index_t, 3>{1, 1, 1},
                               {31, 33, 3},
                               {257, 100, 5},
                               {1000, 1000, 9},
                               {300, 700, 17},
                               {33, 2000, 300},
                               {255, 5, 1}}) {
    for (bool dense_row : {false, true}) {
      auto e = scattered<T>(m, n, per_row);
      if (dense_row)
        for (index_t j = 0; j < n; ++j) e.add(m / 2, j, test::noise<T>(n, 9)[j]);
      const auto a = e.csr();
      const auto x = test::noise<T>(n * 33, 5);
      const double longest = double(dense_row ? n + per_row : per_row);
      const double growth = sizeof(real_t<T>) == 4 ? 1 : std::sqrt(longest);  // float adds in double
      const std::vector<T> vector(x.begin(), x.begin() + n);
      for (const auto& v : layouts(Array<T>::from(vector)))
        EXPECT_TRUE(close(dot(a, v), e.product(vector), {2, growth})) << m << " " << n << " " << per_row;
      for (index_t k : {1, 4, 7, 33}) {
        const std::vector<T> columns(x.begin(), x.begin() + n * k);
        for (const auto& v : layouts(Array<T>::from(columns, {n, k})))
          EXPECT_TRUE(close(dot(a, v), e.product(columns, k), {4, growth}))
              << m << " " << n << " " << per_row << " " << k;
      }
    }
  }
}

TYPED_TEST(Sparse, ProductsWithVeryLongRows) {
  using T = TypeParam;
  const index_t n = 40000;  // two full rows among 2000 nearly empty ones
  Entries<T> e{2000, n, {}, {}, {}};
  const auto values = test::noise<T>(2 * n, 3), x = test::noise<T>(n, 4);
  for (index_t j = 0; j < n; ++j) e.add(7, j, values[j]), e.add(1500, n - 1 - j, values[n + j]);
  for (index_t i = 0; i < 2000; ++i) e.add(i, (i * 17) % n, T(1));
  const auto a = e.csr();
  EXPECT_TRUE(close(dot(a, Array<T>::from(x)), e.product(x), {16}));
  auto y = zeros<T>({2, 2000}).transpose()(Slice{}, 1);
  dot_into(y, a, layouts(Array<T>::from(x))[1]);
  EXPECT_TRUE(close(y, e.product(x), {16}));
  EXPECT_TRUE(identical(dot(a, Array<T>::from(x)), dot(a, Array<T>::from(x))));
}

TYPED_TEST(Sparse, ProductsIntoViews) {
  using T = TypeParam;
  const auto e = scattered<T>(70, 50, 4);
  const auto a = e.csr();
  const auto x = test::noise<T>(50 * 3);
  for (auto& y : layouts(zeros<T>({70, 3}))) {
    auto target = y;
    dot_into(target, a, Array<T>::from(x, {50, 3}));
    EXPECT_TRUE(close(target, e.product(x, 3)));
  }
  const std::vector<T> vector(x.begin(), x.begin() + 50);
  for (auto& y : layouts(zeros<T>({70}))) {
    auto target = y;
    dot_into(target, a, Array<T>::from(vector));
    EXPECT_TRUE(close(target, e.product(vector)));
  }
}

TYPED_TEST(Sparse, ConversionIsTheSameOnHostAndDevice) {
  using T = TypeParam;
  auto e = scattered<T>(1000, 777, 12);
  for (int i = 0; i < 500; ++i) e.add(3, 5, e.values[static_cast<std::size_t>(i)]);  // one place many times
  const auto a = e.csr();
  const auto b = csr_array<T>::from_coo(e.rows, e.cols, e.values, {1000, 777}, Device::cpu());
  EXPECT_TRUE(identical(a.indptr().to(Device::cpu()), b.indptr()));
  EXPECT_TRUE(identical(a.indices().to(Device::cpu()), b.indices()));
  EXPECT_TRUE(identical(a.data().to(Device::cpu()), b.data()));
  // 32-bit and strided indices.
  auto rows = Array<std::int32_t>({2 * index_t(e.rows.size())})(Slice{0, {}, 2});
  rows.assign(Array<index_t>::from(e.rows).template astype<std::int32_t>());
  auto cols = Array<std::int32_t>({index_t(e.cols.size())}).flip(0);
  cols.assign(Array<index_t>::from(e.cols).template astype<std::int32_t>());
  const auto c = csr_array<T>::from_coo(rows, cols, Array<T>::from(e.values), {1000, 777});
  EXPECT_TRUE(identical(a.indices(), c.indices()));
  EXPECT_TRUE(identical(a.data(), c.data()));
  // Row-major columns ascend.
  const auto p = b.indptr().to_vector(), i = b.indices().to_vector();
  for (std::size_t r = 0; r + 1 < p.size(); ++r)
    EXPECT_TRUE(std::adjacent_find(i.begin() + p[r], i.begin() + p[r + 1], std::greater_equal<>()) ==
                i.begin() + p[r + 1]);
  EXPECT_TRUE(identical(a.to(Device::cpu()).toarray(), a.toarray().to(Device::cpu())));
}

TEST(SparseErrors, FromCoo) {
  auto make = [](std::vector<index_t> r, std::vector<index_t> c, std::size_t count, const Shape& shape) {
    return csr_array<double>::from_coo(Array<index_t>::from(r), Array<index_t>::from(c),
                                       Array<double>::from(std::vector<double>(count, 1.0)), shape);
  };
  EXPECT_ERROR(InvalidArgument, make({0, 3, 5}, {0, 0, 0}, 3, {3, 2}),
               "from_coo: entry 1 is at (3, 0), outside the shape (3, 2)");
  EXPECT_ERROR(InvalidArgument, make({0, 1}, {1, -1}, 2, {3, 2}),
               "from_coo: entry 1 is at (1, -1), outside the shape (3, 2)");
  EXPECT_ERROR(InvalidArgument, make({0, 1}, {1}, 2, {3, 2}),
               "from_coo: rows, cols and values must have the same length, got 2, 1 and 2");
  EXPECT_ERROR(InvalidArgument, make({0}, {1}, 1, {3}), "from_coo: shape must be (rows, columns), got (3,)");
  EXPECT_ERROR(InvalidArgument, make({0}, {1}, 1, {index_t(1) << 31, 3}),
               "from_coo: rows, columns and entries must each be below 2^31 (indices are 32-bit), got shape "
               "(2147483648, 3) with 1 entries");
  EXPECT_ERROR(InvalidArgument,
               csr_array<double>::from_coo(Array<index_t>({2, 1}), Array<index_t>({2}), Array<double>({2}), {3, 3}),
               "from_coo: rows must be 1-D, got shape (2, 1)");
}

TEST(SparseErrors, CompressedRows) {
  auto make = [](std::vector<std::int32_t> p, std::vector<std::int32_t> i, std::size_t count) {
    return csr_array<double>(Array<std::int32_t>::from(p), Array<std::int32_t>::from(i),
                             Array<double>::from(std::vector<double>(count, 1.0)), {3, 2});
  };
  EXPECT_EQ(make({0, 1, 1, 2}, {0, 1}, 2).nnz(), 2);
  EXPECT_ERROR(InvalidArgument, make({0, 1, 2}, {0, 1}, 2), "csr_array: indptr must have rows + 1 = 4 elements, got 3");
  EXPECT_ERROR(InvalidArgument, make({1, 1, 1, 2}, {0, 1}, 2), "csr_array: indptr must start with 0, got 1");
  EXPECT_ERROR(InvalidArgument, make({0, 2, 1, 2}, {0, 1}, 2),
               "csr_array: indptr must not fall, got 2 and then 1 at row 1");
  EXPECT_ERROR(InvalidArgument, make({0, 1, 1, 3}, {0, 1}, 2),
               "csr_array: indptr must end with the number of entries, 2, got 3");
  EXPECT_ERROR(InvalidArgument, make({0, 1, 1, 2}, {0, 2}, 2),
               "csr_array: columns must be in [0, 2), got 2 in entry 1");
  EXPECT_ERROR(InvalidArgument, make({0, 1, 1, 2}, {0}, 2),
               "csr_array: indices and data must have the same length, got 1 and 2");
}

TEST(SparseErrors, Dot) {
  const csr_array<double> a({3, 2});
  EXPECT_ERROR(InvalidArgument, dot(a, Array<double>({3})),
               "dot: x must have shape (2,) or (2, k) to fit a of shape (3, 2), got (3,)");
  EXPECT_ERROR(InvalidArgument, dot(a, Array<double>({2, 1, 1})),
               "dot: x must have shape (2,) or (2, k) to fit a of shape (3, 2), got (2, 1, 1)");
  Array<double> y({2});
  EXPECT_ERROR(InvalidArgument, dot_into(y, a, Array<double>({2})), "dot_into: y must have shape (3,), got (2,)");
}

// Conjugate gradients. ---------------------------------------------------------------------------------------

// Tridiagonal: `diagonal` with -1 beside it (complex: i above, -i below).
template <class T> Entries<T> tridiagonal(index_t n, T diagonal) {
  Entries<T> e{n, n, {}, {}, {}};
  T beside(-1);
  if constexpr (is_complex_v<T>) beside = T(0, 1);
  for (index_t i = 0; i < n; ++i) {
    e.add(i, i, diagonal);
    if (i + 1 < n) e.add(i, i + 1, beside), e.add(i + 1, i, conjugate(beside));
  }
  return e;
}
// |b - a x| and |b| from the stored numbers, in long double.
template <class T> std::pair<double, double> true_residual(const Entries<T>& e, const Array<T>& x, const Array<T>& b) {
  const auto y = e.product(x.to_vector());
  const auto right = b.to_vector();
  long double r = 0, n = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    r += std::norm(Entries<T>::wide(right[i]) - y[i]);
    n += std::norm(Entries<T>::wide(right[i]));
  }
  return {static_cast<double>(std::sqrt(r)), static_cast<double>(std::sqrt(n))};
}

TYPED_TEST(Sparse, CgSolves) {
  using T = TypeParam;
  for (index_t n : {1, 2, 31, 32, 33, 257, 3000}) {
    const auto e = tridiagonal<T>(n, T(3));
    const auto b = test::noise_array<T>({n}, 2);
    for (double rtol : {1e-3, 1e-5}) {
      const auto result = cg(e.csr(), b, {.rtol = rtol});
      const auto [r, norm] = true_residual(e, result.x, b);
      EXPECT_EQ(result.info, 0) << n;
      EXPECT_LE(r, 1.001 * rtol * norm);
      EXPECT_NEAR(result.residual, r, 0.01 * rtol * norm);
      EXPECT_LE(result.iterations, 40);
    }
  }
}

TEST(SparseCg, NeverClaimsMoreThanItReached) {  // CASES A23 (e)
  const auto e = tridiagonal<float>(1000, 2.0001f);
  const auto b = ones<float>({1000});
  for (double rtol : {1e-6, 1e-4, 1e-2}) {
    const auto result = cg(e.csr(), b, {.rtol = rtol});
    const auto [r, norm] = true_residual(e, result.x, b);
    if (result.info == 0) {
      EXPECT_LE(r, 1.01 * rtol * norm);
    }
    EXPECT_NEAR(result.residual, r, 0.01 * r);
    if (rtol == 1e-6) {
      EXPECT_GT(result.info, 0);  // float cannot hold an x that is good enough
      EXPECT_EQ(result.info, result.iterations);
      EXPECT_THROW(cg(e.csr(), b, {.rtol = rtol, .check = true}), NotConverged);
    }
  }
  // In double it can be reached.
  const auto fine = tridiagonal<double>(1000, 2.0001);
  const auto result = cg(fine.csr(), ones<double>({1000}), {.rtol = 1e-6});
  EXPECT_EQ(result.info, 0);
  EXPECT_LE(true_residual(fine, result.x, ones<double>({1000})).first, 1.01e-6 * std::sqrt(1000.0));
}

TYPED_TEST(Sparse, CgStartsWhereToldAndStopsInTime) {
  using T = TypeParam;
  const index_t n = 400;
  const auto e = tridiagonal<T>(n, T(2.1));
  const auto a = e.csr();
  const auto b = test::noise_array<T>({n}, 2);
  const auto full_run = cg(a, b, {.rtol = 1e-4});
  EXPECT_EQ(full_run.info, 0);
  EXPECT_EQ(cg(a, b, {.x0 = full_run.x, .rtol = 1e-3}).iterations, 0);
  for (index_t most : {1, 3, 4, 7, 20}) {
    const auto result = cg(a, b, {.rtol = 1e-4, .maxiter = most});
    EXPECT_EQ(result.info, most);
    EXPECT_EQ(result.iterations, most);
    const double r = true_residual(e, result.x, b).first;
    EXPECT_NEAR(result.residual, r, 1e-3 * r);
  }
  EXPECT_EQ(cg(a, b, {.maxiter = 0}).info, 1);
  EXPECT_EQ(cg(a, b, {.atol = 1e9}).iterations, 0);
  // A start is copied, not overwritten; views are welcome.
  const auto start = ones<T>({2 * n})(Slice{0, {}, 2});
  const auto again = cg(a, layouts(b)[2], {.x0 = start, .rtol = 1e-4});
  EXPECT_EQ(again.info, 0);
  EXPECT_TRUE(identical(start.copy(), ones<T>({n})));
  EXPECT_TRUE(identical(cg(a, b).x, cg(a, b).x));
}

TYPED_TEST(Sparse, CgOfZero) {
  using T = TypeParam;
  const auto a = tridiagonal<T>(50, T(3)).csr();
  const auto result = cg(a, zeros<T>({50}), {.x0 = ones<T>({50})});
  EXPECT_EQ(result.info, 0);
  EXPECT_EQ(result.residual, 0);
  EXPECT_TRUE(identical(result.x, zeros<T>({50})));
  EXPECT_EQ(cg(csr_array<T>({0, 0}), Array<T>({0})).info, 0);
  // No solution: the matrix without entries, or one that holds NaN.
  const auto none = cg(csr_array<T>({50, 50}), ones<T>({50}));
  EXPECT_GT(none.info, 0);
  EXPECT_NEAR(none.residual, std::sqrt(50.0), 1e-3);
  auto e = tridiagonal<T>(50, T(3));
  e.values[4] = std::numeric_limits<real_t<T>>::quiet_NaN();
  const auto lost = cg(e.csr(), ones<T>({50}));
  EXPECT_GT(lost.info, 0);
  EXPECT_TRUE(std::isnan(lost.residual));
}

TYPED_TEST(Sparse, CgWithOperatorAndPreconditioner) {
  using T = TypeParam;
  const index_t n = 300;
  auto e = tridiagonal<T>(n, T(3));
  for (index_t i = 0; i < n; ++i) e.add(i, i, T(real_t<T>((i % 10) * 20)));
  const auto a = e.csr();
  const auto b = test::noise_array<T>({n}, 2);
  int calls = 0;
  auto multiply = [&](const Array<T>& x) {
    ++calls;
    return dot(a, x);
  };
  const auto inverse = ones<T>({n}) / a.diagonal();
  const sparse::LinearOperator<T> jacobi = [&](const Array<T>& r) { return r * inverse; };
  const auto plain = cg(a, b), by_operator = cg<T>(multiply, b);
  const auto better = cg(a, b, {.M = jacobi}), both = cg<T>(multiply, b, {.M = jacobi});
  EXPECT_GT(calls, 0);
  for (const auto& result : {plain, by_operator, better, both}) {
    EXPECT_EQ(result.info, 0);
    const auto [r, norm] = true_residual(e, result.x, b);
    EXPECT_LE(r, 1.01e-5 * norm);
  }
  EXPECT_LT(2 * better.iterations, plain.iterations);
}

TEST(SparseErrors, Cg) {
  const csr_array<double> a({3, 3});
  const auto b = ones<double>({3});
  EXPECT_ERROR(InvalidArgument, cg(csr_array<double>({3, 2}), b), "cg: a must have shape (3, 3) to fit b, got (3, 2)");
  EXPECT_ERROR(InvalidArgument, cg(a, ones<double>({3, 1})), "cg: b must be 1-D, got shape (3, 1)");
  EXPECT_ERROR(InvalidArgument, cg(a, b, {.x0 = ones<double>({2})}), "cg: x0 must have shape (3,), got (2,)");
  EXPECT_ERROR(InvalidArgument, cg(a, b, {.rtol = -1}), "cg: rtol and atol must not be negative, got -1 and 0");
  EXPECT_ERROR(InvalidArgument, cg(a, b, {.maxiter = -1}), "cg: maxiter must not be negative, got -1");
  EXPECT_ERROR(InvalidArgument, cg<double>(sparse::LinearOperator<double>(), b), "cg: the operator must not be empty");
  const auto wrong = [](const Array<double>& x) { return x(Slice{0, 2}); };
  const std::string message =
      "cg: the operator must return shape (3,) on " + default_device().str() + ", got (2,) on " + default_device().str();
  EXPECT_ERROR(InvalidArgument, cg<double>(wrong, b), message.c_str());
  try {
    cg(a, b, {.check = true});
    ADD_FAILURE() << "no exception";
  } catch (const NotConverged& error) {
    EXPECT_EQ(error.iterations, 0);
    EXPECT_NEAR(error.residual, std::sqrt(3.0), 1e-12);
  }
}

template <class T> void against_golden(const std::string& kind) {
  const NpzReader& golden = test::golden("sparse");
  auto read = [&](const std::string& name) { return golden.read<T>(name + "_" + kind); };
  const auto a = csr_array<T>::from_coo(golden.read<std::int64_t>("rows"), golden.read<std::int64_t>("cols"),
                                        read("values"), {40, 30});
  EXPECT_TRUE(identical(a.indptr(), golden.read<std::int32_t>("indptr")));
  EXPECT_TRUE(identical(a.indices(), golden.read<std::int32_t>("indices")));
  EXPECT_TRUE(close(a.data(), read("data")));
  EXPECT_TRUE(close(a.toarray(), read("dense")));
  EXPECT_TRUE(close(a.diagonal(), read("diagonal")));
  EXPECT_TRUE(close(dot(a, read("x")), read("product")));
  EXPECT_TRUE(close(dot(a, read("x")(Slice{}, 1)), read("product")(Slice{}, 1)));
}
TEST(SparseGolden, SciPy) {
  against_golden<double>("f8");
  against_golden<std::complex<double>>("c16");
}

TEST(SparseGolden, PowerNetwork) {  // tests/data/1138_bus.mtx, condition 9e6
  const NpzReader& golden = test::golden("sparse");
  const auto a =
      csr_array<double>::from_coo(golden.read<std::int32_t>("bus_rows"), golden.read<std::int32_t>("bus_cols"),
                                  golden.read<double>("bus_values"), {1138, 1138});
  EXPECT_EQ(a.nnz(), 4054);
  const auto b = golden.read<double>("bus_b");
  const auto diagonal = a.diagonal();
  const sparse::LinearOperator<double> jacobi = [&](const Array<double>& r) { return r / diagonal; };
  const auto result = cg(a, b, {.rtol = 1e-10, .M = jacobi});
  EXPECT_EQ(result.info, 0);
  const double iterations = static_cast<double>(golden.read<std::int64_t>("bus_iterations", Device::cpu()).item());
  EXPECT_NEAR(static_cast<double>(result.iterations), iterations, 0.05 * iterations);
  std::vector<double> x(1138);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = std::cos(static_cast<double>(i));
  EXPECT_TRUE(close(result.x, x, {0x1p52 * 1e-10, 1000}));  // rtol / eps, and what the condition leaves of it
}

}  // namespace
}  // namespace tukey
