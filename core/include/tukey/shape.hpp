// SPDX-License-Identifier: Apache-2.0
// Shape: up to eight 64-bit numbers kept inline. Used for shapes, strides and lists of axes.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "tukey/export.hpp"
#include "tukey/view.hpp"

namespace tukey {

class TUKEY_EXPORT Shape {
 public:
  Shape() = default;
  Shape(std::initializer_list<index_t> values) : Shape(values.begin(), values.size()) {}
  Shape(const std::vector<index_t>& values) : Shape(values.data(), values.size()) {}
  /// Throws InvalidArgument for more than eight.
  Shape(const index_t* values, std::size_t count);
  /// `count` times `value`.
  static Shape filled(int count, index_t value);

  int rank() const { return rank_; }
  bool empty() const { return rank_ == 0; }
  index_t operator[](int i) const { return values_[i]; }
  index_t& operator[](int i) { return values_[i]; }
  index_t back() const { return values_[rank_ - 1]; }
  const index_t* begin() const { return values_; }
  const index_t* end() const { return values_ + rank_; }
  index_t* begin() { return values_; }
  index_t* end() { return values_ + rank_; }
  void push_back(index_t value);
  void insert(int at, index_t value);
  void erase(int at);

  /// The product of all extents: 1 for rank 0.
  index_t size() const;
  /// "(2, 3)", "(5,)", "()".
  std::string str() const;
  std::vector<index_t> to_vector() const { return {begin(), end()}; }

  friend bool operator==(const Shape& a, const Shape& b) {
    if (a.rank_ != b.rank_) return false;
    for (int i = 0; i < a.rank_; ++i)
      if (a.values_[i] != b.values_[i]) return false;
    return true;
  }
  friend bool operator!=(const Shape& a, const Shape& b) { return !(a == b); }

 private:
  int rank_ = 0;
  index_t values_[max_rank] = {};
};

/// NumPy's broadcasting of two shapes; InvalidArgument, naming `function`, where they do not fit.
TUKEY_EXPORT Shape broadcast_shapes(const Shape& a, const Shape& b, const char* function = "broadcast_shapes");

}  // namespace tukey
