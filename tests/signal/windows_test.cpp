// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/windows.hpp"
#include "support.hpp"

namespace tukey {
namespace {

using signal::get_window;
using signal::Window;
using test::close;
using test::Tolerance;

TEST(Windows, agree_with_scipy) {
  const auto& golden = test::golden("filtering");
  auto check = [&](const std::string& key, const Window& window, index_t n) {
    EXPECT_TRUE(close(get_window(window, n, false), golden.read<double>(key + "_sym", Device::cpu()).to_vector(),
                      Tolerance{16}))
        << key;
    EXPECT_TRUE(
        close(get_window(window, n), golden.read<double>(key + "_per", Device::cpu()).to_vector(), Tolerance{16}))
        << key;
  };
  for (const char* name : {"boxcar", "hann", "hamming", "blackman"})
    for (index_t n : {1, 2, 5, 8, 33}) {
      if (name == std::string("blackman") && n == 2) continue;  // two zeros, which SciPy gives as -1e-17
      check("window_" + std::string(name) + "_" + std::to_string(n), name, n);
    }
  for (index_t n : {1, 2, 9, 32}) {
    check("window_kaiser_0_" + std::to_string(n), 0, n);
    check("window_kaiser_2.5_" + std::to_string(n), 2.5, n);
    check("window_kaiser_8.6_" + std::to_string(n), {"kaiser", 8.6}, n);
    check("window_kaiser_40_" + std::to_string(n), {"ksr", 40}, n);
  }
}

TEST(Windows, hann_at_the_limits) {  // CASES A21 (e)
  const double a = 0.34549150281252629, b = 0.90450849718747373;
  EXPECT_TRUE(close(get_window("hann", 5), std::vector<double>{0, a, b, b, a}, Tolerance{4}));
  EXPECT_TRUE(close(get_window("hann", 5, false), std::vector<double>{0, 0.5, 1, 0.5, 0}, Tolerance{1}));
  EXPECT_EQ(get_window("hann", 1), std::vector<double>{1});
  EXPECT_TRUE(get_window("hann", 0).empty());
  EXPECT_ERROR(InvalidArgument, get_window("hann", -1), "get_window: nx must be at least 0, got -1");
  EXPECT_ERROR(InvalidArgument, signal::windows::hann(-2), "hann: M must be at least 0, got -2");
}

TEST(Windows, kaiser_is_finite_for_all_beta) {  // CASES A21 (d)
  const auto three = signal::windows::kaiser(3, 7.8);
  EXPECT_EQ(three[1], 1);
  EXPECT_EQ(three[0], three[2]);
  EXPECT_EQ(static_cast<float>(three[0]), 0.0028194068f);
  for (int beta = 0; beta <= 400; ++beta)
    for (index_t n = 2; n <= 65; ++n)
      for (double w : signal::windows::kaiser(n, 0.1 * beta)) ASSERT_TRUE(w > 0 && w <= 1) << beta << " " << n;
  EXPECT_ERROR(InvalidArgument, signal::windows::kaiser(3, 2e4),
               "kaiser: beta must be at most 11000 in magnitude, got 20000");
}

TEST(Windows, symmetric_to_the_bit) {
  for (const char* name : {"boxcar", "hann", "hamming", "blackman"})
    for (index_t n : {2, 3, 31, 32, 33, 1023, 1024, 1025}) {
      const auto sym = get_window(name, n, false), longer = get_window(name, n + 1, false), per = get_window(name, n);
      for (index_t i = 0; i < n; ++i) {
        ASSERT_EQ(sym[i], sym[n - 1 - i]);
        ASSERT_EQ(per[i], longer[i]);
      }
    }
}

TEST(Windows, forms_of_the_argument) {
  const std::vector<double> samples{1, 2, 3};
  EXPECT_EQ(get_window(samples, 3), samples);
  EXPECT_EQ(get_window("hann_symmetric", 7), get_window("hann", 7, false));
  EXPECT_EQ(get_window("hann_periodic", 7, false), get_window("hann", 7));
  EXPECT_EQ(get_window({"kaiser_symmetric", 3.0}, 7), get_window(3.0, 7, false));
  EXPECT_EQ(get_window("ham", 6), get_window("hamming", 6));
  EXPECT_EQ(get_window("blk", 6), get_window("blackman", 6));
  EXPECT_EQ(get_window("rectangular", 6), get_window("boxcar", 6));
  EXPECT_ERROR(InvalidArgument, get_window("hanning", 4), "get_window: unknown window \"hanning\"");
  EXPECT_ERROR(InvalidArgument, get_window("kaiser", 4), "get_window: window \"kaiser\" takes 1 parameter, got 0");
  EXPECT_ERROR(InvalidArgument, get_window({"hann", 2.0}, 4), "get_window: window \"hann\" takes 0 parameters, got 1");
  EXPECT_ERROR(InvalidArgument, get_window(samples, 4),
               "get_window: a window of 3 samples was given where 4 are needed");
}

}  // namespace
}  // namespace tukey
