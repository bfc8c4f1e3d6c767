// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contexts: states, callbacks, user data. Progress engines: connected contexts,
// nothing to do, the descriptor for notifications.
// RUN: %hostcc_doca -I%S/Inputs %s %doca_libs -o %t && dpa-run -- %t | FileCheck %s
#include "device.h"
#include <doca_ctx.h>
#include <doca_mmap.h>
#include <doca_pe.h>
#include <doca_sync_event.h>
#include <poll.h>

static int changes;

static void changed(const union doca_data data, struct doca_ctx *ctx,
                    enum doca_ctx_states before, enum doca_ctx_states after) {
  HOLDS(data.u64 == 31 && ctx != NULL && before != after);
  changes = changes * 100 + (int)before * 10 + (int)after;
}

int main(void) {
  struct doca_dev *dev = open_device();
  struct doca_sync_event *event;
  struct doca_pe *pe, *other;
  enum doca_ctx_states state;
  union doca_data data = {.u64 = 31};
  doca_notification_handle_t handle = doca_event_invalid_handle;
  size_t count = 9;
  OK(doca_sync_event_create(&event));
  OK(doca_sync_event_add_publisher_location_cpu(event, dev));
  OK(doca_sync_event_add_subscriber_location_cpu(event, dev));
  struct doca_ctx *ctx = doca_sync_event_as_ctx(event);
  OK(doca_ctx_get_state(ctx, &state));
  HOLDS(state == DOCA_CTX_STATE_IDLE);
  INVALID(doca_ctx_get_state(ctx, NULL));
  GIVES(DOCA_ERROR_BAD_STATE, doca_ctx_stop(ctx));
  OK(doca_ctx_set_user_data(ctx, data));
  OK(doca_ctx_set_state_changed_cb(ctx, changed));
  OK(doca_pe_create(&pe));
  OK(doca_pe_create(&other));
  OK(doca_pe_connect_ctx(pe, ctx));
  GIVES(DOCA_ERROR_ALREADY_EXIST, doca_pe_connect_ctx(other, ctx));
  GIVES(DOCA_ERROR_IN_USE, doca_pe_destroy(pe));
  OK(doca_ctx_start(ctx));
  GIVES(DOCA_ERROR_BAD_STATE, doca_ctx_start(ctx));
  GIVES(DOCA_ERROR_BAD_STATE, doca_pe_connect_ctx(other, ctx));
  GIVES(DOCA_ERROR_BAD_STATE, doca_ctx_set_state_changed_cb(ctx, NULL));
  data.u64 = 0;
  OK(doca_ctx_get_user_data(ctx, &data));
  HOLDS(data.u64 == 31);
  OK(doca_ctx_get_num_inflight_tasks(ctx, &count));
  HOLDS(count == 0);
  OK(doca_ctx_stop(ctx));
  HOLDS(changes == 220); // idle to running, running to idle

  // Nothing to do: no progress, and nothing is readable.
  HOLDS(doca_pe_progress(pe) == 0);
  count = 9;
  OK(doca_pe_get_num_inflight_tasks(pe, &count));
  HOLDS(count == 0);
  OK(doca_pe_get_notification_handle(pe, &handle));
  OK(doca_pe_request_notification(pe));
  struct pollfd descriptor = {.fd = handle, .events = POLLIN};
  HOLDS(poll(&descriptor, 1, 0) == 0);
  INVALID(doca_pe_clear_notification(pe, handle + 1));
  OK(doca_pe_clear_notification(pe, handle));
  OK(doca_pe_set_event_mode(pe, DOCA_PE_EVENT_MODE_PROGRESS_ALL));
  INVALID(doca_pe_set_event_mode(pe, (enum doca_pe_event_mode)7));
  INVALID(doca_pe_get_notification_handle(pe, NULL));

  // A context lives as long as its object, and leaves its engine.
  OK(doca_sync_event_destroy(event));
  INVALID(doca_ctx_start(ctx));
  OK(doca_pe_destroy(pe));
  OK(doca_pe_destroy(other));
  INVALID(doca_mmap_create(NULL));
  INVALID(doca_pe_create(NULL));
  INVALID(doca_sync_event_create(NULL));
  INVALID(doca_devinfo_create_list(NULL, NULL));
  INVALID(doca_dev_open(doca_dev_as_devinfo(dev), NULL));
  OK(doca_dev_close(dev));
  return result(); // CHECK: {{^}}0 failures
}
