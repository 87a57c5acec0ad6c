// SPDX-License-Identifier: Apache-2.0
// Internal: axes, lengths, result and factor of a transform along several axes.
#pragma once

#include <algorithm>
#include <cmath>

#include "passes.hpp"
#include "tukey/fft/fftn.hpp"

namespace tukey::fft {

// What a call comes to. The passes go through the axes from the last to the first.
struct NdProblem {
  Shape axes, lengths;
  Shape shape;  // of the result
  double scale;
};

inline NdProblem settle_nd(const char* function, const Shape& x, const FftnOptions& o, Kind kind) {
  const int rank = x.rank();
  using detail::require;
  NdProblem p;
  if (o.axes) {
    for (const index_t a : *o.axes) {
      const int axis = detail::normalize_axis(static_cast<int>(a), rank, function, "axes");
      require(std::find(p.axes.begin(), p.axes.end(), axis) == p.axes.end(), function,
              "axes must be different, got axis ", axis, " twice");
      p.axes.push_back(axis);
    }
    require(!o.s || o.s->rank() == p.axes.rank(), function, "s must have one entry for each of ", p.axes.rank(),
            " axes, got ", o.s ? o.s->str() : "");
  } else {
    const int count = o.s ? o.s->rank() : rank;
    require(count <= rank, function, "s must have at most ", rank, " entries, one for each axis of x, got ",
            o.s ? o.s->str() : "");
    for (int axis = rank - count; axis < rank; ++axis) p.axes.push_back(axis);
  }
  const bool to_complex = kind == Kind::forward || kind == Kind::inverse;
  require(to_complex || !p.axes.empty(), function, "at least 1 axis must be transformed");
  p.shape = x;
  double total = 1;
  for (int i = 0; i < p.axes.rank(); ++i) {
    const int axis = static_cast<int>(p.axes[i]);
    const bool last = i == p.axes.rank() - 1;
    index_t n = x[axis];
    if (o.s) {
      n = (*o.s)[i];
      require(n > 0 || n == -1, function, "s must have positive entries or -1, got ", o.s->str());
      if (n == -1) n = x[axis];
    } else if (last && kind == Kind::real_inverse && n > 0) {
      n = std::max<index_t>(1, 2 * (n - 1));
    }
    require(n > 0, function, "axis ", axis, " of x must not be empty without its length in s, got shape ", x.str());
    p.lengths.push_back(n);
    p.shape[axis] = last && kind == Kind::real_forward ? n / 2 + 1 : n;
    total *= static_cast<double>(n);
  }
  const bool inverse = kind == Kind::inverse || kind == Kind::real_inverse;
  if (o.norm == Norm::ortho)
    p.scale = 1 / std::sqrt(total);
  else
    p.scale = (o.norm == Norm::backward) == inverse ? 1 / total : 1.0;
  return p;
}

}  // namespace tukey::fft
