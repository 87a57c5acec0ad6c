// SPDX-License-Identifier: Apache-2.0
// Planned transforms by FFTW (guru interface, 64-bit sizes). Not compiled in a build without FFTW.
#include <fftw3.h>

#include <mutex>
#include <type_traits>

#include "fft_engine.hpp"
#include "tukey/error.hpp"

namespace tukey::reference::engine {
namespace {

// FFTW's planner and destructor are not thread-safe; execution is.
std::mutex& planner() {
  static auto* mutex = new std::mutex;  // never destroyed: plans may outlive static objects
  return *mutex;
}

// FFTW_ESTIMATE does not touch the arrays, it looks at their alignment only.
alignas(64) char dummy_in[64];
alignas(64) char dummy_out[64];

template <class T> struct Api;
#define TUKEY_FFTW_API(T, prefix)                                                                  \
  template <> struct Api<T> {                                                                      \
    using plan = prefix##_plan;                                                                    \
    using complex = prefix##_complex;                                                              \
    static plan make(const Problem& p) {                                                           \
      const prefix##_iodim64 dim{p.n, 1, 1}, rows{p.rows, p.in_distance, p.out_distance};          \
      auto* ci = reinterpret_cast<complex*>(dummy_in);                                             \
      auto* co = reinterpret_cast<complex*>(dummy_out);                                            \
      auto* ri = reinterpret_cast<T*>(dummy_in);                                                   \
      auto* ro = reinterpret_cast<T*>(dummy_out);                                                  \
      switch (p.kind) {                                                                            \
        case Kind::r2c:                                                                            \
          return prefix##_plan_guru64_dft_r2c(1, &dim, 1, &rows, ri, co, FFTW_ESTIMATE);           \
        case Kind::c2r:                                                                            \
          return prefix##_plan_guru64_dft_c2r(1, &dim, 1, &rows, ci, ro, FFTW_ESTIMATE);           \
        default:                                                                                   \
          return prefix##_plan_guru64_dft(1, &dim, 1, &rows, ci, p.in_place ? ci : co,             \
                                          p.kind == Kind::forward ? FFTW_FORWARD : FFTW_BACKWARD,  \
                                          FFTW_ESTIMATE | (p.in_place ? 0 : FFTW_PRESERVE_INPUT)); \
      }                                                                                            \
    }                                                                                              \
    static void destroy(plan p) { prefix##_destroy_plan(p); }                                      \
    static void c2c(plan p, complex* in, complex* out) { prefix##_execute_dft(p, in, out); }       \
    static void r2c(plan p, T* in, complex* out) { prefix##_execute_dft_r2c(p, in, out); }         \
    static void c2r(plan p, complex* in, T* out) { prefix##_execute_dft_c2r(p, in, out); }         \
  };
TUKEY_FFTW_API(float, fftwf)
TUKEY_FFTW_API(double, fftw)
TUKEY_FFTW_API(long double, fftwl)
#undef TUKEY_FFTW_API

template <class T> auto* cast(const std::complex<T>* p) {
  return reinterpret_cast<typename Api<T>::complex*>(const_cast<std::complex<T>*>(p));
}

}  // namespace

template <class T> struct Plan<T>::Impl {
  typename Api<T>::plan plan;
  index_t n;
};

template <class T> Plan<T>::Plan(const Problem& problem) {
  auto impl = std::make_unique<Impl>();
  std::lock_guard<std::mutex> guard(planner());
  impl->plan = Api<T>::make(problem);
  impl->n = problem.n;
  if (!impl->plan) throw Error("fft: FFTW has no plan for length " + std::to_string(problem.n));
  impl_ = std::move(impl);
}
template <class T> Plan<T>::~Plan() {
  std::lock_guard<std::mutex> guard(planner());
  if (impl_) Api<T>::destroy(impl_->plan);
}
template <class T> void Plan<T>::run(const std::complex<T>* in, std::complex<T>* out) const {
  Api<T>::c2c(impl_->plan, cast(in), cast(out));
}
template <class T> void Plan<T>::run(const T* in, std::complex<T>* out) const {
  Api<T>::r2c(impl_->plan, const_cast<T*>(in), cast(out));  // FFTW preserves the input of r2c
}
template <class T> void Plan<T>::run(std::complex<T>* in, T* out) const { Api<T>::c2r(impl_->plan, cast(in), out); }
template <class T> std::size_t Plan<T>::bytes() const {
  return static_cast<std::size_t>(impl_->n) * sizeof(std::complex<T>) + 4096;
}

template class Plan<float>;
template class Plan<double>;
template class Plan<long double>;

}  // namespace tukey::reference::engine
