// SPDX-License-Identifier: Apache-2.0
// Everything of the linalg module.
#pragma once

#include "tukey/linalg/covariance.hpp"
#include "tukey/linalg/products.hpp"
#include "tukey/linalg/solve.hpp"
