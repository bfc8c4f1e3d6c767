// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options for the device compiler work as in clang, and -I applies to device and host code.
// PROBLEMS: DeviceOptionOutput
// RUN: rm -rf %t && mkdir -p %t/inc && echo '#define FROM_HEADER 7' > %t/inc/header.h
// RUN: dpacc %s -o %t/a.a -mcpu=nv-dpa-bf3 -hostcc=gcc -I%t/inc -devicecc-options="-DVALUE=5 -mllvm -inline-threshold=1000 -Werror -Wunused-variable -DFINE" -hostcc-options="-include header.h"
// RUN: not dpacc %s -o %t/b.a -mcpu=nv-dpa-bf3 -hostcc=gcc -I%t/inc -devicecc-options="-DVALUE=5,-Werror,-Wunused-variable" 2>&1 | FileCheck %s
// RUN: not dpacc %s -o %t/b.a -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options="-fno-such-option" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not dpacc %s -o %t/b.a -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options="-mllvm -no-such-option" 2>&1 | FileCheck %s --check-prefix=LLVM
// RUN: not dpacc %s -o %t/b.a -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options="-E" 2>&1 | FileCheck %s --check-prefix=ACTION
// RUN: not dpacc %s -o %t/b.a -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options="-save-temps" 2>&1 | FileCheck %s --check-prefix=ACTION
// RUN: not dpacc %s -o %t/b.a -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options="-o x.o" 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not ls %t/b.a
// NAME: dpacc: error: device option '-o': dpacc names the device objects
// CHECK: error: unused variable 'unused' [-Werror,-Wunused-variable]
// CHECK: 1 error generated.
// CHECK-NEXT: dpacc: error: {{.*}}device-options-arrive.c: compilation for nv-dpa-bf3 failed
// UNKNOWN: dpacc: error: unknown argument: '-fno-such-option'
// LLVM: Unknown command line argument '-no-such-option'
// ACTION: dpacc: error: the device options ask for something other than an object file
#include "header.h"
_Static_assert(VALUE == 5 && FROM_HEADER == 7, "options");
__dpa_rpc__ unsigned long f(void) {
#ifndef FINE
  int unused;
#endif
  return 0;
}
