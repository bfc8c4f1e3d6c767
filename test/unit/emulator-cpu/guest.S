/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Guest code of the unit tests, assembled by clang, which is an independent encoder. Most entries
 * are one instruction on a0 (result and first operand) and a1 (second), then an ecall. */
    .option norelax
    .text

    .macro entry name:req, text:vararg
    .globl \name
    .balign 4
\name:
    \text
    ecall
    .endm

    .macro registers names:vararg
    .irp op, \names
    entry t_\op, \op a0, a0, a1
    .endr
    .endm

    .macro unary names:vararg
    .irp op, \names
    entry t_\op, \op a0, a0
    .endr
    .endm

    .option push
    .option norvc
    registers add, sub, sll, slt, sltu, xor, srl, sra, or, and, addw, subw, sllw, srlw, sraw
    registers mul, mulh, mulhsu, mulhu, div, divu, rem, remu, mulw, divw, divuw, remw, remuw
    entry t_addi, addi a0, a0, -2048
    entry t_slti, slti a0, a0, -1
    entry t_sltiu, sltiu a0, a0, -1
    entry t_xori, xori a0, a0, -1
    entry t_ori, ori a0, a0, 0x55
    entry t_andi, andi a0, a0, -16
    entry t_addiw, addiw a0, a0, 1
    entry t_slli, slli a0, a0, 63
    entry t_srli, srli a0, a0, 33
    entry t_srai, srai a0, a0, 63
    entry t_slliw, slliw a0, a0, 31
    entry t_srliw, srliw a0, a0, 1
    entry t_sraiw, sraiw a0, a0, 31
    entry t_lui, lui a0, 0x80000
    entry t_auipc, auipc a0, 0xfffff
    .option arch, +zba, +zbb, +zbs
    registers add.uw, sh1add, sh2add, sh3add, sh1add.uw, sh2add.uw, sh3add.uw
    registers andn, orn, xnor, min, minu, max, maxu, rol, ror, rolw, rorw, bclr, bext, binv, bset
    unary clz, ctz, cpop, clzw, ctzw, cpopw, sext.b, sext.h, zext.h, orc.b, rev8
    entry t_slli.uw, slli.uw a0, a0, 4
    entry t_rori, rori a0, a0, 60
    entry t_roriw, roriw a0, a0, 4
    entry t_bclri, bclri a0, a0, 63
    entry t_bexti, bexti a0, a0, 63
    entry t_binvi, binvi a0, a0, 63
    entry t_bseti, bseti a0, a0, 63
    .option pop

    /* memory: a0 = address, a1 = value */
    .option push
    .option norvc
    .irp op, lb, lh, lw, ld, lbu, lhu, lwu
    entry t_\op, \op a0, 0(a0)
    .endr
    .irp op, sb, sh, sw, sd
    entry t_\op, \op a1, 0(a0)
    .endr
    .option pop
    .irp op, amoswap, amoadd, amoxor, amoand, amoor, amomin, amomax, amominu, amomaxu
    entry t_\op\().w, \op\().w.aqrl a0, a1, (a0)
    entry t_\op\().d, \op\().d a0, a1, (a0)
    .endr
    entry t_lr.w, lr.w a0, (a0)
    entry t_lr.d, lr.d.aq a0, (a0)
    entry t_sc.w, sc.w a0, a1, (a0)
    entry t_sc.d, sc.d.rl a0, a1, (a0)

    /* every compressed form */
    entry c_addi4spn, c.addi4spn a0, sp, 1020
    entry c_lw, c.lw a0, 124(a0)
    entry c_ld, c.ld a0, 248(a0)
    entry c_sw, c.sw a1, 68(a0)
    entry c_sd, c.sd a1, 136(a0)
    entry c_nop, c.nop
    entry c_addi, c.addi a0, -32
    entry c_addiw, c.addiw a0, 31
    entry c_li, c.li a0, -17
    entry c_lui, c.lui a0, 0xfffe1
    entry c_addi16sp, c.addi16sp sp, -512
    entry c_srli, c.srli a0, 33
    entry c_srai, c.srai a0, 33
    entry c_andi, c.andi a0, -2
    entry c_sub, c.sub a0, a1
    entry c_xor, c.xor a0, a1
    entry c_or, c.or a0, a1
    entry c_and, c.and a0, a1
    entry c_subw, c.subw a0, a1
    entry c_addw, c.addw a0, a1
    entry c_slli, c.slli a0, 33
    entry c_lwsp, c.lwsp a0, 252(sp)
    entry c_ldsp, c.ldsp a0, 504(sp)
    entry c_swsp, c.swsp a1, 180(sp)
    entry c_sdsp, c.sdsp a1, 360(sp)
    entry c_mv, c.mv a0, a1
    entry c_add, c.add a0, a1

    .globl c_j, c_beqz, c_bnez, c_jr, c_jalr
