// SPDX-License-Identifier: Apache-2.0
// Everything of the fft module.
#pragma once

#include "tukey/fft/dct.hpp"
#include "tukey/fft/fft.hpp"
#include "tukey/fft/fftn.hpp"
#include "tukey/fft/hankel.hpp"
