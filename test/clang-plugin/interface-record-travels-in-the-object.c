// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The facts about entry points and the whole host stub are in an excluded section of the object, at
// every level.
// RUN: rm -rf %t && mkdir %t
// RUN: %clang_dpa -O0 -c %s -o %t/0.o -fplugin-arg-dpacc-stem=dev -fplugin-arg-dpacc-host-stub=%t/dev.dpa.host.c
// RUN: %clang_dpa -O3 -c %s -o %t/3.o -fplugin-arg-dpacc-stem=dev
// RUN: llvm-readelf -SW %t/0.o | FileCheck %s --check-prefix=SECTION
// RUN: llvm-readelf -p .dpa_interface %t/0.o | FileCheck %s
// RUN: llvm-objcopy -O binary --only-section=.dpa_interface --set-section-flags .dpa_interface=alloc %t/0.o %t/0.bin
// RUN: llvm-objcopy -O binary --only-section=.dpa_interface --set-section-flags .dpa_interface=alloc %t/3.o %t/3.bin
// RUN: cmp %t/0.bin %t/3.bin
// RUN: python3 -c "import sys; d = open(sys.argv[1], 'rb').read(); \
// RUN:   sys.exit(not d.endswith(open(sys.argv[2], 'rb').read()))" %t/0.bin %t/dev.dpa.host.c
//
// No final link keeps it.
// RUN: ld.lld --unresolved-symbols=ignore-all -e f %t/0.o -o %t/linked.elf
// RUN: llvm-readelf -SW %t/linked.elf | FileCheck %s --check-prefix=LINKED
//
// Neither -S nor compiling by way of LLVM IR changes it.
// RUN: %clang_dpa -O1 -S %s -o %t/1.s -fplugin-arg-dpacc-stem=dev
// RUN: %clang_dpa -c %t/1.s -o %t/1.o
// RUN: llvm-objcopy -O binary --only-section=.dpa_interface --set-section-flags .dpa_interface=alloc %t/1.o %t/1.bin
// RUN: cmp %t/0.bin %t/1.bin
// RUN: %clang_dpa -O2 -S -emit-llvm %s -o %t/2.ll -fplugin-arg-dpacc-stem=dev
// RUN: %clang_dpa -O2 -c %t/2.ll -o %t/2.o
// RUN: llvm-readelf -SW %t/2.o | FileCheck %s --check-prefix=SECTION
// RUN: llvm-objcopy -O binary --only-section=.dpa_interface --set-section-flags .dpa_interface=alloc %t/2.o %t/2.bin
// RUN: cmp %t/0.bin %t/2.bin

// SECTION: .dpa_interface PROGBITS 0000000000000000 {{[0-9a-f]+ [0-9a-f]+}} 00 E 0 0 1
// CHECK: DPAIFACE
// CHECK: dev
// CHECK: f_dpacc_pack_dev_f_dpacc_flexio_dev_arg_unpack_dev_f
// CHECK: g_dpacc_pack_dev_g_dpacc_flexio_dev_arg_unpack_dev_g
// CHECK: Made by dpacc: what the host needs
// LINKED-NOT: .dpa_interface
#include <stdint.h>

__dpa_rpc__ uint64_t f(uint64_t a) { return a; }
__dpa_global__ void g(uint64_t a) { (void)a; }
