/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The Flex IO device library: thread context, ends of threads and processes,
 * messages to the host, spin locks (Flex IO SDK reference, "Flex IO SDK dev").
 * Functions marked FLEXIO_DEV_EXPERIMENTAL warn unless
 * FLEXIO_DEV_ALLOW_EXPERIMENTAL_API is defined. A function of the reference
 * that is not declared here does not exist in this library yet.
 */
#ifndef FLEXIO_DEV_H
#define FLEXIO_DEV_H

#include "flexio_dev_forms.h"
#include "flexio_dev_ver.h"

#include <stdint.h>

/* The version that the program was written for: what it says, or this one; then
 * it may also have the older forms of calls (flexio_dev_forms.h). */
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

#ifdef __cplusplus
extern "C" {
#endif

#ifndef __unused
#define __unused __attribute__((__unused__))
#endif

typedef enum {
  FLEXIO_DEV_STATUS_SUCCESS = 0,
  FLEXIO_DEV_STATUS_FAILED = 1
} flexio_dev_status_t;

/* An address in device memory. */
typedef uint64_t flexio_uintptr_t;
typedef uint32_t flexio_uar_device_id;
typedef uint8_t flexio_msg_dev_level;

/* When a work request makes a completion entry. */
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

enum flexio_window_entity {
  FLEXIO_DEV_WINDOW_ENTITY_0 = 0,
  FLEXIO_DEV_WINDOW_ENTITY_1 = 1,
  FLEXIO_DEV_WINDOW_ENTITY_NUM = 2,
};

/* Function types, to declare or to cast: `flexio_dev_event_handler_t
 * my_handler;`. */
typedef uint64_t(flexio_dev_rpc_handler_t)(uint64_t arg);
typedef uint64_t(flexio_dev_arg_unpack_func_t)(void *argbuf, void *func);
typedef void(flexio_dev_async_rpc_handler_t)(uint64_t arg);
typedef void(flexio_dev_event_handler_t)(uint64_t thread_arg);

/* --- Thread context
 * ------------------------------------------------------------------------------------------------
 */

/* What the system knows about the running thread. Valid during one activation;
 * get it anew at each start. */
struct flexio_dev_thread_ctx;

/* Gives the context of the running thread. 0, or -1 if `dtctx` is a null
 * pointer. */
FLEXIO_DEV_EXPERIMENTAL int
flexio_dev_get_thread_ctx(struct flexio_dev_thread_ctx **dtctx);

/* Number of the thread, the same as the host's flexio_event_handler_get_id().
 */
FLEXIO_DEV_EXPERIMENTAL uint32_t
flexio_dev_get_thread_id(struct flexio_dev_thread_ctx *dtctx);

/* Address of the thread's memory that the host gave in
 * thread_local_storage_daddr; 0 if it gave none. */
FLEXIO_DEV_STABLE flexio_uintptr_t
flexio_dev_get_thread_local_storage(struct flexio_dev_thread_ctx *dtctx);

/* Name of the running thread; a null pointer if it has none. */
FLEXIO_DEV_EXPERIMENTAL const char *flexio_dev_get_current_thread_name(void);

/* --- Ends of threads and of the process
 * ----------------------------------------------------------------------------
 */

/* Gives the execution unit up. The next trigger starts the handler from its
 * beginning. */
FLEXIO_DEV_EXPERIMENTAL __attribute__((__noreturn__)) void
flexio_dev_thread_reschedule(void);

/* Finishes the thread for good: no later trigger starts it. */
FLEXIO_DEV_EXPERIMENTAL __attribute__((__noreturn__)) void
flexio_dev_thread_finish(void);

/* Gives the execution unit up and asks to be started again at once, without an
 * event. */
FLEXIO_DEV_EXPERIMENTAL __attribute__((__noreturn__)) void
flexio_dev_thread_retrigger(void);

/* Ends the process with status 0x40: all its threads stop. The host does not
 * see it as an error, so that the error descriptor stays quiet and nothing is
 * in the log; but a call that it ends, and any later one, brings no value and
 * gives FLEXIO_STATUS_FATAL_ERR, as the process is dead. */
FLEXIO_DEV_EXPERIMENTAL __attribute__((__noreturn__)) void
flexio_dev_process_finish(void);

/* --- Event handlers
 * -----------------------------------------------------------------------------------------------
 */

/*
 * Starts the event handler with this activation id (of the host's flexio_event_handler_get_activation_id()), as an event
 * would; only in the same process: an id that is not one of its handlers is told in the host's log and does nothing.
 */
FLEXIO_DEV_EXPERIMENTAL void
flexio_dev_event_handler_activate(uint32_t activation_id);

/*
 * In a handler that was created `continuable`: gives the execution unit up. The next event goes on behind this call,
 * perhaps on another unit, with the locals and the stack intact. In all other threads, also in remote calls, it has no
 * effect.
 */
FLEXIO_DEV_EXPERIMENTAL void
flexio_dev_yield(struct flexio_dev_thread_ctx *dtctx);

/* The same, without waiting for an event: others get their turn, then this one
 * goes on. Interface of version 25.10. */
FLEXIO_DEV_EXPERIMENTAL void flexio_dev_yield_and_retrigger(void);

/* Names of the first versions. */
#define flexio_dev_reschedule() flexio_dev_thread_reschedule()
#define flexio_dev_finish() flexio_dev_process_finish()
/* Around entry points; nothing has to be said about them any more. */
#define __FLEXIO_ENTRY_POINT_START
#define __FLEXIO_ENTRY_POINT_END

/* --- Outboxes
 * -----------------------------------------------------------------------------------------------------
 */

/*
 * Makes an outbox of this process the one that doorbells go through, until the end of this activation; each begins with
 * the default outbox. FLEXIO_DEV_STATUS_FAILED, and nothing changed, if the process has no outbox with this id.
 */
FLEXIO_DEV_EXPERIMENTAL flexio_dev_status_t flexio_dev_outbox_config(
    struct flexio_dev_thread_ctx *dtctx, uint16_t outbox_config_id);

/* The same without a check: with a wrong id the doorbells are refused. Returns. */
FLEXIO_DEV_EXPERIMENTAL void
flexio_dev_outbox_config_fast(struct flexio_dev_thread_ctx *dtctx,
                              uint16_t outbox_config_id);

/* Doorbells for queues of another device (flexio_uar_get_extended_id). Not offered yet: FLEXIO_DEV_STATUS_FAILED, and
 * the host's log says so. */
FLEXIO_DEV_EXPERIMENTAL flexio_dev_status_t
flexio_dev_outbox_config_uar_extension(struct flexio_dev_thread_ctx *dtctx,
                                       flexio_uar_device_id device_id);
FLEXIO_DEV_EXPERIMENTAL flexio_dev_status_t flexio_dev_cross_device_ring_db(
    flexio_uar_device_id device_id, uint32_t qpn, uint32_t pi);

/*
 * Base of the congestion control table of a function (vHCA): 16 bytes of the process's memory, zero at first, which
 * nothing on this device reads.
 */
FLEXIO_DEV_EXPERIMENTAL uint64_t
flexio_dev_get_pcc_table_base(uint16_t vhca_id);

/* --- Messages to the host
 * ------------------------------------------------------------------------------------------
 */

/* Message streams: 0 to 254; created by the host. */
#define FLEXIO_MSG_DEV_MAX_STREAMS_AMOUNT 255
#define FLEXIO_MSG_DEV_DEFAULT_STREAM_ID 0
/* All open streams. */
#define FLEXIO_MSG_DEV_BROADCAST_STREAM 0xff

/* Levels. A message passes if its level is not NO_PRINT and not above that of
 * its stream. */
#define FLEXIO_MSG_DEV_NO_PRINT 0
#define FLEXIO_MSG_DEV_ALWAYS_PRINT 1
#define FLEXIO_MSG_DEV_ERROR 2
#define FLEXIO_MSG_DEV_WARN 3
#define FLEXIO_MSG_DEV_INFO 4
#define FLEXIO_MSG_DEV_DEBUG 5

/*
 * Sends formatted text to a stream. Messages of several threads never mix.
 * Conversions %c %s %d %i %u %o %x %X %p %% with h, hh, l or ll, flags - +
 * space # 0, width, precision, and `*` for both; floating-point conversions are
 * sent as they are written, their argument is skipped. Text beyond 4096 bytes
 * is cut, which shows as "...\n" at its end; so is, on a stream of async or
 * batch mode, text beyond half of the stream's buffer less 8 bytes. Returns the length of the whole
 * text, or 0 if no stream lets the message pass.
 */
FLEXIO_DEV_EXPERIMENTAL int flexio_dev_msg(int stream_id,
                                           flexio_msg_dev_level level,
                                           const char *format, ...);

/* Sends a string to the default stream, if the host created it. Returns the
 * string's length. */
FLEXIO_DEV_EXPERIMENTAL int flexio_dev_puts(struct flexio_dev_thread_ctx *dtctx,
                                            char *str);

#define flexio_dev_msg_err(strm_id, ...)                                       \
  flexio_dev_msg(strm_id, FLEXIO_MSG_DEV_ERROR, __VA_ARGS__)
#define flexio_dev_msg_warn(strm_id, ...)                                      \
  flexio_dev_msg(strm_id, FLEXIO_MSG_DEV_WARN, __VA_ARGS__)
#define flexio_dev_msg_info(strm_id, ...)                                      \
  flexio_dev_msg(strm_id, FLEXIO_MSG_DEV_INFO, __VA_ARGS__)
#define flexio_dev_msg_dbg(strm_id, ...)                                       \
  flexio_dev_msg(strm_id, FLEXIO_MSG_DEV_DEBUG, __VA_ARGS__)
#define flexio_dev_msg_dflt(lvl, ...)                                          \
  flexio_dev_msg(FLEXIO_MSG_DEV_DEFAULT_STREAM_ID, lvl, __VA_ARGS__)
#define flexio_dev_msg_broadcast(lvl, ...)                                     \
  flexio_dev_msg(FLEXIO_MSG_DEV_BROADCAST_STREAM, lvl, __VA_ARGS__)
#define flexio_dev_print(...)                                                  \
  flexio_dev_msg(FLEXIO_MSG_DEV_DEFAULT_STREAM_ID, FLEXIO_MSG_DEV_INFO,        \
                 __VA_ARGS__)

/* --- Windows to host memory
 * ----------------------------------------------------------------------------------------
 */

/*
 * A thread reaches memory that the host has registered (ibv_reg_mr, address and
 * size multiples of 64) by two window entities. Each is configured with a window
 * that the host has created and a memory key of the same protection domain, anew
 * in each activation: the window has a default (the thread's), the key has none.
 * Loads and stores of an acquired pointer then go to host memory; one outside of
 * the key's region, or without its right, faults. Host and device see each
 * other's writes as the memory model says: __dpa_thread_window_writeback() after
 * stores, __dpa_thread_window_read_inv() before loads that have to be new.
 */

/*
 * Configures an entity. FAILED, with the reason in the host's log, and the
 * configuration as before: no such entity, window or key, a key of another
 * protection domain, a region that is not aligned to 64 bytes. Manual:
 * flexio_dev_multi_window_config.
 */
FLEXIO_DEV_EXPERIMENTAL flexio_dev_status_t
flexio_dev_multi_window_config(enum flexio_window_entity win_entity,
                               uint16_t window_config_id, uint32_t mkey);

/* The same with the window that the entity has, or else the thread's default
 * window. Manual: flexio_dev_multi_window_mkey_config. */
FLEXIO_DEV_EXPERIMENTAL flexio_dev_status_t flexio_dev_multi_window_mkey_config(
    enum flexio_window_entity win_entity, uint32_t mkey);

/*
 * Device address of host address `haddr` by an entity; that of address 0 plus a
 * host address is the same. It depends on no configuration and is checked when
 * it is used. FAILED: no such entity, a null result pointer, `haddr` of 2^60 or
 * more. Manual: flexio_dev_multi_window_ptr_acquire.
 */
FLEXIO_DEV_EXPERIMENTAL flexio_dev_status_t
flexio_dev_multi_window_ptr_acquire(enum flexio_window_entity win_entity,
                                    uint64_t haddr, flexio_uintptr_t *daddr);

/*
 * Copies `size` bytes, of any alignment, to or from device memory at `daddr`.
 * What a load or store could not do is a fault, as there, and nothing is copied.
 * FAILED: no such entity. The manual marks the copy from the host as not
 * supported yet; here it works. Manual: flexio_dev_multi_window_copy_from_host,
 * flexio_dev_multi_window_copy_to_host.
 */
FLEXIO_DEV_EXPERIMENTAL flexio_dev_status_t
flexio_dev_multi_window_copy_from_host(enum flexio_window_entity win_entity,
                                       void *daddr, uint64_t haddr,
                                       uint32_t size);
FLEXIO_DEV_EXPERIMENTAL flexio_dev_status_t
flexio_dev_multi_window_copy_to_host(enum flexio_window_entity win_entity,
                                     uint64_t haddr, const void *daddr,
                                     uint32_t size);

/* What a doorbell gives in its form before version 24.10. */
FLEXIO_DEV_ALWAYS_INLINE flexio_dev_status_t flexio_dev_rung_(void) {
  return FLEXIO_DEV_STATUS_SUCCESS;
}

/* The window entity that the first argument of a window call means. */
FLEXIO_DEV_ALWAYS_INLINE enum flexio_window_entity
flexio_dev_entity_alone_(enum flexio_window_entity win_entity) {
  return win_entity;
}
FLEXIO_DEV_ALWAYS_INLINE enum flexio_window_entity
flexio_dev_entity_of_thread_(const struct flexio_dev_thread_ctx *dtctx) {
  (void)dtctx;
  return FLEXIO_DEV_WINDOW_ENTITY_0;
}

/* The same calls under the names that programs use. In the form before version
 * 24.10 the first argument is the thread context, which means entity 0. */
#define flexio_dev_window_config(first, window_config_id, mkey)                \
  flexio_dev_multi_window_config(FLEXIO_DEV_ENTITY_(first), window_config_id,  \
                                 mkey)
#define flexio_dev_window_mkey_config(first, mkey)                             \
  flexio_dev_multi_window_mkey_config(FLEXIO_DEV_ENTITY_(first), mkey)
#define flexio_dev_window_ptr_acquire(first, haddr, daddr)                     \
  flexio_dev_multi_window_ptr_acquire(FLEXIO_DEV_ENTITY_(first), haddr, daddr)
#define flexio_dev_window_copy_from_host(first, daddr, haddr, size)            \
  flexio_dev_multi_window_copy_from_host(FLEXIO_DEV_ENTITY_(first), daddr,     \
                                         haddr, size)
#define flexio_dev_window_copy_to_host(first, haddr, daddr, size)              \
  flexio_dev_multi_window_copy_to_host(FLEXIO_DEV_ENTITY_(first), haddr,       \
                                       daddr, size)

/* --- Counters of the network card
 * ----------------------------------------------------------------------------------
 */

/*
 * Says which counters the process samples: `num_counters` ids (enum
 * flexio_dev_nic_counter_ids), up to 8, whose values go to `counter_values`. A
 * process has one such list; a later one replaces it. Both arrays have to be
 * global or heap memory. Anything else, also an id of a port that the device does
 * not have, ends the process; the emulated device has port 0. Manual:
 * flexio_dev_nic_counters_config.
 */
FLEXIO_DEV_EXPERIMENTAL void
flexio_dev_nic_counters_config(uint32_t *counter_values, uint32_t *counter_ids,
                               uint32_t num_counters);

/* Stores the low 32 bits of these counters, in bytes. Without a list the process
 * ends. Manual: flexio_dev_nic_counters_sample. */
FLEXIO_DEV_EXPERIMENTAL void flexio_dev_nic_counters_sample(void);

/* --- Spin locks
 * ----------------------------------------------------------------------------------------------------
 */

/* A lock between threads of one process. Call spin_init() before any use. All
 * operations are sequentially consistent. */
struct spinlock_s {
  uint32_t locked; /* 1 while somebody has it */
};

#define spin_init(lock) __atomic_store_n(&((lock)->locked), 0, __ATOMIC_SEQ_CST)
#define spin_lock(lock)                                                        \
  do {                                                                         \
    while (__atomic_exchange_n(&((lock)->locked), 1, __ATOMIC_SEQ_CST)) {      \
    }                                                                          \
  } while (0)
#define spin_unlock(lock)                                                      \
  __atomic_store_n(&((lock)->locked), 0, __ATOMIC_SEQ_CST)
/* Returns at once: 0 if the caller has the lock now. */
#define spin_trylock(lock)                                                     \
  __atomic_exchange_n(&((lock)->locked), 1, __ATOMIC_SEQ_CST)

#ifdef __cplusplus
}
#endif

#endif
