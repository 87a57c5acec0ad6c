// SPDX-License-Identifier: Apache-2.0
// The accuracy suite: a case runs a public function on a device, and the same computation one precision higher on the
// host, and states how far apart they may be. docs/accuracy.md says how to read the table.
//
//   ACCURACY(fft) {                                    // the file's cases; `suite` collects them
//     accuracy::each<std::complex<float>, std::complex<double>>([&](auto type) {
//       using T = typename decltype(type)::type;
//       for (auto layout : accuracy::layouts)
//         suite.unary<T>("fft.fft", {1000}, layout, {4, std::log2(1000)},
//             [](const Array<T>& x) { return fft::fft(x); },
//             [](const auto& x) { auto y = x.like(); reference::fft(x.in(), y.out(), -1, false); return y; });
//     });
//   }
//
// `x` of the second lambda is a Host<double> or Host<std::complex<long double>> with the very same values.
// Functions of several arguments use add(): a lambda from a Device to an Outcome{actual, expected}.
#pragma once

#include <cmath>
#include <complex>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tukey/core.hpp"
#include "tukey/detail/access.hpp"

namespace tukey::accuracy {

template <class T> struct wider { using type = T; };
template <> struct wider<float> { using type = double; };
template <> struct wider<double> { using type = long double; };
template <class T> struct wider<std::complex<T>> { using type = std::complex<typename wider<T>::type>; };
/// One precision higher: double for float, long double for double, and their complex.
template <class T> using wider_t = typename wider<T>::type;

/// A bound k * eps(T) * growth on the norm-wise relative error; `ulp` > 0 also bounds every element's error in ULP.
struct Tolerance {
  double k = 4;
  double growth = 1;
  double ulp = 0;
};

/// How the input lies in memory. The values and the shape are the same in all.
enum class Layout { contiguous, strided, reversed, transposed };
inline constexpr Layout layouts[] = {Layout::contiguous, Layout::strided, Layout::reversed, Layout::transposed};
const char* name_of(Layout layout);

/// Row-major values on the host of any scalar, long double too: what reference functions read and write.
template <class T> struct Host {
  Shape shape;
  std::vector<T> values;

  Host() = default;
  explicit Host(const Shape& s) : shape(s), values(static_cast<std::size_t>(s.size())) {}
  Host(const Shape& s, std::vector<T> v) : shape(s), values(std::move(v)) {}
  view<const T> in() const {
    return detail::make_view<const T>(values.data(), shape, detail::row_major_strides(shape));
  }
  view<T> out() { return detail::make_view<T>(values.data(), shape, detail::row_major_strides(shape)); }
  /// Zeros of the same shape, or of another shape, of the same or another scalar.
  template <class U = T> Host<U> like() const { return Host<U>(shape); }
  template <class U = T> Host<U> like(const Shape& s) const { return Host<U>(s); }
  template <class U> Host<U> as() const {
    Host<U> y(shape);
    for (std::size_t i = 0; i < values.size(); ++i) y.values[i] = U(values[i]);
    return y;
  }
};

/// Values in [-1, 1) from a seed, rounded to T (integers: -100 to 100).
template <class T> Host<T> noise(const Shape& shape, unsigned seed = 1) {
  Host<T> x(shape);
  std::uint64_t s = 0x9E3779B97F4A7C15ull * (seed + 1);
  auto next = [&] {
    s ^= s << 13, s ^= s >> 7, s ^= s << 17;
    return double(s >> 11) * 0x1p-52 - 1.0;
  };
  for (T& v : x.values) {
    if constexpr (is_complex_v<T>) {
      const double re = next(), im = next();
      v = T(static_cast<real_t<T>>(re), static_cast<real_t<T>>(im));
    } else if constexpr (std::is_integral_v<T>) {
      v = static_cast<T>(next() * 100);
    } else {
      v = static_cast<T>(next());
    }
  }
  return x;
}

/// The same values one precision higher.
template <class T> Host<wider_t<T>> widen(const Host<T>& x) { return x.template as<wider_t<T>>(); }

/// The values as an array on a device, in that layout along the last axis.
template <class T> Array<T> on_device(const Host<T>& x, Device device, Layout layout = Layout::contiguous) {
  const int rank = x.shape.rank();
  const Array<T> plain = Array<T>::from(x.values.data(), x.shape, device);
  if (rank == 0 || layout == Layout::contiguous) return plain;
  if (layout == Layout::transposed) {
    Shape reversed;
    for (int i = rank - 1; i >= 0; --i) reversed.push_back(x.shape[i]);
    Array<T> y = Array<T>(reversed, device).transpose();
    y.assign(plain);
    return y;
  }
  if (layout == Layout::reversed) {
    Array<T> y = Array<T>(x.shape, device).flip(-1);
    y.assign(plain);
    return y;
  }
  Shape wide = x.shape;
  wide[rank - 1] = 2 * wide[rank - 1];
  Array<T> y = Array<T>(wide, device)(ellipsis, Slice{{}, {}, 2});
  y.assign(plain);
  return y;
}

/// Both results, flattened, as complex long double; dtype is the actual result's.
struct Outcome {
  std::vector<std::complex<long double>> actual, expected;
  double epsilon = 0;  // of the actual result's element type

