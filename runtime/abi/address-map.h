/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The address map of a device process (docs/design.md, decision 1). Used by the emulator, the
 * firmware (C and assembly) and the linker scripts: plain macros only. All addresses are device
 * addresses; sizes are in bytes.
 *
 *   0x0000_0000  never mapped (a null pointer with a small offset faults)
 *   0x1000_0000  firmware: code, data, the mailboxes of the execution units; machine mode only
 *   0x4000_0000  the image's text and read-only data; never writable
 *   0x8000_0000  the image's data and bss, the heap, at the top the thread areas; never executable
 *   0xC000_0000  outbox page of the running execution unit
 *   0xC010_0000  control registers of that execution unit; machine mode only
 *   1 << 62      windows to host memory
 */
#ifndef DPA_ABI_ADDRESS_MAP_H
#define DPA_ABI_ADDRESS_MAP_H

#ifdef __ASSEMBLER__
#define DPA_ADDRESS(x) x
#else
#define DPA_ADDRESS(x) x##ull
#endif

#define DPA_NULL_GUARD_SIZE DPA_ADDRESS(0x00010000)

#define DPA_FIRMWARE_BASE DPA_ADDRESS(0x10000000)
#define DPA_FIRMWARE_SIZE DPA_ADDRESS(0x00200000)
/* Second half of the firmware's memory: one mailbox for each execution unit (mailbox.h), and the
 * registers of threads that have yielded (saved-registers.h). */
#define DPA_MAILBOX_BASE DPA_ADDRESS(0x10100000)
#define DPA_MAILBOX_STRIDE DPA_ADDRESS(0x400)

#define DPA_TEXT_BASE DPA_ADDRESS(0x40000000)
#define DPA_TEXT_SIZE DPA_ADDRESS(0x40000000)
#define DPA_DATA_BASE DPA_ADDRESS(0x80000000)
#define DPA_DATA_SIZE DPA_ADDRESS(0x40000000)
#define DPA_HEAP_ALIGN DPA_ADDRESS(0x00010000)
#define DPA_HEAP_SIZE_DEFAULT DPA_ADDRESS(0x20000000)

/*
 * Thread areas, at the top of the data range: one slot for each thread.
 *   slot + 0       thread-local storage, at most DPA_TLS_SIZE_MAX bytes: the thread context (64
 *                  bytes), then picolibc's
 *   slot + 0x6000  stack, 8192 bytes; the lowest 8 are reserved, which leaves the documented 8184
 */
#define DPA_THREAD_AREA_BASE DPA_ADDRESS(0xBE000000)
#define DPA_THREAD_AREA_SLOT DPA_ADDRESS(0x8000)
#define DPA_THREAD_AREA_COUNT 1024
#define DPA_TLS_SIZE_MAX DPA_ADDRESS(0x4000)
#define DPA_STACK_TOP_OFFSET DPA_ADDRESS(0x8000)
#define DPA_STACK_USABLE DPA_ADDRESS(8184)

#define DPA_OUTBOX_BASE DPA_ADDRESS(0xC0000000)
#define DPA_OUTBOX_SIZE DPA_ADDRESS(0x1000)

/* Control registers of the execution unit (eu-control.h): all of them, for machine mode, and those
 * that user mode may access, at the same offsets. */
#define DPA_EU_CONTROL_BASE DPA_ADDRESS(0xC0100000)
#define DPA_EU_CONTROL_SIZE DPA_ADDRESS(0x1000)
#define DPA_EU_USER_CONTROL_BASE DPA_ADDRESS(0xC0200000)

/* Window entity N: a host address plus DPA_WINDOW_BASE plus N * DPA_WINDOW_ENTITY_SIZE. */
#define DPA_WINDOW_BASE DPA_ADDRESS(0x4000000000000000)
#define DPA_WINDOW_ENTITY_SIZE DPA_ADDRESS(0x1000000000000000)
#define DPA_WINDOW_ENTITY_COUNT 2

#define DPA_EU_COUNT_MAX 256

#endif
