// SPDX-License-Identifier: Apache-2.0
// Conjugate gradients: three kernels per iteration for a csr_array (product with p.q; x, r with r.r; p), coefficients
// on the device. Every block adds the partial sums of a dot product itself, in the same order, so no kernel is needed
// for that. Traffic per iteration and element: the matrix row, then q 2 times, p 4, x 2, r 3.
#include "rows.cuh"

namespace tukey::cuda {
namespace {

constexpr int block = 256;

// The sum of the partial sums, in every thread of the block.
__device__ inline double total_of(const double* partials, int count, double* scratch) {
  double sum = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x) sum += partials[i];
  sum = block_reduce(sum, scratch, Add());
  if (threadIdx.x == 0) scratch[0] = sum;
  __syncthreads();
  sum = scratch[0];
  __syncthreads();
  return sum;
}
__device__ inline void leave_partial(double sum, double* partials, double* scratch) {
  sum = block_reduce(sum, scratch, Add());
  if (threadIdx.x == 0) partials[blockIdx.x] = sum;
}
// No step can be made along a direction of no or undefined curvature.
__device__ inline bool broken(double curvature) { return curvature == 0 || !(curvature - curvature == 0); }

template <class T>
__global__ void dot_kernel(index_t n, const T* x, const T* y, double* partials, const CgState* state) {
  __shared__ double scratch[32];
  if (state && state->done) return;
  double sum = 0;
  for (index_t i = global_thread(); i < n; i += global_threads()) sum += real_dot(widen(x[i]), widen(y[i]));
  leave_partial(sum, partials, scratch);
}

template <class T> __global__ void difference_kernel(index_t n, const T* b, const T* q, T* r, double* partials) {
  __shared__ double scratch[32];
  double sum = 0;
  for (index_t i = global_thread(); i < n; i += global_threads()) {
    const T d = b[i] - q[i];
    r[i] = d;
    sum += real_dot(widen(d), widen(d));
  }
  leave_partial(sum, partials, scratch);
}

__global__ void sum_kernel(const double* partials, int count, double* result) {
  __shared__ double scratch[32];
  const double sum = total_of(partials, count, scratch);
  if (threadIdx.x == 0) *result = sum;
}

template <class T>
__global__ void start_kernel(CgVectors<T> v, const T* z, const double* partials, int count, double bound,
                             index_t iterations) {
  __shared__ double scratch[32];
  if (blockIdx.x == 0) {
    const double rho = total_of(partials, count, scratch);
    if (threadIdx.x == 0) *v.state = CgState{{rho, 0}, 0, bound, iterations, 0};
  }
  for (index_t i = global_thread(); i < v.n; i += global_threads()) v.p[i] = z[i];
}

template <class T> __global__ void update_kernel(CgVectors<T> v, const T* q, int count, int parity) {
  using R = real_of_t<T>;
  __shared__ double scratch[32];
  if (v.state->done) return;
  const double curvature = total_of(v.curvature, count, scratch);
  const R alpha = broken(curvature) ? R(0) : R(v.state->rho[parity] / curvature);
  double sum = 0;
  for (index_t i = global_thread(); i < v.n; i += global_threads()) {
    T r = v.r[i];
    if (alpha != R(0)) {  // a broken step leaves x and r alone, whatever p and q hold
      v.x[i] = v.x[i] + alpha * v.p[i];
      r = r - alpha * q[i];
      v.r[i] = r;
    }
    sum += real_dot(widen(r), widen(r));
  }
  leave_partial(sum, v.squares, scratch);
}

// `rho_partials`: r.z, or r.r without a preconditioner. Thread 0 of block 0 writes the state for the next iteration;
// other blocks of this kernel only read parts that it leaves alone, or `done`: one that sees it set early skips a
// direction that is not used any more.
template <class T>
__global__ void direction_kernel(CgVectors<T> v, const T* z, const double* rho_partials, int count, int parity) {
  using R = real_of_t<T>;
  __shared__ double scratch[32];
  __shared__ int done;
  if (threadIdx.x == 0) done = *static_cast<volatile int*>(&v.state->done);
  __syncthreads();
  if (done) return;
  const double rho = total_of(rho_partials, count, scratch);
  const R beta = R(rho / v.state->rho[parity]);
  for (index_t i = global_thread(); i < v.n; i += global_threads()) v.p[i] = z[i] + beta * v.p[i];
  if (blockIdx.x == 0) {
    const bool stop = broken(total_of(v.curvature, count, scratch));
    const double residual = total_of(v.squares, count, scratch);
    if (threadIdx.x == 0) {
      v.state->rho[1 - parity] = rho;
      v.state->residual = residual;
      if (!stop) ++v.state->iterations;
      if (stop || !(residual > v.state->bound)) v.state->done = 1;
    }
  }
}

}  // namespace