c_j:
    c.j 2f
1:  c.li a0, 1
    ecall
    .fill 100, 2, 1 /* c.nop */
2:  c.li a0, 2
    c.j 1b
c_beqz:
    c.beqz a0, 1f
    c.li a0, 5
    ecall
1:  c.li a0, 6
    ecall
c_bnez:
    c.bnez a0, 1f
    c.li a0, 5
    ecall
1:  c.li a0, 6
    ecall
c_jr: /* jumps to a1 + 1, whose bit 0 is ignored */
    c.jr a1
c_jalr:
    c.jalr a1

    /* branches: a0 = 1 if taken */
    .option push
    .option norvc
    .irp op, beq, bne, blt, bge, bltu, bgeu
    .globl t_\op
t_\op:
    \op a0, a1, 1f
    li a0, 0
    ecall
1:  li a0, 1
    ecall
    .endr
    .option pop

    /* sum of 1 to a0 by a backward branch: 2 + 3 * a0 instructions and the ecall */
    .globl loop_sum
loop_sum:
    li a2, 0
1:  add a2, a2, a0
    addi a0, a0, -1
    bnez a0, 1b
    mv a0, a2
    ecall

    .globl endless
endless:
    j .

    /* calls through a register and returns, a0 times */
    .globl calls
calls:
    la a3, 2f
    li a2, 0
1:  jalr a3
    addi a0, a0, -1
    bnez a0, 1b
    mv a0, a2
    ecall
2:  addi a2, a2, 3
    ret

    /* a1 increments of the word at a0, by an atomic and by load-reserved and store-conditional (at
     * +8) */
    .globl increments
increments:
    addi a3, a0, 8
1:  li a4, 1
    amoadd.w zero, a4, (a0)
2:  lr.d a4, (a3)
    addi a4, a4, 1
    sc.d a5, a4, (a3)
    bnez a5, 2b
    addi a1, a1, -1
    bnez a1, 1b
    ecall

    /* a trap in the middle of a block: the third instruction faults on the address in a0 */
    .globl trap_middle
trap_middle:
    addi a1, a1, 1
    addi a2, a2, 1
    lw a3, 0(a0)
    addi a1, a1, 1
    ecall

    /* user code that uses up stack: a0 bytes */
    .globl stack_sub, stack_mv, stack_load, stack_li, stack_jal, stack_jalr, stack_csr
stack_sub:
    sub sp, sp, a0
    li a1, 7
    ecall
stack_mv:
    mv sp, a0
    ecall
stack_load:
    ld sp, 0(a0)
    ecall
stack_li:
    li sp, 16
    ecall
stack_jal:
    jal sp, 1f
1:  ecall
stack_jalr:
    jalr sp, 0(a0)
stack_csr:
    csrrs sp, cycle, zero
    ecall

    /* writes the instruction a1 over the one at the label, and runs it before and after fence.i */
    .globl self_modify, self_modified
self_modify:
    mv s1, ra
    la a2, self_modified
    jalr a2
    sw a1, 0(a2)
    fence.i
    jalr a2
    wfi
    .balign 4
    .option push
    .option norvc
self_modified:
    addi a0, a0, 1
    jalr zero, 0(ra)
    .option pop

    entry fences, fence rw, rw
    entry pauses, .insn i 0x0f, 0, x0, x0, 0x010
    .globl reads_counters
reads_counters:
    nop
    rdinstret a0
    nop
    rdinstret a1
    rdcycle a2
    rdtime a3
    ecall

    /* machine mode: the test's firmware. Traps wait; user code is entered at t0. */
    .section .firmware, "ax"
    .globl firmware, firmware_handler, machine_ecall
firmware:
    la t1, firmware_handler
    csrw mtvec, t1
    csrw mepc, t0
    li t1, 7
    csrw mcounteren, t1
    mret
    .balign 4
firmware_handler:
    wfi
    j firmware_handler
machine_ecall:
    ecall
