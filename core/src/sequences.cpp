// SPDX-License-Identifier: Apache-2.0
// Sequences, matrices, grids and index lists: checks, views, and the CPU's loops.
#include "sequences.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

#include "remap_array.hpp"
#include "tukey/creation.hpp"
#include "tukey/detail/parallel.hpp"
#include "tukey/elementwise.hpp"
#include "tukey/joining.hpp"

namespace tukey {

namespace cpu {
template <class T> void power_fill(T* to, const detail::power_sequence& s) {
  detail::parallel_for(s.count, 1 << 12, [&](index_t i) { detail::store(to + i, detail::power_value(s, i)); });
}
void triangle_fill(index_t* rows, index_t* columns, index_t count, const detail::triangle& t) {
  detail::parallel_ranges(count, 1 << 14, [&](index_t begin, index_t end) {
    if (begin == end) return;
    index_t row, column;
    detail::triangle_element(t, begin, row, column);
    for (index_t p = begin; p < end; ++row) {
      const index_t stop = std::min(end, detail::before_row(t, row + 1));
      for (; p < stop; ++p) rows[p] = row, columns[p] = column++;
      column = t.upper ? detail::between(row + 1 + t.k, 0, t.m) : 0;
    }
  });
}
void unravel(index_t* out, const index_t* in, const detail::index_grid& g, index_t* bad) {
  for (index_t i = 0; i < g.count; ++i)
    if (!detail::unravel_one(g, in[i], out, i)) *bad = std::min(*bad, i);
}
void ravel(index_t* out, const index_t* in, const detail::index_grid& g, index_t* bad) {
  for (index_t i = 0; i < g.count; ++i) {
    int axis;
    if (!detail::ravel_one(g, in, out, i, axis)) *bad = std::min(*bad, axis * g.count + i);
  }
}
}  // namespace cpu

using detail::normalize_axis;
using detail::require;

namespace {

template <class T> Array<T> fill_powers(const detail::power_sequence& s, Device device) {
  Array<T> y(Shape{s.count}, device);
  if (s.count == 0) return y;
  auto* to = reinterpret_cast<kernel_t<T>*>(detail::out(y).data);
  if constexpr (has_cuda) {
    if (device.is_cuda()) {
      detail::GpuCall call(device);
      cuda::power_fill(call.stream(), to, s);
      return y;
    }
  }
  cpu::power_fill(to, s);
  return y;
}
template <class T> detail::power_sequence sequence_of(const LogspaceOptions& options, const char* function) {
  require(options.num >= 0, function, "num must not be negative, got ", options.num);
  detail::power_sequence s{};
  s.count = options.num;
  s.steps = options.endpoint ? options.num - 1 : options.num;
  s.complex = is_complex_v<T>;
  return s;
}

}  // namespace

template <class T> Array<T> linspace(const Array<T>& start, const Array<T>& stop, LinspaceOptions options, int axis) {
  require(options.num >= 0, "linspace", "num must not be negative, got ", options.num);
  detail::require_same_device(start.device(), stop.device(), "linspace");
  Shape shape = broadcast_shapes(start.shape(), stop.shape(), "linspace");
  axis = normalize_axis(axis, shape.rank() + 1, "linspace");
  shape.insert(axis, options.num);
  Shape along = Shape::filled(shape.rank(), 1), ends = shape;
  along[axis] = options.num;
  ends.erase(axis);
  const index_t steps = std::max<index_t>(options.endpoint ? options.num - 1 : options.num, 1);
  const Array<T> first = start.broadcast_to(ends).expand_dims(axis), last = stop.broadcast_to(ends).expand_dims(axis);
  const Array<T> step = (last - first) / static_cast<T>(steps);
  const Array<T> count = arange<T>(T(0), static_cast<T>(options.num), T(1), start.device()).reshape(along);
  Array<T> y = count * step;
  add_into(y, y, first);
  if (options.endpoint && options.num > 1) y.select(axis, -1).assign(stop);
  return y;
}

template <class T> Array<T> logspace(T start, T stop, LogspaceOptions options, Device device) {
  detail::power_sequence s = sequence_of<T>(options, "logspace");
  require(options.base > 0, "logspace", "base must be positive, got ", options.base);
  const std::complex<double> first(start), last(stop);
  const auto step = s.steps > 0 ? (last - first) / static_cast<double>(s.steps) : std::complex<double>();
  s.base = options.base, s.log_base = std::log(options.base);
  s.first_re = first.real(), s.first_im = first.imag(), s.step_re = step.real(), s.step_im = step.imag();
  if (options.endpoint && s.count > 1) {
    // The last one's exponent is `stop` itself.
    detail::power_sequence one = s;
    one.first_re = last.real(), one.first_im = last.imag();
    const cplx<double> value = detail::power_value(one, 0);
    s.exact_last = true, s.stop_re = value.re, s.stop_im = value.im;
  }
  return fill_powers<T>(s, device);
}

template <class T> Array<T> geomspace(T start, T stop, LogspaceOptions options, Device device) {
  detail::power_sequence s = sequence_of<T>(options, "geomspace");
  require(start != T(0) && stop != T(0), "geomspace", "start and stop must not be 0");
  const std::complex<double> first(start), last(stop);
  if constexpr (!is_complex_v<T>)
    require((start < T(0)) == (stop < T(0)), "geomspace", "real start and stop must have one sign, got ", start,
            " and ", stop);
  s.geometric = true;
  s.first = std::abs(first), s.last = std::abs(last);
  s.phase = std::arg(first);
  s.turn = std::arg(last / s.last * std::conj(first / s.first));
  s.start_re = first.real(), s.start_im = first.imag(), s.stop_re = last.real(), s.stop_im = last.imag();
  s.exact_last = options.endpoint;
  return fill_powers<T>(s, device);
}

template <class T> Array<T> eye(index_t n, std::optional<index_t> m, index_t k, Device device) {
  Array<T> y = zeros<T>({n, m.value_or(n)}, device);
  diagonal(y, k).fill(T(1));
  return y;
}
template <class T> Array<T> diag(const Array<T>& x, index_t k) {
  require(x.rank() == 1 || x.rank() == 2, "diag", "x must have rank 1 or 2, got shape ", x.shape().str());
  return x.rank() == 2 ? diagonal(x, k) : diagflat(x, k);
}
template <class T> Array<T> diagflat(const Array<T>& x, index_t k) {
  index_t n = 0;
  require(k != INT64_MIN && !__builtin_add_overflow(x.size(), k < 0 ? -k : k, &n), "diagflat", "k is too large, got ",
          k);
  Array<T> y = zeros<T>({n, n}, x.device());
  diagonal(y, k).reshape(x.shape()).assign(x);
  return y;
}

namespace {
constexpr index_t far = index_t(1) << 60;
template <class T> Array<T> band(const Array<T>& x, index_t low, index_t high, const char* function) {
  require(x.rank() >= 2, function, "x must have rank 2 at least, got shape ", x.shape().str());
  detail::remapping r = detail::whole(x);
  r.band = true;
  r.low = std::clamp(low, -far, far), r.high = std::clamp(high, -far, far);
  return detail::remap(x, r);
}
}  // namespace
template <class T> Array<T> tri(index_t n, std::optional<index_t> m, index_t k, Device device) {
  for (index_t extent : {n, m.value_or(n)}) require(extent >= 0, "tri", "extents must not be negative, got ", extent);
  return band(full<T>({1, 1}, T(1), device).broadcast_to({n, m.value_or(n)}), -far, k, "tri");
}
template <class T> Array<T> tril(const Array<T>& x, index_t k) { return band(x, -far, k, "tril"); }
template <class T> Array<T> triu(const Array<T>& x, index_t k) { return band(x, k, far, "triu"); }

template <class T> Array<T> vander(const Array<T>& x, std::optional<index_t> n, bool increasing) {
  require(x.rank() == 1, "vander", "x must have rank 1, got shape ", x.shape().str());
  const index_t count = n.value_or(x.size());
  require(count >= 0, "vander", "n must not be negative, got ", count);
  const Array<T> y(Shape{x.size(), count}, x.device());
  Array<T> last;
  for (index_t j = 0; j < count; ++j) {
    Array<T> column = y.select(1, increasing ? j : count - 1 - j);
    if (j == 0)
      column.fill(T(1));
    else if (j == 1)
      column.assign(x);
    else
      multiply_into(column, last, x);
    last = column;
  }
  return y;
}

namespace {
// Vector d along axis place[d].
template <class T>
std::vector<Array<T>> open_grid(const std::vector<Array<T>>& vectors, bool exchange, const char* function) {
  const int rank = static_cast<int>(vectors.size());
  require(rank <= max_rank, function, "at most 8 vectors, got ", rank);
  std::vector<Array<T>> views;
  for (int d = 0; d < rank; ++d) {
    require(vectors[d].rank() <= 1, function, "vectors must have rank 1, got shape ", vectors[d].shape().str());
    detail::require_same_device(vectors[0].device(), vectors[d].device(), function);
    Shape shape = Shape::filled(rank, 1);
    shape[exchange && d < 2 && rank > 1 ? 1 - d : d] = vectors[d].size();
    views.push_back(vectors[d].reshape(shape));
  }
  return views;
}
template <class T> std::vector<Array<T>> vectors_of(const std::vector<Range<T>>& ranges, Device device) {
  std::vector<Array<T>> vectors;
  for (const Range<T>& r : ranges) vectors.push_back(arange<T>(r.start, r.stop, r.step, device));
  return vectors;
}
template <class T> Array<T> dense_grid(const std::vector<Array<T>>& vectors, Device device, const char* function) {
  Shape shape;
  shape.push_back(static_cast<index_t>(vectors.size()));
  for (const Array<T>& v : vectors) shape.push_back(v.size());
  const Array<T> y(shape, device);
  const auto views = open_grid(vectors, false, function);
  for (std::size_t d = 0; d < vectors.size(); ++d) y.select(0, static_cast<index_t>(d)).assign(views[d]);
  return y;
}
}  // namespace

template <class T> std::vector<Array<T>> meshgrid(const std::vector<Array<T>>& vectors, MeshgridOptions options) {
  std::vector<Array<T>> views = open_grid(vectors, !options.matrix_indexing, "meshgrid");
  if (options.sparse) return views;
  views = broadcast_arrays(views);
  for (Array<T>& v : views) v = v.copy();
  return views;
}
template <class T> Array<T> mgrid(const std::vector<Range<T>>& ranges, Device device) {
  return dense_grid(vectors_of(ranges, device), device, "mgrid");
}
template <class T> std::vector<Array<T>> ogrid(const std::vector<Range<T>>& ranges, Device device) {
  return open_grid(vectors_of(ranges, device), false, "ogrid");
}
template <class T> Array<T> indices(const Shape& shape, Device device) {
  std::vector<Array<T>> vectors;
  for (index_t n : shape) {
    require(n >= 0, "indices", "extents must not be negative, got ", shape.str());
    vectors.push_back(arange<std::int64_t>(0, n, 1, device).template astype<T>());
  }
  return dense_grid(vectors, device, "indices");
}
template <class T> std::vector<Array<T>> ix_(const std::vector<Array<T>>& vectors) {
  return open_grid(vectors, false, "ix_");
}

namespace {
std::vector<Array<std::int64_t>> triangle_indices(const detail::triangle& t, Device device, const char* function) {
  require(t.n >= 0 && t.m >= 0, function, "extents must not be negative, got ", std::min(t.n, t.m));
  const index_t count = detail::before_row(t, t.n);
  const Array<std::int64_t> rows(Shape{count}, device), columns(Shape{count}, device);
  if (count == 0) return {rows, columns};
  index_t* const i = detail::out(rows).data;
  index_t* const j = detail::out(columns).data;
  if constexpr (has_cuda) {
    if (device.is_cuda()) {
      detail::GpuCall call(device);
      cuda::triangle_fill(call.stream(), i, j, count, t);
      return {rows, columns};
    }
  }
  cpu::triangle_fill(i, j, count, t);
  return {rows, columns};
}
}  // namespace
TUKEY_EXPORT std::vector<Array<std::int64_t>> tril_indices(index_t n, index_t k, std::optional<index_t> m, Device device) {
  return triangle_indices({n, m.value_or(n), std::clamp(k, -far, far), false}, device, "tril_indices");
}
TUKEY_EXPORT std::vector<Array<std::int64_t>> triu_indices(index_t n, index_t k, std::optional<index_t> m, Device device) {
  return triangle_indices({n, m.value_or(n), std::clamp(k, -far, far), true}, device, "triu_indices");
}
TUKEY_EXPORT std::vector<Array<std::int64_t>> diag_indices(index_t n, int rank, Device device) {
  require(n >= 0 && rank >= 0, "diag_indices", "n and rank must not be negative, got ", n, " and ", rank);
  return std::vector<Array<std::int64_t>>(static_cast<std::size_t>(rank), arange<std::int64_t>(0, n, 1, device));
}

namespace {
detail::index_grid grid_of(const Shape& shape, const char* function) {
  detail::index_grid g{};
  g.rank = shape.rank();
  for (int d = 0; d < g.rank; ++d) {
    require(shape[d] >= 0, function, "extents must not be negative, got ", shape.str());
    g.shape[d] = shape[d];
  }
  g.size = shape.size();
  return g;
}
}  // namespace
TUKEY_EXPORT std::vector<Array<std::int64_t>> unravel_index(const Array<std::int64_t>& indices, const Shape& shape) {
  detail::index_grid g = grid_of(shape, "unravel_index");
  const Array<std::int64_t> from = indices.contiguous();
  Shape all = indices.shape();
  all.insert(0, g.rank);
  g.count = indices.size();
  const Array<std::int64_t> y(all, indices.device());
  if (g.count == 0) return unstack(y);
  Array<std::int64_t> bad = full<std::int64_t>({}, INT64_MAX, indices.device());
  const index_t* const in = detail::in(from).data;
  index_t* const out = detail::out(y).data;
  index_t* const flag = detail::out(bad).data;
  bool done = false;
  if constexpr (has_cuda) {
    if (indices.device().is_cuda()) {
      detail::GpuCall call(indices.device());
      cuda::unravel(call.stream(), out, in, g, flag);
      done = true;
    }
  }
  if (!done) cpu::unravel(out, in, g, flag);
  const index_t place = bad.item();
  if (place != INT64_MAX)
    detail::invalid("unravel_index", "index ", from.flatten().select(0, place).item(), " is out of bounds for shape ",
                    shape.str());
  return unstack(y);
}
TUKEY_EXPORT Array<std::int64_t> ravel_multi_index(const std::vector<Array<std::int64_t>>& indices, const Shape& shape,
                                      const std::vector<IndexMode>& modes) {
  detail::index_grid g = grid_of(shape, "ravel_multi_index");
  require(g.rank > 0 && static_cast<int>(indices.size()) == g.rank, "ravel_multi_index", "expected ", g.rank,
          " index arrays, got ", indices.size());
  require(modes.size() <= 1 || static_cast<int>(modes.size()) == g.rank, "ravel_multi_index", "expected 1 or ", g.rank,
          " modes, got ", modes.size());
  for (const auto& x : indices) detail::require_same_device(indices[0].device(), x.device(), "ravel_multi_index");
  bool raises = false;
  for (int d = 0; d < g.rank; ++d) {
    g.mode[d] = modes.empty() ? 0 : static_cast<int>(modes[modes.size() == 1 ? 0 : static_cast<std::size_t>(d)]);
    raises = raises || g.mode[d] == 0 || g.shape[d] == 0;
  }
  const Device device = indices[0].device();
  const Array<std::int64_t> from = stack(broadcast_arrays(indices));
  const Array<std::int64_t> y =
      from.rank() > 1 ? Array<std::int64_t>(from.select(0, 0).shape(), device) : Array<std::int64_t>(Shape{}, device);
  g.count = y.size();
  if (g.count == 0) return y;
  Array<std::int64_t> bad = full<std::int64_t>({}, INT64_MAX, device);
  const index_t* const in = detail::in(from).data;
  index_t* const out = detail::out(y).data;
  index_t* const flag = detail::out(bad).data;
  bool done = false;
  if constexpr (has_cuda) {
    if (device.is_cuda()) {
      detail::GpuCall call(device);
      cuda::ravel(call.stream(), out, in, g, flag);
      done = true;
    }
  }
  if (!done) cpu::ravel(out, in, g, flag);
  if (!raises) return y;
  const index_t place = bad.item();
  if (place != INT64_MAX) {
    const auto axis = static_cast<int>(place / g.count);
    detail::invalid("ravel_multi_index", "index ", from.flatten().select(0, place).item(),
                    " is out of bounds for axis ", axis, " with size ", shape[axis]);
  }
  return y;
}

#define TUKEY_INSTANTIATE(T)                                                                           \
  template TUKEY_EXPORT Array<T> diag(const Array<T>&, index_t);                                       \
  template TUKEY_EXPORT Array<T> diagflat(const Array<T>&, index_t);                                   \
  template TUKEY_EXPORT Array<T> tril(const Array<T>&, index_t);                                       \
  template TUKEY_EXPORT Array<T> triu(const Array<T>&, index_t);                                       \
  template TUKEY_EXPORT std::vector<Array<T>> meshgrid(const std::vector<Array<T>>&, MeshgridOptions); \
  template TUKEY_EXPORT std::vector<Array<T>> ix_(const std::vector<Array<T>>&);
TUKEY_FOR_ALL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                                               \
  template TUKEY_EXPORT Array<T> eye<T>(index_t, std::optional<index_t>, index_t, Device); \
  template TUKEY_EXPORT Array<T> tri<T>(index_t, std::optional<index_t>, index_t, Device);
TUKEY_FOR_COMPUTED(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                                               \
  template TUKEY_EXPORT Array<T> vander(const Array<T>&, std::optional<index_t>, bool);    \
  template TUKEY_EXPORT Array<T> mgrid(const std::vector<Range<T>>&, Device);              \
  template TUKEY_EXPORT std::vector<Array<T>> ogrid(const std::vector<Range<T>>&, Device); \
  template TUKEY_EXPORT Array<T> indices<T>(const Shape&, Device);
TUKEY_FOR_NUMERIC(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T) \
  template TUKEY_EXPORT Array<T> linspace(const Array<T>&, const Array<T>&, LinspaceOptions, int);
TUKEY_FOR_REAL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE
#define TUKEY_INSTANTIATE(T)                                                 \
  template TUKEY_EXPORT Array<T> logspace<T>(T, T, LogspaceOptions, Device); \
  template TUKEY_EXPORT Array<T> geomspace<T>(T, T, LogspaceOptions, Device);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey
