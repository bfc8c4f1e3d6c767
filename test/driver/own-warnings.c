// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// dpacc's own warning options are accepted among the device options and control the language rules;
// -Werror does not affect them.
// RUN: dpacc %s -o %t.a -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options="-Wall -Werror" 2>&1 | FileCheck %s
// RUN: dpacc %s -o %t.a -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options=-Wno-dpa 2>&1 | count 0
// RUN: not dpacc %s -o %t.b -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options=-Werror=dpa 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not dpacc %s -o %t.b -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options=-Wno-dpa-no-such-thing 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// CHECK: warning: {{.*}}-Wdpa-
// ERROR: error: {{.*}}dpa-
// UNKNOWN: dpacc: error: unknown warning option '-Wno-dpa-no-such-thing'
// PROBLEMS: UnknownWarning
__dpa_rpc__ unsigned long f(char *text) { return text != 0; }
