/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Contexts: the common part of library objects that execute tasks or serve device code, as returned by
 * doca_rdma_as_ctx(). A context has the lifetime of its object. NULL and handles that are not
 * live are DOCA_ERROR_INVALID_VALUE. C and C++.
 */
#ifndef DOCA_CTX_H
#define DOCA_CTX_H

#include <stddef.h>
#include <stdint.h>

#include <doca_compat.h>
#if DOCA_COMPAT_VERSION < 210
#include <doca_dev.h>
#endif
#include <doca_error.h>
#include <doca_types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct doca_ctx;
struct doca_dpa;

/** States of a context. */
enum doca_ctx_states {
  DOCA_CTX_STATE_IDLE = 0, /**< not started */
  DOCA_CTX_STATE_STARTING =
      1, /**< start in progress; a progress engine completes it */
  DOCA_CTX_STATE_RUNNING = 2,
  DOCA_CTX_STATE_STOPPING = 3 /**< waits until its tasks are completed */
};

/** Called after each change of state. */
typedef void (*doca_ctx_state_changed_callback_t)(
    const union doca_data user_data, struct doca_ctx *ctx,
    enum doca_ctx_states prev_state, enum doca_ctx_states next_state);

/** Starts a context; its state is RUNNING when the call returns. BAD_STATE: not idle. NOT_CONNECTED: the
 * data path is on the host and no progress engine is connected. INITIALIZATION, DRIVER, NO_MEMORY: a
 * resource cannot be created. */
DOCA_STABLE doca_error_t doca_ctx_start(struct doca_ctx *ctx);

/** Stops a context. IN_PROGRESS: tasks are in flight; the context becomes idle when the progress engine
 * has completed them. BAD_STATE: not running. IN_USE: another object uses the context. */
DOCA_STABLE doca_error_t doca_ctx_stop(struct doca_ctx *ctx);

/** Stores the state of the context. */
DOCA_STABLE doca_error_t doca_ctx_get_state(const struct doca_ctx *ctx,
                                            enum doca_ctx_states *state);

/** Stores the number of tasks that are submitted and not completed. */
DOCA_STABLE doca_error_t doca_ctx_get_num_inflight_tasks(
    const struct doca_ctx *ctx, size_t *num_inflight_tasks);

/** Sets the data path of the context to device code of `dpa_dev`. BAD_STATE: not idle. NOT_SUPPORTED: the
 * context has a data path on the host only. */
DOCA_EXPERIMENTAL doca_error_t
doca_ctx_set_datapath_on_dpa(struct doca_ctx *ctx, struct doca_dpa *dpa_dev);

/** Sets the value that is passed to callbacks of the context. */
DOCA_STABLE doca_error_t doca_ctx_set_user_data(struct doca_ctx *ctx,
                                                union doca_data user_data);
/** Stores the value of doca_ctx_set_user_data(). */
DOCA_STABLE doca_error_t doca_ctx_get_user_data(const struct doca_ctx *ctx,
                                                union doca_data *user_data);

/** Sets the callback that is called after each change of state; NULL: none. BAD_STATE: not idle. */
DOCA_STABLE doca_error_t doca_ctx_set_state_changed_cb(
    struct doca_ctx *ctx, doca_ctx_state_changed_callback_t cb);

#ifdef __cplusplus
}
#endif

#endif
