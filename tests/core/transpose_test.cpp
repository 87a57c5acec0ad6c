// SPDX-License-Identifier: Apache-2.0
// Copies and conversions between layouts, of every element size, at sizes around and beyond the tiles.
#include <algorithm>
#include <numeric>

#include "support.hpp"

namespace tukey::test {
namespace {

template <class T> class Transposed : public testing::Test {};
using SizeTypes = testing::Types<std::uint8_t, std::int16_t, std::int32_t, std::int64_t, std::complex<double>>;
TYPED_TEST_SUITE(Transposed, SizeTypes);

template <class T> Array<T> marked(const Shape& shape) {
  std::vector<T> v(static_cast<std::size_t>(shape.size()));
  std::uint32_t state = 3;
  for (T& x : v) {
    state = state * 1664525u + 1013904223u;
    if constexpr (is_complex_v<T>)
      x = T(static_cast<double>(state), static_cast<double>(state >> 5));
    else
      x = static_cast<T>(state >> 3);
  }
  return Array<T>::from(v, shape);
}
// x's elements under permuted axes, picked one by one.
template <class T> std::vector<T> picked(const Array<T>& x, const Shape& axes) {
  const auto v = x.to_vector();
  std::vector<T> result;
  result.reserve(v.size());
  const Shape strides = tukey::detail::row_major_strides(x.shape());
  Shape at = Shape::filled(axes.rank(), 0);
  for (std::size_t i = 0; i < v.size(); ++i) {
    index_t place = 0;
    for (int d = 0; d < axes.rank(); ++d) place += at[d] * strides[static_cast<int>(axes[d])];
    result.push_back(v[static_cast<std::size_t>(place)]);
    for (int d = axes.rank() - 1; d >= 0; --d) {
      if (++at[d] < x.shape()[static_cast<int>(axes[d])]) break;
      at[d] = 0;
    }
  }
  return result;
}

TYPED_TEST(Transposed, Matrices) {
  using T = TypeParam;
  for (const Shape& shape :
       {Shape{64, 64}, Shape{128, 256}, Shape{127, 129}, Shape{33, 65}, Shape{31, 97}, Shape{256, 144}, Shape{1, 300},
        Shape{300, 1}, Shape{3, 5001}, Shape{5001, 3}, Shape{2, 64}, Shape{70, 32}, Shape{1000, 130}, Shape{0, 5}}) {
    const Array<T> x = marked<T>(shape);
    EXPECT_EQ(x.transpose().copy().to_vector(), picked(x, {1, 0})) << shape.str();
  }
}

TYPED_TEST(Transposed, Batches) {
  using T = TypeParam;
  const Array<T> x = marked<T>({3, 40, 2, 72}), y = marked<T>({35, 3, 64}), z = marked<T>({2, 3, 2, 35, 37});
  Shape axes{0, 1, 2, 3};
  do {
    EXPECT_EQ(x.permute(axes).copy().to_vector(), picked(x, axes)) << axes.str();
  } while (std::next_permutation(axes.begin(), axes.end()));
  axes = {0, 1, 2};
  do {
    EXPECT_EQ(y.permute(axes).copy().to_vector(), picked(y, axes)) << axes.str();
  } while (std::next_permutation(axes.begin(), axes.end()));
  for (const Shape& p : {Shape{4, 3, 2, 1, 0}, Shape{0, 4, 1, 2, 3}, Shape{3, 0, 4, 2, 1}, Shape{2, 4, 0, 3, 1}})
    EXPECT_EQ(z.permute(p).copy().to_vector(), picked(z, p)) << p.str();
  const Array<T> many = marked<T>({70001, 2, 3});  // more matrices than a grid has rows
  EXPECT_EQ(many.permute({0, 2, 1}).copy().to_vector(), picked(many, {0, 2, 1}));
}

TYPED_TEST(Transposed, ViewsOnBothSides) {
  using T = TypeParam;
  const Array<T> whole = marked<T>({200, 304});
  const auto check = [](const Array<T>& view, Array<T> target) {
    const Array<T> plain = view.copy();  // row-major to row-major, no transposition
    target.transpose().assign(plain.transpose());
    EXPECT_TRUE(identical(target.copy(), plain));
    EXPECT_EQ(view.transpose().copy().to_vector(), picked(plain, {1, 0}));
  };
  check(whole(Slice{1, 150}, Slice{3, 300}), Array<T>(Shape{149, 297}));
  check(whole(Slice{{}, {}, 2}, Slice{16, 288}), Array<T>(Shape{100, 400})(Slice{}, Slice{64, 336}));
  check(whole(Slice{{}, {}, -1}, Slice{{}, {}, 2}), Array<T>(Shape{200, 456})(Slice{}, Slice{{}, {}, 3}));
  check(whole(Slice{0, 3}, Slice{{}, {}, -1}), Array<T>(Shape{304, 3}).transpose());
  check(whole(Slice{16, 176}, Slice{32, 130}), Array<T>(Shape{304, 160}).transpose()(Slice{}, Slice{16, 114}));
  check(marked<T>({1, 100}).broadcast_to({80, 100}), Array<T>(Shape{80, 100}));
}

TEST(Transposed, Conversions) {
  // Large enough for the GPU to convert and to transpose one after the other, in either order.
  const auto x = marked<std::int32_t>({700, 513});
  const auto want = picked(x, {1, 0});
  const auto same = [&](const auto& y) {
    const auto got = y.template astype<std::int32_t>().to_vector();
    return got == want;
  };
  EXPECT_TRUE(same(x.transpose().astype<double>()));
  EXPECT_TRUE(same(x.astype<double>().transpose().astype<std::int32_t>()));
  EXPECT_TRUE(same(x.transpose().astype<std::complex<double>>()));
  const auto narrow = x.transpose().astype<std::int16_t>().to_vector();
  for (std::size_t i = 0; i < want.size(); ++i) ASSERT_EQ(narrow[i], static_cast<std::int16_t>(want[i]));
  const auto cube = marked<std::int16_t>({40, 90, 100});
  for (const Shape& axes : {Shape{2, 1, 0}, Shape{1, 2, 0}, Shape{0, 2, 1}, Shape{2, 0, 1}}) {
    const auto got = cube.permute(axes).astype<float>().to_vector();
    const auto places = picked(cube, axes);
    for (std::size_t i = 0; i < places.size(); ++i) ASSERT_EQ(got[i], static_cast<float>(places[i])) << axes.str();
  }
  const auto flipped = cube.flip(2).flip(0).transpose().astype<double>();
  EXPECT_TRUE(identical(flipped, cube.astype<double>().flip(2).flip(0).transpose().copy()));
}

TEST(Transposed, Operands) {
  const auto a = noise_array<float>({1100, 1000}, 1), b = noise_array<float>({1000, 1100}, 2);
  EXPECT_TRUE(identical(a + b.transpose(), a + b.transpose().copy()));
  EXPECT_TRUE(identical(b.transpose() - a, b.transpose().copy() - a));
  EXPECT_TRUE(identical(a.transpose() * a.transpose(), (a * a).transpose().copy()));
}

TEST(Shapes, ThatOverflow) {
  const auto x = Array<float>::from({1});
  const char* const message = "Shape: the number of elements of (1099511627776, 1099511627776) does not fit 64 bits";
  EXPECT_ERROR(InvalidArgument, x.broadcast_to({1l << 40, 1l << 40}), message);
  EXPECT_ERROR(InvalidArgument, x.reshape({1l << 40, 1l << 40}),
               "reshape: shape (1099511627776, 1099511627776) is too large");
  EXPECT_ERROR(InvalidArgument, Array<float>::wrap(x.origin(), {1l << 40, 1l << 40}), message);
  EXPECT_ERROR(InvalidArgument, (Shape{1l << 40, 1l << 40}.size()), message);
  EXPECT_EQ((Shape{1l << 40, 0, 1l << 40}.size()), 0);
  EXPECT_EQ(x(Slice{0, 0}).broadcast_to({1l << 40, 0}).size(), 0);
}

}  // namespace
}  // namespace tukey::test
