// SPDX-License-Identifier: Apache-2.0
// Axis: the frequencies or times of a spectrum.
#pragma once

#include <cstddef>
#include <iterator>
#include <vector>

#include "tukey/view.hpp"

namespace tukey::signal {

/// Evenly spaced values on the host, computed when they are read, so that the axis of a long transform costs nothing
/// until it is used. Reads like a const std::vector<double> and converts to one.
class Axis {
 public:
  using value_type = double;
  Axis() = default;
  /// Value k = (start + k * step) / divisor; from k = wrap on, k - size stands for k (as in fft::fftfreq).
  Axis(index_t size, double start, double step, double divisor, index_t wrap)
      : size_(size), wrap_(wrap), start_(start), step_(step), divisor_(divisor) {}

  std::size_t size() const { return static_cast<std::size_t>(size_); }
  bool empty() const { return size_ == 0; }
  double operator[](std::size_t k) const {
    const index_t i = static_cast<index_t>(k);
    return (start_ + static_cast<double>(i < wrap_ ? i : i - size_) * step_) / divisor_;
  }
  double front() const { return (*this)[0]; }
  double back() const { return (*this)[size() - 1]; }

  /// Random access; dereferences to a value.
  class const_iterator {
   public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = double;
    using difference_type = std::ptrdiff_t;
    using pointer = const double*;
    using reference = double;
    const_iterator() = default;
    const_iterator(const Axis* axis, difference_type k) : axis_(axis), k_(k) {}
    double operator*() const { return (*axis_)[static_cast<std::size_t>(k_)]; }
    double operator[](difference_type d) const { return *(*this + d); }
    const_iterator& operator+=(difference_type d) { return k_ += d, *this; }
    const_iterator& operator-=(difference_type d) { return k_ -= d, *this; }
    const_iterator& operator++() { return *this += 1; }
    const_iterator& operator--() { return *this -= 1; }
    const_iterator operator++(int) { return ++*this, *this - 1; }
    const_iterator operator--(int) { return --*this, *this + 1; }
    friend const_iterator operator+(const_iterator a, difference_type d) { return a += d; }
    friend const_iterator operator+(difference_type d, const_iterator a) { return a += d; }
    friend const_iterator operator-(const_iterator a, difference_type d) { return a -= d; }
    friend difference_type operator-(const_iterator a, const_iterator b) { return a.k_ - b.k_; }
    friend bool operator==(const_iterator a, const_iterator b) { return a.k_ == b.k_; }
    friend bool operator!=(const_iterator a, const_iterator b) { return a.k_ != b.k_; }
    friend bool operator<(const_iterator a, const_iterator b) { return a.k_ < b.k_; }
    friend bool operator>(const_iterator a, const_iterator b) { return a.k_ > b.k_; }
    friend bool operator<=(const_iterator a, const_iterator b) { return a.k_ <= b.k_; }
    friend bool operator>=(const_iterator a, const_iterator b) { return a.k_ >= b.k_; }

   private:
    const Axis* axis_ = nullptr;
    difference_type k_ = 0;
  };
  const_iterator begin() const { return {this, 0}; }
  const_iterator end() const { return {this, size_}; }

  std::vector<double> to_vector() const {
    std::vector<double> values(size());
    for (std::size_t k = 0; k < values.size(); ++k) values[k] = (*this)[k];
    return values;
  }
  operator std::vector<double>() const { return to_vector(); }

 private:
  index_t size_ = 0, wrap_ = 0;
  double start_ = 0, step_ = 1, divisor_ = 1;
};

}  // namespace tukey::signal
