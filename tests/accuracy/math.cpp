// SPDX-License-Identifier: Apache-2.0
// math: every function of math.hpp whose result is rounded, real ones in ULP.
#include <algorithm>

#include "accuracy.hpp"

namespace tukey {
namespace {
using accuracy::Host;
using accuracy::Layout;

template <class W> W bessel_i0(W x) {
  W sum = 1, term = 1;
  for (int k = 1; k < 200; ++k) sum += term *= x * x / 4 / (W(k) * W(k));
  return sum;
}
template <class W> W sinc_of(W x) {
  const W pi = W(3.14159265358979323846264338327950288L);
  return x == W(0) ? W(1) : std::sin(pi * x) / (pi * x);
}
// Where a function is looked at: noise in [-1, 1) times `scale` plus `shift`, or its magnitude.
struct Range {
  double scale = 1, shift = 0;
  bool positive = false;
};
template <class T> T place(T x, const Range& r) {
  using R = real_t<T>;
  if constexpr (!is_complex_v<T>)
    if (r.positive) x = std::abs(x);
  return x * R(r.scale) + T(R(r.shift));
}

template <class T, class F, class G>
void function(accuracy::Suite& suite, const char* name, Layout layout, accuracy::Tolerance tolerance, Range range, F f,
              G reference) {
  suite.add<T>(name, Shape{4, 1000}, layout, tolerance, [=](Device device) {
    Host<T> x = accuracy::noise<T>(Shape{4, 1000});
    for (T& v : x.values) v = place(v, range);
    auto y = accuracy::widen(x);
    for (auto& v : y.values) v = reference(v);
    return accuracy::Outcome(f(accuracy::on_device(x, device, layout)), y);
  });
}
template <class T, class F, class G>
void function2(accuracy::Suite& suite, const char* name, Layout layout, accuracy::Tolerance tolerance, Range range, F f,
               G reference) {
  suite.add<T>(name, Shape{4, 1000}, layout, tolerance, [=](Device device) {
    Host<T> a = accuracy::noise<T>(Shape{4, 1000}, 1), b = accuracy::noise<T>(Shape{4, 1000}, 2);
    for (Host<T>* h : {&a, &b})
      for (T& v : h->values) v = place(v, range);
    const auto p = accuracy::widen(a), q = accuracy::widen(b);
    auto y = p;
    for (std::size_t i = 0; i < y.values.size(); ++i) y.values[i] = reference(p.values[i], q.values[i]);
    return accuracy::Outcome(f(accuracy::on_device(a, device, layout), accuracy::on_device(b, device)), y);
  });
}
#define FUNCTION(name, ulp, ...)                                                                 \
  function<T>(                                                                                   \
      suite, #name, layout, {4, 1, ulp}, __VA_ARGS__, [](const Array<T>& x) { return name(x); }, \
      [](auto v) { return std::name(v); })
#define FUNCTION2(name, ulp, ...)                                                                                      \
  function2<T>(                                                                                                        \
      suite, #name, layout, {4, 1, ulp}, __VA_ARGS__, [](const Array<T>& a, const Array<T>& b) { return name(a, b); }, \
      [](auto v, auto w) { return std::name(v, w); })
}  // namespace

ACCURACY(math) {
  for (Layout layout : accuracy::layouts) {
    accuracy::each<float, double, std::complex<float>, std::complex<double>>([&](auto type) {
      using T = typename decltype(type)::type;
      const double ulp = is_complex_v<T> ? 0 : 4;
      FUNCTION(tan, ulp, {3});
      FUNCTION(asin, ulp, {});
      FUNCTION(acos, ulp, {});
      FUNCTION(atan, ulp, {10});
      FUNCTION(sinh, ulp, {10});
      FUNCTION(cosh, ulp, {10});
      FUNCTION(tanh, ulp, {3});
      FUNCTION(asinh, ulp, {10});
      FUNCTION(acosh, ulp, {10, 1, true});
      FUNCTION(atanh, ulp, {});
    });
    accuracy::each<std::complex<float>, std::complex<double>>([&](auto type) {
      using T = typename decltype(type)::type;
      using R = real_t<T>;
      function<T>(
          suite, "expm1", layout, {4}, {1e-3}, [](const Array<T>& x) { return expm1(x); },
          [](auto v) {
            const auto s = std::sin(v.imag() / 2);
            return decltype(v)(std::expm1(v.real()) * std::cos(v.imag()) - 2 * s * s,
                               std::exp(v.real()) * std::sin(v.imag()));
          });
      function<T>(
          suite, "log1p", layout, {4}, {0.4}, [](const Array<T>& x) { return log1p(x); },
          [](auto v) { return std::log(decltype(v)(1) + v); });
      function<T>(
          suite, "exp2", layout, {16}, {3}, [](const Array<T>& x) { return exp2(x); },
          [](auto v) { return std::exp(v * decltype(v)(0.693147180559945309417232121458L)); });
      function<T>(
          suite, "log2", layout, {4}, {3}, [](const Array<T>& x) { return log2(x); },
          [](auto v) { return std::log(v) / decltype(v)(0.693147180559945309417232121458L); });
      function<T>(
          suite, "sinc", layout, {8}, {3}, [](const Array<T>& x) { return sinc(x); },
          [](auto v) { return sinc_of(v); });
      function<T>(
          suite, "reciprocal", layout, {4}, {3}, [](const Array<T>& x) { return reciprocal(x); },
          [](auto v) { return decltype(v)(1) / v; });
      function<T>(
          suite, "sqrt", layout, {4}, {3}, [](const Array<T>& x) { return sqrt(x); },
          [](auto v) { return std::sqrt(v); });
      function2<T>(
          suite, "pow", layout, {8}, {3}, [](const Array<T>& a, const Array<T>& b) { return pow(a, b); },
          [](auto v, auto w) { return std::pow(v, w); });
      function<T>(
          suite, "pow 7", layout, {16}, {2}, [](const Array<T>& a) { return pow(a, T(R(7))); },
          [](auto v) { return v * v * v * v * v * v * v; });
    });
    accuracy::each<float, double>([&](auto type) {
      using T = typename decltype(type)::type;
      FUNCTION(exp2, 4, {30});
      FUNCTION(expm1, 4, {3});
      FUNCTION(log1p, 4, {0.9});
      FUNCTION(log2, 4, {100, 0, true});
      FUNCTION(cbrt, 4, {100});
      FUNCTION(exp, 4, {80});
      FUNCTION(log, 4, {100, 0, true});
      FUNCTION(log10, 4, {100, 0, true});
      FUNCTION(sin, 4, {1000});
      FUNCTION(cos, 4, {1000});
      FUNCTION(sqrt, 1, {100, 0, true});
      function<T>(
          suite, "i0", layout, {4, 1, 4}, {20}, [](const Array<T>& x) { return i0(x); },
          [](auto v) { return bessel_i0(v); });
      function<T>(
          suite, "sinc", layout, {4, 1, 4}, {3.3}, [](const Array<T>& x) { return sinc(x); },
          [](auto v) { return sinc_of(v); });
      function<T>(
          suite, "reciprocal", layout, {1, 1, 1}, {3}, [](const Array<T>& x) { return reciprocal(x); },
          [](auto v) { return 1 / v; });
      function<T>(
          suite, "degrees", layout, {1, 1, 2}, {3}, [](const Array<T>& x) { return degrees(x); },
          [](auto v) { return v * decltype(v)(180 / 3.14159265358979323846264338327950288L); });
      FUNCTION2(atan2, 4, {10});
      FUNCTION2(hypot, 4, {10});
      FUNCTION2(fmod, 1, {10});
      FUNCTION2(pow, 8, {10, 0.1, true});
      function2<T>(
          suite, "logaddexp", layout, {4, 1, 4}, {10, 0.1, true},
          [](const Array<T>& a, const Array<T>& b) { return logaddexp(a, b); },
          [](auto v, auto w) { return std::max(v, w) + std::log1p(std::exp(-std::abs(v - w))); });
      function2<T>(
          suite, "logaddexp2", layout, {4, 1, 4}, {10, 0.1, true},
          [](const Array<T>& a, const Array<T>& b) { return logaddexp2(a, b); },
          [](auto v, auto w) {
            return std::max(v, w) +
                   std::log1p(std::exp2(-std::abs(v - w))) / decltype(v)(0.693147180559945309417232121458L);
          });
    });
  }
}

}  // namespace tukey
