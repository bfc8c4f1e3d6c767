/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Control registers of the execution unit (EU) that accesses them: 64-bit registers at DPA_EU_CONTROL_BASE, machine mode
 * only, aligned 8-byte accesses only. Offsets in bytes. Also the machine-mode CSR and trap cause that the DPA adds to
 * RISC-V. C, C++ and assembly.
 */
#ifndef DPA_ABI_EU_CONTROL_H
#define DPA_ABI_EU_CONTROL_H

/* Read: number of this EU, 0 to DPA_EU_COUNT_MAX - 1 (the same as mhartid). */
#define DPA_EU_REG_ID 0x00
/* Write any value: the mailbox of this EU holds a response (its state is DPA_MAILBOX_DONE). */
#define DPA_EU_REG_COMPLETE 0x08
/* Message to the host: write stream, address and length, then SEND. Read SEND: 0 accepted, 1 refused (bad address). */
#define DPA_EU_REG_MESSAGE_STREAM 0x10
#define DPA_EU_REG_MESSAGE_ADDRESS 0x18
#define DPA_EU_REG_MESSAGE_LENGTH 0x20
#define DPA_EU_REG_MESSAGE_SEND 0x28

/* Records of a message ring to the host: stream, address and length as above, and the position of the first; then SEND,
 * which is read as the one above. */
#define DPA_EU_REG_MESSAGE_POSITION 0x100
#define DPA_EU_REG_MESSAGE_SEND_RECORDS 0x108

/* Activates a thread of this process: write its activation id. Read: 0 done, 1 there is no such thread. */
#define DPA_EU_REG_ACTIVATE 0x40
/* The outbox of the running thread: write its id, the second unchecked. Read: 0 done, 1 there is no such outbox. */
#define DPA_EU_REG_OUTBOX 0x48
#define DPA_EU_REG_OUTBOX_UNCHECKED 0x50
/* Write: the os_errno of the running thread (outbox.h). */
#define DPA_EU_REG_THREAD_ERROR 0x58
/* Write: a fault that has this process status (process-status.h) is no end of the process, the thread goes on in the error
 * handler; the mailbox has its crash record. */
#define DPA_EU_REG_RECOVERED 0x60

/*
 * Windows of this EU. ENTITY (0 or 1) goes for what follows. Configure: write ID
 * and KEY, then CONFIGURE with what to set; read CONFIGURE: how it went. SET_KEY
 * keeps the window that the activation has configured, and takes ID if it has
 * not. Copy: write addresses (the host's without window bits) and the size in
 * bytes, then COPY with the direction; read COPY: how it went; after a fault the
 * device address that faulted and whether it was a store.
 */
#define DPA_EU_REG_WINDOW_ENTITY 0x80
#define DPA_EU_REG_WINDOW_ID 0x88
#define DPA_EU_REG_WINDOW_KEY 0x90
#define DPA_EU_REG_WINDOW_CONFIGURE 0x98
#define DPA_EU_REG_WINDOW_COPY_DEVICE 0xa0
#define DPA_EU_REG_WINDOW_COPY_HOST 0xa8
#define DPA_EU_REG_WINDOW_COPY_SIZE 0xb0
#define DPA_EU_REG_WINDOW_COPY 0xb8
#define DPA_EU_REG_WINDOW_FAULT_ADDRESS 0xc0
#define DPA_EU_REG_WINDOW_FAULT_IS_STORE 0xc8
#define DPA_EU_REG_WINDOW_FIRST DPA_EU_REG_WINDOW_ENTITY
#define DPA_EU_REG_WINDOW_LAST DPA_EU_REG_WINDOW_FAULT_IS_STORE

#define DPA_WINDOW_SET_WINDOW_AND_KEY 1
#define DPA_WINDOW_SET_KEY 2

#define DPA_WINDOW_COPY_TO_HOST 1
#define DPA_WINDOW_COPY_FROM_HOST 2

#define DPA_WINDOW_OK 0
#define DPA_WINDOW_REFUSED 1 /* said in the host's log */
#define DPA_WINDOW_FAULT 2

/* Counters of the network card's ports, sampled by this process: write the addresses of values and ids, then CONFIGURE with
 * how many there are; or write SAMPLE. Read either: 0 done, 1 refused, and said in the host's log. */
#define DPA_EU_REG_NIC_VALUES 0x160
#define DPA_EU_REG_NIC_IDS 0x168
#define DPA_EU_REG_NIC_CONFIGURE 0x170
#define DPA_EU_REG_NIC_SAMPLE 0x178

/* Tasks of the command queue whose worker runs (task-queue.h): write any value to NEXT to take one. Read NEXT: 1 there was
 * one, 0 none; the others are its parts. */
#define DPA_EU_REG_TASK_NEXT 0x140
#define DPA_EU_REG_TASK_FUNCTION 0x148
#define DPA_EU_REG_TASK_UNPACK 0x150
#define DPA_EU_REG_TASK_ARGUMENT 0x158

/* Longest message in bytes. */
#define DPA_MESSAGE_SIZE_MAX 4096

/*
 * Stack limit of the running thread: while it is not 0, a user-mode instruction whose result for x2 (sp) would be below
 * it does not write x2 and traps with DPA_CAUSE_STACK_OVERFLOW; mtval is that result. In the machine-mode custom
 * read/write CSR range; the cause is in the range designated for custom use.
 */
#define DPA_CSR_STACK_LIMIT 0x7C0
#define DPA_CAUSE_STACK_OVERFLOW 24

/*
 * Interrupts that the emulated machine raises. The software interrupt says that the mailbox holds a request; the timer
 * interrupt is the watchdog. Both stay pending until the write to DPA_EU_REG_COMPLETE, which clears them. Firmware
 * enables the software one in mie only around its wfi, which resumes on a pending interrupt that mie enables even while
 * mstatus.MIE is 0, and the timer one only while user code runs.
 */
#define DPA_IRQ_WORK 3
#define DPA_IRQ_WATCHDOG 7

#endif
