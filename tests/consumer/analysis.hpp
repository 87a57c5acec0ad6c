// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tukey/array.hpp"

/// The strongest frequency of x within `low` to `high` Hz.
double strongest(const tukey::Array<double>& x, double fs, double low, double high);
