// SPDX-License-Identifier: Apache-2.0
#include "tukey/random.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "support.hpp"
#include "tukey/reference/philox.hpp"

namespace tukey {
namespace {
using random::Generator;
using test::identical;
namespace ph = philox;

Device here() { return default_device(); }

// Number p of a draw by the definition, one at a time, without the library's loops.
template <class Draw> typename Draw::value number(const ph::source& s, const Draw& draw, std::uint64_t p) {
  typename Draw::value y[Draw::per_block];
  const ph::u64 c = (ph::u64(Draw::words) << 60) + p / Draw::per_block;
  const ph::words w =
      ph::block(ph::keys_of(s.seed), ph::u32(c), ph::u32(c >> 32), ph::u32(s.stream), ph::u32(s.stream >> 32));
  draw(w.w[0], w.w[1], w.w[2], w.w[3], y);
  return y[p % Draw::per_block];
}
template <class T, class Draw> std::vector<T> numbers(const ph::source& s, const Draw& draw, index_t count) {
  std::vector<T> v(static_cast<std::size_t>(count));
  for (index_t i = 0; i < count; ++i) {
    const auto y = number(s, draw, s.position + static_cast<std::uint64_t>(i));
    static_assert(sizeof(y) == sizeof(T));
    std::memcpy(static_cast<void*>(&v[i]), &y, sizeof(T));
  }
  return v;
}

TEST(Philox, PublishedVectors) {
  // The known-answer tests of the authors' Random123: counter, key, output.
  const ph::u32 vectors[3][10] = {{0, 0, 0, 0, 0, 0, 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8},
                                  {~0u, ~0u, ~0u, ~0u, ~0u, ~0u, 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd},
                                  {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344, 0xa4093822, 0x299f31d0, 0xd16cfe09,
                                   0x94fdcceb, 0x5001e420, 0x24126ea1}};
  for (const auto& v : vectors) {
    const ph::words w = ph::block(ph::keys_of(ph::join(v[4], v[5])), v[0], v[1], v[2], v[3]);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(w.w[i], v[6 + i]);
  }
}

TEST(Random, FirstNumbersComeFromThePublishedVector) {
  Generator g(0);
  const auto u = g.random<float>({4}).to_vector();
  const ph::u32 words[4] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  for (int i = 0; i < 4; ++i) EXPECT_EQ(u[i], std::ldexp(static_cast<float>(words[i] >> 8), -24));
}

TEST(Random, BitsAreThoseOfTheDefinition) {
  const ph::source s{0x0123456789abcdefull, 0xfedcba9876543210ull, 1000003};
  auto at = [&] {
    Generator g(s.seed, s.stream);
    g.seek(s.position);
    return g;
  };
  using cf = std::complex<float>;
  using cd = std::complex<double>;
  for (const index_t n : {index_t(1), index_t(31), index_t(1000), (index_t(1) << 18) + 3}) {
    auto expect = [&](const auto& actual, const auto& expected) {
      using T = typename std::decay_t<decltype(actual)>::value_type;
      EXPECT_TRUE(identical(actual.to(Device::cpu()), Array<T>::from(expected, Device::cpu())))
          << n << " " << actual.dtype();
    };
    expect(at().random<float>({n}), numbers<float>(s, ph::uniform_draw(0.f, 1.f), n));
    expect(at().random<double>({n}), numbers<double>(s, ph::uniform_draw(0., 1.), n));
    expect(at().uniform<float>({n}, -3.f, 7.f), numbers<float>(s, ph::uniform_draw(-3.f, 7.f), n));
    expect(at().normal<float>({n}, 1.f, 2.f), numbers<float>(s, ph::normal_draw(1.f, 2.f), n));
    expect(at().normal<double>({n}, 1., 2.), numbers<double>(s, ph::normal_draw(1., 2.), n));
    expect(at().normal<cf>({n}, cf(1, 2), 3.f), numbers<cf>(s, ph::normal_draw(cplx<float>(1, 2), 3.f), n));
    expect(at().normal<cd>({n}, cd(1, 2), 3.), numbers<cd>(s, ph::normal_draw(cplx<double>(1, 2), 3.), n));
    expect(at().integers<std::int32_t>(-5, 1000, {n}),
           numbers<std::int32_t>(s, ph::integers_narrow<std::int32_t>{ph::u64(-5), 1005}, n));
    expect(at().integers<std::int8_t>(-5, 100, {n}),
           numbers<std::int8_t>(s, ph::integers_narrow<std::int8_t>{ph::u64(-5), 105}, n));
    expect(at().integers<std::uint16_t>(7, 60000, {n}),
           numbers<std::uint16_t>(s, ph::integers_narrow<std::uint16_t>{7, 59993}, n));
    expect(at().integers<std::int64_t>(-5, std::int64_t(1) << 50, {n}),
           numbers<std::int64_t>(s, ph::integers_wide<std::int64_t>{ph::u64(-5), (1ull << 50) + 5}, n));
  }
}

TEST(Random, CpuAndDeviceGiveTheSameBits) {
  if (here().is_cpu()) GTEST_SKIP() << "one device";
  for (const index_t n : {index_t(1), index_t(1000), (index_t(1) << 20) + 3}) {
    Generator a(7, 1), b(7, 1);
    for (int round = 0; round < 2; ++round) {  // the second at an odd position
      EXPECT_TRUE(identical(a.random<float>({n}, here()).to(Device::cpu()), b.random<float>({n}, Device::cpu())));
      EXPECT_TRUE(identical(a.random<double>({n}, here()).to(Device::cpu()), b.random<double>({n}, Device::cpu())));
      EXPECT_TRUE(
          identical(a.normal<float>({n}, 0, 1, here()).to(Device::cpu()), b.normal<float>({n}, 0, 1, Device::cpu())));
      EXPECT_TRUE(
          identical(a.normal<double>({n}, 0, 1, here()).to(Device::cpu()), b.normal<double>({n}, 0, 1, Device::cpu())));
      EXPECT_TRUE(identical(a.integers<std::int64_t>(0, 1000, {n}, {}, here()).to(Device::cpu()),
                            b.integers<std::int64_t>(0, 1000, {n}, {}, Device::cpu())));
      EXPECT_EQ(a.position(), b.position());
    }
  }
}

// Every split has another launch, another alignment and another order.
TEST(Random, SlicesInAnyOrderMakeTheWhole) {
  const index_t n = 10007;
  Generator whole(11, 3);
  const auto uniform = whole.random<float>({n});
  whole.seek(0);
  const auto normal = whole.normal<double>({n});
  whole.seek(0);
  const auto bytes = whole.integers<std::uint8_t>(0, 200, {n});
  const index_t cuts[] = {0, 1, 2, 5, 37, 1000, 4096, 4099, 9999, n};
  for (int k = 8; k >= 0; --k) {
    const index_t begin = cuts[k], length = cuts[k + 1] - cuts[k];
    const Slice part(begin, begin + length);
    Generator g(11, 3);
    g.skip(static_cast<std::uint64_t>(begin));
    EXPECT_TRUE(identical(g.random<float>({length}), uniform(part).copy()));
    EXPECT_EQ(g.position(), static_cast<std::uint64_t>(begin + length));
    g.seek(static_cast<std::uint64_t>(begin));
    EXPECT_TRUE(identical(g.normal<double>({length}), normal(part).copy()));
    g.seek(static_cast<std::uint64_t>(begin));
    EXPECT_TRUE(identical(g.integers<std::uint8_t>(0, 200, {length}), bytes(part).copy()));
  }
  // The shape does not matter, nor does the number of threads.
  const int threads = num_threads();
  set_num_threads(4);
  Generator g(11, 3);
  EXPECT_TRUE(identical(g.random<float>({1, n, 1}).flatten(), uniform));
  set_num_threads(threads);
}

template <class T> class RandomViews : public testing::Test {};
using ViewTypes =
    testing::Types<float, double, std::complex<float>, std::complex<double>, std::int8_t, std::int32_t, std::uint64_t>;
TYPED_TEST_SUITE(RandomViews, ViewTypes);

TYPED_TEST(RandomViews, AreFilledInRowMajorOrder) {
  using T = TypeParam;
  auto draw = [](Array<T> out) {
    Generator g(5);
    g.seek(3);
    if constexpr (std::is_integral_v<T>)
      g.integers_into(out, T(0), T(100));
    else if constexpr (std::is_same_v<T, float>)
      g.random_into(out);
    else
      g.standard_normal_into(out);
    return out;
  };
  const Array<T> expected = draw(Array<T>({6, 5, 7}, here()));
  const T mark = T(101);
  Array<T> base({6, 10, 14}, here());
  base.fill(mark);
  EXPECT_TRUE(identical(draw(base(ellipsis, Slice(1, {}, 2), Slice({}, {}, -2))).copy(), expected));
  const auto written = base.to_vector();
  EXPECT_EQ(std::count(written.begin(), written.end(), mark), 6 * 10 * 14 - 6 * 5 * 7);
  EXPECT_TRUE(identical(draw(Array<T>({7, 5, 6}, here()).transpose()).copy(), expected));
  EXPECT_TRUE(identical(draw(Array<T>({6, 5, 7}, here()).flip(0)).copy(), expected));
  // A contiguous view that does not start at a multiple of 16 bytes, with a neighbour on each side.
  Array<T> line({6 * 5 * 7 + 2}, here());
  line.fill(mark);
  EXPECT_TRUE(identical(draw(line(Slice(1, -1))).reshape({6, 5, 7}).copy(), expected));
  EXPECT_EQ(line(0).item(), mark);
  EXPECT_EQ(line(-1).item(), mark);
  // Nothing and one.
  EXPECT_EQ(draw(Array<T>({3, 0}, here())).size(), 0);
  EXPECT_EQ(draw(Array<T>(Shape{}, here())).item(), expected(0, 0, 0).item());
}

TEST(Random, UniformIsBelowOne) {
  Generator g(1);
  double sum = 0;
  float least = 1, most = 0;
  for (int k = 0; k < 16; ++k) {
    for (const float u : g.random<float>({1 << 22}).to_vector()) {
      least = std::min(least, u), most = std::max(most, u), sum += u;
      ASSERT_TRUE(u >= 0 && u < 1);
    }
  }
  EXPECT_EQ(g.position(), std::uint64_t(1) << 26);
  EXPECT_NEAR(sum / (1 << 26), 0.5, 0.0002);  // five standard deviations
  EXPECT_LT(least, 1e-6f);
  EXPECT_GT(most, 1 - 1e-6f);
  for (const double u : g.random<double>({1 << 22}).to_vector()) ASSERT_TRUE(u >= 0 && u < 1);
  // The largest words there are.
  EXPECT_EQ(ph::uniform_draw(0.f, 1.f).one(~0u), 1 - 0x1p-24f);
  EXPECT_EQ(ph::uniform_draw(0., 1.).one(~0u, ~0u), 1 - 0x1p-53);
  EXPECT_EQ(ph::uniform_draw(0.f, 1.f).one(255u), 0.f);
}

TEST(Random, UniformKeepsItsBounds) {
  Generator g(2);
  const auto u = g.uniform<float>({1 << 16}, -2.f, 3.f).to_vector();
  double mean = 0;
  for (const float x : u) {
    ASSERT_TRUE(x >= -2 && x < 3);
    mean += x / u.size();
  }
  EXPECT_NEAR(mean, 0.5, 5 * 5 / std::sqrt(12.0 * u.size()));
  // Bounds one ulp apart: rounding to nearest would give the upper one half of the time.
  const float next = std::nextafter(1.f, 2.f);
  for (const float x : g.uniform<float>({1000}, 1.f, next).to_vector()) EXPECT_EQ(x, 1.f);
  for (const double x : g.uniform<double>({10}, 4., 4.).to_vector()) EXPECT_EQ(x, 4.);
}

// sup |F_n - F| for values sorted here. Beyond 2.23 / sqrt(n) with probability 1e-4.
template <class T, class F> double kolmogorov(std::vector<T> v, F cdf) {
  std::sort(v.begin(), v.end());
  double d = 0;
  const double n = static_cast<double>(v.size());
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double f = cdf(static_cast<double>(v[i]));
    d = std::max({d, f - i / n, (i + 1) / n - f});
  }
  return d * std::sqrt(n);
}
double normal_cdf(double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); }

