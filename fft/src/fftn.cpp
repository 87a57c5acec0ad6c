// SPDX-License-Identifier: Apache-2.0
// Transforms along several axes, axis by axis: arguments, shapes and factors, then passes of one axis.
#include "tukey/fft/fftn.hpp"

#include <algorithm>

#include "nd.hpp"
#include "passes.hpp"

namespace tukey::fft {
namespace {

FftnOptions last_two(FftnOptions o) {
  if (!o.axes) o.axes = Shape{-2, -1};
  return o;
}

template <class T> Array<T> part(const Array<T>& x, int axis, index_t begin, index_t end) {
  if (begin == 0 && end == x.shape()[axis]) return x;
  return x.moveaxis(axis, 0)(Slice{begin, end}).moveaxis(0, axis);
}

// x without what lies beyond the given lengths of the first `count` axes.
template <class T> Array<T> cropped(Array<T> x, const Shape& axes, const Shape& lengths, int count) {
  for (int i = 0; i < count; ++i) {
    const int axis = static_cast<int>(axes[i]);
    x = part(x, axis, 0, std::min(x.shape()[axis], lengths[i]));
  }
  return x;
}

// Transforms y in place along the first `count` axes, the last of them first. Of these axes, the first have[axis]
// elements are given; the others become zeros before their pass, so that each pass only works on what is there.
template <class T>
void in_place(const Array<std::complex<T>>& y, const NdProblem& p, const Shape& have, int count, bool inverse,
              double scale) {
  const auto given = [&](Array<std::complex<T>> v, int axes) {
    for (int i = 0; i < axes; ++i) v = part(v, static_cast<int>(p.axes[i]), 0, have[static_cast<int>(p.axes[i])]);
    return v;
  };
  for (int i = count - 1; i >= 0; --i) {
    const int axis = static_cast<int>(p.axes[i]);
    Array<std::complex<T>> v = given(y, i);
    if (have[axis] < p.lengths[i]) part(v, axis, have[axis], p.lengths[i]).fill(0);
    if (p.lengths[i] > 1 || (i == 0 && scale != 1)) complex_pass(v, v, axis, inverse, i == 0 ? scale : 1.0);
  }
}

// All axes of x, where it lies or from x to y; along the first `count` axes.
template <class T>
void complex_axes(Array<complex_of_t<T>>& y, const Array<T>& x, const NdProblem& p, int count, bool inverse,
                  double scale) {
  if (count == 0) {
    if constexpr (is_complex_v<T>) {
      y.assign(x);
    } else {
      y.real().assign(x);
      y.imag().fill(0);
    }
    return;
  }
  if (y.size() == 0) return;
  const Array<T> from = cropped(x, p.axes, p.lengths, count);
  Array<complex_of_t<T>> to = y;
  for (int i = 0; i < count - 1; ++i) {
    const int axis = static_cast<int>(p.axes[i]);
    to = part(to, axis, 0, from.shape()[axis]);
  }
  complex_pass(to, from, static_cast<int>(p.axes[count - 1]), inverse, count == 1 ? scale : 1.0);
  in_place(y, p, from.shape(), count - 1, inverse, scale);
}

template <class T> void real_forward_axes(Array<std::complex<T>>& y, const Array<T>& x, const NdProblem& p) {
  if (y.size() == 0) return;
  const int count = p.axes.rank();
  const Array<T> from = cropped(x, p.axes, p.lengths, count);
  Array<std::complex<T>> to = y;
  for (int i = 0; i < count - 1; ++i) {
    const int axis = static_cast<int>(p.axes[i]);
    to = part(to, axis, 0, from.shape()[axis]);
  }
  real_forward_pass(to, from, static_cast<int>(p.axes.back()), p.lengths.back(), count == 1 ? p.scale : 1.0);
  in_place(y, p, from.shape(), count - 1, false, p.scale);
}

template <class T> void real_inverse_axes(Array<T>& y, const Array<std::complex<T>>& x, const NdProblem& p) {
  if (y.size() == 0) return;
  const int count = p.axes.rank(), last = static_cast<int>(p.axes.back());
  if (count == 1) return real_inverse_pass(y, x, last, p.scale);
  const Array<std::complex<T>> from = part(x, last, 0, std::min(x.shape()[last], p.lengths.back() / 2 + 1));
  Shape shape = p.shape;
  shape[last] = from.shape()[last];
  Array<std::complex<T>> bins(shape, x.device());
  complex_axes(bins, from, p, count - 1, true, 1.0);
  real_inverse_pass(y, bins, last, p.scale);
}

template <class T> void run(Array<complex_of_t<T>>& y, const Array<T>& x, const NdProblem& p, bool inverse) {
  complex_axes(y, x, p, p.axes.rank(), inverse, p.scale);
}

}  // namespace

template <class T> Array<complex_of_t<T>> fftn(const Array<T>& x, FftnOptions o) {
  const NdProblem p = settle_nd("fftn", x.shape(), o, Kind::forward);
  Array<complex_of_t<T>> y(p.shape, x.device());
  run(y, computed(x), p, false);
  return y;
}
template <class T> void fftn_into(Array<complex_of_t<T>>& out, const Array<T>& x, FftnOptions o) {
  const NdProblem p = settle_nd("fftn_into", x.shape(), o, Kind::forward);
  check_out("fftn_into", out, x, p.shape);
  run(out, computed(x), p, false);
}
template <class T> Array<complex_of_t<T>> fft2(const Array<T>& x, FftnOptions o) {
  const NdProblem p = settle_nd("fft2", x.shape(), last_two(o), Kind::forward);
  Array<complex_of_t<T>> y(p.shape, x.device());
  run(y, computed(x), p, false);
  return y;
}
template <class T> void fft2_into(Array<complex_of_t<T>>& out, const Array<T>& x, FftnOptions o) {
  const NdProblem p = settle_nd("fft2_into", x.shape(), last_two(o), Kind::forward);
  check_out("fft2_into", out, x, p.shape);
  run(out, computed(x), p, false);
}
template <class T> Array<complex_of_t<T>> ifftn(const Array<T>& x, FftnOptions o) {
  const NdProblem p = settle_nd("ifftn", x.shape(), o, Kind::inverse);
  Array<complex_of_t<T>> y(p.shape, x.device());
  run(y, computed(x), p, true);
  return y;
}
template <class T> void ifftn_into(Array<complex_of_t<T>>& out, const Array<T>& x, FftnOptions o) {
  const NdProblem p = settle_nd("ifftn_into", x.shape(), o, Kind::inverse);
  check_out("ifftn_into", out, x, p.shape);
  run(out, computed(x), p, true);
}
template <class T> Array<complex_of_t<T>> ifft2(const Array<T>& x, FftnOptions o) {
  const NdProblem p = settle_nd("ifft2", x.shape(), last_two(o), Kind::inverse);
  Array<complex_of_t<T>> y(p.shape, x.device());
  run(y, computed(x), p, true);
  return y;
}
template <class T> void ifft2_into(Array<complex_of_t<T>>& out, const Array<T>& x, FftnOptions o) {
  const NdProblem p = settle_nd("ifft2_into", x.shape(), last_two(o), Kind::inverse);
  check_out("ifft2_into", out, x, p.shape);
  run(out, computed(x), p, true);
}
template <class T> Array<spectrum_of_t<T>> rfftn(const Array<T>& x, FftnOptions o) {
  const NdProblem p = settle_nd("rfftn", x.shape(), o, Kind::real_forward);
  Array<spectrum_of_t<T>> y(p.shape, x.device());
  real_forward_axes(y, computed(x), p);
  return y;
}
template <class T> void rfftn_into(Array<spectrum_of_t<T>>& out, const Array<T>& x, FftnOptions o) {
  const NdProblem p = settle_nd("rfftn_into", x.shape(), o, Kind::real_forward);
  check_out("rfftn_into", out, x, p.shape);
  real_forward_axes(out, computed(x), p);
}
template <class T> Array<spectrum_of_t<T>> rfft2(const Array<T>& x, FftnOptions o) {
  const NdProblem p = settle_nd("rfft2", x.shape(), last_two(o), Kind::real_forward);
  Array<spectrum_of_t<T>> y(p.shape, x.device());
  real_forward_axes(y, computed(x), p);
  return y;
}
template <class T> void rfft2_into(Array<spectrum_of_t<T>>& out, const Array<T>& x, FftnOptions o) {
  const NdProblem p = settle_nd("rfft2_into", x.shape(), last_two(o), Kind::real_forward);
  check_out("rfft2_into", out, x, p.shape);
  real_forward_axes(out, computed(x), p);
}
template <class T> Array<T> irfftn(const Array<std::complex<T>>& x, FftnOptions o) {
  const NdProblem p = settle_nd("irfftn", x.shape(), o, Kind::real_inverse);
  Array<T> y(p.shape, x.device());
  real_inverse_axes(y, x, p);
  return y;
}
template <class T> void irfftn_into(Array<T>& out, const Array<std::complex<T>>& x, FftnOptions o) {
  const NdProblem p = settle_nd("irfftn_into", x.shape(), o, Kind::real_inverse);
  check_out("irfftn_into", out, x, p.shape);
  real_inverse_axes(out, x, p);
}
template <class T> Array<T> irfft2(const Array<std::complex<T>>& x, FftnOptions o) {
  const NdProblem p = settle_nd("irfft2", x.shape(), last_two(o), Kind::real_inverse);
  Array<T> y(p.shape, x.device());
  real_inverse_axes(y, x, p);
  return y;
}
template <class T> void irfft2_into(Array<T>& out, const Array<std::complex<T>>& x, FftnOptions o) {
  const NdProblem p = settle_nd("irfft2_into", x.shape(), last_two(o), Kind::real_inverse);
  check_out("irfft2_into", out, x, p.shape);
  real_inverse_axes(out, x, p);
}
template <class T> Array<T> hfftn(const Array<std::complex<T>>& x, FftnOptions o) {
  const NdProblem p = settle_nd("hfftn", x.shape(), exchanged(o), Kind::real_inverse);
  Array<T> y(p.shape, x.device());
  real_inverse_axes(y, conj(x), p);
  return y;
}
template <class T> void hfftn_into(Array<T>& out, const Array<std::complex<T>>& x, FftnOptions o) {
  const NdProblem p = settle_nd("hfftn_into", x.shape(), exchanged(o), Kind::real_inverse);
  check_out("hfftn_into", out, x, p.shape);
  real_inverse_axes(out, conj(x), p);
}
template <class T> Array<T> hfft2(const Array<std::complex<T>>& x, FftnOptions o) {
  const NdProblem p = settle_nd("hfft2", x.shape(), last_two(exchanged(o)), Kind::real_inverse);
  Array<T> y(p.shape, x.device());
  real_inverse_axes(y, conj(x), p);
  return y;
}
template <class T> void hfft2_into(Array<T>& out, const Array<std::complex<T>>& x, FftnOptions o) {
  const NdProblem p = settle_nd("hfft2_into", x.shape(), last_two(exchanged(o)), Kind::real_inverse);
  check_out("hfft2_into", out, x, p.shape);
  real_inverse_axes(out, conj(x), p);
}
template <class T> Array<spectrum_of_t<T>> ihfftn(const Array<T>& x, FftnOptions o) {
  const NdProblem p = settle_nd("ihfftn", x.shape(), exchanged(o), Kind::real_forward);
  Array<spectrum_of_t<T>> y(p.shape, x.device());
  real_forward_axes(y, computed(x), p);
  conj_into(y, y);
  return y;
}
template <class T> void ihfftn_into(Array<spectrum_of_t<T>>& out, const Array<T>& x, FftnOptions o) {
  const NdProblem p = settle_nd("ihfftn_into", x.shape(), exchanged(o), Kind::real_forward);
  check_out("ihfftn_into", out, x, p.shape);
  real_forward_axes(out, computed(x), p);
  conj_into(out, out);
}
template <class T> Array<spectrum_of_t<T>> ihfft2(const Array<T>& x, FftnOptions o) {
  const NdProblem p = settle_nd("ihfft2", x.shape(), last_two(exchanged(o)), Kind::real_forward);
  Array<spectrum_of_t<T>> y(p.shape, x.device());
  real_forward_axes(y, computed(x), p);
  conj_into(y, y);
  return y;
}
template <class T> void ihfft2_into(Array<spectrum_of_t<T>>& out, const Array<T>& x, FftnOptions o) {
  const NdProblem p = settle_nd("ihfft2_into", x.shape(), last_two(exchanged(o)), Kind::real_forward);
  check_out("ihfft2_into", out, x, p.shape);
  real_forward_axes(out, computed(x), p);
  conj_into(out, out);
}

#define TUKEY_INSTANTIATE(T)                                                                       \
  template TUKEY_EXPORT Array<complex_of_t<T>> fftn<T>(const Array<T>&, FftnOptions);              \
  template TUKEY_EXPORT void fftn_into<T>(Array<complex_of_t<T>>&, const Array<T>&, FftnOptions);  \
  template TUKEY_EXPORT Array<complex_of_t<T>> fft2<T>(const Array<T>&, FftnOptions);              \
  template TUKEY_EXPORT void fft2_into<T>(Array<complex_of_t<T>>&, const Array<T>&, FftnOptions);  \
  template TUKEY_EXPORT Array<complex_of_t<T>> ifftn<T>(const Array<T>&, FftnOptions);             \
  template TUKEY_EXPORT void ifftn_into<T>(Array<complex_of_t<T>>&, const Array<T>&, FftnOptions); \
  template TUKEY_EXPORT Array<complex_of_t<T>> ifft2<T>(const Array<T>&, FftnOptions);             \
  template TUKEY_EXPORT void ifft2_into<T>(Array<complex_of_t<T>>&, const Array<T>&, FftnOptions);
TUKEY_FOR_ALL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

#define TUKEY_INSTANTIATE(T)                                                                         \
  template TUKEY_EXPORT Array<spectrum_of_t<T>> rfftn<T>(const Array<T>&, FftnOptions);              \
  template TUKEY_EXPORT void rfftn_into<T>(Array<spectrum_of_t<T>>&, const Array<T>&, FftnOptions);  \
  template TUKEY_EXPORT Array<spectrum_of_t<T>> rfft2<T>(const Array<T>&, FftnOptions);              \
  template TUKEY_EXPORT void rfft2_into<T>(Array<spectrum_of_t<T>>&, const Array<T>&, FftnOptions);  \
  template TUKEY_EXPORT Array<spectrum_of_t<T>> ihfftn<T>(const Array<T>&, FftnOptions);             \
  template TUKEY_EXPORT void ihfftn_into<T>(Array<spectrum_of_t<T>>&, const Array<T>&, FftnOptions); \
  template TUKEY_EXPORT Array<spectrum_of_t<T>> ihfft2<T>(const Array<T>&, FftnOptions);             \
  template TUKEY_EXPORT void ihfft2_into<T>(Array<spectrum_of_t<T>>&, const Array<T>&, FftnOptions);
TUKEY_FOR_FFT_REAL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

#define TUKEY_INSTANTIATE(T)                                                                        \
  template TUKEY_EXPORT Array<T> irfftn<T>(const Array<std::complex<T>>&, FftnOptions);             \
  template TUKEY_EXPORT void irfftn_into<T>(Array<T>&, const Array<std::complex<T>>&, FftnOptions); \
  template TUKEY_EXPORT Array<T> irfft2<T>(const Array<std::complex<T>>&, FftnOptions);             \
  template TUKEY_EXPORT void irfft2_into<T>(Array<T>&, const Array<std::complex<T>>&, FftnOptions); \
  template TUKEY_EXPORT Array<T> hfftn<T>(const Array<std::complex<T>>&, FftnOptions);              \
  template TUKEY_EXPORT void hfftn_into<T>(Array<T>&, const Array<std::complex<T>>&, FftnOptions);  \
  template TUKEY_EXPORT Array<T> hfft2<T>(const Array<std::complex<T>>&, FftnOptions);              \
  template TUKEY_EXPORT void hfft2_into<T>(Array<T>&, const Array<std::complex<T>>&, FftnOptions);
TUKEY_FOR_REAL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::fft
