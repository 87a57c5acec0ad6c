// SPDX-License-Identifier: Apache-2.0
// Internal: the wider scalars in which the sparse kernels add, and their shuffles.
#pragma once

#include "tukey/detail/launch.cuh"

namespace tukey::cuda {

template <class T> struct wide { using type = T; };
template <> struct wide<float> { using type = double; };
template <> struct wide<cplx<float>> { using type = cplx<double>; };
template <class T> using wide_t = typename wide<T>::type;

__device__ inline double widen(float x) { return x; }
__device__ inline double widen(double x) { return x; }
__device__ inline cplx<double> widen(cplx<float> x) { return {x.re, x.im}; }
__device__ inline cplx<double> widen(cplx<double> x) { return x; }
template <class T> __device__ inline T narrow(double x) { return T(x); }
template <class T> __device__ inline T narrow(cplx<double> x) { return {real_of_t<T>(x.re), real_of_t<T>(x.im)}; }

// Re(conj(x) y).
__device__ inline double real_dot(double x, double y) { return x * y; }
__device__ inline double real_dot(cplx<double> x, cplx<double> y) { return x.re * y.re + x.im * y.im; }

__device__ inline double shuffle_xor(double x, int d) { return __shfl_xor_sync(full_warp, x, d); }
__device__ inline cplx<double> shuffle_xor(cplx<double> x, int d) {
  return {__shfl_xor_sync(full_warp, x.re, d), __shfl_xor_sync(full_warp, x.im, d)};
}

struct Add {
  __device__ double operator()(double a, double b) const { return a + b; }
};

// Blocks of every kernel that leaves or reads partial sums of a dot product over n elements: one partial sum each.
inline unsigned partial_count(index_t n, int most) {
  const index_t blocks = (n + 63) / 64;
  return static_cast<unsigned>(blocks < 1 ? 1 : (blocks < most ? blocks : most));
}

}  // namespace tukey::cuda
