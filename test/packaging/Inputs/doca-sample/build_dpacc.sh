#!/bin/bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# usage: build_dpacc.sh SOURCE FOLDER APP MODELS
set -e
doca=/opt/mellanox/doca
host_flags="-Wno-deprecated-declarations -Werror -Wall -Wextra -DFLEXIO_ALLOW_EXPERIMENTAL_API"
device_flags="-Wno-deprecated-declarations -Werror -Wall -Wextra -DFLEXIO_DEV_ALLOW_EXPERIMENTAL_API -O2"
device_flags+=" -I$doca/include -I/opt/mellanox/flexio/include"
mkdir -p "$2"
"$doca/tools/dpacc" "$1" -o "$2/dpa_program.a" -mcpu="$4" -hostcc=gcc -hostcc-options="$host_flags" \
  --devicecc-options="$device_flags" -flto \
  -device-libs="-L$doca/lib/$(uname -m)-linux-gnu -ldoca_dpa_dev -ldoca_dpa_dev_comm" --app-name="$3"
