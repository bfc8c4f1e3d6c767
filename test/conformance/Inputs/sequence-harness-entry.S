/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The way into a sequence and back: for each base register a loader, which fills all other
 * registers from `frame` and jumps to the sequence through the base, and a stub, which stores them
 * there again. No register is left for anything else.
 */
#include "batch.h"
    .option norelax
    .option norvc
    .macro fill base
    .irp r, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    .if \r != \base
    ld x\r, 8*\r(x\base)
    .endif
    .endr
    .endm
    .macro save base
    .irp r, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    .if \r != \base
    sd x\r, 8*\r(x\base)
    .endif
    .endr
    .endm

    .text
    .balign STUB_SIZE
    .globl loaders
loaders:
    .skip STUB_SIZE
    .irp base, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    .balign STUB_SIZE
    la x\base, frame
    fill \base
    ld x\base, 8*\base(x\base)
    jr x\base
    .endr

    .section .stubs, "awx"
    .skip STUB_SIZE
    .irp base, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31
    .balign STUB_SIZE
    la x\base, frame
    save \base
    la x\base, leave
    jr x\base
    .endr

    .text
    .globl enter
    /* a0: a loader */
enter:
    addi sp, sp, -112
    sd ra, 0(sp)
    .irp r, 0,1,2,3,4,5,6,7,8,9,10,11
    sd s\r, 8+8*\r(sp)
    .endr
    la t0, stack_of_enter
    sd sp, 0(t0)
    jr a0
leave:
    la sp, stack_of_enter
    ld sp, 0(sp)
    ld ra, 0(sp)
    .irp r, 0,1,2,3,4,5,6,7,8,9,10,11
    ld s\r, 8+8*\r(sp)
    .endr
    addi sp, sp, 112
    ret

    .globl _start
_start:
    la sp, stack_end
    tail harness