  Outcome() = default;
  template <class T, class U>
  Outcome(const std::vector<T>& a, const std::vector<U>& e)
      : actual(wide(a)), expected(wide(e)), epsilon(epsilon_of<T>()) {}
  template <class T, class U> Outcome(const Array<T>& a, const std::vector<U>& e) : Outcome(a.to_vector(), e) {}
  template <class T, class U> Outcome(const Array<T>& a, const Host<U>& e) : Outcome(a.to_vector(), e.values) {
    if (a.shape() != e.shape) throw Error("shape " + a.shape().str() + ", the reference gives " + e.shape.str());
  }

 private:
  template <class T> static double epsilon_of() {
    if constexpr (std::is_integral_v<T>)
      return 0;
    else
      return static_cast<double>(std::numeric_limits<real_t<T>>::epsilon());
  }
  template <class T> static std::vector<std::complex<long double>> wide(const std::vector<T>& v) {
    std::vector<std::complex<long double>> w(v.size());
    for (std::size_t i = 0; i < v.size(); ++i) {
      if constexpr (std::is_arithmetic_v<T>)
        w[i] = static_cast<long double>(v[i]);
      else
        w[i] = {static_cast<long double>(v[i].real()), static_cast<long double>(v[i].imag())};
    }
    return w;
  }
};

struct Case {
  std::string function, dtype, size, layout;
  Tolerance tolerance;
  std::function<Outcome(Device)> run;
};

/// "(4, 1000)" as "4x1000", for the table.
std::string size_of(const Shape& shape);

class Suite {
 public:
  /// A case of any form. T names the dtype; `size` is free text ("4x1000", "order 8, 65536").
  template <class T, class Text, class = std::enable_if_t<std::is_convertible_v<Text, std::string>>>
  void add(const std::string& function, const Text& size, Layout layout, Tolerance tolerance,
           std::function<Outcome(Device)> run) {
    cases_.push_back({function, dtype_name_v<T>, size, name_of(layout), tolerance, std::move(run)});
  }
  template <class T>
  void add(const std::string& function, const Shape& shape, Layout layout, Tolerance tolerance,
           std::function<Outcome(Device)> run) {
    add<T>(function, size_of(shape), layout, tolerance, std::move(run));
  }
  /// A function of one array of noise: `f` takes an Array<T>, `reference` a Host of T one precision higher.
  template <class T, class F, class R>
  void unary(const std::string& function, const Shape& shape, Layout layout, Tolerance tolerance, F f, R reference) {
    add<T>(function, shape, layout, tolerance, [=](Device device) {
      const Host<T> x = noise<T>(shape);
      return Outcome(f(on_device(x, device, layout)), reference(widen(x)));
    });
  }
  /// A function of two arrays of noise; the second is contiguous.
  template <class T, class F, class R>
  void binary(const std::string& function, const Shape& a, const Shape& b, Layout layout, Tolerance tolerance, F f,
              R reference) {
    add<T>(function, size_of(a) + " " + size_of(b), layout, tolerance, [=](Device device) {
      const Host<T> x = noise<T>(a, 1), y = noise<T>(b, 2);
      return Outcome(f(on_device(x, device, layout), on_device(y, device)), reference(widen(x), widen(y)));
    });
  }
  const std::vector<Case>& cases() const { return cases_; }

 private:
  std::vector<Case> cases_;
};

template <class T> struct Type { using type = T; };
/// body(Type<float>{}), body(Type<double>{}), ...
template <class... T, class F> void each(F body) { (body(Type<T>{}), ...); }

/// A file's registration. A static object works here because this is a program, not a static library.
struct Register {
  explicit Register(void (*fill)(Suite&));
};

#define ACCURACY(name)                                                              \
  static void accuracy_cases_##name(tukey::accuracy::Suite& suite);                 \
  static const tukey::accuracy::Register accuracy_of_##name(accuracy_cases_##name); \
  static void accuracy_cases_##name([[maybe_unused]] tukey::accuracy::Suite& suite)

}  // namespace tukey::accuracy
