// SPDX-License-Identifier: Apache-2.0
// Random numbers that depend on seed, stream and position alone: not on the device, the shape, the number of threads
// or the order in which parts are generated. The CPU and every GPU give the same bits.
#pragma once

#include <cstdint>

#include "tukey/array.hpp"

namespace tukey::random {

struct IntegersOptions {
  bool endpoint = false;  // `high` itself may be drawn too
};

/// A sequence of random numbers, as numpy.random.Generator; its engine is Philox4x32-10 (counter based; Salmon and
/// others, SC11), keyed by `seed`, with 2^64 independent streams per seed and 2^60 numbers in each.
///
/// Element i (row-major) of a draw is number position() + i of the function called, and the draw moves the position
/// by the array's size. So a long array may be generated in slices, on several devices or in any order, by skip() or
/// seek(), and each slice equals that part of the whole. Numbers of different functions never share random bits, so
/// draws of different kinds may follow one another freely.
///
/// Nothing waits for the GPU. Every draw has a form `*_into` that fills an existing array or view (any strides, but
/// without elements that share an address), and one that makes a new array. A Generator is a small host value;
/// threads use their own, each with its own stream. In a captured CUDA graph the position is the captured one: each
/// replay gives the same numbers.
class TUKEY_EXPORT Generator {
 public:
  explicit Generator(std::uint64_t seed, std::uint64_t stream = 0) : seed_(seed), stream_(stream) {}

  std::uint64_t seed() const { return seed_; }
  std::uint64_t stream() const { return stream_; }
  /// How many numbers have been drawn or skipped.
  std::uint64_t position() const { return position_; }
  /// Leaves out the next `count` numbers. InvalidArgument past 2^60.
  void skip(std::uint64_t count);
  /// Continues at a position. InvalidArgument past 2^60.
  void seek(std::uint64_t position);
  /// The generator of another stream of the same seed, at position 0: for another thread, channel or run.
  Generator with_stream(std::uint64_t stream) const { return Generator(seed_, stream); }

  /// Uniform in [0, 1): multiples of 2^-24 (float) or 2^-53 (double), never 1. float, double.
  template <class T> Array<T> random(const Shape& shape, Device device = default_device());
  template <class T> void random_into(Array<T>& out);

  /// low + (high - low) u for u of random(), rounded once, below `high`; low == high gives low. float, double.
  /// InvalidArgument unless low <= high and high - low is finite.
  /// numpy's uniform(low, high, size) may return `high` by rounding; this one never does.
  template <class T> Array<T> uniform(const Shape& shape, T low, T high, Device device = default_device());
  template <class T> void uniform_into(Array<T>& out, T low, T high);

  /// Standard normal numbers times `scale` plus `loc`. float, double: by Box and Muller's pairs, each number within
  /// 4 eps of the exact map from its bits; the largest magnitude possible is 6.66 (float) or 8.57 (double).
  /// complex: independent parts of variance scale^2 / 2, so that the mean of |z - loc|^2 is scale^2.
  /// InvalidArgument unless scale >= 0.
  template <class T>
  Array<T> normal(const Shape& shape, T loc = T(0), real_t<T> scale = 1, Device device = default_device());
  template <class T> void normal_into(Array<T>& out, T loc = T(0), real_t<T> scale = 1);
  template <class T> Array<T> standard_normal(const Shape& shape, Device device = default_device()) {
    return normal<T>(shape, T(0), real_t<T>(1), device);
  }
  template <class T> void standard_normal_into(Array<T>& out) { normal_into<T>(out); }

  /// Equally likely integers of [low, high), or of [low, high] with `endpoint`. All integer types. The number of
  /// values n may be any up to 2^64; each value's probability is 1/n to within a relative 2^-32 (n < 2^32, 64 random
  /// bits a number) or 2^-64 n / 2^64 (128 bits). There is no rejection, because with it a number's value would
  /// depend on how many were rejected before. InvalidArgument for an empty range.
  template <class T>
  Array<T> integers(T low, T high, const Shape& shape, IntegersOptions options = {}, Device device = default_device());
  template <class T> void integers_into(Array<T>& out, T low, T high, IntegersOptions options = {});

 private:
  std::uint64_t seed_, stream_, position_ = 0;
};

/// A generator for that seed, under NumPy's name.
inline Generator default_rng(std::uint64_t seed) { return Generator(seed); }

}  // namespace tukey::random
