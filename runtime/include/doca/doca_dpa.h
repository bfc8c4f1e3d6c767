/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * The DPA of a device, for host code: contexts, kernels, remote calls, memory, execution units. It
 * includes doca_dpa_thread.h: threads and completions. Of libdoca_dpa. Unless stated otherwise:
 * - The caller owns created objects, and must destroy them before the context.
 * - INVALID_VALUE: NULL, a handle that is not live, or an object of another DPA context.
 * - BAD_STATE: the function requires a started object, or configures an object that is started; or the
 *   device had a fatal error.
 * - DRIVER: Flex IO failed; the log has the reason. NO_MEMORY: host or device memory is exhausted.
 * - Objects are not thread safe; different threads may use different objects.
 * Device handles are arguments of kernels and remote calls. C and C++.
 */
#ifndef DOCA_DPA_H
#define DOCA_DPA_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <doca_compat.h>
#include <doca_error.h>
#include <doca_types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct doca_buf;
struct doca_dev;
struct doca_devinfo;
struct doca_sync_event;

/** A DPA context: a program on the DPA of a device. */
struct doca_dpa;
/** A DPA program: the variable that dpacc's --app-name names. */
struct doca_dpa_app;
/** A hash table in device memory. */
struct doca_dpa_hash_table;
/** The execution unit (EU) that a thread is bound to. */
struct doca_dpa_eu_affinity;
/** A DPA thread; completions and notifications activate it. */
struct doca_dpa_thread;
/** A group of threads with ranks. */
struct doca_dpa_tg;
/** A completion context: a queue of completions that device code reads. */
struct doca_dpa_completion;
/** Asynchronous operations of device code. */
struct doca_dpa_async_ops;
/** An object by which device code activates a thread. */
struct doca_dpa_notification_completion;

/** A function of the device program, identified by the address of its host stub, which dpacc generates.
 * Host code must not call it. */
typedef void(doca_dpa_func_t)(void);

/** A context, for device code. */
typedef uint64_t doca_dpa_dev_t;
/** An address in device memory. */
typedef uint64_t doca_dpa_dev_uintptr_t;
/** A hash table, for device code. */
typedef uint64_t doca_dpa_dev_hash_table_t;
/** A completion context, for device code. */
typedef uint64_t doca_dpa_dev_completion_t;
/** Asynchronous operations, for device code. */
typedef uint64_t doca_dpa_dev_async_ops_t;
/** A notification completion, for device code. */
typedef uint64_t doca_dpa_dev_notification_completion_t;

/** Levels of the device's log, most important first. */
typedef enum doca_dpa_dev_log_level {
  DOCA_DPA_DEV_LOG_LEVEL_DISABLE = 10,
  DOCA_DPA_DEV_LOG_LEVEL_ERROR = 30,
  DOCA_DPA_DEV_LOG_LEVEL_WARNING = 40,
  DOCA_DPA_DEV_LOG_LEVEL_INFO = 50,
  DOCA_DPA_DEV_LOG_LEVEL_DEBUG = 60,
} doca_dpa_dev_log_level_t;

/** Width of the user data of completions, in bits. */
#define DOCA_DPA_COMPLETION_LOG_MAX_USER_DATA 24

/* --- Contexts --- */

