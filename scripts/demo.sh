#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds the SDK, compiles the sample samples/rpc with dpacc, and runs it on an emulated BlueField-3.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/build.sh
make --no-print-directory -C samples/rpc SDK="$PWD/build/sdk" BUILD="$PWD/build/demo"
echo '$ dpa-run -- rpc mlx5_0 44 55'
build/sdk/bin/dpa-run -- build/demo/rpc mlx5_0 44 55
