#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# usage: has-sections.sh OBJECT CONTAINER SECTION...
# Succeeds if each section of the object has the container's bytes; shows their headers.
set -e
object=$1 container=$2
shift 2
for section in "$@"; do
  objcopy -O binary -j "$section" --set-section-flags "$section=alloc" "$object" "$object.content"
  cmp "$object.content" "$container"
done
llvm-readelf -S -W "$object" | grep ' \.dpa_'
