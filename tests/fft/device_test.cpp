// SPDX-License-Identifier: Apache-2.0
// device.cuh on the host: the passes of every kind of length, thread by thread, against sums in long double. What a
// GPU adds, barriers and shared memory, is tested by fft_test through the library's kernels.
#include "tukey/fft/device.cuh"

#include <cmath>

#include "support.hpp"

namespace tukey {
namespace {

using fft::device::BlockFft;
using fft::device::BlockRfft;

template <class T, int N> std::vector<std::complex<T>> transform(const std::vector<std::complex<T>>& x) {
  using Fft = BlockFft<T, N>;
  struct Registers {
    cplx<T> v[Fft::elements];
  };
  std::vector<Registers> r(Fft::threads);
  std::vector<cplx<T>> shared(Fft::shared_size + 1);
  std::vector<std::complex<T>> y(N);
  std::vector<int> stored(N);
  for (int t = 0; t < Fft::threads; ++t) {
    Fft::template load<0>(r[t].v, t, [&](int i) { return cplx<T>(x.at(i).real(), x.at(i).imag()); });
    Fft::template compute<0>(r[t].v, t);
  }
  fft::device::detail::static_for<Fft::passes - 1>([&](auto pass) {
    constexpr int p = decltype(pass)::value;
    for (int t = 0; t < Fft::threads; ++t)
      Fft::template store<p>(r[t].v, t, [&](int i, cplx<T> v) { shared.at(Fft::place(i)) = v; });
    for (int t = 0; t < Fft::threads; ++t) {
      Fft::template load<p + 1>(r[t].v, t, [&](int i) { return shared.at(Fft::place(i)); });
      Fft::template compute<p + 1>(r[t].v, t);
    }
  });
  for (int t = 0; t < Fft::threads; ++t)
    Fft::template store<Fft::passes - 1>(r[t].v, t, [&](int i, cplx<T> v) {
      y.at(i) = {v.re, v.im};
      ++stored[i];
    });
  for (int i = 0; i < N; ++i) EXPECT_EQ(stored[i], 1) << "bin " << i << " of " << N;
  return y;
}

template <class T, int N> void check() {
  const auto x = test::noise<std::complex<T>>(N, N);
  const auto y = transform<T, N>(x);
  std::vector<std::complex<T>> some;
  std::vector<std::complex<long double>> expected;
  for (int k = 0; k < N; k += N / 40 + 1) {
    std::complex<long double> sum = 0;
    for (int i = 0; i < N; ++i) {
      const long double angle = -2 * std::acos(-1.0L) * static_cast<long double>(static_cast<long>(k) * i % N) / N;
      sum += std::complex<long double>(x[i]) * std::polar(1.0L, angle);
    }
    some.push_back(y[k]);
    expected.push_back(sum);
  }
  EXPECT_TRUE(test::close(some, expected, {1, 1 + std::sqrt(std::log2(static_cast<double>(N)))})) << N;
}
template <class T, int... N> void check_all() { (check<T, N>(), ...); }

TEST(BlockFft, EveryKindOfLengthInFloat) {
  check_all<float, 1, 2, 3, 4, 5, 7, 9, 15, 16, 18, 20, 32, 64, 100, 128, 243, 256, 343, 512, 625, 720, 1000, 1024, 1680,
            2048, 2401, 4096, 5000, 6561, 8000, 8192>();
}
TEST(BlockFft, EveryKindOfLengthInDouble) {
  check_all<double, 1, 6, 14, 32, 75, 128, 512, 1000, 1024, 1536, 2048, 3125, 3600, 4096>();
}
// The groups' exchange memory: no two elements share a place.
TEST(BlockFft, PlacesAreDistinctAndInside) {
  using Fft = BlockFft<float, 1024>;
  std::vector<int> taken(Fft::shared_size);
  for (int i = 0; i < 1024; ++i) ASSERT_EQ(taken.at(Fft::place(i))++, 0);
}

template <class T, int N> void check_real() {
  const auto x = test::noise<T>(N, N);
  std::vector<std::complex<T>> packed(N / 2), y(N / 2 + 1);
  for (int i = 0; i < N / 2; ++i) packed[i] = {x[2 * i], x[2 * i + 1]};
  const auto z = transform<T, N / 2>(packed);
  for (int k = 0; k <= N / 4; ++k) {
    const auto u = z[k], v = z[k == 0 ? 0 : N / 2 - k];
    cplx<T> a(u.real(), u.imag()), b(v.real(), v.imag());
    BlockRfft<T, N>::untangle(k, a, b);
    y[k] = {a.re, a.im}, y[N / 2 - k] = {b.re, b.im};
    BlockRfft<T, N>::tangle(k, a, b);
    EXPECT_TRUE(test::close(std::vector<std::complex<T>>{{a.re, a.im}, {b.re, b.im}},
                            std::vector<std::complex<T>>{u + u, v + v}, {8}))
        << k << " of " << N;
  }
  std::vector<std::complex<long double>> expected(N / 2 + 1);
  for (int k = 0; k <= N / 2; ++k)
    for (int i = 0; i < N; ++i)
      expected[k] += static_cast<long double>(x[i]) *
                     std::polar(1.0L, -2 * std::acos(-1.0L) * static_cast<long double>(static_cast<long>(k) * i % N) / N);
  EXPECT_TRUE(test::close(y, expected, {2, std::sqrt(std::log2(static_cast<double>(N)))})) << N;
}
TEST(BlockRfft, UntanglesBothWays) {
  check_real<float, 4>();
  check_real<float, 12>();
  check_real<float, 64>();
  check_real<float, 1000>();
  check_real<double, 256>();
  check_real<double, 30>();
}

}  // namespace
}  // namespace tukey
