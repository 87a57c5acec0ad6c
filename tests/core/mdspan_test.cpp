// SPDX-License-Identifier: Apache-2.0
#include "tukey/mdspan.hpp"

#include "support.hpp"
#include "tukey/core.hpp"

namespace tukey::test {
namespace {

TEST(MdView, ReadsAndWritesElements) {
  Array<double> x = Array<double>::from(noise<double>(24), {2, 3, 4}, Device::cpu());
  const auto expected = x.to_vector();
  const auto v = md<3>(std::as_const(x));
  static_assert(std::is_same_v<decltype(v(0, 0, 0)), const double&>);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 4; ++k) EXPECT_EQ(v(i, j, k), expected[static_cast<std::size_t>((i * 3 + j) * 4 + k)]);
  EXPECT_EQ(v.extent(1), 3);
  EXPECT_EQ(v.stride(0), 12);
  EXPECT_EQ(v.rank(), 3);
  EXPECT_EQ(v.size(), 24);
  EXPECT_EQ(v.data(), std::as_const(x).data());
  auto w = md<3>(x);
  w(1, 2, 3) = 5;
  const md_view<const double, 3> r = w;
  EXPECT_EQ(r(1, 2, 3), 5);
  EXPECT_EQ(x(1, 2, 3).item(), 5);
}

TEST(MdView, FollowsStrides) {
  const Array<float> x = Array<float>::from(noise<float>(60), {6, 10}, Device::cpu());
  const Array<float> t = x(Slice{{}, {}, -2}, Slice{1, 9, 3}).transpose();
  const auto v = md<2>(t);
  const auto expected = t.to_vector();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) EXPECT_EQ(v(i, j), expected[static_cast<std::size_t>(3 * i + j)]);
  const Array<float> b = x(0).broadcast_to({4, 10});
  EXPECT_EQ(md<2>(b)(3, 7), x(0, 7).item());
  const Array<float> scalar = x(2, 3);
  EXPECT_EQ(md<0>(scalar)(), scalar.item());
}

TEST(MdView, OfTheDefaultDevice) {
  Array<float> x(Shape{4, 5});
  const auto v = md<2>(x);
  EXPECT_EQ(v.data(), x.data());
  EXPECT_EQ(v.extent(1), 5);
  EXPECT_ERROR(InvalidArgument, md<3>(x), "md: expected an array with 3 axes, got 2");
  EXPECT_ERROR(InvalidArgument, md<1>(std::as_const(x)), "md: expected an array with 1 axis, got 2");
}

#ifdef __cpp_lib_mdspan
TEST(Mdspan, OfTheStandardLibrary) {
  Array<double> x = Array<double>::from(noise<double>(24), {4, 6}, Device::cpu());
  Array<double> t = x.transpose();
  const auto m = to_mdspan<2>(t);
  EXPECT_EQ(m.extent(0), 6u);
  EXPECT_EQ(m.stride(0), 1u);
  EXPECT_EQ((m[5, 3]), x(3, 5).item());
  EXPECT_ERROR(InvalidArgument, to_mdspan<2>(x(Slice{{}, {}, -1}).copy().flip(0)),
               "to_mdspan: strides must be positive, got -6");
}
#endif

}  // namespace
}  // namespace tukey::test
