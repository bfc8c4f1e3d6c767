/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * The DPA of a device, from the host program: contexts, kernels, remote calls, threads, completions,
 * memory. Of libdoca_dpa. Unless said otherwise: the caller owns what a function creates, and
 * destroys it before the context; handles that are not live and NULL are INVALID_VALUE; a function
 * that needs a started object is BAD_STATE without, one that configures an object is BAD_STATE once it
 * is started; an object of another DPA context is INVALID_VALUE; DRIVER: Flex IO failed, the log says
 * why; NO_MEMORY: host or device memory is exhausted; after a fatal error of the device calls are
 * BAD_STATE. Device handles are for arguments of kernels
 * and remote calls. No object is thread safe; different threads may use different objects. C and C++.
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
/** The execution unit (EU) that a thread is to run on. */
struct doca_dpa_eu_affinity;
/** A thread of the DPA, which completions or notifications start. */
struct doca_dpa_thread;
/** A group of threads, which have ranks in it. */
struct doca_dpa_tg;
/** A completion context: a queue of completions that device code reads. */
struct doca_dpa_completion;
/** Asynchronous operations of device code. */
struct doca_dpa_async_ops;
/** What device code starts a thread with. */
struct doca_dpa_notification_completion;

/** A function of the device program: the host stub that dpacc makes, whose address identifies it. It
 * is never called. */
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

/** User data of completions have this many bits. */
#define DOCA_DPA_COMPLETION_LOG_MAX_USER_DATA 24

/* --- Contexts --- */

/** Returns SUCCESS if the device has a DPA, otherwise NOT_SUPPORTED. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_cap_is_supported(const struct doca_devinfo *devinfo);

/** Creates a context, without a program. NOT_SUPPORTED: the device has no DPA. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_create(struct doca_dev *dev,
                                               struct doca_dpa **dpa);

/** Destroys a context with its program and memory, started or not. IN_USE: an object of the context exists. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_destroy(struct doca_dpa *dpa);

/** Loads the program, which must be set, and starts it. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_start(struct doca_dpa *dpa);

/** Ends the program; its memory and its handles are no longer valid. IN_USE: an object of the context exists. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_stop(struct doca_dpa *dpa);

/** Sets the program. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_set_app(struct doca_dpa *dpa,
                                                struct doca_dpa_app *app);

/** Returns the program. BAD_STATE: none is set. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_get_app(struct doca_dpa *dpa,
                                                struct doca_dpa_app **app);

/** Copies the name of a program. *app_name_len is the size of the buffer on entry, and the bytes written, with NUL, on exit; INVALID_VALUE: the buffer is too small. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_app_get_name(struct doca_dpa_app *app,
                                                     char *app_name,
                                                     uint32_t *app_name_len);

/** Sets the least important level that the log shows; INFO at first. NOT_PERMITTED: an extended context. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_set_log_level(
    struct doca_dpa *dpa, doca_dpa_dev_log_level_t log_level);

/** Returns that level. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_get_log_level(
    struct doca_dpa *dpa, doca_dpa_dev_log_level_t *log_level);

/** Sets the file of the device's log; standard output at first. OPERATING_SYSTEM: it cannot be opened for writing. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_log_file_set_path(struct doca_dpa *dpa, const char *file_path);

/** Copies that path, "stdout" at first. *file_path_len as in doca_dpa_app_get_name(). */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_log_file_get_path(
    struct doca_dpa *dpa, char *file_path, uint32_t *file_path_len);

/** Sets the file of the device's trace, as doca_dpa_log_file_set_path() does. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_trace_file_set_path(struct doca_dpa *dpa, const char *file_path);

/** Copies that path, as doca_dpa_log_file_get_path() does. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_trace_file_get_path(
    struct doca_dpa *dpa, char *file_path, uint32_t *file_path_len);

/** Returns the largest number of instances of a kernel. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_get_max_threads_per_kernel(
    const struct doca_dpa *dpa, unsigned int *value);

/** Returns how long a kernel, a remote call or an activation of a thread may run, in seconds: the limit of the watchdog; UINT64_MAX without one. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_get_kernel_max_run_time(
    const struct doca_dpa *dpa, unsigned long long *value);

/** Creates a started context for queues on another device, with the program and the memory of `dpa`, which is started and not extended itself. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_device_extend(struct doca_dpa *dpa, struct doca_dev *other_dev,
                       struct doca_dpa **extended_dpa);

/** Returns the handle of a started context, for doca_dpa_dev_device_set(). */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_get_dpa_handle(struct doca_dpa *dpa,
                                                       doca_dpa_dev_t *handle);

