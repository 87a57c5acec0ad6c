// SPDX-License-Identifier: Apache-2.0
// CUDA graphs: every function that promises not to wait is captured and replayed on other data, and must give the
// bits of a plain call.
#include "capture.hpp"
#include "support.hpp"

#ifdef TUKEY_TEST_CUDA
#include <functional>

#include "tukey/tukey.hpp"

namespace tukey::test {
namespace {

class Capture : public testing::Test {
 protected:
  void SetUp() override {
    if (default_device().is_cpu()) GTEST_SKIP() << "needs a GPU";
  }

  // `call` reads x and writes y. Captured on first data, replayed on second, compared with a plain call.
  template <class In, class Out>
  void replay(const Array<In>& first, const Array<In>& second,
              const std::function<Array<Out>(const Array<In>&)>& call) {
    const Stream stream;
    const StreamScope scope(stream);
    Array<In> x = first.copy();
    Array<Out> y = call(x).copy();
    const Array<Out> expected = call(second);
    EXPECT_EQ(replay_captured([&] { y.assign(call(x)); }, [&] { x.assign(second); }), "");
    EXPECT_TRUE(identical(y, expected));
  }
  template <class In, class F> void check(const Shape& shape, F call) {
    using Out = typename decltype(call(std::declval<const Array<In>&>()))::value_type;
    replay<In, Out>(noise_array<In>(shape, 1), noise_array<In>(shape, 2), call);
  }
};

using C = std::complex<float>;

TEST_F(Capture, Core) {
  check<float>({33, 65}, [](const Array<float>& x) { return (x + 1.f) * x - sin(x) / 2.f; });
  check<float>({33, 65}, [](const Array<float>& x) { return x.transpose().copy(); });
  check<float>({33, 65}, [](const Array<float>& x) { return x.astype<half>().astype<double>(); });
  check<float>({33, 65}, [](const Array<float>& x) { return where(x > 0.f, x, -x); });
  check<float>({1 << 20}, [](const Array<float>& x) { return sum(x); });
  check<float>({33, 65}, [](const Array<float>& x) { return mean(x, {.axis = 0}); });
  check<double>({33, 65}, [](const Array<double>& x) { return argmax(x, {.axis = 1}); });
  check<float>({8}, [](const Array<float>& x) {
    return x + arange<float>(8) + linspace<float>(0, 1, 8) + Array<float>::from({1, 2, 3, 4, 5, 6, 7, 8});
  });
}

TEST_F(Capture, Fft) {
  check<C>({5, 1000}, [](const Array<C>& x) { return fft::fft(x); });
  check<C>({100, 5}, [](const Array<C>& x) { return fft::ifft(x, {.n = 128, .axis = 0}); });
  check<double>({3, 1009}, [](const Array<double>& x) { return fft::rfft(x); });
  check<C>({3, 129}, [](const Array<C>& x) { return fft::irfft(x); });
  check<float>({64}, [](const Array<float>& x) { return fft::fftshift(x * fft::fftfreq<float>(64)); });
}

TEST_F(Capture, Signal) {
  const signal::Sos sos = signal::butter(6, 0.1);
  check<float>({100000}, [&](const Array<float>& x) { return signal::sosfilt(sos, x); });
  check<double>({7, 3000}, [&](const Array<double>& x) { return signal::sosfiltfilt(sos, x); });
  check<float>({3000, 7}, [&](const Array<float>& x) { return signal::sosfilt(sos, x, {.axis = 0}); });
  check<float>({20000}, [](const Array<float>& x) { return signal::welch(x, {.nperseg = 512}).pxx; });
  check<float>({20000}, [](const Array<float>& x) { return signal::spectrogram(x).sxx; });
  check<double>({5000}, [](const Array<double>& x) { return signal::csd(x, x(Slice{{}, {}, -1})).pxy; });
  check<float>({5000}, [](const Array<float>& x) {
    return signal::correlate(x, x(Slice{0, 100}), {.method = signal::Method::direct});
  });
  check<float>({5000}, [](const Array<float>& x) { return signal::convolve(x, x, {.method = signal::Method::fft}); });
}

TEST_F(Capture, LinalgSparseRandom) {
  check<float>({40, 40}, [](const Array<float>& x) { return linalg::matmul(x, x.transpose()); });
  check<double>({6, 8, 8}, [](const Array<double>& x) { return linalg::matmul(x, x); });
  check<float>({100}, [](const Array<float>& x) { return x * random::Generator(7).random<float>({100}); });
}

}  // namespace
}  // namespace tukey::test
#endif
