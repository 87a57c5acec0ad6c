// SPDX-License-Identifier: Apache-2.0
// Discrete Fourier transforms inside a kernel: a group of threads transforms N points that its registers and shared
// memory hold. For CUDA programs, and for the library's own kernels. No std headers.
//
//   using Fft = tukey::fft::device::BlockFft<float, 1000>;        // any N = 2^a 3^b 5^c 7^d up to 8192 (double: 4096)
//   __global__ void rows(const cplx<float>* x, cplx<float>* y) {  // <<<rows, Fft::threads, Fft::shared_bytes>>>
//     extern __shared__ cplx<float> shared[];
//     x += blockIdx.x * Fft::size, y += blockIdx.x * Fft::size;
//     Fft::forward(threadIdx.x, shared, [&](int i) { return get(x + i); }, [&](int i, cplx<float> v) { put(y + i, v); });
//   }
//
// `load` gives sample i, `store` takes bin i; both run once for every i, spread over the group's threads so that
// neighbours have neighbouring i: a window, a conversion, a scale or a filter costs no trip through memory. Unscaled:
// inverse(forward(x)) = N x. Deterministic; error below 2 eps sqrt(log2 N) norm-wise.
//
// Algorithm: Stockham's self-sorting transform in a few passes of radix up to 32 with an exchange in shared memory
// between them (T. Stockham, AFIPS 1966; C. Van Loan, Computational Frameworks for the FFT, 1992). Twiddle factors come
// from tables rounded once, or are products of two of their entries.
#pragma once

#include "tukey/cplx.hpp"

// Unrolled where it is compiled for the device; other compilers do not know the pragma.
#if defined(__CUDA_ARCH__)
#define TUKEY_UNROLL _Pragma("unroll")
#else
#define TUKEY_UNROLL
#endif

