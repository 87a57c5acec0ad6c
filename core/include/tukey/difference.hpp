// SPDX-License-Identifier: Apache-2.0
// Differences, gradients and the trapezoidal rule along an axis. No function waits for the GPU.
#pragma once

#include <optional>
#include <vector>

#include "tukey/array.hpp"

namespace tukey {

struct DiffOptions {
  int n = 1;  // how many times
  int axis = -1;
};
struct GradientOptions {
  double spacing = 1;
  int axis = -1;
  int edge_order = 1;  // 1 or 2: the order of accuracy at both ends
};
struct TrapezoidOptions {
  double dx = 1;
  int axis = -1;
};
struct CumulativeTrapezoidOptions {
  double dx = 1;
  int axis = -1;
  std::optional<double> initial = {};  // 0 puts a zero first, so that the result is as long as y
};

/// x[i + 1] - x[i] along an axis, n times. All computed types: integers wrap around, of bool "differs". NumPy's diff.
template <class T> Array<T> diff(const Array<T>& x, DiffOptions options = {});
/// With arrays put before and after x first. A scalar (rank 0) is one element everywhere, an array without elements is
/// nothing: diff(x, {}, y).
template <class T>
Array<T> diff(const Array<T>& x, const Array<T>& prepend, const Array<T>& append, DiffOptions options = {});
/// Differences of the flattened array, with values put before and after them. NumPy's ediff1d.
template <class T>
Array<T> ediff1d(const Array<T>& x, const Array<T>& to_end = Array<T>(), const Array<T>& to_begin = Array<T>());

/// The derivative along an axis by central differences of second order, one-sided ones of `edge_order` at the ends, in
/// f's shape. At least edge_order + 1 samples. Floating types. NumPy's gradient along one axis (whose default is all).
template <class T> Array<T> gradient(const Array<T>& f, GradientOptions options = {});
/// At given coordinates, one for each sample along the axis; any distances. options.spacing is not used.
template <class T>
Array<T> gradient(const Array<T>& f, const Array<real_t<T>>& coordinates, GradientOptions options = {});
/// Along every axis; `spacings` is empty (1 each) or has one number for all or one for each axis.
template <class T>
std::vector<Array<T>> gradient_all(const Array<T>& f, const std::vector<double>& spacings = {}, int edge_order = 1);

/// The integral of y along an axis by the trapezoidal rule; 0 for fewer than two samples. Floating types. At the
/// coordinates x: one for each sample along the axis, or of y's shape. NumPy's and SciPy's trapezoid.
template <class T> Array<T> trapezoid(const Array<T>& y, TrapezoidOptions options = {});
template <class T> Array<T> trapezoid(const Array<T>& y, const Array<real_t<T>>& x, TrapezoidOptions options = {});
/// The running integral, one shorter than y but for initial = 0. At least one sample. SciPy's cumulative_trapezoid.
template <class T> Array<T> cumulative_trapezoid(const Array<T>& y, CumulativeTrapezoidOptions options = {});
template <class T>
Array<T> cumulative_trapezoid(const Array<T>& y, const Array<real_t<T>>& x, CumulativeTrapezoidOptions options = {});

}  // namespace tukey
