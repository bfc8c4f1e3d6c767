/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The outbox page: 64-bit doorbell registers at DPA_OUTBOX_BASE, by their offset in bytes; aligned
 * 8-byte accesses only. The page accesses the outbox that the running thread has selected
 * (DPA_SYS_OUTBOX_CONFIG). Also the errors of a thread that do not end its process. C, C++ and
 * assembly.
 *
 *   CQ_DB    63..56   55..32 consumer index   31..24   23..0 completion queue
 *   EQ_DB    63..58   57..32 consumer index   31..24   23..0 event queue
 *   SXD_DB   63..56   55..32 send queue       31..16   15..0 producer index
 *   EMU_CAP  63..58   57..32 context          31..24   23..0 queue
 *   RXT_DB   63..24                                    23..0 completion queue
 *   RXC_RD   63..28                                    27..0 context, a multiple of 4
 *   CC_DB    63..48 queue   47..36   35..34 next action   33   32 RTT request   31..0 rate
 */
#ifndef DPA_ABI_OUTBOX_H
#define DPA_ABI_OUTBOX_H

#define DPA_OUTBOX_UCTL 0x000        /* read: 0, never busy */
#define DPA_OUTBOX_BUFFER 0x040      /* read: what RXC_RD loaded, or 0 */
#define DPA_OUTBOX_CQ_DB 0x100       /* arms a completion queue */
#define DPA_OUTBOX_EQ_DB_REARM 0x140 /* consumer index; arms the event queue */
#define DPA_OUTBOX_EQ_DB_NO_REARM 0x180
#define DPA_OUTBOX_SXD_DB 0x1c0 /* send queue or queue pair */
/* The same for a queue of another device, whose number is in bits 31..16. */
#define DPA_OUTBOX_SXD_DB_DEVICE 0x1e0
#define DPA_OUTBOX_DEVICE_SHIFT 16
#define DPA_OUTBOX_EMU_CAP 0x200 /* arms an emulation context */
#define DPA_OUTBOX_EMU_CAP_TRIGGER 0x240
#define DPA_OUTBOX_RXT_DB 0x280 /* writes an all-zero completion to a queue */
#define DPA_OUTBOX_RXC_RD 0x300 /* loads the value of an emulated doorbell */
/* Congestion control: reads return the last value written. */
#define DPA_OUTBOX_CC_DB 0x340
#define DPA_OUTBOX_CC_DB_MSB 0x348

/* With this bit, the id of an outbox (DPA_SYS_OUTBOX_CONFIG) is the number of another device to which
 * a UAR of the process is extended. */
#define DPA_OUTBOX_EXTENSION 0x10000

/* Errors of a thread (its os_errno, and the error handler's second argument): a load or store that
 * the window does not allow; a rejected doorbell, or an access to an outbox that does not exist. */
#define DPA_ERROR_WINDOW 1
#define DPA_ERROR_OUTBOX 2

#endif
