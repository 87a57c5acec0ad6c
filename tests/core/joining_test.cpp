// SPDX-License-Identifier: Apache-2.0
// Joining, splitting, padding, rearranging: NumPy's results, plain loops at sizes beyond a block, every element size.
#include "tukey/joining.hpp"

#include <numeric>

#include "capture.hpp"
#include "support.hpp"

namespace tukey::test {
namespace {

using Int = std::int64_t;
using Ints = std::vector<Int>;

Array<Int> counting(const Shape& shape) { return arange<Int>(shape.size()).reshape(shape); }
testing::AssertionResult matches(const Array<Int>& x, const std::string& name) {
  return identical(x, golden("joining").read<Int>(name, default_device()));
}
template <class T> Array<T> stored(const std::string& name) {
  return golden("joining").read<T>(name, default_device());
}

const Array<Int>& cube() {
  static const Array<Int> x = counting({2, 3, 4});
  return x;
}
const Array<Int>& digits() {
  static const Array<Int> v = Array<Int>::from({3, 1, 4, 1, 5});
  return v;
}

// The element sizes 1, 2, 4, 8, 16.
template <class T> class Sizes : public testing::Test {};
using SizeTypes = testing::Types<std::int8_t, bfloat16, float, double, std::complex<double>>;
TYPED_TEST_SUITE(Sizes, SizeTypes);

// Elements all of whose bytes say where they are.
template <class T> Array<T> marked(const Shape& shape) {
  std::vector<unsigned char> bytes(static_cast<std::size_t>(shape.size()) * sizeof(T) + 1);
  std::uint32_t state = 7;
  for (auto& b : bytes) b = static_cast<unsigned char>((state = state * 1664525u + 1013904223u) >> 24);
  const std::unique_ptr<T[]> values(new T[static_cast<std::size_t>(shape.size()) + 1]);
  std::memcpy(static_cast<void*>(values.get()), bytes.data(), bytes.size() - 1);
  return Array<T>::from(values.get(), shape);
}
// The same elements in other strides: axes stored in reverse order, steps of 2, the last axis backwards.
template <class T> Array<T> scattered(const Array<T>& x) {
  Shape shape;
  for (int d = x.rank() - 1; d >= 0; --d) shape.push_back(2 * x.shape()[d]);
  Array<T> y = Array<T>(shape).transpose();
  for (int d = 0; d < x.rank(); ++d) {
    y = y.moveaxis(d, 0)(Slice{0, {}, 2}).moveaxis(0, d);
  }
  y = y.flip(-1);
  y.assign(x);
  return y;
}
// y[i] = x[source(axis, i)], or `none` where source gives -1, for all i of y's shape.
template <class T, class F>
testing::AssertionResult comes_from(const Array<T>& y, const Array<T>& x, F source, T none) {
  const auto got = y.to_vector(), from = x.to_vector();
  Shape at = Shape::filled(y.rank(), 0);
  for (std::size_t i = 0; i < got.size(); ++i) {
    index_t place = 0;
    bool outside = false;
    for (int d = 0; d < y.rank(); ++d) {
      const index_t j = source(d, at[d]);
      outside = outside || j < 0;
      place = place * x.shape()[d] + j;
    }
    const T want = outside ? none : from[static_cast<std::size_t>(place)], have = got[i];
    if (std::memcmp(&want, &have, sizeof(T)) != 0)
      return testing::AssertionFailure() << "element " << at.str() << " differs";
    for (int d = y.rank() - 1; d >= 0; --d) {
      if (++at[d] < y.shape()[d]) break;
      at[d] = 0;
    }
  }
  return testing::AssertionSuccess();
}

// The mirror of NumPy by walking it, for a distance i from the start.
index_t walk(index_t i, index_t n, bool symmetric) {
  if (n == 1) return 0;
  index_t at = 0, step = 1;
  const bool back = i < 0;
  if (back && !symmetric) i = -i;
  if (back && symmetric) i = -i - 1;
  for (index_t k = 0; k < i; ++k) {
    if (at + step < 0 || at + step >= n) {
      step = -step;
      if (symmetric) continue;
    }
    at += step;
  }
  return at;
}

TYPED_TEST(Sizes, PadsLikeAPlainLoop) {
  using T = TypeParam;
  T one{};
  std::memset(static_cast<void*>(&one), 0x11, sizeof(T));
  struct Case {
    Shape shape;
    std::vector<PadWidth> width;
  };
  for (const Case& c :
       {Case{{37, 65}, {{2, 3}, {5, 1}}}, Case{{37, 64}, {{1, 2}, {0, 0}}}, Case{{5, 3}, {{0, 1}, {33, 70}}},
        Case{{4099}, {{3, 4}}}, Case{{3, 5, 7}, {{4, 0}, {0, 0}, {1, 9}}}}) {
    const Array<T> dense = marked<T>(c.shape);
    for (const Array<T>& x : {dense, scattered(dense)}) {
      const auto shifted = [&](int d, index_t i) { return i - c.width[d].before; };
      const auto inside = [&](int d, index_t j) { return j >= 0 && j < c.shape[d]; };
      EXPECT_TRUE(comes_from<T>(
          pad(x, c.width, {.constant_values = {{one, one}}}), dense,
          [&](int d, index_t i) { return inside(d, shifted(d, i)) ? shifted(d, i) : -1; }, one))
          << c.shape.str();
      EXPECT_TRUE(comes_from<T>(
          pad(x, c.width, {.mode = Pad::edge}), dense,
          [&](int d, index_t i) { return std::clamp<index_t>(shifted(d, i), 0, c.shape[d] - 1); }, one));
      EXPECT_TRUE(comes_from<T>(
          pad(x, c.width, {.mode = Pad::wrap}), dense,
          [&](int d, index_t i) { return (shifted(d, i) + 1000 * c.shape[d]) % c.shape[d]; }, one));
      for (bool symmetric : {false, true})
        EXPECT_TRUE(comes_from<T>(
            pad(x, c.width, {.mode = symmetric ? Pad::symmetric : Pad::reflect}), dense,
            [&](int d, index_t i) { return walk(shifted(d, i), c.shape[d], symmetric); }, one));
      // Old elements where they belong; the new ones are anything.
      Array<T> y = pad(x, c.width, {.mode = Pad::empty});
      for (int d = 0; d < x.rank(); ++d)
        y = y.moveaxis(d, 0)(Slice{c.width[d].before, c.width[d].before + c.shape[d]}).moveaxis(0, d);
      EXPECT_TRUE(identical(y.copy(), dense));
    }
  }
}

TYPED_TEST(Sizes, RearrangesLikeAPlainLoop) {
  using T = TypeParam;
  for (const Shape& shape : {Shape{37, 65}, Shape{37, 64}, Shape{3, 1023}, Shape{70001}, Shape{2, 3, 5, 4}}) {
    const Array<T> dense = marked<T>(shape);
    for (const Array<T>& x : {dense, scattered(dense)}) {
      Shape shifts, axes, reps;
      for (int d = 0; d < x.rank(); ++d) shifts.push_back(3 - 5 * d), axes.push_back(d), reps.push_back(d == 1 ? 3 : 2);
      EXPECT_TRUE(comes_from<T>(
          roll(x, shifts, axes), dense, [&](int d, index_t i) { return (i - shifts[d] + 100 * shape[d]) % shape[d]; },
          T{}));
      EXPECT_TRUE(comes_from<T>(
          tile(x, reps), dense, [&](int d, index_t i) { return i % shape[d]; }, T{}));
      for (int axis = 0; axis < x.rank(); ++axis) {
        EXPECT_TRUE(comes_from<T>(
            roll(x, -1, axis), dense, [&](int d, index_t i) { return d == axis ? (i + 1) % shape[d] : i; }, T{}));
        EXPECT_TRUE(comes_from<T>(
            repeat(x, 3, axis), dense, [&](int d, index_t i) { return d == axis ? i / 3 : i; }, T{}));
        std::vector<index_t> counts, source, gone;
        for (index_t i = 0; i < shape[axis]; ++i) {
          counts.push_back(i % 3);
          source.insert(source.end(), static_cast<std::size_t>(i % 3), i);
          if (i % 2 == 0) gone.push_back(i);
        }
        EXPECT_TRUE(comes_from<T>(
            repeat(x, counts, axis), dense, [&](int d, index_t i) { return d == axis ? source[i] : i; }, T{}));
        EXPECT_TRUE(comes_from<T>(
            delete_(x, gone, axis), dense, [&](int d, index_t i) { return d == axis ? 2 * i + 1 : i; }, T{}));
        // Each entry once more before itself, from values in other strides.
        std::vector<index_t> all(static_cast<std::size_t>(shape[axis]));
        std::iota(all.begin(), all.end(), index_t(0));
        EXPECT_TRUE(comes_from<T>(
            insert(x, all, scattered(dense), axis), dense, [&](int d, index_t i) { return d == axis ? i / 2 : i; },
            T{}));
      }
      EXPECT_TRUE(identical(roll(x, 5), roll(dense.flatten(), 5, 0).reshape(shape)));
      EXPECT_TRUE(identical(concatenate({x, dense(Slice{1, 2}), x}, 0)(Slice{shape[0] + 1, {}}), dense));
    }
  }
}

TEST(Padding, MatchesNumPy) {
  const std::vector<PadWidth> wide{{1, 2}, {3, 0}, {2, 5}};
  EXPECT_TRUE(matches(pad(cube(), wide, {.constant_values = {{1, 2}, {3, 4}, {5, 6}}}), "constant"));
  const struct {
    Pad mode;
    const char* name;
  } modes[] = {{Pad::edge, "edge"}, {Pad::reflect, "reflect"}, {Pad::symmetric, "symmetric"}, {Pad::wrap, "wrap"}};
  for (const auto& m : modes) {
    EXPECT_TRUE(matches(pad(cube(), wide, {.mode = m.mode}), m.name)) << m.name;
    EXPECT_TRUE(matches(pad(digits(), {{23, 17}}, {.mode = m.mode}), std::string(m.name) + "_far")) << m.name;
  }
  const auto f = stored<double>("f");
  const auto i = stored<std::int32_t>("i");
  const std::vector<PadWidth> around{{2, 1}, {3, 2}};
  for (const Pad mode : {Pad::reflect, Pad::symmetric}) {
    const std::string name = mode == Pad::reflect ? "reflect_odd" : "symmetric_odd";
    EXPECT_TRUE(close(pad(f, around, {.mode = mode, .odd = true}), stored<double>(name), {2}));
    EXPECT_TRUE(matches(pad(digits(), {{13, 17}}, {.mode = mode, .odd = true}), name + "_far"));
  }
  const struct {
    Pad mode;
    const char* name;
  } statistics[] = {{Pad::maximum, "maximum"}, {Pad::minimum, "minimum"}, {Pad::mean, "mean"}, {Pad::median, "median"}};
  for (const auto& s : statistics) {
    EXPECT_TRUE(close(pad(f, around, {.mode = s.mode}), stored<double>(s.name), {2})) << s.name;
    EXPECT_TRUE(close(pad(f, around, {.mode = s.mode, .stat_length = {{2, 1}, {3, 9}}}),
                      stored<double>(std::string(s.name) + "_near"), {2}))
        << s.name;
    EXPECT_TRUE(
        identical(pad(i, {{1, 2}, {2, 1}}, {.mode = s.mode}), stored<std::int32_t>(std::string(s.name) + "_int")))
        << s.name;
  }
  EXPECT_TRUE(
      close(pad(f, around, {.mode = Pad::linear_ramp, .end_values = {{-1, 5}, {2, 0}}}), stored<double>("ramp"), {2}));
  EXPECT_TRUE(identical(pad(i, {{3, 2}, {2, 4}}, {.mode = Pad::linear_ramp, .end_values = {{-4, 5}, {20, 0}}}),
                        stored<std::int32_t>("ramp_int")));
  const auto z = stored<std::complex<double>>("z");
  EXPECT_TRUE(close(pad(z, 2, {.mode = Pad::linear_ramp, .end_values = {{{1, 2}, {1, 2}}}}),
                    stored<std::complex<double>>("ramp_complex"), {2}));
  EXPECT_TRUE(close(pad(z, 1, {.mode = Pad::mean}), stored<std::complex<double>>("mean_complex"), {2}));
}

TEST(Padding, Edges) {
  EXPECT_EQ(pad(Array<Int>::from(Ints{}), 2, {.constant_values = {{7, 8}}}).to_vector(), (Ints{7, 7, 8, 8}));
  EXPECT_EQ(pad(Array<Int>::from({5}), {{2, 1}}, {.mode = Pad::reflect}).to_vector(), (Ints{5, 5, 5, 5}));
  EXPECT_EQ(pad(Array<Int>::from({5}), {{2, 1}}, {.mode = Pad::symmetric}).to_vector(), (Ints{5, 5, 5, 5}));
  EXPECT_EQ(pad(Array<Int>::from({5}), {{1, 1}}, {.mode = Pad::reflect, .odd = true}).to_vector(), (Ints{5, 5, 5}));
  EXPECT_EQ(pad(Array<Int>::from({5}, Shape{}), std::vector<PadWidth>{}).item(), 5);
  EXPECT_TRUE(identical(pad(cube(), 0, {.mode = Pad::wrap}), cube()));
  EXPECT_EQ(pad(zeros<Int>({0, 3}), {{0, 0}, {1, 1}}, {.mode = Pad::edge}).shape(), (Shape{0, 5}));
  const float inf = std::numeric_limits<float>::infinity(), nan = std::nanf("");
  const auto y = pad(Array<float>::from({nan, -0.f, inf}), 1, {.mode = Pad::edge}).to_vector();
  EXPECT_TRUE(std::isnan(y[0]) && std::signbit(y[2]) && y[4] == inf);
  // Finite edges stay finite beside infinite elements.
  EXPECT_EQ(pad(Array<float>::from({1, 2, inf}), {{1, 0}}, {.mode = Pad::reflect, .odd = true}).to_vector()[0], 0.f);
}

TEST(Rearranging, MatchesNumPy) {
  const auto& x = cube();
  EXPECT_TRUE(matches(roll(x, {1, -2, 5}, {0, 1, 1}), "roll_axes"));
  EXPECT_TRUE(matches(roll(x, 7), "roll_flat"));
  EXPECT_TRUE(matches(repeat(x, {2, 0, 3}, 1), "repeat_counts"));
  EXPECT_TRUE(matches(repeat(x, 2), "repeat_flat"));
  EXPECT_TRUE(matches(tile(x, {2, 1, 1, 3}), "tile_up"));
  EXPECT_TRUE(matches(tile(x, {3, 2}), "tile_short"));
  EXPECT_TRUE(matches(resize(x, {5, 7}), "resize"));
  EXPECT_TRUE(matches(delete_(x, {0, -1, 0}, 2), "delete_list"));
  EXPECT_TRUE(matches(delete_(x, 5), "delete_flat"));
  EXPECT_TRUE(matches(delete_(x, Slice{3, {}, -2}, 2), "delete_slice"));
  EXPECT_TRUE(matches(insert(x, 1, Array<Int>::from({1, 2, 3, 4, 5, 6, 7, 8}, {2, 4}), 1), "insert_one"));
  EXPECT_TRUE(matches(insert(x, 2, counting({2, 2, 3}), 2), "insert_several"));
  EXPECT_TRUE(matches(insert(x, {3, 0, 3, -1}, Array<Int>::from({-1, -2, -3, -4}, {1, 1, 4}), 2), "insert_list"));
  EXPECT_TRUE(matches(insert(x, {24, 0, 7}, Array<Int>::from({-1, -2, -3})), "insert_flat"));
  std::vector<index_t> many(24);
  std::iota(many.begin(), many.end(), index_t(0));
  many.insert(many.end(), {3, 3});
  EXPECT_TRUE(matches(insert(x, many, -counting({26})), "insert_many"));
  for (int k = -1; k < 4; ++k) {
    const auto square = x(ellipsis, Slice{0, 2}, Slice{0, 2});
    EXPECT_TRUE(identical(rot90(square, k, {1, 2}).copy(), stored<Int>("rot90")(k + 1).copy())) << k;
  }
  EXPECT_TRUE(matches(rot90(x, 1, {2, 0}), "rot90_axes"));
  const auto box = stored<Int>("box");
  EXPECT_TRUE(matches(trim_zeros(box), "trim_all"));
  EXPECT_TRUE(matches(trim_zeros(box, "f", 1), "trim_front"));
  EXPECT_TRUE(matches(trim_zeros(box, "b", 0), "trim_back"));
  EXPECT_EQ(trim_zeros(zeros<double>({2, 3})).shape(), stored<double>("trim_nothing").shape());
}

TEST(Rearranging, ByHand) {
  const auto& v = digits();
  EXPECT_EQ(insert(v, 0, 9).to_vector(), (Ints{9, 3, 1, 4, 1, 5}));
  EXPECT_EQ(insert(v, {5, -1}, 9).to_vector(), (Ints{3, 1, 4, 1, 9, 5, 9}));
  EXPECT_EQ(delete_(v, std::vector<index_t>{}).to_vector(), v.to_vector());
  EXPECT_EQ(delete_(v, {0, 1, 2, 3, 4}).size(), 0);
  EXPECT_EQ(delete_(v, Slice{1, 3}).to_vector(), (Ints{3, 1, 5}));
  EXPECT_EQ(delete_(v, Slice{4, 1, -1}).to_vector(), (Ints{3, 1}));
  EXPECT_EQ(delete_(v, Slice{3, 1}).size(), 5);
  EXPECT_EQ(resize(Array<Int>::from(Ints{}), {2, 2}).to_vector(), (Ints{0, 0, 0, 0}));
  EXPECT_EQ(tile(v, {0}).shape(), (Shape{0}));
  EXPECT_EQ(repeat(v, 0, 0).shape(), (Shape{0}));
  EXPECT_EQ(roll(Array<Int>::from(Ints{}), 3).size(), 0);
  EXPECT_EQ(roll(v, 5, 0).to_vector(), v.to_vector());
  EXPECT_EQ(roll(Array<Int>::from({7}, Shape{}), 2).item(), 7);
  EXPECT_EQ(flip(cube()).to_vector().front(), 23);
  EXPECT_TRUE(flip(cube(), {0, 2}).shares_memory_with(cube()));
  EXPECT_EQ(flip(cube(), {0, -1})(0, 0).to_vector(), (Ints{15, 14, 13, 12}));
  EXPECT_TRUE(identical(fliplr(flipud(cube())), flip(cube(), {0, 1}).copy()));
  // With eight axes there is none left for the repetition.
  const auto deep = counting({2, 1, 2, 1, 2, 1, 1, 3});
  EXPECT_TRUE(identical(repeat(deep, 2, 4), concatenate({deep, deep}, 5).reshape({2, 1, 2, 1, 4, 1, 1, 3})));
  EXPECT_TRUE(identical(tile(deep, {1, 1, 1, 1, 1, 1, 1, 2}), concatenate({deep, deep}, 7)));
  EXPECT_TRUE(identical(tile(deep.transpose(), {2, 1, 1, 1, 1, 1, 1, 1}),
                        concatenate({deep.transpose(), deep.transpose()}, 0)));
}

TYPED_TEST(Sizes, Joins) {
  using T = TypeParam;
  const Array<T> a = marked<T>({3, 33, 5}), b = marked<T>({3, 2, 5})(Slice{{}, {}, -1});
  const Array<T> joined = concatenate({a, b, a(Slice{}, Slice{0, 0})}, 1);
  EXPECT_TRUE(identical(joined(Slice{}, Slice{0, 33}).copy(), a));
  EXPECT_TRUE(identical(joined(Slice{}, Slice{33, {}}).copy(), b.copy()));
  EXPECT_TRUE(identical(concatenate({a, b}, std::nullopt)(Slice{a.size(), {}}).copy(), b.flatten()));
  EXPECT_TRUE(identical(append(a, b), concatenate({a, b}, std::nullopt)));
  EXPECT_TRUE(identical(append(a, b, -2), joined));
  for (int axis = -4; axis < 4; ++axis) {
    const Array<T> s = stack({a, a.flip(0), a}, axis);
    EXPECT_EQ(s.shape(axis), 3);
    EXPECT_TRUE(identical(s.select(axis, 1).copy(), a.flip(0).copy()));
    const auto entries = unstack(s, axis);
    ASSERT_EQ(entries.size(), 3u);
    EXPECT_TRUE(identical(entries[2].copy(), a));
    EXPECT_TRUE(entries[2].shares_memory_with(s));
  }
}

TEST(Joining, StacksLikeNumPy) {
  const auto v = digits(), w = v(Slice{{}, {}, -1});
  EXPECT_EQ(vstack({v, w}).shape(), (Shape{2, 5}));
  EXPECT_EQ(hstack({v, w, v}).to_vector(), (Ints{3, 1, 4, 1, 5, 5, 1, 4, 1, 3, 3, 1, 4, 1, 5}));
  EXPECT_EQ(hstack({counting({2, 2}), counting({2, 1})}).to_vector(), (Ints{0, 1, 0, 2, 3, 1}));
  EXPECT_EQ(hstack({Array<Int>::from({1}, Shape{}), Array<Int>::from({2}, Shape{})}).to_vector(), (Ints{1, 2}));
  EXPECT_EQ(dstack({v, w}).shape(), (Shape{1, 5, 2}));
  EXPECT_EQ(dstack({v, w}).to_vector(), (Ints{3, 5, 1, 1, 4, 4, 1, 1, 5, 3}));
  EXPECT_EQ(column_stack({v, w}).to_vector(), (Ints{3, 5, 1, 1, 4, 4, 1, 1, 5, 3}));
  EXPECT_EQ(column_stack({counting({2, 2}), counting({2, 1})}).shape(), (Shape{2, 3}));
  const auto& x = cube();
  EXPECT_TRUE(matches(block({{x(0), x(1, Slice{}, Slice{0, 2})}, {v, v(Slice{0, 1})}}), "block"));
  EXPECT_EQ(block({{counting({2, 1, 1}), counting({2, 1, 2})}}).to_vector(), (Ints{0, 0, 1, 1, 2, 3}));
  std::vector<Array<Int>> list(1000, v);
  EXPECT_EQ(concatenate(list).size(), 5000);
}

TEST(Splitting, LikeNumPy) {
  const auto x = counting({7, 6});
  auto shapes = [](const std::vector<Array<Int>>& parts) {
    std::string text;
    for (const auto& p : parts) text += p.shape().str();
    return text;
  };
  EXPECT_EQ(shapes(split(x, 3, 1)), "(7, 2)(7, 2)(7, 2)");
  EXPECT_EQ(shapes(array_split(x, 3)), "(3, 6)(2, 6)(2, 6)");
  EXPECT_EQ(shapes(array_split(x, 9)), "(1, 6)(1, 6)(1, 6)(1, 6)(1, 6)(1, 6)(1, 6)(0, 6)(0, 6)");
  EXPECT_EQ(shapes(split(x, {2, 5})), "(2, 6)(3, 6)(2, 6)");
  EXPECT_EQ(shapes(array_split(x, {-2, 3, 100}, -1)), "(7, 4)(7, 0)(7, 3)(7, 0)");
  EXPECT_EQ(shapes(hsplit(x, 2)), "(7, 3)(7, 3)");
  EXPECT_EQ(shapes(vsplit(x, std::vector<index_t>{3})), "(3, 6)(4, 6)");
  EXPECT_EQ(shapes(dsplit(cube(), 4)), "(2, 3, 1)(2, 3, 1)(2, 3, 1)(2, 3, 1)");
  EXPECT_EQ(shapes(hsplit(digits(), 5)), "(1,)(1,)(1,)(1,)(1,)");
  EXPECT_EQ(split(x, {2, 5})[1](0, 0).item(), 12);
  EXPECT_TRUE(split(x, {2, 5})[2].shares_memory_with(x));
  EXPECT_TRUE(identical(concatenate(split(x, {1, 4}, 1), 1), x));
}

TEST(Joining, SaysWhatIsWrong) {
  const auto x = counting({2, 3}), v = digits();
  EXPECT_ERROR(InvalidArgument, concatenate(std::vector<Array<Int>>{}), "concatenate: expected at least one array");
  EXPECT_ERROR(InvalidArgument, concatenate({x, v}),
               "concatenate: array 1 has shape (5,), which does not fit (2, 3) along axis 0");
  EXPECT_ERROR(InvalidArgument, concatenate({x, x.transpose()}, 1),
               "concatenate: array 1 has shape (3, 2), which does not fit (2, 3) along axis 1");
  EXPECT_ERROR(InvalidArgument, concatenate({x}, 2), "concatenate: axis must be in [-2, 2), got 2");
  EXPECT_ERROR(InvalidArgument, concatenate({Array<Int>::from({1}, Shape{})}),
               "concatenate: arrays of rank 0 are joined without an axis or by stack");
  EXPECT_ERROR(InvalidArgument, stack({x, v}), "stack: all arrays must have one shape, got (2, 3) and (5,)");
  EXPECT_ERROR(InvalidArgument, block({{x, x}, {x}}), "block: row 1 is 3 wide, the first one 6");
  EXPECT_ERROR(InvalidArgument, block({{x, v}}), "block: a block of shape (5,) does not fit the others of row 0");
  EXPECT_ERROR(InvalidArgument, split(x, 2, 1), "split: axis 1 of length 3 does not divide into 2 equal parts");
  EXPECT_ERROR(InvalidArgument, array_split(x, 0), "array_split: sections must be positive, got 0");
  EXPECT_ERROR(InvalidArgument, pad(x, -1), "pad: widths must not be negative, got -1");
  EXPECT_ERROR(InvalidArgument, pad(x, {{1, 1}, {1, 1}, {1, 1}}), "pad: width must have 1 or 2 pairs, got 3");
  EXPECT_ERROR(InvalidArgument, pad(zeros<Int>({0}), 1, {.mode = Pad::edge}),
               "pad: axis 0 has no elements to pad with");
  EXPECT_ERROR(InvalidArgument, pad(x, 1, {.mode = Pad::mean, .stat_length = {{0, 1}}}),
               "pad: stat_length must be positive, got 0");
  EXPECT_ERROR(InvalidArgument, pad(zeros<half>({2}), 1, {.mode = Pad::mean}),
               "pad: this mode computes with numbers, got float16");
  EXPECT_ERROR(InvalidArgument, pad(zeros<std::complex<float>>({2}), 1, {.mode = Pad::maximum}),
               "pad: this mode needs an order, got complex64");
  EXPECT_ERROR(InvalidArgument, pad(x, INT64_MAX), "pad: the result is too large");
  EXPECT_ERROR(InvalidArgument, roll(x, {1, 2, 3}, {0, 1}), "roll: got 3 shifts for 2 axes");
  EXPECT_ERROR(InvalidArgument, roll(x, 1, 2), "roll: axis must be in [-2, 2), got 2");
  EXPECT_ERROR(InvalidArgument, repeat(x, -1), "repeat: count must not be negative, got -1");
  EXPECT_ERROR(InvalidArgument, repeat(x, {1, 2}, 1), "repeat: expected 1 or 3 counts, got 2");
  EXPECT_ERROR(InvalidArgument, repeat(x, {1, -2}, 0), "repeat: counts must not be negative, got -2");
  EXPECT_ERROR(InvalidArgument, tile(x, {2, -1}), "tile: repetitions must not be negative, got (2, -1)");
  EXPECT_ERROR(InvalidArgument, tile(x, {1l << 62, 1}), "tile: the result is too large");
  EXPECT_ERROR(InvalidArgument, delete_(v, 5), "delete_: index 5 is out of bounds for axis 0 with size 5");
  EXPECT_ERROR(InvalidArgument, insert(v, {0, -6}, v(Slice{0, 2})),
               "insert: index -6 is out of bounds for axis 0 with size 5");
  EXPECT_ERROR(InvalidArgument, insert(v, {0, 1}, v(Slice{0, 3})), "insert: shape (3,) does not broadcast to (2,)");
  EXPECT_ERROR(InvalidArgument, flip(x, {0, -2}), "flip: axis 0 is named twice");
  EXPECT_ERROR(InvalidArgument, rot90(x, 1, {0, 0}), "rot90: the axes must differ, got (0, 0)");
  EXPECT_ERROR(InvalidArgument, trim_zeros(v, "x"), "trim_zeros: trim may hold 'f' and 'b', got x");
}

#ifdef TUKEY_TEST_CUDA
TEST(Joining, CanBeCaptured) {
  if (default_device().is_cpu()) GTEST_SKIP() << "needs a GPU";
  const Stream stream;
  const StreamScope scope(stream);
  using F = Array<float>;
  const std::function<F(const F&)> calls[] = {
      [](const F& x) {
        return concatenate({x, x.flip(0)}, 1);
      },
      [](const F& x) {
        return block({{x, x}, {x, x}});
      },
      [](const F& x) {
        return pad(x, {{1, 2}, {3, 0}}, {.mode = Pad::reflect});
      },
      [](const F& x) {
        return pad(x, 2, {.constant_values = {{1.f, 2.f}}});
      },
      [](const F& x) { return pad(x, 2, {.mode = Pad::linear_ramp}); },
      [](const F& x) { return pad(x, 2, {.mode = Pad::symmetric, .odd = true}); },
      [](const F& x) {
        return roll(x, {3, -2}, {0, 1});
      },
      [](const F& x) {
        return tile(x, {2, 3});
      },
      [](const F& x) { return repeat(x, 2, 1); },
      [](const F& x) { return repeat(x, std::vector<index_t>(33, 2), 0); },
      [](const F& x) {
        return resize(x, {7, 1000});
      },
      [](const F& x) {
        return delete_(x, {1, 4}, 1);
      },
      [](const F& x) {
        return insert(x, {1, 4}, 2.f, 1);
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
