// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Section collection drops unused code but keeps entry points, and those of libflexio_dev for the
// host.
// RUN: %device_cc -O2 -c %s -o %t.o
// RUN: %device_ld %t.o -o %t.elf
// RUN: llvm-nm %t.elf | FileCheck %s
// CHECK-NOT: unused
// CHECK-DAG: T _dpacc_flexio_dev_arg_unpack_flexio_dev_msg_rpc_msg_stream_cfg
// CHECK-DAG: T _dpacc_flexio_dev_arg_unpack_flexio_dev_msg_rpc_msg_stream_close
// CHECK-DAG: T entry
// CHECK-NOT: unused
__attribute__((used, retain)) int entry(void) { return 0; }
int unused(void) { return 1; }
