# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A device image for tests of the emulator: one function a slot (guest.h), no stack and no libc
# needed.

#include "runtime/abi/syscalls.h"
#include "test/unit/emulator/guest.h"

  .option norelax
  .text
  .balign GUEST_SLOT
text:

  .macro slot number
  .org text + \number * GUEST_SLOT
  .endm

  .globl _start
_start:
  jalr t0
  li a7, DPA_SYS_RETURN
  ecall

  slot GUEST_ADD
  add a0, a0, a1
  ret

  slot GUEST_PEEK
  ld a0, 0(a0)
  ret

  slot GUEST_POKE
  sd a1, 0(a0)
  ret

  slot GUEST_JUMP
  jr a0

  slot GUEST_ILLEGAL
  unimp

  slot GUEST_SPIN
1:j 1b

  slot GUEST_MESSAGE
  mv a2, a1
  mv a1, a0
  li a0, 3
  li a7, DPA_SYS_MESSAGE
  ecall
  ret

  slot GUEST_SYSTEM_CALL
  mv a7, a0
  mv a0, a1
  ecall
  ret

  slot GUEST_THREAD_POINTER
  mv a0, tp
  ret

  slot GUEST_STACK_USE
  sub sp, sp, a0
  sb zero, 0(sp)
  add sp, sp, a0
  ret

  slot GUEST_MEET
  li t1, 1
  amoadd.d zero, t1, (a0)
1:ld t1, 0(a0)
  blt t1, a1, 1b
  mv a0, t1
  ret

  slot GUEST_WAIT
1:wfi
  j 1b

  slot GUEST_COUNT_DOWN
1:addi a0, a0, -1
  bnez a0, 1b
  ret

  slot GUEST_FILE_WORD
  la a0, data_word
  ld a0, 0(a0)
  ret

  slot GUEST_REGISTERS
  .irp number, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31
  c.li x\number, \number
  .endr
  c.unimp

  slot GUEST_RESERVE
  li t1, 1
  lr.d t0, (a0)
  sd t1, 8(a0)
1:ld t1, 16(a0)
  beqz t1, 1b
  sc.d a0, t0, (a0)
  ret

  slot GUEST_ADD_RESERVED
1:lr.d t0, (a0)
  addi t0, t0, 1
  sc.d t1, t0, (a0)
  bnez t1, 1b
  addi a1, a1, -1
  bnez a1, 1b
  ret

  .org text + GUEST_TEXT_OFFSET
  .ascii "hello"

  .section .tdata, "awT", @progbits
  .zero 64

  .data
data_word:
  .quad GUEST_DATA_WORD

  .bss
  .zero 4096

  .section .dpa.attributes, "", @progbits
  .byte 'A'
  .word 18
  .asciz "nvidia"
  .byte 1
  .word 7
  .byte 2, 2              # DPA_ID: BlueField-3
