// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// perf shows the device functions of translated code under their names.
// REQUIRES: perf-record
// RUN: rm -rf %t && mkdir %t && %dpacc_bf3 %S/Inputs/profiled-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/../host/Inputs %S/Inputs/profiled-host.c %t/app.a %flexio_libs -o %t/host
// RUN: perf record -o %t/data dpa-run --engine=jit --perf-map=yes -- %t/host 20000
// RUN: perf report -i %t/data --stdio --sort=symbol | FileCheck %s
// RUN: perf script -i %t/data -F pid | sort -nu | sed 's|[^0-9]||g; s|.*|/tmp/perf-&.map|' | xargs rm
// CHECK: dpa:heavy
// CHECK: dpa:light
