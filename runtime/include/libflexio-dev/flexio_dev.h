/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * The Flex IO device library: thread context, ends of threads and processes, event handlers,
 * outboxes, messages to the host, counters, spin locks; windows are in flexio_dev_window.h, which
 * this header includes. Functions that flexio_dev_marks.h marks as experimental warn unless
 * FLEXIO_DEV_ALLOW_EXPERIMENTAL_API is defined. Functions of the manual that are not declared here
 * are not supported yet. "Manual" is the Flex IO SDK API reference, chapter "Flex IO SDK dev".
 */
#ifndef FLEXIO_DEV_H
#define FLEXIO_DEV_H

#include "flexio_dev_forms.h"
#include "flexio_dev_marks.h"
#include "flexio_dev_ver.h"

#include <stdint.h>

/** The version that the program was written for: the program's definition, otherwise the current
 * version, with which the older forms of calls compile as well (flexio_dev_forms.h). */
#ifndef FLEXIO_DEV_VER_USED
#define FLEXIO_DEV_VER_USED FLEXIO_DEV_CURRENT_VERSION
#elif FLEXIO_DEV_VER_USED == FLEXIO_DEV_VER_LATEST
#undef FLEXIO_DEV_VER_USED
#define FLEXIO_DEV_VER_USED FLEXIO_DEV_CURRENT_VERSION
#endif

#if FLEXIO_DEV_VER_USED < FLEXIO_DEV_LAST_SUPPORTED_VERSION
#error                                                                         \
    "FLEXIO_DEV_VER_USED: this version of the Flex IO device interface is no longer supported"
#elif FLEXIO_DEV_VER_USED == FLEXIO_DEV_LAST_SUPPORTED_VERSION
#warning                                                                       \
    "FLEXIO_DEV_VER_USED: support for this version of the Flex IO device interface ends soon"
#endif

/* The rows of flexio_dev_marks.h: the version is known now. */
#if FLEXIO_DEV_MARKED_VERSION_ >= FLEXIO_DEV_VER(24, 10, 0)
#define FLEXIO_DEV_MARKED_24_10_(function)                                     \
  extern __typeof__(function) function FLEXIO_DEV_EXPERIMENTAL;
#else
#define FLEXIO_DEV_MARKED_24_10_(function)
#endif
#if FLEXIO_DEV_MARKED_VERSION_ >= FLEXIO_DEV_VER(25, 1, 0)
#define FLEXIO_DEV_MARKED_25_1_(function)                                      \
  extern __typeof__(function) function FLEXIO_DEV_EXPERIMENTAL;
#else
#define FLEXIO_DEV_MARKED_25_1_(function)
#endif
#if FLEXIO_DEV_MARKED_VERSION_ >= FLEXIO_DEV_VER(25, 10, 0)
#define FLEXIO_DEV_MARKED_25_10_(function)                                     \
  extern __typeof__(function) function FLEXIO_DEV_EXPERIMENTAL;
#else
#define FLEXIO_DEV_MARKED_25_10_(function)
#endif