/** Returns SUCCESS if the device has a DPA, otherwise NOT_SUPPORTED. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_cap_is_supported(const struct doca_devinfo *devinfo);

/** Creates a context, without a program. NOT_SUPPORTED: the device has no DPA. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_create(struct doca_dev *dev,
                                               struct doca_dpa **dpa);

/** Destroys a context with its program and its device memory, started or not. IN_USE: an object of the
 * context exists. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_destroy(struct doca_dpa *dpa);

/** Loads and starts the program of doca_dpa_set_app(). BAD_STATE: no program is set. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_start(struct doca_dpa *dpa);

/** Ends the program; its memory and handles become invalid. IN_USE: an object of the context exists. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_stop(struct doca_dpa *dpa);

/** Sets the program. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_set_app(struct doca_dpa *dpa,
                                                struct doca_dpa_app *app);

/** Stores the program. BAD_STATE: none is set. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_get_app(struct doca_dpa *dpa,
                                                struct doca_dpa_app **app);

/** Copies the name of a program. On entry *app_name_len is the size of the buffer in bytes, on return the
 * number of bytes written, including NUL. INVALID_VALUE: the buffer is too small. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_app_get_name(struct doca_dpa_app *app,
                                                     char *app_name,
                                                     uint32_t *app_name_len);

/** Sets the least severe level of device messages that are logged; INFO by default. NOT_PERMITTED: an
 * extended context. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_set_log_level(
    struct doca_dpa *dpa, doca_dpa_dev_log_level_t log_level);

/** Stores the level of doca_dpa_set_log_level(). */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_get_log_level(
    struct doca_dpa *dpa, doca_dpa_dev_log_level_t *log_level);

/** Sets the file of the device's log; standard output by default. OPERATING_SYSTEM: it cannot be opened
 * for writing. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_log_file_set_path(struct doca_dpa *dpa, const char *file_path);

/** Copies the path of the log file; "stdout" by default. *file_path_len and errors as in
 * doca_dpa_app_get_name(). */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_log_file_get_path(
    struct doca_dpa *dpa, char *file_path, uint32_t *file_path_len);

/** Sets the file of the device's trace; standard output by default. OPERATING_SYSTEM: it cannot be opened
 * for writing. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_trace_file_set_path(struct doca_dpa *dpa, const char *file_path);

/** Copies the path of the trace file, as doca_dpa_log_file_get_path() does. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_trace_file_get_path(
    struct doca_dpa *dpa, char *file_path, uint32_t *file_path_len);

/** Stores the largest number of instances of a kernel. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_get_max_threads_per_kernel(
    const struct doca_dpa *dpa, unsigned int *value);

/** Stores the time limit of a kernel, a remote call or an activation of a thread, in seconds: the limit
 * of the watchdog, or UINT64_MAX if it is off. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_get_kernel_max_run_time(
    const struct doca_dpa *dpa, unsigned long long *value);

/** Creates a started context for queues on another device, which shares the program and the memory of
 * `dpa`. `dpa` must be started, and not be an extended context. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_device_extend(struct doca_dpa *dpa, struct doca_dev *other_dev,
                       struct doca_dpa **extended_dpa);

/** Stores the device handle of a started context, for doca_dpa_dev_device_set(). */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_get_dpa_handle(struct doca_dpa *dpa,
                                                       doca_dpa_dev_t *handle);

/** Stores the number of the UAR of a started context. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_get_uar_id(const struct doca_dpa *dpa,
                                                   uint32_t *uar_id);

/** Returns BAD_STATE after a fatal error of the device, otherwise SUCCESS. After a fatal error the context
 * can only be destroyed. The first call after the error writes a core dump and a report. Their paths are
 * the path of the log file, or "/tmp/doca_dpa_fatal", with the suffixes of flexio_coredump_create() and
 * flexio_crash_data(). */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_peek_at_last_error(const struct doca_dpa *dpa);

/* --- Kernels and remote calls --- */

/** Launches `num_threads` instances (1 to doca_dpa_get_max_threads_per_kernel()) of a `__dpa_global__`
 * function, and returns without waiting for them. They start when `wait_event` is at least
 * `wait_threshold` (0 to 254); immediately if `wait_event` is NULL. When the last instance returns,
 * `comp_event`, unless NULL, is set to `comp_count`. The variable arguments are those of the function; they
 * are copied before the call returns. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_kernel_launch_update_set(
    struct doca_dpa *dpa, struct doca_sync_event *wait_event,
    uint64_t wait_threshold, struct doca_sync_event *comp_event,
    uint64_t comp_count, unsigned int num_threads, doca_dpa_func_t *func, ...);

/** As doca_dpa_kernel_launch_update_set(), but adds `comp_count` to `comp_event`. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_kernel_launch_update_add(
    struct doca_dpa *dpa, struct doca_sync_event *wait_event,
    uint64_t wait_threshold, struct doca_sync_event *comp_event,
    uint64_t comp_count, unsigned int num_threads, doca_dpa_func_t *func, ...);

/** Calls a `__dpa_rpc__` function with the variable arguments, waits until it returns, and stores its
 * result in *retval unless `retval` is NULL. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_rpc(struct doca_dpa *dpa,
                                            doca_dpa_func_t *func,
                                            uint64_t *retval, ...);

/* --- Memory --- */

