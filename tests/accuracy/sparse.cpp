// SPDX-License-Identifier: Apache-2.0
// Accuracy of sparse products and conjugate gradients against the reference one precision higher.
#include "tukey/reference/sparse.hpp"
#include "accuracy.hpp"
#include "tukey/sparse.hpp"

namespace tukey::accuracy {
namespace {

// Compressed rows on the host, of any scalar.
template <class T> struct Rows {
  index_t m, n;
  std::vector<std::int32_t> indptr, indices;
  std::vector<T> data;

  csr_view<T> view() const {
    return {m, n, static_cast<index_t>(data.size()), 0, indptr.data(), indices.data(), data.data()};
  }
  template <class U> Rows<U> as() const { return {m, n, indptr, indices, std::vector<U>(data.begin(), data.end())}; }
  sparse::csr_array<T> on(Device device) const {
    return sparse::csr_array<T>(Array<std::int32_t>::from(indptr, device), Array<std::int32_t>::from(indices, device),
                                Array<T>::from(data, device), {m, n});
  }
};

// Noise at `per_row` columns of every row.
template <class T> Rows<T> scattered(index_t m, index_t n, index_t per_row) {
  Rows<T> a{m, n, {0}, {}, noise<T>({m * per_row}, 7).values};
  for (index_t r = 0; r < m; ++r) {
    for (index_t i = 0; i < per_row; ++i)
      a.indices.push_back(static_cast<std::int32_t>((r * 31 + i * (n / per_row)) % n));
    a.indptr.push_back(static_cast<std::int32_t>(a.indices.size()));
  }
  return a;
}
// Tridiagonal -1, 4, -1: condition 3.
template <class T> Rows<T> line(index_t n) {
  Rows<T> a{n, n, {0}, {}, {}};
  for (index_t r = 0; r < n; ++r) {
    for (index_t c = std::max<index_t>(0, r - 1); c <= std::min(n - 1, r + 1); ++c) {
      a.indices.push_back(static_cast<std::int32_t>(c));
      a.data.push_back(c == r ? T(4) : T(-1));
    }
    a.indptr.push_back(static_cast<std::int32_t>(a.indices.size()));
  }
  return a;
}

}  // namespace

ACCURACY(sparse) {
  each<float, double, std::complex<float>, std::complex<double>>([&](auto type) {
    using T = typename decltype(type)::type;
    using W = wider_t<T>;
    const index_t sizes[][3] = {{1000, 1000, 5}, {333, 2000, 40}, {50, 3000, 1500}};
    for (const auto& s : sizes)
      for (const index_t columns : {1, 20})
        for (const Layout layout : layouts) {
          const index_t m = s[0], n = s[1], per_row = s[2];
          const Shape shape = columns == 1 ? Shape{n} : Shape{n, columns};
          const Tolerance t{2, sizeof(real_t<T>) == 4 ? 1 : std::sqrt(static_cast<double>(per_row))};
          suite.add<T>("sparse.dot",
                       std::to_string(m) + "x" + std::to_string(n) + ", " + std::to_string(per_row) + " a row, " +
                           std::to_string(columns) + " columns",
                       layout, t, [=](Device device) {
                         const Rows<T> a = scattered<T>(m, n, per_row);
                         const Host<T> x = noise<T>(shape, 8);
                         const Rows<W> wide = a.template as<W>();
                         const auto wide_x = widen(x);
                         Shape result = shape;
                         result[0] = m;
                         auto y = wide_x.like(result);
                         reference::spmv(wide.view(), wide_x.in(), y.out());
                         return Outcome(sparse::dot(a.on(device), on_device(x, device, layout)), y);
                       });
        }
    for (const index_t n : {33, 5000}) {
      // Stops at |b - a x| <= 30 eps |b|; the solution is as near, times the condition.
      const double rtol = 30 * static_cast<double>(std::numeric_limits<real_t<T>>::epsilon());
      suite.add<T>("sparse.cg", Shape{n}, Layout::contiguous, {100}, [=](Device device) {
        const Rows<T> a = line<T>(n);
        const Host<T> b = noise<T>({n}, 9);
        const Rows<W> wide = a.template as<W>();
        const auto wide_b = widen(b);
        auto x = wide_b.like();
        const csr_view<W> matrix = wide.view();
        reference::CgProblem<W> problem;
        problem.n = n;
        problem.apply = [=](const W* p, W* q) {
          reference::spmv(matrix, detail::make_view(p, {n}, {1}), detail::make_view(q, {n}, {1}));
        };
        problem.residual = [&](const W* y, W* r) { reference::csr_residual(matrix, y, wide_b.values.data(), r); };
        problem.b = wide_b.values.data();
        problem.x = x.values.data();
        problem.rtol = rtol / 1000;
        problem.atol = 0;
        problem.maxiter = 10 * n;
        reference::cg(problem);
        return Outcome(sparse::cg(a.on(device), on_device(b, device), {.rtol = rtol}).x, x);
      });
    }
  });
}

}  // namespace tukey::accuracy
