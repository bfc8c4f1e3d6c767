// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --perf-map=yes names translated device code in /tmp/perf-<pid>.map: each line has an address and a
// size, in hexadecimal, and the device function. Without it the file is not written.
// RUN: rm -rf %t && mkdir %t && %dpacc_bf3 %S/Inputs/profiled-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/../host/Inputs %S/Inputs/profiled-host.c %t/app.a %flexio_libs -o %t/host
// RUN: python3 %S/Inputs/perf-map-of.py dpa-run --engine=auto --perf-map=yes -- %t/host 200 >%t/map
// RUN: FileCheck %s <%t/map
// RUN: not grep -vE '^[0-9a-f]+ [1-9a-f][0-9a-f]* dpa:[^ ]+$' %t/map
// RUN: not python3 %S/Inputs/perf-map-of.py dpa-run -- %t/host 200
// CHECK-DAG: {{^[0-9a-f]+ [0-9a-f]+ dpa:heavy$}}
// CHECK-DAG: {{^[0-9a-f]+ [0-9a-f]+ dpa:light$}}