template <class T> class RandomReal : public testing::Test {};
TYPED_TEST_SUITE(RandomReal, test::RealTypes);

TYPED_TEST(RandomReal, Distributions) {
  using T = TypeParam;
  for (const std::uint64_t seed : {1, 2, 3}) {
    Generator g(seed);
    EXPECT_LT(kolmogorov(g.random<T>({1 << 17}).to_vector(), [](double x) { return x; }), 2.23);
    const auto n = g.standard_normal<T>({1 << 17}).to_vector();
    EXPECT_LT(kolmogorov(n, normal_cdf), 2.23);
    // The two halves of a pair are independent: neither they nor their squares correlate.
    double product = 0, squares = 0;
    for (std::size_t i = 0; i + 1 < n.size(); i += 2) {
      product += double(n[i]) * n[i + 1];
      squares += (double(n[i]) * n[i] - 1) * (double(n[i + 1]) * n[i + 1] - 1);
    }
    const double pairs = n.size() / 2.0;
    EXPECT_LT(std::abs(product / pairs), 5 / std::sqrt(pairs));
    EXPECT_LT(std::abs(squares / pairs), 5 * 2 / std::sqrt(pairs));
  }
}

TYPED_TEST(RandomReal, MomentsOfManyNormals) {
  using T = TypeParam;
  Generator g(20);
  double sum = 0, square = 0, cube = 0, fourth = 0;
  const double n = 1 << 22;
  for (const T x : g.normal<T>({1 << 22}).to_vector()) {
    const double d = x, q = d * d;
    sum += d, square += q, cube += q * d, fourth += q * q;
  }
  // Five standard deviations of each sample moment.
  EXPECT_NEAR(sum / n, 0, 5 * std::sqrt(1 / n));
  EXPECT_NEAR(square / n, 1, 5 * std::sqrt(2 / n));
  EXPECT_NEAR(cube / n, 0, 5 * std::sqrt(15 / n));
  EXPECT_NEAR(fourth / n, 3, 5 * std::sqrt(96 / n));
  const auto shifted = g.normal<T>({1 << 16}, T(10), T(0.5)).to_vector();
  double mean = 0;
  for (const T x : shifted) mean += double(x) / shifted.size();
  EXPECT_NEAR(mean, 10, 5 * 0.5 / 256);
  for (const T x : g.normal<T>({10}, T(3), T(0)).to_vector()) EXPECT_EQ(x, T(3));
}

