# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Between user mode and the firmware's C code. A trap saves all registers in the hart's struct
# (mscratch) and calls rtos_trap on the hart's stack, which leaves in that struct the registers to
# continue with: those of the same activation or of the next one.

#include "runtime/abi/saved-registers.h"
#include "runtime/device/rtos/hart.h"

  .option norelax
  .text
  .globl rtos_trap_entry
  .type rtos_trap_entry, @function
  .balign 4
rtos_trap_entry:
  .cfi_startproc
  .cfi_undefined ra
  csrrw x31, mscratch, x31
  .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
  sd x\n, HART_X(\n)(x31)
  .endr
  mv a0, x31
  csrrw x31, mscratch, x31
  sd x31, HART_X(31)(a0)
  csrr t0, mepc
  sd t0, HART_PC(a0)
  .org rtos_trap_entry + DPA_TRAP_ENTRY_SIZE # an error, or zeros in between, if it is wrong
  li t0, HART_STACK_TOP
  add sp, a0, t0
  call rtos_trap
  .cfi_endproc
  .size rtos_trap_entry, . - rtos_trap_entry
  # falls through

  .globl rtos_resume_user
  .type rtos_resume_user, @function
rtos_resume_user:
  csrr x31, mscratch
  ld t0, HART_PC(x31)
  csrw mepc, t0
  .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  ld x\n, HART_X(\n)(x31)
  .endr
  mret
  .size rtos_resume_user, . - rtos_resume_user
