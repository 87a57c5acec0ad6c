// SPDX-License-Identifier: Apache-2.0
#include "tukey/sparse/solvers.hpp"

#include <algorithm>
#include <cmath>

#include "backend.hpp"

namespace tukey::sparse {
namespace {

using detail::gpu;
using detail::in;
using detail::out;
using detail::require;

// The matrix of a system: compressed rows, or an operator.
template <class T> struct System {
  const csr_array<T>* matrix;
  const LinearOperator<T>* apply;
};

// op(x), checked.
template <class T> Array<T> apply_checked(const LinearOperator<T>& op, const Array<T>& x, const char* name) {
  Array<T> y = op(x);
  require(y.shape() == x.shape() && y.device() == x.device(), "cg", name, " must return shape ", x.shape().str(),
          " on ", x.device().str(), ", got ", y.shape().str(), " on ", y.device().str());
  return y.contiguous();
}

template <class T>
CgResult<T> cg_cpu(const System<T>& a, const Array<T>& b, const CgOptions<T>& options, Array<T> x, index_t maxiter) {
  const index_t n = b.size();
  reference::CgProblem<T> problem;
  auto call = [n](const LinearOperator<T>& op, const char* name, const T* from, T* to) {
    const Array<T> y = apply_checked(op, Array<T>::wrap(const_cast<T*>(from), {n}), name);
    std::copy_n(in(y).data, n, to);
  };
  const T* const right = in(b).data;
  problem.n = n;
  problem.b = right;
  problem.x = out(x).data;
  problem.rtol = options.rtol;
  problem.atol = options.atol;
  problem.maxiter = maxiter;
  if (a.matrix) {
    const csr_view<T> m = a.matrix->view();
    problem.apply = [=](const T* p, T* q) {
      reference::spmv<T>(m, detail::make_view(p, {n}, {1}), detail::make_view(q, {n}, {1}));
    };
    problem.residual = [=](const T* y, T* r) { reference::csr_residual<T>(m, y, right, r); };
  } else {
    problem.apply = [&](const T* p, T* q) { call(*a.apply, "the operator", p, q); };
    problem.residual = [&](const T* y, T* r) {
      call(*a.apply, "the operator", y, r);
      for (index_t i = 0; i < n; ++i) r[i] = right[i] - r[i];
    };
  }
  if (options.M) problem.precondition = [&](const T* r, T* z) { call(options.M, "M", r, z); };
  const reference::CgStatus status = reference::cg<T>(problem);
  return {x, status.converged ? 0 : std::max<index_t>(1, status.iterations), status.iterations, status.residual};
}

// The same loop as reference::cg, with all vectors and coefficients on the device.
template <class T>
CgResult<T> cg_gpu(const System<T>& a, const Array<T>& b, const CgOptions<T>& options, Array<T> x, index_t maxiter) {
  using K = kernel_t<T>;
  const Device device = b.device();
  const index_t n = b.size();
  detail::GpuCall call(device);
  CUstream_st* const stream = call.stream();
  Array<T> r({n}, device), p({n}, device), q({n}, device);
  const Array<double> sums({3 * cuda::most_partials + 1 + index_t(sizeof(cuda::CgState) / sizeof(double)) + 1}, device);
  double* const d = out(sums).data;
  auto raw = [](const Array<T>& v) { return gpu(out(v)).data; };
  auto read = [](const Array<T>& v) { return gpu(in(v)).data; };
  const cuda::CgVectors<K> v{n,
                             raw(x),
                             raw(r),
                             raw(p),
                             reinterpret_cast<cuda::CgState*>(d + 3 * cuda::most_partials + 1),
                             d,
                             d + cuda::most_partials,
                             d + 2 * cuda::most_partials};
  double* const scalar = d + 3 * cuda::most_partials;
  csr_view<K> m{};
  if (a.matrix) {
    const csr_view<T> view = a.matrix->view();
    m = {
        view.rows, view.cols, view.nnz, view.longest, view.indptr, view.indices, reinterpret_cast<const K*>(view.data)};
  }
  auto norm_of = [&](const double* partials) { return std::sqrt(cuda::cg_sum(stream, n, partials, scalar)); };

  cuda::cg_squares<K>(stream, n, read(b), v.squares);
  const double norm_b = norm_of(v.squares);
  if (norm_b == 0) {
    x.fill(T(0));
    return {x, 0, 0, 0.0};
  }
  const double bound = std::max(options.rtol * norm_b, options.atol);
  index_t iterations = 0;
  double previous = HUGE_VAL;
  for (;;) {
    if (a.matrix) {
      cuda::cg_residual<K>(stream, m, read(b), v);
    } else {
      const Array<T> product = apply_checked(*a.apply, x, "the operator");
      cuda::cg_residual<K>(stream, read(product), read(b), v);
    }
    const double reached = norm_of(v.squares);
    if (reached <= bound) return {x, 0, iterations, reached};
    if (iterations >= maxiter || !(reached <= 0.5 * previous))
      return {x, std::max<index_t>(1, iterations), iterations, reached};
    previous = reached;

    Array<T> z;
    if (options.M) z = apply_checked(options.M, r, "M");
    cuda::cg_start<K>(stream, options.M ? read(z) : nullptr, bound * bound, iterations, v);
    index_t enqueued = 0, batch = 4;
    cuda::CgState state{};
    do {
      const index_t count = std::min(batch, maxiter - iterations - enqueued);
      for (index_t i = 0; i < count; ++i, ++enqueued) {
        const int parity = static_cast<int>(enqueued & 1);
        const K* product;
        Array<T> applied;
        if (a.matrix) {
          cuda::cg_apply<K>(stream, m, raw(q), v);
          product = raw(q);
        } else {
          applied = apply_checked(*a.apply, p, "the operator");
          product = read(applied);
          cuda::cg_curvature<K>(stream, product, v);
        }
        cuda::cg_update<K>(stream, product, parity, v);
        if (options.M) z = apply_checked(options.M, r, "M");
        cuda::cg_direction<K>(stream, options.M ? read(z) : nullptr, parity, v);
      }
      batch = std::min<index_t>(2 * batch, 32);
      state = cuda::cg_read(stream, v.state);
    } while (!state.done && iterations + enqueued < maxiter);
    iterations = state.iterations;
  }
}

template <class T> CgResult<T> solve(const System<T>& a, const Array<T>& b, const CgOptions<T>& options) {
  require(b.rank() == 1, "cg", "b must be 1-D, got shape ", b.shape().str());
  const index_t n = b.size();
  if (a.matrix) {
    const Shape& shape = a.matrix->shape();
    require(shape[0] == n && shape[1] == n, "cg", "a must have shape ", Shape({n, n}).str(), " to fit b, got ",
            shape.str());
    detail::require_same_device(a.matrix->device(), b.device(), "cg");
  } else {
    require(static_cast<bool>(*a.apply), "cg", "the operator must not be empty");
  }
  require(options.rtol >= 0 && options.atol >= 0, "cg", "rtol and atol must not be negative, got ", options.rtol,
          " and ", options.atol);
  const index_t maxiter = options.maxiter.value_or(10 * n);
  require(maxiter >= 0, "cg", "maxiter must not be negative, got ", maxiter);
  Array<T> x({n}, b.device());
  if (options.x0) {
    require(options.x0->shape() == b.shape(), "cg", "x0 must have shape ", b.shape().str(), ", got ",
            options.x0->shape().str());
    detail::require_same_device(options.x0->device(), b.device(), "cg");
    x.assign(*options.x0);
  } else {
    x.fill(T(0));
  }
  if (n == 0) return {x, 0, 0, 0.0};
  auto run = [&]() -> CgResult<T> {
    if constexpr (has_cuda)
      if (b.device().is_cuda()) return cg_gpu(a, b.contiguous(), options, x, maxiter);
    return cg_cpu(a, b.contiguous(), options, x, maxiter);
  };
  CgResult<T> result = run();
  if (options.check && result.info != 0) {
    std::ostringstream text;
    text << "cg: not converged after " << result.iterations << " iterations, residual " << result.residual;
    throw NotConverged(text.str(), result.residual, result.iterations);
  }
  return result;
}

}  // namespace

template <class T> CgResult<T> cg(const csr_array<T>& a, const Array<T>& b, CgOptions<T> options) {
  return solve<T>({&a, nullptr}, b, options);
}
template <class T>
CgResult<T> cg(const std::enable_if_t<true, LinearOperator<T>>& a, const Array<T>& b, CgOptions<T> options) {
  return solve<T>({nullptr, &a}, b, options);
}

#define TUKEY_INSTANTIATE(T)                                                                \
  template TUKEY_EXPORT CgResult<T> cg(const csr_array<T>&, const Array<T>&, CgOptions<T>); \
  template TUKEY_EXPORT CgResult<T> cg<T>(const LinearOperator<T>&, const Array<T>&, CgOptions<T>);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::sparse