TYPED_TEST(RandomReal, TailsReachAsFarAsTheyShould) {
  using T = TypeParam;
  Generator g(4);
  const auto n = g.standard_normal<T>({1 << 22}).to_vector();
  for (const double bound : {2.0, 3.0, 4.0}) {
    const double expected = 2 * normal_cdf(-bound) * n.size();
    const double beyond = std::count_if(n.begin(), n.end(), [&](T x) { return std::abs(x) > bound; });
    EXPECT_NEAR(beyond, expected, 5 * std::sqrt(expected)) << bound;
  }
}

// Each normal against the exact map of its words in long double: 4 eps for every single one.
TEST(Random, NormalsAreAccurate) {
  using ld = long double;
  const ld half_pi = std::acos(ld(-1)) / 2;
  const ph::u32 edges[] = {0u,          1u,          2u,          0x7fffffffu, 0x80000000u, 0x80000001u, 0xffffffffu,
                           0x40000000u, 0xc0000000u, 0x5a827999u, 0xb504f333u, 0xb504f334u, 0xfffffe00u};
  std::vector<ph::u32> words(std::begin(edges), std::end(edges));
  for (ph::u32 i = 0; i < 20000; ++i) words.push_back(ph::block(ph::keys_of(9), i, 0, 0, 0).w[0]);
  double worst_float = 0, worst_double = 0;
  auto error = [](ld actual, ld expected, double eps) {
    return static_cast<double>(std::abs(actual - expected) / (eps * std::abs(expected)));
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    for (const ph::u32 a : {words[i], words[(i + 1) % 13]}) {
      const ph::u32 b = words[(i * 7 + 3) % words.size()];
      float x, y;
      ph::normal_pair(a, b, x, y);
      // The words' meaning: u and t rounded to float, as documented.
      const float u = static_cast<float>(std::ldexp(ld(static_cast<float>(a >> 1)), -31) + std::ldexp(ld(1), -32));
      const float t = std::ldexp(static_cast<float>(static_cast<std::int32_t>(b << 1)), -31);
      const ld r = std::sqrt(-2 * std::log(ld(u))) * (b >> 31 ? -1 : 1), s = std::sin(half_pi * t);
      const ld c = std::abs(t) == 1 ? 0 : std::sin(half_pi * (1 - std::abs(ld(t))));
      if (r * s != 0) worst_float = std::max(worst_float, error(y, r * s, 0x1p-23));
      if (r * c != 0) worst_float = std::max(worst_float, error(x, r * c, 0x1p-23));
      EXPECT_TRUE(r != 0 || (x == 0 && y == 0));

      const ph::u64 wa = ph::join(words[(i * 3 + 1) % words.size()], a), wb = ph::join(a ^ b, b);
      double dx, dy;
      ph::normal_pair(wa, wb, dx, dy);
      const ld du = std::ldexp(ld(wa >> 12), -52) + std::ldexp(ld(1), -53), dt = std::ldexp(ld(wb >> 12), -51) - 1;
      const ld dr = std::sqrt(-2 * std::log(du)) * (wb & 1 ? -1 : 1), ds = std::sin(half_pi * dt);
      const ld dc = std::abs(dt) == 1 ? 0 : std::sin(half_pi * (1 - std::abs(dt)));
      if (ds != 0) worst_double = std::max(worst_double, error(dy, dr * ds, 0x1p-52));
      if (dc != 0) worst_double = std::max(worst_double, error(dx, dr * dc, 0x1p-52));
    }
  }
  EXPECT_LT(worst_float, 4);
  EXPECT_LT(worst_double, 4);
  EXPECT_GT(worst_float + worst_double, 0.5);  // the comparison did see roundings
}

TEST(Random, ComplexNormalsAreCircular) {
  Generator g(6);
  const auto z = g.standard_normal<std::complex<double>>({1 << 18}).to_vector();
  double power = 0;
  std::complex<double> mean = 0, square = 0;
  for (const auto& v : z)
    power += std::norm(v) / z.size(), mean += v / double(z.size()), square += v * v / double(z.size());
  const double deviation = 5 / std::sqrt(double(z.size()));
  EXPECT_NEAR(power, 1, deviation);
  EXPECT_LT(std::abs(mean), deviation);
  EXPECT_LT(std::abs(square), 2 * deviation);
}

TEST(Random, IntegersAreEquallyLikely) {
  for (const index_t values : {2, 10, 1000}) {
    Generator g(8);
    const index_t n = 1 << 18;
    std::vector<double> counts(static_cast<std::size_t>(values));
    for (const auto x : g.integers<std::int32_t>(-1, static_cast<std::int32_t>(values) - 1, {n}).to_vector()) {
      ASSERT_TRUE(x >= -1 && x < values - 1);
      counts[static_cast<std::size_t>(x + 1)] += 1;
    }
    double chi2 = 0;
    const double expected = double(n) / values;
    for (const double c : counts) chi2 += (c - expected) * (c - expected) / expected;
    // Five standard deviations above the mean of chi squared.
    EXPECT_LT(chi2, values - 1 + 5 * std::sqrt(2.0 * values)) << values;
  }
}

