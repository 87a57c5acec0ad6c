// SPDX-License-Identifier: Apache-2.0
// Transforms along several axes, Hermitian ones, integer input and fast lengths: SciPy's values, the transforms of one
// axis in turn, views, in place, errors.
#include "tukey/fft/fftn.hpp"

#include "support.hpp"
#include "tukey/fft.hpp"

namespace tukey::test {
namespace {

using fft::FftnOptions;
using fft::Norm;

// As in fft_test.cpp: n is the product of the lengths, none of which has a prime factor above 127.
Tolerance tolerance(index_t n, double passes = 1) {
  return {passes * 3, std::sqrt(1 + std::log2(static_cast<double>(n)))};
}

template <class T> Array<T> golden_array(const std::string& name) {
  if constexpr (is_complex_v<T>)
    return golden("fft").read<std::complex<double>>(name).template astype<T>();
  else
    return golden("fft").read<double>(name).template astype<T>();
}

template <class R> class Fftn : public testing::Test {};
TYPED_TEST_SUITE(Fftn, RealTypes);

TYPED_TEST(Fftn, Golden) {
  using R = TypeParam;
  using C = std::complex<R>;
  const auto x = golden_array<C>("c3");
  const auto r = golden_array<R>("r3");
  const auto check = [](const std::string& name, const auto& v, auto f, auto f2) {
    using Out = typename decltype(f(v, FftnOptions{}))::value_type;
    using Wide = std::conditional_t<is_complex_v<Out>, std::complex<double>, double>;
    const auto same = [&](const auto& y, const std::string& key) {
      const auto expected = golden("fft").read<Wide>(key, Device::cpu());
      EXPECT_EQ(y.shape(), expected.shape()) << key;
      EXPECT_TRUE(close(y, expected.to_vector(), tolerance(120))) << key;
    };
    same(f(v, FftnOptions{.norm = Norm::backward}), name + "n_backward");
    same(f(v, FftnOptions{.norm = Norm::ortho}), name + "n_ortho");
    same(f(v, FftnOptions{.norm = Norm::forward}), name + "n_forward");
    same(f(v, FftnOptions{.s = Shape{5, 2, 7}}), name + "n_s");
    same(f(v, FftnOptions{.s = Shape{6, -1}}), name + "n_own");
    same(f(v, FftnOptions{.s = Shape{4, 3}, .axes = Shape{2, 0}}), name + "n_axes");
    same(f2(v, FftnOptions{}), name + "2");
    same(f2(v, FftnOptions{.s = Shape{2, 6}, .axes = Shape{-1, 0}, .norm = Norm::ortho}), name + "2_axes");
  };
#define TUKEY_CHECK(name, v)                                                     \
  check(                                                                         \
      #name, v, [](const auto& a, const auto& o) { return fft::name##n(a, o); }, \
      [](const auto& a, const auto& o) { return fft::name##2(a, o); })
  TUKEY_CHECK(fft, x);
  TUKEY_CHECK(ifft, x);
  TUKEY_CHECK(rfft, r);
  TUKEY_CHECK(irfft, x);
  TUKEY_CHECK(hfft, x);
  TUKEY_CHECK(ihfft, r);
#undef TUKEY_CHECK
  // Real input takes another way to the same values.
  for (const FftnOptions& o : {FftnOptions{}, FftnOptions{.s = Shape{5, 2, 7}}, FftnOptions{.axes = Shape{1}}}) {
    EXPECT_TRUE(close(fft::fftn(r, o), fft::fftn(r.template astype<C>(), o), tolerance(70, 2)));
    EXPECT_TRUE(close(fft::ifftn(r, o), fft::ifftn(r.template astype<C>(), o), tolerance(70, 2)));
  }
}

TYPED_TEST(Fftn, HermitianOneAxis) {
  using R = TypeParam;
  using C = std::complex<R>;
  const auto x = golden_array<C>("x");
  const auto r = golden_array<R>("r");
  const std::pair<Norm, std::string> norms[] = {
      {Norm::backward, "backward"}, {Norm::ortho, "ortho"}, {Norm::forward, "forward"}};
  for (const auto& [norm, name] : norms) {
    EXPECT_TRUE(close(fft::hfft(x, {.n = 25, .norm = norm}),
                      golden("fft").read<double>("hfft_" + name, Device::cpu()).to_vector(), tolerance(25)));
    EXPECT_TRUE(close(fft::ihfft(r, {.n = 25, .norm = norm}),
                      golden("fft").read<std::complex<double>>("ihfft_" + name, Device::cpu()).to_vector(),
                      tolerance(25)));
  }
  EXPECT_TRUE(close(fft::hfft(fft::ihfft(r)), r, tolerance(64, 2)));
  // The signal 1, i, 2, -i.
  EXPECT_TRUE(close(fft::hfft(Array<C>::from({C(1), C(0, 1), C(2)})), std::vector<R>{3, 1, 3, -3}, tolerance(4)));
  EXPECT_ERROR(InvalidArgument, fft::hfft(zeros<C>({3, 1})), "hfft: n must be positive, got 0");
}

TYPED_TEST(Fftn, IntoViewsAndInPlace) {
  using R = TypeParam;
  using C = std::complex<R>;
  const auto base = noise_array<C>({6, 10, 7});
  const auto x = base(Slice{{}, {}, -2}, Slice{1, 9}).permute({2, 0, 1});  // (7, 3, 8)
  const auto expected = fft::fftn(x.copy());
  EXPECT_TRUE(close(fft::fftn(x), expected, tolerance(168)));
  // One axis after the other.
  EXPECT_TRUE(
      close(fft::fft(fft::fft(fft::fft(x, {.axis = 0}), {.axis = 1}), {.axis = 2}), expected, tolerance(168, 2)));
  Array<C> in_place = x.copy();
  fft::fftn_into(in_place, in_place);
  EXPECT_TRUE(close(in_place, expected, tolerance(168)));
  fft::ifftn_into(in_place, in_place);
  EXPECT_TRUE(close(in_place, x, tolerance(168, 2)));
  // Into a view with gaps, whose gaps stay; from garbage, so that padding must write its zeros.
  Array<C> target = full<C>({7, 10, 20}, C(7));
  Array<C> y = target(ellipsis, Slice{0, 20, 2}).flip(1);
  fft::fftn_into(y, x, {.s = Shape{7, 10, 10}});
  EXPECT_TRUE(close(y, fft::fftn(x.copy(), {.s = Shape{7, 10, 10}}), tolerance(700)));
  EXPECT_TRUE(identical(target(ellipsis, Slice{1, 20, 2}), full<C>({7, 10, 10}, C(7))));
  const auto before = x.copy();
  const auto r = fft::irfftn(x, {.s = Shape{7, 3, 15}});
  EXPECT_TRUE(identical(x, before));
  EXPECT_EQ(r.shape(), (Shape{7, 3, 15}));
  EXPECT_TRUE(close(fft::irfftn(fft::rfftn(r), {.s = Shape{7, 3, 15}}), r, tolerance(315, 2)));
  EXPECT_TRUE(close(fft::hfftn(fft::ihfftn(r), {.s = Shape{7, 3, 15}}), r, tolerance(315, 2)));
}

TYPED_TEST(Fftn, Edges) {
  using R = TypeParam;
  using C = std::complex<R>;
  const auto x = noise_array<C>({3, 4});
  EXPECT_TRUE(identical(fft::fftn(x, {.axes = Shape{}}), x));
  EXPECT_TRUE(identical(fft::fftn(full<R>({}, R(3))), full<C>({}, C(3))));
  EXPECT_TRUE(identical(fft::ifftn(full<C>({}, C(3, 4))), full<C>({}, C(3, 4))));
  EXPECT_EQ(fft::irfftn(x(ellipsis, Slice{0, 1})).shape(), (Shape{3, 1}));
  EXPECT_EQ(fft::hfftn(x(ellipsis, Slice{0, 1})).shape(), (Shape{3, 1}));
  EXPECT_EQ(fft::irfftn(x, {.s = Shape{-1, -1}}).shape(), (Shape{3, 4}));
  EXPECT_TRUE(close(fft::fft2(x, {.axes = Shape{0}}), fft::fft(x, {.axis = 0}), tolerance(3, 2)));
  EXPECT_TRUE(identical(fft::fftn(zeros<C>({3, 0}), {.s = Shape{2, 2}}), zeros<C>({2, 2})));
  EXPECT_TRUE(identical(fft::rfftn(zeros<R>({0, 3}), {.s = Shape{2, 3}}), zeros<C>({2, 2})));
  EXPECT_TRUE(identical(fft::irfftn(zeros<C>({3, 0}), {.s = Shape{3, 4}}), zeros<R>({3, 4})));
  EXPECT_EQ(fft::fftn(zeros<C>({3, 0}), {.axes = Shape{0}}).shape(), (Shape{3, 0}));
  // A constant: the product of the lengths in bin 0.
  auto peak = zeros<C>({1, 5, 1, 6});
  peak(0, 0, 0, 0) = C(30);
  EXPECT_TRUE(close(fft::fftn(ones<R>({1, 5, 1, 6})), peak, tolerance(30)));
}

TYPED_TEST(Fftn, Errors) {
  using R = TypeParam;
  using C = std::complex<R>;
  const auto x = zeros<C>({3, 4});
  const auto r = zeros<R>({3, 4});
  EXPECT_ERROR(InvalidArgument, fft::fftn(x, {.s = Shape{4, 5, 6}}),
               "fftn: s must have at most 2 entries, one for each axis of x, got (4, 5, 6)");
  EXPECT_ERROR(InvalidArgument, fft::fft2(x, {.s = Shape{4}}),
               "fft2: s must have one entry for each of 2 axes, got (4,)");
  EXPECT_ERROR(InvalidArgument, fft::ifftn(x, {.s = Shape{4}, .axes = Shape{0, 1}}),
               "ifftn: s must have one entry for each of 2 axes, got (4,)");
  EXPECT_ERROR(InvalidArgument, fft::fftn(x, {.s = Shape{0, 2}}),
               "fftn: s must have positive entries or -1, got (0, 2)");
  EXPECT_ERROR(InvalidArgument, fft::rfftn(r, {.s = Shape{3, -2}}),
               "rfftn: s must have positive entries or -1, got (3, -2)");
  EXPECT_ERROR(InvalidArgument, fft::fftn(x, {.axes = Shape{0, -2}}), "fftn: axes must be different, got axis 0 twice");
  EXPECT_ERROR(InvalidArgument, fft::fft2(x.select(0, 0)), "fft2: axes must be in [-1, 1), got -2");
  EXPECT_ERROR(InvalidArgument, fft::rfftn(r, {.axes = Shape{}}), "rfftn: at least 1 axis must be transformed");
  EXPECT_ERROR(InvalidArgument, fft::irfftn(zeros<C>({})), "irfftn: at least 1 axis must be transformed");
  EXPECT_ERROR(InvalidArgument, fft::hfftn(zeros<C>({})), "hfftn: at least 1 axis must be transformed");
  EXPECT_ERROR(InvalidArgument, fft::ihfftn(zeros<R>({})), "ihfftn: at least 1 axis must be transformed");
  EXPECT_ERROR(InvalidArgument, fft::irfftn(zeros<C>({3, 0})),
               "irfftn: axis 1 of x must not be empty without its length in s, got shape (3, 0)");
  EXPECT_ERROR(InvalidArgument, fft::fftn(zeros<C>({3, 0}), {.s = Shape{3, -1}}),
               "fftn: axis 1 of x must not be empty without its length in s, got shape (3, 0)");
  Array<C> out(Shape{3, 4});
  EXPECT_ERROR(InvalidArgument, fft::rfft2_into(out, r), "rfft2_into: out must have shape (3, 3), got (3, 4)");
}

// Others than the four floating types are converted exactly, so the values are those of the converted array.
template <class T> void expect_converted() {
  using W = fft::computed_t<T>;
  std::vector<double> v(24);
  for (int i = 0; i < 24; ++i) v[i] = 7 * i % 23;
  const auto x = Array<double>::from(v, {4, 6}).astype<T>();
  const auto w = x.template astype<W>();
  EXPECT_TRUE(identical(fft::fft(x), fft::fft(w)));
  EXPECT_TRUE(identical(fft::ifftn(x), fft::ifftn(w)));
  if constexpr (!is_complex_v<W>) {
    EXPECT_TRUE(identical(fft::rfft(x), fft::rfft(w)));
    EXPECT_TRUE(identical(fft::ihfft2(x), fft::ihfft2(w)));
  }
}
TEST(FftInputs, AreConverted) {
  static_assert(std::is_same_v<decltype(fft::fft(Array<std::int16_t>())), Array<std::complex<double>>>);
  static_assert(std::is_same_v<decltype(fft::rfft(Array<half>())), Array<std::complex<float>>>);
  static_assert(std::is_same_v<decltype(fft::fft(Array<packed_complex<std::int16_t>>())), Array<std::complex<float>>>);
  const auto x = Array<std::int16_t>::from({1, -2, 3, 4});
  const std::vector<std::complex<double>> expected{6, {-2, 6}, 2, {-2, -6}};
  EXPECT_TRUE(close(fft::fft(x), expected, tolerance(4)));
  EXPECT_TRUE(close(fft::fft(x.astype<half>()), expected, tolerance(4)));
  EXPECT_TRUE(close(fft::fft(x.astype<packed_complex<std::int16_t>>()), expected, tolerance(4)));
  expect_converted<std::int8_t>();
  expect_converted<std::uint64_t>();
  expect_converted<bool>();
  expect_converted<bfloat16>();
  expect_converted<packed_complex<half>>();
}

TEST(FftLengths, Golden) {
  const auto n = golden("fft").read<std::int64_t>("lengths", Device::cpu()).to_vector();
  for (const bool real : {false, true}) {
    const auto next = golden("fft").read<std::int64_t>(real ? "next_1" : "next_0", Device::cpu()).to_vector();
    const auto prev = golden("fft").read<std::int64_t>(real ? "prev_1" : "prev_0", Device::cpu()).to_vector();
    for (std::size_t i = 0; i < n.size(); ++i) {
      ASSERT_EQ(fft::next_fast_len(n[i], real), next[i]) << n[i];
      ASSERT_EQ(fft::prev_fast_len(n[i], real), prev[i]) << n[i];
    }
  }
  EXPECT_EQ(fft::next_fast_len(13, true), 15);
  EXPECT_EQ(fft::prev_fast_len(13), 12);
  EXPECT_EQ(fft::next_fast_len(index_t(1) << 62), index_t(1) << 62);
  EXPECT_EQ(fft::prev_fast_len(index_t(1) << 62, true), index_t(1) << 62);
  EXPECT_ERROR(InvalidArgument, fft::next_fast_len(-1), "next_fast_len: target must be in [0, 2^62], got -1");
  EXPECT_ERROR(InvalidArgument, fft::prev_fast_len(-1), "prev_fast_len: target must be in [0, 2^62], got -1");
}

}  // namespace
}  // namespace tukey::test
