// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A handler that never ends is stopped when its budget of instructions is used up, and its process
// with it; so is one that only calls yield where yielding has no effect. A handler that retriggers
// itself begins each activation with the full budget.
// PROVES: R-ERR-03 R-RTOS-03 R-RTOS-06
// RUN: rm -rf %t && split-file %s %t
// RUN: %dpacc_bf3 %t/device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: dpa-run --budget=1000000 -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --budget=1000000 --seed=2 -- %t/host 2>&1 | FileCheck %s
// RUN: dpa-run --budget=1000000 --engine=interp --eus=1 -- %t/host 2>&1 | FileCheck %s

//--- device.c
#include <libflexio-dev/flexio_dev.h>

static volatile uint64_t spins, rounds;

__dpa_global__ void spin(uint64_t yields) {
  struct flexio_dev_thread_ctx *context;

  flexio_dev_get_thread_ctx(&context);
  for (;;) {
    spins++;
    if (yields)
      flexio_dev_yield(context);
  }
}

/* Uses a part of the budget in each of twenty activations, together more than the whole budget. */
__dpa_global__ void go_round(uint64_t loops) {
  for (uint64_t i = 0; i < loops; i++)
    __asm__ volatile("");
  if (++rounds < 20)
    flexio_dev_thread_retrigger();
  flexio_dev_thread_reschedule();
}

__dpa_rpc__ uint64_t activate(uint32_t id) {
  flexio_dev_event_handler_activate(id);
  return 0;
}
__dpa_rpc__ uint64_t get_rounds(void) { return rounds; }

//--- host.c
#include "handler.h"

flexio_func_t spin, go_round, activate, get_rounds;

/* The call that activates the handler may end with its process. */
static void start(struct flexio_process *process, flexio_func_t *function,
                  uint64_t argument) {
  struct flexio_event_handler *handler = create_handler(process, function);

  EXPECT_SUCCESS(flexio_event_handler_run(handler, argument));
  flexio_status status = flexio_process_call(
      process, activate, NULL, flexio_event_handler_get_activation_id(handler));
  EXPECT(status == FLEXIO_STATUS_SUCCESS ||
         (function == spin && status == FLEXIO_STATUS_FATAL_ERR));
}

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *other = create_process(context);

  // CHECK-COUNT-2: flexio: error: {{.*}} 'test_app' on 'mlx5_0' {{ended|did not return: the process ended meanwhile}}: watchdog: ran too long, pc 0x4
  for (uint64_t yields = 0; yields < 2; yields++) {
    struct flexio_process *process = create_process(context);
    struct pollfd watched = {.fd = flexio_err_handler_fd(process),
                             .events = POLLIN};

    start(process, spin, yields);
    EXPECT(poll(&watched, 1, -1) == 1 && watched.revents == POLLIN);
    EXPECT(flexio_err_status_get(process) == 33);
    EXPECT_SUCCESS(flexio_process_destroy(process));
  }
  start(other, go_round, 50000);
  wait_for(other, get_rounds, 20);
  EXPECT(flexio_err_status_get(other) == 0);
  EXPECT_SUCCESS(flexio_process_destroy(other));
  puts("done");
  // CHECK: done
  return 0;
}
