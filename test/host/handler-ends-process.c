// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A handler that finishes its process, or crashes, ends that process and no other: no handler of it
// runs any more. One that retriggers itself for ever blocks neither calls nor the destruction of
// its handler or process.
// PROVES: R-DCTX-06 R-PROC-05 R-RTOS-02 R-RTOS-06 R-ERR-04
// RUN: rm -rf %t && mkdir -p %t && split-file %s %t
// RUN: %dpacc_bf3 %S/Inputs/handler-device.c -o %t/app.a -app-name=test_app
// RUN: %hostcc_flexio -I%S/Inputs %t/host.c %t/app.a %flexio_libs -o %t/host
// RUN: env DPA_EUS=1 dpa-run -- %t/host 2>&1 | FileCheck %s
// RUN: env DPA_EUS=1 DPA_SEED=2 dpa-run -- %t/host 2>&1 | FileCheck %s

//--- host.c
#include "act.h"

static void wait_for_end(struct flexio_process *process) {
  while (flexio_err_status_get(process) == 0)
    ;
}

int main(void) {
  struct ibv_context *context = open_device();
  struct flexio_process *other = create_process(context);
  struct flexio_process *process = create_process(context);
  struct flexio_event_handler *handler = create_handler(process, act);
  struct flexio_event_handler *second = create_handler(process, act);

  EXPECT_SUCCESS(flexio_event_handler_run(handler, END_PROCESS));
  EXPECT_SUCCESS(flexio_event_handler_run(second, RESCHEDULE));
  activate_handler(process, handler, 1);
  wait_for_end(process);
  EXPECT(flexio_err_status_get(process) == 0x40);
  EXPECT(!is_readable(flexio_err_handler_fd(process)));
  EXPECT(flexio_process_call(process, activate, NULL,
                             flexio_event_handler_get_activation_id(second),
                             1) == FLEXIO_STATUS_FATAL_ERR);
  EXPECT_SUCCESS(flexio_process_destroy(process));
  // The handlers of the process have ended with it.
  EXPECT_FAILED(flexio_event_handler_destroy(handler));

  process = create_process(context);
  handler = create_handler(process, act);
  EXPECT_SUCCESS(flexio_event_handler_run(handler, CRASH));
  // CHECK: flexio: error: process: 'test_app' on 'mlx5_0' ended: store access fault at address 0x8, pc {{.*}}act
  activate_handler(process, handler, 1);
  wait_for_end(process);
  EXPECT(flexio_err_status_get(process) == 8);
  EXPECT(is_readable(flexio_err_handler_fd(process)));
  EXPECT(flexio_err_status_get(other) == 0);
  EXPECT(!is_readable(flexio_err_handler_fd(other)));
  EXPECT_SUCCESS(flexio_event_handler_destroy(handler));
  EXPECT_SUCCESS(flexio_process_destroy(process));

  handler = create_handler(other, act);
  EXPECT_SUCCESS(flexio_event_handler_run(handler, RETRIGGER_FOR_EVER));
  activate_handler(other, handler, 1);
  for (int i = 0; i < 10; i++)
    while (call0(other, take_runs) == 0)
      ;
  EXPECT_SUCCESS(flexio_event_handler_destroy(handler));
  call0(other, take_runs);
  EXPECT(call0(other, take_runs) == 0);
  handler = create_handler(other, act);
  EXPECT_SUCCESS(flexio_event_handler_run(handler, RETRIGGER_FOR_EVER));
  activate_handler(other, handler, 1);
  EXPECT_SUCCESS(flexio_process_destroy(other));
  puts("done");
  // CHECK: done
  return 0;
}
