// SPDX-License-Identifier: Apache-2.0
// Array: creation, views against index arithmetic by hand, copies, assignment, printing, errors.
#include <numeric>
#include <sstream>

#include "support.hpp"

namespace tukey::test {
namespace {

Array<std::int32_t> counting(const Shape& shape) {
  std::vector<std::int32_t> v(static_cast<std::size_t>(shape.size()));
  std::iota(v.begin(), v.end(), 0);
  return Array<std::int32_t>::from(v, shape);
}
using Ints = std::vector<std::int32_t>;

template <class T> class ArrayOf : public testing::Test {};
#define TUKEY_COMMA(T) , T
template <class First, class... Rest> struct Drop { using types = testing::Types<Rest...>; };
using AllTypes = Drop<void TUKEY_FOR_ALL(TUKEY_COMMA)>::types;
TYPED_TEST_SUITE(ArrayOf, AllTypes);

template <class T> T value(int i) {
  if constexpr (std::is_same_v<T, half>)
    return to_half(float(i));
  else if constexpr (std::is_same_v<T, bfloat16>)
    return to_bfloat16(float(i));
  else if constexpr (is_stored_only_v<T>)
    return {value<real_t<T>>(i), value<real_t<T>>(-i)};
  else if constexpr (is_complex_v<T>)
    return {real_t<T>(i), real_t<T>(-i)};
  else
    return static_cast<T>(i);
}

TYPED_TEST(ArrayOf, SurvivesTheTripThroughViewsAndBack) {
  using T = TypeParam;
  std::vector<T> v;
  for (int i = 0; i < 24; ++i) v.push_back(value<T>(i));
  T plain[24];
  for (int i = 0; i < 24; ++i) plain[i] = value<T>(i);
  const Array<T> x = Array<T>::from(plain, Shape{2, 3, 4});
  EXPECT_EQ(x.bytes(), 24 * sizeof(T));
  const Array<T> y = x.permute({2, 0, 1})(Slice{{}, {}, -1});
  EXPECT_EQ(y.shape(), (Shape{4, 2, 3}));
  const std::vector<T> got = y.to_vector();
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 3; ++k) {
        const T a = got[(i * 2 + j) * 3 + k], b = value<T>(j * 12 + k * 4 + (3 - i));
        EXPECT_EQ(std::memcmp(&a, &b, sizeof(T)), 0) << i << j << k;
      }
  EXPECT_TRUE(identical(y.copy(), y));
  EXPECT_TRUE(identical(x.to(Device::cpu()).to(default_device()), x));
}

TYPED_TEST(ArrayOf, FillsAndPrints) {
  using T = TypeParam;
  Array<T> x(Shape{3});
  x.fill(value<T>(1));
  const T last = x.to_vector()[2], one = value<T>(1);
  EXPECT_EQ(std::memcmp(&last, &one, sizeof(T)), 0);
  EXPECT_FALSE(to_string(x).empty());
  EXPECT_STREQ(Array<T>::dtype(), dtype_name_v<T>);
}

TEST(Array, DefaultIsEmptyOnTheCpu) {
  const Array<float> x;
  EXPECT_EQ(x.shape(), (Shape{0}));
  EXPECT_TRUE(x.device().is_cpu());
  EXPECT_TRUE(x.to_vector().empty());
}

TEST(Array, SlicesLikePython) {
  const auto x = counting({10});
  auto s = [&](Slice slice) { return x(slice).to_vector(); };
  EXPECT_EQ(s({2, 5}), (Ints{2, 3, 4}));
  EXPECT_EQ(s({{}, {}, 3}), (Ints{0, 3, 6, 9}));
  EXPECT_EQ(s({{}, {}, -1}), (Ints{9, 8, 7, 6, 5, 4, 3, 2, 1, 0}));
  EXPECT_EQ(s({-3, {}}), (Ints{7, 8, 9}));
  EXPECT_EQ(s({8, 2, -2}), (Ints{8, 6, 4}));
  EXPECT_EQ(s({-1, -4, -1}), (Ints{9, 8, 7}));
  EXPECT_EQ(s({5, 5}), Ints{});
  EXPECT_EQ(s({7, 3}), Ints{});
  EXPECT_EQ(s({-100, 100}).size(), 10u);
  EXPECT_EQ(s({100, {}, -4}), (Ints{9, 5, 1}));
  EXPECT_EQ(s({{}, -100, -5}), (Ints{9, 4}));
}

TEST(Array, IndexesWithNewaxisAndEllipsis) {
  const auto x = counting({2, 3, 4});
  EXPECT_EQ(x(1, 2, 3).item(), 23);
  EXPECT_EQ(x(-1, -1, -1).item(), 23);
  EXPECT_EQ(x(1).shape(), (Shape{3, 4}));
  EXPECT_EQ(x(ellipsis, 0).to_vector(), (Ints{0, 4, 8, 12, 16, 20}));
  EXPECT_EQ(x(0, ellipsis, Slice{1, 3}).shape(), (Shape{3, 2}));
  EXPECT_EQ(x(newaxis, ellipsis, newaxis).shape(), (Shape{1, 2, 3, 4, 1}));
  EXPECT_EQ(x(1, newaxis, Slice{{}, {}, -2}, 1).to_vector(), (Ints{21, 13}));
  EXPECT_EQ(x().shape(), x.shape());
}

TEST(Array, ViewsShareMemory) {
  const auto x = counting({2, 3});
  auto row = x(1);
  EXPECT_TRUE(row.shares_memory_with(x));
  row.fill(7);
  EXPECT_EQ(x.to_vector(), (Ints{0, 1, 2, 7, 7, 7}));
  auto column = x(Slice{}, 1);
  column.assign(Array<std::int32_t>::from({10, 20}));
  EXPECT_EQ(x.to_vector(), (Ints{0, 10, 2, 7, 20, 7}));
  auto copy = x.copy();
  copy.fill(0);
  EXPECT_EQ(x.to_vector(), (Ints{0, 10, 2, 7, 20, 7}));
}

TEST(Array, AssignsBetweenOverlappingViews) {
  auto x = counting({6});
  auto target = x(Slice{1, 6});
  target.assign(x(Slice{0, 5}));
  EXPECT_EQ(x.to_vector(), (Ints{0, 0, 1, 2, 3, 4}));
  auto y = counting({5});
  y.assign(y.flip(0));
  EXPECT_EQ(y.to_vector(), (Ints{4, 3, 2, 1, 0}));
}

TEST(Array, ChangesShape) {
  const auto x = counting({2, 3, 4});
  EXPECT_EQ(x.reshape({-1, 6}).shape(), (Shape{4, 6}));
  EXPECT_TRUE(x.reshape({6, 4}).shares_memory_with(x));
  // (2, 4 reversed) of (2, 8): mergeable pairs stay views, others are copied.
  const auto y = counting({4, 6})(Slice{}, Slice{0, 4});
  EXPECT_TRUE(y.reshape({2, 2, 4}).shares_memory_with(y));
  EXPECT_TRUE(y.reshape({4, 2, 2}).shares_memory_with(y));
  EXPECT_FALSE(y.reshape({16}).shares_memory_with(y));
  EXPECT_EQ(y.reshape({16}).to_vector(), (Ints{0, 1, 2, 3, 6, 7, 8, 9, 12, 13, 14, 15, 18, 19, 20, 21}));
  EXPECT_EQ(y.reshape({4, 2, 2})(3, 1).to_vector(), (Ints{20, 21}));
  EXPECT_EQ(x.transpose().reshape({24}).to_vector()[1], 12);
  EXPECT_EQ(x.swapaxes(0, -1).shape(), (Shape{4, 3, 2}));
  EXPECT_EQ(x.moveaxis(0, 2).shape(), (Shape{3, 4, 2}));
  EXPECT_EQ(x.moveaxis(2, 0)(1, 1, 2).item(), 21);
  EXPECT_EQ(x.expand_dims(-1).shape(), (Shape{2, 3, 4, 1}));
  EXPECT_EQ(x.expand_dims(0).squeeze().shape(), x.shape());
  EXPECT_EQ(x.reshape({2, 3, 4, 1, 1}).squeeze(3).shape(), (Shape{2, 3, 4, 1}));
  EXPECT_EQ(counting({0, 3}).reshape({3, 0, 5}).shape(), (Shape{3, 0, 5}));
  EXPECT_EQ(counting({1}).reshape({}).item(), 0);
}

TEST(Array, BroadcastsFlipsAndSlides) {
  const auto x = counting({3, 1});
  EXPECT_EQ(x.broadcast_to({2, 3, 2}).to_vector(), (Ints{0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2}));
  EXPECT_EQ(counting({2, 2}).flip(0).flip(1).to_vector(), (Ints{3, 2, 1, 0}));
  const auto w = counting({5}).sliding_window_view(3);
  EXPECT_EQ(w.shape(), (Shape{3, 3}));
  EXPECT_EQ(w.to_vector(), (Ints{0, 1, 2, 1, 2, 3, 2, 3, 4}));
  EXPECT_EQ(counting({3, 2}).sliding_window_view(2, 0)(1, 0).to_vector(), (Ints{2, 4}));
}

TEST(Array, RealAndImaginaryPartsAreViews) {
  using C = std::complex<float>;
  auto z = Array<C>::from({C(1, 2), C(3, 4), C(5, 6)});
  EXPECT_EQ(z.real().to_vector(), (std::vector<float>{1, 3, 5}));
  EXPECT_EQ(z(Slice{{}, {}, -1}).imag().to_vector(), (std::vector<float>{6, 4, 2}));
  z.imag().fill(0);
  EXPECT_EQ(z.to_vector(), (std::vector<C>{1, 3, 5}));
  EXPECT_EQ(Array<float>::from({1, 2}).imag().to_vector(), (std::vector<float>{0, 0}));
  const auto p = Array<packed_complex<std::int16_t>>::from({{1, 2}, {3, 4}});
  EXPECT_EQ(p.imag().to_vector(), (std::vector<std::int16_t>{2, 4}));
}

TEST(Array, WrapsForeignMemory) {
  double memory[6] = {0, 1, 2, 3, 4, 5};
  bool freed = false;
  {
    auto x = Array<double>::wrap(memory, {3, 2}, {}, Device::cpu(),
                                 std::shared_ptr<void>(nullptr, [&](void*) { freed = true; }));
    const auto columns = x.transpose();
    x = {};
    EXPECT_FALSE(freed);
    EXPECT_EQ(columns.to_vector(), (std::vector<double>{0, 2, 4, 1, 3, 5}));
    EXPECT_EQ(columns.data(), memory);
  }
  EXPECT_TRUE(freed);
  const auto column = Array<double>::wrap(memory + 1, {3}, {2});
  EXPECT_EQ(column.to_vector(), (std::vector<double>{1, 3, 5}));
  Array<double>::wrap(memory, {6}).fill(9);
  EXPECT_EQ(memory[5], 9);
}

TEST(Array, PrintsLikeNumPy) {
  EXPECT_EQ(to_string(Array<double>::from({1, 2.5, -3}, Device::cpu())), "[1 2.5 -3]");
  EXPECT_EQ(to_string(counting({2, 2})), "[[0 1]\n [2 3]]");
  EXPECT_EQ(to_string(counting({2, 1, 2})), "[[[0 1]]\n [[2 3]]]");
  EXPECT_EQ(to_string(counting({2000})), "[0 1 2 ... 1997 1998 1999]");
  EXPECT_EQ(to_string(counting({0})), "[]");
  std::ostringstream out;
  out << Array<std::complex<double>>::from({{1, -2}, {0, 3}});
  EXPECT_EQ(out.str(), "[1-2j 0+3j]");
}

TEST(Array, SaysWhatIsWrong) {
  const auto x = counting({2, 3});
  EXPECT_ERROR(InvalidArgument, x.select(0, 2), "select: index 2 is out of bounds for axis 0 of length 2");
  EXPECT_ERROR(InvalidArgument, x.select(2, 0), "select: axis must be in [-2, 2), got 2");
  EXPECT_ERROR(InvalidArgument, x(0, 0, 0), "index: 3 indices for an array of rank 2");
  EXPECT_ERROR(InvalidArgument, x(ellipsis, ellipsis), "index: at most one ellipsis, got 2");
  EXPECT_ERROR(InvalidArgument, x(Slice{{}, {}, 0}), "slice: step must not be 0");
  EXPECT_ERROR(InvalidArgument, x.permute({0, 0}), "permute: axis 0 is named twice");
  EXPECT_ERROR(InvalidArgument, x.permute({0}), "permute: expected 2 axes, got 1");
  EXPECT_ERROR(InvalidArgument, x.reshape({4, -1}), "reshape: cannot reshape (2, 3) into (4, -1)");
  EXPECT_ERROR(InvalidArgument, x.reshape({-1, -1}), "reshape: only one extent may be -1, got (-1, -1)");
  EXPECT_ERROR(InvalidArgument, x.broadcast_to({3, 3}), "broadcast_to: shape (2, 3) does not broadcast to (3, 3)");
  EXPECT_ERROR(InvalidArgument, x.item(), "item: expected an array of size 1, got shape (2, 3)");
  EXPECT_ERROR(InvalidArgument, x.squeeze(0), "squeeze: axis 0 has length 2, not 1");
  EXPECT_ERROR(InvalidArgument, x.sliding_window_view(4), "sliding_window_view: window must be in [1, 3], got 4");
  EXPECT_ERROR(InvalidArgument, Array<float>(Shape{-1}), "Array: extents must not be negative, got (-1,)");
  EXPECT_ERROR(InvalidArgument, Array<float>(Shape{1l << 40, 1l << 40}),
               "Array: shape (1099511627776, 1099511627776) is too large");
  EXPECT_ERROR(InvalidArgument, (Shape{1, 2, 3, 4, 5, 6, 7, 8, 9}), "Shape: at most 8 axes, got 9");
  EXPECT_ERROR(InvalidArgument, Array<float>::from(std::vector<float>{1, 2}, Shape{3}),
               "Array::from: shape (3,) needs 3 values, got 2");
  if (default_device().is_cuda()) {
    auto y = x.to(Device::cpu());
    EXPECT_ERROR(InvalidArgument, y.assign(x), "assign: operands must be on one device, got cpu and cuda:0");
  }
}

}  // namespace
}  // namespace tukey::test
