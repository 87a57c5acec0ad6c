#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Installs a build into a temporary folder and uses it from outside: by the compiler alone, without CUDA's include
# path, and by find_package; then configures the source tree as a subdirectory of the same project.
#     tests/consumer/run.sh BUILD_FOLDER COMPILER
set -euo pipefail
source_folder=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "$1" && pwd) compiler=$2
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
cd "$temporary"

cmake --install "$build" --prefix "$temporary/prefix" >install.log || { cat install.log; exit 1; }
TIMEFORMAT='analysis.cpp (fft and signal headers) compiled in %R s'
time "$compiler" -std=c++17 -O2 -I prefix/include -c "$source_folder/tests/consumer/analysis.cpp" -o analysis.o
printf '#include "tukey/tukey.hpp"\nint main() {}\n' >all.cpp
TIMEFORMAT='tukey/tukey.hpp (everything) compiled in %R s'
time "$compiler" -std=c++17 -I prefix/include -c all.cpp -o all.o

run() { "$@" >step.log 2>&1 || { cat step.log; exit 1; }; }
run cmake -G Ninja -S "$source_folder/tests/consumer" -B use -DCMAKE_PREFIX_PATH="$temporary/prefix" -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER="$compiler"
run cmake --build use
echo "find_package: $(use/consumer)"

# As a subdirectory: the targets exist, and tests, benchmarks and examples are left out. Building it would only repeat
# what is built already.
run cmake -G Ninja -S "$source_folder/tests/consumer" -B sub -DTUKEY_SOURCE="$source_folder" -DTUKEY_CUDA=OFF -DCMAKE_CXX_COMPILER="$compiler"
run cmake --build sub -- -n consumer
if ninja -C sub -t targets all | grep -qE 'tukey-test|tukey-bench|example-'; then
  echo "add_subdirectory: tests, benchmarks or examples would be built"
  exit 1
fi
echo "add_subdirectory: configures"
