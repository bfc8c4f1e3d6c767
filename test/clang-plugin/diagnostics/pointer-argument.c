// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An object pointer is accepted with a warning of our own, which only its own options change.
// DIAGNOSTIC: PointerArgument
// RUN: %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: %clang_dpa -fsyntax-only -Wall -Wextra -Werror %s 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: not %clang_dpa -fsyntax-only -fplugin-arg-dpacc-Werror=dpa %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %clang_dpa -fsyntax-only -fplugin-arg-dpacc-Werror=dpa-pointer-argument %s 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %clang_dpa -fsyntax-only -fplugin-arg-dpacc-Werror=dpa -fplugin-arg-dpacc-Wno-error=dpa %s 2>&1 | FileCheck %s --check-prefix=WARNING
// RUN: %clang_dpa -fsyntax-only -fplugin-arg-dpacc-Wno-dpa-pointer-argument %s 2>&1 | count 0
// RUN: %clang_dpa -fsyntax-only -fplugin-arg-dpacc-Wno-dpa %s 2>&1 | count 0
// RUN: %clang_dpa -fsyntax-only -w %s 2>&1 | count 0
// RUN: not %clang_dpa -fsyntax-only -fplugin-arg-dpacc-Wno-dpa-nonsense %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: unknown option 'Wno-dpa-nonsense' for the dpacc plugin

// WARNING: [[#@LINE+4]]:29: warning: parameter 'p' of device entry point 'f' is a pointer; host addresses are not valid on the device [-Wdpa-pointer-argument]
// WARNING: [[#@LINE+4]]:20: warning: member 'data' of device entry point 'g' is a pointer
// WARNING: note: in parameter 'b' of device entry point 'g'
// ERROR: [[#@LINE+1]]:29: error: parameter 'p' {{.*}} [-Werror,-Wdpa-pointer-argument]
__dpa_global__ void f(void *p) { (void)p; }
struct box { char *data; };
__dpa_global__ void g(struct box b) { (void)b; }
// WARNING: 2 warnings generated
// ERROR: 2 errors generated
