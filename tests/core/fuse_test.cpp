// SPDX-License-Identifier: Apache-2.0
// Fused expressions: the same bits as the functions one by one, every layout, every limit of the machine.
#include "tukey/fuse.hpp"
#include "capture.hpp"
#include "support.hpp"

namespace tukey::test {
namespace {

using C = std::complex<float>;
using Z = std::complex<double>;

template <class T> class Fuse : public testing::Test {};
using Floating = testing::Types<float, double, C, Z>;
TYPED_TEST_SUITE(Fuse, Floating);

TYPED_TEST(Fuse, ChangesNoBits) {
  using T = TypeParam;
  for (index_t n : {0, 1, 2, 3, 31, 33, 255, 257, 1023, 1024, 1025, 4097, 100003}) {
    const auto a = noise_array<T>({n}, 1), b = noise_array<T>({n}, 2), c = noise_array<T>({n}, 3);
    EXPECT_TRUE(identical(evaluate(lazy(a) * b + sin(lazy(c))), a * b + sin(c))) << n;
    EXPECT_TRUE(identical(evaluate((lazy(a) - b) * (lazy(a) + c) / 3), (a - b) * (a + c) / T(3))) << n;
    EXPECT_TRUE(identical(evaluate(T(2) - exp(-square(lazy(a))) / b), T(2) - exp(-square(a)) / b)) << n;
    EXPECT_TRUE(identical(evaluate(where(lazy(a) == b, 0, lazy(c))), where(a == b, T(0), c))) << n;
    EXPECT_TRUE(identical(evaluate(lazy(a)), a)) << n;
  }
}
TYPED_TEST(Fuse, EveryFunction) {
  using T = TypeParam;
  const auto x = noise_array<T>({1000}, 4);
  const auto positive = x * conj(x) + T(0.25);
  EXPECT_TRUE(identical(evaluate(sqrt(lazy(positive))), sqrt(positive)));
  EXPECT_TRUE(identical(evaluate(log(lazy(positive))), log(positive)));
  EXPECT_TRUE(identical(evaluate(log10(lazy(positive))), log10(positive)));
  EXPECT_TRUE(identical(evaluate(cos(lazy(x))), cos(x)));
  EXPECT_TRUE(identical(evaluate(negative(lazy(x))), -x));
  EXPECT_TRUE(identical(evaluate(conj(lazy(x))), conj(x)));
  EXPECT_TRUE(identical(evaluate(abs(lazy(x))), tukey::abs(x)));
  EXPECT_TRUE(identical(evaluate(angle(lazy(x))), angle(x)));
  EXPECT_TRUE(identical(evaluate(norm2(lazy(x))), norm2(x)));
  EXPECT_TRUE(identical(evaluate(reciprocal(lazy(positive))), T(1) / positive));
  EXPECT_TRUE(identical(evaluate(lazy(x) != 0), x != T(0)));
  EXPECT_TRUE(identical(evaluate(!(lazy(x) == x)), x != x));
}

template <class T> class FuseReal : public testing::Test {};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(FuseReal, Reals);

// A function against the host's, to a few ULP.
template <class T, class F, class G> void check(const Array<T>& x, F f, G g, const char* name) {
  const auto y = evaluate(f(lazy(x))).to_vector();
  const auto v = x.to_vector();
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double expected = g(static_cast<double>(v[i]));
    const double bound = 8 * std::numeric_limits<T>::epsilon() * std::abs(expected);
    ASSERT_LE(std::abs(static_cast<double>(y[i]) - expected), bound) << name << " of " << v[i];
  }
}
TYPED_TEST(FuseReal, Functions) {
  using T = TypeParam;
  const auto x = noise_array<T>({1001}, 5);
#define TUKEY_CHECK(name, call) \
  check(                        \
      x, [](const Expr<T>& e) { return name(e); }, [](double v) { return static_cast<double>(call(v)); }, #name)
  TUKEY_CHECK(cbrt, std::cbrt);
  TUKEY_CHECK(exp2, std::exp2);
  TUKEY_CHECK(expm1, std::expm1);
  TUKEY_CHECK(log1p, std::log1p);
  TUKEY_CHECK(tan, std::tan);
  TUKEY_CHECK(asin, std::asin);
  TUKEY_CHECK(acos, std::acos);
  TUKEY_CHECK(atan, std::atan);
  TUKEY_CHECK(sinh, std::sinh);
  TUKEY_CHECK(cosh, std::cosh);
  TUKEY_CHECK(tanh, std::tanh);
  TUKEY_CHECK(floor, std::floor);
  TUKEY_CHECK(ceil, std::ceil);
  TUKEY_CHECK(trunc, std::trunc);
  TUKEY_CHECK(rint, std::rint);
#undef TUKEY_CHECK
  check(
      tukey::abs(x) + T(0.5), [](const Expr<T>& e) { return log2(e); }, [](double v) { return std::log2(v); }, "log2");
  check(
      x, [](const Expr<T>& e) { return pow(abs(e), T(1.5)); }, [](double v) { return std::pow(std::abs(v), 1.5); },
      "pow");
  check(
      x, [](const Expr<T>& e) { return atan2(e, T(0.5)); }, [](double v) { return std::atan2(v, 0.5); }, "atan2");
  check(
      x, [](const Expr<T>& e) { return hypot(T(0.5), e); }, [](double v) { return std::hypot(v, 0.5); }, "hypot");
  check(
      x, [](const Expr<T>& e) { return sign(e); }, [](double v) { return double((v > 0) - (v < 0)); }, "sign");
}
TYPED_TEST(FuseReal, ComparesAndChooses) {
  using T = TypeParam;
  const T nan = std::numeric_limits<T>::quiet_NaN(), inf = std::numeric_limits<T>::infinity();
  const auto a = Array<T>::from({T(1), T(2), T(3), nan, inf, T(-0.0), T(0)});
  const auto b = Array<T>::from({T(2), T(2), T(1), T(1), T(1), T(0), T(-0.0)});
  EXPECT_TRUE(identical(evaluate(lazy(a) < b), a < b));
  EXPECT_TRUE(identical(evaluate(lazy(a) <= b), a <= b));
  EXPECT_TRUE(identical(evaluate(lazy(a) > b), a > b));
  EXPECT_TRUE(identical(evaluate(lazy(a) >= b), a >= b));
  EXPECT_TRUE(identical(evaluate(lazy(a) == b), a == b));
  EXPECT_TRUE(identical(evaluate(lazy(a) != b), a != b));
  EXPECT_TRUE(identical(evaluate((lazy(a) > 1) && (b < lazy(a))), logical_and(a > T(1), b < a)));
  EXPECT_TRUE(identical(evaluate((lazy(a) > 1) || (b < lazy(a))), logical_or(a > T(1), b < a)));
  EXPECT_TRUE(identical(evaluate(isnan(lazy(a))), a != a));
  EXPECT_EQ(evaluate(isfinite(lazy(a))).to_vector(), (std::vector<bool>{true, true, true, false, false, true, true}));
  EXPECT_TRUE(identical(evaluate(maximum(lazy(a), b)), maximum(a, b)));
  EXPECT_TRUE(identical(evaluate(minimum(b, lazy(a))), minimum(b, a)));
  EXPECT_TRUE(identical(evaluate(clip(lazy(a), 0, 2)), clip(a, T(0), T(2))));
  const Array<bool> mask = a < b;
  EXPECT_TRUE(identical(evaluate(where(mask, lazy(a), b)), where(mask, a, b)));
  EXPECT_TRUE(identical(evaluate(where(lazy(a) < b, lazy(a) + 1, -1)), where(mask, a + T(1), T(-1))));
  EXPECT_TRUE(identical(evaluate(where(isnan(lazy(a)), 7, lazy(a)) + where(mask, 1, lazy(b))),
                        where(a != a, T(7), a) + where(mask, T(1), b)));
}

TEST(FuseMixed, RealAndComplex) {
  const auto z = noise_array<C>({777}, 6);
  const auto x = noise_array<float>({777}, 7);
  EXPECT_TRUE(identical(evaluate(10 * log10(norm2(lazy(z))) + x), 10.f * log10(norm2(z)) + x));
  EXPECT_TRUE(identical(evaluate(lazy(z) * Expr<C>(lazy(x))), z * x.astype<C>()));
  EXPECT_TRUE(identical(evaluate(make_complex(real(lazy(z)), -imag(lazy(z)))), conj(z)));
  EXPECT_TRUE(identical(evaluate(where(abs(lazy(z)) > 0.5f, lazy(z), 0)), where(tukey::abs(z) > 0.5f, z, C(0))));
  EXPECT_TRUE(identical(evaluate(abs(lazy(z)) > 0.5f), tukey::abs(z) > 0.5f));
  EXPECT_TRUE(identical(evaluate(lazy(z) * C(0, 1)), z * C(0, 1)));
}
TEST(FuseMixed, ConvertsAsItReads) {
  for (index_t n : {5, 4099}) {
    const auto shorts = noise_array<std::int16_t>({n}, 1);
    const auto bytes = noise_array<std::uint8_t>({n}, 2);
    const auto ints = noise_array<std::int32_t>({n}, 3);
    const auto doubles = noise_array<double>({n}, 4);
    const auto halves = doubles.astype<half>();
    const auto truth = doubles > 0.0;
    EXPECT_TRUE(identical(evaluate(lazy<float>(shorts) * 0.5f + lazy<float>(bytes)),
                          shorts.astype<float>() * 0.5f + bytes.astype<float>()));
    EXPECT_TRUE(identical(evaluate(lazy<float>(halves) + lazy<float>(doubles)),
                          halves.astype<float>() + doubles.astype<float>()));
    EXPECT_TRUE(identical(evaluate(lazy<double>(ints) * doubles + lazy<double>(truth)),
                          ints.astype<double>() * doubles + truth.astype<double>()));
    EXPECT_TRUE(identical(evaluate(lazy<std::int64_t>(ints) * lazy<std::int64_t>(shorts)),
                          ints.astype<std::int64_t>() * shorts.astype<std::int64_t>()));
    const auto packed = noise_array<C>({n}, 5).astype<packed_complex<std::int16_t>>();
    EXPECT_TRUE(identical(evaluate(lazy<C>(packed) * C(0, 2)), packed.astype<C>() * C(0, 2)));
  }
}
TEST(FuseMixed, Integers) {
  const auto a = Array<std::int32_t>::from({1, -5, std::numeric_limits<std::int32_t>::max(), 7});
  const auto b = Array<std::int32_t>::from({3, -5, 2, -7});
  EXPECT_TRUE(identical(evaluate(lazy(a) * b - abs(lazy(b)) + 1), a * b - tukey::abs(b) + 1));
  EXPECT_TRUE(identical(evaluate(maximum(lazy(a), b) + sign(lazy(b))),
                        maximum(a, b) + Array<std::int32_t>::from({1, -1, 1, -1})));
  EXPECT_TRUE(identical(evaluate(where(lazy(a) >= b, lazy(a), -lazy(b))), where(a >= b, a, -b)));
  const auto large = Array<std::int64_t>::from({std::numeric_limits<std::int64_t>::max(), 1ll << 53});
  EXPECT_TRUE(identical(evaluate(lazy(large) - ((1ll << 53) - 1)), large - ((1ll << 53) - 1)));
}

// Views of every kind in every place, also as the output.
TEST(FuseLayout, Views) {
  const auto base = noise_array<float>({14, 66, 10}, 8);
  const auto plain = noise_array<float>({7, 33, 10}, 9);
  const Array<float> views[] = {
      base(Slice{0, 7}, Slice{0, 33}),
      base(Slice{{}, {}, 2}, Slice{{}, {}, 2}),
      base(Slice{{}, {}, -2}, Slice{{}, {}, 2}, Slice{{}, {}, -1}),
      noise_array<float>({10, 33, 7}, 10).transpose(),
      noise_array<float>({33, 1}, 11).broadcast_to({7, 33, 10}),
      noise_array<float>({}, 12).broadcast_to({7, 33, 10}),
  };
  for (const auto& x : views) {
    for (const auto& y : views) {
      const auto expected = x.copy() * plain + y.copy();
      EXPECT_TRUE(identical(evaluate(lazy(x) * plain + y), expected));
      for (int k = 0; k < 4; ++k) {
        const auto room = zeros<float>({14, 66, 10});
        const auto out = k == 0   ? room(Slice{1, 8}, Slice{1, 34})
                         : k == 1 ? room(Slice{{}, {}, 2}, Slice{{}, {}, -2})
                         : k == 2 ? zeros<float>({10, 7, 33}).permute({1, 2, 0})
                                  : zeros<float>({7, 33, 10});
        auto target = out;
        evaluate_into(target, lazy(x) * plain + y);
        EXPECT_TRUE(identical(out, expected)) << k;
      }
    }
  }
}
TEST(FuseLayout, Broadcasting) {
  const auto row = noise_array<float>({40}, 1), column = noise_array<float>({30, 1}, 2),
             cube = noise_array<float>({5, 1, 1}, 3);
  EXPECT_TRUE(identical(evaluate(lazy(row) * column - cube), row * column - cube));
  EXPECT_EQ((lazy(row) * column - cube).shape(), (Shape{5, 30, 40}));
  const auto scalar = Array<float>::from({2}, Shape{});
  EXPECT_TRUE(identical(evaluate(lazy(scalar) + 1), Array<float>::from({3}, Shape{})));
  EXPECT_EQ(evaluate(lazy(row) * zeros<float>({0, 40})).shape(), (Shape{0, 40}));
}
TEST(FuseLayout, OutputIsAnOperand) {
  for (index_t n : {7, 100001}) {
    auto x = noise_array<float>({n}, 1);
    const auto y = noise_array<float>({n}, 2);
    const auto expected = x * x + y * x;
    evaluate_into(x, square(lazy(x)) + lazy(y) * x);
    EXPECT_TRUE(identical(x, expected));
    const auto stepped = noise_array<float>({2 * n}, 3);
    const auto doubled = stepped(Slice{{}, {}, 2}) * 2.f;
    evaluate_into(stepped(Slice{{}, {}, 2}), lazy(stepped(Slice{{}, {}, 2})) * 2);
    EXPECT_TRUE(identical(stepped(Slice{{}, {}, 2}), doubled));
  }
}

// More than the machine holds: places of the stack, slots, arrays, scalars, instructions.
TEST(FuseLimits, DeepTrees) {
  std::vector<Array<float>> x;
  std::vector<Expr<float>> level;
  std::vector<Array<float>> plain;
  for (unsigned i = 0; i < 64; ++i) {
    x.push_back(noise_array<float>({300}, i));
    level.push_back(lazy(x.back()));
    plain.push_back(x.back());
  }
  while (level.size() > 1) {
    std::vector<Expr<float>> next;
    std::vector<Array<float>> next_plain;
    for (std::size_t i = 0; i < level.size(); i += 2) {
      next.push_back(i % 4 ? level[i] - level[i + 1] : level[i] * level[i + 1]);
      next_plain.push_back(i % 4 ? plain[i] - plain[i + 1] : plain[i] * plain[i + 1]);
    }
    level = next, plain = next_plain;
  }
  EXPECT_TRUE(identical(evaluate(level[0]), plain[0]));
}
TEST(FuseLimits, BalancedTreeOfFewArrays) {
  // 32 leaves want five places of the stack.
  const auto a = noise_array<double>({100}, 1), b = noise_array<double>({100}, 2);
  std::vector<Expr<double>> level;
  std::vector<Array<double>> plain;
  for (int i = 0; i < 32; ++i) level.push_back(lazy(i % 2 ? a : b)), plain.push_back(i % 2 ? a : b);
  for (int round = 0; level.size() > 1; ++round) {
    std::vector<Expr<double>> next;
    std::vector<Array<double>> next_plain;
    for (std::size_t i = 0; i < level.size(); i += 2) {
      next.push_back(round % 2 ? level[i] * level[i + 1] : level[i] - level[i + 1]);
      next_plain.push_back(round % 2 ? plain[i] * plain[i + 1] : plain[i] - plain[i + 1]);
    }
    level = next, plain = next_plain;
  }
  EXPECT_TRUE(identical(evaluate(level[0]), plain[0]));
}
TEST(FuseLimits, LongChainsAndManyScalars) {
  const auto x = noise_array<float>({1000}, 1);
  Expr<float> e = lazy(x);
  Array<float> plain = x;
  for (int i = 1; i <= 100; ++i) e = e * 1.01f + float(i), plain = plain * 1.01f + float(i);
  EXPECT_TRUE(identical(evaluate(e), plain));
  e = lazy(x), plain = x;
  for (int i = 1; i <= 100; ++i) e = float(i) - (x / e), plain = float(i) - (x / plain);
  EXPECT_TRUE(identical(evaluate(e), plain));
}
TEST(FuseLimits, SharedParts) {
  // Written out this is 2^40 operations.
  const auto x = noise_array<double>({500}, 1);
  Expr<double> e = lazy(x);
  Array<double> plain = x;
  for (int i = 0; i < 40; ++i) e = (e * e - e) * 0.5, plain = (plain * plain - plain) * 0.5;
  EXPECT_TRUE(identical(evaluate(e), plain));
  const auto s = sin(lazy(x)), c = cos(lazy(x)), t = s * c, u = s + c, v = t * u;
  const auto ps = sin(x), pc = cos(x), pt = ps * pc, pu = ps + pc, pv = pt * pu;
  EXPECT_TRUE(identical(evaluate(where(u > v, t / u - s, v * c) + v * v - t),
                        where(pu > pv, pt / pu - ps, pv * pc) + pv * pv - pt));
}
TEST(FuseLimits, ComplexParts) {
  const auto z = noise_array<C>({321}, 1);
  Expr<C> e = lazy(z);
  Array<C> plain = z;
  for (int i = 1; i <= 30; ++i) e = e * C(0.5f, float(i) / 8) + z, plain = plain * C(0.5f, float(i) / 8) + z;
  EXPECT_TRUE(identical(evaluate(abs(e) + norm2(e)), tukey::abs(plain) + norm2(plain)));
}

TEST(FuseErrors, Messages) {
  const auto a = zeros<float>({3}), b = zeros<float>({4});
  EXPECT_ERROR(InvalidArgument, lazy(a) + b, "add: shapes (3,) and (4,) do not broadcast");
  EXPECT_ERROR(InvalidArgument, evaluate(Expr<float>(1) + 2.f), "lazy: at least one operand must be an array");
  auto out = zeros<float>({4});
  EXPECT_ERROR(InvalidArgument, evaluate_into(out, lazy(a) + 1), "evaluate_into: out must have shape (3,), got (4,)");
  Expr<float> e = lazy(a);
  EXPECT_ERROR(InvalidArgument, for (int i = 0; i < 2000; ++i) e = e + 1,
               "lazy: more than 1000 operations hang on one another; evaluate a part of the expression first");
  if (default_device().is_cuda()) {
    const auto host = zeros<float>({3}, Device::cpu());
    EXPECT_ERROR(InvalidArgument, lazy(host) + a, "add: operands are on cpu and cuda:0");
    EXPECT_ERROR(InvalidArgument, evaluate_into(out, lazy(zeros<float>({4}, Device::cpu())) * 2),
                 "evaluate_into: out is on cuda:0, the operands are on cpu");
  }
}

#ifdef TUKEY_TEST_CUDA
TEST(FuseCapture, Replays) {
  if (default_device().is_cpu()) GTEST_SKIP() << "needs a GPU";
  const Stream stream;
  const StreamScope scope(stream);
  auto x = noise_array<float>({33, 65}, 1), y = zeros<float>({33, 65});
  const auto second = noise_array<float>({33, 65}, 2);
  auto call = [](const Array<float>& v) {
    Expr<float> e = lazy(v);
    for (int i = 0; i < 20; ++i) e = sin(e) * float(i) + v;  // in several parts
    return e;
  };
  const auto expected = evaluate(call(second));
  EXPECT_EQ(replay_captured([&] { evaluate_into(y, call(x)); }, [&] { x.assign(second); }), "");
  EXPECT_TRUE(identical(y, expected));
}
#endif

}  // namespace
}  // namespace tukey::test