/** Allocates `size` bytes of device memory (at least 1), aligned to 64 bytes, with undefined contents.
 * *dev_ptr is 0 on failure. Freed by doca_dpa_mem_free(). */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_mem_alloc(
    struct doca_dpa *dpa, size_t size, doca_dpa_dev_uintptr_t *dev_ptr);

/** Frees device memory. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_mem_free(struct doca_dpa *dpa, doca_dpa_dev_uintptr_t dev_ptr);

/** Copies `size` bytes to device memory; returns after the copy is complete. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_h2d_memcpy(struct doca_dpa *dpa, doca_dpa_dev_uintptr_t dst_ptr,
                    void *src_ptr, size_t size);

/** Copies the first `size` bytes of a buffer's data to device memory. INVALID_VALUE: `size` exceeds the
 * length of the data. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_h2d_buf_memcpy(struct doca_dpa *dpa, doca_dpa_dev_uintptr_t dst_ptr,
                        struct doca_buf *buf, size_t size);

/** Copies `size` bytes from device memory; returns after the copy is complete. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_d2h_memcpy(struct doca_dpa *dpa, void *dst_ptr,
                    doca_dpa_dev_uintptr_t src_ptr, size_t size);

/** Copies `size` bytes from device memory to the start of a buffer's data. INVALID_VALUE: `size` exceeds
 * the length of the data. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_d2h_buf_memcpy(struct doca_dpa *dpa, struct doca_buf *buf,
                        doca_dpa_dev_uintptr_t src_ptr, size_t size);

/** Sets `size` bytes of device memory to the low byte of `value`. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_memset(struct doca_dpa *dpa,
                                               doca_dpa_dev_uintptr_t dev_ptr,
                                               int value, size_t size);

/* --- Hash tables --- */

/** Creates an empty table of `num_entries` entries, rounded up to a power of two. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_hash_table_create(struct doca_dpa *dpa, unsigned int num_entries,
                           struct doca_dpa_hash_table **ht);

/** Destroys a table. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_hash_table_destroy(struct doca_dpa_hash_table *ht);

/** Stores the device handle of a table. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_hash_table_get_dpa_handle(
    struct doca_dpa_hash_table *ht, doca_dpa_dev_hash_table_t *ht_handle);

/* --- Execution units --- */

/** Stores the number of cores. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_get_core_num(struct doca_dpa *dpa,
                                                     unsigned int *num_cores);

/** Stores the number of EUs of a core. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_get_num_eus_per_core(struct doca_dpa *dpa, unsigned int *eus_per_core);

/** Stores the number of EUs; they are numbered from 0. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_get_total_num_eus_available(
    struct doca_dpa *dpa, unsigned int *total_num_eus);

/** Creates an affinity without an EU. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_eu_affinity_create(
    struct doca_dpa *dpa, struct doca_dpa_eu_affinity **affinity);

/** Destroys an affinity. IN_USE: a thread uses it. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_eu_affinity_destroy(struct doca_dpa_eu_affinity *affinity);

/** Sets the EU. BAD_STATE: an EU is set. INVALID_VALUE: `eu_id` is not below the number of EUs. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_eu_affinity_set(
    struct doca_dpa_eu_affinity *affinity, unsigned int eu_id);

/** Removes the EU. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_eu_affinity_clear(struct doca_dpa_eu_affinity *affinity);

/** Stores the EU. BAD_STATE: none is set. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_eu_affinity_get(
    struct doca_dpa_eu_affinity *affinity, unsigned int *eu_id);

#ifdef __cplusplus
}
#endif

#include <doca_dpa_thread.h>
#include <doca_dpa_v1.h>

#endif
