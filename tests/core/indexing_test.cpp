// SPDX-License-Identifier: Apache-2.0
// Indexing by arrays: NumPy's results, plain loops at many sizes and views, duplicates, bounds, messages.
#include <algorithm>
#include <map>

#include "capture.hpp"
#include "support.hpp"

namespace tukey::test {
namespace {

using I32 = std::int32_t;
using I64 = std::int64_t;

template <class T> Array<T> read(const std::string& name) { return golden("indexing").read<T>(name); }
template <class T> bool same(const Array<T>& x, const std::string& name) { return bool(identical(x, read<T>(name))); }
std::vector<Indices> list(std::initializer_list<Indices> i) { return i; }
template <class T> Array<T> ints(std::initializer_list<T> v) { return Array<T>::from(v); }
TakeOptions along(int axis, IndexMode mode = IndexMode::raise) { return {.axis = axis, .mode = mode}; }

TEST(Indexing, GoldenTake) {
  const auto x = read<double>("x");
  const auto near = read<I64>("near"), far = read<I64>("far");
  for (int axis : {0, 1, 2}) {
    EXPECT_TRUE(same(take(x, near, along(axis)), "take_raise_" + std::to_string(axis)));
    EXPECT_TRUE(same(take(x, near.astype<I32>(), along(axis - 3)), "take_raise_" + std::to_string(axis)));
  }
  const auto far20 = far * I64(20);
  for (IndexMode mode : {IndexMode::wrap, IndexMode::clip}) {
    const std::string name = mode == IndexMode::wrap ? "wrap" : "clip";
    EXPECT_TRUE(same(take(x, far, along(1, mode)), "take_" + name));
    EXPECT_TRUE(same(take(x, far20, {.mode = mode}), "take_flat_" + name));
    // A flat index on a view that no stride walks.
    const auto y = x.transpose().copy().transpose();
    EXPECT_TRUE(same(take(y, far20.astype<I32>(), {.mode = mode}), "take_flat_" + name));
    auto p = x.copy();
    put(p, far20, ints<double>({1, 2, 3, 4}), {mode});
    EXPECT_TRUE(same(p, "put_" + name));
    p = x.copy();
    put(p.transpose(), far20, ints<double>({1, 2, 3}), {mode});
    EXPECT_TRUE(same(p, "put_view_" + name));
  }
}

TEST(Indexing, GoldenAlongAxis) {
  const auto x = read<double>("x");
  const auto order = read<I64>("order");
  EXPECT_TRUE(same(take_along_axis(x, order, {.axis = 1}), "along"));
  EXPECT_TRUE(same(take_along_axis(x.swapaxes(1, 2), order.swapaxes(1, 2)).swapaxes(1, 2).copy(), "along"));
  const auto one = order(Slice{0, 1}, Slice{}, Slice{0, 1});
  EXPECT_TRUE(same(take_along_axis(x, one, {.axis = 1}), "along_broadcast"));
  auto y = x.copy();
  put_along_axis(y, order(Slice{}, Slice{0, 2}), Array<double>::from({10, 20, 30, 40}, {4, 1, 1}), {.axis = 1});
  EXPECT_TRUE(same(y, "put_along"));
  y = x.copy();
  put_along_axis(y, one, 7, {.axis = 1});
  EXPECT_TRUE(same(y, "put_along_broadcast"));
  // Without an axis: flat positions.
  EXPECT_TRUE(identical(take_along_axis(x, ints<I64>({3, -1}), {.axis = {}}),
                        Array<double>::from({x(0, 0, 3).item(), x(-1, -1, -1).item()})));
  y = x.copy();
  put_along_axis(y, ints<I64>({3, -1}), ints<double>({1, 2}), {.axis = {}});
  EXPECT_EQ(y(0, 0, 3).item(), 1);
  EXPECT_EQ(y(3, 4, 5).item(), 2);
}

TEST(Indexing, GoldenChooseSelect) {
  const std::vector<Array<double>> choices{read<double>("choice_0"), read<double>("choice_1"),
                                           read<double>("choice_2")};
  EXPECT_TRUE(same(choose(read<I64>("index"), choices), "choose"));
  EXPECT_TRUE(same(choose(read<I64>("wild"), choices, {IndexMode::wrap}), "choose_wrap"));
  EXPECT_TRUE(same(choose(read<I64>("wild").astype<I32>(), choices, {IndexMode::clip}), "choose_clip"));
  const auto& c = choices[0];
  EXPECT_TRUE(same(select({c > 0.5, c < -0.5, c < 0}, {choices[0], choices[1], choices[2]}, 9), "select"));
  // More choices than one kernel takes, and each condition before all later ones.
  std::vector<Array<I32>> many;
  std::vector<Array<bool>> conditions;
  const auto p = arange<I32>(100);
  for (int k = 0; k < 40; ++k) {
    many.push_back(full<I32>({}, 1000 + k));
    conditions.push_back(p < I32(2 * k));
  }
  std::vector<I32> chosen, selected;
  for (int i = 0; i < 100; ++i) {
    chosen.push_back(1000 + i % 40);
    selected.push_back(i / 2 + 1 < 40 ? 1000 + i / 2 + 1 : -5);
  }
  EXPECT_EQ(choose(p, many, {IndexMode::wrap}).to_vector(), chosen);
  EXPECT_EQ(select(conditions, many, -5).to_vector(), selected);
}

TEST(Indexing, GoldenMasks) {
  const auto x = read<double>("x");
  const auto mask = x > 0.3;
  const auto lead = mask(ellipsis, 0);
  EXPECT_TRUE(same(x[mask].get(), "mask_get"));
  EXPECT_TRUE(same(x[lead].get(), "lead_get"));
  const auto numbers = arange<double>(120);
  auto y = x.copy();
  y[mask] = numbers(Slice{0, sum(mask).item()});
  EXPECT_TRUE(same(y, "mask_set"));
  y = x.copy();
  y[lead] = numbers(Slice{0, 6});
  EXPECT_TRUE(same(y, "lead_set"));
  y = x.copy();
  y[lead] *= 2;
  EXPECT_TRUE(same(y, "lead_scale"));
  y = x.copy();
  y[lead] *= full<double>({6}, 2);
  EXPECT_TRUE(same(y, "lead_scale"));
  y = x.copy();
  place(y, mask, ints<double>({1, 2, 3}));
  EXPECT_TRUE(same(y, "place"));
  y = x.copy();
  putmask(y, mask, ints<double>({1, 2, 3}));
  EXPECT_TRUE(same(y, "putmask"));
  y = x.copy();
  putmask(y, mask, numbers);
  EXPECT_TRUE(same(y, "putmask_full"));
  const auto p = nonzero(mask);
  for (int k = 0; k < 3; ++k) EXPECT_TRUE(same(p[k].copy(), "nonzero_" + std::to_string(k)));
  EXPECT_TRUE(same(argwhere(mask), "argwhere"));
  EXPECT_TRUE(same(flatnonzero(mask), "flatnonzero"));
  EXPECT_TRUE(same(where(mask)[1].copy(), "nonzero_1"));
  EXPECT_TRUE(same(compress(Array<bool>::from({true, false, true}), x, 1), "compress"));
  EXPECT_TRUE(same(compress(Array<bool>::from({false, true, true, false, true}), x), "compress_flat"));
  EXPECT_TRUE(same(extract(mask, x), "extract"));
}

TEST(Indexing, GoldenScatter) {
  const auto x = read<double>("x");
  const auto i = read<I64>("i"), j = read<I64>("j");
  const auto six = arange<double>(6), all = arange<double>(36).reshape({2, 3, 6});
  EXPECT_TRUE(same(gather(x, {i, j}), "gather"));
  EXPECT_TRUE(same(gather(x, {i.astype<I32>(), j}), "gather"));
  for (bool transposed : {false, true}) {
    const auto fresh = [&] { return transposed ? x.transpose().copy().transpose() : x.copy(); };
    auto y = fresh();
    scatter(y, {i, j}, six);
    EXPECT_TRUE(same(y.copy(), "scatter"));
    y = fresh();
    scatter(y, {i, j}, gather(y, {i, j}) + all);
    EXPECT_TRUE(same(y.copy(), "scatter_buffered"));
    y = fresh();
    scatter_add(y, {i, j}, six);
    EXPECT_TRUE(close(y, read<double>("add_at")));
    y = fresh();
    scatter_max(y, {i, j}, all / 20.0 - 0.7);
    EXPECT_TRUE(same(y.copy(), "max_at"));
    y = fresh();
    scatter_min(y, {i}, 0.1);
    EXPECT_TRUE(same(y.copy(), "min_at"));
  }
}

// Pseudo-random integers in [low, high).
template <class I> std::vector<I> random_indices(index_t count, I low, I high, unsigned seed) {
  std::vector<I> v(static_cast<std::size_t>(count));
  std::uint64_t s = 0x9E3779B97F4A7C15ull * (seed + 1);
  for (I& i : v) {
    s ^= s << 13, s ^= s >> 7, s ^= s << 17;
    i = static_cast<I>(low + static_cast<I>((s >> 11) % static_cast<std::uint64_t>(high - low)));
  }
  return v;
}
template <class T> Array<T> numbered(const Shape& shape) {
  if constexpr (is_stored_only_v<T>)
    return arange<float>(static_cast<float>(shape.size())).astype<T>().reshape(shape);
  else
    return arange<double>(static_cast<double>(shape.size())).astype<T>().reshape(shape);
}

// Only the size of an element matters.
template <class T> class IndexingOf : public testing::Test {};
using Sizes = testing::Types<bool, std::int16_t, float, std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(IndexingOf, Sizes);

TYPED_TEST(IndexingOf, Sizes) {
  using T = TypeParam;
  for (index_t n : {1, 31, 32, 33, 255, 257, 1023, 1025, 4095, 4096, 4097, 100003}) {
    const std::vector<T> values = [&] {
      const auto noise = test::noise<std::conditional_t<std::is_same_v<T, bool>, float, T>>(n);
      std::vector<T> v;
      for (auto a : noise) v.push_back(std::is_same_v<T, bool> ? T(std::abs(a) > 0.4f) : T(a));
      return v;
    }();
    Array<T> x({n}, Device::cpu());
    for (index_t k = 0; k < n; ++k) x.data()[k] = values[k];
    x = x.to(default_device());
    const auto i = random_indices<I32>(n, static_cast<I32>(-n), static_cast<I32>(n), 3);
    const auto at = [&](I32 k) { return k < 0 ? k + n : k; };
    std::vector<T> taken, kept, doubled = values;
    for (I32 k : i) taken.push_back(values[at(k)]);
    const auto index = Array<I32>::from(i);
    EXPECT_EQ(take(x, index).to_vector(), taken) << n;
    EXPECT_EQ(x[index].get().to_vector(), taken) << n;
    // Reversed and stepped views of the source.
    EXPECT_EQ(take(x.flip(0), index, {.mode = IndexMode::wrap})(Slice{0, 1}).item(), values[n - 1 - at(i[0])]);

    Array<bool> mask({n}, Device::cpu());
    std::vector<I64> positions;
    for (index_t k = 0; k < n; ++k) {
      mask.data()[k] = i[k] % 3 == 0 || (k > 500 && k < 600);
      if (mask.data()[k]) kept.push_back(values[k]), positions.push_back(k);
    }
    mask = mask.to(default_device());
    EXPECT_EQ(x[mask].get().to_vector(), kept) << n;
    EXPECT_EQ(flatnonzero(mask).to_vector(), positions) << n;
    std::reverse(kept.begin(), kept.end());
    const auto backwards = x[mask].get().flip(0);
    EXPECT_EQ(backwards.to_vector(), kept) << n;
    auto y = x.copy();
    y[mask] = backwards;
    auto expected = values;
    for (std::size_t k = 0; k < positions.size(); ++k) expected[positions[k]] = kept[k];
    EXPECT_EQ(y.to_vector(), expected) << n;
    y[mask] = T(1);
    for (I64 p : positions) expected[p] = T(1);
    EXPECT_EQ(y.to_vector(), expected) << n;

    // The last of several writes stays, in dense and in sparse targets.
    for (index_t size : {n, 40 * n}) {
      auto z = zeros<T>({size});
      scatter(z, {index}, x);
      std::vector<T> written(static_cast<std::size_t>(size));
      for (index_t k = 0; k < n; ++k) written[i[k] < 0 ? i[k] + size : i[k]] = values[k];
      EXPECT_EQ(z.to_vector(), written) << n << " " << size;
    }
  }
}

TYPED_TEST(IndexingOf, RowsAndViews) {
  using T = TypeParam;
  for (index_t width : {1, 3, 8, 17, 64}) {
    const Array<T> x = numbered<T>({37, width});
    const auto i = random_indices<I64>(50, -37, 37, 5);
    const auto index = Array<I64>::from(i);
    const auto rows = take(x, index, along(0)).to_vector();
    const auto columns = take(x.transpose(), index, along(1)).to_vector();
    const auto host = x.to_vector();
    for (index_t k = 0; k < 50; ++k)
      for (index_t c = 0; c < width; ++c) {
        const T expected = host[(i[k] < 0 ? i[k] + 37 : i[k]) * width + c];
        ASSERT_EQ(rows[k * width + c], expected);
        ASSERT_EQ(columns[c * 50 + k], expected);
      }
    // Rows into a view with steps of both signs: the last of several writes to a row stays.
    const Array<T> y = zeros<T>({74, 2 * width});
    auto target = y(Slice{{}, {}, 2}, Slice{{}, {}, -2});
    const Array<T> source = numbered<T>({50, width});
    target[index] = source;
    std::vector<T> expected(static_cast<std::size_t>(74 * 2 * width));
    const auto written = source.to_vector();
    for (index_t k = 0; k < 50; ++k)
      for (index_t c = 0; c < width; ++c)
        expected[(i[k] < 0 ? i[k] + 37 : i[k]) * 4 * width + 2 * width - 1 - 2 * c] = written[k * width + c];
    ASSERT_EQ(y.to_vector(), expected) << width;
    // One row and one number for all of them.
    target[index] = source(Slice{7, 8}).broadcast_to({50, width});
    for (index_t k = 0; k < 50; ++k)
      for (index_t c = 0; c < width; ++c)
        expected[(i[k] < 0 ? i[k] + 37 : i[k]) * 4 * width + 2 * width - 1 - 2 * c] = written[7 * width + c];
    ASSERT_EQ(y.to_vector(), expected) << width;
    target[index] = T(1);
    for (index_t k = 0; k < 50; ++k)
      for (index_t c = 0; c < width; ++c)
        expected[(i[k] < 0 ? i[k] + 37 : i[k]) * 4 * width + 2 * width - 1 - 2 * c] = T(1);
    ASSERT_EQ(y.to_vector(), expected) << width;
  }
}

TYPED_TEST(IndexingOf, Misaligned) {
  // Complex elements at odd multiples of their parts.
  using T = TypeParam;
  using R = real_t<T>;
  const index_t n = 100, parts = sizeof(T) / sizeof(R);
  Array<R> memory = numbered<R>({parts * n + 1});
  const Array<T> x(memory.storage(), reinterpret_cast<T*>(memory.origin() + 1), {{n}, {1}, 0});
  const Array<T> y = x.copy();
  const auto index = Array<I32>::from(random_indices<I32>(150, -100, 100, 2));
  const auto mask = arange<I32>(n) > 40;
  EXPECT_TRUE(identical(take(x, index), take(y, index)));
  EXPECT_TRUE(identical(x[mask].get(), y[mask].get()));
  const auto zero = full<I64>({n}, 0);
  EXPECT_TRUE(identical(choose(zero, {x}), y));
  x[mask] = y(Slice{0, 59});
  y[mask] = y.copy()(Slice{0, 59});
  EXPECT_TRUE(identical(x.copy(), y));
  x[index] = y(Slice{0, 1}).broadcast_to({150});
  y[index] = y(Slice{0, 1}).broadcast_to({150});
  EXPECT_TRUE(identical(x.copy(), y));
  x[mask] = T(1);
  y[mask] = T(1);
  scatter(x, {index(Slice{0, 7})}, T(0));
  scatter(y, {index(Slice{0, 7})}, T(0));
  EXPECT_TRUE(identical(x.copy(), y));
}

TEST(Indexing, Stored) {
  const Array<half> x = numbered<half>({20});
  EXPECT_EQ(take(x, ints<I64>({3, -1})).astype<float>().to_vector(), std::vector<float>({3, 19}));
  EXPECT_EQ(x[x.astype<float>() > 17.f].get().astype<float>().to_vector(), std::vector<float>({18, 19}));
}

TEST(Indexing, NotZero) {
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  const auto x = Array<double>::from({0, -0.0, nan, -nan, inf, 5e-324, -1});
  const std::vector<I64> expected{2, 3, 4, 5, 6};
  EXPECT_EQ(flatnonzero(x).to_vector(), expected);
  EXPECT_EQ(flatnonzero(Array<float>::from({0, -0.f, NAN, -NAN, INFINITY, 1e-45f, -1})).to_vector(), expected);
  const auto z = make_complex(Array<double>::from({0, -0.0, 0, 1}), Array<double>::from({-0.0, 1, 0, -0.0}));
  EXPECT_EQ(flatnonzero(z).to_vector(), std::vector<I64>({1, 3}));
  EXPECT_EQ(flatnonzero(z.astype<std::complex<float>>()).to_vector(), std::vector<I64>({1, 3}));
  EXPECT_EQ(flatnonzero(ints<std::int8_t>({0, -128, 1})).to_vector(), std::vector<I64>({1, 2}));
  EXPECT_EQ(flatnonzero(ints<std::uint64_t>({0, 1ull << 63, 0})).to_vector(), std::vector<I64>({1}));
  EXPECT_EQ(flatnonzero(ints<std::int16_t>({-32768, 0})).to_vector(), std::vector<I64>({0}));
}

TEST(Indexing, NonzeroOfViews) {
  const auto x = (noise_array<float>({70, 33, 5}) > 0.2f).permute({2, 0, 1})(Slice{{}, {}, -2}, Slice{3, 60}, Slice{});
  const auto host = x.copy().to(Device::cpu());
  std::vector<std::vector<I64>> expected(3);
  for (index_t a = 0; a < 3; ++a)
    for (index_t b = 0; b < 57; ++b)
      for (index_t c = 0; c < 33; ++c)
        if (host.data()[(a * 57 + b) * 33 + c])
          expected[0].push_back(a), expected[1].push_back(b), expected[2].push_back(c);
  const auto p = nonzero(x);
  for (int d = 0; d < 3; ++d) EXPECT_EQ(p[d].to_vector(), expected[d]);
  // Reading at what nonzero gives is reading by the mask.
  const auto values = noise_array<double>({57, 33, 3}, 4).permute({2, 0, 1});
  EXPECT_TRUE(identical(gather(values, {p[0], p[1], p[2]}), values[x].get()));
  const auto y = zeros<double>({33, 57, 3}).transpose();
  y[x] = values[x];
  EXPECT_TRUE(identical(y.copy(), where(x, values, 0.0)));
  EXPECT_EQ(argwhere(x).shape(), Shape({static_cast<index_t>(expected[0].size()), 3}));
  EXPECT_EQ(argwhere(x)(Slice{}, 1).to_vector(), expected[1]);
}

TEST(Indexing, Selections) {
  auto x = arange<double>(12).reshape({4, 3});
  const Array<double> rows = x[ints<I64>({-1, 0})];
  EXPECT_EQ(rows.to_vector(), std::vector<double>({9, 10, 11, 0, 1, 2}));
  x[ints<I32>({1, 1, 2})] += 10;  // once for each row
  EXPECT_EQ(x.flatten().to_vector(), std::vector<double>({0, 1, 2, 13, 14, 15, 16, 17, 18, 9, 10, 11}));
  x[ints<I32>({1, 1})] -= Array<double>::from({1, 2}, {2, 1});  // the last
  EXPECT_EQ(x(1).to_vector(), std::vector<double>({11, 12, 13}));
  x[x > 12.0] /= 2;
  x[x < 2.0] *= arange<double>(2) + 5.0;
  x[x == 17 / 2.0] = x[x == 18 / 2.0].get()(Slice{0, 1});
  EXPECT_EQ(x.flatten().to_vector(), std::vector<double>({0, 6, 2, 11, 12, 6.5, 8, 9, 9, 9, 10, 11}));
  // A source that shares the target's memory, and a reversed one.
  auto y = arange<I64>(6);
  y[y] = y.flip(0);
  EXPECT_EQ(y.to_vector(), std::vector<I64>({5, 4, 3, 2, 1, 0}));
  y[y > I64(2)] = y(Slice{3, 6});
  EXPECT_EQ(y.to_vector(), std::vector<I64>({2, 1, 0, 2, 1, 0}));
  auto m = Array<bool>::from({true, false, true});
  m[m] = false;
  EXPECT_EQ(flatnonzero(m).size(), 0);
  // Axes after the mask's, broadcast.
  auto z = zeros<float>({2, 3, 2});
  z[Array<bool>::from({false, true, true, false, false, true}, {2, 3})] = Array<float>::from({1, 2, 3}, {3, 1});
  EXPECT_EQ(z.flatten().to_vector(), std::vector<float>({0, 0, 1, 1, 2, 2, 0, 0, 0, 0, 3, 3}));
}

template <class T> class Accumulated : public testing::Test {};
using AccumulatedTypes = testing::Types<std::int8_t, std::uint16_t, std::int32_t, std::uint64_t, float, double,
                                        std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(Accumulated, AccumulatedTypes);

TYPED_TEST(Accumulated, Add) {
  using T = TypeParam;
  using Wide = std::conditional_t<is_complex_v<T>, std::complex<long double>,
                                  std::conditional_t<std::is_integral_v<T>, T, long double>>;
  for (index_t n : {1, 33, 1025, 50001})
    for (index_t size : {1, 7, 300, 300000}) {
      const auto i = random_indices<I64>(n, -size, size, 9);
      const auto v = noise<T>(n, 5);
      std::map<index_t, Wide> sums;
      for (index_t k = 0; k < n; ++k) {
        Wide& s = sums.try_emplace(i[k] < 0 ? i[k] + size : i[k], Wide(T(3))).first->second;
        s = static_cast<Wide>(s + static_cast<Wide>(v[k]));
      }
      auto x = full<T>({size}, T(3));
      scatter_add(x, {Array<I64>::from(i)}, Array<T>::from(v));
      std::vector<Wide> expected;
      std::vector<I64> places;
      for (const auto& [at, s] : sums) places.push_back(at), expected.push_back(s);
      const auto actual = take(x, Array<I64>::from(places));
      if constexpr (std::is_integral_v<T>)
        ASSERT_EQ(actual.to_vector(), expected) << n << " " << size;
      else
        ASSERT_TRUE(
            close(actual, expected, {4, std::sqrt(static_cast<double>(n) / static_cast<double>(expected.size())) + 1}))
            << n << " " << size;
      x[Array<I64>::from(places)] = T(3);
      ASSERT_TRUE(identical(x, full<T>({size}, T(3))));
      if (size > 300) continue;
      // Rows and a scalar.
      auto rows = zeros<T>({size, 5});
      scatter_add(rows, {Array<I64>::from(i)}, T(1));
      if constexpr (sizeof(T) > 2) {
        const Array<double> counts = rows.template astype<double>();
        ASSERT_EQ(sum(counts).item(), 5.0 * static_cast<double>(n));
      }
    }
}

template <class T> class Extremes : public testing::Test {};
using ExtremeTypes = testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::int32_t, std::uint32_t, std::int64_t,
                                    std::uint64_t, float, double>;
TYPED_TEST_SUITE(Extremes, ExtremeTypes);

TYPED_TEST(Extremes, MaxMin) {
  using T = TypeParam;
  const index_t n = 5003, size = 611;
  const auto i = random_indices<I32>(n, -611, 611, 4);
  auto v = noise<T>(n, 8);
  v[100] = std::numeric_limits<T>::max(), v[200] = std::numeric_limits<T>::lowest();
  std::vector<T> most(size, T(1)), least(size, T(1));
  for (index_t k = 0; k < n; ++k) {
    const index_t at = i[k] < 0 ? i[k] + size : i[k];
    most[at] = std::max(most[at], v[k]);
    least[at] = std::min(least[at], v[k]);
  }
  auto x = ones<T>({size}), y = ones<T>({2 * size});
  scatter_max(x, {Array<I32>::from(i)}, Array<T>::from(v));
  EXPECT_EQ(x.to_vector(), most);
  scatter_min(y(Slice{{}, {}, -2}), {Array<I32>::from(i)}, Array<T>::from(v));
  EXPECT_EQ(y(Slice{{}, {}, -2}).to_vector(), least);
  EXPECT_TRUE(identical(y(Slice{{}, {}, 2}).copy(), ones<T>({size})));
}

TEST(Indexing, SpecialAddends) {
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  const auto check = [&](auto zero) {
    using T = decltype(zero);
    auto x = Array<T>::from({0, 1, 2, 3, T(inf), 5});
    scatter_add(x, {ints<I64>({0, 0, 1, 1, 2, 3, 3, 4})},
                Array<T>::from({T(nan), 1, T(inf), 1, T(-inf), T(inf), T(-inf), T(1)}));
    const auto y = x.to_vector();
    EXPECT_TRUE(std::isnan(y[0]));
    EXPECT_EQ(y[1], T(inf));
    EXPECT_EQ(y[2], T(-inf));
    EXPECT_TRUE(std::isnan(y[3]));
    EXPECT_EQ(y[4], T(inf));
    EXPECT_EQ(y[5], T(5));
    // Small sums beside large ones, subnormal numbers, cancellation.
    const T tiny = std::numeric_limits<T>::denorm_min(), huge = std::numeric_limits<T>::max();
    auto z = zeros<T>({4});
    scatter_add(z, {ints<I64>({0, 1, 1, 2, 2, 3, 3})},
                Array<T>::from({huge, tiny, tiny, huge, -huge, T(1e-20), T(1e-20)}));
    EXPECT_EQ(z.to_vector(), std::vector<T>({huge, 2 * tiny, 0, T(1e-20) + T(1e-20)}));
    auto m = Array<T>::from({1, T(nan), T(-0.0), 0, 2});
    scatter_max(m, {ints<I64>({0, 0, 1, 2, 3, 4})}, Array<T>::from({T(nan), 5, 5, 0, T(-0.0), 7}));
    auto w = m.to_vector();
    EXPECT_TRUE(std::isnan(w[0]) && std::isnan(w[1]) && !std::signbit(w[2]) && !std::signbit(w[3]));
    EXPECT_EQ(w[4], 7);
    m = Array<T>::from({1, T(nan), T(-0.0), 0, T(inf)});
    scatter_min(m, {ints<I64>({0, 0, 1, 2, 3, 4})}, Array<T>::from({T(nan), -5, -5, 0, T(-0.0), T(-inf)}));
    w = m.to_vector();
    EXPECT_TRUE(std::isnan(w[0]) && std::isnan(w[1]) && std::signbit(w[2]) && std::signbit(w[3]));
    EXPECT_EQ(w[4], T(-inf));
  };
  check(float{});
  check(double{});
}

TEST(Indexing, SameBitsEveryTime) {
  const auto index = Array<I32>::from(random_indices<I32>(100000, 0, 50, 1));
  const auto v = noise_array<float>({100000});
  auto first = zeros<float>({50});
  scatter_add(first, {index}, v);
  for (int k = 0; k < 5; ++k) {
    auto x = zeros<float>({50});
    scatter_add(x, {index}, v);
    ASSERT_TRUE(identical(x, first));
  }
}

TEST(Indexing, Empty) {
  const auto none = Array<I64>(Shape{0});
  EXPECT_EQ(take(zeros<float>({0}), none).shape(), Shape({0}));
  EXPECT_EQ(take(zeros<float>({3, 0, 2}), Array<I64>::from({1, 1}), along(0)).shape(), Shape({2, 0, 2}));
  EXPECT_EQ(take(zeros<float>({3, 4}), none, along(1)).shape(), Shape({3, 0}));
  EXPECT_ERROR(InvalidArgument, take(zeros<float>({0}), ints<I64>({0})),
               "take: cannot take elements from an empty axis");
  EXPECT_EQ(zeros<float>({0})[zeros<bool>({0})].get().shape(), Shape({0}));
  EXPECT_EQ(ones<float>({3, 2})[zeros<bool>({3})].get().shape(), Shape({0, 2}));
  EXPECT_EQ(argwhere(zeros<float>({3, 2})).shape(), Shape({0, 2}));
  EXPECT_EQ(argwhere(ones<float>({})).shape(), Shape({1, 0}));
  EXPECT_EQ(argwhere(zeros<float>({})).shape(), Shape({0, 0}));
  EXPECT_EQ(nonzero(zeros<float>({0, 2})).size(), 2u);
  EXPECT_EQ(flatnonzero(ones<float>({})).to_vector(), std::vector<I64>({0}));
  auto x = ones<float>({3});
  put(x, none, 5);
  put(x, ints<I64>({1}), Array<float>(Shape{0}));
  x[zeros<bool>({3})] = Array<float>(Shape{0});
  scatter_add(x, {none}, 1);
  place(x, zeros<bool>({3}), ints<float>({1}));
  EXPECT_EQ(x.to_vector(), std::vector<float>({1, 1, 1}));
  // Rank 0: a scalar index drops the axis.
  EXPECT_EQ(take(ints<float>({4, 5}), full<I64>({}, -1)).item(), 5);
  EXPECT_EQ(gather(ints<float>({4, 5}), {full<I64>({}, 0)}).shape(), Shape({}));
}

TEST(Indexing, Messages) {
  const auto x = arange<float>(15).reshape({3, 5});
  EXPECT_ERROR(InvalidArgument, take(x, ints<I64>({1, 7, 9}), along(1)),
               "take: index 7 is out of bounds for axis 1 with size 5");
  EXPECT_ERROR(InvalidArgument, take(x, ints<I32>({-16})), "take: index -16 is out of bounds for size 15");
  EXPECT_ERROR(InvalidArgument, x[ints<I64>({0, -4})].get(),
               "gather: index -4 is out of bounds for axis 0 with size 3");
  EXPECT_ERROR(InvalidArgument, gather(x, {ints<I64>({0, 1}), ints<I64>({0, 5})}),
               "gather: index 5 is out of bounds for axis 1 with size 5");
  EXPECT_ERROR(InvalidArgument, gather(x, list({ints<I64>({0}), ints<I64>({0}), ints<I64>({0})})),
               "gather: expected 1 to 2 index arrays for an array of shape (3, 5), got 3");
  auto y = x.copy();
  EXPECT_ERROR(InvalidArgument, scatter(y, {ints<I64>({0, 3})}, 1),
               "scatter: index 3 is out of bounds for axis 0 with size 3");
  EXPECT_ERROR(InvalidArgument, put(y, ints<I64>({0, 15}), 1), "put: index 15 is out of bounds for size 15");
  EXPECT_ERROR(InvalidArgument, scatter_add(y, {ints<I64>({0, -4})}, 1),
               "scatter_add: index -4 is out of bounds for axis 0 with size 3");
  EXPECT_ERROR(InvalidArgument, y[ints<I64>({0, 3})] += 1, "gather: index 3 is out of bounds for axis 0 with size 3");
  EXPECT_ERROR(InvalidArgument, put_along_axis(y, Array<I64>::from({5}, {1, 1}), 1),
               "put_along_axis: index 5 is out of bounds for axis 1 with size 5");
  EXPECT_TRUE(identical(y, x));
  EXPECT_ERROR(InvalidArgument, choose(ints<I64>({0, 2}), {x(0, Slice{0, 2}), x(1, Slice{0, 2})}),
               "choose: index 2 is out of bounds for 2 choices");
  EXPECT_ERROR(InvalidArgument, choose(ints<I32>({0, -1}), {x(0, Slice{0, 2}), x(1, Slice{0, 2})}),
               "choose: index -1 is out of bounds for 2 choices");
  EXPECT_ERROR(InvalidArgument, choose(ints<I64>({0}), std::vector<Array<float>>{}),
               "choose: expected at least one choice");
  EXPECT_ERROR(InvalidArgument, select({x > 0.f, x < 0.f}, {x}),
               "select: expected as many choices as conditions and at least one, got 1 and 2");
  EXPECT_ERROR(InvalidArgument, x[zeros<bool>({5})].get(),
               "x[mask]: the mask's shape (5,) must be the array's or that of its leading axes, (3, 5)");
  EXPECT_ERROR(InvalidArgument, y[x > 11.f] = ints<float>({1, 2}), "x[mask]: shape (2,) does not broadcast to (3,)");
  EXPECT_ERROR(InvalidArgument, place(y, zeros<bool>({3}), ints<float>({1})),
               "place: the mask must have the array's shape (3, 5), got (3,)");
  EXPECT_ERROR(InvalidArgument, nonzero(zeros<float>({})), "nonzero: expected an array of rank 1 or more, got rank 0");
  EXPECT_ERROR(InvalidArgument, compress(zeros<bool>({3, 5}), x),
               "compress: the condition must have rank 1, got shape (3, 5)");
  EXPECT_ERROR(InvalidArgument, take_along_axis(x, ints<I64>({0})),
               "take_along_axis: indices must have the array's rank 2, got shape (1,)");
  EXPECT_ERROR(InvalidArgument, take(x, ints<I64>({0}), along(2)), "take: axis must be in [-2, 2), got 2");
}

#ifdef TUKEY_TEST_CUDA
TEST(Indexing, Capture) {
  if (default_device().is_cpu()) GTEST_SKIP() << "needs a GPU";
  const Stream stream;
  const StreamScope scope(stream);
  const auto first = noise_array<float>({40, 50}, 1), second = noise_array<float>({40, 50}, 2);
  const auto index = Array<I64>::from(random_indices<I64>(70, -90, 90, 3));
  const auto along0 = [](IndexMode mode) { return along(0, mode); };
  const std::function<Array<float>(Array<float>)> calls[] = {
      [&](const Array<float>& x) { return take(x, index, along0(IndexMode::wrap)); },
      [&](const Array<float>& x) { return take(x, index, {.mode = IndexMode::clip}); },
      [&](const Array<float>& x) {
        return take_along_axis(x, index.reshape({70, 1}), {.axis = 0, .mode = IndexMode::wrap});
      },
      [&](const Array<float>& x) {
        return gather(x, {index, index}, {IndexMode::clip});
      },
      [&](const Array<float>& x) {
        return choose(index(Slice{0, 50}), {x, -x, x * x}, {IndexMode::wrap});
      },
      [&](const Array<float>& x) {
        return select({x > 0.5f, x < 0.f}, {x, -x}, 3);
      },
      [&](const Array<float>& x) {
        auto y = x.copy();
        put(y, index, x(0), {IndexMode::wrap});
        put_along_axis(y, index.reshape({70, 1}), x(1), {.axis = 0, .mode = IndexMode::wrap});
        scatter(y, {index, index}, x(2, Slice{0, 1}), {IndexMode::wrap});
        scatter(y, {index}, x(3), {IndexMode::clip});
        scatter_add(y, {index}, x(4), {IndexMode::wrap});
        scatter_max(y, {index}, x(5), {IndexMode::wrap});
        scatter_min(y, {index}, x(6), {IndexMode::wrap});
        place(y, x > 0.9f, x(7));
        putmask(y, x < -0.9f, x(8));
        putmask(y, x < -0.95f, 2);
        y[x > 0.8f] = 5;
        y[x > 0.7f] += 2;
        return y;
      },
  };
  for (const auto& call : calls) {
    Array<float> x = first.copy();
    Array<float> y = call(x).copy();
    const Array<float> expected = call(second);
    EXPECT_EQ(replay_captured([&] { y.assign(call(x)); }, [&] { x.assign(second); }), "");
    EXPECT_TRUE(identical(y, expected));
  }
  const auto x = first.copy();
  EXPECT_EQ(replay_captured([&] { take(x, full<I64>({3}, 1)); }, [] {}),
            "take: mode raise waits for the GPU and cannot be captured; use mode wrap or clip");
}
#endif

}  // namespace
}  // namespace tukey::test
