# SPDX-License-Identifier: Apache-2.0
# Sourced by the other scripts: works from the repository's root, installs Debian packages, finds CUDA.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '\n\033[1m== %s\033[0m\n' "$*"; }
die() { printf '%s\n' "$*" >&2; exit 1; }

# install_packages NAME...: those that are missing, where apt-get and the right to use it are there.
install_packages() {
  command -v dpkg-query >/dev/null || { echo "not a Debian system: needed are $*"; return 0; }
  local missing=() name
  for name in "$@"; do
    dpkg-query -W -f='${Status}' "$name" 2>/dev/null | grep -q 'ok installed' || missing+=("$name")
  done
  [ ${#missing[@]} -eq 0 ] && return 0
  local root=()
  if [ "$(id -u)" -ne 0 ]; then
    sudo -n true 2>/dev/null || { echo "please install: ${missing[*]}"; return 0; }
    root=(sudo -n)
  fi
  echo "installing ${missing[*]}"
  local log
  log=$(mktemp)
  { DEBIAN_FRONTEND=noninteractive "${root[@]}" apt-get install -y --no-install-recommends "${missing[@]}" ||
    { "${root[@]}" apt-get update && DEBIAN_FRONTEND=noninteractive \
      "${root[@]}" apt-get install -y --no-install-recommends "${missing[@]}"; }; } >"$log" 2>&1 ||
    { tail -n 20 "$log"; die "apt-get could not install ${missing[*]}"; }
  rm -f "$log"
}
build_packages=(g++ cmake ninja-build ccache libeigen3-dev libfftw3-dev zlib1g-dev libgtest-dev libbenchmark-dev
                libsndfile1-dev gnuplot-nox)

have_nvcc() { command -v nvcc >/dev/null || [ -x "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc" ]; }
have_gpu() { command -v nvidia-smi >/dev/null && nvidia-smi -L 2>/dev/null | grep -q '^GPU'; }
