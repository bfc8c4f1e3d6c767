/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Sync events in device code: 64-bit numbers that host, device and remote programs update and wait for.
 * Updates include a fence: stores before an update are visible to every reader of the new number. C and C++,
 * device only.
 */
#ifndef DOCA_DPA_DEV_SYNC_EVENT_H
#define DOCA_DPA_DEV_SYNC_EVENT_H

#include <doca_dpa_dev.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A sync event: doca_sync_event_get_dpa_handle(). */
typedef uint64_t doca_dpa_dev_sync_event_t;
/** A sync event of another program: doca_sync_event_remote_net_get_dpa_handle(). */
typedef uint64_t doca_dpa_dev_sync_event_remote_net_t;

/** Stores the current number. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_sync_event_get(doca_dpa_dev_sync_event_t dpa_dev_se_handle,
                            uint64_t *value);

/** Adds `value` to the number. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_sync_event_update_add(doca_dpa_dev_sync_event_t dpa_dev_se_handle,
                                   uint64_t value);

/** Sets the number to `value`. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_sync_event_update_set(doca_dpa_dev_sync_event_t dpa_dev_se_handle,
                                   uint64_t value);

/** Waits until (number & mask) > value. A waiting kernel releases its execution unit; remote calls and
 * threads do not. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_sync_event_wait_gt(doca_dpa_dev_sync_event_t dpa_dev_se_handle,
                                uint64_t value, uint64_t mask);

/** Posts a request that completes when the number is greater than `value`. Number and `value` must be in
 * the range 0 to 254. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_sync_event_post_wait_gt(doca_dpa_dev_async_ops_t async_ops_handle,
                                     doca_dpa_dev_sync_event_t wait_se_handle,
                                     uint64_t value);

/** Posts a request that completes when the number is not `value`. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_sync_event_post_wait_ne(doca_dpa_dev_async_ops_t async_ops_handle,
                                     doca_dpa_dev_sync_event_t wait_se_handle,
                                     uint64_t value);

#ifdef __cplusplus
}
#endif

#endif
