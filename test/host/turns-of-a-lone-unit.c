// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In a reproducible run, a unit that runs alone has long turns. They end as soon as the unit starts
// another one; both engines and a replay end them at the same instruction.
// PROVES: R-RTOS-01
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --seed=1 --eus=4 --record=%t/rec -- %t/host > %t/first
// RUN: dpa-run --seed=1 --eus=4 --engine=interp -- %t/host > %t/second
// RUN: dpa-run --eus=4 --replay=%t/rec -- %t/host > %t/third
// RUN: diff %t/first %t/second
// RUN: diff %t/first %t/third
// RUN: dpa-run --seed=0 --eus=4 -- %t/host > %t/in-order
// RUN: dpa-run --seed=0 --eus=4 --engine=interp -- %t/host > %t/in-order-interpreted
// RUN: diff %t/in-order %t/in-order-interpreted

//--- device.c
#include <libflexio-dev/flexio_dev.h>

static uint32_t id;
static volatile uint64_t started;

__dpa_global__ void start(uint64_t unused) {
  (void)unused;
  started = started + 1;
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t set(uint32_t handler) {
  id = handler;
  return 0;
}

// Works alone for a while, activates a handler, and counts polls until the handler has run.
__dpa_rpc__ uint64_t looks(void) {
  uint64_t before = started, count = 0;

  for (volatile int i = 0; i < 100000; i++)
    ;
  flexio_dev_event_handler_activate(id);
  while (started == before)
    count++;
  return count;
}

//--- host.c
#include "handler.h"

flexio_func_t start, set, looks;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct flexio_event_handler *handler = create_handler(process, start);
  int i;

  EXPECT_SUCCESS(flexio_event_handler_run(handler, 0));
  call1(process, set, flexio_event_handler_get_activation_id(handler));
  for (i = 0; i < 10; i++) {
    unsigned long long count = call0(process, looks);

    EXPECT(count < 1000);
    printf("%llu\n", count);
  }
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
