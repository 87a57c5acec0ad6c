// SPDX-License-Identifier: Apache-2.0
#include "tukey/linalg/solve.hpp"

#include "backend.hpp"
#include "tukey/creation.hpp"

namespace tukey::linalg {
namespace {

using detail::gpu;
using detail::in;
using detail::out;
using detail::require;
using reference::FactorStatus;

template <class T> void require_square(const Array<T>& a, const char* function) {
  require(a.rank() >= 2 && a.shape()[a.rank() - 2] == a.shape().back(), function, "a must have shape (..., n, n), got ",
          a.shape().str());
}

// "solve: the matrix is singular", or "solve: matrix 1 of the batch is singular".
[[noreturn]] void fail(const char* function, const char* what, FactorStatus status, bool batched) {
  std::ostringstream text;
  text << function << ": ";
  if (batched)
    text << "matrix " << status.batch << " of the batch";
  else
    text << "the matrix";
  text << " is " << what;
  throw LinAlgError(text.str(), status.batch);
}

// a: (..., n, n), its leading axes not broadcast yet; b, x: (..., n, k).
template <class T> FactorStatus solve_matrices(const Array<T>& a, const Array<T>& b, Array<T>& x, bool check) {
  const index_t n = a.shape().back();
  const Array<T> every = a.broadcast_to(with_matrix(leading(x.shape()), n, n));
  if constexpr (has_cuda)
    if (x.device().is_cuda()) {
      if (n <= cuda::most_small) {
        detail::GpuCall call(x.device());
        using K = kernel_t<T>;
        return cuda::solve_small<K>(call.stream(), gpu(in(every)), gpu(in(b)), gpu(out(x)), check);
      }
      const Array<T> lu = (a.rank() == 2 ? a : every).copy(), xt = b.swapaxes(-1, -2).copy();
      FactorStatus status;
      {
        detail::GpuCall call(x.device());
        status = cuda::solve_large<T>(call.state(), out(lu), out(xt), check);
      }
      x = xt.swapaxes(-1, -2).contiguous();
      return status;
    }
  return reference::solve<T>(in(every), in(b), out(x));
}

}  // namespace

template <class T> Array<T> solve(const Array<T>& a, const Array<T>& b, SolveOptions options) {
  require_square(a, "solve");
  detail::require_same_device(a.device(), b.device(), "solve");
  require(b.rank() > 0, "solve", "b must have at least one axis, got shape ()");
  const bool vector = b.rank() == 1;
  const index_t n = a.shape().back();
  const Array<T> matrices = vector ? b.expand_dims(1) : b;
  require(matrices.shape()[matrices.rank() - 2] == n, "solve", "b must have shape (", n, ",) or (..., ", n,
          ", k) to fit a of shape ", a.shape().str(), ", got ", b.shape().str());
  const index_t k = matrices.shape().back();
  const Shape batch = broadcast_shapes(leading(a.shape()), leading(matrices.shape()), "solve");
  Array<T> x(with_matrix(batch, n, k), a.device());
  if (x.size() != 0) {
    const FactorStatus status = solve_matrices(a, matrices.broadcast_to(with_matrix(batch, n, k)), x, options.check);
    if (options.check && status.batch >= 0) fail("solve", "singular", status, !batch.empty());
  }
  return vector ? x.select(x.rank() - 1, 0) : x;
}

template <class T> Array<T> inv(const Array<T>& a, SolveOptions options) {
  require_square(a, "inv");
  const index_t n = a.shape().back();
  Array<T> x(a.shape(), a.device());
  if (x.size() == 0) return x;
  const Array<T> one = zeros<T>({n, n}, a.device());
  Array<T>(one.storage(), one.origin(), {Shape{n}, Shape{n + 1}, 0}).fill(T(1));
  const FactorStatus status = solve_matrices(a, one.broadcast_to(a.shape()), x, options.check);
  if (options.check && status.batch >= 0) fail("inv", "singular", status, a.rank() > 2);
  return x;
}

template <class T> Array<T> cholesky(const Array<T>& a, CholeskyOptions options) {
  require_square(a, "cholesky");
  Array<T> c(a.shape(), a.device());
  if (c.size() == 0) return c;
  auto run = [&]() -> FactorStatus {
    if constexpr (has_cuda)
      if (c.device().is_cuda()) {
        using K = kernel_t<T>;
        if (c.shape().back() > cuda::most_small) c.assign(a);
        detail::GpuCall call(c.device());
        if (c.shape().back() > cuda::most_small)
          return cuda::cholesky_large<T>(call.state(), out(c), options.lower, options.check);
        return cuda::cholesky_small<K>(call.stream(), gpu(in(a)), gpu(out(c)), options.lower, options.check);
      }
    return reference::cholesky<T>(in(a), out(c), options.lower);
  };
  const FactorStatus status = run();
  if (options.check && status.batch >= 0) {
    std::ostringstream what;
    what << "not positive definite (leading minor of order " << status.order << ")";
    fail("cholesky", what.str().c_str(), status, c.rank() > 2);
  }
  return c;
}

#define TUKEY_INSTANTIATE(T)                                                            \
  template TUKEY_EXPORT Array<T> solve(const Array<T>&, const Array<T>&, SolveOptions); \
  template TUKEY_EXPORT Array<T> inv(const Array<T>&, SolveOptions);                    \
  template TUKEY_EXPORT Array<T> cholesky(const Array<T>&, CholeskyOptions);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::linalg
