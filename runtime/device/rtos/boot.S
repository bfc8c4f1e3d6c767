# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Every hart starts here, in machine mode: sets its entry of rtos_harts and its trap handler, lets
# user mode read the counters, and waits for the first activation. Needs no other hart and no
# initialized data.

#include "runtime/device/rtos/hart.h"

  .option norelax
  .section .text.boot, "ax", @progbits
  .globl rtos_boot
  .type rtos_boot, @function
rtos_boot:
  .cfi_startproc
  .cfi_undefined ra
  csrr t0, mhartid
  li t1, HART_SIZE
  mul t1, t0, t1
  lla s0, rtos_harts
  add s0, s0, t1
  csrw mscratch, s0
  lla t1, rtos_trap_entry
  csrw mtvec, t1
  li t1, 7                # cycle, time, instret
  csrw mcounteren, t1
  li t1, HART_STACK_TOP
  add sp, s0, t1
  mv a0, s0
  mv a1, t0
  call rtos_start
  j rtos_resume_user
  .cfi_endproc
  .size rtos_boot, . - rtos_boot
