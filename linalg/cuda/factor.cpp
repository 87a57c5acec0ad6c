// SPDX-License-Identifier: Apache-2.0
// Systems and Cholesky factors beyond the small kernels: cuBLAS for batches of medium matrices, cuSOLVER for others.
//
// A row-major matrix is, to these column-major libraries, its transpose. So solve factors a^T and solves with the
// transposed factors, and a row-major upper factor is a column-major lower one (a^T = l l^H gives a = u^H u with
// u = l^T, which is l's memory read row-major). Nothing is transposed in memory.
#include <limits>

#include "backend.hpp"
#include "handles.hpp"
#include "large.hpp"

namespace tukey::cuda {

void* CusolverHandle::host(std::size_t bytes, CUstream_st* stream) {
  if (bytes > host_.size()) {
    TUKEY_CUDA_CHECK(cudaStreamSynchronize(stream));
    host_.resize(bytes);
  }
  return bytes ? host_.data() : nullptr;
}

namespace {

// Batches of matrices up to this size go to the batched routines of cuBLAS and cuSOLVER.
constexpr index_t most_batched = 256;

#define TUKEY_BATCHED(T, C, letter)                                                                                   \
  void getrf_batched(cublasHandle_t h, int n, void** a, int* pivots, int* info, int count, T) {                       \
    TUKEY_LIBRARY_CHECK(cublas##letter##getrfBatched(h, n, reinterpret_cast<C* const*>(a), n, pivots, info, count));  \
  }                                                                                                                   \
  void getrs_batched(cublasHandle_t h, int n, int k, void** a, const int* pivots, void** b, int count, T) {           \
    int info = 0;                                                                                                     \
    TUKEY_LIBRARY_CHECK(cublas##letter##getrsBatched(h, CUBLAS_OP_T, n, k, reinterpret_cast<const C* const*>(a), n,   \
                                                     pivots, reinterpret_cast<C* const*>(b), n, &info, count));       \
    if (info != 0) detail::throw_library_error(info, "cublas" #letter "getrsBatched (argument)", __FILE__, __LINE__); \
  }                                                                                                                   \
  void potrf_batched(cusolverDnHandle_t h, cublasFillMode_t uplo, int n, void** a, int* info, int count, T) {         \
    TUKEY_LIBRARY_CHECK(cusolverDn##letter##potrfBatched(h, uplo, n, reinterpret_cast<C**>(a), n, info, count));      \
  }
TUKEY_BATCHED(float, float, S)
TUKEY_BATCHED(double, double, D)
TUKEY_BATCHED(std::complex<float>, cuComplex, C)
TUKEY_BATCHED(std::complex<double>, cuDoubleComplex, Z)
#undef TUKEY_BATCHED

int checked_int(index_t value, const char* function) {
  detail::require(value <= std::numeric_limits<int>::max(), function, "the batch is too large for cuBLAS: ", value);
  return static_cast<int>(value);
}

template <class T> kernel_t<T>* raw(T* p) { return reinterpret_cast<kernel_t<T>*>(p); }

}  // namespace

template <class T> FactorStatus solve_large(detail::StreamState& state, view<T> lu, view<T> xt, bool check) {
  CUstream_st* const stream = state.stream();
  const index_t n = lu.shape[lu.rank - 1], count = lu.size() / (n * n), per = xt.size() / count, k = per / n;
  const detail::Workspace infos(stream, 2 * sizeof(int) * static_cast<std::size_t>(count));
  int* const info = infos.as<int>();
  int* const has_nan = info + count;
  find_nan(stream, raw<const T>(lu.data), count, n * n, has_nan);
  auto guard = state.lock();
  if (count > 1 && n <= most_batched) {
    const int c = checked_int(count, "solve"), columns = checked_int(k, "solve");
    const detail::Workspace pivots(stream, sizeof(int) * static_cast<std::size_t>(n * count));
    const detail::Workspace pointers(stream, 2 * sizeof(void*) * static_cast<std::size_t>(count));
    void** const pa = pointers.as<void*>();
    void** const pb = pa + count;
    fill_pointers(stream, pa, lu.data, n * n * index_t(sizeof(T)), count);
    fill_pointers(stream, pb, xt.data, per * index_t(sizeof(T)), count);
    const cublasHandle_t handle = state.get<CublasHandle>().get();
    getrf_batched(handle, static_cast<int>(n), pa, pivots.as<int>(), info, c, T());
    getrs_batched(handle, static_cast<int>(n), columns, pa, pivots.as<int>(), pb, c, T());
    return finish_solve(stream, info, has_nan, raw(xt.data), count, per, check);
  }
  CusolverHandle& solver = state.get<CusolverHandle>();
  std::size_t device_bytes = 0, host_bytes = 0;
  TUKEY_LIBRARY_CHECK(cusolverDnXgetrf_bufferSize(solver.get(), solver.params(), n, n, data_type<T>, lu.data, n,
                                                  data_type<T>, &device_bytes, &host_bytes));
  const detail::Workspace scratch(stream, device_bytes),
      pivots(stream, sizeof(std::int64_t) * static_cast<std::size_t>(n));
  const detail::Workspace unused(stream, sizeof(int));
  for (index_t b = 0; b < count; ++b) {
    T* const a = lu.data + b * n * n;
    TUKEY_LIBRARY_CHECK(cusolverDnXgetrf(solver.get(), solver.params(), n, n, data_type<T>, a, n,
                                         pivots.as<std::int64_t>(), data_type<T>, scratch.data(), device_bytes,
                                         solver.host(host_bytes, stream), host_bytes, info + b));
    TUKEY_LIBRARY_CHECK(cusolverDnXgetrs(solver.get(), solver.params(), CUBLAS_OP_T, n, k, data_type<T>, a, n,
                                         pivots.as<std::int64_t>(), data_type<T>, xt.data + b * per, n,
                                         unused.as<int>()));
  }
  return finish_solve(stream, info, has_nan, raw(xt.data), count, per, check);
}

template <class T> FactorStatus cholesky_large(detail::StreamState& state, view<T> c, bool lower, bool check) {
  CUstream_st* const stream = state.stream();
  const index_t n = c.shape[c.rank - 1], count = c.size() / (n * n);
  const cublasFillMode_t uplo = lower ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
  const detail::Workspace infos(stream, sizeof(int) * static_cast<std::size_t>(count));
  int* const info = infos.as<int>();
  auto guard = state.lock();
  CusolverHandle& solver = state.get<CusolverHandle>();
  if (count > 1 && n <= most_batched) {
    const detail::Workspace pointers(stream, sizeof(void*) * static_cast<std::size_t>(count));
    fill_pointers(stream, pointers.as<void*>(), c.data, n * n * index_t(sizeof(T)), count);
    potrf_batched(solver.get(), uplo, static_cast<int>(n), pointers.as<void*>(), info, checked_int(count, "cholesky"),
                  T());
    return finish_cholesky(stream, info, raw(c.data), count, n, !lower, check);
  }
  std::size_t device_bytes = 0, host_bytes = 0;
  TUKEY_LIBRARY_CHECK(cusolverDnXpotrf_bufferSize(solver.get(), solver.params(), uplo, n, data_type<T>, c.data, n,
                                                  data_type<T>, &device_bytes, &host_bytes));
  const detail::Workspace scratch(stream, device_bytes);
  for (index_t b = 0; b < count; ++b)
    TUKEY_LIBRARY_CHECK(cusolverDnXpotrf(solver.get(), solver.params(), uplo, n, data_type<T>, c.data + b * n * n, n,
                                         data_type<T>, scratch.data(), device_bytes, solver.host(host_bytes, stream),
                                         host_bytes, info + b));
  return finish_cholesky(stream, info, raw(c.data), count, n, !lower, check);
}

#define TUKEY_INSTANTIATE(T)                                                          \
  template FactorStatus solve_large<T>(detail::StreamState&, view<T>, view<T>, bool); \
  template FactorStatus cholesky_large<T>(detail::StreamState&, view<T>, bool, bool);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::cuda
