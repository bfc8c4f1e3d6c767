/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/**
 * \file
 * Sync events in device code: 64-bit numbers that host, device and remote programs change and wait
 * for. Calls contain the fences that they need: what a thread stored before it changes an event is
 * seen by those who see the change. C and C++, device only.
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

/** Stores the present number in *value. */
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

/** Waits until (number & mask) > value. Kernels let others run meanwhile; remote calls and threads
 * keep their execution unit. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_sync_event_wait_gt(doca_dpa_dev_sync_event_t dpa_dev_se_handle,
                                uint64_t value, uint64_t mask);

/** Posts a request that completes once the number is greater than `value`; both stay within 0 to
 * 254. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_sync_event_post_wait_gt(doca_dpa_dev_async_ops_t async_ops_handle,
                                     doca_dpa_dev_sync_event_t wait_se_handle,
                                     uint64_t value);

/** Posts a request that completes once the number is not `value`. */
DOCA_EXPERIMENTAL void
doca_dpa_dev_sync_event_post_wait_ne(doca_dpa_dev_async_ops_t async_ops_handle,
                                     doca_dpa_dev_sync_event_t wait_se_handle,
                                     uint64_t value);

#ifdef __cplusplus
}
#endif

#endif
