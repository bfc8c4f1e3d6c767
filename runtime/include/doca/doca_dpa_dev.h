/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Device code of DOCA DPA: threads, logs, traces, completions, hash tables. Of libdoca_dpa_dev.a.
 * Handles are those of the host's doca_*_get_dpa_handle(); an invalid one is a fatal error of the
 * process. Objects are not thread safe. "Threads" are DPA threads (doca_dpa_thread_create()),
 * "kernels" are functions that doca_dpa_kernel_launch_*() runs. C and C++, device only.
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
/** Always inlined; the name in newer headers. */
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

/** Types of completions. */
typedef enum {
  DOCA_DPA_DEV_COMP_SEND = 0x0, /**< a request has completed */
  DOCA_DPA_DEV_COMP_RECV_RDMA_WRITE_IMM =
      0x1, /**< a write of the peer has completed a receive */
  DOCA_DPA_DEV_COMP_RECV_SEND = 0x2, /**< a message was received */
  DOCA_DPA_DEV_COMP_RECV_SEND_IMM =
      0x3, /**< a message with an immediate was received */
  DOCA_DPA_DEV_COMP_SEND_ERR = 0xD, /**< a request has failed */
  DOCA_DPA_DEV_COMP_RECV_ERR = 0xE, /**< a receive has failed */
} doca_dpa_dev_completion_type_t;

/** Flags of requests, to be combined. */
enum doca_dpa_dev_submit_flag {
  /** A completion is created, successful or not. */
  DOCA_DPA_DEV_SUBMIT_FLAG_NONE = 0,
  /** This request and earlier ones are started immediately. No effect: this library starts all. */
  DOCA_DPA_DEV_SUBMIT_FLAG_FLUSH = 1 << 0,
  /** Only an error creates a completion. */
  DOCA_DPA_DEV_SUBMIT_FLAG_OPTIMIZE_REPORTS = 1 << 1,
};

/** Levels of log messages, most severe first. */
typedef enum doca_dpa_dev_log_level {
  DOCA_DPA_DEV_LOG_LEVEL_DISABLE = 10,
  DOCA_DPA_DEV_LOG_LEVEL_ERROR = 30,
  DOCA_DPA_DEV_LOG_LEVEL_WARNING = 40,
  DOCA_DPA_DEV_LOG_LEVEL_INFO = 50,
  DOCA_DPA_DEV_LOG_LEVEL_DEBUG = 60,
} doca_dpa_dev_log_level_t;

/* --- Context --- */

/** Selects the context (doca_dpa_get_dpa_handle()) for later calls of this activation. Required only in
 * programs with extended contexts (doca_dpa_device_extend()). */
DOCA_EXPERIMENTAL void doca_dpa_dev_device_set(doca_dpa_dev_t dpa_handle);

/* --- Threads and kernels --- */

/** Returns the rank of the running instance of a kernel, or of the thread in its group: 0 to
 * doca_dpa_dev_num_threads() - 1. 0 in remote calls and threads without a group. */
DOCA_EXPERIMENTAL unsigned int doca_dpa_dev_thread_rank(void);

/** Returns the number of instances of the kernel, or of threads in the group. 1 in remote calls and threads
 * without a group. */
DOCA_EXPERIMENTAL unsigned int doca_dpa_dev_num_threads(void);

/** Returns the address of doca_dpa_thread_set_local_storage(); 0 if none is set, and in kernels and
 * remote calls. */
DOCA_EXPERIMENTAL doca_dpa_dev_uintptr_t
doca_dpa_dev_thread_get_local_storage(void);

/** Releases the execution unit to other activations, then continues. For kernels; no effect in remote
 * calls. */
DOCA_EXPERIMENTAL void doca_dpa_dev_yield(void);

/** Ends this activation of a thread: the next completion or notification calls its function again.
 * Not for kernels and remote calls. */
DOCA_EXPERIMENTAL __attribute__((__noreturn__)) void
doca_dpa_dev_thread_reschedule(void);

/** Ends a thread: it is not activated again. Not for kernels and remote calls. */
DOCA_EXPERIMENTAL __attribute__((__noreturn__)) void
doca_dpa_dev_thread_finish(void);

/** Activates the thread of a notification completion. Several notifications before it runs activate it
 * once. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_thread_notify(doca_dpa_dev_notification_completion_t comp_handle);

/* --- Logs and traces --- */

/** Logs a message, without adding a line end, unless the level is less severe than that of
 * doca_dpa_set_log_level(). Conversions are those of flexio_dev_msg(). */
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

/** Prints a text to the standard output of the host program, prefixed by the number of the thread:
 * "/ 7/". DOCA 1.5 to 2.5. */
DOCA_EXPERIMENTAL void doca_dpa_dev_printf(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/** Adds five numbers to the trace buffer, which the host writes to the trace file when it is full or
 * flushed. */
DOCA_EXPERIMENTAL void doca_dpa_dev_trace(uint64_t arg1, uint64_t arg2,
                                          uint64_t arg3, uint64_t arg4,
                                          uint64_t arg5);

/** Flushes the trace buffer to the trace file. */
DOCA_EXPERIMENTAL void doca_dpa_dev_trace_flush(void);

/* --- Hash tables --- */

/** Adds a key with a value, or replaces the value of the key. A new key is not added to a full table. */
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

/** Polls a completion context: stores the next completion and returns 1, or returns 0 if there is
 * none. */
DOCA_EXPERIMENTAL int
doca_dpa_dev_get_completion(doca_dpa_dev_completion_t dpa_comp_handle,
                            doca_dpa_dev_completion_element_t *comp_element);

/** Returns the type of a completion. */
DOCA_EXPERIMENTAL doca_dpa_dev_completion_type_t
doca_dpa_dev_get_completion_type(
    doca_dpa_dev_completion_element_t comp_element);

/** Returns the user data of a completion (24 bits): the connection id of RDMA, or the user data of the
 * asynchronous operations. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_get_completion_user_data(
    doca_dpa_dev_completion_element_t comp_element);

/** Returns the immediate of the peer. Valid for the types RECV_RDMA_WRITE_IMM and RECV_SEND_IMM only. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_get_completion_immediate(
    doca_dpa_dev_completion_element_t comp_element);

/** Releases the entries of the oldest `num_comp` completions that were polled. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_completion_ack(doca_dpa_dev_completion_t dpa_comp_handle,
                            uint64_t num_comp);

/** Arms the completion context: the next completion activates its thread; immediately if there is one
 * that was not polled. A started context is armed. */
DOCA_EXPERIMENTAL void doca_dpa_dev_completion_request_notification(
    doca_dpa_dev_completion_t dpa_comp_handle);

/** Returns the index of the request: the lower 16 bits of the index that posting it returned. */
DOCA_EXPERIMENTAL uint32_t doca_dpa_dev_completion_element_get_wqe_counter(
    doca_dpa_dev_completion_element_t comp_element);

/** Returns the time stamp: a free-running counter, or seconds in the upper and nanoseconds in the
 * lower 32 bits, as set when the queue was created. */
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

/** Returns the number of received bytes. */
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
