// SPDX-License-Identifier: Apache-2.0
// find_peaks on the GPU: memory, the order of the steps, and the read-backs of counts.
#include "peaks_backend.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>

#include "peaks_kernels.hpp"
#include "tukey/detail/access.hpp"
#include "tukey/detail/cuda_error.hpp"
#include "tukey/detail/workspace.hpp"

namespace tukey::cuda {
namespace {

using detail::Workspace;

template <class V> V read_back(CUstream_st* stream, const V* device) {
  V host{};
  TUKEY_CUDA_CHECK(cudaMemcpyAsync(&host, device, sizeof(V), cudaMemcpyDeviceToHost, stream));
  TUKEY_CUDA_CHECK(cudaStreamSynchronize(stream));
  return host;
}

template <class T> std::size_t bytes_of(index_t count) { return static_cast<std::size_t>(count) * sizeof(T); }

// The greedy selection, launch by launch until no peak is undecided. Random signals need one or two launches; chains
// of ever higher peaks need one per 1024 peaks, so the read-backs become rarer.
template <class T>
void select_by_distance(CUstream_st* stream, const index_t* peaks, const T* heights, index_t count, index_t distance,
                        unsigned char* state) {
  const Workspace cursor(stream, bytes_of<int>(count)), undecided(stream, sizeof(int));
  peak_distance_start(stream, count, state, cursor.as<int>());
  for (int launches = 2;; launches = std::min(2 * launches, 256)) {
    for (int i = 0; i < launches; ++i)
      peak_distance_round<T>(stream, peaks, heights, count, distance, state, cursor.as<int>(), undecided.as<int>());
    if (read_back(stream, undecided.as<const int>()) == 0) break;
  }
  peak_distance_finish(stream, count, state);
}

}  // namespace

template <class T>
signal::Peaks<T> find_peaks(const detail::GpuCall& call, const Array<T>& array, const PeakConditions& c) {
  using V = signal::peak_value_t<T>;
  CUstream_st* const stream = call.stream();
  const Device device = array.device();
  const view<const T> v = detail::in(array);
  const Samples<T> x{v.data, v.shape[0], v.strides[0]};

  const index_t tiles = peak_tiles(x.n);
  const Workspace carry(stream, bytes_of<index_t>(tiles + 1)), offsets(stream, bytes_of<index_t>(tiles + 1));
  index_t count = 0;
  if (x.n > 2) {
    peak_count(stream, x, c, carry.as<index_t>(), offsets.as<index_t>());
    count = read_back(stream, offsets.as<const index_t>() + tiles);
  }

  signal::Peaks<T> p;
  const auto make = [&](bool wanted, auto& list) -> auto* {
    using E = typename std::decay_t<decltype(list)>::value_type;
    if (wanted) list = Array<E>(Shape{count}, device);
    return wanted ? detail::out(list).data : static_cast<E*>(nullptr);
  };
  const Workspace samples(stream, c.distance > 0 ? bytes_of<T>(count) : 0);
  PeakLists<T, V> lists;
  lists.indices = make(true, p.indices);
  lists.plateau_sizes = make(c.plateau_size.given, p.plateau_sizes);
  lists.left_edges = make(c.plateau_size.given, p.left_edges);
  lists.right_edges = make(c.plateau_size.given, p.right_edges);
  lists.heights = make(c.height.given, p.peak_heights);
  lists.left_thresholds = make(c.threshold.given, p.left_thresholds);
  lists.right_thresholds = make(c.threshold.given, p.right_thresholds);
  lists.samples = samples.template as<T>();
  V* const prominences = make(c.wants_prominence(), p.prominences);
  index_t* const left_bases = make(c.wants_prominence(), p.left_bases);
  index_t* const right_bases = make(c.wants_prominence(), p.right_bases);
  double* const widths = make(c.width.given, p.widths);
  double* const width_heights = make(c.width.given, p.width_heights);
  double* const left_ips = make(c.width.given, p.left_ips);
  double* const right_ips = make(c.width.given, p.right_ips);
  if (count == 0) return p;
  peak_write<T, V>(stream, x, c, carry.as<index_t>(), offsets.as<index_t>(), lists);
  if (c.distance == 0 && !c.wants_prominence()) return p;

  // Prominences do not depend on other peaks, so all remaining conditions are gathered in `keep` and applied once.
  const Workspace flags(stream, static_cast<std::size_t>(count));
  unsigned char* const keep = flags.as<unsigned char>();
  if (c.distance > 0)
    select_by_distance<T>(stream, lists.indices, lists.samples, count, c.distance, keep);
  else
    TUKEY_CUDA_CHECK(cudaMemsetAsync(keep, 1, static_cast<std::size_t>(count), stream));
  if (c.wants_prominence()) {
    const Workspace memory(stream, bytes_of<T>(tree_size(x.n)));
    const Tree<T> tree = build_tree<T>(stream, x, memory.as<T>());
    peak_prominences<T, V>(stream, tree, lists.indices, count, c, keep, prominences, left_bases, right_bases);
    if (c.width.given)
      peak_widths<T>(stream, tree, lists.indices, count, c, left_bases, right_bases, keep, widths, width_heights,
                     left_ips, right_ips);
  }

  const index_t flag_tiles = peak_tiles(count);
  const Workspace kept_before(stream, bytes_of<index_t>(flag_tiles + 1));
  flag_count(stream, keep, count, kept_before.as<index_t>());
  const index_t kept = read_back(stream, kept_before.as<const index_t>() + flag_tiles);
  if (kept == count) return p;
  const Workspace order(stream, bytes_of<index_t>(kept));
  flag_indices(stream, keep, count, kept_before.as<const index_t>(), order.as<index_t>());
  const auto select = [&](auto&... list) {
    const auto one = [&](auto& values) {
      using E = typename std::decay_t<decltype(values)>::value_type;
      if (values.size() != count) return;  // not asked for
      Array<E> selected(Shape{kept}, device);
      gather<E>(stream, detail::in(values).data, order.as<const index_t>(), kept, detail::out(selected).data);
      values = selected;
    };
    (one(list), ...);
  };
  select(p.indices, p.peak_heights, p.left_thresholds, p.right_thresholds, p.prominences, p.left_bases, p.right_bases,
         p.widths, p.width_heights, p.left_ips, p.right_ips, p.plateau_sizes, p.left_edges, p.right_edges);
  return p;
}

#define TUKEY_INSTANTIATE(T) \
  template signal::Peaks<T> find_peaks<T>(const detail::GpuCall&, const Array<T>&, const PeakConditions&);
TUKEY_FOR_REAL(TUKEY_INSTANTIATE)
TUKEY_INSTANTIATE(std::int16_t)
TUKEY_INSTANTIATE(std::int32_t)
#undef TUKEY_INSTANTIATE

}  // namespace tukey::cuda
