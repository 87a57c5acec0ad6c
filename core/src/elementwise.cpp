// SPDX-License-Identifier: Apache-2.0
// Elementwise functions: broadcasting, checks, the choice of backend.
#include "tukey/elementwise.hpp"

#include <optional>
#include <utility>

#include "elementwise_call.hpp"
#include "tukey/config.hpp"

namespace tukey {
namespace detail {
namespace {

const char* name_of(BinaryOp op) {
  constexpr const char* names[] = {"add",     "subtract", "multiply",    "divide",
                                   "maximum", "minimum",  "logical_and", "logical_or"};
  return names[static_cast<int>(op)];
}
const char* name_of(CompareOp op) {
  constexpr const char* names[] = {"equal", "not_equal", "less", "less_equal", "greater", "greater_equal"};
  return names[static_cast<int>(op)];
}
const char* name_of(UnaryOp op) {
  constexpr const char* names[] = {"negative", "abs", "sqrt", "exp", "log", "log10", "sin", "cos", "conj", "square"};
  return names[static_cast<int>(op)];
}

template <class T> void run_binary(const Array<T>& out, BinaryOp op, const Arg<T>& a, const Arg<T>& b) {
  loop<3> l{};
  set_shape(l, out.shape());
  set_operand(l, 0, out);
  if (a.array) set_operand(l, 1, *a.array);
  if (b.array) set_operand(l, 2, *b.array);
  if (!prepare(l)) return;
  const Device device = out.device();
  if constexpr (has_cuda) {
    if (device.is_cuda()) {
      GpuCall call(device);
      const auto x = use(a), y = use(b);
      return cuda::binary<kernel_t<T>>(call.stream(), op, l, use_out(out), x, y);
    }
  }
  const auto x = use(a), y = use(b);
  cpu::binary<kernel_t<T>>(op, l, use_out(out), x, y);
}

// A large operand whose fastest axis is another one than the result's: on a GPU its row-major copy, made by tiles,
// costs less than reading it across its lines.
template <class T> void straighten(Arg<T>& x, std::optional<Array<T>>& copy) {
  if (!x.array || !x.array->device().is_cuda() || x.array->size() < 1 << 20) return;
  const Shape &shape = x.array->shape(), &strides = x.array->strides();
  const auto step = [&](int d) { return strides[d] < 0 ? -strides[d] : strides[d]; };
  int last = shape.rank() - 1;
  while (last > 0 && shape[last] == 1) --last;
  bool crosses = false;
  for (int d = 0; d < last; ++d)
    crosses = crosses || (shape[d] > 32 && shape[last] > 32 && step(d) != 0 && step(d) < step(last));
  if (!crosses) return;
  copy = x.array->copy();
  x.array = &*copy;
}

}  // namespace

template <class T> Array<T> binary(BinaryOp op, Arg<T> a, Arg<T> b) {
  check_devices(a.array, b.array, name_of(op));
  std::optional<Array<T>> row_major_a, row_major_b;
  straighten(a, row_major_a);
  straighten(b, row_major_b);
  const Array<T> out(shape_of(a.array, b.array, name_of(op)), (a.array ? a.array : b.array)->device());
  run_binary(out, op, a, b);
  return out;
}
template <class T> void binary_into(Array<T>& out, BinaryOp op, Arg<T> a, Arg<T> b) {
  check_devices(a.array, b.array, name_of(op));
  check_out(out, shape_of(a.array, b.array, name_of(op)), a.array ? a.array : b.array, name_of(op));
  run_binary(out, op, a, b);
}

template <class T> Array<bool> compare(CompareOp op, Arg<T> a, Arg<T> b) {
  check_devices(a.array, b.array, name_of(op));
  const Array<bool> out(shape_of(a.array, b.array, name_of(op)), (a.array ? a.array : b.array)->device());
  if (op == CompareOp::greater || op == CompareOp::greater_equal) {
    op = op == CompareOp::greater ? CompareOp::less : CompareOp::less_equal;
    std::swap(a, b);
  }
  loop<3> l{};
  set_shape(l, out.shape());
  set_operand(l, 0, out);
  if (a.array) set_operand(l, 1, *a.array);
  if (b.array) set_operand(l, 2, *b.array);
  if (!prepare(l)) return out;
  if constexpr (has_cuda) {
    if (out.device().is_cuda()) {
      GpuCall call(out.device());
      const auto x = use(a), y = use(b);
      cuda::compare<kernel_t<T>>(call.stream(), op, l, use_out(out), x, y);
      return out;
    }
  }
  cpu::compare<kernel_t<T>>(op, l, use_out(out), use(a), use(b));
  return out;
}

namespace {
template <class T> void run_unary(const Array<T>& out, UnaryOp op, const Array<T>& x) {
  // Nothing to compute: |x| of unsigned and conj of real numbers.
  if ((op == UnaryOp::conj && !is_complex_v<T>) || (op == UnaryOp::abs && std::is_unsigned<T>::value)) {
    Array<T>(out).assign(x);
    return;
  }
  loop<2> l{};
  set_shape(l, out.shape());
  set_operand(l, 0, out);
  set_operand(l, 1, x);
  if (!prepare(l)) return;
  if constexpr (has_cuda) {
    if (out.device().is_cuda()) {
      GpuCall call(out.device());
      const auto* from = use(x);
      return cuda::unary<kernel_t<T>>(call.stream(), op, l, use_out(out), from);
    }
  }
  const auto* from = use(x);
  cpu::unary<kernel_t<T>>(op, l, use_out(out), from);
}
}  // namespace

template <class T> Array<T> unary(UnaryOp op, const Array<T>& x) {
  const Array<T> out(x.shape(), x.device());
  run_unary(out, op, x);
  return out;
}
template <class T> void unary_into(Array<T>& out, UnaryOp op, const Array<T>& x) {
  check_out(out, x.shape(), &x, name_of(op));
  run_unary(out, op, x);
}
template <class T> Array<real_t<T>> unary_real(RealOp op, const Array<T>& x) {
  const Array<real_t<T>> out(x.shape(), x.device());
  loop<2> l{};
  set_shape(l, out.shape());
  set_operand(l, 0, out);
  set_operand(l, 1, x);
  if (!prepare(l)) return out;
  if constexpr (has_cuda) {
    if (out.device().is_cuda()) {
      GpuCall call(out.device());
      const auto* from = use(x);
      cuda::unary_real<kernel_t<T>>(call.stream(), op, l, use_out(out), from);
      return out;
    }
  }
  cpu::unary_real<kernel_t<T>>(op, l, use_out(out), use(x));
  return out;
}

#define TUKEY_INSTANTIATE(T)                                                   \
  template TUKEY_EXPORT Array<T> binary(BinaryOp, Arg<T>, Arg<T>);             \
  template TUKEY_EXPORT void binary_into(Array<T>&, BinaryOp, Arg<T>, Arg<T>); \
  template TUKEY_EXPORT Array<bool> compare(CompareOp, Arg<T>, Arg<T>);
TUKEY_FOR_COMPUTED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                      \
  template TUKEY_EXPORT Array<T> unary(UnaryOp, const Array<T>&); \
  template TUKEY_EXPORT void unary_into(Array<T>&, UnaryOp, const Array<T>&);
TUKEY_FOR_NUMERIC(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T) template TUKEY_EXPORT Array<real_t<T>> unary_real(RealOp, const Array<T>&);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace detail

template <class T> Array<T> clip(const Array<T>& x, detail::same_t<T> low, detail::same_t<T> high) {
  using namespace detail;
  const Array<T> out(x.shape(), x.device());
  loop<2> l{};
  set_shape(l, out.shape());
  set_operand(l, 0, out);
  set_operand(l, 1, x);
  if (!prepare(l)) return out;
  if constexpr (has_cuda) {
    if (out.device().is_cuda()) {
      GpuCall call(out.device());
      const auto* from = use(x);
      cuda::clip<T>(call.stream(), l, use_out(out), from, low, high);
      return out;
    }
  }
  cpu::clip<T>(l, use_out(out), use(x), low, high);
  return out;
}

template <class T> Array<T> where(const Array<bool>& condition, detail::Arg<T> a, detail::Arg<T> b) {
  using namespace detail;
  check_devices(&condition, a.array, "where");
  check_devices(&condition, b.array, "where");
  Shape shape = condition.shape();
  for (const Arg<T>* x : {&a, &b})
    if (x->array) shape = broadcast_shapes(shape, x->array->shape(), "where");
  const Array<T> out(shape, condition.device());
  loop<4> l{};
  set_shape(l, shape);
  set_operand(l, 0, out);
  set_operand(l, 1, condition);
  if (a.array) set_operand(l, 2, *a.array);
  if (b.array) set_operand(l, 3, *b.array);
  if (!prepare(l)) return out;
  if constexpr (has_cuda) {
    if (out.device().is_cuda()) {
      GpuCall call(out.device());
      const bool* choose = use(condition);
      const auto x = use(a), y = use(b);
      cuda::where<kernel_t<T>>(call.stream(), l, use_out(out), choose, x, y);
      return out;
    }
  }
  cpu::where<kernel_t<T>>(l, use_out(out), use(condition), use(a), use(b));
  return out;
}

#define TUKEY_INSTANTIATE(T) template TUKEY_EXPORT Array<T> clip(const Array<T>&, detail::same_t<T>, detail::same_t<T>);
TUKEY_FOR_INTEGER(TUKEY_INSTANTIATE)
TUKEY_FOR_REAL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T) \
  template TUKEY_EXPORT Array<T> where<T>(const Array<bool>&, detail::Arg<T>, detail::Arg<T>);
TUKEY_FOR_COMPUTED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey
