// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/waveforms.hpp"

#include <algorithm>
#include <cmath>

#include "tukey/config.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/context.hpp"
#include "tukey/detail/parallel.hpp"
#include "tukey/detail/rows.hpp"
#include "waveforms_backend.hpp"

namespace tukey::signal {
namespace {

namespace forms = reference::waveforms;
using real = long double;

template <class T> Array<T> at_least_1d(const Array<T>& t) { return t.rank() == 0 ? t.expand_dims(0) : t; }
template <class T> kernel_t<T>* target(const Array<T>& y) { return detail::gpu(detail::out(y)).data; }

// Runs the functor, whose targets are row-major of the shape of t.
template <class T, class F>
void run(const Array<T>& times, const F& f, double value = 0, const std::optional<Array<T>>& parameter = {}) {
  if (times.size() == 0) return;
  const view<const T> t = detail::in(at_least_1d(times));
  view<const T> p{};
  if (parameter) p = detail::in(at_least_1d(*parameter));
  if constexpr (has_cuda) {
    if (times.device().is_cuda()) {
      detail::GpuCall call(times.device());
      cuda::waveform(call.stream(), t, p, value, f);
      return;
    }
  }
  const detail::rows at = detail::rows_along(t, t.rank - 1), pa = p.data ? detail::rows_along(p, p.rank - 1) : at;
  detail::parallel_ranges(at.count * at.length, 2048, [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end;) {
      const index_t row = i / at.length, first = i - row * at.length;
      const index_t last = std::min(at.length, first + (end - i)), base = i - first;
      const T* times_of = t.data + at.offset(row);
      const T* parameters = p.data ? p.data + pa.offset(row) : nullptr;
      for (index_t k = first; k < last; ++k)
        f(base + k, static_cast<double>(times_of[k * at.stride]),
          parameters ? static_cast<double>(parameters[k * pa.stride]) : value);
      i += last - first;
    }
  });
}

double turns_of(double degrees) { return std::remainder(degrees, 360) / 360; }

// The phase with the given coefficients, the highest power first.
forms::Sweep polynomial_sweep(const std::vector<real>& coefficients, double phi) {
  forms::Sweep s{};
  s.kind = forms::Sweep::polynomial;
  s.count = static_cast<int>(coefficients.size());
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    s.high[i] = static_cast<double>(coefficients[i]);
    s.low[i] = static_cast<double>(coefficients[i] - real(s.high[i]));
  }
  s.start = turns_of(phi);
  return s;
}

forms::Sweep sweep_of(double f0, double t1, double f1, const ChirpOptions& o) {
  const auto require_finite = [](double x, const char* name) {
    detail::require(std::isfinite(x), "chirp", name, " must be finite, got ", x);
  };
  require_finite(f0, "f0"), require_finite(t1, "t1"), require_finite(f1, "f1"), require_finite(o.phi, "phi");
  detail::require(t1 != 0, "chirp", "t1 must not be 0");
  const real a = f0, b = f1, t = t1;
  forms::Sweep s = polynomial_sweep({a, 0}, o.phi);
  switch (o.method) {
    case ChirpMethod::linear:
      return polynomial_sweep({(b - a) / (2 * t), a, 0}, o.phi);
    case ChirpMethod::quadratic: {
      const real c = (b - a) / (t * t);
      return o.vertex_zero ? polynomial_sweep({c / 3, 0, a, 0}, o.phi)
                           : polynomial_sweep({-c / 3, (b - a) / t, a, 0}, o.phi);
    }
    case ChirpMethod::logarithmic:
      detail::require(f0 != 0 && f1 != 0 && (f0 > 0) == (f1 > 0), "chirp",
                      "a logarithmic chirp needs f0 and f1 of one sign and not 0, got ", f0, " and ", f1);
      if (f0 == f1) return s;
      s.kind = forms::Sweep::logarithmic;
      s.rate = static_cast<double>(std::log(b / a) / t);
      s.scale = static_cast<double>(a * t / std::log(b / a));
      return s;
    default:
      detail::require(f0 != 0 && f1 != 0, "chirp", "a hyperbolic chirp needs f0 and f1 other than 0, got ", f0, " and ",
                      f1);
      if (f0 == f1) return s;
      s.kind = forms::Sweep::hyperbolic;
      s.rate = static_cast<double>((a - b) / (b * t));
      s.scale = static_cast<double>(a * b * t / (a - b));
      return s;
  }
}

template <class T> std::optional<Array<T>> over(const Array<T>& t, const Array<T>& parameter, const char* function) {
  detail::require_same_device(t.device(), parameter.device(), function);
  return parameter.broadcast_to(t.shape());
}

