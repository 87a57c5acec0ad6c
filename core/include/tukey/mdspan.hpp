// SPDX-License-Identifier: Apache-2.0
// Arrays as multidimensional indexes: std::mdspan where the standard library has it, and md_view everywhere.
#pragma once

#include <type_traits>
#if defined(__has_include)
#if __has_include(<version>)
#include <version>
#endif
#if defined(__cpp_lib_mdspan) && __has_include(<mdspan>)
#include <array>
#include <mdspan>
#endif
#endif

#include "tukey/array.hpp"
#include "tukey/detail/access.hpp"

namespace tukey {

/// A non-owning window of fixed rank: v(i, j, ...) is an element. Extents and strides are part of it, so it can be
/// passed to kernels by value. Elements of GPU arrays can be reached in kernels only. Indices are not checked.
template <class T, int Rank> class md_view {
  static_assert(Rank >= 0 && Rank <= max_rank, "md_view: at most 8 axes");

 public:
  using value_type = std::remove_const_t<T>;
  /// From a plain view of the same rank.
  explicit md_view(const view<T>& v) : data_(v.data) {
    for (int i = 0; i < Rank; ++i) extents_[i] = v.shape[i], strides_[i] = v.strides[i];
  }
  /// A writable view where a readable one is wanted.
  template <class U, class = std::enable_if_t<std::is_same<const U, T>::value>>
  TUKEY_HD md_view(const md_view<U, Rank>& v) : data_(v.data()) {
    for (int i = 0; i < Rank; ++i) extents_[i] = v.extent(i), strides_[i] = v.stride(i);
  }

  template <class... I> TUKEY_HD T& operator()(I... i) const {
    static_assert(sizeof...(I) == Rank, "md_view: one index for each axis");
    return data_[offset(std::integral_constant<int, 0>(), i...)];
  }
#if defined(__cpp_multidimensional_subscript)
  template <class... I> TUKEY_HD T& operator[](I... i) const { return (*this)(i...); }
#endif
  static constexpr int rank() { return Rank; }
  TUKEY_HD index_t extent(int axis) const { return extents_[axis]; }
  TUKEY_HD index_t stride(int axis) const { return strides_[axis]; }  // in elements
  TUKEY_HD T* data() const { return data_; }
  TUKEY_HD index_t size() const {
    index_t n = 1;
    for (int i = 0; i < Rank; ++i) n *= extents_[i];
    return n;
  }

 private:
  template <int Axis> TUKEY_HD index_t offset(std::integral_constant<int, Axis>) const { return 0; }
  template <int Axis, class I, class... Rest>
  TUKEY_HD index_t offset(std::integral_constant<int, Axis>, I i, Rest... rest) const {
    return static_cast<index_t>(i) * strides_[Axis] + offset(std::integral_constant<int, Axis + 1>(), rest...);
  }
  T* data_;
  // An array of length 0 is no C++.
  index_t extents_[Rank ? Rank : 1] = {}, strides_[Rank ? Rank : 1] = {};
};

namespace detail {
template <int Rank> void require_rank(int rank, const char* function) {
  require(rank == Rank, function, "expected an array with ", Rank, Rank == 1 ? " axis" : " axes", ", got ", rank);
}
}  // namespace detail

/// x as a window of `Rank` axes, ready for work on the current stream; readable only for a const array. The array
/// must outlive it. InvalidArgument where x has another rank.
template <int Rank, class T> md_view<T, Rank> md(Array<T>& x) {
  detail::require_rank<Rank>(x.rank(), "md");
  return md_view<T, Rank>(detail::out(x));
}
template <int Rank, class T> md_view<const T, Rank> md(const Array<T>& x) {
  detail::require_rank<Rank>(x.rank(), "md");
  return md_view<const T, Rank>(detail::in(x));
}

#ifdef __cpp_lib_mdspan
namespace detail {
template <class T, int Rank> using strided_mdspan = std::mdspan<T, std::dextents<index_t, Rank>, std::layout_stride>;
template <int Rank, class T> strided_mdspan<T, Rank> make_mdspan(const view<T>& v) {
  std::array<index_t, Rank> extents{}, strides{};
  for (int i = 0; i < Rank; ++i) {
    require(v.strides[i] > 0 || v.shape[i] <= 1, "to_mdspan", "strides must be positive, got ", v.strides[i]);
    extents[static_cast<std::size_t>(i)] = v.shape[i];
    strides[static_cast<std::size_t>(i)] = v.strides[i] > 0 ? v.strides[i] : 1;
  }
  using Mapping = typename strided_mdspan<T, Rank>::mapping_type;
  return {v.data, Mapping(std::dextents<index_t, Rank>(extents), strides)};
}
}  // namespace detail

/// x as a std::mdspan with run-time extents and strides; otherwise as md(). InvalidArgument also for negative strides
/// and broadcast axes, which layout_stride does not have.
template <int Rank, class T> detail::strided_mdspan<T, Rank> to_mdspan(Array<T>& x) {
  detail::require_rank<Rank>(x.rank(), "to_mdspan");
  return detail::make_mdspan<Rank>(detail::out(x));
}
template <int Rank, class T> detail::strided_mdspan<const T, Rank> to_mdspan(const Array<T>& x) {
  detail::require_rank<Rank>(x.rank(), "to_mdspan");
  return detail::make_mdspan<Rank>(detail::in(x));
}
#endif

}  // namespace tukey
