// SPDX-License-Identifier: Apache-2.0
// The fft rows of the performance table. Bytes: input read once, output written once.
#include "tukey/fft.hpp"
#include "bench.hpp"

namespace tukey::bench {
namespace {

template <class T, class F> void one(const char* id, double bytes, const Shape& shape, F f) {
  add(id, bytes, [=](Device device) -> Call {
    auto x = normals<T>(shape, device);
    return [x, f](int i) { f(x[i]); };
  });
}

}  // namespace

BENCH(fft) {
  using C = std::complex<float>;
  using Z = std::complex<double>;
  const auto forward = [](const auto& x) { fft::fft(x); };
  one<C>("fft.fft c64 2^10", 0, {1 << 10}, forward);
  one<C>("fft.fft c64 2^16", M, {1 << 16}, forward);
  one<C>("fft.fft c64 2^20", 16 * M, {1 << 20}, forward);
  one<C>("fft.fft c64 2^24", 256 * M, {1 << 24}, forward);
  one<Z>("fft.fft c128 2^20", 32 * M, {1 << 20}, forward);
  one<C>("fft.fft c64 4096x1024", 64 * M, {4096, 1024}, forward);
  one<C>("fft.fft_axis0 c64 1024x4096", 64 * M, {1024, 4096}, [](const auto& x) { fft::fft(x, {.axis = 0}); });
  one<C>("fft.fft c64 prime 1000003", 16e6, {1000003}, forward);
  one<float>("fft.rfft f32 2^24", 128 * M, {1 << 24}, [](const auto& x) { fft::rfft(x); });
  one<C>("fft.ifft c64 2^24", 256 * M, {1 << 24}, [](const auto& x) { fft::ifft(x); });
  one<C>("fft.irfft c64 2^24", 128 * M, {(1 << 23) + 1}, [](const auto& x) { fft::irfft(x, {.n = 1 << 24}); });
  one<C>("fft.fft2 c64 4096^2", 256 * M, {4096, 4096}, [](const auto& x) { fft::fft2(x); });
  one<float>("fft.dct2 f32 2^20", 8 * M, {1 << 20}, [](const auto& x) { fft::dct(x); });
}

}  // namespace tukey::bench