/** Returns the number of the UAR of a started context. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_get_uar_id(const struct doca_dpa *dpa,
                                                   uint32_t *uar_id);

/** Returns SUCCESS, or BAD_STATE once the device had a fatal error: nothing but destroying the context is possible then. The first call that sees the error writes a core and a report, to "/tmp/doca_dpa_fatal", or the path of the log file, with the suffixes of flexio_coredump_create() and flexio_crash_data(). */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_peek_at_last_error(const struct doca_dpa *dpa);

/* --- Kernels and remote calls --- */

/** Launches `num_threads` (1 to doca_dpa_get_max_threads_per_kernel()) instances of a `__dpa_global__` function, and returns at once. They start when the event is at least `wait_threshold` (0 to 254), without an event at once. When the last one has returned, `comp_event` is set to `comp_count`. Either event may be NULL. The arguments of the function follow; they are copied before the call returns. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_kernel_launch_update_set(
    struct doca_dpa *dpa, struct doca_sync_event *wait_event,
    uint64_t wait_threshold, struct doca_sync_event *comp_event,
    uint64_t comp_count, unsigned int num_threads, doca_dpa_func_t *func, ...);

/** As doca_dpa_kernel_launch_update_set(), but adds `comp_count` to `comp_event`. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_kernel_launch_update_add(
    struct doca_dpa *dpa, struct doca_sync_event *wait_event,
    uint64_t wait_threshold, struct doca_sync_event *comp_event,
    uint64_t comp_count, unsigned int num_threads, doca_dpa_func_t *func, ...);

/** Calls a `__dpa_rpc__` function with the arguments that follow, waits until it returns, and stores its result in *retval, which may be NULL. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_rpc(struct doca_dpa *dpa,
                                            doca_dpa_func_t *func,
                                            uint64_t *retval, ...);

/* --- Memory --- */

/** Allocates `size` bytes, at least 1, of device memory, aligned to 64 bytes, with undefined contents. *dev_ptr is 0 on failure. doca_dpa_mem_free() frees it. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_mem_alloc(
    struct doca_dpa *dpa, size_t size, doca_dpa_dev_uintptr_t *dev_ptr);

/** Frees device memory. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_mem_free(struct doca_dpa *dpa, doca_dpa_dev_uintptr_t dev_ptr);

/** Copies `size` bytes to device memory, and returns when they are there. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_h2d_memcpy(struct doca_dpa *dpa, doca_dpa_dev_uintptr_t dst_ptr,
                    void *src_ptr, size_t size);

/** Copies `size` bytes, at most the data's length, from the data of a buffer to device memory. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_h2d_buf_memcpy(struct doca_dpa *dpa, doca_dpa_dev_uintptr_t dst_ptr,
                        struct doca_buf *buf, size_t size);

/** Copies `size` bytes from device memory, and returns when they are there. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_d2h_memcpy(struct doca_dpa *dpa, void *dst_ptr,
                    doca_dpa_dev_uintptr_t src_ptr, size_t size);

/** Copies `size` bytes, at most the data's length, from device memory to the data of a buffer. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_d2h_buf_memcpy(struct doca_dpa *dpa, struct doca_buf *buf,
                        doca_dpa_dev_uintptr_t src_ptr, size_t size);

/** Sets `size` bytes of device memory to the low byte of `value`. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_memset(struct doca_dpa *dpa,
                                               doca_dpa_dev_uintptr_t dev_ptr,
                                               int value, size_t size);

/* --- Hash tables --- */

/** Creates an empty table with room for `num_entries` entries, rounded up to a power of two. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_hash_table_create(struct doca_dpa *dpa, unsigned int num_entries,
                           struct doca_dpa_hash_table **ht);

/** Destroys a table. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_hash_table_destroy(struct doca_dpa_hash_table *ht);

/** Returns the handle of a table. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_hash_table_get_dpa_handle(
    struct doca_dpa_hash_table *ht, doca_dpa_dev_hash_table_t *ht_handle);

/* --- Execution units --- */

