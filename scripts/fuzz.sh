#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds the fuzz targets and runs each of them on its corpus, two at a time. With the same seed a target tries the same
# inputs in the same order; an input that fails stays in build-fuzz/found/ and makes this fail.
#
# usage: fuzz.sh [SECONDS [SEED [TARGET...]]]      SECONDS for each reader of image/ (default: 10), half of them for the
#                                                  others; SEED 0 takes a new one (default: 1)
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=${1:-10}
seed=${2:-1}
shift $(($# < 2 ? $# : 2))

scripts/packages.sh build check
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { cmake --preset fuzz && cmake --build build-fuzz --target fuzz; } >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
mkdir -p build-fuzz/found

# run_target SECONDS SEED TARGET: one line when all is fine, the target's own words when not.
run_target() {
  local new log runs seconds=$1
  [[ $3 == image-* ]] || seconds=$((($1 + 1) / 2))
  new=$(mktemp -d)
  log=$new.log
  if "build-fuzz/fuzz/$3" -max_total_time="$seconds" -seed="$2" -timeout=30 -rss_limit_mb=1024 -max_len=16384 -close_fd_mask=2 \
    -artifact_prefix="$PWD/build-fuzz/found/$3-" "$new" "test/fuzz/corpus/$3" >"$log" 2>&1; then
    runs=$(sed -n 's/^Done \([0-9]*\) runs.*/\1/p' "$log")
    echo "fuzz: $3: fine, $runs runs"
  else
    cat "$log" >&2
    echo "fuzz: $3: FAILED" >&2
    false
  fi
  local status=$?
  rm -rf "$new" "$log"
  return $status
}
export -f run_target

[ $# -gt 0 ] || set -- $(ls test/fuzz/corpus)
printf '%s\n' "$@" | xargs -P 2 -I {} bash -c 'run_target "$@"' fuzz "$seconds" "$seed" {}
