// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A kernel that exceeds the time limit is a fatal error of its context; another
// context works. A kernel that waits for a later one continues as soon as that one
// runs. Kernels that wait for an event that nothing changes do not hold up the
// end of their context, with or without the event.
// PROVES: R-DPAH-03 R-DPAH-15 R-RTOS-03
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -devicecc-options="-Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -I%S/Inputs %t/host.c %t/app.a %doca_libs -o %t/host
// RUN: env DPA_WATCHDOG=0.9 dpa-run -- %t/host %t/log
// RUN: env DPA_WATCHDOG=0.9 dpa-run --eus=1 -- %t/host %t/log

//--- device.c
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_sync_event.h>

__dpa_global__ void never(void) {
  for (;;)
    __asm__ volatile("");
}
__dpa_global__ void ends(void) {}
__dpa_global__ void waits(uint64_t event) {
  doca_dpa_dev_sync_event_wait_gt(event, 0, UINT64_MAX);
}

//--- host.c
#include "device.h"
#include <doca_dpa.h>
#include <doca_sync_event.h>
#include <unistd.h>

extern struct doca_dpa_app *test_app;
doca_dpa_func_t never, ends, waits;

static struct doca_dev *dev;
static struct doca_dpa *dpa;

static void open_context(const char *log) {
  OK(doca_dpa_create(dev, &dpa));
  OK(doca_dpa_set_app(dpa, test_app));
  OK(doca_dpa_log_file_set_path(dpa, log));
  OK(doca_dpa_start(dpa));
}

static struct doca_sync_event *make_event(void) {
  struct doca_sync_event *event;
  OK(doca_sync_event_create(&event));
  OK(doca_sync_event_add_publisher_location_dpa(event, dpa));
  OK(doca_sync_event_add_publisher_location_cpu(event, dev));
  OK(doca_sync_event_add_subscriber_location_cpu(event, dev));
  OK(doca_sync_event_add_subscriber_location_dpa(event, dpa));
  OK(doca_sync_event_start(event));
  return event;
}

static void exceed_limit(void) {
  OK(doca_dpa_kernel_launch_update_set(dpa, NULL, 0, NULL, 0, 1, never));
  while (doca_dpa_peek_at_last_error(dpa) == DOCA_SUCCESS)
    usleep(1000); // leaves the processor to the device
  GIVES(DOCA_ERROR_BAD_STATE, doca_dpa_peek_at_last_error(dpa));
  GIVES(DOCA_ERROR_BAD_STATE,
        doca_dpa_kernel_launch_update_set(dpa, NULL, 0, NULL, 0, 1, ends));
  OK(doca_dpa_destroy(dpa));
}

// The first kernel waits for the second one.
static void depend_on_later(void) {
  struct doca_sync_event *first = make_event(), *second = make_event();
  OK(doca_dpa_kernel_launch_update_set(dpa, second, 1, first, 1, 1, ends));
  OK(doca_dpa_kernel_launch_update_set(dpa, NULL, 0, second, 1, 1, ends));
  OK(doca_sync_event_wait_gt(first, 0, UINT64_MAX));
  OK(doca_dpa_peek_at_last_error(dpa));
  OK(doca_sync_event_destroy(first));
  OK(doca_sync_event_destroy(second));
}

// One kernel waits before it begins, the other one within.
static void leave_waiting(void) {
  struct doca_sync_event *event = make_event();
  doca_dpa_dev_sync_event_t handle;
  OK(doca_sync_event_get_dpa_handle(event, dpa, &handle));
  OK(doca_dpa_kernel_launch_update_set(dpa, event, 1, NULL, 0, 1, ends));
  OK(doca_dpa_kernel_launch_update_set(dpa, NULL, 0, NULL, 0, 2, waits,
                                       handle));
  GIVES(DOCA_ERROR_IN_USE, doca_dpa_destroy(dpa));
  OK(doca_sync_event_destroy(event)); // the kernels use its memory
  OK(doca_dpa_destroy(dpa));
}

int main(int argc, char **argv) {
  struct doca_sync_event *done;
  HOLDS(argc == 2);
  dev = open_device();
  open_context(argv[1]);
  exceed_limit();
  open_context(argv[1]);
  depend_on_later();
  leave_waiting();
  open_context(argv[1]);
  done = make_event();
  OK(doca_dpa_kernel_launch_update_set(dpa, NULL, 0, done, 1, 1, ends));
  OK(doca_sync_event_wait_gt(done, 0, UINT64_MAX));
  OK(doca_sync_event_destroy(done));
  OK(doca_dpa_destroy(dpa));
  OK(doca_dev_close(dev));
  return result();
}
