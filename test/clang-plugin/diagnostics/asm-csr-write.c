// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device code may not write a CSR; setting or clearing no bits counts as reading.
// DIAGNOSTIC: AsmCsrWrite
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace
// RUN: %clang_dpa -fsyntax-only -fplugin-arg-dpacc-disable-asm-checks %s 2>&1 | count 0

unsigned long f(unsigned long a) {
  // CHECK: [[#@LINE+1]]:21: error: inline assembly writes CSR '0x300', which traps in device code
  __asm__ volatile("csrw 0x300, %0" : : "r"(a));
  // CHECK: [[#@LINE+1]]:21: error: inline assembly writes CSR 'mstatus'
  __asm__ volatile("csrsi mstatus, 8");
  // CHECK: [[#@LINE+1]]:21: error: inline assembly writes CSR 'cycle'
  __asm__ volatile("csrrw %0, cycle, x0" : "=r"(a));
  // CHECK: [[#@LINE+1]]:21: error: inline assembly writes CSR 'time'
  __asm__ volatile("csrrs %0, time, %0" : "+r"(a));
  __asm__ volatile("csrrc %0, time, zero\ncsrrsi %0, cycle, 0" : "=r"(a));
  // CHECK: 4 errors generated
  return a;
}
