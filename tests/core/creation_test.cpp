// SPDX-License-Identifier: Apache-2.0
// zeros, ones, full, arange, linspace.
#include "support.hpp"

namespace tukey::test {
namespace {

template <class T> class Created : public testing::Test {};
using CreatedTypes =
    testing::Types<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                   std::uint32_t, std::uint64_t, float, double, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Created, CreatedTypes);

TYPED_TEST(Created, Constants) {
  using T = TypeParam;
  for (const Shape& shape : {Shape{}, Shape{0}, Shape{1}, Shape{3, 0}, Shape{17}, Shape{33, 65}, Shape{100003}}) {
    const Array<T> zero = zeros<T>(shape).to(Device::cpu()), one = ones<T>(shape).to(Device::cpu());
    const Array<T> five = full<T>(shape, static_cast<T>(5)).to(Device::cpu());
    EXPECT_EQ(zero.shape(), shape);
    for (index_t i = 0; i < zero.size(); ++i) {
      ASSERT_EQ(zero.data()[i], T(0));
      ASSERT_EQ(one.data()[i], T(1));
      ASSERT_EQ(five.data()[i], static_cast<T>(5));
    }
  }
  EXPECT_EQ(zeros<T>({2}, Device::cpu()).device(), Device::cpu());
}

TEST(Creation, StorageTypes) {
  const auto x = full<packed_complex<std::int16_t>>({100}, {7, -9}).astype<std::complex<float>>().to_vector();
  for (auto v : x) ASSERT_EQ(v, std::complex<float>(7, -9));
  EXPECT_EQ(zeros<half>({3}).astype<float>().to_vector(), (std::vector<float>{0, 0, 0}));
}

TEST(Creation, ArangeOfIntegers) {
  EXPECT_EQ(arange<std::int32_t>(5).to_vector(), (std::vector<std::int32_t>{0, 1, 2, 3, 4}));
  EXPECT_EQ(arange<std::int64_t>(10, 0, -3).to_vector(), (std::vector<std::int64_t>{10, 7, 4, 1}));
  EXPECT_EQ(arange<std::uint8_t>(250, 255, 2).to_vector(), (std::vector<std::uint8_t>{250, 252, 254}));
  EXPECT_EQ(arange<std::int8_t>(-128, 127, 100).to_vector(), (std::vector<std::int8_t>{-128, -28, 72}));
  EXPECT_EQ(arange<std::int64_t>(INT64_MIN, INT64_MAX, INT64_MAX).size(), 3);
  EXPECT_EQ(arange<std::int32_t>(3, 3).size(), 0);
  EXPECT_EQ(arange<std::int32_t>(3, 5, -1).size(), 0);
  const auto large = arange<std::int32_t>(1 << 20).to_vector();
  for (int i = 0; i < (1 << 20); ++i) ASSERT_EQ(large[i], i);
}

TEST(Creation, ArangeOfFloats) {
  EXPECT_TRUE(close(arange<double>(0.5, 3.0, 0.1), golden("core").read<double>("arange", default_device()), {2}));
  EXPECT_EQ(arange<float>(3).to_vector(), (std::vector<float>{0, 1, 2}));
  EXPECT_EQ(arange<float>(0.5f, 2.5f).to_vector(), (std::vector<float>{0.5f, 1.5f}));
  // Each element is computed by itself: the last of many is as near as the first.
  const auto x = arange<float>(0.0f, 1e6f, 0.1f).to_vector();
  const double step = 0.1f;
  for (std::size_t i = 0; i < x.size(); i += 1000) ASSERT_EQ(x[i], static_cast<float>(double(i) * step)) << i;
  const auto z = arange<std::complex<double>>(0, 3, 1).to_vector();
  EXPECT_EQ(z, (std::vector<std::complex<double>>{0, 1, 2}));
}

TEST(Creation, Linspace) {
  EXPECT_TRUE(close(linspace<double>(-1.3, 7.7, 31), golden("core").read<double>("linspace", default_device()), {1}));
  LinspaceOptions open;
  open.num = 13;
  open.endpoint = false;
  EXPECT_TRUE(
      close(linspace<double>(2, -5, open), golden("core").read<double>("linspace_open", default_device()), {1}));
  for (index_t n : {2, 3, 50, 1001, 100000}) {
    const auto x = linspace<float>(0.1f, 0.7f, n).to_vector();
    ASSERT_EQ(static_cast<index_t>(x.size()), n);
    EXPECT_EQ(x.front(), 0.1f);
    EXPECT_EQ(x.back(), 0.7f);  // exactly
  }
  EXPECT_EQ(linspace<float>(3, 5, 1).to_vector(), (std::vector<float>{3}));
  EXPECT_EQ(linspace<float>(3, 5, 0).size(), 0);
  EXPECT_EQ(linspace<double>(0, 1).size(), 50);
}

TEST(Creation, Errors) {
  EXPECT_ERROR(InvalidArgument, arange<float>(0, 1, 0), "arange: step must not be 0");
  EXPECT_ERROR(InvalidArgument, arange<int>(0, 1, 0), "arange: step must not be 0");
  EXPECT_ERROR(InvalidArgument, arange<double>(0, std::numeric_limits<double>::infinity()),
               "arange: start, stop and step must give a finite number of elements");
  EXPECT_ERROR(InvalidArgument, linspace<float>(0, 1, index_t(-1)), "linspace: num must not be negative, got -1");
}

}  // namespace
}  // namespace tukey::test