// a of the envelope e^(-a t^2).
double decay(const GaussPulseOptions& o, const char* function) {
  detail::require(std::isfinite(o.fc) && o.fc >= 0, function, "fc must be finite and at least 0, got ", o.fc);
  detail::require(std::isfinite(o.bw) && o.bw > 0, function, "bw must be positive, got ", o.bw);
  detail::require(std::isfinite(o.bwr) && o.bwr < 0, function, "bwr must be negative, got ", o.bwr);
  const real pi = 3.141592653589793238462643383279502884L, width = pi * real(o.fc) * real(o.bw);
  return static_cast<double>(-width * width / (4 * std::log(10.0L) * real(o.bwr) / 20));
}

// Read off the sequences that SciPy gives: places whose bits make the register of that length run through all states.
const std::vector<int> default_taps[] = {
    {1},          {2},          {3},         {3},         {5},         {6},  {7, 6, 1},    {5},
    {7},          {9},          {11, 10, 4}, {12, 11, 8}, {13, 12, 2}, {14}, {15, 13, 4},  {14},
    {11},         {18, 17, 14}, {17},        {19},        {21},        {18}, {23, 22, 17}, {22},
    {25, 24, 20}, {26, 25, 22}, {25},        {27},        {29, 28, 7}, {28}, {31, 30, 10}};

}  // namespace

template <class T> Array<T> chirp(const Array<T>& t, double f0, double t1, double f1, const ChirpOptions& options) {
  const forms::Sweep sweep = sweep_of(f0, t1, f1, options);
  Array<T> y(t.shape(), t.device());
  run(t, forms::Chirp<T>{target(y), sweep});
  return y;
}
template <class T>
Array<std::complex<T>> chirp_complex(const Array<T>& t, double f0, double t1, double f1, const ChirpOptions& options) {
  const forms::Sweep sweep = sweep_of(f0, t1, f1, options);
  Array<std::complex<T>> y(t.shape(), t.device());
  run(t, forms::ComplexChirp<T>{target(y), sweep});
  return y;
}
template <class T> Array<T> sweep_poly(const Array<T>& t, const std::vector<double>& poly, double phi) {
  constexpr std::size_t most = forms::max_coefficients - 1;
  detail::require(!poly.empty() && poly.size() <= most, "sweep_poly", "poly must have 1 to ", most,
                  " coefficients, got ", poly.size());
  for (const double c : poly) detail::require(std::isfinite(c), "sweep_poly", "poly must be finite, got ", c);
  detail::require(std::isfinite(phi), "sweep_poly", "phi must be finite, got ", phi);
  std::vector<real> integral;
  for (std::size_t i = 0; i < poly.size(); ++i) integral.push_back(real(poly[i]) / real(poly.size() - i));
  integral.push_back(0);
  Array<T> y(t.shape(), t.device());
  run(t, forms::Chirp<T>{target(y), polynomial_sweep(integral, phi)});
  return y;
}

template <class T> Array<T> sawtooth(const Array<T>& t, double width) {
  Array<T> y(t.shape(), t.device());
  run(t, forms::Sawtooth<T>{target(y)}, width);
  return y;
}
template <class T> Array<T> sawtooth(const Array<T>& t, const Array<T>& width) {
  const auto wide = over(t, width, "sawtooth");
  Array<T> y(t.shape(), t.device());
  run(t, forms::Sawtooth<T>{target(y)}, 0, wide);
  return y;
}
template <class T> Array<T> square(const Array<T>& t, double duty) {
  Array<T> y(t.shape(), t.device());
  run(t, forms::Square<T>{target(y)}, duty);
  return y;
}
template <class T> Array<T> square(const Array<T>& t, const Array<T>& duty) {
  const auto wide = over(t, duty, "square");
  Array<T> y(t.shape(), t.device());
  run(t, forms::Square<T>{target(y)}, 0, wide);
  return y;
}

template <class T> GaussPulse<T> gausspulse(const Array<T>& t, const GaussPulseOptions& options) {
  const double a = decay(options, "gausspulse");
  const Shape none{0};
  GaussPulse<T> y{Array<T>(t.shape(), t.device()), Array<T>(options.retquad ? t.shape() : none, t.device()),
                  Array<T>(options.retenv ? t.shape() : none, t.device())};
  run(t, forms::GaussPulse<T>{target(y.yI), options.retquad ? target(y.yQ) : nullptr,
                              options.retenv ? target(y.yenv) : nullptr, options.fc, a});
  return y;
}
double gausspulse_cutoff(const GaussPulseOptions& options) {
  const double a = decay(options, "gausspulse_cutoff");
  detail::require(std::isfinite(options.tpr) && options.tpr < 0, "gausspulse_cutoff", "tpr must be negative, got ",
                  options.tpr);
  return static_cast<double>(std::sqrt(-std::log(10.0L) * real(options.tpr) / 20 / real(a)));
}

