// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Events of DOCA 1.5, built by the commands of the guide: all comparisons, by the
// host and by kernels.
// PROVES: R-DPAH-08 R-DPAD-06
// UNSUPPORTED: sanitized
// RUN: rm -rf %t && split-file %s %t && cp %sdk/lib/dpa/bf3/libdoca_dpa_dev.a %sdk/lib/libdoca_dpa.a %t
// RUN: cd %t && dpacc libdoca_dpa_dev.a device.c -o app.a -hostcc=gcc -hostcc-options="-Wno-deprecated-declarations" --devicecc-options="-D__linux__ -Wno-deprecated-declarations -Wall -Wextra -Werror" --app-name="test_app" -I%sdk/include/
// RUN: cd %t && gcc -std=gnu11 -Wall -Wextra -Werror -I%S/Inputs host.c -o host app.a libdoca_dpa.a -I%sdk/include/ -DDOCA_ALLOW_EXPERIMENTAL_API -L%sdk/lib -ldoca_common -L%sdk/lib -lflexio -lstdc++ -libverbs -lmlx5 -Wl,-rpath,%sdk/lib
// RUN: dpa-run -- %t/host && dpa-run --engine=interp --eus=1 -- %t/host

//--- device.c
#include <doca_dpa_dev.h>

// Waits for `event`, and adds to `done`, which holds up the next wait.
__dpa_global__ void compare(doca_dpa_dev_event_t event,
                            doca_dpa_dev_event_t done) {
  uint64_t number = 99;

  doca_dpa_dev_event_wait_until(event, 10, DOCA_DPA_EVENT_CMP_EQ);
  doca_dpa_dev_event_update(done, 1, DOCA_DPA_EVENT_OP_ADD);
  doca_dpa_dev_event_wait_until(event, 10, DOCA_DPA_EVENT_CMP_NE);
  doca_dpa_dev_event_update(done, 1, DOCA_DPA_EVENT_OP_ADD);
  doca_dpa_dev_event_wait_until(event, 20, DOCA_DPA_EVENT_CMP_GT);
  doca_dpa_dev_event_update(done, 1, DOCA_DPA_EVENT_OP_ADD);
  doca_dpa_dev_event_wait_until(event, 30, DOCA_DPA_EVENT_CMP_GEQ);
  doca_dpa_dev_event_update(done, 1, DOCA_DPA_EVENT_OP_ADD);
  doca_dpa_dev_event_wait_until(event, 5, DOCA_DPA_EVENT_CMP_LT);
  doca_dpa_dev_event_update(done, 1, DOCA_DPA_EVENT_OP_ADD);
  doca_dpa_dev_event_wait_until(event, 3, DOCA_DPA_EVENT_CMP_LEQ);
  doca_dpa_dev_event_get(event, &number);
  doca_dpa_dev_event_update(done, 100 + number, DOCA_DPA_EVENT_OP_SET);
}

//--- host.c
#include "device.h"
#include <doca_dpa.h>

extern doca_dpa_app_t test_app;
doca_dpa_func_t compare;

static doca_dpa_t dpa;

static doca_dpa_event_t make_event(unsigned from, unsigned to) {
  doca_dpa_event_t event;
  OK(doca_dpa_event_create(dpa, from, to, DOCA_DPA_EVENT_WAIT_DEFAULT, &event,
                           0));
  return event;
}

static void await_kernel(doca_dpa_event_t done, uint64_t number) {
  uint64_t now = 0;
  OK(doca_dpa_event_wait_until(done, number, DOCA_DPA_EVENT_CMP_EQ));
  OK(doca_dpa_event_get(done, &now));
  HOLDS(now == number);
}

static void test_comparisons(void) {
  doca_dpa_event_t event =
      make_event(DOCA_DPA_EVENT_ACCESS_CPU, DOCA_DPA_EVENT_ACCESS_DPA);
  doca_dpa_event_t done =
      make_event(DOCA_DPA_EVENT_ACCESS_DPA, DOCA_DPA_EVENT_ACCESS_CPU);
  static const uint64_t numbers[] = {10, 11, 21, 30, 4};
  doca_dpa_dev_event_t handle, done_handle;
  OK(doca_dpa_event_dev_export(event, &handle));
  OK(doca_dpa_event_dev_export(done, &done_handle));
  OK(doca_dpa_kernel_launch(dpa, NULL, 0, NULL, 0, 0, &compare, 1, handle,
                            done_handle));
  for (uint64_t i = 0; i < 5; i++) {
    await_kernel(done, i);
    OK(doca_dpa_event_update(event, numbers[i], DOCA_DPA_EVENT_OP_SET));
  }
  await_kernel(done, 5);
  OK(doca_dpa_event_update(event, -1ul, DOCA_DPA_EVENT_OP_ADD)); // 3
  await_kernel(done, 103);
  OK(doca_dpa_event_wait_until(done, 103, DOCA_DPA_EVENT_CMP_LEQ));
  OK(doca_dpa_event_wait_until(done, 104, DOCA_DPA_EVENT_CMP_LT));
  OK(doca_dpa_event_wait_until(done, 102, DOCA_DPA_EVENT_CMP_NE));
  OK(doca_dpa_event_destroy(event));
  OK(doca_dpa_event_destroy(done));
}

int main(void) {
  struct doca_dev *dev = open_device();
  OK(doca_dpa_create(dev, test_app, &dpa, 0));
  test_comparisons();
  OK(doca_dpa_destroy(dpa));
  OK(doca_dev_close(dev));
  return result();
}
