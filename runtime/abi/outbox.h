/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The outbox page: 64-bit doorbell registers at DPA_OUTBOX_BASE, by their offset in bytes; aligned
 * 8-byte accesses only. The page accesses the outbox that the running thread has selected
 * (DPA_SYS_OUTBOX_CONFIG). Also the errors of a thread that do not end its process. C, C++ and
 * assembly.
 *
 *   CQ_DB    63..56   55..32 consumer index   31..24   23..0 completion queue
 *   RXT_DB   63..24                                    23..0 completion queue
 *   CC_DB    63..48 queue   47..36   35..34 next action   33   32 RTT request   31..0 rate
 */
#ifndef DPA_ABI_OUTBOX_H
#define DPA_ABI_OUTBOX_H

#define DPA_OUTBOX_UCTL 0x000  /* read: 0, never busy */
#define DPA_OUTBOX_CQ_DB 0x100 /* arms a completion queue */
#define DPA_OUTBOX_EQ_DB_REARM 0x140
#define DPA_OUTBOX_EQ_DB_NO_REARM 0x180
#define DPA_OUTBOX_SXD_DB 0x1c0
#define DPA_OUTBOX_EMU_CAP 0x200
#define DPA_OUTBOX_EMU_CAP_TRIGGER 0x240
#define DPA_OUTBOX_RXT_DB 0x280 /* writes an all-zero completion to a queue */
/* Congestion control: reads return the last value written. */
#define DPA_OUTBOX_CC_DB 0x340
#define DPA_OUTBOX_CC_DB_MSB 0x348

/* Errors of a thread (its os_errno, and the error handler's second argument): a load or store that
 * the window does not allow; a rejected doorbell, or an access to an outbox that does not exist. */
#define DPA_ERROR_WINDOW 1
#define DPA_ERROR_OUTBOX 2

#endif
