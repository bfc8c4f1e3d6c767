// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A continuable handler that yields continues after the call at its next event, on any unit, with
// locals and registers intact; yield_and_retrigger needs no event. In other handlers and in calls
// yielding has no effect.
// PROVES: R-DCTX-07
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run -- %t/host
// RUN: env DPA_EUS=1 DPA_ENGINE=interp dpa-run -- %t/host
// RUN: env DPA_SEED=5 dpa-run -- %t/host

//--- device.c
#include <libflexio-dev/flexio_dev.h>

static volatile uint64_t steps, sum;

static uint64_t walk(uint64_t start, int by_itself) {
  struct flexio_dev_thread_ctx *context;
  uint64_t a = start, b = start * 3, c = start ^ 0x55, d = start + 9;
  volatile uint64_t kept[32];

  flexio_dev_get_thread_ctx(&context);
  for (int i = 0; i < 32; i++)
    kept[i] = start + i;
  for (int i = 0; i < 32; i++) {
    a += kept[i];
    b ^= a;
    c += b;
    d ^= c;
    __atomic_add_fetch(&steps, 1, __ATOMIC_SEQ_CST);
    if (by_itself)
      flexio_dev_yield_and_retrigger();
    else
      flexio_dev_yield(context);
  }
  return a + b + c + d;
}

__dpa_global__ void stepwise(uint64_t start) {
  sum = walk(start, 0);
  __atomic_add_fetch(&steps, 1, __ATOMIC_SEQ_CST);
  flexio_dev_thread_reschedule();
}

__dpa_global__ void alone(uint64_t start) {
  sum = walk(start, 1);
  __atomic_add_fetch(&steps, 1, __ATOMIC_SEQ_CST);
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t direct(uint64_t start) {
  uint64_t result = walk(start, start & 1);

  steps = 0;
  return result;
}

__dpa_rpc__ uint64_t activate(uint32_t id) {
  flexio_dev_event_handler_activate(id);
  return 0;
}

__dpa_rpc__ uint64_t get_steps(void) {
  return __atomic_load_n(&steps, __ATOMIC_SEQ_CST);
}
__dpa_rpc__ uint64_t get_sum(void) {
  steps = 0;
  return sum;
}

//--- host.c
#include "handler.h"

flexio_func_t stepwise, alone, direct, activate, get_steps, get_sum;

static struct flexio_event_handler *create(struct flexio_process *process,
                                           flexio_func_t *function,
                                           int continuable) {
  struct flexio_event_handler *handler = create_handler_with(
      process, (struct flexio_event_handler_attr){.host_stub_func = function,
                                                  .continuable = continuable});

  EXPECT_SUCCESS(flexio_event_handler_run(handler, 77));
  return handler;
}

int main(void) {
  struct flexio_process *process = create_process(open_device());
  struct flexio_event_handler *handler = create(process, stepwise, 1);
  uint64_t expected = call1(process, direct, 77), step;

  EXPECT(call1(process, direct, 76) != expected);
  for (int round = 0; round < 2; round++) {
    for (step = 1; step <= 33; step++) {
      call1(process, activate, flexio_event_handler_get_activation_id(handler));
      wait_for(process, get_steps, step);
    }
    EXPECT(call0(process, get_sum) == expected);
  }
  handler = create(process, alone, 1);
  call1(process, activate, flexio_event_handler_get_activation_id(handler));
  wait_for(process, get_steps, 33);
  EXPECT(call0(process, get_sum) == expected);
  handler = create(process, stepwise, 0);
  call1(process, activate, flexio_event_handler_get_activation_id(handler));
  wait_for(process, get_steps, 33);
  EXPECT(call0(process, get_sum) == expected);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  return 0;
}
