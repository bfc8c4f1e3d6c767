/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Progress engines: they complete the tasks of contexts that work on the host, and call back. One
 * thread at a time uses an engine and its contexts. NULL and handles that are not live are
 * DOCA_ERROR_INVALID_VALUE. C and C++.
 */
#ifndef DOCA_PE_H
#define DOCA_PE_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <doca_compat.h>
#include <doca_ctx.h>
#include <doca_error.h>
#include <doca_types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct doca_pe;

/** What doca_pe_progress() does when it was notified. */
enum doca_pe_event_mode {
  DOCA_PE_EVENT_MODE_PROGRESS_SELECTIVE = 0, /**< only what has an event */
  DOCA_PE_EVENT_MODE_PROGRESS_ALL = 1        /**< asks all contexts */
};

/** Creates an engine; the caller owns it. NO_MEMORY, OPERATING_SYSTEM. */
DOCA_STABLE doca_error_t doca_pe_create(struct doca_pe **pe);
/** Destroys an engine. IN_USE: a context is connected. */
DOCA_STABLE doca_error_t doca_pe_destroy(struct doca_pe *pe);

/** Connects a context, for good. BAD_STATE: the context is not idle. ALREADY_EXIST: it is connected. */
DOCA_STABLE doca_error_t doca_pe_connect_ctx(struct doca_pe *pe,
                                             struct doca_ctx *ctx);

/** Completes at most one task, and calls back. Returns 1 if it has, 0 if there was nothing to do or `pe`
 * is not live. */
DOCA_STABLE uint8_t doca_pe_progress(struct doca_pe *pe);

/** Stores how many tasks of the engine's contexts are not completed. */
DOCA_STABLE doca_error_t doca_pe_get_num_inflight_tasks(
    const struct doca_pe *pe, size_t *num_inflight_tasks);

/** Stores a descriptor that becomes readable when there is something to do after
 * doca_pe_request_notification(). The engine owns it. */
DOCA_STABLE doca_error_t doca_pe_get_notification_handle(
    const struct doca_pe *pe, doca_notification_handle_t *handle);
/** Makes the next event, or one that has not been taken, readable at the descriptor. */
DOCA_STABLE doca_error_t doca_pe_request_notification(struct doca_pe *pe);
/** Ends what doca_pe_request_notification() began, after the descriptor was readable. `handle` is that
 * descriptor. INVALID_VALUE: it is not. */
DOCA_STABLE doca_error_t doca_pe_clear_notification(
    struct doca_pe *pe, doca_notification_handle_t handle);

/** Sets the event mode; SELECTIVE at first. This engine only asks contexts that have an event, so both
 * modes complete the same tasks. */
DOCA_STABLE doca_error_t doca_pe_set_event_mode(struct doca_pe *pe,
                                                enum doca_pe_event_mode mode);

#ifdef __cplusplus
}
#endif

#endif
