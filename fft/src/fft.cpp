// SPDX-License-Identifier: Apache-2.0
// Public bodies of the 1-D transforms: arguments, shapes and factors; then the backend.
#include "tukey/fft/fft.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "backend.hpp"
#include "passes.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/elementwise.hpp"

namespace tukey::fft {
namespace {

using detail::GpuCall;
using detail::require;

// What a call comes to.
struct Problem {
  int axis;
  index_t n;
  Shape shape;  // of the result
  double scale;
};

template <class T> Problem settle(const char* function, const Array<T>& x, const FftOptions& o, Kind kind) {
  require(x.rank() > 0, function, "x must have at least one axis, got shape ()");
  Problem p;
  p.axis = detail::normalize_axis(o.axis, x.rank(), function);
  const index_t length = x.shape()[p.axis];
  require(o.n.has_value() || length > 0, function, "axis ", p.axis, " of x must not be empty without n, got shape ",
          x.shape().str());
  p.n = o.n ? *o.n : (kind == Kind::real_inverse ? 2 * (length - 1) : length);
  require(p.n > 0, function, "n must be positive, got ", p.n);
  p.shape = x.shape();
  p.shape[p.axis] = kind == Kind::real_forward ? p.n / 2 + 1 : p.n;
  const bool inverse = kind == Kind::inverse || kind == Kind::real_inverse;
  if (o.norm == Norm::ortho)
    p.scale = 1 / std::sqrt(static_cast<double>(p.n));
  else
    p.scale = (o.norm == Norm::backward) == inverse ? 1 / static_cast<double>(p.n) : 1.0;
  return p;
}

void grow(index_t m, const index_t* primes, index_t limit, std::vector<index_t>& found) {
  found.push_back(m);
  for (; *primes; ++primes)
    if (m <= limit / *primes) grow(m * *primes, primes, limit, found);
}
// All odd products of the primes of fast lengths up to `limit`.
std::vector<index_t> odd_products(index_t limit, bool real) {
  static constexpr index_t real_primes[] = {3, 5, 0}, primes[] = {3, 5, 7, 11, 0};
  std::vector<index_t> found;
  grow(1, real ? real_primes : primes, limit, found);
  return found;
}
void check_target(const char* function, index_t target) {
  require(target >= 0 && target <= index_t(1) << 62, function, "target must be in [0, 2^62], got ", target);
}

template <class T>
Array<T> frequencies(const char* function, index_t n, double d, index_t count, index_t positive, Device device) {
  require(n > 0, function, "n must be positive, got ", n);
  require(d != 0, function, "d must not be 0");
  Array<T> f({count}, device);
  const double step = 1 / (static_cast<double>(n) * d);
  if constexpr (has_cuda)
    if (device.is_cuda()) {
      GpuCall call(device);
      cuda::fft_frequencies(call.state(), detail::out(f), positive, n, step);
      return f;
    }
  reference::fft_frequencies(detail::out(f), positive, n, step);
  return f;
}

// A copy rolled by n/2 (forward) or -(n/2) along each axis: every axis is cut in two pieces that change places.
template <class T>
Array<T> shift(const char* function, const Array<T>& x, const std::optional<Shape>& axes, bool forward) {
  const int rank = x.rank();
  Shape by = Shape::filled(rank, 0);
  const auto add = [&](int axis) {
    const index_t n = x.shape()[axis];
    if (n > 1) by[axis] = (by[axis] + (forward ? n / 2 : n - n / 2)) % n;
  };
  if (axes)
    for (const index_t axis : *axes) add(detail::normalize_axis(static_cast<int>(axis), rank, function));
  else
    for (int axis = 0; axis < rank; ++axis) add(axis);

  Array<T> y(x.shape(), x.device());
  if (x.size() == 0) return y;
  std::vector<int> cut;
  for (int axis = 0; axis < rank; ++axis)
    if (by[axis] != 0) cut.push_back(axis);
  for (unsigned piece = 0; piece < 1u << cut.size(); ++piece) {
    Array<T> from = x, to = y;
    for (std::size_t i = 0; i < cut.size(); ++i) {
      const int axis = cut[i];
      const index_t n = x.shape()[axis], s = by[axis];
      const bool last = piece >> i & 1;
      from = from.moveaxis(axis, 0)(last ? Slice{n - s, n} : Slice{0, n - s}).moveaxis(0, axis);
      to = to.moveaxis(axis, 0)(last ? Slice{0, s} : Slice{s, n}).moveaxis(0, axis);
    }
    to.assign(from);
  }
  return y;
}

}  // namespace

template <class T> Array<complex_of_t<T>> fft(const Array<T>& x, FftOptions o) {
  const Problem p = settle("fft", x, o, Kind::forward);
  Array<complex_of_t<T>> y(p.shape, x.device());
  complex_pass(y, computed(x), p.axis, false, p.scale);
  return y;
}
template <class T> void fft_into(Array<complex_of_t<T>>& out, const Array<T>& x, FftOptions o) {
  const Problem p = settle("fft_into", x, o, Kind::forward);
  check_out("fft_into", out, x, p.shape);
  complex_pass(out, computed(x), p.axis, false, p.scale);
}
template <class T> Array<complex_of_t<T>> ifft(const Array<T>& x, FftOptions o) {
  const Problem p = settle("ifft", x, o, Kind::inverse);
  Array<complex_of_t<T>> y(p.shape, x.device());
  complex_pass(y, computed(x), p.axis, true, p.scale);
  return y;
}
template <class T> void ifft_into(Array<complex_of_t<T>>& out, const Array<T>& x, FftOptions o) {
  const Problem p = settle("ifft_into", x, o, Kind::inverse);
  check_out("ifft_into", out, x, p.shape);
  complex_pass(out, computed(x), p.axis, true, p.scale);
}
template <class T> Array<spectrum_of_t<T>> rfft(const Array<T>& x, FftOptions o) {
  const Problem p = settle("rfft", x, o, Kind::real_forward);
  Array<spectrum_of_t<T>> y(p.shape, x.device());
  real_forward_pass(y, computed(x), p.axis, p.n, p.scale);
  return y;
}
template <class T> void rfft_into(Array<spectrum_of_t<T>>& out, const Array<T>& x, FftOptions o) {
  const Problem p = settle("rfft_into", x, o, Kind::real_forward);
  check_out("rfft_into", out, x, p.shape);
  real_forward_pass(out, computed(x), p.axis, p.n, p.scale);
}
template <class T> Array<T> irfft(const Array<std::complex<T>>& x, FftOptions o) {
  const Problem p = settle("irfft", x, o, Kind::real_inverse);
  Array<T> y(p.shape, x.device());
  real_inverse_pass(y, x, p.axis, p.scale);
  return y;
}
template <class T> void irfft_into(Array<T>& out, const Array<std::complex<T>>& x, FftOptions o) {
  const Problem p = settle("irfft_into", x, o, Kind::real_inverse);
  check_out("irfft_into", out, x, p.shape);
  real_inverse_pass(out, x, p.axis, p.scale);
}
template <class T> Array<T> hfft(const Array<std::complex<T>>& x, FftOptions o) {
  const Problem p = settle("hfft", x, exchanged(o), Kind::real_inverse);
  Array<T> y(p.shape, x.device());
  real_inverse_pass(y, conj(x), p.axis, p.scale);
  return y;
}
template <class T> void hfft_into(Array<T>& out, const Array<std::complex<T>>& x, FftOptions o) {
  const Problem p = settle("hfft_into", x, exchanged(o), Kind::real_inverse);
  check_out("hfft_into", out, x, p.shape);
  real_inverse_pass(out, conj(x), p.axis, p.scale);
}
template <class T> Array<spectrum_of_t<T>> ihfft(const Array<T>& x, FftOptions o) {
  const Problem p = settle("ihfft", x, exchanged(o), Kind::real_forward);
  Array<spectrum_of_t<T>> y(p.shape, x.device());
  real_forward_pass(y, computed(x), p.axis, p.n, p.scale);
  conj_into(y, y);
  return y;
}
template <class T> void ihfft_into(Array<spectrum_of_t<T>>& out, const Array<T>& x, FftOptions o) {
  const Problem p = settle("ihfft_into", x, exchanged(o), Kind::real_forward);
  check_out("ihfft_into", out, x, p.shape);
  real_forward_pass(out, computed(x), p.axis, p.n, p.scale);
  conj_into(out, out);
}

index_t next_fast_len(index_t target, bool real) {
  check_target("next_fast_len", target);
  if (target < 2) return target;
  index_t best = 1;
  while (best < target) best *= 2;
  for (index_t m : odd_products(best, real)) {
    while (m < target) m *= 2;
    best = std::min(best, m);
  }
  return best;
}
index_t prev_fast_len(index_t target, bool real) {
  check_target("prev_fast_len", target);
  if (target < 2) return target;
  index_t best = 1;
  for (index_t m : odd_products(target, real)) {
    while (m <= target / 2) m *= 2;
    best = std::max(best, m);
  }
  return best;
}

template <class T> Array<T> fftfreq(index_t n, double d, Device device) {
  return frequencies<T>("fftfreq", n, d, n, (n - 1) / 2 + 1, device);
}
template <class T> Array<T> rfftfreq(index_t n, double d, Device device) {
  return frequencies<T>("rfftfreq", n, d, n / 2 + 1, n / 2 + 1, device);
}
template <class T> Array<T> fftshift(const Array<T>& x, std::optional<Shape> axes) {
  return shift("fftshift", x, axes, true);
}
template <class T> Array<T> ifftshift(const Array<T>& x, std::optional<Shape> axes) {
  return shift("ifftshift", x, axes, false);
}

void set_plan_cache_limit(std::size_t bytes) {
  reference::set_fft_cache_limit(bytes);
  if constexpr (has_cuda) cuda::set_fft_cache_limit(bytes);
}
PlanCacheInfo plan_cache_info(Device device) {
  if constexpr (has_cuda)
    if (device.is_cuda()) {
      GpuCall call(device);
      return cuda::fft_cache_info(call.state());
    }
  const auto c = reference::fft_cache_info();
  return {c.count, c.bytes, c.limit_bytes, c.hits, c.misses};
}
void clear_plan_cache(Device device) {
  if constexpr (has_cuda)
    if (device.is_cuda()) {
      GpuCall call(device);
      return cuda::clear_fft_cache(call.state());
    }
  reference::clear_fft_cache();
}

#define TUKEY_INSTANTIATE(T)                                                                    \
  template TUKEY_EXPORT Array<complex_of_t<T>> fft<T>(const Array<T>&, FftOptions);             \
  template TUKEY_EXPORT Array<complex_of_t<T>> ifft<T>(const Array<T>&, FftOptions);            \
  template TUKEY_EXPORT void fft_into<T>(Array<complex_of_t<T>>&, const Array<T>&, FftOptions); \
  template TUKEY_EXPORT void ifft_into<T>(Array<complex_of_t<T>>&, const Array<T>&, FftOptions);
TUKEY_FOR_ALL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                                                      \
  template TUKEY_EXPORT Array<spectrum_of_t<T>> rfft<T>(const Array<T>&, FftOptions);             \
  template TUKEY_EXPORT Array<spectrum_of_t<T>> ihfft<T>(const Array<T>&, FftOptions);            \
  template TUKEY_EXPORT void rfft_into<T>(Array<spectrum_of_t<T>>&, const Array<T>&, FftOptions); \
  template TUKEY_EXPORT void ihfft_into<T>(Array<spectrum_of_t<T>>&, const Array<T>&, FftOptions);
TUKEY_FOR_FFT_REAL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                                                      \
  template TUKEY_EXPORT Array<T> irfft<T>(const Array<std::complex<T>>&, FftOptions);             \
  template TUKEY_EXPORT Array<T> hfft<T>(const Array<std::complex<T>>&, FftOptions);              \
  template TUKEY_EXPORT void irfft_into<T>(Array<T>&, const Array<std::complex<T>>&, FftOptions); \
  template TUKEY_EXPORT void hfft_into<T>(Array<T>&, const Array<std::complex<T>>&, FftOptions);  \
  template TUKEY_EXPORT Array<T> fftfreq<T>(index_t, double, Device);                             \
  template TUKEY_EXPORT Array<T> rfftfreq<T>(index_t, double, Device);
TUKEY_FOR_REAL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                                         \
  template TUKEY_EXPORT Array<T> fftshift<T>(const Array<T>&, std::optional<Shape>); \
  template TUKEY_EXPORT Array<T> ifftshift<T>(const Array<T>&, std::optional<Shape>);
TUKEY_FOR_COMPUTED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::fft
