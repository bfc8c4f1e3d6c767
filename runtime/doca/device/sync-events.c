/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Sync events. Their numbers are in device memory, or in host memory behind a
 * window, for which the libraries use window entity 1. A thread
 * that sees a change also sees what was stored before it.
 */
#include "runtime/doca/device/objects.h"

#include <doca_dpa_dev_sync_event.h>

/* What window entity 1 reaches: configuring it takes a hundred times as long as
 * a store through it. 0: nothing, at the begin of each activation and after a
 * yield. */
static _Thread_local uint32_t configured_window, configured_key;

void doca_yield(void) {
  flexio_dev_yield_and_retrigger();
  configured_window = 0;
}

static int configure_window(uint32_t window, uint32_t key) {
  if (window == configured_window && key == configured_key)
    return 0;
  configured_window = 0;
  if (flexio_dev_window_config(FLEXIO_DEV_WINDOW_ENTITY_1, (uint16_t)window,
                               key))
    return -1;
  configured_window = window;
  configured_key = key;
  return 0;
}

uint64_t *doca_event_number(uint64_t event) {
  const struct doca_abi_sync_event *from =
      (const struct doca_abi_sync_event *)event;
  if (from->window == 0)
    return (uint64_t *)from->address;
  flexio_uintptr_t at;
  if (configure_window(from->window, from->key) ||
      flexio_dev_window_ptr_acquire(FLEXIO_DEV_WINDOW_ENTITY_1, from->address,
                                    &at))
    flexio_dev_error(DOCA_WRONG_HANDLE);
  return (uint64_t *)at;
}

/* The number, at the place that doca_event_number() returned. */
static uint64_t read_number(const uint64_t *number) {
  __dpa_thread_window_read_inv();
  return __atomic_load_n(number, __ATOMIC_ACQUIRE);
}

void doca_event_change(uint64_t event, uint64_t value, int adds) {
  uint64_t *number = doca_event_number(event);
  __dpa_thread_window_writeback();
  __dpa_thread_memory_writeback();
  if (adds)
    __atomic_fetch_add(number, value, __ATOMIC_ACQ_REL);
  else
    __atomic_store_n(number, value, __ATOMIC_RELEASE);
  __dpa_thread_window_writeback();
}

void doca_dpa_dev_sync_event_get(doca_dpa_dev_sync_event_t dpa_dev_se_handle,
                                 uint64_t *value) {
  *value = read_number(doca_event_number(dpa_dev_se_handle));
}

void doca_dpa_dev_sync_event_update_add(
    doca_dpa_dev_sync_event_t dpa_dev_se_handle, uint64_t value) {
  doca_event_change(dpa_dev_se_handle, value, 1);
}

void doca_dpa_dev_sync_event_update_set(
    doca_dpa_dev_sync_event_t dpa_dev_se_handle, uint64_t value) {
  doca_event_change(dpa_dev_se_handle, value, 0);
}

/* After a yield the window is another one. */
void doca_dpa_dev_sync_event_wait_gt(
    doca_dpa_dev_sync_event_t dpa_dev_se_handle, uint64_t value,
    uint64_t mask) {
  enum { reads_before_yield = 64 };
  for (;;) {
    const uint64_t *number = doca_event_number(dpa_dev_se_handle);
    for (int i = 0; i < reads_before_yield; i++)
      if ((read_number(number) & mask) > value)
        return;
    doca_yield();
  }
}
