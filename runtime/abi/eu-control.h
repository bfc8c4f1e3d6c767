/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Control registers of the execution unit (EU) that accesses them: 64-bit registers at
 * DPA_EU_CONTROL_BASE, machine mode only, aligned 8-byte accesses only. Offsets in bytes. Those marked
 * "user" are also at DPA_EU_USER_CONTROL_BASE, for user mode. Also the machine-mode CSR and the trap cause
 * that the DPA adds to RISC-V. C, C++ and assembly.
 */
#ifndef DPA_ABI_EU_CONTROL_H
#define DPA_ABI_EU_CONTROL_H

/* Read: number of this EU, 0 to DPA_EU_COUNT_MAX - 1 (the same as mhartid). */
#define DPA_EU_REG_ID 0x00
/* Write any value: the mailbox of this EU holds a response (its state is DPA_MAILBOX_DONE). */
#define DPA_EU_REG_COMPLETE 0x08
/* Message to the host: write stream, address and length, then SEND. Read SEND: 0 accepted, 1
 * rejected (bad address). */
#define DPA_EU_REG_MESSAGE_STREAM 0x10
#define DPA_EU_REG_MESSAGE_ADDRESS 0x18
#define DPA_EU_REG_MESSAGE_LENGTH 0x20
#define DPA_EU_REG_MESSAGE_SEND 0x28

/* User. The same in one store: address (below 4 GiB) in bits 0 to 31, length from bit 32, stream
 * from bit 48 on. */
#define DPA_EU_REG_MESSAGE_TEXT 0x30
#define DPA_MESSAGE_TEXT_LENGTH_SHIFT 32
#define DPA_MESSAGE_TEXT_STREAM_SHIFT 48

/* Records of a message ring to the host: write stream, address and length as above, the position
 * of the first record, then SEND_RECORDS. Read MESSAGE_SEND for the result. */
#define DPA_EU_REG_MESSAGE_POSITION 0x100
#define DPA_EU_REG_MESSAGE_SEND_RECORDS 0x108

/* User. Activates a thread of this process: write its activation id. Read: 0 done, 1 no such thread. */
#define DPA_EU_REG_ACTIVATE 0x40
/* User. Selects the outbox of the running thread: write its id, which the second register does not
 * check. Read: 0 done, 1 no such outbox. */
#define DPA_EU_REG_OUTBOX 0x48
#define DPA_EU_REG_OUTBOX_UNCHECKED 0x50
/* Write: the os_errno of the running thread (outbox.h). */
#define DPA_EU_REG_THREAD_ERROR 0x58
/* Write: the process status (process-status.h) of a fault that did not end the process; the
 * thread continues in the error handler. The mailbox has the crash record. */
#define DPA_EU_REG_RECOVERED 0x60

/*
 * Windows of this EU. ENTITY (0 or 1) selects the entity for the other registers. To configure:
 * write ID and KEY, then CONFIGURE with DPA_WINDOW_SET_*; read CONFIGURE for the result. SET_KEY
 * keeps the window that the activation has configured; without one it uses ID. To copy: write both
 * addresses (the host's without window bits) and the size in bytes, then COPY with the direction;
 * read COPY for the result. After a fault, FAULT_ADDRESS is the device address that faulted,
 * FAULT_IS_STORE whether it was a store. The registers that configure are for user mode, too.
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
#define DPA_WINDOW_REFUSED 1 /* reported in the host's log */
#define DPA_WINDOW_FAULT 2

/* Counters of the network card's ports, sampled by this process: write the addresses of values
 * and ids, then CONFIGURE with their number; or write SAMPLE. Read either: 0 done, 1 rejected
 * and reported in the host's log. */
#define DPA_EU_REG_NIC_VALUES 0x160
#define DPA_EU_REG_NIC_IDS 0x168
#define DPA_EU_REG_NIC_CONFIGURE 0x170
#define DPA_EU_REG_NIC_SAMPLE 0x178

/* Tasks of the command queue whose worker runs (task-queue.h): write any value to NEXT to take
 * one. Read NEXT: 1 taken, 0 none left; the other registers are the task. */
#define DPA_EU_REG_TASK_NEXT 0x140
#define DPA_EU_REG_TASK_FUNCTION 0x148
#define DPA_EU_REG_TASK_UNPACK 0x150
#define DPA_EU_REG_TASK_ARGUMENT 0x158

/* The check of the C library's heap (DPA_SYS_HEAP_CHECK): write address, size and base, then the
 * operation to HEAP_CHECK, which starts it. HEAP_CHECK then reads as the result. */
#define DPA_EU_REG_HEAP_ADDRESS 0x180
#define DPA_EU_REG_HEAP_SIZE 0x188
#define DPA_EU_REG_HEAP_BASE 0x190
#define DPA_EU_REG_HEAP_CHECK 0x198

/* Size limit of a message in bytes. */
#define DPA_MESSAGE_SIZE_MAX 4096

/*
 * Stack limit of the running thread: while it is not 0, a user-mode instruction whose result for x2
 * (sp) would be below it does not write x2 and traps with DPA_CAUSE_STACK_OVERFLOW; mtval is that
 * result. In the machine-mode custom read/write CSR range; the cause is in the range designated for
 * custom use.
 */
#define DPA_CSR_STACK_LIMIT 0x7C0
#define DPA_CAUSE_STACK_OVERFLOW 24

/*
 * Interrupts that the emulated machine raises. The software interrupt means that the mailbox holds
 * a request; the timer interrupt is the watchdog. Both stay pending until a write to
 * DPA_EU_REG_COMPLETE. The firmware enables the software interrupt in mie only around its wfi,
 * which resumes on a pending interrupt that mie enables even while mstatus.MIE is 0, and the timer
 * interrupt only while user code runs.
 */
#define DPA_IRQ_WORK 3
#define DPA_IRQ_WATCHDOG 7

#endif
