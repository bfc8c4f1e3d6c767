// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function without a keyword is not in either stub.
// PROVES: R-CC-05
// RUN: %clang_dpa -c %s -o %t.o -fplugin-arg-dpacc-host-stub=%t.c -fplugin-arg-dpacc-stem=plain
// RUN: llvm-nm %t.o | FileCheck %s
// RUN: %hostcc -c %t.c -o %t.host.o
// RUN: llvm-nm --defined-only %t.host.o | FileCheck %s --check-prefix=HOST

// CHECK-NOT: _dpacc_flexio_dev_arg_unpack
unsigned long helper(unsigned long a) { return a; }

// The registration function exists nevertheless: programs and libraries call it for every source.
// HOST: W _dpacc_file_plain_register_all
// HOST-NOT: {{.}}