#ifdef __cplusplus
extern "C" {
#endif

#ifndef __unused
#define __unused __attribute__((__unused__))
#endif

/** Result of a call. */
typedef enum {
  FLEXIO_DEV_STATUS_SUCCESS = 0,
  FLEXIO_DEV_STATUS_FAILED = 1
} flexio_dev_status_t;

/** An address in device memory. */
typedef uint64_t flexio_uintptr_t;

/** Number of another device, of the host's flexio_uar_get_extended_id(). */
typedef uint32_t flexio_uar_device_id;

/** Level of a message: one of FLEXIO_MSG_DEV_NO_PRINT to FLEXIO_MSG_DEV_DEBUG. */
typedef uint8_t flexio_msg_dev_level;

/** When a work request creates a completion entry. */
enum cq_ce_mode {
  MLX5_CTRL_SEG_CE_CQE_ON_CQE_ERROR = 0x0,
  MLX5_CTRL_SEG_CE_CQE_ON_FIRST_CQE_ERROR = 0x1,
  MLX5_CTRL_SEG_CE_CQE_ALWAYS = 0x2,
  MLX5_CTRL_SEG_CE_CQE_AND_EQE = 0x3,
  /* Their names since version 26.1. */
  FLEXIO_CTRL_SEG_CE_CQE_ON_CQE_ERROR = MLX5_CTRL_SEG_CE_CQE_ON_CQE_ERROR,
  FLEXIO_CTRL_SEG_CE_CQE_ON_FIRST_CQE_ERROR =
      MLX5_CTRL_SEG_CE_CQE_ON_FIRST_CQE_ERROR,
  FLEXIO_CTRL_SEG_CE_CQE_ALWAYS = MLX5_CTRL_SEG_CE_CQE_ALWAYS,
  FLEXIO_CTRL_SEG_CE_CQE_AND_EQE = MLX5_CTRL_SEG_CE_CQE_AND_EQE,
};

/** Counters of the network card, in bytes, for flexio_dev_nic_counters_config(). */
enum flexio_dev_nic_counter_ids {
  FLEXIO_DEV_NIC_COUNTER_PORT0_RX_BYTES = 0x10,
  FLEXIO_DEV_NIC_COUNTER_PORT1_RX_BYTES = 0x11,
  FLEXIO_DEV_NIC_COUNTER_PORT2_RX_BYTES = 0x12,
  FLEXIO_DEV_NIC_COUNTER_PORT3_RX_BYTES = 0x13,
  FLEXIO_DEV_NIC_COUNTER_PORT0_TX_BYTES = 0x20,
  FLEXIO_DEV_NIC_COUNTER_PORT1_TX_BYTES = 0x21,
  FLEXIO_DEV_NIC_COUNTER_PORT2_TX_BYTES = 0x22,
  FLEXIO_DEV_NIC_COUNTER_PORT3_TX_BYTES = 0x23,
};

/** Signature of a remote call without dpacc's stubs. */
typedef uint64_t(flexio_dev_rpc_handler_t)(uint64_t arg);
/** Signature of a function that unpacks arguments; dpacc generates them. */
typedef uint64_t(flexio_dev_arg_unpack_func_t)(void *argbuf, void *func);
/** Signature of a task of a command queue. */
typedef void(flexio_dev_async_rpc_handler_t)(uint64_t arg);
/** Signature of an event handler, to declare one: `flexio_dev_event_handler_t my_handler;`. */
typedef void(flexio_dev_event_handler_t)(uint64_t thread_arg);

/* --- Thread context --- */

/** What the system knows about the running thread. Valid during one activation. */
struct flexio_dev_thread_ctx;

/** Stores the context of the running thread in *dtctx. Returns 0, or -1 if `dtctx` is NULL. Manual:
 * flexio_dev_get_thread_ctx. */
FLEXIO_DEV_STABLE int
flexio_dev_get_thread_ctx(struct flexio_dev_thread_ctx **dtctx);

/** Returns the number of the thread, the same as the host's flexio_event_handler_get_id(). Manual:
 * flexio_dev_get_thread_id. */
FLEXIO_DEV_STABLE uint32_t
flexio_dev_get_thread_id(struct flexio_dev_thread_ctx *dtctx);

/** Returns the device address that the host gave as thread_local_storage_daddr, 0 if it gave none.
 * Manual: flexio_dev_get_thread_local_storage. */
FLEXIO_DEV_STABLE flexio_uintptr_t
flexio_dev_get_thread_local_storage(struct flexio_dev_thread_ctx *dtctx);

/** Returns the name of the running thread, NULL if it has none. Manual:
 * flexio_dev_get_current_thread_name. */
FLEXIO_DEV_STABLE const char *flexio_dev_get_current_thread_name(void);

/* --- Ends of threads and of the process --- */

/** Ends the activation and releases the execution unit. The next event starts the handler from its
 * beginning. Manual: flexio_dev_thread_reschedule. */
FLEXIO_DEV_STABLE __attribute__((__noreturn__)) void
flexio_dev_thread_reschedule(void);

/** Ends the thread permanently: no later event starts it. Manual: flexio_dev_thread_finish. */
FLEXIO_DEV_STABLE __attribute__((__noreturn__)) void
flexio_dev_thread_finish(void);

/** Ends the activation, releases the execution unit, and requests a new activation at once, without
 * an event. Manual: flexio_dev_thread_retrigger. */
FLEXIO_DEV_STABLE __attribute__((__noreturn__)) void
flexio_dev_thread_retrigger(void);

/** Ends the process with status 0x40; all its threads stop. The host does not see it as an error:
 * its error descriptor does not become readable and nothing is logged. A call that it interrupts,
 * and any later one, returns FLEXIO_STATUS_FATAL_ERR without a result. Manual:
 * flexio_dev_process_finish. */
FLEXIO_DEV_STABLE __attribute__((__noreturn__)) void
flexio_dev_process_finish(void);

/* --- Event handlers --- */

/** Starts the event handler with this activation id (of the host's
 * flexio_event_handler_get_activation_id()), as an event does. An id that does not belong to a
 * handler of the process is reported in the host's log and has no other effect. Manual:
 * flexio_dev_event_handler_activate. */
FLEXIO_DEV_STABLE void
flexio_dev_event_handler_activate(uint32_t activation_id);

/** Releases the execution unit, in a handler that was created `continuable`. The next event
 * continues after this call, possibly on another execution unit, with locals and stack intact. No
 * effect in other threads and in remote calls. Manual: flexio_dev_yield. */
FLEXIO_DEV_STABLE void flexio_dev_yield(struct flexio_dev_thread_ctx *dtctx);

/** As flexio_dev_yield(), but continues without an event, after others had their turn. Interface of
 * version 25.10. */
FLEXIO_DEV_STABLE void flexio_dev_yield_and_retrigger(void);

/** Older name of flexio_dev_thread_reschedule(). */
#define flexio_dev_reschedule() flexio_dev_thread_reschedule()
/** Older name of flexio_dev_process_finish(). */
#define flexio_dev_finish() flexio_dev_process_finish()
/** Older mark before entry points; empty. */
#define __FLEXIO_ENTRY_POINT_START
/** Older mark after entry points; empty. */
#define __FLEXIO_ENTRY_POINT_END

/* --- Outboxes --- */

/** Selects the outbox of this process that doorbells go through until the end of this activation;
 * each activation starts with the default outbox. FLEXIO_DEV_STATUS_FAILED, and no change, if the
 * process has no outbox with this id. Manual: flexio_dev_outbox_config. */
FLEXIO_DEV_STABLE flexio_dev_status_t flexio_dev_outbox_config(
    struct flexio_dev_thread_ctx *dtctx, uint16_t outbox_config_id);

/** As flexio_dev_outbox_config(), without a check: with a wrong id, doorbells are rejected. Manual:
 * flexio_dev_outbox_config_fast. */
FLEXIO_DEV_STABLE void
flexio_dev_outbox_config_fast(struct flexio_dev_thread_ctx *dtctx,
                              uint16_t outbox_config_id);

/** Selects another device for doorbells, by the number of a UAR that is extended to it
 * (flexio_uar_get_extended_id()), until the end of the activation or flexio_dev_outbox_config().
 * FLEXIO_DEV_STATUS_FAILED: no such number, and nothing has changed. Manual: flexio_dev_outbox_config_uar_extension. */
FLEXIO_DEV_STABLE flexio_dev_status_t flexio_dev_outbox_config_uar_extension(
    struct flexio_dev_thread_ctx *dtctx, flexio_uar_device_id device_id);

/** Rings the doorbell of a send queue or queue pair of another device, whatever device is selected.
 * FLEXIO_DEV_STATUS_FAILED: the number cannot be one; a doorbell that is rejected is an error of the
 * thread. Manual: flexio_dev_cross_device_ring_db. */
FLEXIO_DEV_STABLE flexio_dev_status_t flexio_dev_cross_device_ring_db(
    flexio_uar_device_id device_id, uint32_t qpn, uint32_t pi);

/** Returns the address of the congestion control table of a function (vHCA): 16 bytes of the
 * process's memory, initially zero, which this device does not read. Manual:
 * flexio_dev_get_pcc_table_base. */
FLEXIO_DEV_STABLE uint64_t flexio_dev_get_pcc_table_base(uint16_t vhca_id);

/* --- Messages to the host --- */

/** Number of message streams; the host creates them, with ids from 0 to 254. */
#define FLEXIO_MSG_DEV_MAX_STREAMS_AMOUNT 255
/** The stream that the host created first. */
#define FLEXIO_MSG_DEV_DEFAULT_STREAM_ID 0
/** All open streams. */
#define FLEXIO_MSG_DEV_BROADCAST_STREAM 0xff

/** Levels, most important first. A stream shows messages of its level and below, but never of level
 * NO_PRINT. */
#define FLEXIO_MSG_DEV_NO_PRINT 0 /**< never shown */
#define FLEXIO_MSG_DEV_ALWAYS_PRINT                                            \
  1                            /**< shown by every stream that shows messages */
#define FLEXIO_MSG_DEV_ERROR 2 /**< an error */
#define FLEXIO_MSG_DEV_WARN 3  /**< a warning */
#define FLEXIO_MSG_DEV_INFO 4  /**< information */
#define FLEXIO_MSG_DEV_DEBUG 5 /**< for debugging */

/* dpacc checks the arguments of messages against the format, as those of printf (-Wdpa-format,
 * -Wdpa-unsupported-format), unless FLEXIO_DEV_NO_FORMAT_CHECK is defined. */
#if defined FLEXIO_DEV_NO_FORMAT_CHECK || !defined __clang__
#define FLEXIO_DEV_FORMAT_
#else
#define FLEXIO_DEV_FORMAT_ __attribute__((annotate("dpa_format")))
#endif

/**
 * Sends formatted text to a stream. Messages of several threads do not mix. Conversions are %c %s
 * %d %i %u %o %x %X %p %% with h, hh, l or ll, flags - + space # 0, width, precision, and `*` for
 * both; floating-point conversions are sent as they are written, and their arguments are skipped.
 * Text beyond 4096 bytes is cut off, and so is text beyond half of the stream's buffer less 8 bytes
 * in async and batch mode; a text that was cut ends with "...\n". Returns the length of the whole
 * text in bytes, 0 if no stream shows the message. Manual: flexio_dev_msg.
 */
FLEXIO_DEV_STABLE int flexio_dev_msg(int stream_id, flexio_msg_dev_level level,
                                     const char *format FLEXIO_DEV_FORMAT_,
                                     ...);

/** Sends a string to the default stream, if the host created it. Returns the length of the string
 * in bytes. Manual: flexio_dev_puts. */
FLEXIO_DEV_STABLE int flexio_dev_puts(struct flexio_dev_thread_ctx *dtctx,
                                      char *str);

/** flexio_dev_msg() with level ERROR. */
#define flexio_dev_msg_err(strm_id, ...)                                       \
  flexio_dev_msg(strm_id, FLEXIO_MSG_DEV_ERROR, __VA_ARGS__)
/** flexio_dev_msg() with level WARN. */
#define flexio_dev_msg_warn(strm_id, ...)                                      \
  flexio_dev_msg(strm_id, FLEXIO_MSG_DEV_WARN, __VA_ARGS__)
/** flexio_dev_msg() with level INFO. */
#define flexio_dev_msg_info(strm_id, ...)                                      \
  flexio_dev_msg(strm_id, FLEXIO_MSG_DEV_INFO, __VA_ARGS__)
/** flexio_dev_msg() with level DEBUG. */
#define flexio_dev_msg_dbg(strm_id, ...)                                       \
  flexio_dev_msg(strm_id, FLEXIO_MSG_DEV_DEBUG, __VA_ARGS__)
/** flexio_dev_msg() to the default stream. Manual: flexio_dev_msg_dflt. */
#define flexio_dev_msg_dflt(lvl, ...)                                          \
  flexio_dev_msg(FLEXIO_MSG_DEV_DEFAULT_STREAM_ID, lvl, __VA_ARGS__)
/** flexio_dev_msg() to all open streams. Manual: flexio_dev_msg_broadcast. */
#define flexio_dev_msg_broadcast(lvl, ...)                                     \
  flexio_dev_msg(FLEXIO_MSG_DEV_BROADCAST_STREAM, lvl, __VA_ARGS__)
/** flexio_dev_msg() to the default stream with level INFO. Manual: flexio_dev_print. */
#define flexio_dev_print(...)                                                  \
  flexio_dev_msg(FLEXIO_MSG_DEV_DEFAULT_STREAM_ID, FLEXIO_MSG_DEV_INFO,        \
                 __VA_ARGS__)

/* --- Counters of the network card --- */

/**
 * Selects the counters that the process samples: up to 8 ids (enum flexio_dev_nic_counter_ids),
 * whose values are stored in `counter_values`. A process has one selection; a later one replaces
 * it. Both arrays must be global or heap memory. Any other memory, or an id of a port that the
 * device does not have, ends the process; the emulated device has port 0. Manual:
 * flexio_dev_nic_counters_config.
 */
FLEXIO_DEV_STABLE void flexio_dev_nic_counters_config(uint32_t *counter_values,
                                                      uint32_t *counter_ids,
                                                      uint32_t num_counters);

/** Stores the low 32 bits of the selected counters, in bytes. Without a selection the process ends.
 * Manual: flexio_dev_nic_counters_sample. */
FLEXIO_DEV_STABLE void flexio_dev_nic_counters_sample(void);

/* --- Spin locks --- */

/** A lock between threads of one process. spin_init() must come before any other use. All
 * operations are sequentially consistent. */
struct spinlock_s {
  uint32_t locked; /**< 1 while a thread holds the lock */
};

/** Initializes a lock, released. Manual: spin_init. */
#define spin_init(lock) __atomic_store_n(&((lock)->locked), 0, __ATOMIC_SEQ_CST)
/** Waits until the lock is released, and takes it. Manual: spin_lock. */
#define spin_lock(lock)                                                        \
  do {                                                                         \
    while (__atomic_exchange_n(&((lock)->locked), 1, __ATOMIC_SEQ_CST)) {      \
    }                                                                          \
  } while (0)
/** Releases the lock. Manual: spin_unlock. */
#define spin_unlock(lock)                                                      \
  __atomic_store_n(&((lock)->locked), 0, __ATOMIC_SEQ_CST)
/** Takes the lock if it is released, without waiting. The result is 0 if the caller holds the lock
 * now. Manual: spin_trylock. */
#define spin_trylock(lock)                                                     \
  __atomic_exchange_n(&((lock)->locked), 1, __ATOMIC_SEQ_CST)

/* The result of a doorbell in its form before version 24.10. */
FLEXIO_DEV_ALWAYS_INLINE flexio_dev_status_t flexio_dev_rung_(void) {
  return FLEXIO_DEV_STATUS_SUCCESS;
}

FLEXIO_DEV_MARKS_OF_THREADS_

#ifdef __cplusplus
}
#endif

#include "flexio_dev_window.h"

#endif
