// SPDX-License-Identifier: Apache-2.0
// The fast Hankel transform of logarithmically spaced samples: scipy.fft's fht, ifht and fhtoffset.
#pragma once

#include "tukey/array.hpp"

namespace tukey::fft {

struct HankelOptions {
  double offset = 0;  ///< log of the product of the centres of both grids, c in k_j r_{n-1-j} = exp(c); see fhtoffset
  double bias = 0;    ///< exponent of the power law that is taken out before the transform
};

/// A(k) = integral of a(r) J_mu(k r) k dr over r > 0, of samples a(r_j), r_j = r_c exp((j - (n-1)/2) dln), along the
/// last axis; A(k_j) on the grid of the same spacing. mu: order of the Bessel function. The result is row-major.
/// Source: A. Hamilton, FFTLog, 2000. InvalidArgument: rank 0, an empty last axis, dln not positive, a number that is
/// not finite, a singular transform ((mu + 1 + bias)/2 is 0 or a negative integer), where SciPy warns. scipy.fft.fht.
template <class T> Array<T> fht(const Array<T>& a, double dln, double mu, HankelOptions options = {});
/// The inverse of fht; singular where (mu + 1 - bias)/2 is 0 or a negative integer. scipy.fft.ifht.
template <class T> Array<T> ifht(const Array<T>& A, double dln, double mu, HankelOptions options = {});
/// The offset nearest to `initial` at which fht has the least ringing. InvalidArgument: dln not positive, a number that
/// is not finite. scipy.fft.fhtoffset.
TUKEY_EXPORT double fhtoffset(double dln, double mu, double initial = 0, double bias = 0);

}  // namespace tukey::fft
