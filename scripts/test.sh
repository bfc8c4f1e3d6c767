#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs what is missing, builds, and runs every test: unit tests (GoogleTest, by ctest) and the lit suite.
# Ends with each runner's own summary.
#
# usage: test.sh [PRESET]      PRESET: release (default) | asan
set -euo pipefail
cd "$(dirname "$0")/.."

preset=${1:-release}
scripts/packages.sh build test
[ "$preset" != asan ] || scripts/packages.sh check
scripts/build.sh "$preset"
dir=build
[ "$preset" = release ] || dir=build-$preset
cmake --build "$dir" --target tests

if [ "$preset" = asan ]; then
  export TEST_SANITIZED=1
  # The tools do not free memory at exit on purpose, as compilers do. LLVM's allocators poison memory in instrumented code and
  # do not unpoison it in Debian's LLVM, which is not instrumented. LLVM sets its own signal stack in threads, which the sanitizer
  # run-time would free.
  export ASAN_OPTIONS=detect_leaks=0:allow_user_poisoning=0:use_sigaltstack=0
  export UBSAN_OPTIONS=print_stacktrace=1
fi

status=0
ctest --test-dir "$dir" --output-on-failure -j2 || status=1
# Failures are reported at once, in a few lines, since the end of a long log may be cut off, and with the summary.
run_lit() {
  local file=$1
  shift
  DPA_BUILD_DIR="$dir" lit-22 -s -j2 --xunit-xml-output "$file" "$@" || {
    status=1
    scripts/lit-summary.py "$file" || true
  }
}
run_lit "$dir/lit.xml" test
# What runs device code (not test/verbs), once more in the other engine: the default is the JIT where there is one.
DPA_ENGINE=interp run_lit "$dir/lit-interp.xml" test/emulator test/host test/samples
for file in "$dir/lit-interp.xml" "$dir/lit.xml"; do
  scripts/lit-summary.py "$file" || status=1
done
exit $status
