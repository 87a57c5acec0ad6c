// SPDX-License-Identifier: Apache-2.0
// math.hpp: broadcasting, checks, the choice of backend.
#include "tukey/math.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "elementwise_call.hpp"
#include "math_backend.hpp"
#include "tukey/creation.hpp"
#include "tukey/reduction.hpp"
#include "tukey/scan.hpp"

namespace tukey {
namespace detail {
namespace {

const char* name_of(MathOp op) {
  constexpr const char* names[] = {"tan",   "asin",  "acos",         "atan",       "sinh",    "cosh",    "tanh",
                                   "asinh", "acosh", "atanh",        "exp2",       "expm1",   "log1p",   "log2",
                                   "cbrt",  "i0",    "sinc",         "reciprocal", "sign",    "rint",    "floor",
                                   "ceil",  "trunc", "fabs",         "degrees",    "radians", "spacing", "invert",
                                   "modf",  "frexp", "bitwise_count"};
  return names[static_cast<int>(op)];
}
const char* name_of(MathOp2 op) {
  constexpr const char* names[] = {"atan2",       "hypot",      "logaddexp",    "logaddexp2", "pow",
                                   "fmod",        "mod",        "floor_divide", "copysign",   "nextafter",
                                   "heaviside",   "fmax",       "fmin",         "gcd",        "lcm",
                                   "bitwise_and", "bitwise_or", "bitwise_xor",  "left_shift", "right_shift"};
  return names[static_cast<int>(op)];
}
const char* name_of(LogicOp op) {
  constexpr const char* names[] = {"logical_and", "logical_or", "logical_xor"};
  return names[static_cast<int>(op)];
}

// The joint loop of an output and arrays that broadcast to its shape; a null operand is a scalar.
template <class T, class... A> loop<1 + sizeof...(A)> loop_over(const Array<T>& out, const Array<A>*... in) {
  loop<1 + sizeof...(A)> l{};
  set_shape(l, out.shape());
  set_operand(l, 0, out);
  int k = 1;
  ((in ? set_operand(l, k, *in) : void(), ++k), ...);
  return l;
}
// cuda::f(stream, arguments...) or cpu::f(arguments...), unless there is nothing to do. The order in which the
// arguments' uses are recorded does not matter.
#define TUKEY_RUN(l, device, f, ...)         \
  do {                                       \
    if (!prepare(l)) break;                  \
    if constexpr (has_cuda) {                \
      if (device.is_cuda()) {                \
        const GpuCall call(device);          \
        cuda::f(call.stream(), __VA_ARGS__); \
        break;                               \
      }                                      \
    }                                        \
    cpu::f(__VA_ARGS__);                     \
  } while (0)

template <class T> void run_math(const Array<T>& out, MathOp op, const Array<T>& x) {
  const bool rounds = op == MathOp::floor || op == MathOp::ceil || op == MathOp::trunc;
  if (std::is_integral<T>::value && rounds) {
    Array<T>(out).assign(x);
    return;
  }
  auto l = loop_over(out, &x);
  TUKEY_RUN(l, out.device(), math<kernel_t<T>>, op, l, use_out(out), use(x));
}
template <class T> void run_math(const Array<T>& out, MathOp2 op, const Arg<T>& a, const Arg<T>& b) {
  auto l = loop_over(out, a.array, b.array);
  TUKEY_RUN(l, out.device(), math<kernel_t<T>>, op, l, use_out(out), use(a), use(b));
}
// Checks that need no launch, and powers that are something simpler.
template <class T> bool is_square(MathOp2 op, const Arg<T>& a, const Arg<T>& b) {
  if (op != MathOp2::pow || b.array) return false;
  if constexpr (std::is_integral<T>::value) {
    if (b.scalar < T(0))
      invalid("pow", "integers have no negative power: got the exponent ", static_cast<long>(b.scalar));
  }
  return a.array && b.scalar == T(2);
}
}  // namespace

template <class T> Array<T> math(MathOp op, const Array<T>& x) {
  const Array<T> out(x.shape(), x.device());
  run_math(out, op, x);
  return out;
}
template <class T> void math_into(Array<T>& out, MathOp op, const Array<T>& x) {
  check_out(out, x.shape(), &x, name_of(op));
  run_math(out, op, x);
}
template <class T> Array<T> math(MathOp2 op, Arg<T> a, Arg<T> b) {
  if constexpr (std::is_integral<T>::value) {
    if (op == MathOp2::fmax) return binary<T>(BinaryOp::maximum, a, b);
    if (op == MathOp2::fmin) return binary<T>(BinaryOp::minimum, a, b);
  }
  check_devices(a.array, b.array, name_of(op));
  const Shape shape = shape_of(a.array, b.array, name_of(op));
  if constexpr (is_number_v<T>) {
    if (is_square(op, a, b)) return square(*a.array);
  }
  const Array<T> out(shape, (a.array ? a.array : b.array)->device());
  run_math(out, op, a, b);
  return out;
}
template <class T> void math_into(Array<T>& out, MathOp2 op, Arg<T> a, Arg<T> b) {
  if constexpr (std::is_integral<T>::value) {
    if (op == MathOp2::fmax) return binary_into<T>(out, BinaryOp::maximum, a, b);
    if (op == MathOp2::fmin) return binary_into<T>(out, BinaryOp::minimum, a, b);
  }
  check_devices(a.array, b.array, name_of(op));
  check_out(out, shape_of(a.array, b.array, name_of(op)), a.array ? a.array : b.array, name_of(op));
  if constexpr (is_number_v<T>) {
    if (is_square(op, a, b)) return square_into(out, *a.array);
  }
  run_math(out, op, a, b);
}

template <class T> Array<bool> test(TestOp op, const Array<T>& x) {
  if constexpr (!is_floating_v<T>) {
    if (op == TestOp::signbit && std::is_signed<T>::value) return less(x, T(0));
    const bool always = op == TestOp::isfinite || op == TestOp::isreal;
    return full<bool>(x.shape(), always, x.device());
  } else if (!is_complex_v<T> && (op == TestOp::iscomplex || op == TestOp::isreal)) {
    return full<bool>(x.shape(), op == TestOp::isreal, x.device());
  } else {
    const Array<bool> out(x.shape(), x.device());
    auto l = loop_over(out, &x);
    TUKEY_RUN(l, out.device(), test<kernel_t<T>>, op, l, use_out(out), use(x));
    return out;
  }
}
template <class T> Array<bool> logical(LogicOp op, Arg<T> a, Arg<T> b) {
  check_devices(a.array, b.array, name_of(op));
  const Array<bool> out(shape_of(a.array, b.array, name_of(op)), (a.array ? a.array : b.array)->device());
  auto l = loop_over(out, a.array, b.array);
  TUKEY_RUN(l, out.device(), logical<kernel_t<T>>, op, l, use_out(out), use(a), use(b));
  return out;
}

#define TUKEY_INSTANTIATE(T)                                                \
  template TUKEY_EXPORT Array<T> math(MathOp, const Array<T>&);             \
  template TUKEY_EXPORT void math_into(Array<T>&, MathOp, const Array<T>&); \
  template TUKEY_EXPORT Array<T> math(MathOp2, Arg<T>, Arg<T>);             \
  template TUKEY_EXPORT void math_into(Array<T>&, MathOp2, Arg<T>, Arg<T>); \
  template TUKEY_EXPORT Array<bool> test(TestOp, const Array<T>&);          \
  template TUKEY_EXPORT Array<bool> logical(LogicOp, Arg<T>, Arg<T>);
TUKEY_FOR_COMPUTED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace detail

using namespace detail;

template <class T> Array<std::uint8_t> bitwise_count(const Array<T>& x) {
  static_assert(is_whole_v<T>, "bitwise_count: integers only");
  const Array<std::uint8_t> out(x.shape(), x.device());
  auto l = loop_over(out, &x);
  TUKEY_RUN(l, out.device(), bit_count<T>, l, use_out(out), use(x));
  return out;
}

namespace {
template <class T> void run_round(const Array<T>& out, const Array<T>& x, int decimals) {
  if (std::is_integral<T>::value && decimals >= 0) {
    Array<T>(out).assign(x);
    return;
  }
  auto l = loop_over(out, &x);
  const double factor = std::pow(10.0, std::abs(static_cast<double>(decimals)));
  TUKEY_RUN(l, out.device(), round<kernel_t<T>>, l, use_out(out), use(x), factor, decimals >= 0);
}
}  // namespace
template <class T> Array<T> round(const Array<T>& x, int decimals) {
  const Array<T> out(x.shape(), x.device());
  run_round(out, x, decimals);
  return out;
}
template <class T> void round_into(Array<T>& out, const detail::same_t<Array<T>>& x, int decimals) {
  check_out(out, x.shape(), &x, "round");
  run_round(out, x, decimals);
}

template <class T> Array<T> nan_to_num(const Array<T>& x, const NanToNumOptions& options) {
  using R = real_t<T>;
  const Array<T> out(x.shape(), x.device());
  auto l = loop_over(out, &x);
  const R high = std::numeric_limits<R>::max();
  TUKEY_RUN(l, out.device(), nan_to_num<kernel_t<T>>, l, use_out(out), use(x), static_cast<R>(options.nan),
            options.posinf ? static_cast<R>(*options.posinf) : high,
            options.neginf ? static_cast<R>(*options.neginf) : -high);
  return out;
}

template <class T> FrexpResult<T> frexp(const Array<T>& x) {
  FrexpResult<T> r{math<T>(MathOp::mantissa, x), Array<std::int32_t>(x.shape(), x.device())};
  auto l = loop_over(r.exponent, &x);
  TUKEY_RUN(l, x.device(), exponent<T>, l, use_out(r.exponent), use(x));
  return r;
}
namespace {
template <class T> Array<T> run_ldexp(const Array<T>& x, const Arg<std::int32_t>& exponent) {
  check_devices(&x, exponent.array, "ldexp");
  const Array<T> out(shape_of(&x, exponent.array, "ldexp"), x.device());
  auto l = loop_over(out, &x, exponent.array);
  TUKEY_RUN(l, out.device(), ldexp<T>, l, use_out(out), use(x), use(exponent));
  return out;
}
}  // namespace
template <class T> Array<T> ldexp(const Array<T>& x, const Array<std::int32_t>& exponent) {
  return run_ldexp<T>(x, exponent);
}
template <class T> Array<T> ldexp(const Array<T>& x, std::int32_t exponent) { return run_ldexp<T>(x, exponent); }

template <class T>
Array<T> clip(const Array<T>& x, const detail::same_t<Array<T>>& low, const detail::same_t<Array<T>>& high) {
  check_devices(&x, &low, "clip");
  check_devices(&x, &high, "clip");
  const Shape shape = broadcast_shapes(broadcast_shapes(x.shape(), low.shape(), "clip"), high.shape(), "clip");
  const Array<T> out(shape, x.device());
  auto l = loop_over(out, &x, &low, &high);
  TUKEY_RUN(l, out.device(), clip<T>, l, use_out(out), use(x), use(low), use(high));
  return out;
}

namespace {
template <class T>
Array<bool> close_elements(const Array<T>& a, const Array<T>& b, const CloseOptions& options, const char* function) {
  check_devices(&a, &b, function);
  const Array<bool> out(broadcast_shapes(a.shape(), b.shape(), function), a.device());
  auto l = loop_over(out, &a, &b);
  TUKEY_RUN(l, out.device(), isclose<kernel_t<T>>, l, use_out(out), use(a), use(b), options.rtol, options.atol,
            options.equal_nan);
  return out;
}
}  // namespace
template <class T> Array<bool> isclose(const Array<T>& a, const Array<T>& b, const CloseOptions& options) {
  return close_elements(a, b, options, "isclose");
}
template <class T> bool allclose(const Array<T>& a, const Array<T>& b, const CloseOptions& options) {
  return all(close_elements(a, b, options, "allclose")).item();
}
template <class T> bool array_equal(const Array<T>& a, const Array<T>& b, bool equal_nan) {
  check_devices(&a, &b, "array_equal");
  if (a.shape() != b.shape()) return false;
  if constexpr (is_floating_v<T>) {
    if (equal_nan) return all(close_elements(a, b, {0, 0, true}, "array_equal")).item();
  }
  return all(equal(a, b)).item();
}
template <class T> bool array_equiv(const Array<T>& a, const Array<T>& b) {
  check_devices(&a, &b, "array_equiv");
  const Shape &p = a.shape(), &q = b.shape();
  for (int i = 1; i <= std::min(p.rank(), q.rank()); ++i) {
    const index_t m = p[p.rank() - i], n = q[q.rank() - i];
    if (m != n && m != 1 && n != 1) return false;
  }
  return all(equal(a, b)).item();
}

// Bits ---------------------------------------------------------------------------------------------------------------
namespace {
// x with the packed axis last, and back.
Array<std::uint8_t> axis_last(const Array<std::uint8_t>& x, const std::optional<int>& axis, const char* function) {
  return axis ? x.moveaxis(normalize_axis(*axis, x.rank(), function), -1) : x.flatten();
}
Array<std::uint8_t> axis_back(const Array<std::uint8_t>& y, const std::optional<int>& axis) {
  return axis ? y.moveaxis(-1, *axis).contiguous() : y;
}
}  // namespace
template <class T> Array<std::uint8_t> packbits(const Array<T>& x, const PackbitsOptions& options) {
  static_assert(sizeof(T) == 1, "packbits: bool and uint8 only");
  const Array<std::uint8_t> bytes(x.storage(), reinterpret_cast<std::uint8_t*>(x.origin()), x.layout());
  const Array<std::uint8_t> rows = axis_last(bytes, options.axis, "packbits");
  Shape shape = rows.shape();
  const index_t length = shape.back();
  shape[shape.rank() - 1] = (length + 7) / 8;
  const Array<std::uint8_t> y(shape, x.device());
  const bool little = options.bitorder == BitOrder::little;
  if (y.size() == 0) return axis_back(y, options.axis);
  if constexpr (has_cuda) {
    if (x.device().is_cuda()) {
      const GpuCall call(x.device());
      cuda::packbits(call.stream(), out(y), in(rows), little);
      return axis_back(y, options.axis);
    }
  }
  cpu::packbits(out(y), in(rows), little);
  return axis_back(y, options.axis);
}
Array<std::uint8_t> unpackbits(const Array<std::uint8_t>& x, const UnpackbitsOptions& options) {
  const Array<std::uint8_t> rows = axis_last(x, options.axis, "unpackbits");
  Shape shape = rows.shape();
  const index_t bits = 8 * shape.back(), asked = options.count.value_or(bits), count = asked < 0 ? bits + asked : asked;
  require(count >= 0, "unpackbits", "count must be at least ", -bits, ", got ", asked);
  shape[shape.rank() - 1] = count;
  const Array<std::uint8_t> y(shape, x.device());
  const bool little = options.bitorder == BitOrder::little;
  if (y.size() == 0) return axis_back(y, options.axis);
  if constexpr (has_cuda) {
    if (x.device().is_cuda()) {
      const GpuCall call(x.device());
      cuda::unpackbits(call.stream(), out(y), in(rows), little);
      return axis_back(y, options.axis);
    }
  }
  cpu::unpackbits(out(y), in(rows), little);
  return axis_back(y, options.axis);
}

// x plus the running sum of the jumps between neighbours: multiples of the period, which sums in double keep exact.
template <class T> Array<T> unwrap(const Array<T>& x, const UnwrapOptions& options) {
  const int axis = normalize_axis(options.axis, x.rank(), "unwrap");
  require(options.period > 0, "unwrap", "period must be positive, got ", options.period);
  const T half = static_cast<T>(options.period / 2);
  const T discont = std::max(half, static_cast<T>(options.discont.value_or(options.period / 2)));
  const Array<T> y(x.shape(), x.device()), lines = x.moveaxis(axis, -1), jumps = y.moveaxis(axis, -1);
  if (x.size() == 0) return y;
  jumps(ellipsis, Slice{0, 1}) = T(0);
  const Array<T> behind = jumps(ellipsis, Slice{1, {}}), b = lines(ellipsis, Slice{1, {}}),
                 a = lines(ellipsis, Slice{0, -1});
  auto l = loop_over(behind, &b, &a);
  TUKEY_RUN(l, x.device(), phase_jumps<T>, l, use_out(behind), use(b), use(a), static_cast<T>(options.period), discont);
  Array<T> sum = cumsum(y, {axis});
  add_into(sum, sum, x);
  return sum;
}

#define TUKEY_INSTANTIATE(T) template TUKEY_EXPORT Array<std::uint8_t> bitwise_count(const Array<T>&);
TUKEY_FOR_INTEGER(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                                                        \
  template TUKEY_EXPORT Array<T> round(const Array<T>&, int);                                       \
  template TUKEY_EXPORT void round_into(Array<T>&, const same_t<Array<T>>&, int);                   \
  template TUKEY_EXPORT Array<bool> isclose(const Array<T>&, const Array<T>&, const CloseOptions&); \
  template TUKEY_EXPORT bool allclose(const Array<T>&, const Array<T>&, const CloseOptions&);       \
  template TUKEY_EXPORT bool array_equal(const Array<T>&, const Array<T>&, bool);                   \
  template TUKEY_EXPORT bool array_equiv(const Array<T>&, const Array<T>&);
TUKEY_FOR_NUMERIC(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T) template TUKEY_EXPORT Array<T> nan_to_num(const Array<T>&, const NanToNumOptions&);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                                         \
  template TUKEY_EXPORT FrexpResult<T> frexp(const Array<T>&);                       \
  template TUKEY_EXPORT Array<T> ldexp(const Array<T>&, const Array<std::int32_t>&); \
  template TUKEY_EXPORT Array<T> ldexp(const Array<T>&, std::int32_t);               \
  template TUKEY_EXPORT Array<T> unwrap(const Array<T>&, const UnwrapOptions&);
TUKEY_FOR_REAL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T) \
  template TUKEY_EXPORT Array<T> clip(const Array<T>&, const same_t<Array<T>>&, const same_t<Array<T>>&);
TUKEY_FOR_INTEGER(TUKEY_INSTANTIATE)
TUKEY_FOR_REAL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
template TUKEY_EXPORT bool array_equal(const Array<bool>&, const Array<bool>&, bool);
template TUKEY_EXPORT bool array_equiv(const Array<bool>&, const Array<bool>&);
template TUKEY_EXPORT Array<std::uint8_t> packbits(const Array<bool>&, const PackbitsOptions&);
template TUKEY_EXPORT Array<std::uint8_t> packbits(const Array<std::uint8_t>&, const PackbitsOptions&);

}  // namespace tukey
