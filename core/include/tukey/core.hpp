// SPDX-License-Identifier: Apache-2.0
// Everything of the core module.
#pragma once

#include "tukey/array.hpp"
#include "tukey/creation.hpp"
#include "tukey/device.hpp"
#include "tukey/dlpack.hpp"
#include "tukey/elementwise.hpp"
#include "tukey/error.hpp"
#include "tukey/fuse.hpp"
#include "tukey/joining.hpp"
#include "tukey/manipulation.hpp"
#include "tukey/graph.hpp"
#include "tukey/math.hpp"
#include "tukey/memory.hpp"
#include "tukey/npy.hpp"
#include "tukey/pinned.hpp"
#include "tukey/reduction.hpp"
#include "tukey/scan.hpp"
#include "tukey/searching.hpp"
#include "tukey/sorting.hpp"
#include "tukey/statistics.hpp"
#include "tukey/stream.hpp"