template <class T>
Array<T> unit_impulse(const Shape& shape, const std::optional<std::vector<index_t>>& idx, Device device) {
  const int rank = shape.rank();
  const std::vector<index_t> at = idx.value_or(std::vector<index_t>(static_cast<std::size_t>(rank), 0));
  detail::require(static_cast<int>(at.size()) == rank, "unit_impulse", "idx must have one index per axis, ", rank,
                  ", got ", at.size());
  for (int d = 0; d < rank; ++d)
    detail::require(at[d] >= -shape[d] && at[d] < shape[d], "unit_impulse", "idx must be in [", -shape[d], ", ",
                    shape[d], ") on axis ", d, ", got ", at[d]);
  Array<T> y(shape, device);
  y.fill(T(0));
  Array<T> one = y;
  for (int d = 0; d < rank; ++d) one = one.select(0, at[d]);
  one.fill(T(1));
  return y;
}
template <class T> Array<T> unit_impulse_mid(const Shape& shape, Device device) {
  std::vector<index_t> middle;
  for (int d = 0; d < shape.rank(); ++d) middle.push_back(shape[d] / 2);
  return unit_impulse<T>(shape, middle, device);
}

MaxLenSeq max_len_seq(int nbits, const MaxLenSeqOptions& options) {
  detail::require(nbits >= 2, "max_len_seq", "nbits must be at least 2, got ", nbits);
  detail::require(options.taps || nbits <= 32, "max_len_seq", "nbits must be at most 32 without taps, got ", nbits);
  const std::vector<int> taps = options.taps ? *options.taps : default_taps[nbits - 2];
  detail::require(!taps.empty(), "max_len_seq", "taps must have at least one place, got none");
  for (const int tap : taps)
    detail::require(tap >= 0 && tap < nbits, "max_len_seq", "taps must be in [0, ", nbits, "), got ", tap);
  const auto n = static_cast<std::size_t>(nbits);
  std::vector<std::int8_t> state(n, 1);
  if (!options.state.empty()) {
    detail::require(options.state.size() == n, "max_len_seq", "state must have nbits = ", n, " values, got ",
                    options.state.size());
    for (std::size_t i = 0; i < n; ++i) state[i] = options.state[i] != 0;
    detail::require(std::count(state.begin(), state.end(), 1) > 0, "max_len_seq", "state must not be all zeros");
  }
  detail::require(options.length || nbits < 63, "max_len_seq", "length must be given for nbits above 62");
  const index_t length = options.length ? *options.length : (index_t(1) << nbits) - 1;
  detail::require(length >= 0, "max_len_seq", "length must be at least 0, got ", length);
  MaxLenSeq out{std::vector<std::int8_t>(static_cast<std::size_t>(length)), {}};
  std::size_t first = 0;  // where the register, a ring, begins
  for (std::int8_t& bit : out.seq) {
    bit = state[first];
    std::int8_t next = bit;
    for (const int tap : taps) {
      const std::size_t at = first + static_cast<std::size_t>(tap);
      next = static_cast<std::int8_t>(next ^ state[at < n ? at : at - n]);
    }
    state[first] = next;
    if (++first == n) first = 0;
  }
  std::rotate(state.begin(), state.begin() + static_cast<std::ptrdiff_t>(first), state.end());
  out.state = state;
  return out;
}

#define TUKEY_INSTANTIATE(T)                                                                                        \
  template TUKEY_EXPORT Array<T> chirp<T>(const Array<T>&, double, double, double, const ChirpOptions&);            \
  template TUKEY_EXPORT Array<std::complex<T>> chirp_complex<T>(const Array<T>&, double, double, double,            \
                                                                const ChirpOptions&);                               \
  template TUKEY_EXPORT Array<T> sweep_poly<T>(const Array<T>&, const std::vector<double>&, double);                \
  template TUKEY_EXPORT Array<T> sawtooth<T>(const Array<T>&, double);                                              \
  template TUKEY_EXPORT Array<T> sawtooth<T>(const Array<T>&, const Array<T>&);                                     \
  template TUKEY_EXPORT Array<T> square<T>(const Array<T>&, double);                                                \
  template TUKEY_EXPORT Array<T> square<T>(const Array<T>&, const Array<T>&);                                       \
  template TUKEY_EXPORT GaussPulse<T> gausspulse<T>(const Array<T>&, const GaussPulseOptions&);                     \
  template TUKEY_EXPORT Array<T> unit_impulse<T>(const Shape&, const std::optional<std::vector<index_t>>&, Device); \
  template TUKEY_EXPORT Array<T> unit_impulse_mid<T>(const Shape&, Device);
TUKEY_FOR_REAL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::signal
