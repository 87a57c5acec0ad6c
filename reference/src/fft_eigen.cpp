// SPDX-License-Identifier: Apache-2.0
// Planned transforms by Eigen's mixed-radix FFT (kissfft), for builds without FFTW. Lengths with a prime factor above
// 47, where kissfft is quadratic, go through Bluestein's algorithm (1970: a convolution with a chirp).
#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <string>
#include <type_traits>
#include <vector>

#include <unsupported/Eigen/FFT>

#include "fft_engine.hpp"
#include "tukey/error.hpp"

namespace tukey::reference::engine {
namespace {

template <class T> std::complex<T> unit_root(index_t k, index_t n) {  // exp(-2 pi i k / n), 0 <= k < n
  using W = std::conditional_t<std::is_same_v<T, float>, double, long double>;
  const W angle = -2 * std::acos(W(-1)) * (W(k) / W(n));
  return {static_cast<T>(std::cos(angle)), static_cast<T>(std::sin(angle))};
}

index_t largest_prime(index_t n) {
  index_t largest = 1;
  for (index_t p = 2; p * p <= n; ++p)
    while (n % p == 0) n /= p, largest = p;
  return n > 1 ? n : largest;
}

// The forward complex transform.
template <class T> class Complex {
  using C = std::complex<T>;
  using Kiss = Eigen::internal::kiss_cpx_fft<T>;

 public:
  explicit Complex(index_t n) : n_(n) {
    if (largest_prime(n) <= 47) {
      direct_ = make(n);
      return;
    }
    index_t m = 1;
    while (m < 2 * n - 1) m *= 2;
    convolver_ = std::make_unique<Complex>(m);
    chirp_.resize(n);
    for (index_t j = 0, square = 0; j < n; ++j) {  // square = j^2 mod 2n, exactly
      chirp_[j] = unit_root<T>(square, 2 * n);
      square = (square + 2 * j + 1) % (2 * n);
    }
    std::vector<C> b(m);
    for (index_t j = 0; j < n; ++j) b[j] = b[(m - j) % m] = std::conj(chirp_[j]);
    filter_.resize(m);
    convolver_->run(b.data(), filter_.data());
    for (C& f : filter_) f /= static_cast<T>(m);
  }

  void run(const C* in, C* out) const {
    if (n_ == 1) {
      out[0] = in[0];
      return;
    }
    if (!convolver_) {
      auto kiss = lease();
      kiss->work(0, out, in, 1, 1);
      std::lock_guard<std::mutex> guard(mutex_);
      idle_.push_back(std::move(kiss));
      return;
    }
    const index_t m = static_cast<index_t>(filter_.size());
    std::vector<C> a(m), b(m);
    for (index_t j = 0; j < n_; ++j) a[j] = in[j] * chirp_[j];
    convolver_->run(a.data(), b.data());
    for (index_t k = 0; k < m; ++k) b[k] = std::conj(b[k] * filter_[k]);  // the inverse as the conjugate's forward
    convolver_->run(b.data(), a.data());
    for (index_t k = 0; k < n_; ++k) out[k] = std::conj(a[k]) * chirp_[k];
  }
  std::size_t bytes() const {
    return (2 * static_cast<std::size_t>(n_) + filter_.size()) * sizeof(C) + (convolver_ ? convolver_->bytes() : 0);
  }

 private:
  static std::unique_ptr<Kiss> make(index_t n) {
    auto kiss = std::make_unique<Kiss>();
    kiss->make_twiddles(static_cast<int>(n), false);
    if constexpr (std::is_same_v<T, long double>)  // Eigen computes the angles in double
      for (index_t k = 0; k < n; ++k) kiss->m_twiddles[k] = unit_root<T>(k, n);
    kiss->factorize(static_cast<int>(n));
    return kiss;
  }
  // kissfft writes to scratch memory of its own, so each thread gets a copy while it runs.
  std::unique_ptr<Kiss> lease() const {
    {
      std::lock_guard<std::mutex> guard(mutex_);
      if (!idle_.empty()) {
        auto kiss = std::move(idle_.back());
        idle_.pop_back();
        return kiss;
      }
    }
    return std::make_unique<Kiss>(*direct_);
  }

  index_t n_;
  std::unique_ptr<Kiss> direct_;
  std::unique_ptr<Complex> convolver_;
  std::vector<C> chirp_, filter_;
  mutable std::mutex mutex_;
  mutable std::vector<std::unique_ptr<Kiss>> idle_;
};

}  // namespace

template <class T> struct Plan<T>::Impl {
  Problem problem;
  bool halved;  // real, even: one complex transform of half the length
  std::unique_ptr<Complex<T>> complex;
  std::vector<std::complex<T>> roots;  // exp(-2 pi i k / n), k <= n/2, of the halved ones
};

template <class T> Plan<T>::Plan(const Problem& problem) : impl_(std::make_unique<Impl>()) {
  const index_t n = problem.n;
  if (n > (index_t(1) << 29)) throw Error("fft: without FFTW, lengths up to 2^29 only, got " + std::to_string(n));
  impl_->problem = problem;
  impl_->halved = (problem.kind == Kind::r2c || problem.kind == Kind::c2r) && n % 2 == 0;
  impl_->complex = std::make_unique<Complex<T>>(impl_->halved ? n / 2 : n);
  if (!impl_->halved) return;
  for (index_t k = 0; k <= n / 2; ++k) impl_->roots.push_back(unit_root<T>(k, n));
}
template <class T> Plan<T>::~Plan() = default;

template <class T> void Plan<T>::run(const std::complex<T>* in, std::complex<T>* out) const {
  const Problem& p = impl_->problem;
  std::vector<std::complex<T>> copy;
  for (index_t r = 0; r < p.rows; ++r, in += p.in_distance, out += p.out_distance) {
    if (p.in_place) copy.assign(in, in + p.n);
    impl_->complex->run(p.in_place ? copy.data() : in, out);
    // Exchanging bins k and n - k turns the sign of the exponent.
    if (p.kind == Kind::inverse)
      for (index_t k = 1; k < p.n - k; ++k) std::swap(out[k], out[p.n - k]);
  }
}

template <class T> void Plan<T>::run(const T* in, std::complex<T>* out) const {
  using C = std::complex<T>;
  const Problem& p = impl_->problem;
  const index_t n = p.n, h = n / 2;
  std::vector<C> a(impl_->halved ? h : n), z(a.size());
  for (index_t r = 0; r < p.rows; ++r, in += p.in_distance, out += p.out_distance) {
    if (!impl_->halved) {
      std::copy(in, in + n, a.begin());
      impl_->complex->run(a.data(), z.data());
      std::copy(z.begin(), z.begin() + h + 1, out);
      continue;
    }
    // z[j] = x[2j] + i x[2j+1]; the spectra of the even and the odd samples are its symmetric parts.
    for (index_t j = 0; j < h; ++j) a[j] = C(in[2 * j], in[2 * j + 1]);
    impl_->complex->run(a.data(), z.data());
    for (index_t k = 0; k <= h; ++k) {
      const C u = z[k % h], v = std::conj(z[(h - k) % h]);
      out[k] = (u + v) * T(0.5) + impl_->roots[k] * (C(0, T(-0.5)) * (u - v));
    }
    out[0] = out[0].real();
    out[h] = out[h].real();
  }
}

template <class T> void Plan<T>::run(std::complex<T>* in, T* out) const {
  using C = std::complex<T>;
  const Problem& p = impl_->problem;
  const index_t n = p.n, h = n / 2;
  std::vector<C> a(impl_->halved ? h : n), z(a.size());
  // The inverse is the conjugate of the forward transform of the conjugate; x is real.
  for (index_t r = 0; r < p.rows; ++r, in += p.in_distance, out += p.out_distance) {
    if (!impl_->halved) {
      a[0] = in[0].real();
      for (index_t k = 1; k <= h; ++k) a[k] = std::conj(in[k]), a[n - k] = in[k];
      impl_->complex->run(a.data(), z.data());
      for (index_t j = 0; j < n; ++j) out[j] = z[j].real();
      continue;
    }
    in[0] = in[0].real();
    in[h] = in[h].real();
    for (index_t k = 0; k < h; ++k) {
      const C u = in[k], v = std::conj(in[h - k]);
      a[k] = std::conj((u + v) + C(0, 1) * (std::conj(impl_->roots[k]) * (u - v)));
    }
    impl_->complex->run(a.data(), z.data());
    for (index_t j = 0; j < h; ++j) out[2 * j] = z[j].real(), out[2 * j + 1] = -z[j].imag();
  }
}

template <class T> std::size_t Plan<T>::bytes() const {
  return impl_->complex->bytes() + impl_->roots.size() * sizeof(std::complex<T>) + 1024;
}

template class Plan<float>;
template class Plan<double>;
template class Plan<long double>;

}  // namespace tukey::reference::engine
