/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Contexts: what objects of the libraries that work by themselves have in common, such as
 * doca_rdma_as_ctx() returns. A context lives as long as its object. NULL and handles that are not
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

/** What a context is doing. */
enum doca_ctx_states {
  DOCA_CTX_STATE_IDLE = 0, /**< configured; not working */
  DOCA_CTX_STATE_STARTING =
      1, /**< starts; a progress engine says when it runs */
  DOCA_CTX_STATE_RUNNING = 2,
  DOCA_CTX_STATE_STOPPING = 3 /**< waits for the end of its tasks */
};

/** Called after each change of state. */
typedef void (*doca_ctx_state_changed_callback_t)(
    const union doca_data user_data, struct doca_ctx *ctx,
    enum doca_ctx_states prev_state, enum doca_ctx_states next_state);

/** Starts a context; it runs when the call returns. BAD_STATE: it is not idle. NOT_CONNECTED: it
 * works on the host and has no progress engine. INITIALIZATION, DRIVER, NO_MEMORY: its resources
 * could not be made. */
DOCA_STABLE doca_error_t doca_ctx_start(struct doca_ctx *ctx);

/** Stops a context. IN_PROGRESS: it still has tasks; it becomes idle when the progress engine has
 * completed them. BAD_STATE: it does not run. IN_USE: another object uses it. */
DOCA_STABLE doca_error_t doca_ctx_stop(struct doca_ctx *ctx);

/** Stores what the context is doing. */
DOCA_STABLE doca_error_t doca_ctx_get_state(const struct doca_ctx *ctx,
                                            enum doca_ctx_states *state);

/** Stores how many tasks were submitted and are not completed. */
DOCA_STABLE doca_error_t doca_ctx_get_num_inflight_tasks(
    const struct doca_ctx *ctx, size_t *num_inflight_tasks);

/** Makes device code work with the context instead of the program. BAD_STATE: it is not idle.
 * NOT_SUPPORTED: it works on the host only. */
DOCA_EXPERIMENTAL doca_error_t
doca_ctx_set_datapath_on_dpa(struct doca_ctx *ctx, struct doca_dpa *dpa_dev);

/** Sets what the context's callbacks get. */
DOCA_STABLE doca_error_t doca_ctx_set_user_data(struct doca_ctx *ctx,
                                                union doca_data user_data);
/** Stores it. */
DOCA_STABLE doca_error_t doca_ctx_get_user_data(const struct doca_ctx *ctx,
                                                union doca_data *user_data);

/** Sets what is called after each change of state; NULL: nothing. BAD_STATE: it is not idle. */
DOCA_STABLE doca_error_t doca_ctx_set_state_changed_cb(
    struct doca_ctx *ctx, doca_ctx_state_changed_callback_t cb);

#ifdef __cplusplus
}
#endif

#endif
