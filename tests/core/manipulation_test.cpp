// SPDX-License-Identifier: Apache-2.0
// Axes and shapes as views; matrices, sequences, grids and index lists against NumPy.
#include "tukey/manipulation.hpp"

#include "capture.hpp"
#include "support.hpp"

namespace tukey::test {
namespace {

using Int = std::int64_t;
using Ints = std::vector<Int>;

Array<Int> counting(const Shape& shape) { return arange<Int>(shape.size()).reshape(shape); }
template <class T> Array<T> stored(const std::string& name) {
  return golden("joining").read<T>(name, default_device());
}
testing::AssertionResult matches(const Array<Int>& x, const std::string& name) {
  return identical(x.contiguous(), stored<Int>(name));
}
const Array<Int>& cube() {
  static const Array<Int> x = counting({2, 3, 4});
  return x;
}
const Array<Int>& digits() {
  static const Array<Int> v = Array<Int>::from({3, 1, 4, 1, 5});
  return v;
}

TEST(Manipulation, MovesAxes) {
  const auto x = counting({2, 3, 4, 5});
  EXPECT_EQ(moveaxis(x, {0, 1}, {-1, 0}).shape(), (Shape{3, 4, 5, 2}));
  EXPECT_EQ(moveaxis(x, {3, 0}, {0, 2}).shape(), (Shape{5, 3, 2, 4}));
  EXPECT_EQ(moveaxis(x, 1, 3).shape(), (Shape{2, 4, 5, 3}));
  EXPECT_EQ(rollaxis(x, 3, 1).shape(), (Shape{2, 5, 3, 4}));
  EXPECT_EQ(rollaxis(x, 2).shape(), (Shape{4, 2, 3, 5}));
  EXPECT_EQ(rollaxis(x, 1, 4).shape(), (Shape{2, 4, 5, 3}));
  EXPECT_EQ(matrix_transpose(x).shape(), (Shape{2, 3, 5, 4}));
  EXPECT_EQ(transpose(x, {3, 1, 0, 2}).shape(), (Shape{5, 3, 2, 4}));
  EXPECT_EQ(moveaxis(x, {0, 1}, {-1, 0})(1, 2, 3, 1).item(), x(1, 1, 2, 3).item());
  EXPECT_TRUE(moveaxis(x, {0, 1}, {-1, 0}).shares_memory_with(x));
  EXPECT_EQ(expand_dims(x, {0, -1, 2}).shape(), (Shape{1, 2, 1, 3, 4, 5, 1}));
  EXPECT_EQ(squeeze(expand_dims(x, {0, -1, 2}), {-1, 0}).shape(), (Shape{2, 1, 3, 4, 5}));
  EXPECT_EQ(squeeze(expand_dims(x, {0, -1, 2})).shape(), x.shape());
  EXPECT_EQ(ravel(x).shape(), (Shape{120}));
  const auto scalar = Array<Int>::from({7}, Shape{});
  EXPECT_EQ(atleast_1d(scalar).shape(), (Shape{1}));
  EXPECT_EQ(atleast_2d(digits()).shape(), (Shape{1, 5}));
  EXPECT_EQ(atleast_3d(scalar).shape(), (Shape{1, 1, 1}));
  EXPECT_EQ(atleast_3d(digits()).shape(), (Shape{1, 5, 1}));
  EXPECT_EQ(atleast_3d(counting({2, 3})).shape(), (Shape{2, 3, 1}));
  const auto all = broadcast_arrays(std::vector<Array<Int>>{counting({3, 1}), counting({4}), scalar});
  EXPECT_EQ(all[0].shape(), (Shape{3, 4}));
  EXPECT_EQ(all[1](2).to_vector(), (Ints{0, 1, 2, 3}));
  EXPECT_EQ(all[2](1, 1).item(), 7);
}

TEST(Manipulation, Strided) {
  const auto v = counting({12});
  EXPECT_EQ(as_strided(v, {3, 4}, {2, 1}).to_vector(), (Ints{0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7}));
  EXPECT_EQ(as_strided(v(Slice{5, {}}), {4}, {-1}).to_vector(), (Ints{5, 4, 3, 2}));
  EXPECT_EQ(as_strided(v, {2, 3}, {0, 0}).to_vector(), Ints(6, 0));
  EXPECT_EQ(as_strided(v, {0, 1l << 40}, {1, 1}).size(), 0);
  EXPECT_ERROR(InvalidArgument, as_strided(v(Slice{5, {}}), {7}, {-1}),
               "as_strided: shape (7,) with strides (-1,) leaves the array's memory");
  EXPECT_ERROR(InvalidArgument, as_strided(v, {1l << 20}, {1}),
               "as_strided: shape (1048576,) with strides (1,) leaves the array's memory");
  EXPECT_ERROR(InvalidArgument, as_strided(v, {3}, {1l << 62}),
               "as_strided: shape (3,) with strides (4611686018427387904,) leaves the array's memory");
  EXPECT_ERROR(InvalidArgument, as_strided(v, {3}, {}), "as_strided: expected 1 strides, got 0");
}

TEST(Manipulation, Diagonals) {
  EXPECT_TRUE(matches(diagonal(cube(), 1, 2, 0), "diagonal"));
  EXPECT_EQ(diagonal(counting({3, 4}), -1).to_vector(), (Ints{4, 9}));
  EXPECT_EQ(diagonal(counting({3, 4}), 9).size(), 0);
  EXPECT_EQ(diagonal(counting({3, 4}), -3).size(), 0);
  auto square = zeros<Int>({4, 4});
  diagonal(square, 1).assign(Array<Int>::from({1, 2, 3}));
  EXPECT_EQ(square.to_vector(), (Ints{0, 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0}));
  auto tall = zeros<Int>({11, 3});
  fill_diagonal(tall, 5, true);
  EXPECT_TRUE(matches(tall, "fill_diagonal_wrap"));
  auto deep = zeros<Int>({2, 2, 2});
  fill_diagonal(deep, 3);
  EXPECT_EQ(deep.to_vector(), (Ints{3, 0, 0, 0, 0, 0, 0, 3}));
  auto wide = zeros<Int>({2, 3});
  fill_diagonal(wide, 1, true);
  EXPECT_EQ(wide.to_vector(), (Ints{1, 0, 0, 0, 1, 0}));
  EXPECT_TRUE(matches(diag(digits(), -2), "diag"));
  EXPECT_EQ(diag(diag(digits(), 3), 3).to_vector(), digits().to_vector());
  EXPECT_EQ(diagflat(counting({2, 2})).shape(), (Shape{4, 4}));
  EXPECT_TRUE(matches(eye<Int>(4, 6, -2), "eye"));
  EXPECT_TRUE(matches(tri<Int>(4, 6, 1), "tri"));
  EXPECT_TRUE(matches(tril(cube(), 1), "tril"));
  EXPECT_TRUE(matches(triu(cube(), -1), "triu"));
  EXPECT_EQ(identity<bool>(2).to_vector(), (std::vector<bool>{true, false, false, true}));
}

template <class T> class Triangles : public testing::Test {};
using SizeTypes = testing::Types<std::int8_t, std::int16_t, float, double, std::complex<double>>;
TYPED_TEST_SUITE(Triangles, SizeTypes);
TYPED_TEST(Triangles, KeepTheirPart) {
  using T = TypeParam;
  for (const Shape& shape : {Shape{3, 33, 65}, Shape{70, 64}, Shape{5, 1}, Shape{1, 5}, Shape{0, 3}}) {
    const Array<T> dense = ones<T>(shape) + arange<std::int32_t>(shape.size()).astype<T>().reshape(shape);
    for (const Array<T>& x : {dense, dense.swapaxes(-1, -2).copy().swapaxes(-1, -2).flip(-1).copy().flip(-1)})
      for (index_t k : {-40, -1, 0, 3, 64}) {
        auto low = dense.to_vector(), high = low;
        for (std::size_t i = 0; i < low.size(); ++i) {
          const index_t column = static_cast<index_t>(i) % shape.back();
          const index_t row = static_cast<index_t>(i) / shape.back() % shape[shape.rank() - 2];
          (column - row <= k ? high : low)[i] = column - row == k ? high[i] : T(0);
        }
        EXPECT_EQ(tril(x, k).to_vector(), low) << shape.str() << k;
        EXPECT_EQ(triu(x, k).to_vector(), high) << shape.str() << k;
      }
  }
}

TEST(Sequences, MatchNumPy) {
  using C = std::complex<double>;
  EXPECT_TRUE(close(logspace<double>(-3, 5, {.num = 11}), stored<double>("logspace"), {2}));
  EXPECT_TRUE(close(logspace<double>(0.5, 2.25, {.num = 7, .endpoint = false, .base = 2}),
                    stored<double>("logspace_base"), {2}));
  EXPECT_TRUE(close(logspace<C>({1, 1}, {2, -1}, {.num = 5}), stored<C>("logspace_complex"), {8}));
  EXPECT_TRUE(close(geomspace<double>(1e-3, 7e4, {.num = 9}), stored<double>("geomspace"), {16}));
  EXPECT_TRUE(
      close(geomspace<double>(-2, -300, {.num = 6, .endpoint = false}), stored<double>("geomspace_negative"), {16}));
  EXPECT_TRUE(close(geomspace<C>({1, 1}, {-3, 0.5}, {.num = 8}), stored<C>("geomspace_complex"), {16}));
  const auto f = stored<double>("f");
  EXPECT_TRUE(close(linspace(f(0), f(Slice{1, {}}), {.num = 5}, 1), stored<double>("linspace_arrays"), {2}));
  EXPECT_TRUE(matches(vander(digits(), 4), "vander"));
  EXPECT_TRUE(matches(vander(digits(), {}, true), "vander_up"));
  // The ends are exact, and far ends do not overflow on the way.
  const auto g = geomspace<float>(0.1f, 0.7f, {.num = 1001}).to_vector();
  EXPECT_EQ(g.front(), 0.1f);
  EXPECT_EQ(g.back(), 0.7f);
  EXPECT_TRUE(close(geomspace<double>(1e-300, 1e300, {.num = 3}), std::vector<double>{1e-300, 1, 1e300}, {4}));
  EXPECT_EQ(geomspace<float>(3, 5, {.num = 1}).to_vector(), (std::vector<float>{3}));
  EXPECT_EQ(logspace<float>(1, 2, {.num = 0}).size(), 0);
  EXPECT_EQ(logspace<float>(1, 2, {.num = 1}).to_vector(), (std::vector<float>{10}));
}

TEST(Grids, MatchNumPy) {
  const auto v = digits();
  const std::vector<Array<Int>> vectors{v, v(Slice{0, 3}), v(Slice{0, 2})};
  const auto xy = meshgrid(vectors), ij = meshgrid(vectors, {.matrix_indexing = true});
  for (int d = 0; d < 3; ++d) {
    EXPECT_TRUE(identical(xy[d], stored<Int>("meshgrid")(d).copy())) << d;
    EXPECT_TRUE(identical(ij[d], stored<Int>("meshgrid_ij")(d).copy())) << d;
  }
  const auto open = meshgrid(vectors, {.sparse = true});
  EXPECT_EQ(open[0].shape(), (Shape{1, 5, 1}));
  EXPECT_EQ(open[1].shape(), (Shape{3, 1, 1}));
  EXPECT_TRUE(matches(mgrid<Int>({{1, 5}, {-2, 3, 2}}), "mgrid"));
  EXPECT_EQ(ogrid<Int>({{1, 5}, {-2, 3, 2}})[1].to_vector(), (Ints{-2, 0, 2}));
  EXPECT_TRUE(matches(indices({2, 3, 2}), "indices"));
  EXPECT_EQ(ix_(vectors)[1].shape(), (Shape{1, 3, 1}));
  const auto f = fromfunction<float>([](const Shape& i) { return 10 * i[0] + i[1]; }, {2, 3});
  EXPECT_EQ(f.to_vector(), (std::vector<float>{0, 1, 2, 10, 11, 12}));
  EXPECT_EQ(zeros_like(f).shape(), f.shape());
  EXPECT_EQ(full_like(f, 3, Shape{2}).to_vector(), (std::vector<float>{3, 3}));
  EXPECT_EQ(ones_like(f, Shape{}).item(), 1.f);
  EXPECT_EQ(empty_like(f.transpose()).shape(), (Shape{3, 2}));
}

TEST(Indices, MatchNumPy) {
  for (const auto& [n, m] : {std::pair<Int, Int>{4, 6}, {6, 4}})
    for (index_t k : {-5, -2, 0, 1, 3, 9}) {
      const std::string name = std::to_string(n) + "_" + std::to_string(m) + "_" + std::to_string(k);
      EXPECT_TRUE(matches(stack(tril_indices(n, k, m)), "tril_indices_" + name)) << name;
      EXPECT_TRUE(matches(stack(triu_indices(n, k, m)), "triu_indices_" + name)) << name;
    }
  // Many elements: rows and columns put back into a matrix give the triangle.
  const auto large = tril_indices(1000, -3);
  ASSERT_EQ(large[0].size(), 997 * 998 / 2);
  const auto rows = large[0].to_vector(), columns = large[1].to_vector();
  for (Int i = 3, p = 0; i < 1000; ++i)
    for (Int j = 0; j <= i - 3; ++j, ++p) ASSERT_TRUE(rows[p] == i && columns[p] == j) << p;
  EXPECT_EQ(triu_indices_from(zeros<float>({2, 3}))[1].to_vector(), (Ints{0, 1, 2, 1, 2}));
  EXPECT_EQ(tril_indices(0)[0].size(), 0);
  EXPECT_EQ(diag_indices(3)[1].to_vector(), (Ints{0, 1, 2}));
  EXPECT_EQ(diag_indices_from(zeros<float>({2, 2, 2})).size(), 3u);

  const auto where = Array<Int>::from({22, 41, 37, 0}, {2, 2});
  const auto at = unravel_index(where, {7, 6});
  EXPECT_TRUE(matches(stack(at), "unravel"));
  EXPECT_TRUE(identical(ravel_multi_index(at, {7, 6}), where));
  EXPECT_EQ(ravel_multi_index({counting({3, 1}), counting({2})}, {3, 2}).to_vector(), (Ints{0, 1, 2, 3, 4, 5}));
  const auto clip = static_cast<IndexMode>(2), wrap = static_cast<IndexMode>(1);
  EXPECT_TRUE(matches(
      ravel_multi_index({Array<Int>::from({3, 7, -1}), Array<Int>::from({9, -2, 4})}, {5, 6}, {clip, wrap}), "ravel"));
  EXPECT_ERROR(InvalidArgument, unravel_index(Array<Int>::from({1, 24, -1}), {4, 6}),
               "unravel_index: index 24 is out of bounds for shape (4, 6)");
  EXPECT_ERROR(InvalidArgument, ravel_multi_index({Array<Int>::from({0, 1}), Array<Int>::from({1, 6})}, {5, 6}),
               "ravel_multi_index: index 6 is out of bounds for axis 1 with size 6");
  EXPECT_ERROR(InvalidArgument, ravel_multi_index({where}, {5, 6}),
               "ravel_multi_index: expected 2 index arrays, got 1");
}

TEST(Manipulation, CopiesTo) {
  auto x = zeros<float>({2, 3});
  copyto(x, Array<Int>::from({1, 2, 3}));
  EXPECT_EQ(x.to_vector(), (std::vector<float>{1, 2, 3, 1, 2, 3}));
  const bool mask[] = {true, false};
  copyto(x, full<float>({}, 9), Array<bool>::from(mask, {2, 1}));
  EXPECT_EQ(x.to_vector(), (std::vector<float>{9, 9, 9, 1, 2, 3}));
  EXPECT_EQ(real(Array<std::complex<float>>::from({std::complex<float>(1, 2)})).item(), 1.f);
  EXPECT_EQ(imag(x).to_vector(), std::vector<float>(6, 0));
}

TEST(Manipulation, SaysWhatIsWrong) {
  const auto x = cube();
  EXPECT_ERROR(InvalidArgument, matrix_transpose(digits()),
               "matrix_transpose: x must have rank 2 at least, got shape (5,)");
  EXPECT_ERROR(InvalidArgument, moveaxis(x, {0, 1}, {0}), "moveaxis: from and to must have equal length, got 2 and 1");
  EXPECT_ERROR(InvalidArgument, moveaxis(x, {0, 0}, {1, 2}), "moveaxis: from names axis 0 twice");
  EXPECT_ERROR(InvalidArgument, moveaxis(x, {0, 1}, {2, -1}), "moveaxis: to names axis 2 twice");
  EXPECT_ERROR(InvalidArgument, rollaxis(x, 0, 5), "rollaxis: start must be in [-4, 4), got 5");
  EXPECT_ERROR(InvalidArgument, expand_dims(x, {0, 0}), "expand_dims: axis 0 is named twice");
  EXPECT_ERROR(InvalidArgument, squeeze(x, {0, 1}), "squeeze: axis 0 has length 2, not 1");
  EXPECT_ERROR(InvalidArgument, diagonal(x, 0, 1, -2), "diagonal: axis1 and axis2 must differ, got 1 and -2");
  EXPECT_ERROR(InvalidArgument, tril(digits()), "tril: x must have rank 2 at least, got shape (5,)");
  EXPECT_ERROR(InvalidArgument, diag(x), "diag: x must have rank 1 or 2, got shape (2, 3, 4)");
  EXPECT_ERROR(InvalidArgument, tri<float>(-1), "tri: extents must not be negative, got -1");
  EXPECT_ERROR(InvalidArgument, geomspace<double>(0, 1), "geomspace: start and stop must not be 0");
  EXPECT_ERROR(InvalidArgument, geomspace<double>(-1, 1),
               "geomspace: real start and stop must have one sign, got -1 and 1");
  EXPECT_ERROR(InvalidArgument, logspace<double>(0, 1, {.base = -2}), "logspace: base must be positive, got -2");
  EXPECT_ERROR(InvalidArgument, vander(x), "vander: x must have rank 1, got shape (2, 3, 4)");
  EXPECT_ERROR(InvalidArgument, meshgrid(std::vector<Array<Int>>{x}),
               "meshgrid: vectors must have rank 1, got shape (2, 3, 4)");
}

#ifdef TUKEY_TEST_CUDA
TEST(Manipulation, CanBeCaptured) {
  if (default_device().is_cpu()) GTEST_SKIP() << "needs a GPU";
  const Stream stream;
  const StreamScope scope(stream);
  using F = Array<float>;
  const std::function<F(const F&)> calls[] = {
      [](const F& x) { return tril(x, 1) + triu(x, 2); },
      [](const F& x) { return diagflat(x(0)) + eye<float>(65); },
      [](const F& x) {
        return vander(x(0), 5) + geomspace<float>(1, 2, {.num = 5}) + logspace<float>(1, 2, {.num = 5});
      },
      [](const F& x) {
        return meshgrid(std::vector<F>{x(0), x(1)})[1];
      },
      [](const F& x) { return linspace(x(0), x(1)); },
      [](const F& x) {
        return x(0) + tril_indices(65)[0](Slice{0, 65}).astype<float>() + indices<float>({65})(0);
      },
      [](const F& x) {
        return x.permute({1, 0}).copy();
      },
  };
  for (const auto& call : calls) {
    const F first = noise_array<float>({33, 65}, 1), second = noise_array<float>({33, 65}, 2);
    F x = first.copy();
    F y = call(x);
    const F expected = call(second);
    EXPECT_EQ(replay_captured([&] { y.assign(call(x)); }, [&] { x.assign(second); }), "");
    EXPECT_TRUE(identical(y, expected));
  }
}
#endif

}  // namespace
}  // namespace tukey::test
