// SPDX-License-Identifier: Apache-2.0
#include "tukey/linalg/products.hpp"

#include "backend.hpp"

namespace tukey::linalg {
namespace {

using detail::in;
using detail::out;
using detail::require;

// What the shapes of two operands say: both as matrices, and the result's shape.
template <class T> struct Product {
  Array<T> a, b;
  bool row, column;  // a is a row vector, b a column vector
  Shape batch, shape;

  Product(const Array<T>& x, const Array<T>& y) : row(x.rank() == 1), column(y.rank() == 1) {
    require(x.rank() > 0, "matmul", "a must have at least one axis, got shape ()");
    require(y.rank() > 0, "matmul", "b must have at least one axis, got shape ()");
    detail::require_same_device(x.device(), y.device(), "matmul");
    const index_t inner = y.shape()[column ? 0 : y.rank() - 2];
    require(x.shape().back() == inner, "matmul", "the last axis of a and the ", column ? "" : "second to ",
            "last of b must agree, got shapes ", x.shape().str(), " and ", y.shape().str());
    a = row ? x.expand_dims(0) : x;
    b = column ? y.expand_dims(1) : y;
    batch = broadcast_shapes(leading(a.shape()), leading(b.shape()), "matmul");
    shape = batch;
    if (!row) shape.push_back(a.shape()[a.rank() - 2]);
    if (!column) shape.push_back(b.shape().back());
    a = a.broadcast_to(with_matrix(batch, a.shape()[a.rank() - 2], inner));
    b = b.broadcast_to(with_matrix(batch, inner, b.shape().back()));
  }
};

// A row-major copy of the last two axes; broadcast leading axes stay broadcast.
template <class T> Array<T> copy_matrices(const Array<T>& x) {
  Array<T> distinct = x;
  for (int d = 0; d < x.rank() - 2; ++d)
    if (x.strides()[d] == 0 && x.shape()[d] > 1) distinct = distinct.select(d, 0).expand_dims(d);
  return distinct.copy().broadcast_to(x.shape());
}

template <class T> void multiply(const Product<T>& p, const Array<T>& result) {
  Array<T> c = result;
  if (p.row) c = c.expand_dims(p.batch.rank());
  if (p.column) c = c.expand_dims(c.rank());
  if (c.size() == 0) return;
  if constexpr (has_cuda)
    if (c.device().is_cuda()) {
      if (p.a.shape().back() == 0) return c.fill(T(0));
      const Array<T> a = blas_layout(p.a) ? p.a : copy_matrices(p.a), b = blas_layout(p.b) ? p.b : copy_matrices(p.b);
      const bool direct = blas_layout(c);
      const Array<T> target = direct ? c : Array<T>(c.shape(), c.device());
      {
        detail::GpuCall call(c.device());
        cuda::matmul<T>(call.state(), in(a), in(b), out(target));
      }
      if (!direct) c.assign(target);
      return;
    }
  reference::matmul<T>(in(p.a), in(p.b), out(c));
}

}  // namespace

template <class T> void matmul_into(Array<T>& y, const Array<T>& a, const Array<T>& b) {
  const Product<T> p(a, b);
  detail::require_same_device(y.device(), a.device(), "matmul_into");
  require(y.shape() == p.shape, "matmul_into", "out must have shape ", p.shape.str(), ", got ", y.shape().str());
  multiply(p, y);
}

template <class T> Array<T> matmul(const Array<T>& a, const Array<T>& b) {
  const Product<T> p(a, b);
  Array<T> y(p.shape, a.device());
  multiply(p, y);
  return y;
}

#define TUKEY_INSTANTIATE(T)                                               \
  template TUKEY_EXPORT Array<T> matmul(const Array<T>&, const Array<T>&); \
  template TUKEY_EXPORT void matmul_into(Array<T>&, const Array<T>&, const Array<T>&);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::linalg
