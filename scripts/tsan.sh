#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Races in the DOCA libraries, libflexio and the emulator: builds them with ThreadSanitizer into build-tsan/, and runs the
# threads of test/doca/rounds-of-creation.c with them. Needs the SDK in build/ (scripts/build.sh). Fails if a race is reported.
#
# usage: tsan.sh [ROUNDS [THREADS]]      default: 25 rounds in each of 4 threads
set -euo pipefail
cd "$(dirname "$0")/.."

sdk=build/sdk
llvm=/usr/lib/llvm-22/bin
[ -x "$sdk/bin/dpacc" ] || {
  echo "tsan.sh: error: $sdk: no finished build (run scripts/build.sh first)" >&2
  exit 1
}
scripts/packages.sh check
scripts/build.sh tsan
libraries=$PWD/build-tsan/sdk/lib
runtime=$("$llvm/clang" -print-file-name="libclang_rt.tsan-$(uname -m).so")

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$llvm/split-file" test/doca/rounds-of-creation.c "$folder/test"
"$sdk/bin/dpacc" "$folder/test/device.c" -o "$folder/app.a" -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa \
  -devicecc-options=-Wno-deprecated-declarations
"$llvm/clang" -std=gnu11 -g -pthread -fsanitize=thread -shared-libsan -DDOCA_ALLOW_EXPERIMENTAL_API \
  -DFLEXIO_ALLOW_EXPERIMENTAL_API -I"$sdk/include" -Itest/doca/Inputs "$folder/test/host.c" "$folder/app.a" -L"$libraries" \
  -Wl,-rpath,"$libraries:$(dirname "$runtime")" -ldoca_rdma -ldoca_dpa -ldoca_common -lflexio -libverbs -o "$folder/host"
# The instrumented stand-ins of verbs, too.
"$sdk/bin/dpa-run" --config=test/host/Inputs/two-devices.toml -- \
  env LD_LIBRARY_PATH="$libraries/dpa-verbs:$libraries" "$folder/host" "${1:-25}" "${2:-4}" 2>"$folder/log" || {
  cat "$folder/log" >&2
  exit 1
}
