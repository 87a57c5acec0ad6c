// SPDX-License-Identifier: Apache-2.0
// Everything of the sparse module.
#pragma once

#include "tukey/sparse/csr.hpp"
#include "tukey/sparse/solvers.hpp"
