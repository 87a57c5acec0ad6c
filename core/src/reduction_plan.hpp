// SPDX-License-Identifier: Apache-2.0
// Internal: what all reductions' public bodies share: axes, shapes, the choice of backend.
#pragma once

#include "reduction_backend.hpp"
#include "tukey/config.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/context.hpp"
#include "tukey/reduction.hpp"

namespace tukey::detail {

struct ReductionPlan {
  unsigned mask = 0;  // of the reduced axes
  Shape shape;        // of the result
  index_t count = 1;  // elements that become one
  bool keepdims = false;
};

inline ReductionPlan plan_reduction(const Shape& x, const Axes& axes, bool keepdims, const char* function) {
  ReductionPlan p;
  p.keepdims = keepdims;
  if (axes.all()) {
    p.mask = (1u << x.rank()) - 1;
  } else {
    for (index_t a : axes.list()) {
      const int axis = normalize_axis(static_cast<int>(a), x.rank(), function);
      require((p.mask >> axis & 1) == 0, function, "axis ", axis, " is named twice");
      p.mask |= 1u << axis;
    }
  }
  for (int d = 0; d < x.rank(); ++d) {
    if ((p.mask >> d & 1) == 0) {
      p.shape.push_back(x[d]);
    } else {
      p.count *= x[d];
      if (keepdims) p.shape.push_back(1);
    }
  }
  return p;
}

// What kernels read for bool: bytes of 0 and 1.
template <class T> using stored_t = std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, kernel_t<T>>;
template <class T> const stored_t<T>* kernel_data(const view<const T>& v) {
  return reinterpret_cast<const stored_t<T>*>(v.data);
}
template <class T> stored_t<T>* kernel_data(const view<T>& v) { return reinterpret_cast<stored_t<T>*>(v.data); }

// y's strides by x's axes.
template <class T, class R> reduction reduction_of(const view<const T>& x, const view<R>& y, const ReductionPlan& p) {
  index_t strides[max_rank] = {};
  for (int d = 0, e = 0; d < x.rank; ++d) {
    const bool reduced = p.mask >> d & 1;
    if (!reduced || p.keepdims) strides[d] = y.strides[e++];
  }
  return make_reduction(x, p.mask, strides);
}

// gpu(stream, r, x, y) or cpu(r, x, y), both generic lambdas: the first is not instantiated without CUDA.
template <class T, class R, class Gpu, class Cpu>
void run_reduction(const Array<T>& x, const Array<R>& y, const ReductionPlan& p, const Gpu& gpu, const Cpu& cpu) {
  if constexpr (has_cuda) {
    if (x.device().is_cuda()) {
      GpuCall call(x.device());
      const auto from = in(x);
      const auto to = out(y);
      gpu(call.stream(), reduction_of(from, to, p), kernel_data(from), kernel_data(to));
      return;
    }
  }
  const auto from = in(x);
  const auto to = out(y);
  cpu(reduction_of(from, to, p), kernel_data(from), kernel_data(to));
}
#define TUKEY_RUN_REDUCTION(x, y, p, function, ...)                                                                  \
  run_reduction(                                                                                                     \
      x, y, p, [&](auto* stream, const auto& r, auto* a, auto* b) { cuda::function(stream, r, a, b, __VA_ARGS__); }, \
      [&](const auto& r, auto* a, auto* b) { cpu::function(r, a, b, __VA_ARGS__); })

}  // namespace tukey::detail
