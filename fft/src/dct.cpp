// SPDX-License-Identifier: Apache-2.0
// Cosine and sine transforms: arguments and factors, then a pass into work rows, a Fourier transform and a pass out.
#include "tukey/fft/dct.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include "dct_backend.hpp"
#include "nd.hpp"
#include "passes.hpp"
#include "tukey/detail/parallel.hpp"
#include "tukey/detail/rows.hpp"

namespace tukey::fft {
namespace {

using detail::require;

// Which transform, after an inverse has become the forward one of its type.
struct Way {
  int type;
  bool sine, orthogonalize;
  Norm norm;
};

template <class Options> Way settle_way(const char* function, const Options& o, bool sine, bool inverse) {
  require(o.type >= 1 && o.type <= 4, function, "type must be 1, 2, 3 or 4, got ", o.type);
  const int opposite = o.type == 2 ? 3 : o.type == 3 ? 2 : o.type;
  return {inverse ? opposite : o.type, sine, o.orthogonalize.value_or(o.norm == Norm::ortho),
          inverse ? exchanged(o).norm : o.norm};
}
void check_length(const char* function, const Way& way, index_t n) {
  require(way.type != 1 || way.sine || n > 1, function, "type 1 needs at least 2 points, got ", n);
}

template <class T> DctRow<T> row_of(const Way& way, index_t n, index_t have) {
  DctRow<T> row{way.type, way.sine, n, std::min(n, have), 1, 1, 1};
  const double total = way.type == 1 ? static_cast<double>(row.period()) : 2 * static_cast<double>(n);
  if (way.norm != Norm::backward)
    row.scale = static_cast<T>(way.norm == Norm::ortho ? 1 / std::sqrt(total) : 1 / total);
  const bool both = way.type == 1 && !way.sine;
  if (way.orthogonalize && (both || way.type == 3)) row.edge_in = static_cast<T>(std::sqrt(2.0));
  if (way.orthogonalize && (both || way.type == 2)) row.edge_out = static_cast<T>(std::sqrt(0.5));
  return row;
}

// --- The passes of the CPU ---------------------------------------------------------------------------------------

template <class T, class F> std::vector<cplx<T>> roots(index_t count, F angle) {
  using W = std::conditional_t<std::is_same_v<T, float>, double, long double>;
  std::vector<cplx<T>> table(static_cast<std::size_t>(count));
  for (index_t i = 0; i < count; ++i) {
    const W a = std::acos(W(-1)) * static_cast<W>(angle(i));
    table[i] = {static_cast<T>(std::cos(a)), static_cast<T>(-std::sin(a))};
  }
  return table;
}
index_t grain(index_t length) { return std::max<index_t>(1, (1 << 14) / length); }

template <class T, class W> void dct_in(view<const T> x, int axis, const DctRow<T>& row, W* work, index_t length) {
  const detail::rows from = detail::rows_along(x, axis);
  std::vector<cplx<T>> w;
  if constexpr (!std::is_same_v<W, T>) w = roots<T>(length, [&](index_t i) { return row.angle_in(i); });
  detail::parallel_ranges(from.count, grain(length), [&](index_t begin, index_t end) {
    for (index_t r = begin; r < end; ++r)
      for (index_t i = 0; i < length; ++i) {
        const T* at = x.data + from.offset(r);
        if constexpr (std::is_same_v<W, T>)
          work[r * length + i] = row.real_in(at, from.stride, i);
        else
          work[r * length + i] = row.complex_in(at, from.stride, i, w[i]);
      }
  });
}
template <class T, class W> void dct_out(const W* work, view<T> y, int axis, const DctRow<T>& row, index_t length) {
  const detail::rows to = detail::rows_along(y, axis);
  std::vector<cplx<T>> w;
  if constexpr (!std::is_same_v<W, T>) w = roots<T>(row.n, [&](index_t k) { return row.angle_out(k); });
  detail::parallel_ranges(to.count, grain(row.n), [&](index_t begin, index_t end) {
    for (index_t r = begin; r < end; ++r)
      for (index_t k = 0; k < row.n; ++k) {
        T* at = y.data + to.offset(r);
        if constexpr (std::is_same_v<W, T>)
          row.store(at, to.stride, k, row.out(work + r * length, k));
        else
          row.store(at, to.stride, k, row.out(work + r * length, k, w[k]));
      }
  });
}

// --- One axis ----------------------------------------------------------------------------------------------------

template <class T, class W> void enter(Array<W>& work, const Array<T>& x, int axis, const DctRow<T>& row) {
  auto* data = detail::gpu(detail::out(work)).data;
  if constexpr (has_cuda)
    if (x.device().is_cuda()) {
      detail::GpuCall call(x.device());
      return cuda::dct_in<T>(call.stream(), detail::in(x), axis, row, data, work.shape().back());
    }
  dct_in<T>(detail::in(x), axis, row, data, work.shape().back());
}
template <class T, class W> void leave(const Array<W>& work, Array<T>& y, int axis, const DctRow<T>& row) {
  const auto* data = detail::gpu(detail::in(work)).data;
  if constexpr (has_cuda)
    if (y.device().is_cuda()) {
      detail::GpuCall call(y.device());
      return cuda::dct_out<T>(call.stream(), data, detail::out(y), axis, row, work.shape().back());
    }
  dct_out<T>(data, detail::out(y), axis, row, work.shape().back());
}

// y may be x: x is read before y is written.
template <class T> void transform(Array<T>& y, const Array<T>& x, int axis, const Way& way) {
  if constexpr (is_complex_v<T>) {
    Array<real_t<T>> re = y.real(), im = y.imag();
    transform(re, x.real(), axis, way);
    transform(im, x.imag(), axis, way);
  } else {
    if (y.size() == 0) return;
    const DctRow<T> row = row_of<T>(way, y.shape()[axis], x.shape()[axis]);
    const index_t period = row.period();
    Shape shape = y.shape();
    shape.erase(axis);
    const int last = shape.rank();
    const auto rows = [&](index_t length) {
      Shape s = shape;
      s.push_back(length);
      return s;
    };
    using C = std::complex<T>;
    if (row.real_work()) {
      Array<T> work(rows(period), x.device());
      enter(work, x, axis, row);
      Array<C> bins(rows(period / 2 + 1), x.device());
      real_forward_pass(bins, work, last, period, 1.0);
      leave(bins, y, axis, row);
    } else if (row.type == 3) {
      Array<C> bins(rows(period / 2 + 1), x.device());
      enter(bins, x, axis, row);
      Array<T> work(rows(period), x.device());
      real_inverse_pass(work, bins, last, 1.0);
      leave(work, y, axis, row);
    } else {
      Array<C> work(rows(period), x.device());
      enter(work, x, axis, row);
      complex_pass(work, work, last, false, 1.0);
      leave(work, y, axis, row);
    }
  }
}

struct Problem {
  Way way;
  int axis;
  Shape shape;
};
Problem settle(const char* function, const Shape& x, const DctOptions& o, bool sine, bool inverse) {
  Problem p{settle_way(function, o, sine, inverse), 0, x};
  require(x.rank() > 0, function, "x must have at least one axis, got shape ()");
  p.axis = detail::normalize_axis(o.axis, x.rank(), function);
  require(o.n || x[p.axis] > 0, function, "axis ", p.axis, " of x must not be empty without n, got shape ", x.str());
  const index_t n = o.n.value_or(x[p.axis]);
  require(n > 0, function, "n must be positive, got ", n);
  check_length(function, p.way, n);
  p.shape[p.axis] = n;
  return p;
}

struct ProblemN {
  Way way;
  NdProblem nd;
};
ProblemN settle_n(const char* function, const Shape& x, const DctnOptions& o, bool sine, bool inverse) {
  const Way way = settle_way(function, o, sine, inverse);
  ProblemN p{way, settle_nd(function, x, {.s = o.s, .axes = o.axes}, Kind::forward)};
  for (const index_t n : p.nd.lengths) check_length(function, way, n);
  return p;
}
template <class T> void transform_n(Array<T>& y, const Array<T>& x, const ProblemN& p) {
  const int count = p.nd.axes.rank();
  if (count == 0) return y.assign(x);
  // Axes are padded or cropped in turn, so the arrays between have lengths of both.
  Array<T> from = x;
  for (int i = count - 1; i >= 0; --i) {
    const int axis = static_cast<int>(p.nd.axes[i]);
    Shape shape = from.shape();
    shape[axis] = p.nd.lengths[i];
    if (shape == y.shape()) {
      transform(y, from, axis, p.way);
      from = y;
    } else {
      Array<T> to(shape, x.device());
      transform(to, from, axis, p.way);
      from = to;
    }
  }
}

}  // namespace

template <class T> Array<computed_t<T>> dct(const Array<T>& x, DctOptions o) {
  const Problem p = settle("dct", x.shape(), o, false, false);
  Array<computed_t<T>> y(p.shape, x.device());
  transform(y, computed(x), p.axis, p.way);
  return y;
}
template <class T> void dct_into(Array<computed_t<T>>& out, const Array<T>& x, DctOptions o) {
  const Problem p = settle("dct_into", x.shape(), o, false, false);
  check_out("dct_into", out, x, p.shape);
  transform(out, computed(x), p.axis, p.way);
}
template <class T> Array<computed_t<T>> dctn(const Array<T>& x, DctnOptions o) {
  const ProblemN p = settle_n("dctn", x.shape(), o, false, false);
  Array<computed_t<T>> y(p.nd.shape, x.device());
  transform_n(y, computed(x), p);
  return y;
}
template <class T> void dctn_into(Array<computed_t<T>>& out, const Array<T>& x, DctnOptions o) {
  const ProblemN p = settle_n("dctn_into", x.shape(), o, false, false);
  check_out("dctn_into", out, x, p.nd.shape);
  transform_n(out, computed(x), p);
}
template <class T> Array<computed_t<T>> idct(const Array<T>& x, DctOptions o) {
  const Problem p = settle("idct", x.shape(), o, false, true);
  Array<computed_t<T>> y(p.shape, x.device());
  transform(y, computed(x), p.axis, p.way);
  return y;
}
template <class T> void idct_into(Array<computed_t<T>>& out, const Array<T>& x, DctOptions o) {
  const Problem p = settle("idct_into", x.shape(), o, false, true);
  check_out("idct_into", out, x, p.shape);
  transform(out, computed(x), p.axis, p.way);
}
template <class T> Array<computed_t<T>> idctn(const Array<T>& x, DctnOptions o) {
  const ProblemN p = settle_n("idctn", x.shape(), o, false, true);
  Array<computed_t<T>> y(p.nd.shape, x.device());
  transform_n(y, computed(x), p);
  return y;
}
template <class T> void idctn_into(Array<computed_t<T>>& out, const Array<T>& x, DctnOptions o) {
  const ProblemN p = settle_n("idctn_into", x.shape(), o, false, true);
  check_out("idctn_into", out, x, p.nd.shape);
  transform_n(out, computed(x), p);
}
template <class T> Array<computed_t<T>> dst(const Array<T>& x, DctOptions o) {
  const Problem p = settle("dst", x.shape(), o, true, false);
  Array<computed_t<T>> y(p.shape, x.device());
  transform(y, computed(x), p.axis, p.way);
  return y;
}
template <class T> void dst_into(Array<computed_t<T>>& out, const Array<T>& x, DctOptions o) {
  const Problem p = settle("dst_into", x.shape(), o, true, false);
  check_out("dst_into", out, x, p.shape);
  transform(out, computed(x), p.axis, p.way);
}
template <class T> Array<computed_t<T>> dstn(const Array<T>& x, DctnOptions o) {
  const ProblemN p = settle_n("dstn", x.shape(), o, true, false);
  Array<computed_t<T>> y(p.nd.shape, x.device());
  transform_n(y, computed(x), p);
  return y;
}
template <class T> void dstn_into(Array<computed_t<T>>& out, const Array<T>& x, DctnOptions o) {
  const ProblemN p = settle_n("dstn_into", x.shape(), o, true, false);
  check_out("dstn_into", out, x, p.nd.shape);
  transform_n(out, computed(x), p);
}
template <class T> Array<computed_t<T>> idst(const Array<T>& x, DctOptions o) {
  const Problem p = settle("idst", x.shape(), o, true, true);
  Array<computed_t<T>> y(p.shape, x.device());
  transform(y, computed(x), p.axis, p.way);
  return y;
}
template <class T> void idst_into(Array<computed_t<T>>& out, const Array<T>& x, DctOptions o) {
  const Problem p = settle("idst_into", x.shape(), o, true, true);
  check_out("idst_into", out, x, p.shape);
  transform(out, computed(x), p.axis, p.way);
}
template <class T> Array<computed_t<T>> idstn(const Array<T>& x, DctnOptions o) {
  const ProblemN p = settle_n("idstn", x.shape(), o, true, true);
  Array<computed_t<T>> y(p.nd.shape, x.device());
  transform_n(y, computed(x), p);
  return y;
}
template <class T> void idstn_into(Array<computed_t<T>>& out, const Array<T>& x, DctnOptions o) {
  const ProblemN p = settle_n("idstn_into", x.shape(), o, true, true);
  check_out("idstn_into", out, x, p.nd.shape);
  transform_n(out, computed(x), p);
}

#define TUKEY_INSTANTIATE(T)                                                                     \
  template TUKEY_EXPORT Array<computed_t<T>> dct<T>(const Array<T>&, DctOptions);                \
  template TUKEY_EXPORT void dct_into<T>(Array<computed_t<T>>&, const Array<T>&, DctOptions);    \
  template TUKEY_EXPORT Array<computed_t<T>> dctn<T>(const Array<T>&, DctnOptions);              \
  template TUKEY_EXPORT void dctn_into<T>(Array<computed_t<T>>&, const Array<T>&, DctnOptions);  \
  template TUKEY_EXPORT Array<computed_t<T>> idct<T>(const Array<T>&, DctOptions);               \
  template TUKEY_EXPORT void idct_into<T>(Array<computed_t<T>>&, const Array<T>&, DctOptions);   \
  template TUKEY_EXPORT Array<computed_t<T>> idctn<T>(const Array<T>&, DctnOptions);             \
  template TUKEY_EXPORT void idctn_into<T>(Array<computed_t<T>>&, const Array<T>&, DctnOptions); \
  template TUKEY_EXPORT Array<computed_t<T>> dst<T>(const Array<T>&, DctOptions);                \
  template TUKEY_EXPORT void dst_into<T>(Array<computed_t<T>>&, const Array<T>&, DctOptions);    \
  template TUKEY_EXPORT Array<computed_t<T>> dstn<T>(const Array<T>&, DctnOptions);              \
  template TUKEY_EXPORT void dstn_into<T>(Array<computed_t<T>>&, const Array<T>&, DctnOptions);  \
  template TUKEY_EXPORT Array<computed_t<T>> idst<T>(const Array<T>&, DctOptions);               \
  template TUKEY_EXPORT void idst_into<T>(Array<computed_t<T>>&, const Array<T>&, DctOptions);   \
  template TUKEY_EXPORT Array<computed_t<T>> idstn<T>(const Array<T>&, DctnOptions);             \
  template TUKEY_EXPORT void idstn_into<T>(Array<computed_t<T>>&, const Array<T>&, DctnOptions);
TUKEY_FOR_ALL(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::fft