template <class T> class RandomInteger : public testing::Test {};
using IntegerTypes = testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                                    std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(RandomInteger, IntegerTypes);

TYPED_TEST(RandomInteger, WholeRangeAndEdges) {
  using T = TypeParam;
  using limits = std::numeric_limits<T>;
  Generator g(3);
  // All values of the type: the mean is within five standard deviations of the middle, both halves of it occur.
  const auto all = g.integers<T>(limits::min(), limits::max(), {4096}, {.endpoint = true}).to_vector();
  double mean = 0;
  for (const T x : all) mean += static_cast<double>(x) / 4096;
  const double width = static_cast<double>(limits::max()) - static_cast<double>(limits::min());
  const double middle = (static_cast<double>(limits::max()) + static_cast<double>(limits::min())) / 2;
  EXPECT_NEAR(mean, middle, 5 * width / std::sqrt(12.0 * 4096));
  EXPECT_GT(*std::max_element(all.begin(), all.end()), middle + 0.45 * width);
  EXPECT_LT(*std::min_element(all.begin(), all.end()), middle - 0.45 * width);
  // One value; both ends of a short range, with the endpoint and without.
  for (const T x : g.integers<T>(T(5), T(6), {100}).to_vector()) EXPECT_EQ(x, T(5));
  for (const T x : g.integers<T>(limits::max(), limits::max(), {100}, {.endpoint = true}).to_vector())
    EXPECT_EQ(x, limits::max());
  auto seen = [&](bool endpoint) {
    const auto v = g.integers<T>(T(1), T(4), {200}, {endpoint}).to_vector();
    return std::set<T>(v.begin(), v.end());
  };
  EXPECT_EQ(seen(false), (std::set<T>{1, 2, 3}));
  EXPECT_EQ(seen(true), (std::set<T>{1, 2, 3, 4}));
}

