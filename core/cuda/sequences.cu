// SPDX-License-Identifier: Apache-2.0
// Arrays that are formulas of their index: one thread an element.
#include "sequences.hpp"

#include "tukey/detail/launch.cuh"

namespace tukey::cuda {
namespace {

using detail::index_grid;

constexpr int block = 256;

template <class T> __global__ void __launch_bounds__(block) power_kernel(T* to, detail::power_sequence s) {
  for (index_t i = global_thread(); i < s.count; i += global_threads())
    detail::store(to + i, detail::power_value(s, i));
}
__global__ void __launch_bounds__(block)
    triangle_kernel(index_t* rows, index_t* columns, index_t count, detail::triangle t) {
  for (index_t p = global_thread(); p < count; p += global_threads()) {
    index_t row, column;
    detail::triangle_element(t, p, row, column);
    rows[p] = row;
    columns[p] = column;
  }
}
__device__ void report(index_t* bad, index_t place) {
  atomicMin(reinterpret_cast<unsigned long long*>(bad), static_cast<unsigned long long>(place));
}
__global__ void __launch_bounds__(block) unravel_kernel(index_t* out, const index_t* in, index_grid g, index_t* bad) {
  for (index_t i = global_thread(); i < g.count; i += global_threads())
    if (!detail::unravel_one(g, in[i], out, i)) report(bad, i);
}
__global__ void __launch_bounds__(block) ravel_kernel(index_t* out, const index_t* in, index_grid g, index_t* bad) {
  for (index_t i = global_thread(); i < g.count; i += global_threads()) {
    int axis;
    if (!detail::ravel_one(g, in, out, i, axis)) report(bad, axis * g.count + i);
  }
}

}  // namespace

template <class T> void power_fill(CUstream_st* stream, T* to, const detail::power_sequence& s) {
  launch(power_kernel<T>, dim3(grid_for(s.count, block)), dim3(block), 0, stream, to, s);
}
template void power_fill(CUstream_st*, float*, const detail::power_sequence&);
template void power_fill(CUstream_st*, double*, const detail::power_sequence&);
template void power_fill(CUstream_st*, cplx<float>*, const detail::power_sequence&);
template void power_fill(CUstream_st*, cplx<double>*, const detail::power_sequence&);

void triangle_fill(CUstream_st* stream, index_t* rows, index_t* columns, index_t count, const detail::triangle& t) {
  launch(triangle_kernel, dim3(grid_for(count, block)), dim3(block), 0, stream, rows, columns, count, t);
}
void unravel(CUstream_st* stream, index_t* out, const index_t* in, const index_grid& g, index_t* bad) {
  launch(unravel_kernel, dim3(grid_for(g.count, block)), dim3(block), 0, stream, out, in, g, bad);
}
void ravel(CUstream_st* stream, index_t* out, const index_t* in, const index_grid& g, index_t* bad) {
  launch(ravel_kernel, dim3(grid_for(g.count, block)), dim3(block), 0, stream, out, in, g, bad);
}

}  // namespace tukey::cuda
