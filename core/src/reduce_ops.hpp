// SPDX-License-Identifier: Apache-2.0
// Internal: the reductions' accumulators, one definition for CPU loops and kernels. No std headers.
//
// An operation has value (element type), accumulator, start(), add(a, x, index), add_pack (several elements at equal
// distances of index), combine(a, b) and store(out, at, a). All but locate_op join elements as strips before they go
// into an accumulator: join(a, b) of strip(x), take(a, strip). Which order elements and partial accumulators come in
// does not change what max, min, argmax and argmin give, and is fixed for sums.
#pragma once

#include "functors.hpp"
#include "reduction_backend.hpp"

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

// maximum and minimum, by one instruction where there is one that lets NaN win.
template <class T> TUKEY_FN T larger(T a, T b) { return maximum<T>{}(a, b); }
template <class T> TUKEY_FN T smaller(T a, T b) { return minimum<T>{}(a, b); }
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
template <> TUKEY_FN float larger(float a, float b) {
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(a) : "f"(a), "f"(b));
  return a;
}
template <> TUKEY_FN float smaller(float a, float b) {
  asm("min.NaN.f32 %0, %1, %2;" : "=f"(a) : "f"(a), "f"(b));
  return a;
}
#endif

// The largest element (end 0), or the smallest (end 1); NaN where there is one. `chosen` tells which where the end is
// left to run time: kernels compile once for both, CPU loops vectorise when it is known.
inline constexpr int any_end = 2;
template <class T, int end = any_end> struct extreme_op {
  using value = T;
  using accumulator = T;
  bool chosen;

  TUKEY_FN bool smallest() const { return end == any_end ? chosen : end == 1; }
  TUKEY_FN T start() const { return range_end<T>(smallest()); }
  TUKEY_FN T combine(T a, T b) const { return smallest() ? smaller(a, b) : larger(a, b); }
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

template <class T> TUKEY_FN bool is_nan(T x) {
  if constexpr (kind_of<T> == kind::complex)
    return x.re != x.re || x.im != x.im;
  else
    return x != x;
}
template <class T, class S> TUKEY_FN T narrow_state(S s) {
  if constexpr (kind_of<T> == kind::complex)
    return {static_cast<real_of_t<T>>(s.re), static_cast<real_of_t<T>>(s.im)};
  else
    return static_cast<T>(s);
}

// Operations that take their elements one by one. CPU loops keep several accumulators for them.
template <class Op> struct one_by_one {
  template <class A, class T, int K> TUKEY_FN void add_pack(A& a, const T (&x)[K], index_t first, index_t step) const {
#pragma unroll
    for (int i = 0; i < K; ++i) static_cast<const Op*>(this)->add(a, x[i], first + i * step);
  }
};

template <class T> struct prod_op : one_by_one<prod_op<T>> {
  using value = T;
  using accumulator = typename wide<T>::type;
  bool skip_nan;

  TUKEY_FN accumulator start() const { return accumulator(1); }
  TUKEY_FN void add(accumulator& a, T x, index_t) const {
    if constexpr (kind_of<T> != kind::integer)
      if (skip_nan && is_nan(x)) return;
    a = combine(a, widen<accumulator>(x));
  }
  TUKEY_FN accumulator combine(accumulator a, accumulator b) const { return multiply<accumulator>{}(a, b); }
  TUKEY_FN void store(void* out, index_t at, accumulator a) const { static_cast<T*>(out)[at] = narrow_state<T>(a); }
};
template <class S> struct counted {
  S sum;
  double count;
};
template <class T> struct general_sum_op : one_by_one<general_sum_op<T>> {
  using value = T;
  using S = typename wide<T>::type;
  using accumulator = counted<S>;
  using R = real_of_t<T>;
  detail::general_sum<R> what;

  TUKEY_FN accumulator start() const { return {S(0), 0}; }
  TUKEY_FN static double squared(T x) { return norm2(widen<S>(x)); }
  TUKEY_FN static double modulus(T x) {
    if constexpr (kind_of<T> == kind::complex)
      return abs_of(widen<S>(x));
    else
      return fabs(static_cast<double>(x));
  }
  TUKEY_FN void add(accumulator& a, T x, index_t i) const {
    switch (what.of) {
      case detail::SumOf::not_nan:
        if (is_nan(x)) return;
        a.sum = a.sum + widen<S>(x);
        a.count += 1;
        return;
      case detail::SumOf::weighted:
        a.sum = a.sum + widen<S>(x) * static_cast<double>(what.weights[i]);
        return;
      case detail::SumOf::magnitude:
        a.sum = a.sum + S(modulus(x));
        return;
      case detail::SumOf::square:
        a.sum = a.sum + S(squared(x));
        return;
      case detail::SumOf::nonzero:
        a.sum = a.sum + S(x != T(0) ? 1.0 : 0.0);
        return;
      default:
        a.sum = a.sum + S(pow(modulus(x), what.p));
    }
  }
  TUKEY_FN accumulator combine(accumulator a, accumulator b) const { return {a.sum + b.sum, a.count + b.count}; }
  TUKEY_FN void store(void* out, index_t at, accumulator a) const {
    if (what.of == detail::SumOf::not_nan || what.of == detail::SumOf::weighted) {
      if (what.to == detail::SumTo::mean) a.sum = a.sum / a.count;
      static_cast<T*>(out)[at] = narrow_state<T>(a.sum);
      return;
    }
    double s;
    if constexpr (kind_of<T> == kind::complex)
      s = a.sum.re;
    else
      s = a.sum;
    if (what.to == detail::SumTo::root) s = what.of == detail::SumOf::square ? sqrt(s) : pow(s, 1 / what.p);
    static_cast<R*>(out)[at] = static_cast<R>(s);
  }
};

// Count, and the sums of distances from `shift` and of their squares. Shifted to the mean whenever two are joined.
template <class W> struct moment_sums {
  double count;
  W shift, first;
  double second;
};
template <class T> struct moments_op : one_by_one<moments_op<T>> {
  using value = T;
  using W = typename wide<T>::type;
  using accumulator = moment_sums<W>;
  detail::moments what;

  TUKEY_FN accumulator start() const { return {0, W(0), W(0), 0}; }
  TUKEY_FN void add(accumulator& a, T x, index_t) const {
    if (what.skip_nan && is_nan(x)) return;
    const W v = widen<W>(x);
    if (a.count == 0) a.shift = v;
    const W d = v - a.shift;
    a.count += 1;
    a.first = a.first + d;
    a.second += norm2(d);
  }
  TUKEY_FN accumulator centred(accumulator a) const {
    const W mean = a.first / a.count;
    return {a.count, a.shift + mean, W(0), a.second - a.count * norm2(mean)};
  }
  TUKEY_FN accumulator combine(accumulator a, accumulator b) const {
    if (b.count == 0) return a;
    if (a.count == 0) return b;
    a = centred(a), b = centred(b);
    const double n = a.count + b.count;
    const W d = b.shift - a.shift;
    return {n, a.shift + d * (b.count / n), W(0), a.second + b.second + norm2(d) * (a.count * b.count / n)};
  }
  TUKEY_FN void store(void* out, index_t at, accumulator a) const {
    const double nan = range_end<double>(true) - range_end<double>(true);
    double v = nan;
    if (a.count > 0) {
      const double divisor = a.count - what.ddof, squares = centred(a).second;
      v = (squares < 0 ? 0 : squares) / (divisor > 0 ? divisor : 0);
      if (what.skip_nan && divisor <= 0) v = nan;
    }
    static_cast<real_of_t<T>*>(out)[at] = static_cast<real_of_t<T>>(what.root ? sqrt(v) : v);
  }
};

// Elements that are not zero.
template <class T> struct count_op {
  using value = T;
  using accumulator = long;
  using strip = int;
  detail::CountTo to;
  long elements;

  TUKEY_FN long start() const { return 0; }
  TUKEY_FN int lift(T x) const { return x != T(0); }
  TUKEY_FN int join(int a, int b) const { return a + b; }
  TUKEY_FN void take(long& a, int s) const { a += s; }
  TUKEY_FN void add(long& a, T x, index_t) const { a += lift(x); }
  template <int K> TUKEY_FN void add_pack(long& a, const T (&x)[K], index_t, index_t) const {
    int s = 0;
#pragma unroll
    for (int i = 0; i < K; ++i) s += lift(x[i]);
    a += s;
  }
  TUKEY_FN long combine(long a, long b) const { return a + b; }
  TUKEY_FN void store(void* out, index_t at, long a) const {
    if (to == detail::CountTo::number)
      static_cast<long*>(out)[at] = a;
    else
      static_cast<bool*>(out)[at] = to == detail::CountTo::any ? a > 0 : a == elements;
  }
};

// The largest or smallest number, NaN where there is none.
template <class T> struct nan_extreme_op {
  using value = T;
  using accumulator = T;
  using strip = T;
  bool smallest;

  TUKEY_FN T start() const { return range_end<T>(true) - range_end<T>(true); }
  TUKEY_FN T combine(T a, T b) const {
    const T best = (smallest ? b < a : b > a) ? b : a;
    return a != a ? b : best;
  }
  TUKEY_FN T lift(T x) const { return x; }
  TUKEY_FN T join(T a, T b) const { return combine(a, b); }
  TUKEY_FN void take(T& a, T s) const { a = combine(a, s); }
  TUKEY_FN void add(T& a, T x, index_t) const { a = combine(a, x); }
  template <int K> TUKEY_FN void add_pack(T& a, const T (&x)[K], index_t, index_t) const {
#pragma unroll
    for (int i = 0; i < K; ++i) a = combine(a, x[i]);
  }
  TUKEY_FN void store(void* out, index_t at, T a) const { static_cast<T*>(out)[at] = a; }
};
// Its place; no_place where there is none.
inline constexpr index_t no_place = index_t(~0ul >> 1);
template <class T> struct nan_locate_op : one_by_one<nan_locate_op<T>> {
  using value = T;
  using accumulator = found<T>;
  bool smallest;

  TUKEY_FN accumulator start() const { return {range_end<T>(smallest), no_place}; }
  TUKEY_FN accumulator combine(accumulator a, accumulator b) const {
    if (smallest ? a.value < b.value : a.value > b.value) return a;
    if (smallest ? b.value < a.value : b.value > a.value) return b;
    return a.index < b.index ? a : b;
  }
  TUKEY_FN void add(accumulator& a, T x, index_t i) const {
    if (x == x) a = combine(a, {x, i});
  }
  TUKEY_FN void store(void* out, index_t at, accumulator a) const { static_cast<index_t*>(out)[at] = a.index; }
};

template <class T> struct both { T least, most; };
template <class T> struct minmax_op {
  using value = T;
  using accumulator = both<T>;
  using strip = both<T>;
  T* most;  // null: store the difference

  TUKEY_FN accumulator start() const { return {range_end<T>(true), range_end<T>(false)}; }
  TUKEY_FN accumulator combine(accumulator a, accumulator b) const {
    return {minimum<T>{}(a.least, b.least), maximum<T>{}(a.most, b.most)};
  }
  TUKEY_FN strip lift(T x) const { return {x, x}; }
  TUKEY_FN strip join(strip a, strip b) const { return combine(a, b); }
  TUKEY_FN void take(accumulator& a, strip s) const { a = combine(a, s); }
  TUKEY_FN void add(accumulator& a, T x, index_t) const { a = combine(a, {x, x}); }
  template <int K> TUKEY_FN void add_pack(accumulator& a, const T (&x)[K], index_t, index_t) const {
    accumulator b{x[0], x[0]};
#pragma unroll
    for (int i = 1; i < K; ++i) b = combine(b, {x[i], x[i]});
    a = combine(a, b);
  }
  TUKEY_FN void store(void* out, index_t at, accumulator a) const {
    static_cast<T*>(out)[at] = most ? a.least : a.most - a.least;
    if (most) most[at] = a.most;
  }
};

}  // namespace tukey::pointwise
