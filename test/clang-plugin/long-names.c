// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function's name may have 256 bytes; its unpack function's name, which the run-time library
// limits too, is shortened.
// PROVES: R-CC-15
// RUN: %clang_dpa -c %s -o %t.o -fplugin-arg-dpacc-host-stub=%t.c -fplugin-arg-dpacc-stem=dev
// RUN: llvm-nm %t.o | FileCheck %s
// RUN: gcc -Wall -Wextra -Werror -std=c99 -pedantic -c %t.c -o %t.host.o
// CHECK: T _dpacc_flexio_dev_arg_unpack_dev_n{{n+}}_{{[0-9a-f]{16}$}}
// CHECK: T _dpacc_flexio_dev_arg_unpack_dev_n{{n+}}_{{[0-9a-f]{16}$}}
// CHECK: T {{n{251}nnnnm$}}
// CHECK: T {{n{251}nnnnn$}}
__dpa_global__ void
nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn(
    void) {}
__dpa_global__ void
nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnm(
    void) {}
