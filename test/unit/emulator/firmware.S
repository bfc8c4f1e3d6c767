# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Small firmware for tests of the emulator: reads requests, answers them, and misbehaves on demand
# (guest.h). mscratch holds the hart's mailbox.

#include "runtime/abi/address-map.h"
#include "runtime/abi/eu-control.h"
#include "runtime/abi/process-status.h"
#include "runtime/abi/syscalls.h"
#include "test/unit/emulator/guest.h"

# struct dpa_mailbox
#define STATE 0
#define OUTCOME 4
#define STATUS 8
#define VALUE 16
#define REQUEST 24
#define CRASH_PC 88
#define CRASH_CAUSE 96
#define CRASH_VALUE 104
#define CRASH_X 112
#define CRASH_MODE 368
#define CRASH_THREAD 372

  .option norelax
  .text
  .globl _start
_start:
  csrr t0, mhartid
  li t1, DPA_MAILBOX_STRIDE
  mul t0, t0, t1
  li t1, DPA_MAILBOX_BASE
  add t0, t0, t1
  csrw mscratch, t0
  lla t1, trap
  csrw mtvec, t1

idle:
  csrr s0, mscratch
  li t0, 1 << DPA_IRQ_WORK
  csrw mie, t0
1:lw t0, STATE(s0)
  li t1, 1
  beq t0, t1, 2f
  wfi
  j 1b
2:fence
  li t0, 2
  sw t0, STATE(s0)
  li t0, 1 << DPA_IRQ_WATCHDOG
  csrw mie, t0
  ld t1, REQUEST + 0(s0)
  csrw mepc, t1
  li t1, 3 << 11
  csrc mstatus, t1
  ld t0, REQUEST + 8(s0)
  ld a0, REQUEST + 16(s0)
  ld a1, REQUEST + 24(s0)
  ld tp, REQUEST + 32(s0)
  ld sp, REQUEST + 40(s0)
  ld t1, REQUEST + 48(s0)
  csrw DPA_CSR_STACK_LIMIT, t1
  mret

  .balign 4
trap:
  csrrw x31, mscratch, x31
  .irp n, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30
  sd x\n, CRASH_X + 8 * \n(x31)
  .endr
  mv s0, x31
  csrrw x31, mscratch, x31
  sd x31, CRASH_X + 8 * 31(s0)
  csrr t0, mcause
  li t1, 8
  bne t0, t1, crash
  li s1, DPA_EU_CONTROL_BASE
  li t1, DPA_SYS_RETURN
  beq a7, t1, return
  li t1, DPA_SYS_THREAD_FINISH
  beq a7, t1, finish
  li t1, DPA_SYS_PROCESS_END
  beq a7, t1, process_end
  li t1, DPA_SYS_MESSAGE
  beq a7, t1, message
  li t1, FIRMWARE_HANG
  beq a7, t1, hang
  li t1, FIRMWARE_LOCK_UP
  beq a7, t1, lock_up
  li t1, FIRMWARE_LIE
  beq a7, t1, lie
  li t1, FIRMWARE_WAIT
  beq a7, t1, wait
  li t0, 2                      # an unknown call is an illegal instruction
crash:
  sd t0, CRASH_CAUSE(s0)
  csrr t1, mtval
  sd t1, CRASH_VALUE(s0)
  csrr t1, mepc
  sd t1, CRASH_PC(s0)
  sw zero, CRASH_MODE(s0)
  lw t1, REQUEST + 56(s0)
  sw t1, CRASH_THREAD(s0)
  li t2, DPA_STATUS_WATCHDOG
  bltz t0, 1f
  li t2, DPA_STATUS_STACK_OVERFLOW
  li t1, DPA_CAUSE_STACK_OVERFLOW
  beq t0, t1, 1f
  addi t2, t0, DPA_STATUS_EXCEPTION(0)
1:sw t2, STATUS(s0)
  li t0, 6
  j complete

return:
  sd a0, VALUE(s0)
  li t0, 1
complete:
  sw t0, OUTCOME(s0)
  fence
  li t0, 3
  sw t0, STATE(s0)
  li s1, DPA_EU_CONTROL_BASE
  sd zero, DPA_EU_REG_COMPLETE(s1)
  j idle

finish:
  li t0, 2
  j complete

process_end:
  sw a0, STATUS(s0)
  sd a1, CRASH_VALUE(s0)
  csrr t1, mepc
  sd t1, CRASH_PC(s0)
  sw zero, CRASH_MODE(s0)
  li t0, 5
  j complete

message:
  sd a0, DPA_EU_REG_MESSAGE_STREAM(s1)
  sd a1, DPA_EU_REG_MESSAGE_ADDRESS(s1)
  sd a2, DPA_EU_REG_MESSAGE_LENGTH(s1)
  sd zero, DPA_EU_REG_MESSAGE_SEND(s1)
  ld a0, DPA_EU_REG_MESSAGE_SEND(s1)
  csrr t0, mepc
  addi t0, t0, 4
  csrw mepc, t0
  ld t0, CRASH_X + 8 * 5(s0)
  ld t1, CRASH_X + 8 * 6(s0)
  ld s1, CRASH_X + 8 * 9(s0)
  ld s0, CRASH_X + 8 * 8(s0)
  mret

hang:
  j hang

wait:
  csrw mie, zero
1:wfi
  j 1b

lock_up:
  csrw mtvec, zero
  unimp

lie:
  li t0, 99
  j complete

  .section .rodata, "a"
  .asciz "firmware for tests"
