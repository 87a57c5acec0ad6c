// SPDX-License-Identifier: Apache-2.0
// A benchmark case: an id, the bytes that must move, and a setup that gives the call to be timed.
//
//   BENCH(fft) {                                                       // the file's cases
//     bench::add("fft.fft c64 2^20", 16 * bench::M, [](Device device) {
//       auto x = bench::normals<std::complex<float>>({1 << 20}, device);   // several copies, past the L2 cache
//       return [=](int i) { fft::fft(x[i]); };                         // call number i uses copy i (mod their count)
//     });
//   }
//
// Ids are those of the performance table (docs/benchmarks.md): "module.function dtype size"; latency cases are
// "<function> small 2^10". The device is made the default one before setup. docs/benchmarks.md says how time is taken.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tukey/core.hpp"

namespace tukey::bench {

inline constexpr double M = 1 << 20;

/// Runs once: builds inputs, coefficients and plans, and returns the call. The call does not wait for the GPU.
using Call = std::function<void(int)>;
using Setup = std::function<Call(Device)>;

/// `floor_bytes`: what must be read and written at least; 0 where arithmetic bounds the case.
void add(std::string id, double floor_bytes, Setup setup);

/// Copies of one input. On the GPU at least 3, and as many as together pass 256 MB (at most 512); 1 on the CPU,
/// where the peers too are timed on one input.
template <class T> class Inputs {
 public:
  explicit Inputs(const Array<T>& first) : copies_{first} {
    const double bytes = static_cast<double>(first.bytes()) + 1;
    double count = first.device().is_cpu() ? 1 : 256e6 / bytes + 1;
    if (first.device().is_cuda()) count = count < 3 ? 3 : count > 512 ? 512 : count;
    while (static_cast<double>(copies_.size()) + 1 <= count) copies_.push_back(first.copy());
  }
  const Array<T>& operator[](int i) const { return copies_[static_cast<std::size_t>(i) % copies_.size()]; }
  Array<T>& operator[](int i) { return copies_[static_cast<std::size_t>(i) % copies_.size()]; }

 private:
  std::vector<Array<T>> copies_;
};

/// Standard normal values (complex: both parts), the same for the same seed: what the table's inputs are made of.
template <class T> Array<T> normal_array(const Shape& shape, Device device, unsigned seed = 1);
template <class T> Inputs<T> normals(const Shape& shape, Device device, unsigned seed = 1) {
  return Inputs<T>(normal_array<T>(shape, device, seed));
}

/// A file's registration.
struct Register {
  explicit Register(void (*fill)());
};
#define BENCH(name)                                                        \
  static void bench_cases_##name();                                        \
  static const tukey::bench::Register bench_of_##name(bench_cases_##name); \
  static void bench_cases_##name()

}  // namespace tukey::bench
