# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Between user mode and the firmware's C code. A trap saves all registers in the hart's struct
# (mscratch) and calls rtos_trap on the hart's stack, which leaves in that struct the registers to
# continue with: those of the same activation or of the next one. System calls that only access
# control registers of the execution unit, and that handlers make in most activations, are executed here.

#include "runtime/abi/eu-control.h"
#include "runtime/abi/saved-registers.h"
#include "runtime/abi/syscalls.h"
#include "runtime/device/rtos/csr.h"
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
  sd x30, HART_X(30)(x31)
  li x30, DPA_SYS_THREAD_ACTIVATE # smaller numbers end the activation, or are rare
  bltu a7, x30, .Lsave_all
  sd x29, HART_X(29)(x31)
  csrr x30, mcause
  addi x30, x30, -MCAUSE_USER_ECALL
  bnez x30, .Lsave_all
  li x29, DPA_EU_CONTROL_BASE
  li x30, DPA_SYS_THREAD_ACTIVATE
  beq a7, x30, .Lactivate
  li x30, DPA_SYS_OUTBOX_CONFIG
  beq a7, x30, .Lconfigure_outbox
  li x30, DPA_SYS_WINDOW_CONFIG
  beq a7, x30, .Lconfigure_window
  ld x29, HART_X(29)(x31)
  j .Lsave_all

.Lactivate:
  sd a0, DPA_EU_REG_ACTIVATE(x29)
  ld x30, DPA_EU_REG_ACTIVATE(x29)
  j .Lreturn_negative

.Lconfigure_outbox:
  li x30, 1
  beq a1, x30, 1f
  sd a0, DPA_EU_REG_OUTBOX(x29)
  j 2f
1:
  sd a0, DPA_EU_REG_OUTBOX_UNCHECKED(x29)
2:
  ld x30, DPA_EU_REG_OUTBOX(x29)
.Lreturn_negative: # x30: 1 or 0
  neg x30, x30
  j .Lreturn

.Lconfigure_window:
  sd a0, DPA_EU_REG_WINDOW_ENTITY(x29)
  sd a1, DPA_EU_REG_WINDOW_ID(x29)
  sd a2, DPA_EU_REG_WINDOW_KEY(x29)
  li x30, DPA_WINDOW_SET_WINDOW_AND_KEY
  sd x30, DPA_EU_REG_WINDOW_CONFIGURE(x29)
  ld x30, DPA_EU_REG_WINDOW_CONFIGURE(x29)
.Lreturn: # x30: the result
  csrr x29, mepc
  addi x29, x29, 4
  csrw mepc, x29
  mv a0, x30
  ld x29, HART_X(29)(x31)
  ld x30, HART_X(30)(x31)
  csrrw x31, mscratch, x31
  mret

  .org rtos_trap_entry + DPA_TRAP_SAVE
.Lsave_all:
  .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29
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
