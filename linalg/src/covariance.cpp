// SPDX-License-Identifier: Apache-2.0
// Covariances and correlation coefficients: means, and one matrix product.
#include "tukey/linalg/covariance.hpp"

#include "tukey/detail/access.hpp"
#include "tukey/elementwise.hpp"
#include "tukey/linalg/products.hpp"
#include "tukey/reduction.hpp"

namespace tukey {

using namespace detail;

namespace {

// Variables by observations.
template <class T> Array<T> variables(const Array<T>& m, bool rowvar, const char* function, const char* name) {
  require(m.rank() == 1 || m.rank() == 2, function, name, " must have one or two axes, got shape ", m.shape().str());
  if (m.rank() == 1) return m.expand_dims(0);
  return rowvar ? m : m.transpose();
}
template <class T> Array<T> joined(const Array<T>& m, const Array<T>& y, bool rowvar, const char* function) {
  const Array<T> a = variables(m, rowvar, function, "m");
  const Array<T> b = variables(y, rowvar, function, "y");
  require_same_device(m.device(), y.device(), function);
  require(a.shape()[1] == b.shape()[1], function, "y must have ", a.shape()[1], " observations, as m has, got ",
          b.shape()[1]);
  const Array<T> all(Shape{a.shape()[0] + b.shape()[0], a.shape()[1]}, m.device());
  all(Slice{0, a.shape()[0]}).assign(a);
  all(Slice{a.shape()[0], {}}).assign(b);
  return all;
}
template <class R, class W>
void take_weights(std::optional<Array<R>>& to, const std::optional<Array<W>>& from, index_t count, Device device,
                  const char* name) {
  if (!from) return;
  require(from->rank() == 1 && from->size() == count, "cov", name, " must have shape (", count, ",), got ",
          from->shape().str());
  require_same_device(device, from->device(), "cov");
  to = from->template astype<R>();
}
template <class T> Array<T> times(const Array<T>& x, const Array<real_t<T>>& w) {
  if constexpr (is_complex_v<T>)
    return x * w.template astype<T>();
  else
    return x * w;
}
template <class T> Array<T> over(const Array<T>& x, const Array<real_t<T>>& w) {
  if constexpr (is_complex_v<T>)
    return x / w.template astype<T>();
  else
    return x / w;
}
template <class T> Array<T> adjoint(const Array<T>& x) {
  if constexpr (is_complex_v<T>)
    return conj(x).transpose();
  else
    return x.transpose();
}

// x: variables by observations.
template <class T> Array<T> covariance(const Array<T>& x, const CovOptions& o) {
  using R = real_t<T>;
  const index_t n = x.shape()[1];
  std::optional<Array<R>> f, a;
  take_weights(f, o.fweights, n, x.device(), "fweights");
  take_weights(a, o.aweights, n, x.device(), "aweights");
  const R ddof = static_cast<R>(o.ddof.value_or(o.bias ? 0 : 1));
  ReduceOptions along;
  along.axis = 1, along.keepdims = true;
  Array<T> c;
  if (!f && !a) {
    const Array<T> d = x - mean(x, along);
    const R count = static_cast<R>(n) - ddof;
    c = linalg::matmul(d, adjoint(d)) / T(count > 0 ? count : R(0));
  } else {
    const Array<R> w = f && a ? *f * *a : f ? *f : *a;
    const Array<R> total = sum(w);
    const Array<T> d = x - average(x, w, along);
    // NumPy's divisors.
    Array<R> divisor = total;
    if (ddof != 0) divisor = a ? total - sum(w * *a) * ddof / total : total - ddof;
    c = over(linalg::matmul(d, adjoint(times(d, w))), maximum(divisor, R(0)));
  }
  return c.size() == 1 ? c.reshape({}) : c;
}

template <class T> Array<T> correlation(const Array<T>& x) {
  using R = real_t<T>;
  const Array<T> c = covariance(x, {});
  if (c.rank() == 0) return c / c;
  const index_t n = c.shape()[0];
  Layout l;
  l.shape = Shape{n}, l.strides = Shape{n + 1};
  const Array<T> diagonal(c.storage(), c.origin(), l);
  Array<R> deviations;
  if constexpr (is_complex_v<T>)
    deviations = sqrt(diagonal.real().copy());
  else
    deviations = sqrt(diagonal);
  const Array<T> r = over(over(c, deviations.expand_dims(1)), deviations);
  if constexpr (is_complex_v<T>) {
    r.real().assign(clip(r.real(), R(-1), R(1)));
    r.imag().assign(clip(r.imag(), R(-1), R(1)));
    return r;
  } else {
    return clip(r, R(-1), R(1));
  }
}

}  // namespace

template <class T> Array<T> cov(const Array<T>& m, CovOptions o) {
  return covariance(variables(m, o.rowvar, "cov", "m"), o);
}
template <class T> Array<T> cov(const Array<T>& m, const Array<T>& y, CovOptions o) {
  return covariance(joined(m, y, o.rowvar, "cov"), o);
}
template <class T> Array<T> corrcoef(const Array<T>& m, CorrcoefOptions o) {
  return correlation(variables(m, o.rowvar, "corrcoef", "m"));
}
template <class T> Array<T> corrcoef(const Array<T>& m, const Array<T>& y, CorrcoefOptions o) {
  return correlation(joined(m, y, o.rowvar, "corrcoef"));
}

#define TUKEY_INSTANTIATE(T)                                                        \
  template TUKEY_EXPORT Array<T> cov(const Array<T>&, CovOptions);                  \
  template TUKEY_EXPORT Array<T> cov(const Array<T>&, const Array<T>&, CovOptions); \
  template TUKEY_EXPORT Array<T> corrcoef(const Array<T>&, CorrcoefOptions);        \
  template TUKEY_EXPORT Array<T> corrcoef(const Array<T>&, const Array<T>&, CorrcoefOptions);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey
