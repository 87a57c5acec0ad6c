// SPDX-License-Identifier: Apache-2.0
// The transforms by cuFFT. cuFFT works on rows whose starts are one stride apart (a batch). Views that are not so
// are covered by several calls, or go through packed scratch memory; see usable() and Sides.
#include <cuda_runtime_api.h>
#include <cufft.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <unordered_map>

#include "backend.hpp"
#include "block_fft.hpp"
#include "fft_rows.hpp"
#include "tukey/detail/cuda_error.hpp"
#include "tukey/detail/workspace.hpp"
#include "tukey/memory.hpp"

namespace tukey::cuda {
namespace {

using detail::StreamState;
using detail::Workspace;

constexpr std::size_t max_plans = 128;  // cuFFT keeps device memory per plan that it does not report
std::atomic<std::size_t> cache_limit{std::size_t(512) << 20};

struct Key {
  cufftType type;
  long long n, batch, in_stride, in_distance, out_stride, out_distance;
  bool operator==(const Key&) const = default;
};
struct HashKey {
  std::size_t operator()(const Key& k) const {
    std::size_t h = k.type;
    for (const long long v : {k.n, k.batch, k.in_stride, k.in_distance, k.out_stride, k.out_distance})
      h = (h ^ static_cast<std::size_t>(v)) * 0x9E3779B97F4A7C15ull, h ^= h >> 32;
    return h;
  }
};

bool has_large_prime(long long n) {
  for (long long p = 2; p <= 127 && p * p <= n; ++p)
    while (n % p == 0) n /= p;
  return n > 127;
}

class Plan {
 public:
  Plan(const Key& key, CUstream_st* stream) {
    TUKEY_LIBRARY_CHECK(cufftCreate(&handle));
    try {
      make(key);
      TUKEY_LIBRARY_CHECK(cufftSetStream(handle, stream));
    } catch (...) {
      cufftDestroy(handle);
      throw;
    }
    // Twiddles of smooth lengths are small tables; Bluestein's chirp and its transform are a few times n.
    const bool double_precision = key.type == CUFFT_Z2Z || key.type == CUFFT_D2Z || key.type == CUFFT_Z2D;
    const long long elements = has_large_prime(key.n) ? 4 * key.n : std::min(key.n, 1ll << 20);
    bytes = (16 << 10) + static_cast<std::size_t>(elements) * (double_precision ? 16 : 8);
  }
  ~Plan() { cufftDestroy(handle); }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  cufftHandle handle = 0;
  std::size_t work = 0, bytes = 0;
  bool captured = false;  // a graph may replay its kernels: never evicted

 private:
  void make(const Key& k) {
    TUKEY_LIBRARY_CHECK(cufftSetAutoAllocation(handle, 0));
    // The int interface where sizes allow: its kernels index with 32 bits.
    const long long in_span = (k.n - 1) * k.in_stride + (k.batch - 1) * k.in_distance;
    const long long out_span = (k.n - 1) * k.out_stride + (k.batch - 1) * k.out_distance;
    constexpr long long limit = 0x7fffffff;
    if (in_span < limit && out_span < limit && k.in_distance < limit && k.out_distance < limit && k.batch < limit &&
        k.n < limit) {
      int n[1] = {static_cast<int>(k.n)};
      TUKEY_LIBRARY_CHECK(cufftMakePlanMany(
          handle, 1, n, n, static_cast<int>(k.in_stride), static_cast<int>(k.in_distance), n,
          static_cast<int>(k.out_stride), static_cast<int>(k.out_distance), k.type, static_cast<int>(k.batch), &work));
    } else {
      long long n[1] = {k.n};
      TUKEY_LIBRARY_CHECK(cufftMakePlanMany64(handle, 1, n, n, k.in_stride, k.in_distance, n, k.out_stride,
                                              k.out_distance, k.type, k.batch, &work));
    }
  }
};

bool is_capturing(CUstream_st* stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  TUKEY_CUDA_CHECK(cudaStreamIsCapturing(stream, &status));
  return status != cudaStreamCaptureStatusNone;
}

// The plans of one stream, the latest used first. Used under the stream's lock.
class PlanCache {
 public:
  explicit PlanCache(StreamState& state) : state_(state) {}

  // Valid until the next call.
  Plan& get(const Key& key) {
    const bool capturing = is_capturing(state_.stream());
    const auto found = index_.find(key);
    if (found != index_.end()) {
      ++hits_;
      entries_.splice(entries_.begin(), entries_, found->second);
    } else {
      ++misses_;
      std::unique_ptr<Plan> plan = make(key, capturing);
      bytes_ += plan->bytes;
      entries_.push_front({key, std::move(plan)});
      index_[key] = entries_.begin();
    }
    if (!capturing && (entries_.size() > max_plans || bytes_ > cache_limit)) evict(1);
    entries_.front().plan->captured |= capturing;
    return *entries_.front().plan;
  }

  // Under limit 0 no plan outlives its call.
  void release() {
    if (cache_limit == 0 && !is_capturing(state_.stream())) evict(0);
  }
  void clear() {
    TUKEY_CUDA_CHECK(cudaStreamSynchronize(state_.stream()));
    index_.clear();
    entries_.clear();
    bytes_ = hits_ = misses_ = 0;
  }
  fft::PlanCacheInfo info() const { return {entries_.size(), bytes_, cache_limit, hits_, misses_}; }

 private:
  struct Entry {
    Key key;
    std::unique_ptr<Plan> plan;
  };

  std::unique_ptr<Plan> make(const Key& key, bool capturing) {
    try {
      return std::make_unique<Plan>(key, state_.stream());
    } catch (const CudaError&) {
      if (capturing) throw;
    }
    // The likely cause is memory that unused plans or our pool hold: cuFFT allocates from the system.
    evict(0);
    MemoryPool(state_.device()).trim();
    return std::make_unique<Plan>(key, state_.stream());
  }

  void evict(std::size_t keep) {
    bool waited = false;
    for (auto last = entries_.end(); entries_.size() > keep && last != entries_.begin();) {
      --last;
      if (keep > 0 && entries_.size() <= max_plans && bytes_ <= cache_limit) return;
      if (keep > 0 && last == entries_.begin()) return;
      if (last->plan->captured) continue;
      // Its kernels may still run and read the plan's tables.
      if (!waited) TUKEY_CUDA_CHECK(cudaStreamSynchronize(state_.stream()));
      waited = true;
      bytes_ -= last->plan->bytes;
      index_.erase(last->key);
      last = entries_.erase(last);
    }
  }

