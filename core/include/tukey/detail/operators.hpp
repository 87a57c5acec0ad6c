// SPDX-License-Identifier: Apache-2.0
// TUKEY_ARRAY_OPERATOR(symbol, name): an operator and its compound assignment over name() and name_into().
#pragma once

// Compound assignment also binds to views: x(Slice{0, 8}) += 1.
#define TUKEY_ARRAY_OPERATOR(symbol, name)                                                                   \
  template <class T> Array<T> operator symbol(const Array<T>& a, const Array<T>& b) { return name(a, b); }   \
  template <class T> Array<T> operator symbol(const Array<T>& a, detail::same_t<T> b) { return name(a, b); } \
  template <class T> Array<T> operator symbol(detail::same_t<T> a, const Array<T>& b) { return name(a, b); } \
  template <class T> Array<T>& operator symbol##=(Array<T>& a, const detail::same_t<Array<T>>& b) {          \
    name##_into(a, a, b);                                                                                    \
    return a;                                                                                                \
  }                                                                                                          \
  template <class T> Array<T>& operator symbol##=(Array<T>& a, detail::same_t<T> b) {                        \
    name##_into(a, a, b);                                                                                    \
    return a;                                                                                                \
  }                                                                                                          \
  template <class T> void operator symbol##=(Array<T>&& a, const detail::same_t<Array<T>>& b) {              \
    name##_into(a, a, b);                                                                                    \
  }                                                                                                          \
  template <class T> void operator symbol##=(Array<T>&& a, detail::same_t<T> b) { name##_into(a, a, b); }
