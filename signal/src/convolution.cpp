// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/convolution.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

#include "filtering_backend.hpp"
#include "tukey/config.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/context.hpp"
#include "tukey/elementwise.hpp"
#include "tukey/fft/fft.hpp"

namespace tukey::signal {
namespace {

// Which part of the full result along one axis.
struct Part {
  index_t start, length;
};
Part part_of(index_t n1, index_t n2, Mode mode) {
  if (n1 == 0 || n2 == 0) return {0, 0};
  if (mode == Mode::same) return {(n2 - 1) / 2, n1};
  if (mode == Mode::valid) return {std::min(n1, n2) - 1, std::abs(n1 - n2) + 1};
  return {0, n1 + n2 - 1};
}

Shape result_shape(const Shape& a, const Shape& v, Mode mode, const char* function) {
  detail::require(a.rank() == v.rank(), function, "both operands must have the same rank, got shapes ", a.str(),
                  " and ", v.str());
  bool a_covers = true, v_covers = true;
  Shape y;
  for (int d = 0; d < a.rank(); ++d) {
    a_covers = a_covers && a[d] >= v[d];
    v_covers = v_covers && v[d] >= a[d];
    y.push_back(part_of(a[d], v[d], mode).length);
  }
  detail::require(mode != Mode::valid || a_covers || v_covers, function,
                  "mode valid needs one operand at least as large as the other along every axis, got shapes ", a.str(),
                  " and ", v.str());
  return y;
}

template <class T> void direct(const Array<T>& y, const Array<T>& a, const Array<T>& v, Mode mode, bool correlation) {
  if (y.rank() == 0) return direct(y.expand_dims(0), a.expand_dims(0), v.expand_dims(0), mode, correlation);
  auto flip = [](Array<T> x) {
    for (int d = 0; d < x.rank(); ++d) x = x.flip(d);
    return x;
  };
  // The smaller operand slides over the other: full[k] = sum_l s[k + l - (n_w - 1)] w[l].
  const bool swap = v.size() > a.size();
  const Array<T> s = !swap ? a : correlation ? flip(v) : v;
  const Array<T> w = swap ? flip(a) : correlation ? v : flip(v);
  const bool conj_s = correlation && swap, conj_w = correlation && !swap;
  index_t offset[max_rank];
  for (int d = 0; d < y.rank(); ++d) offset[d] = part_of(a.shape(d), v.shape(d), mode).start - (w.shape(d) - 1);
  if constexpr (has_cuda) {
    if (y.device().is_cuda()) {
      detail::GpuCall call(y.device());
      cuda::correlate(call.stream(), detail::gpu(detail::in(s)), detail::gpu(detail::in(w)),
                      detail::gpu(detail::out(y)), offset, conj_s, conj_w);
      return;
    }
  }
  reference::correlate(detail::in(s), detail::in(w), detail::out(y), offset, conj_s, conj_w);
}

// The smallest product of 2, 3, 5 and 7 that is at least n, even for n > 1 as real transforms prefer.
index_t fast_length(index_t n) {
  if (n <= 1) return 1;
  for (index_t m = n + n % 2;; m += 2) {
    index_t r = m;
    for (index_t p : {2, 3, 5, 7})
      while (r % p == 0) r /= p;
    if (r == 1) return m;
  }
}

// Length of the transform along an axis: at least both operands, and so long that what wraps around falls outside
// the wanted part. 0 where an operand has one sample and no transform is needed.
index_t transform_length(index_t n1, index_t n2, Mode mode) {
  if (n1 <= 1 || n2 <= 1) return 0;
  const Part part = part_of(n1, n2, mode);
  const index_t full = n1 + n2 - 1;
  return fast_length(std::max({n1, n2, full - part.start, part.start + part.length}));
}

template <class T> void by_fft(Array<T>& y, const Array<T>& a, const Array<T>& v, Mode mode, bool correlation) {
  using C = std::complex<real_t<T>>;
  Array<T> second = v;
  if (correlation) {
    for (int d = 0; d < v.rank(); ++d) second = second.flip(d);
    if constexpr (is_complex_v<T>) second = conj(second);
  }
  index_t n[max_rank];
  int last = -1;  // of the transformed axes: the one whose transform is real
  for (int d = 0; d < y.rank(); ++d) {
    n[d] = transform_length(a.shape(d), v.shape(d), mode);
    if (n[d]) last = d;
  }
  auto options = [&](int axis) {
    fft::FftOptions o;
    o.n = n[axis];
    o.axis = axis;
    return o;
  };
  auto forward = [&](const Array<T>& x) {
    Array<C> z;
    if constexpr (is_complex_v<T>)
      z = fft::fft(x, options(last));
    else
      z = fft::rfft(x, options(last));
    for (int d = 0; d < last; ++d)
      if (n[d]) z = fft::fft(z, options(d));
    return z;
  };
  auto wanted = [&](Array<T> full) {
    for (int d = 0; d < y.rank(); ++d) {
      const Part part = part_of(a.shape(d), v.shape(d), mode);
      full = full.moveaxis(d, 0)(Slice(part.start, part.start + part.length), ellipsis).moveaxis(0, d);
    }
    return full;
  };
  if (last < 0) {
    y.assign(wanted(a * second));
    return;
  }
  Array<C> product = forward(a) * forward(second);
  for (int d = 0; d < last; ++d)
    if (n[d]) product = fft::ifft(product, options(d));
  if constexpr (is_complex_v<T>)
    y.assign(wanted(fft::ifft(product, options(last))));
  else
    y.assign(wanted(fft::irfft(product, options(last))));
}

// Estimated times in nanoseconds of both methods. The constants come from single measurements: a wrong choice near
// the break-even costs little.
template <class T> Method choose(const Shape& a, const Shape& v, Mode mode, Device device) {
  if constexpr (!is_floating_v<T>) return Method::direct;
  const bool gpu = device.is_cuda();
  double outputs = 1, terms = 1, points = 1;
  bool transforms = false;
  double size_a = 1, size_v = 1;
  for (int d = 0; d < a.rank(); ++d) {
    const double n1 = static_cast<double>(a[d]), n2 = static_cast<double>(v[d]);
    outputs *= static_cast<double>(part_of(a[d], v[d], mode).length);
    size_a *= n1;
    size_v *= n2;
    const index_t n = transform_length(a[d], v[d], mode);
    points *= n ? static_cast<double>(n) : std::max(n1, n2);
    transforms = transforms || n;
  }
  if (!transforms) return Method::direct;
  terms = std::min(outputs * std::min(size_a, size_v), size_a * size_v);
  const double width = (is_complex_v<T> ? 4.0 : 1.0) * static_cast<double>(sizeof(real_t<T>)) / 4;
  const double direct_cost = terms * width * (gpu ? 1e-4 : 0.15) + (gpu ? 5e3 : 0.5e3);
  const double fft_cost = gpu ? 25e3 + points * 0.03 * static_cast<double>(sizeof(T)) / 4
                              : 5e3 + points * std::log2(points + 1) * (is_complex_v<T> ? 2.4 : 1.2);
  return direct_cost <= fft_cost ? Method::direct : Method::fft;
}

template <class T>
void into(Array<T>& y, const Array<T>& a, const Array<T>& v, const ConvolveOptions& options, bool correlation,
          const char* function) {
  detail::require_same_device(a.device(), v.device(), function);
  detail::require_same_device(y.device(), a.device(), function);
  const Shape shape = result_shape(a.shape(), v.shape(), options.mode, function);
  detail::require(y.shape() == shape, function, "y must have shape ", shape.str(), ", got ", y.shape().str());
  detail::require(is_floating_v<T> || options.method != Method::fft, function,
                  "the fft method is for floating types, got ", dtype_name_v<T>);
  if (y.size() == 0) return;
  Method method = options.method;
  if (method == Method::automatic) method = choose<T>(a.shape(), v.shape(), options.mode, y.device());
  if constexpr (is_floating_v<T>) {
    if (method == Method::fft) return by_fft(y, a, v, options.mode, correlation);
  }
  direct(y, a, v, options.mode, correlation);
}

template <class T>
Array<T> allocated(const Array<T>& a, const Array<T>& v, const ConvolveOptions& options, bool correlation,
                   const char* function) {
  detail::require_same_device(a.device(), v.device(), function);
  Array<T> y(result_shape(a.shape(), v.shape(), options.mode, function), a.device());
  into(y, a, v, options, correlation, function);
  return y;
}

}  // namespace

template <class T> Array<T> convolve(const Array<T>& a, const Array<T>& v, ConvolveOptions options) {
  return allocated(a, v, options, false, "convolve");
}
template <class T> void convolve_into(Array<T>& y, const Array<T>& a, const Array<T>& v, ConvolveOptions options) {
  into(y, a, v, options, false, "convolve");
}
template <class T> Array<T> correlate(const Array<T>& a, const Array<T>& v, ConvolveOptions options) {
  return allocated(a, v, options, true, "correlate");
}
template <class T> void correlate_into(Array<T>& y, const Array<T>& a, const Array<T>& v, ConvolveOptions options) {
  into(y, a, v, options, true, "correlate");
}

std::vector<index_t> correlation_lags(index_t n1, index_t n2, Mode mode) {
  detail::require(n1 >= 0 && n2 >= 0, "correlation_lags", "lengths must be at least 0, got ", n1, " and ", n2);
  const Part part = part_of(n1, n2, mode);
  std::vector<index_t> lags(static_cast<std::size_t>(part.length));
  for (index_t i = 0; i < part.length; ++i) lags[i] = part.start + i - (n2 - 1);
  return lags;
}

template <class T> Method choose_conv_method(const Array<T>& a, const Array<T>& v, Mode mode) {
  result_shape(a.shape(), v.shape(), mode, "choose_conv_method");
  return choose<T>(a.shape(), v.shape(), mode, a.device());
}

#define TUKEY_INSTANTIATE(T)                                                                               \
  template TUKEY_EXPORT Array<T> convolve(const Array<T>&, const Array<T>&, ConvolveOptions);              \
  template TUKEY_EXPORT void convolve_into(Array<T>&, const Array<T>&, const Array<T>&, ConvolveOptions);  \
  template TUKEY_EXPORT Array<T> correlate(const Array<T>&, const Array<T>&, ConvolveOptions);             \
  template TUKEY_EXPORT void correlate_into(Array<T>&, const Array<T>&, const Array<T>&, ConvolveOptions); \
  template TUKEY_EXPORT Method choose_conv_method(const Array<T>&, const Array<T>&, Mode);
TUKEY_FOR_NUMERIC(TUKEY_INSTANTIATE)

}  // namespace tukey::signal
