// SPDX-License-Identifier: Apache-2.0
// The conditions of find_peaks as plain data, checked and with defaults settled. Included by .cu files: no std headers.
#pragma once

#include "tukey/view.hpp"

namespace tukey::reference {

// An interval of a property. An infinite bound accepts everything on its side.
struct PeakBounds {
  bool given = false;
  double min = 0, max = 0;
  bool has_min = false, has_max = false;

  template <class R> TUKEY_HD bool holds(R value) const {
    return (!has_min || min <= value) && (!has_max || value <= max);
  }
};

struct PeakConditions {
  PeakBounds plateau_size, height, threshold, prominence, width;
  index_t distance = 0;  // 0: no condition
  index_t wlen = 0;      // 0: the whole signal
  double rel_height = 0.5;

  TUKEY_HD bool wants_prominence() const { return prominence.given || width.given; }
};

}  // namespace tukey::reference
