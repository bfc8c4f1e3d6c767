// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Privileged instructions in inline assembly are found at any position in the text.
// DIAGNOSTIC: AsmPrivileged
// RUN: not %clang_dpa -fsyntax-only %s 2>&1 | FileCheck %s --strict-whitespace
// RUN: %clang_dpa -fsyntax-only -fplugin-arg-dpacc-disable-asm-checks %s 2>&1 | count 0

#define IN_MACRO(text) __asm__ volatile(text)
void f(void) {
  // CHECK: [[#@LINE+3]]:21: error: inline assembly has the privileged instruction 'mret', which traps in device code
  // CHECK-NEXT: mret
  // CHECK-NEXT: {{^ *\| {21}\^}}
  __asm__ volatile("mret");
  // CHECK: note: option '-disable-asm-checks' disables the checks of inline assembly
  // CHECK: [[#@LINE+2]]:28: error: inline assembly has the privileged instruction 'sfence.vma'
  __asm__ volatile("nop\n\t"
                   "label: sfence.vma");
  // CHECK: [[#@LINE+1]]:18: error: inline assembly has the privileged instruction 'wfi'
  IN_MACRO("nop; WFI");
  // CHECK: [[#@LINE+1]]:21: error: inline assembly has the privileged instruction 'hfence.gvma'
  __asm__ volatile("hfence.gvma x0, x0");
  // CHECK: [[#@LINE+1]]:21: error: inline assembly has the privileged instruction '.insn'
  __asm__ volatile(".insn i SYSTEM, 0, x0, x0, 0x302");
}
// CHECK: [[#@LINE+1]]:45: error: inline assembly has the privileged instruction 'sret'
__asm__(".globl back\nback: /* a comment */ sret");
// CHECK: 6 errors generated
// CHECK-NOT: note
