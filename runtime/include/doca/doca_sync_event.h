/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Sync events: 64-bit numbers, 0 at first, that the program, device code and peers change
 * (publishers) and wait for (subscribers). An event must have both kinds before it is started; they
 * say which devices reach it. Any thread may change and wait. NULL and handles that are not live are
 * DOCA_ERROR_INVALID_VALUE; an event that is not started is DOCA_ERROR_BAD_STATE, and so is a change
 * of its description after its start. C and C++.
 */
#ifndef DOCA_SYNC_EVENT_H
#define DOCA_SYNC_EVENT_H

#include <stddef.h>
#include <stdint.h>

#include <doca_compat.h>
#if DOCA_COMPAT_VERSION < 210
#include <doca_ctx.h>
#include <doca_pe.h>
#endif
#include <doca_error.h>
#include <doca_types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct doca_buf;
struct doca_ctx;
struct doca_dev;
struct doca_dpa;
struct doca_sync_event;
/** An event of a peer. */
struct doca_sync_event_remote_net;

/** An event, for device code. */
typedef uint64_t doca_dpa_dev_sync_event_t;
/** A peer's event, for device code. */
typedef uint64_t doca_dpa_dev_sync_event_remote_net_t;
/** An event, for a GPU. */
typedef uint64_t doca_gpu_dev_sync_event_t;
/** A peer's event, for a GPU. */
typedef uint64_t doca_gpu_dev_sync_event_remote_net_t;

/** Creates an event; the caller owns it. NO_MEMORY. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_create(struct doca_sync_event **event);
/** Destroys an event; a started one is stopped. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_destroy(struct doca_sync_event *event);
/** Starts an event. INVALID_VALUE: it has no publisher or no subscriber. DRIVER: a device refuses its
 * memory. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_start(struct doca_sync_event *event);
/** Stops an event: handles and exports of it are no longer valid. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_stop(struct doca_sync_event *event);
/** Returns the event as a context; NULL if it is not live. */
DOCA_EXPERIMENTAL struct doca_ctx *
doca_sync_event_as_ctx(struct doca_sync_event *event);

/** The program changes the event. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_add_publisher_location_cpu(
    struct doca_sync_event *event, struct doca_dev *dev);
/** The program waits for the event. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_add_subscriber_location_cpu(
    struct doca_sync_event *event, struct doca_dev *dev);
/** Device code changes the event. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_add_publisher_location_dpa(
    struct doca_sync_event *event, struct doca_dpa *dpa);
/** Device code waits for the event. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_add_subscriber_location_dpa(
    struct doca_sync_event *event, struct doca_dpa *dpa);
/** Peers change the event by RDMA. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_add_publisher_location_remote_net(
    struct doca_sync_event *event);
/** Other parts of this program, with doca_sync_event_create_from_export(), change the event or wait for
 * it. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_add_publisher_location_remote_pci(
    struct doca_sync_event *event);
/** Other parts of this program wait for the event. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_add_subscriber_location_remote_pci(
    struct doca_sync_event *event);
/** The names of these two in DOCA 2.5. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_add_publisher_location_dpu(struct doca_sync_event *event);
/** The name of doca_sync_event_add_subscriber_location_remote_pci() in DOCA 2.5. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_add_subscriber_location_dpu(struct doca_sync_event *event);

/** Puts the number into memory of the program, which keeps it until the event is destroyed.
 * INVALID_VALUE: not aligned to 8 bytes. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_set_addr(struct doca_sync_event *event, uint64_t *addr);
/** The same, into the data of a buffer of 8 bytes or more of the program's memory. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_set_doca_buf(
    struct doca_sync_event *event, struct doca_buf *buf);

/** Stores the number. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_get(struct doca_sync_event *event, uint64_t *value);
/** Sets the number. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_update_set(struct doca_sync_event *event, uint64_t value);
/** Adds to the number; `*fetched`, if not NULL, becomes the number before. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_update_add(
    struct doca_sync_event *event, uint64_t value, uint64_t *fetched);

/** Waits until (number & mask) is greater than `value`. The event must
 * not be stopped meanwhile. The forms that end in _yield give their processor to others while they wait;
 * so do the others after a moment. BAD_STATE: the only publisher is the DPA, and the contexts that have a handle of
 * the event had a fatal error. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_wait_gt(
    struct doca_sync_event *event, uint64_t value, uint64_t mask);
/** The same, and gives the processor to others from the start. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_wait_gt_yield(
    struct doca_sync_event *event, uint64_t value, uint64_t mask);
/** Waits until (number & mask) is equal to `value`. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_wait_eq(
    struct doca_sync_event *event, uint64_t value, uint64_t mask);
/** The same, and gives the processor to others from the start. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_wait_eq_yield(
    struct doca_sync_event *event, uint64_t value, uint64_t mask);
/** Waits until (number & mask) is not equal to `value`. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_wait_neq(
    struct doca_sync_event *event, uint64_t value, uint64_t mask);
/** The same, and gives the processor to others from the start. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_wait_neq_yield(
    struct doca_sync_event *event, uint64_t value, uint64_t mask);

/** Stores the event's handle for device code of `dpa`, which must be started: BAD_STATE. DRIVER,
 * NO_MEMORY. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_get_dpa_handle(
    struct doca_sync_event *event, struct doca_dpa *dpa,
    doca_dpa_dev_sync_event_t *dpa_dev_se_handle);
/** Its name in DOCA 2.5. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_export_to_dpa(
    struct doca_sync_event *event, struct doca_dpa *dpa,
    doca_dpa_dev_sync_event_t *dpa_dev_se_handle);

/** Describes the event for peers. The event owns the description. NOT_SUPPORTED: it has no publisher
 * remote_net. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_export_to_remote_net(
    struct doca_sync_event *event, const uint8_t **data, size_t *sz);
/** Describes the event for other parts of this program. NOT_SUPPORTED: it has no location remote_pci. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_export_to_remote_pci(
    struct doca_sync_event *event, struct doca_dev *dev, const uint8_t **data,
    size_t *sz);
/** Its name in DOCA 2.5. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_export_to_dpu(
    struct doca_sync_event *event, struct doca_dev *dev, const uint8_t **data,
    size_t *sz);

/** Creates an event that is another one, from its description; it may be started at once. The other one
 * is not stopped or destroyed before this one (IN_USE). INVALID_VALUE: no such description. NOT_SUPPORTED: of another program, or of an event
 * that is no longer started. NO_MEMORY. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_create_from_export(struct doca_dev *dev, const uint8_t *data,
                                   size_t sz, struct doca_sync_event **event);

/** Creates an event of a peer from its description; the caller owns it. INVALID_VALUE: no such
 * description. NO_MEMORY. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_remote_net_create_from_export(
    struct doca_dev *dev, const uint8_t *data, size_t sz,
    struct doca_sync_event_remote_net **event);
/** Destroys it. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_remote_net_destroy(struct doca_sync_event_remote_net *event);
/** Stores its handle for device code of `dpa`. Errors as of doca_sync_event_get_dpa_handle(). */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_remote_net_get_dpa_handle(
    struct doca_sync_event_remote_net *event, struct doca_dpa *dpa,
    doca_dpa_dev_sync_event_remote_net_t *dpa_remote_event);
/** Its name in DOCA 2.5. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_remote_net_export_to_dpa(
    struct doca_sync_event_remote_net *event, struct doca_dpa *dpa,
    doca_dpa_dev_sync_event_remote_net_t *dpa_remote_event);

#ifdef __cplusplus
}
#endif

#endif
