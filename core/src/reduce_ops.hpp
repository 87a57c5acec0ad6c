// SPDX-License-Identifier: Apache-2.0
// Internal: the reductions' accumulators, one definition for CPU loops and kernels. No std headers.
//
// An operation has value (element type), accumulator, start(), add(a, x, index), add_pack (several elements at equal
// distances of index), combine(a, b) and store(out, at, a). All but locate_op join elements as strips before they go
// into an accumulator: join(a, b) of strip(x), take(a, strip). Which order elements and partial accumulators come in
// does not change what max, min, argmax and argmin give, and is fixed for sums.
#pragma once

#include "functors.hpp"

namespace tukey::pointwise {

// What sums accumulate in: double for floating types, 64 bits for integers.
template <class T> struct wide { using type = long; };
template <> struct wide<unsigned char> { using type = unsigned long; };
template <> struct wide<unsigned short> { using type = unsigned long; };
template <> struct wide<unsigned> { using type = unsigned long; };
template <> struct wide<unsigned long> { using type = unsigned long; };
template <> struct wide<float> { using type = double; };
template <> struct wide<double> { using type = double; };
template <> struct wide<cplx<float>> { using type = cplx<double>; };
template <> struct wide<cplx<double>> { using type = cplx<double>; };

template <class A, class T> TUKEY_FN A widen(T x) { return static_cast<A>(x); }
template <> TUKEY_FN cplx<double> widen(cplx<float> x) { return {x.re, x.im}; }

template <bool first, class X, class Y> struct choose_strip { using type = X; };
template <class X, class Y> struct choose_strip<false, X, Y> { using type = Y; };

// Sums; means where count is not 0: of integers as double, of floating types as themselves.
template <class T, class A> struct sum_op {
  using value = T;
  using accumulator = A;
  // Floats are added in pairs first, in their own precision: conversions to double are slow on many GPUs.
  using strip = typename choose_strip<kind_of<T> == kind::integer, A, T>::type;
  index_t count;

  TUKEY_FN A start() const { return A(0); }
  TUKEY_FN void add(A& a, T x, index_t) const { a = plus(a, widen<A>(x)); }
  TUKEY_FN strip lift(T x) const { return widen<strip>(x); }
  TUKEY_FN strip join(strip a, strip b) const { return pointwise::add<strip>{}(a, b); }
  TUKEY_FN void take(A& a, strip s) const { a = plus(a, widen<A>(s)); }
  template <int K> TUKEY_FN void add_pack(A& a, const T (&x)[K], index_t, index_t) const {
    strip s[K];
#pragma unroll
    for (int i = 0; i < K; ++i) s[i] = lift(x[i]);
#pragma unroll
    for (int half = K / 2; half > 0; half /= 2) {
#pragma unroll
      for (int i = 0; i < half; ++i) s[i] = join(s[i], s[i + half]);
    }
    take(a, s[0]);
  }
  TUKEY_FN A combine(A a, A b) const { return plus(a, b); }
  TUKEY_FN void store(void* out, index_t at, A a) const {
    if constexpr (kind_of<T> == kind::integer) {
      if (count)
        static_cast<double*>(out)[at] = static_cast<double>(a) / static_cast<double>(count);
      else
        static_cast<A*>(out)[at] = a;
    } else {
      if (count) a = a / static_cast<double>(count);
      static_cast<T*>(out)[at] = narrow(a);
    }
  }

 private:
  TUKEY_FN static A plus(A a, A b) { return pointwise::add<A>{}(a, b); }
  TUKEY_FN static T narrow(A a) {
    if constexpr (kind_of<T> == kind::complex)
      return {static_cast<real_of_t<T>>(a.re), static_cast<real_of_t<T>>(a.im)};
    else
      return static_cast<T>(a);
  }
};

// The ends of a type's range.
template <class T> TUKEY_FN T range_end(bool highest) {
  if constexpr (kind_of<T> == kind::real) {
    const T infinity = T(1e300 * 1e10);
    return highest ? infinity : -infinity;
  } else {
    const T all = T(~wrapping_t<T>(0));
    const T top = is_signed<T> ? T(wrapping_t<T>(1) << (8 * sizeof(T) - 1)) : T(0);  // the lowest value
    return highest ? T(all ^ top) : top;
  }
}

// The largest element (end 0), or the smallest (end 1); NaN where there is one. `chosen` tells which where the end is
// left to run time: kernels compile once for both, CPU loops vectorise when it is known.
inline constexpr int any_end = 2;
template <class T, int end = any_end> struct extreme_op {
  using value = T;
  using accumulator = T;
  bool chosen;

  TUKEY_FN bool smallest() const { return end == any_end ? chosen : end == 1; }
  TUKEY_FN T start() const { return range_end<T>(smallest()); }
  TUKEY_FN T combine(T a, T b) const { return smallest() ? minimum<T>{}(a, b) : maximum<T>{}(a, b); }
  using strip = T;
  TUKEY_FN void add(T& a, T x, index_t) const { a = combine(a, x); }
  TUKEY_FN T lift(T x) const { return x; }
  TUKEY_FN T join(T a, T b) const { return combine(a, b); }
  TUKEY_FN void take(T& a, T s) const { a = combine(a, s); }
  template <int K> TUKEY_FN void add_pack(T& a, const T (&x)[K], index_t, index_t) const {
    T best = x[0];
#pragma unroll
    for (int i = 1; i < K; ++i) best = combine(best, x[i]);
    a = combine(a, best);
  }
  TUKEY_FN void store(void* out, index_t at, T a) const { static_cast<T*>(out)[at] = a; }
};

// Where it is: the first such index, the first NaN above all.
template <class T> struct found {
  T value;
  index_t index;
};
template <class T, int end = any_end> struct locate_op {
  using value = T;
  using accumulator = found<T>;
  using extreme = extreme_op<T, end>;
  bool chosen;

  TUKEY_FN bool smallest() const { return end == any_end ? chosen : end == 1; }

  // Any element replaces it: none is beyond the range, and its index is lower.
  TUKEY_FN accumulator start() const { return {range_end<T>(smallest()), index_t(~0ul >> 1)}; }
  TUKEY_FN bool before(T a, T b) const { return smallest() ? a < b : a > b; }
  TUKEY_FN accumulator combine(accumulator a, accumulator b) const {
    const bool a_nan = a.value != a.value, b_nan = b.value != b.value;
    if (a_nan != b_nan) return a_nan ? a : b;
    if (before(a.value, b.value)) return a;
    if (before(b.value, a.value)) return b;
    return a.index < b.index ? a : b;
  }
  TUKEY_FN void add(accumulator& a, T x, index_t i) const {
    // Most elements lose at once.
    if (before(a.value, x)) return;
    a = combine(a, {x, i});
  }
  template <int K> TUKEY_FN void add_pack(accumulator& a, const T (&x)[K], index_t first, index_t step) const {
    const extreme ends{chosen};
    T best = x[0];
#pragma unroll
    for (int i = 1; i < K; ++i) best = ends.combine(best, x[i]);
    if (before(a.value, best)) return;
    int at = -1;  // the place of the best element with the lowest index
#pragma unroll
    for (int i = 0; i < K; ++i)
      if ((x[i] == best || (best != best && x[i] != x[i])) && (at < 0 || step < 0)) at = i;
    a = combine(a, {best, first + at * step});
  }
  TUKEY_FN void store(void* out, index_t at, accumulator a) const { static_cast<index_t*>(out)[at] = a.index; }
};

}  // namespace tukey::pointwise
