// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The counters are the only CSRs that device code may read, by name or by number.
// DIAGNOSTIC: AsmCsrRead
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace
// RUN: %clang_dpa -fsyntax-only -fplugin-arg-dpacc-disable-asm-checks %s 2>&1 | count 0

unsigned long f(void) {
  unsigned long a;
  // CHECK: [[#@LINE+1]]:21: error: inline assembly reads CSR 'mhartid'; device code may read 'cycle', 'time' and 'instret' only
  __asm__ volatile("csrr %0, mhartid" : "=r"(a));
  // CHECK: [[#@LINE+1]]:21: error: inline assembly reads CSR '%1'
  __asm__ volatile("csrr %0, %1" : "=r"(a) : "i"(0xf14));
  // CHECK: [[#@LINE+1]]:21: error: inline assembly reads CSR '0xc03'
  __asm__ volatile("csrrs %0, 0xc03, x0" : "=r"(a));
  // CHECK: [[#@LINE+1]]:21: error: inline assembly reads CSR 'frcsr'
  __asm__ volatile("frcsr %0" : "=r"(a));
  // CHECK: 4 errors generated
  return a;
}
