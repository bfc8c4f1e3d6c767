/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The functions of the test image (image.S), by slot: function n begins at DPA_TEXT_BASE + n *
 * GUEST_SLOT. Also the system calls of the test firmware (firmware.S) that make it misbehave. Used
 * by C++ and assembly. */
#ifndef DPA_TEST_GUEST_H
#define DPA_TEST_GUEST_H

#define GUEST_SLOT 64

#define GUEST_START 0          /* the entry */
#define GUEST_ADD 1            /* a0 + a1 */
#define GUEST_PEEK 2           /* 8 bytes at a0 */
#define GUEST_POKE 3           /* stores a1 at a0 */
#define GUEST_JUMP 4           /* jumps to a0 */
#define GUEST_ILLEGAL 5        /* an illegal instruction */
#define GUEST_SPIN 6           /* for ever */
#define GUEST_MESSAGE 7        /* a1 bytes at a0 to stream 3; the result */
#define GUEST_SYSTEM_CALL 8    /* number a0, argument a1; the result */
#define GUEST_THREAD_POINTER 9 /* tp */
#define GUEST_STACK_USE 10     /* takes a0 bytes of stack, writes the lowest */
#define GUEST_MEET 11          /* adds 1 at a0, waits until a1 is there */
#define GUEST_WAIT 12          /* wfi for ever */
#define GUEST_COUNT_DOWN 13    /* 2 * a0 + 1 instructions */
#define GUEST_FILE_WORD 14     /* the word at data_word */
#define GUEST_REGISTERS 15     /* xN = N, but for sp; then an illegal one */
#define GUEST_RESERVE 16 /* lr at a0, marks a0 + 8, waits for a0 + 16, sc */
#define GUEST_ADD_RESERVED 17 /* adds 1 at a0, a1 times, with lr and sc */
#define GUEST_SLOTS 18

/* After the slots, read-only. */
#define GUEST_TEXT_OFFSET (GUEST_SLOTS * GUEST_SLOT)
#define GUEST_TEXT_SIZE 5 /* "hello" */

/* In the data segment: a word of the file, then zeros of bss. */
#define GUEST_DATA_WORD 0x1122334455667788

#define FIRMWARE_HANG 100    /* never answers, not even the watchdog */
#define FIRMWARE_LOCK_UP 101 /* faults, with a trap handler that faults */
#define FIRMWARE_LIE 102     /* completes with an outcome that does not exist */
#define FIRMWARE_WAIT 103    /* waits for an interrupt that is never raised */

#endif
