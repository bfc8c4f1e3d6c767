// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host stub defines the names that libraries and scripts use, all weak, and needs only
// libflexio's function.
// PROVES: R-CC-07 R-CC-11
// RUN: %clang_dpa -c %s -o %t.o -fplugin-arg-dpacc-host-stub=%t.c -fplugin-arg-dpacc-stem=dev
// RUN: %hostcc -O0 -c %t.c -o %t.host.o
// RUN: llvm-nm %t.host.o | FileCheck %s --implicit-check-not=' T '
// RUN: llvm-nm %t.o | FileCheck %s --check-prefix=DEVICE
#include <stdint.h>

// CHECK: W _dpacc_file_dev_register_all
// CHECK: W _dpacc_pack_dev_handler
// CHECK: W _dpacc_pack_dev_measure
// CHECK-NEXT: U flexio_func_pup_register
// CHECK-NEXT: W handler
// CHECK-NEXT: W measure
__dpa_global__ void handler(uint64_t a) { (void)a; }
__dpa_rpc__ uint64_t measure(uint64_t a) { return a; }

// DEVICE: T _dpacc_flexio_dev_arg_unpack_dev_handler
// DEVICE: T _dpacc_flexio_dev_arg_unpack_dev_measure
