// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sync events of the program: states, changes, waits, memory of its own, exports
// inside the program.
// RUN: %hostcc_doca -I%S/Inputs %s %doca_libs -pthread -o %t && dpa-run -- %t | FileCheck %s
#include "device.h"
#include <doca_buf.h>
#include <doca_buf_inventory.h>
#include <doca_ctx.h>
#include <doca_mmap.h>
#include <doca_sync_event.h>
#include <pthread.h>
#include <string.h>

static void *raise_event(void *event) {
  for (int i = 0; i < 1000; i++)
    OK(doca_sync_event_update_add(event, 1, NULL));
  return NULL;
}

static struct doca_sync_event *create(struct doca_dev *dev) {
  struct doca_sync_event *event;
  OK(doca_sync_event_create(&event));
  OK(doca_sync_event_add_publisher_location_cpu(event, dev));
  OK(doca_sync_event_add_subscriber_location_cpu(event, dev));
  return event;
}

static void check_states(struct doca_dev *dev) {
  struct doca_sync_event *event;
  enum doca_ctx_states state;
  uint64_t value = 9;
  const uint8_t *data;
  size_t size;
  OK(doca_sync_event_create(&event));
  INVALID(doca_sync_event_start(event));
  OK(doca_sync_event_add_publisher_location_cpu(event, dev));
  INVALID(doca_sync_event_start(event)); // no subscriber
  OK(doca_sync_event_add_subscriber_location_cpu(event, dev));
  GIVES(DOCA_ERROR_BAD_STATE, doca_sync_event_get(event, &value));
  GIVES(DOCA_ERROR_BAD_STATE, doca_sync_event_update_set(event, 1));
  GIVES(DOCA_ERROR_BAD_STATE, doca_sync_event_wait_gt(event, 1, 1));
  GIVES(DOCA_ERROR_BAD_STATE, doca_sync_event_stop(event));
  OK(doca_sync_event_start(event));
  OK(doca_ctx_get_state(doca_sync_event_as_ctx(event), &state));
  HOLDS(state == DOCA_CTX_STATE_RUNNING);
  GIVES(DOCA_ERROR_BAD_STATE, doca_sync_event_start(event));
  GIVES(DOCA_ERROR_BAD_STATE,
        doca_sync_event_add_publisher_location_cpu(event, dev));
  GIVES(DOCA_ERROR_BAD_STATE, doca_sync_event_set_addr(event, &value));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_sync_event_export_to_remote_net(event, &data, &size));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_sync_event_export_to_remote_pci(event, dev, &data, &size));
  GIVES(DOCA_ERROR_IN_USE, doca_dev_close(dev));
  OK(doca_ctx_stop(doca_sync_event_as_ctx(event)));
  OK(doca_sync_event_start(event));
  OK(doca_sync_event_stop(event));
  OK(doca_sync_event_destroy(event));
  INVALID(doca_sync_event_get(event, &value));
}

static void check_values(struct doca_dev *dev) {
  struct doca_sync_event *event = create(dev);
  pthread_t threads[2];
  uint64_t value = 9;
  OK(doca_sync_event_start(event));
  OK(doca_sync_event_get(event, &value));
  HOLDS(value == 0);
  for (int i = 0; i < 2; i++)
    HOLDS(pthread_create(&threads[i], NULL, raise_event, event) == 0);
  OK(doca_sync_event_wait_gt(event, 999, UINT64_MAX));
  OK(doca_sync_event_wait_eq_yield(event, 2000, UINT64_MAX));
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  OK(doca_sync_event_update_set(event, 0x1200));
  OK(doca_sync_event_wait_gt_yield(event, 0x1100, 0xff00));
  OK(doca_sync_event_wait_eq(event, 0, 0xff));
  OK(doca_sync_event_wait_neq(event, 0, 0xff00));
  OK(doca_sync_event_wait_neq_yield(event, 1, 0xff));
  OK(doca_sync_event_update_add(event, 0x34, &value));
  HOLDS(value == 0x1200);
  OK(doca_sync_event_get(event, &value));
  HOLDS(value == 0x1234);
  OK(doca_sync_event_destroy(event)); // started
}

