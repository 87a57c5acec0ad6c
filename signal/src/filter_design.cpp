// SPDX-License-Identifier: Apache-2.0
#include "tukey/signal/filter_design.hpp"

#include <algorithm>

#include "iir_transforms.hpp"
#include "tukey/detail/access.hpp"

namespace tukey::signal {

Sos::Sos(std::initializer_list<std::initializer_list<double>> sections) {
  for (const auto& section : sections) {
    detail::require(section.size() == 6, "Sos", "each section must have 6 numbers, got ", section.size());
    sections_.emplace_back();
    std::copy(section.begin(), section.end(), sections_.back().begin());
  }
}

Sos::Sos(const Array<double>& sections) {
  detail::require(sections.rank() == 2 && sections.shape(1) == 6, "Sos", "sos must have shape (n_sections, 6), got ",
                  sections.shape().str());
  const std::vector<double> v = sections.to_vector();
  sections_.resize(v.size() / 6);
  for (std::size_t i = 0; i < v.size(); ++i) sections_[i / 6][i % 6] = v[i];
}

Sos IirDesign::sos() const { return iir::zpk2sos(zpk_, analog_); }
Ba IirDesign::ba() const { return iir::zpk2tf(zpk_); }

IirDesign butter(int N, const Cutoff& Wn, const ButterOptions& options) {
  detail::require(N >= 0, "butter", "N must be at least 0, got ", N);
  return iir::design("butter", iir::buttap(N), Wn, options.btype, options.analog, options.fs);
}

}  // namespace tukey::signal
