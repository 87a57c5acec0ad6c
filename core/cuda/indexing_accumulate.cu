// SPDX-License-Identifier: Apache-2.0
// Scatters that add or keep the larger or smaller. Integers: atomic operations. Floating sums must not depend on the
// order of atomic operations: every element's addends are scaled by the power of two that fits the largest of them,
// rounded to integers (one limb for float, two for double: at least 31 and 62 bits below the largest addend) and added
// as such (the idea of Demmel and Nguyen's reproducible sums, with one fitted exponent in place of fixed bins).
#include "indexing_table.cuh"

namespace tukey::cuda {
namespace {

using detail::Accumulate;
using detail::Kind;

template <class W> __device__ inline W combine(W old, W value, Accumulate op, Kind kind) {
  if (op == Accumulate::add) return static_cast<W>(old + value);
  constexpr W sign = static_cast<W>(W(1) << (sizeof(W) * 8 - 1));
  W a = old, b = value;
  if (kind == Kind::is_float) {
    const W infinity = sizeof(W) == 8 ? static_cast<W>(0x7ff0000000000000ul) : static_cast<W>(0x7f800000u);
    const W quiet = sizeof(W) == 8 ? static_cast<W>(0x7ff8000000000000ul) : static_cast<W>(0x7fc00000u);
    if (static_cast<W>(old & ~sign) > infinity) return old;
    if (static_cast<W>(value & ~sign) > infinity) return quiet;
    // Bits whose order as integers is that of the numbers.
    a = static_cast<W>(a & sign ? ~a : a | sign);
    b = static_cast<W>(b & sign ? ~b : b | sign);
  } else if (kind == Kind::is_signed) {
    a = static_cast<W>(a ^ sign);
    b = static_cast<W>(b ^ sign);
  }
  return (op == Accumulate::max ? b > a : b < a) ? value : old;
}

template <class W> __device__ inline void apply(W* at, W value, Accumulate op, Kind kind) {
  if constexpr (sizeof(W) == 4) {
    if (op == Accumulate::add) {
      atomicAdd(at, value);
      return;
    }
    W old = *static_cast<volatile W*>(at);
    for (;;) {
      const W next = combine(old, value, op, kind);
      if (next == old) return;
      const W found = atomicCAS(at, old, next);
      if (found == old) return;
      old = found;
    }
  } else if constexpr (sizeof(W) == 8) {
    using L = unsigned long long;
    L* word = reinterpret_cast<L*>(at);
    if (op == Accumulate::add) {
      atomicAdd(word, static_cast<L>(value));
      return;
    }
    W old = *static_cast<volatile W*>(at);
    for (;;) {
      const W next = combine(old, value, op, kind);
      if (next == old) return;
      const W found = static_cast<W>(atomicCAS(word, static_cast<L>(old), static_cast<L>(next)));
      if (found == old) return;
      old = found;
    }
  } else {
    // A part of a word of four bytes.
    const unsigned long address = reinterpret_cast<unsigned long>(at);
    unsigned* word = reinterpret_cast<unsigned*>(address & ~3ul);
    const int shift = static_cast<int>(address & 3) * 8;
    const unsigned part = sizeof(W) == 1 ? 0xffu : 0xffffu;
    unsigned old = *static_cast<volatile unsigned*>(word);
    for (;;) {
      const W next = combine(static_cast<W>((old >> shift) & part), value, op, kind);
      const unsigned whole = (old & ~(part << shift)) | (static_cast<unsigned>(next) << shift);
      if (whole == old) return;
      const unsigned found = atomicCAS(word, old, whole);
      if (found == old) return;
      old = found;
    }
  }
}

template <class W>
__global__ void __launch_bounds__(index_block)
    accumulate_words(const __grid_constant__ indexed l, const __grid_constant__ places p, const Accumulate op,
                     const Kind kind, W* x, const W* y) {
  const index_t i = global_thread();
  if (i >= p.count) return;
  const spot s = locate(l, p, i);
  apply(x + s.x, l.has_scalar ? *reinterpret_cast<const W*>(&l.scalar) : y[s.y], op, kind);
}

// The rows of all elements' sums.
struct sums {
  row_table table;
  int* exponent;                   // biased, of the largest addend; 0: none yet, or done
  unsigned long long *high, *low;  // low for double only
  int bits;                        // of one limb below the largest addend
};
template <class T> struct format;
template <> struct format<float> {
  static constexpr int bias = 127, special = 255;
  static __device__ int exponent(float v) { return static_cast<int>(__float_as_uint(v) >> 23) & 255; }
};
template <> struct format<double> {
  static constexpr int bias = 1023, special = 2047;
  static __device__ int exponent(double v) {
    return static_cast<int>(static_cast<unsigned long long>(__double_as_longlong(v)) >> 52) & 2047;
  }
};
template <class T> __device__ inline T addend(const indexed& l, const spot& s, const T* y) {
  return l.has_scalar ? reinterpret_cast<const T*>(&l.scalar)[s.y] : y[s.y];
}
// What the largest addend is multiplied with: its magnitude becomes less than 2^bits.
template <class T> __device__ inline int shift_of(const sums& t, int exponent) {
  return t.bits - (exponent - format<T>::bias) - 1;
}

template <class T>
__global__ void __launch_bounds__(index_block)
    find_exponents(const __grid_constant__ indexed l, const __grid_constant__ places p, const sums t, const T* y) {
  const index_t i = global_thread();
  if (i >= p.count) return;
  const spot s = locate(l, p, i);
  const index_t row = t.table.insert(s.slot);
  const int field = format<T>::exponent(addend(l, s, y)), exponent = field > 0 ? field : 1;
  if (*static_cast<volatile int*>(t.exponent + row) < exponent) atomicMax(t.exponent + row, exponent);
}

enum special_addend { has_nan = 1, has_infinity = 2, has_minus_infinity = 4 };

template <class T>
__global__ void __launch_bounds__(index_block)
    add_scaled(const __grid_constant__ indexed l, const __grid_constant__ places p, const sums t, const T* y) {
  const index_t i = global_thread();
  if (i >= p.count) return;
  const spot s = locate(l, p, i);
  const index_t row = t.table.find(s.slot);
  const int exponent = t.exponent[row];
  const T value = addend(l, s, y);
  if (exponent == format<T>::special) {
    if (format<T>::exponent(value) == format<T>::special)
      atomicOr(t.high + row, value != value ? has_nan : value > T(0) ? has_infinity : has_minus_infinity);
    return;
  }
  const double scaled = scalbn(static_cast<double>(value), shift_of<T>(t, exponent));
  const long long high = __double2ll_rn(scaled);
  if (high) atomicAdd(t.high + row, static_cast<unsigned long long>(high));
  if constexpr (sizeof(T) == 8) {
    const long long low = __double2ll_rn(scalbn(scaled - static_cast<double>(high), t.bits));
    if (low) atomicAdd(t.low + row, static_cast<unsigned long long>(low));
  }
}

// The first thread that comes to a row adds its sum.
template <class T>
__global__ void __launch_bounds__(index_block)
    add_sums(const __grid_constant__ indexed l, const __grid_constant__ places p, const sums t, T* x) {
  const index_t i = global_thread();
  if (i >= p.count) return;
  const spot s = locate(l, p, i);
  const index_t row = t.table.find(s.slot);
  if (*static_cast<volatile int*>(t.exponent + row) == 0) return;
  const int exponent = atomicExch(t.exponent + row, 0);
  if (exponent == 0) return;
  const long long high = static_cast<long long>(t.high[row]);
  double sum;
  if (exponent == format<T>::special) {
    const double infinity = __longlong_as_double(0x7ff0000000000000ll);
    sum = 0;
    if (high & has_infinity) sum += infinity;
    if (high & has_minus_infinity) sum -= infinity;
    if (high & has_nan) sum = __longlong_as_double(0x7ff8000000000000ll);
  } else {
    sum = static_cast<double>(high);
    if constexpr (sizeof(T) == 8) {
      const double rest = static_cast<double>(high - static_cast<long long>(sum));
      sum += rest + scalbn(static_cast<double>(static_cast<long long>(t.low[row])), -t.bits);
    }
    sum = scalbn(sum, -shift_of<T>(t, exponent));
  }
  x[s.x] = static_cast<T>(static_cast<double>(x[s.x]) + sum);
}

template <class T> void add_floats(CUstream_st* stream, const indexed& l, index_t slots, void* x, const void* y) {
  const places p = make_places(l.rank, l.shape);
  const index_t rows = table_rows(slots, p.count);
  const size_t eight = static_cast<size_t>(rows) * 8;
  const bool dense = is_dense(slots, p.count), two = sizeof(T) == 8;
  const size_t zeros = eight * (two ? 2 : 1) + static_cast<size_t>(rows) * 4;
  detail::Workspace memory(stream, zeros + (dense ? 0 : eight));
  char* at = memory.as<char>();
  sums t{};
  t.high = reinterpret_cast<unsigned long long*>(at);
  t.table = make_table(stream, slots, p.count, at + (zeros + 7) / 8 * 8);
  at += eight;
  if (two) t.low = reinterpret_cast<unsigned long long*>(at), at += eight;
  t.exponent = reinterpret_cast<int*>(at);
  t.bits = 62;
  while ((index_t(1) << (62 - t.bits)) < p.count) --t.bits;
  TUKEY_CUDA_CHECK(cudaMemsetAsync(t.high, 0, zeros, stream));
  const dim3 grid = blocks_for(p.count, 1), block(index_block);
  const T* values = static_cast<const T*>(y);
  launch(find_exponents<T>, grid, block, 0, stream, l, p, t, values);
  launch(add_scaled<T>, grid, block, 0, stream, l, p, t, values);
  launch(add_sums<T>, grid, block, 0, stream, l, p, t, static_cast<T*>(x));
}

// Complex numbers as two real ones, along one more axis.
indexed as_real(const indexed& complex) {
  indexed l = complex;
  for (int d = 0; d < l.rank; ++d) l.x[d] *= 2, l.y[d] *= 2, l.slot[d] *= 2;
  for (int k = 0; k < l.count; ++k) l.index[k].stride *= 2, l.index[k].slot *= 2, l.index[k].strides[l.rank] = 0;
  l.x[l.rank] = l.y[l.rank] = l.slot[l.rank] = 1;
  l.position[l.rank] = 0;
  l.shape[l.rank++] = 2;
  return l;
}

}  // namespace

void accumulate(CUstream_st* stream, Accumulate op, Kind kind, int bytes, const indexed& l, index_t slots, void* x,
                const void* y) {
  if (kind == Kind::is_complex) {
    const indexed real = as_real(l);
    return bytes == 8 ? add_floats<float>(stream, real, 2 * slots, x, y)
                      : add_floats<double>(stream, real, 2 * slots, x, y);
  }
  if (kind == Kind::is_float && op == Accumulate::add)
    return bytes == 4 ? add_floats<float>(stream, l, slots, x, y) : add_floats<double>(stream, l, slots, x, y);
  const places p = make_places(l.rank, l.shape);
  const dim3 grid = blocks_for(p.count, 1), block(index_block);
  auto run = [&](auto zero) {
    using W = decltype(zero);
    launch(accumulate_words<W>, grid, block, 0, stream, l, p, op, kind, static_cast<W*>(x), static_cast<const W*>(y));
  };
  switch (bytes) {
    case 1:
      return run(static_cast<unsigned char>(0));
    case 2:
      return run(static_cast<unsigned short>(0));
    case 4:
      return run(0u);
    default:
      return run(0ul);
  }
}

}  // namespace tukey::cuda
