#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs what is missing and builds the SDK into build/sdk, without tests and benchmarks.
#
# usage: build.sh [PRESET [TARGET]]      PRESET: release (default) | asan, see CMakePresets.json
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/packages.sh build
preset=${1:-release}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! cmake --preset "$preset" >"$log" 2>&1; then
  cat "$log" >&2
  exit 1
fi
case $preset in
release) dir=build ;;
*) dir=build-$preset ;;
esac
cmake --build "$dir" --target "${2:-all}"