  StreamState& state_;
  std::list<Entry> entries_;
  std::unordered_map<Key, std::list<Entry>::iterator, HashKey> index_;
  std::size_t bytes_ = 0, hits_ = 0, misses_ = 0;
};

// --- Layouts ---------------------------------------------------------------------------------------------------

// The rows of two views along an axis as one batch per cuFFT call, and the calls.
struct Batches {
  index_t batch = 1, in_distance = 0, out_distance = 0;
  int rank = 0;  // of the loop over calls
  index_t shape[max_rank], in_step[max_rank], out_step[max_rank];
  index_t calls = 1;
};

// Empty where a stride is not positive, which cuFFT cannot walk.
template <class In, class Out>
std::optional<Batches> batches(const view<const In>& in, const view<Out>& out, int axis) {
  if ((in.shape[axis] > 1 && in.strides[axis] <= 0) || (out.shape[axis] > 1 && out.strides[axis] <= 0)) return {};
  Batches b;
  for (int d = 0; d < out.rank; ++d) {
    const index_t n = out.shape[d], s = in.strides[d], t = out.strides[d];
    if (d == axis || n == 1) continue;
    if (s <= 0 || t <= 0) return {};
    if (b.rank && b.in_step[b.rank - 1] == s * n && b.out_step[b.rank - 1] == t * n) {
      b.shape[b.rank - 1] *= n;
      b.in_step[b.rank - 1] = s;
      b.out_step[b.rank - 1] = t;
    } else {
      b.shape[b.rank] = n;
      b.in_step[b.rank] = s;
      b.out_step[b.rank] = t;
      ++b.rank;
    }
  }
  if (b.rank == 0) return b;
  int largest = 0;
  for (int d = 1; d < b.rank; ++d)
    if (b.shape[d] >= b.shape[largest]) largest = d;
  b.batch = b.shape[largest];
  b.in_distance = b.in_step[largest];
  b.out_distance = b.out_step[largest];
  for (int d = largest; d + 1 < b.rank; ++d)
    b.shape[d] = b.shape[d + 1], b.in_step[d] = b.in_step[d + 1], b.out_step[d] = b.out_step[d + 1];
  --b.rank;
  for (int d = 0; d < b.rank; ++d) b.calls *= b.shape[d];
  return b;
}

// cuFFT reads and writes pairs of reals as one complex, so every call's address must be aligned to a complex, and so
// must all rows where n is even (odd lengths are not read in pairs).
template <class T>
bool aligned(const T* data, index_t stride, index_t distance, const index_t* steps, const Batches& b, index_t n) {
  if (reinterpret_cast<std::uintptr_t>(data) % sizeof(cplx<real_of_t<T>>) != 0) return false;
  if (real_of<T>::complex) return true;
  for (int d = 0; d < b.rank; ++d)
    if (steps[d] % 2 != 0) return false;
  return n % 2 != 0 || stride != 1 || b.batch == 1 || distance % 2 == 0;
}

// The calls that transform `in` to `out` directly; empty where packed scratch is needed or cheaper. A call costs some
// 3 us; copying both sides moves the data four times more, at 3 MiB per us on large devices: so up to four calls, and
// one more for every 3 MiB.
template <class In, class Out>
std::optional<Batches> usable(const view<const In>& in, const view<Out>& out, int axis, index_t n) {
  auto b = batches(in, out, axis);
  if (!b) return {};
  if (!aligned(in.data, in.strides[axis], b->in_distance, b->in_step, *b, n)) return {};
  if (!aligned(out.data, out.strides[axis], b->out_distance, b->out_step, *b, n)) return {};
  const index_t bytes = b->batch * b->calls * n * static_cast<index_t>(sizeof(Out));
  if (b->calls > 4 + bytes / (3 << 20)) return {};
  return b;
}

// A view of the shape of `like`, but `length` along the axis, on packed memory with whole rows.
template <class T, class U> view<T> packed(T* data, const view<U>& like, int axis, index_t length) {
  view<T> v{data, like.rank, {}, {}};
  index_t step = length;
  for (int d = like.rank - 1; d >= 0; --d) {
    v.shape[d] = d == axis ? length : like.shape[d];
    v.strides[d] = d == axis ? 1 : step;
    if (d != axis) step *= like.shape[d];
  }
  return v;
}
template <class T> view<T> with_length(view<T> v, int axis, index_t length) {
  v.shape[axis] = length;
  return v;
}
template <class T> view<const T> read(const view<T>& v) {
  view<const T> c{v.data, v.rank, {}, {}};
  for (int d = 0; d < v.rank; ++d) c.shape[d] = v.shape[d], c.strides[d] = v.strides[d];
  return c;
}
template <class T> std::size_t packed_bytes(const view<T>& v, int axis, index_t length) {
  return static_cast<std::size_t>(v.size() / v.shape[axis] * length) * sizeof(T);
}

// --- Calls -----------------------------------------------------------------------------------------------------

cufftResult call(cufftHandle h, const cplx<float>* in, cplx<float>* out, int sign) {
  return cufftExecC2C(h, reinterpret_cast<cufftComplex*>(const_cast<cplx<float>*>(in)),
                      reinterpret_cast<cufftComplex*>(out), sign);
}
cufftResult call(cufftHandle h, const cplx<double>* in, cplx<double>* out, int sign) {
  return cufftExecZ2Z(h, reinterpret_cast<cufftDoubleComplex*>(const_cast<cplx<double>*>(in)),
                      reinterpret_cast<cufftDoubleComplex*>(out), sign);
}
// Real-to-complex transforms leave their input as it is.
cufftResult call(cufftHandle h, const float* in, cplx<float>* out, int) {
  return cufftExecR2C(h, const_cast<float*>(in), reinterpret_cast<cufftComplex*>(out));
}
cufftResult call(cufftHandle h, const double* in, cplx<double>* out, int) {
  return cufftExecD2Z(h, const_cast<double*>(in), reinterpret_cast<cufftDoubleComplex*>(out));
}
// Complex-to-real transforms may not: they only ever see scratch memory.
cufftResult call(cufftHandle h, const cplx<float>* in, float* out, int) {
  return cufftExecC2R(h, reinterpret_cast<cufftComplex*>(const_cast<cplx<float>*>(in)), out);
}
cufftResult call(cufftHandle h, const cplx<double>* in, double* out, int) {
  return cufftExecZ2D(h, reinterpret_cast<cufftDoubleComplex*>(const_cast<cplx<double>*>(in)), out);
}
template <class In, class Out> constexpr cufftType type_of() {
  const bool wide = sizeof(real_of_t<In>) == 8;
  if (!real_of<In>::complex) return wide ? CUFFT_D2Z : CUFFT_R2C;
  if (!real_of<Out>::complex) return wide ? CUFFT_Z2D : CUFFT_C2R;
  return wide ? CUFFT_Z2Z : CUFFT_C2C;
}

template <class In, class Out>
void run(StreamState& state, const Batches& b, const view<const In>& in, const view<Out>& out, int axis, index_t n,
         bool inverse) {
  const auto guard = state.lock();  // a plan and its work area serve one call at a time
  auto& cache = state.get<PlanCache>();
  // With one row the distance means nothing; one value keeps one plan.
  Key key{type_of<In, Out>(), n, b.batch, in.strides[axis], b.in_distance, out.strides[axis], b.out_distance};
  if (b.batch == 1) key.in_distance = n * key.in_stride, key.out_distance = n * key.out_stride;
  Plan& plan = cache.get(key);
  {
    const Workspace work(state.stream(), plan.work);
    if (plan.work != 0) TUKEY_LIBRARY_CHECK(cufftSetWorkArea(plan.handle, work.data()));
    for (index_t i = 0; i < b.calls; ++i) {
      index_t from = 0, to = 0;
      for (index_t d = b.rank - 1, rest = i; d >= 0; --d) {
        from += rest % b.shape[d] * b.in_step[d];
        to += rest % b.shape[d] * b.out_step[d];
        rest /= b.shape[d];
      }
      TUKEY_LIBRARY_CHECK(call(plan.handle, in.data + from, out.data + to, inverse ? CUFFT_INVERSE : CUFFT_FORWARD));
    }
  }
  cache.release();
}

}  // namespace

template <class T>
void fft(StreamState& state, view<const cplx<T>> in, view<cplx<T>> out, int axis, bool inverse, T scale) {
  if (out.size() == 0) return;
  const index_t n = out.shape[axis];
  const bool short_input = in.shape[axis] < n;
  if (!short_input) in.shape[axis] = n;  // a crop is a view
  if (n == 1) return copy_rows(state.stream(), in, out, axis, scale);
  const auto direct = short_input ? std::optional<Batches>() : usable(in, out, axis, n);
  if (block_fft(state.stream(), in, out, axis, inverse, scale, direct.has_value())) return;
  if (!short_input) {
    if (direct) {
      run(state, *direct, in, out, axis, n, inverse);
      if (scale != T(1)) copy_rows(state.stream(), read(out), out, axis, scale);
      return;
    }
  }
  // One copy pads, scales and puts in order; then in place, in the output where its layout allows.
  if (const auto in_place = usable(read(out), out, axis, n)) {
    copy_rows(state.stream(), in, out, axis, scale);
    return run(state, *in_place, read(out), out, axis, n, inverse);
  }
  const Workspace memory(state.stream(), packed_bytes(out, axis, n));
  const view<cplx<T>> rows = packed(memory.as<cplx<T>>(), out, axis, n);
  copy_rows(state.stream(), in, rows, axis, scale);
  run(state, *batches(read(rows), rows, axis), read(rows), rows, axis, n, inverse);
  copy_rows(state.stream(), read(rows), out, axis, T(1));
}

namespace {

// Real input: bins 0..n/2, and the others by symmetry if `whole`.
template <class T>
void real_forward(StreamState& state, view<const T> in, view<cplx<T>> out, int axis, index_t n, bool whole,
                  bool inverse, T scale) {
  if (out.size() == 0) return;
  CUstream_st* const stream = state.stream();
  const bool short_input = in.shape[axis] < n;
  if (!short_input) in.shape[axis] = n;
  if (n == 1) return copy_rows(stream, in, out, axis, scale);
  const index_t bins = n / 2 + 1;
  const view<cplx<T>> half = with_length(out, axis, bins);
  const bool direct = !short_input && usable(in, half, axis, n);
  if (block_rfft(stream, in, out, axis, n, scale, direct)) {
    if (whole) mirror_rows(stream, read(half), out, axis, T(1), inverse);
    return;
  }

  // Each side directly where possible, else through packed rows. The copy of the input carries the factor.
  std::optional<Workspace> input, output;
  const auto pack_input = [&] {
    input.emplace(stream, static_cast<std::size_t>(half.size() / bins * n) * sizeof(T));
    const view<T> rows = packed(input->as<T>(), out, axis, n);
    copy_rows(stream, in, rows, axis, scale);
    in = read(rows);
    scale = T(1);
  };
  const view<const T> rows_like = packed(static_cast<const T*>(nullptr), out, axis, n);  // null counts as aligned
  const view<cplx<T>> bins_like = packed(static_cast<cplx<T>*>(nullptr), out, axis, bins);
  view<cplx<T>> target = half;
  if (!direct) {
    const bool input_fits = !short_input && usable(in, bins_like, axis, n);
    const bool output_fits = usable(rows_like, half, axis, n).has_value();
    if (!input_fits || output_fits) pack_input();
    if (!output_fits) {
      output.emplace(stream, packed_bytes(half, axis, bins));
      target = packed(output->as<cplx<T>>(), out, axis, bins);
    }
  }
  run(state, *batches(in, target, axis), in, target, axis, n, false);
  if (whole)
    mirror_rows(stream, read(target), out, axis, scale, inverse);
  else if (output || scale != T(1))
    copy_rows(stream, read(target), out, axis, scale);
}

}  // namespace

template <class T> void fft(StreamState& state, view<const T> in, view<cplx<T>> out, int axis, bool inverse, T scale) {
  real_forward(state, in, out, axis, out.shape[axis], true, inverse, scale);
}
template <class T> void rfft(StreamState& state, view<const T> in, view<cplx<T>> out, int axis, index_t n, T scale) {
  real_forward(state, in, out, axis, n, false, false, scale);
}

template <class T> void irfft(StreamState& state, view<const cplx<T>> in, view<T> out, int axis, T scale) {
  if (out.size() == 0) return;
  CUstream_st* const stream = state.stream();
  const index_t n = out.shape[axis], bins = n / 2 + 1;
  if (in.shape[axis] > bins) in.shape[axis] = bins;
  if (n == 1) return copy_rows(stream, in, out, axis, scale);
  if (block_irfft(stream, in, out, axis, scale)) return;
  // cuFFT may destroy the spectrum and trusts the imaginary parts of its ends, so it always gets a copy, which also
  // pads and scales.
  const Workspace spectrum(stream, static_cast<std::size_t>(out.size() / n * bins) * sizeof(cplx<T>));
  const view<cplx<T>> source = packed(spectrum.as<cplx<T>>(), out, axis, bins);
  copy_rows(stream, in, source, axis, scale, n);
  if (const auto direct = usable(read(source), out, axis, n))
    return run(state, *direct, read(source), out, axis, n, true);
  const Workspace signal(stream, packed_bytes(out, axis, n));
  const view<T> rows = packed(signal.as<T>(), out, axis, n);
  run(state, *batches(read(source), rows, axis), read(source), rows, axis, n, true);
  copy_rows(stream, read(rows), out, axis, T(1));
}

template <class T> void fft_frequencies(StreamState& state, view<T> out, index_t positive, index_t n, double step) {
  frequencies(state.stream(), out, positive, n, step);
}

void set_fft_cache_limit(std::size_t bytes) { cache_limit = bytes; }
fft::PlanCacheInfo fft_cache_info(StreamState& state) {
  const auto guard = state.lock();
  return state.get<PlanCache>().info();
}
void clear_fft_cache(StreamState& state) {
  const auto guard = state.lock();
  state.get<PlanCache>().clear();
}

#define TUKEY_INSTANTIATE(T)                                                         \
  template void fft(StreamState&, view<const cplx<T>>, view<cplx<T>>, int, bool, T); \
  template void fft(StreamState&, view<const T>, view<cplx<T>>, int, bool, T);       \
  template void rfft(StreamState&, view<const T>, view<cplx<T>>, int, index_t, T);   \
  template void irfft(StreamState&, view<const cplx<T>>, view<T>, int, T);           \
  template void fft_frequencies(StreamState&, view<T>, index_t, index_t, double);
TUKEY_INSTANTIATE(float)
TUKEY_INSTANTIATE(double)

}  // namespace tukey::cuda
