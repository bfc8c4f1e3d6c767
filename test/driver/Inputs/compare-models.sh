#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# usage: compare-models.sh DEVICE_OPTIONS SOURCE...
# Compiles each source for all models at once and for each model alone: the objects have to be the
# same.
set -eu
options=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for source in "$@"; do
  stem=$(basename "$source" .c)
  dpacc "$source" -o "$folder/x.a" -mcpu=nv-dpa-cx9,nv-dpa-cx8,nv-dpa-bf3,nv-dpa-cx7 -hostcc=gcc \
    -devicecc-options="$options" -keep-dir="$folder/all"
  for model in cx7 bf3 cx8 cx9; do
    dpacc "$source" -o "$folder/x.a" -mcpu=nv-dpa-$model -hostcc=gcc -devicecc-options="$options" \
      -keep-dir="$folder/$model" 2> /dev/null
    cmp "$folder/$model/$stem.$model.o" "$folder/all/$stem.$model.o"
  done
  echo "$stem: equal"
done
