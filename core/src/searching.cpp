// SPDX-License-Identifier: Apache-2.0
// Searching and interpolation: checks, shapes, the choice of backend.
#include "tukey/searching.hpp"

#include <algorithm>
#include <cmath>

#include "dispatch.hpp"
#include "searching_backend.hpp"
#include "tukey/sorting.hpp"

namespace tukey {

using namespace detail;

namespace {

template <class K, class T>
Array<std::int64_t> search_in(const Array<K>& keys, const Array<std::int64_t>* sorter, const Array<T>& values,
                              const search_rule& rule) {
  Array<std::int64_t> y(values.shape(), values.device());
  if (y.size() == 0) return y;
  const Array<T> x = values.contiguous();
  const auto* from = read(keys);
  const index_t* order = sorter ? read(*sorter) : nullptr;
  const auto* what = read(x);
  index_t* to = written(y);
  TUKEY_ON(x.device(), search, from, keys.size(), order, what, x.size(), rule, to);
  return y;
}

// 1 where bins increase, -1 where they decrease, else an error; NumPy takes equal bins as increasing.
template <class T> int direction(const T* bins, std::size_t n) {
  bool up = true, down = true;
  for (std::size_t i = 1; i < n; ++i) {
    up = up && bins[i - 1] <= bins[i];
    down = down && bins[i - 1] >= bins[i];
  }
  require(up || down, "digitize", "bins must increase or decrease monotonically");
  return up ? 1 : -1;
}

template <class T, class F>
Array<F> interp_contiguous(const Array<T>& x, const Array<T>& xp, const Array<F>& fp, const InterpOptions<F>& o) {
  Array<F> y(x.shape(), x.device());
  const Array<T> at = x.contiguous(), places = xp.contiguous();
  const Array<F> values = fp.contiguous();
  interp_rule<kernel_t<F>> rule{static_cast<interp_kind>(o.kind), o.left.has_value(), o.right.has_value(), {}, {}};
  if (o.left) rule.left = gpu_value(*o.left);
  if (o.right) rule.right = gpu_value(*o.right);
  const T *xs = read(at), *xps = read(places);
  const auto* fps = read(values);
  auto* to = written(y);
  TUKEY_ON(x.device(), interp, xps, fps, xp.size(), xs, x.size(), rule, to);
  return y;
}
template <class T> Array<double> modulo_of(const Array<T>& x, double period) {
  const Array<T> from = x.contiguous();
  Array<double> y(x.shape(), x.device());
  const T* xs = read(from);
  double* to = written(y);
  TUKEY_ON(x.device(), modulo, xs, x.size(), period, to);
  return y;
}

}  // namespace

template <class T>
Array<std::int64_t> searchsorted(const Array<T>& a, const Array<T>& values, SearchsortedOptions options) {
  require(a.rank() == 1, "searchsorted", "a must be 1-D, got shape ", a.shape().str());
  require_same_device(a.device(), values.device(), "searchsorted");
  const search_rule rule{options.right, false};
  if (!options.sorter) return search_in(a.contiguous(), nullptr, values, rule);
  require(options.sorter->shape() == a.shape(), "searchsorted", "sorter must have the shape of a, ", a.shape().str(),
          ", got ", options.sorter->shape().str());
  require_same_device(a.device(), options.sorter->device(), "searchsorted");
  const Array<std::int64_t> sorter = options.sorter->contiguous();
  return search_in(a.contiguous(), &sorter, values, rule);
}

template <class T>
Array<std::int64_t> digitize(const Array<T>& x, const std::vector<double>& bins, DigitizeOptions options) {
  std::vector<double> keys = bins;
  const bool down = direction(keys.data(), keys.size()) < 0;
  if (down) std::reverse(keys.begin(), keys.end());
  return search_in(Array<double>::from(keys, x.device()), nullptr, x, {!options.right, down});
}
template <class T> Array<std::int64_t> digitize(const Array<T>& x, const Array<T>& bins, DigitizeOptions options) {
  require(bins.rank() == 1, "digitize", "bins must be 1-D, got shape ", bins.shape().str());
  require_same_device(x.device(), bins.device(), "digitize");
  const Array<T> host = bins.contiguous().to(Device::cpu());
  const bool down = direction(read(host), static_cast<std::size_t>(bins.size())) < 0;
  return search_in(down ? bins.flip(0).contiguous() : bins.contiguous(), nullptr, x, {!options.right, down});
}

template <class T, class F>
Array<F> interp(const Array<T>& x, const Array<T>& xp, const Array<F>& fp, const InterpOptions<F>& options) {
  require(xp.rank() == 1, "interp", "xp must be 1-D, got shape ", xp.shape().str());
  require(fp.shape() == xp.shape(), "interp", "fp must have the shape of xp, ", xp.shape().str(), ", got ",
          fp.shape().str());
  require(xp.size() > 0, "interp", "there must be a point, got none");
  require_same_device(x.device(), xp.device(), "interp");
  require_same_device(x.device(), fp.device(), "interp");
  const double period = options.period ? std::abs(*options.period) : 1;
  require(std::isfinite(period) && period > 0, "interp", "period must be finite and not 0, got ", *options.period);
  if (x.size() == 0) return Array<F>(x.shape(), x.device());
  if (!options.period) return interp_contiguous(x, xp, fp, options);
  // In double like NumPy, for floats too: their remainders need the digits.
  using W = std::conditional_t<is_complex_v<F>, std::complex<double>, double>;
  const index_t n = xp.size();
  const Array<double> place = modulo_of(x, period), points = modulo_of(xp, period);
  const Array<std::int64_t> order = argsort(points);
  const Array<W> values = fp.template astype<W>();
  Array<double> xs(Shape{n + 2}, x.device());
  Array<W> fs(Shape{n + 2}, x.device());
  const index_t* by = read(order);
  const double* from_x = read(points);
  const auto* from_f = read(values);
  double* to_x = written(xs);
  auto* to_f = written(fs);
  TUKEY_ON(x.device(), repeat_ends, by, from_x, from_f, n, period, to_x, to_f);
  InterpOptions<W> plain;
  plain.kind = options.kind;
  const Array<W> y = interp_contiguous(place, xs, fs, plain);
  if constexpr (std::is_same_v<W, F>)
    return y;
  else
    return y.template astype<F>();
}

#define TUKEY_INSTANTIATE(T) \
  template TUKEY_EXPORT Array<std::int64_t> searchsorted(const Array<T>&, const Array<T>&, SearchsortedOptions);
TUKEY_FOR_COMPUTED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                                                                        \
  template TUKEY_EXPORT Array<std::int64_t> digitize(const Array<T>&, const std::vector<double>&, DigitizeOptions); \
  template TUKEY_EXPORT Array<std::int64_t> digitize(const Array<T>&, const Array<T>&, DigitizeOptions);
TUKEY_INSTANTIATE(bool)
TUKEY_FOR_INTEGER(TUKEY_INSTANTIATE)
TUKEY_FOR_REAL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T, F) \
  template TUKEY_EXPORT Array<F> interp(const Array<T>&, const Array<T>&, const Array<F>&, const InterpOptions<F>&);
TUKEY_INSTANTIATE(float, float)
TUKEY_INSTANTIATE(double, double)
TUKEY_INSTANTIATE(float, std::complex<float>)
TUKEY_INSTANTIATE(double, std::complex<double>)
#undef TUKEY_INSTANTIATE

}  // namespace tukey
