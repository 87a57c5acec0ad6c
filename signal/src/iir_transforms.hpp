// SPDX-License-Identifier: Apache-2.0
// Internal: the steps of IIR design, on zeros, poles and gain in long double: a prototype (analog low-pass with cutoff
// 1 rad/s), a change of band, the bilinear transform, and the conversions between the forms of a filter.
#pragma once

#include <complex>
#include <vector>

#include "tukey/signal/filter_design.hpp"

namespace tukey::signal::iir {

using real = long double;
using complex = std::complex<real>;

struct RootForm {
  std::vector<complex> z, p;
  real k = 1;
};

RootForm widen(const Zpk& zpk);
Zpk round(const RootForm& f);

// Prototypes.
RootForm buttap(int N);

// From the prototype to another cutoff `wo` or, for bands, centre `wo` and width `bw`, all in rad/s.
RootForm lp2lp(const RootForm& f, real wo);
RootForm lp2hp(const RootForm& f, real wo);
RootForm lp2bp(const RootForm& f, real wo, real bw);
RootForm lp2bs(const RootForm& f, real wo, real bw);
// s = 2 fs (z - 1) / (z + 1).
RootForm bilinear(const RootForm& f, real fs);

// Everything after the prototype: checks of the frequencies, pre-warping, change of band, bilinear transform. Errors
// name `function`.
IirDesign design(const char* function, const RootForm& prototype, const Cutoff& Wn, BandType btype, bool analog,
                 std::optional<double> fs);

Sos zpk2sos(const Zpk& zpk, bool analog);
Ba zpk2tf(const Zpk& zpk);

}  // namespace tukey::signal::iir
