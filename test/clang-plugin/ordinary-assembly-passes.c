// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Barriers, counters and plain instructions in inline assembly pass the check, and so does code
// that is never used.
// RUN: %clang_dpa -Wall -Wextra -Werror -O1 -c %s -o %t.o
#include <stdint.h>

#define READ(csr)                                                              \
  ({                                                                           \
    uint64_t value;                                                            \
    __asm__ volatile("csrr %0, %1" : "=r"(value) : "i"(csr));                  \
    value;                                                                     \
  })

uint64_t f(uint64_t a) {
  uint64_t b;
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("fence iorw, iorw" ::: "memory");
  __asm__ volatile("rdcycle %0\n\trdtime %1" : "=r"(a), "=r"(b));
  __asm__ volatile("csrr %0, instret; csrr %1, 0xc02" : "=r"(a), "=r"(b));
  __asm__ volatile("csrrs %0, %[n], x0" : "=r"(a) : [n] "i"(0xc00));
  __asm__ volatile("1: addi %0, %0, -1 # mret\n bnez %0, 1b // ecall"
                   : "+r"(a));
  __asm__ volatile(".insn r 0x33, 0, 0, %0, %1, %1" : "=r"(a) : "r"(b));
  __asm__ volatile(".insn i MISC_MEM, 0, x0, x0, 0x33" : : : "memory");
  __asm__ volatile(".balign 4\n.option push\n.option norvc\nnop\n.option pop");
  __asm__ volatile(".pushsection .note.mine,\"\",@note\n.asciz \"; mret\"\n"
                   ".popsection\nebreak");
  __asm__ goto("beqz %0, %l1" : : "r"(a) : : out);
out:
  return a + b + READ(0xc01);
}
__asm__(".globl twice\ntwice: add a0, a0, a0\nret");
static inline __attribute__((unused)) void interrupts(void) {
  __asm__ volatile("csrsi mstatus, 8");
}
