// SPDX-License-Identifier: Apache-2.0
// Internal: one planned transform of contiguous rows. fft_fftw.cpp or fft_eigen.cpp implements it, as the build says.
#pragma once

#include <compare>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "tukey/view.hpp"

namespace tukey::reference::engine {

enum class Kind { forward, inverse, r2c, c2r };

inline constexpr std::uintptr_t alignment = 16;  // of the rows a plan works on
inline bool is_aligned(const void* p) { return reinterpret_cast<std::uintptr_t>(p) % alignment == 0; }

// What a plan is made for: `rows` rows, the first element of one `in_distance` after that of the row before it.
struct Problem {
  Kind kind;
  index_t n, rows = 1, in_distance = 0, out_distance = 0;
  bool in_place = false;  // forward, inverse: input and output are the same memory, else they do not overlap
  auto operator<=>(const Problem&) const = default;
};

// May be used by several threads at once. The first row is aligned.
template <class T> class Plan {
 public:
  explicit Plan(const Problem& problem);
  ~Plan();
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  void run(const std::complex<T>* in, std::complex<T>* out) const;  // forward, inverse
  void run(const T* in, std::complex<T>* out) const;                // r2c
  void run(std::complex<T>* in, T* out) const;                      // c2r; destroys `in`
  std::size_t bytes() const;                                        // estimate of its tables

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// From the cache, or new.
template <class T> std::shared_ptr<const Plan<T>> plan(const Problem& problem);

}  // namespace tukey::reference::engine
