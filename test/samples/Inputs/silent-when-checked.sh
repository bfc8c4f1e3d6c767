#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds every sample of this folder with LeakSanitizer and runs it with the check for missing
# fences.
# usage: silent-when-checked.sh SDK      prints 'NAME: silent', or what is wrong with the first that is not
set -eu
sdk=$1
for makefile in */Makefile; do
  name=${makefile%/Makefile}
  arguments=mlx5_0
  [ "$name" != rpc ] || arguments="mlx5_0 44 55"
  make -s -C "$name" SDK="$sdk" CFLAGS='-O1 -g -fsanitize=leak'
  status=0
  # shellcheck disable=SC2086 # several words
  "$sdk/bin/dpa-run" --check=memory,strict -- "$name/build/$name" $arguments >"$name.out" 2>"$name.err" || status=$?
  [ $status = 0 ] && [ ! -s "$name.err" ] || {
    echo "$name: status $status"
    cat "$name.err"
    exit 1
  }
  echo "$name: silent"
done
