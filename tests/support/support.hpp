// SPDX-License-Identifier: Apache-2.0
// What every test uses: data made from a seed, comparison by norm, golden values, error messages.
// The device under test is default_device(), which TUKEY_DEVICE chooses: each program runs once per backend.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "tukey/core.hpp"

namespace tukey::test {

/// Pseudo-random values in [-1, 1) (integers: whole range/2), the same on every platform.
template <class T>
std::vector<T> noise(index_t count, unsigned seed = 1) {
  std::vector<T> v(static_cast<std::size_t>(count));
  std::uint64_t s = 0x9E3779B97F4A7C15ull * (seed + 1);
  auto next = [&] {
    s ^= s << 13, s ^= s >> 7, s ^= s << 17;
    return double(s >> 11) * 0x1p-52 - 1.0;
  };
  for (index_t i = 0; i < count; ++i) {
    if constexpr (is_complex_v<T>) {
      const double re = next(), im = next();
      v[i] = T(static_cast<real_t<T>>(re), static_cast<real_t<T>>(im));
    } else if constexpr (std::is_integral_v<T>) {
      v[i] = static_cast<T>(next() * 100);
    } else {
      v[i] = static_cast<T>(next());
    }
  }
  return v;
}
template <class T>
Array<T> noise_array(const Shape& shape, unsigned seed = 1) {
  return Array<T>::from(noise<T>(shape.size(), seed), shape);
}

/// A bound k * eps(T) * growth on the norm-wise relative error. NaN and Inf must stand in the same places.
struct Tolerance {
  double k = 4;
  double growth = 1;
};

namespace detail {
struct Comparison {
  bool ok;
  std::string message;  // the error, the bound and the first few mismatches
};
Comparison compare(const std::vector<std::complex<long double>>& actual,
                   const std::vector<std::complex<long double>>& expected, double bound);
template <class T>
std::vector<std::complex<long double>> widen(const std::vector<T>& v) {
  std::vector<std::complex<long double>> w(v.size());
  for (std::size_t i = 0; i < v.size(); ++i) {
    if constexpr (std::is_arithmetic_v<T>)
      w[i] = static_cast<long double>(v[i]);
    else
      w[i] = {static_cast<long double>(v[i].real()), static_cast<long double>(v[i].imag())};
  }
  return w;
}
}  // namespace detail

/// EXPECT_TRUE(close(y, expected, {8})): norm(y - expected) <= 8 eps(T) norm(expected). T is the actual type.
template <class T, class U>
testing::AssertionResult close(const std::vector<T>& actual, const std::vector<U>& expected, Tolerance t = {}) {
  const double eps = static_cast<double>(std::numeric_limits<real_t<T>>::epsilon());
  const auto c = detail::compare(detail::widen(actual), detail::widen(expected), t.k * eps * t.growth);
  return c.ok ? testing::AssertionSuccess() : testing::AssertionFailure() << c.message;
}
template <class T, class U>
testing::AssertionResult close(const Array<T>& actual, const std::vector<U>& expected, Tolerance t = {}) {
  return close(actual.to_vector(), expected, t);
}
template <class T, class U>
testing::AssertionResult close(const Array<T>& actual, const Array<U>& expected, Tolerance t = {}) {
  if (actual.shape() != expected.shape())
    return testing::AssertionFailure() << "shape " << actual.shape().str() << ", expected " << expected.shape().str();
  return close(actual.to_vector(), expected.to_vector(), t);
}
/// Bit equality, NaN equal to NaN of the same bits.
template <class T>
testing::AssertionResult identical(const Array<T>& actual, const Array<T>& expected) {
  if (actual.shape() != expected.shape())
    return testing::AssertionFailure() << "shape " << actual.shape().str() << ", expected " << expected.shape().str();
  const auto a = actual.to_vector(), e = expected.to_vector();
  for (std::size_t i = 0; i < a.size(); ++i) {
    const T x = a[i], y = e[i];
    if (std::memcmp(&x, &y, sizeof(T)) != 0) return testing::AssertionFailure() << "element " << i << " differs";
  }
  return testing::AssertionSuccess();
}

/// A file of the repository ("tests/golden/fft.npz"); found from the working folder or the source folder.
std::string repository_file(const std::string& path);
/// tests/golden/<name>.npz, opened once.
const NpzReader& golden(const std::string& name);

/// EXPECT_ERROR(InvalidArgument, fft::fft(x, {.n = 0}), "fft: n must be positive, got 0"): type and whole message.
#define EXPECT_ERROR(type, statement, text)                                    \
  do {                                                                         \
    try {                                                                      \
      statement;                                                               \
      ADD_FAILURE() << "no exception from " #statement;                        \
    } catch (const type& error) {                                              \
      EXPECT_STREQ(error.what(), text);                                        \
    } catch (const std::exception& error) {                                    \
      ADD_FAILURE() << "another exception type, saying: " << error.what();     \
    }                                                                          \
  } while (0)

using RealTypes = testing::Types<float, double>;
using ComplexTypes = testing::Types<std::complex<float>, std::complex<double>>;
using FloatingTypes = testing::Types<float, double, std::complex<float>, std::complex<double>>;

}  // namespace tukey::test
