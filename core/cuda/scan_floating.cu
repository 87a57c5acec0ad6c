// SPDX-License-Identifier: Apache-2.0
// Running sums, products and extremes of floating types on the GPU.
#include "scan.cuh"

namespace tukey::cuda {

using namespace pointwise;
using detail::ScanOp;

template <class T>
void scan_floating(CUstream_st* stream, const detail::scan& s, ScanOp op, bool skip_nan, const T* x, T* y) {
  using S = typename wide<T>::type;
  constexpr int V = 16 / sizeof(T);
  const typed_io<T> io{x, y};
  if (op == ScanOp::sum) return run_scan<V>(stream, s, io, scan_arithmetic<T, S, false>{skip_nan});
  if (op == ScanOp::prod) return run_scan<V>(stream, s, io, scan_arithmetic<T, S, true>{skip_nan});
  if constexpr (kind_of<T> != kind::complex) run_scan<V>(stream, s, io, scan_extreme<T>{op == ScanOp::min});
}

template void scan_floating(CUstream_st*, const detail::scan&, ScanOp, bool, const float*, float*);
template void scan_floating(CUstream_st*, const detail::scan&, ScanOp, bool, const double*, double*);
template void scan_floating(CUstream_st*, const detail::scan&, ScanOp, bool, const cplx<float>*, cplx<float>*);
template void scan_floating(CUstream_st*, const detail::scan&, ScanOp, bool, const cplx<double>*, cplx<double>*);

}  // namespace tukey::cuda
