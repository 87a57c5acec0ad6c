// SPDX-License-Identifier: Apache-2.0
// Running sums, products and extremes of integers on the GPU: all in 64 bits.
#include "scan.cuh"

namespace tukey::cuda {

using namespace pointwise;
using detail::ScanOp;

void scan_integer(CUstream_st* stream, const detail::scan& s, ScanOp op, int from, const void* x, int to, void* y) {
  integer_io io{x, y, from, to, 0};
  if (op == ScanOp::sum) return run_scan<4>(stream, s, io, scan_arithmetic<long, long, false>{false});
  if (op == ScanOp::prod) return run_scan<4>(stream, s, io, scan_arithmetic<long, long, true>{false});
  if (from == 8) io.bias = 1ul << 63;
  run_scan<4>(stream, s, io, scan_extreme<long>{op == ScanOp::min});
}

}  // namespace tukey::cuda