/** Returns the number of cores. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_get_core_num(struct doca_dpa *dpa,
                                                     unsigned int *num_cores);

/** Returns the number of EUs of a core. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_get_num_eus_per_core(struct doca_dpa *dpa, unsigned int *eus_per_core);

/** Returns the number of EUs; they are numbered from 0. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_get_total_num_eus_available(
    struct doca_dpa *dpa, unsigned int *total_num_eus);

/** Creates an affinity without an EU. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_eu_affinity_create(
    struct doca_dpa *dpa, struct doca_dpa_eu_affinity **affinity);

/** Destroys an affinity. IN_USE: a thread has it. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_eu_affinity_destroy(struct doca_dpa_eu_affinity *affinity);

/** Sets the EU. BAD_STATE: the affinity has one. INVALID_VALUE: the device has no such EU. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_eu_affinity_set(
    struct doca_dpa_eu_affinity *affinity, unsigned int eu_id);

/** Removes the EU. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_eu_affinity_clear(struct doca_dpa_eu_affinity *affinity);

/** Returns the EU. BAD_STATE: there is none. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_eu_affinity_get(
    struct doca_dpa_eu_affinity *affinity, unsigned int *eu_id);

/* --- Threads --- */

/** Creates a thread of a started context. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_thread_create(
    struct doca_dpa *dpa, struct doca_dpa_thread **dpa_thread);

/** Destroys a thread, started or not, once its activation has ended. IN_USE: a completion context, notification completion or group has it. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_thread_destroy(struct doca_dpa_thread *dpa_thread);

/** Sets the `__dpa_global__` function that an activation calls, and its argument. Needed before the thread is started. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_thread_set_func_arg(
    struct doca_dpa_thread *dpa_thread, doca_dpa_func_t *func, uint64_t arg);

/** Returns function and argument, NULL and 0 if none are set. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_thread_get_func_arg(
    struct doca_dpa_thread *dpa_thread, doca_dpa_func_t **func, uint64_t *arg);

/** Sets what doca_dpa_dev_thread_get_local_storage() returns. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_thread_set_local_storage(
    struct doca_dpa_thread *dpa_thread, doca_dpa_dev_uintptr_t dev_ptr);

/** Returns that address, 0 at first. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_thread_get_local_storage(
    struct doca_dpa_thread *dpa_thread, doca_dpa_dev_uintptr_t *dev_ptr);

/** Sets the EU that the thread runs on; without, any. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_thread_set_affinity(struct doca_dpa_thread *dpa_thread,
                             const struct doca_dpa_eu_affinity *affinity);

/** Returns the affinity, NULL at first. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_thread_get_affinity(struct doca_dpa_thread *dpa_thread,
                             const struct doca_dpa_eu_affinity **affinity);

/** Creates the thread on the device, where it does not run yet. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_thread_start(struct doca_dpa_thread *dpa_thread);

/** Ends a thread, once its activation has ended. It may be started again, with its rank and its started notification completions. IN_USE: a completion context of the thread is started. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_thread_stop(struct doca_dpa_thread *dpa_thread);

/** Lets a started thread run: a completion or notification starts its function, also a completion that is there already. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_thread_run(struct doca_dpa_thread *dpa_thread);

/** Returns the number of a started thread. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_thread_get_id(
    struct doca_dpa_thread *dpa_thread, uint32_t *dpa_thread_id);

/** Creates a group for `num_threads` threads, at least 1. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_thread_group_create(
    struct doca_dpa *dpa, unsigned int num_threads, struct doca_dpa_tg **tg);

/** Destroys a group; its threads stay. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_thread_group_destroy(struct doca_dpa_tg *tg);

/** Returns the number of threads of a group. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_thread_group_get_num_threads(
    struct doca_dpa_tg *tg, unsigned int *num_threads);

/** Gives a thread its rank in a group, 0 to number of threads - 1; neither is started. ALREADY_EXIST: the rank is taken. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_thread_group_set_thread(
    struct doca_dpa_tg *tg, struct doca_dpa_thread *thread, unsigned int rank);

/** Starts a group, all of whose ranks are given and threads started. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_thread_group_start(struct doca_dpa_tg *tg);

/** Stops a group: its threads are of rank 0 of 1 again. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_thread_group_stop(struct doca_dpa_tg *tg);

/* --- Completion contexts --- */

