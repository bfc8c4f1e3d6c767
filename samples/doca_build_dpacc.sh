#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds a device program or a device library with dpacc, and allows it experimental Flex IO functions: one macro for the
# generated host code, another for the device code. Uses the SDK that it came with, or else the dpacc on the PATH.
#
# usage: doca_build_dpacc.sh [--application | --library] --archive_name NAME --srcs FILE... [option...]
#   --application             build a program: NAME.a, for the host linker (default)
#   --library                 build a device library: libNAME.a, or libNAME_device.a and libNAME_host.a if it has entry points
#   --archive_name NAME       name of the archive, with or without .a (and lib)
#   --srcs FILE...            sources and DPA objects, separated by blanks or commas
#   --app_name NAME           name of the device program (default: NAME)
#   --output_dir DIR          folder of the archive (default: the current one); it is created
#   --include_dirs DIR...     folders of headers, for device and host code
#   --libs LIST               device libraries: -L<dir> and -l<name>
#   --cpu LIST, --mcpu LIST   hardware models, such as bf3,cx8
#   --hostcc COMMAND          host compiler (default: gcc)
#   --hostcc_args LIST        options of the host compiler
#   --devicecc_options LIST   options of the device compiler
#   --devicecc COMMAND        ignored with a note: the device compiler is built in
# Values follow "=" or a blank. All other words are passed to dpacc, such as -o FILE in place of --archive_name:
#   doca_build_dpacc.sh device.c -o app.a --app-name=app -mcpu=nv-dpa-bf3 --devicecc_options="-O2"
set -euo pipefail

fail() {
  echo "doca_build_dpacc.sh: error: $*" >&2
  exit 1
}

# The bin folder of the SDK that contains this script, or of the build of this source tree; nothing for the PATH's.
find_tools() {
  local here folder
  here=$(dirname "$(realpath "$0")")
  for folder in "$here/../../../bin" "$here/../build/sdk/bin"; do
    if [ -x "$folder/dpacc" ]; then
      realpath "$folder"
      return
    fi
  done
}

mode=application
name=
app=
folder=.
hostcc=gcc
inputs=()
arguments=()

# The option that takes the words that follow, up to the next option.
take_words() {
  local option=$1 word
  shift
  for word in "$@"; do
    case $option in
    --srcs) inputs+=("$word") ;;
    --include_dirs) arguments+=("-I$word") ;;
    esac
  done
}

while [ $# -gt 0 ]; do
  case $1 in
  --archive_name=* | --srcs=* | --app_name=* | --output_dir=* | --include_dirs=* | --libs=* | --cpu=* | --hostcc=* | -hostcc=*)
    set -- "${1%%=*}" "${1#*=}" "${@:2}"
    ;;
  esac
  case $1 in
  --archive_name | --srcs | --app_name | --output_dir | --include_dirs | --libs | --cpu | --hostcc | -hostcc)
    [ -n "${2-}" ] || fail "option '$1' needs a value"
    ;;
  esac
  case $1 in
  --application | --library) mode=${1#--} ;;
  --archive_name) name=$2 && shift ;;
  --app_name) app=$2 && shift ;;
  --output_dir) folder=$2 && shift ;;
  --libs) arguments+=("-device-libs=$2") && shift ;;
  --cpu) arguments+=("-mcpu=$2") && shift ;;
  --hostcc | -hostcc) hostcc=$2 && shift ;;
  --srcs | --include_dirs)
    option=$1
    while [ $# -gt 1 ] && [[ $2 != -* ]]; do
      IFS=', ' read -ra words <<<"$2"
      take_words "$option" "${words[@]}"
      shift
    done
    ;;
  -h | --help)
    sed -n '/^# usage/,/^set/s/^# \?//p' "$0"
    exit 0
    ;;
  *) arguments+=("$1") ;;
  esac
  shift
done

tools=$(find_tools)
PATH=${tools:+$tools:}$PATH
command -v dpacc >/dev/null || fail "no dpacc (expected it on the PATH, or this script in an SDK)"
arguments=(--hostcc="$hostcc" --hostcc_args="-DFLEXIO_ALLOW_EXPERIMENTAL_API"
  --devicecc_options="-DFLEXIO_DEV_ALLOW_EXPERIMENTAL_API" "${inputs[@]}" "${arguments[@]}")

if [ -z "$name" ]; then
  [ "$mode" = application ] || fail "option '--library' needs --archive_name"
  exec dpacc "${arguments[@]}" ${app:+--app-name="$app"}
fi
mkdir -p "$folder"
name=${name%.a}
if [ "$mode" = application ]; then
  exec dpacc "${arguments[@]}" --app-name="${app:-$name}" -o "$folder/$name.a"
fi
library=$folder/lib${name#lib}
dpacc "${arguments[@]}" --gen-libs -o "$library"
# Without entry points there is nothing to register: the device half alone is the library.
symbols=$(dpa-nm "${library}_device.a")
if [[ $symbols != *_dpacc_flexio_dev_arg_unpack_* ]]; then
  rm -f "${library}_host.a"
  mv "${library}_device.a" "$library.a"
fi