static void check_own_memory(struct doca_dev *dev) {
  static uint64_t words[4];
  struct doca_sync_event *event = create(dev);
  INVALID(doca_sync_event_set_addr(event, NULL));
  INVALID(doca_sync_event_set_addr(event, (uint64_t *)((char *)words + 4)));
  OK(doca_sync_event_set_addr(event, &words[1]));
  OK(doca_sync_event_start(event));
  OK(doca_sync_event_update_set(event, 77));
  HOLDS(words[1] == 77 && words[0] == 0 && words[2] == 0);
  OK(doca_sync_event_destroy(event));

  struct doca_buf_inventory *inventory;
  struct doca_mmap *mmap;
  struct doca_buf *buf;
  OK(doca_mmap_create(&mmap));
  OK(doca_mmap_set_memrange(mmap, words, sizeof words));
  OK(doca_mmap_add_dev(mmap, dev));
  OK(doca_mmap_start(mmap));
  OK(doca_buf_inventory_create(1, &inventory));
  OK(doca_buf_inventory_start(inventory));
  OK(doca_buf_inventory_buf_get_by_addr(inventory, mmap, &words[2], 8, &buf));
  event = create(dev);
  INVALID(doca_sync_event_set_doca_buf(event, buf)); // has no data
  OK(doca_buf_set_data(buf, &words[2], 8));
  OK(doca_sync_event_set_doca_buf(event, buf));
  OK(doca_sync_event_start(event));
  OK(doca_sync_event_update_set(event, 88));
  HOLDS(words[2] == 88);
  OK(doca_buf_dec_refcount(buf, NULL));
  GIVES(DOCA_ERROR_NOT_PERMITTED, doca_mmap_destroy(mmap));
  OK(doca_sync_event_destroy(event));
  OK(doca_buf_inventory_destroy(inventory));
  OK(doca_mmap_destroy(mmap));
}

static void check_export(struct doca_dev *dev) {
  struct doca_sync_event *event, *copy;
  const uint8_t *data;
  uint8_t bytes[256];
  size_t size;
  uint64_t value;
  OK(doca_sync_event_create(&event));
  OK(doca_sync_event_add_publisher_location_cpu(event, dev));
  OK(doca_sync_event_add_publisher_location_remote_net(event));
  OK(doca_sync_event_add_subscriber_location_remote_pci(event));
  OK(doca_sync_event_start(event));
  OK(doca_sync_event_export_to_remote_pci(event, dev, &data, &size));
  memcpy(bytes, data, size);
  INVALID(doca_sync_event_create_from_export(dev, bytes, size + 1, &copy));
  OK(doca_sync_event_create_from_export(dev, bytes, size, &copy));
  OK(doca_sync_event_start(copy));
  OK(doca_sync_event_update_set(event, 5));
  OK(doca_sync_event_get(copy, &value));
  HOLDS(value == 5);
  // The number of the copy is that of the event, which stays.
  GIVES(DOCA_ERROR_IN_USE, doca_sync_event_destroy(event));
  GIVES(DOCA_ERROR_IN_USE, doca_sync_event_stop(event));
  OK(doca_sync_event_destroy(copy));
  // A description stays where it is when there is another one.
  const uint8_t *again, *other;
  OK(doca_sync_event_export_to_remote_net(event, &other, &size));
  OK(doca_sync_event_export_to_remote_pci(event, dev, &again, &size));
  HOLDS(again == data && other != data);
  HOLDS(memcmp(bytes, data, size) == 0 && memcmp(other, data, size) != 0);
  // The address in a description is not believed.
  bytes[9] ^= 1;
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_sync_event_create_from_export(dev, bytes, size, &copy));
  bytes[9] ^= 1;
  OK(doca_sync_event_destroy(event));
  GIVES(DOCA_ERROR_NOT_SUPPORTED,
        doca_sync_event_create_from_export(dev, bytes, size, &copy));
}

/* A wait is a cancellation point, also if the event has happened. */
static void *wait_cancelled(void *event) {
  pthread_cancel(pthread_self());
  OK(doca_sync_event_wait_eq(event, 0, UINT64_MAX));
  return event;
}

static void check_cancellation(struct doca_dev *dev) {
  struct doca_sync_event *event = create(dev);
  pthread_t thread;
  void *returned;
  OK(doca_sync_event_start(event));
  HOLDS(pthread_create(&thread, NULL, wait_cancelled, event) == 0);
  HOLDS(pthread_join(thread, &returned) == 0 && returned == PTHREAD_CANCELED);
  OK(doca_sync_event_destroy(event));
}

int main(void) {
  struct doca_dev *dev = open_device();
  check_cancellation(dev);
  check_states(dev);
  check_values(dev);
  check_own_memory(dev);
  check_export(dev);
  OK(doca_dev_close(dev));
  return result(); // CHECK: {{^}}0 failures
}
