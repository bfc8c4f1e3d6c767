#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs tests with the emulator, libflexio and the DOCA libraries under ThreadSanitizer. dpacc and the device libraries are those of
# the release build.
#
# usage: test-threads.sh [TEST...]      TEST: files or folders of lit tests; default: test/verbs test/dpa-run test/samples
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -gt 0 ] || set -- test/verbs test/dpa-run test/samples
scripts/packages.sh build test check
scripts/build.sh
scripts/build.sh tsan
# Copies only the files that build-tsan/sdk does not have.
cp -a --no-clobber build/sdk/. build-tsan/sdk/

# die_after_fork=0: child processes of programs with threads may start threads. report_thread_leaks=0: programs may end without destroying
# their processes.
export TEST_SANITIZED=thread TSAN_OPTIONS=exitcode=66:die_after_fork=0:report_thread_leaks=0
DPA_BUILD_DIR=build-tsan lit-22 -s -j2 --xunit-xml-output build-tsan/lit.xml "$@" || true
exec scripts/lit-summary.py build-tsan/lit.xml
