// SPDX-License-Identifier: Apache-2.0
// TUKEY_EXPORT marks what libtukey.so shows; everything else is hidden.
#pragma once

#if defined(__GNUC__)
#define TUKEY_EXPORT __attribute__((visibility("default")))
#else
#define TUKEY_EXPORT
#endif
