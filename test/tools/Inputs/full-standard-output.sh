#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs every command with a full standard output, in a folder with add.c, app.a and the files kept
# beside it; prints what is wrong, or one line.
check() {
  output=$("$@" 2>&1 >/dev/full)
  status=$?
  expected=1
  [ "$1" != dpa-run ] || expected=125
  [ $status = $expected ] || echo "$*: exit status $status (expected $expected)"
  [ "$output" = "$1: error: standard output: cannot be written: No space left on device" ] || echo "$*: printed: $output"
}

for command in dpacc dpa-clang dpa-ar dpa-nm dpa-objdump dpa-fatbin dpacc-extract objproc dpa-run dpaeumgmt dpa-app-attributes2blob; do
  check $command --version
  [ $command = dpa-clang ] || check $command --help
done
check dpa-fatbin --list keep/device_exec.fatbin
check dpacc-extract app.a --list
check dpacc-extract app.a --list --json
check dpacc --version -v
check dpacc add.c -o x.a -mcpu=bf3 -hostcc=gcc --dryrun
check dpaeumgmt eu_group info
echo all commands report it
