#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds the part of the SDK that programs for BlueField-3 need, compiles the sample samples/rpc with dpacc, and runs it on
# an emulated device. scripts/build.sh builds the rest.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/build.sh release demo
make --no-print-directory -C samples/rpc SDK="$PWD/build/sdk" BUILD="$PWD/build/demo"
echo '$ dpa-run -- rpc mlx5_0 44 55'
build/sdk/bin/dpa-run -- build/demo/rpc mlx5_0 44 55
