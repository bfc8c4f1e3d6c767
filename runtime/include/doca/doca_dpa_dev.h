/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Device code of DOCA DPA: threads, logs, traces, completions, hash tables. Of libdoca_dpa_dev.a.
 * Handles are those that the host's doca_*_get_dpa_handle() returns; a wrong one ends the process.
 * No object is thread safe. "Threads" below are DPA threads (doca_dpa_thread_create()), "kernels"
 * are what doca_dpa_kernel_launch_*() runs. C and C++, device only.
 */
#ifndef DOCA_DPA_DEV_H
#define DOCA_DPA_DEV_H

#ifndef DOCA_DPA_DEVICE
/** Defined in device code. */
#define DOCA_DPA_DEVICE
#endif

#include <stddef.h>
#include <stdint.h>

#include <doca_compat.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef __forceinline
/** Always inlined. */
#define __forceinline static inline __attribute__((always_inline))
#endif
#ifndef __always_inline
/** The same, as newer headers spell it. */
#define __always_inline __forceinline
#endif

/** A DPA context: doca_dpa_get_dpa_handle(). */
typedef uint64_t doca_dpa_dev_t;
/** An address in device memory. */
typedef uint64_t doca_dpa_dev_uintptr_t;
/** A hash table: doca_dpa_hash_table_get_dpa_handle(). */
typedef uint64_t doca_dpa_dev_hash_table_t;
/** A completion context: doca_dpa_completion_get_dpa_handle(). */
typedef uint64_t doca_dpa_dev_completion_t;
/** Asynchronous operations: doca_dpa_async_ops_get_dpa_handle(). */
typedef uint64_t doca_dpa_dev_async_ops_t;
/** A notification completion: doca_dpa_notification_completion_get_dpa_handle(). */
typedef uint64_t doca_dpa_dev_notification_completion_t;
/** A completion; valid until it is acknowledged. */
typedef uint64_t doca_dpa_dev_completion_element_t;

/** What a completion is of. */
typedef enum {
  DOCA_DPA_DEV_COMP_SEND = 0x0,                /**< a request of this side */
  DOCA_DPA_DEV_COMP_RECV_RDMA_WRITE_IMM = 0x1, /**< the peer's write */
  DOCA_DPA_DEV_COMP_RECV_SEND = 0x2,           /**< a message */
  DOCA_DPA_DEV_COMP_RECV_SEND_IMM = 0x3,       /**< a message */
  DOCA_DPA_DEV_COMP_SEND_ERR = 0xD,            /**< a request failed */
  DOCA_DPA_DEV_COMP_RECV_ERR = 0xE,            /**< a receive failed */
} doca_dpa_dev_completion_type_t;

/** Flags of requests, to be combined. */
enum doca_dpa_dev_submit_flag {
  /** A completion is created, successful or not. */
  DOCA_DPA_DEV_SUBMIT_FLAG_NONE = 0,
  /** This request and those before it are started now. Here all are. */
  DOCA_DPA_DEV_SUBMIT_FLAG_FLUSH = 1 << 0,
  /** Only an error creates a completion. */
  DOCA_DPA_DEV_SUBMIT_FLAG_OPTIMIZE_REPORTS = 1 << 1,
};

/** Levels of logs, most important first. */
typedef enum doca_dpa_dev_log_level {
  DOCA_DPA_DEV_LOG_LEVEL_DISABLE = 10,
  DOCA_DPA_DEV_LOG_LEVEL_ERROR = 30,
  DOCA_DPA_DEV_LOG_LEVEL_WARNING = 40,
  DOCA_DPA_DEV_LOG_LEVEL_INFO = 50,
  DOCA_DPA_DEV_LOG_LEVEL_DEBUG = 60,
} doca_dpa_dev_log_level_t;

/* --- Context --- */

/** Selects the context, of doca_dpa_device_extend(), for the calls of this activation that follow. A
 * program with one context needs no selection. */
DOCA_EXPERIMENTAL void doca_dpa_dev_device_set(doca_dpa_dev_t dpa_handle);

/* --- Threads and kernels --- */

/** Returns the rank of the running instance of a kernel, or of the thread in its group: 0 to
 * doca_dpa_dev_num_threads() - 1. 0 elsewhere. */
DOCA_EXPERIMENTAL unsigned int doca_dpa_dev_thread_rank(void);

/** Returns the number of instances of the kernel, or of threads in the group. 1 elsewhere. */
DOCA_EXPERIMENTAL unsigned int doca_dpa_dev_num_threads(void);

/** Returns the address that doca_dpa_thread_set_local_storage() set; 0 if it set none, and in
 * kernels and remote calls. */
DOCA_EXPERIMENTAL doca_dpa_dev_uintptr_t
doca_dpa_dev_thread_get_local_storage(void);

/** Lets others run, and returns then. For kernels; has no effect in remote calls. */
DOCA_EXPERIMENTAL void doca_dpa_dev_yield(void);

/** Ends this activation of a thread: the next completion or notification starts its function anew.
 * Not for kernels and remote calls. */
DOCA_EXPERIMENTAL __attribute__((__noreturn__)) void
doca_dpa_dev_thread_reschedule(void);

/** Ends a thread for good: nothing starts it again. Not for kernels and remote calls. */
DOCA_EXPERIMENTAL __attribute__((__noreturn__)) void
doca_dpa_dev_thread_finish(void);

/** Starts the thread of a notification completion. Notifications before it runs are merged. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_thread_notify(doca_dpa_dev_notification_completion_t comp_handle);

/* --- Logs and traces --- */

/** Writes a text to the log of the context, without a line end, if the level is one that the context
 * shows (doca_dpa_set_log_level()). Conversions are those of flexio_dev_msg(). */
