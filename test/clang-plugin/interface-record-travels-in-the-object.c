// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The facts about entry points are in an excluded section of the object; bitcode has them as metadata, too.
// RUN: %clang_dpa -c %s -o %t.o -fplugin-arg-dpacc-stem=dev
// RUN: llvm-readelf -SW %t.o | FileCheck %s --check-prefix=SECTION
// RUN: llvm-readelf -p .dpa_interface %t.o | FileCheck %s
// RUN: ld.lld --unresolved-symbols=ignore-all -e f %t.o -o %t.elf
// RUN: llvm-readelf -SW %t.elf | FileCheck %s --check-prefix=LINKED
// RUN: %clang_dpa -flto -c %s -o %t.bc -fplugin-arg-dpacc-stem=dev
// RUN: llvm-dis %t.bc -o - | FileCheck %s --check-prefix=BITCODE
// RUN: %clang_dpa -flto -O2 -c %s -o %t.bc -fplugin-arg-dpacc-stem=dev
// RUN: llvm-dis %t.bc -o - | FileCheck %s --check-prefix=BITCODE

// SECTION: .dpa_interface PROGBITS 0000000000000000 {{[0-9a-f]+ [0-9a-f]+}} 00 E 0 0 1
// CHECK: DPAIFACE
// CHECK: dev
// CHECK: f_dpacc_pack_dev_f_dpacc_flexio_dev_arg_unpack_dev_f
// CHECK: g_dpacc_pack_dev_g_dpacc_flexio_dev_arg_unpack_dev_g
// LINKED-NOT: .dpa_interface
// BITCODE: !dpa.interface = !{[[NODE:![0-9]+]]}
// BITCODE: [[NODE]] = !{!"DPAIFACE{{.*}}dev{{.*}}f_dpacc_pack_dev_f_dpacc_flexio_dev_arg_unpack_dev_f{{.*}}"}
#include <stdint.h>

__dpa_rpc__ uint64_t f(uint64_t a) { return a; }
__dpa_global__ void g(uint64_t a) { (void)a; }
