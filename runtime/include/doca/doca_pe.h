/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Progress engines complete the tasks of contexts with a data path on the host, and call their
 * callbacks. An engine and its contexts are not thread safe. NULL and handles that are not live are
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

/** Contexts that doca_pe_progress() polls after a notification. */
enum doca_pe_event_mode {
  DOCA_PE_EVENT_MODE_PROGRESS_SELECTIVE = 0, /**< only those with an event */
  DOCA_PE_EVENT_MODE_PROGRESS_ALL = 1        /**< all */
};

/** Creates an engine; the caller owns it. NO_MEMORY, OPERATING_SYSTEM. */
DOCA_STABLE doca_error_t doca_pe_create(struct doca_pe **pe);
/** Destroys an engine. IN_USE: a context is connected. */
DOCA_STABLE doca_error_t doca_pe_destroy(struct doca_pe *pe);

/** Connects a context; it cannot be disconnected. BAD_STATE: the context is not idle. ALREADY_EXIST: it is
 * connected. */
DOCA_STABLE doca_error_t doca_pe_connect_ctx(struct doca_pe *pe,
                                             struct doca_ctx *ctx);

/** Completes at most one task and calls its callback. Returns 1 if a task was completed; 0 if there is
 * none, or `pe` is not live. */
DOCA_STABLE uint8_t doca_pe_progress(struct doca_pe *pe);

/** Stores the number of tasks in flight of the engine's contexts. */
DOCA_STABLE doca_error_t doca_pe_get_num_inflight_tasks(
    const struct doca_pe *pe, size_t *num_inflight_tasks);

/** Stores a file descriptor, which the engine owns. After doca_pe_request_notification() it becomes
 * readable when an event arrives. */
DOCA_STABLE doca_error_t doca_pe_get_notification_handle(
    const struct doca_pe *pe, doca_notification_handle_t *handle);
/** Arms the descriptor for the next event, or for one that is pending. */
DOCA_STABLE doca_error_t doca_pe_request_notification(struct doca_pe *pe);
/** Clears a notification after the descriptor became readable. INVALID_VALUE: `handle` is not the
 * descriptor of doca_pe_get_notification_handle(). */
DOCA_STABLE doca_error_t doca_pe_clear_notification(
    struct doca_pe *pe, doca_notification_handle_t handle);

/** Sets the event mode; SELECTIVE by default. No effect: this engine always polls the contexts with an
 * event only, which completes the same tasks. */
DOCA_STABLE doca_error_t doca_pe_set_event_mode(struct doca_pe *pe,
                                                enum doca_pe_event_mode mode);

#ifdef __cplusplus
}
#endif

#endif
