/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Work that the device runs without a waiting host: event handlers and command queues. A part of
 * libflexio/flexio.h, which is the header to include.
 */
#ifndef LIBFLEXIO_FLEXIO_THREAD_H
#define LIBFLEXIO_FLEXIO_THREAD_H

#include <libflexio/flexio_types.h>
#include <libflexio/flexio_ver.h>

#include <infiniband/mlx5dv.h>

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Creates a thread of the device that runs a `__dpa_global__` function for each event: a completion
 * on the armed queue that the thread was given to, or flexio_dev_event_handler_activate(). Events
 * before flexio_event_handler_run() are lost. `fattr->arg` is kept for tools only: activations
 * receive the argument of flexio_event_handler_run(). A process has room for 768 handlers. The
 * caller owns *event_handler_ptr, which is NULL on failure. Fails for a function or an execution
 * unit that does not exist. Manual: flexio_event_handler_create.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_event_handler_create(
    struct flexio_process *process, struct flexio_event_handler_attr *fattr,
    struct flexio_event_handler **event_handler_ptr);

/**
 * Makes a handler ready to run; does not start an activation itself. `user_arg` is the argument of
 * every activation from now on. Fails if the thread has finished. Manual: flexio_event_handler_run.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_event_handler_run(
    struct flexio_event_handler *event_handler, uint64_t user_arg);

/**
 * Destroys a handler. No further activation starts; an activation that runs has ended when the call
 * returns. Later events for the handler have no effect. NULL is allowed. Manual:
 * flexio_event_handler_destroy.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_event_handler_destroy(struct flexio_event_handler *event_handler);

/** Returns the number of the thread, the same as flexio_dev_get_thread_id() on the device;
 * UINT32_MAX on error. Manual: flexio_event_handler_get_id. */
FLEXIO_EXPERIMENTAL uint32_t
flexio_event_handler_get_id(struct flexio_event_handler *event_handler);

/** Returns the id for flexio_dev_event_handler_activate() in the same process; UINT32_MAX on error.
 * Manual: flexio_event_handler_get_activation_id. */
FLEXIO_EXPERIMENTAL uint32_t flexio_event_handler_get_activation_id(
    struct flexio_event_handler *event_handler);

/** Returns the number of the thread's object, unique on the device; UINT32_MAX on error. Manual:
 * flexio_event_handler_get_obj_id. */
FLEXIO_EXPERIMENTAL uint32_t
flexio_event_handler_get_obj_id(struct flexio_event_handler *event_handler);

/** Returns the thread, for the attributes of a completion queue; NULL on error. The handler owns
 * it. Manual: flexio_event_handler_get_thread. */
FLEXIO_EXPERIMENTAL struct flexio_thread *
flexio_event_handler_get_thread(struct flexio_event_handler *event_handler);

/** Returns the thread's DevX object; NULL on error. The handler owns it. It only names the thread:
 * it cannot be modified or queried. Manual: flexio_event_handler_get_thread_obj. */
FLEXIO_EXPERIMENTAL struct mlx5dv_devx_obj *
flexio_event_handler_get_thread_obj(struct flexio_event_handler *event_handler);

/**
 * Creates a queue of tasks that `fattr->workers` threads of the device run in the background, each
 * up to `fattr->batch_size` tasks in one activation, on any execution unit. `fattr->state` selects
 * whether they start at once or at flexio_cmdq_state_running(). A process has room for 768 workers
 * and event handlers together. The caller owns *cmdq, which is NULL on failure. Manual:
 * flexio_cmdq_create.
 */
FLEXIO_EXPERIMENTAL flexio_status
flexio_cmdq_create(struct flexio_process *process,
                   struct flexio_cmdq_attr *fattr, struct flexio_cmdq **cmdq);

/**
 * Destroys a queue. Tasks that no worker has started are dropped; tasks that run have ended when
 * the call returns. NULL is allowed. Manual: flexio_cmdq_destroy.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_cmdq_destroy(struct flexio_cmdq *cmdq);

/**
 * Returns 1 if all tasks so far have run, 0 if some wait or run, and -1, with a log entry, if the
 * queue does not exist or its process has ended, so that no task will run any more. Manual:
 * flexio_cmdq_is_empty.
 */
FLEXIO_EXPERIMENTAL int flexio_cmdq_is_empty(struct flexio_cmdq *cmdq);

/** Starts the workers; no effect if they are running. Manual: flexio_cmdq_state_running. */
FLEXIO_EXPERIMENTAL flexio_status
flexio_cmdq_state_running(struct flexio_cmdq *cmdq);

/**
 * Adds a task, function(arg) on the device, and returns at once. `host_func` is a __dpa_global__
 * function or a __dpa_rpc__ function with at most 8 bytes of arguments, whose result is dropped.
 * Only the host's memory limits the number of tasks. Manual: flexio_cmdq_task_add.
 */
FLEXIO_EXPERIMENTAL flexio_status flexio_cmdq_task_add(struct flexio_cmdq *cmdq,
                                                       flexio_func_t *host_func,
                                                       uint64_t arg);

#ifdef __cplusplus
}
#endif

#endif
