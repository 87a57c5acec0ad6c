// SPDX-License-Identifier: Apache-2.0
// Accuracy of dense linear algebra against the reference one precision higher. Systems and factors are well
// conditioned (condition below 10), so that their forward error shows the algorithm's.
#include "tukey/linalg.hpp"
#include "accuracy.hpp"
#include "tukey/reference/linalg.hpp"

namespace tukey::accuracy {
namespace {

// Noise with 2 sqrt(n) on the diagonal; Hermitian with 4 sqrt(n) if `hermitian`.
template <class T> Host<T> matrices(const Shape& shape, bool hermitian) {
  Host<T> a = noise<T>(shape, 3);
  const index_t n = shape.back(), count = shape.size() / (n * n);
  const auto shift = static_cast<real_t<T>>((hermitian ? 4 : 2) * std::sqrt(static_cast<double>(n)));
  for (index_t b = 0; b < count; ++b) {
    T* const m = a.values.data() + b * n * n;
    for (index_t i = 0; i < n; ++i) {
      if (hermitian) {
        m[i * n + i] = T(std::real(m[i * n + i]));
        for (index_t j = 0; j < i; ++j) {
          if constexpr (is_complex_v<T>)
            m[i * n + j] = std::conj(m[j * n + i]);
          else
            m[i * n + j] = m[j * n + i];
        }
      }
      m[i * n + i] += T(shift);
    }
  }
  return a;
}

}  // namespace

ACCURACY(linalg) {
  each<float, double, std::complex<float>, std::complex<double>>([&](auto type) {
    using T = typename decltype(type)::type;
    struct Size {
      Shape a, b, c;
    };
    const Size products[] = {{{64, 64}, {64, 64}, {64, 64}},
                             {{257, 300}, {300, 129}, {257, 129}},
                             {{1, 5000}, {5000, 3}, {1, 3}},
                             {{70, 20, 30}, {70, 30, 10}, {70, 20, 10}},
                             {{33, 1000}, {1000, 1}, {33, 1}}};
    for (const Size& s : products)
      for (const Layout layout : layouts)
        suite.binary<T>(
            "linalg.matmul", s.a, s.b, layout, {1, std::sqrt(static_cast<double>(s.a.back()))},
            [](const Array<T>& a, const Array<T>& b) { return linalg::matmul(a, b); },
            [c = s.c](const auto& a, const auto& b) {
              auto y = a.like(c);
              reference::matmul(a.in(), b.in(), y.out());
              return y;
            });
    for (const Shape& shape : {Shape{5, 5}, Shape{33, 33}, Shape{257, 257}, Shape{50, 16, 16}, Shape{9, 40, 40}}) {
      const index_t n = shape.back();
      for (const Layout layout : layouts) {
        const Tolerance t{2, std::sqrt(static_cast<double>(n))};
        suite.add<T>("linalg.solve", shape, layout, t, [=](Device device) {
          Shape right = shape;
          right[right.rank() - 1] = 3;
          const Host<T> a = matrices<T>(shape, false), b = noise<T>(right, 4);
          const auto wide_a = widen(a), wide_b = widen(b);
          auto x = wide_b.like();
          reference::solve(wide_a.in(), wide_b.in(), x.out());
          return Outcome(linalg::solve(on_device(a, device, layout), on_device(b, device)), x);
        });
        suite.add<T>("linalg.inv", shape, layout, t, [=](Device device) {
          const Host<T> a = matrices<T>(shape, false);
          const auto wide_a = widen(a);
          auto one = wide_a.like(), x = wide_a.like();
          const index_t n = shape[shape.rank() - 1];
          for (index_t i = 0; i < shape.size(); ++i) one.values[i] = (i / n) % n == i % n ? 1 : 0;
          reference::solve(wide_a.in(), one.in(), x.out());
          return Outcome(linalg::inv(on_device(a, device, layout)), x);
        });
        for (const bool lower : {false, true})
          suite.add<T>(lower ? "linalg.cholesky lower" : "linalg.cholesky", shape, layout, t, [=](Device device) {
            const Host<T> a = matrices<T>(shape, true);
            const auto wide = widen(a);
            auto c = wide.like();
            reference::cholesky(wide.in(), c.out(), lower);
            return Outcome(linalg::cholesky(on_device(a, device, layout), {.lower = lower}), c);
          });
      }
    }
  });
}

}  // namespace tukey::accuracy
