// SPDX-License-Identifier: Apache-2.0
#include "tukey/random.hpp"

#include "accuracy.hpp"
#include "tukey/reference/philox.hpp"

namespace tukey {
namespace {
// Word i of the words of a kind.
philox::u32 word(std::uint64_t seed, std::uint64_t kind, std::uint64_t i) {
  const std::uint64_t c = (kind << 60) + i / 4;
  return philox::block(philox::keys_of(seed), philox::u32(c), philox::u32(c >> 32), 0, 0).w[i % 4];
}

// The exact map from the words of number p, one precision higher: see philox::normal_pair for what they mean.
template <class W> W normal_of(std::uint64_t seed, std::uint64_t p, bool is_float) {
  namespace ph = philox;
  const W half_pi = std::acos(W(-1)) / 2;
  const ph::kind kind = is_float ? ph::kind::normal32 : ph::kind::normal64;
  const ph::u64 c = (ph::u64(kind) << 60) + p / (is_float ? 4 : 2);
  const ph::words w = ph::block(ph::keys_of(seed), ph::u32(c), ph::u32(c >> 32), 0, 0);
  W u, t;
  bool negative;
  if (is_float) {
    const ph::u32 a = w.w[p / 2 % 2 * 2], b = w.w[p / 2 % 2 * 2 + 1];
    u = static_cast<float>(std::ldexp(static_cast<float>(a >> 1), -31) + 0x1p-32);
    t = std::ldexp(static_cast<float>(static_cast<std::int32_t>(b << 1)), -31);
    negative = b >> 31;
  } else {
    const ph::u64 a = ph::join(w.w[0], w.w[1]), b = ph::join(w.w[2], w.w[3]);
    u = std::ldexp(W(a >> 12), -52) + std::ldexp(W(1), -53);
    t = std::ldexp(W(b >> 12), -51) - 1;
    negative = b & 1;
  }
  const W r = std::sqrt(-2 * std::log(u)) * (negative ? -1 : 1);
  if (p % 2) return r * std::sin(half_pi * t);
  return std::abs(t) == 1 ? W(0) : r * std::sin(half_pi * (1 - std::abs(t)));
}
}  // namespace

ACCURACY(random) {
  accuracy::each<float, double>([&](auto type) {
    using T = typename decltype(type)::type;
    using W = accuracy::wider_t<T>;
    suite.add<T>("random.standard_normal", {100000}, accuracy::Layout::contiguous, {2, 1, 4}, [](Device device) {
      std::vector<W> expected;
      for (std::uint64_t p = 0; p < 100000; ++p) expected.push_back(normal_of<W>(42, p, std::is_same_v<T, float>));
      return accuracy::Outcome(random::Generator(42).standard_normal<T>({100000}, device), expected);
    });
    // Exact: uniform numbers and integers are the words themselves, scaled.
    suite.add<T>("random.random", {100000}, accuracy::Layout::contiguous, {0}, [](Device device) {
      std::vector<W> expected;
      for (std::uint64_t p = 0; p < 100000; ++p) {
        if (std::is_same_v<T, float>)
          expected.push_back(std::ldexp(W(word(42, 0, p) >> 8), -24));
        else
          expected.push_back(std::ldexp(W(word(42, 1, 2 * p + 1) >> 5), -27) +
                             std::ldexp(W(word(42, 1, 2 * p) >> 6), -53));
      }
      return accuracy::Outcome(random::Generator(42).random<T>({100000}, device), expected);
    });
  });
  suite.add<std::int32_t>("random.integers", {100000}, accuracy::Layout::contiguous, {0}, [](Device device) {
    std::vector<std::int32_t> expected;
    for (std::uint64_t p = 0; p < 100000; ++p) {
      const unsigned __int128 x = philox::join(word(42, 1, 2 * p), word(42, 1, 2 * p + 1));
      expected.push_back(static_cast<std::int32_t>(x * 1000 >> 64));
    }
    return accuracy::Outcome(random::Generator(42).integers<std::int32_t>(0, 1000, {100000}, {}, device), expected);
  });
}

}  // namespace tukey