/** Creates a completion context for `queue_size` completions, rounded up to a power of two. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_completion_create(struct doca_dpa *dpa, unsigned int queue_size,
                           struct doca_dpa_completion **dpa_comp);

/** Destroys a completion context, started or not. IN_USE: a queue completes in it. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_completion_destroy(struct doca_dpa_completion *dpa_comp);

/** Returns the number of completions that there is room for. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_completion_get_queue_size(
    struct doca_dpa_completion *dpa_comp, unsigned int *queue_size);

/** Sets the thread that completions start. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_completion_set_thread(
    struct doca_dpa_completion *dpa_comp, struct doca_dpa_thread *dpa_thread);

/** Returns that thread, NULL at first. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_completion_get_thread(
    struct doca_dpa_completion *dpa_comp, struct doca_dpa_thread **dpa_thread);

/** Creates the queue. BAD_STATE: its thread is not started. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_completion_start(struct doca_dpa_completion *dpa_comp);

/** Destroys the queue. IN_USE: a queue completes in it. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_completion_stop(struct doca_dpa_completion *dpa_comp);

/** Returns the handle of a started completion context. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_completion_get_dpa_handle(
    struct doca_dpa_completion *dpa_comp, doca_dpa_dev_completion_t *handle);

/* --- Asynchronous operations --- */

/** Creates asynchronous operations: room for `queue_size` at a time, rounded up to a power of two; the user data of their completions, which has DOCA_DPA_COMPLETION_LOG_MAX_USER_DATA bits. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_async_ops_create(
    struct doca_dpa *dpa, unsigned int queue_size, uint64_t user_data,
    struct doca_dpa_async_ops **async_ops);

/** Destroys them, started or not. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_async_ops_destroy(struct doca_dpa_async_ops *async_ops);

/** Returns for how many operations there is room. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_async_ops_get_queue_size(
    struct doca_dpa_async_ops *async_ops, unsigned int *queue_size);

/** Returns the user data. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_async_ops_get_user_data(
    struct doca_dpa_async_ops *async_ops, uint64_t *user_data);

/** Sets where they complete. BAD_STATE: the completion context is not started. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_async_ops_attach(
    struct doca_dpa_async_ops *async_ops, struct doca_dpa_completion *dpa_comp);

/** Creates their queue. BAD_STATE: no completion context is attached. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_async_ops_start(struct doca_dpa_async_ops *async_ops);

/** Destroys their queue. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_async_ops_stop(struct doca_dpa_async_ops *async_ops);

/** Returns the handle of started operations. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_async_ops_get_dpa_handle(
    struct doca_dpa_async_ops *async_ops, doca_dpa_dev_async_ops_t *handle);

/* --- Notification completions --- */

/** Creates a notification completion for a thread. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_notification_completion_create(
    struct doca_dpa *dpa, struct doca_dpa_thread *dpa_thread,
    struct doca_dpa_notification_completion **notify_comp);

/** Destroys a notification completion, started or not. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_notification_completion_destroy(
    struct doca_dpa_notification_completion *notify_comp);

/** Returns its thread. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_notification_completion_get_thread(
    struct doca_dpa_notification_completion *notify_comp,
    struct doca_dpa_thread **dpa_thread);

/** Starts a notification completion. BAD_STATE: its thread is not started. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_notification_completion_start(
    struct doca_dpa_notification_completion *notify_comp);

/** Stops a notification completion. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_notification_completion_stop(
    struct doca_dpa_notification_completion *notify_comp);

/** Returns the handle of a started notification completion. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_notification_completion_get_dpa_handle(
    struct doca_dpa_notification_completion *notify_comp,
    doca_dpa_dev_notification_completion_t *handle);

#ifdef __cplusplus
}
#endif

#include <doca_dpa_v1.h>

#endif
