// SPDX-License-Identifier: Apache-2.0
// References of pointwise functions.
#pragma once

#include "accuracy.hpp"

namespace tukey::accuracy {

// f of every element, one precision higher.
template <class F> auto map(F f) {
  return [f](const auto& x) {
    using R = decltype(f(x.values[0]));
    Host<R> y(x.shape);
    for (std::size_t i = 0; i < x.values.size(); ++i) y.values[i] = f(x.values[i]);
    return y;
  };
}
template <class F> auto map2(F f) {
  return [f](const auto& x, const auto& z) {
    using R = decltype(f(x.values[0], z.values[0]));
    Host<R> y(x.shape);
    for (std::size_t i = 0; i < x.values.size(); ++i) y.values[i] = f(x.values[i], z.values[i % z.values.size()]);
    return y;
  };
}

}  // namespace tukey::accuracy
