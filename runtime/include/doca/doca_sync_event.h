/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Sync events: 64-bit numbers, initially 0, that the program, device code and peers update (publishers)
 * and wait for (subscribers). An event needs at least one location of each kind before it is started;
 * locations determine the devices that can access it. Updates and waits are thread safe. NULL and
 * handles that are not live are DOCA_ERROR_INVALID_VALUE. DOCA_ERROR_BAD_STATE: the function requires a
 * started event, or configures one that is started. C and C++.
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
/** Starts an event. INVALID_VALUE: it has no publisher or no subscriber. DRIVER: a device rejects its
 * memory. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_start(struct doca_sync_event *event);
/** Stops an event: its handles and exports become invalid. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_stop(struct doca_sync_event *event);
/** Returns the event as a context; NULL if it is not live. */
DOCA_EXPERIMENTAL struct doca_ctx *
doca_sync_event_as_ctx(struct doca_sync_event *event);

/** Adds the program as a publisher. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_add_publisher_location_cpu(
    struct doca_sync_event *event, struct doca_dev *dev);
/** Adds the program as a subscriber. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_add_subscriber_location_cpu(
    struct doca_sync_event *event, struct doca_dev *dev);
/** Adds device code of `dpa` as a publisher. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_add_publisher_location_dpa(
    struct doca_sync_event *event, struct doca_dpa *dpa);
/** Adds device code of `dpa` as a subscriber. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_add_subscriber_location_dpa(
    struct doca_sync_event *event, struct doca_dpa *dpa);
/** Adds peers, by RDMA, as publishers. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_add_publisher_location_remote_net(
    struct doca_sync_event *event);
/** Adds other parts of this program, which use doca_sync_event_create_from_export(), as publishers. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_add_publisher_location_remote_pci(
    struct doca_sync_event *event);
/** Adds other parts of this program, which use doca_sync_event_create_from_export(), as subscribers. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_add_subscriber_location_remote_pci(
    struct doca_sync_event *event);
/** Name of doca_sync_event_add_publisher_location_remote_pci() in DOCA 2.5. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_add_publisher_location_dpu(struct doca_sync_event *event);
/** Name of doca_sync_event_add_subscriber_location_remote_pci() in DOCA 2.5. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_add_subscriber_location_dpu(struct doca_sync_event *event);

/** Places the number at `addr`, memory that must stay valid until the event is destroyed. INVALID_VALUE:
 * not aligned to 8 bytes. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_set_addr(struct doca_sync_event *event, uint64_t *addr);
/** Places the number at the start of a buffer's data, of 8 bytes or more, in memory of the program.
 * INVALID_VALUE as in doca_sync_event_set_addr(). */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_set_doca_buf(
    struct doca_sync_event *event, struct doca_buf *buf);

/** Stores the number. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_get(struct doca_sync_event *event, uint64_t *value);
/** Sets the number. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_update_set(struct doca_sync_event *event, uint64_t value);
/** Adds to the number; stores the previous number in *fetched unless it is NULL. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_update_add(
    struct doca_sync_event *event, uint64_t value, uint64_t *fetched);

/** Waits until (number & mask) is greater than `value`. The event must not be stopped during the wait.
 * Polls at first, then yields the processor (sched_yield()), then sleeps between polls. BAD_STATE: the only
 * publisher is the DPA, and the contexts that have a handle of the event had a fatal error. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_wait_gt(
    struct doca_sync_event *event, uint64_t value, uint64_t mask);
/** As doca_sync_event_wait_gt(), but yields from the start. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_wait_gt_yield(
    struct doca_sync_event *event, uint64_t value, uint64_t mask);
/** Waits until (number & mask) is equal to `value`. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_wait_eq(
    struct doca_sync_event *event, uint64_t value, uint64_t mask);
/** As doca_sync_event_wait_eq(), but yields from the start. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_wait_eq_yield(
    struct doca_sync_event *event, uint64_t value, uint64_t mask);
/** Waits until (number & mask) is not equal to `value`. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_wait_neq(
    struct doca_sync_event *event, uint64_t value, uint64_t mask);
/** As doca_sync_event_wait_neq(), but yields from the start. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_wait_neq_yield(
    struct doca_sync_event *event, uint64_t value, uint64_t mask);

/** Stores the handle for device code of `dpa`. BAD_STATE: event or `dpa` is not started. DRIVER,
 * NO_MEMORY. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_get_dpa_handle(
    struct doca_sync_event *event, struct doca_dpa *dpa,
    doca_dpa_dev_sync_event_t *dpa_dev_se_handle);
/** Name of doca_sync_event_get_dpa_handle() in DOCA 2.5. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_export_to_dpa(
    struct doca_sync_event *event, struct doca_dpa *dpa,
    doca_dpa_dev_sync_event_t *dpa_dev_se_handle);

/** Describes the event for peers. The event owns the description. NOT_SUPPORTED: the event does not
 * have the publisher location remote_net. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_export_to_remote_net(
    struct doca_sync_event *event, const uint8_t **data, size_t *sz);
/** Describes the event for other parts of this program. NOT_SUPPORTED: the event does not
 * have a location remote_pci. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_export_to_remote_pci(
    struct doca_sync_event *event, struct doca_dev *dev, const uint8_t **data,
    size_t *sz);
/** Name of doca_sync_event_export_to_remote_pci() in DOCA 2.5. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_export_to_dpu(
    struct doca_sync_event *event, struct doca_dev *dev, const uint8_t **data,
    size_t *sz);

/** Creates an event that shares the number of an exported event; the caller owns it and starts it without
 * adding locations. The exported event cannot be stopped or destroyed before this one (IN_USE). INVALID_VALUE: the
 * description is malformed. NOT_SUPPORTED: it is of another program, or of an event that is no longer
 * started. NO_MEMORY. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_create_from_export(struct doca_dev *dev, const uint8_t *data,
                                   size_t sz, struct doca_sync_event **event);

/** Creates an event of a peer from its description; the caller owns it. INVALID_VALUE: the
 * description is malformed. NO_MEMORY. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_remote_net_create_from_export(
    struct doca_dev *dev, const uint8_t *data, size_t sz,
    struct doca_sync_event_remote_net **event);
/** Destroys an event of a peer. */
DOCA_EXPERIMENTAL doca_error_t
doca_sync_event_remote_net_destroy(struct doca_sync_event_remote_net *event);
/** Stores the handle of an event of a peer for device code of `dpa`. Errors of
 * doca_sync_event_get_dpa_handle(). */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_remote_net_get_dpa_handle(
    struct doca_sync_event_remote_net *event, struct doca_dpa *dpa,
    doca_dpa_dev_sync_event_remote_net_t *dpa_remote_event);
/** Name of doca_sync_event_remote_net_get_dpa_handle() in DOCA 2.5. */
DOCA_EXPERIMENTAL doca_error_t doca_sync_event_remote_net_export_to_dpa(
    struct doca_sync_event_remote_net *event, struct doca_dpa *dpa,
    doca_dpa_dev_sync_event_remote_net_t *dpa_remote_event);

#ifdef __cplusplus
}
#endif

#endif
