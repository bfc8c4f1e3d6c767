// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bytes in executable sections are rejected, since they could be any instruction; in other sections
// they are data.
// DIAGNOSTIC: AsmRawCode
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace
// RUN: %clang_dpa -fsyntax-only -fplugin-arg-dpacc-disable-asm-checks %s 2>&1 | count 0

void f(void) {
  // CHECK: [[#@LINE+1]]:21: error: inline assembly has '.word' in executable code: bytes that cannot be checked
  __asm__ volatile(".word 0x30200073");
  // CHECK: [[#@LINE+1]]:21: error: inline assembly has '.insn' in executable code
  __asm__ volatile(".insn 0x30200073");
  // CHECK: [[#@LINE+1]]:21: error: inline assembly has '.insn' in executable code
  __asm__ volatile(".insn 4, 0x30200073");
  __asm__ volatile(".pushsection .rodata\n.word 1\n.popsection\nnop");
  // CHECK: [[#@LINE+1]]:65: error: inline assembly has '.half' in executable code
  __asm__ volatile(".pushsection .rodata\n.word 1\n.popsection\n.half 1");
}
__asm__(".data\n.word 3");
// CHECK: [[#@LINE+1]]:26: error: inline assembly has '.4byte' in executable code
__asm__(".byte 1\n.text\n.4byte 5");
// CHECK: [[#@LINE+1]]:38: error: inline assembly has '.quad' in executable code
__asm__(".section .own, \"ax\"\nnop; .quad 5");
// CHECK: 6 errors generated
