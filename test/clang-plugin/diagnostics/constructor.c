// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constructors and destructors would never run; optimisation, which can evaluate a constructor, does not hide them.
// DIAGNOSTIC: Constructor
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace
// RUN: not %clang_dpa -O2 -c %s -o %t.o 2>&1 | FileCheck %s --strict-whitespace
// RUN: not dpacc %s -o %t.a -mcpu=nv-dpa-bf3 -hostcc=gcc -devicecc-options=-O2 2>&1 | FileCheck %s

#include <stdint.h>

static int ready;

// CHECK: constructor.c:[[#@LINE+1]]:42: error: function 'set_up' is a constructor, which would never run on the device
__attribute__((constructor)) static void set_up(void) { ready = 1; }
// CHECK: constructor.c:[[#@LINE+1]]:39: error: function 'tear_down' is a destructor, which would never run on the device
__attribute__((destructor(200))) void tear_down(void) { ready = 0; }

void declared_only(void) __attribute__((constructor));

__dpa_rpc__ uint64_t is_ready(void) { return (uint64_t)ready; }
// CHECK-NOT: declared_only
