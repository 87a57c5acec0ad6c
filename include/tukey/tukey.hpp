// SPDX-License-Identifier: Apache-2.0
// Everything of the library.
#pragma once

#include "tukey/core.hpp"
#include "tukey/fft.hpp"
#include "tukey/linalg.hpp"
#include "tukey/random.hpp"
#include "tukey/signal.hpp"
#include "tukey/sparse.hpp"