template <class T> void cg_residual(CUstream_st* stream, csr_view<T> a, const T* b, const CgVectors<T>& v) {
  const RowsProblem<T> problem{a, v.x, 1, v.r, 1, b, v.squares, nullptr};
  launch_rows<T, Epilogue::residual>(stream, problem, partial_count(v.n, most_partials));
}
template <class T> void cg_residual(CUstream_st* stream, const T* q, const T* b, const CgVectors<T>& v) {
  launch(difference_kernel<T>, dim3(partial_count(v.n, most_partials)), dim3(block), 0, stream, v.n, b, q, v.r,
         v.squares);
}
template <class T> void cg_squares(CUstream_st* stream, index_t n, const T* x, double* partials) {
  launch(dot_kernel<T>, dim3(partial_count(n, most_partials)), dim3(block), 0, stream, n, x, x, partials,
         static_cast<const CgState*>(nullptr));
}

double cg_sum(CUstream_st* stream, index_t n, const double* partials, double* scratch) {
  launch(sum_kernel, dim3(1), dim3(block), 0, stream, partials, static_cast<int>(partial_count(n, most_partials)),
         scratch);
  double sum = 0;
  TUKEY_CUDA_CHECK(cudaMemcpyAsync(&sum, scratch, sizeof(sum), cudaMemcpyDeviceToHost, stream));
  TUKEY_CUDA_CHECK(cudaStreamSynchronize(stream));
  return sum;
}

template <class T>
void cg_start(CUstream_st* stream, const T* z, double bound, index_t iterations, const CgVectors<T>& v) {
  const unsigned blocks = partial_count(v.n, most_partials);
  if (z)
    launch(dot_kernel<T>, dim3(blocks), dim3(block), 0, stream, v.n, static_cast<const T*>(v.r), z, v.mixed,
           static_cast<const CgState*>(nullptr));
  launch(start_kernel<T>, dim3(blocks), dim3(block), 0, stream, v, z ? z : static_cast<const T*>(v.r),
         static_cast<const double*>(z ? v.mixed : v.squares), static_cast<int>(blocks), bound, iterations);
}

template <class T> void cg_apply(CUstream_st* stream, csr_view<T> a, T* q, const CgVectors<T>& v) {
  const RowsProblem<T> problem{a, v.p, 1, q, 1, v.p, v.curvature, v.state};
  launch_rows<T, Epilogue::curvature>(stream, problem, partial_count(v.n, most_partials));
}
template <class T> void cg_curvature(CUstream_st* stream, const T* q, const CgVectors<T>& v) {
  launch(dot_kernel<T>, dim3(partial_count(v.n, most_partials)), dim3(block), 0, stream, v.n,
         static_cast<const T*>(v.p), q, v.curvature, static_cast<const CgState*>(v.state));
}

template <class T> void cg_update(CUstream_st* stream, const T* q, int parity, const CgVectors<T>& v) {
  const unsigned blocks = partial_count(v.n, most_partials);
  launch(update_kernel<T>, dim3(blocks), dim3(block), 0, stream, v, q, static_cast<int>(blocks), parity);
}

template <class T> void cg_direction(CUstream_st* stream, const T* z, int parity, const CgVectors<T>& v) {
  const unsigned blocks = partial_count(v.n, most_partials);
  if (z)
    launch(dot_kernel<T>, dim3(blocks), dim3(block), 0, stream, v.n, static_cast<const T*>(v.r), z, v.mixed,
           static_cast<const CgState*>(v.state));
  launch(direction_kernel<T>, dim3(blocks), dim3(block), 0, stream, v, z ? z : static_cast<const T*>(v.r),
         static_cast<const double*>(z ? v.mixed : v.squares), static_cast<int>(blocks), parity);
}

CgState cg_read(CUstream_st* stream, const CgState* state) {
  CgState copy{};
  TUKEY_CUDA_CHECK(cudaMemcpyAsync(&copy, state, sizeof(copy), cudaMemcpyDeviceToHost, stream));
  TUKEY_CUDA_CHECK(cudaStreamSynchronize(stream));
  return copy;
}

#define TUKEY_INSTANTIATE(T)                                                               \
  template void cg_residual<T>(CUstream_st*, csr_view<T>, const T*, const CgVectors<T>&);  \
  template void cg_residual<T>(CUstream_st*, const T*, const T*, const CgVectors<T>&);     \
  template void cg_squares<T>(CUstream_st*, index_t, const T*, double*);                   \
  template void cg_start<T>(CUstream_st*, const T*, double, index_t, const CgVectors<T>&); \
  template void cg_apply<T>(CUstream_st*, csr_view<T>, T*, const CgVectors<T>&);           \
  template void cg_curvature<T>(CUstream_st*, const T*, const CgVectors<T>&);              \
  template void cg_update<T>(CUstream_st*, const T*, int, const CgVectors<T>&);            \
  template void cg_direction<T>(CUstream_st*, const T*, int, const CgVectors<T>&);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)
TUKEY_INSTANTIATE(cplx<float>)
TUKEY_INSTANTIATE(cplx<double>)

}  // namespace tukey::cuda
