#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The long runs that continuous integration has no time for: one function for each, called with the seconds it may take
# (or, where something is repeated, what makes about as many rounds). Every one runs, even if one before it failed.
#
# usage: soak.sh [SECONDS [SOAK...]]      SECONDS for each (default: 60); `soak.sh list` names the soaks
set -uo pipefail
cd "$(dirname "$0")/.."

# Every fuzz target, each for SECONDS, from a seed of its own: other inputs than in continuous integration.
soak_fuzz() {
  scripts/fuzz.sh "$1" 0
}

# dpacc in every mode, interrupted at random moments: about ten rounds in a second.
soak_interrupt() {
  each_mode interrupt.py $(($1 * 2)) 0
}

# dpacc twice at the same time, in every mode, in one folder.
soak_at_once() {
  local rounds=$(($1 * 2)) mode
  sdk_on_path
  for mode in "${modes[@]}"; do
    work_folder
    python3 test/robust/Inputs/at-once.py "$rounds" "$work" "$dpacc $mode" "$dpacc $mode" || return 1
  done
}

# The small tools with thousands of damaged files.
soak_damage() {
  local count=$(($1 * 20))
  sdk_on_path
  work_folder
  (cd "$work" && $dpacc -o app.a -keep-dir="$work.kept") || return 1
  mv "$work.kept/device_exec.fatbin" "$work" && rm -rf "$work.kept"
  damage="python3 test/robust/Inputs/damage.py $count 0 $work"
  $damage app.a dpacc-extract app.a --list --json --symbols &&
    $damage app.a dpacc-extract app.a --all -o out &&
    $damage device_exec.fatbin dpa-fatbin --list device_exec.fatbin
}

# The CPU engines against others (test/conformance); 800 seconds are the full numbers: 10,000,000 random instruction
# sequences and 1,000,000 more on the engines' other settings, half in each of two processes, 300 random C programs,
# 1,000,000 rounds of each litmus test.
soak_sequences() {
  scripts/build.sh >/dev/null || return 1
  both_halves tiers $(($1 * 6250)) 101 102
  local status=$?
  both_halves all $(($1 * 625)) 103 104 && return $status
}
# both_halves ENGINES COUNT SEED SEED: COUNT sequences from each seed, at the same time.
both_halves() {
  local engines=$1 count=$2 seed run status=0 runs=()
  shift 2
  for seed in "$@"; do
    build/conformance/random-sequences build/conformance/sequence-harness --engines="$engines" --sequences="$count" \
      --seed="$seed" &
    runs+=($!)
  done
  for run in "${runs[@]}"; do
    wait "$run" || status=1
  done
  return $status
}
# The engines against each other: programs with calls in their hot code, translated again by traces.
soak_calls() {
  scripts/build.sh >/dev/null || return 1
  build/conformance/engines-agree $(($1 * 100)) --calls --first=200001
}
soak_csmith() {
  scripts/build.sh >/dev/null || return 1
  python3 test/conformance/Inputs/csmith.py build $(($1 * 3 / 8)) 1000
}
soak_litmus() {
  scripts/build.sh >/dev/null || return 1
  build/conformance/litmus $(($1 * 1250)) tiers
}

# The network card (test/soak); 800 seconds are the full numbers: 10,000,000 packets, 1,000,000 operations of reliable
# connections, 64 devices on a switch, 1,000 restarts of handlers, 1,000 rounds of everything.
soak_nic() {
  scripts/build.sh >/dev/null || return 1
  DPA_BUILD_DIR=$PWD/build DPA_SOAK_SCALE=$((($1 * 5 + 3) / 4)) lit-22 -v -j1 test/soak
}

modes=('-o x.a' '-c' '-gen-libs -o libx' '-shared -o x.so')
dpacc='dpacc device.c other.c -mcpu=nv-dpa-bf3,nv-dpa-cx8 -hostcc=gcc'

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

sdk_on_path() {
  scripts/build.sh >/dev/null || return 1
  PATH=$PWD/build/sdk/bin:$PATH
}

# A new folder with two sources: $work.
work_folder() {
  work=$(mktemp -d -p "$scratch")/work
  mkdir "$work"
  cp test/robust/Inputs/device.c test/robust/Inputs/other.c "$work"
}

# each_mode SCRIPT ARGUMENT...: the script of test/robust with dpacc in every mode.
each_mode() {
  local script=$1 mode
  shift
  sdk_on_path
  for mode in "${modes[@]}"; do
    work_folder
    # The words of a mode are words of the command.
    # shellcheck disable=SC2086
    python3 "test/robust/Inputs/$script" "$@" "$work" $dpacc $mode || return 1
  done
}

all=$(declare -F | sed -n 's/^declare -f soak_//p')
if [ "${1:-}" = list ]; then
  echo "$all"
  exit 0
fi
seconds=${1:-60}
shift $(($# < 1 ? $# : 1))
[ $# -gt 0 ] || set -- $all

status=0
for soak in "$@"; do
  if ! declare -F "soak_$soak" >/dev/null; then
    echo "soak.sh: error: no soak '$soak' (expected one of: ${all//$'\n'/, })" >&2
    status=1
    continue
  fi
  echo "== soak $soak, $seconds s"
  "soak_$soak" "$seconds" || {
    status=1
    echo "== failed: soak $soak"
  }
done
exit $status
