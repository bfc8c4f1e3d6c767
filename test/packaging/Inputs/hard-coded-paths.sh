#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# A build script as users have them: every path is NVIDIA's, and none is searched for.
# usage: hard-coded-paths.sh ROOT SAMPLE OUT      ROOT is the prefix of /opt/mellanox
set -e
tools=$1/opt/mellanox/doca/tools
flexio=$1/opt/mellanox/flexio
llvm=$(readlink -f "$tools/dpa_llvm")
sample=$2
out=$3

# The two version checks of public scripts.
for tool in dpacc dpa-clang; do
  version=$("$tools/$tool" --version | grep version | sed 's/.*version //; s/ .*//')
  [ "$(printf '%s\n' 2.0.0 "$version" | sort -V | head -n 1)" = 2.0.0 ] || exit 3
done

# Process attributes, an object by the compiler itself, and a look at it.
printf 'Feature_list:\n' >"$out/attributes.yaml"
"$tools/dpa-app-attributes2blob" "$out/attributes.yaml" "$out/attributes.blob"
"$tools/dpa-clang" -mcpu=nv-dpa-bf3 -DFLEXIO_DEV_ALLOW_EXPERIMENTAL_API -c "$sample/device/calculate.c" -o "$out/calculate.o"
"$tools/dpa-nm" "$out/calculate.o" | grep -q ' T calculate$'
"$tools/dpa-objdump" -d --mcpu=nv-dpa-bf3 "$out/calculate.o" >/dev/null

"$tools/dpacc" "$sample/device/calculate.c" -o "$out/rpc_app.a" --app-name=rpc_app -hostcc=gcc \
  -mcpu=nv-dpa-bf3,nv-dpa-cx8 --devicecc-options="-O2,-DFLEXIO_DEV_ALLOW_EXPERIMENTAL_API,-isystem,$llvm/lib/clang/18/include" \
  --dpa-proc-attr="$out/attributes.blob" -I"$1/opt/mellanox/doca/include" -I "$flexio/include" -device-libs="-L$flexio/lib/bf3 -L$tools/dpa_llvm/../"
test -f "$llvm/ldscripts/dpa_linker.ld"
test -f "$flexio/lib/cx7/libflexio_dev.a"
test -f "$flexio/lib/cx8/libflexio-libc.a"
gcc -DFLEXIO_ALLOW_EXPERIMENTAL_API -I"$flexio/include" "$sample/host/rpc.c" "$out/rpc_app.a" -L"$flexio/lib" -lflexio \
  -lstdc++ -libverbs -lmlx5 -o "$out/rpc"
PKG_CONFIG_PATH=$flexio/lib/pkgconfig
export PKG_CONFIG_PATH
gcc $(pkg-config --cflags libflexio) "$sample/host/rpc.c" "$out/rpc_app.a" $(pkg-config --libs libflexio) -libverbs -o "$out/rpc2"
"$tools/dpacc-extract" "$out/rpc" -app-name rpc_app --mcpu=nv-dpa-cx8 -o "$out/image"
