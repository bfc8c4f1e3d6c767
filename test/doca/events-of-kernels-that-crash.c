// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A wait for an event that only device code changes ends when all contexts that have a handle of it had a fatal error: the kernel itself
// crashed, or the one that it waits for. It goes on while the program, or a context that works, may change the event.
// PROVES: R-DPAH-19
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -devicecc-options="-Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc_doca -pthread -I%S/Inputs %t/host.c %t/app.a %doca_libs -o %t/host
// RUN: dpa-run -- %t/host 2>&1 | FileCheck %s
// CHECK: [doca_sync_event_wait_gt] all DPA contexts that publish the event had a fatal error
// CHECK: done

//--- device.c
#include <doca_dpa_dev.h>
__dpa_global__ void crash(uint64_t address) {
  *(volatile uint64_t *)address = 1;
}
__dpa_global__ void idle(uint64_t argument) { (void)argument; }

//--- host.c
#include "dpa-program.h"
#include <pthread.h>

extern struct doca_dpa_app *test_app;
extern doca_dpa_func_t crash, idle;

/* An event that only device code changes. */
static struct doca_sync_event *device_event(void) {
  struct doca_sync_event *event;
  DONE(doca_sync_event_create(&event));
  DONE(doca_sync_event_add_publisher_location_dpa(event, dpa));
  DONE(doca_sync_event_add_subscriber_location_cpu(event, dev));
  DONE(doca_sync_event_add_subscriber_location_dpa(event, dpa));
  DONE(doca_sync_event_start(event));
  return event;
}

static void launch(struct doca_sync_event *wait, struct doca_sync_event *event,
                   doca_dpa_func_t *kernel) {
  DONE(doca_dpa_kernel_launch_update_set(dpa, wait, 1, event, 1, 1, kernel,
                                         0ul));
}

static void *set(void *event) {
  while (doca_dpa_peek_at_last_error(dpa) == DOCA_SUCCESS) {
  }
  DONE(doca_sync_event_update_set(event, 1));
  return NULL;
}

int main(void) {
  pthread_t thread;
  open_dpa(test_app);
  struct doca_sync_event *done = device_event(), *first = device_event(),
                         *second = device_event(), *both = device_event(),
                         *programs = make_event();
  struct doca_dpa *other;
  DONE(doca_dpa_create(dev, &other));
  DONE(doca_dpa_set_app(other, test_app));
  DONE(doca_dpa_start(other));
  uint64_t handle;
  DONE(doca_sync_event_get_dpa_handle(both, other, &handle));
  handle_of(both);
  handle_of(programs);

  launch(NULL, done, idle);
  DONE(doca_sync_event_wait_gt(done, 0, UINT64_MAX));
  launch(first, second, idle);
  /* The kernel may fail before the call returns. */
  (void)doca_dpa_kernel_launch_update_set(dpa, NULL, 0, first, 1, 1, crash,
                                          0ul);
  EXPECT(doca_sync_event_wait_gt(second, 0, UINT64_MAX), DOCA_ERROR_BAD_STATE);
  EXPECT(doca_sync_event_wait_neq_yield(first, 0, UINT64_MAX),
         DOCA_ERROR_BAD_STATE);
  EXPECT(doca_dpa_peek_at_last_error(dpa), DOCA_ERROR_BAD_STATE);
  DONE(doca_sync_event_wait_gt(done, 0, UINT64_MAX)); /* has happened */

  CHECK(pthread_create(&thread, NULL, set, programs) == 0);
  DONE(doca_sync_event_wait_gt(programs, 0, UINT64_MAX));
  pthread_join(thread, NULL);
  DONE(
      doca_dpa_kernel_launch_update_set(other, NULL, 0, both, 1, 1, idle, 0ul));
  DONE(doca_sync_event_wait_gt(both, 0, UINT64_MAX));

  DONE(doca_sync_event_destroy(done));
  DONE(doca_sync_event_destroy(first));
  DONE(doca_sync_event_destroy(second));
  DONE(doca_sync_event_destroy(both));
  DONE(doca_sync_event_destroy(programs));
  DONE(doca_dpa_destroy(other));
  close_dpa();
  puts("done");
}
