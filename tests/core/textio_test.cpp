// SPDX-License-Identifier: Apache-2.0
// Text and raw files.
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support.hpp"
#include "tukey/core.hpp"

namespace tukey::test {
namespace {

class TextIo : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("tukey-textio-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    path_ = (folder_ / "x.txt").string();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }
  std::string read() const {
    std::ostringstream text;
    text << std::ifstream(path_, std::ios::binary).rdbuf();
    return text.str();
  }
  template <class T> std::vector<T> load(const std::string& text, const LoadText& options = {}) const {
    write(text);
    return loadtxt<T>(path_, options).to_vector();
  }
  std::string message(const std::string& text) const { return path_ + ": " + text; }
  std::filesystem::path folder_;
  std::string path_;
};

template <class T> std::vector<T> extremes() {
  using L = std::numeric_limits<T>;
  if constexpr (std::is_integral_v<T>)
    return {T(0), T(1), L::min(), L::max()};
  else
    return {T(0),           -T(0),           T(1) / 3,         L::min(),     L::max(),
            L::lowest(),    L::denorm_min(), -L::denorm_min(), L::epsilon(), L::infinity(),
            -L::infinity(), T(1e22),         T(123456789),     T(0.1),       L::quiet_NaN()};
}
template <class T> void round_trip(const std::string& path) {
  std::vector<T> v;
  if constexpr (is_complex_v<T>) {
    for (auto re : extremes<real_t<T>>())
      for (auto im : extremes<real_t<T>>()) v.emplace_back(re, im);
  } else {
    v = extremes<T>();
  }
  const auto more = noise<T>(1000);
  v.insert(v.end(), more.begin(), more.end());
  const auto x = Array<T>::from(v);
  savetxt(path, x);
  const auto y = loadtxt<T>(path);
  const auto w = y.to_vector();
  ASSERT_EQ(w.size(), v.size());
  const auto same = [](auto a, auto b) {
    return a == b ? std::signbit(double(a)) == std::signbit(double(b)) : a != a && b != b;
  };
  for (std::size_t i = 0; i < v.size(); ++i) {
    if constexpr (is_complex_v<T>)
      ASSERT_TRUE(same(v[i].real(), w[i].real()) && same(v[i].imag(), w[i].imag())) << v[i] << " came back as " << w[i];
    else
      ASSERT_TRUE(same(v[i], w[i])) << +v[i] << " came back as " << +w[i];
  }
}

TEST_F(TextIo, EveryNumberComesBack) {
#define TUKEY_TRIP(T) round_trip<T>(path_);
  TUKEY_FOR_NUMERIC(TUKEY_TRIP)
#undef TUKEY_TRIP
  const auto mask = noise_array<float>({5, 40}) > 0.f;
  savetxt(path_, mask);
  EXPECT_TRUE(identical(loadtxt<bool>(path_), mask));
}

TEST_F(TextIo, WritesRows) {
  const auto x = Array<float>::from({1, 2.5f, -3, 0.1f, 1e20f, 6}, {2, 3});
  savetxt(path_, x);
  EXPECT_EQ(read(), "1 2.5 -3\n0.1 1e+20 6\n");
  savetxt(path_, x.transpose(),
          {.delimiter = ", ", .newline = "\r\n", .header = "a\nb", .footer = "end", .comments = "% "});
  EXPECT_EQ(read(), "% a\r\n% b\r\n1, 0.1\r\n2.5, 1e+20\r\n-3, 6\r\n% end\r\n");
  EXPECT_TRUE(identical(loadtxt<float>(path_, {.comments = "%", .delimiter = ","}), x.transpose()));
  savetxt(path_, x(0), {.precision = 3});
  EXPECT_EQ(read(), "1.000e+00\n2.500e+00\n-3.000e+00\n");
  savetxt(path_, Array<std::complex<double>>::from({{1, -2}, {0.5, 3}}));
  EXPECT_EQ(read(), "(1-2j)\n(0.5+3j)\n");
  savetxt(path_, Array<std::int8_t>::from({-5, 65}));
  EXPECT_EQ(read(), "-5\n65\n");
  savetxt(path_, Array<float>(Shape{0}));
  EXPECT_EQ(read(), "");
}

TEST_F(TextIo, ReadsWhatOthersWrite) {
  EXPECT_EQ(load<double>("# head\n\n 1 \t2.5e0 # tail\n+3 -.5\r\n"), (std::vector<double>{1, 2.5, 3, -0.5}));
  EXPECT_EQ(load<float>("1,2,3\n4,5,6", {.delimiter = ","}), (std::vector<float>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(load<int>("a b\n1 2\n3 4\n5 6\n", {.skiprows = 1, .usecols = {-1}, .max_rows = 2}),
            (std::vector<int>{2, 4}));
  EXPECT_EQ(load<int>("1 2 3\n4 5 6\n", {.usecols = {2, 0}}), (std::vector<int>{3, 1, 6, 4}));
  EXPECT_EQ(load<std::int64_t>("9223372036854775807 -9223372036854775808"),
            (std::vector<std::int64_t>{INT64_MAX, INT64_MIN}));
  EXPECT_EQ(load<std::complex<float>>(" (1.000e+00-2.000e+00j) 3 -4j 1e2+1e1j\n"),
            (std::vector<std::complex<float>>{{1, -2}, 3, {0, -4}, {100, 10}}));
  EXPECT_EQ(load<bool>("True False 1 0 7"), (std::vector<bool>{true, false, true, false, true}));
  EXPECT_EQ(load<double>("inf -Infinity 1e999 -1e999 1e-999"),
            (std::vector<double>{INFINITY, -INFINITY, INFINITY, -INFINITY, 0}));
  EXPECT_EQ(load<float>("1e39 1e-60 -1e39"), (std::vector<float>{INFINITY, 0, -INFINITY}));
  EXPECT_TRUE(std::isnan(load<double>("nan")[0]));
  EXPECT_EQ(load<double>("1 2\n", {.comments = ""}), (std::vector<double>{1, 2}));
}

TEST_F(TextIo, ShapesAreNumPys) {
  const std::pair<const char*, std::array<Shape, 3>> cases[] = {
      {"", {Shape{0}, Shape{0}, Shape{0, 1}}},       {"# nothing\n", {Shape{0}, Shape{0}, Shape{0, 1}}},
      {"1\n", {Shape{}, Shape{1}, Shape{1, 1}}},     {"1 2\n", {Shape{2}, Shape{2}, Shape{1, 2}}},
      {"1\n2\n", {Shape{2}, Shape{2}, Shape{2, 1}}}, {"1 2 3\n4 5 6\n", {Shape{2, 3}, Shape{2, 3}, Shape{2, 3}}},
  };
  for (const auto& [text, shapes] : cases)
    for (int ndmin = 0; ndmin < 3; ++ndmin) {
      write(text);
      EXPECT_EQ(loadtxt<float>(path_, {.ndmin = ndmin}).shape(), shapes[static_cast<std::size_t>(ndmin)])
          << text << ndmin;
    }
}

TEST_F(TextIo, ErrorsNameTheLine) {
  EXPECT_ERROR(IoError, load<double>("1 2\n\n3 x4\n"),
               message("line 3, column 2: expected a float64, got 'x4'").c_str());
  EXPECT_ERROR(IoError, load<double>("1,,2\n", {.delimiter = ","}),
               message("line 1, column 2: expected a float64, got ''").c_str());
  EXPECT_ERROR(IoError, load<int>("1.5"), message("line 1, column 1: expected a int32, got '1.5'").c_str());
  EXPECT_ERROR(IoError, load<std::int8_t>("128"), message("line 1, column 1: expected a int8, got '128'").c_str());
  EXPECT_ERROR(IoError, load<std::uint8_t>("-1"), message("line 1, column 1: expected a uint8, got '-1'").c_str());
  EXPECT_ERROR(IoError, load<double>("+-1"), message("line 1, column 1: expected a float64, got '+-1'").c_str());
  EXPECT_ERROR(IoError, load<std::complex<double>>("1+2"),
               message("line 1, column 1: expected a complex128, got '1+2'").c_str());
  EXPECT_ERROR(IoError, load<double>("1 2\n3\n"), message("line 2: expected 2 columns, got 1").c_str());
  EXPECT_ERROR(IoError, load<double>("#\n1 2\n", {.usecols = {2}}),
               message("line 2: column 2 was asked for, but there are 2").c_str());
  const std::string none = (folder_ / "none").string();
  EXPECT_ERROR(IoError, loadtxt<double>(none), (none + ": cannot open: No such file or directory").c_str());
  const std::string nowhere = (folder_ / "no" / "where").string();
  EXPECT_ERROR(IoError, savetxt(nowhere, Array<float>(Shape{2})),
               (nowhere + ": cannot create: No such file or directory").c_str());
  EXPECT_ERROR(InvalidArgument, savetxt(path_, Array<float>(Shape{1, 1, 1})),
               "savetxt: expected an array with 1 or 2 axes, got 3");
  EXPECT_ERROR(InvalidArgument, savetxt(path_, Array<float>(Shape{1}), {.precision = 101}),
               "savetxt: precision must be in [-1, 100], got 101");
  EXPECT_ERROR(InvalidArgument, loadtxt<float>(path_, {.skiprows = -1}),
               "loadtxt: skiprows must not be negative, got -1");
  EXPECT_ERROR(InvalidArgument, loadtxt<float>(path_, {.max_rows = -2}),
               "loadtxt: max_rows must be at least -1, got -2");
  EXPECT_ERROR(InvalidArgument, loadtxt<float>(path_, {.ndmin = 3}), "loadtxt: ndmin must be 0, 1 or 2, got 3");
}

TEST_F(TextIo, RawFiles) {
  const auto x = noise_array<float>({7, 11});
  tofile(path_, x.transpose());
  EXPECT_EQ(std::filesystem::file_size(path_), 4u * 77);
  EXPECT_EQ(fromfile<float>(path_).to_vector(), x.transpose().to_vector());
  EXPECT_TRUE(identical(fromfile<float>(path_, {.count = 5, .offset = 40}), x.transpose().flatten()(Slice{10, 15})));
  EXPECT_EQ(fromfile<float>(path_, {.offset = 308}).shape(), Shape{0});
  EXPECT_EQ(fromfile<float>(path_, {.offset = 1000}).shape(), Shape{0});
  EXPECT_EQ(fromfile<packed_complex<std::int16_t>>(path_).shape(), Shape{77});
  EXPECT_ERROR(IoError, fromfile<float>(path_, {.count = 78}),
               message("expected 78 elements of float32 from byte 0 on, got 77").c_str());
  EXPECT_ERROR(IoError, fromfile<double>(path_),
               message("308 bytes from byte 0 on are no whole number of float64").c_str());
  EXPECT_EQ(fromfile<double>(path_, {.count = 2}).shape(), Shape{2});
  EXPECT_ERROR(InvalidArgument, fromfile<float>(path_, {.offset = -1}),
               "fromfile: offset must not be negative, got -1");
  tofile(path_, Array<double>(Shape{0, 3}));
  EXPECT_EQ(fromfile<double>(path_).size(), 0);
}

TEST_F(TextIo, Buffers) {
  auto owner = std::make_shared<std::vector<std::int32_t>>(std::vector<std::int32_t>{1, 2, 3, 4});
  const std::weak_ptr<void> alive = owner;
  auto x = frombuffer<std::int32_t>(owner->data(), 16, {.count = 2, .offset = 4}, owner);
  EXPECT_EQ(x.to_vector(), (std::vector<std::int32_t>{2, 3}));
  x.fill(9);
  EXPECT_EQ((*owner)[1], 9);
  EXPECT_ERROR(InvalidArgument, frombuffer<std::int32_t>(owner->data(), 16, {.count = 5}),
               "frombuffer: expected 5 elements of int32, got 4");
  EXPECT_ERROR(InvalidArgument, frombuffer<std::int32_t>(owner->data(), 15),
               "frombuffer: 15 bytes are no whole number of int32");
  EXPECT_ERROR(InvalidArgument, frombuffer<std::int32_t>(owner->data(), 16, {.offset = 17}),
               "frombuffer: offset must be in [0, 16], got 17");
  EXPECT_ERROR(InvalidArgument, frombuffer<std::int32_t>(owner->data(), 16, {.count = 1, .offset = 2}),
               "frombuffer: the memory is not aligned for int32");
  owner.reset();
  EXPECT_FALSE(alive.expired());
  x = {};
  EXPECT_TRUE(alive.expired());
}

}  // namespace
}  // namespace tukey::test
