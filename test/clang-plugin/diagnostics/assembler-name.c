// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host looks an entry point up by its name in the source, so it cannot have another name in the
// object.
// DIAGNOSTIC: AssemblerName
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace

#include <stdint.h>

__dpa_rpc__ uint64_t f(void) __asm__("other");
// CHECK: [[#@LINE+1]]:10: error: device entry point 'f' cannot have an assembler name ('other'): the host finds it by its name
uint64_t f(void) { return 0; }

// CHECK-NOT: error: device
uint64_t helper(void) __asm__("free_to_choose");
uint64_t helper(void) { return 0; }
