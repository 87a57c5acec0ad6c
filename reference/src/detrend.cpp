// SPDX-License-Identifier: Apache-2.0
#include "tukey/reference/detrend.hpp"

#include <complex>
#include <type_traits>

#include "tukey/detail/parallel.hpp"
#include "tukey/detail/rows.hpp"

namespace tukey::reference {
namespace {

// The scalar of the sums, and its real type.
template <class T> struct sums {
  using real = std::conditional_t<std::is_same_v<T, long double>, long double, double>;
  using type = real;
};
template <class T> struct sums<std::complex<T>> {
  using real = typename sums<T>::real;
  using type = std::complex<real>;
};

// f(begin) + ... + f(end - 1), halves added to each other: the rounding error grows with log n only.
template <class A, class F>
A pairwise(index_t begin, index_t end, const F& f) {
  if (end - begin > 256) {
    const index_t middle = begin + (end - begin) / 2;
    return pairwise<A>(begin, middle, f) + pairwise<A>(middle, end, f);
  }
  A sum = 0;
  for (index_t k = begin; k < end; ++k) sum += f(k);
  return sum;
}

}  // namespace

template <class T>
void detrend(const view<const T>& x, const view<T>& y, int axis, bool linear) {
  using A = typename sums<T>::type;
  using R = typename sums<T>::real;
  const detail::rows from = detail::rows_along(x, axis), to = detail::rows_along(y, axis);
  const index_t n = from.length;
  const R middle = R(n - 1) / 2, square = R(n) * (R(n) * R(n) - 1) / 12;
  detail::parallel_for(from.count, 1 + 16384 / (n + 1), [&](index_t row) {
    const T* p = x.data + from.offset(row);
    T* q = y.data + to.offset(row);
    const A mean = pairwise<A>(0, n, [&](index_t k) { return A(p[k * from.stride]); }) / R(n);
    A slope = 0;
    if (linear && n > 1)
      slope = pairwise<A>(0, n, [&](index_t k) { return (A(p[k * from.stride]) - mean) * (R(k) - middle); }) / square;
    for (index_t k = 0; k < n; ++k) q[k * to.stride] = T(A(p[k * from.stride]) - mean - slope * (R(k) - middle));
  });
}

#define TUKEY_INSTANTIATE(T) template TUKEY_EXPORT void detrend<T>(const view<const T>&, const view<T>&, int, bool);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
TUKEY_INSTANTIATE(long double)
TUKEY_INSTANTIATE(std::complex<float>)
TUKEY_INSTANTIATE(std::complex<double>)
TUKEY_INSTANTIATE(std::complex<long double>)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::reference
