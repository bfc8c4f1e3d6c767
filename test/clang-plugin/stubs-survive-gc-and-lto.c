// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nothing on the device calls an entry point, yet linking with garbage collection and LTO keeps it
// and its stub.
// PROVES: R-CC-06
// RUN: %clang_dpa -O2 -ffunction-sections -c %s -o %t.o
// RUN: ld.lld --gc-sections -e start %t.o -o %t.elf
// RUN: llvm-nm %t.elf | FileCheck %s
// RUN: %clang_dpa -O2 -flto -c %s -o %t.lto.o
// RUN: ld.lld --gc-sections -e start %t.lto.o -o %t.lto.elf
// RUN: llvm-nm %t.lto.elf | FileCheck %s
// RUN: %clang_dpa -O2 -flto=thin -c %s -o %t.thin.o
// RUN: ld.lld --gc-sections -e start %t.thin.o -o %t.thin.elf
// RUN: llvm-nm %t.thin.elf | FileCheck %s
// CHECK-NOT: unused
// CHECK: T _dpacc_flexio_dev_arg_unpack_{{.*}}_entry
// CHECK: T entry
#include <stdint.h>

void start(void) {}
void unused(void) {}
volatile uint64_t sink;
__dpa_global__ void entry(uint64_t a, uint32_t b) { sink = a + b; }
