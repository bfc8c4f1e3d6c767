#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds every sample with meson into build/<sample>, with the SDK that the samples came with, or else the one on the PATH.
#
# usage: build.sh [--check-compatibility] [--rebuild] [--cpu LIST] [--build-dir DIR]
#   --check-compatibility   first check that dpacc, Flex IO and the build tools are new enough
#   --rebuild               throw away what was built before
#   --cpu LIST              hardware models to build for, such as bf3,cx8 (default: bf3)
#   --build-dir DIR         default: build, in the folder of this script
set -euo pipefail

fail() {
  echo "build.sh: error: $*" >&2
  exit 1
}

samples=$(cd "$(dirname "$0")" && pwd -P)
build=$samples/build
cpu=bf3
check=
rebuild=
while [ $# -gt 0 ]; do
  case $1 in
  --cpu=* | --build-dir=*) set -- "${1%%=*}" "${1#*=}" "${@:2}" && continue ;;
  --check-compatibility) check=1 ;;
  --rebuild) rebuild=1 ;;
  --cpu)
    cpu=${2-}
    [ -n "$cpu" ] || fail "option '$1' needs a list of hardware models, such as bf3,cx8"
    shift
    ;;
  --build-dir)
    [ -n "${2-}" ] || fail "option '$1' needs a folder"
    build=$(realpath -m "$2")
    shift
    ;;
  -h | --help)
    sed -n '/^# usage/,/^set/s/^# \?//p' "$0"
    exit 0
    ;;
  *) fail "unknown option '$1' (see --help)" ;;
  esac
  shift
done

# The SDK that contains this folder, or the build of this source tree, or the SDK whose dpacc is on the PATH.
find_sdk() {
  local folder found
  for folder in "$samples/../../.." "$samples/../build/sdk"; do
    if [ -x "$folder/bin/dpacc" ]; then
      realpath "$folder"
      return
    fi
  done
  found=$(command -v dpacc) || fail "no dpacc: put the SDK's bin folder on the PATH"
  dirname "$(dirname "$(realpath "$found")")"
}

# need NAME FOUND LEAST: version FOUND of NAME has to be LEAST or newer.
need() {
  [ -n "$2" ] || fail "$1: version not found (expected it to be installed)"
  [ "$(printf '%s\n' "$3" "$2" | sort -V | head -n 1)" = "$3" ] || fail "$1 is too old (expected at least $3, got $2)"
  echo "$1 $2: fine"
}

check_compatibility() {
  need dpacc "$(dpacc --version | grep version | sed 's/.*version //')" 2.0.0
  need libflexio "$(pkg-config --modversion libflexio)" 24.10
  need gcc "$(gcc -dumpfullversion)" 7.0
  need meson "$(meson --version)" 0.53.0
  need ninja "$(ninja --version)" 1.8.2
}

build_sample() {
  local source=$1 name
  name=$(sed -n "s/^project('\([^']*\)'.*/\1/p" "$source/meson.build")
  [ -z "$rebuild" ] || rm -rf "${build:?}/$name"
  if [ -e "$build/$name/build.ninja" ]; then
    meson configure "$build/$name" "-Dcpu=$cpu"
  else
    meson setup "$build/$name" "$source" "-Dcpu=$cpu"
  fi
  ninja -C "$build/$name"
}

sdk=$(find_sdk)
export PATH=$sdk/bin:$PATH
export PKG_CONFIG_PATH=$sdk/lib/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}
[ -z "$check" ] || check_compatibility
for project in "$samples"/*/meson.build; do
  build_sample "$(dirname "$project")"
done
