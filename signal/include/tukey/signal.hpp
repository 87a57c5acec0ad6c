// SPDX-License-Identifier: Apache-2.0
// Everything of the signal module.
#pragma once

#include "tukey/signal/convolution.hpp"
#include "tukey/signal/detrend.hpp"
#include "tukey/signal/filter_design.hpp"
#include "tukey/signal/filtering.hpp"
#include "tukey/signal/freq_shift.hpp"
#include "tukey/signal/peaks.hpp"
#include "tukey/signal/responses.hpp"
#include "tukey/signal/spectral.hpp"
#include "tukey/signal/waveforms.hpp"
#include "tukey/signal/windows.hpp"
