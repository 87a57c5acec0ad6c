// SPDX-License-Identifier: Apache-2.0
// Covariances and correlation coefficients. In namespace tukey, as in NumPy; here because they are matrix products.
#pragma once

#include <cstdint>
#include <optional>

#include "tukey/array.hpp"

namespace tukey {

struct CovOptions {
  bool rowvar = true;               // each row is a variable, each column an observation; else the other way round
  bool bias = false;                // divide by n, not n - 1
  std::optional<double> ddof = {};  // divide by n - ddof, whatever bias says
  // How often each observation counts, and how much: not negative (not checked). One number for each observation.
  std::optional<Array<std::int64_t>> fweights = {};
  std::optional<Array<double>> aweights = {};
};
struct CorrcoefOptions {
  bool rowvar = true;
};

/// The covariance matrix of variables: E[(x_i - E x_i) conj(x_j - E x_j)]. `m` and `y`, whose variables follow those of
/// m, have one or two axes and as many observations; one variable gives a scalar. Does not wait for the GPU. Floating
/// types; unlike NumPy's, the result of floats is float. NumPy's cov.
template <class T> Array<T> cov(const Array<T>& m, CovOptions options = {});
template <class T> Array<T> cov(const Array<T>& m, const Array<T>& y, CovOptions options = {});
/// cov_ij / sqrt(cov_ii cov_jj), parts clipped to [-1, 1]; NaN for variables that do not vary. NumPy's corrcoef.
template <class T> Array<T> corrcoef(const Array<T>& m, CorrcoefOptions options = {});
template <class T> Array<T> corrcoef(const Array<T>& m, const Array<T>& y, CorrcoefOptions options = {});

}  // namespace tukey
