#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The examples print what is known about their recordings, and bad input ends in an error that names the file.
#     examples/test.sh FOLDER_OF_PROGRAMS      (from the repository's root)
set -uo pipefail
bin=$(cd "$1" && pwd)
data=$(cd examples/data && pwd)
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
cd "$temporary"
failed=0
# expect EXIT_CODE TEXT COMMAND...: the code, and the text within what the command prints.
expect() {
  local code=$1 text=$2 got output
  shift 2
  output=$("$@" 2>&1)
  got=$?
  if [ $got -ne "$code" ] || [[ $output != *"$text"* ]]; then
    printf 'FAILED: %s\n  expected exit code %s and: %s\n  got %s and: %s\n' "$*" "$code" "$text" $got "$output"
    failed=1
  fi
}
expect_picture() {
  command -v gnuplot >/dev/null || return 0
  [ "$(head -c 4 "$1" 2>/dev/null | tail -c 3)" = PNG ] || { echo "FAILED: no picture $1"; failed=1; }
}

expect 0 'beats annotated 371, found 371, missed 0, false 0 (within 50 ms)' "$bin/example-ecg_heart_rate" ecg.png
expect_picture ecg.png
expect 0 'H1 follows L1 by 30 samples = 7.32 ms' "$bin/example-gravitational_wave" gw.png
expect_picture gw.png
expect 0 'solved' "$bin/example-first_steps" 100
expect 0 'strongest at 50 Hz' "$bin/example-readme"
expect 0 'picture: none, gnuplot is not installed' env PATH=/nowhere "$bin/example-ecg_heart_rate" ecg.png

# Damaged records: the programs look for examples/data below the working folder first.
mkdir -p examples/data
record=mitbih100_5min_360Hz
fresh() { rm -f examples/data/* && cp "$data"/$record.* "$data"/*.csv "$data"/*.npy examples/data/ && chmod u+w examples/data/*; }
for bytes in 0 1 323999; do
  fresh
  truncate -s $bytes examples/data/$record.dat
  expect 1 "$record.dat: truncated: the header promises 108000 frames of 2 signals, the file has $bytes bytes" "$bin/example-ecg_heart_rate"
done
fresh
printf '\x7f' | dd of=examples/data/$record.dat bs=1 seek=1000 conv=notrunc status=none
expect 1 "$record.dat: damaged: wrong checksum of signal MLII" "$bin/example-ecg_heart_rate"
fresh
head -n 2 "$data/$record.hea" >examples/data/$record.hea
expect 1 "$record.hea: truncated header" "$bin/example-ecg_heart_rate"
echo "not a header" >examples/data/$record.hea
expect 1 "$record.hea: not a WFDB header" "$bin/example-ecg_heart_rate"
sed 's/ 212 / 16 /' "$data/$record.hea" >examples/data/$record.hea
expect 1 'only records in one file of format 212 can be read, got format 16' "$bin/example-ecg_heart_rate"
fresh
truncate -s 1000 examples/data/H1_GW150914_4096Hz_8s_f64.npy
expect 1 'H1_GW150914_4096Hz_8s_f64.npy: truncated: shape (32768,) needs 262144 bytes, ' "$bin/example-gravitational_wave"

if [ -x "$bin/example-spectrogram" ]; then
  expect 0 'loudest frequency' "$bin/example-spectrogram" "$data/crow_44k1_mono_s16.wav" crow.png
  expect_picture crow.png
  expect 2 'usage' "$bin/example-spectrogram"
  expect 1 'missing.wav: ' "$bin/example-spectrogram" missing.wav out.png
  expect 1 'README.md: ' "$bin/example-spectrogram" "$data/README.md" out.png
  for bytes in 0 11 20 43 44 1001 42435; do
    head -c $bytes "$data/crow_44k1_mono_s16.wav" >cut.wav
    expect 1 'cut.wav: ' "$bin/example-spectrogram" cut.wav out.png
  done
fi
[ $failed -eq 0 ] && echo "examples: all as expected"
exit $failed
