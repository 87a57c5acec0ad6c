#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Runs what scripts/gpu packed, on a machine with a GPU. Copied to gpu-pack/run.sh.
#     run.sh [STEP ...]
# Steps, in the order given (default: info tests interop accuracy examples bench):
#   info       devices, driver, runtime, library versions
#   tests      all test programs with TUKEY_DEVICE=cuda
#   interop    arrays exchanged with NumPy and CuPy, where Python has them
#   accuracy   tukey-accuracy on both backends; the table as accuracy.csv
#   examples   each example on the GPU and on the CPU, with a comparison of what they print
#   bench      tukey-bench; BENCH_ARGS are passed on
#   compare    bench/compare.py; COMPARE_ARGS are passed on
#   memcheck, leakcheck, racecheck, initcheck, synccheck
#              the tests under compute-sanitizer; GTEST_FILTER narrows them
# TESTS="core fft" narrows the programs, TEST_TIMEOUT (600) stops each after so many seconds.
# Logs go to $OUT (default: out), one file a step, and summary.txt. Exit status 1 where a step failed.
set -uo pipefail
case ${1:-} in -h | --help) sed -n '3,19s/^# \{0,1\}//p' "$0"; exit 0 ;; esac
here=$(cd "$(dirname "$0")" && pwd)
out=${OUT:-$PWD/out}
mkdir -p "$out" && out=$(cd "$out" && pwd)
cd "$here" || exit 1
if [ programs.tar.xz -nt bin ]; then
  rm -rf bin lib
  tar -xJf programs.tar.xz 2>/dev/null || python3 -c 'import tarfile; tarfile.open("programs.tar.xz").extractall()' ||
    { echo "cannot unpack programs.tar.xz"; exit 1; }
  touch bin
fi
# CUDA's libraries: the toolkit's, or those that came with Python packages.
libraries=$here/lib
for folder in "${CUDA_HOME:-/usr/local/cuda}/lib64" /usr/local/cuda-*/lib64 /usr/local/cuda-*/targets/*/lib \
  $(python3 -c 'import glob, sys; print(*[d for p in sys.path for d in glob.glob(p + "/nvidia/*/lib")])' 2>/dev/null); do
  [ -d "$folder" ] && libraries=$libraries:$folder
done
export LD_LIBRARY_PATH=$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
failed=0
: >"$out/summary.txt"
note() { printf '%s\n' "$*" | tee -a "$out/summary.txt"; }

# run_tests LOG COMMAND_PREFIX...: every test program on the GPU.
run_tests() {
  local log=$1 program name start code
  shift
  : >"$log"
  for program in bin/tukey-test-*; do
    name=${program#bin/tukey-test-}
    [[ " ${TESTS:-$name} " == *" $name "* ]] || continue
    start=$SECONDS
    echo "==== $name" >>"$log"
    TUKEY_DEVICE=cuda timeout "${TEST_TIMEOUT:-600}" "$@" "$program" --gtest_brief=1 >>"$log" 2>&1
    code=$?
    [ $code -eq 0 ] || { failed=1; grep -E '^\[  FAILED  \]|Failure$|ERROR SUMMARY' "$log" | tail -n 12; }
    note "$(basename "$log" .log) $name: $([ $code -eq 0 ] && echo passed || echo "FAILED ($code)") in $((SECONDS - start)) s"
  done
}
step() {
  case $1 in
    info)
      { nvidia-smi; ldd bin/* | grep 'not found' | sort -u; [ -x bin/tukey-info ] && bin/tukey-info; } >"$out/info.log" 2>&1
      [ -x bin/tukey-info ] && bin/tukey-info
      grep 'not found' "$out/info.log" ;;
    tests) run_tests "$out/tests.log" ;;
    leakcheck) run_tests "$out/leakcheck.log" compute-sanitizer --tool memcheck --leak-check full --error-exitcode 9 ;;
    memcheck | racecheck | initcheck | synccheck)
      # Tests that exhaust memory make failing calls on purpose.
      local api=()
      [ "$1" != memcheck ] || api=(--report-api-errors no)
      run_tests "$out/$1.log" compute-sanitizer --tool "$1" "${api[@]}" --error-exitcode 9 ;;
    interop)
      python3 tests/interop/exchange.py bin/libtukey-interop.so >"$out/interop.log" 2>&1
      local code=$?
      tail -n 5 "$out/interop.log"
      [ $code -eq 0 ] || [ $code -eq 77 ] || failed=1
      note "interop: $([ $code -eq 0 ] && echo passed || { [ $code -eq 77 ] && echo skipped || echo "FAILED ($code)"; })" ;;
    accuracy)
      bin/tukey-accuracy --csv "$out/accuracy.csv" >"$out/accuracy.log" 2>&1
      local code=$?
      tail -n 5 "$out/accuracy.log"
      [ $code -eq 0 ] || failed=1
      note "accuracy: $([ $code -eq 0 ] && echo passed || echo "FAILED ($code)")" ;;
    examples)
      : >"$out/examples.log"
      local name device text
      for name in ecg_heart_rate gravitational_wave readme "spectrogram examples/data/crow_44k1_mono_s16.wav"; do
        [ -x "bin/example-${name%% *}" ] || continue
        for device in cuda cpu; do
          # shellcheck disable=SC2086
          if text=$(cd "$here" && TUKEY_DEVICE=$device bin/example-$name "$out/${name%% *}.png" 2>&1); then :; else
            failed=1
            note "example ${name%% *} on $device: FAILED"
          fi
          printf '==== %s on %s\n%s\n' "$name" "$device" "$text" >>"$out/examples.log"
          printf '%s\n' "$text" | sed -E 's/on (cuda:0|cpu)//; /^picture/d' >"$out/.$device"
        done
        if cmp -s "$out/.cuda" "$out/.cpu"; then note "example ${name%% *}: the same on CPU and GPU"; else
          failed=1
          note "example ${name%% *}: CPU and GPU differ"
        fi
      done
      rm -f "$out/.cuda" "$out/.cpu"
      bin/example-first_steps 2>&1 | tee -a "$out/examples.log" || failed=1 ;;
    bench)
      # shellcheck disable=SC2086
      bin/tukey-bench ${BENCH_ARGS:-} >"$out/bench.log" 2>&1 || { failed=1; note "bench: FAILED"; }
      tail -n 3 "$out/bench.log" ;;
    compare)
      # shellcheck disable=SC2086
      python3 bench/compare.py ${COMPARE_ARGS:-} >"$out/compare.log" 2>&1 || { failed=1; note "compare: FAILED"; }
      tail -n 40 "$out/compare.log" ;;
    *) echo "unknown step $1"; failed=1 ;;
  esac
}
[ $# -gt 0 ] || set -- info tests interop accuracy examples bench
for name in "$@"; do step "$name"; done
note "$([ $failed -eq 0 ] && echo "all steps passed" || echo "FAILED")"
exit $failed
