// SPDX-License-Identifier: Apache-2.0
// The product by cuSPARSE, whose CSR_ALG2 divides the entries evenly, whatever the rows' lengths. Deterministic.
#include <cusparse.h>

#include "backend.hpp"
#include "tukey/detail/cuda_error.hpp"
#include "tukey/detail/workspace.hpp"

namespace tukey::cuda {
namespace {

class CusparseHandle {
 public:
  explicit CusparseHandle(detail::StreamState& state) {
    TUKEY_LIBRARY_CHECK(cusparseCreate(&handle_));
    try {
      TUKEY_LIBRARY_CHECK(cusparseSetStream(handle_, state.stream()));
    } catch (...) {
      cusparseDestroy(handle_);
      throw;
    }
  }
  ~CusparseHandle() { cusparseDestroy(handle_); }
  CusparseHandle(const CusparseHandle&) = delete;
  CusparseHandle& operator=(const CusparseHandle&) = delete;
  cusparseHandle_t get() const { return handle_; }

 private:
  cusparseHandle_t handle_ = nullptr;
};

template <class T> inline constexpr cudaDataType data_type = CUDA_R_32F;
template <> inline constexpr cudaDataType data_type<double> = CUDA_R_64F;
template <> inline constexpr cudaDataType data_type<std::complex<float>> = CUDA_C_32F;
template <> inline constexpr cudaDataType data_type<std::complex<double>> = CUDA_C_64F;

// Host-side descriptions of the operands, freed with this.
struct Operands {
  cusparseConstSpMatDescr_t a = nullptr;
  cusparseConstDnVecDescr_t x = nullptr;
  cusparseDnVecDescr_t y = nullptr;
  Operands() = default;
  Operands(const Operands&) = delete;
  Operands& operator=(const Operands&) = delete;
  ~Operands() {
    if (a) cusparseDestroySpMat(a);
    if (x) cusparseDestroyDnVec(x);
    if (y) cusparseDestroyDnVec(y);
  }
};

}  // namespace

template <class T> void spmv_skewed(detail::StreamState& state, csr_view<T> a, const T* x, T* y) {
  constexpr cudaDataType type = data_type<T>;
  const T one(1), zero(0);
  auto guard = state.lock();
  const cusparseHandle_t handle = state.get<CusparseHandle>().get();
  Operands o;
  TUKEY_LIBRARY_CHECK(cusparseCreateConstCsr(&o.a, a.rows, a.cols, a.nnz, a.indptr, a.indices, a.data,
                                             CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type));
  TUKEY_LIBRARY_CHECK(cusparseCreateConstDnVec(&o.x, a.cols, x, type));
  TUKEY_LIBRARY_CHECK(cusparseCreateDnVec(&o.y, a.rows, y, type));
  std::size_t bytes = 0;
  TUKEY_LIBRARY_CHECK(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, o.a, o.x, &zero, o.y,
                                              type, CUSPARSE_SPMV_CSR_ALG2, &bytes));
  const detail::Workspace scratch(state.stream(), bytes);
  TUKEY_LIBRARY_CHECK(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, o.a, o.x, &zero, o.y, type,
                                   CUSPARSE_SPMV_CSR_ALG2, scratch.data()));
}

#define TUKEY_INSTANTIATE(T) template void spmv_skewed<T>(detail::StreamState&, csr_view<T>, const T*, T*);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::cuda
