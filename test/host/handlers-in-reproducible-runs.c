// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The order in which handlers run follows from the seed: the same seed gives the same order each
// time, another seed another order, and a recording repeats it, however the host's threads are
// scheduled.
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: env DPA_SEED=1 DPA_EUS=4 DPA_RECORD=%t/rec dpa-run -- %t/host > %t/first
// RUN: env DPA_EUS=4 DPA_REPLAY=%t/rec dpa-run -- %t/host > %t/second
// RUN: env DPA_EUS=4 DPA_REPLAY=%t/rec DPA_ENGINE=interp dpa-run -- %t/host > %t/third
// RUN: diff %t/first %t/second
// RUN: diff %t/first %t/third
// RUN: env DPA_SEED=2 DPA_EUS=4 dpa-run -- %t/host > %t/other
// RUN: not diff %t/first %t/other
// RUN: FileCheck %s < %t/rec
// CHECK: dpa-recording 3
// CHECK: change 1
// CHECK: call 1
// CHECK: end

//--- device.c
#include <libflexio-dev/flexio_dev.h>

enum { HANDLERS = 9, EVENTS = 300 };
static uint32_t ids[HANDLERS], count;
static uint64_t digest, left = EVENTS;

// Each activates two others while there are events left to pass on.
__dpa_global__ void pass(uint64_t own) {
  uint64_t value = __atomic_load_n(&digest, __ATOMIC_SEQ_CST);

  __atomic_store_n(&digest, value * 31 + own, __ATOMIC_SEQ_CST);
  for (volatile int i = 0; i < (int)(own * 37); i++)
    ;
  if ((int64_t)__atomic_fetch_sub(&left, 1, __ATOMIC_SEQ_CST) > 0) {
    flexio_dev_event_handler_activate(ids[(own + 1) % HANDLERS]);
    flexio_dev_event_handler_activate(ids[(own + 4) % HANDLERS]);
  }
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t add(uint32_t id) {
  ids[count++] = id;
  return 0;
}
// The caller waits on the device, so that the host is blocked all the time.
__dpa_rpc__ uint64_t run(void) {
  flexio_dev_event_handler_activate(ids[0]);
  while ((int64_t)__atomic_load_n(&left, __ATOMIC_SEQ_CST) > 0)
    ;
  return __atomic_load_n(&digest, __ATOMIC_SEQ_CST);
}

//--- host.c
#include "handler.h"

flexio_func_t pass, add, run;

int main(void) {
  struct flexio_process *process = create_process(open_device());
  uint64_t n;

  for (n = 0; n < 9; n++) {
    struct flexio_event_handler *handler = create_handler(process, pass);

    EXPECT_SUCCESS(flexio_event_handler_run(handler, n));
    call1(process, add, flexio_event_handler_get_activation_id(handler));
  }
  printf("%#llx\n", (unsigned long long)call0(process, run));
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
