// SPDX-License-Identifier: Apache-2.0
// Internal: runs a pointwise functor over a collapsed loop on the CPU.
#pragma once

#include "tukey/detail/loop.hpp"
#include "tukey/detail/parallel.hpp"

namespace tukey::cpu {

using detail::loop;

// The innermost line. The cases with unit strides vectorise; the output may be an operand itself, so there is no
// dependence between iterations.
template <class F, class R> void map_line(index_t n, const F& f, R* out, const index_t* s) {
  if (s[0] == 1) {
    for (index_t i = 0; i < n; ++i) out[i] = f();
  } else {
    for (index_t i = 0; i < n; ++i) out[i * s[0]] = f();
  }
}
template <class F, class R, class A> void map_line(index_t n, const F& f, R* out, const index_t* s, const A* a) {
  if (s[0] == 1 && s[1] == 1) {
#pragma GCC ivdep
    for (index_t i = 0; i < n; ++i) out[i] = f(a[i]);
  } else {
    for (index_t i = 0; i < n; ++i) out[i * s[0]] = f(a[i * s[1]]);
  }
}
template <class F, class R, class A, class B>
void map_line(index_t n, const F& f, R* out, const index_t* s, const A* a, const B* b) {
  if (s[0] == 1 && s[1] == 1 && s[2] == 1) {
#pragma GCC ivdep
    for (index_t i = 0; i < n; ++i) out[i] = f(a[i], b[i]);
  } else if (s[0] == 1 && s[1] == 1 && s[2] == 0) {
    const B y = *b;
#pragma GCC ivdep
    for (index_t i = 0; i < n; ++i) out[i] = f(a[i], y);
  } else if (s[0] == 1 && s[1] == 0 && s[2] == 1) {
    const A x = *a;
#pragma GCC ivdep
    for (index_t i = 0; i < n; ++i) out[i] = f(x, b[i]);
  } else {
    for (index_t i = 0; i < n; ++i) out[i * s[0]] = f(a[i * s[1]], b[i * s[2]]);
  }
}
template <class F, class R, class A, class B, class C>
void map_line(index_t n, const F& f, R* out, const index_t* s, const A* a, const B* b, const C* c) {
  if (s[0] == 1 && s[1] == 1 && s[2] == 1 && s[3] == 1) {
#pragma GCC ivdep
    for (index_t i = 0; i < n; ++i) out[i] = f(a[i], b[i], c[i]);
  } else {
    for (index_t i = 0; i < n; ++i) out[i * s[0]] = f(a[i * s[1]], b[i * s[2]], c[i * s[3]]);
  }
}

// body(line length, positions of the operands, strides along the line) for every line of the loop, lines cut
// where the work is divided among threads.
template <int N, class Body> void for_lines(const loop<N>& l, index_t grain, const Body& body) {
  const int inner = l.rank - 1;
  const index_t n = l.shape[inner];
  index_t strides[N];
  for (int k = 0; k < N; ++k) strides[k] = l.strides[k][inner];
  detail::parallel_ranges(l.size(), grain, [&](index_t begin, index_t end) {
    index_t at[max_rank + 1], position[N];
    index_t rest = begin / n, column = begin % n;
    for (int k = 0; k < N; ++k) position[k] = l.offset[k] + column * strides[k];
    for (int d = inner - 1; d >= 0; --d) {
      at[d] = rest % l.shape[d];
      rest /= l.shape[d];
      for (int k = 0; k < N; ++k) position[k] += at[d] * l.strides[k][d];
    }
    for (index_t done = begin; done < end;) {
      const index_t count = n - column < end - done ? n - column : end - done;
      body(count, position, strides);
      done += count;
      for (int k = 0; k < N; ++k) position[k] -= column * strides[k];
      column = 0;
      for (int d = inner - 1; d >= 0; --d) {
        for (int k = 0; k < N; ++k) position[k] += l.strides[k][d];
        if (++at[d] < l.shape[d]) break;
        for (int k = 0; k < N; ++k) position[k] -= l.shape[d] * l.strides[k][d];
        at[d] = 0;
      }
    }
  });
}

// out = f(in...) over a collapsed, non-empty loop. `grain`: elements worth a thread.
template <class F, class R> void map(const loop<1>& l, const F& f, R* out, index_t grain = 1 << 16) {
  for_lines(l, grain, [&](index_t n, const index_t* at, const index_t* s) { map_line(n, f, out + at[0], s); });
}
template <class F, class R, class A>
void map(const loop<2>& l, const F& f, R* out, const A* a, index_t grain = 1 << 16) {
  for_lines(l, grain,
            [&](index_t n, const index_t* at, const index_t* s) { map_line(n, f, out + at[0], s, a + at[1]); });
}
template <class F, class R, class A, class B>
void map(const loop<3>& l, const F& f, R* out, const A* a, const B* b, index_t grain = 1 << 16) {
  for_lines(l, grain, [&](index_t n, const index_t* at, const index_t* s) {
    map_line(n, f, out + at[0], s, a + at[1], b + at[2]);
  });
}
template <class F, class R, class A, class B, class C>
void map(const loop<4>& l, const F& f, R* out, const A* a, const B* b, const C* c, index_t grain = 1 << 16) {
  for_lines(l, grain, [&](index_t n, const index_t* at, const index_t* s) {
    map_line(n, f, out + at[0], s, a + at[1], b + at[2], c + at[3]);
  });
}

}  // namespace tukey::cpu
