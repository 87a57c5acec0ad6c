// SPDX-License-Identifier: Apache-2.0
// Arrays as text, in NumPy's manner.
#include <cstdio>
#include <ostream>
#include <sstream>

#include "tukey/array.hpp"

namespace tukey {
namespace {

constexpr index_t most_elements = 1000;  // longer arrays show only the ends of their axes
constexpr index_t edge = 3;

template <class T> std::string element(T x) {
  if constexpr (std::is_same_v<T, bool>) {
    return x ? "true" : "false";
  } else if constexpr (std::is_integral_v<T>) {
    return std::to_string(x);
  } else if constexpr (std::is_floating_point_v<T>) {
    char text[40];
    std::snprintf(text, sizeof text, "%.*g", std::is_same_v<T, float> ? 8 : 9, static_cast<double>(x));
    return text;
  } else if constexpr (std::is_same_v<T, half> || std::is_same_v<T, bfloat16>) {
    return element(to_float(x));
  } else {
    real_t<T> re, im;
    if constexpr (is_complex_v<T>)
      re = x.real(), im = x.imag();
    else
      re = x.re, im = x.im;
    std::string text = element(im);
    return element(re) + (text[0] == '-' ? "" : "+") + text + "j";
  }
}

template <class T>
void print(std::ostream& out, const Array<T>& x, const T* data, int axis, index_t offset, bool shorten) {
  if (axis == x.rank()) {
    out << element(data[offset]);
    return;
  }
  const index_t n = x.shape()[axis], stride = x.strides()[axis];
  const bool last = axis == x.rank() - 1;
  out << '[';
  for (index_t i = 0; i < n; ++i) {
    if (i) {
      out << (last ? " " : "\n");
      if (!last)
        for (int s = 0; s <= axis; ++s) out << ' ';
    }
    if (shorten && n > 2 * edge && i == edge) {
      out << "...";
      i = n - edge - 1;
      continue;
    }
    print(out, x, data, axis + 1, offset + i * stride, shorten);
  }
  out << ']';
}
}  // namespace

template <class T> std::ostream& operator<<(std::ostream& out, const Array<T>& x) {
  const Array<T> host = x.contiguous().to(Device::cpu());
  print(out, host, host.origin(), 0, 0, x.size() > most_elements);
  return out;
}
template <class T> std::string to_string(const Array<T>& x) {
  std::ostringstream out;
  out << x;
  return out.str();
}

#define TUKEY_INSTANTIATE(T)                                    \
  template TUKEY_EXPORT std::string to_string(const Array<T>&); \
  template TUKEY_EXPORT std::ostream& operator<<(std::ostream&, const Array<T>&);
TUKEY_FOR_ALL(TUKEY_INSTANTIATE)

}  // namespace tukey
