// SPDX-License-Identifier: Apache-2.0
// Histograms and counts.
#pragma once

#include <complex>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tukey/array.hpp"

namespace tukey {

/// NumPy's `bins`: how many of equal width, the rule that finds the number ("auto", "fd", "doane", "scott", "stone",
/// "rice", "sturges", "sqrt"), or the edges, which must not decrease. Edges from an array on the GPU are read, which
/// waits for them.
class Bins {
 public:
  template <class I, class = std::enable_if_t<std::is_integral<I>::value>> Bins(I n) : count(static_cast<index_t>(n)) {}
  Bins(const char* name) : rule(name) {}
  Bins(std::string name) : rule(std::move(name)) {}
  Bins(std::vector<double> values) : edges(std::move(values)), has_edges(true) {}
  Bins(std::initializer_list<double> values) : edges(values), has_edges(true) {}
  Bins(const Array<double>& values) : Bins(values.to_vector()) {}

  index_t count = 0;
  std::string rule;
  std::vector<double> edges;
  bool has_edges = false;
};
struct Interval {
  double first, last;
};
struct HistogramOptions {
  Bins bins = 10;
  std::optional<Interval> range = {};  // none: from the smallest to the largest element; has no effect on given edges
};
/// The counts (or sums of weights) of the bins and the bins' edges, one more.
template <class C> struct Histogram {
  Array<C> counts;
  Array<double> edges;
  /// NumPy's density=True: counts over their sum and the bins' widths.
  Array<std::conditional_t<std::is_same<C, std::complex<double>>::value, C, double>> density() const;
};
/// How many elements of x (flattened) lie in each bin: edges[i] <= x < edges[i+1], in the last bin also x = its upper
/// edge; NaN and elements outside are not counted. np.histogram: the edges and the counts are NumPy's, number by
/// number (edges of float data are computed in float like there, and returned as double). Bool (as 0 and 1), integer
/// and real types.
/// Where x holds NaN or infinities and no range is given, NumPy raises; here the edges are NaN and the counts 0, since
/// nobody waits to see. Only a rule in `bins` waits for the GPU.
/// InvalidArgument: no bins, edges that decrease or are NaN, fewer than two edges, a range that is not finite or
/// decreases, too many bins for the range, an unknown rule, a rule with weights, weights not of x's shape.
template <class T> Histogram<std::int64_t> histogram(const Array<T>& x, HistogramOptions options = {});
/// The same with the sum of the elements' weights, real or complex, instead of their count, in double (NumPy: in the
/// weights' type). On the GPU the sums are exact to 2^-90 of the largest weight before they are rounded, in whatever
/// order they form.
template <class T>
Histogram<double> histogram(const Array<T>& x, const Array<double>& weights, HistogramOptions options = {});
template <class T>
Histogram<std::complex<double>> histogram(const Array<T>& x, const Array<std::complex<double>>& weights,
                                          HistogramOptions options = {});
template <class T>
Histogram<double> histogram(const Array<T>& x, const Array<float>& weights, HistogramOptions options = {}) {
  return histogram(x, weights.template astype<double>(), std::move(options));
}
/// The edges alone.
template <class T> Array<double> histogram_bin_edges(const Array<T>& x, HistogramOptions options = {});

struct HistogramddOptions {
  std::vector<Bins> bins = {Bins(10)};              // for each dimension, or one for all
  std::vector<std::optional<Interval>> range = {};  // for each dimension, or none
  std::optional<Array<double>> weights = {};        // of each sample
};
struct Histogramdd {
  Array<double> counts;  // one axis for each dimension
  std::vector<Array<double>> edges;
  /// NumPy's density=True.
  Array<double> density() const;
};
/// Counts of points in boxes; `sample` has shape (points, dimensions), at most 8 dimensions. np.histogramdd.
/// InvalidArgument as histogram; also a number of bins or ranges that does not fit the dimensions. Never waits.
template <class T> Histogramdd histogramdd(const Array<T>& sample, HistogramddOptions options = {});
struct Histogram2d {
  Array<double> counts;  // axis 0: x, axis 1: y
  Array<double> x_edges, y_edges;
};
template <class T> Histogram2d histogram2d(const Array<T>& x, const Array<T>& y, HistogramddOptions options = {});

struct BincountOptions {
  index_t minlength = 0;
};
/// How often each number 0, 1, ... max(x) occurs in the 1-D x, in an array of length max(x) + 1, at least minlength.
/// np.bincount. Integer types. InvalidArgument: negative elements, not 1-D. Waits for the GPU: for max(x).
template <class T> Array<std::int64_t> bincount(const Array<T>& x, BincountOptions options = {});
/// The sums of the weights of equal numbers.
template <class T>
Array<double> bincount(const Array<T>& x, const Array<double>& weights, BincountOptions options = {});

}  // namespace tukey
