// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A thread is started by notifications, with its argument, local storage, rank and execution unit;
// it runs again after it was rescheduled, and not after it has finished. Objects that are used
// cannot be destroyed, and are configured before they are started.
// PROVES: R-DPAH-23
// RUN: rm -rf %t && split-file %s %t
// RUN: dpacc %t/device.c -o %t/app.a -mcpu=nv-dpa-bf3 -hostcc=gcc -app-name=test_app -ldpa -devicecc-options="-Wno-deprecated-declarations -Wall -Wextra -Werror"
// RUN: %hostcc -std=gnu11 -Wall -Wextra -Werror -DDOCA_ALLOW_EXPERIMENTAL_API -I%sdk/include -I%S/Inputs %t/host.c %t/app.a -L%sdk/lib -Wl,-rpath,%sdk/lib -ldoca_dpa -ldoca_common -lflexio -o %t/host
// RUN: dpa-run -- %t/host
// RUN: env DPA_EUS=8 DPA_THREADS=1 DPA_ENGINE=interp dpa-run -- %t/host

//--- device.c
#include <doca_dpa_dev.h>
#include <doca_dpa_dev_sync_event.h>

static uint64_t seen[6];

__dpa_global__ void look(uint64_t event) {
  seen[0] += 1;
  seen[1] = doca_dpa_dev_thread_get_local_storage();
  seen[2] = doca_dpa_dev_thread_rank();
  seen[3] = doca_dpa_dev_num_threads();
  doca_dpa_dev_sync_event_update_add(event, 1);
  doca_dpa_dev_thread_reschedule();
}
__dpa_global__ void end(uint64_t event) {
  seen[4] += 1;
  doca_dpa_dev_sync_event_update_add(event, 1);
  doca_dpa_dev_thread_finish();
}
__dpa_rpc__ uint64_t notify(uint64_t notification) {
  doca_dpa_dev_thread_notify(notification);
  return 0;
}
__dpa_rpc__ uint64_t get(uint32_t which) { return seen[which]; }

//--- host.c
#include "dpa-program.h"

extern struct doca_dpa_app *test_app;
extern doca_dpa_func_t look, end, notify, get;

static uint64_t ask(uint32_t which) {
  uint64_t value;
  DONE(doca_dpa_rpc(dpa, get, &value, which));
  return value;
}

static struct doca_dpa_thread *make_thread(doca_dpa_func_t *function,
                                           uint64_t argument) {
  struct doca_dpa_thread *thread;
  DONE(doca_dpa_thread_create(dpa, &thread));
  EXPECT(doca_dpa_thread_start(thread), DOCA_ERROR_BAD_STATE);
  DONE(doca_dpa_thread_set_func_arg(thread, function, argument));
  return thread;
}

static uint64_t
notification_of(struct doca_dpa_thread *thread,
                struct doca_dpa_notification_completion **made) {
  uint64_t handle;
  DONE(doca_dpa_notification_completion_create(dpa, thread, made));
  EXPECT(doca_dpa_notification_completion_get_dpa_handle(*made, &handle),
         DOCA_ERROR_BAD_STATE);
  DONE(doca_dpa_notification_completion_start(*made));
  DONE(doca_dpa_notification_completion_get_dpa_handle(*made, &handle));
  return handle;
}

static void reschedules(void) {
  struct doca_sync_event *event = make_event();
  struct doca_dpa_thread *thread = make_thread(look, handle_of(event));
  struct doca_dpa_thread *other = make_thread(look, 0);
  struct doca_dpa_eu_affinity *affinity;
  unsigned units;
  DONE(doca_dpa_get_total_num_eus_available(dpa, &units));
  DONE(doca_dpa_eu_affinity_create(dpa, &affinity));
  EXPECT(doca_dpa_eu_affinity_set(affinity, units), DOCA_ERROR_INVALID_VALUE);
  DONE(doca_dpa_eu_affinity_set(affinity, units - 1));
  EXPECT(doca_dpa_eu_affinity_set(affinity, 1), DOCA_ERROR_BAD_STATE);
  DONE(doca_dpa_thread_set_local_storage(thread, 0x1234));
  DONE(doca_dpa_thread_set_affinity(thread, affinity));
  EXPECT(doca_dpa_eu_affinity_destroy(affinity), DOCA_ERROR_IN_USE);
  struct doca_dpa_tg *group;
  DONE(doca_dpa_thread_group_create(dpa, 2, &group));
  DONE(doca_dpa_thread_group_set_thread(group, thread, 1));
  EXPECT(doca_dpa_thread_group_set_thread(group, other, 2),
         DOCA_ERROR_INVALID_VALUE);
  EXPECT(doca_dpa_thread_group_set_thread(group, other, 1),
         DOCA_ERROR_ALREADY_EXIST);
  EXPECT(doca_dpa_thread_group_start(group), DOCA_ERROR_BAD_STATE);
  DONE(doca_dpa_thread_group_set_thread(group, other, 0));
  DONE(doca_dpa_thread_start(thread));
  DONE(doca_dpa_thread_start(other));
  EXPECT(doca_dpa_thread_set_local_storage(thread, 0), DOCA_ERROR_BAD_STATE);
  DONE(doca_dpa_thread_group_start(group));
  struct doca_dpa_notification_completion *notification;
  uint64_t handle = notification_of(thread, &notification);
  EXPECT(doca_dpa_thread_destroy(thread), DOCA_ERROR_IN_USE);
  DONE(doca_dpa_thread_run(thread));
  for (uint64_t i = 0; i < 5; i++) {
    DONE(doca_dpa_rpc(dpa, notify, NULL, handle));
    DONE(doca_sync_event_wait_gt(event, i, UINT64_MAX));
  }
  CHECK(ask(0) == 5);
  CHECK(ask(1) == 0x1234);
  CHECK(ask(2) == 1);
  CHECK(ask(3) == 2);
  EXPECT(doca_dpa_destroy(dpa), DOCA_ERROR_IN_USE);
  DONE(doca_dpa_notification_completion_destroy(notification));
  DONE(doca_dpa_thread_group_destroy(group));
  DONE(doca_dpa_thread_destroy(other));
  DONE(doca_dpa_thread_stop(thread));
  DONE(doca_dpa_thread_destroy(thread));
  DONE(doca_dpa_eu_affinity_destroy(affinity));
  DONE(doca_sync_event_destroy(event));
}

static void finishes(void) {
  struct doca_sync_event *event = make_event();
  struct doca_dpa_thread *thread = make_thread(end, handle_of(event));
  DONE(doca_dpa_thread_start(thread));
  DONE(doca_dpa_thread_run(thread));
  struct doca_dpa_notification_completion *notification;
  uint64_t handle = notification_of(thread, &notification);
  DONE(doca_dpa_rpc(dpa, notify, NULL, handle));
  DONE(doca_sync_event_wait_gt(event, 0, UINT64_MAX));
  for (int i = 0; i < 3; i++)
    DONE(doca_dpa_rpc(dpa, notify, NULL, handle));
  DONE(doca_dpa_notification_completion_stop(notification));
  DONE(doca_dpa_notification_completion_destroy(notification));
  DONE(doca_dpa_thread_destroy(thread));
  CHECK(ask(4) == 1);
  DONE(doca_sync_event_destroy(event));
}

int main(void) {
  open_dpa(test_app);
  reschedules();
  finishes();
  close_dpa();
}
