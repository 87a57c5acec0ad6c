// SPDX-License-Identifier: Apache-2.0
// Internal: the machine of fused expressions on the CPU. Its values are tiles that stay in the first cache; an
// operand that lies together in memory is read in place, and the last operation writes into the output.
#pragma once

#include "elementwise_float.hpp"
#include "fuse_visit.hpp"
#include "tukey/detail/parallel.hpp"

namespace tukey::cpu {

using namespace fused;

// The operations that arrays of floats compute several elements at a time.
inline bool float_function_of(FuseOp op, FloatFunction& f) {
  switch (op) {
#define TUKEY_FLOAT(name)    \
  case FuseOp::name:         \
    f = FloatFunction::name; \
    return true;
    TUKEY_FLOAT(exp)
    TUKEY_FLOAT(exp2)
    TUKEY_FLOAT(expm1)
    TUKEY_FLOAT(log)
    TUKEY_FLOAT(log2)
    TUKEY_FLOAT(log10)
    TUKEY_FLOAT(log1p)
    TUKEY_FLOAT(sin)
    TUKEY_FLOAT(cos)
    TUKEY_FLOAT(tan)
    TUKEY_FLOAT(sinh)
    TUKEY_FLOAT(cosh)
    TUKEY_FLOAT(tanh)
#undef TUKEY_FLOAT
    default:
      return false;
  }
}

template <class T> class fuse_machine {
 public:
  static constexpr index_t tile = 4096 / sizeof(T);

  fuse_machine(const fuse_loop& l, const fuse_program& p, index_t longest) : l_(l), p_(p), inner_(l.rank - 1) {
    if (longest > tile) longest = tile;
    for (int i = 0; i < p.constants; ++i) {
      const T value = constant_of<T>(p, i);
      for (index_t k = 0; k < longest; ++k) constants_[i][k] = value;
    }
  }
  // Elements [begin, end) of the loop.
  void run(index_t begin, index_t end) {
    const index_t line = l_.shape[inner_];
    while (begin < end) {
      count_ = end - begin < tile ? end - begin : tile;
      index_t rest = begin;
      for (int d = inner_; d > 0; --d) at_[d] = rest % l_.shape[d], rest /= l_.shape[d];
      at_[0] = rest;
      if (line >= tile / 8 && line - at_[inner_] < count_) count_ = line - at_[inner_];
      run_tile();
      begin += count_;
    }
  }

 private:
  // Applies a function to the tile; operands may be the result itself.
  struct apply {
    index_t count;
    T* result;
    const T *a, *b;
    template <class F> void one(const F& f) const {
      T* const r = result;
      const T* const x = a;
#pragma GCC ivdep
      for (index_t i = 0; i < count; ++i) r[i] = lift<T>(f(x[i]));
    }
    template <class F> void two(const F& f) const {
      T* const r = result;
      const T *const x = a, *const y = b;
#pragma GCC ivdep
      for (index_t i = 0; i < count; ++i) r[i] = lift<T>(f(x[i], y[i]));
    }
  };
  struct gather {
    const fuse_machine& m;
    int k;
    T* to;
    template <class S> void stored() const {
      m.walk<const S>(k, [this, t = to](const S* from, index_t step, index_t count) mutable {
        if (step == 1) {
          for (index_t i = 0; i < count; ++i) t[i] = detail::convert_element<T, S>{}(from[i]);
        } else {
          for (index_t i = 0; i < count; ++i) t[i] = detail::convert_element<T, S>{}(from[i * step]);
        }
        t += count;
      });
    }
  };
  struct scatter {
    const fuse_machine& m;
    const T* from;
    template <class D> void stored() const {
      m.walk<D>(0, [f = from](D* to, index_t step, index_t count) mutable {
        if (step == 1) {
          for (index_t i = 0; i < count; ++i) to[i] = lower<D>(f[i]);
        } else {
          for (index_t i = 0; i < count; ++i) to[i * step] = lower<D>(f[i]);
        }
        f += count;
      });
    }
  };

  index_t position(int k) const {
    index_t at = l_.offset[k];
    for (int d = 0; d <= inner_; ++d) at += at_[d] * l_.strides[k][d];
    return at;
  }
  // body(first element, stride, count) for the lines of the tile in operand k.
  template <class S, class Body> void walk(int k, Body body) const {
    S* from = static_cast<S*>(const_cast<void*>(p_.data[k])) + position(k);
    const index_t step = l_.strides[k][inner_], line = l_.shape[inner_];
    index_t at[detail::max_loop_rank];
    for (int d = 0; d <= inner_; ++d) at[d] = at_[d];
    for (index_t done = 0; done < count_;) {
      const index_t left = line - at[inner_], count = left < count_ - done ? left : count_ - done;
      body(from, step, count);
      done += count;
      from -= at[inner_] * step;
      at[inner_] = 0;
      for (int d = inner_ - 1; d >= 0; --d) {
        from += l_.strides[k][d];
        if (++at[d] < l_.shape[d]) break;
        from -= l_.shape[d] * l_.strides[k][d];
        at[d] = 0;
      }
    }
  }
  bool in_place(int k) const {
    return p_.types[k] == detail::type_code<T> && l_.strides[k][inner_] == 1 &&
           l_.shape[inner_] - at_[inner_] >= count_;
  }
  const T* fetch(int k, T* buffer) const {
    if (in_place(k)) return static_cast<const T*>(p_.data[k]) + position(k);
    visit_stored<T>(p_.types[k], gather{*this, k, buffer});
    return buffer;
  }

  void run_tile() {
    const T *stack[fuse_stack + 1] = {}, *slots[fuse_slots] = {};
    int top = -1;
    for (int k = 0; k < p_.slotted; ++k) slots[k] = fetch(1 + k, slots_[k]);
    T* const out = in_place(0) ? static_cast<T*>(const_cast<void*>(p_.data[0])) + position(0) : nullptr;
    for (int pc = 0; pc < p_.instructions; ++pc) {
      const fuse_instruction& i = p_.code[pc];
      const T* b = nullptr;
      switch (i.source) {
        case from_none:
          break;
        case from_stack:
          b = stack[top--];
          break;
        case from_slot:
          b = slots[i.index];
          break;
        case from_constant:
          b = constants_[i.index];
          break;
        case from_array:
          b = fetch(1 + i.index, i.push ? stack_[top + 1] : array_);
          break;
      }
      if (i.push) stack[++top] = b;
      const T* a = stack[top];
      if (i.swap) {
        const T* const t = a;
        a = b, b = t;
      }
      if (i.op == FuseOp::select) {
        const T* const condition = stack[--top];
        T* const r = target(pc, top, out);
        stack[top] = r;
#pragma GCC ivdep
        for (index_t e = 0; e < count_; ++e) r[e] = real_part(condition[e]) != real_of_t<T>(0) ? a[e] : b[e];
      } else if (i.op != FuseOp::load) {
        T* const r = target(pc, top, out);
        stack[top] = r;
        if (!by_floats(i, r, a)) visit<T>(i, apply{count_, r, a, b});
      }
      if (i.save) slots[i.save - 1] = stack[top];
    }
    if (stack[0] != out) visit_written<T>(p_.types[0], scatter{*this, stack[0]});
  }
  // The bits of the functions on arrays of floats. Of complex elements: on the real parts, which are one in two floats.
  bool by_floats(const fuse_instruction& i, T* result, const T* x) const {
    if constexpr (sizeof(real_of_t<T>) == 4 && kind_of<real_of_t<T>> == kind::real) {
      constexpr index_t step = sizeof(T) / sizeof(float);
      FloatFunction f = FloatFunction::exp;
      if (!i.real || !float_function_of(i.op, f)) return false;
      detail::loop<2> l{};
      l.rank = 1, l.shape[0] = count_, l.strides[0][0] = l.strides[1][0] = step;
      float_function(f, l, reinterpret_cast<float*>(result), reinterpret_cast<const float*>(x));
      if constexpr (step == 2)
        for (index_t k = 0; k < count_; ++k) result[k].im = 0;
      return true;
    }
    return false;
  }
  // Where an instruction's result goes. Saved values stay in a slot of their own.
  T* target(int pc, int top, T* out) {
    if (pc == p_.instructions - 1 && out) return out;
    return p_.code[pc].save ? slots_[p_.code[pc].save - 1] : stack_[top];
  }

  const fuse_loop& l_;
  const fuse_program& p_;
  int inner_;
  index_t count_ = 0, at_[detail::max_loop_rank] = {};  // the tile
  alignas(64) T stack_[fuse_stack][tile];
  alignas(64) T slots_[fuse_slots][tile];
  alignas(64) T constants_[fuse_constants][tile];
  alignas(64) T array_[tile];
};

template <class T> void fuse(const fuse_loop& l, const fuse_program& p) {
  detail::parallel_ranges(l.size(), 1 << 13, [&](index_t begin, index_t end) {
    fuse_machine<T> machine(l, p, end - begin);
    machine.run(begin, end);
  });
}

}  // namespace tukey::cpu
