// SPDX-License-Identifier: Apache-2.0
// Histograms and counts: checks, edges, the choice of backend.
#include "tukey/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "dispatch.hpp"
#include "statistics_backend.hpp"
#include "tukey/creation.hpp"
#include "tukey/elementwise.hpp"
#include "tukey/reduction.hpp"

namespace tukey {

using namespace detail;

namespace {

// The smallest and the largest element, on the host; NaN where x holds one. Waits for the GPU.
template <class T> std::vector<stored_t<T>> extent_of(const Array<T>& x) {
  Array<stored_t<T>> ends(Shape{2}, x.device());
  const auto* from = read(x);
  auto* to = out(ends).data;
  TUKEY_ON(x.device(), extent, from, x.size(), to);
  return ends.to_vector();
}

// Edges of bins of one dimension, and what the backends need to know about them.
struct Binning {
  Array<double> edges;
  bool uniform;
  bin_set set() const { return {in(edges).data, edges.size() - 1, uniform}; }
};

// Evenly spaced edges, rounded to float if asked, as NumPy's linspace gives them.
std::vector<double> even_edges(double low, double high, index_t bins, bool as_float) {
  std::vector<double> edges(static_cast<std::size_t>(bins + 1));
  const auto times = [](double a, double b) {
    const volatile double product = a * b;
    return double(product);
  };
  const auto plus = [](double a, double b) { return a + b; };
  for (index_t i = 0; i <= bins; ++i) {
    const double edge = even_edge(i, bins, low, high, times, plus);
    edges[static_cast<std::size_t>(i)] = as_float ? static_cast<double>(static_cast<float>(edge)) : edge;
  }
  return edges;
}

void check_range(const Interval& range, const char* function) {
  require(std::isfinite(range.first) && std::isfinite(range.last), function, "range must be finite, got [", range.first,
          ", ", range.last, "]");
  require(range.first <= range.last, function, "range must not decrease, got [", range.first, ", ", range.last, "]");
}

// The distance between the quartiles, each interpolated between two elements that selection finds.
double quartile_distance(std::vector<double> x) {
  const auto place = [&](double q) {
    const double at = q * (static_cast<double>(x.size()) - 1);
    return static_cast<std::size_t>(at);
  };
  std::vector<double> four(4);
  std::size_t k = 0;
  for (double q : {0.25, 0.75}) {
    const std::size_t low = place(q), high = std::min(low + 1, x.size() - 1);
    std::nth_element(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(low), x.end());
    four[k++] = x[low];
    four[k++] = high > low ? *std::min_element(x.begin() + static_cast<std::ptrdiff_t>(high), x.end()) : x[low];
  }
  const auto at = [&](std::size_t i, double q) {
    const double place_of = q * (static_cast<double>(x.size()) - 1);
    return four[i] + (four[i + 1] - four[i]) * (place_of - std::floor(place_of));
  };
  return at(2, 0.75) - at(0, 0.25);
}

// Rules for the width of a bin as NumPy has them; x is finite and within the range.
index_t bins_by_rule(const std::vector<double>& x, const std::string& rule, double low, double high, bool integers) {
  if (x.empty()) return 1;
  const auto n = static_cast<double>(x.size());
  const auto [smallest, largest] = std::minmax_element(x.begin(), x.end());
  const double spread = *largest - *smallest;
  const auto moment = [&](int power, double centre, double scale) {
    long double sum = 0;
    for (double v : x) sum += std::pow(static_cast<long double>((v - centre) / scale), power);
    return static_cast<double>(sum / static_cast<long double>(n));
  };
  const double mean = moment(1, 0, 1);
  const auto deviation = [&] { return std::sqrt(moment(2, mean, 1)); };
  const auto sturges = [&] { return spread / (std::log2(n) + 1); };
  const auto friedman = [&] { return 2 * quartile_distance(x) * std::pow(n, -1.0 / 3); };
  double width = 0;
  if (rule == "sqrt") {
    width = spread / std::sqrt(n);
  } else if (rule == "sturges") {
    width = sturges();
  } else if (rule == "rice") {
    width = spread / (2 * std::pow(n, 1.0 / 3));
  } else if (rule == "scott") {
    width = std::pow(24 * std::sqrt(3.14159265358979323846) / n, 1.0 / 3) * deviation();
  } else if (rule == "fd") {
    width = friedman();
  } else if (rule == "auto") {
    width = std::min(std::max(friedman(), spread / std::sqrt(n) / 2), sturges());
  } else if (rule == "doane") {
    const double sigma = deviation();
    if (n > 2 && sigma > 0) {
      const double sg1 = std::sqrt(6 * (n - 2) / ((n + 1) * (n + 3)));
      const double g1 = moment(3, mean, sigma);
      width = spread / (1 + std::log2(n) + std::log2(1 + std::abs(g1) / sg1));
    }
  } else if (n > 1 && spread > 0) {  // stone: the number of bins with the least estimated loss
    const index_t most = std::max<index_t>(100, static_cast<index_t>(std::sqrt(n)));
    double least = 0;
    index_t best = 0;
    std::vector<index_t> counts;
    for (index_t bins = 1; bins <= most; ++bins) {
      const std::vector<double> edges = even_edges(low, high, bins, false);
      counts.resize(static_cast<std::size_t>(bins));
      cpu::count_in_bins(x.data(), static_cast<index_t>(x.size()), {edges.data(), bins, true}, counts.data());
      double squares = 0;
      for (index_t c : counts) squares += static_cast<double>(c) / n * (static_cast<double>(c) / n);
      const double loss = (2 - (n + 1) * squares) / (spread / static_cast<double>(bins));
      if (best == 0 || loss < least) least = loss, best = bins;
    }
    width = spread / static_cast<double>(best);
  }
  if (!(width > 0)) return 1;
  if (integers && width < 1) width = 1;
  return static_cast<index_t>(std::ceil((high - low) / width));
}

// The edges for flat, contiguous x.
template <class T>
Binning make_bins(const Array<T>& x, const Bins& bins, std::optional<Interval> range, bool weighted, bool as_float,
                  const char* function) {
  if (bins.has_edges) {
    require(bins.edges.size() >= 2, function, "bins must hold at least 2 edges, got ", bins.edges.size());
    for (std::size_t i = 1; i < bins.edges.size(); ++i)
      require(bins.edges[i - 1] <= bins.edges[i], function, "bins must increase monotonically, got ", bins.edges[i - 1],
              " before ", bins.edges[i]);
    return {Array<double>::from(bins.edges, x.device()), false};
  }
  if (range) check_range(*range, function);
  index_t count = bins.count;
  if (bins.rule.empty()) {
    require(count >= 1, function, "bins must be positive, got ", count);
  } else {
    constexpr const char* rules[] = {"auto", "fd", "doane", "scott", "stone", "rice", "sturges", "sqrt"};
    require(std::find(std::begin(rules), std::end(rules), bins.rule) != std::end(rules), function, "unknown rule \"",
            bins.rule, "\" for the number of bins");
    require(!weighted, function, "a rule for the number of bins does not take weights");
    const std::vector<stored_t<T>> host = x.template astype<stored_t<T>>().to_vector();
    std::vector<double> values(host.begin(), host.end());
    Interval ends{0, 1};
    if (range) {
      ends = *range;
      values.erase(
          std::remove_if(values.begin(), values.end(), [&](double v) { return !(v >= ends.first && v <= ends.last); }),
          values.end());
    } else if (!values.empty()) {
      for (double v : values)
        require(std::isfinite(v), function, "a rule for the number of bins needs finite values, got ", v);
      const auto [low, high] = std::minmax_element(values.begin(), values.end());
      ends = {*low, *high};
    }
    if (ends.first == ends.last) ends.first -= 0.5, ends.last += 0.5;
    count = bins_by_rule(values, bins.rule, ends.first, ends.last, std::is_integral_v<T>);
  }
  if (!range && x.size() == 0) range = Interval{0, 1};
  if (range) {
    if (range->first == range->last) range->first -= 0.5, range->last += 0.5;
    const std::vector<double> edges = even_edges(range->first, range->last, count, as_float);
    for (std::size_t i = 1; i < edges.size(); ++i)
      require(edges[i - 1] < edges[i], function, "too many bins for the range: cannot make ", count,
              " of them between ", range->first, " and ", range->last);
    return {Array<double>::from(edges, x.device()), true};
  }
  Binning b{Array<double>(Shape{count + 1}, x.device()), true};
  const auto* from = read(x);
  double* to = out(b.edges).data;
  TUKEY_ON(x.device(), data_edges, from, x.size(), count, to);
  return b;
}

template <class T> void number(const Array<T>& x, const Binning& b, const Array<std::int64_t>& numbers, bool further) {
  if (x.size() == 0) return;
  const auto* from = read(x);
  index_t* to = out(numbers).data;
  const bin_set set = b.set();
  TUKEY_ON(x.device(), bin_numbers, from, x.size(), set, to, further);
}
template <class T> Array<std::int64_t> count(const Array<T>& numbers, index_t bins) {
  Array<std::int64_t> counts(Shape{bins}, numbers.device());
  if (numbers.size() == 0) {
    counts.fill(0);
    return counts;
  }
  const T* from = in(numbers).data;
  index_t* to = out(counts).data;
  if (bins > 0) TUKEY_ON(numbers.device(), count_numbers, from, numbers.size(), bins, to);
  return counts;
}
Array<double> sum_by_number(const Array<std::int64_t>& numbers, const Array<double>& weights, index_t bins) {
  Array<double> sums(Shape{bins}, numbers.device());
  if (numbers.size() == 0) {
    sums.fill(0);
    return sums;
  }
  const index_t* from = in(numbers).data;
  const double* w = in(weights).data;
  double* to = out(sums).data;
  if (bins > 0) TUKEY_ON(numbers.device(), sum_numbers, from, w, numbers.size(), bins, to);
  return sums;
}

// counts / (widths * sum of counts), the widths of one axis at a time.
template <class T> Array<T> over_widths(const Array<T>& counts, const Array<double>& edges, int axis, int rank) {
  const Array<T> widths = (edges(Slice{1, {}}) - edges(Slice{{}, -1})).template astype<T>();
  Shape shape = Shape::filled(rank, 1);
  shape[axis] = widths.size();
  return counts / widths.reshape(shape);
}

template <class T>
Histogramdd histogram_of(const std::vector<Array<T>>& x, HistogramddOptions& options, const char* function) {
  const std::size_t dimensions = x.size();
  require(options.bins.size() == 1 || options.bins.size() == dimensions, function, "bins must hold one entry or ",
          dimensions, ", got ", options.bins.size());
  require(options.range.empty() || options.range.size() == dimensions, function, "range must hold no entry or ",
          dimensions, ", got ", options.range.size());
  const index_t points = x[0].size();
  const Device device = x[0].device();
  Array<double> weights;
  if (options.weights) {
    require(options.weights->rank() == 1 && options.weights->size() == points, function, "weights must have shape (",
            points, ",), got ", options.weights->shape().str());
    require_same_device(device, options.weights->device(), function);
    weights = options.weights->contiguous();
  }
  Histogramdd h;
  Shape shape;
  std::vector<Binning> binnings;
  for (std::size_t d = 0; d < dimensions; ++d) {
    const std::optional<Interval> range = options.range.empty() ? std::optional<Interval>() : options.range[d];
    const Bins& bins = options.bins[options.bins.size() == 1 ? 0 : d];
    require(bins.rule.empty(), function, "bins must be numbers or edges, got the rule \"", bins.rule, "\"");
    binnings.push_back(make_bins(x[d], bins, range, false, false, function));
    shape.push_back(binnings[d].edges.size() - 1);
    h.edges.push_back(binnings[d].edges);
  }
  const index_t cells = shape.size();  // throws where the product overflows
  Array<std::int64_t> numbers(Shape{points}, device);
  for (std::size_t d = 0; d < dimensions; ++d) number(x[d], binnings[d], numbers, d > 0);
  h.counts =
      (options.weights ? sum_by_number(numbers, weights, cells) : count(numbers, cells).template astype<double>())
          .reshape(shape);
  return h;
}

template <class T> void check_numbers(const Array<T>& x, index_t& bins) {
  require(x.rank() == 1, "bincount", "x must be 1-D, got shape ", x.shape().str());
  require(bins >= 0, "bincount", "minlength must not be negative, got ", bins);
  if (x.size() == 0) return;
  const auto ends = extent_of(x);
  require(!(ends[0] < T(0)), "bincount", "x must not be negative, got ", index_t(ends[0]));
  require(static_cast<std::uint64_t>(ends[1]) < static_cast<std::uint64_t>(INT64_MAX) / 16, "bincount",
          "x must be below 2^59, got ", static_cast<std::uint64_t>(ends[1]));
  bins = std::max(bins, static_cast<index_t>(ends[1]) + 1);
}

}  // namespace

template <> TUKEY_EXPORT Array<double> Histogram<double>::density() const {
  return over_widths(counts, edges, 0, 1) / sum(counts);
}
template <> TUKEY_EXPORT Array<std::complex<double>> Histogram<std::complex<double>>::density() const {
  return over_widths(counts, edges, 0, 1) / sum(counts);
}
template <> TUKEY_EXPORT Array<double> Histogram<std::int64_t>::density() const {
  return Histogram<double>{counts.astype<double>(), edges}.density();
}
TUKEY_EXPORT Array<double> Histogramdd::density() const {
  Array<double> y = counts;
  for (int d = 0; d < counts.rank(); ++d) y = over_widths(y, edges[static_cast<std::size_t>(d)], d, counts.rank());
  return y / sum(counts);
}

template <class T> Array<double> histogram_bin_edges(const Array<T>& x, HistogramOptions options) {
  return make_bins(flat(x), options.bins, options.range, false, std::is_same_v<T, float>, "histogram_bin_edges").edges;
}

template <class T> Histogram<std::int64_t> histogram(const Array<T>& x, HistogramOptions options) {
  const Array<T> from = flat(x);
  const Binning b = make_bins(from, options.bins, options.range, false, std::is_same_v<T, float>, "histogram");
  Histogram<std::int64_t> h{Array<std::int64_t>(Shape{b.edges.size() - 1}, x.device()), b.edges};
  if (from.size() == 0) {
    h.counts.fill(0);
    return h;
  }
  const auto* values = read(from);
  const bin_set set = b.set();
  index_t* counts = out(h.counts).data;
  TUKEY_ON(x.device(), count_in_bins, values, from.size(), set, counts);
  return h;
}

// Histograms of `x` by weights of type W: sums(numbers, flat weights, bins).
template <class T, class W, class Sums>
Histogram<W> weighted_histogram(const Array<T>& x, const Array<W>& weights, const HistogramOptions& options,
                                const Sums& sums) {
  require(weights.shape() == x.shape(), "histogram", "weights must have the shape of x, ", x.shape().str(), ", got ",
          weights.shape().str());
  require_same_device(x.device(), weights.device(), "histogram");
  const Array<T> from = flat(x);
  const Binning b = make_bins(from, options.bins, options.range, true, std::is_same_v<T, float>, "histogram");
  Array<std::int64_t> numbers(from.shape(), x.device());
  number(from, b, numbers, false);
  return {sums(numbers, b.edges.size() - 1), b.edges};
}
template <class T>
Histogram<double> histogram(const Array<T>& x, const Array<double>& weights, HistogramOptions options) {
  return weighted_histogram(x, weights, options, [&](const Array<std::int64_t>& numbers, index_t bins) {
    return sum_by_number(numbers, flat(weights), bins);
  });
}
template <class T>
Histogram<std::complex<double>> histogram(const Array<T>& x, const Array<std::complex<double>>& weights,
                                          HistogramOptions options) {
  return weighted_histogram(x, weights, options, [&](const Array<std::int64_t>& numbers, index_t bins) {
    Array<std::complex<double>> sums(Shape{bins}, x.device());
    sums.real().assign(sum_by_number(numbers, flat(weights.real()), bins));
    sums.imag().assign(sum_by_number(numbers, flat(weights.imag()), bins));
    return sums;
  });
}

template <class T> Histogramdd histogramdd(const Array<T>& sample, HistogramddOptions options) {
  require(sample.rank() == 2 && sample.shape(1) >= 1 && sample.shape(1) <= max_rank, "histogramdd",
          "sample must have shape (points, dimensions) with 1 to 8 dimensions, got ", sample.shape().str());
  std::vector<Array<T>> columns;
  for (index_t d = 0; d < sample.shape(1); ++d) columns.push_back(sample.select(1, d).contiguous());
  return histogram_of(columns, options, "histogramdd");
}

template <class T> Histogram2d histogram2d(const Array<T>& x, const Array<T>& y, HistogramddOptions options) {
  require(x.rank() == 1 && x.shape() == y.shape(), "histogram2d", "x and y must be 1-D and of one length, got ",
          x.shape().str(), " and ", y.shape().str());
  require_same_device(x.device(), y.device(), "histogram2d");
  const Histogramdd h = histogram_of<T>({x.contiguous(), y.contiguous()}, options, "histogram2d");
  return {h.counts, h.edges[0], h.edges[1]};
}

template <class T> Array<std::int64_t> bincount(const Array<T>& x, BincountOptions options) {
  const Array<T> from = x.contiguous();
  check_numbers(from, options.minlength);
  return count(from, options.minlength);
}
template <class T> Array<double> bincount(const Array<T>& x, const Array<double>& weights, BincountOptions options) {
  require(weights.shape() == x.shape(), "bincount", "weights must have the shape of x, ", x.shape().str(), ", got ",
          weights.shape().str());
  require_same_device(x.device(), weights.device(), "bincount");
  const Array<T> from = x.contiguous();
  check_numbers(from, options.minlength);
  if constexpr (std::is_same_v<T, std::int64_t>)
    return sum_by_number(from, weights.contiguous(), options.minlength);
  else
    return sum_by_number(from.template astype<std::int64_t>(), weights.contiguous(), options.minlength);
}

#define TUKEY_INSTANTIATE(T)                                                                                           \
  template TUKEY_EXPORT Histogram<std::int64_t> histogram(const Array<T>&, HistogramOptions);                          \
  template TUKEY_EXPORT Histogram<double> histogram(const Array<T>&, const Array<double>&, HistogramOptions);          \
  template TUKEY_EXPORT Histogram<std::complex<double>> histogram(const Array<T>&, const Array<std::complex<double>>&, \
                                                                  HistogramOptions);                                   \
  template TUKEY_EXPORT Array<double> histogram_bin_edges(const Array<T>&, HistogramOptions);                          \
  template TUKEY_EXPORT Histogramdd histogramdd(const Array<T>&, HistogramddOptions);                                  \
  template TUKEY_EXPORT Histogram2d histogram2d(const Array<T>&, const Array<T>&, HistogramddOptions);
TUKEY_INSTANTIATE(bool)
TUKEY_FOR_INTEGER(TUKEY_INSTANTIATE)
TUKEY_FOR_REAL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                                            \
  template TUKEY_EXPORT Array<std::int64_t> bincount(const Array<T>&, BincountOptions); \
  template TUKEY_EXPORT Array<double> bincount(const Array<T>&, const Array<double>&, BincountOptions);
TUKEY_FOR_INTEGER(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey
