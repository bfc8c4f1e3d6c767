/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Threads of device code, and what activates them: completion contexts, asynchronous operations,
 * notification completions. Included by doca_dpa.h, which programs include instead of this file, and
 * which states the rules for all functions. C and C++.
 */
#ifndef DOCA_DPA_THREAD_H
#define DOCA_DPA_THREAD_H

#include <doca_dpa.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- Threads --- */

/** Creates a thread of a started context. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_thread_create(
    struct doca_dpa *dpa, struct doca_dpa_thread **dpa_thread);

/** Destroys a thread, started or not; waits for a running activation. IN_USE: a completion context,
 * notification completion or group uses it. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_thread_destroy(struct doca_dpa_thread *dpa_thread);

/** Sets the `__dpa_global__` function that an activation calls, and its argument. Required before
 * doca_dpa_thread_start(). */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_thread_set_func_arg(
    struct doca_dpa_thread *dpa_thread, doca_dpa_func_t *func, uint64_t arg);

/** Stores function and argument; NULL and 0 by default. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_thread_get_func_arg(
    struct doca_dpa_thread *dpa_thread, doca_dpa_func_t **func, uint64_t *arg);

/** Sets the address that doca_dpa_dev_thread_get_local_storage() returns. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_thread_set_local_storage(
    struct doca_dpa_thread *dpa_thread, doca_dpa_dev_uintptr_t dev_ptr);

/** Stores the address of doca_dpa_thread_set_local_storage(); 0 by default. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_thread_get_local_storage(
    struct doca_dpa_thread *dpa_thread, doca_dpa_dev_uintptr_t *dev_ptr);

/** Sets the EU that the thread runs on; any by default. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_thread_set_affinity(struct doca_dpa_thread *dpa_thread,
                             const struct doca_dpa_eu_affinity *affinity);

/** Stores the affinity; NULL by default. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_thread_get_affinity(struct doca_dpa_thread *dpa_thread,
                             const struct doca_dpa_eu_affinity **affinity);

/** Creates the thread on the device. It is not activated before doca_dpa_thread_run(). BAD_STATE: no
 * function is set. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_thread_start(struct doca_dpa_thread *dpa_thread);

/** Stops a thread; waits for a running activation. It can be started again, and keeps its rank and its
 * started notification completions. IN_USE: a completion context of the thread is started. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_thread_stop(struct doca_dpa_thread *dpa_thread);

/** Enables activation of a started thread by completions and notifications. Completions that have arrived
 * before the call activate it, too. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_thread_run(struct doca_dpa_thread *dpa_thread);

/** Stores the number of a started thread. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_thread_get_id(
    struct doca_dpa_thread *dpa_thread, uint32_t *dpa_thread_id);

/** Creates a group of `num_threads` threads, 1 to 1024. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_thread_group_create(
    struct doca_dpa *dpa, unsigned int num_threads, struct doca_dpa_tg **tg);

/** Destroys a group; its threads are not destroyed. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_thread_group_destroy(struct doca_dpa_tg *tg);

/** Stores the number of threads of a group. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_thread_group_get_num_threads(
    struct doca_dpa_tg *tg, unsigned int *num_threads);

/** Assigns a thread to a rank of a group, 0 to number of threads - 1. BAD_STATE: thread or group is
 * started. ALREADY_EXIST: the rank is assigned. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_thread_group_set_thread(
    struct doca_dpa_tg *tg, struct doca_dpa_thread *thread, unsigned int rank);

/** Starts a group. All ranks must be assigned, and all threads started. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_thread_group_start(struct doca_dpa_tg *tg);

/** Stops a group: the rank of its threads becomes 0, the number of threads 1. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_thread_group_stop(struct doca_dpa_tg *tg);

/* --- Completion contexts --- */

/** Creates a completion context of `queue_size` entries, rounded up to a power of two. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_completion_create(struct doca_dpa *dpa, unsigned int queue_size,
                           struct doca_dpa_completion **dpa_comp);

/** Destroys a completion context, started or not. IN_USE: a queue is attached. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_completion_destroy(struct doca_dpa_completion *dpa_comp);

/** Stores the number of entries. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_completion_get_queue_size(
    struct doca_dpa_completion *dpa_comp, unsigned int *queue_size);

/** Sets the thread that completions activate. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_completion_set_thread(
    struct doca_dpa_completion *dpa_comp, struct doca_dpa_thread *dpa_thread);

/** Stores the thread of doca_dpa_completion_set_thread(); NULL by default. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_completion_get_thread(
    struct doca_dpa_completion *dpa_comp, struct doca_dpa_thread **dpa_thread);

/** Creates the completion queue. BAD_STATE: the thread is not started. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_completion_start(struct doca_dpa_completion *dpa_comp);

/** Destroys the completion queue. IN_USE: a queue is attached. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_completion_stop(struct doca_dpa_completion *dpa_comp);

/** Stores the device handle of a started completion context. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_completion_get_dpa_handle(
    struct doca_dpa_completion *dpa_comp, doca_dpa_dev_completion_t *handle);

/* --- Asynchronous operations --- */

/** Creates a queue of asynchronous operations with `queue_size` entries, rounded up to a power of two.
 * Completions have `user_data`, of DOCA_DPA_COMPLETION_LOG_MAX_USER_DATA bits. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_async_ops_create(
    struct doca_dpa *dpa, unsigned int queue_size, uint64_t user_data,
    struct doca_dpa_async_ops **async_ops);

/** Destroys asynchronous operations, started or not. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_async_ops_destroy(struct doca_dpa_async_ops *async_ops);

/** Stores the number of entries of the queue. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_async_ops_get_queue_size(
    struct doca_dpa_async_ops *async_ops, unsigned int *queue_size);

/** Stores the user data. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_async_ops_get_user_data(
    struct doca_dpa_async_ops *async_ops, uint64_t *user_data);

/** Attaches the completion context. BAD_STATE: it is not started. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_async_ops_attach(
    struct doca_dpa_async_ops *async_ops, struct doca_dpa_completion *dpa_comp);

/** Creates the queue on the device. BAD_STATE: no completion context is attached. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_async_ops_start(struct doca_dpa_async_ops *async_ops);

/** Destroys the queue on the device. */
DOCA_EXPERIMENTAL doca_error_t
doca_dpa_async_ops_stop(struct doca_dpa_async_ops *async_ops);

/** Stores the device handle of started asynchronous operations. */
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

/** Stores the thread of a notification completion. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_notification_completion_get_thread(
    struct doca_dpa_notification_completion *notify_comp,
    struct doca_dpa_thread **dpa_thread);

/** Starts a notification completion. BAD_STATE: its thread is not started. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_notification_completion_start(
    struct doca_dpa_notification_completion *notify_comp);

/** Stops a notification completion. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_notification_completion_stop(
    struct doca_dpa_notification_completion *notify_comp);

/** Stores the device handle of a started notification completion. */
DOCA_EXPERIMENTAL doca_error_t doca_dpa_notification_completion_get_dpa_handle(
    struct doca_dpa_notification_completion *notify_comp,
    doca_dpa_dev_notification_completion_t *handle);

#ifdef __cplusplus
}
#endif

#endif
