/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Calls from user mode into the firmware: number in a7, arguments from a0 on, result in a0. Calls
 * that do not return are marked. An unknown number is an illegal instruction. C, C++ and assembly.
 */
#ifndef DPA_ABI_SYSCALLS_H
#define DPA_ABI_SYSCALLS_H

/* These do not return. RETURN: a0: result of the function. */
#define DPA_SYS_RETURN 0
#define DPA_SYS_THREAD_FINISH 1
#define DPA_SYS_THREAD_RESCHEDULE 2
#define DPA_SYS_THREAD_RETRIGGER 3
/* a0: process status code: 0x40, 0x44 or 128 to 255, others become 0x42; a1: the code that the
 * program gave, for the host's log; 0: none; does not return */
#define DPA_SYS_PROCESS_END 4
/* a0: stream, a1: address, a2: length in bytes; a0 = 0 sent, -1 rejected */
#define DPA_SYS_MESSAGE 5

/* Records of a ring (message-rings.h). a0: stream, a1: address, a2: length in bytes, a3:
 * position; a0 = 0 sent, -1 rejected */
#define DPA_SYS_MESSAGE_RECORDS 32

/*
 * a0: 1 to be activated again at once, else 0. A continuable thread releases its execution unit;
 * the call returns in the thread's next activation, possibly on another unit, with all registers
 * except a0 unchanged. In other threads it returns at once.
 */
#define DPA_SYS_THREAD_YIELD 6
/* a0: activation id of a thread of this process; a0 = 0 done, -1 no such thread */
#define DPA_SYS_THREAD_ACTIVATE 7
/* a0: id of the outbox for the rest of this activation; a1: 1 not to check it; a0 = 0 done, -1
 * the process has no such outbox and nothing has changed */
#define DPA_SYS_OUTBOX_CONFIG 8

/* Windows. a0: entity; result: DPA_WINDOW_OK or DPA_WINDOW_REFUSED (eu-control.h). A copy that
 * is not allowed is a load or store access fault at the first address that is not. */
/* a1: window id, a2: mkey */
#define DPA_SYS_WINDOW_CONFIG 16
/* a1: mkey, a2: id of the window if the activation has configured none */
#define DPA_SYS_WINDOW_MKEY_CONFIG 17
/* a1: host address, a2: device address, a3: bytes */
#define DPA_SYS_WINDOW_COPY_TO_HOST 18
#define DPA_SYS_WINDOW_COPY_FROM_HOST 19

/* Counters of the network card's ports. An invalid argument ends the process with
 * DPA_STATUS_NIC_COUNTERS. */
/* a0: address of the values, a1: address of the ids, a2: number of counters */
#define DPA_SYS_NIC_COUNTERS_CONFIG 56
#define DPA_SYS_NIC_COUNTERS_SAMPLE 57

/*
 * A worker of a command queue (task-queue.h) has finished its last task and takes the next one: a0
 * = 1 with function, unpack and argument in a1 to a3; or a0 = 0, none left.
 */
#define DPA_SYS_TASK_NEXT 48

/*
 * Reports a block of the C library's heap, in processes with `checks_heap` in the thread context.
 * a0: the operation, a1: address of the block, a2: its size, a3: the address that the allocator
 * returned for it. At least DPA_HEAP_CHECK_GUARD bytes before and behind a block belong to no other
 * block. Result in a0: 0, or as listed.
 */
#define DPA_SYS_HEAP_CHECK 64
#define DPA_HEAP_CHECK_ALLOCATED 1
#define DPA_HEAP_CHECK_CLEARED 2 /* allocated, with zeros */
#define DPA_HEAP_CHECK_FREED                                                   \
  3 /* 1; 0: not a block in use, and the error is reported */
#define DPA_HEAP_CHECK_RECYCLED                                                \
  4                           /* a3 of its allocation; 0: not a freed block */
#define DPA_HEAP_CHECK_SIZE 5 /* its size; 0: not a block in use */
#define DPA_HEAP_CHECK_GUARD 16

#endif
