// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Custom instructions may not be written by hand; those in the SDK's own header are accepted.
// DIAGNOSTIC: AsmCustomOpcode
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace
// RUN: %clang_dpa -fsyntax-only -fplugin-arg-dpacc-disable-asm-checks %s 2>&1 | count 0

# 1 "vendor.h" 1 3
#define OF_A_SYSTEM_HEADER(a) __asm__ volatile(".insn r CUSTOM_1, 0, 0, %0, %0, %0" : "+r"(a))
# 10 "asm-custom-opcode.c" 2
unsigned long f(unsigned long a) {
  OF_A_SYSTEM_HEADER(a);
  // CHECK: 13:21: error: inline assembly has the custom opcode of 'r CUSTOM_0'; dpaintrin.h has functions for those
  __asm__ volatile(".insn r CUSTOM_0, 0, 0, %0, %0, %0" : "+r"(a));
  // CHECK: error: inline assembly has the custom opcode of 'i 0x2b'
  __asm__ volatile(".insn i 0x2b, 0, %0, %0, 0" : "+r"(a));
  // CHECK: error: inline assembly has the custom opcode of 'r %1'
  __asm__ volatile(".insn r %1, 0, 0, %0, %0, %0" : "+r"(a) : "i"(0x5b));
  // CHECK: 3 errors generated
  return a;
}
