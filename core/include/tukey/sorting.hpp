// SPDX-License-Identifier: Apache-2.0
// Sorting and order statistics along an axis. Never wait for the GPU; the same call gives the same bits.
//
// NumPy's order: NaN last, complex numbers by real part, then by imaginary part, -0.0 equal to 0.0. Every sort is
// stable: equal elements (also -0.0 and 0.0, also any two NaN of an argsort) keep their order, so np.sort's `kind`
// has no counterpart.
#pragma once

#include <optional>
#include <type_traits>
#include <vector>

#include "tukey/array.hpp"

namespace tukey {

struct SortOptions {
  std::optional<int> axis = -1;  // none: of the flattened array
  bool descending = false;       // the largest first, NaN before all
};

/// The elements in order along an axis (np.sort). All computed types.
template <class T> Array<T> sort(const Array<T>& x, SortOptions options = {});
/// The same into `out` of the same shape, which may be x itself: sort_into(x, x) is NumPy's x.sort().
template <class T> void sort_into(Array<T>& out, const Array<T>& x, SortOptions options = {});
/// The indices along the axis that sort it (np.argsort with kind "stable").
template <class T> Array<std::int64_t> argsort(const Array<T>& x, SortOptions options = {});

}  // namespace tukey
