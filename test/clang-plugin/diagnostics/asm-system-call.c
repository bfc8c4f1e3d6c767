// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// ecall is rejected: its meaning is private to the device libraries and the firmware.
// DIAGNOSTIC: AsmSystemCall
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace
// RUN: %clang_dpa -fsyntax-only -fplugin-arg-dpacc-disable-asm-checks %s 2>&1 | count 0

void f(void) {
  // CHECK: [[#@LINE+1]]:31: error: inline assembly has 'ecall': system calls belong to the device libraries
  __asm__ volatile("li a7, 1\necall" : : : "a7");
}
