// SPDX-License-Identifier: Apache-2.0
// main() of every test program. TUKEY_DEVICE=cuda on a machine without a usable GPU: exit code 77, "skipped".
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "tukey/device.hpp"

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  const char* wanted = std::getenv("TUKEY_DEVICE");
  if (wanted && std::string(wanted).rfind("cuda", 0) == 0 && tukey::cuda_device_count() == 0) {
    std::printf("no CUDA device: skipped\n");
    return 77;
  }
  std::printf("device under test: %s\n", tukey::default_device().str().c_str());
  return RUN_ALL_TESTS();
}