namespace tukey::fft::device {

namespace detail {

template <int I> struct constant {
  static constexpr int value = I;
};
template <int N, int I = 0, class F> TUKEY_HD constexpr void static_for(const F& f) {
  if constexpr (I < N) {
    f(constant<I>{});
    static_for<N, I + 1>(f);
  }
}

// exp(-2 pi i p / q) in double, at compile time.
struct unit {
  double re, im;
};
TUKEY_HD constexpr unit unit_root(long p, long q) {
  p %= q;
  const long octant = 8 * p / q;
  long rest = 8 * p - octant * q;  // of an octant of q
  if (octant & 1) rest = q - rest;
  const double x = 0.78539816339744830962 * (static_cast<double>(rest) / static_cast<double>(q)), x2 = x * x;
  constexpr double to_sin[] = {-1.0 / 6,        1.0 / 120,          -1.0 / 5040,          1.0 / 362880,
                               -1.0 / 39916800, 1.0 / 6227020800.0, -1.0 / 1307674368000.0};
  constexpr double to_cos[] = {-0.5,          1.0 / 24,        -1.0 / 720,           1.0 / 40320,
                               -1.0 / 3628800, 1.0 / 479001600, -1.0 / 87178291200.0, 1.0 / 20922789888000.0};
  double s = 0, c = 0;
  for (int i = 6; i >= 0; --i) s = (s + to_sin[i]) * x2;
  for (int i = 7; i >= 0; --i) c = (c + to_cos[i]) * x2;
  s = x + x * s, c = 1 + c;
  if (octant & 1) {
    const double t = c;
    c = s, s = t;
  }
  switch (octant / 2) {
    case 0: return {c, -s};
    case 1: return {-s, -c};
    case 2: return {-c, s};
    default: return {s, c};
  }
}

// a exp(-2 pi i P / Q)
template <int P, int Q, class T> TUKEY_HD inline cplx<T> rotate(cplx<T> a) {
  constexpr int p = P % Q;
  if constexpr (p == 0) {
    return a;
  } else if constexpr (4 * p == Q) {
    return {a.im, -a.re};
  } else if constexpr (2 * p == Q) {
    return {-a.re, -a.im};
  } else if constexpr (4 * p == 3 * Q) {
    return {-a.im, a.re};
  } else if constexpr (8 * p == Q || 8 * p == 3 * Q || 8 * p == 5 * Q || 8 * p == 7 * Q) {
    constexpr T h = T(0.70710678118654752440);
    if constexpr (8 * p == Q) return {(a.re + a.im) * h, (a.im - a.re) * h};
    if constexpr (8 * p == 3 * Q) return {(a.im - a.re) * h, -(a.re + a.im) * h};
    if constexpr (8 * p == 5 * Q) return {-(a.re + a.im) * h, (a.re - a.im) * h};
    return {(a.re - a.im) * h, (a.re + a.im) * h};
  } else {
    constexpr unit w = unit_root(p, Q);
    constexpr T c = T(w.re), s = T(w.im);
    return {a.re * c - a.im * s, a.re * s + a.im * c};
  }
}

// The transform of R values in place, in registers.
template <int R, class T> TUKEY_HD inline void dft(cplx<T>* u) {
  if constexpr (R == 1) {
  } else if constexpr (R == 2) {
    const cplx<T> a = u[0], b = u[1];
    u[0] = a + b, u[1] = a - b;
  } else if constexpr (R == 4) {
    const cplx<T> a = u[0] + u[2], b = u[0] - u[2], c = u[1] + u[3], d = u[1] - u[3];
    u[0] = a + c, u[2] = a - c;
    u[1] = {b.re + d.im, b.im - d.re}, u[3] = {b.re - d.im, b.im + d.re};
  } else if constexpr (R == 3 || R == 5 || R == 7) {
    // Sums and differences of conjugate pairs.
    constexpr int H = R / 2;
    cplx<T> sum[H], difference[H], y[R];
TUKEY_UNROLL
    for (int k = 0; k < H; ++k) sum[k] = u[k + 1] + u[R - 1 - k], difference[k] = u[k + 1] - u[R - 1 - k];
    y[0] = u[0];
TUKEY_UNROLL
    for (int k = 0; k < H; ++k) y[0] += sum[k];
    static_for<H>([&](auto j_) {
      constexpr int j = decltype(j_)::value + 1;
      cplx<T> even = u[0], odd(T(0));
      static_for<H>([&](auto k_) {
        constexpr int k = decltype(k_)::value + 1;
        constexpr unit w = unit_root(j * k, R);
        even.re += T(w.re) * sum[k - 1].re, even.im += T(w.re) * sum[k - 1].im;
        odd.re -= T(w.im) * difference[k - 1].im, odd.im += T(w.im) * difference[k - 1].re;
      });
      y[j] = even + odd, y[R - j] = even - odd;
    });
TUKEY_UNROLL
    for (int k = 0; k < R; ++k) u[k] = y[k];
  } else {
    constexpr int A = R % 4 == 0 ? 4 : R % 2 == 0 ? 2 : R % 3 == 0 ? 3 : R % 5 == 0 ? 5 : 7, B = R / A;
    static_assert(A * B == R && (R % 7 == 0 || R % 5 == 0 || R % 3 == 0 || R % 2 == 0), "factors 2, 3, 5, 7 only");
    cplx<T> w[R];
    static_for<B>([&](auto b_) {
      constexpr int b = decltype(b_)::value;
      cplx<T> a[A];
TUKEY_UNROLL
      for (int i = 0; i < A; ++i) a[i] = u[i * B + b];
      dft<A>(a);
      static_for<A>([&](auto k_) {
        constexpr int k = decltype(k_)::value;
        w[k * B + b] = rotate<k * b, R>(a[k]);
      });
    });
TUKEY_UNROLL
    for (int k = 0; k < A; ++k) {
      dft<B>(w + k * B);
TUKEY_UNROLL
      for (int i = 0; i < B; ++i) u[i * A + k] = w[k * B + i];
    }
  }
}

// How N points are split into passes.
struct Plan {
  int passes;
  int radix[8];
};
TUKEY_HD constexpr int largest(int a, int b) { return a > b ? a : b; }
// The smallest possible largest radix of a split of n into `passes` radices of at most 16; 0: none.
TUKEY_HD constexpr int best_radix(int n, int passes) {
  if (passes == 1) return n <= 16 ? n : 0;
  int best = 0;
  for (int r = 16; r >= 2; --r) {
    if (n % r != 0) continue;
    const int rest = best_radix(n / r, passes - 1);
    if (rest != 0 && (best == 0 || largest(r, rest) < best)) best = largest(r, rest);
  }
  return best;
}
TUKEY_HD constexpr Plan make_plan(int n) {
  Plan p{0, {}};
  if (n == 8192) return {3, {32, 16, 16}};
  for (int passes = 1; passes <= 7; ++passes) {
    if (best_radix(n, passes) == 0) continue;
    p.passes = passes;
    for (int i = 0, rest = n; i < passes; ++i) {
      // The largest radix first: the first pass has no twiddle factors.
      int r = best_radix(rest, passes - i);
      if (i == passes - 1) r = rest;
      while (rest % r != 0 || (i < passes - 1 && best_radix(rest / r, passes - 1 - i) == 0)) --r;
      p.radix[i] = r;
      rest /= r;
    }
    return p;
  }
  return p;
}

// Powers of a twiddle factor that come from the table: those below the base and multiples of it. The others are a
// product of one of each.
TUKEY_HD constexpr int base_of(int radix) { return radix <= 8 ? radix : radix <= 16 ? 4 : 8; }
TUKEY_HD constexpr int entries_of(int radix) { return base_of(radix) - 1 + (radix - 1) / base_of(radix); }
TUKEY_HD constexpr int power_of(int radix, int entry) {
  const int b = base_of(radix);
  return entry < b - 1 ? entry + 1 : (entry - b + 2) * b;
}

template <class T, int Size> struct Table {
  cplx<T> w[Size > 0 ? Size : 1];
};
TUKEY_HD constexpr int table_size(const Plan& p) {
  int size = 0;
  for (int i = 1, span = p.radix[0]; i < p.passes; span *= p.radix[i++]) size += entries_of(p.radix[i]) * span;
  return size;
}
template <class T, int N> constexpr auto make_table() {
  constexpr Plan p = make_plan(N);
  Table<T, table_size(p)> t{};
  int at = 0;
  for (int i = 1, span = p.radix[0]; i < p.passes; span *= p.radix[i++])
    for (int e = 0; e < entries_of(p.radix[i]); ++e)
      for (int m = 0; m < span; ++m) {
        const unit w = unit_root(long(power_of(p.radix[i], e)) * m, long(span) * p.radix[i]);
        t.w[at].re = T(w.re), t.w[at].im = T(w.im);
        ++at;
      }
  return t;
}
template <class T, int N> constexpr auto make_half_table() {  // exp(-2 pi i k / N), k <= N / 4
  Table<T, N / 4 + 1> t{};
  for (int k = 0; k <= N / 4; ++k) {
    const unit w = unit_root(k, N);
    t.w[k].re = T(w.re), t.w[k].im = T(w.im);
  }
  return t;
}
#if defined(__CUDACC__)
template <class T, int N> static __device__ constexpr auto twiddles = make_table<T, N>();
template <class T, int N> static __device__ constexpr auto half_twiddles = make_half_table<T, N>();
#else
template <class T, int N> inline constexpr auto twiddles = make_table<T, N>();
template <class T, int N> inline constexpr auto half_twiddles = make_half_table<T, N>();
#endif

// A value moved in one piece: cplx<T> alone has only the alignment of T.
template <class T> struct alignas(2 * sizeof(T)) pair {
  T re, im;
};

// Volatile: the compiler must not move these loads over a barrier, where they would hold registers.
TUKEY_HD inline cplx<float> read(const cplx<float>* p) {
#if defined(__CUDA_ARCH__)
  cplx<float> v;
  asm volatile("ld.global.nc.v2.f32 {%0, %1}, [%2];" : "=f"(v.re), "=f"(v.im) : "l"(p));
  return v;
#else
  return *p;
#endif
}
TUKEY_HD inline cplx<double> read(const cplx<double>* p) {
#if defined(__CUDA_ARCH__)
  cplx<double> v;
  asm volatile("ld.global.nc.v2.f64 {%0, %1}, [%2];" : "=d"(v.re), "=d"(v.im) : "l"(p));
  return v;
#else
  return *p;
#endif
}


template <class T> TUKEY_HD inline cplx<T> swapped(cplx<T> a) { return {a.im, a.re}; }

}  // namespace detail

/// *p and *p = v in one access: p is aligned to 2 sizeof(T).
template <class T> TUKEY_HD inline cplx<T> get(const cplx<T>* p) {
  const auto v = *reinterpret_cast<const detail::pair<T>*>(p);
  return {v.re, v.im};
}
template <class T> TUKEY_HD inline void put(cplx<T>* p, cplx<T> v) {
  *reinterpret_cast<detail::pair<T>*>(p) = detail::pair<T>{v.re, v.im};
}

/// The transform of N points of cplx<T> by `threads` threads, T float or double.
template <class T, int N> struct BlockFft {
  static_assert(N >= 1 && N <= (sizeof(T) == 8 ? 4096 : 8192), "BlockFft: N is at most 8192 (double: 4096)");
  using value_type = cplx<T>;
  static constexpr detail::Plan plan = detail::make_plan(N);
  static_assert(N == 1 || plan.passes > 0, "BlockFft: N must have no prime factor but 2, 3, 5 and 7");

  static constexpr int size = N;
  static constexpr int passes = plan.passes > 0 ? plan.passes : 1;
  TUKEY_HD static constexpr int radix(int pass) { return N == 1 ? 1 : plan.radix[pass]; }
  /// Threads of one transform.
  static constexpr int threads = N / radix(0);
  /// The product of the radices before a pass.
  TUKEY_HD static constexpr int span(int pass) {
    int s = 1;
    for (int i = 0; i < pass; ++i) s *= radix(i);
    return s;
  }
  /// Butterflies of a thread in a pass (the last of them may lie beyond the end).
  TUKEY_HD static constexpr int butterflies(int pass) { return (N / radix(pass) + threads - 1) / threads; }
  TUKEY_HD static constexpr int most_elements() {
    int most = 1;
    for (int p = 0; p < passes; ++p) most = detail::largest(most, butterflies(p) * radix(p));
    return most;
  }
  /// Values a thread holds in registers.
  static constexpr int elements = most_elements();

  /// Where element i lies in shared memory: padded so that the first exchange has no bank conflicts.
  static constexpr bool padded = radix(0) % 2 == 0;
  TUKEY_HD static constexpr int place(int i) { return padded ? i + i / radix(0) : i; }
  /// Shared memory of one transform, in values; 0 for a single pass.
  static constexpr int shared_size = passes == 1 ? 0 : (padded ? N + N / radix(0) : N);
  static constexpr int shared_bytes = shared_size * static_cast<int>(sizeof(cplx<T>));
  /// Whether the group lies inside a warp when groups follow each other, so that a warp's barrier is enough.
  static constexpr bool in_warp = 32 % threads == 0;

  /// The parts of a transform, for kernels that arrange exchanges themselves: thread t reads what pass `p` needs by
  /// load(i), computes, and hands on by store(i, value).
  template <int p, class Load> TUKEY_HD static void load(cplx<T> (&v)[elements], int t, const Load& from) {
    constexpr int r = radix(p), step = N / r;
TUKEY_UNROLL
    for (int q = 0; q < butterflies(p); ++q) {
      const int j = t + q * threads;
      if (butterflies(p) * threads != step && j >= step) break;
TUKEY_UNROLL
      for (int k = 0; k < r; ++k) v[q * r + k] = from(j + k * step);
    }
  }
  template <int p> TUKEY_HD static void compute(cplx<T> (&v)[elements], int t) {
    constexpr int r = radix(p), L = span(p);
TUKEY_UNROLL
    for (int q = 0; q < butterflies(p); ++q) {
      cplx<T>* const u = v + q * r;
      if constexpr (p > 0) {
        constexpr int base = detail::base_of(r), entries = detail::entries_of(r);
        constexpr int offset = table_offset(p);
        const int j = t + q * threads, m = j % L;
        cplx<T> w[entries];
TUKEY_UNROLL
        for (int e = 0; e < entries; ++e) w[e] = detail::read(detail::twiddles<T, N>.w + offset + e * L + m);
TUKEY_UNROLL
        for (int k = 1; k < r; ++k) {
          const int high = k / base, low = k % base;
          cplx<T> f = high == 0 ? w[low - 1] : w[base - 2 + high];
          if (high > 0 && low > 0) f = f * w[low - 1];
          u[k] = u[k] * f;
        }
      }
      detail::dft<r>(u);
    }
  }
  template <int p, class Store> TUKEY_HD static void store(const cplx<T> (&v)[elements], int t, const Store& to) {
    constexpr int r = radix(p), L = span(p), step = N / r;
TUKEY_UNROLL
    for (int q = 0; q < butterflies(p); ++q) {
      const int j = t + q * threads;
      if (butterflies(p) * threads != step && j >= step) break;
      const int first = p == passes - 1 ? j : j / L * (L * r) + j % L;
TUKEY_UNROLL
      for (int k = 0; k < r; ++k) to(first + k * L, v[q * r + k]);
    }
  }
  TUKEY_HD static constexpr int table_offset(int pass) {
    int at = 0;
    for (int i = 1; i < pass; ++i) at += detail::entries_of(radix(i)) * span(i);
    return at;
  }

#if defined(__CUDACC__)
  /// A barrier of the group.
  __device__ static void sync() {
    if constexpr (in_warp)
      __syncwarp();
    else
      __syncthreads();
  }

  /// Bin k = sum over i of x[i] exp(-2 pi i k i / N). `t` counts the group's threads from 0; `shared` holds shared_size
  /// values of this group. Where in_warp is false, all threads of the block must make the call together. Reads of
  /// `shared` may be under way when it returns: sync() before the group writes to it again, as a next call does.
  template <class Load, class Store>
  __device__ static void forward(int t, cplx<T>* shared, const Load& from, const Store& to) {
    transform(t, from, to, [&](int i) { return get(shared + place(i)); },
              [&](int i, cplx<T> v) { put(shared + place(i), v); });
  }
  /// sum over k of x[k] exp(+2 pi i k i / N): the inverse times N.
  template <class Load, class Store>
  __device__ static void inverse(int t, cplx<T>* shared, const Load& from, const Store& to) {
    forward(
        t, shared, [&](int i) { return detail::swapped(from(i)); },
        [&](int i, cplx<T> v) { to(i, detail::swapped(v)); });
  }
  /// The same with the exchange memory behind get(i) and put(i, value).
  template <class Load, class Store, class Get, class Put>
  __device__ static void transform(int t, const Load& from, const Store& to, const Get& get, const Put& put) {
    cplx<T> v[elements];
    transform_to_last(v, t, get, put, from);
    store<passes - 1>(v, t, to);
  }
  /// All of it but the last store<passes - 1>.
  template <class Load, class Get, class Put>
  __device__ static void transform_to_last(cplx<T> (&v)[elements], int t, const Get& get, const Put& put,
                                           const Load& from) {
    load<0>(v, t, from);
    compute<0>(v, t);
    detail::static_for<passes - 1>([&](auto p_) {
      constexpr int p = decltype(p_)::value;
      if constexpr (p > 0) sync();  // everybody has read
      store<p>(v, t, put);
      sync();
      load<p + 1>(v, t, get);
      compute<p + 1>(v, t);
    });
  }
#endif
};

/// The transform of N real points (N even), by the complex transform of half the length.
template <class T, int N> struct BlockRfft {
  static_assert(N >= 2 && N % 2 == 0, "BlockRfft: N must be even");
  using Half = BlockFft<T, N / 2>;
  static constexpr int size = N, bins = N / 2 + 1, threads = Half::threads;
  static constexpr int shared_size = Half::shared_size > N / 2 ? Half::shared_size : N / 2;
  static constexpr int shared_bytes = shared_size * static_cast<int>(sizeof(cplx<T>));
  static constexpr bool in_warp = Half::in_warp;

  /// Bins k and N/2 - k of the real signal from bins z[k] and z[N/2 - k] of the packed one, 0 <= k <= N/4.
  TUKEY_HD static void untangle(int k, cplx<T>& a, cplx<T>& b) {
    const cplx<T> w = detail::read(detail::half_twiddles<T, N>.w + k);
    const cplx<T> even = (a + conj(b)) * T(0.5), odd = (a - conj(b)) * T(0.5);
    const cplx<T> turned = cplx<T>(odd.im, -odd.re) * w;  // -i w odd
    a = even + turned;
    b = conj(even - turned);
  }
  /// The converse, twice as large: z[k] and z[N/2 - k] of 2 x from its bins.
  TUKEY_HD static void tangle(int k, cplx<T>& a, cplx<T>& b) {
    const cplx<T> w = detail::read(detail::half_twiddles<T, N>.w + k);
    const cplx<T> even = a + conj(b), odd = (a - conj(b)) * conj(w);
    const cplx<T> turned(-odd.im, odd.re);  // i odd
    a = even + turned;
    b = conj(even - turned);
  }

#if defined(__CUDACC__)
  __device__ static void sync() { Half::sync(); }
  /// Bins 0..N/2. `from(i)` gives samples 2 i and 2 i + 1 as real and imaginary part, `to(k, bin)` takes a bin.
  /// `shared` holds shared_size values; otherwise as BlockFft::forward.
  template <class Load, class Store>
  __device__ static void forward(int t, cplx<T>* shared, const Load& from, const Store& to) {
    constexpr int M = N / 2;
    cplx<T> v[Half::elements];
    Half::transform_to_last(v, t, [&](int i) { return get(shared + Half::place(i)); },
                            [&](int i, cplx<T> z) { put(shared + Half::place(i), z); }, from);
    if constexpr (Half::passes > 1) sync();
    Half::template store<Half::passes - 1>(v, t, [&](int i, cplx<T> z) { put(shared + i, z); });
    sync();
    for (int k = t; k <= M / 2; k += threads) {
      cplx<T> a = get(shared + k), b = get(shared + (k == 0 ? 0 : M - k));
      untangle(k, a, b);
      to(k, a);
      if (k != M - k) to(M - k, b);
    }
  }
  /// N times the inverse: `from(k)` gives bin k in 0..N/2 (called up to twice; the imaginary parts of the first and the
  /// last are ignored), `to(i, v)` takes samples 2 i and 2 i + 1.
  template <class Load, class Store>
  __device__ static void inverse(int t, cplx<T>* shared, const Load& from, const Store& to) {
    constexpr int M = N / 2;
    Half::inverse(
        t, shared,
        [&](int i) {
          const int k = i <= M / 2 ? i : M - i;
          cplx<T> a = from(k), b = from(M - k);
          if (k == 0) a.im = T(0), b.im = T(0);
          tangle(k, a, b);
          return i <= M / 2 ? a : b;
        },
        to);
  }
#endif
};

}  // namespace tukey::fft::device
