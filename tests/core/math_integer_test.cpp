// SPDX-License-Identifier: Apache-2.0
// math.hpp on integers and bool: extremes against NumPy, operators, shifts, bits; logic; packbits; unwrap.
#include <functional>
#include <numeric>

#include "capture.hpp"
#include "support.hpp"

namespace tukey::test {
namespace {

template <class T> Array<T> stored(const std::string& name) {
  return golden("math").read<T>(name, Device::cpu()).to(default_device());
}

template <class T> struct Binary {
  const char* name;
  Array<T> (*call)(const Array<T>&, const Array<T>&);
  Array<T> (*left)(const Array<T>&, T);
  Array<T> (*right)(T, const Array<T>&);
  void (*into)(Array<T>&, const Array<T>&, const Array<T>&);
};
#define BINARY(f)                                                                                  \
  {                                                                                                \
#f, [](const Array<T>& a, const Array<T>& b) { return f(a, b); },                                \
   [](const Array<T>& a, T b) { return f(a, b); }, [](T a, const Array<T>& b) { return f(a, b); },  \
   [](Array<T>& y, const Array<T>& a, const Array<T>& b) { f##_into(y, a, b); } \
  }
template <class T> std::vector<Binary<T>> binaries() {
  return {BINARY(fmod),       BINARY(mod),         BINARY(floor_divide), BINARY(gcd),
          BINARY(lcm),        BINARY(bitwise_and), BINARY(bitwise_or),   BINARY(bitwise_xor),
          BINARY(left_shift), BINARY(right_shift), BINARY(fmax),         BINARY(fmin)};
}

template <class T> class MathStored : public testing::Test {};
using StoredTypes = testing::Types<std::int8_t, std::int64_t, std::uint8_t, std::uint32_t>;
TYPED_TEST_SUITE(MathStored, StoredTypes);
template <class T> class MathInteger : public testing::Test {};
using IntegerTypes = testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                                    std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(MathInteger, IntegerTypes);

TYPED_TEST(MathStored, ExtremesAreNumPys) {
  using T = TypeParam;
  const std::string s = std::string("_") + dtype_name_v<T>;
  const Array<T> x = stored<T>("i" + s);
  const index_t n = x.size();
  const Array<T> a = x.expand_dims(0), b = x.expand_dims(1);  // meshgrid's
  for (const auto& f : binaries<T>()) {
    const Array<T> expected = stored<T>("i_" + std::string(f.name) + s).reshape({n, n});
    EXPECT_TRUE(identical(f.call(a, b), expected)) << f.name;
    EXPECT_TRUE(identical(f.call(a.broadcast_to({n, n}).copy(), b.broadcast_to({n, n}).copy()), expected)) << f.name;
    for (index_t i = 0; i < n; i += 3) {
      EXPECT_TRUE(identical(f.left(x, x(i).item()), expected(i))) << f.name;
      EXPECT_TRUE(identical(f.right(x(i).item(), x), expected(ellipsis, i))) << f.name;
    }
    Array<T> y = Array<T>(Shape{n, n}).transpose();
    f.into(y, a, b);
    EXPECT_TRUE(identical(y.copy(), expected)) << f.name;
  }
  const Array<T> exponents = where(b < T(0), T(0), b);
  EXPECT_TRUE(identical(pow(a, exponents).flatten(), stored<T>("i_pow" + s)));
  EXPECT_TRUE(identical(~x, stored<T>("i_invert" + s)));
  EXPECT_TRUE(identical(sign(x), stored<T>("i_sign" + s)));
  EXPECT_TRUE(identical(bitwise_count(x), stored<std::uint8_t>("i_count" + s)));
  EXPECT_TRUE(identical(isclose(a, b, {0.3, 1, false}).flatten(), stored<bool>("i_isclose" + s)));
  EXPECT_TRUE(identical(round(stored<T>("i_small" + s), -1), stored<T>("i_round" + s)));
  EXPECT_TRUE(identical(round(x, 2), x));
  EXPECT_TRUE(identical(floor(x), x));
}

TYPED_TEST(MathInteger, MatchLoops) {
  using T = TypeParam;
  using W = std::conditional_t<std::is_signed_v<T>, long, unsigned long>;
  for (index_t n : {0, 1, 15, 16, 17, 33, 257, 1023, 4097, 100003}) {
    const std::vector<T> a = noise<T>(n, 1);
    std::vector<T> b = noise<T>(n, 2), quotient(a.size()), rest(a.size()), divisor(a.size()), bits(a.size()),
                   shifted(a.size());
    std::vector<std::uint8_t> counts(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) {
      const W x = a[i], y = b[i];
      if (y != 0) {
        rest[i] = static_cast<T>(std::is_signed_v<T> ? (x % y + y) % y : x % y);
        quotient[i] = static_cast<T>((x - W(rest[i])) / y);
        divisor[i] = static_cast<T>(std::gcd(x, y));
      } else {
        divisor[i] = static_cast<T>(std::gcd(x, W(0)));
      }
      bits[i] = static_cast<T>((x & y) ^ (x | 5));
      shifted[i] = static_cast<T>(x >> 3);
      std::uint64_t size = std::is_signed_v<T> && x < W(0) ? std::uint64_t(0) - std::uint64_t(x) : std::uint64_t(x);
      for (; size; size &= size - 1) ++counts[i];
    }
    const Array<T> x = Array<T>::from(a), y = Array<T>::from(b);
    EXPECT_TRUE(identical(floor_divide(x, y), Array<T>::from(quotient))) << n;
    EXPECT_TRUE(identical(x % y, Array<T>::from(rest))) << n;
    EXPECT_TRUE(identical(gcd(x, y), Array<T>::from(divisor))) << n;
    EXPECT_TRUE(identical((x & y) ^ (x | T(5)), Array<T>::from(bits))) << n;
    EXPECT_TRUE(identical(x >> T(3), Array<T>::from(shifted))) << n;
    EXPECT_TRUE(identical(bitwise_count(x), Array<std::uint8_t>::from(counts))) << n;
    const auto both = divmod(x, y);
    EXPECT_TRUE(identical(both.quotient * y + where(y == T(0), x, both.remainder), x)) << n;
    EXPECT_TRUE(identical(pow(x, T(3)), x * x * x)) << n;
    EXPECT_TRUE(identical(pow(x, T(2)), x * x)) << n;
    EXPECT_TRUE(identical((x << T(1)), x * T(2))) << n;
    // From views and in place.
    if (n < 4) continue;
    const Array<T> u = x(Slice{{}, {}, -2}), v = y(Slice{0, 1}).broadcast_to(u.shape());
    EXPECT_TRUE(identical(u % v, u.copy() % v.copy())) << n;
    EXPECT_TRUE(identical(u ^ v, u.copy() ^ v.copy())) << n;
    Array<T> z = x.copy();
    z(Slice{1, 3}) %= T(7);
    z(Slice{1, 3}) |= y(Slice{1, 3});
    EXPECT_TRUE(identical(z(Slice{1, 3}), (x % T(7) | y)(Slice{1, 3}))) << n;
    EXPECT_TRUE(identical(z(Slice{3, {}}), x(Slice{3, {}}))) << n;
    z = x.copy();
    z &= y, z ^= T(3), z <<= T(2), z >>= T(1);
    EXPECT_TRUE(identical(z, ((x & y) ^ T(3)) << T(2) >> T(1))) << n;
  }
}

TYPED_TEST(MathInteger, LogicAndTests) {
  using T = TypeParam;
  const auto x = Array<T>::from({T(0), T(1), T(-1), T(5)});
  EXPECT_TRUE(identical(isfinite(x), full<bool>({4}, true)));
  EXPECT_TRUE(identical(isreal(x), full<bool>({4}, true)));
  EXPECT_TRUE(identical(isnan(x), full<bool>({4}, false)));
  EXPECT_TRUE(identical(isinf(x), full<bool>({4}, false)));
  EXPECT_TRUE(identical(signbit(x), x < T(0)));
  EXPECT_TRUE(identical(logical_not(x), Array<bool>::from({true, false, false, false})));
  EXPECT_TRUE(identical(!x, x == T(0)));
  const auto y = Array<T>::from({T(0), T(0), T(2), T(1)});
  EXPECT_TRUE(identical(logical_and(x, y), Array<bool>::from({false, false, true, true})));
  EXPECT_TRUE(identical(logical_or(x, y), Array<bool>::from({false, true, true, true})));
  EXPECT_TRUE(identical(logical_xor(x, y), Array<bool>::from({false, true, false, false})));
  EXPECT_TRUE(identical(logical_and(x, T(1)), x != T(0)));
  EXPECT_TRUE(identical(logical_xor(T(1), x), x == T(0)));
  if constexpr (std::is_signed_v<T>) {
    // Negative exponents in an array: the power truncated to an integer.
    const auto base = Array<T>::from({T(1), T(-1), T(-1), T(2), T(0)});
    const auto power = Array<T>::from({T(-3), T(-3), T(-2), T(-1), T(-1)});
    EXPECT_TRUE(identical(pow(base, power), Array<T>::from({T(1), T(-1), T(1), T(0), T(0)})));
    EXPECT_ERROR(InvalidArgument, pow(x, T(-2)), "pow: integers have no negative power: got the exponent -2");
  }
}

TEST(MathLogic, FloatingTruth) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto x = Array<float>::from({0.0f, -0.0f, nan, 1e-40f}), y = ones<float>({4});
  EXPECT_TRUE(identical(logical_and(x, y), Array<bool>::from({false, false, true, true})));
  EXPECT_TRUE(identical(!x, Array<bool>::from({true, true, false, false})));
  using C = std::complex<double>;
  const auto z = Array<C>::from({C(0, 0), C(0, 1), C(1, 0)});
  EXPECT_TRUE(identical(logical_or(z, zeros<C>({3})), Array<bool>::from({false, true, true})));
  const auto a = Array<bool>::from({false, false, true, true}), b = Array<bool>::from({false, true, false, true});
  EXPECT_TRUE(identical(a & b, logical_and(a, b)));
  EXPECT_TRUE(identical(a | b, logical_or(a, b)));
  EXPECT_TRUE(identical(a ^ b, Array<bool>::from({false, true, true, false})));
  EXPECT_TRUE(identical(logical_xor(a, b), a ^ b));
  EXPECT_TRUE(identical(~a, Array<bool>::from({true, true, false, false})));
  EXPECT_TRUE(identical(!a, ~a));
  EXPECT_TRUE(identical(logical_and(a, true), a));
  Array<bool> c = a.copy();
  c ^= b, c &= true, c |= b;
  EXPECT_TRUE(identical(c, a | b));
  const Array<bool> many = noise_array<float>({1025}, 1) > 0.0f, other = noise_array<float>({1025}, 2) > 0.0f;
  EXPECT_TRUE(identical(many ^ other, many != other));
  EXPECT_TRUE(identical(many.flip(0) & other, (many & other.flip(0)).flip(0)));
}

TEST(MathBits, PackingIsNumPys) {
  const auto bits = stored<std::uint8_t>("bits");
  EXPECT_TRUE(identical(packbits(bits), stored<std::uint8_t>("packed")));
  EXPECT_TRUE(identical(packbits(bits != std::uint8_t(0)), stored<std::uint8_t>("packed")));
  EXPECT_TRUE(identical(packbits(bits, {.axis = 1}), stored<std::uint8_t>("packed_1")));
  EXPECT_TRUE(identical(packbits(bits, {-1, BitOrder::little}), stored<std::uint8_t>("packed_little")));
  EXPECT_TRUE(identical(packbits(bits.flip(1), {.axis = 1}), packbits(bits.flip(1).copy(), {.axis = 1})));
  const auto bytes = stored<std::uint8_t>("bytes");
  EXPECT_TRUE(identical(unpackbits(bytes), stored<std::uint8_t>("unpacked")));
  EXPECT_TRUE(identical(unpackbits(bytes, {1, {}, BitOrder::little}), stored<std::uint8_t>("unpacked_1")));
  EXPECT_TRUE(identical(unpackbits(bytes, {0, 21}), stored<std::uint8_t>("unpacked_count")));
  EXPECT_TRUE(identical(unpackbits(bytes, {-1, -3}), stored<std::uint8_t>("unpacked_less")));
  EXPECT_TRUE(identical(unpackbits(bytes, {0, 26}), stored<std::uint8_t>("unpacked_more")));
  const Array<std::uint8_t> big = (noise_array<float>({100, 1009}, 1) > 0.0f).astype<std::uint8_t>();
  EXPECT_TRUE(identical(unpackbits(packbits(big, {.axis = 1}), {1, 1009}), big));
  EXPECT_TRUE(identical(unpackbits(packbits(big, {0, BitOrder::little}), {0, 100, BitOrder::little}), big));
  EXPECT_EQ(packbits(Array<bool>(Shape{0})).shape(), Shape{0});
  EXPECT_EQ(packbits(Array<bool>(Shape{3, 0}), {.axis = 0}).shape(), (Shape{1, 0}));
  EXPECT_TRUE(identical(unpackbits(Array<std::uint8_t>(Shape{0}), {{}, 3}), zeros<std::uint8_t>({3})));
  EXPECT_ERROR(InvalidArgument, packbits(bits, {.axis = 3}), "packbits: axis must be in [-3, 3), got 3");
  EXPECT_ERROR(InvalidArgument, unpackbits(bytes, {0, -25}), "unpackbits: count must be at least -24, got -25");
}

TEST(MathUnwrap, IsNumPys) {
  const auto phase = stored<double>("phase");
  EXPECT_TRUE(close(unwrap(phase, {{}, 1}), stored<double>("unwrapped")));
  EXPECT_TRUE(close(unwrap(phase.transpose(), {{}, 1}).transpose(), stored<double>("unwrapped")));
  EXPECT_TRUE(close(unwrap(phase.astype<float>(), {{}, 1}), stored<double>("unwrapped")));
  // np.unwrap(x, discont=4, axis=0) and period 24 on whole numbers.
  EXPECT_TRUE(close(unwrap(stored<double>("walk"), {4.0, 0}), stored<double>("unwrapped_4")));
  EXPECT_TRUE(close(unwrap(rint(stored<double>("walk") * 8.0), {{}, 1, 24}), stored<double>("unwrapped_period"), {0}));
  // A straight line folded and unfolded, longer than a block.
  const Array<double> line = arange<double>(100003) * 0.01;
  EXPECT_TRUE(close(unwrap(mod(line, 5.0), {{}, 0, 5}), line));
  EXPECT_TRUE(identical(unwrap(Array<float>::from({1.0f})), Array<float>::from({1.0f})));
  EXPECT_EQ(unwrap(Array<float>(Shape{3, 0})).shape(), (Shape{3, 0}));
  EXPECT_ERROR(InvalidArgument, unwrap(line, {{}, 1}), "unwrap: axis must be in [-1, 1), got 1");
  EXPECT_ERROR(InvalidArgument, unwrap(line, {{}, 0, 0}), "unwrap: period must be positive, got 0");
}

#ifdef TUKEY_TEST_CUDA
TEST(MathInteger, CanBeCaptured) {
  if (default_device().is_cpu()) GTEST_SKIP() << "needs a GPU";
  using T = std::int32_t;
  const Stream stream;
  const StreamScope scope(stream);
  Array<T> x(Shape{33, 65}), y(x.shape());
  const Array<T> first = noise_array<T>({33, 65}, 1), second = noise_array<T>({33, 65}, 2);
  auto replays = [&](const std::function<Array<T>(const Array<T>&)>& f, const char* name) {
    x.assign(first);
    const Array<T> expected = f(second);
    EXPECT_EQ(replay_captured([&] { y.assign(f(x)); }, [&] { x.assign(second); }), "") << name;
    EXPECT_TRUE(identical(y, expected)) << name;
  };
  for (const auto& f : binaries<T>()) replays([&](const Array<T>& v) { return f.call(v, v(0)); }, f.name);
  replays([](const Array<T>& v) { return ~v ^ pow(v, T(3)) ^ sign(v) ^ bitwise_count(v).astype<T>(); }, "bits");
  replays([](const Array<T>& v) { return logical_xor(v, v(0)).astype<T>() + isclose(v, v(0)).astype<T>(); }, "logic");
  replays([](const Array<T>& v) { return unpackbits(packbits(v > T(0), {.axis = 1}), {1, 65}).astype<T>(); }, "packed");
  replays([](const Array<T>& v) { return unwrap(v.astype<double>(), {{}, 0, 50}).astype<T>(); }, "unwrap");
}
#endif

}  // namespace
}  // namespace tukey::test
