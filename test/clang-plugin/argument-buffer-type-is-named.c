// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The struct that describes the argument buffer has the name that debuggers look for.
// RUN: %clang_dpa -g -O0 -c %s -o %t.o -fplugin-arg-dpacc-stem=dev
// RUN: llvm-dwarfdump --name=_dpacc_dev_f_args %t.o | FileCheck %s
// CHECK: DW_TAG_structure_type
// CHECK: DW_AT_name ("_dpacc_dev_f_args")
// CHECK: DW_AT_byte_size (0x10)
#include <stdint.h>

__dpa_rpc__ uint64_t f(uint64_t a, uint32_t b) { return a + b; }
