// SPDX-License-Identifier: Apache-2.0
#include "tukey/sparse/csr.hpp"

#include <algorithm>
#include <limits>

#include "backend.hpp"

namespace tukey::sparse {
namespace {

using detail::gpu;
using detail::in;
using detail::out;
using detail::require;
using reference::CsrCheck;
using reference::CsrFault;

constexpr index_t index_limit = std::numeric_limits<std::int32_t>::max();

void require_shape(const Shape& shape, index_t entries, const char* function) {
  require(shape.rank() == 2 && shape[0] >= 0 && shape[1] >= 0, function, "shape must be (rows, columns), got ",
          shape.str());
  require(shape[0] < index_limit && shape[1] <= index_limit && entries <= index_limit, function,
          "rows, columns and entries must each be below 2^31 (indices are 32-bit), got shape ", shape.str(), " with ",
          entries, " entries");
}

template <class T> void require_vector(const Array<T>& x, const char* name, const char* function) {
  require(x.rank() == 1, function, name, " must be 1-D, got shape ", x.shape().str());
}

template <class I>
[[noreturn]] void bad_entry(const Array<I>& rows, const Array<I>& cols, index_t at, const Shape& shape) {
  detail::invalid("from_coo", "entry ", at, " is at (", index_t(rows(at).item()), ", ", index_t(cols(at).item()),
                  "), outside the shape ", shape.str());
}

// Whether the kernels of rows would leave most of the device idle on the longest one.
template <class T> bool skewed(const csr_view<T>& a) {
  return a.longest > 16384 && a.longest > 64 * (a.nnz / std::max<index_t>(a.rows, 1) + 1);
}

template <class T> Array<T> stored(const std::vector<T>& values, Device device) {
  return Array<T>::from(values.data(), Shape{static_cast<index_t>(values.size())}, device);
}

template <class T> csr_view<kernel_t<T>> gpu(const csr_view<T>& a) {
  return {a.rows, a.cols, a.nnz, a.longest, a.indptr, a.indices, reinterpret_cast<const kernel_t<T>*>(a.data)};
}

}  // namespace

template <class T>
csr_array<T>::csr_array(const Shape& shape, Device device) : shape_(shape), indices_({0}, device), data_({0}, device) {
  require_shape(shape, 0, "csr_array");
  indptr_ = Array<std::int32_t>({shape[0] + 1}, device);
  indptr_.fill(0);
}

template <class T>
csr_array<T>::csr_array(const Array<std::int32_t>& indptr, const Array<std::int32_t>& indices, const Array<T>& data,
                        const Shape& shape)
    : shape_(shape) {
  const char* const name = "csr_array";
  require_vector(indptr, "indptr", name);
  require_vector(indices, "indices", name);
  require_vector(data, "data", name);
  require_shape(shape, data.size(), name);
  detail::require_same_device(indptr.device(), data.device(), name);
  detail::require_same_device(indices.device(), data.device(), name);
  require(indptr.size() == shape[0] + 1, name, "indptr must have rows + 1 = ", shape[0] + 1, " elements, got ",
          indptr.size());
  require(indices.size() == data.size(), name, "indices and data must have the same length, got ", indices.size(),
          " and ", data.size());
  indptr_ = indptr.contiguous();
  indices_ = indices.contiguous();
  data_ = data.contiguous();
  auto run = [&]() -> CsrCheck {
    if constexpr (has_cuda)
      if (data_.device().is_cuda()) {
        detail::GpuCall call(data_.device());
        return cuda::check_csr(call.stream(), in(indptr_).data, in(indices_).data, shape[0], shape[1], data_.size());
      }
    return reference::check_csr(in(indptr_).data, in(indices_).data, shape[0], shape[1], data_.size());
  };
  const CsrCheck check = run();
  auto value = [](const Array<std::int32_t>& x, index_t i) { return x(i).item(); };
  switch (check.fault) {
    case CsrFault::none:
      break;
    case CsrFault::start:
      detail::invalid(name, "indptr must start with 0, got ", value(indptr_, 0));
    case CsrFault::order:
      detail::invalid(name, "indptr must not fall, got ", value(indptr_, check.at), " and then ",
                      value(indptr_, check.at + 1), " at row ", check.at);
    case CsrFault::end:
      detail::invalid(name, "indptr must end with the number of entries, ", data_.size(), ", got ",
                      value(indptr_, check.at));
    case CsrFault::column:
      detail::invalid(name, "columns must be in [0, ", shape[1], "), got ", value(indices_, check.at), " in entry ",
                      check.at);
  }
  longest_ = check.longest;
}

template <class T>
template <class I>
csr_array<T> csr_array<T>::from_coo(const Array<I>& rows, const Array<I>& cols, const Array<T>& values,
                                    const Shape& shape) {
  const char* const name = "from_coo";
  require_vector(rows, "rows", name);
  require_vector(cols, "cols", name);
  require_vector(values, "values", name);
  require_shape(shape, values.size(), name);
  require(rows.size() == values.size() && cols.size() == values.size(), name,
          "rows, cols and values must have the same length, got ", rows.size(), ", ", cols.size(), " and ",
          values.size());
  detail::require_same_device(rows.device(), values.device(), name);
  detail::require_same_device(cols.device(), values.device(), name);
  const Device device = values.device();
  const index_t count = values.size();
  if (count == 0) return csr_array(shape, device);
  if constexpr (has_cuda)
    if (device.is_cuda()) {
      Array<std::int32_t> indptr({shape[0] + 1}, device);
      const Array<index_t> keys({2, count}, device);
      const Array<std::int32_t> numbers({3 * count}, device);
      index_t* const k = out(keys).data;
      int* const o = out(numbers).data;
      const cuda::CooScratch scratch{k, k + count, o, o + count, o + 2 * count};
      index_t bad = -1, nnz = 0;
      {
        detail::GpuCall call(device);
        nnz = cuda::coo_sort<I>(call.stream(), in(rows), in(cols), shape[0], shape[1], scratch, bad);
      }
      if (bad >= 0) bad_entry(rows, cols, bad, shape);
      Array<std::int32_t> indices({nnz}, device);
      Array<T> data({nnz}, device);
      using K = kernel_t<T>;
      index_t longest = 0;
      {
        detail::GpuCall call(device);
        longest = cuda::coo_compress<K>(call.stream(), gpu(in(values)), shape[0], shape[1], nnz, scratch,
                                        out(indptr).data, out(indices).data, gpu(out(data)).data);
      }
      return csr_array(Checked{}, indptr, indices, data, shape, longest);
    }
  Array<std::int32_t> indptr({shape[0] + 1}, device);
  std::vector<std::int32_t> indices;
  std::vector<T> data;
  const index_t bad = reference::csr_from_coo<T, I>(in(rows), in(cols), in(values), shape[0], shape[1],
                                                    out(indptr).data, indices, data);
  if (bad >= 0) bad_entry(rows, cols, bad, shape);
  index_t longest = 0;
  const std::int32_t* const p = in(indptr).data;
  for (index_t r = 0; r < shape[0]; ++r) longest = std::max<index_t>(longest, p[r + 1] - p[r]);
  return csr_array(Checked{}, indptr, stored(indices, device), stored(data, device), shape, longest);
}

template <class T>
csr_array<T> csr_array<T>::from_coo(const std::vector<index_t>& rows, const std::vector<index_t>& cols,
                                    const std::vector<T>& values, const Shape& shape, Device device) {
  const Device cpu = Device::cpu();
  return from_coo(Array<index_t>::from(rows, cpu), Array<index_t>::from(cols, cpu), Array<T>::from(values, cpu), shape)
      .to(device);
}

template <class T> csr_array<T> csr_array<T>::to(Device target) const {
  return csr_array(Checked{}, indptr_.to(target), indices_.to(target), data_.to(target), shape_, longest_);
}

template <class T> csr_view<T> csr_array<T>::view() const {
  return {shape_[0], shape_[1], nnz(), longest_, in(indptr_).data, in(indices_).data, in(data_).data};
}

template <class T> Array<T> csr_array<T>::toarray() const {
  Array<T> y(shape_, device());
  if (y.size() == 0) return y;
  if constexpr (has_cuda)
    if (device().is_cuda()) {
      detail::GpuCall call(device());
      cuda::csr_to_dense(call.stream(), gpu(view()), gpu(out(y)));
      return y;
    }
  reference::csr_to_dense<T>(view(), out(y));
  return y;
}

template <class T> Array<T> csr_array<T>::diagonal() const {
  Array<T> y({std::min(shape_[0], shape_[1])}, device());
  if (y.size() == 0) return y;
  if constexpr (has_cuda)
    if (device().is_cuda()) {
      detail::GpuCall call(device());
      cuda::csr_diagonal(call.stream(), gpu(view()), gpu(out(y)).data);
      return y;
    }
  reference::csr_diagonal<T>(view(), out(y).data);
  return y;
}

namespace {
template <class T> Shape product_shape(const csr_array<T>& a, const Array<T>& x) {
  detail::require_same_device(a.device(), x.device(), "dot");
  require((x.rank() == 1 || x.rank() == 2) && x.shape()[0] == a.shape()[1], "dot", "x must have shape (", a.shape()[1],
          ",) or (", a.shape()[1], ", k) to fit a of shape ", a.shape().str(), ", got ", x.shape().str());
  Shape shape = x.shape();
  shape[0] = a.shape()[0];
  return shape;
}

template <class T> void product(const Array<T>& y, const csr_array<T>& a, const Array<T>& x) {
  if (y.size() == 0) return;
  if constexpr (has_cuda)
    if (y.device().is_cuda()) {
      if (x.rank() == 1 && skewed(a.view())) {
        const Array<T> from = x.contiguous(), to = y.is_contiguous() ? y : Array<T>(y.shape(), y.device());
        {
          detail::GpuCall call(y.device());
          cuda::spmv_skewed<T>(call.state(), a.view(), in(from).data, out(to).data);
        }
        if (!y.is_contiguous()) Array<T>(y).assign(to);
        return;
      }
      detail::GpuCall call(y.device());
      return cuda::spmv<kernel_t<T>>(call.stream(), gpu(a.view()), gpu(in(x)), gpu(out(y)));
    }
  reference::spmv<T>(a.view(), in(x), out(y));
}
}  // namespace

template <class T> void dot_into(Array<T>& y, const csr_array<T>& a, const Array<T>& x) {
  const Shape shape = product_shape(a, x);
  detail::require_same_device(y.device(), a.device(), "dot_into");
  require(y.shape() == shape, "dot_into", "y must have shape ", shape.str(), ", got ", y.shape().str());
  product(y, a, x);
}
template <class T> Array<T> dot(const csr_array<T>& a, const Array<T>& x) {
  Array<T> y(product_shape(a, x), a.device());
  product(y, a, x);
  return y;
}

#define TUKEY_INSTANTIATE(T)                                                                                        \
  template class TUKEY_EXPORT csr_array<T>;                                                                         \
  template TUKEY_EXPORT csr_array<T> csr_array<T>::from_coo(const Array<std::int32_t>&, const Array<std::int32_t>&, \
                                                            const Array<T>&, const Shape&);                         \
  template TUKEY_EXPORT csr_array<T> csr_array<T>::from_coo(const Array<std::int64_t>&, const Array<std::int64_t>&, \
                                                            const Array<T>&, const Shape&);                         \
  template TUKEY_EXPORT Array<T> dot(const csr_array<T>&, const Array<T>&);                                         \
  template TUKEY_EXPORT void dot_into(Array<T>&, const csr_array<T>&, const Array<T>&);
TUKEY_FOR_FLOATING(TUKEY_INSTANTIATE)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::sparse