TEST(Random, SeedsAndStreamsAreDistinct) {
  const index_t n = 1 << 14;
  const Generator base(1, 0);
  Generator others[] = {Generator(2, 0), Generator(1, 1), base.with_stream(std::uint64_t(1) << 32),
                        Generator(std::uint64_t(1) << 32 | 1)};
  Generator first = base;
  const auto x = first.random<double>({n}).to_vector();
  for (Generator& other : others) {
    const auto y = other.random<double>({n}).to_vector();
    double correlation = 0;
    for (index_t i = 0; i < n; ++i) correlation += 12 * (x[i] - 0.5) * (y[i] - 0.5) / n;
    EXPECT_LT(std::abs(correlation), 5 / std::sqrt(double(n)));
  }
  Generator again = random::default_rng(1);
  EXPECT_EQ(again.random<double>({n}).to_vector(), x);
  EXPECT_NE(again.random<double>({n}).to_vector(), x);
}

TEST(Random, Errors) {
  Generator g(1);
  EXPECT_ERROR(InvalidArgument, g.uniform<float>({2}, 1.f, 0.f),
               "uniform: low <= high and a finite range expected, got low 1 and high 0");
  EXPECT_ERROR(InvalidArgument, g.uniform<double>({2}, -1e308, 1e308),
               "uniform: low <= high and a finite range expected, got low -1e+308 and high 1e+308");
  EXPECT_THROW(g.uniform<float>({2}, std::nanf(""), 1.f), InvalidArgument);
  EXPECT_ERROR(InvalidArgument, g.normal<float>({2}, 0.f, -1.f), "normal: scale must not be negative, got -1");
  EXPECT_THROW(g.normal<float>({2}, 0.f, std::nanf("")), InvalidArgument);
  EXPECT_ERROR(InvalidArgument, g.integers<std::int8_t>(3, 3, {2}),
               "integers: low < high expected, got low 3 and high 3");
  EXPECT_ERROR(InvalidArgument, g.integers<std::int8_t>(4, 3, {2}, {.endpoint = true}),
               "integers: low <= high expected with endpoint, got low 4 and high 3");
  Array<float> broadcast = Array<float>({1, 3}, here()).broadcast_to({2, 3});
  EXPECT_ERROR(InvalidArgument, g.random_into(broadcast),
               "random: out must not be a broadcast view, got stride 0 on axis 0");
  EXPECT_EQ(g.position(), 0u);
  g.seek((std::uint64_t(1) << 60) - 1);
  EXPECT_ERROR(InvalidArgument, g.random<float>({2}),
               "random: the stream ends at position 2^60, got position 1152921504606846975 and 2 numbers to draw");
  EXPECT_ERROR(InvalidArgument, g.skip(2),
               "skip: the stream ends at position 2^60, got position 1152921504606846975 and 2 numbers to skip");
  EXPECT_ERROR(InvalidArgument, g.seek(~std::uint64_t(0)),
               "seek: position must be at most 2^60, got 18446744073709551615");
  EXPECT_EQ(g.random<float>({1}).size(), 1);  // the last one
}

}  // namespace
}  // namespace tukey
