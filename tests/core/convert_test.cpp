// SPDX-License-Identifier: Apache-2.0
// astype between all pairs of element types, rounding to half and bfloat16, copies and fills of every element size
// and layout.
#include <map>

#include "support.hpp"

namespace tukey::test {
namespace {

template <class T> class Converted : public testing::Test {};
#define TUKEY_COMMA(T) , T
template <class First, class... Rest> struct Drop { using types = testing::Types<Rest...>; };
using AllTypes = Drop<void TUKEY_FOR_ALL(TUKEY_COMMA)>::types;
TYPED_TEST_SUITE(Converted, AllTypes);

// An element from small whole parts, exact in every type.
template <class T> T element(int re, int im) {
  if constexpr (std::is_same_v<T, half>)
    return to_half(float(re));
  else if constexpr (std::is_same_v<T, bfloat16>)
    return to_bfloat16(float(re));
  else if constexpr (is_stored_only_v<T>)
    return {element<decltype(T::re)>(re, 0), element<decltype(T::im)>(im, 0)};
  else if constexpr (is_complex_v<T>)
    return {real_t<T>(re), real_t<T>(im)};
  else
    return static_cast<T>(re);
}
template <class T>
constexpr bool has_imaginary = is_complex_v<T> || (sizeof(T) > 1 && is_stored_only_v<T> && !std::is_same_v<T, half> &&
                                                   !std::is_same_v<T, bfloat16>);

template <class T> bool same(T a, T b) { return std::memcmp(&a, &b, sizeof(T)) == 0; }
template <class T> Array<T> elements(index_t n) {
  std::vector<T> plain;
  Array<T> x(Shape{n}, Device::cpu());
  for (index_t i = 0; i < n; ++i) x.data()[i] = element<T>(int(i % 100), int(i % 7));
  return x.to(default_device());
}
template <class T> std::vector<unsigned char> bytes_of(const Array<T>& x) {
  const Array<T> host = x.to(Device::cpu());
  const auto* begin = reinterpret_cast<const unsigned char*>(host.data());
  return {begin, begin + host.bytes()};
}
// What elements<S>(n), every step-th, become.
template <class D> std::vector<unsigned char> expected_bytes(index_t n, int step, bool from_bool, bool from_complex) {
  Array<D> y(Shape{n}, Device::cpu());
  for (index_t i = 0; i < n; ++i) {
    int re = int(i * step % 100), im = from_complex ? int(i * step % 7) : 0;
    if (from_bool) re = re != 0;
    if (std::is_same_v<D, bool>) re = re || im;
    y.data()[i] = element<D>(re, im);
  }
  return bytes_of(y);
}
// One for each type converted from, so that the 361 pairs instantiate little.
template <class S> const Array<S>& source(index_t n) {
  static std::map<index_t, Array<S>> made;
  return made.emplace(n, elements<S>(n)).first->second;
}

TYPED_TEST(Converted, FromEveryType) {
  using D = TypeParam;
  for (index_t n : {0, 1, 103, 3004}) {
    for (int step : {1, 2}) {
      const auto plain = expected_bytes<D>(n, step, false, false), from_bool = expected_bytes<D>(n, step, true, false),
                 from_complex = expected_bytes<D>(n, step, false, true);
#define TUKEY_PAIR(S)                                                                    \
  EXPECT_TRUE(bytes_of(source<S>(n * step)(Slice{{}, {}, step}).template astype<D>()) == \
              (std::is_same_v<S, bool> ? from_bool                                       \
               : has_imaginary<S>      ? from_complex                                    \
                                       : plain))                                              \
      << "from " << dtype_name_v<S> << " " << n << " step " << step;
      TUKEY_FOR_ALL(TUKEY_PAIR)
#undef TUKEY_PAIR
    }
  }
}

TYPED_TEST(Converted, CopiesEveryLayout) {
  using T = TypeParam;
  const Array<T> x = elements<T>(6 * 35 * 70).reshape({6, 35, 70}), host = x.to(Device::cpu());
  struct {
    Array<T> got, expected;
  } views[] = {{x.transpose(), host.transpose()},
               {x.permute({0, 2, 1}), host.permute({0, 2, 1})},
               {x.permute({1, 0, 2}), host.permute({1, 0, 2})},
               {x.permute({2, 0, 1}).flip(0), host.permute({2, 0, 1}).flip(0)},
               {x(Slice{{}, {}, -2}, ellipsis, Slice{1, {}, 3}), host(Slice{{}, {}, -2}, ellipsis, Slice{1, {}, 3})},
               {x(0, 0).broadcast_to({9, 70}), host(0, 0).broadcast_to({9, 70})},
               {x(ellipsis, Slice{1, 34}), host(ellipsis, Slice{1, 34})}};
  int v = 0;
  for (auto& pair : views) {
    // The expected element by element, by index arithmetic alone.
    const Array<T> copy = pair.got.copy().to(Device::cpu());
    const Shape& shape = pair.expected.shape();
    index_t at = 0;
    std::vector<index_t> i(shape.rank(), 0);
    for (index_t flat = 0; flat < shape.size(); ++flat) {
      at = 0;
      index_t rest = flat;
      for (int d = shape.rank() - 1; d >= 0; --d) at += rest % shape[d] * pair.expected.strides()[d], rest /= shape[d];
      ASSERT_TRUE(same(copy.data()[flat], pair.expected.origin()[at])) << "view " << v << " at " << flat;
    }
    // And back, into a view of the same kind.
    Array<T> target(x.shape());
    target.fill(element<T>(1, 1));
    target.permute({2, 0, 1}).assign(x.permute({2, 0, 1}));
    ASSERT_TRUE(identical(target, x));
    ++v;
  }
}

TYPED_TEST(Converted, FillsEveryLayout) {
  using T = TypeParam;
  for (index_t n : {1, 15, 16, 17, 1000, 5000}) {
    for (int k : {0, 1, 5}) {
      Array<T> x(Shape{n, 4});
      x.fill(element<T>(k, k));
      x(ellipsis, Slice{1, {}, 2}).fill(element<T>(9, 3));
      x.flip(0)(0).fill(element<T>(7, 2));
      const Array<T> y = x.to(Device::cpu());
      for (index_t i = 0; i < 4 * n; ++i) {
        const T expected = i / 4 == n - 1 ? element<T>(7, 2) : i % 2 ? element<T>(9, 3) : element<T>(k, k);
        ASSERT_TRUE(same(y.data()[i], expected)) << n << " " << k << " at " << i;
      }
    }
  }
}

TEST(Convert, Truncates) {
  const auto x = Array<double>::from({1.9, -1.9, 0.5, -0.5, 127.99, -128.5});
  EXPECT_TRUE(identical(x.astype<std::int8_t>(), Array<std::int8_t>::from({1, -1, 0, 0, 127, -128})));
  EXPECT_TRUE(identical(x.astype<std::int64_t>(), Array<std::int64_t>::from({1, -1, 0, 0, 127, -128})));
  EXPECT_TRUE(identical(x.astype<bool>(), full<bool>({6}, true)));
  EXPECT_TRUE(identical(Array<float>::from({0.0f, -0.0f, 1e-40f, NAN}).astype<bool>(),
                        Array<bool>::from({false, false, true, true})));
  const auto z = Array<std::complex<float>>::from({{100.7f, -3.9f}, {-0.2f, 5}});
  const auto iq = z.astype<packed_complex<std::int16_t>>().astype<std::complex<float>>().to_vector();
  EXPECT_EQ(iq, (std::vector<std::complex<float>>{{100, -3}, {0, 5}}));
  EXPECT_TRUE(identical(z.astype<double>(), z.astype<std::complex<double>>().real().copy()));
}
TEST(Convert, IntegersWrapAround) {
  const auto x = Array<std::int32_t>::from({-1, 256, 65535, -32769});
  EXPECT_TRUE(identical(x.astype<std::uint8_t>(), Array<std::uint8_t>::from({255, 0, 255, 255})));
  EXPECT_TRUE(identical(x.astype<std::int16_t>(), Array<std::int16_t>::from({-1, 256, -1, 32767})));
  EXPECT_TRUE(
      identical(x.astype<std::uint64_t>(), Array<std::uint64_t>::from({UINT64_MAX, 256, 65535, UINT64_MAX - 32768})));
  EXPECT_EQ(Array<std::uint64_t>::from({UINT64_MAX}).astype<double>().item(), 0x1p64);
  EXPECT_EQ(Array<std::uint64_t>::from({UINT64_MAX}).astype<float>().item(), 0x1p64f);
}

TEST(Convert, HalfRoundsToNearestEven) {
  const NpzReader& file = golden("core");
  const Array<float> x = file.read<float>("half_from", Device::cpu()).to(default_device());
  const Array<half> got = x.astype<half>().to(Device::cpu());
  const auto in = x.to_vector();
  const auto expected = file.read<std::uint16_t>("half_to", Device::cpu()).to_vector();
  for (std::size_t i = 0; i < in.size(); ++i) ASSERT_EQ(got.data()[i].bits, expected[i]) << in[i];
  // Every half is a float.
  std::vector<half> all(65536);
  for (int i = 0; i < 65536; ++i) all[i].bits = static_cast<unsigned short>(i);
  const Array<half> halves = Array<half>::from(all.data(), Shape{65536});
  EXPECT_TRUE(close(halves.astype<float>(), file.read<float>("half_all", Device::cpu()).to_vector(), {0}));
  const Array<half> back = halves.astype<float>().astype<half>().to(Device::cpu());
  for (int i = 0; i < 65536; ++i) {
    const bool nan = (i & 0x7c00) == 0x7c00 && (i & 0x3ff);
    if (nan)
      ASSERT_TRUE((back.data()[i].bits & 0x7c00) == 0x7c00 && (back.data()[i].bits & 0x3ff)) << i;
    else
      ASSERT_EQ(back.data()[i].bits, i);
  }
}
TEST(Convert, BfloatRoundsToNearestEven) {
  struct {
    std::uint32_t from;
    std::uint16_t to;
  } table[] = {{0x3f800000, 0x3f80}, {0x3f808000, 0x3f80}, {0x3f818000, 0x3f82}, {0x3f808001, 0x3f81},
               {0x3f807fff, 0x3f80}, {0x80000000, 0x8000}, {0x00000001, 0x0000}, {0x00008000, 0x0000},
               {0x00008001, 0x0001}, {0x00018000, 0x0002}, {0x7f7fffff, 0x7f80}, {0x7f7f7fff, 0x7f7f},
               {0xff7f8000, 0xff80}, {0x7f800000, 0x7f80}, {0xff800000, 0xff80}};
  for (const auto& row : table) {
    float x;
    std::memcpy(&x, &row.from, 4);
    EXPECT_EQ(Array<float>::from({x}).astype<bfloat16>().to(Device::cpu()).data()[0].bits, row.to) << x;
  }
  const auto nan = Array<float>::from({NAN}).astype<bfloat16>();
  EXPECT_TRUE(std::isnan(nan.astype<float>().item()));
  std::vector<bfloat16> all(65536);
  for (int i = 0; i < 65536; ++i) all[i].bits = static_cast<unsigned short>(i);
  const auto x = Array<bfloat16>::from(all.data(), Shape{65536}).astype<float>().to_vector();
  for (int i = 0; i < 65536; ++i) {
    std::uint32_t bits;
    std::memcpy(&bits, &x[i], 4);
    ASSERT_EQ(bits, std::uint32_t(i) << 16);
  }
}

TEST(Convert, MisalignedMemory) {
  if (default_device().is_cuda()) GTEST_SKIP() << "wraps host memory";
  alignas(16) unsigned char bytes[16 * 9 + 4];
  for (std::size_t i = 0; i < sizeof(bytes); ++i) bytes[i] = static_cast<unsigned char>(i);
  using C = std::complex<double>;
  const Array<C> x = Array<C>::wrap(reinterpret_cast<C*>(bytes + 4), {9}, {}, Device::cpu());
  const Array<C> y = x(Slice{{}, {}, 2}).copy();
  EXPECT_EQ(std::memcmp(y.data() + 1, bytes + 4 + 32, 16), 0);
  Array<C> z = x;
  z(Slice{{}, {}, 2}).fill(C(1, 2));
  const C value(1, 2);
  EXPECT_EQ(std::memcmp(bytes + 4 + 64, &value, 16), 0);
  EXPECT_EQ(bytes[4 + 48], 4 + 48);
}

TEST(Convert, LargeTransposition) {
  const Array<float> x = arange<float>(1025 * 2050).reshape({1025, 2050});
  const Array<float> t = x.transpose().copy().to(Device::cpu());
  for (index_t i = 0; i < 2050; ++i)
    for (index_t j = 0; j < 1025; ++j) ASSERT_EQ(t.data()[i * 1025 + j], float(j * 2050 + i));
}

}  // namespace
}  // namespace tukey::test
