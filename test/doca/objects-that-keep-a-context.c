// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The log names the kinds of the objects that must be destroyed before a DPA context, once each: of a context, and of one that is
// extended to another device. An event is such an object while it has a handle of the context.
// PROVES: R-DPAH-01
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -devicecc-options="-Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs %t/host.c %t/app.a -ldoca_rdma %doca_libs -o %t/host
// RUN: dpa-run --config=%S/../host/Inputs/two-devices.toml -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <doca_dpa_dev.h>
__dpa_rpc__ uint64_t unused(void) { return 0; }

//--- host.c
#include "two-devices.h"
#include <doca_ctx.h>
#include <doca_log.h>
#include <doca_rdma.h>
#include <doca_sync_event.h>

extern struct doca_dpa_app *test_app;

static struct dpa_context first, second;

static struct doca_sync_event *start_event(void) {
  struct doca_sync_event *event;
  OK(doca_sync_event_create(&event));
  OK(doca_sync_event_add_publisher_location_dpa(event, first.dpa));
  OK(doca_sync_event_add_subscriber_location_cpu(event, first.dev));
  OK(doca_sync_event_start(event));
  return event;
}

static struct doca_rdma *start_rdma(struct doca_dpa_completion *completion) {
  struct doca_rdma *rdma;
  OK(doca_rdma_create(second.dev, &rdma));
  OK(doca_ctx_set_datapath_on_dpa(doca_rdma_as_ctx(rdma), second.dpa));
  OK(doca_rdma_dpa_completion_attach(rdma, completion));
  OK(doca_ctx_start(doca_rdma_as_ctx(rdma)));
  return rdma;
}

int main(void) {
  struct doca_log_backend *backend;
  struct doca_dpa_completion *completions[2];
  doca_dpa_dev_sync_event_t handle;
  OK(doca_log_backend_create_with_file_sdk(stdout, &backend));
  open_both(test_app, &first, &second);
  struct doca_sync_event *event = start_event();
  for (int i = 0; i < 2; i++)
    OK(doca_dpa_completion_create(second.dpa, 8, &completions[i]));
  OK(doca_dpa_completion_start(completions[0]));
  // CHECK: [doca_dpa_destroy] DPA context is used by other objects (destroy first: extended DPA context){{$}}
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_destroy(first.dpa));
  OK(doca_sync_event_get_dpa_handle(event, second.dpa, &handle));
  struct doca_rdma *rdma = start_rdma(completions[0]);
  // CHECK-NEXT: [doca_dpa_destroy] DPA context is used by other objects (destroy first: completion context, sync event, RDMA context){{$}}
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_destroy(second.dpa));
  // CHECK-NEXT: [doca_dpa_completion_destroy] completion context is used by other objects (destroy first: RDMA context){{$}}
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_completion_destroy(completions[0]));
  OK(doca_ctx_stop(doca_rdma_as_ctx(rdma)));
  OK(doca_rdma_destroy(rdma));
  for (int i = 0; i < 2; i++)
    OK(doca_dpa_completion_destroy(completions[i]));
  OK(doca_sync_event_get_dpa_handle(event, first.dpa, &handle));
  // CHECK-NEXT: [doca_dpa_destroy] DPA context is used by other objects (destroy first: sync event){{$}}
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_destroy(second.dpa));
  // CHECK-NEXT: [doca_dpa_destroy] DPA context is used by other objects (destroy first: extended DPA context, sync event){{$}}
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_destroy(first.dpa));
  OK(doca_sync_event_destroy(event));
  close_both(&first, &second);
  // CHECK-NEXT: 0 failures
  return result();
}
