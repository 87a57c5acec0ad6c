// SPDX-License-Identifier: Apache-2.0
// Internal: the operations of running sums, products and extremes, one definition for CPU loops and kernels. No std
// headers. An operation has raw (element), state, identity(), pad() (an element that lifts to the identity), lift(),
// combine(earlier, later) and narrow() (to what is stored).
#pragma once

#include "reduce_ops.hpp"

namespace tukey::pointwise {

// Floats in double, also inside a tile: the conversions fit beside the memory traffic.
template <class T, class S, bool product> struct scan_arithmetic {
  using raw = T;
  using state = S;
  bool skip_nan;

  TUKEY_FN static S identity() { return S(product ? 1 : 0); }
  TUKEY_FN static T pad() { return T(product ? 1 : 0); }
  TUKEY_FN S lift(T x) const {
    if constexpr (kind_of<T> != kind::integer)
      if (skip_nan && is_nan(x)) return identity();
    return widen<S>(x);
  }
  TUKEY_FN S combine(S a, S b) const {
    if constexpr (product)
      return multiply<S>{}(a, b);
    else
      return add<S>{}(a, b);
  }
  template <class R> TUKEY_FN static R narrow(S s) { return narrow_state<R>(s); }
};

template <class T> struct scan_extreme {
  using raw = T;
  using state = T;
  bool smallest;

  TUKEY_FN T identity() const { return range_end<T>(smallest); }
  TUKEY_FN T pad() const { return identity(); }
  TUKEY_FN T lift(T x) const { return x; }
  TUKEY_FN T combine(T a, T b) const { return smallest ? minimum<T>{}(a, b) : maximum<T>{}(a, b); }
  template <class R> TUKEY_FN static R narrow(T s) { return static_cast<R>(s); }
};

}  // namespace tukey::pointwise
