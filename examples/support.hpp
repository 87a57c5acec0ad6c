// SPDX-License-Identifier: Apache-2.0
// What the examples share: finding the recordings, and main's error handling.
#pragma once

#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>

#include "tukey/tukey.hpp"

namespace example {

/// A file of examples/data: below the working folder or one above it, or where the examples were built.
inline std::string data_file(const std::string& name) {
  namespace fs = std::filesystem;
  for (const fs::path folder : {"examples/data", "../examples/data", TUKEY_EXAMPLE_DATA})
    if (fs::exists(folder / name)) return (folder / name).string();
  throw tukey::IoError(name + " was not found in examples/data");
}

/// Runs `body`; an exception is printed and gives exit code 1.
template <class F>
int run(F body) {
  try {
    body();
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "error: %s\n", error.what());
    return 1;
  }
}

}  // namespace example
