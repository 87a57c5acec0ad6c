// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/filtering.hpp"

#include <algorithm>

#include "filtering_backend.hpp"
#include "tukey/config.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/context.hpp"

namespace tukey::signal {
namespace {

std::vector<double> flat(const Sos& sos) {
  std::vector<double> c;
  for (const auto& section : sos) c.insert(c.end(), section.begin(), section.end());
  return c;
}

void check_sections(const Sos& sos, const char* function) {
  detail::require(sos.size() > 0, function, "sos must have at least one section");
  for (std::size_t i = 0; i < sos.size(); ++i)
    detail::require(sos[i][3] == 1, function, "sos[", i, "][3] (a0) must be 1, got ", sos[i][3]);
}

template <class T>
int check_signal(const Array<T>& y, const Sos& sos, const Array<T>& x, int axis, const char* function) {
  check_sections(sos, function);
  axis = detail::normalize_axis(axis, x.rank(), function);
  detail::require(y.shape() == x.shape(), function, "y must have the shape of x, ", x.shape().str(), ", got ",
                  y.shape().str());
  detail::require_same_device(y.device(), x.device(), function);
  return axis;
}

template <class T>
void run(const Array<T>& y, const Array<T>* zf, const Sos& sos, const Array<T>& x, const Array<T>* zi, int axis) {
  const std::vector<double> c = flat(sos);
  const int sections = static_cast<int>(sos.size());
  const view<const T> none{nullptr, 1, {}, {}};
  const view<T> none_out{nullptr, 1, {}, {}};
  if constexpr (has_cuda) {
    if (x.device().is_cuda()) {
      detail::GpuCall call(x.device());
      cuda::sosfilt(call.stream(), detail::gpu(detail::in(x)), detail::gpu(detail::out(y)), c.data(), sections, axis,
                    detail::gpu(zi ? detail::in(*zi) : none), detail::gpu(zf ? detail::out(*zf) : none_out));
      return;
    }
  }
  reference::sosfilt(detail::in(x), detail::out(y), c.data(), sections, axis, zi ? detail::in(*zi) : none,
                     zf ? detail::out(*zf) : none_out);
}

}  // namespace

template <class T> void sosfilt_into(Array<T>& y, const Sos& sos, const Array<T>& x, SosfiltOptions options) {
  const int axis = check_signal(y, sos, x, options.axis, "sosfilt");
  if (x.size() > 0) run<T>(y, nullptr, sos, x, nullptr, axis);
}

template <class T>
void sosfilt_into(Array<T>& y, Array<T>& zf, const Sos& sos, const Array<T>& x, const Array<T>& zi,
                  SosfiltOptions options) {
  const int axis = check_signal(y, sos, x, options.axis, "sosfilt");
  detail::require(x.rank() < max_rank, "sosfilt", "x must have at most ", max_rank - 1, " axes with a state zi");
  Shape state = x.shape();
  state[axis] = 2;
  state.insert(0, static_cast<index_t>(sos.size()));
  detail::require(zi.shape() == state, "sosfilt", "zi must have shape ", state.str(), ", got ", zi.shape().str());
  detail::require(zf.shape() == state, "sosfilt", "zf must have shape ", state.str(), ", got ", zf.shape().str());
  detail::require_same_device(zi.device(), x.device(), "sosfilt");
  detail::require_same_device(zf.device(), x.device(), "sosfilt");
  if (x.size() > 0)
    run<T>(y, &zf, sos, x, &zi, axis);
  else if (zf.size() > 0)
    zf.assign(zi);
}

template <class T> Array<T> sosfilt(const Sos& sos, const Array<T>& x, SosfiltOptions options) {
  check_signal(x, sos, x, options.axis, "sosfilt");
  Array<T> y(x.shape(), x.device());
  sosfilt_into(y, sos, x, options);
  return y;
}

template <class T> Filtered<T> sosfilt(const Sos& sos, const Array<T>& x, const Array<T>& zi, SosfiltOptions options) {
  check_signal(x, sos, x, options.axis, "sosfilt");
  Filtered<T> result{Array<T>(x.shape(), x.device()), Array<T>(zi.shape(), x.device())};
  sosfilt_into(result.y, result.zf, sos, x, zi, options);
  return result;
}

std::vector<std::array<double, 2>> sosfilt_zi(const Sos& sos) {
  detail::require(sos.size() > 0, "sosfilt_zi", "sos must have at least one section");
  std::vector<std::array<double, 2>> zi;
  long double level = 1;  // of the constant that enters the section
  for (std::size_t i = 0; i < sos.size(); ++i) {
    const long double b0 = sos[i][0], b1 = sos[i][1], b2 = sos[i][2], a0 = sos[i][3], a1 = sos[i][4], a2 = sos[i][5];
    detail::require(a0 != 0, "sosfilt_zi", "sos[", i, "][3] (a0) must not be 0");
    detail::require(a0 + a1 + a2 != 0, "sosfilt_zi", "section ", i, " has a pole at z = 1");
    const long double gain = (b0 + b1 + b2) / (a0 + a1 + a2);
    zi.push_back({static_cast<double>(level * (gain - b0 / a0)), static_cast<double>(level * (b2 - a2 * gain) / a0)});
    level *= gain;
  }
  return zi;
}

template <class T> void sosfiltfilt_into(Array<T>& y, const Sos& sos, const Array<T>& x, SosfiltfiltOptions options) {
  const int axis = check_signal(y, sos, x, options.axis, "sosfiltfilt");
  index_t edge = 0;
  if (options.padtype != PadType::none) {
    const index_t b = std::count_if(sos.begin(), sos.end(), [](const auto& s) { return s[2] == 0; });
    const index_t a = std::count_if(sos.begin(), sos.end(), [](const auto& s) { return s[5] == 0; });
    edge = options.padlen.value_or(3 * (2 * static_cast<index_t>(sos.size()) + 1 - std::min(a, b)));
    detail::require(edge >= 0, "sosfiltfilt", "padlen must be at least 0, got ", edge);
  }
  detail::require(x.shape(axis) > edge, "sosfiltfilt", "x must have more than padlen = ", edge,
                  " samples along the axis, got ", x.shape(axis));
  std::vector<double> steady;
  for (const auto& z : sosfilt_zi(sos)) steady.insert(steady.end(), z.begin(), z.end());
  if (x.size() == 0) return;

  const std::vector<double> c = flat(sos);
  const int sections = static_cast<int>(sos.size());
  const int kind = static_cast<int>(options.padtype);
  static_assert(static_cast<int>(PadType::odd) == static_cast<int>(reference::Extension::odd) &&
                static_cast<int>(PadType::even) == static_cast<int>(reference::Extension::even) &&
                static_cast<int>(PadType::constant) == static_cast<int>(reference::Extension::constant));
  if constexpr (has_cuda) {
    if (x.device().is_cuda()) {
      detail::GpuCall call(x.device());
      cuda::sosfiltfilt(call.stream(), detail::gpu(detail::in(x)), detail::gpu(detail::out(y)), c.data(), sections,
                        steady.data(), axis, kind, edge);
      return;
    }
  }
  reference::sosfiltfilt(detail::in(x), detail::out(y), c.data(), sections, steady.data(), axis,
                         static_cast<reference::Extension>(kind), edge);
}

template <class T> Array<T> sosfiltfilt(const Sos& sos, const Array<T>& x, SosfiltfiltOptions options) {
  check_signal(x, sos, x, options.axis, "sosfiltfilt");
  Array<T> y(x.shape(), x.device());
  sosfiltfilt_into(y, sos, x, options);
  return y;
}

#define TUKEY_INSTANTIATE(T)                                                                                  \
  template TUKEY_EXPORT Array<T> sosfilt(const Sos&, const Array<T>&, SosfiltOptions);                        \
  template TUKEY_EXPORT Filtered<T> sosfilt(const Sos&, const Array<T>&, const Array<T>&, SosfiltOptions);    \
  template TUKEY_EXPORT void sosfilt_into(Array<T>&, const Sos&, const Array<T>&, SosfiltOptions);            \
  template TUKEY_EXPORT void sosfilt_into(Array<T>&, Array<T>&, const Sos&, const Array<T>&, const Array<T>&, \
                                          SosfiltOptions);                                                    \
  template TUKEY_EXPORT Array<T> sosfiltfilt(const Sos&, const Array<T>&, SosfiltfiltOptions);                \
  template TUKEY_EXPORT void sosfiltfilt_into(Array<T>&, const Sos&, const Array<T>&, SosfiltfiltOptions);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)

}  // namespace tukey::signal
