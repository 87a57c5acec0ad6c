// SPDX-License-Identifier: Apache-2.0
// Internal: which elements of a sorted row a quantile lies between, after Hyndman and Fan, "Sample quantiles in
// statistical packages", 1996. Included by .cu files: no std headers.
#pragma once

#include <math.h>

#include "sort_keys.hpp"

namespace tukey::sorting {

// The first 13 are tukey::QuantileMethod's, in its order.
enum class Method : int {
  inverted_cdf,
  averaged_inverted_cdf,
  closest_observation,
  interpolated_inverted_cdf,
  hazen,
  weibull,
  linear,
  median_unbiased,
  normal_unbiased,
  lower,
  higher,
  midpoint,
  nearest,
  median  // the mean of the two in the middle
};

// Never fused with an addition: whether a place is a whole number decides, and both backends must agree.
TUKEY_HD inline double product(double a, double b) {
#if defined(__CUDA_ARCH__)
  return __dmul_rn(a, b);
#else
  return a * b;
#endif
}

// The quantile is (1 - t) times element `low` plus t times element `high`.
struct place {
  index_t low, high;
  double t;
};
// Of m > 0 sorted elements.
TUKEY_HD inline place place_of(Method method, double q, index_t m) {
  const double n = static_cast<double>(m), steps = product(n - 1, q);
  double at = 0, t = -1;  // t < 0: the fraction of `at`
  switch (method) {
    case Method::median: return {(m - 1) / 2, m / 2, 0.5};
    case Method::inverted_cdf: at = ceil(product(n, q) - 1); break;
    case Method::averaged_inverted_cdf:
      at = product(n, q) - 1;
      t = at == floor(at) ? 0.5 : 1;
      break;
    case Method::closest_observation: {
      const double index = product(n, q) - 1 - 0.5, below = floor(index);
      at = index == below && fmod(below, 2.0) != 0 ? below : below + 1;
      break;
    }
    case Method::interpolated_inverted_cdf: at = product(n, q) + 0.0 - 1; break;
    case Method::hazen: at = product(n, q) + 0.5 - 1; break;
    case Method::weibull: at = product(n, q) + q - 1; break;
    case Method::linear: at = steps; break;
    case Method::median_unbiased: at = product(n, q) + (1 / 3.0 + product(q, 1 - 1 / 3.0 - 1 / 3.0)) - 1; break;
    case Method::normal_unbiased: at = product(n, q) + (3 / 8.0 + product(q, 1 - 3 / 8.0 - 3 / 8.0)) - 1; break;
    case Method::lower: at = floor(steps); break;
    case Method::higher: at = ceil(steps); break;
    case Method::midpoint:
      at = 0.5 * (floor(steps) + ceil(steps));
      t = at == floor(at) ? 0 : 0.5;
      break;
    case Method::nearest: at = rint(steps); break;
  }
  if (at >= n - 1) return {m - 1, m - 1, 0};
  if (!(at > 0)) {
    // At 0 itself the averaged method still averages the first two.
    if (at == 0 && t > 0) return {0, 1, t};
    return {0, 0, 0};
  }
  const index_t low = static_cast<index_t>(floor(at));
  if (t < 0) t = at - floor(at);
  return t == 0 ? place{low, low, 0} : place{low, low + 1, t};
}

// Between equal or infinite elements NumPy's formula would give NaN.
TUKEY_HD inline double blend(Method method, double a, double b, double t) {
  if (a == b || t == 0) return a;
  if (t == 1) return b;
  if (method == Method::median) return 0.5 * a + 0.5 * b;
  const double gap = b - a;
  if (gap - gap != 0) {  // infinite
    const bool low = a - a != 0, high = b - b != 0;
    return low && high ? a + b : low ? a : high ? b : product(a, 1 - t) + product(b, t);
  }
  return t < 0.5 ? a + product(gap, t) : b - product(gap, 1 - t);
}

// The number that an order key stands for.
TUKEY_HD inline double number_of(Kind k, u32 key) {
  const u32 bits = bits_of_key(k, key);
  switch (k) {
    case Kind::i8: return static_cast<signed char>(bits);
    case Kind::i16: return static_cast<short>(bits);
    case Kind::i32: return static_cast<int>(bits);
    case Kind::f32: {
      union { u32 u; float f; } c;
      c.u = bits;
      return c.f;
    }
    default: return bits;
  }
}
TUKEY_HD inline double number_of(Kind k, u64 key) {
  const u64 bits = bits_of_key(k, key);
  if (k == Kind::f64) {
    union { u64 u; double f; } c;
    c.u = bits;
    return c.f;
  }
  return k == Kind::i64 ? static_cast<double>(static_cast<index_t>(bits)) : static_cast<double>(bits);
}

// Quantiles of contiguous rows: y[j * rows + row] for q[j] (host memory), in float or double.
struct quantile_problem {
  Kind kind;  // not complex
  index_t rows, n;
  const void* x;
  int count;
  const double* q;
  Method method;
  bool ignore_nan;  // else a row with NaN gives NaN
  bool narrow;      // y is float
  void* y;
};

}  // namespace tukey::sorting
