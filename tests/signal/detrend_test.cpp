// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/detrend.hpp"

#include "support.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/reference/detrend.hpp"

namespace tukey::signal {
namespace {

using test::close;
using test::golden;
using test::identical;
using test::noise_array;

template <class T>
class DetrendTyped : public testing::Test {};
TYPED_TEST_SUITE(DetrendTyped, test::FloatingTypes);

template <class T> struct wider { using type = double; };
template <> struct wider<double> { using type = long double; };
template <class T> struct wider<std::complex<T>> { using type = std::complex<typename wider<T>::type>; };

// The oracle, one precision higher.
template <class T>
std::vector<typename wider<T>::type> oracle(const Array<T>& x, int axis, bool linear) {
  using W = typename wider<T>::type;
  const auto values = x.to_vector();
  std::vector<W> w(values.begin(), values.end());
  const Shape strides = detail::row_major_strides(x.shape());
  reference::detrend(detail::make_view<const W>(w.data(), x.shape(), strides),
                     detail::make_view<W>(w.data(), x.shape(), strides), axis, linear);
  return w;
}

TYPED_TEST(DetrendTyped, ClosedForms) {
  using T = TypeParam;
  const auto x = Array<T>::from({T(1), T(2), T(6)});  // mean 3, slope 2.5
  EXPECT_TRUE(close(detrend(x, {.type = Detrend::constant}), std::vector<T>{T(-2), T(-1), T(3)}, {0}));
  EXPECT_TRUE(close(detrend(x), std::vector<T>{T(0.5), T(-1), T(0.5)}, {0}));
  EXPECT_TRUE(identical(detrend(x, {.type = Detrend::none}), x));
  EXPECT_TRUE(close(detrend(Array<T>::from({T(7)})), std::vector<T>{T(0)}, {0}));
  // every piece of two samples lies on its own line; the last one is alone
  EXPECT_TRUE(close(detrend(Array<T>::from({T(1), T(5), T(2), T(9), T(4)}), {.bp = {4, 2, 2, 0, 5}}),
                    std::vector<T>(5), {0}));
}

TYPED_TEST(DetrendTyped, SizesAxesAndViews) {
  for (const index_t n : {1, 2, 31, 32, 33, 257, 1025, 5003}) {
    const auto x = noise_array<TypeParam>({2, n, 3});
    for (const int axis : {0, 1, 2}) {
      for (const bool linear : {false, true}) {
        const DetrendOptions options{axis, linear ? Detrend::linear : Detrend::constant, {}};
        if (x.shape(axis) > 1 && !(linear && x.shape(axis) == 2)) {  // else nothing but rounding errors is left
          EXPECT_TRUE(close(detrend(x, options), oracle(x, axis, linear), {4})) << n << " " << axis;
        }
        EXPECT_TRUE(identical(detrend(x.flip(1), options), detrend(x.flip(1).copy(), options)));
        EXPECT_TRUE(identical(detrend(x.transpose(), options), detrend(x.transpose().copy(), options)));
      }
    }
  }
  // Long rows go another way on the GPU: around its chunks of 4096, and above 1024 of them; with a large offset.
  for (const index_t n : {8193, 12288, 12289, 4200001}) {
    if (n > 20000 && !std::is_same_v<TypeParam, float>) continue;  // takes the oracle too long
    const auto x = noise_array<TypeParam>({n}) + TypeParam(3);
    EXPECT_TRUE(close(detrend(x), oracle(x, 0, true), {4, 6})) << n;
    const auto y = x.flip(0).broadcast_to({2, n});
    if (n < 20000) {
      EXPECT_TRUE(close(detrend(y, {.type = Detrend::constant}), oracle(y, 1, false), {4, 6})) << n;
    }
  }
  const auto row = noise_array<TypeParam>({100});
  const auto many = row.broadcast_to({70000, 100});  // more rows than a grid has in y
  const auto y = detrend(many);
  EXPECT_TRUE(identical(y(69999), detrend(row)));
  EXPECT_EQ(detrend(Array<TypeParam>({0, 4})).shape(), (Shape{0, 4}));
  EXPECT_EQ(detrend(Array<TypeParam>({4, 0})).shape(), (Shape{4, 0}));
}

TYPED_TEST(DetrendTyped, InPlace) {
  const auto x = noise_array<TypeParam>({4, 300});
  auto y = x.copy();
  detrend_into(y, y);
  EXPECT_TRUE(identical(y, detrend(x)));
}

TEST(Detrend_, Golden) {
  const auto& g = golden("detrend");
  const auto x = g.read<double>("x");
  // Errors are relative to x, the bound to what is left of it.
  const double growth = std::sqrt(sum(square(x)).item() / sum(square(g.read<double>("linear"))).item());
  EXPECT_TRUE(close(detrend(x, {.axis = 1, .type = Detrend::constant}), g.read<double>("constant"), {2}));
  EXPECT_TRUE(close(detrend(x, {.axis = -2}), g.read<double>("linear"), {4, growth}));
  EXPECT_TRUE(close(detrend(x, {.axis = 1, .bp = {30, 7}}), g.read<double>("pieces"), {4, growth}));
  EXPECT_TRUE(close(detrend(g.read<std::complex<double>>("z")), g.read<std::complex<double>>("z_linear"), {4, growth}));
}

TEST(Detrend_, NanStaysInItsPiece) {
  auto values = test::noise<double>(20);
  values[3] = std::numeric_limits<double>::quiet_NaN();
  const auto y = detrend(Array<double>::from(values), {.bp = {10}}).to_vector();
  for (int i = 0; i < 20; ++i) EXPECT_EQ(std::isnan(y[i]), i < 10) << i;
}

TEST(Detrend_, Messages) {
  const auto x = noise_array<float>({4});
  auto y = noise_array<float>({5});
  EXPECT_ERROR(InvalidArgument, detrend(x, {.axis = 1}), "detrend: axis must be in [-1, 1), got 1");
  EXPECT_ERROR(InvalidArgument, detrend(x, {.bp = {5}}), "detrend: bp must lie in [0, 4], got 5");
  EXPECT_ERROR(InvalidArgument, detrend(x, {.bp = {-1}}), "detrend: bp must lie in [0, 4], got -1");
  EXPECT_ERROR(InvalidArgument, detrend_into(y, x), "detrend: y must have the shape of x, (4,), got (5,)");
}

}  // namespace
}  // namespace tukey::signal
