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