DOCA_EXPERIMENTAL void doca_dpa_dev_log(doca_dpa_dev_log_level_t log_level,
                                        const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/** doca_dpa_dev_log() with level ERROR. */
#define DOCA_DPA_DEV_LOG_ERR(...)                                              \
  doca_dpa_dev_log(DOCA_DPA_DEV_LOG_LEVEL_ERROR, __VA_ARGS__)
/** doca_dpa_dev_log() with level WARNING. */
#define DOCA_DPA_DEV_LOG_WARN(...)                                             \
  doca_dpa_dev_log(DOCA_DPA_DEV_LOG_LEVEL_WARNING, __VA_ARGS__)
/** doca_dpa_dev_log() with level INFO. */
#define DOCA_DPA_DEV_LOG_INFO(...)                                             \
  doca_dpa_dev_log(DOCA_DPA_DEV_LOG_LEVEL_INFO, __VA_ARGS__)
/** doca_dpa_dev_log() with level DEBUG. */
#define DOCA_DPA_DEV_LOG_DBG(...)                                              \
  doca_dpa_dev_log(DOCA_DPA_DEV_LOG_LEVEL_DEBUG, __VA_ARGS__)

/** Prints a text on the host program's standard output, behind the number of the thread: "/ 7/".
 * DOCA 1.5 to 2.5. */
DOCA_EXPERIMENTAL void doca_dpa_dev_printf(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/** Adds five numbers to the trace, which the host writes to the trace file when its buffer is full
 * or flushed. */
DOCA_EXPERIMENTAL void doca_dpa_dev_trace(uint64_t arg1, uint64_t arg2,
                                          uint64_t arg3, uint64_t arg4,
                                          uint64_t arg5);

/** Has the host write the numbers that are in the buffer of the trace. */
DOCA_EXPERIMENTAL void doca_dpa_dev_trace_flush(void);

/* --- Hash tables --- */

/** Stores a value under a key, which replaces that of the same key. A full table stays as it is. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_hash_table_add(doca_dpa_dev_hash_table_t ht_handle, uint32_t key,
                            uint64_t value);

/** Removes a key; no effect if it is not in the table. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_hash_table_remove(doca_dpa_dev_hash_table_t ht_handle,
                               uint32_t key);

/** Returns 1 and stores the value of a key; 0 if it is not in the table. */
DOCA_EXPERIMENTAL int
doca_dpa_dev_hash_table_find(doca_dpa_dev_hash_table_t ht_handle, uint32_t key,
                             uint64_t *value);

/* --- Completions --- */

/** Takes the next completion of a context: returns 1 and stores it, or 0 if there is none. */
DOCA_EXPERIMENTAL int
doca_dpa_dev_get_completion(doca_dpa_dev_completion_t dpa_comp_handle,
                            doca_dpa_dev_completion_element_t *comp_element);

/** Returns what a completion is of. */
DOCA_EXPERIMENTAL doca_dpa_dev_completion_type_t
doca_dpa_dev_get_completion_type(
    doca_dpa_dev_completion_element_t comp_element);

/** Returns the user data of what completed: the connection id of RDMA, or the user data of the
 * asynchronous operations. 24 bits. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_get_completion_user_data(
    doca_dpa_dev_completion_element_t comp_element);

/** Returns the immediate that the peer sent. Only of the types RECV_RDMA_WRITE_IMM and
 * RECV_SEND_IMM. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_get_completion_immediate(
    doca_dpa_dev_completion_element_t comp_element);

/** Gives back the room of the oldest `num_comp` completions that were taken. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_completion_ack(doca_dpa_dev_completion_t dpa_comp_handle,
                            uint64_t num_comp);

/** Has the next completion start the thread of the context; at once if there is one that was not
 * taken. A context begins in this state. */
DOCA_EXPERIMENTAL void doca_dpa_dev_completion_request_notification(
    doca_dpa_dev_completion_t dpa_comp_handle);

/** Returns the index of the request: what posting it returned, in its lower 16 bits. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_completion_element_get_wqe_counter(
    doca_dpa_dev_completion_element_t comp_element);

/** Returns the time stamp: a free-running counter, or seconds in the upper and nanoseconds in the
 * lower 32 bits, as the queue was created. */
DOCA_EXPERIMENTAL uint64_t doca_dpa_dev_completion_element_get_timestamp(
    doca_dpa_dev_completion_element_t comp_element);

/** Returns the opcode of the request of a completion of type SEND or SEND_ERR. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_completion_element_get_swqe_opcode(
    doca_dpa_dev_completion_element_t comp_element);

/** Returns the number of the shared receive queue, or the user index (24 bits). */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_completion_element_get_srqn(
    doca_dpa_dev_completion_element_t comp_element);

/** Returns the number (24 bits) of the queue pair or queue. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_completion_element_get_qpn(
    doca_dpa_dev_completion_element_t comp_element);

/** Returns the number of bytes that were received. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_completion_element_get_received_bytes(
    doca_dpa_dev_completion_element_t comp_element);

/** Returns the syndrome of a completion of type SEND_ERR or RECV_ERR. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_completion_element_get_error_syndrome(
    doca_dpa_dev_completion_element_t comp_element);

/** Returns the vendor's syndrome of a completion of type SEND_ERR or RECV_ERR. */
DOCA_EXPERIMENTAL uint32_t
doca_dpa_dev_completion_element_get_vendor_error_syndrome(
    doca_dpa_dev_completion_element_t comp_element);

#ifdef __cplusplus
}
#endif

#if DOCA_COMPAT_VERSION >= 205 && DOCA_COMPAT_VERSION < 210
#include <doca_dpa_dev_v2.h>
#else
#include <doca_dpa_dev_v1.h>
#endif

#endif
