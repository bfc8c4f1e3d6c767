#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds a program of DOCA as users do, by pkg-config.
# usage: doca-program.sh ROOT SOURCE OUT      ROOT is the prefix of /opt/mellanox
set -e
lib=$1/opt/mellanox/doca/lib/$(uname -m)-linux-gnu
PKG_CONFIG_PATH=$lib/pkgconfig:$1/opt/mellanox/flexio/lib/pkgconfig
export PKG_CONFIG_PATH
flags='-Wall -Wextra -Werror -D DOCA_ALLOW_EXPERIMENTAL_API'
rpath=-Wl,-rpath-link,$1/opt/mellanox/flexio/lib
gcc $flags $(pkg-config --cflags doca-common doca-argp) "$2" $(pkg-config --libs doca-common doca-argp) "$rpath" -o "$3/doca-program"
gcc $flags $(pkg-config --cflags doca) "$2" $(pkg-config --libs doca) "$rpath" -o "$3/doca-program-25"
